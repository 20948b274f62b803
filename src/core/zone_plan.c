// SPDX-License-Identifier: MIT
// Makes the zone plan of a flock from the zones of its model and its responses.
#include "core/zone_plan.h"

#include <float.h>
#include <string.h>

static covey_status check_zone(const covey_model *model, const covey_zone *zone, bool deep,
                               covey_error *error)
{
    bool sane = zone->radius >= 0.0 && zone->radius <= DBL_MAX && zone->inner >= 0.0 &&
                zone->blind_cos <= 1.0 && zone->nearest >= 0 &&
                zone->nearest <= COVEY_MAX_NEAREST && zone->weight <= COVEY_WEIGHT_RAMP &&
                zone->carry <= COVEY_CARRY_POSITION && zone->of <= COVEY_OF_PREY &&
                zone->decay >= 0.0 && zone->decay <= DBL_MAX &&
                (zone->decay == 0.0 || zone->falloff == NULL) &&
                (!covey_zone_asks_each(zone) || zone->nearest == 0) && zone->disc >= 0.0 &&
                zone->disc <= DBL_MAX &&
                !(zone->disc > 0.0 && (zone->self || zone->voronoi || zone->add != NULL));
    if (sane && zone->disc > 0.0 && deep)
        return covey_fail(error, COVEY_ARG,
                          "model %s has a field of view, which is one of the plane alone",
                          model->name);
    if (sane && zone->voronoi && deep)
        return covey_fail(error, COVEY_ARG,
                          "model %s asks for Voronoi neighbors, which are found in the plane alone",
                          model->name);
    if (sane)
        return COVEY_OK;
    return covey_fail(error, COVEY_ARG, "model %s has a zone with radius %g that makes no sense",
                      model->name, zone->radius);
}

static covey_way way_of(const covey_zone_plan *plan, const covey_zone *zone)
{
    if (zone->nearest > 0)
        return COVEY_WAY_NEAREST;
    if (covey_zone_asks_each(zone))
        return COVEY_WAY_EACH;
    return plan->aggregate && covey_zone_only_sums(zone) ? COVEY_WAY_SUMS : COVEY_WAY_PAIRS;
}

/// Puts the zones of one relation and way together, if there are some.
static void put_batch(covey_zone_plan *plan, covey_of of, int to, covey_way way)
{
    covey_zone_batch *batch = &plan->batch[plan->batches];
    int count = 0;
    for (int z = 0; z < plan->count; z++)
        if (plan->zones[z].of == of && plan->to[z] == to && plan->way[z] == way &&
            !covey_zone_plan_rests(plan, z))
            batch->which[count++] = z;
    if (count == 0)
        return;
    batch->of = of;
    batch->to = to;
    batch->way = way;
    batch->count = count;
    plan->batches++;
}

static void find_batches(covey_zone_plan *plan)
{
    for (int of = COVEY_OF_OWN; of <= COVEY_OF_PREY; of++)
        for (int way = COVEY_WAY_PAIRS; way <= COVEY_WAY_SUMS; way++)
            if (plan->batches < COVEY_MAX_ZONES) // else each zone has its own batch already
                put_batch(plan, (covey_of)of, 0, (covey_way)way);
    for (int to = 0; to < plan->count - plan->own_count; to++)
        for (int way = COVEY_WAY_PAIRS; way <= COVEY_WAY_SUMS; way++)
            if (plan->batches < COVEY_MAX_ZONES)
                put_batch(plan, COVEY_OF_NAMED, to, (covey_way)way);
}

/// Notes the zones that count how many agents each agent senses: zones that are in no other.
static void find_counted(covey_zone_plan *plan, bool only_sums)
{
    for (int z = 0; z < plan->count; z++) {
        bool needed =
            covey_zone_only_sums(&plan->zones[z]) == only_sums && !covey_zone_plan_rests(plan, z);
        for (int k = 0; k < plan->counted_count && needed; k++) {
            int other = plan->counted[k]; // floats and doubles may differ on the agents inside
            needed = plan->way[other] != plan->way[z] || plan->to[other] != plan->to[z] ||
                     !covey_zone_contains(&plan->zones[other], &plan->zones[z]);
        }
        if (needed)
            plan->counted[plan->counted_count++] = z;
    }
}

/// Samples the function of a zone, if it has one, to the table that was taken for it.
static covey_status sample_falloff(const covey_zone_plan *plan, int z, const covey_model *model,
                                   const void *values, covey_error *error)
{
    const covey_zone *zone = &plan->zones[z];
    if (zone->falloff == NULL)
        return COVEY_OK;
    if (plan->falloff[z] == NULL)
        return covey_fail(error, COVEY_ARG,
                          "zone %d of model %s has a falloff that it did not have at first", z,
                          model->name);
    if (!covey_falloff_sample(zone, values, plan->falloff[z]))
        return covey_fail(error, COVEY_ARG,
                          "the falloff of zone %d of model %s is not finite, or above 1e38, "
                          "somewhere from 0 to %g",
                          z, model->name, zone->radius);
    return COVEY_OK;
}

