// SPDX-License-Identifier: MIT
// The three rules and the step, with slips.
#include "support/slips_program.h"

#include "formal/mistakes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static double narrow(const program *self, double x)
{
    return slips_has(self, FLOAT_ALL) ? covey_mistakes_float(x) : x;
}

// ---- Rules ----

static double far(const program *self, double dx, double dy)
{
    double d = sqrt(dx * dx + dy * dy);
    if (slips_has(self, NO_ROOT))
        d = dx * dx + dy * dy;
    return slips_has(self, D_FLOOR) ? floor(d) : d;
}

static bool within(const program *self, double d, double r)
{
    return slips_has(self, ALL_STRICT) ? d < r : d <= r;
}

/// The agents whose distances count.
static const agent *seen(const program *self)
{
    return slips_has(self, STALE_NEIGHBORS) ? self->start : self->now;
}

static bool is_left_out(const program *self, size_t i, size_t j)
{
    const agent *a = &self->now[i], *b = &self->now[j];
    return (slips_has(self, LAST_LEFT_OUT) && j + 1 == self->n) ||
           (slips_has(self, FIRST_LEFT_OUT) && j == 0 && j != i) ||
           (slips_has(self, SELF_BY_PLACE) && j != i && a->x == b->x && a->y == b->y);
}

static double shortest(const program *self, double offset)
{
    return slips_has(self, WRAPS) ? offset - 100 * round(offset / 100) : offset;
}

static bool cohesion_sees(const program *self, size_t i, size_t j, double dx, double dy)
{
    double d = far(self, dx, dy), r = self->par[RC];
    r = slips_has(self, COHESION_SEES_RS) ? self->par[RS] : r;
    r = slips_has(self, COHESION_SEES_RA) ? self->par[RA] : r;
    r = slips_has(self, COHESION_TWICE_RC) ? 2 * r : r;
    d = slips_has(self, COHESION_SQUARED_D) ? dx * dx + dy * dy : d;
    d = slips_has(self, COHESION_BOX) ? fmax(fabs(dx), fabs(dy)) : d;
    d = slips_has(self, COHESION_MANHATTAN) ? fabs(dx) + fabs(dy) : d;
    if (slips_has(self, COHESION_ALL_SELF))
        return true;
    if (j == i)
        return slips_has(self, SELF_EVERYWHERE);
    if (slips_has(self, COHESION_LATER) && j < i)
        return false;
    return slips_has(self, COHESION_ALL) || within(self, d, r);
}

/// The vector to the center.
static void find_center(const program *self, const agent *a, const double sum[2], double count,
                        double to[2])
{
    double by = slips_has(self, COHESION_OVER_N)      ? (double)self->n
                : slips_has(self, COHESION_OVER_MORE) ? count + 1
                                                      : count;
    double cx = sum[0] / by - a->x, cy = sum[1] / by - a->y;
    if (slips_has(self, COHESION_OVER_MORE)) {
        cx = (sum[0] + a->x) / by - a->x;
        cy = (sum[1] + a->y) / by - a->y;
    }
    if (slips_has(self, COHESION_LINEAR_COUNT)) {
        cx = trunc(sum[0] / by) - a->x;
        cy = trunc(sum[1] / by) - a->y;
    }
    if (slips_has(self, COHESION_SUM)) {
        cx = sum[0] - count * a->x;
        cy = sum[1] - count * a->y;
    }
    if (slips_has(self, COHESION_CENTER)) {
        cx = sum[0] / by;
        cy = sum[1] / by;
    }
    to[0] = cx;
    to[1] = cy;
}

