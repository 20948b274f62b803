// SPDX-License-Identifier: MIT
// The arrays of a flock: their place in memory, gathering, hash, and agents that are not finite.
#include "base/bits.h"
#include "geometry/state.h"

#include <float.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static covey_state state_of(covey_memory *memory, size_t count)
{
    covey_state state;
    *memory = covey_memory_init((covey_allocator){0});
    assert_int_equal(covey_state_create(memory, count, 2, 2, &state), COVEY_OK);
    for (size_t i = 0; i < count; i++) {
        state.id[i] = (uint32_t)i;
        covey_state_put_pos(&state, i, (covey_vec){(double)i, -(double)i});
        covey_state_put_vel(&state, i, (covey_vec){0.5 * (double)i, 1.0});
    }
    return state;
}

static void test_arrays_start_at_cache_lines_and_do_not_meet(void **unused)
{
    (void)unused;
    const size_t counts[] = {0, 1, 7, 8, 9, 64, 511, 512, 1000};
    for (size_t k = 0; k < sizeof counts / sizeof *counts; k++) {
        covey_memory memory;
        covey_state state = state_of(&memory, counts[k]);
        const double *arrays[] = {state.pos[0], state.pos[1], state.vel[0], state.vel[1],
                                  (const double *)(const void *)state.id};
        for (int a = 0; a < 5; a++)
            assert_int_equal((uintptr_t)arrays[a] % 64, 0);
        for (int a = 1; a < 5; a++) {
            size_t bytes = (uintptr_t)arrays[a] - (uintptr_t)arrays[a - 1];
            assert_true(bytes >= counts[k] * sizeof(double));
            assert_int_equal(bytes / 64 % 2, 1); // staggered over the cache's sets
        }
        for (size_t i = 0; i < counts[k]; i++)
            assert_true(state.id[i] == i && covey_state_pos(&state, i).y == -(double)i &&
                        covey_state_vel(&state, i).x == 0.5 * (double)i);
        covey_state_destroy(&memory, &state);
        assert_int_equal(memory.bytes, 0);
    }
}

static void test_gather_moves_agents_whole(void **unused)
{
    (void)unused;
    for (int far = 0; far < 2; far++) { // also past the caches
        covey_memory memory, other;
        covey_state from = state_of(&memory, 5), to = state_of(&other, 5);
        from.near = far == 1 ? 0 : from.near;
        const uint32_t order[] = {3, 0, 4, 1, 2};
        covey_state_gather(&to, &from, order, 0, 5);
        for (size_t i = 0; i < 5; i++) {
            assert_int_equal(to.id[i], order[i]);
            assert_true(to.pos[0][i] == order[i] && to.pos[1][i] == -(double)order[i]);
            assert_true(to.vel[0][i] == 0.5 * order[i] && to.vel[1][i] == 1.0);
        }
        assert_true(covey_state_hash(&to, 0) == covey_state_hash(&from, 0));
        covey_state_destroy(&memory, &from);
        covey_state_destroy(&other, &to);
    }
}

static void test_hash_changes_with_every_bit_of_every_value(void **unused)
{
    (void)unused;
    covey_memory memory;
    covey_state state = state_of(&memory, 3);
    uint64_t before = covey_state_hash(&state, 0);
    double *arrays[] = {state.pos[0], state.pos[1], state.vel[0], state.vel[1]};
    for (int a = 0; a < 4; a++)
        for (size_t i = 0; i < 3; i++)
            for (int bit = 0; bit < 64; bit++) {
                double value = arrays[a][i];
                arrays[a][i] = covey_bits_double(covey_bits_of(value) ^ (UINT64_C(1) << bit));
                assert_true(covey_state_hash(&state, 0) != before);
                arrays[a][i] = value;
            }
    assert_true(covey_state_hash(&state, 1) != before);
    state.id[2] = 7;
    assert_true(covey_state_hash(&state, 0) != before);
    covey_state_destroy(&memory, &state);
}

static void test_hash_tells_which_agent_has_which_value(void **unused)
{
    (void)unused;
    covey_memory memory;
    covey_state state = state_of(&memory, 2);
    uint64_t before = covey_state_hash(&state, 0);
    state.id[0] = 1;
    state.id[1] = 0;
    assert_true(covey_state_hash(&state, 0) != before);
    covey_state_destroy(&memory, &state);
    // Agent 1 of flock 0 is not agent 0 of flock 1.
    covey_state one = state_of(&memory, 1);
    uint64_t agent_0_of_flock_1 = covey_state_hash(&one, 1);
    one.id[0] = 1;
    assert_true(covey_state_hash(&one, 0) != agent_0_of_flock_1);
    covey_state_destroy(&memory, &one);
}

static void test_the_lowest_id_that_is_not_finite_is_found(void **unused)
{
    (void)unused;
    const double bad[] = {(double)NAN, (double)INFINITY, -(double)INFINITY};
    covey_memory memory;
    covey_state state = state_of(&memory, 9);
    assert_int_equal(covey_state_find_infinite(&state, 0, 9), -1);
    state.pos[0][0] = DBL_MAX;
    state.vel[1][0] = -DBL_MAX;
    assert_int_equal(covey_state_find_infinite(&state, 0, 9), -1);
    double *arrays[] = {state.pos[0], state.pos[1], state.vel[0], state.vel[1]};
    for (int k = 0; k < 12; k++) {
        double *array = arrays[k % 4];
        array[2] = array[5] = bad[k / 4];
        state.id[2] = 5;
        state.id[5] = 2;
        assert_int_equal(covey_state_find_infinite(&state, 0, 9), 5);
        assert_int_equal(covey_state_find_infinite(&state, 0, 5), 2);
        assert_int_equal(covey_state_find_infinite(&state, 3, 5), -1);
        array[2] = array[5] = 0.0;
    }
    covey_state_destroy(&memory, &state);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_arrays_start_at_cache_lines_and_do_not_meet),
        cmocka_unit_test(test_gather_moves_agents_whole),
        cmocka_unit_test(test_hash_changes_with_every_bit_of_every_value),
        cmocka_unit_test(test_hash_tells_which_agent_has_which_value),
        cmocka_unit_test(test_the_lowest_id_that_is_not_finite_is_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
