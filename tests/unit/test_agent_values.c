// SPDX-License-Identifier: MIT
// Neighbors, bearings, clusters and local order of single agents; sizes of groups, bearings of all;
// rotation, elongation and hull of the flock: in closed form, against all pairs, and moved.
#include "base/math_trig.h"
#include "covey/measure.h"
#include "support/view.h"
#include "support/world.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { MOST = 300 };

static test_agents agents;
static covey_agent_values values[MOST];

static void add(double x, double y, double vx, double vy)
{
    test_agents_add(&agents, (covey_vec){x, y, 0}, (covey_vec){vx, vy, 0});
}

static void take(double link)
{
    covey_measure_def def = covey_measure_def_default();
    covey_view view = test_view(&agents);
    def.link = link;
    assert_int_equal(covey_measure_agents(&view, &def, values, NULL), COVEY_OK);
}

// ---- Closed form ----

static void test_three_in_a_row_are_known(void **unused)
{
    (void)unused;
    agents = (test_agents){0};
    add(0, 0, 1, 0);   // the next is straight ahead
    add(2, 0, 0, 1);   // both are at the side: the nearer one to its right
    add(3, 0, 0, -4);  // to its right, too
    add(50, 50, 0, 0); // at rest, far away
    take(2);
    static const double nearest[] = {2, 1, 1, 0}, bearing[] = {0, -COVEY_PI / 2, -COVEY_PI / 2, 0};
    static const uint32_t neighbors[] = {1, 2, 1, 0}, cluster[] = {0, 0, 0, 1};
    for (int k = 0; k < 3; k++) {
        assert_true(values[k].nearest == nearest[k]);
        assert_true(fabs(values[k].bearing - bearing[k]) < 1e-15);
    }
    for (int k = 0; k < 4; k++) {
        assert_int_equal(values[k].neighbors, neighbors[k]);
        assert_int_equal(values[k].cluster, cluster[k]);
        assert_int_equal(values[k].cluster_size, k < 3 ? 3 : 1);
    }
    assert_true(fabs(values[0].local_order - sqrt(0.5)) < 1e-15);
    assert_true(fabs(values[1].local_order - 1.0 / 3.0) < 1e-15);
    assert_true(isnan(values[3].bearing));
    assert_true(values[3].local_order == 0.0);
}

static void test_a_wheel_has_its_sense_and_area(void **unused)
{
    (void)unused;
    for (int sense = -1; sense <= 1; sense += 2) {
        agents = (test_agents){0};
        for (int k = 0; k < 200; k++) {
            double angle = 2 * COVEY_PI * k / 200;
            add(3 + 5 * cos(angle), 5 * sin(angle), -sense * sin(angle), sense * cos(angle));
        }
        assert_true(fabs(test_measure(&agents, "rotation", 1) - sense) < 1e-12);
        assert_true(fabs(test_measure(&agents, "elongation", 1) - 1) < 1e-12);
        double area = 0.5 * 200 * 25 * sin(2 * COVEY_PI / 200); // of a polygon with 200 corners
        assert_true(fabs(test_measure(&agents, "hull_area", 1) - area) < 1e-10);
    }
}

/// Of a uniform rectangle, the variances are a²/12 and b²/12; turned, it stays what it is.
static void test_a_rectangle_is_as_long_as_it_is(void **unused)
{
    (void)unused;
    for (int turn = 0; turn < 5; turn++) {
        double c = cos(0.3 * turn), s = sin(0.3 * turn), length = 6, width = 2;
        agents = (test_agents){0};
        for (int k = 0; k < 20; k++)
            for (int j = 0; j < 10; j++) {
                double x = length * (k + 0.5) / 20, y = width * (j + 0.5) / 10;
                add(c * x - s * y, s * x + c * y, 1, 0);
            }
        double share = (1 - 1.0 / 400) / (1 - 1.0 / 100); // of a lattice of so many places
        assert_true(fabs(test_measure(&agents, "elongation", 1) - 3 * sqrt(share)) < 1e-12);
        double area = (length - length / 20) * (width - width / 10);
        assert_true(fabs(test_measure(&agents, "hull_area", 1) - area) < 1e-12);
    }
}

static void test_a_line_has_no_width(void **unused)
{
    (void)unused;
    agents = (test_agents){0};
    for (int k = 0; k < 9; k++)
        add(0.1 * k, 0.3 * k, 1, 0);
    assert_true(isnan(test_measure(&agents, "elongation", 1)));
    assert_true(test_measure(&agents, "hull_area", 1) < 1e-15);
    agents = (test_agents){0};
    add(1, 2, 1, 0);
    assert_true(isnan(test_measure(&agents, "elongation", 1)));
    take(1);
    assert_true(isnan(values[0].nearest) && isnan(values[0].bearing));
}