static void cohesion(program *self, size_t i, double f[2])
{
    const agent *a = &self->now[i], *from = seen(self);
    double sum[2] = {0, 0}, count = 0, nearest = (double)INFINITY, r_c = self->par[RC];
    if (slips_has(self, COHESION_KEPT)) {
        sum[0] = self->total[0];
        sum[1] = self->total[1];
    }
    for (size_t j = 0; j < self->n; j++) {
        double dx = shortest(self, from[j].x - from[i].x);
        double dy = shortest(self, from[j].y - from[i].y), d = far(self, dx, dy);
        if (!cohesion_sees(self, i, j, dx, dy) || is_left_out(self, i, j))
            continue;
        bool takes = !(slips_has(self, COHESION_FIRST) && count > 0) &&
                     !(slips_has(self, COHESION_NEAREST) && d >= nearest);
        if (!takes)
            continue;
        bool alone = slips_has(self, COHESION_LAST) || slips_has(self, COHESION_NEAREST) ||
                     slips_has(self, COHESION_FIRST);
        nearest = d;
        const agent *b = &self->now[j];
        double x = slips_has(self, COHESION_VELOCITY) ? b->vx : a->x + shortest(self, b->x - a->x);
        double y = slips_has(self, COHESION_VELOCITY) ? b->vy : a->y + shortest(self, b->y - a->y);
        sum[0] = alone ? x : sum[0] + x;
        sum[1] = alone ? y : sum[1] + y;
        count = alone ? 1 : count + 1;
    }
    self->total[0] = sum[0];
    self->total[1] = sum[1];
    f[0] = f[1] = 0;
    if (slips_has(self, NAN_ALONE) && count == 0) {
        f[0] = f[1] = (double)NAN;
        return;
    }
    if (count == 0 || (r_c == 0 && !slips_has(self, NAN_RC)))
        return;
    double to[2];
    find_center(self, a, sum, count, to);
    double cx = to[0], cy = to[1];
    double l = sqrt(cx * cx + cy * cy), scale = 1 / r_c;
    scale = slips_has(self, COHESION_SQUARE) ? scale / r_c : scale;
    scale = slips_has(self, COHESION_DISTANCE) ? l * scale / r_c : scale;
    scale = slips_has(self, COHESION_BY_RS) && self->par[RS] > 0 ? 1 / self->par[RS] : scale;
    scale = slips_has(self, COHESION_FLIPPED) ? -scale : scale;
    scale = slips_has(self, COHESION_INVERSE) && l > 0 ? 1 / (l * l) : scale;
    f[0] = cx * scale;
    f[1] = slips_has(self, COHESION_X_ONLY) ? 0 : cy * scale;
    if (slips_has(self, COHESION_DESIRED)) {
        f[0] -= a->vx;
        f[1] -= a->vy;
    }
    l = sqrt(f[0] * f[0] + f[1] * f[1]);
    if (slips_has(self, COHESION_CLAMPED) && l > self->par[FMAX]) {
        f[0] *= self->par[FMAX] / l;
        f[1] *= self->par[FMAX] / l;
    }
}

static double strength(const program *self, double d)
{
    double r = self->par[RS];
    if (slips_has(self, SEPARATION_SUM_R))
        return d;
    if (slips_has(self, SEPARATION_CUBED))
        return 1 / (d * d * d);
    if (slips_has(self, SEPARATION_LINEAR))
        return r > 0 ? 1 - d / r : 0;
    if (slips_has(self, SEPARATION_OVER_RS))
        return r / d;
    if (slips_has(self, SEPARATION_SQRT))
        return 1 / sqrt(d);
    if (slips_has(self, SEPARATION_EPSILON))
        return 1 / (d + 0.01);
    return 1 / d;
}

static void limit(const program *self, double f[2])
{
    double l = sqrt(f[0] * f[0] + f[1] * f[1]), most = self->par[FMAX], by = most;
    if (slips_has(self, SEPARATION_CLAMP_ONE))
        most = by = 1;
    double measure = slips_has(self, SEPARATION_CLAMP_SQUARE) ? l * l : l;
    if (slips_has(self, SEPARATION_CLAMP_AXIS)) {
        f[0] = fmax(-most, fmin(most, f[0]));
        f[1] = fmax(-most, fmin(most, f[1]));
        return;
    }
    bool acts = measure > most || slips_has(self, SEPARATION_CLAMP_ALWAYS);
    if (slips_has(self, SEPARATION_CLAMP_LOW))
        acts = l < most;
    if (slips_has(self, SEPARATION_CLAMP_ZERO))
        by = 0;
    if (slips_has(self, SEPARATION_CLAMP_EACH) || slips_has(self, SEPARATION_CLAMP_TOTAL))
        return;
    if (acts && l > 0) {
        f[0] *= by / l;
        f[1] *= by / l;
    }
}

