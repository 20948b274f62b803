// SPDX-License-Identifier: MIT
// The formal assignment as a student writes it, every agent looking at every other in the order of
// the input, with each classic mistake as a switch. It shares no rule with the library's model: one
// is the check of the other.
#include "formal/mistakes.h"

#include "base/writer.h"

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
    return makes(run, COVEY_MISTAKE_FLOAT) ? covey_mistakes_float(x) : x;
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

/// The length of an offset, as the program calculates it.
static double distance(const covey_mistakes_run *run, vec to)
{
    bool squared = makes(run, COVEY_MISTAKE_SQUARED_DISTANCE);
    return squared ? to.x * to.x + to.y * to.y : length(to);
}

static bool is_inside(const covey_mistakes_run *run, double d, double radius,
                      covey_mistake strict_here)
{
    bool strict = makes(run, COVEY_MISTAKE_STRICT) || makes(run, strict_here);
    return strict ? d < radius : d <= radius;
}

/// How many agents the loops over neighbors look at.
static size_t looked_at(const covey_mistakes_run *run)
{
    return run->problem->agents - makes(run, COVEY_MISTAKE_LAST_UNSEEN);
}

// ---- Cohesion ----

static bool adds_positions(const covey_mistakes_run *run)
{
    return makes(run, COVEY_MISTAKE_COHESION_SUM) || makes(run, COVEY_MISTAKE_COHESION_CENTER) ||
           makes(run, COVEY_MISTAKE_COHESION_OVER_ALL);
}

/// The sum of the offsets to the neighbors, or of their positions, and their number.
static vec gather(const covey_mistakes_run *run, size_t i, size_t *count)
{
    const covey_mistake strict = COVEY_MISTAKE_COHESION_STRICT;
    vec sum = {0, 0};
    for (size_t j = 0; j < looked_at(run); j++) {
        vec to = offset(run, i, j);
        bool counts = j == i ? makes(run, COVEY_MISTAKE_COHESION_WITH_SELF)
                             : is_inside(run, distance(run, to), run->taken.r_c, strict);
        if (!counts)
            continue;
        if (adds_positions(run))
            to = (vec){run->agents[j].x, run->agents[j].y};
        sum = (vec){sum.x + to.x, sum.y + to.y};
        (*count)++;
    }
    return sum;
}

/// The vector from agent i to the center of its neighbors.
static vec to_center(const covey_mistakes_run *run, size_t i, size_t *count)
{
    vec sum = gather(run, i, count);
    if (*count == 0)
        return sum;
    size_t of = makes(run, COVEY_MISTAKE_COHESION_OVER_ALL) ? run->problem->agents : *count;
    vec to = makes(run, COVEY_MISTAKE_COHESION_SUM) ? sum : divided(sum, (double)of);
    const covey_mistakes_agent *self = &run->agents[i];
    if (adds_positions(run) && !makes(run, COVEY_MISTAKE_COHESION_CENTER))
        to = (vec){to.x - self->x, to.y - self->y};
    return makes(run, COVEY_MISTAKE_COHESION_FLIPPED) ? times(-1, to) : to;
}

