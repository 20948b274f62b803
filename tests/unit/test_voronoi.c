// SPDX-License-Identifier: MIT
// Voronoi cells: in closed form, as parts of a whole, against all places of a grid, and moved.
#include "base/math_trig.h"
#include "covey/measure.h"
#include "support/view.h"
#include "support/world.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { MOST = 1000 };

static test_agents agents;
static double cells[MOST];
static const covey_vec still = {0, 0, 0};

static void add(double x, double y, double z)
{
    test_agents_add(&agents, (covey_vec){x, y, z}, still);
}

static void take(void)
{
    covey_measure_def def = covey_measure_def_default();
    covey_view view = test_view(&agents);
    assert_int_equal(covey_measure_cells(&view, &def, cells, NULL), COVEY_OK);
}

static double sum_of_cells(void)
{
    double sum = 0;
    for (size_t i = 0; i < agents.count; i++)
        sum += cells[i];
    return sum;
}

static void draw(uint64_t *random, covey_space space, int count)
{
    agents = (test_agents){.space = space};
    for (int i = 0; i < count; i++)
        add(test_uniform(random, 0, space.size[0]), test_uniform(random, 0, space.size[1]),
            test_uniform(random, 0, space.size[2]));
}

// ---- Closed form ----

/// Cells of lattices are all alike; four walls, or six, meet in each corner.
static void test_cells_of_lattices_are_alike(void **unused)
{
    (void)unused;
    const double third = sqrt(0.75);
    for (int deep = 0; deep < 2; deep++)
        for (int shifted = 0; shifted < 2; shifted++) {
            agents = (test_agents){.space = covey_space_torus(6, 8 * (shifted ? third : 1))};
            if (deep == 1)
                agents.space = covey_space_deep(agents.space, 4);
            for (int k = 0; k < 6 * 8 * (deep ? 4 : 1); k++)
                add(k % 6 + 0.5 * shifted * (k / 6 % 2), k / 6 % 8 * (shifted ? third : 1), k / 48);
            take();
            for (size_t i = 0; i < agents.count; i++)
                assert_true(fabs(cells[i] - (shifted ? third : 1)) < 1e-12);
        }
}

/// A face-centered cubic lattice: rhombic dodecahedra, with corners of eight walls.
static void test_corners_of_many_walls_are_no_trouble(void **unused)
{
    (void)unused;
    agents = (test_agents){.space = covey_space_deep(covey_space_torus(3, 3), 3)};
    for (int k = 0; k < 27; k++) {
        double x = k % 3, y = k / 3 % 3, z = k / 9;
        add(x, y, z);
        add(x + 0.5, y + 0.5, z);
        add(x + 0.5, y, z + 0.5);
        add(x, y + 0.5, z + 0.5);
    }
    take();
    for (size_t i = 0; i < agents.count; i++)
        assert_true(fabs(cells[i] - 0.25) < 1e-12);
}

/// One agent has all of a torus, two halve it wherever they are, and walls of a box end cells.
static void test_few_agents_share_the_space(void **unused)
{
    (void)unused;
    uint64_t random = 2;
    for (int trial = 0; trial < 20; trial++)
        for (int deep = 0; deep < 2; deep++) {
            covey_space space = covey_space_torus(5, 3);
            double whole = deep ? 30 : 15;
            space = deep ? covey_space_deep(space, 2) : space;
            draw(&random, space, 1);
            take();
            assert_true(fabs(cells[0] - whole) < 1e-12);
            draw(&random, space, 2);
            take();
            assert_true(fabs(cells[0] - whole / 2) < 1e-12 && fabs(cells[1] - whole / 2) < 1e-12);
        }
    agents = (test_agents){.space = covey_space_reflecting(10, 4)};
    add(1, 1, 0);
    add(4, 1, 0);
    take();
    assert_true(fabs(cells[0] - 10) < 1e-12 && fabs(cells[1] - 30) < 1e-12);
}

/// The agent in the middle of a ring has a polygon, those of the ring have cells without an end.
static void test_the_rim_of_the_open_plane_has_no_cells(void **unused)
{
    (void)unused;
    enum { RING = 60 };
    const double pi = COVEY_PI;
    agents = (test_agents){.count = 0};
    for (int k = 0; k < RING; k++)
        add(4 * cos(2 * pi * k / (double)RING), 4 * sin(2 * pi * k / (double)RING), 0);
    add(0, 0, 0);
    take();
    for (int k = 0; k < RING; k++)
        assert_true(isnan(cells[k]));
    assert_true(fabs(cells[RING] - (double)RING * tan(pi / (double)RING) * 4) < 1e-10);
    agents = (test_agents){.space = covey_space_deep(covey_space_open(), 1)};
    for (int k = 0; k < 8; k++)
        add(k % 2 ? 1 : -1, k / 2 % 2 ? 1 : -1, k / 4 ? 1 : -1);
    add(0, 0, 0); // an octahedron, out to 1.5 along the axes
    take();
    assert_true(isnan(cells[0]) && fabs(cells[8] - 4.5) < 1e-12);
}

