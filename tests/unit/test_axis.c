// SPDX-License-Identifier: MIT
// Cell numbers: they grow with the coordinate, whatever its size, and a reach contains the cell of
// every agent whose distance, as computed, is within the radius.
#include "geometry/grid.h"
#include "geometry/space.h"
#include "support/world.h"

#include <float.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

enum { COORDINATES = 20000 };

static const double radii[] = {0.0,  5e-324, 1e-310, 1e-200, 1e-6,   1.0,
                               3e10, 1e100,  1e300,  1e308,  DBL_MAX};
static const double sizes[] = {COVEY_MIN_SIDE, 1e-6, 1.0, 1500.0, 1e15, COVEY_MAX_SIDE};

enum { RADII = sizeof radii / sizeof *radii, SIZES = sizeof sizes / sizeof *sizes };

static covey_grid grid_of(covey_space space, double radius)
{
    covey_grid grid = {0};
    covey_grid_set_radius(&grid, &space, radius);
    return grid;
}

static int by_value(const void *a, const void *b)
{
    double left = *(const double *)a, right = *(const double *)b;
    return (left > right) - (left < right);
}

static void assert_cells_grow(const covey_axis *axis, const double *sorted, size_t count)
{
    for (size_t i = 1; i < count; i++)
        if (covey_axis_cell(axis, sorted[i]) < covey_axis_cell(axis, sorted[i - 1]))
            fail_msg("the cell of %a is below that of %a", sorted[i], sorted[i - 1]);
}

static void test_open_cells_grow_with_the_coordinate(void **unused)
{
    (void)unused;
    static double x[COORDINATES];
    uint64_t random = 1;
    const double special[] = {0.0,     -0.0,   5e-324, -5e-324, DBL_MIN,  -DBL_MIN,
                              1.0,     1e308,  -1e308, DBL_MAX, -DBL_MAX, 0x1p62,
                              -0x1p62, 0x1p53, 0x1p60, -0x1p60, 0x1.fp61, -0x1.fp61};
    for (size_t r = 0; r < RADII; r++) {
        covey_grid grid = grid_of(covey_space_open(), radii[r]);
        for (size_t i = 0; i < COORDINATES; i++) // all magnitudes, and many near the far cells
            x[i] = i % 2 == 0 ? test_any_double(&random)
                              : test_uniform(&random, -2.0, 2.0) * 0x1p62 / grid.col.inverse;
        for (size_t i = 0; i < sizeof special / sizeof *special; i++)
            x[i] = special[i];
        qsort(x, COORDINATES, sizeof *x, by_value);
        assert_cells_grow(&grid.row, x, COORDINATES);
        assert_cells_grow(&grid.col, x, COORDINATES);
    }
}

static void test_torus_cells_grow_and_stay_in_their_number(void **unused)
{
    (void)unused;
    static double x[COORDINATES];
    uint64_t random = 2;
    for (size_t k = 0; k < RADII * SIZES; k++) {
        double size = sizes[k % SIZES];
        covey_grid grid = grid_of(covey_space_torus(size, size), radii[k / SIZES]);
        for (size_t i = 0; i < COORDINATES; i++)
            x[i] = size * test_uniform(&random, 0, 1) * ldexp(1.0, -(int)test_below(&random, 20));
        x[0] = 0.0;
        x[1] = nextafter(size, 0.0);
        qsort(x, COORDINATES, sizeof *x, by_value);
        assert_cells_grow(&grid.row, x, COORDINATES);
        assert_cells_grow(&grid.col, x, COORDINATES);
        assert_int_equal(covey_axis_cell(&grid.col, 0.0), 0);
        assert_true(covey_axis_cell(&grid.col, x[COORDINATES - 1]) < grid.col.cells);
    }
}

static bool contains(covey_reach reach, int64_t cell)
{
    if (reach.low <= reach.high)
        return cell >= reach.low && cell <= reach.high;
    return cell >= reach.low || cell <= reach.high;
}

static void assert_reached(const covey_grid *grid, double from, double to)
{
    covey_reach row = covey_axis_reach(&grid->row, from, from, grid->reach);
    covey_reach col = covey_axis_reach(&grid->col, from, from, grid->reach);
    if (!contains(row, covey_axis_cell(&grid->row, to)) ||
        !contains(col, covey_axis_cell(&grid->col, to)))
        fail_msg("reach %a around %a misses %a", grid->reach, from, to);
}

