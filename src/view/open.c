// SPDX-License-Identifier: MIT

#include "view/open.h"
#include "formats/checkpoint.h"
#include "formats/file.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/// Bytes of snapshots, and the most numbers of a recording (1.6 GB). A page has less of both.
enum {
    PAST = sizeof(void *) > 4 ? 96 << 20 : 32 << 20,
    MOST_NUMBERS = sizeof(void *) > 4 ? 200000000 : 40000000
};

void open_close(opened *self)
{
    covey_history_destroy(self->history);
    covey_session_destroy(self->session); // its scenario with it
    recording_close(self->tracks);
    *self = (opened){0};
}

// ---- Worlds ----

static covey_scenario_def reading(const open_def *def)
{
    covey_scenario_def how = covey_scenario_def_default();
    how.anywhere = def->anywhere;
    how.report = def->report;
    how.report_size = def->report_size;
    return how;
}

static covey_world_def engine_of(const open_def *def)
{
    covey_world_def engine = covey_world_def_default();
    engine.threads = def->threads;
    return engine;
}

/// Changes a scenario by the assignments of a command line. A mistake in one is no place of a file.
static covey_status assign(const open_def *def, covey_scenario *scenario, covey_error *error)
{
    covey_status status = COVEY_OK;
    for (const char *const *next = def->assign; next != NULL && *next != NULL; next++) {
        char key[256];
        const char *equals = strchr(*next, '=');
        size_t size = equals != NULL ? (size_t)(equals - *next) : 0;
        if (size == 0 || size >= sizeof key)
            return covey_fail(error, COVEY_ARG, "--set %.160s is not KEY=VALUE", *next);
        memcpy(key, *next, size);
        key[size] = '\0';
        covey_error wrong = {0};
        status = covey_scenario_set(scenario, key, equals + 1, &wrong);
        if (status != COVEY_OK)
            return covey_fail(error, status == COVEY_INPUT ? COVEY_ARG : status,
                              "--set %.80s: %.400s", *next, wrong.message);
    }
    return status;
}

static covey_status refuse_assign(const open_def *def, covey_error *error)
{
    if (def->assign == NULL || def->assign[0] == NULL)
        return COVEY_OK;
    return covey_fail(error, COVEY_ARG,
                      "--set changes a scenario; a session, a checkpoint and a "
                      "trajectory have theirs");
}

/// Gives a session a past.
static covey_status begin(opened *made, covey_error *error)
{
    return covey_history_create(made->session, PAST, &made->history, error);
}

covey_status open_scenario(const open_def *def, covey_scenario *scenario, opened *made,
                           covey_error *error)
{
    *made = (opened){0};
    covey_world_def engine = engine_of(def);
    covey_status status = covey_session_create(scenario, &engine, &made->session, error);
    if (status == COVEY_OK)
        status = begin(made, error);
    if (status != COVEY_OK)
        open_close(made);
    return status;
}

/// Opens a scenario that was read, with the assignments; `status` is that of reading it.
static covey_status begin_scenario(const open_def *def, covey_status status,
                                   covey_scenario *scenario, opened *made, covey_error *error)
{
    if (status == COVEY_OK)
        status = assign(def, scenario, error);
    if (status == COVEY_OK)
        return open_scenario(def, scenario, made, error);
    covey_scenario_destroy(scenario);
    return status;
}

static covey_status open_preset(const open_def *def, const char *name, opened *made,
                                covey_error *error)
{
    covey_scenario_def how = reading(def);
    covey_scenario *scenario = NULL;
    const covey_preset *preset = covey_preset_find(name);
    if (preset == NULL)
        return covey_fail(error, COVEY_ARG, "there is no preset %.80s: see covey list presets",
                          name);
    how.name = name;
    covey_status status = covey_scenario_read(&how, preset->text, preset->size, &scenario, error);
    return begin_scenario(def, status, scenario, made, error);
}

static covey_status open_file(const open_def *def, const char *path, opened *made,
                              covey_error *error)
{
    covey_scenario_def how = reading(def);
    covey_scenario *scenario = NULL;
    covey_status status = covey_scenario_open(&how, path, &scenario, error);
    return begin_scenario(def, status, scenario, made, error);
}

// ---- Sessions, checkpoints, cases ----

/// A session from its first step; its commands are given again, each in its time.
static covey_status open_session(const open_def *def, const char *path, opened *made,
                                 covey_error *error)
{
    covey_world_def engine = engine_of(def);
    covey_status status = refuse_assign(def, error);
    if (status == COVEY_OK)
        status = covey_session_open(path, &engine, &made->session, error);
    return status == COVEY_OK ? begin(made, error) : status;
}

static bool is_checkpoint(const char *path)
{
    covey_file file;
    char bytes[8];
    size_t count = 0;
    if (covey_file_open(&file, path, NULL) != COVEY_OK)
        return false;
    bool whole = covey_file_read_at(file.fd, bytes, sizeof bytes, 0, &count);
    (void)covey_file_close(&file, NULL);
    return whole && count == sizeof bytes && covey_checkpoint_begins(bytes, count);
}

