// SPDX-License-Identifier: MIT
// Reads and writes session files: a first line with the number of the format, one with the version
// of covey, which may be missing, the scenario in its canonical form, a line "...", which ends a
// document of YAML, then lines "STEP COMMAND" and "STEP end HASH". Also writes the present state as
// a scenario.
#include "base/misuse.h"
#include "formats/file.h"
#include "run/engine.h"
#include "run/session.h"
#include "scenario/scenario.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static const char first_line[] = "# covey session 2\n";
static const char second_line[] = "# covey ";
static const char divider[] = "\n...\n";

enum { FILE_MOST = 1 << 28, FORMAT = 2 };

// ---- Writing ----

covey_status covey_session_write(const covey_session *session, covey_sink sink, covey_error *error)
{
    if (session == NULL || sink.write == NULL)
        return covey_missing(error, __func__);
    const char *version = covey_version_text();
    char end[64];
    int size = snprintf(end, sizeof end, "%" PRIu64 " end %016" PRIx64 "\n",
                        covey_world_steps(session->world), covey_world_hash(session->world));
    const struct {
        const char *bytes;
        size_t size;
    } parts[] = {
        {first_line, sizeof first_line - 1},
        {second_line, sizeof second_line - 1},
        {version, strlen(version)},
        {"\n", 1},
        {session->start.bytes, session->start.size},
        {divider + 1, sizeof divider - 2},
        {session->record.bytes, session->record.size},
        {end, (size_t)size},
    };
    covey_status status = COVEY_OK;
    for (size_t k = 0; k < sizeof parts / sizeof *parts && status == COVEY_OK; k++)
        if (parts[k].size > 0)
            status = sink.write(sink.context, parts[k].bytes, parts[k].size);
    return status == COVEY_OK ? status : covey_fail(error, status, "writing the session failed");
}

/// Puts "{agents: [[x, y, vx, vy], …]}" in the order of ids, with z and vz in three dimensions.
static covey_status print_agents(const covey_view *view, covey_text *text, covey_error *error)
{
    uint32_t *order = covey_memory_take(text->memory, 2 * view->count, sizeof *order);
    if (order == NULL)
        return covey_fail(error, COVEY_MEMORY, "no memory for %zu agents", view->count);
    covey_view_order(view, order);
    covey_text_string(text, "{agents: [");
    for (size_t k = 0; k < view->count; k++) {
        size_t i = order[k];
        const int dim = covey_space_dim(&view->space);
        covey_text_string(text, k > 0 ? ", [" : "[");
        for (int axis = 0; axis < dim; axis++)
            covey_text_field(text, axis > 0 ? ", " : "", view->pos[axis][i]);
        for (int axis = 0; axis < dim; axis++)
            covey_text_field(text, ", ", view->vel[axis][i]);
        covey_text_string(text, "]");
    }
    covey_text_string(text, "]}");
    covey_memory_give(text->memory, order, 2 * view->count, sizeof *order);
    return covey_text_end(text) != NULL
               ? COVEY_OK
               : covey_fail(error, COVEY_MEMORY, "no memory for %zu agents", view->count);
}

static covey_status place_agents(const covey_session *session, covey_scenario *scenario, int flock,
                                 covey_error *error)
{
    covey_memory memory = covey_memory_init(session->engine.allocator);
    covey_text text = {.memory = &memory};
    covey_view view = covey_world_view(session->world, flock);
    char key[COVEY_NAME_SIZE + 16];
    (void)snprintf(key, sizeof key, "flocks.%d.place", flock);
    covey_status status = print_agents(&view, &text, error);
    if (status == COVEY_OK)
        status = covey_scenario_set(scenario, key, text.bytes, error);
    covey_text_destroy(&text);
    return status;
}

/// Puts "[1, 2, …]", the values of a trait in the order of ids, or if not `each` the typical one.
static covey_status print_trait(const covey_session *session, int flock, int index, bool each,
                                covey_text *text)
{
    const covey_trait trait = covey_world_trait(session->world, flock, index);
    const covey_view view = covey_world_view(session->world, flock);
    uint32_t *order = covey_memory_take(text->memory, 2 * view.count, sizeof *order);
    if (order == NULL)
        return COVEY_MEMORY;
    covey_view_order(&view, order);
    if (!each)
        covey_text_field(text, "", covey_world_param(session->world, flock, trait.name));
    for (size_t k = 0; k < view.count && each; k++)
        covey_text_field(text, k > 0 ? ", " : "[", trait.values[order[k]]);
    covey_text_string(text, each ? "]" : "");
    covey_memory_give(text->memory, order, 2 * view.count, sizeof *order);
    return covey_text_end(text) != NULL ? COVEY_OK : COVEY_MEMORY;
}

