// SPDX-License-Identifier: MIT
// Couzin, Krause, Franks, Levin, Nature 433, 513 (2005), figure 1: the share of informed agents
// that a group needs to go where these want is small, and the smaller the larger the group is.
#include "support/world.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

enum { GROUPS = 24 };

/// The cosine between the way of a group in the last 120 units of time and the preferred direction.
static double follow(size_t count, double share, uint64_t seed)
{
    covey_world_def def = covey_world_def_default();
    def.seed = seed;
    covey_world *world = test_world_create(&def);
    const covey_setting informed = {"informed", share};
    covey_flock_def flock = test_flock_plain("couzin_leaders", count);
    flock.place.kind = COVEY_PLACE_DISC;
    flock.settings = &informed;
    flock.settings_count = 1;
    test_world_add(world, &flock);
    covey_vec middle[2] = {{0, 0, 0.0}, {0, 0, 0.0}};
    for (int part = 0; part < 2; part++) {
        test_world_steps(world, 600, 0.2);
        for (uint32_t id = 0; id < count; id++)
            middle[part] = covey_vec_add(middle[part], test_world_pos(world, 0, id));
    }
    covey_world_destroy(world);
    return covey_vec_unit(covey_vec_sub(middle[1], middle[0])).x;
}

static double accuracy(size_t count, double share)
{
    double sum = 0.0;
    for (uint64_t seed = 1; seed <= GROUPS; seed++)
        sum += follow(count, share, seed);
    return sum / (double)GROUPS;
}

/// Means of 24 cosines have a standard error of 0.14 where no direction is preferred.
static void test_a_small_share_leads_and_a_smaller_one_in_larger_groups(void **unused)
{
    (void)unused;
    const double shares[] = {0.0, 0.05, 0.2, 0.5};
    double reached[4];
    for (int k = 0; k < 4; k++)
        reached[k] = accuracy(50, shares[k]);
    assert_true(fabs(reached[0]) < 0.45);
    assert_true(reached[1] > reached[0] + 0.3);
    assert_true(reached[2] > 0.75);
    assert_true(reached[3] > 0.98);
    assert_true(accuracy(100, 0.2) > accuracy(10, 0.2) + 0.15);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_small_share_leads_and_a_smaller_one_in_larger_groups),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