/// Places whose distance from x is about the radius, to both sides and to the last digits.
static double neighbor(double x, double radius, uint64_t *random)
{
    double step = test_bits(random) % 2 == 0 ? radius : test_uniform(random, 0.0, radius);
    double place = test_bits(random) % 2 == 0 ? x + step : x - step;
    switch (test_bits(random) % 3) {
    case 0:
        return nextafter(place, DBL_MAX);
    case 1:
        return nextafter(place, -DBL_MAX);
    default:
        return place;
    }
}

static void test_open_reach_contains_all_within_the_radius(void **unused)
{
    (void)unused;
    uint64_t random = 3;
    covey_space space = covey_space_open();
    for (size_t r = 0; r < RADII; r++) {
        covey_grid grid = grid_of(space, radii[r]);
        for (size_t i = 0; i < COORDINATES; i++) {
            double magnitude = radii[r] * ldexp(1.0, (int)test_below(&random, 70) - 6);
            double x = i % 4 == 0 ? test_any_double(&random)
                                  : test_uniform(&random, -1.0, 1.0) * fmin(magnitude, 1e308);
            double y = neighbor(x, radii[r], &random);
            covey_vec offset = covey_space_offset(&space, (covey_vec){x, 0}, (covey_vec){y, 0});
            if (isfinite(y) && covey_vec_length(offset) <= radii[r])
                assert_reached(&grid, x, y);
        }
    }
}

/// A place about `radius` away from x, folded into the torus.
static double folded_neighbor(const covey_space *space, double x, double radius, uint64_t *random)
{
    covey_vec place = {neighbor(x, radius, random), 0};
    return covey_space_fold(space, place).x;
}

static void test_torus_reach_contains_all_within_the_radius(void **unused)
{
    (void)unused;
    uint64_t random = 4;
    for (size_t k = 0; k < 40 * SIZES; k++) {
        double size = sizes[k % SIZES];
        covey_space space = covey_space_torus(size, size);
        double part = ldexp(test_uniform(&random, 0.5, 1), 2 - (int)k / 4);
        double radius = k < SIZES ? 0.0 : size * part;
        covey_grid grid = grid_of(space, radius);
        for (size_t i = 0; i < COORDINATES / 10; i++) {
            // Anywhere; about the seam; and both so, each as exact as its side of the seam allows.
            double x = i % 3 == 0 ? test_uniform(&random, 0.0, size)
                                  : folded_neighbor(&space, 0.0, radius, &random);
            double y = folded_neighbor(&space, i % 3 == 2 ? 0.0 : x, fmin(radius, size), &random);
            covey_vec offset = covey_space_offset(&space, (covey_vec){x, 0}, (covey_vec){y, 0});
            if (covey_vec_length(offset) <= radius)
                assert_reached(&grid, x, y);
        }
    }
}

static void test_few_cells_are_all_reached(void **unused)
{
    (void)unused;
    covey_grid grid = grid_of(covey_space_torus(10, 10), 3.0);
    assert_true(grid.row.all);
    assert_false(grid_of(covey_space_torus(10, 10), 1.9).row.all);
    covey_reach reach = covey_axis_reach(&grid.row, 5.0, 5.0, grid.reach);
    assert_int_equal(reach.low, 0);
    assert_int_equal(reach.high, grid.row.cells - 1);
}

static void test_a_reach_around_the_torus_never_meets_itself(void **unused)
{
    (void)unused;
    uint64_t random = 5;
    for (int trial = 0; trial < 1000; trial++) {
        double size = test_uniform(&random, 1.0, 100.0), radius = test_uniform(&random, 0.0, size);
        covey_grid grid = grid_of(covey_space_torus(size, size), radius);
        const covey_axis *axes[] = {&grid.row, &grid.col};
        for (int k = 0; k < 2 * 50; k++) {
            const covey_axis *axis = axes[k % 2];
            double x = k < 4 ? 0.0 : test_uniform(&random, 0.0, size);
            covey_reach reach = covey_axis_reach(axis, x, x, grid.reach);
            int64_t span = (reach.high - reach.low + axis->cells) % axis->cells + 1;
            assert_true(axis->all || span < axis->cells);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_open_cells_grow_with_the_coordinate),
        cmocka_unit_test(test_torus_cells_grow_and_stay_in_their_number),
        cmocka_unit_test(test_open_reach_contains_all_within_the_radius),
        cmocka_unit_test(test_torus_reach_contains_all_within_the_radius),
        cmocka_unit_test(test_few_cells_are_all_reached),
        cmocka_unit_test(test_a_reach_around_the_torus_never_meets_itself),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
