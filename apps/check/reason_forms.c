// SPDX-License-Identifier: MIT
// The force of a rule from the agents that it sees, in each right and wrong way.
#include "check/reason_parts.h"

#include <math.h>

typedef struct vec {
    double x, y;
} vec;

/// A rule at work on an agent.
typedef struct working {
    reason_world *world;
    int rule;
    const unsigned char *parts;
    size_t i;
    const reason_seen *seen;
} working;

static double length(vec v)
{
    return sqrt(v.x * v.x + v.y * v.y);
}

static vec times(vec v, double factor)
{
    return (vec){v.x * factor, v.y * factor};
}

static vec plus(vec a, vec b)
{
    return (vec){a.x + b.x, a.y + b.y};
}

static vec unit(vec v)
{
    double l = length(v);
    return l > 0 ? times(v, 1 / l) : v;
}

static double sign(double x)
{
    return (double)(x > 0) - (double)(x < 0);
}

static vec capped(vec v, double most)
{
    double l = length(v);
    return l > most && l > 0 ? times(v, most / l) : v;
}

static vec offset(const working *at, size_t j)
{
    const reason_agent *a = &at->world->now[at->i], *b = &at->world->now[j];
    vec to = {b->x - a->x, b->y - a->y};
    if (at->world->program.step[LIMIT] == LIMIT_WRAP) {
        to.x -= 100 * round(to.x / 100);
        to.y -= 100 * round(to.y / 100);
    }
    return to;
}

// ---- What one neighbor adds ----

static double strength(const working *at, double d)
{
    double r = at->world->par[R_S], most = at->world->par[F_MAX];
    switch (at->parts[WHAT]) {
    case PUSH_CONSTANT:
        return 1;
    case PUSH_OFFSET:
        return d;
    case PUSH_SQUARED:
        return 1 / (d * d);
    case PUSH_CUBED:
        return 1 / (d * d * d);
    case PUSH_ROOT:
        return 1 / sqrt(d);
    case PUSH_LINEAR:
        return r > 0 ? 1 - d / r : 0;
    case PUSH_REST:
        return r - d;
    case PUSH_RATIO:
        return r / d;
    case PUSH_SHARE:
        return r > 0 ? d / r : 0;
    case PUSH_SOFT_THOUSANDTH:
        return 1 / (d + 0.001);
    case PUSH_SOFT_HUNDREDTH:
        return 1 / (d + 0.01);
    case PUSH_SOFT_TENTH:
        return 1 / (d + 0.1);
    case PUSH_SOFT_ONE:
        return 1 / (d + 1);
    case PUSH_SOFT_SQUARE:
        return 1 / (d * d + 1);
    case PUSH_EXPONENTIAL:
        return exp(-d);
    case PUSH_DIFFERENCE:
        return r > 0 ? 1 / d - 1 / r : 0;
    case PUSH_REST_INVERSE:
        return r != d ? 1 / (r - d) : 0;
    case PUSH_LIMIT_SHARE:
        return most / d;
    default:
        return 1 / d;
    }
}

static vec push(const working *at, vec to)
{
    const double degrees = 57.29577951308232;
    double d = length(to), angle;
    if (d == 0)
        return (vec){at->parts[WHO] == WHO_TOUCH, 0};
    switch (at->parts[WHAT]) {
    case PUSH_AXES:
        return (vec){to.x != 0 ? -1 / to.x : 0, to.y != 0 ? -1 / to.y : 0};
    case PUSH_SIGNS:
        return (vec){-sign(to.x) / d, -sign(to.y) / d};
    case PUSH_SIGNS_ONE:
        return (vec){-sign(to.x), -sign(to.y)};
    case PUSH_ATAN:
        angle = atan(to.y / to.x);
        return (vec){-cos(angle) / d, -sin(angle) / d};
    case PUSH_DEGREES:
        angle = atan2(to.y, to.x) * degrees;
        return (vec){-cos(angle) / d, -sin(angle) / d};
    case PUSH_WHOLE:
        d = floor(d);
        return d > 0 ? times(to, -1 / (d * d)) : (vec){0, 0};
    case PUSH_Y_FROM_X:
        return (vec){-to.x / d / d, -to.x / d / d};
    case PUSH_SIN_COS:
        return (vec){-to.y / d / d, -to.x / d / d};
    default:
        return times(to, -strength(at, d) / d);
    }
}

