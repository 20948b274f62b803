// SPDX-License-Identifier: MIT
// Runs sessions: commands change the scenario, the world is changed to match it, and the record
// grows.
#include "run/session.h"

#include "base/misuse.h"
#include "base/parse.h"
#include "scenario/scenario.h"

#include <stdio.h>
#include <string.h>

static covey_status no_memory(covey_error *error)
{
    return covey_fail(error, COVEY_MEMORY, "no memory for a session");
}

covey_status covey_session_print(const covey_scenario *scenario, covey_text *text,
                                 covey_error *error)
{
    covey_status status = covey_scenario_print(scenario, covey_text_sink(text));
    bool whole = status == COVEY_OK && covey_text_end(text) != NULL;
    return whole ? COVEY_OK : no_memory(error);
}

// ---- Beginning and end ----

void covey_session_take_world(covey_session *session, covey_world *world)
{
    covey_world_destroy(session->world);
    session->world = world;
    for (int k = 0; k < covey_scenario_flocks(session->scenario); k++)
        session->counts[k] = covey_scenario_flock(session->scenario, k).count;
}

static void forget_version(covey_session *session, size_t number)
{
    covey_session_version *version = &session->undo[number];
    covey_memory_give(&session->memory, version->text, version->room, 1);
    session->undo_bytes -= version->room;
    session->undo_count--;
    memmove(version, version + 1, (session->undo_count - number) * sizeof *version);
}

void covey_session_forget(covey_session *session)
{
    while (session->undo_count > 0)
        forget_version(session, session->undo_count - 1);
}

/// Prints the scenario as session files have it and reads that text again, so that commands find
/// the same values, defaults included, live and in a replay.
static covey_status begin(covey_session *session, covey_error *error)
{
    covey_scenario_body past;
    covey_text *start = &session->start;
    covey_status status = covey_session_print(session->scenario, start, error);
    if (status == COVEY_OK)
        status = covey_scenario_take(session->scenario, start->bytes, start->size, &past, error);
    if (status == COVEY_OK)
        covey_scenario_forget(&past);
    return status;
}

covey_status covey_session_create(covey_scenario *scenario, const covey_world_def *engine,
                                  covey_session **result, covey_error *error)
{
    return covey_session_create_slice(scenario, engine, (covey_slice){.of = 0}, result, error);
}

covey_status covey_session_create_slice(covey_scenario *scenario, const covey_world_def *engine,
                                        covey_slice slice, covey_session **result,
                                        covey_error *error)
{
    if (scenario == NULL || engine == NULL || result == NULL) {
        covey_scenario_destroy(scenario);
        return covey_missing(error, "covey_session_create");
    }
    covey_memory memory = covey_memory_init(engine->allocator);
    covey_session *session = covey_memory_take(&memory, 1, sizeof *session);
    *result = NULL;
    if (session == NULL) {
        covey_scenario_destroy(scenario);
        return no_memory(error);
    }
    session->memory = memory;
    session->engine = *engine;
    session->scenario = scenario;
    session->start.memory = session->record.memory = &session->memory;
    covey_status status = begin(session, error);
    covey_world *world;
    if (status == COVEY_OK)
        status = covey_scenario_slice(scenario, engine, slice, &world, error);
    if (status != COVEY_OK) {
        covey_session_destroy(session);
        return status;
    }
    covey_session_take_world(session, world);
    *result = session;
    return COVEY_OK;
}

covey_status covey_session_gather(covey_session *session, covey_error *error)
{
    return session->gather != NULL ? session->gather(session->context, error) : COVEY_OK;
}

void covey_session_destroy(covey_session *session)
{
    if (session == NULL)
        return;
    covey_session_forget(session);
    covey_text_destroy(&session->start);
    covey_text_destroy(&session->record);
    covey_memory_give(&session->memory, session->file, session->file_room, 1);
    covey_world_destroy(session->world);
    covey_scenario_destroy(session->scenario);
    covey_memory memory = session->memory;
    covey_memory_give(&memory, session, 1, sizeof *session);
}

covey_status covey_session_restore(covey_session *session, const void *bytes, size_t size,
                                   covey_error *error)
{
    if (session == NULL || bytes == NULL)
        return covey_missing(error, __func__);
    if (covey_world_steps(session->world) > 0 || session->record.size > 0 || session->file != NULL)
        return covey_fail(error, COVEY_ARG, "the session has begun");
    return covey_world_restore(session->world, bytes, size, error);
}

