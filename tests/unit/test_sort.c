// SPDX-License-Identifier: MIT
// The sort at work on many chunks and strips: whatever the shape, the number of threads and the
// order of their tasks, agents stand by (layer, row, cell, id) and keep their values.
#include "base/threads.h"
#include "geometry/sort.h"
#include "geometry/space.h"
#include "support/world.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { MANY = TEST_SANITIZED ? 5000 : 9000 }; // more than two chunks

/// Agents whose velocity and extra number tell their id.
typedef struct crowd {
    covey_memory memory;
    covey_space space;
    covey_grid grid;
    covey_state state, spare;
} crowd;

static crowd crowd_create(covey_space space, double radius, const test_flock *agents)
{
    crowd made = {.memory = covey_memory_init((covey_allocator){0}), .space = space};
    size_t count = agents->count;
    assert_int_equal(covey_grid_create(&made.memory, count, covey_space_dim(&space), &made.grid),
                     COVEY_OK);
    assert_int_equal(
        covey_state_create(&made.memory, count, covey_space_dim(&space), 1, &made.state), COVEY_OK);
    assert_int_equal(
        covey_state_create(&made.memory, count, covey_space_dim(&space), 1, &made.spare), COVEY_OK);
    covey_grid_set_radius(&made.grid, &space, radius);
    for (size_t i = 0; i < count; i++) {
        double id = (double)(count - 1 - i);
        made.state.id[i] = (uint32_t)id;
        bool deep = covey_space_dim(&space) == COVEY_AXES;
        covey_vec pos = {agents->pos[0][i], agents->pos[1][i],
                         deep ? agents->pos[0][(7 * i + 3) % count] : 0.0};
        covey_state_put_pos(&made.state, i, covey_space_fold(&space, pos));
        covey_state_put_vel(&made.state, i, (covey_vec){id, -id, deep ? 3.0 * id : 0.0});
        made.state.extra[0][i] = id + 0.5;
    }
    return made;
}

static void crowd_destroy(crowd *old)
{
    covey_state_destroy(&old->memory, &old->spare);
    covey_state_destroy(&old->memory, &old->state);
    covey_grid_destroy(&old->memory, &old->grid);
}

static int64_t row_of(const crowd *at, size_t i)
{
    return covey_axis_cell(&at->grid.row, at->state.pos[1][i]);
}

static int64_t col_of(const crowd *at, size_t i)
{
    return covey_axis_cell(&at->grid.col, at->state.pos[0][i]);
}

static bool stands_before(const crowd *at, size_t i, size_t j)
{
    if (covey_grid_cell(&at->grid, &at->state, i).layer !=
        covey_grid_cell(&at->grid, &at->state, j).layer)
        return covey_grid_cell(&at->grid, &at->state, i).layer <
               covey_grid_cell(&at->grid, &at->state, j).layer;
    if (row_of(at, i) != row_of(at, j))
        return row_of(at, i) < row_of(at, j);
    if (col_of(at, i) != col_of(at, j))
        return col_of(at, i) < col_of(at, j);
    return at->state.id[i] < at->state.id[j];
}

/// Sorts; every agent must be there, in one piece, in order and where the grid says.
static void assert_sorts(crowd *at, covey_workers *workers)
{
    size_t count = at->state.count;
    double *x = malloc(count * sizeof *x), *y = malloc(count * sizeof *y);
    double *z = malloc(count * sizeof *z);
    assert_true(x != NULL && y != NULL && z != NULL);
    for (size_t i = 0; i < count; i++) {
        x[at->state.id[i]] = at->state.pos[0][i];
        y[at->state.id[i]] = at->state.pos[1][i];
        z[at->state.id[i]] = covey_state_pos(&at->state, i).z;
    }
    covey_sort(&at->grid, workers, &at->state, &at->spare);
    for (size_t i = 0; i < count; i++) {
        covey_id id = at->state.id[i];
        assert_true(at->state.pos[0][i] == x[id] && at->state.pos[1][i] == y[id]);
        assert_true(at->state.vel[0][i] == (double)id && at->state.vel[1][i] == -(double)id);
        if (at->grid.deep)
            assert_true(at->state.vel[2][i] == 3.0 * (double)id && at->state.pos[2][i] == z[id]);
        assert_true(at->state.extra[0][i] == (double)id + 0.5);
        assert_true(i == 0 || stands_before(at, i - 1, i));
        size_t bucket = covey_grid_bucket(&at->grid, covey_grid_cell(&at->grid, &at->state, i));
        assert_true(at->grid.start[bucket] <= i && i < at->grid.start[bucket + 1]);
    }
    free(x);
    free(y);
    free(z);
}

