// SPDX-License-Identifier: MIT
// Influences are looked for around the box of a block of agents. The ones that are found are put
// into columns, which are compared with the way of one agent after the other: a segment meets a box
// and a ball, or it passes the influence by.
#include "core/near_ways.h"

#include "base/minmax.h"
#include "core/columns.h"
#include "covey/block.h"
#include "geometry/sort.h"

enum {
    FEW = 8, // agents that are looked at together, and marks
    GROUPS = COVEY_BLOCK / FEW,
};

// ---- Ways ----

static int axes_of(const covey_block *agents)
{
    return covey_block_is_deep(agents) ? COVEY_AXES : COVEY_PLANE;
}

COVEY_BODY void subtract_body(const double *x, const double *y, size_t count, double *restrict way)
{
    for (size_t k = 0; k < count; k++)
        way[k] = y[k] - x[k];
}
COVEY_WIDER(static void, subtract, (const double *x, const double *y, size_t count, double *way),
            (x, y, count, way))

/// Ways to other places, past bodies of that radius.
static void set_ways(const covey_path *path, const covey_block *agents,
                     const double *const to[COVEY_AXES], covey_sweep *ways)
{
    ways->count = agents->count;
    ways->axes = axes_of(agents);
    covey_boxtree_box all = {{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}};
    for (int axis = 0; axis < ways->axes; axis++) {
        covey_extent first = covey_cells_extent(agents->pos[axis], 0, ways->count);
        covey_extent last = covey_cells_extent(to[axis], 0, ways->count);
        all.low[axis] = covey_smaller(last.low, first.low);
        all.high[axis] = covey_larger(last.high, first.high);
    }
    ways->by = covey_bounds_slack(path->space, &all, agents->any->body);
    for (int axis = 0; axis < ways->axes; axis++) {
        ways->from[axis] = agents->pos[axis];
        subtract(agents->pos[axis], to[axis], ways->count, ways->way[axis]);
    }
}

void covey_near_look(const covey_path *path, const covey_block *agents, covey_sweep *ways)
{
    double sight = path->influences->bounds.sight;
    double to[COVEY_AXES][COVEY_BLOCK];
    for (size_t k = 0; k < agents->count; k++) {
        covey_vec way = covey_vec_scale(covey_vec_unit(covey_vec_at(agents->vel, k)), sight);
        covey_vec end = covey_vec_add(covey_vec_at(agents->pos, k), way);
        to[0][k] = end.x;
        to[1][k] = end.y;
        to[2][k] = end.z;
    }
    const double *const columns[COVEY_AXES] = {to[0], to[1], to[2]};
    set_ways(path, agents, columns, ways);
}

// ---- Groups and runs ----

/// Groups of a few agents, with boxes around their ways. Agents of a block stand row by row: where
/// a row ends and the next begins they are far apart, and a search around both would find too much.
typedef struct groups {
    size_t count;
    covey_boxtree_box box[GROUPS];
} groups;

static void join(const covey_boxtree_box *one, covey_boxtree_box *all)
{
    for (int axis = 0; axis < COVEY_AXES; axis++) {
        all->low[axis] = covey_smaller(one->low[axis], all->low[axis]);
        all->high[axis] = covey_larger(one->high[axis], all->high[axis]);
    }
}

static groups groups_of(const covey_sweep *ways)
{
    groups all = {.count = (ways->count + FEW - 1) / FEW};
    for (size_t k = 0; k < ways->count; k++) {
        covey_boxtree_box *box = &all.box[k / FEW];
        if (k % FEW == 0)
            *box = covey_box_empty();
        for (int axis = 0; axis < COVEY_AXES; axis++) {
            bool there = axis < ways->axes;
            double from = there ? ways->from[axis][k] : 0.0;
            double to = there ? from + ways->way[axis][k] : 0.0;
            box->low[axis] = covey_smaller(covey_smaller(from, to) - ways->by, box->low[axis]);
            box->high[axis] = covey_larger(covey_larger(from, to) + ways->by, box->high[axis]);
        }
    }
    return all;
}

static double girth(const covey_boxtree_box *box)
{
    double sum = 0.0;
    for (int axis = 0; axis < COVEY_AXES; axis++)
        sum += box->high[axis] - box->low[axis];
    return sum;
}

