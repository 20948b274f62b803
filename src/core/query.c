// SPDX-License-Identifier: MIT
// Questions about agents: near a place, nearest to it, in a box. Agents that a question may be
// about are picked into a batch that is sorted, visited, and followed by the next batch, so that
// nothing is allocated however many there are.
#include "core/query.h"

#include "geometry/space.h"

#include <float.h>

enum { BATCH = 256 }; // agents, 10 kB of the stack

/// The center on one axis, from which ways are measured.
typedef struct axis_of {
    double center, size; ///< infinite: no torus
    double slack;        ///< rounding around the seam
} axis_of;

/// A question.
typedef struct question {
    const covey_world *world;
    const covey_space *space;
    int dim;
    bool torus, in_box;
    bool shrinks;             ///< the limit, as near agents are found
    bool is_ahead;            ///< numbers beyond the last agent can be read
    axis_of axis[COVEY_AXES]; ///< the center
    double radius;
    double low[COVEY_AXES], high[COVEY_AXES]; ///< the box; low above high: across the seam
    double limit; ///< squares of ways above it are longer than the radius
    covey_query_pick *pick;
} question;

// ---- Making ready ----

covey_status covey_world_prepare(covey_world *world, covey_error *error)
{
    covey_status status = covey_world_enter(world, error);
    if (status != COVEY_OK)
        return status;
    bool deep = covey_space_dim(&world->def.space) == 3;
    covey_bounds_settle(world);
    size_t bytes_before = world->memory.bytes;
    for (int number = 0; number < world->flock_count && status == COVEY_OK; number++) {
        covey_flock *flock = world->flock[number];
        covey_query_tree *tree = &flock->query;
        if (tree->id == NULL)
            status = covey_query_tree_create(&world->memory, flock->state.room, deep, tree);
        if (status != COVEY_OK) {
            covey_fail(error, status, "no memory to answer questions about flock %s", flock->name);
            break;
        }
        covey_query_tree_fill(tree, &flock->state);
        tree->changes = world->changes;
    }
    world->stats.agent_bytes += world->memory.bytes - bytes_before;
    return covey_world_leave(world, status);
}

bool covey_query_is_ready(const covey_world *world, const covey_flock *flock)
{
    return flock->query.id != NULL && flock->query.changes == world->changes;
}

covey_query_agents covey_query_agents_of(const covey_world *world, const covey_flock *flock)
{
    if (covey_query_is_ready(world, flock))
        return covey_query_tree_agents(&flock->query, &flock->state);
    const covey_state *state = &flock->state;
    return (covey_query_agents){
        state->count, {state->pos[0], state->pos[1], state->pos[2]}, state->id, NULL};
}

bool covey_query_is_place(covey_vec p)
{
    return fabs(p.x) <= DBL_MAX && fabs(p.y) <= DBL_MAX && fabs(p.z) <= DBL_MAX;
}

covey_vec covey_query_place(const covey_space *space, covey_vec p)
{
    if (covey_space_dim(space) == 2)
        p.z = 0.0;
    return space->kind == COVEY_SPACE_TORUS ? covey_space_fold(space, p) : p;
}

covey_status covey_query_check(const covey_world *world, int flock)
{
    bool known = world != NULL && (flock == COVEY_ALL_FLOCKS || flock == COVEY_NO_FLOCK ||
                                   (flock >= 0 && flock < world->flock_count));
    return known && !world->busy ? COVEY_OK : COVEY_ARG;
}

// ---- Agents ----

/// Squares above it belong to lengths above the radius, however it was rounded.
static double limit_of(double radius)
{
    double square = radius * radius;
    return covey_vec_square_is_safe(square) ? square * (1.0 + 0x1p-40)
                                            : (square < 1.0 ? 0x1p-890 : HUGE_VAL);
}

