// SPDX-License-Identifier: MIT
// Agents at one place part, in each model with a rule that repels and with the same bits by every
// kernel and number of threads; and worlds where no agents are at one place know nothing of it.
#include "core/world.h"
#include "support/world.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#define SIDE 300.0

enum { SPAWNED = 100, STEPS = 1500 };

/// Makes rules repel that cancel, or nearly, with the initial weights.
static void let_repel(covey_world *world)
{
    const covey_setting settings[] = {
        {"k_s", 2}, {"cohere", 0.01}, {"alignment", 0.5}, {"separation", 20}};
    const char *model = covey_world_model(world, 0)->name;
    bool equal = strcmp(model, "three_rule") == 0;
    for (size_t k = 0; k < (equal ? 4 : 2); k++)
        if (!isnan(covey_world_param(world, 0, settings[k].name)))
            assert_int_equal(covey_world_set(world, 0, settings[k].name, settings[k].value, NULL),
                             COVEY_OK);
}

/// A world with agents spawned at one point, with one velocity; ids as `first` has them.
static covey_world *spawn_point(const covey_world_def *def, const char *model)
{
    covey_world *world = test_world_create(def);
    covey_flock_def flock = covey_flock_def_default();
    flock.model = model;
    flock.capacity = SPAWNED;
    test_world_add(world, &flock);
    let_repel(world);
    const covey_pose pose = {{50, 50, covey_space_dim(&def->space) == COVEY_AXES ? 50 : 0},
                             {1, 0, 0}};
    for (int k = 0; k < SPAWNED; k++)
        assert_int_equal(covey_world_spawn(world, 0, pose, NULL, NULL), COVEY_OK);
    return world;
}

static int at_one_place(const covey_world *world)
{
    covey_view view = covey_world_view(world, 0);
    int pairs = 0;
    for (size_t i = 0; i < view.count; i++)
        for (size_t j = 0; j < i; j++) {
            covey_vec way = covey_vec_sub(covey_vec_at(view.pos, i), covey_vec_at(view.pos, j));
            pairs += covey_vec_is_zero(way);
        }
    return pairs;
}

static bool fits(const covey_model *model, bool deep)
{
    return !deep || !(model->plane_only || covey_motion_find(model->motion)->plane_only);
}

static covey_world_def def_of(bool deep)
{
    covey_world_def def = covey_world_def_default();
    def.space = covey_space_torus(SIDE, SIDE);
    if (deep)
        def.space = covey_space_deep(def.space, SIDE);
    return def;
}

static void test_agents_of_a_spawn_point_part(void **unused)
{
    (void)unused;
    int models = 0;
    for (int k = 0; covey_model_at(k) != NULL; k++)
        for (int deep = 0; deep < 2; deep++) {
            const covey_model *model = covey_model_at(k);
            if (model->parting_zones == 0 || !fits(model, deep == 1))
                continue;
            models += deep == 0;
            const covey_world_def def = def_of(deep == 1);
            covey_world *world = spawn_point(&def, model->name);
            assert_int_equal(at_one_place(world), SPAWNED * (SPAWNED - 1) / 2);
            test_world_steps(world, STEPS, TEST_DT);
            if (at_one_place(world) > 0)
                fail_msg("%s in %d dimensions leaves %d pairs at one place", model->name, 2 + deep,
                         at_one_place(world));
            covey_world_destroy(world);
        }
    assert_true(models >= 13);
}

static void test_agents_part_alike_by_every_kernel(void **unused)
{
    (void)unused;
    for (int k = 0; covey_model_at(k) != NULL; k++)
        for (int deep = 0; deep < 2; deep++) {
            const covey_model *model = covey_model_at(k);
            if (model->parting_zones == 0 || !fits(model, deep == 1))
                continue;
            uint64_t hash = 0;
            for (int kernel = 0; kernel <= COVEY_KERNEL_AVX512; kernel++) {
                covey_world_def def = def_of(deep == 1);
                def.kernel = (covey_kernel_kind)kernel;
                def.threads = 1 + kernel % 3;
                if (covey_kernels_choose(def.kernel, def.precision) == NULL)
                    continue; // not of this machine
                covey_world *world = spawn_point(&def, model->name);
                test_world_steps(world, 60, TEST_DT);
                if (kernel > 0)
                    assert_int_equal(covey_world_hash(world), hash);
                hash = covey_world_hash(world);
                covey_world_destroy(world);
            }
        }
}

/// The velocities of two agents at one place after a step; the first has the lower id.
static void part_two(uint64_t seed, int steps_before, covey_vec found[2])
{
    covey_world_def def = def_of(false);
    def.seed = seed;
    covey_world *world = test_world_create(&def);
    const double x[] = {50, 80, 50}, y[] = {50, 200, 50}, v[] = {0, 0, 0};
    covey_flock_def flock = covey_flock_def_default();
    flock.model = "morse";
    flock.count = 3;
    flock.pos[0] = x;
    flock.pos[1] = y;
    flock.vel[0] = flock.vel[1] = v;
    test_world_add(world, &flock);
    for (int step = 0; step < steps_before; step++) { // the two stay where they are
        test_world_steps(world, 1, TEST_DT);
        for (covey_id id = 0; id < 3; id += 2)
            assert_int_equal(
                covey_world_put(world, 0, id, (covey_pose){{50, 50, 0}, {0, 0, 0}}, NULL),
                COVEY_OK);
    }
    test_world_steps(world, 1, TEST_DT);
    found[0] = test_world_vel(world, 0, 0);
    found[1] = test_world_vel(world, 0, 2);
    covey_vec other = test_world_vel(world, 0, 1);
    assert_true(covey_vec_is_zero(other));
    covey_world_destroy(world);
}

static void test_two_agents_part_in_opposite_directions_of_seed_and_step(void **unused)
{
    (void)unused;
    covey_vec now[2], again[2], later[2], others[2];
    part_two(1, 0, now);
    part_two(1, 0, again);
    part_two(1, 1, later);
    part_two(2, 0, others);
    assert_true(covey_vec_length(now[0]) > 0.0);
    assert_true(now[0].x == -now[1].x && now[0].y == -now[1].y);
    assert_true(now[0].x == again[0].x && now[0].y == again[0].y);
    assert_true(now[0].x != later[0].x && now[0].x != others[0].x);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_agents_of_a_spawn_point_part),
        cmocka_unit_test(test_agents_part_alike_by_every_kernel),
        cmocka_unit_test(test_two_agents_part_in_opposite_directions_of_seed_and_step),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
