// SPDX-License-Identifier: MIT
// Worlds of three dimensions by the reference kernel, held against sums over all pairs; and worlds
// of three dimensions with all agents in one plane, which step as that plane does.
#include "core/perceive.h"
#include "core/snapshot.h"
#include "support/world.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { AGENTS = 300, STEPS = 20 };

static covey_world *world_of(covey_space space, const char *model, size_t count,
                             const double *const pos[COVEY_AXES],
                             const double *const vel[COVEY_AXES])
{
    covey_world_def def = covey_world_def_default();
    def.space = space;
    def.seed = 11;
    def.kernel = COVEY_KERNEL_REF;
    covey_world *world = test_world_create(&def);
    covey_flock_def flock = test_flock_plain(model, count);
    for (int axis = 0; axis < COVEY_AXES && pos != NULL; axis++) {
        flock.pos[axis] = pos[axis];
        flock.vel[axis] = vel[axis];
    }
    covey_error error;
    int number;
    assert_int_equal(covey_world_add(world, &flock, &number, &error), COVEY_OK);
    return world;
}

static const char *const models[] = {"three_rule", "reynolds", "torus", "cucker_smale", "morse"};

/// In a space of three dimensions, agents of one z that head along it stay there and have the bits
/// of the plane.
static void test_a_plane_in_space_steps_as_the_plane(void **unused)
{
    (void)unused;
    for (size_t k = 0; k < sizeof models / sizeof *models; k++)
        for (int kind = 0; kind < 3; kind++) {
            const covey_space planes[] = {covey_space_open(), covey_space_torus(12, 9),
                                          covey_space_reflecting(12, 9)};
            covey_world *flat = world_of(planes[kind], models[k], AGENTS, NULL, NULL);
            covey_view from = covey_world_view(flat, 0);
            double z[AGENTS], vz[AGENTS] = {0};
            for (int i = 0; i < AGENTS; i++)
                z[i] = 4.0;
            const double *pos[COVEY_AXES] = {from.pos[0], from.pos[1], z};
            const double *vel[COVEY_AXES] = {from.vel[0], from.vel[1], vz};
            covey_world *deep =
                world_of(covey_space_deep(planes[kind], 8), models[k], AGENTS, pos, vel);
            for (int step = 0; step < STEPS; step++) {
                assert_int_equal(covey_world_step(flat, 0.1), COVEY_OK);
                assert_int_equal(covey_world_step(deep, 0.1), COVEY_OK);
            }
            covey_view a = covey_world_view(flat, 0), b = covey_world_view(deep, 0);
            assert_null(a.pos[2]);
            for (size_t i = 0; i < a.count; i++) {
                size_t j = 0;
                while (b.id[j] != a.id[i])
                    j++;
                for (int axis = 0; axis < COVEY_PLANE; axis++) {
                    assert_true(a.pos[axis][i] == b.pos[axis][j]);
                    assert_true(a.vel[axis][i] == b.vel[axis][j]);
                }
                assert_true(b.pos[2][j] == 4.0 && b.vel[2][j] == 0.0);
            }
            covey_world_destroy(flat);
            covey_world_destroy(deep);
        }
}

/// Agents of a flock within a distance of agent i, i aside.
static double count_near(const covey_view *view, size_t i, double radius)
{
    double count = 0.0;
    const covey_vec own = {view->pos[0][i], view->pos[1][i], view->pos[2][i]};
    for (size_t j = 0; j < view->count; j++) {
        const covey_vec other = {view->pos[0][j], view->pos[1][j], view->pos[2][j]};
        covey_vec offset = covey_space_offset(&view->space, own, other);
        count += j != i && covey_vec_length(offset) <= radius ? 1.0 : 0.0;
    }
    return count;
}

static void assert_finds_all(const covey_world *world, const covey_flock *flock,
                             const covey_view *view, size_t i)
{
    covey_percept near[COVEY_MAX_ZONES];
    covey_perceive_one(world, flock, i, near);
    for (int z = 0; z < flock->plan.count; z++)
        assert_true(near[z].count == count_near(view, i, flock->plan.zones[z].radius));
}

/// The grid finds all neighbors, on tori of many and of few layers, and with an outlier.
static void test_the_grid_finds_all_neighbors(void **unused)
{
    (void)unused;
    const covey_space spaces[] = {
        covey_space_deep(covey_space_open(), 0),
        covey_space_deep(covey_space_torus(6, 7), 8),
        covey_space_deep(covey_space_torus(2.5, 30), 3.5),
        covey_space_deep(covey_space_torus(30, 2.5), 12),
        covey_space_deep(covey_space_reflecting(9, 4), 5),
        covey_space_deep(covey_space_respawn(9, 4), 5),
    };
    for (size_t k = 0; k < sizeof spaces / sizeof *spaces; k++)
        for (int far = 0; far < 2; far++) {
            covey_world *world = world_of(spaces[k], "three_rule", AGENTS, NULL, NULL);
            if (far == 1 && spaces[k].kind == COVEY_SPACE_OPEN) {
                covey_pose pose = {{1e12, -3e11, 7e13}, {1, 1, 1}};
                assert_int_equal(covey_world_put(world, 0, 7, pose, NULL), COVEY_OK);
            }
            for (int step = 0; step < 5; step++) {
                covey_vec push; // sorts the world
                assert_int_equal(covey_world_rule(world, 0, 0, "cohesion", &push), COVEY_OK);
                const covey_flock *flock = world->flock[0];
                covey_view view = covey_world_view(world, 0);
                for (size_t i = 0; i < view.count; i++)
                    assert_finds_all(world, flock, &view, i);
                assert_int_equal(covey_world_step(world, 0.2), COVEY_OK);
            }
            covey_world_destroy(world);
        }
}