/// What agent j adds to the sum of cohesion or alignment, and its weight.
static vec add(const working *at, size_t j, double *weight)
{
    const reason_agent *b = &at->world->now[j], *old = &at->world->before[j];
    const vec here = {at->world->now[at->i].x, at->world->now[at->i].y};
    vec to = offset(at, j), place = plus(here, to), velocity = {b->vx, b->vy};
    double d = length(to);
    *weight = 1;
    if (at->rule == SEPARATION)
        return at->parts[WHAT] == PUSH_POSITIONS ? place : push(at, to);
    if (at->rule == COHESION)
        switch (at->parts[WHAT]) {
        case CENTER_VELOCITY:
            return velocity;
        case CENTER_UNITS:
            return plus(here, unit(to));
        case CENTER_NEARER:
            *weight = d > 0 ? 1 / d : 0;
            return times(place, *weight);
        case CENTER_FARTHER:
            *weight = d;
            return times(place, d);
        default:
            return place;
        }
    switch (at->parts[WHAT]) {
    case MEAN_POSITIONS:
        return place;
    case MEAN_UNITS:
        return unit(velocity);
    case MEAN_HEADINGS:
        return (vec){atan2(b->vy, b->vx), 0};
    case MEAN_NEARER:
        *weight = d > 0 ? 1 / d : 1;
        return times(velocity, *weight);
    case MEAN_BEFORE:
        return (vec){old->vx, old->vy};
    case MEAN_OFFSETS:
        return to;
    case MEAN_SIZES:
        return (vec){fabs(b->vx), fabs(b->vy)};
    default:
        return velocity;
    }
}

// ---- The sum ----

static double divisor(const working *at, double count)
{
    double all = (double)at->world->n;
    switch (at->parts[GATHER]) {
    case GATHER_OTHER:
        return at->rule == SEPARATION ? count : 1;
    case GATHER_MORE:
        return count + 1;
    case GATHER_LESS:
        return count - 1;
    case GATHER_OVER_ALL:
        return all;
    case GATHER_OVER_OTHERS:
        return all - 1;
    case GATHER_TWO:
        return 2;
    case GATHER_TIMES:
        return at->rule == SEPARATION && count > 0 ? 1 / count : count;
    default:
        return at->rule == SEPARATION ? 1 : count;
    }
}

/// The vector from the sum: minus the agent's place or velocity, or not.
static vec taken_from(const working *at, vec sum, double count, double by)
{
    const reason_agent *a = &at->world->now[at->i];
    vec place = {a->x, a->y}, velocity = {a->vx, a->vy};
    vec basis = at->rule == COHESION ? place : velocity, mean;
    if (at->rule == SEPARATION && at->parts[WHAT] != PUSH_POSITIONS)
        return by != 0 ? times(sum, 1 / by) : (vec){0, 0};
    if (at->parts[FROM] == FROM_OFF_SUM)
        sum = plus(sum, times(basis, -1));
    if (at->parts[FROM] == FROM_OFFSETS)
        sum = plus(sum, times(basis, -count));
    if (by == 0)
        return (vec){0, 0};
    mean = times(sum, 1 / by);
    if (at->rule == COHESION && at->parts[WHAT] == CENTER_WHOLE)
        mean = (vec){trunc(mean.x), trunc(mean.y)};
    bool bare = at->parts[FROM] == FROM_RIGHT ? at->rule == ALIGNMENT
                                              : at->rule == COHESION || at->rule == SEPARATION;
    switch (at->parts[FROM]) {
    case FROM_RIGHT:
    case FROM_OTHER:
        return bare ? mean : plus(mean, times(basis, -1));
    case FROM_PLUS:
        return plus(mean, basis);
    case FROM_POSITION:
        return plus(mean, times(place, -1));
    default:
        return mean;
    }
}

static vec run_form(const working *at, vec sum, double count, double number);