static void move(crowd *at, double radius, uint64_t *random)
{
    for (size_t i = 0; i < at->state.count; i++) {
        covey_vec step = {test_uniform(random, -0.2, 0.2) * radius,
                          test_uniform(random, -0.2, 0.2) * radius,
                          at->grid.deep ? test_uniform(random, -0.2, 0.2) * radius : 0.0};
        covey_vec pos = covey_vec_add(covey_state_pos(&at->state, i), step);
        covey_state_put_pos(&at->state, i, covey_space_fold(&at->space, pos));
    }
}

static void check_shapes(covey_space space, double side, covey_workers *workers)
{
    uint64_t random = 1;
    const double radius = 0.02 * side;
    for (int shape = 0; shape < TEST_SHAPES; shape++) {
        test_flock agents = test_flock_create((test_shape)shape, MANY, radius, side, &random);
        crowd at = crowd_create(space, radius, &agents);
        for (int step = 0; step < 3; step++) {
            assert_sorts(&at, workers);
            move(&at, radius, &random);
        }
        crowd_destroy(&at);
        test_flock_destroy(&agents);
    }
}

static void check_spaces(covey_workers *workers)
{
    check_shapes(covey_space_open(), 20.0, workers);
    check_shapes(covey_space_torus(20.0, 12.0), 20.0, workers);
    check_shapes(covey_space_torus(1e6, 2e6), 20.0, workers); // too many cells for its buckets
    check_shapes(covey_space_deep(covey_space_open(), 0.0), 20.0, workers);
    check_shapes(covey_space_deep(covey_space_torus(20.0, 12.0), 9.0), 20.0, workers);
}

// ---- Threads ----

static void test_any_number_of_threads_gives_the_order(void **unused)
{
    (void)unused;
    const int threads[] = {2, 5, 64};
    for (size_t k = 0; k < sizeof threads / sizeof *threads; k++) {
        covey_memory memory = covey_memory_init((covey_allocator){0});
        covey_threads *pool;
        assert_int_equal(covey_threads_create(&memory, threads[k], &pool), COVEY_OK);
        covey_workers workers = {.executor = covey_threads_executor(pool)};
        check_spaces(&workers);
        covey_threads_destroy(&memory, pool);
    }
}

static void run_backwards(void *context, covey_task *task, void *argument, size_t count)
{
    (void)context;
    while (count-- > 0)
        task(argument, count);
}

static void test_any_order_of_tasks_gives_the_order(void **unused)
{
    (void)unused;
    covey_workers forwards = {.executor = covey_threads_executor(NULL)};
    check_spaces(&forwards);
    check_spaces(&(covey_workers){.executor.run = run_backwards});
}

// ---- Cells ----

static void test_few_and_many_of_a_cell_stand_by_id(void **unused)
{
    (void)unused;
    uint64_t random = 2;
    covey_workers workers = {.executor = covey_threads_executor(NULL)};
    for (size_t size = 1; size <= 40; size++) {
        test_flock agents = test_flock_create(TEST_UNIFORM, 50 * size, 1.0, 0.0, &random);
        for (size_t i = 0; i < agents.count; i++) {
            agents.pos[0][i] = (double)(i / size % 10) + 0.01;
            agents.pos[1][i] = (double)(i / size / 10);
        }
        crowd at = crowd_create(covey_space_open(), 1.0, &agents);
        assert_sorts(&at, &workers);
        crowd_destroy(&at);
        test_flock_destroy(&agents);
    }
}

static void test_numbers_of_cells_of_any_size(void **unused)
{
    (void)unused;
    uint64_t random = 3;
    covey_workers workers = {.executor = covey_threads_executor(NULL)};
    for (int power = 20; power < 70; power++)
        for (int side = 0; side < 8; side++) {
            test_flock agents = test_flock_create(TEST_UNIFORM, 500, 1.0, 8.0, &random);
            for (size_t i = 0; i < agents.count; i++)
                for (int axis = 0; axis < COVEY_PLANE; axis++) {
                    double far = ldexp(side & 1 ? 1.0 : -1.0, power);
                    agents.pos[axis][i] += side & (2 << axis) ? far : 0.0;
                }
            crowd at = crowd_create(covey_space_open(), 1.0, &agents);
            assert_sorts(&at, &workers);
            int cells = side & 2 ? power + 2 : side & 4 ? power : 0;
            assert_true(cells == 30 || at.grid.plain == (cells < 30));
            crowd_destroy(&at);
            test_flock_destroy(&agents);
        }
}

/// Coordinates at all borders of cells, and next to them, inside the window.
static void put_on_borders(crowd *at, const double *widths, uint64_t *random)
{
    for (size_t i = 0; i < at->state.count; i++)
        for (int axis = 0; axis < at->state.dim; axis++) {
            double size = at->space.size[axis] > 0.0 ? at->space.size[axis] : 19.0;
            double cell = (double)test_below(random, (size_t)(size / widths[axis]) - 1);
            double border = widths[axis] * (cell + 1.0);
            double toward = test_below(random, 2) == 0 ? 0.0 : size;
            double x = test_below(random, 3) == 0 ? border : nextafter(border, toward);
            at->state.pos[axis][i] = at->space.size[axis] > 0.0 ? x : x - 9.5;
        }
    for (int axis = 0; axis < at->state.dim && at->space.size[axis] > 0.0; axis++)
        for (size_t i = 2 + (size_t)axis; i < 9; i += 3)
            at->state.pos[axis][i] = nextafter(at->space.size[axis], 0.0);
}