/// The way to a coordinate; see covey_circle_offset().
COVEY_BODY double way_to(const axis_of *axis, double x)
{
    const double c = axis->center, size = axis->size, half = size * 0.5;
    double straight = x - c, less = (x - size) - c, more = x - (c - size);
    double way = straight > half ? less : straight;
    return straight < -half ? more : way;
}

/// The squares of the ways to some places in the plane.
COVEY_BODY void find_ways_body(const axis_of *axis, const double *COVEY_RESTRICT x,
                               const double *COVEY_RESTRICT y, double *COVEY_RESTRICT square)
{
    const axis_of along = axis[0], across = axis[1];
    for (int k = 0; k < COVEY_QUERY_WIDTH; k++) {
        double dx = way_to(&along, x[k]), dy = way_to(&across, y[k]);
        square[k] = dx * dx + dy * dy;
    }
}
COVEY_WIDER(static void, find_ways,
            (const axis_of *axis, const double *x, const double *y, double *square),
            (axis, x, y, square))

/// Adds those of the third axis.
COVEY_BODY void add_ways_body(const axis_of *axis, const double *COVEY_RESTRICT z,
                              double *COVEY_RESTRICT square)
{
    const axis_of along = *axis;
    for (int k = 0; k < COVEY_QUERY_WIDTH; k++) {
        double dz = way_to(&along, z[k]);
        square[k] += dz * dz;
    }
}
COVEY_WIDER(static void, add_ways, (const axis_of *axis, const double *z, double *square),
            (axis, z, square))

/// The least way to a box. Rounding grows with the number it rounds, so ways to agents inside are
/// not shorter; around the seam last digits may differ.
COVEY_BODY double gap_to(const axis_of *axis, double low, double high)
{
    const double c = axis->center, size = axis->size, slack = axis->slack;
    double under = low - c, over = c - high;
    double gap = under > over ? under : over;
    gap = (gap > 0.0 ? gap : 0.0) * (1.0 - 0x1p-50);
    double down = low + (size - c), up = c + (size - high);
    double around = (down < up ? down : up) - slack;
    gap = around < gap ? around : gap;
    return gap > 0.0 ? gap : 0.0;
}

/// Lows and highs of some nodes, on each axis.
typedef struct boxes {
    const double *low[COVEY_AXES], *high[COVEY_AXES];
} boxes;

/// The squares of the least ways to boxes in the plane.
COVEY_BODY void find_gaps_body(const axis_of *axis, const boxes *of, double *COVEY_RESTRICT square)
{
    const axis_of along = axis[0], across = axis[1];
    const double *left = of->low[0], *right = of->high[0], *low = of->low[1], *high = of->high[1];
    for (int k = 0; k < COVEY_QUERY_WIDTH; k++) {
        double dx = gap_to(&along, left[k], right[k]), dy = gap_to(&across, low[k], high[k]);
        square[k] = dx * dx + dy * dy;
    }
}
COVEY_WIDER(static void, find_gaps, (const axis_of *axis, const boxes *of, double *square),
            (axis, of, square))

/// Adds those of the third axis.
COVEY_BODY void add_gaps_body(const axis_of *axis, const boxes *of, double *COVEY_RESTRICT square)
{
    const axis_of along = axis[2];
    const double *front = of->low[2], *back = of->high[2];
    for (int k = 0; k < COVEY_QUERY_WIDTH; k++) {
        double dz = gap_to(&along, front[k], back[k]);
        square[k] += dz * dz;
    }
}
COVEY_WIDER(static void, add_gaps, (const axis_of *axis, const boxes *of, double *square),
            (axis, of, square))

/// Numbers of the squares that are not above a limit, in their order. Returns how many there are.
/// It has no branch, which would be predicted wrong.
static size_t sift(const double square[COVEY_QUERY_WIDTH], double limit,
                   uint32_t kept[COVEY_QUERY_WIDTH])
{
    size_t count = 0;
    for (uint32_t k = 0; k < COVEY_QUERY_WIDTH; k++) {
        kept[count] = k;
        count += square[k] <= limit;
    }
    return count;
}

