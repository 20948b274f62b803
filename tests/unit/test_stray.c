// SPDX-License-Identifier: MIT
// Agents that have moved since the sort are found where they are now, each once and in the order in
// which they stand, against a look at all of them.
#include "base/threads.h"
#include "geometry/sort.h"
#include "geometry/space.h"
#include "geometry/stray.h"
#include "support/world.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

enum { AGENTS = 400, TURNS = 300 };

typedef struct place {
    covey_space space;
    double radius, way; ///< of a move, on each axis
    bool searches;      ///< the grid can say something
} place;

static covey_vec some_vec(const covey_space *space, double low, double high, uint64_t *random)
{
    covey_vec v = {test_uniform(random, low, high), test_uniform(random, low, high), 0.0};
    if (covey_space_dim(space) == COVEY_AXES)
        v.z = test_uniform(random, low, high);
    return v;
}

/// Fails unless the runs around a place hold all agents within the reach. Returns how many they
/// hold.
static size_t check_runs(const covey_grid *grid, const covey_space *space, const covey_state *state,
                         covey_vec pos)
{
    covey_grid_run runs[COVEY_GRID_RUNS];
    bool found[AGENTS] = {false};
    int count = covey_stray_runs(grid, space, state, pos, runs);
    size_t held = 0, end = 0;
    for (int k = 0; k < count; k++) {
        if (runs[k].begin == runs[k].end)
            continue;
        assert_true(runs[k].begin >= end);
        end = runs[k].end;
        for (size_t j = runs[k].begin; j < runs[k].end; j++)
            found[j] = true;
        held += runs[k].end - runs[k].begin;
    }
    for (size_t j = 0; j < state->count; j++) {
        covey_vec way = covey_space_between(space, pos, covey_state_pos(state, j));
        if (covey_vec_length(way) <= grid->radius && !found[j])
            fail_msg("agent %zu is at %g and was not found", j, covey_vec_length(way));
    }
    return held;
}

static void check(const place *is, uint64_t *random)
{
    covey_memory memory = covey_memory_init((covey_allocator){0});
    covey_workers workers = {.executor = covey_threads_executor(NULL)};
    covey_state state, spare;
    covey_grid grid;
    const covey_space *space = &is->space;
    int dim = covey_space_dim(space);
    assert_int_equal(covey_state_create(&memory, AGENTS, dim, 0, &state), COVEY_OK);
    assert_int_equal(covey_state_create(&memory, AGENTS, dim, 0, &spare), COVEY_OK);
    assert_int_equal(covey_grid_create(&memory, AGENTS, dim, &grid), COVEY_OK);
    state.count = spare.count = AGENTS;
    for (size_t i = 0; i < AGENTS; i++) {
        state.id[i] = (covey_id)i;
        covey_state_put_pos(&state, i, some_vec(space, 0.0, 40.0, random));
    }
    covey_grid_set_radius(&grid, space, is->radius);
    covey_sort(&grid, &workers, &state, &spare);
    covey_stray_begin(&grid, true);
    size_t held = 0;
    for (size_t i = 0; i < TURNS; i++) { // each once, as in a step
        covey_vec from = covey_state_pos(&state, i);
        held += check_runs(&grid, space, &state, from);
        covey_vec to = covey_vec_add(from, some_vec(space, -is->way, is->way, random));
        covey_state_put_pos(&state, i, covey_space_fold(space, to));
        covey_stray_note(&grid, space, from, covey_state_pos(&state, i));
    }
    assert_true((held < (size_t)AGENTS * TURNS / 2) == is->searches);
    covey_grid_destroy(&memory, &grid);
    covey_state_destroy(&memory, &spare);
    covey_state_destroy(&memory, &state);
}

static void test_agents_that_moved_are_found_where_they_are(void **unused)
{
    (void)unused;
    uint64_t random = 1;
    const place places[] = {
        {covey_space_torus(40, 40), 2.0, 0.4, true},
        {covey_space_torus(40, 40), 2.0, 3.0, true},
        {covey_space_torus(40, 40), 9.0, 0.4, false},
        {covey_space_open(), 2.0, 0.4, true},
        {covey_space_open(), 2.0, 90.0, false},
        {covey_space_open(), 0.0, 0.4, false},
        {{.kind = COVEY_SPACE_TORUS, .dim = 3, .size = {40, 40, 40}}, 3.0, 0.5, true},
        {{.kind = COVEY_SPACE_OPEN, .dim = 3}, 3.0, 2.0, true},
        {{.kind = COVEY_SPACE_OPEN, .dim = 3}, 3.0, 9.0, false},
    };
    for (size_t k = 0; k < sizeof places / sizeof *places; k++)
        check(&places[k], &random);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_agents_that_moved_are_found_where_they_are),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
