// SPDX-License-Identifier: MIT
// The mistakes in words, the ways to make them, and which go together.
#include "formal/mistakes.h"

enum { UNIT = 2 }; // row of the table of dialects

static const covey_mistake_info infos[COVEY_MISTAKES] = {
#define X(name, word, part, what, rule, hint) {word, COVEY_PART_##part, what, rule, hint},
#include "formal/mistakes.def"
#undef X
};

const covey_mistake_info *covey_mistakes_info(int mistake)
{
    return mistake >= 0 && mistake < COVEY_MISTAKES ? &infos[mistake] : NULL;
}

covey_mistake_info covey_mistakes_in(int dialect, int mistake)
{
    covey_mistake_info info = infos[mistake];
    if (dialect != UNIT)
        return info;
    if (mistake == COVEY_MISTAKE_CLAMP_OTHER_SIDE)
        info.rule = "In this dialect K_s multiplies before the clamp.";
    if (mistake == COVEY_MISTAKE_COHESION_OTHER_SCALE)
        info.what = "divides cohesion by r_c";
    if (mistake == COVEY_MISTAKE_COHESION_NOT_DIVIDED)
        info.what = "does not normalize cohesion";
    if (mistake == COVEY_MISTAKE_COHESION_OTHER_SCALE ||
        mistake == COVEY_MISTAKE_COHESION_NOT_DIVIDED) {
        info.rule = "In this dialect F_c is a unit vector towards P_CM.";
        info.hint = "Stand an agent close to the center of mass, then far from it.\n"
                    "How long is your F_c in both places, and how long should it be?";
    }
    return info;
}

// ---- Parameters that are mixed up ----

enum { R_C, R_S, F_MAX, R_A, K_C, K_S, K_A };

/// Mix-ups of programs: parameters of one kind, and neighbors in the input.
static const struct {
    int one, other;
    const char *swapped;
    const char *replaced[2]; ///< one where the other should stand; the other way round
} pairs[] = {
#define PAIR(one, other, a, b)                                                                     \
    {                                                                                              \
        one, other, a " and " b,                                                                   \
        {                                                                                          \
            a " for " b, b " for " a                                                               \
        }                                                                                          \
    }
    PAIR(F_MAX, R_A, "F_Smax", "r_a"), PAIR(R_C, R_S, "r_c", "r_s"),
    PAIR(R_C, R_A, "r_c", "r_a"),      PAIR(R_S, R_A, "r_s", "r_a"),
    PAIR(R_S, F_MAX, "r_s", "F_Smax"), PAIR(R_A, K_C, "r_a", "K_c"),
    PAIR(K_C, K_S, "K_c", "K_s"),      PAIR(K_C, K_A, "K_c", "K_a"),
    PAIR(K_S, K_A, "K_s", "K_a"),
#undef PAIR
};

enum { PAIRS = sizeof pairs / sizeof *pairs, GAINS = 4 };

static const char *const gains[GAINS] = {"K_c", "K_s", "K_a", "K_c, K_s and K_a"};

static bool makes(covey_mistake_set mistakes, covey_mistake mistake)
{
    return (mistakes & COVEY_MISTAKE_BIT(mistake)) != 0;
}

int covey_mistakes_choices(covey_mistake_set mistakes)
{
    if (makes(mistakes, COVEY_MISTAKE_SWAPPED))
        return PAIRS;
    if (makes(mistakes, COVEY_MISTAKE_REPLACED))
        return 2 * PAIRS;
    return makes(mistakes, COVEY_MISTAKE_GAIN_LEFT_OUT) ? GAINS : 1;
}

const char *covey_mistakes_choice(const covey_variant *variant, int mistake)
{
    int choice = variant->choice;
    if (mistake == COVEY_MISTAKE_SWAPPED)
        return pairs[choice].swapped;
    if (mistake == COVEY_MISTAKE_REPLACED)
        return pairs[choice / 2].replaced[choice % 2];
    return mistake == COVEY_MISTAKE_GAIN_LEFT_OUT ? gains[choice] : "";
}

