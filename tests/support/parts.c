// SPDX-License-Identifier: MIT
#include "support/parts.h"

#include "base/bits.h"

#include <float.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static covey_agent agent_at(const covey_world *world, int number, size_t i)
{
    covey_agent agent = {0};
    covey_flock_look(world->flock[number], i, &agent);
    return agent;
}

/// Takes up an agent of a part.
static void take_agent(test_scattered *all, const covey_world *part, int number, size_t i)
{
    covey_agent agent = agent_at(part, number, i);
    assert_true(agent.id < all->count);
    all->agent[agent.id] = agent;
    covey_part_pack(part, number, i, i + 1, all->row + agent.id * all->width);
}

test_parts test_parts_create(test_maker *make, const void *of, test_cutting cutting)
{
    test_parts made = {.cutting = cutting, .parts = cutting.columns * cutting.rows};
    for (int k = 0; k < made.parts; k++)
        made.part[k] = make(of);
    const covey_world *first = made.part[0];
    made.flocks = covey_world_flocks(first);
    for (int number = 0; number < made.flocks; number++) {
        test_scattered *all = &made.flock[number];
        all->count = first->flock[number]->state.count;
        all->width = covey_part_width(first, number);
        all->agent = calloc(all->count, sizeof *all->agent);
        all->row = calloc(all->count, all->width * sizeof *all->row);
        all->picked = calloc(all->count, all->width * sizeof *all->picked);
        assert_true(all->agent != NULL && all->row != NULL && all->picked != NULL);
        for (size_t i = 0; i < all->count; i++)
            take_agent(all, first, number, i);
    }
    return made;
}

void test_parts_destroy(test_parts *old)
{
    for (int k = 0; k < old->parts; k++)
        covey_world_destroy(old->part[k]);
    for (int number = 0; number < old->flocks; number++) {
        free(old->flock[number].agent);
        free(old->flock[number].row);
        free(old->flock[number].picked);
    }
}

static double along(covey_vec v, int axis)
{
    return axis == 0 ? v.x : v.y;
}

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/// Where to cut an axis into `pieces` of about as many agents each, the sides included. Cuts are
/// coordinates of agents.
static void find_cuts(const test_parts *all, int axis, int pieces, double cut[])
{
    size_t count = 0;
    for (int number = 0; number < all->flocks; number++)
        count += all->flock[number].count;
    double *x = calloc(count + 1, sizeof *x);
    assert_non_null(x);
    count = 0;
    for (int number = 0; number < all->flocks; number++)
        for (size_t i = 0; i < all->flock[number].count; i++)
            x[count++] = along(all->flock[number].agent[i].pos, axis);
    qsort(x, count, sizeof *x, compare);
    cut[0] = -DBL_MAX;
    for (int k = 1; k < pieces; k++)
        cut[k] = x[count * (size_t)k / (size_t)pieces];
    cut[pieces] = DBL_MAX;
    free(x);
}

static void cut_plane(test_parts *all)
{
    double x[TEST_MOST_PARTS + 1], y[TEST_MOST_PARTS + 1];
    find_cuts(all, 0, all->cutting.columns, x);
    find_cuts(all, 1, all->cutting.rows, y);
    for (int k = 0; k < all->parts; k++) {
        int column = k % all->cutting.columns, row = k / all->cutting.columns;
        double far = covey_space_dim(&all->part[k]->def.space) == 3 ? DBL_MAX : 0.0;
        all->has[k].own =
            (covey_region){{x[column], y[row], -far}, {x[column + 1], y[row + 1], far}};
    }
}

/// How far x is from the box along an axis, in the plane or around the torus.
static double way_to(const covey_region *box, const covey_space *space, int axis, double x)
{
    double low = box->low[axis], high = box->high[axis], size = space->size[axis];
    if (space->kind != COVEY_SPACE_TORUS)
        return x < low ? low - x : x > high ? x - high : 0.0;
    low = low < 0.0 ? 0.0 : low;
    high = high > size ? size : high;
    double least = DBL_MAX;
    for (int image = -1; image <= 1; image++) {
        double at = x + image * size, way = at < low ? low - at : at > high ? at - high : 0.0;
        least = way < least ? way : least;
    }
    return least;
}