/// Fills in the entries of the plan that follow from the zone of number z.
static void plan_zone(covey_zone_plan *plan, int z)
{
    const covey_zone *zone = &plan->zones[z];
    plan->way[z] = way_of(plan, zone);
    bool floats = plan->single && plan->way[z] == COVEY_WAY_PAIRS;
    plan->bounds[z] = floats ? covey_zone_bounds_single(zone) : covey_zone_bounds_of(zone);
    bool rests = covey_zone_plan_rests(plan, z);
    bool counts = zone->of == COVEY_OF_OWN && !covey_zone_passes_self(zone) && !rests;
    plan->self_share[z] = counts && !zone->self && covey_zone_holds(zone, 0.0) ? 1.0 : 0.0;
    if (zone->of != COVEY_OF_OWN || zone->nearest > 0 || rests || covey_zone_asks_each(zone) ||
        !covey_zone_holds(zone, 0.0))
        plan->parting &= ~(1u << z);
}

covey_status covey_zone_plan_update(covey_zone_plan *plan, const covey_model *model,
                                    const void *values, const covey_zone_more *more,
                                    covey_error *error)
{
    memset(plan->zones, 0, sizeof plan->zones);
    memset(plan->to, 0, sizeof plan->to);
    plan->count = plan->batches = plan->counted_count = plan->counted_sums = 0;
    plan->own_count = 0;
    plan->idle = more->idle;
    plan->parting = model->parting_zones;
    int count = model->zones(values, plan->zones);
    if (count < 0 || count > COVEY_MAX_ZONES)
        return covey_fail(error, COVEY_ARG, "model %s has %d zones, at most %d are possible",
                          model->name, count, COVEY_MAX_ZONES);
    if (count + more->count > COVEY_MAX_ZONES)
        return covey_fail(error, COVEY_ARG,
                          "model %s has %d zones, which leave room for %d responses to other "
                          "flocks, not for %d",
                          model->name, count, COVEY_MAX_ZONES - count, more->count);
    for (int z = 0; z < count; z++) {
        covey_status status = check_zone(model, &plan->zones[z], more->deep, error);
        if (status != COVEY_OK)
            return status;
    }
    memcpy(plan->zones + count, more->zone, (size_t)more->count * sizeof *plan->zones);
    memcpy(plan->to + count, more->to, (size_t)more->count * sizeof *plan->to);
    for (int z = 0; z < count + more->count; z++) {
        covey_status status = COVEY_OK;
        if (plan->single)
            plan->zones[z] = covey_zone_single(&plan->zones[z]);
        status = sample_falloff(plan, z, model, values, error);
        if (status != COVEY_OK)
            return status;
        plan_zone(plan, z);
    }
    plan->own_count = count;
    plan->count = count + more->count;
    find_batches(plan);
    find_counted(plan, true);
    plan->counted_sums = plan->counted_count;
    find_counted(plan, false);
    return COVEY_OK;
}

bool covey_zone_plan_is_current(const covey_zone_plan *plan, const covey_model *model,
                                const void *values, unsigned idle)
{
    covey_zone zones[COVEY_MAX_ZONES] = {{0}};
    int count = model->zones(values, zones);
    bool same = plan->count > 0 && count == plan->own_count && idle == plan->idle;
    for (int z = 0; z < count && same; z++) {
        covey_zone zone = plan->single ? covey_zone_single(&zones[z]) : zones[z];
        same = zone.falloff == NULL && covey_zone_is_same(&zone, &plan->zones[z]);
    }
    return same;
}

covey_status covey_zone_plan_create(covey_memory *memory, const covey_model *model,
                                    const void *values, covey_zone_plan *plan)
{
    covey_zone zones[COVEY_MAX_ZONES] = {{0}};
    int count = model->zones(values, zones);
    for (int z = 0; z < count && z < COVEY_MAX_ZONES; z++) {
        if (zones[z].falloff == NULL)
            continue;
        plan->falloff[z] = covey_memory_take(memory, 1, sizeof *plan->falloff[z]);
        if (plan->falloff[z] == NULL)
            return COVEY_MEMORY;
    }
    return COVEY_OK;
}

void covey_zone_plan_destroy(covey_memory *memory, covey_zone_plan *plan)
{
    for (int z = 0; z < COVEY_MAX_ZONES; z++)
        covey_memory_give(memory, plan->falloff[z], 1, sizeof *plan->falloff[z]);
}

bool covey_zone_plan_looks_ahead(const covey_zone_plan *plan)
{
    bool looks = false;
    for (int z = 0; z < plan->count; z++)
        looks = looks || (plan->way[z] == COVEY_WAY_PAIRS && plan->zones[z].blind_cos > -1.0 &&
                          !covey_zone_plan_rests(plan, z));
    return looks;
}
