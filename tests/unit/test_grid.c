// SPDX-License-Identifier: MIT
// The grid against qsort and against a look at all agents: the order is (layer, row, cell, id)
// however agents lie, and the runs around a place hold all within the radius, each once, in that
// order.
#include "base/threads.h"
#include "geometry/sort.h"
#include "geometry/space.h"
#include "support/world.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/// A grid and the agents in it.
typedef struct scene {
    covey_memory memory;
    covey_space space;
    double radius;
    covey_grid grid;
    covey_state state, spare;
} scene;

/// The place of an agent; in three dimensions its z is the x of another one.
static covey_vec put_of(covey_space space, const test_flock *agents, size_t id)
{
    size_t other = (7 * id + 3) % agents->count;
    bool deep = covey_space_dim(&space) == COVEY_AXES;
    return (covey_vec){agents->pos[0][id], agents->pos[1][id], deep ? agents->pos[0][other] : 0.0};
}

static scene scene_create(covey_space space, double radius, const test_flock *agents)
{
    scene made = {
        .memory = covey_memory_init((covey_allocator){0}), .space = space, .radius = radius};
    size_t count = agents->count;
    assert_int_equal(covey_grid_create(&made.memory, count, covey_space_dim(&space), &made.grid),
                     COVEY_OK);
    assert_int_equal(
        covey_state_create(&made.memory, count, covey_space_dim(&space), 0, &made.state), COVEY_OK);
    assert_int_equal(
        covey_state_create(&made.memory, count, covey_space_dim(&space), 0, &made.spare), COVEY_OK);
    covey_grid_set_radius(&made.grid, &space, radius);
    for (size_t id = 0; id < count; id++) {
        made.state.id[id] = (uint32_t)id;
        covey_vec pos = put_of(space, agents, id);
        covey_state_put_pos(&made.state, id, covey_space_fold(&space, pos));
        covey_state_put_vel(&made.state, id, pos); // tells whether an agent stays in one piece
    }
    return made;
}

static void sort(scene *at)
{
    covey_workers workers = {.executor = covey_threads_executor(NULL)};
    covey_sort(&at->grid, &workers, &at->state, &at->spare);
}

static void scene_destroy(scene *old)
{
    covey_state_destroy(&old->memory, &old->spare);
    covey_state_destroy(&old->memory, &old->state);
    covey_grid_destroy(&old->memory, &old->grid);
    assert_int_equal(old->memory.bytes, 0);
}

// ---- Order ----

typedef struct place {
    int64_t layer, row, col;
    covey_id id;
} place;

/// By numbers in the window, which may go around the seam.
static place window_place(const scene *at, size_t i)
{
    covey_cell cell = covey_grid_cell(&at->grid, &at->state, i);
    return (place){cell.layer, cell.row, cell.col, at->state.id[i]};
}

static place place_of(const scene *at, size_t i)
{
    return (place){
        .layer = at->grid.deep ? covey_axis_cell(&at->grid.layer, at->state.pos[2][i]) : 0,
        .row = covey_axis_cell(&at->grid.row, at->state.pos[1][i]),
        .col = covey_axis_cell(&at->grid.col, at->state.pos[0][i]),
        .id = at->state.id[i],
    };
}

static int by_place(const void *a, const void *b)
{
    const place *p = a, *q = b;
    if (p->layer != q->layer)
        return p->layer < q->layer ? -1 : 1;
    if (p->row != q->row)
        return p->row < q->row ? -1 : 1;
    if (p->col != q->col)
        return p->col < q->col ? -1 : 1;
    return (p->id > q->id) - (p->id < q->id);
}

static void assert_sorts(scene *at, const test_flock *agents)
{
    place last = {.layer = -1};
    sort(at);
    for (size_t i = 0; i < at->state.count; i++) {
        place found = window_place(at, i);
        assert_true(i == 0 || by_place(&last, &found) < 0); // all ids, as each comes once
        last = found;
        assert_true(at->state.vel[0][i] == agents->pos[0][found.id]);
        assert_true(at->state.vel[1][i] == agents->pos[1][found.id]);
        assert_true(covey_state_vel(&at->state, i).z == put_of(at->space, agents, found.id).z);
    }
}

// ---- Runs ----

/// Place of a cell on the way from the low end of a reach, around the seam.
static int64_t way(int64_t cell, int64_t low, const covey_axis *axis)
{
    return axis->cells > 0 && cell < low ? cell - low + axis->cells : cell - low;
}

