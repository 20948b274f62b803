// SPDX-License-Identifier: MIT
// Fluctuations of numbers against closed forms: none on a lattice, N²/boxes where all agents are in
// one box, the mean at random places; and against counts made another way.
#include "support/view.h"
#include "support/world.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

static test_agents agents;
static covey_profile found;

static void take(void)
{
    test_profile(&agents, "number_fluctuations", 1, 1, &found);
}

static void draw(const covey_space *space, size_t count, uint64_t *random)
{
    agents = (test_agents){.space = *space};
    for (size_t k = 0; k < count; k++) {
        covey_vec pos = {test_uniform(random, 0, space->size[0]),
                         test_uniform(random, 0, space->size[1]),
                         space->dim == COVEY_AXES ? test_uniform(random, 0, space->size[2]) : 0.0};
        test_agents_add(&agents, pos, (covey_vec){1, 0, 0});
    }
}

static void test_a_lattice_has_none(void **state)
{
    (void)state;
    agents = (test_agents){.space = covey_space_torus(12, 24)};
    for (int k = 0; k < 288; k++)
        test_agents_add(&agents, (covey_vec){k % 12 + 0.5, k / 12 + 0.5, 0}, (covey_vec){1, 0, 0});
    take();
    static const double along[] = {2, 3, 4, 6, 8, 12};
    assert_int_equal(found.count, 6);
    for (size_t k = 0; k < found.count; k++) {
        assert_int_equal(found.points[k].count, 2 * along[k] * along[k]); // squares
        assert_true(fabs(found.points[k].x - 144 / (along[k] * along[k])) < 1e-12);
        if (k != 4) // 12 is no multiple of 8
            assert_true(found.points[k].value == 0.0);
    }
}

static void test_a_crowd_in_one_box_has_all(void **state)
{
    (void)state;
    agents = (test_agents){.space = {COVEY_SPACE_TORUS, COVEY_AXES, {8, 8, 8}}};
    for (int k = 0; k < 1000; k++)
        test_agents_add(&agents, (covey_vec){7.9, 0.1, 7.9}, (covey_vec){1, 0, 0});
    take();
    assert_int_equal(found.count, 5); // 8, 27, 64, 216, 512 boxes
    for (size_t k = 0; k < found.count; k++) {
        double boxes = (double)found.points[k].count;
        assert_true(fabs(found.points[k].value / (1e6 / boxes) - 1.0) < 1e-12);
    }
}

/// The variance of k boxes of n random agents has the mean n/k and, nearly, the relative deviation
/// sqrt(2/k).
static void test_random_places_have_their_mean(void **state)
{
    (void)state;
    const covey_space spaces[] = {covey_space_torus(30, 17),
                                  {COVEY_SPACE_TORUS, COVEY_AXES, {9, 12, 10}}};
    uint64_t random = 5;
    for (int which = 0; which < 2; which++) {
        double ratio[COVEY_MAX_POINTS] = {0};
        enum { TIMES = 40 };
        for (int time = 0; time < TIMES; time++) {
            draw(&spaces[which], TEST_VIEW_MOST, &random);
            take();
            assert_true(found.count >= 6);
            for (size_t k = 0; k < found.count; k++)
                ratio[k] += found.points[k].value / found.points[k].x / (double)TIMES;
        }
        for (size_t k = 0; k < found.count; k++)
            assert_true(fabs(ratio[k] - 1) <
                        4.5 * sqrt(2.0 / (double)found.points[k].count / (double)TIMES));
    }
}

static void test_counts_of_boxes_are_those_of_their_walls(void **state)
{
    (void)state;
    const covey_space space = covey_space_torus(20, 10);
    uint64_t random = 8;
    draw(&space, 500, &random);
    agents.pos[0][3] += 40; // two turns further
    take();
    double sum = 0.0;
    for (int row = 0; row < 3; row++)
        for (int column = 0; column < 6; column++) {
            int inside = 0;
            for (size_t k = 0; k < agents.count; k++) {
                double x = fmod(agents.pos[0][k], 20), y = agents.pos[1][k];
                inside += x * 6 >= column * 20 && x * 6 < (column + 1) * 20 && y * 3 >= row * 10 &&
                          y * 3 < (row + 1) * 10;
            }
            sum += (inside - 500.0 / 18) * (inside - 500.0 / 18);
        }
    assert_int_equal(found.points[1].count, 18);
    assert_true(fabs(found.points[1].value - sum / 17) < 1e-9);
    covey_profile before = found;
    test_agents_shuffle(&agents, &random);
    take();
    assert_memory_equal(&before, &found, sizeof found);
}

static void test_the_open_plane_and_few_agents_have_no_boxes(void **state)
{
    (void)state;
    const covey_space torus = covey_space_torus(9, 9), open = {.size = {9, 9}};
    uint64_t random = 1;
    draw(&open, 100, &random);
    take();
    assert_int_equal(found.count, 0);
    draw(&torus, 3, &random);
    take();
    assert_int_equal(found.count, 0);
    draw(&torus, 4, &random);
    take();
    assert_int_equal(found.count, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_lattice_has_none),
        cmocka_unit_test(test_a_crowd_in_one_box_has_all),
        cmocka_unit_test(test_random_places_have_their_mean),
        cmocka_unit_test(test_counts_of_boxes_are_those_of_their_walls),
        cmocka_unit_test(test_the_open_plane_and_few_agents_have_no_boxes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