static bool separation_sees(const program *self, size_t i, size_t j, double dx, double dy)
{
    double d = far(self, dx, dy), r = self->par[RS];
    r = slips_has(self, SEPARATION_SEES_RC) ? self->par[RC] : r;
    r = slips_has(self, SEPARATION_SEES_RA) ? self->par[RA] : r;
    d = slips_has(self, SEPARATION_SQUARED_D) ? d * d : d;
    if (j == i || (slips_has(self, SEPARATION_LATER) && j < i))
        return false;
    return slips_has(self, SEPARATION_ALL) || within(self, d, r);
}

/// How one neighbor pushes.
static void push(const program *self, double dx, double dy, double d, double g[2])
{
    double s = strength(self, d);
    g[0] = -s * dx / d;
    g[1] = slips_has(self, SEPARATION_X) ? g[0] : -s * dy / d;
    if (slips_has(self, SEPARATION_AXES)) {
        g[0] = dx != 0 ? -1 / dx : 0;
        g[1] = dy != 0 ? -1 / dy : 0;
    }
    if (slips_has(self, SEPARATION_SIGNS)) {
        g[0] = dx > 0 ? -1 / d : dx < 0 ? 1 / d : 0;
        g[1] = dy > 0 ? -1 / d : dy < 0 ? 1 / d : 0;
    }
    if (slips_has(self, SEPARATION_CENTER)) {
        g[0] = dx;
        g[1] = dy;
    }
    double l = sqrt(g[0] * g[0] + g[1] * g[1]);
    if (slips_has(self, SEPARATION_CLAMP_EACH) && l > self->par[FMAX]) {
        g[0] *= self->par[FMAX] / l;
        g[1] *= self->par[FMAX] / l;
    }
}

static void separation(program *self, size_t i, double f[2])
{
    const agent *from = seen(self), *a = &self->now[i];
    double sum[2] = {0, 0}, count = 0, nearest = (double)INFINITY;
    if (slips_has(self, SEPARATION_KEPT)) {
        sum[0] = self->total[2];
        sum[1] = self->total[3];
    }
    for (size_t j = 0; j < self->n; j++) {
        double dx = shortest(self, from[j].x - from[i].x);
        double dy = shortest(self, from[j].y - from[i].y);
        if (!separation_sees(self, i, j, dx, dy) || is_left_out(self, i, j))
            continue;
        dx = shortest(self, self->now[j].x - a->x);
        dy = shortest(self, self->now[j].y - a->y);
        double d = far(self, dx, dy), g[2];
        if (d == 0) {
            sum[0] += slips_has(self, SEPARATION_TOUCH) ? 1
                      : slips_has(self, NAN_TOUCH)      ? (double)NAN
                                                        : 0;
            continue;
        }
        push(self, dx, dy, d, g);
        if (slips_has(self, SEPARATION_NEAREST) && d >= nearest)
            continue;
        bool alone = slips_has(self, SEPARATION_NEAREST) || slips_has(self, SEPARATION_LAST);
        nearest = d;
        sum[0] = alone ? g[0] : sum[0] + g[0];
        sum[1] = alone ? g[1] : sum[1] + g[1];
        count++;
    }
    self->total[2] = sum[0];
    self->total[3] = sum[1];
    if (slips_has(self, SEPARATION_CENTER) && count > 0) {
        double x = sum[0] / count, y = sum[1] / count, d2 = x * x + y * y;
        sum[0] = d2 > 0 ? -x / d2 : 0;
        sum[1] = d2 > 0 ? -y / d2 : 0;
    }
    double by = slips_has(self, SEPARATION_OVER_N) ? (double)self->n : 1;
    f[0] = sum[0] / by;
    f[1] = sum[1] / by;
    limit(self, f);
    if (slips_has(self, SEPARATION_GAIN_TWICE)) {
        f[0] *= self->par[KS];
        f[1] *= self->par[KS];
    }
    if (slips_has(self, SEPARATION_MAX_GAIN)) {
        f[0] *= self->par[FMAX];
        f[1] *= self->par[FMAX];
    }
}

