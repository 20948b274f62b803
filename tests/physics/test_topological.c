// SPDX-License-Identifier: MIT
// Ballerini et al. 2008, PNAS 105, 1232: where a flock is stretched until its agents are beyond the
// reach of a metric interaction, one with the nearest few still holds together.
#include "support/physics.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include <cmocka.h>

#include "support/world.h"

enum { AGENTS = 200, STEPS = 1000, SEEDS = 5 };

#define STRETCH 3.0
#define METRIC_RADIUS 1.5

/// A disc at density 1 in which about 7 others are within the metric radius, sqrt(7/π) = 1.5,
/// stretched along x; all head to the right, give or take 1.5 rad.
static covey_world *stretched(bool metric, double stretch, uint64_t seed)
{
    static double pos[COVEY_AXES][AGENTS], vel[COVEY_AXES][AGENTS];
    covey_world_def world_def = covey_world_def_default();
    world_def.seed = seed;
    covey_world *world = test_world_create(&world_def), *plain = test_world_create(&world_def);
    covey_flock_def def = test_flock_plain("topological", AGENTS);
    def.place.kind = COVEY_PLACE_DISC;
    def.place.heading = -1.5;
    def.place.heading_spread = 3.0;
    test_world_add(plain, &def);
    for (uint32_t id = 0; id < AGENTS; id++) {
        covey_vec p = test_world_pos(plain, 0, id), v = test_world_vel(plain, 0, id);
        pos[0][id] = stretch * p.x;
        pos[1][id] = p.y;
        vel[0][id] = v.x;
        vel[1][id] = v.y;
    }
    covey_setting settings[] = {{"metric", metric},
                                {"radius", metric ? METRIC_RADIUS : 1e9},
                                {"separation_radius", 0.5},
                                {"cohesion", 0.05}};
    def.settings = settings;
    def.settings_count = sizeof settings / sizeof *settings;
    for (int axis = 0; axis < COVEY_PLANE; axis++) {
        def.pos[axis] = pos[axis];
        def.vel[axis] = vel[axis];
    }
    test_world_add(world, &def);
    covey_world_destroy(plain);
    test_world_steps(world, STEPS, 0.1);
    return world;
}

/// Share of the largest group, linked where a metric flock stretched like this one would be, and
/// how far the whole extends.
typedef struct shape {
    double largest, extent;
} shape;

static shape shape_of(bool metric)
{
    shape mean = {0};
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        covey_world *world = stretched(metric, STRETCH, seed);
        double values[COVEY_MAX_MEASURES];
        physics_measure(world, 2.0 * METRIC_RADIUS * STRETCH, values);
        covey_world_destroy(world);
        mean.largest += physics_value(values, "cluster_largest") / (double)SEEDS;
        mean.extent += physics_value(values, "extent_rms") / (double)SEEDS;
    }
    return mean;
}

static void test_cohesion_survives_a_stretch_that_breaks_the_metric_flock(void **unused)
{
    (void)unused;
    shape topological = shape_of(false), metric = shape_of(true);
    print_message("after a stretch by %.0f: topological largest group %.2f, extent %.1f; "
                  "metric largest group %.2f, extent %.1f\n",
                  STRETCH, topological.largest, topological.extent, metric.largest, metric.extent);
    // A disc of 200 at density 1 has the radius 8: stretched by 3, its extent is 0.5 · 8 · sqrt(10)
    // = 12.6. One flock keeps about that, the other flies apart.
    assert_true(topological.extent < 1.5 * 12.6);
    assert_true(metric.extent > 1.8 * topological.extent);
    assert_true(metric.largest < 0.6 * topological.largest);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_cohesion_survives_a_stretch_that_breaks_the_metric_flock),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