static void test_agents_at_one_place_have_no_cell_of_their_own(void **unused)
{
    (void)unused;
    agents = (test_agents){.space = covey_space_torus(8, 8)};
    add(1, 1, 0);
    add(1, 1, 0);
    add(5, 1, 0);
    take();
    assert_true(isnan(cells[0]) && isnan(cells[1]) && fabs(cells[2] - 32) < 1e-12);
}

// ---- Parts of a whole ----

static void test_cells_fill_the_space(void **unused)
{
    (void)unused;
    uint64_t random = 9;
    static const int counts[] = {3, 4, 7, 30, 200, 1000};
    for (size_t k = 0; k < sizeof counts / sizeof *counts; k++)
        for (int kind = 0; kind < 4; kind++) {
            covey_space space = kind % 2 ? covey_space_reflecting(7, 5) : covey_space_torus(7, 5);
            if (kind / 2 == 1)
                space = covey_space_deep(space, 3);
            draw(&random, space, counts[k]);
            take();
            assert_true(fabs(sum_of_cells() - (kind / 2 ? 105 : 35)) < 1e-9);
        }
}

/// Each agent has the share of places for which a scan over all finds it nearest, within 5 errors.
static void test_places_belong_to_the_nearest(void **unused)
{
    (void)unused;
    enum { PLACES = 40000 };
    uint64_t random = 4;
    draw(&random, covey_space_torus(4, 6), 12);
    take();
    int found[12] = {0};
    for (int k = 0; k < PLACES; k++) {
        covey_vec at = {test_uniform(&random, 0, 4), test_uniform(&random, 0, 6), 0};
        size_t best = 0;
        double least = HUGE_VAL;
        for (size_t i = 0; i < agents.count; i++) {
            covey_vec to = {agents.pos[0][i], agents.pos[1][i], 0};
            double way = covey_vec_length(covey_space_offset(&agents.space, at, to));
            best = way < least ? i : best;
            least = way < least ? way : least;
        }
        found[best]++;
    }
    for (size_t i = 0; i < agents.count; i++) {
        double share = cells[i] / 24, error = sqrt(share * (1 - share) / (double)PLACES);
        assert_true(fabs((double)found[i] / (double)PLACES - share) < 5 * error);
    }
}

// ---- Moved ----

static void test_order_seams_and_turns_change_nothing(void **unused)
{
    (void)unused;
    uint64_t random = 31;
    static double kept[MOST];
    for (int deep = 0; deep < 2; deep++) {
        covey_space space = covey_space_torus(9, 9);
        draw(&random, deep ? covey_space_deep(space, 9) : space, 150);
        take();
        memcpy(kept, cells, sizeof kept);
        test_agents_shuffle(&agents, &random);
        take();
        for (size_t i = 0; i < agents.count; i++) // ids went with the agents
            assert_memory_equal(&cells[i], &kept[agents.id[i]], sizeof *cells);
        for (size_t i = 0; i < agents.count; i++) { // shifted, and turned by a quarter
            double x = agents.pos[0][i], y = agents.pos[1][i];
            agents.pos[0][i] = fmod(y + 4.5, 9);
            agents.pos[1][i] = fmod(18 - x, 9);
        }
        take();
        for (size_t i = 0; i < agents.count; i++)
            assert_true(fabs(cells[i] - kept[agents.id[i]]) < 1e-11);
    }
}

static void test_mistakes_of_callers_are_told(void **unused)
{
    (void)unused;
    covey_measure_def def = covey_measure_def_default();
    covey_view view = test_view(&agents), none = {.count = 0};
    assert_int_equal(covey_measure_cells(NULL, &def, cells, NULL), COVEY_ARG);
    assert_int_equal(covey_measure_cells(&view, NULL, cells, NULL), COVEY_ARG);
    assert_int_equal(covey_measure_cells(&view, &def, NULL, NULL), COVEY_ARG);
    assert_int_equal(covey_measure_cells(&none, &def, NULL, NULL), COVEY_OK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_cells_of_lattices_are_alike),
        cmocka_unit_test(test_corners_of_many_walls_are_no_trouble),
        cmocka_unit_test(test_few_agents_share_the_space),
        cmocka_unit_test(test_the_rim_of_the_open_plane_has_no_cells),
        cmocka_unit_test(test_agents_at_one_place_have_no_cell_of_their_own),
        cmocka_unit_test(test_cells_fill_the_space),
        cmocka_unit_test(test_places_belong_to_the_nearest),
        cmocka_unit_test(test_order_seams_and_turns_change_nothing),
        cmocka_unit_test(test_mistakes_of_callers_are_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