static void alignment(program *self, size_t i, double f[2])
{
    const agent *from = seen(self), *a = &self->now[i];
    const agent *values = slips_has(self, ALIGNMENT_OLD) ? self->before : self->now;
    double sum[2] = {0, 0}, count = 0, r = self->par[RA], speed = 0;
    if (slips_has(self, ALIGNMENT_KEPT)) {
        sum[0] = self->total[4];
        sum[1] = self->total[5];
    }
    r = slips_has(self, ALIGNMENT_SEES_RC) ? self->par[RC] : r;
    r = slips_has(self, ALIGNMENT_SEES_RS) ? self->par[RS] : r;
    for (size_t j = 0; j < self->n; j++) {
        double d =
            far(self, shortest(self, from[j].x - from[i].x), shortest(self, from[j].y - from[i].y));
        bool counts = j == i ? !slips_has(self, SELF_EVERYWHERE)
                             : within(self, d, r) || slips_has(self, ALIGNMENT_ALL);
        if (!counts || is_left_out(self, i, j))
            continue;
        double times = j == i && slips_has(self, ALIGNMENT_TWICE) ? 2 : 1;
        double in_sum = j == i && slips_has(self, ALIGNMENT_OFF_SUM) ? 0 : times;
        double x = slips_has(self, ALIGNMENT_POSITIONS) ? values[j].x : values[j].vx;
        double y = slips_has(self, ALIGNMENT_POSITIONS) ? values[j].y : values[j].vy;
        sum[0] += in_sum * x;
        sum[1] += in_sum * y;
        speed += sqrt(x * x + y * y);
        count += j == i && slips_has(self, ALIGNMENT_OFF_COUNT) ? 0 : times;
    }
    self->total[4] = sum[0];
    self->total[5] = sum[1];
    f[0] = f[1] = 0;
    if (count == 0 || (slips_has(self, ALIGNMENT_LONELY) && count == 1))
        return;
    double by = slips_has(self, ALIGNMENT_SUM)      ? 1
                : slips_has(self, ALIGNMENT_OVER_N) ? (double)self->n
                                                    : count;
    f[0] = sum[0] / by;
    f[1] = slips_has(self, ALIGNMENT_X) ? f[0] : sum[1] / by;
    double l = sqrt(f[0] * f[0] + f[1] * f[1]), own = sqrt(a->vx * a->vx + a->vy * a->vy);
    double scale = slips_has(self, ALIGNMENT_UNIT) && l > 0 ? 1 / l : 1;
    scale = slips_has(self, ALIGNMENT_FLIPPED) ? -1 : scale;
    scale = slips_has(self, ALIGNMENT_OVER_RA) && r > 0 ? 1 / r : scale;
    f[0] *= scale;
    f[1] *= scale;
    if (slips_has(self, ALIGNMENT_SPEED) && own > 0) {
        f[0] = a->vx / own * speed / count;
        f[1] = a->vy / own * speed / count;
    }
    if (slips_has(self, ALIGNMENT_OVER_DT) && self->dt != 0) {
        f[0] = (f[0] - a->vx) / self->dt;
        f[1] = (f[1] - a->vy) / self->dt;
    }
}

// ---- Steps ----