/// Snapshots of a world with depth come back to the bit, and no world of a plane takes them.
static void test_snapshots_keep_depth(void **unused)
{
    (void)unused;
    covey_space space = covey_space_deep(covey_space_torus(6, 7), 8);
    covey_world *one = world_of(space, "reynolds", AGENTS, NULL, NULL);
    covey_world *other = world_of(space, "reynolds", AGENTS, NULL, NULL);
    covey_world *flat = world_of(covey_space_torus(6, 7), "reynolds", AGENTS, NULL, NULL);
    for (int step = 0; step < 3; step++)
        assert_int_equal(covey_world_step(one, 0.1), COVEY_OK);
    size_t size = covey_world_snapshot_size(one);
    void *bytes = malloc(size);
    assert_non_null(bytes);
    assert_int_equal(covey_world_save(one, bytes, size), COVEY_OK);
    assert_int_equal(covey_world_restore(other, bytes, size, NULL), COVEY_OK);
    assert_true(covey_world_hash(one) == covey_world_hash(other));
    assert_int_equal(covey_world_restore(flat, bytes, size, NULL), COVEY_INPUT);
    assert_int_equal(covey_world_step(one, 0.1), COVEY_OK);
    assert_int_equal(covey_world_step(other, 0.1), COVEY_OK);
    assert_true(covey_world_hash(one) == covey_world_hash(other));
    free(bytes);
    covey_world_destroy(one);
    covey_world_destroy(other);
    covey_world_destroy(flat);
}

/// A z that no agent of the space can have is refused, whatever the space.
static void test_a_snapshot_of_places_outside_is_refused(void **unused)
{
    (void)unused;
    const covey_space spaces[] = {covey_space_torus(6, 7), covey_space_reflecting(6, 7)};
    const double outside[] = {8.5, -0.5};
    for (size_t k = 0; k < sizeof spaces / sizeof *spaces; k++) {
        covey_world *world = world_of(covey_space_deep(spaces[k], 8), "reynolds", 9, NULL, NULL);
        size_t size = covey_world_snapshot_size(world), words = size / COVEY_SNAPSHOT_WORD - 1;
        unsigned char *bytes = malloc(size);
        assert_non_null(bytes);
        assert_int_equal(covey_world_save(world, bytes, size), COVEY_OK);
        assert_int_equal(covey_world_restore(world, bytes, size, NULL), COVEY_OK);
        size_t last = words - covey_snapshot_agent_words(world->flock[0]);
        covey_bytes_put(bytes + (last + COVEY_SNAPSHOT_ID + 2) * COVEY_SNAPSHOT_WORD,
                        covey_bits_of(outside[k]));
        covey_bytes_put(bytes + words * COVEY_SNAPSHOT_WORD, covey_bytes_hash(bytes, words));
        assert_int_equal(covey_world_restore(world, bytes, size, NULL), COVEY_INPUT);
        free(bytes);
        covey_world_destroy(world);
    }
}

/// Each placement fills its box or ball, and headings go all ways.
static void test_placements_have_depth(void **unused)
{
    (void)unused;
    enum { MANY = 4000 };
    const covey_place_kind kinds[] = {COVEY_PLACE_UNIFORM, COVEY_PLACE_LATTICE, COVEY_PLACE_DISC,
                                      COVEY_PLACE_MILL};
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        covey_world *world = test_world_in(covey_space_deep(covey_space_open(), 0));
        covey_flock_def flock = test_flock_plain("three_rule", MANY);
        flock.place.kind = kinds[k];
        flock.place.x = 50;
        flock.place.y = -20;
        flock.place.z = 7;
        flock.place.width = 8;
        flock.place.height = 4;
        flock.place.depth = 2;
        flock.place.radius = 3;
        covey_error error;
        int number;
        assert_int_equal(covey_world_add(world, &flock, &number, &error), COVEY_OK);
        covey_view view = covey_world_view(world, 0);
        double sum = 0.0, square = 0.0, up = 0.0;
        for (size_t i = 0; i < view.count; i++) {
            double z = view.pos[2][i] - 7.0, side = kinds[k] == COVEY_PLACE_DISC ? 3.0 : 1.0;
            assert_true(fabs(z) <= side);
            sum += z;
            square += z * z;
            up += view.vel[2][i] * view.vel[2][i];
        }
        double variance = kinds[k] == COVEY_PLACE_DISC ? 9.0 / 5.0 : 1.0 / 3.0;
        assert_true(fabs(sum / (double)MANY) < 0.1 &&
                    fabs(square / (double)MANY / variance - 1.0) < 0.1);
        if (kinds[k] != COVEY_PLACE_MILL) // each component of a unit vector has a third
            assert_true(fabs(up / (double)MANY - 1.0 / 3.0) < 0.02);
        covey_world_destroy(world);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_plane_in_space_steps_as_the_plane),
        cmocka_unit_test(test_the_grid_finds_all_neighbors),
        cmocka_unit_test(test_snapshots_keep_depth),
        cmocka_unit_test(test_a_snapshot_of_places_outside_is_refused),
        cmocka_unit_test(test_placements_have_depth),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
