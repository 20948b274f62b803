// SPDX-License-Identifier: MIT
// Relations between the flocks of a world, the radii that follow from them, and the grids, trees
// and sums that find neighbors within these radii.
#include "base/minmax.h"
#include "core/part.h"
#include "core/perceive.h"
#include "core/predation.h"
#include "core/world.h"
#include "geometry/sort.h"
#include "geometry/space.h"
#include "geometry/stray.h"

enum { ROWS_PER_RADIUS = 128 }; // of zones that are sensed by sums

// ---- Relations ----

static bool responds(const covey_flock *flock, int other)
{
    for (int k = 0; k < flock->reactions.count; k++)
        if (flock->reactions.list[k].target == other)
            return true;
    return false;
}

bool covey_world_senses(const covey_world *world, int watcher, int other)
{
    const covey_flock *flock = world->flock[watcher];
    return watcher == other || flock->hunts == other || world->flock[other]->hunts == watcher ||
           responds(flock, other);
}

bool covey_world_meets(const covey_world *world, int watcher, covey_of of, int to, int other)
{
    switch (of) {
    case COVEY_OF_OWN:
        return watcher == other;
    case COVEY_OF_PREDATORS:
        return world->flock[other]->hunts == watcher;
    case COVEY_OF_PREY:
        return world->flock[watcher]->hunts == other;
    case COVEY_OF_NAMED:
        return world->flock[watcher]->reactions.list[to].target == other;
    }
    return false;
}

static void note_zones(const covey_world *world, int watcher, int other)
{
    const covey_zone_plan *plan = &world->flock[watcher]->plan;
    covey_sensed *sensed = &world->flock[other]->sensed;
    for (int z = 0; z < plan->count; z++) {
        if (covey_zone_plan_rests(plan, z) ||
            !covey_world_meets(world, watcher, plan->zones[z].of, plan->to[z], other))
            continue;
        double *radius = &sensed->radius[plan->way[z]];
        *radius = covey_larger(*radius, plan->zones[z].radius);
        sensed->headings = sensed->headings || (plan->way[z] != COVEY_WAY_SUMS &&
                                                plan->zones[z].carry == COVEY_CARRY_HEADING);
    }
}

static void note_sensed(const covey_world *world, int number)
{
    covey_flock *flock = world->flock[number];
    flock->sensed =
        (covey_sensed){{-1.0, -1.0, -1.0, -1.0}, covey_zone_plan_looks_ahead(&flock->plan)};
    for (int watcher = 0; watcher < world->flock_count; watcher++)
        note_zones(world, watcher, number);
}

void covey_world_relate(covey_world *world)
{
    for (int number = 0; number < world->flock_count; number++) {
        covey_reactions *all = &world->flock[number]->reactions;
        for (int k = 0; k < all->count; k++)
            all->list[k].target = covey_world_find(world, all->list[k].to);
    }
    for (int number = 0; number < world->flock_count; number++)
        note_sensed(world, number);
}

// ---- Radii ----

static double radius_of(const covey_world *world, int number, covey_way way)
{
    return world->flock[number]->sensed.radius[way];
}

void covey_world_set_radii(covey_world *world)
{
    for (int number = 0; number < world->flock_count; number++) {
        double radius = covey_larger(0.0, radius_of(world, number, COVEY_WAY_PAIRS));
        radius = covey_larger(radius, radius_of(world, number, COVEY_WAY_EACH));
        // Sums need no grid, but agents that stand together then read the same memory.
        radius = covey_larger(radius,
                              radius_of(world, number, COVEY_WAY_SUMS) / (double)ROWS_PER_RADIUS);
        covey_grid_set_radius(&world->flock[number]->grid, &world->def.space, radius);
    }
}

double covey_world_ghost_reach(const covey_world *world, int number)
{
    double radius = -1.0;
    for (int way = COVEY_WAY_PAIRS; way <= COVEY_WAY_SUMS; way++)
        radius = covey_larger(radius, radius_of(world, number, (covey_way)way));
    return radius < 0.0 ? radius : covey_grid_reach(&world->def.space, radius);
}

void covey_part_expect(covey_world *world, int number)
{
    const covey_space *space = &world->def.space;
    covey_grid *grid = &world->flock[number]->grid;
    double low[COVEY_AXES] = {0.0}, high[COVEY_AXES] = {0.0};
    if (!world->has_part || space->kind != COVEY_SPACE_TORUS) {
        covey_grid_expect_all(grid);
        return;
    }
    for (int axis = 0; axis < covey_space_dim(space); axis++) {
        const covey_region *own = &world->part.own;
        low[axis] = own->low[axis] > 0.0 ? own->low[axis] : 0.0;
        high[axis] = own->high[axis] < space->size[axis] ? own->high[axis] : space->size[axis];
    }
    double reach = covey_world_ghost_reach(world, number);
    covey_grid_expect(grid, low, high, reach > 0.0 ? reach * 1.01 : 0.0);
}