/// Sum of what is seen, with its weight; where a program adds its force at each neighbor, `running`
/// is the sum of these.
static vec gather(const working *at, double *count, double *number, vec *running)
{
    vec sum = {0, 0};
    const unsigned char gathers = at->parts[GATHER];
    bool carried = gathers == GATHER_CARRIED || gathers == GATHER_COUNT_CARRIED;
    *count = *number = 0;
    if (carried)
        sum = (vec){at->world->sum[at->rule][0], at->world->sum[at->rule][1]};
    if (gathers == GATHER_COUNT_CARRIED)
        *count = at->world->count[at->rule];
    for (size_t k = 0; k < at->seen->count; k++) {
        size_t j = at->seen->list[k];
        double weight;
        vec one = gathers == GATHER_CENTER && at->rule == SEPARATION ? offset(at, j)
                                                                     : add(at, j, &weight);
        if (gathers == GATHER_CENTER && at->rule == SEPARATION)
            weight = 1;
        if (at->rule == SEPARATION && at->parts[CLAMP] == CLAMP_EACH)
            one = capped(one, at->world->par[F_MAX]);
        sum = plus(sum, one);
        if (gathers == GATHER_PAIRWISE && at->rule != SEPARATION)
            sum = k > 0 ? times(sum, 0.5) : one;
        if (at->rule == SEPARATION && at->parts[CLAMP] == CLAMP_RUNNING)
            sum = capped(sum, at->world->par[F_MAX]);
        *count += weight;
        *number += 1;
        if (gathers == GATHER_RUNNING)
            *running = plus(*running, run_form(at, sum, *count, *number));
    }
    if (gathers == GATHER_PAIRWISE && at->rule != SEPARATION)
        *count = *count > 0;
    at->world->sum[at->rule][0] = sum.x;
    at->world->sum[at->rule][1] = sum.y;
    at->world->count[at->rule] = *count;
    return sum;
}

// ---- Length and limit ----

static vec scaled_cohesion(const working *at, vec v)
{
    const double *par = at->world->par;
    double l = length(v), r = par[R_C];
    switch (at->parts[SCALE]) {
    case RAMP_NONE:
        return v;
    case RAMP_UNIT:
        return unit(v);
    case RAMP_BY_R_S:
        return par[R_S] > 0 ? times(v, 1 / par[R_S]) : (vec){0, 0};
    case RAMP_BY_R_A:
        return par[R_A] > 0 ? times(v, 1 / par[R_A]) : (vec){0, 0};
    case RAMP_BY_SQUARE:
        return r > 0 ? times(v, 1 / (r * r)) : (vec){0, 0};
    case RAMP_TIMES:
        return times(v, r);
    case RAMP_SQUARED:
        return r > 0 ? times(v, l / (r * r)) : (vec){0, 0};
    case RAMP_INVERSE:
        return l > 0 ? times(v, 1 / (l * l)) : v;
    case RAMP_REST:
        return l > 0 && r > 0 ? times(v, (1 - l / r) / l) : (vec){0, 0};
    case RAMP_BY_LIMIT:
        return par[F_MAX] > 0 ? times(v, 1 / par[F_MAX]) : (vec){0, 0};
    case RAMP_UNIT_LIMIT:
        return times(unit(v), par[F_MAX]);
    case RAMP_BY_LENGTH_SQUARE:
        return l > 0 && r > 0 ? times(v, 1 / (l * l * r)) : (vec){0, 0};
    case RAMP_LENGTH:
        return times(v, l);
    default:
        return r > 0 ? times(v, 1 / r) : (vec){0, 0};
    }
}

static vec scaled_alignment(const working *at, vec v)
{
    const double *par = at->world->par;
    const reason_agent *a = &at->world->now[at->i];
    vec velocity = {a->vx, a->vy};
    double by = 1, dt = at->world->dt, speeds = 0;
    switch (at->parts[SCALE]) {
    case LENGTH_UNIT:
        return unit(v);
    case LENGTH_SPEED:
        return times(unit(v), length(velocity));
    case LENGTH_DIRECTION:
        for (size_t k = 0; k < at->seen->count; k++) {
            const reason_agent *b = &at->world->now[at->seen->list[k]];
            speeds += length((vec){b->vx, b->vy});
        }
        return at->seen->count > 0 && length(velocity) > 0
                   ? times(unit(velocity), speeds / (double)at->seen->count)
                   : v;
    case LENGTH_BY_R_A:
        by = par[R_A];
        break;
    case LENGTH_BY_R_C:
        by = par[R_C];
        break;
    case LENGTH_BY_R_S:
        by = par[R_S];
        break;
    case LENGTH_BY_TIME:
        by = dt != 0 ? dt : 1;
        break;
    case LENGTH_SQUARED:
        return times(v, length(v));
    default:
        break;
    }
    return by != 0 ? times(v, 1 / by) : v;
}

