// SPDX-License-Identifier: MIT
// Zones take passes that were compiled for their kind: a model of anyone's is sensed as fast as one
// of the library with the same zones.
#include "core/world.h"
#include "kernels/passes.h"
#include "kernels/zone.h"
#include "support/world.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>

#include <cmocka.h>

/// Number of `count` zones that take the general pass on a grid.
static int count_general_on(const covey_grid *grid, const covey_zone *zones, int count)
{
    int which[COVEY_MAX_ZONES];
    slot_kind kind_at[COVEY_MAX_ZONES];
    for (int z = 0; z < count; z++) {
        which[z] = z;
        kind_at[z] = kind_of(&zones[z]);
    }
    const covey_sense sense = {.grid = grid, .zones = zones, .which = which, .which_count = count};
    int found = 0, sensed = 0;
    for (int next = 0; next < count; next += sensed)
        found += find_pass(&sense, kind_at, next, &sensed) == PASS_COUNT;
    return found;
}

static int count_general(const covey_zone *zones, int count, bool deep)
{
    const covey_grid grid = {.reach = 1.0, .deep = deep};
    return count_general_on(&grid, zones, count);
}

static void test_every_model_takes_compiled_passes(void **unused)
{
    (void)unused;
    for (int k = 0; covey_model_at(k) != NULL; k++) {
        const covey_model *model = covey_model_at(k);
        covey_world *world = test_world_plain();
        covey_flock_def def = test_flock_plain(model->name, 1);
        const covey_flock *flock = world->flock[test_world_add(world, &def)];
        covey_zone zones[COVEY_MAX_ZONES];
        int count = 0;
        for (int z = 0; z < flock->plan.count; z++)
            if (flock->plan.way[z] == COVEY_WAY_PAIRS) // the others have kernels of their own
                zones[count++] = flock->plan.zones[z];
        for (int deep = 0; deep <= (model->plane_only ? 0 : 1); deep++)
            if (count_general(zones, count, deep) > 0)
                fail_msg("%s takes the general pass%s", model->name, deep ? ", deep" : "");
        covey_world_destroy(world);
    }
}

/// A zone with the tests whose bits are set.
static covey_zone zone_with(covey_weight weight, covey_carry carry, int tests)
{
    covey_zone zone = covey_zone_default(2.0);
    zone.weight = weight;
    zone.carry = carry;
    zone.inner = tests & 1 ? 1.0 : 0.0;
    zone.blind_cos = tests & 2 ? -0.5 : -1.0;
    zone.self = (tests & 4) != 0;
    zone.strict = (tests & 8) != 0;
    return zone;
}

static void test_every_kind_of_zone_takes_a_compiled_pass(void **unused)
{
    (void)unused;
    for (int weight = COVEY_WEIGHT_NOTHING; weight <= COVEY_WEIGHT_RAMP; weight++)
        for (int carry = COVEY_CARRY_NOTHING; carry <= COVEY_CARRY_POSITION; carry++)
            for (int tests = 0; tests < 16; tests++) {
                covey_zone zone = zone_with((covey_weight)weight, (covey_carry)carry, tests);
                if (count_general(&zone, 1, false) > 0 || count_general(&zone, 1, true) > 0)
                    fail_msg("weight %d, carry %d, tests %d", weight, carry, tests);
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
    assert_int_equal(count_general(zones, 3, false), 0);
    zones[1].decay = 1.0;
    assert_int_equal(count_general(zones, 3, false), 1);
}

/// On a torus of fewer than three radii the zones of these models have passes, too.
static void test_narrow_tori_have_passes(void **unused)
{
    (void)unused;
    static const char *const models[] = {"reynolds", "couzin", "formal", "vicsek"};
    const covey_grid narrow = {.reach = 1.0, .col = {.all = true}};
    for (size_t k = 0; k < sizeof models / sizeof *models; k++) {
        covey_world *world = test_world_plain();
        covey_flock_def def = test_flock_plain(models[k], 1);
        const covey_zone_plan *plan = &world->flock[test_world_add(world, &def)]->plan;
        if (count_general_on(&narrow, plan->zones, plan->count) > 0)
            fail_msg("%s takes the general pass", models[k]);
        covey_world_destroy(world);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_model_takes_compiled_passes),
        cmocka_unit_test(test_every_kind_of_zone_takes_a_compiled_pass),
        cmocka_unit_test(test_zones_of_a_model_share_passes),
        cmocka_unit_test(test_narrow_tori_have_passes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