/// The end of the run of groups from `begin` on that are searched around together, and its box.
static size_t end_of_run(const groups *all, size_t begin, covey_boxtree_box *box)
{
    size_t end = begin + 1;
    *box = all->box[begin];
    for (; end < all->count; end++) {
        covey_boxtree_box both = *box;
        join(&all->box[end], &both);
        if (girth(&both) > girth(box) + girth(&all->box[end]))
            break;
        *box = both;
    }
    return end;
}

// ---- Influences near a run ----

/// A search around a run.
typedef struct vicinity {
    const covey_path *path;
    covey_boxtree_box all;
    covey_among among;
    ptrdiff_t next; ///< influence that is to be looked at; -1: none is left
} vicinity;

/// Entries as in covey_nearby, of all agents of a run.
enum { MANY = 56, IMAGES = 8 };
typedef struct entries {
    size_t count;
    uint32_t item[MANY];
    double low[COVEY_AXES][MANY], high[COVEY_AXES][MANY];
    double center[COVEY_AXES][MANY], radius[MANY];
} entries;

static void add_entry(const covey_boxtree_box *box, const covey_bounds_ball *ball, ptrdiff_t index,
                      entries *near)
{
    size_t e = near->count++;
    near->item[e] = (uint32_t)index;
    near->radius[e] = ball->radius;
    for (int axis = 0; axis < COVEY_AXES; axis++) {
        near->low[axis][e] = box->low[axis];
        near->high[axis][e] = box->high[axis];
        near->center[axis][e] = ball->center[axis];
    }
}

/// A box and a ball that every way meets.
static const covey_boxtree_box everywhere = {{-HUGE_VAL, -HUGE_VAL, -HUGE_VAL},
                                             {HUGE_VAL, HUGE_VAL, HUGE_VAL}};
static const covey_bounds_ball anything = {{0.0, 0.0, 0.0}, HUGE_VAL};

static size_t count_of(const covey_turns_range *range)
{
    size_t count = 1;
    for (int axis = 0; axis < COVEY_AXES; axis++) {
        int turns = range->high[axis] - range->low[axis] + 1;
        count *= turns > 0 ? (size_t)turns : 0;
    }
    return count;
}

/// Adds the images of a box and a ball whose box meets another one. Returns false, and adds
/// nothing, if there is no room for all of them.
static bool add_images(const covey_path *path, const covey_boxtree_box *around, ptrdiff_t index,
                       const covey_bounds_part *part, entries *near)
{
    covey_turns_range range = {{0}, {0}};
    size_t count = 1;
    if (part->box.high[0] < HUGE_VAL) { // else it is everywhere: images add nothing
        range = covey_bounds_turns(path->space, &part->box, around);
        count = count_of(&range);
    }
    if (near->count + (count <= IMAGES ? count : 1) > MANY)
        return false;
    if (count > IMAGES) { // of a torus that the box is larger than: near everywhere
        add_entry(&everywhere, &anything, index, near);
        return true;
    }
    int turn[COVEY_AXES];
    for (turn[0] = range.low[0]; turn[0] <= range.high[0]; turn[0]++)
        for (turn[1] = range.low[1]; turn[1] <= range.high[1]; turn[1]++)
            for (turn[2] = range.low[2]; turn[2] <= range.high[2]; turn[2]++) {
                covey_boxtree_box box = covey_bounds_turned(path->space, &part->box, turn);
                covey_bounds_ball ball = covey_bounds_turned_ball(path->space, &part->ball, turn);
                add_entry(&box, &ball, index, near);
            }
    return true;
}

/// Finds the next influences. Returns false if there are no more.
static bool find_next(vicinity *self, entries *near)
{
    const covey_influence_list *list = self->path->influences;
    near->count = 0;
    for (; self->next >= 0; self->next = covey_among_next(&self->among)) {
        const covey_influence_item *item = &list->item[self->next];
        if (!covey_influence_reaches(item, self->path->flock))
            continue;
        bool fields = self->among.fields && !covey_bounds_looks_ahead(item->kind);
        covey_bounds_part part = covey_bounds_part_of(list, (size_t)self->next, fields);
        if (!add_images(self->path, &self->all, self->next, &part, near))
            break;
    }
    return near->count > 0 || self->next >= 0;
}