static vec scaled(const working *at, vec v)
{
    const double *par = at->world->par;
    if (at->rule == COHESION)
        return scaled_cohesion(at, v);
    if (at->rule == ALIGNMENT)
        return scaled_alignment(at, v);
    double by = at->parts[SCALE] == SCALE_BY_R_S   ? par[R_S]
                : at->parts[SCALE] == SCALE_BY_R_C ? par[R_C]
                                                   : 1;
    return at->parts[SCALE] == SCALE_UNIT ? unit(v) : by > 0 ? times(v, 1 / by) : v;
}

/// Separation within its limit, in each right and wrong way.
static vec limited(const working *at, vec v)
{
    const double *par = at->world->par;
    double most = par[F_MAX], l = length(v);
    switch (at->parts[CLAMP]) {
    case CLAMP_NONE:
    case CLAMP_EACH:
    case CLAMP_RUNNING:
        return v;
    case CLAMP_AXIS:
        return (vec){fmax(-most, fmin(v.x, most)), fmax(-most, fmin(v.y, most))};
    case CLAMP_SQUARE:
        return l * l > most ? times(unit(v), most) : v;
    case CLAMP_ALWAYS:
        return times(unit(v), most);
    case CLAMP_PRODUCT:
        return fabs(v.x * v.y) > most ? times(unit(v), most) : v;
    case CLAMP_UNIT:
        return l > most ? unit(v) : v;
    case CLAMP_ONE:
        return capped(v, 1);
    case CLAMP_LOW:
        return l < most ? times(unit(v), most) : v;
    case CLAMP_ZERO:
        return l > most ? (vec){0, 0} : v;
    case CLAMP_STRETCHED:
        return l > most ? times(v, most) : v;
    case CLAMP_UPPER:
        return (vec){fmin(v.x, most), fmin(v.y, most)};
    case CLAMP_SUM_OF_AXES:
        return fabs(v.x) + fabs(v.y) > most ? times(unit(v), most) : v;
    case CLAMP_BOTH_AXES:
        return l > most ? (vec){most, most} : v;
    case CLAMP_R_S:
        return capped(v, par[R_S]);
    case CLAMP_R_A:
        return capped(v, par[R_A]);
    case CLAMP_R_C:
        return capped(v, par[R_C]);
    case CLAMP_DIVIDED:
        return l > most && most > 0 ? times(v, 1 / most) : v;
    case CLAMP_UNIT_GAIN:
        return l > most ? times(unit(v), most * most) : v;
    default:
        return capped(v, most);
    }
}

static vec capped_form(const working *at, vec v, double number)
{
    switch (at->parts[CLAMP]) {
    case CAP_LIMIT:
        return capped(v, at->world->par[F_MAX]);
    case CAP_ONE:
        return capped(v, 1);
    case CAP_ALONE:
        return number <= 1 ? (vec){0, 0} : v;
    case CAP_WHOLE:
        return (vec){trunc(v.x), trunc(v.y)};
    default:
        return v;
    }
}

/// The force of a rule from its sum, without what is done with it behind.
static vec run_form(const working *at, vec sum, double count, double number)
{
    const double *par = at->world->par;
    const reason_agent *a = &at->world->now[at->i];
    if (number == 0 && at->parts[GATHER] != GATHER_CARRIED &&
        at->parts[GATHER] != GATHER_COUNT_CARRIED)
        return (vec){0, 0};
    if (at->rule == SEPARATION && at->parts[GATHER] == GATHER_CENTER)
        sum = push(at, times(sum, number > 0 ? 1 / number : 0));
    vec v = taken_from(at, sum, count, divisor(at, count));
    if (at->rule == ALIGNMENT && at->parts[WHAT] == MEAN_HEADINGS)
        v = (vec){cos(v.x), sin(v.x)};
    v = scaled(at, v);
    if (at->parts[FROM] == FROM_OUTSIDE)
        v = plus(v, at->rule == COHESION ? (vec){-a->x, -a->y} : (vec){-a->vx, -a->vy});
    if (at->rule != SEPARATION)
        return capped_form(at, v, number);
    double gain = at->parts[CLAMP] == CLAMP_GAIN ? par[K_S] : 1;
    return limited(at, times(v, gain));
}

// ---- Behind the rule ----

static double seen_by(const working *at, int rule)
{
    const reason_program right = reason_right(0);
    reason_seen seen;
    reason_look(at->world, rule, right.rule[rule], at->i, &seen);
    return (double)seen.count;
}

