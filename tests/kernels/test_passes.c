// SPDX-License-Identifier: MIT
// Zones take passes that were compiled for their kind: a model of anyone's is sensed as fast as one
// of the library with the same zones.
#include "core/world.h"
#include "support/world.h"

covey_kernel covey_kernels_here; // only its plans are tested
#define COVEY_KERNEL covey_kernels_here
#include "kernels/perceive_lanes.c"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>

#include <cmocka.h>

/// Number of `count` zones that take the general pass.
static int count_general(const covey_zone *zones, int count)
{
    static const covey_state state;
    static const covey_grid grid = {.reach = 1.0};
    covey_falloff *falloff[COVEY_MAX_ZONES] = {NULL};
    int which[COVEY_MAX_ZONES];
    covey_zone_bounds limits[COVEY_MAX_ZONES];
    for (int z = 0; z < count; z++) {
        which[z] = z;
        limits[z] = covey_zone_bounds_of(&zones[z]);
    }
    const covey_sense sense = {.from = &state,
                               .to = &state,
                               .grid = &grid,
                               .zones = zones,
                               .bounds = limits,
                               .falloff = falloff,
                               .which = which,
                               .which_count = count,
                               .safe = true};
    zone_pass plans[PLANS];
    int found = 0;
    for (int next = 0; next < count;)
        for (int k = plan_some(plans, &sense, &next); k-- > 0;)
            found += plans[k].visit == visit_any;
    return found;
}

static void test_every_model_takes_compiled_passes(void **unused)
{
    (void)unused;
    for (int k = 0; covey_model_at(k) != NULL; k++) {
        const covey_model *model = covey_model_at(k);
        covey_world *world = test_world_plain();
        covey_flock_def def = covey_flock_def_default();
        def.model = model->name;
        def.count = 1;
        const covey_flock *flock = world->flock[test_world_add(world, &def)];
        covey_zone zones[COVEY_MAX_ZONES];
        int count = 0;
        for (int z = 0; z < flock->plan.count; z++)
            if (flock->plan.zones[z].nearest == 0) // the others have a kernel of their own
                zones[count++] = flock->plan.zones[z];
        if (count_general(zones, count) > 0)
            fail_msg("%s takes the general pass", model->name);
        covey_world_destroy(world);
    }
}

static void test_every_kind_of_zone_takes_a_compiled_pass(void **unused)
{
    (void)unused;
    for (int weight = COVEY_WEIGHT_NOTHING; weight <= COVEY_WEIGHT_RAMP; weight++)
        for (int carry = COVEY_CARRY_NOTHING; carry <= COVEY_CARRY_POSITION; carry++)
            for (int rest = 0; rest < 16; rest++) {
                covey_zone zone = covey_zone_default(2.0);
                zone.weight = (covey_weight)weight;
                zone.carry = (covey_carry)carry;
                zone.inner = rest & 1 ? 1.0 : 0.0;
                zone.blind_cos = rest & 2 ? -0.5 : -1.0;
                zone.self = (rest & 4) != 0;
                zone.strict = (rest & 8) != 0;
                if (count_general(&zone, 1) > 0)
                    fail_msg("weight %d, carry %d, %d", weight, carry, rest);
            }
}

static void test_zones_of_a_model_share_passes(void **unused)
{
    (void)unused;
    covey_zone zones[] = {covey_zone_default(3.0), covey_zone_default(2.0),
                          covey_zone_default(1.0)};
    zones[1].weight = COVEY_WEIGHT_INVERSE;
    zones[2].weight = COVEY_WEIGHT_NOTHING;
    zones[2].carry = COVEY_CARRY_VELOCITY;
    zones[2].self = true;
    assert_int_equal(count_general(zones, 3), 0);
    zones[1].decay = 1.0;
    assert_int_equal(count_general(zones, 3), 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_model_takes_compiled_passes),
        cmocka_unit_test(test_every_kind_of_zone_takes_a_compiled_pass),
        cmocka_unit_test(test_zones_of_a_model_share_passes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