static double distance_to(const question *ask, const covey_query_agents *agents, size_t i)
{
    const covey_vec center = {ask->axis[0].center, ask->axis[1].center, ask->axis[2].center};
    return covey_vec_length(covey_space_between(ask->space, center, covey_vec_at(agents->pos, i)));
}

static void pick_if_within(question *ask, const covey_query_agents *agents, int flock, size_t i,
                           double distance)
{
    if (distance <= ask->radius && covey_query_agents_have(agents, i))
        covey_query_pick_add(ask->pick, &(covey_neighbor){agents->id[i], flock, distance,
                                                          covey_vec_at(agents->pos, i)});
}

/// Picks agents begin … end - 1 that are within the radius.
static void pick_near(question *ask, const covey_query_agents *agents, int flock,
                      covey_query_range range)
{
    size_t i = range.begin;
    for (; i + COVEY_QUERY_WIDTH <= range.end || (ask->is_ahead && i < range.end);
         i += COVEY_QUERY_WIDTH) {
        double square[COVEY_QUERY_WIDTH];
        uint32_t kept[COVEY_QUERY_WIDTH];
        find_ways(ask->axis, agents->pos[0] + i, agents->pos[1] + i, square);
        if (ask->dim == 3)
            add_ways(&ask->axis[2], agents->pos[2] + i, square);
        size_t count = sift(square, ask->limit, kept);
        for (size_t k = 0; k < count && i + kept[k] < range.end; k++) {
            double own = square[kept[k]]; // that of the offset, to the bit
            pick_if_within(ask, agents, flock, i + kept[k],
                           covey_vec_square_is_safe(own) ? sqrt(own)
                                                         : distance_to(ask, agents, i + kept[k]));
        }
    }
    for (; i < range.end; i++)
        pick_if_within(ask, agents, flock, i, distance_to(ask, agents, i));
}

static bool is_between(double low, double x, double high)
{
    return low <= high ? x >= low && x <= high : x >= low || x <= high;
}

/// Picks agents begin … end - 1 that are in the box.
static void pick_in_box(question *ask, const covey_query_agents *agents, int flock,
                        covey_query_range range)
{
    for (size_t i = range.begin; i < range.end; i++) {
        bool inside = true;
        for (int axis = 0; axis < ask->dim; axis++)
            inside = inside && is_between(ask->low[axis], agents->pos[axis][i], ask->high[axis]);
        if (inside && covey_query_agents_have(agents, i))
            covey_query_pick_add(ask->pick, &(covey_neighbor){agents->id[i], flock, 0.0,
                                                              covey_vec_at(agents->pos, i)});
    }
}

static void pick(question *ask, const covey_query_agents *agents, int flock,
                 covey_query_range range)
{
    if (ask->in_box)
        pick_in_box(ask, agents, flock, range);
    else
        pick_near(ask, agents, flock, range);
    if (!ask->in_box && ask->pick->count == ask->pick->room) // beyond the last picked is none
        ask->limit = covey_smaller(ask->limit, limit_of(ask->pick->agent[0].distance));
}

// ---- Nodes of the tree ----

static bool is_box_met(const question *ask, const covey_query_tree *tree, size_t node)
{
    for (int axis = 0; axis < ask->dim; axis++) {
        double low = ask->low[axis], high = ask->high[axis];
        bool over = tree->high[axis][node] >= low, under = tree->low[axis][node] <= high;
        if (low <= high ? !(over && under) : !(over || under))
            return false;
    }
    return true;
}

/// The least squares of ways from the center to agents below some nodes; NaN for a node of which
/// none can be asked for.
static void find_squares(const question *ask, const covey_query_tree *tree, covey_query_range nodes,
                         double square[COVEY_QUERY_WIDTH])
{
    boxes of = {{NULL}, {NULL}};
    for (int axis = 0; axis < ask->dim; axis++) {
        of.low[axis] = tree->low[axis] + nodes.begin;
        of.high[axis] = tree->high[axis] + nodes.begin;
    }
    find_gaps(ask->axis, &of, square);
    if (ask->dim == 3)
        add_gaps(ask->axis, &of, square);
    for (size_t k = nodes.end - nodes.begin; k < COVEY_QUERY_WIDTH; k++)
        square[k] = (double)NAN; // of the next level
}