/// Where agent j comes in the order seen from low … high.
static place seen_from(const scene *at, covey_vec low, covey_vec high, size_t j)
{
    double reach = at->grid.reach;
    covey_reach rows = covey_axis_reach(&at->grid.row, low.y, high.y, reach);
    covey_reach cols = covey_axis_reach(&at->grid.col, low.x, high.x, reach);
    covey_reach layers = covey_axis_reach(&at->grid.layer, low.z, high.z, reach);
    place there = place_of(at, j);
    if (at->grid.deep)
        there.layer = way(there.layer, layers.low, &at->grid.layer);
    there.row = way(there.row, rows.low, &at->grid.row);
    there.col = way(there.col, cols.low, &at->grid.col);
    return there;
}

/// True if an agent is in a cell of the reach of low … high: runs of whole buckets have others,
/// too, which are too far away.
static bool is_within(const scene *at, covey_vec low, covey_vec high, size_t j)
{
    covey_reach cols = covey_axis_reach(&at->grid.col, low.x, high.x, at->grid.reach);
    return at->space.kind != COVEY_SPACE_TORUS ||
           seen_from(at, low, high, j).col <= way(cols.high, cols.low, &at->grid.col);
}

/// Marks the agents in the runs around low … high, which must come in order, so none comes twice.
static void mark_runs(const scene *at, covey_vec low, covey_vec high, bool *marked)
{
    covey_grid_run runs[COVEY_GRID_RUNS];
    int count = covey_grid_runs(&at->grid, &at->state, low, high, runs);
    assert_in_range(count, 0, COVEY_GRID_RUNS);
    memset(marked, 0, at->state.count);
    place last = {.layer = -1};
    for (int k = 0; k < count; k++) {
        assert_true(runs[k].begin <= runs[k].end && runs[k].end <= at->state.count);
        for (size_t j = runs[k].begin; j < runs[k].end; j++) {
            place here = seen_from(at, low, high, j);
            if (!is_within(at, low, high, j)) {
                assert_false(marked[j]);
                continue;
            }
            assert_true(by_place(&last, &here) < 0);
            last = here;
            marked[j] = true;
        }
    }
}

/// The turns of a run tell how to shift it to get the offset across the seam.
static void assert_turns(const scene *at, covey_vec low, covey_vec high)
{
    covey_grid_run runs[COVEY_GRID_RUNS];
    int count = covey_grid_runs(&at->grid, &at->state, low, high, runs);
    for (int k = 0; k < count && !at->grid.row.all && !at->grid.col.all && !at->grid.layer.all; k++)
        for (size_t j = runs[k].begin; j < runs[k].end; j++)
            for (int axis = 0; axis < covey_space_dim(&at->space); axis++) {
                const double places[] = {low.x, low.y, low.z};
                double x = places[axis], size = at->space.size[axis];
                double offset = at->state.pos[axis][j] - x;
                int turn = offset > size * 0.5 ? 1 : offset < size * -0.5 ? -1 : 0;
                bool torus = at->space.kind == COVEY_SPACE_TORUS;
                bool near = fabs(fabs(offset) - 0.5 * size) < 0.2 * size;
                assert_true(near || !is_within(at, low, high, j) ||
                            runs[k].turn[axis] == (torus ? turn : 0));
            }
}

static void assert_finds_all(const scene *at, size_t i, size_t last, bool *marked)
{
    covey_vec a = covey_state_pos(&at->state, i), b = covey_state_pos(&at->state, last);
    covey_vec low = {fmin(a.x, b.x), fmin(a.y, b.y), fmin(a.z, b.z)};
    covey_vec high = {fmax(a.x, b.x), fmax(a.y, b.y), fmax(a.z, b.z)};
    mark_runs(at, low, high, marked);
    assert_turns(at, low, high);
    for (size_t j = 0; j < at->state.count; j++) {
        covey_vec pos = covey_state_pos(&at->state, j);
        double d = fmin(covey_vec_length(covey_space_between(&at->space, a, pos)),
                        covey_vec_length(covey_space_between(&at->space, b, pos)));
        assert_true(marked[j] || !(d <= at->radius));
    }
}

/// Around single agents, and around pairs that look together.
static void assert_finds_neighbors(const scene *at)
{
    size_t count = at->state.count;
    bool *marked = malloc(count + 1);
    assert_non_null(marked);
    for (size_t i = 0; i < count; i += 1 + count / 80) {
        assert_finds_all(at, i, i, marked);
        size_t last = i + 2 < count ? i + 2 : i;
        bool together = place_of(at, i).row == place_of(at, last).row &&
                        place_of(at, i).layer == place_of(at, last).layer &&
                        fabs(at->state.pos[0][last] - at->state.pos[0][i]) <= at->grid.group_width;
        if (together)
            assert_finds_all(at, i, last, marked);
    }
    free(marked);
}

// ---- Scenes ----

