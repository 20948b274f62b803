// SPDX-License-Identifier: MIT
// The formal assignment: cohesion with a linear ramp, 1/d separation with a clamp, alignment by the
// mean velocity, each with its own radius, all radii inclusive.
//
//   F_c = (mean p_j - p_i) / r_c                 neighbors j != i, d <= r_c
//   F_s = clamp(sum of -unit(r_ij)/d, F_Smax)    neighbors j != i, 0 < d <= r_s
//   F_a = mean v_j                               neighbors and i itself, d <= r_a
//   F   = K_c F_c + K_s F_s + K_a F_a
//
// Source: "Flocking agents behavior formal assignment", InfiniBrains, Awesome-GameDev-Resources.
// The dialects are programs that differ from that text and that published tests were made with.
#include "models/formal.h"

#include "base/bits.h"
#include "covey/block.h"

#include <float.h>
#include <string.h>

typedef enum clamp_rule {
    CLAMP_LENGTH,  ///< of F_s to F_Smax
    CLAMP_PRODUCT, ///< of F_s to F_Smax where |F_s.x · F_s.y| exceeds F_Smax
    CLAMP_GAINED,  ///< of K_s F_s to F_Smax
} clamp_rule;

typedef struct dialect_row {
    const char *name;
    const char *alias; ///< another name, or NULL
    covey_weight separation;
    clamp_rule clamp;
    bool ramp; ///< cohesion grows with the distance; if not, its length is 1
    const char *rules;
} dialect_row;

static const dialect_row dialects[] = {
    {
        .name = "text",
        .separation = COVEY_WEIGHT_INVERSE,
        .clamp = CLAMP_LENGTH,
        .ramp = true,
        .rules =
            "text: the rules of the assignment, its contradictions settled.\n"
            "\n"
            "  cohesion    neighbors j != i with d <= r_c\n"
            "              F_c = (mean p_j - p_i) / r_c; 0 without neighbors or with r_c = 0\n"
            "  separation  neighbors j != i with 0 < d <= r_s\n"
            "              F_s = sum of -unit(p_j - p_i) / d, then clamped to the length F_Smax\n"
            "  alignment   neighbors and i itself with d <= r_a\n"
            "              F_a = mean v, the mean itself and not its difference from v_i\n"
            "  together    F = K_c F_c + K_s F_s + K_a F_a\n"
            "              v' = v + F dt, then p' = p + v' dt; all agents at once\n"
            "\n"
            "Settled: the text says < for r_c in one place, but its worked example has d = r_c "
            "with\n"
            "cohesion acting, so every radius is inclusive. The hat in the formula of separation\n"
            "points at the neighbor; prose, pictures and tests push away from it. A value that\n"
            "rounds to zero prints as 0.000, never -0.000.\n",
    },
    {
        .name = "suite2023",
        .separation = COVEY_WEIGHT_AXIS,
        .clamp = CLAMP_PRODUCT,
        .ramp = true,
        .rules =
            "suite2023: the program that the 15 test files published in 2023 were made with.\n"
            "\n"
            "It departs from the text in separation alone:\n"
            "  - a neighbor adds -1/d or +1/d on each axis on which it is not level with the "
            "agent,\n"
            "    instead of -unit(p_j - p_i) / d: a diagonal neighbor pushes sqrt(2) too hard "
            "and\n"
            "    always at 45 degrees;\n"
            "  - the clamp compares |F_s.x * F_s.y|, a product, with F_Smax: a force along one "
            "axis\n"
            "    is never clamped. Where it clamps, it scales to the length F_Smax as it should.\n",
    },
    {
        .name = "unit",
        .alias = "ai4games-2026",
        .separation = COVEY_WEIGHT_INVERSE,
        .clamp = CLAMP_GAINED,
        .ramp = false,
        .rules =
            "unit: a common reading of the assignment, and that of the program that the 20 tests "
            "of the\ncourse of 2026 were made with; another name for it is ai4games-2026.\n"
            "\n"
            "It departs from the text in two rules:\n"
            "  - cohesion has no ramp: F_c = unit(mean p_j - p_i);\n"
            "  - K_s multiplies before the clamp: K_s F_s is clamped to the length F_Smax, and\n"
            "    F = K_c F_c + clamp(K_s F_s) + K_a F_a.\n",
    },
};

enum { DIALECTS = sizeof dialects / sizeof *dialects };

