// SPDX-License-Identifier: MIT
// Which agents are in a zone, by hand and to the last bit, through every kernel of this machine.
#include "kernels/zone.h"
#include "support/probe.h"
#include "support/world.h"

#include <float.h>
#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

static double count_at(double d, double radius, double strict)
{
    test_scene made = {.count = 2, .x = {0, d}};
    made.settings[0] = (covey_setting){"radius", radius};
    made.settings[1] = (covey_setting){"strict", strict};
    return test_scene_sense(&made, 0).count;
}

static void test_the_radius_is_inclusive_unless_strict(void **unused)
{
    (void)unused;
    const double radii[] = {5e-324, 1e-200, 0.1, 1, 3, 1e10, 1e200, 1e308};
    for (size_t k = 0; k < sizeof radii / sizeof *radii; k++) {
        double r = radii[k];
        assert_true(count_at(r, r, 0) == 1.0 && count_at(r, r, 1) == 0.0);
        assert_true(count_at(nextafter(r, 0.0), r, 1) == 1.0);
        assert_true(count_at(nextafter(r, DBL_MAX), r, 0) == 0.0);
    }
}

static void test_a_rounded_distance_counts_as_it_is_rounded(void **unused)
{
    (void)unused;
    uint64_t random = 1;
    for (int trial = 0; trial < 2000; trial++) {
        covey_vec to = {test_uniform(&random, -1, 1), test_uniform(&random, -1, 1)};
        double d = sqrt(to.x * to.x + to.y * to.y);
        test_scene made = {.count = 2, .x = {0, to.x}, .y = {0, to.y}};
        made.settings[0] = (covey_setting){"radius", d};
        made.settings[1] = (covey_setting){"strict", trial % 2};
        assert_true(test_scene_sense(&made, 0).count == (trial % 2 ? 0.0 : 1.0));
    }
}

static void test_rings_around_one_another_share_no_agent(void **unused)
{
    (void)unused;
    for (int strict = 0; strict < 2; strict++)
        for (int quarters = 0; quarters <= 12; quarters++) {
            double total = 0.0, d = 0.25 * quarters;
            test_scene made = {.count = 2,
                               .x = {0, d},
                               .settings = {{"radius", 1}, {"rings", 3}, {"strict", strict}}};
            for (int ring = 0; ring < 3; ring++) {
                double count = test_scene_sense(&made, ring).count;
                bool inside =
                    strict ? d >= ring && d < ring + 1 : d <= ring + 1 && (d > ring || ring == 0);
                assert_true(count == (inside ? 1.0 : 0.0));
                total += count;
            }
            assert_true(total == (strict && quarters == 12 ? 0.0 : 1.0));
        }
}

static void test_blind_angle_is_behind_the_velocity(void **unused)
{
    (void)unused;
    // Flying along +y, half a turn is visible: agents ahead and level, but not agents behind.
    test_scene made = {.count = 5,
                       .x = {0, 0, 3, 0, 0},
                       .y = {0, 3, 0, -3, 0},
                       .vy = {2},
                       .settings = {{"radius", 5}, {"blind_cos", 0}, {"weight", COVEY_WEIGHT_ONE}}};
    covey_percept percept = test_scene_sense(&made, 0);
    assert_true(percept.count == 3.0); // the last is at the same place
    assert_true(percept.offset.x == 3.0 && percept.offset.y == 3.0);
    made.settings[1].value = 1e-150; // its square must not vanish
    assert_true(test_scene_sense(&made, 0).count == 2.0);
    made.settings[1].value = -1.0;
    assert_true(test_scene_sense(&made, 0).count == 4.0);
    made.settings[1].value = 0.0;
    made.vy[0] = 0.0; // at rest: sees all round
    assert_true(test_scene_sense(&made, 0).count == 4.0);
}

/// The number of bits from x, not negative.
static double step_from(double x, int steps)
{
    for (int k = 0; k < steps; k++)
        x = nextafter(x, DBL_MAX);
    for (int k = 0; k > steps; k--)
        x = nextafter(x, 0.0);
    return x;
}

