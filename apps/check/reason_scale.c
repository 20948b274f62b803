// SPDX-License-Identifier: MIT
// The length and the limit of the force of a rule, in each right and wrong way.
#include "check/reason_vec.h"

// ---- Length ----

static vec scaled_cohesion(const working *at, vec v)
{
    const double *par = at->world->par;
    const reason_agent *a = &at->world->now[at->i];
    double l = vec_length(v), r = par[R_C];
    switch (at->parts[SCALE]) {
    case RAMP_NONE:
        return v;
    case RAMP_UNIT:
        return vec_unit(v);
    case RAMP_BY_R_S:
        return par[R_S] > 0 ? vec_times(v, 1 / par[R_S]) : (vec){0, 0};
    case RAMP_BY_R_A:
        return par[R_A] > 0 ? vec_times(v, 1 / par[R_A]) : (vec){0, 0};
    case RAMP_BY_SQUARE:
        return r > 0 ? vec_times(v, 1 / (r * r)) : (vec){0, 0};
    case RAMP_TIMES:
        return vec_times(v, r);
    case RAMP_SQUARED:
        return r > 0 ? vec_times(v, l / (r * r)) : (vec){0, 0};
    case RAMP_INVERSE:
        return l > 0 ? vec_times(v, 1 / (l * l)) : v;
    case RAMP_REST:
        return l > 0 && r > 0 ? vec_times(v, (1 - l / r) / l) : (vec){0, 0};
    case RAMP_BY_LIMIT:
        return par[F_MAX] > 0 ? vec_times(v, 1 / par[F_MAX]) : (vec){0, 0};
    case RAMP_UNIT_LIMIT:
        return vec_times(vec_unit(v), par[F_MAX]);
    case RAMP_BY_LENGTH_SQUARE:
        return l > 0 && r > 0 ? vec_times(v, 1 / (l * l * r)) : (vec){0, 0};
    case RAMP_PLACE:
        return r > 0 ? (vec){v.x + a->x - a->x / r, v.y + a->y - a->y / r} : (vec){0, 0};
    case RAMP_PLACE_NO_GAIN:
        r *= par[K_C];
        return r > 0 ? (vec){v.x + a->x - a->x / r, v.y + a->y - a->y / r} : (vec){0, 0};
    case RAMP_FADING:
        return r > 0 ? vec_times(v, (1 - l / r) / r) : (vec){0, 0};
    case RAMP_LENGTH_SHARE:
        return r > 0 ? vec_times(v, l / r) : (vec){0, 0};
    case RAMP_LENGTH:
        return vec_times(v, l);
    default:
        return r > 0 ? vec_times(v, 1 / r) : (vec){0, 0};
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
        return vec_unit(v);
    case LENGTH_SPEED:
        return vec_times(vec_unit(v), vec_length(velocity));
    case LENGTH_DIRECTION:
        for (size_t k = 0; k < at->seen->count; k++) {
            const reason_agent *b = &at->world->now[at->seen->list[k]];
            speeds += vec_length((vec){b->vx, b->vy});
        }
        return at->seen->count > 0 && vec_length(velocity) > 0
                   ? vec_times(vec_unit(velocity), speeds / (double)at->seen->count)
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
        return vec_times(v, vec_length(v));
    default:
        break;
    }
    return by != 0 ? vec_times(v, 1 / by) : v;
}

vec reason_scaled(const working *at, vec v)
{
    const double *par = at->world->par;
    if (at->rule == COHESION)
        return scaled_cohesion(at, v);
    if (at->rule == ALIGNMENT)
        return scaled_alignment(at, v);
    double by = at->parts[SCALE] == SCALE_BY_R_S   ? par[R_S]
                : at->parts[SCALE] == SCALE_BY_R_C ? par[R_C]
                                                   : 1;
    return at->parts[SCALE] == SCALE_UNIT ? vec_unit(v) : by > 0 ? vec_times(v, 1 / by) : v;
}

// ---- Limit ----

