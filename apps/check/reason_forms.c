// SPDX-License-Identifier: MIT
// The force of a rule from the agents that it sees, in each right and wrong way.
#include "check/reason_vec.h"

bool reason_carries_sum(int gathers)
{
    return gathers == GATHER_CARRIED || gathers == GATHER_COUNT_CARRIED ||
           gathers == GATHER_CARRIED_ON || gathers == GATHER_CARRIED_RESULT ||
           gathers == GATHER_BOTH_CARRIED_ON;
}

bool reason_carries_count(int gathers)
{
    return gathers == GATHER_COUNT_CARRIED || gathers == GATHER_ONLY_COUNT_CARRIED ||
           gathers == GATHER_BOTH_CARRIED_ON || gathers == GATHER_ONLY_COUNT_ON;
}

static double sign(double x)
{
    return (double)(x > 0) - (double)(x < 0);
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
    double d = vec_length(to), angle;
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
    case PUSH_SIDES:
        d = fabs(to.x) + fabs(to.y);
        return vec_times(to, -1 / (d * d));
    case PUSH_WHOLE:
        d = floor(d);
        return d > 0 ? vec_times(to, -1 / (d * d)) : (vec){0, 0};
    case PUSH_Y_FROM_X:
        return (vec){-to.x / d / d, -to.x / d / d};
    case PUSH_SIN_COS:
        return (vec){-to.y / d / d, -to.x / d / d};
    default:
        return vec_times(to, -strength(at, d) / d);
    }
}

/// What agent j adds to the sum of cohesion or alignment, and its weight.
static vec add(const working *at, size_t j, double *weight)
{
    const reason_agent *b = &at->world->now[j], *old = &at->world->before[j];
    const vec here = {at->world->now[at->i].x, at->world->now[at->i].y};
    const reason_agent *self = &at->world->now[at->i];
    vec to = offset(at, j), place = vec_plus(here, to), velocity = {b->vx, b->vy};
    double d = vec_length(to);
    *weight = 1;
    if (at->rule == SEPARATION)
        return at->parts[WHAT] == PUSH_POSITIONS            ? place
               : at->parts[WHAT] == PUSH_PAIRS && j < at->i ? vec_times(push(at, to), -1)
                                                            : push(at, to);
    if (at->rule == COHESION)
        switch (at->parts[WHAT]) {
        case CENTER_VELOCITY:
            return velocity;
        case CENTER_VELOCITY_OFFSETS:
            return vec_plus(here, (vec){b->vx - self->vx, b->vy - self->vy});
        case CENTER_X_FOR_Y:
            return (vec){place.x, place.x};
        case CENTER_UNITS:
            return vec_plus(here, vec_unit(to));
        case CENTER_NEARER:
            *weight = d > 0 ? 1 / d : 0;
            return vec_times(place, *weight);
        case CENTER_FARTHER:
            *weight = d;
            return vec_times(place, d);
        default:
            return place;
        }
    switch (at->parts[WHAT]) {
    case MEAN_POSITIONS:
        return place;
    case MEAN_UNITS:
        return vec_unit(velocity);
    case MEAN_HEADINGS:
        return (vec){atan2(b->vy, b->vx), 0};
    case MEAN_NEARER:
        *weight = d > 0 ? 1 / d : 1;
        return vec_times(velocity, *weight);
    case MEAN_BEFORE:
        return (vec){old->vx, old->vy};
    case MEAN_OFFSETS:
        return to;
    case MEAN_X_FOR_Y:
        return (vec){b->vx, j == at->i ? b->vy : b->vx};
    case MEAN_Y_POSITIONS:
        return (vec){b->vx, j == at->i ? b->vy : b->y};
    case MEAN_ALL_Y_POSITIONS:
        return (vec){b->vx, b->y};
    case MEAN_SIZES:
        return (vec){fabs(b->vx), fabs(b->vy)};
    default:
        return velocity;
    }
}

// ---- The sum ----

static double seen_by(const working *at, int rule)
{
    const reason_program right = reason_right(0);
    reason_seen seen;
    reason_look(at->world, rule, right.rule[rule], at->i, &seen);
    return (double)seen.count;
}

