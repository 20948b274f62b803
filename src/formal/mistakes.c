// SPDX-License-Identifier: MIT
// The formal assignment as a student writes it, every agent looking at every other in the order of
// the input, with each classic mistake as a switch. It shares no rule with the library's model: one
// is the check of the other.
#include "formal/mistakes.h"

#include "base/print.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

typedef struct vec {
    double x, y;
} vec;

// Rows of the table of dialects.
enum { TEXT, SUITE2023, UNIT };

static bool makes(const covey_mistakes_run *run, covey_mistake mistake)
{
    return (run->variant.mistakes & COVEY_MISTAKE_BIT(mistake)) != 0;
}

// ---- Vectors ----

/// A variable of the type that the program has for numbers.
static double stored(const covey_mistakes_run *run, double x)
{
    return makes(run, COVEY_MISTAKE_FLOAT) ? (double)(float)x : x;
}

static double length(vec v)
{
    return sqrt(v.x * v.x + v.y * v.y);
}

static vec times(double factor, vec v)
{
    return (vec){factor * v.x, factor * v.y};
}

static vec divided(vec v, double divisor)
{
    return (vec){v.x / divisor, v.y / divisor};
}

static vec unit(vec v)
{
    double l = length(v);
    return l > 0 ? divided(v, l) : v;
}

static vec offset(const covey_mistakes_run *run, size_t i, size_t j)
{
    const covey_mistakes_agent *a = &run->agents[i], *b = &run->agents[j];
    return (vec){b->x - a->x, b->y - a->y};
}

static bool is_inside(double d, double radius, bool strict)
{
    return strict ? d < radius : d <= radius;
}

// ---- Cohesion ----

/// The sum of the offsets to the neighbors and their number.
static vec gather(const covey_mistakes_run *run, size_t i, size_t *count)
{
    bool strict = makes(run, COVEY_MISTAKE_COHESION_STRICT);
    vec sum = {0, 0};
    for (size_t j = 0; j < run->problem->agents; j++) {
        vec to = offset(run, i, j);
        bool counts = j == i ? makes(run, COVEY_MISTAKE_COHESION_WITH_SELF)
                             : is_inside(length(to), run->problem->r_c, strict);
        if (!counts)
            continue;
        sum = (vec){sum.x + to.x, sum.y + to.y};
        (*count)++;
    }
    return sum;
}

static vec cohesion(const covey_mistakes_run *run, size_t i)
{
    size_t count = 0;
    vec sum = gather(run, i, &count);
    if (count == 0)
        return (vec){0, 0};
    vec force = divided(sum, (double)count);
    bool normalizes =
        (run->variant.dialect == UNIT) != makes(run, COVEY_MISTAKE_COHESION_OTHER_SCALE);
    double r_c = run->problem->r_c;
    if (makes(run, COVEY_MISTAKE_COHESION_NOT_DIVIDED))
        r_c = 1; // and is not normalized either
    else if (normalizes)
        force = unit(force);
    if (!normalizes || makes(run, COVEY_MISTAKE_COHESION_NOT_DIVIDED))
        force = r_c > 0 ? divided(force, r_c) : (vec){0, 0};
    return makes(run, COVEY_MISTAKE_ONCE_PER_NEIGHBOR) ? times((double)count, force) : force;
}

// ---- Separation ----

static double sign(double x)
{
    return (double)(x > 0) - (double)(x < 0);
}

/// How one neighbor at distance d > 0 pushes.
static vec push(const covey_mistakes_run *run, vec to, double d)
{
    double strength = -1 / d;
    if (makes(run, COVEY_MISTAKE_SEPARATION_CONSTANT))
        strength = -1;
    if (makes(run, COVEY_MISTAKE_SEPARATION_SQUARED))
        strength = -1 / (d * d);
    if (makes(run, COVEY_MISTAKE_SEPARATION_FLIPPED))
        strength = -strength;
    if (run->variant.dialect == SUITE2023)
        return (vec){strength * sign(to.x), strength * sign(to.y)};
    return times(strength, divided(to, d));
}