const covey_world *covey_session_world(const covey_session *session)
{
    if (session == NULL)
        return NULL;
    return session->world;
}

covey_scenario *covey_session_scenario(covey_session *session)
{
    if (session == NULL)
        return NULL;
    return session->scenario;
}

covey_status covey_session_rule(covey_session *session, int flock, covey_id id, const char *rule,
                                covey_vec *push)
{
    if (session == NULL || rule == NULL || push == NULL)
        return covey_missing(NULL, __func__);
    return covey_world_rule(session->world, flock, id, rule, push);
}

covey_status covey_session_doing(covey_session *session, int flock, uint8_t *doing)
{
    if (session == NULL || doing == NULL)
        return covey_missing(NULL, __func__);
    double dt = covey_scenario_plan(session->scenario).dt;
    return covey_world_doing(session->world, flock, dt, doing);
}

size_t covey_session_undoable(const covey_session *session)
{
    if (session == NULL)
        return 0;
    return session->undo_count;
}

// ---- Versions of the scenario ----

/// Keeps a version of the scenario, which the session then owns; the oldest versions are freed if
/// there are too many.
static void keep_version(covey_session *session, covey_text *text)
{
    while (session->undo_count > 0 && (session->undo_count == COVEY_SESSION_UNDOS ||
                                       session->undo_bytes + text->room > COVEY_SESSION_UNDO_BYTES))
        forget_version(session, 0);
    session->undo[session->undo_count++] =
        (covey_session_version){text->bytes, text->room, ++session->versions};
    session->undo_bytes += text->room;
    *text = (covey_text){.memory = text->memory};
}

// ---- Commands ----

/// Returns the first word of a text, and moves on to the next one.
static size_t take_word(const char **at)
{
    size_t size = strcspn(*at, " ");
    *at += size;
    *at += strspn(*at, " ");
    return size;
}

static bool stays(const covey_plan *before, const covey_plan *after)
{
    bool same = after->seed == before->seed && after->space.kind == before->space.kind &&
                covey_space_dim(&after->space) == covey_space_dim(&before->space) &&
                after->precision == before->precision && after->dense == before->dense &&
                after->order == before->order;
    for (int axis = 0; axis < covey_space_dim(&before->space); axis++)
        same = same && after->space.size[axis] == before->space.size[axis];
    return same;
}

/// Changes the world to match the scenario. If that fails, the scenario and the parameters that
/// were set are restored, which takes no memory.
static covey_status follow(covey_session *session, covey_scenario_body *past, covey_error *error)
{
    covey_status status = covey_session_sync(session, error);
    if (status == COVEY_OK) {
        covey_scenario_forget(past);
        return COVEY_OK;
    }
    covey_scenario_put_back(session->scenario, past);
    (void)covey_session_sync(session, NULL);
    return status;
}

/// Carries out a command `set` or `move`, given the text after that word.
static covey_status change(covey_session *session, const char *words, covey_error *error)
{
    char key[COVEY_SESSION_KEY_SIZE];
    const char *value = words;
    size_t size = take_word(&value);
    if (size == 0 || size >= sizeof key || *value == '\0')
        return covey_fail(error, COVEY_INPUT, "a command needs a key and a value");
    memcpy(key, words, size);
    key[size] = '\0';
    covey_scenario_body past;
    covey_plan before = covey_scenario_plan(session->scenario);
    covey_status status = covey_scenario_change(session->scenario, key, value, &past, error);
    if (status != COVEY_OK)
        return status;
    covey_plan after = covey_scenario_plan(session->scenario);
    if (stays(&before, &after))
        return follow(session, &past, error);
    covey_scenario_put_back(session->scenario, &past);
    return covey_fail(error, COVEY_INPUT,
                      "a session keeps its space, its seed, its mode, its order and its precision");
}

/// Reads digits; NULL if there are none, or more than any id has.
static const char *read_number(const char *text, uint64_t *number)
{
    *number = 0;
    const char *end = covey_parse_digits(text, number);
    return end > text && end <= text + 16 && *number <= COVEY_MAX_ID ? end : NULL;
}