/// Gives agents the values that they have now: drawn anew, they would follow from other ids. If not
/// `each`, parameters become one number, which goes with any number of agents.
static covey_status set_traits(const covey_session *session, covey_scenario *scenario, int flock,
                               bool each, covey_error *error)
{
    covey_memory memory = covey_memory_init(session->engine.allocator);
    covey_status status = COVEY_OK;
    for (int k = 0; k < covey_world_traits(session->world, flock) && status == COVEY_OK; k++) {
        covey_text text = {.memory = &memory};
        char key[64];
        (void)snprintf(key, sizeof key, "flocks.%d.%s", flock,
                       covey_world_trait(session->world, flock, k).name);
        status = print_trait(session, flock, k, each, &text);
        status = status == COVEY_OK
                     ? covey_scenario_set(scenario, key, text.bytes, error)
                     : covey_fail(error, status, "no memory for the values of %s", key);
        covey_text_destroy(&text);
    }
    return status;
}

/// Writes what the agents of a flock are now.
static covey_status write_agents(const covey_session *session, covey_scenario *scenario, int flock,
                                 covey_error *error)
{
    covey_status status = set_traits(session, scenario, flock, false, error);
    if (status == COVEY_OK)
        status = place_agents(session, scenario, flock, error);
    if (status == COVEY_OK && covey_world_view(session->world, flock).count > 0)
        status = set_traits(session, scenario, flock, true, error);
    return status;
}

/// Returns the number of an agent if all agents are counted anew from 0: the number of lower ids.
/// An agent that is gone gets a number above all.
static size_t new_number(const covey_view *view, double agent)
{
    size_t lower = 0;
    bool is_there = false;
    for (size_t i = 0; i < view->count; i++) {
        lower += (double)view->id[i] < agent;
        is_there = is_there || (double)view->id[i] == agent;
    }
    return is_there ? lower : view->count;
}

/// Changes the ids in `steer` so that it acts on the same agents: the agents of its flock, or of
/// the first one.
static covey_status steer_same_agents(const covey_session *session, covey_scenario *scenario,
                                      covey_error *error)
{
    covey_status status = COVEY_OK;
    for (int k = 0, at; status == COVEY_OK; k++) {
        covey_influence_def def = covey_scenario_influence(scenario, k, &at);
        if (def.kind == NULL)
            return COVEY_OK;
        if (strcmp(def.kind, "steer") != 0)
            continue;
        int handle = covey_world_influence_at(session->world, at);
        int flock = covey_world_influence(session->world, handle).flock;
        covey_view view = covey_world_view(session->world, flock < 0 ? 0 : flock);
        double agent = covey_world_influence_param(session->world, handle, "agent");
        char key[48], number[24];
        (void)snprintf(key, sizeof key, "influences.%d.agent", k);
        (void)snprintf(number, sizeof number, "%zu", new_number(&view, agent));
        status = covey_scenario_set(scenario, key, number, error);
    }
    return status;
}

/// Adds to the title of a scenario that it was changed, if commands did so and there is room.
static covey_status name_changed(const covey_session *session, covey_scenario *copy,
                                 covey_error *error)
{
    static const char changed[] = " (changed)";
    const char *title = copy->now.plan.plan.title;
    size_t size = strlen(title), more = strlen(changed);
    bool told = size >= more && strcmp(title + size - more, changed) == 0;
    if (session->undo_count == 0 || size == 0 || told || size + more > COVEY_BIND_TITLE_SIZE)
        return COVEY_OK;
    char *whole = covey_arena_take(&copy->names, size + more + 1, 1);
    if (whole == NULL)
        return covey_fail(error, COVEY_MEMORY, "no memory for a scenario");
    memcpy(whole, title, size);
    memcpy(whole + size, changed, more + 1);
    copy->now.plan.plan.title = whole;
    return COVEY_OK;
}