/// The number of neighbors of another rule, with the agent itself as the rule at hand counts.
static double count_of(const working *at, int rule)
{
    double all = 0;
    for (size_t j = 0; at->rule == SEPARATION && rule == SEPARATION && j < at->world->n; j++)
        all += j != at->i && vec_length(offset(at, j)) <= at->world->par[R_S];
    if (at->rule == SEPARATION && rule == SEPARATION)
        return all; // agents on the same place count here
    return seen_by(at, rule) + (at->rule == ALIGNMENT) - (rule == ALIGNMENT);
}

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
    case GATHER_LESS_OR_ONE:
        return count > 1 ? count - 1 : 1;
    case GATHER_BY_COUNT_C:
    case GATHER_BY_COUNT_S:
    case GATHER_BY_COUNT_A:
        return count_of(at, at->parts[GATHER] - GATHER_BY_COUNT_C);
    case GATHER_COUNT_FROM_C:
        return count + seen_by(at, COHESION);
    case GATHER_WHOLE_SHARE:
        return count > 1 ? (double)INFINITY : count;
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
        return by != 0 ? vec_times(sum, 1 / by) : sum; // programs ask before they divide by 0
    if (at->parts[FROM] == FROM_OFF_SUM)
        sum = vec_plus(sum, vec_times(basis, -1));
    if (at->parts[FROM] == FROM_OFFSETS)
        sum = vec_plus(sum, vec_times(basis, -count));
    if (by == 0)
        return (vec){0, 0};
    mean = vec_times(sum, 1 / by);
    if (at->rule == COHESION && at->parts[WHAT] == CENTER_FLOOR)
        mean = (vec){floor(mean.x), floor(mean.y)};
    if (at->rule == COHESION && at->parts[WHAT] == CENTER_WHOLE)
        mean = (vec){trunc(mean.x), trunc(mean.y)};
    bool bare = at->parts[FROM] == FROM_RIGHT ? at->rule == ALIGNMENT
                                              : at->rule == COHESION || at->rule == SEPARATION;
    switch (at->parts[FROM]) {
    case FROM_RIGHT:
    case FROM_OTHER:
        return bare ? mean : vec_plus(mean, vec_times(basis, -1));
    case FROM_PLUS:
        return vec_plus(mean, basis);
    case FROM_VELOCITY:
        return vec_plus(vec_plus(mean, vec_times(place, -1)), velocity);
    case FROM_POSITION:
        return vec_plus(mean, vec_times(place, -1));
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
    *count = *number = 0;
    if (reason_carries_sum(gathers))
        sum = (vec){at->world->sum[at->rule][0], at->world->sum[at->rule][1]};
    if (gathers == GATHER_HALVED && at->rule == ALIGNMENT)
        sum = (vec){at->world->now[at->i].vx, at->world->now[at->i].vy};
    if (reason_carries_count(gathers))
        *count = at->world->count[at->rule];
    for (size_t k = 0; k < at->seen->count; k++) {
        size_t j = at->seen->list[k];
        double weight;
        vec one = gathers == GATHER_CENTER && at->rule == SEPARATION ? offset(at, j)
                                                                     : add(at, j, &weight);
        if (gathers == GATHER_CENTER && at->rule == SEPARATION)
            weight = 1;
        if (at->rule == SEPARATION && at->parts[CLAMP] == CLAMP_EACH)
            one = vec_capped(one, at->world->par[F_MAX]);
        sum = vec_plus(sum, one);
        if (gathers == GATHER_PAIRWISE && at->rule != SEPARATION)
            sum = k > 0 ? vec_times(sum, 0.5) : one;
        if (gathers == GATHER_HALVED && at->rule != SEPARATION)
            sum = at->rule == ALIGNMENT && j == at->i ? vec_plus(sum, vec_times(one, -1))
                                                      : vec_times(sum, 0.5);
        if (at->rule == SEPARATION && at->parts[CLAMP] == CLAMP_RUNNING)
            sum = vec_capped(sum, at->world->par[F_MAX]);
        if (gathers == GATHER_DIVIDED_EACH && at->rule != SEPARATION)
            sum = vec_times(sum, 1 / (double)at->seen->count);
        *count += weight;
        *number += 1;
        if (gathers == GATHER_RUNNING)
            *running = vec_plus(*running, run_form(at, sum, *count, *number));
    }
    if ((gathers == GATHER_PAIRWISE || gathers == GATHER_HALVED ||
         gathers == GATHER_DIVIDED_EACH) &&
        at->rule != SEPARATION)
        *count = *count > 0;
    at->world->sum[at->rule][0] = sum.x;
    at->world->sum[at->rule][1] = sum.y;
    at->world->count[at->rule] = *count;
    return sum;
}

/// The force of a rule from its sum, without what is done with it behind.
static vec run_form(const working *at, vec sum, double count, double number)
{
    const double *par = at->world->par;
    const reason_agent *a = &at->world->now[at->i];
    bool carries = reason_carries_sum(at->parts[GATHER]) || reason_carries_count(at->parts[GATHER]);
    if (number == 0 && !carries)
        return (vec){0, 0};
    if (at->rule == SEPARATION && at->parts[GATHER] == GATHER_CENTER)
        sum = push(at, vec_times(sum, number > 0 ? 1 / number : 0));
    vec v = taken_from(at, sum, count, divisor(at, count));
    if (at->rule == ALIGNMENT && at->parts[WHAT] == MEAN_HEADINGS)
        v = (vec){cos(v.x), sin(v.x)};
    v = reason_scaled(at, v);
    if (at->parts[FROM] == FROM_OUTSIDE)
        v = vec_plus(v, at->rule == COHESION ? (vec){-a->x, -a->y} : (vec){-a->vx, -a->vy});
    if (at->rule != SEPARATION)
        return reason_capped(at, v, number);
    double gain = at->parts[CLAMP] == CLAMP_GAIN ? par[K_S] : 1;
    return reason_limited(at, vec_times(v, gain));
}

// ---- Behind the rule ----

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
        return at->rule == SEPARATION && at->parts[FACTOR] == FACTOR_COUNT_S
                   ? count_of(at, SEPARATION)
                   : seen_by(at, at->parts[FACTOR] - FACTOR_COUNT_C);
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
    case FACTOR_TENTH:
        return 0.1;
    case FACTOR_HUNDREDTH:
        return 0.01;
    case FACTOR_TEN:
        return 10;
    case FACTOR_HUNDRED:
        return 100;
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
    if (parts[GATHER] == GATHER_CARRIED_RESULT) {
        world->sum[rule][0] = force.x;
        world->sum[rule][1] = force.y;
    }
    double factor = parts[FACTOR] != FACTOR_RIGHT ? factor_of(&at, number) : 1;
    force = on_axes(parts[AXIS], vec_times(force, factor));
    if (parts[PLUS] != PLUS_RIGHT && number > 0)
        force = vec_plus(force, surplus(&at));
    f[0] = gain * force.x;
    f[1] = gain * force.y;
}