static vec cohesion(const covey_mistakes_run *run, size_t i)
{
    size_t count = 0;
    vec force = to_center(run, i, &count);
    bool normalizes =
        (run->variant.dialect == UNIT) != makes(run, COVEY_MISTAKE_COHESION_OTHER_SCALE);
    double r_c = run->taken.r_c;
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

/// The push of one neighbor at distance d > 0.
static vec push(const covey_mistakes_run *run, vec to, double d)
{
    double strength = -1 / d;
    if (makes(run, COVEY_MISTAKE_SEPARATION_CONSTANT))
        strength = -1;
    if (makes(run, COVEY_MISTAKE_SEPARATION_SQUARED))
        strength = -1 / (d * d);
    if (makes(run, COVEY_MISTAKE_SEPARATION_FLIPPED))
        strength = -strength;
    if (makes(run, COVEY_MISTAKE_SEPARATION_OFFSETS))
        return times(strength < 0 ? -1 : 1, to);
    if (run->variant.dialect == SUITE2023)
        return (vec){strength * sign(to.x), strength * sign(to.y)};
    return times(strength, divided(to, d));
}

static vec clamp(const covey_mistakes_run *run, vec force)
{
    double limit = run->taken.f_max;
    double measure = run->variant.dialect == SUITE2023 ? fabs(force.x * force.y) : length(force);
    if (makes(run, COVEY_MISTAKE_CLAMP_PER_AXIS))
        return (vec){fmax(-limit, fmin(force.x, limit)), fmax(-limit, fmin(force.y, limit))};
    if (makes(run, COVEY_MISTAKE_CLAMP_SQUARED))
        measure = force.x * force.x + force.y * force.y;
    bool shortens = makes(run, COVEY_MISTAKE_ALWAYS_CLAMPED) || measure > limit;
    bool never = makes(run, COVEY_MISTAKE_NOT_CLAMPED) || makes(run, COVEY_MISTAKE_FORCE_CLAMPED);
    if (never || !shortens)
        return force;
    return times(limit, unit(force));
}

/// Separation, multiplied by K_s already.
static vec separation(const covey_mistakes_run *run, size_t i)
{
    const covey_mistake strict = COVEY_MISTAKE_SEPARATION_STRICT;
    double k_s = run->taken.k_s;
    vec sum = {0, 0};
    size_t count = 0;
    for (size_t j = 0; j < looked_at(run); j++) {
        vec to = offset(run, i, j);
        double d = distance(run, to);
        if (j == i || d == 0 || !is_inside(run, d, run->taken.r_s, strict))
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
    const covey_mistake strict = COVEY_MISTAKE_ALIGNMENT_STRICT;
    vec sum = {0, 0};
    size_t count = 0;
    for (size_t j = 0; j < looked_at(run); j++) {
        double d = distance(run, offset(run, i, j));
        bool counts = j == i ? !makes(run, COVEY_MISTAKE_ALIGNMENT_WITHOUT_SELF)
                             : is_inside(run, d, run->taken.r_a, strict);
        if (!counts)
            continue;
        sum = (vec){sum.x + run->agents[j].vx, sum.y + run->agents[j].vy};
        count++;
    }
    if (count == 0)
        return (vec){0, 0};
    size_t of = makes(run, COVEY_MISTAKE_ALIGNMENT_OVER_ALL) ? run->problem->agents : count;
    vec force = makes(run, COVEY_MISTAKE_ALIGNMENT_SUM) ? sum : divided(sum, (double)of);
    if (makes(run, COVEY_MISTAKE_ALIGNMENT_DIFFERENCE))
        force = (vec){force.x - run->agents[i].vx, force.y - run->agents[i].vy};
    if (makes(run, COVEY_MISTAKE_ALIGNMENT_UNIT))
        force = unit(force);
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
    double k_c = run->taken.k_c, k_s = run->taken.k_s, k_a = run->taken.k_a;
    vec c = k_c != 0 ? cohesion(run, i) : none;
    vec s = k_s != 0 ? separation(run, i) : none;
    vec a = k_a != 0 ? alignment(run, i) : none;
    vec force = {shaken(run, k_c * c.x) + shaken(run, s.x) + shaken(run, k_a * a.x),
                 shaken(run, k_c * c.y) + shaken(run, s.y) + shaken(run, k_a * a.y)};
    if (makes(run, COVEY_MISTAKE_FORCE_CLAMPED) && length(force) > run->taken.f_max)
        force = times(run->taken.f_max, unit(force));
    if (makes(run, COVEY_MISTAKE_FY_FROM_FX))
        force.y = force.x;
    return (vec){stored(run, force.x), stored(run, force.y)};
}

static covey_mistakes_agent moved(covey_mistakes_run *run, size_t i, double dt)
{
    vec force = force_on(run, i);
    covey_mistakes_agent old = run->agents[i], new;
    double gain = makes(run, COVEY_MISTAKE_NO_DT) ? 1 : dt;
    double kept = makes(run, COVEY_MISTAKE_FORCE_AS_VELOCITY) ? 0 : 1;
    new.vx = stored(run, kept * old.vx + force.x * gain);
    new.vy = stored(run, kept * old.vy + force.y * gain);
    vec by = {new.vx, new.vy};
    if (makes(run, COVEY_MISTAKE_OLD_VELOCITY))
        by = (vec){old.vx, old.vy};
    if (makes(run, COVEY_MISTAKE_HALF_SQUARE))
        by = (vec){old.vx + force.x * dt / 2, old.vy + force.y * dt / 2};
    double time = makes(run, COVEY_MISTAKE_POSITION_NO_DT) ? 1 : dt;
    new.x = stored(run, old.x + by.x * time);
    new.y = stored(run, old.y + by.y * time);
    return new;
}

static covey_problem take(const covey_problem *problem, const covey_variant *variant)
{
    double p[COVEY_MISTAKES_PARAMS] = {problem->r_c, problem->r_s, problem->f_max, problem->r_a,
                                       problem->k_c, problem->k_s, problem->k_a};
    covey_problem taken = *problem;
    covey_mistakes_take(variant, p);
    taken.r_c = p[0];
    taken.r_s = p[1];
    taken.f_max = p[2];
    taken.r_a = p[3];
    taken.k_c = p[4];
    taken.k_s = p[5];
    taken.k_a = p[6];
    return taken;
}

void covey_mistakes_start(const covey_problem *problem, covey_variant variant,
                          covey_mistakes_agent *room, covey_mistakes_run *run)
{
    *run = (covey_mistakes_run){
        .problem = problem,
        .taken = take(problem, &variant),
        .variant = variant,
        .agents = room,
        .next = room + problem->agents,
    };
    int y = makes(run, COVEY_MISTAKE_READ_ORDER) ? 2 : 1, vx = 3 - y;
    for (size_t i = 0; i < problem->agents; i++) {
        const double *from = &problem->start[4 * i];
        run->agents[i] = (covey_mistakes_agent){stored(run, from[0]), stored(run, from[y]),
                                                stored(run, from[vx]), stored(run, from[3])};
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
    row = makes(run, COVEY_MISTAKE_FIRST_DT) ? 0 : row;
    double dt = problem->dt[row < problem->steps ? row : problem->steps - 1];
    *target = moved(run, i, stored(run, dt));
    if (makes(run, COVEY_MISTAKE_VELOCITIES_IN_PLACE)) {
        run->agents[i].vx = target->vx;
        run->agents[i].vy = target->vy;
    }
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
    const int first = makes(run, COVEY_MISTAKE_PRINT_ORDER) ? 2 : 0;
    size_t size = 0;
    for (int k = 0; k < 4; k++) {
        if (k > 0)
            text[size++] = ' ';
        size += print_number(run, text + size, values[(first + k) % 4]);
    }
    return size;
}