static vec clamp(const covey_mistakes_run *run, vec force)
{
    double limit = run->problem->f_max;
    double measure = run->variant.dialect == SUITE2023 ? fabs(force.x * force.y) : length(force);
    if (makes(run, COVEY_MISTAKE_NOT_CLAMPED) || measure <= limit)
        return force;
    return times(limit, unit(force));
}

/// Times K_s already.
static vec separation(const covey_mistakes_run *run, size_t i)
{
    bool strict = makes(run, COVEY_MISTAKE_SEPARATION_STRICT);
    double k_s = run->problem->k_s;
    vec sum = {0, 0};
    size_t count = 0;
    for (size_t j = 0; j < run->problem->agents; j++) {
        vec to = offset(run, i, j);
        double d = length(to);
        if (j == i || d == 0 || !is_inside(d, run->problem->r_s, strict))
            continue;
        vec one = push(run, to, d);
        sum = (vec){sum.x + one.x, sum.y + one.y};
        count++;
    }
    if (makes(run, COVEY_MISTAKE_SEPARATION_AVERAGED) && count > 0)
        sum = divided(sum, (double)count);
    bool gain_first = (run->variant.dialect == UNIT) != makes(run, COVEY_MISTAKE_CLAMP_OTHER_SIDE);
    vec force = gain_first ? clamp(run, times(k_s, sum)) : times(k_s, clamp(run, sum));
    return makes(run, COVEY_MISTAKE_ONCE_PER_NEIGHBOR) ? times((double)count, force) : force;
}

// ---- Alignment ----

static vec alignment(const covey_mistakes_run *run, size_t i)
{
    bool strict = makes(run, COVEY_MISTAKE_ALIGNMENT_STRICT);
    vec sum = {0, 0};
    size_t count = 0;
    for (size_t j = 0; j < run->problem->agents; j++) {
        bool counts = j == i ? !makes(run, COVEY_MISTAKE_ALIGNMENT_WITHOUT_SELF)
                             : is_inside(length(offset(run, i, j)), run->problem->r_a, strict);
        if (!counts)
            continue;
        sum = (vec){sum.x + run->agents[j].vx, sum.y + run->agents[j].vy};
        count++;
    }
    if (count == 0)
        return (vec){0, 0};
    vec force = divided(sum, (double)count);
    if (makes(run, COVEY_MISTAKE_ALIGNMENT_DIFFERENCE))
        force = (vec){force.x - run->agents[i].vx, force.y - run->agents[i].vy};
    return makes(run, COVEY_MISTAKE_ONCE_PER_NEIGHBOR) ? times((double)count, force) : force;
}

// ---- Steps ----

/// A number from -1 to 1, another one at each call.
static double draw(covey_mistakes_run *run)
{
    uint64_t x = ++run->draws * UINT64_C(0x9e3779b97f4a7c15);
    x ^= x >> 32;
    x *= UINT64_C(0xd6e8feb86659fd93);
    x ^= x >> 32;
    return (double)(x >> 11) * 0x1p-52 - 1;
}

static double shaken(covey_mistakes_run *run, double x)
{
    return run->variant.jitter > 0 ? x * (1 + run->variant.jitter * draw(run)) : x;
}

static vec force_on(covey_mistakes_run *run, size_t i)
{
    const vec none = {0, 0};
    double k_c = run->problem->k_c, k_s = run->problem->k_s, k_a = run->problem->k_a;
    vec c = k_c != 0 ? cohesion(run, i) : none;
    vec s = k_s != 0 ? separation(run, i) : none;
    vec a = k_a != 0 ? alignment(run, i) : none;
    vec force = {shaken(run, k_c * c.x) + shaken(run, s.x) + shaken(run, k_a * a.x),
                 shaken(run, k_c * c.y) + shaken(run, s.y) + shaken(run, k_a * a.y)};
    return (vec){stored(run, force.x), stored(run, force.y)};
}