/// Reads "flocks.K ID"; false if there is no such agent.
static bool read_agent(const covey_session *session, const char *words, int *flock, covey_id *id)
{
    static const char list[] = "flocks.";
    uint64_t number, name;
    if (strncmp(words, list, strlen(list)) != 0)
        return false;
    const char *at = read_number(words + strlen(list), &number);
    if (at == NULL || *at != ' ' || number >= COVEY_MAX_FLOCKS)
        return false;
    at = read_number(at + 1, &name);
    *flock = (int)number;
    *id = (covey_id)name;
    return at != NULL && *at == '\0' && covey_world_index(session->world, *flock, *id) >= 0;
}

/// Carries out a command `remove`: the scenario has an agent less, and the world that one.
static covey_status remove_agent(covey_session *session, const char *words, covey_error *error)
{
    char key[64], value[32];
    int flock;
    covey_id id;
    covey_status status = covey_session_gather(session, error);
    if (status != COVEY_OK)
        return status;
    if (!read_agent(session, words, &flock, &id))
        return covey_fail(error, COVEY_INPUT, "there is no agent %.60s", words);
    size_t count = covey_scenario_flock(session->scenario, flock).count;
    (void)snprintf(key, sizeof key, "flocks.%d.count", flock);
    (void)snprintf(value, sizeof value, "%zu", count - 1);
    covey_scenario_body past;
    status = covey_scenario_change(session->scenario, key, value, &past, error);
    if (status != COVEY_OK)
        return status;
    status = covey_world_remove(session->world, flock, id, error);
    if (status == COVEY_OK) {
        session->counts[flock] = count - 1;
        return follow(session, &past, error);
    }
    covey_scenario_put_back(session->scenario, &past);
    return status;
}

static covey_status undo(covey_session *session, covey_error *error)
{
    if (session->undo_count == 0)
        return covey_fail(error, COVEY_INPUT, "there is nothing to take back");
    size_t last = session->undo_count - 1;
    const char *text = session->undo[last].text;
    covey_scenario_body past;
    covey_status status = covey_scenario_take(session->scenario, text, strlen(text), &past, error);
    if (status == COVEY_OK)
        status = follow(session, &past, error);
    if (status == COVEY_OK)
        forget_version(session, last);
    return status;
}

static covey_status carry_out(covey_session *session, const char *command, covey_error *error)
{
    const char *words = command;
    size_t size = take_word(&words);
    bool sets = size == 3 && memcmp(command, "set", 3) == 0;
    bool moves = size == 4 && memcmp(command, "move", 4) == 0;
    bool removes = size == 6 && memcmp(command, "remove", 6) == 0;
    if (strcmp(command, "undo") == 0)
        return undo(session, error);
    if (!sets && !moves && !removes)
        return covey_fail(error, COVEY_INPUT, "there is no command %.80s", command);
    covey_text before = {.memory = &session->memory};
    covey_status status = COVEY_OK;
    if (!moves)
        status = covey_session_print(session->scenario, &before, error);
    if (status == COVEY_OK)
        status = removes ? remove_agent(session, words, error) : change(session, words, error);
    if (status == COVEY_OK && !moves)
        keep_version(session, &before);
    covey_text_destroy(&before);
    return status;
}

covey_status covey_session_do(covey_session *session, const char *command, covey_error *error)
{
    if (session == NULL || command == NULL)
        return covey_missing(error, __func__);
    covey_text *record = &session->record;
    size_t size = record->size;
    if (strpbrk(command, "\r\n") != NULL)
        return covey_fail(error, COVEY_INPUT, "a command is one line");
    covey_text_integer(record, covey_world_steps(session->world));
    covey_text_string(record, " ");
    covey_text_string(record, command);
    covey_text_string(record, "\n");
    covey_status status = record->failed ? no_memory(error) : carry_out(session, command, error);
    if (status != COVEY_OK) {
        record->size = size;
        record->failed = false;
    }
    return status;
}

// ---- Steps ----

covey_status covey_session_step(covey_session *session, covey_error *error)
{
    if (session == NULL)
        return covey_missing(error, __func__);
    covey_status status = covey_session_catch_up(session, error);
    if (status != COVEY_OK)
        return status;
    status = covey_world_step(session->world, covey_scenario_plan(session->scenario).dt);
    if (status != COVEY_OK && error != NULL)
        *error = *covey_world_error(session->world);
    return status;
}