static void find_met(const question *ask, const covey_query_tree *tree, covey_query_range nodes,
                     double square[COVEY_QUERY_WIDTH])
{
    for (size_t k = 0; k < COVEY_QUERY_WIDTH; k++) {
        bool met = nodes.begin + k < nodes.end && is_box_met(ask, tree, nodes.begin + k);
        square[k] = met ? 0.0 : (double)NAN;
    }
}

/// A node that is still to be looked into.
typedef struct pending {
    uint32_t node;
    int level;
    double square;
} pending;

/// Puts the nodes below one on the stack, the nearest on top where that brings the end nearer.
/// Returns the new size.
static size_t push_below(const question *ask, const covey_query_tree *tree, pending top,
                         pending *stack, size_t size)
{
    covey_query_range below = covey_query_tree_below(tree, top.level, top.node);
    double square[COVEY_QUERY_WIDTH];
    uint32_t kept[COVEY_QUERY_WIDTH];
    if (ask->in_box)
        find_met(ask, tree, below, square);
    else
        find_squares(ask, tree, below, square);
    size_t base = size, count = sift(square, ask->limit, kept);
    for (size_t k = 0; k < count; k++) {
        double own = square[kept[k]];
        size_t place = size++;
        for (; ask->shrinks && place > base && stack[place - 1].square < own; place--)
            stack[place] = stack[place - 1];
        stack[place] = (pending){(uint32_t)below.begin + kept[k], top.level - 1, own};
    }
    return size;
}

static void search_tree(question *ask, const covey_flock *of, int flock)
{
    const covey_query_tree *tree = &of->query;
    const covey_query_agents agents = covey_query_tree_agents(tree, &of->state);
    pending stack[COVEY_QUERY_STACK];
    size_t size = 0;
    ask->is_ahead = true;
    if (tree->count > 0)
        stack[size++] = (pending){(uint32_t)tree->first[tree->levels] - 1, tree->levels - 1, 0.0};
    while (size > 0) {
        pending top = stack[--size];
        if (!(top.square <= ask->limit))
            continue;
        if (top.level > 0)
            size = push_below(ask, tree, top, stack, size);
        else
            pick(ask, &agents, flock, covey_query_tree_below(tree, 0, top.node));
    }
    const covey_query_range tail = covey_query_tree_tail(tree);
    for (size_t i = tail.begin; i < tail.end; i += BATCH)
        pick(ask, &agents, flock,
             (covey_query_range){i, i + BATCH < tail.end ? i + BATCH : tail.end});
}

static void search(question *ask, int flock)
{
    for (int number = 0; number < ask->world->flock_count; number++) {
        const covey_flock *one = ask->world->flock[number];
        if (flock != COVEY_ALL_FLOCKS && flock != number)
            continue;
        if (covey_query_is_ready(ask->world, one)) {
            search_tree(ask, one, number);
            continue;
        }
        const covey_query_agents agents = covey_query_agents_of(ask->world, one);
        ask->is_ahead = false;
        for (size_t i = 0; i < agents.count; i += BATCH)
            pick(ask, &agents, number,
                 (covey_query_range){i, i + BATCH < agents.count ? i + BATCH : agents.count});
    }
    covey_query_pick_sort(ask->pick);
}

// ---- Questions ----

static void ask_within(question *ask, covey_vec center, double radius)
{
    covey_vec place = covey_query_place(ask->space, center);
    const double middle[] = {place.x, place.y, place.z};
    for (int axis = 0; axis < COVEY_AXES; axis++) {
        double size = ask->torus ? ask->space->size[axis] : HUGE_VAL;
        ask->axis[axis] = (axis_of){middle[axis], size, ask->torus ? size * 0x1p-50 : 0.0};
    }
    ask->radius = radius;
}

