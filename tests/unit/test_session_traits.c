// SPDX-License-Identifier: MIT
// Sessions of flocks whose agents differ, and what a saved state keeps of them.
#include "support/scenario.h"
#include "support/session.h"
#include "support/world.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { SIZE = 1 << 16 };

static const char boids[] = "space: {kind: torus, width: 30, height: 20, depth: 10}\n"
                            "seed: 7\n"
                            "flocks:\n"
                            "  name: boids\n"
                            "  model: couzin\n"
                            "  count: 20\n"
                            "  speed: {normal: [3, 0.5], low: 1}\n";

static double speed_of(const covey_session *session, covey_id id)
{
    double value;
    covey_agents one = {1, &id};
    assert_int_equal(
        covey_world_trait_get(covey_session_world(session), 0, "speed", one, &value, NULL),
        COVEY_OK);
    return value;
}

static void test_agents_keep_their_values_through_commands(void **unused)
{
    (void)unused;
    covey_session *session = session_begin(boids, 1);
    double before = speed_of(session, 5);
    session_steps(session, 2);
    session_order(session, "set boids.count 15");
    session_order(session, "set noise 0.2");
    assert_true(speed_of(session, 5) == before);
    session_order(session, "set boids.speed {uniform: [4, 5]}");
    assert_true(speed_of(session, 5) >= 4.0 && speed_of(session, 5) <= 5.0);
    session_order(session, "set boids.speed 2");
    assert_int_equal(covey_world_traits(covey_session_world(session), 0), 0);
    session_order(session, "undo");
    session_order(session, "undo");
    assert_true(speed_of(session, 5) == before);
    covey_session_destroy(session);
}

static covey_status write_text(void *context, const void *bytes, size_t size)
{
    strncat(context, bytes, size);
    return COVEY_OK;
}

/// The scenario of a saved state has all agents where they are, with the values that they have,
/// also in three dimensions.
static void test_a_saved_state_keeps_the_values_of_agents(void **unused)
{
    (void)unused;
    static char text[SIZE];
    covey_session *session = session_begin(boids, 1);
    session_order(session, "set boids.count 15"); // the next agents have ids from 20 on
    session_order(session, "set boids.count 18");
    session_steps(session, 3);
    text[0] = '\0';
    assert_int_equal(covey_session_write_state(session, (covey_sink){write_text, text}, NULL),
                     COVEY_OK);
    covey_scenario *scenario = scenario_read(text);
    covey_world *world = scenario_world(scenario);
    const covey_id ids[] = {3, 14, 15, 17}, old[] = {3, 14, 20, 22};
    for (int k = 0; k < 4; k++) {
        double value;
        covey_agents one = {1, &ids[k]};
        assert_int_equal(covey_world_trait_get(world, 0, "speed", one, &value, NULL), COVEY_OK);
        assert_true(value == speed_of(session, old[k]));
        covey_vec now = test_world_pos(world, 0, ids[k]);
        covey_vec kept = test_world_pos(covey_session_world(session), 0, old[k]);
        assert_true(now.x == kept.x && now.y == kept.y && now.z == kept.z && now.z != 0.0);
    }
    covey_world_destroy(world);
    covey_scenario_destroy(scenario);
    covey_session_destroy(session);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_agents_keep_their_values_through_commands),
        cmocka_unit_test(test_a_saved_state_keeps_the_values_of_agents),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