static covey_mistakes_agent moved(covey_mistakes_run *run, size_t i, double dt)
{
    vec force = force_on(run, i);
    covey_mistakes_agent old = run->agents[i], new;
    double gain = makes(run, COVEY_MISTAKE_NO_DT) ? 1 : dt;
    new.vx = stored(run, old.vx + force.x * gain);
    new.vy = stored(run, old.vy + force.y * gain);
    vec by = {new.vx, new.vy};
    if (makes(run, COVEY_MISTAKE_OLD_VELOCITY))
        by = (vec){old.vx, old.vy};
    if (makes(run, COVEY_MISTAKE_HALF_SQUARE))
        by = (vec){old.vx + force.x * dt / 2, old.vy + force.y * dt / 2};
    new.x = stored(run, old.x + by.x * dt);
    new.y = stored(run, old.y + by.y * dt);
    return new;
}

void covey_mistakes_start(const covey_problem *problem, covey_variant variant,
                          covey_mistakes_agent *room, covey_mistakes_run *run)
{
    *run = (covey_mistakes_run){problem, variant, room, room + problem->agents, 0};
    for (size_t i = 0; i < problem->agents; i++) {
        const double *from = &problem->start[4 * i];
        run->agents[i] = (covey_mistakes_agent){stored(run, from[0]), stored(run, from[1]),
                                                stored(run, from[2]), stored(run, from[3])};
    }
}

size_t covey_mistakes_steps(const covey_mistakes_run *run)
{
    size_t asked = run->problem->steps;
    return makes(run, COVEY_MISTAKE_FIRST_FRAME) + asked +
           (asked > 0 && makes(run, COVEY_MISTAKE_EXTRA_STEP));
}

const covey_mistakes_agent *covey_mistakes_move(covey_mistakes_run *run, size_t step, size_t i)
{
    const covey_problem *problem = run->problem;
    covey_mistakes_agent *target =
        makes(run, COVEY_MISTAKE_IN_PLACE) ? &run->agents[i] : &run->next[i];
    if (step == 0 && makes(run, COVEY_MISTAKE_FIRST_FRAME)) {
        *target = run->agents[i];
        return target;
    }
    size_t row = step - makes(run, COVEY_MISTAKE_FIRST_FRAME);
    double dt = problem->dt[row < problem->steps ? row : problem->steps - 1];
    *target = moved(run, i, stored(run, dt));
    return target;
}

void covey_mistakes_settle(covey_mistakes_run *run)
{
    covey_mistakes_agent *old = run->agents;
    if (makes(run, COVEY_MISTAKE_IN_PLACE))
        return;
    run->agents = run->next;
    run->next = old;
}

void covey_mistakes_step(covey_mistakes_run *run, size_t step)
{
    for (size_t i = 0; i < run->problem->agents; i++)
        (void)covey_mistakes_move(run, step, i);
    covey_mistakes_settle(run);
}

// ---- Output ----

bool covey_mistakes_shows(const covey_mistakes_run *run, size_t step)
{
    return !makes(run, COVEY_MISTAKE_LAST_FRAME) || step + 1 == covey_mistakes_steps(run);
}

static double rounded(const covey_mistakes_run *run, double x)
{
    double thousands = x * 1000;
    if (makes(run, COVEY_MISTAKE_TRUNCATED))
        return sign(x) * floor(fabs(thousands)) / 1000;
    if (makes(run, COVEY_MISTAKE_ROUNDED_DOWN))
        return floor(thousands) / 1000;
    if (makes(run, COVEY_MISTAKE_HALF_AWAY))
        return sign(x) * floor(fabs(thousands) + 0.5) / 1000;
    return x;
}