static question question_of(const covey_world *world)
{
    const covey_space *space = &world->def.space;
    return (question){.world = world,
                      .space = space,
                      .dim = covey_space_dim(space),
                      .torus = space->kind == COVEY_SPACE_TORUS};
}

/// Visits all agents that are asked for, batch by batch.
static void visit_all(question *ask, int flock, covey_visit_agent *visit, void *context)
{
    covey_neighbor agents[BATCH];
    covey_query_pick picked = {.agent = agents, .room = BATCH};
    ask->pick = &picked;
    do {
        picked.count = 0;
        ask->limit = ask->in_box ? 0.0 : limit_of(ask->radius);
        search(ask, flock);
        for (size_t k = 0; k < picked.count; k++)
            if (!visit(context, &agents[k]))
                return;
        if (picked.count > 0)
            picked.last = covey_query_agent_key(&agents[picked.count - 1]);
        picked.goes_on = true;
    } while (picked.count == BATCH);
}

covey_status covey_world_near(const covey_world *world, int flock, covey_vec center, double radius,
                              covey_visit_agent *visit, void *context)
{
    COVEY_ROUND();
    if (covey_query_check(world, flock) != COVEY_OK || visit == NULL || !(radius >= 0.0) ||
        !covey_query_is_place(center))
        return COVEY_ARG;
    question ask = question_of(world);
    ask_within(&ask, center, covey_smaller(radius, DBL_MAX));
    visit_all(&ask, flock, visit, context);
    return COVEY_OK;
}

covey_status covey_world_nearest(const covey_world *world, int flock, covey_vec center, size_t k,
                                 covey_neighbor *nearest, size_t *count)
{
    COVEY_ROUND();
    if (count == NULL)
        return COVEY_ARG;
    *count = 0;
    if (covey_query_check(world, flock) != COVEY_OK || nearest == NULL ||
        !covey_query_is_place(center))
        return COVEY_ARG;
    if (k == 0)
        return COVEY_OK;
    covey_query_pick picked = {.agent = nearest, .room = k};
    question ask = question_of(world);
    ask_within(&ask, center, DBL_MAX);
    ask.limit = limit_of(DBL_MAX);
    ask.shrinks = true;
    ask.pick = &picked;
    search(&ask, flock);
    *count = picked.count;
    return COVEY_OK;
}

/// The box on one axis: across the seam where it is high above low. A torus has the places of its
/// corners folded.
static void ask_between(question *ask, int axis, const double corners[2], const double folded[2])
{
    double size = ask->space->size[axis];
    bool whole = ask->torus && corners[1] - corners[0] >= size;
    ask->low[axis] = whole ? 0.0 : folded[0];
    ask->high[axis] = whole ? size : folded[1];
}

covey_status covey_world_in_box(const covey_world *world, int flock, covey_vec low, covey_vec high,
                                covey_visit_agent *visit, void *context)
{
    COVEY_ROUND();
    if (covey_query_check(world, flock) != COVEY_OK || visit == NULL ||
        !covey_query_is_place(low) || !covey_query_is_place(high))
        return COVEY_ARG;
    question ask = question_of(world);
    if (low.x > high.x || low.y > high.y || (ask.dim == 3 && low.z > high.z))
        return COVEY_ARG;
    ask.in_box = true;
    const covey_vec first = covey_query_place(ask.space, low);
    const covey_vec last = covey_query_place(ask.space, high);
    const double corners[COVEY_AXES][2] = {{low.x, high.x}, {low.y, high.y}, {low.z, high.z}};
    const double folded[COVEY_AXES][2] = {{first.x, last.x}, {first.y, last.y}, {first.z, last.z}};
    for (int axis = 0; axis < ask.dim; axis++)
        ask_between(&ask, axis, corners[axis], folded[axis]);
    visit_all(&ask, flock, visit, context);
    return COVEY_OK;
}