/// Sorts and looks around, moves every agent a little, and does so again.
static void check_scene(covey_space space, double radius, test_flock *agents, uint64_t *random)
{
    scene at = scene_create(space, radius, agents);
    for (int repeat = 0; repeat < 2; repeat++) {
        assert_sorts(&at, agents);
        assert_finds_neighbors(&at);
        for (size_t i = 0; i < agents->count; i++) {
            bool deep = covey_space_dim(&space) == COVEY_AXES;
            covey_vec step = {test_uniform(random, -radius, radius), 0.25 * radius,
                              deep ? -0.3 * radius : 0.0};
            covey_vec pos = covey_vec_add(covey_state_pos(&at.state, i), step);
            covey_state_put_pos(&at.state, i, covey_space_fold(&space, pos));
        }
    }
    scene_destroy(&at);
}

static void check_shapes(covey_space space, double side)
{
    uint64_t random = 1;
    const size_t counts[] = {0, 1, 2, 13, 200, TEST_SANITIZED ? 300 : 1500};
    const double parts[] = {0.0, 1e-9, 0.01, 0.09, 0.2, 0.3, 0.6, 3.0};
    for (int shape = 0; shape < TEST_SHAPES; shape++)
        for (size_t k = 0; k < 6 * 8; k++) {
            double radius = side * parts[k / 6];
            test_flock agents =
                test_flock_create((test_shape)shape, counts[k % 6], radius, side, &random);
            check_scene(space, radius, &agents, &random);
            test_flock_destroy(&agents);
        }
}

static void test_every_shape_in_the_open_plane(void **unused)
{
    (void)unused;
    check_shapes(covey_space_open(), 20.0);
}

static void test_every_shape_on_a_torus(void **unused)
{
    (void)unused;
    check_shapes(covey_space_torus(20.0, 12.0), 20.0);
}

/// Agents of a part of a torus, in a box at any place and the neighborhood, around seams, too.
static void check_part(covey_space space, double radius, uint64_t *random, int *turned)
{
    double low[COVEY_AXES], high[COVEY_AXES];
    test_flock agents = test_flock_create(TEST_UNIFORM, 700, 1.0, 1.0, random);
    for (int axis = 0; axis < COVEY_AXES; axis++) {
        double wide = space.size[axis] * test_uniform(random, 0.1, 0.5);
        double from = test_uniform(random, 0.0, 1.0) * (space.size[axis] - wide);
        low[axis] = test_below(random, 3) > 0 ? from : 0.0;
        high[axis] = low[axis] + wide;
    }
    for (size_t id = 0; id < agents.count; id++)
        for (int axis = 0; axis < COVEY_PLANE; axis++)
            agents.pos[axis][id] = test_uniform(random, low[axis] - radius, high[axis] + radius);
    scene at = scene_create(space, radius, &agents);
    covey_grid_expect(&at.grid, low, high, radius);
    assert_sorts(&at, &agents);
    *turned += at.grid.turned;
    assert_finds_neighbors(&at);
    covey_grid_expect_all(&at.grid);
    sort(&at);
    assert_false(at.grid.turned);
    scene_destroy(&at);
    test_flock_destroy(&agents);
}

static void test_parts_of_a_torus_have_windows_around_seams(void **unused)
{
    (void)unused;
    uint64_t random = 7;
    int turned = 0;
    for (int trial = 0; trial < 60; trial++)
        check_part(covey_space_torus(90.0, 70.0), trial % 3 > 0 ? 0.5 : 1.0, &random, &turned);
    assert_in_range(turned, 15, 59);
    for (int trial = 0; trial < 10; trial++)
        check_part(covey_space_deep(covey_space_torus(90.0, 70.0), 80.0), 0.5, &random, &turned);
}

static void test_every_shape_in_three_dimensions(void **unused)
{
    (void)unused;
    check_shapes(covey_space_deep(covey_space_open(), 0.0), 20.0);
    check_shapes(covey_space_deep(covey_space_torus(20.0, 12.0), 16.0), 20.0);
    check_shapes(covey_space_deep(covey_space_torus(20.0, 60.0), 3.0), 20.0);
}

static void test_outliers_at_every_distance_and_side_of_the_window(void **unused)
{
    (void)unused;
    uint64_t random = 2;
    for (int trial = 0; trial < 20; trial++) {
        test_flock agents = test_flock_create(TEST_UNIFORM, 1000, 1.0, 16.0, &random);
        for (size_t id = 0; id < agents.count; id += 9)
            for (int axis = 0; axis < COVEY_PLANE; axis++)
                agents.pos[axis][id] *= ldexp(id % 2 == 0 ? 1.0 : -1.0,
                                              (int)test_below(&random, trial < 10 ? 8 : 1000));
        check_scene(covey_space_open(), 1.0, &agents, &random);
        check_scene(covey_space_deep(covey_space_open(), 0.0), 1.0, &agents, &random);
        test_flock_destroy(&agents);
    }
}