/// Marks the entries whose boxes meet one, with 0 for the others.
COVEY_BODY void meet_box_body(const entries *near, const covey_boxtree_box *box, size_t count,
                              double *restrict marks)
{
    const double left = box->low[0], right = box->high[0], low = box->low[1], high = box->high[1];
    const double front = box->low[2], back = box->high[2];
    for (size_t e = 0; e < count; e++) {
        bool meets = (near->low[0][e] <= right) & (near->high[0][e] >= left) &
                     (near->low[1][e] <= high) & (near->high[1][e] >= low) &
                     (near->low[2][e] <= back) & (near->high[2][e] >= front);
        marks[e] = meets ? 1.0 : 0.0;
    }
}
COVEY_WIDER(static void, meet_box,
            (const entries *near, const covey_boxtree_box *box, size_t count, double *marks),
            (near, box, count, marks))

static void copy_entry(const entries *from, size_t e, covey_nearby *to)
{
    size_t k = to->count++;
    to->item[k] = from->item[e];
    to->radius[k] = from->radius[e];
    for (int axis = 0; axis < COVEY_AXES; axis++) {
        to->low[axis][k] = from->low[axis][e];
        to->high[axis][k] = from->high[axis][e];
        to->center[axis][k] = from->center[axis][e];
    }
}

/// Puts empty boxes behind the last entry.
static void pad(covey_nearby *few)
{
    for (size_t k = few->count; k % FEW != 0; k++) {
        few->radius[k] = 0.0;
        for (int axis = 0; axis < COVEY_AXES; axis++) {
            few->low[axis][k] = HUGE_VAL;
            few->high[axis][k] = -HUGE_VAL;
            few->center[axis][k] = 0.0;
        }
    }
}

// ---- Influences near a way ----

/// Comparisons are written so that NaN meets a ball, and no box.
COVEY_BODY void meet_in_plane_body(const covey_nearby *near, const covey_near_line *way,
                                   size_t count, double *restrict marks)
{
    const double px = way->from[0], py = way->from[1], wx = way->way[0], wy = way->way[1];
    const double left = way->low[0], right = way->high[0], low = way->low[1], high = way->high[1];
    const double inverse = way->inverse, by = way->by;
    const double *x = near->center[0], *y = near->center[1], *radius = near->radius;
    const double *lefts = near->low[0], *rights = near->high[0];
    const double *lows = near->low[1], *highs = near->high[1];
    for (size_t e = 0; e < count; e++) {
        double dx = x[e] - px, dy = y[e] - py, share = (dx * wx + dy * wy) * inverse;
        share = share > 0.0 ? share : 0.0;
        share = share < 1.0 ? share : 1.0;
        dx -= share * wx;
        dy -= share * wy;
        double reach = radius[e] + by, least = reach * reach + 1e-300;
        bool meets = (lefts[e] <= right) & (rights[e] >= left) & (lows[e] <= high) &
                     (highs[e] >= low) & !(dx * dx + dy * dy > least);
        marks[e] = meets ? 1.0 : 0.0;
    }
}
COVEY_WIDER(static void, meet_in_plane,
            (const covey_nearby *near, const covey_near_line *way, size_t count, double *marks),
            (near, way, count, marks))

COVEY_BODY void meet_in_space_body(const covey_nearby *near, const covey_near_line *way,
                                   size_t count, double *restrict marks)
{
    const double px = way->from[0], py = way->from[1], pz = way->from[2];
    const double wx = way->way[0], wy = way->way[1], wz = way->way[2];
    const double left = way->low[0], right = way->high[0], low = way->low[1], high = way->high[1];
    const double front = way->low[2], back = way->high[2];
    const double inverse = way->inverse, by = way->by;
    for (size_t e = 0; e < count; e++) {
        double dx = near->center[0][e] - px, dy = near->center[1][e] - py,
               dz = near->center[2][e] - pz;
        double share = (dx * wx + dy * wy + dz * wz) * inverse;
        share = share > 0.0 ? share : 0.0;
        share = share < 1.0 ? share : 1.0;
        dx -= share * wx;
        dy -= share * wy;
        dz -= share * wz;
        double reach = near->radius[e] + by, least = reach * reach + 1e-300;
        bool meets = (near->low[0][e] <= right) & (near->high[0][e] >= left) &
                     (near->low[1][e] <= high) & (near->high[1][e] >= low) &
                     (near->low[2][e] <= back) & (near->high[2][e] >= front) &
                     !(dx * dx + dy * dy + dz * dz > least);
        marks[e] = meets ? 1.0 : 0.0;
    }
}
COVEY_WIDER(static void, meet_in_space,
            (const covey_nearby *near, const covey_near_line *way, size_t count, double *marks),
            (near, way, count, marks))

