// SPDX-License-Identifier: MIT
// Which agents a rule sees, in each right and wrong way.
#include "check/reason_parts.h"

#include <math.h>

static double radius(const reason_world *world, int rule, const unsigned char *parts)
{
    static const int places[RULES] = {R_C, R_S, R_A};
    const double *par = world->par;
    double r = par[places[rule]];
    switch (parts[REACH]) {
    case REACH_R_C:
        return par[R_C];
    case REACH_R_S:
        return par[R_S];
    case REACH_R_A:
        return par[R_A];
    case REACH_LARGEST:
        return fmax(par[R_C], fmax(par[R_S], par[R_A]));
    case REACH_SMALLEST:
        return fmin(par[R_C], fmin(par[R_S], par[R_A]));
    case REACH_HALF:
        return r / 2;
    case REACH_TWICE:
        return 2 * r;
    case REACH_SQUARE_R:
        return r * r;
    case REACH_WHOLE_R:
        return trunc(r);
    case REACH_TOLERANCE:
        return r + 0.01;
    case REACH_F_MAX:
        return par[F_MAX];
    default:
        return r;
    }
}

static double distance(const unsigned char *parts, double dx, double dy)
{
    switch (parts[REACH]) {
    case REACH_SQUARE_D:
        return dx * dx + dy * dy;
    case REACH_WHOLE_D:
        return floor(sqrt(dx * dx + dy * dy));
    case REACH_MANHATTAN:
        return fabs(dx) + fabs(dy);
    case REACH_CHEBYSHEV:
        return fmax(fabs(dx), fabs(dy));
    case REACH_X_ONLY:
        return fabs(dx);
    case REACH_X_TWICE:
        return sqrt(dx * dx + dx * dx);
    case REACH_Y_TWICE:
        return sqrt(dy * dy + dy * dy);
    case REACH_Y_ONLY:
        return fabs(dy);
    default:
        return sqrt(dx * dx + dy * dy);
    }
}

static bool also(const reason_world *world, int reach, double d)
{
    static const int places[] = {R_C, R_S, R_A};
    return d <= world->par[places[reach - REACH_ALSO_C]];
}

/// True if cells of a grid of side r keep two agents from each other.
static bool in_cells(const reason_agent *a, const reason_agent *b, double r, bool cross)
{
    double x = floor(b->x / r) - floor(a->x / r), y = floor(b->y / r) - floor(a->y / r);
    return cross ? fabs(x) + fabs(y) <= 1 : x == 0 && y == 0;
}

static bool reaches(const reason_world *world, int rule, const unsigned char *parts, size_t i,
                    size_t j)
{
    const reason_agent *from = parts[REACH] == REACH_STALE ? world->start : world->now;
    const reason_agent *a = &from[i], *b = &from[j];
    int reach = parts[REACH];
    double dx = b->x - a->x, dy = b->y - a->y;
    if (world->program.step[LIMIT] == LIMIT_WRAP) {
        dx -= 100 * round(dx / 100);
        dy -= 100 * round(dy / 100);
    }
    double d = distance(parts, dx, dy), r = radius(world, rule, parts);
    if (reach == REACH_ALL)
        return true;
    if (reach == REACH_BEYOND)
        return parts[EDGE] == EDGE_STRICT ? d > r : d >= r;
    bool inside = parts[EDGE] == EDGE_STRICT ? d < r : d <= r;
    if (reach >= REACH_ALSO_C && reach <= REACH_ALSO_A)
        return inside && also(world, reach, d);
    if (reach >= REACH_NOT_C && reach <= REACH_NOT_A)
        return inside && !also(world, reach - REACH_NOT_C + REACH_ALSO_C, d);
    if (reach == REACH_CELL || reach == REACH_CROSS)
        return inside && r > 0 && in_cells(a, b, r, reach == REACH_CROSS);
    return inside;
}

static double far(const reason_world *world, size_t i, size_t j)
{
    double dx = world->now[j].x - world->now[i].x, dy = world->now[j].y - world->now[i].y;
    return dx * dx + dy * dy;
}

