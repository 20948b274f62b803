// SPDX-License-Identifier: MIT
// A flock of the defaults flocks, and with each model of the library it stays finite and slow.
#include "covey/measure.h"
#include "support/world.h"

#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#define SIDE 100.0
#define DT 0.01

/// Above the highest speed that a model sets initially, which is 120 of mobagen.
#define FASTEST 200.0

enum { AGENTS = 500, SOME = 60, STEPS = 2000 };

static covey_world *world_of(covey_space space, const char *model, size_t agents)
{
    covey_world_def def = covey_world_def_default();
    def.space = space;
    covey_world *world = test_world_create(&def);
    covey_flock_def flock = covey_flock_def_default();
    if (model != NULL)
        flock.model = model;
    flock.count = agents;
    test_world_add(world, &flock);
    return world;
}

static double top_speed(const covey_world *world)
{
    covey_view view = covey_world_view(world, 0);
    double top = 0.0;
    for (size_t i = 0; i < view.count; i++) {
        double speed = covey_vec_length(covey_vec_at(view.vel, i));
        assert_true(speed <= DBL_MAX);
        top = fmax(top, speed);
    }
    return top;
}

static double measure(const covey_world *world, const char *name)
{
    covey_view view = covey_world_view(world, 0);
    covey_measure_def all = covey_measure_def_default();
    double values[COVEY_MAX_MEASURES];
    assert_int_equal(covey_measure_all(&view, &all, values, NULL), COVEY_OK);
    return values[covey_measure_find(name)];
}

static void test_a_flock_of_the_defaults_flocks(void **unused)
{
    (void)unused;
    const covey_space spaces[] = {covey_space_torus(SIDE, SIDE), covey_space_open(),
                                  covey_space_deep(covey_space_torus(SIDE, SIDE), SIDE)};
    for (size_t k = 0; k < sizeof spaces / sizeof *spaces; k++) {
        covey_world *world = world_of(spaces[k], NULL, AGENTS);
        assert_true(measure(world, "polarization") < 0.2);
        test_world_steps(world, STEPS, DT);
        assert_true(measure(world, "polarization") > 0.95);
        assert_true(fabs(top_speed(world) - 5.0) < 1e-9);
        // No radius is so wide that all agents of the torus sense one another.
        covey_stats stats = covey_world_stats(world);
        if (k == 0)
            assert_true((double)stats.pairs < 0.3 * AGENTS * (double)stats.agent_steps);
        covey_world_destroy(world);
    }
}

static void test_each_model_stays_slow_with_its_defaults(void **unused)
{
    (void)unused;
    for (int k = 0; covey_model_at(k) != NULL; k++)
        for (int deep = 0; deep < 2; deep++) {
            const covey_model *model = covey_model_at(k);
            covey_space space = covey_space_torus(SIDE, SIDE);
            if (deep == 1 && (model->plane_only || covey_motion_find(model->motion)->plane_only))
                continue;
            if (deep == 1)
                space = covey_space_deep(space, SIDE);
            covey_world *world = world_of(space, model->name, SOME);
            test_world_steps(world, STEPS, DT);
            double top = top_speed(world);
            // By the text's definition agents add the velocities that they see, their own, too.
            bool grows = strcmp(model->name, "formal") == 0;
            if (grows != (top > FASTEST))
                fail_msg("%s in %d dimensions has a speed of %g", model->name, 2 + deep, top);
            covey_world_destroy(world);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_flock_of_the_defaults_flocks),
        cmocka_unit_test(test_each_model_stays_slow_with_its_defaults),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