void covey_mistakes_take(const covey_variant *variant, double params[COVEY_MISTAKES_PARAMS])
{
    int choice = variant->choice;
    if (makes(variant->mistakes, COVEY_MISTAKE_SWAPPED)) {
        double one = params[pairs[choice].one];
        params[pairs[choice].one] = params[pairs[choice].other];
        params[pairs[choice].other] = one;
    }
    if (makes(variant->mistakes, COVEY_MISTAKE_REPLACED)) {
        int one = pairs[choice / 2].one, other = pairs[choice / 2].other;
        params[choice % 2 == 0 ? other : one] = params[choice % 2 == 0 ? one : other];
    }
    for (int k = 0; k < 3 && makes(variant->mistakes, COVEY_MISTAKE_GAIN_LEFT_OUT); k++)
        if (choice == k || choice == 3)
            params[K_C + k] = 1;
}

// ---- Two at once ----

#define BIT(name) COVEY_MISTAKE_BIT(COVEY_MISTAKE_##name)

/// Sets of which a program makes one mistake at most.
static const covey_mistake_set either[] = {
    BIT(OLD_VELOCITY) | BIT(HALF_SQUARE),
    BIT(HALF_SQUARE) | BIT(POSITION_NO_DT),
    BIT(STRICT) | BIT(COHESION_STRICT),
    BIT(STRICT) | BIT(SEPARATION_STRICT),
    BIT(STRICT) | BIT(ALIGNMENT_STRICT),
    BIT(SWAPPED) | BIT(REPLACED) | BIT(GAIN_LEFT_OUT), // one choice is for all
    BIT(SEPARATION_CONSTANT) | BIT(SEPARATION_SQUARED) | BIT(SEPARATION_OFFSETS),
    BIT(COHESION_OTHER_SCALE) | BIT(COHESION_NOT_DIVIDED),
    BIT(NOT_CLAMPED) | BIT(CLAMP_OTHER_SIDE),
    BIT(FORCE_CLAMPED) | BIT(CLAMP_OTHER_SIDE),
    BIT(NOT_CLAMPED) | BIT(CLAMP_PER_AXIS) | BIT(CLAMP_SQUARED) | BIT(ALWAYS_CLAMPED) |
        BIT(FORCE_CLAMPED),
    BIT(ALWAYS_CLAMPED) | BIT(SEPARATION_AVERAGED),
    BIT(ALWAYS_CLAMPED) | BIT(SWAPPED), // K_s is of no use where it is clamped after the gain
    BIT(ALWAYS_CLAMPED) | BIT(REPLACED),
    BIT(ALWAYS_CLAMPED) | BIT(GAIN_LEFT_OUT),
    BIT(ALIGNMENT_SUM) | BIT(ALIGNMENT_UNIT),
    BIT(ALIGNMENT_SUM) | BIT(ALIGNMENT_DIFFERENCE), // the sum without the agent itself
    BIT(COHESION_SUM) | BIT(COHESION_CENTER),       // as with the agent itself in the sum
    BIT(COHESION_SUM) | BIT(COHESION_OVER_ALL) | BIT(COHESION_CENTER),
    BIT(ALIGNMENT_SUM) | BIT(ALIGNMENT_OVER_ALL),
    BIT(ALIGNMENT_UNIT) | BIT(ALIGNMENT_OVER_ALL),
    BIT(IN_PLACE) | BIT(VELOCITIES_IN_PLACE),
    BIT(TRUNCATED) | BIT(ROUNDED_DOWN) | BIT(HALF_AWAY) | BIT(SIGNIFICANT),
    BIT(DECIMALS) | BIT(SIGNIFICANT),
    BIT(FLOAT) | BIT(SIGNIFICANT),
    BIT(FIRST_FRAME) | BIT(LAST_FRAME),
};

bool covey_mistakes_go_together(int a, int b)
{
    covey_mistake_set both = COVEY_MISTAKE_BIT(a) | COVEY_MISTAKE_BIT(b);
    for (size_t k = 0; k < sizeof either / sizeof *either; k++)
        if ((either[k] & both) == both)
            return false;
    return a != b;
}