// ---- Against all pairs ----

static void draw(uint64_t *random, int count, bool deep)
{
    agents = (test_agents){.space = covey_space_torus(10, 7)};
    if (deep)
        agents.space = covey_space_deep(agents.space, 5);
    for (int i = 0; i < count; i++) {
        covey_vec pos = {test_uniform(random, 0, 10), test_uniform(random, 0, 7),
                         deep ? test_uniform(random, 0, 5) : 0};
        covey_vec vel = {test_uniform(random, -1, 1), test_uniform(random, -1, 1),
                         deep ? test_uniform(random, -1, 1) : 0};
        test_agents_add(&agents, pos, vel);
    }
}

/// The angle by its cosine, apart from the one at hand.
static double angle_of(covey_vec a, covey_vec b)
{
    double c = covey_vec_dot(a, b) / covey_vec_length(a) / covey_vec_length(b);
    return acos(fmin(fmax(c, -1), 1));
}

static void compare_agent(const covey_view *view, size_t i, double link)
{
    double nearest = HUGE_VAL, bearing = 0;
    uint32_t neighbors = 0;
    covey_vec vel = covey_vec_at(view->vel, i), heading = {0, 0, 0};
    for (size_t j = 0; j < view->count; j++) {
        covey_vec offset = covey_space_offset(&view->space, covey_vec_at(view->pos, i),
                                              covey_vec_at(view->pos, j));
        double distance = covey_vec_length(offset);
        if (distance <= link) {
            heading = covey_vec_add(heading, covey_vec_unit(covey_vec_at(view->vel, j)));
            neighbors += j != i;
        }
        if (j == i || distance >= nearest)
            continue;
        nearest = distance;
        bearing = angle_of(vel, offset);
        if (view->pos[2] == NULL && vel.x * offset.y - vel.y * offset.x < 0)
            bearing = -bearing;
    }
    assert_true(values[i].nearest == nearest);
    assert_int_equal(values[i].neighbors, neighbors);
    assert_true(fabs(values[i].bearing - bearing) < 1e-7); // of acos near 0
    assert_true(fabs(values[i].local_order - covey_vec_length(heading) / (neighbors + 1)) < 1e-14);
}

static void test_values_are_those_of_all_pairs(void **unused)
{
    (void)unused;
    uint64_t random = 5;
    for (int trial = 0; trial < 12; trial++) {
        draw(&random, 20 + 20 * trial, trial % 2 == 1);
        covey_view view = test_view(&agents);
        double link = 0.3 * trial;
        take(link);
        for (size_t i = 0; i < view.count; i++)
            compare_agent(&view, i, link);
    }
}

/// Clusters count in the order of their lowest ids, and have as many agents as say so.
static void test_clusters_are_those_of_the_measure(void **unused)
{
    (void)unused;
    uint64_t random = 8;
    for (int trial = 0; trial < 6; trial++) {
        uint32_t size[MOST] = {0}, names = 0;
        draw(&random, MOST, false);
        take(0.4);
        for (int i = 0; i < MOST; i++) // ids ascend here
            if (size[values[i].cluster]++ == 0)
                assert_int_equal(values[i].cluster, names++);
        for (int i = 0; i < MOST; i++)
            assert_int_equal(values[i].cluster_size, size[values[i].cluster]);
        assert_true(test_measure(&agents, "clusters", 0.4) == names);
    }
}

/// Twice the area between every corner of a fan, from all triples that have all others at one side.
static void test_the_hull_is_that_of_all_edges(void **unused)
{
    (void)unused;
    uint64_t random = 77;
    for (int trial = 0; trial < 20; trial++) {
        draw(&random, 5 + trial, false);
        agents.space = covey_space_open();
        covey_view view = test_view(&agents);
        double twice = 0;
        for (size_t a = 0; a < view.count; a++)
            for (size_t b = 0; b < view.count; b++) {
                covey_vec p = covey_vec_at(view.pos, a), q = covey_vec_at(view.pos, b);
                bool is_edge = a != b;
                for (size_t c = 0; c < view.count; c++) {
                    covey_vec r = covey_vec_at(view.pos, c);
                    is_edge = is_edge && (c == a || c == b ||
                                          (q.x - p.x) * (r.y - p.y) > (q.y - p.y) * (r.x - p.x));
                }
                twice += is_edge ? p.x * q.y - p.y * q.x : 0;
            }
        assert_true(fabs(test_measure(&agents, "hull_area", 1) - 0.5 * twice) < 1e-12);
    }
}