/// True if a part owns the agent, or has it as a ghost.
static bool is_there(const test_parts *all, int k, int number, const covey_agent *agent)
{
    const covey_region *box = &all->has[k].own;
    const covey_space *space = &all->part[k]->def.space;
    double reach = covey_world_ghost_reach(all->part[k], number);
    if (all->cutting.wrong == TEST_SHORT_REACH)
        reach *= 0.97;
    bool near = true;
    for (int axis = 0; axis < COVEY_PLANE; axis++)
        near = near && way_to(box, space, axis, along(agent->pos, axis)) <= reach;
    return near || covey_region_holds(box, agent->pos);
}

/// Gives a part its agents, those of high ids first.
static void fill(test_parts *all, int k, int number)
{
    test_scattered *from = &all->flock[number];
    size_t count = 0;
    for (size_t i = from->count; i-- > 0;)
        if (is_there(all, k, number, &from->agent[i]))
            memcpy(from->picked + count++ * from->width, from->row + i * from->width,
                   from->width * sizeof *from->row);
    assert_int_equal(covey_part_fill(all->part[k], number, from->picked, count, NULL), COVEY_OK);
}

static void spoil(const test_parts *all, int k, int number, covey_totals *totals)
{
    const covey_totals here = covey_totals_of(&all->part[k]->flock[number]->state);
    if (all->cutting.wrong == TEST_LOCAL_COUNT)
        totals->count = here.count;
    if (all->cutting.wrong == TEST_LOCAL_SPEED)
        totals->fastest = here.fastest;
    if (all->cutting.wrong != TEST_LOCAL_EXTENT)
        return;
    memcpy(totals->low, here.low, sizeof here.low);
    memcpy(totals->high, here.high, sizeof here.high);
}

/// Distributes all agents, and tells each part about whole flocks.
static void exchange(test_parts *all)
{
    cut_plane(all);
    for (int k = 0; k < all->parts; k++) {
        for (int number = 0; number < all->flocks; number++)
            fill(all, k, number);
        covey_part_take(all->part[k], &all->has[k]);
    }
    for (int number = 0; number < all->flocks; number++) {
        covey_totals whole = covey_totals_none();
        for (int k = 0; k < all->parts; k++) {
            covey_totals owned = covey_part_totals(all->part[k], number);
            covey_totals_merge(&whole, &owned);
        }
        assert_int_equal(whole.count, all->flock[number].count);
        for (int k = 0; k < all->parts; k++) {
            all->has[k].total[number] = whole;
            spoil(all, k, number, &all->has[k].total[number]);
        }
    }
    for (int k = 0; k < all->parts; k++)
        covey_part_take(all->part[k], &all->has[k]);
}

/// Takes up the agents that the parts have stepped: each one once.
static void collect(test_parts *all)
{
    for (int number = 0; number < all->flocks; number++) {
        test_scattered *to = &all->flock[number];
        size_t count = 0;
        for (int k = 0; k < all->parts; k++) {
            const covey_world *part = all->part[k];
            for (size_t i = 0; i < part->flock[number]->state.count; i++) {
                if (!covey_part_stepped(part, number, i))
                    continue;
                take_agent(to, part, number, i);
                count++;
            }
        }
        assert_int_equal(count, to->count);
    }
}

static covey_diverged try_all(test_parts *all, double dt)
{
    covey_diverged first = {.flock = COVEY_MAX_FLOCKS};
    for (int k = 0; k < all->parts; k++) {
        covey_diverged here;
        assert_int_equal(covey_step_try(all->part[k], dt, &here), COVEY_OK);
        first = covey_step_first(first, here);
    }
    return first;
}

covey_status test_parts_step(test_parts *all, double dt)
{
    exchange(all);
    covey_diverged first = try_all(all, dt);
    covey_status status = first.flock == COVEY_MAX_FLOCKS ? COVEY_OK : COVEY_DIVERGED;
    for (int k = 0; k < all->parts; k++)
        assert_int_equal(covey_step_finish(all->part[k], first), status);
    collect(all);
    return status;
}

uint64_t test_parts_hash(const test_parts *all)
{
    uint64_t sum = 0;
    bool deep = covey_space_dim(&all->part[0]->def.space) == 3;
    for (int number = 0; number < all->flocks; number++)
        for (size_t i = 0; i < all->flock[number].count; i++) {
            const covey_agent *one = &all->flock[number].agent[i];
            const covey_hash_agents hashed = {
                .count = 1,
                .id = &one->id,
                .pos = {&one->pos.x, &one->pos.y, deep ? &one->pos.z : NULL},
                .vel = {&one->vel.x, &one->vel.y, deep ? &one->vel.z : NULL}};
            sum += covey_hash_flock(number, &hashed);
        }
    return sum;
}