static double factor_of(const working *at, double number)
{
    static const int radii[RULES] = {R_C, R_S, R_A};
    const double *par = at->world->par;
    double gain = par[K_C + at->rule], dt = at->world->dt, all = (double)at->world->n;
    double r = par[radii[at->rule]];
    switch (at->parts[FACTOR]) {
    case FACTOR_MINUS:
        return -1;
    case FACTOR_COUNT:
        return number;
    case FACTOR_DT:
        return dt;
    case FACTOR_OVER_DT:
        return dt != 0 ? 1 / dt : 0;
    case FACTOR_GAIN:
        return gain;
    case FACTOR_NO_GAIN:
        return gain != 0 ? 1 / gain : 0;
    case FACTOR_OVER_GAIN:
        return gain != 0 ? 1 / (gain * gain) : 0;
    case FACTOR_TWICE:
        return 2;
    case FACTOR_HALF:
        return 0.5;
    case FACTOR_OVER_COUNT:
        return number > 0 ? 1 / number : 0;
    case FACTOR_COUNT_C:
    case FACTOR_COUNT_S:
    case FACTOR_COUNT_A:
        return seen_by(at, at->parts[FACTOR] - FACTOR_COUNT_C);
    case FACTOR_COUNT_MORE:
        return at->rule == ALIGNMENT ? number - 1 : number + 1;
    case FACTOR_ALL:
        return all;
    case FACTOR_OTHERS:
        return all - 1;
    case FACTOR_OVER_ALL:
        return 1 / all;
    case FACTOR_RADIUS:
        return r;
    case FACTOR_OVER_RADIUS:
        return r > 0 ? 1 / r : 1;
    case FACTOR_LIMIT:
        return par[F_MAX];
    case FACTOR_GONE:
        return 0;
    default:
        return 1;
    }
}

static vec on_axes(int axis, vec v)
{
    switch (axis) {
    case AXIS_Y_FROM_X:
        return (vec){v.x, v.x};
    case AXIS_X_FROM_Y:
        return (vec){v.y, v.y};
    case AXIS_X_ALONE:
        return (vec){v.x, 0};
    case AXIS_Y_ALONE:
        return (vec){0, v.y};
    case AXIS_SWAPPED:
        return (vec){v.y, v.x};
    case AXIS_X_MINUS:
        return (vec){-v.x, v.y};
    case AXIS_Y_MINUS:
        return (vec){v.x, -v.y};
    default:
        return v;
    }
}

/// The force of another rule as it should be, without its gain.
static vec other_rule(const working *at, int rule)
{
    const reason_program right = reason_right(0);
    reason_seen seen;
    reason_look(at->world, rule, right.rule[rule], at->i, &seen);
    working other = {at->world, rule, right.rule[rule], at->i, &seen};
    vec none = {0, 0};
    double count, number;
    vec sum = gather(&other, &count, &number, &none);
    return run_form(&other, sum, count, number);
}

static vec surplus(const working *at)
{
    const reason_agent *a = &at->world->now[at->i];
    switch (at->parts[PLUS]) {
    case PLUS_VELOCITY:
        return (vec){a->vx, a->vy};
    case PLUS_NO_VELOCITY:
        return (vec){-a->vx, -a->vy};
    case PLUS_POSITION:
        return (vec){a->x, a->y};
    case PLUS_NO_POSITION:
        return (vec){-a->x, -a->y};
    default:
        return other_rule(at, at->parts[PLUS] - PLUS_COHESION);
    }
}

void reason_force(reason_world *world, int rule, const unsigned char *parts, size_t i,
                  const reason_seen *seen, double f[2])
{
    const working at = {world, rule, parts, i, seen};
    double gain = world->par[K_C + rule], count, number;
    if (gain == 0) {
        f[0] = f[1] = 0;
        return;
    }
    if (rule == SEPARATION && parts[CLAMP] == CLAMP_GAIN)
        gain = 1; // it is in the force already
    vec running = {0, 0}, sum = gather(&at, &count, &number, &running);
    vec force = parts[GATHER] == GATHER_RUNNING ? running : run_form(&at, sum, count, number);
    double factor = parts[FACTOR] != FACTOR_RIGHT ? factor_of(&at, number) : 1;
    force = on_axes(parts[AXIS], times(force, factor));
    if (parts[PLUS] != PLUS_RIGHT && number > 0)
        force = plus(force, surplus(&at));
    f[0] = gain * force.x;
    f[1] = gain * force.y;
}