static const char *const dialect_names[] = {"text", "suite2023", "unit", NULL};
_Static_assert(sizeof dialect_names / sizeof *dialect_names == DIALECTS + 1, "a name per dialect");

static const covey_param params[] = {
    COVEY_PARAM(covey_model_formal_params, r_c, 1, 0, DBL_MAX, "L", "Cohesion radius."),
    COVEY_PARAM(covey_model_formal_params, r_s, 1, 0, DBL_MAX, "L", "Separation radius."),
    COVEY_PARAM(covey_model_formal_params, F_Smax, 1, 0, DBL_MAX, "L/T^2",
                "Longest separation force."),
    COVEY_PARAM(covey_model_formal_params, r_a, 1, 0, DBL_MAX, "L", "Alignment radius."),
    COVEY_PARAM_RULE(covey_model_formal_params, K_c, 1, -DBL_MAX, DBL_MAX, "",
                     "Cohesion constant."),
    COVEY_PARAM_RULE(covey_model_formal_params, K_s, 1, -DBL_MAX, DBL_MAX, "",
                     "Separation constant."),
    COVEY_PARAM_RULE(covey_model_formal_params, K_a, 1, -DBL_MAX, DBL_MAX, "",
                     "Alignment constant."),
    COVEY_PARAM_CHOICE(covey_model_formal_params, dialect, 0, DIALECTS, dialect_names,
                       "Whose reading of the rules."),
    {0},
};

static int zones(const void *values, covey_zone zone[COVEY_MAX_ZONES])
{
    const covey_model_formal_params *p = values;
    zone[COVEY_FORMAL_COHESION] = covey_zone_default(p->r_c);
    zone[COVEY_FORMAL_SEPARATION] = covey_zone_default(p->r_s);
    zone[COVEY_FORMAL_SEPARATION].weight = dialects[(int)p->dialect].separation;
    zone[COVEY_FORMAL_ALIGNMENT] = covey_zone_default(p->r_a);
    zone[COVEY_FORMAL_ALIGNMENT].weight = COVEY_WEIGHT_NOTHING;
    zone[COVEY_FORMAL_ALIGNMENT].carry = COVEY_CARRY_VELOCITY;
    zone[COVEY_FORMAL_ALIGNMENT].self = true;
    return COVEY_FORMAL_ZONES;
}

/// How a dialect differs. Where this is constant, compilers leave out the parts that it does not
/// use.
typedef struct rules {
    clamp_rule clamp;
    bool ramp;
    bool is_short; ///< cohesion with a ramp is known to be no longer than 1
} rules;

COVEY_INLINE covey_vec mean(covey_vec sum, double count)
{
    return covey_vec_divide(sum, count > 0.0 ? count : 1.0);
}

COVEY_INLINE covey_vec cohesion(const covey_model_formal_params *p, rules by, covey_percept near)
{
    covey_vec to_center = mean(near.offset, near.count);
    if (!by.ramp)
        return covey_vec_unit(to_center);
    if (p->r_c == 0.0)
        return (covey_vec){0, 0, 0.0};
    to_center = covey_vec_divide(to_center, p->r_c);
    return by.is_short ? to_center : covey_vec_limit(to_center, 1.0); // rounding may pass 1
}

COVEY_INLINE covey_vec clamp(const covey_model_formal_params *p, rules by, covey_vec sum)
{
    if (by.clamp != CLAMP_PRODUCT)
        return covey_vec_limit(sum, p->F_Smax);
    covey_vec clamped = covey_vec_scale(covey_vec_unit(sum), p->F_Smax);
    return fabs(sum.x * sum.y) <= p->F_Smax ? sum : clamped;
}

COVEY_INLINE covey_model_formal_terms forces(const covey_model_formal_params *p, rules by,
                                             const covey_percept *percepts)
{
    const covey_percept *aligned = &percepts[COVEY_FORMAL_ALIGNMENT];
    bool gain_first = by.clamp == CLAMP_GAINED;
    covey_model_formal_terms terms = {
        .cohesion = cohesion(p, by, percepts[COVEY_FORMAL_COHESION]),
        .separation_sum =
            covey_vec_scale(percepts[COVEY_FORMAL_SEPARATION].offset, gain_first ? -p->K_s : -1.0),
        .alignment = mean(aligned->carried, aligned->count),
    };
    terms.separation = clamp(p, by, terms.separation_sum);
    covey_vec force = covey_vec_scale(terms.cohesion, p->K_c);
    force = covey_vec_add(force, covey_vec_scale(terms.separation, gain_first ? 1.0 : p->K_s));
    terms.force = covey_vec_add(force, covey_vec_scale(terms.alignment, p->K_a));
    return terms;
}

