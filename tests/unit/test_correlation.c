// SPDX-License-Identifier: MIT
// The correlation of velocity fluctuations over distance, against its formula written out.
#include "support/heap.h"
#include "support/view.h"
#include "support/world.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static test_agents agents;

static const covey_measure_group *correlation(void)
{
    const covey_measure_group *found;
    for (int k = 0; (found = covey_profile_of(NULL, k)) != NULL; k++)
        if (strcmp(found->columns[0].name, "correlation") == 0)
            return found;
    fail_msg("there is no correlation");
    return NULL;
}

static void take(double bin, covey_profile *to)
{
    covey_view view = test_view(&agents);
    covey_measure_def def = covey_measure_def_default();
    def.bin = bin;
    memset(to, 0, sizeof *to);
    assert_int_equal(covey_profile_take(correlation(), &view, &def, to, NULL), COVEY_OK);
}

/// Agents all over a box, each tenth without a known velocity.
static void draw(covey_space space, size_t count, uint64_t *random)
{
    agents = (test_agents){.space = space, .count = count};
    for (size_t i = 0; i < count; i++) {
        agents.id[i] = (uint32_t)i;
        for (int axis = 0; axis < COVEY_PLANE; axis++) {
            agents.pos[axis][i] = test_uniform(random, 0, axis == 0 ? 30 : 20);
            agents.vel[axis][i] = i % 10 == 3 ? (double)NAN : test_uniform(random, -1, 2);
        }
    }
}

// ---- The formula ----

static long double apart(size_t i, size_t j)
{
    long double sum = 0;
    for (int axis = 0; axis < COVEY_PLANE; axis++) {
        long double d = fabsl((long double)agents.pos[axis][i] - (long double)agents.pos[axis][j]);
        long double side = (long double)agents.space.size[axis];
        if (agents.space.kind == COVEY_SPACE_TORUS && d > side / 2)
            d = side - d;
        sum += d * d;
    }
    return sqrtl(sum);
}

/// The mean over agents whose velocity is known.
static long double mean_of(int axis)
{
    long double sum = 0, known = 0;
    for (size_t i = 0; i < agents.count; i++)
        if (!isnan(agents.vel[0][i])) {
            sum += (long double)agents.vel[axis][i];
            known += 1;
        }
    return sum / known;
}

/// u_i · u_j; NaN where one of them is not known.
static long double product(size_t i, size_t j, const long double mean[COVEY_AXES])
{
    long double sum = 0;
    for (int axis = 0; axis < COVEY_PLANE; axis++)
        sum += ((long double)agents.vel[axis][i] - mean[axis]) *
               ((long double)agents.vel[axis][j] - mean[axis]);
    return sum;
}

static void check_formula(double bin)
{
    static long double sums[COVEY_MAX_POINTS];
    static uint64_t pairs[COVEY_MAX_POINTS];
    static covey_profile found;
    const long double mean[COVEY_AXES] = {mean_of(0), mean_of(1)};
    long double squares = 0, known = 0;
    memset(sums, 0, sizeof sums);
    memset(pairs, 0, sizeof pairs);
    for (size_t i = 0; i < agents.count; i++)
        for (size_t j = i; j < agents.count; j++) {
            long double dot = product(i, j, mean);
            size_t at = (size_t)(apart(i, j) / (long double)bin);
            if (i == j && !isnan((double)dot)) {
                squares += dot;
                known += 1;
            } else if (!isnan((double)dot) && at < COVEY_MAX_POINTS) {
                sums[at] += dot;
                pairs[at]++;
            }
        }
    take(bin, &found);
    size_t point = 0;
    for (size_t k = 0; k < COVEY_MAX_POINTS; k++) {
        if (pairs[k] == 0)
            continue;
        assert_true(point < found.count);
        const covey_profile_point *at = &found.points[point++];
        double expected = (double)(sums[k] / (long double)pairs[k] / (squares / known));
        assert_int_equal(at->count, pairs[k]);
        assert_true(fabs(at->x - ((double)k + 0.5) * bin) <= 1e-12 * at->x);
        // roundings of u (2^-53 of v each) and of each product, over c0 of the order of 1
        assert_true(fabs(at->value - expected) <= 1e-13 * (1.0 + fabs(expected)));
    }
    assert_int_equal(point, found.count);
}

