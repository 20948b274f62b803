// SPDX-License-Identifier: MIT
// Laws of the formal model in every dialect.
//
// Laws that move or renumber agents change the order in which neighbors are added, and with it the
// last bits of general sums. So these run on whole numbers: positions on a lattice, velocities of
// few bits, and separation no further than the nearest neighbors, where r/d² is r or r/2. All sums
// are then exact in any order, and results computed from them round alike for x, -x and y: the
// velocities after a step must agree in every bit. (Positions are added to and rounded elsewhere.)
#include "support/naive.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

enum { TRIALS = 300, AGENTS = 150 };

static naive_rules exact_rules(int trial)
{
    naive_rules rules = {4, 1.5, 3, 2.5, 0.7, 0.3, -0.1, (naive_dialect)(trial % 3)};
    if (rules.dialect == NAIVE_SUITE2023) // 1/d on each axis: of diagonal neighbors not exact
        rules.r_s = 1.0;
    return rules;
}

/// Agents on the whole numbers of a square, several on some.
static test_flock exact_agents(size_t side, uint64_t *random)
{
    test_flock agents = test_flock_create(TEST_UNIFORM, AGENTS, 1.0, 1.0, random);
    for (int axis = 0; axis < COVEY_PLANE; axis++)
        for (size_t id = 0; id < AGENTS; id++) {
            agents.pos[axis][id] = (double)test_below(random, side);
            agents.vel[axis][id] = 0.125 * ((double)test_below(random, 17) - 8.0);
        }
    return agents;
}

static covey_world *world_of(covey_space space, const naive_rules *rules, const test_flock *agents)
{
    covey_setting settings[NAIVE_SETTINGS];
    naive_settings(rules, settings);
    return test_world_of(space, agents, settings, NAIVE_SETTINGS);
}

/// A change of coordinates, of an agent's position or velocity.
typedef covey_vec change(covey_vec v);

static covey_vec mirror_x(covey_vec v)
{
    return (covey_vec){-v.x, v.y};
}

static covey_vec mirror_y(covey_vec v)
{
    return (covey_vec){v.x, -v.y};
}

static covey_vec quarter_turn(covey_vec v)
{
    return (covey_vec){-v.y, v.x};
}

static covey_vec same(covey_vec v)
{
    return v;
}

static covey_vec far_away(covey_vec v)
{
    return (covey_vec){v.x + 0x1p40, v.y - 0x1p30};
}

static covey_vec once_around(covey_vec v) // on the torus below
{
    return (covey_vec){v.x + 13.0, v.y + 26.0};
}

static test_flock changed(const test_flock *agents, change *pos, change *vel, uint64_t *random)
{
    test_flock made = test_flock_create(TEST_UNIFORM, agents->count, 1.0, 1.0, random);
    for (size_t id = 0; id < agents->count; id++) {
        covey_vec p = pos((covey_vec){agents->pos[0][id], agents->pos[1][id]});
        covey_vec v = vel((covey_vec){agents->vel[0][id], agents->vel[1][id]});
        made.pos[0][id] = p.x;
        made.pos[1][id] = p.y;
        made.vel[0][id] = v.x;
        made.vel[1][id] = v.y;
    }
    return made;
}

/// Changing coordinates before a step or velocities after it is the same.
static void check_change(covey_space space, change *pos, change *vel)
{
    uint64_t random = 1;
    for (int trial = 0; trial < TRIALS; trial++) {
        naive_rules rules = exact_rules(trial);
        test_flock agents = exact_agents(trial % 2 == 0 ? 10 : 20, &random);
        test_flock others = changed(&agents, pos, vel, &random);
        covey_world *here = world_of(space, &rules, &agents);
        covey_world *there = world_of(space, &rules, &others);
        test_world_steps(here, 1, 0.1);
        test_world_steps(there, 1, 0.1);
        for (uint32_t id = 0; id < AGENTS; id++) {
            covey_vec expected = vel(test_world_vel(here, 0, id));
            covey_vec found = test_world_vel(there, 0, id);
            assert_true(found.x == expected.x && found.y == expected.y);
        }
        covey_world_destroy(there);
        covey_world_destroy(here);
        test_flock_destroy(&others);
        test_flock_destroy(&agents);
    }
}

static covey_space torus(void)
{
    return covey_space_torus(26, 26);
}

static void test_translation_changes_no_velocity(void **unused)
{
    (void)unused;
    check_change(covey_space_open(), far_away, same);
}

static void test_a_shift_around_the_torus_changes_no_velocity(void **unused)
{
    (void)unused;
    check_change(torus(), once_around, same);
}

static void test_mirrors_and_turns_do_to_velocities_what_they_do_to_agents(void **unused)
{
    (void)unused;
    const covey_space spaces[] = {covey_space_open(), torus()};
    for (int k = 0; k < 2; k++) {
        check_change(spaces[k], mirror_x, mirror_x);
        check_change(spaces[k], mirror_y, mirror_y);
        check_change(spaces[k], quarter_turn, quarter_turn);
    }
}

// ---- Renumbering ----