static rules rules_of(const covey_model_formal_params *p)
{
    const dialect_row *row = &dialects[(int)p->dialect];
    return (rules){row->clamp, row->ramp, false};
}

covey_model_formal_terms covey_model_formal_forces(const covey_model_formal_params *p,
                                                   const covey_percept *percepts)
{
    return forces(p, rules_of(p), percepts);
}

static covey_vec decide(const void *values, const covey_agent *self, const covey_percept *percepts)
{
    (void)self;
    return covey_model_formal_forces(values, percepts).force;
}

/// A function for blocks by the rules of a dialect.
#define DECIDER(name, clamp, ramp, is_short)                                                       \
    COVEY_INLINE covey_vec name##_force(const void *values, const covey_agent *self,               \
                                        const covey_percept *percepts)                             \
    {                                                                                              \
        (void)self;                                                                                \
        return forces(values, (rules){clamp, ramp, is_short}, percepts).force;                     \
    }                                                                                              \
    COVEY_BLOCK_DECIDE_IN(name, name##_force, false) /* of the plane alone */
DECIDER(decide_text, CLAMP_LENGTH, true, false)
DECIDER(decide_text_short, CLAMP_LENGTH, true, true)
DECIDER(decide_suite2023, CLAMP_PRODUCT, true, false)
DECIDER(decide_suite2023_short, CLAMP_PRODUCT, true, true)
DECIDER(decide_unit, CLAMP_GAINED, false, false)

/// Whether the mean offset of each agent is shorter than the radius by more than all rounding: then
/// cohesion needs neither a root nor a division to be held to 1.
COVEY_BODY void find_short_body(const covey_percepts *near, size_t count, double radius,
                                bool *is_short)
{
    uint64_t beyond = 0;
    for (size_t k = 0; k < count; k++) {
        covey_vec sum = {near->offset[0][k], near->offset[1][k], 0.0};
        double most = near->count[k] * radius, square = most * most;
        bool safe = (square >= 0x1p-900) & (square <= 0x1p1000);
        bool within = safe & (covey_vec_dot(sum, sum) < 0.999 * square);
        bool none = covey_vec_is_zero(sum);
        beyond |= covey_bits_of((within | none) ? 0.0 : 1.0);
    }
    *is_short = beyond == 0;
}
COVEY_WIDER(static void, find_short,
            (const covey_percepts *near, size_t count, double radius, bool *is_short),
            (near, count, radius, is_short))

static void decide_block(const void *values, const covey_block *agents,
                         const covey_percepts *percepts, covey_intents *intents)
{
    const covey_model_formal_params *p = values;
    clamp_rule clamp = rules_of(p).clamp;
    bool is_short;
    find_short(&percepts[COVEY_FORMAL_COHESION], agents->count, p->r_c, &is_short);
    if (clamp == CLAMP_LENGTH)
        (is_short ? decide_text_short : decide_text)(values, agents, percepts, intents);
    else if (clamp == CLAMP_PRODUCT)
        (is_short ? decide_suite2023_short : decide_suite2023)(values, agents, percepts, intents);
    else
        decide_unit(values, agents, percepts, intents);
}

const char *covey_model_formal_dialect(int index)
{
    return index >= 0 && index < DIALECTS ? dialects[index].name : NULL;
}

const char *covey_model_formal_rules(int index)
{
    return index >= 0 && index < DIALECTS ? dialects[index].rules : NULL;
}

int covey_model_formal_find(const char *dialect)
{
    for (int index = 0; index < DIALECTS; index++)
        if (strcmp(dialects[index].name, dialect) == 0 ||
            (dialects[index].alias != NULL && strcmp(dialects[index].alias, dialect) == 0))
            return index;
    return -1;
}

const covey_model covey_model_formal = {
    .name = "formal",
    .title = "Cohesion, separation and alignment exactly as the formal assignment defines them.",
    .source = "InfiniBrains, Flocking agents behavior formal assignment, "
              "Awesome-GameDev-Resources, 2022",
    .params = params,
    .params_size = sizeof(covey_model_formal_params),
    .motion = "accelerate",
    .zones = zones,
    .decide = decide,
    .decide_block = decide_block,
    .plane_only = true,
};