/// Separation within its limit, with a length or an axis in the limit that should not be in it.
static vec limited_by_half(const working *at, vec v)
{
    const double *par = at->world->par;
    double most = par[F_MAX], l = vec_length(v), by;
    switch (at->parts[CLAMP]) {
    case CLAMP_BY_SQUARE:
        return l * l > most ? vec_times(v, most / (l * l)) : v;
    case CLAMP_BY_PRODUCT:
        by = fabs(v.x * v.y);
        return by > most ? vec_times(v, most / by) : v;
    case CLAMP_BY_X:
        return v.x > most ? vec_times(v, most / l) : v;
    case CLAMP_X_ALONE:
        return l > most ? (vec){v.x * most / l, v.y} : v;
    case CLAMP_Y_ALONE:
        return l > most ? (vec){v.x, v.y * most / l} : v;
    case CLAMP_X_FIRST:
        return vec_capped((vec){fmin(v.x, most), v.y}, most);
    case CLAMP_NEW_X:
    case CLAMP_NEW_X_AGAIN:
        if (l <= most)
            return v;
        v.x *= most / l;
        by = vec_length(v);
        return by > most || at->parts[CLAMP] == CLAMP_NEW_X ? (vec){v.x, v.y * most / by} : v;
    case CLAMP_K_S:
        return vec_capped(v, par[K_S]);
    default:
        return vec_capped(v, most);
    }
}

vec reason_limited(const working *at, vec v)
{
    const double *par = at->world->par;
    double most = par[F_MAX], l = vec_length(v);
    switch (at->parts[CLAMP]) {
    case CLAMP_NONE:
    case CLAMP_EACH:
    case CLAMP_RUNNING:
        return v;
    case CLAMP_AXIS:
        return (vec){fmax(-most, fmin(v.x, most)), fmax(-most, fmin(v.y, most))};
    case CLAMP_SQUARE:
        return l * l > most ? vec_times(vec_unit(v), most) : v;
    case CLAMP_ALWAYS:
        return vec_times(vec_unit(v), most);
    case CLAMP_PRODUCT:
        return fabs(v.x * v.y) > most ? vec_times(vec_unit(v), most) : v;
    case CLAMP_UNIT:
        return l > most ? vec_unit(v) : v;
    case CLAMP_ONE:
        return vec_capped(v, 1);
    case CLAMP_LOW:
        return l < most ? vec_times(vec_unit(v), most) : v;
    case CLAMP_ZERO:
        return l > most ? (vec){0, 0} : v;
    case CLAMP_STRETCHED:
        return l > most ? vec_times(v, most) : v;
    case CLAMP_UPPER:
        return (vec){fmin(v.x, most), fmin(v.y, most)};
    case CLAMP_SUM_OF_AXES:
        return fabs(v.x) + fabs(v.y) > most ? vec_times(vec_unit(v), most) : v;
    case CLAMP_BOTH_AXES:
        return l > most ? (vec){most, most} : v;
    case CLAMP_R_S:
        return vec_capped(v, par[R_S]);
    case CLAMP_R_A:
        return vec_capped(v, par[R_A]);
    case CLAMP_R_C:
        return vec_capped(v, par[R_C]);
    case CLAMP_DIVIDED:
        return l > most && most > 0 ? vec_times(v, 1 / most) : v;
    case CLAMP_UNIT_GAIN:
        return l > most ? vec_times(vec_unit(v), most * most) : v;
    default:
        return limited_by_half(at, v);
    }
}

vec reason_capped(const working *at, vec v, double number)
{
    const reason_program right = reason_right(0);
    reason_seen seen;
    switch (at->parts[CLAMP]) {
    case CAP_LIMIT:
        return vec_capped(v, at->world->par[F_MAX]);
    case CAP_ONE:
        return vec_capped(v, 1);
    case CAP_ALONE:
        return number <= 1 ? (vec){0, 0} : v;
    case CAP_WITHOUT_C:
        reason_look(at->world, COHESION, right.rule[COHESION], at->i, &seen);
        return seen.count == 0 ? (vec){0, 0} : v;
    case CAP_WHOLE:
        return (vec){trunc(v.x), trunc(v.y)};
    default:
        return v;
    }
}
