// SPDX-License-Identifier: MIT
// The fast kernels filter their candidates by quantized positions: an agent that is moved next to
// another while its quantized position stays is not sensed. A kernel that visits all gives the
// same results for agents that are not moved so, and takes longer.
#include "core/perceive.h"
#include "core/world.h"
#include "support/probe.h"
#include "support/world.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

enum { ROWS = 3, OTHERS = 20, COUNT = 2 + ROWS * OTHERS };

/// A model, and the zone that is looked at; all zones have radius 1 or less.
typedef struct look {
    const char *model; ///< NULL: the probe
    int zone;
    covey_setting settings[4];
} look;

// Each has a division, a root or a power for those it holds. The widest zone comes first where
// several are sensed together, so that it alone could hold the near agents.
static const look looks[] = {
    {"formal", 0, {{"r_c", 1}, {"r_s", 1}, {"r_a", 1}}},
    {"formal", 0, {{"r_c", 1}, {"r_s", 0.5}, {"r_a", 0.75}}},
    {"reynolds", 0, {{"separation_radius", 1}, {"alignment_radius", 1}, {"cohesion_radius", 1}}},
    {"couzin", 0, {{"repulsion", 1}, {"orientation", 1}, {"attraction", 1}}},
    {"torus", 0, {{"radius", 1}}},
    {"cucker_smale", 0, {{"radius", 1}}},
    {"topological", 1, {{"radius", 1}, {"separation_radius", 1}}},
    {NULL, 0, {{"weight", COVEY_WEIGHT_UNIT}}},
    {NULL, 0, {{"weight", COVEY_WEIGHT_INVERSE}}},
    {NULL, 0, {{"weight", COVEY_WEIGHT_LINEAR}}},
    {NULL, 0, {{"weight", COVEY_WEIGHT_AXIS}}},
    {NULL, 0, {{"falloff", 1}}},
    {NULL, 0, {{"decay", 1}}},
};

/// Agent 0 looks; agent 1, in the row above, is a candidate 1.03 off. Far off others fill the rows
/// around, so that no run ends where another begins.
static covey_world *world_of(const look *one, covey_precision precision, double x[COUNT],
                             double y[COUNT])
{
    static const double rest[COUNT], moving[COUNT] = {1, 1};
    for (int k = 2; k < COUNT; k++) {
        x[k] = 50.0 + k;
        y[k] = 4.5 + k % ROWS;
    }
    x[0] = x[1] = 5.0;
    y[0] = 5.9;
    y[1] = 6.93;
    covey_world_def def = covey_world_def_default();
    def.kernel = test_kernel;
    def.precision = precision;
    covey_world *world = test_world_create(&def);
    covey_flock_def flock = covey_flock_def_default();
    flock.model = one->model;
    flock.custom_model = one->model == NULL ? &test_probe : NULL;
    flock.settings = one->settings;
    while (flock.settings_count < 4 && one->settings[flock.settings_count].name != NULL)
        flock.settings_count++;
    flock.count = COUNT;
    flock.pos[0] = x;
    flock.pos[1] = y;
    flock.vel[0] = rest;
    flock.vel[1] = moving;
    test_world_add(world, &flock);
    covey_world_sort(world);
    return world;
}

static size_t index_of(const covey_flock *flock, covey_id id)
{
    size_t i = 0;
    while (flock->state.id[i] != id)
        i++;
    return i;
}

/// The number that agent 0 counts after agent 1 was moved right before it without quantizing anew.
static double count_after_move(const look *one, covey_precision precision)
{
    static double x[COUNT], y[COUNT];
    covey_world *world = world_of(one, precision, x, y);
    covey_flock *flock = world->flock[0];
    size_t i = index_of(flock, 1);
    flock->state.pos[1][i] = 6.0;
    if (precision == COVEY_PRECISION_SINGLE)
        flock->single.pos[1][i] = 6.0F;
    covey_percept percepts[COVEY_MAX_ZONES];
    covey_perceive_one(world, flock, index_of(flock, 0), percepts);
    covey_world_destroy(world);
    return percepts[one->zone].count;
}

static void check(covey_precision precision)
{
    bool filters = test_kernel != COVEY_KERNEL_REF; // which visits all candidates
    for (size_t k = 0; k < sizeof looks / sizeof *looks; k++) {
        double count = count_after_move(&looks[k], precision);
        if (count != (filters ? 0.0 : 1.0))
            fail_msg("%s, case %zu: %g agents seen", covey_kernel_names()[test_kernel], k, count);
    }
}

static void test_an_agent_that_is_quantized_far_away_is_not_visited(void **unused)
{
    (void)unused;
    check(COVEY_PRECISION_DOUBLE);
}

static void test_nor_is_it_in_single_precision(void **unused)
{
    (void)unused;
    check(COVEY_PRECISION_SINGLE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_an_agent_that_is_quantized_far_away_is_not_visited),
        cmocka_unit_test(test_nor_is_it_in_single_precision),
    };
    int failures = 0;
    while (test_next_kernel())
        failures +=
            cmocka_run_group_tests_name(covey_kernel_names()[test_kernel], tests, NULL, NULL);
    return failures;
}