static void check_buckets(covey_space space)
{
    uint64_t random = 4;
    test_flock agents = test_flock_create(TEST_UNIFORM, 3001, 1.0, 30.0, &random);
    for (size_t i = 0; i < agents.count; i++)
        for (int axis = 0; axis < COVEY_PLANE; axis++)
            agents.pos[axis][i] -= 15.0;
    crowd at = crowd_create(space, 1.0, &agents);
    covey_workers workers = {.executor = covey_threads_executor(NULL)};
    covey_sort(&at.grid, &workers, &at.state, &at.spare);
    assert_true(at.grid.plain);
    const double widths[] = {1.0 / at.grid.col.inverse, 1.0 / at.grid.row.inverse,
                             1.0 / at.grid.layer.inverse};
    put_on_borders(&at, widths, &random);
    const size_t begin = 1, end = 3000;
    memset(at.grid.bucket, 0xff, at.state.count * sizeof *at.grid.bucket);
    assert_false(covey_cells_find(&at.grid, &at.state, begin, end));
    for (size_t i = begin; i < end; i++)
        assert_int_equal(at.grid.bucket[i],
                         covey_grid_bucket(&at.grid, covey_grid_cell(&at.grid, &at.state, i)));
    assert_int_equal(at.grid.bucket[0], UINT32_MAX);
    assert_int_equal(at.grid.bucket[3000], UINT32_MAX);
    crowd_destroy(&at);
    test_flock_destroy(&agents);
}

static void test_buckets_found_side_by_side_are_those_found_one_by_one(void **unused)
{
    (void)unused;
    check_buckets(covey_space_open());
    check_buckets(covey_space_torus(20.0, 12.0));
    check_buckets(covey_space_deep(covey_space_torus(20.0, 12.0), 9.0));
    // Of this one, the quotient of the last coordinate is rounded up to a cell that is not there.
    check_buckets(covey_space_torus(0x1.fe581202ed4a7p+3, 0x1.fe581202ed4a7p+3));
}

static void test_a_coordinate_below_the_safe_range_is_seen(void **unused)
{
    (void)unused;
    const double sizes[] = {5e-324, 0x1p-398, 0x1.fffffffffffffp-398, 0x1p-397, 0.0};
    uint64_t random = 5;
    test_flock agents = test_flock_create(TEST_UNIFORM, 7, 1.0, 4.0, &random);
    covey_workers workers = {.executor = covey_threads_executor(NULL)};
    for (int trial = 0; trial < 5 * 2 * 2 * 7; trial++) {
        crowd at = crowd_create(covey_space_open(), 1.0, &agents);
        double size = sizes[trial % 5], sign = trial / 5 % 2 == 0 ? 1.0 : -1.0;
        at.state.pos[trial / 10 % 2][trial / 20] = sign * size;
        covey_sort(&at.grid, &workers, &at.state, &at.spare);
        assert_true(at.grid.safe == (size == 0.0 || size >= COVEY_SAFE_LOW));
        crowd_destroy(&at);
    }
    test_flock_destroy(&agents);
}

static void test_extents_hold_all_and_no_more(void **unused)
{
    (void)unused;
    uint64_t random = 6;
    double x[12];
    for (int trial = 0; trial < 2000; trial++) {
        size_t begin = test_below(&random, 4), end = begin + 1 + test_below(&random, 8);
        for (size_t i = 0; i < 12; i++) // those outside would be seen
            x[i] = test_uniform(&random, -1.0, 1.0) * (i < begin || i >= end ? 100.0 : 1.0);
        double low = x[begin], high = x[begin];
        for (size_t i = begin; i < end; i++) {
            low = fmin(low, x[i]);
            high = fmax(high, x[i]);
        }
        covey_extent found = covey_cells_extent(x, begin, end);
        assert_true(found.low == low && found.high == high);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_any_number_of_threads_gives_the_order),
        cmocka_unit_test(test_any_order_of_tasks_gives_the_order),
        cmocka_unit_test(test_few_and_many_of_a_cell_stand_by_id),
        cmocka_unit_test(test_numbers_of_cells_of_any_size),
        cmocka_unit_test(test_buckets_found_side_by_side_are_those_found_one_by_one),
        cmocka_unit_test(test_a_coordinate_below_the_safe_range_is_seen),
        cmocka_unit_test(test_extents_hold_all_and_no_more),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