static covey_status resume(const open_def *def, const covey_checkpoint *from, const char *path,
                           opened *made, covey_error *error)
{
    covey_scenario_def how = reading(def);
    covey_world_def engine = engine_of(def);
    covey_scenario *scenario;
    how.name = path;
    how.restores = true;
    covey_status status =
        covey_scenario_read(&how, from->scenario, strlen(from->scenario), &scenario, error);
    if (status == COVEY_OK)
        status = covey_session_create(scenario, &engine, &made->session, error);
    if (status == COVEY_OK)
        status = covey_session_restore(made->session, from->snapshot, from->snapshot_size, error);
    return status == COVEY_OK ? begin(made, error) : status;
}

/// Steps go on from that of the checkpoint.
static covey_status open_checkpoint(const open_def *def, const char *path, opened *made,
                                    covey_error *error)
{
    covey_checkpoint *from;
    covey_status status = refuse_assign(def, error);
    if (status == COVEY_OK)
        status = covey_checkpoint_read(path, (covey_allocator){0}, &from, error);
    if (status != COVEY_OK)
        return status;
    status = resume(def, from, path, made, error);
    covey_checkpoint_destroy(from);
    return status;
}

/// Takes the steps of a case, each as long as it says, and goes back: they are the course that the
/// session then plays.
static covey_status take_steps(opened *made, const open_case_steps *steps, covey_error *error)
{
    covey_memory memory = covey_memory_init((covey_allocator){0});
    covey_text text = {.memory = &memory};
    covey_status status = COVEY_OK;
    for (size_t k = 0; k < steps->count && status == COVEY_OK; k++) {
        if (k > 0 && steps->dt[k] != steps->dt[k - 1]) {
            covey_text_clear(&text);
            covey_text_field(&text, "set dt ", steps->dt[k]);
            status = covey_text_end(&text) != NULL
                         ? covey_session_do(made->session, text.bytes, error)
                         : covey_fail(error, COVEY_MEMORY, "no memory for the case");
            if (status == COVEY_OK)
                status = covey_history_changed(made->history, error);
        }
        if (status == COVEY_OK)
            status = covey_history_step(made->history, error);
        if (status == COVEY_DIVERGED) { // there it ends in the window, too
            status = COVEY_OK;
            break;
        }
    }
    covey_text_destroy(&text);
    return status == COVEY_OK ? covey_history_go(made->history, 0, error) : status;
}

static covey_status open_formal(const open_def *def, const char *path, opened *made,
                                covey_error *error)
{
    open_case_steps steps;
    covey_scenario *scenario;
    covey_status status = open_case(path, &scenario, &steps, error);
    status = begin_scenario(def, status, scenario, made, error);
    if (status == COVEY_OK)
        status = take_steps(made, &steps, error);
    made->rests = true;
    free(steps.dt);
    return status;
}

// ---- Recordings ----

/// Makes the world of the scenario in a file, where that can be read: for looks only.
static void find_origin(const open_def *def, opened *made)
{
    covey_scenario_def how = covey_scenario_def_default();
    covey_world_def engine = engine_of(def);
    covey_scenario *scenario;
    const char *text = made->tracks->scenario;
    how.restores = true;
    if (text[0] != '\0' &&
        covey_scenario_read(&how, text, strlen(text), &scenario, NULL) == COVEY_OK)
        (void)covey_session_create(scenario, &engine, &made->session, NULL);
}

static covey_status open_tracks(const open_def *def, const char *path, opened *made,
                                covey_error *error)
{
    covey_input_def how = def->tracks != NULL ? *def->tracks : covey_input_def_default();
    how.path = path;
    covey_status status = refuse_assign(def, error);
    if (status == COVEY_OK)
        status = recording_open(&how, MOST_NUMBERS, &made->tracks, error);
    if (status == COVEY_OK)
        find_origin(def, made);
    return status;
}

// ---- All ----

static bool ends_in(const char *name, const char *suffix)
{
    size_t size = strlen(name), most = strlen(suffix);
    if (size <= most)
        return false;
    for (size_t k = 0; k < most; k++)
        if (tolower((unsigned char)name[size - most + k]) != suffix[k])
            return false;
    return true;
}

covey_status open_name(const open_def *def, const char *name, opened *made, covey_error *error)
{
    const covey_format *format = covey_format_of(name);
    covey_status (*how)(const open_def *, const char *, opened *, covey_error *) = open_file;
    *made = (opened){0};
    if (strpbrk(name, "/.") == NULL)
        how = open_preset;
    else if (ends_in(name, ".session"))
        how = open_session;
    else if (ends_in(name, ".in"))
        how = open_formal;
    else if (format != NULL && format->reads)
        how = open_tracks;
    else if (is_checkpoint(name))
        how = open_checkpoint;
    covey_status status = how(def, name, made, error);
    if (status != COVEY_OK)
        open_close(made);
    return status;
}