/// Keeps so many of the nearest, or the farthest one for 0.
static void keep_nearest(const reason_world *world, size_t i, size_t most, reason_seen *seen)
{
    reason_seen all = *seen;
    seen->count = 0;
    for (size_t k = 0; k < all.count; k++) {
        size_t before = 0;
        double d = far(world, i, all.list[k]);
        for (size_t m = 0; m < all.count; m++) {
            double other = far(world, i, all.list[m]);
            bool first = most > 0 ? other < d : other > d;
            before += first || (other == d && m < k);
        }
        if (before < (most > 0 ? most : 1))
            seen->list[seen->count++] = all.list[k];
    }
}

static bool is_left_out(const reason_world *world, int rule, int who, size_t i, size_t j)
{
    const reason_agent *a = &world->now[i], *b = &world->now[j];
    switch (who) {
    case WHO_EARLIER:
        return j > i;
    case WHO_LATER:
        return j < i;
    case WHO_NOT_FIRST:
        return j == 0;
    case WHO_NOT_FIRST_SELF:
        return j == 0;
    case WHO_NOT_LAST:
    case WHO_NOT_LAST_OTHER:
        return j + 1 == world->n;
    case WHO_APART:
        return rule != SEPARATION && far(world, i, j) == 0;
    case WHO_FRONT:
        return (b->x - a->x) * a->vx + (b->y - a->y) * a->vy < 0;
    case WHO_LARGER_X:
        return b->x <= a->x;
    default:
        return false;
    }
}

/// Keeps so many of the first others, and the agent itself.
static void keep_first(size_t i, size_t most, reason_seen *seen)
{
    size_t kept = 0, others = 0;
    for (size_t k = 0; k < seen->count; k++)
        if (seen->list[k] == i || others++ < most)
            seen->list[kept++] = seen->list[k];
    seen->count = kept;
}

static void leave_out(size_t i, reason_seen *seen)
{
    size_t kept = 0;
    for (size_t k = 0; k < seen->count; k++)
        if (seen->list[k] != i)
            seen->list[kept++] = seen->list[k];
    seen->count = kept;
}

static void thin_out(const reason_world *world, int who, size_t i, reason_seen *seen)
{
    if (seen->count == 0)
        return;
    if (who >= WHO_NEAREST && who <= WHO_NEAREST_THREE)
        keep_nearest(world, i, (size_t)(who - WHO_NEAREST + 1), seen);
    if (who == WHO_FARTHEST)
        keep_nearest(world, i, 0, seen);
    if (who == WHO_LAST)
        seen->list[0] = seen->list[seen->count - 1];
    if (who == WHO_LAST || who == WHO_FIRST)
        seen->count = 1;
    if (who == WHO_FIRST_THREE)
        keep_first(i, 3, seen);
    if (who == WHO_SELF_ALONE && seen->count > 1)
        leave_out(i, seen);
}

void reason_look(const reason_world *world, int rule, const unsigned char *parts, size_t i,
                 reason_seen *seen)
{
    int who = parts[WHO];
    bool self = rule != SEPARATION && (rule == ALIGNMENT) != (who == WHO_SELF);
    self = self && !(who == WHO_NOT_LAST && i + 1 == world->n) && // a loop that ends too early
           !(who == WHO_NOT_FIRST_SELF && i == 0);
    seen->count = 0;
    for (size_t j = 0; j < world->n; j++) {
        if (j == i) {
            if (self)
                seen->list[seen->count++] = (unsigned char)j;
            if (self && who == WHO_SELF_TWICE)
                seen->list[seen->count++] = (unsigned char)j;
            if (who == WHO_UNTIL_SELF && rule == SEPARATION)
                break;
            continue;
        }
        bool near = reaches(world, rule, parts, i, j);
        bool alone = rule == SEPARATION && who != WHO_APART && who != WHO_TOUCH &&
                     who != WHO_UNTIL_TOUCH && who != WHO_NO_TOUCH;
        near = near && (!alone || far(world, i, j) > 0);
        if (near && far(world, i, j) == 0 && who == WHO_UNTIL_TOUCH)
            break;
        if (near && far(world, i, j) == 0 && who == WHO_NO_TOUCH) {
            seen->count = 0;
            return;
        }
        if (near && !is_left_out(world, rule, who, i, j))
            seen->list[seen->count++] = (unsigned char)j;
        if (!near && (who == WHO_UNTIL || who == WHO_UNTIL_SELF))
            break;
    }
    thin_out(world, who, i, seen);
}
