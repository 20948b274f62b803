// SPDX-License-Identifier: MIT
// Fields of view: unions of arcs of any number, in any order, against a look in many directions.
#include "geometry/arcs.h"

#include "base/math_trig.h"
#include "support/world.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>

enum { MOST = 3000 };

/// Discs that an eye at (0, 0) sees.
typedef struct scene {
    size_t count, rounds;
    covey_vec at[MOST];
    double radius;
} scene;

static covey_arcs_field look(scene *self)
{
    covey_arcs_field field;
    covey_arcs arcs = {.until = -2.0};
    covey_arcs_field_begin(&field);
    self->rounds = 0;
    do {
        covey_arcs_begin(&arcs, arcs.until);
        for (size_t k = 0; k < self->count; k++)
            covey_arcs_add_disc(&arcs, self->at[k], covey_vec_length(self->at[k]), self->radius);
        self->rounds++;
    } while (covey_arcs_end(&arcs, &field));
    covey_arcs_field_end(&field);
    return field;
}

static void expect(covey_vec found, double x, double y, double bound)
{
    if (!(fabs(found.x - x) <= bound && fabs(found.y - y) <= bound))
        fail_msg("(%.17g, %.17g), not (%.17g, %.17g)", found.x, found.y, x, y);
}

static void test_numbers_grow_with_the_angle_and_give_directions_back(void **unused)
{
    (void)unused;
    double before = -3.0;
    for (int k = -1000; k <= 1000; k++) {
        double angle = COVEY_PI * k / 1000.0 * (1 - 1e-12);
        double number = covey_arcs_number(3 * cos(angle), 3 * sin(angle));
        assert_true(number > before && number >= -2.0 && number <= 2.0);
        expect(covey_arcs_direction(number), cos(angle), sin(angle), 4e-16);
        before = number;
    }
}

static void test_one_disc_covers_the_angle_of_its_radius(void **unused)
{
    (void)unused;
    // ∫ cos φ from -δ to δ is 2 sin δ, and two edges give 2 cos δ, on any side, near and far.
    for (int k = 0; k < 48; k++) {
        const double far = k % 3 == 0 ? 1.01 : k % 3 == 1 ? 5 : 1e6, angle = COVEY_TURN * k / 48;
        scene of = {.count = 1, .at = {{far * cos(angle), far * sin(angle), 0}}, .radius = 1};
        covey_arcs_field field = look(&of);
        double covered = 2 / far, edges = 2 * sqrt(1 - 1 / (far * far));
        expect(field.covered, covered * cos(angle), covered * sin(angle), 1e-14);
        expect(field.edges, edges * cos(angle), edges * sin(angle), 1e-14);
    }
}

static void test_an_edge_at_the_seam_is_one_edge(void **unused)
{
    (void)unused;
    // A disc that touches the line behind the eye from one side: an edge at π or -π exactly.
    for (int side = -1; side <= 1; side += 2) {
        scene of = {.count = 1, .at = {{-1, side, 0}}, .radius = 1};
        covey_arcs_field field = look(&of);
        expect(field.covered, -1, side, 4e-16);
        expect(field.edges, -1, side, 4e-16);
    }
    // Two that touch there leave no edge there.
    scene two = {.count = 2, .at = {{-1, 1, 0}, {-1, -1, 0}}, .radius = 1};
    covey_arcs_field field = look(&two);
    expect(field.covered, -2, 0, 4e-16);
    expect(field.edges, 0, 0, 4e-16);
}

static void test_an_eye_in_a_disc_sees_no_edge(void **unused)
{
    (void)unused;
    scene of = {.count = 3, .at = {{5, 1, 0}, {0.3, 0.4, 0}, {-4, 1, 0}}, .radius = 0.5};
    covey_arcs_field field = look(&of);
    expect(field.covered, 0, 0, 0);
    expect(field.edges, 0, 0, 0);
}