// ---- Trees and sums ----

static bool needs_sums(const covey_world *world, int number)
{
    return world->kernel[COVEY_WAY_SUMS] != covey_kernels_aggregate_ref &&
           radius_of(world, number, COVEY_WAY_SUMS) >= 0.0;
}

static bool needs_tree(const covey_world *world, int number)
{
    return world->kernel[COVEY_WAY_NEAREST] != covey_kernels_perceive_nearest &&
           radius_of(world, number, COVEY_WAY_NEAREST) >= 0.0;
}

covey_status covey_world_take_trees(covey_world *world, covey_error *error)
{
    size_t bytes_before = world->memory.bytes;
    covey_status status = COVEY_OK;
    for (int number = 0; number < world->flock_count && status == COVEY_OK; number++) {
        covey_flock *flock = world->flock[number];
        if (flock->tree.nodes.points == NULL && needs_tree(world, number))
            status = covey_kdtree_init(&flock->tree.nodes, &world->memory, flock->state.room);
        if (status == COVEY_OK && !covey_aggregate_is_there(&flock->sums) &&
            needs_sums(world, number))
            status = covey_aggregate_create(&world->memory, flock->state.room, flock->state.dim,
                                            &flock->sums);
        if (status != COVEY_OK)
            status = covey_fail(error, COVEY_MEMORY,
                                "no memory to find neighbors among the %zu agents of flock %s",
                                flock->state.room, flock->name);
    }
    world->stats.agent_bytes += world->memory.bytes - bytes_before;
    return status;
}

/// The largest offset on an axis from an agent that senses flock `number` to one of that flock, as
/// bounded by the zones, the torus and the extent of the agents.
static double reach_of(const covey_world *world, int number, const covey_totals *totals)
{
    const covey_space *space = &world->def.space;
    double radius = radius_of(world, number, COVEY_WAY_SUMS), widest = 0.0;
    for (int axis = 0; axis < covey_space_dim(space); axis++) {
        double low = HUGE_VAL, high = -HUGE_VAL;
        for (int other = 0; other < world->flock_count; other++)
            if (other == number || covey_world_senses(world, other, number)) {
                low = covey_smaller(totals[other].low[axis], low);
                high = covey_larger(totals[other].high[axis], high);
            }
        bool torus = space->kind == COVEY_SPACE_TORUS && space->size[axis] * 0.5 < high - low;
        double width = torus ? space->size[axis] * 0.5 : high - low;
        widest = covey_larger(widest, width);
    }
    return widest < radius ? widest : radius;
}

static bool is_summed(const covey_world *world, int number)
{
    return radius_of(world, number, COVEY_WAY_SUMS) >= 0.0;
}

/// Builds the sums of all flocks that are sensed by sums.
static void build_sums(const covey_world *world)
{
    covey_totals totals[COVEY_MAX_FLOCKS];
    bool needed = false;
    for (int number = 0; number < world->flock_count; number++)
        needed = needed || is_summed(world, number);
    for (int number = 0; number < world->flock_count && needed; number++) {
        const covey_flock *flock = world->flock[number];
        totals[number] = flock->total != NULL ? *flock->total : covey_totals_of(&flock->state);
    }
    for (int number = 0; number < world->flock_count && needed; number++) {
        covey_flock *flock = world->flock[number];
        if (!is_summed(world, number))
            continue;
        covey_aggregate_measure(&flock->sums, &totals[number], &world->def.space,
                                reach_of(world, number, totals));
        if (covey_aggregate_is_there(&flock->sums))
            covey_aggregate_fill(&flock->sums, &flock->state);
    }
}

// ---- Sorting ----

void covey_world_sort(covey_world *world)
{
    for (int number = 0; number < world->flock_count; number++) {
        covey_flock *flock = world->flock[number];
        flock->has_before = false; // the sort needs its room
        covey_part_expect(world, number);
        covey_sort(&flock->grid, &world->workers, &flock->state, &flock->next);
        covey_stray_begin(&flock->grid, world->def.order != COVEY_ORDER_TOGETHER);
        if (flock->total != NULL)
            flock->grid.single = covey_totals_fit_floats(flock->total);
        if (flock->tree.nodes.points != NULL && needs_tree(world, number))
            covey_tree_begin(&flock->tree, &world->def.space, &flock->state);
        if (world->def.precision == COVEY_PRECISION_SINGLE)
            covey_single_copy(&world->workers, &flock->state, flock->sensed.headings,
                              &flock->single);
        else if (flock->sensed.headings)
            covey_heading_find(&world->workers, &flock->state, flock->heading);
    }
    build_sums(world);
    covey_herd_find(world);
}