static void force_on(program *self, size_t i, double f[2])
{
    double c[2] = {0, 0}, s[2] = {0, 0}, a[2] = {0, 0};
    const double *par = self->par;
    cohesion(self, i, c);
    separation(self, i, s);
    alignment(self, i, a);
    for (int axis = 0; axis < 2; axis++) {
        f[axis] = par[KC] * c[axis] + par[KS] * s[axis] + par[KA] * a[axis];
        if (slips_has(self, FLOAT_FORCE) || slips_has(self, FLOAT_ALL))
            f[axis] = covey_mistakes_float(f[axis]);
    }
    double l = sqrt(f[0] * f[0] + f[1] * f[1]);
    if (slips_has(self, FORCE_X))
        f[1] = f[0];
    double scale = slips_has(self, HALF_FORCE) ? 0.5 : 1;
    scale = slips_has(self, FORCE_UNIT) && l > 0 ? 1 / l : scale;
    scale = slips_has(self, SEPARATION_CLAMP_TOTAL) && l > par[FMAX] ? par[FMAX] / l : scale;
    for (int axis = 0; axis < 2; axis++) {
        f[axis] *= scale;
        if (slips_has(self, ACCUMULATES))
            f[axis] += self->kept[2 * i + (size_t)axis];
        self->kept[2 * i + (size_t)axis] = f[axis];
    }
}

static double slipped_dt(const program *self)
{
    double dt = slips_has(self, DT_INT) ? trunc(self->dt) : self->dt;
    dt = slips_has(self, DT_TOTAL) ? self->dt_sum : dt;
    dt = slips_has(self, DT_FIRST) ? self->dt_first : dt;
    dt = slips_has(self, DT_PREVIOUS) ? self->dt_before : dt;
    return slips_has(self, NO_DT_AT_ALL) ? 1 : dt;
}

static double to_thousandths(const program *self, double x)
{
    return slips_has(self, ROUND_STATE) ? round(x * 1000) / 1000 : narrow(self, x);
}

static agent moved(program *self, size_t i)
{
    double f[2], dt = slipped_dt(self);
    force_on(self, i, f);
    agent a = self->now[i], b = a;
    double gain = slips_has(self, DT_ON_FORCE_TWICE) ? dt * dt : dt;
    b.vx = narrow(self, a.vx + f[0] * gain);
    b.vy = narrow(self, a.vy + f[1] * gain);
    if (slips_has(self, FORCE_IS_VELOCITY)) {
        b.vx = f[0];
        b.vy = f[1];
    }
    double speed = sqrt(b.vx * b.vx + b.vy * b.vy), scale = slips_has(self, FRICTION) ? 0.99 : 1;
    scale = slips_has(self, SPEED_LIMIT) && speed > 1 ? 1 / speed : scale;
    b.vx = to_thousandths(self, b.vx * scale);
    b.vy = to_thousandths(self, b.vy * scale);
    double x = b.vx, y = b.vy, by = slips_has(self, DT_TWICE) ? dt * dt : dt;
    if (slips_has(self, MEAN_VELOCITY)) {
        x = (a.vx + b.vx) / 2;
        y = (a.vy + b.vy) / 2;
    }
    by = slips_has(self, NO_DT_POSITION) ? 1 : by;
    b.x = to_thousandths(self, a.x + x * by);
    b.y = to_thousandths(self, a.y + y * by);
    bool still = (slips_has(self, FIRST_STILL) && i == 0) ||
                 (slips_has(self, LAST_STILL) && i + 1 == self->n);
    return still ? a : b;
}

void slips_step(program *self)
{
    size_t n = self->n;
    agent *saved = slips_take(n * sizeof(agent));
    memcpy(saved, self->now, n * sizeof(agent));
    memset(self->total, 0, sizeof self->total);
    for (size_t k = 0; k < n; k++) {
        size_t i = slips_has(self, BACKWARD_IN_PLACE) ? n - 1 - k : k;
        agent b = self->next[i] = moved(self, i);
        if (slips_has(self, SEMI_IN_PLACE_V) || slips_has(self, BACKWARD_IN_PLACE)) {
            self->now[i].vx = b.vx;
            self->now[i].vy = b.vy;
        }
        if (slips_has(self, SEMI_IN_PLACE_P) || slips_has(self, BACKWARD_IN_PLACE)) {
            self->now[i].x = b.x;
            self->now[i].y = b.y;
        }
    }
    memcpy(self->now, self->next, n * sizeof(agent));
    memcpy(self->before, saved, n * sizeof(agent));
    free(saved);
    if (self->step == 0)
        memcpy(self->first, self->now, n * sizeof(agent));
}