/// Finds the entries that may meet the way of an agent, in their order. Returns their number.
static size_t find_met(const covey_nearby *near, const covey_sweep *ways, size_t k,
                       uint32_t met[COVEY_NEARBY])
{
    covey_near_line way = covey_near_line_of(ways, k);
    double marks[COVEY_NEARBY];
    bool any;
    size_t count = (near->count + FEW - 1) / FEW * FEW, found = 0;
    if (ways->axes == COVEY_PLANE)
        meet_in_plane(near, &way, count, marks);
    else
        meet_in_space(near, &way, count, marks);
    covey_columns_any(marks, count, &any);
    for (size_t e = 0; e < near->count && any; e++) {
        met[found] = near->item[e];
        found += marks[e] != 0.0;
    }
    return found;
}

static void visit_few(const covey_near_task *self, size_t group, covey_nearby *few)
{
    uint32_t met[COVEY_NEARBY];
    size_t begin = group * FEW, count = self->ways->count;
    size_t end = begin + FEW < count ? begin + FEW : count;
    pad(few);
    for (size_t k = begin; k < end && few->count > 0; k++) {
        size_t found = find_met(few, self->ways, k, met);
        if (found > 0)
            self->visit(self->context, k, met, found);
    }
    few->count = 0;
}

/// Looks at the entries whose boxes meet that of the group.
static void visit_group(const covey_near_task *self, const groups *all, size_t group,
                        const entries *near)
{
    covey_nearby few; // not cleared, which takes long
    double marks[MANY];
    meet_box(near, &all->box[group], near->count, marks);
    few.count = 0;
    for (size_t e = 0; e < near->count; e++) {
        if (marks[e] == 0.0)
            continue;
        copy_entry(near, e, &few);
        if (few.count == COVEY_NEARBY)
            visit_few(self, group, &few);
    }
    visit_few(self, group, &few);
}

static void visit_run(const covey_near_task *self, const groups *all, size_t begin, size_t end,
                      vicinity *around)
{
    entries near;
    around->next = covey_among_next(&around->among);
    while (find_next(around, &near))
        for (size_t group = begin; group < end; group++)
            visit_group(self, all, group, &near);
}

void covey_near_fields(const covey_path *path, const covey_sweep *ways, covey_near_visit *visit,
                       void *context)
{
    const covey_near_task work = {ways, visit, context, false};
    if (covey_near_chart_find(path, &work))
        return;
    const groups all = groups_of(ways);
    vicinity around = {.path = path};
    covey_boxtree_box none = covey_box_empty();
    for (size_t begin = 0, end; begin < all.count; begin = end) {
        end = end_of_run(&all, begin, &around.all);
        bool looks = path->influences->bounds.sight > 0.0;
        covey_among_fields(path->influences, &around.all, looks ? &around.all : &none,
                           &around.among);
        visit_run(&work, &all, begin, end, &around);
    }
}

// ---- Solids ----

/// Agents that may meet a solid.
typedef struct holding {
    const covey_path *path;
    double *held;
} holding;

static void hold(void *context, size_t k, const uint32_t *item, size_t count)
{
    const holding *self = context;
    for (size_t e = 0; e < count; e++)
        if (covey_influence_stops(&self->path->influences->item[item[e]], self->path->flock))
            self->held[k] = 1.0;
}

void covey_near_hold(const covey_path *path, const covey_block *from, const covey_moves *to,
                     double held[COVEY_BLOCK])
{
    const double *const ends[COVEY_AXES] = {to->pos[0], to->pos[1], to->pos[2]};
    covey_sweep ways; // not cleared, which takes long
    set_ways(path, from, ends, &ways);
    holding all_held = {path, held};
    const covey_near_task work = {&ways, hold, &all_held, true};
    if (covey_near_chart_find(path, &work))
        return;
    const groups all = groups_of(&ways);
    vicinity around = {.path = path};
    for (size_t begin = 0, end; begin < all.count; begin = end) {
        end = end_of_run(&all, begin, &around.all);
        covey_among_solids(path->influences, &around.all, 0.0, 0, &around.among);
        visit_run(&work, &all, begin, end, &around);
    }
}