static void test_bounds_on_squares_decide_as_the_rounded_root(void **unused)
{
    (void)unused;
    uint64_t random = 2;
    const double extremes[] = {0, 5e-324, 1e-200, 1, 2, 1e200, DBL_MAX};
    for (int trial = 0; trial < 4000; trial++) {
        covey_zone zone = covey_zone_default(fabs(test_any_double(&random)));
        zone.inner = zone.radius * test_uniform(&random, 0, 1);
        if (trial < 98) {
            zone.radius = extremes[trial % 7];
            zone.inner = extremes[trial / 7 % 7];
        }
        zone.strict = trial % 2 == 0;
        covey_zone_bounds bounds = covey_zone_bounds_of(&zone);
        const double squares[] = {bounds.outer, bounds.inner, zone.radius * zone.radius,
                                  zone.inner * zone.inner};
        for (int k = 0; k < 4; k++)
            for (int steps = -3; steps <= 3; steps++) {
                double square = step_from(fmin(fmax(squares[k], 0.0), DBL_MAX), steps);
                assert_true((bounds.inner < square && square <= bounds.outer) ==
                            covey_zone_holds(&zone, sqrt(square)));
            }
    }
}

// ---- Zones in zones ----

static covey_zone some_zone(uint64_t *random)
{
    const double radii[] = {1.0, 2.0, 3.0}, angles[] = {-1.0, -1.0, 0.5};
    covey_zone zone = covey_zone_default(radii[test_below(random, 3)]);
    zone.inner = test_below(random, 3) == 0 ? 1.0 : 0.0;
    zone.strict = test_below(random, 2) == 0;
    zone.self = test_below(random, 2) == 0;
    zone.blind_cos = angles[test_below(random, 3)];
    zone.carry = test_below(random, 2) == 0 ? COVEY_CARRY_NOTHING : COVEY_CARRY_VELOCITY;
    zone.of = test_below(random, 4) == 0 ? COVEY_OF_PREY : COVEY_OF_OWN;
    zone.nearest = test_below(random, 4) == 0 ? 3 : 0;
    return zone;
}

/// True if the zone counts one at distance d in that direction; 0: the agent itself, or one on its
/// place. `may`: in doubt whether many are nearer.
static bool counts(const covey_zone *zone, double d, double cosine, bool itself, bool may)
{
    if (itself && covey_zone_passes_self(zone))
        return false;
    return covey_zone_holds(zone, d) && (d == 0.0 || cosine >= zone->blind_cos) &&
           (zone->nearest == 0 || may);
}

static void test_a_zone_in_another_counts_no_other_agents(void **unused)
{
    (void)unused;
    uint64_t random = 5;
    int contained = 0;
    for (int trial = 0; trial < 20000; trial++) {
        covey_zone outer = some_zone(&random), inner = some_zone(&random);
        if (!covey_zone_contains(&outer, &inner))
            continue;
        contained++;
        assert_int_equal(outer.of, inner.of);
        for (double d = 0.0; d <= 3.0; d += 0.5)
            for (double cosine = -1.0; cosine <= 1.0; cosine += 0.5)
                for (int itself = 0; itself <= (d == 0.0 ? 1 : 0); itself++)
                    assert_true(counts(&outer, d, cosine, itself, false) ||
                                !counts(&inner, d, cosine, itself, true));
    }
    assert_true(contained > 1000);
}

/// Values that depend on the heading, on distances, or on which agents are nearest are no sums.
static void test_sums_are_asked_for_by_plain_zones_alone(void **unused)
{
    (void)unused;
    const struct {
        covey_zone zone;
        bool sums;
    } cases[] = {
        {{.blind_cos = -1}, true},
        {{.blind_cos = -1, .weight = COVEY_WEIGHT_ONE, .inner = 0.5, .strict = true}, true},
        {{.blind_cos = -1, .carry = COVEY_CARRY_POSITION, .self = true}, true},
        {{.blind_cos = -1 + DBL_EPSILON}, false},
        {{.blind_cos = 0}, false},
        {{.blind_cos = -1, .weight = COVEY_WEIGHT_UNIT}, false},
        {{.blind_cos = -1, .nearest = 1}, false},
        {{.blind_cos = -1, .decay = 5e-324}, false},
        {{.blind_cos = -1, .falloff = test_falloff}, false},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++)
        assert_true(covey_zone_only_sums(&cases[k].zone) == cases[k].sums);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_radius_is_inclusive_unless_strict),
        cmocka_unit_test(test_a_rounded_distance_counts_as_it_is_rounded),
        cmocka_unit_test(test_rings_around_one_another_share_no_agent),
        cmocka_unit_test(test_blind_angle_is_behind_the_velocity),
        cmocka_unit_test(test_bounds_on_squares_decide_as_the_rounded_root),
        cmocka_unit_test(test_a_zone_in_another_counts_no_other_agents),
        cmocka_unit_test(test_sums_are_asked_for_by_plain_zones_alone),
    };
    int failures = 0;
    while (test_next_kernel())
        failures +=
            cmocka_run_group_tests_name(covey_kernel_names()[test_kernel], tests, NULL, NULL);
    return failures;
}