covey_status covey_session_write_state(const covey_session *session, covey_sink sink,
                                       covey_error *error)
{
    if (session == NULL || sink.write == NULL)
        return covey_missing(error, __func__);
    covey_memory memory = covey_memory_init(session->engine.allocator);
    covey_text text = {.memory = &memory};
    covey_scenario *copy = NULL;
    covey_scenario_def def = covey_scenario_def_default();
    def.folder = session->scenario->folder;
    def.anywhere = session->scenario->anywhere;
    def.allocator = session->engine.allocator;
    covey_status status = covey_session_print(session->scenario, &text, error);
    if (status == COVEY_OK)
        status = covey_scenario_read(&def, text.bytes, text.size, &copy, error);
    for (int k = 0; k < covey_world_flocks(session->world) && status == COVEY_OK; k++)
        status = write_agents(session, copy, k, error);
    if (status == COVEY_OK)
        status = steer_same_agents(session, copy, error);
    if (status == COVEY_OK)
        status = name_changed(session, copy, error);
    if (status == COVEY_OK)
        covey_scenario_begin_at(copy, covey_world_steps(session->world));
    if (status == COVEY_OK) {
        status = covey_scenario_print(copy, sink);
        if (status != COVEY_OK)
            (void)covey_fail(error, status, "writing the scenario failed");
    }
    covey_scenario_destroy(copy);
    covey_text_destroy(&text);
    return status;
}

// ---- Reading ----

static covey_status wrong(covey_error *error, uint64_t line, const char *what)
{
    covey_status status = covey_fail(error, COVEY_INPUT, "%s", what);
    if (error != NULL) {
        error->line = line;
        error->column = 1;
    }
    return status;
}

/// Reads a whole number in a base and moves behind it and one blank; false if there is none.
static bool take_number(const char **at, unsigned base, uint64_t *number)
{
    static const char digits[] = "0123456789abcdef";
    const char *from = *at, *digit;
    *number = 0;
    for (; **at != '\0' && (digit = strchr(digits, **at)) != NULL; ++*at) {
        unsigned value = (unsigned)(digit - digits);
        if (value >= base || *number > (UINT64_MAX - value) / base)
            return false;
        *number = *number * base + value;
    }
    bool found = *at > from;
    if (**at == ' ')
        ++*at;
    return found;
}

static bool is_end(const char *command)
{
    return strncmp(command, "end ", 4) == 0;
}

/// Checks all lines after the divider: numbers of steps must not fall, and there is one end. Each
/// line becomes a string.
static covey_status check_lines(covey_session *session, char *lines, uint64_t line,
                                covey_error *error)
{
    uint64_t step, before = 0;
    bool ended = false;
    for (char *from = lines; *from != '\0'; line++) {
        char *stop = strchr(from, '\n');
        const char *at = from;
        if (ended || stop == NULL)
            return wrong(error, line,
                         stop == NULL ? "the line does not end" : "the end was before");
        *stop = '\0';
        if (!take_number(&at, 10, &step) || step < before)
            return wrong(error, line, "a line begins with a number of steps, none below the last");
        before = step;
        ended = is_end(at);
        if (ended) {
            at += 4;
            session->end_steps = step;
            if (!take_number(&at, 16, &session->end_hash) || *at != '\0')
                return wrong(error, line, "the end has a hash");
        }
        from = stop + 1;
    }
    return ended ? COVEY_OK : wrong(error, line, "the session has no end");
}

typedef struct part {
    const char *text;
    size_t size;
} part;

static covey_status read_scenario(const char *path, part from, covey_allocator allocator,
                                  covey_scenario **scenario, covey_error *error)
{
    char folder[4096] = "";
    const char *slash = strrchr(path, '/');
    if (slash != NULL && (size_t)(slash - path) + 1 < sizeof folder)
        memcpy(folder, path, (size_t)(slash - path) + 1);
    covey_scenario_def def = covey_scenario_def_default();
    def.name = path;
    def.folder = folder;
    def.allocator = allocator;
    return covey_scenario_read(&def, from.text, from.size, scenario, error);
}

static uint64_t count_lines(const char *text, const char *end)
{
    uint64_t lines = 0;
    for (; text < end; text++)
        lines += *text == '\n';
    return lines;
}

/// Returns the number of the format, which ends the first line; 0 if the text is no session.
static unsigned format_of(const char *text)
{
    size_t before = sizeof first_line - 3; // the number and the line end
    const char *at = text + before;
    uint64_t number;
    bool found = strncmp(text, first_line, before) == 0 && take_number(&at, 10, &number) &&
                 *at == '\n' && number <= 999;
    return found ? (unsigned)number : 0;
}