/// The same agents under other numbers; 7 and their count have no common factor.
static uint32_t renumber(uint32_t id)
{
    return (7 * id + 3) % AGENTS;
}

static test_flock renumbered(const test_flock *agents, uint64_t *random)
{
    test_flock made = test_flock_create(TEST_UNIFORM, agents->count, 1.0, 1.0, random);
    for (int axis = 0; axis < COVEY_PLANE; axis++)
        for (uint32_t id = 0; id < agents->count; id++) {
            made.pos[axis][renumber(id)] = agents->pos[axis][id];
            made.vel[axis][renumber(id)] = agents->vel[axis][id];
        }
    return made;
}

static void test_renumbering_renumbers_the_result(void **unused)
{
    (void)unused;
    uint64_t random = 2;
    for (int trial = 0; trial < TRIALS; trial++) {
        naive_rules rules = exact_rules(trial);
        covey_space space = trial % 2 == 0 ? torus() : covey_space_open();
        test_flock agents = exact_agents(12, &random), others = renumbered(&agents, &random);
        covey_world *here = world_of(space, &rules, &agents);
        covey_world *there = world_of(space, &rules, &others);
        test_world_steps(here, 1, 0.1);
        test_world_steps(there, 1, 0.1);
        for (uint32_t id = 0; id < AGENTS; id++) {
            covey_vec p = test_world_pos(here, 0, id), v = test_world_vel(here, 0, id);
            covey_vec q = test_world_pos(there, 0, renumber(id));
            covey_vec w = test_world_vel(there, 0, renumber(id));
            assert_true(p.x == q.x && p.y == q.y && v.x == w.x && v.y == w.y);
        }
        covey_world_destroy(there);
        covey_world_destroy(here);
        test_flock_destroy(&others);
        test_flock_destroy(&agents);
    }
}

static void test_renumbering_changes_no_number_of_neighbors(void **unused)
{
    (void)unused;
    uint64_t random = 3;
    for (int trial = 0; trial < TRIALS; trial++) {
        naive_rules rules = exact_rules(trial);
        covey_space space = trial % 2 == 0 ? torus() : covey_space_open();
        test_flock agents =
            test_flock_create((test_shape)(trial % TEST_SHAPES), AGENTS, 4.0, 26.0, &random);
        test_flock others = renumbered(&agents, &random);
        covey_world *here = world_of(space, &rules, &agents);
        covey_world *there = world_of(space, &rules, &others);
        test_world_steps(here, 1, 0.0);
        test_world_steps(there, 1, 0.0);
        assert_int_equal(covey_world_stats(here).pairs, covey_world_stats(there).pairs);
        covey_world_destroy(there);
        covey_world_destroy(here);
        test_flock_destroy(&others);
        test_flock_destroy(&agents);
    }
}

// ---- Steps ----

static void test_a_step_of_length_zero_changes_nothing(void **unused)
{
    (void)unused;
    uint64_t random = 4;
    for (int trial = 0; trial < TRIALS; trial++) {
        naive_rules rules = exact_rules(trial);
        test_flock agents =
            test_flock_create((test_shape)(trial % TEST_SHAPES), AGENTS, 1.0, 10.0, &random);
        covey_world *world =
            world_of(trial % 2 == 0 ? torus() : covey_space_open(), &rules, &agents);
        uint64_t hash = covey_world_hash(world);
        test_world_steps(world, 3, 0.0);
        test_world_steps(world, 3, -0.0);
        assert_true(covey_world_hash(world) == hash);
        covey_world_destroy(world);
        test_flock_destroy(&agents);
    }
}

/// The naive program once more, for flocks larger than its own test has.
static void test_the_grid_finds_the_same_as_a_look_at_all_agents(void **unused)
{
    (void)unused;
    uint64_t random = 5;
    for (int trial = 0; trial < 4 * TEST_SHAPES; trial++) {
        naive_rules rules = exact_rules(trial);
        covey_space space = trial % 4 < 2 ? covey_space_torus(31.5, 17.25) : covey_space_open();
        test_flock agents =
            test_flock_create((test_shape)(trial / 4), 600, rules.r_s, 30.0, &random);
        covey_world *world = world_of(space, &rules, &agents);
        naive slow = naive_create(&rules, space, &agents);
        for (int step = 0; step < 3; step++) {
            test_world_steps(world, 1, 0.0625);
            assert_true(naive_step(&slow, 0.0625));
            assert_true(covey_world_hash(world) == naive_hash(&slow));
        }
        naive_destroy(&slow);
        covey_world_destroy(world);
        test_flock_destroy(&agents);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_translation_changes_no_velocity),
        cmocka_unit_test(test_a_shift_around_the_torus_changes_no_velocity),
        cmocka_unit_test(test_mirrors_and_turns_do_to_velocities_what_they_do_to_agents),
        cmocka_unit_test(test_renumbering_renumbers_the_result),
        cmocka_unit_test(test_renumbering_changes_no_number_of_neighbors),
        cmocka_unit_test(test_a_step_of_length_zero_changes_nothing),
        cmocka_unit_test(test_the_grid_finds_the_same_as_a_look_at_all_agents),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