// ---- Moved ----

static void test_seams_and_order_change_nothing(void **unused)
{
    (void)unused;
    static const char *const names[] = {"rotation", "elongation", "hull_area"};
    uint64_t random = 21;
    agents = (test_agents){.space = covey_space_torus(64, 64)};
    for (int i = 0; i < 80; i++) // whole quarters: exact wherever they are
        add(floor(test_uniform(&random, 0, 80)) / 4, floor(test_uniform(&random, 0, 80)) / 4,
            test_uniform(&random, -1, 1), test_uniform(&random, -1, 1));
    double before[3];
    covey_agent_values kept[MOST];
    take(2);
    memcpy(kept, values, sizeof kept);
    for (int k = 0; k < 3; k++)
        before[k] = test_measure(&agents, names[k], 2);
    for (int i = 0; i < 80; i++) {
        agents.pos[0][i] = fmod(agents.pos[0][i] + 57.25, 64);
        agents.pos[1][i] = fmod(agents.pos[1][i] + 50.5, 64);
    }
    take(2);
    for (int i = 0; i < 80; i++)
        assert_true(values[i].nearest == kept[i].nearest && values[i].cluster == kept[i].cluster &&
                    values[i].neighbors == kept[i].neighbors &&
                    values[i].local_order == kept[i].local_order);
    for (int k = 0; k < 3; k++)
        assert_true(fabs(test_measure(&agents, names[k], 2) - before[k]) <
                    1e-9 * (1 + fabs(before[k])));
}

// ---- Profiles ----

static covey_profile found;

static void take_profile(const char *name, double link)
{
    test_profile(&agents, name, link, 1, &found);
}

static void test_sizes_of_groups_are_counted(void **unused)
{
    (void)unused;
    agents = (test_agents){0};
    static const int sizes[] = {1, 4, 4, 2, 1, 1};
    for (int group = 0; group < 6; group++)
        for (int k = 0; k < sizes[group]; k++)
            add(100 * group, k, 1, 0);
    take_profile("group_sizes", 1);
    static const double expected[][2] = {{1, 3}, {2, 1}, {4, 2}};
    assert_int_equal(found.count, 3);
    for (int k = 0; k < 3; k++) {
        assert_true(found.points[k].x == expected[k][0]);
        assert_true(found.points[k].value == expected[k][1]);
    }
}

/// Random places have all directions alike; pairs in line have two of them.
static void test_bearings_tell_lines_from_gases(void **unused)
{
    (void)unused;
    uint64_t random = 3;
    for (int deep = 0; deep < 2; deep++) {
        double worst = 0, mean = 0;
        draw(&random, MOST, deep > 0);
        take_profile("nearest_bearing", 1);
        assert_int_equal(found.count, deep > 0 ? 18 : 36);
        for (size_t k = 0; k < found.count; k++) {
            double expected = (double)found.points[k].count / found.points[k].value;
            if (found.points[k].count == 0)
                continue;
            worst = fmax(worst, fabs((double)found.points[k].count - expected) / sqrt(expected));
            mean += expected;
        }
        assert_true(worst < 4.5);
        assert_true(mean > 0.9 * (double)MOST && mean < 1.0001 * (double)MOST);
    }
    agents = (test_agents){0};
    for (int k = 0; k < 50; k++) {
        add(100 * k, 0, 1, 0.01);
        add(100 * k + 1, 0, 1, 0.01);
    }
    take_profile("nearest_bearing", 1);
    for (size_t k = 0; k < found.count; k++) // just right of ahead, and just left of behind
        assert_int_equal(found.points[k].count, k == 17 || k == 35 ? 50 : 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_three_in_a_row_are_known),
        cmocka_unit_test(test_a_wheel_has_its_sense_and_area),
        cmocka_unit_test(test_a_rectangle_is_as_long_as_it_is),
        cmocka_unit_test(test_a_line_has_no_width),
        cmocka_unit_test(test_values_are_those_of_all_pairs),
        cmocka_unit_test(test_clusters_are_those_of_the_measure),
        cmocka_unit_test(test_the_hull_is_that_of_all_edges),
        cmocka_unit_test(test_seams_and_order_change_nothing),
        cmocka_unit_test(test_sizes_of_groups_are_counted),
        cmocka_unit_test(test_bearings_tell_lines_from_gases),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