static covey_status check_format(const char *text, unsigned *format, covey_error *error)
{
    char message[120];
    *format = format_of(text);
    if (*format == 0)
        return wrong(error, 1, "this is no session of covey");
    if (*format <= FORMAT)
        return COVEY_OK;
    (void)snprintf(message, sizeof message,
                   "the session has format %u, and this version of covey reads formats 1 to %d",
                   *format, FORMAT);
    return wrong(error, 1, message);
}

/// The results epoch in the second line, or -1.
static int results_of(const char *text)
{
    char line[128] = "";
    const char *second = strchr(text, '\n');
    if (second != NULL && strncmp(++second, second_line, sizeof second_line - 1) == 0)
        (void)snprintf(line, sizeof line, "%.*s", (int)strcspn(second, "\n"), second);
    return covey_version_results(line);
}

covey_status covey_session_open(const char *path, const covey_world_def *engine,
                                covey_session **result, covey_error *error)
{
    if (path == NULL || engine == NULL || result == NULL)
        return covey_missing(error, __func__);
    return covey_run_open_session(path, engine, NULL, result, error);
}

covey_status covey_run_open_session(const char *path, const covey_world_def *engine,
                                    const covey_run_engine *ranks, covey_session **result,
                                    covey_error *error)
{
    const covey_slice slice = ranks != NULL ? ranks->slice : (covey_slice){.of = 0};
    covey_memory memory = covey_memory_init(engine->allocator);
    covey_loaded file = {0};
    covey_scenario *scenario = NULL;
    *result = NULL;
    covey_status status = covey_load_file(&memory, path, FILE_MOST, &file, error);
    if (status != COVEY_OK)
        return status;
    unsigned format;
    char *end = strstr(file.bytes, divider);
    status = check_format(file.bytes, &format, error);
    if (status == COVEY_OK && (end == NULL || strlen(file.bytes) != file.size))
        status = wrong(error, 1, "this is no session of covey");
    if (status == COVEY_OK)
        status = read_scenario(path, (part){file.bytes, (size_t)(end - file.bytes) + 1},
                               engine->allocator, &scenario, error);
    if (status == COVEY_OK)
        status = covey_session_create_slice(scenario, engine, slice, result, error);
    if (status != COVEY_OK) {
        covey_load_free(&memory, &file);
        return status;
    }
    covey_session *session = *result;
    session->file = file.bytes;
    session->file_room = file.room;
    session->file_format = (int)format;
    session->file_results = results_of(file.bytes);
    session->memory.bytes += file.room;
    session->next = end + sizeof divider - 1;
    session->next_line = count_lines(file.bytes, session->next) + 1;
    status = check_lines(session, end + sizeof divider - 1, session->next_line, error);
    if (status != COVEY_OK) {
        covey_session_destroy(session);
        *result = NULL;
    }
    return status;
}

// ---- Giving the commands again ----

bool covey_session_is_due(const covey_session *session)
{
    uint64_t step;
    const char *command = session->next;
    if (session->file == NULL)
        return false;
    (void)take_number(&command, 10, &step);
    return !is_end(command) && step <= covey_world_steps(session->world);
}

covey_status covey_session_catch_up(covey_session *session, covey_error *error)
{
    if (session == NULL)
        return covey_missing(error, __func__);
    covey_status status = COVEY_OK;
    while (covey_session_is_due(session) && status == COVEY_OK) {
        uint64_t step;
        const char *command = session->next;
        (void)take_number(&command, 10, &step);
        session->gives_format = session->file_format;
        status = covey_session_do(session, command, error);
        session->gives_format = 0;
        if (status != COVEY_OK && error != NULL) {
            error->line = session->next_line;
            error->column = 1;
        }
        session->next = command + strlen(command) + 1;
        session->next_line++;
    }
    return status;
}

bool covey_session_end(const covey_session *session, uint64_t *steps, uint64_t *hash)
{
    if (session == NULL || steps == NULL || hash == NULL)
        return false;
    *steps = session->end_steps;
    *hash = session->end_hash;
    return session->file != NULL;
}

int covey_session_results(const covey_session *session)
{
    return session != NULL && session->file != NULL ? session->file_results : -1;
}