static void test_two_crowds_far_apart_share_buckets_of_many_rows(void **unused)
{
    (void)unused;
    uint64_t random = 3;
    test_flock agents = test_flock_create(TEST_UNIFORM, 1000, 1.0, 16.0, &random);
    for (size_t id = 0; id < agents.count; id += 2)
        for (int axis = 0; axis < COVEY_PLANE; axis++)
            agents.pos[axis][id] += 1e9;
    scene at = scene_create(covey_space_open(), 1.0, &agents);
    assert_sorts(&at, &agents);
    assert_true(at.grid.row_shift > 0);
    assert_finds_neighbors(&at);
    scene_destroy(&at);
    test_flock_destroy(&agents);
}

/// Of layers that share buckets, and of rows where layers have buckets of their own.
static void test_crowds_far_apart_share_buckets_of_many_layers(void **unused)
{
    (void)unused;
    uint64_t random = 6;
    for (int apart = 0; apart < 2; apart++) {
        test_flock agents = test_flock_create(TEST_UNIFORM, 1000, 1.0, 16.0, &random);
        for (size_t id = 0; id < agents.count; id += 2)
            agents.pos[apart][id] += 1e9; // an agent's z is the x of one that is not next to it
        scene at = scene_create(covey_space_deep(covey_space_open(), 0.0), 1.0, &agents);
        assert_sorts(&at, &agents);
        assert_true(apart == 0 ? at.grid.layer_shift > 0 : at.grid.row_shift > 0);
        assert_finds_neighbors(&at);
        scene_destroy(&at);
        test_flock_destroy(&agents);
    }
}

static void test_one_long_row_shares_buckets_of_many_cells(void **unused)
{
    (void)unused;
    uint64_t random = 4;
    test_flock agents = test_flock_create(TEST_LINE, 1000, 1e6, 1.0, &random);
    scene at = scene_create(covey_space_open(), 1.0, &agents);
    memset(at.state.pos[1], 0, agents.count * sizeof(double));
    assert_sorts(&at, &agents);
    assert_true(at.grid.row_shift == 0 && at.grid.col_shift > 0);
    assert_finds_neighbors(&at);
    scene_destroy(&at);
    test_flock_destroy(&agents);
}

/// So far from one another that the window cannot have a bucket for each cell. Of two or three
/// agents none is an outlier; of four the two in the middle choose the window, which reaches four
/// times as far beyond them, and 16 cells.
static void test_a_few_agents_far_apart_choose_a_window(void **unused)
{
    (void)unused;
    enum { MOST = 5 };
    const double places[][MOST] = {
        {7}, {1e5, -2e5}, {5e5, -3e5, 1e5}, {0, 1000, 1010, 1e6}, {-1e6, 30, 10, 20, 1e6}};
    const int64_t rows[][2] = {
        {7, 7}, {-200000, 100000}, {-300000, 500000}, {944, 1066}, {-86, 126}};
    for (size_t count = 1; count <= MOST; count++) {
        double x[MOST], y[MOST];
        for (size_t id = 0; id < count; id++)
            x[id] = y[id] = places[count - 1][id] + 0.5;
        test_flock agents = {.count = count, .pos = {x, y}, .vel = {x, y}};
        scene at = scene_create(covey_space_open(), 1.0, &agents);
        assert_sorts(&at, &agents);
        assert_true(at.grid.row_low == rows[count - 1][0]);
        assert_true(at.grid.row_high == rows[count - 1][1]);
        assert_finds_neighbors(&at);
        scene_destroy(&at);
    }
}

static void test_a_crowd_on_one_point_stands_by_id(void **unused)
{
    (void)unused;
    uint64_t random = 5;
    test_flock agents = test_flock_create(TEST_UNIFORM, 5000, 1.0, 0.0, &random);
    scene at = scene_create(covey_space_open(), 1.0, &agents);
    for (size_t i = 0; i < agents.count; i++) // from the last to the first
        at.state.id[i] = (uint32_t)(agents.count - 1 - i);
    sort(&at);
    for (size_t i = 0; i < agents.count; i++)
        assert_int_equal(at.state.id[i], i);
    scene_destroy(&at);
    test_flock_destroy(&agents);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_shape_in_the_open_plane),
        cmocka_unit_test(test_every_shape_on_a_torus),
        cmocka_unit_test(test_parts_of_a_torus_have_windows_around_seams),
        cmocka_unit_test(test_every_shape_in_three_dimensions),
        cmocka_unit_test(test_outliers_at_every_distance_and_side_of_the_window),
        cmocka_unit_test(test_two_crowds_far_apart_share_buckets_of_many_rows),
        cmocka_unit_test(test_crowds_far_apart_share_buckets_of_many_layers),
        cmocka_unit_test(test_one_long_row_shares_buckets_of_many_cells),
        cmocka_unit_test(test_a_few_agents_far_apart_choose_a_window),
        cmocka_unit_test(test_a_crowd_on_one_point_stands_by_id),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
