// SPDX-License-Identifier: MIT
#include "support/session.h"

#include "support/scenario.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>

#include <cmocka.h>

const char session_boids[] = "space: {kind: torus, width: 300, height: 200}\n"
                             "seed: 7\n"
                             "flocks: {name: boids, model: torus, count: 60, place: {speed: 75}}\n";

covey_session *session_begin(const char *text, int threads)
{
    covey_session *session;
    covey_error error = {0};
    covey_world_def engine = covey_world_def_default();
    engine.threads = threads;
    covey_status status = covey_session_create(scenario_read(text), &engine, &session, &error);
    if (status != COVEY_OK)
        print_error("%s\n", error.message);
    assert_int_equal(status, COVEY_OK);
    return session;
}

void session_order(covey_session *session, const char *command)
{
    covey_error error = {0};
    covey_status status = covey_session_do(session, command, &error);
    if (status != COVEY_OK)
        print_error("%s: %s\n", command, error.message);
    assert_int_equal(status, COVEY_OK);
}

void session_steps(covey_session *session, int count)
{
    for (int k = 0; k < count; k++)
        assert_int_equal(covey_session_step(session, NULL), COVEY_OK);
}