/// As printf prints with %f or %g, but with a point in every locale and without the sign of a zero.
static size_t print_as(char *text, double x, char style, int precision)
{
    char room[COVEY_MISTAKES_LINE / 4];
    int size = style == 'f' ? snprintf(room, sizeof room, "%.*f", precision, x)
                            : snprintf(room, sizeof room, "%.*g", precision, x);
    bool zero = true;
    for (int k = 0; k < size; k++) {
        bool digit = room[k] >= '0' && room[k] <= '9';
        zero = zero && (!digit || room[k] == '0');
        if (!digit && room[k] != '-' && room[k] != '+' && room[k] != 'e')
            room[k] = '.';
    }
    int first = zero && room[0] == '-';
    memcpy(text, room + first, (size_t)(size - first));
    return (size_t)(size - first);
}

static size_t print_number(const covey_mistakes_run *run, char *text, double x)
{
    if (!(fabs(x) <= DBL_MAX)) {
        const char *word = x > 0 ? "inf" : x < 0 ? "-inf" : "nan";
        memcpy(text, word, strlen(word));
        return strlen(word);
    }
    if (makes(run, COVEY_MISTAKE_DECIMALS))
        return print_as(text, rounded(run, x), 'f', run->variant.decimals);
    if (makes(run, COVEY_MISTAKE_SIGNIFICANT))
        return print_as(text, x, 'g', run->variant.digits);
    return covey_print_fixed3(text, rounded(run, x));
}

size_t covey_mistakes_line(const covey_mistakes_run *run, const covey_mistakes_agent *agent,
                           char text[COVEY_MISTAKES_LINE])
{
    const double values[] = {agent->x, agent->y, agent->vx, agent->vy};
    size_t size = 0;
    for (int k = 0; k < 4; k++) {
        if (k > 0)
            text[size++] = ' ';
        size += print_number(run, text + size, values[k]);
    }
    return size;
}

// ---- Words ----

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

/// Sets of which a program makes one mistake at most.
static const covey_mistake_set either[] = {
    COVEY_MISTAKE_BIT(COVEY_MISTAKE_OLD_VELOCITY) | COVEY_MISTAKE_BIT(COVEY_MISTAKE_HALF_SQUARE),
    COVEY_MISTAKE_BIT(COVEY_MISTAKE_SEPARATION_CONSTANT) |
        COVEY_MISTAKE_BIT(COVEY_MISTAKE_SEPARATION_SQUARED),
    COVEY_MISTAKE_BIT(COVEY_MISTAKE_COHESION_OTHER_SCALE) |
        COVEY_MISTAKE_BIT(COVEY_MISTAKE_COHESION_NOT_DIVIDED),
    COVEY_MISTAKE_BIT(COVEY_MISTAKE_NOT_CLAMPED) |
        COVEY_MISTAKE_BIT(COVEY_MISTAKE_CLAMP_OTHER_SIDE),
    COVEY_MISTAKE_BIT(COVEY_MISTAKE_TRUNCATED) | COVEY_MISTAKE_BIT(COVEY_MISTAKE_ROUNDED_DOWN) |
        COVEY_MISTAKE_BIT(COVEY_MISTAKE_HALF_AWAY) | COVEY_MISTAKE_BIT(COVEY_MISTAKE_SIGNIFICANT),
    COVEY_MISTAKE_BIT(COVEY_MISTAKE_DECIMALS) | COVEY_MISTAKE_BIT(COVEY_MISTAKE_SIGNIFICANT),
    COVEY_MISTAKE_BIT(COVEY_MISTAKE_FLOAT) | COVEY_MISTAKE_BIT(COVEY_MISTAKE_SIGNIFICANT),
    COVEY_MISTAKE_BIT(COVEY_MISTAKE_FIRST_FRAME) | COVEY_MISTAKE_BIT(COVEY_MISTAKE_LAST_FRAME),
};

bool covey_mistakes_go_together(int a, int b)
{
    covey_mistake_set both = COVEY_MISTAKE_BIT(a) | COVEY_MISTAKE_BIT(b);
    for (size_t k = 0; k < sizeof either / sizeof *either; k++)
        if ((either[k] & both) == both)
            return false;
    return a != b;
}