static void test_it_is_its_formula_in_all_spaces(void **state)
{
    (void)state;
    uint64_t random = 1;
    for (int k = 0; covey_space_names()[k] != NULL; k++)
        for (size_t count = 2; count < 300; count = 3 * count - 1) {
            covey_space space = {.kind = (covey_space_kind)k, .size = {30, 20}};
            draw(space, count, &random);
            check_formula(0.5);
            check_formula(7.3);
            check_formula(0.01); // most pairs are beyond the last bin
        }
}

static void test_two_that_fly_apart_are_anticorrelated(void **state)
{
    (void)state;
    static covey_profile found;
    agents = (test_agents){0};
    test_agents_add(&agents, (covey_vec){0, 0}, (covey_vec){3, 1});
    test_agents_add(&agents, (covey_vec){0, 1.25}, (covey_vec){1, 1});
    take(0.5, &found);
    assert_int_equal(found.count, 1);
    assert_true(found.points[0].x == 1.25 && found.points[0].value == -1.0 &&
                found.points[0].count == 1);
}

static void test_neither_order_nor_scale_changes_a_bit(void **state)
{
    (void)state;
    static covey_profile expected, found;
    uint64_t random = 2;
    draw(covey_space_torus(30, 20), 150, &random);
    take(1.0, &expected);
    assert_true(expected.count > 10);
    for (int again = 0; again < 3; again++) {
        test_agents_shuffle(&agents, &random);
        take(1.0, &found);
        assert_memory_equal(&found, &expected, sizeof found);
    }
    for (size_t i = 0; i < agents.count; i++)
        for (int axis = 0; axis < COVEY_PLANE; axis++)
            agents.vel[axis][i] = ldexp(agents.vel[axis][i], 1020);
    take(1.0, &found);
    assert_memory_equal(&found, &expected, sizeof found);
    for (size_t i = 0; i < agents.count; i++)
        for (int axis = 0; axis < COVEY_PLANE; axis++)
            agents.vel[axis][i] = ldexp(agents.vel[axis][i], -1900);
    take(1.0, &found);
    assert_memory_equal(&found, &expected, sizeof found);
}

static void test_where_nothing_fluctuates_there_is_no_point(void **state)
{
    (void)state;
    static covey_profile found;
    agents = (test_agents){0};
    take(1.0, &found);
    assert_int_equal(found.count, 0);
    for (int k = 0; k < 7; k++) {
        test_agents_add(&agents, (covey_vec){k, 0}, (covey_vec){0.1, 0.3});
        take(1.0, &found);
        assert_int_equal(found.count, 0);
    }
    agents.vel[0][0] = 0.2;
    take(1.0, &found);
    assert_int_equal(found.count, 6);
    for (size_t i = 0; i < agents.count; i++)
        agents.vel[0][i] = agents.vel[1][i] = i == 0 ? 1.0 : (double)NAN;
    take(1.0, &found);
    assert_int_equal(found.count, 0);
}

// ---- Memory ----

static covey_status measure(test_heap *memory)
{
    covey_view view = test_view(&agents);
    covey_measure_def def = covey_measure_def_default();
    def.allocator = test_heap_allocator(memory);
    static covey_profile found;
    found.count = 1;
    covey_error error = {0};
    covey_status status = covey_profile_take(correlation(), &view, &def, &found, &error);
    assert_int_equal(error.status, status);
    assert_int_equal(found.count == 0, status != COVEY_OK);
    return status;
}

static void test_without_memory_there_is_no_point_and_nothing_leaks(void **state)
{
    (void)state;
    uint64_t random = 3;
    draw(covey_space_open(), 20, &random);
    assert_true(test_heap_fail_everywhere(measure) >= 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_it_is_its_formula_in_all_spaces),
        cmocka_unit_test(test_two_that_fly_apart_are_anticorrelated),
        cmocka_unit_test(test_neither_order_nor_scale_changes_a_bit),
        cmocka_unit_test(test_where_nothing_fluctuates_there_is_no_point),
        cmocka_unit_test(test_without_memory_there_is_no_point_and_nothing_leaks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