static void test_what_is_hidden_changes_no_bit(void **unused)
{
    (void)unused;
    scene of = {.count = 1, .at = {{-2, 1.5, 0}, {-4, 3, 0}}, .radius = 1};
    covey_arcs_field one = look(&of);
    of.count = 2;
    covey_arcs_field two = look(&of);
    expect(two.covered, one.covered.x, one.covered.y, 0);
    expect(two.edges, one.edges.x, one.edges.y, 0);
}

/// V in so many directions, each by a look at all discs. Edges are off by less than one direction.
static void by_looks(const scene *of, int looks, covey_vec *covered, covey_vec *edges)
{
    bool first = false, before = false;
    *covered = *edges = (covey_vec){0, 0, 0};
    for (int k = 0; k <= looks; k++) {
        double angle = COVEY_TURN * (k + 0.5) / looks, x = cos(angle), y = sin(angle);
        bool dark = k == looks && first;
        for (size_t j = 0; j < of->count && k < looks && !dark; j++) {
            double ahead = x * of->at[j].x + y * of->at[j].y,
                   beside = x * of->at[j].y - y * of->at[j].x;
            dark = ahead > 0 && fabs(beside) < of->radius;
        }
        first = k == 0 ? dark : first;
        if (dark && k < looks)
            *covered = covey_vec_add(
                *covered, (covey_vec){x * COVEY_TURN / looks, y * COVEY_TURN / looks, 0});
        if (k > 0 && dark != before)
            *edges = covey_vec_add(*edges, (covey_vec){cos(angle - COVEY_PI / looks),
                                                       sin(angle - COVEY_PI / looks), 0});
        before = dark;
    }
}

static void draw(scene *of, size_t count, double least, double most, uint64_t *random)
{
    of->count = count;
    for (size_t k = 0; k < count; k++) {
        double angle = test_uniform(random, 0, COVEY_TURN), far = test_uniform(random, least, most);
        of->at[k] = (covey_vec){far * cos(angle), far * sin(angle), 0};
    }
}

static void test_fields_are_those_of_a_look_in_each_direction(void **unused)
{
    (void)unused;
    static scene of = {.radius = 1};
    uint64_t random = 1;
    for (int trial = 0; trial < 20; trial++) {
        enum { LOOKS = 100000 };
        draw(&of, (size_t)trial + 1, 1.2, 20, &random);
        covey_arcs_field field = look(&of);
        covey_vec covered, edges;
        by_looks(&of, LOOKS, &covered, &edges);
        // An end is off by half of 2π/LOOKS, a gap narrower than that may be missed: none here is.
        double bound = (double)of.count * COVEY_TURN / LOOKS + 1e-12;
        expect(field.covered, covered.x, covered.y, bound);
        expect(field.edges, edges.x, edges.y, bound);
    }
}

static void test_any_number_of_arcs_gives_one_field_in_any_order(void **unused)
{
    (void)unused;
    static scene of = {.radius = 1};
    uint64_t random = 2;
    size_t most = 0;
    for (int trial = 0; trial < 20; trial++) {
        draw(&of, MOST, 500, 2000, &random);
        covey_arcs_field one = look(&of);
        most = of.rounds > most ? of.rounds : most;
        for (size_t k = MOST; k > 1; k--) {
            size_t other = test_below(&random, k);
            covey_vec swapped = of.at[k - 1];
            of.at[k - 1] = of.at[other];
            of.at[other] = swapped;
        }
        covey_arcs_field two = look(&of);
        expect(two.covered, one.covered.x, one.covered.y, 0);
        expect(two.edges, one.edges.x, one.edges.y, 0);
    }
    assert_true(most > 5); // more than there is room for
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_numbers_grow_with_the_angle_and_give_directions_back),
        cmocka_unit_test(test_one_disc_covers_the_angle_of_its_radius),
        cmocka_unit_test(test_an_edge_at_the_seam_is_one_edge),
        cmocka_unit_test(test_an_eye_in_a_disc_sees_no_edge),
        cmocka_unit_test(test_what_is_hidden_changes_no_bit),
        cmocka_unit_test(test_fields_are_those_of_a_look_in_each_direction),
        cmocka_unit_test(test_any_number_of_arcs_gives_one_field_in_any_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
