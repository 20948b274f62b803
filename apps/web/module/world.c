// SPDX-License-Identifier: MIT
#include "world.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

const covey_world *web_world_of(const web_world *at)
{
    return at->own != NULL ? at->own : covey_session_world(at->session);
}

static const covey_scenario *scenario_of(const web_world *at)
{
    return at->scenario != NULL ? at->scenario : covey_session_scenario(at->session);
}

double web_link_of(const web_world *at)
{
    return covey_scenario_plan(scenario_of(at)).link;
}

// ---- Worlds ----

int WEB_EXPORT(web_scenario_set)(covey_scenario *scenario, const char *key, const char *value)
{
    return (int)covey_scenario_set(scenario, key, value, web_failed());
}

void WEB_EXPORT(web_world_destroy)(web_world *at)
{
    if (at == NULL)
        return;
    covey_world_destroy(at->own);
    covey_session_destroy(at->session);
    covey_scenario_destroy(at->scenario);
    free(at);
}

static web_world *keep(covey_session *session, covey_error *error)
{
    web_world *made = session != NULL ? web_world_make(error) : NULL;
    if (made == NULL) {
        covey_session_destroy(session);
        return NULL;
    }
    made->session = session;
    made->dt = covey_scenario_plan(covey_session_scenario(session)).dt;
    return made;
}

/// The same for a session.
web_world *WEB_EXPORT(web_session_create)(covey_scenario *scenario, int kernel)
{
    covey_error *error = web_failed();
    covey_world_def engine = web_engine_of(kernel);
    covey_session *session = NULL;
    (void)covey_session_create(scenario, &engine, &session, error);
    return keep(session, error);
}

web_world *WEB_EXPORT(web_session_open)(const char *path, int kernel)
{
    covey_error *error = web_failed();
    covey_world_def engine = web_engine_of(kernel);
    covey_session *session = NULL;
    (void)covey_session_open(path, &engine, &session, error);
    return keep(session, error);
}

int WEB_EXPORT(web_step)(web_world *at, int steps)
{
    covey_error *error = web_failed();
    covey_status status = COVEY_OK;
    for (int k = 0; k < steps && status == COVEY_OK; k++)
        status =
            at->own != NULL ? web_world_step(at, error) : covey_session_step(at->session, error);
    return (int)status;
}

// ---- Sessions ----

static covey_status no_session(covey_error *error)
{
    return covey_fail(error, COVEY_ARG, "this world is not of a session");
}

int WEB_EXPORT(web_do)(web_world *at, const char *command)
{
    covey_error *error = web_failed();
    return (int)(at->session != NULL ? covey_session_do(at->session, command, error)
                                     : no_session(error));
}

/// Repeats the session of a file, up to its end.
int WEB_EXPORT(web_replay)(web_world *at)
{
    covey_error *error = web_failed();
    uint64_t steps, hash;
    if (at->session == NULL || !covey_session_end(at->session, &steps, &hash))
        return (int)no_session(error);
    covey_status status = covey_session_catch_up(at->session, error);
    while (status == COVEY_OK && covey_world_steps(web_world_of(at)) < steps) {
        status = covey_session_step(at->session, error);
        if (status == COVEY_OK)
            status = covey_session_catch_up(at->session, error);
    }
    return (int)status;
}

int WEB_EXPORT(web_session_write)(const web_world *at)
{
    covey_error *error = web_failed();
    if (at->session == NULL)
        return (int)no_session(error);
    covey_sink sink = covey_text_sink(web_answer_begin());
    return (int)web_answer_end(covey_session_write(at->session, sink, error));
}

/// The scenario as it is now, in its canonical form.
int WEB_EXPORT(web_scenario_write)(const web_world *at)
{
    (void)web_failed();
    covey_sink sink = covey_text_sink(web_answer_begin());
    return (int)web_answer_end(covey_scenario_print(scenario_of(at), sink));
}

/// "STEPS HASH" of the end that the file of a session has; "" for other worlds.
int WEB_EXPORT(web_session_end)(const web_world *at)
{
    uint64_t steps, hash;
    char line[64] = "";
    (void)web_failed();
    if (at->session != NULL && covey_session_end(at->session, &steps, &hash))
        (void)snprintf(line, sizeof line, "%" PRIu64 " %016" PRIx64, steps, hash);
    covey_text_string(web_answer_begin(), line);
    return (int)web_answer_end(COVEY_OK);
}
