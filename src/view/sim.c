// SPDX-License-Identifier: MIT
// Three frames go round: one is drawn, one is ready, one is filled.
#include "view/sim.h"

#include "formats/text.h"
#include "view/commands.h"

#include <covey/measure.h>

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FRAMES = 3, PAST = 96 << 20 }; // bytes of snapshots

typedef struct order {
    struct order *next;
    char text[];
} order;

struct sim {
    sim_guard guard;
    // ---- under the lock ----
    order *first, **last;
    uint64_t goal, goal_jumps; ///< and the count of jumps that it is for
    bool busy, is_fresh;
    bool looks_anew; ///< another agent is watched
    int watched_flock;
    uint32_t watched;
    int ready, drawn; ///< frames
    // ---- of the thread that works ----
    int filled;
    int threads;
    bool anywhere; ///< as in sim_def
    view_files files;
    covey_session *session;
    covey_history *history; ///< of the session
    uint64_t opened, loaded, jumps, messages;
    char message[FRAME_TEXT], name[FRAME_TEXT];
    frame_series series;
    uint64_t measured[FRAME_SERIES]; ///< the step of each value
    frame frames[FRAMES];
};

static void lock(sim *self)
{
    if (self->guard.lock != NULL)
        self->guard.lock(self->guard.context);
}

static void unlock(sim *self)
{
    if (self->guard.unlock != NULL)
        self->guard.unlock(self->guard.context);
}

/// Tells the thread that works that there is work; under the lock.
static void wake(sim *self)
{
    if (self->guard.wake != NULL)
        self->guard.wake(self->guard.context);
}

static void say(sim *self, const char *text)
{
    (void)snprintf(self->message, sizeof self->message, "%s", text);
    self->messages++;
}

// ---- Worlds ----

static covey_status read_scenario(const sim *self, const char *name, const sim_def *def,
                                  covey_scenario **scenario, covey_error *error)
{
    covey_scenario_def how = covey_scenario_def_default();
    how.anywhere = self->anywhere;
    how.report = def != NULL ? def->report : NULL;
    how.report_size = def != NULL ? def->report_size : 0;
    *scenario = NULL;
    if (strpbrk(name, "/.") != NULL)
        return covey_scenario_open(&how, name, scenario, error);
    const covey_preset *preset = covey_preset_find(name);
    if (preset == NULL)
        return covey_fail(error, COVEY_ARG, "there is no preset %.80s: see covey list presets",
                          name);
    how.name = name;
    return covey_scenario_read(&how, preset->text, preset->size, scenario, error);
}

static covey_status begin(sim *self, covey_scenario *scenario, covey_error *error)
{
    covey_session *session;
    covey_world_def engine = covey_world_def_default();
    engine.threads = self->threads;
    covey_status status = covey_session_create(scenario, &engine, &session, error);
    if (status != COVEY_OK)
        return status;
    covey_history *history;
    status = covey_history_create(session, PAST, &history, error);
    if (status != COVEY_OK) {
        covey_session_destroy(session); // its scenario with it
        return status;
    }
    covey_history_destroy(self->history);
    covey_session_destroy(self->session);
    self->session = session;
    self->history = history;
    self->series.count = 0;
    self->opened++;
    self->jumps++;
    return COVEY_OK;
}

static covey_status open_world(sim *self, const char *name, const sim_def *def, covey_error *error)
{
    covey_scenario *scenario;
    covey_status status = read_scenario(self, name, def, &scenario, error);
    if (status == COVEY_OK)
        status = begin(self, scenario, error);
    if (status != COVEY_OK)
        return status;
    (void)snprintf(self->name, sizeof self->name, "%s", name);
    self->loaded++;
    return COVEY_OK;
}

/// The scenario as it is now from its first step; `seed` may be NULL.
static covey_status restart(sim *self, const char *seed, covey_error *error)
{
    covey_memory memory = covey_memory_init((covey_allocator){0});
    covey_text text = {.memory = &memory};
    covey_scenario *scenario = NULL;
    covey_scenario_def def = covey_scenario_def_default();
    def.folder = "";
    def.anywhere = self->anywhere;
    covey_status status =
        covey_scenario_print(covey_session_scenario(self->session), covey_text_sink(&text));
    if (covey_text_end(&text) == NULL)
        status = COVEY_MEMORY;
    if (status != COVEY_OK)
        status = covey_fail(error, status, "no memory for the scenario");
    if (status == COVEY_OK)
        status = covey_scenario_read(&def, text.bytes, text.size, &scenario, error);
    if (status == COVEY_OK && seed != NULL)
        status = covey_scenario_set(scenario, "seed", seed, error);
    if (status == COVEY_OK)
        status = begin(self, scenario, error);
    else
        covey_scenario_destroy(scenario);
    covey_text_destroy(&text);
    return status;
}

// ---- Orders ----

static covey_status save(sim *self, const char *path, bool is_session, covey_error *error)
{
    covey_status (*write)(const covey_session *, covey_sink, covey_error *) =
        is_session ? covey_session_write : covey_session_write_state;
    covey_memory memory = covey_memory_init((covey_allocator){0});
    covey_text text = {.memory = &memory};
    covey_status status = write(self->session, covey_text_sink(&text), error);
    if (status == COVEY_OK && covey_text_end(&text) == NULL)
        status = covey_fail(error, COVEY_MEMORY, "no memory for a file");
    if (status == COVEY_OK && self->files.write == NULL)
        status = covey_fail(error, COVEY_IO, "there is no place for files");
    if (status == COVEY_OK)
        status = self->files.write(self->files.context, path, text.bytes, text.size, error);
    covey_text_destroy(&text);
    if (status == COVEY_OK) {
        char told[FRAME_TEXT];
        (void)snprintf(told, sizeof told, "saved %.400s", path);
        say(self, told);
    }
    return status;
}

/// The number of an order; false if it is none.
static bool read_number(const char *text, uint64_t *number)
{
    char *end;
    *number = strtoull(text, &end, 10);
    return text[0] >= '0' && text[0] <= '9' && *end == '\0';
}

/// Plots have no values from behind the present step.
static void cut_series(sim *self)
{
    uint64_t now = covey_world_steps(covey_session_world(self->session));
    while (self->series.count > 0 && self->measured[self->series.count - 1] > now)
        self->series.count--;
}

static covey_status go(sim *self, const char *text, covey_error *error)
{
    uint64_t step;
    if (!read_number(text, &step))
        return covey_fail(error, COVEY_INPUT, "%.80s is no step", text);
    uint64_t end = covey_history_end(self->history);
    covey_status status = covey_history_go(self->history, step < end ? step : end, error);
    self->jumps++;
    cut_series(self);
    return status;
}

static covey_status take(sim *self, const char *text, covey_error *error)
{
    uint64_t branch;
    if (!read_number(text, &branch) || branch >= COVEY_HISTORY_BRANCHES)
        return covey_fail(error, COVEY_INPUT, "there is no branch %.80s", text);
    covey_status status = covey_history_take(self->history, (int)branch, error);
    self->jumps++;
    self->series.count = 0; // may be of the other course
    return status;
}

static covey_status forget(sim *self)
{
    while (covey_history_branches(self->history) > 0)
        (void)covey_history_forget(self->history, 0);
    return COVEY_OK;
}

/// An order that changes the world, at the present step.
static covey_status change(sim *self, const char *text, covey_error *error)
{
    covey_status status = commands_do(self->session, text, error);
    covey_status kept = covey_history_changed(self->history, status == COVEY_OK ? error : NULL);
    return status != COVEY_OK ? status : kept;
}

static covey_status carry_out(sim *self, const char *text, covey_error *error)
{
    const char *rest;
    if ((rest = commands_behind(text, "go")) != NULL)
        return go(self, rest, error);
    if ((rest = commands_behind(text, "take")) != NULL)
        return take(self, rest, error);
    if (strcmp(text, "forget") == 0)
        return forget(self);
    if (strcmp(text, "restart") == 0)
        return restart(self, NULL, error);
    if ((rest = commands_behind(text, "seed")) != NULL)
        return restart(self, rest, error);
    if ((rest = commands_behind(text, "open")) != NULL)
        return open_world(self, rest, NULL, error);
    if ((rest = commands_behind(text, "save-session")) != NULL)
        return save(self, rest, true, error);
    if ((rest = commands_behind(text, "save-scenario")) != NULL)
        return save(self, rest, false, error);
    return change(self, text, error);
}

static void take_order(sim *self, order *next)
{
    covey_error error = {0};
    if (carry_out(self, next->text, &error) != COVEY_OK)
        say(self, error.message);
    free(next);
}

bool sim_order(sim *self, const char *text)
{
    size_t size = strlen(text) + 1;
    order *next = malloc(sizeof *next + size);
    if (next == NULL)
        return false;
    next->next = NULL;
    memcpy(next->text, text, size);
    lock(self);
    *self->last = next;
    self->last = &next->next;
    wake(self);
    unlock(self);
    return true;
}

// ---- Frames ----

/// Steps from one measurement to the next: measuring never takes much of the time.
static uint64_t steps_between(const covey_world *world)
{
    return 5 + covey_world_view(world, 0).count / 2000;
}

static void measure(sim *self)
{
    static const char *const names[PLOTS] = {"polarization", "milling", "nearest_mean", "clusters"};
    const covey_world *world = covey_session_world(self->session);
    double values[COVEY_MAX_MEASURES];
    covey_view view = covey_world_view(world, 0);
    covey_measure_def def = covey_measure_def_default();
    def.link = covey_scenario_plan(covey_session_scenario(self->session)).link;
    def.wanted = 0;
    for (int k = 0; k < PLOTS; k++)
        def.wanted |= UINT64_C(1) << covey_measure_find(names[k]);
    if (covey_world_error(world)->status != COVEY_OK ||
        covey_measure_all(&view, &def, values, NULL) != COVEY_OK)
        return;
    frame_series *to = &self->series;
    bool is_full = to->count == FRAME_SERIES;
    to->count -= is_full;
    if (is_full)
        memmove(self->measured, self->measured + 1, (size_t)to->count * sizeof self->measured[0]);
    for (int k = 0; k < PLOTS; k++) {
        if (is_full)
            memmove(to->values[k], to->values[k] + 1, (size_t)to->count * sizeof(float));
        to->values[k][to->count] = (float)values[covey_measure_find(names[k])];
    }
    self->measured[to->count++] = covey_world_steps(world);
}

/// The past and the futures that a frame can lead to.
static void tell_times(const sim *self, frame *to)
{
    to->begin = covey_history_begin(self->history);
    to->end = covey_history_end(self->history);
    to->branches_count = covey_history_branches(self->history);
    for (int k = 0; k < to->branches_count; k++)
        to->branches[k] = covey_history_branch_end(self->history, k);
}

static void publish(sim *self)
{
    frame *to = &self->frames[self->filled];
    lock(self);
    int flock = self->watched_flock;
    uint32_t agent = self->watched;
    self->looks_anew = false;
    unlock(self);
    frame_watch(to, self->session, flock, agent);
    if (!frame_copy(to, self->session))
        say(self, "no memory to show so many agents");
    tell_times(self, to);
    to->opened = self->opened;
    to->jumps = self->jumps;
    to->loaded = self->loaded;
    to->messages = self->messages;
    to->series = self->series;
    memcpy(to->message, self->message, sizeof to->message);
    memcpy(to->name, self->name, sizeof to->name);
    lock(self);
    int before = self->ready;
    self->ready = self->filled;
    self->filled = before;
    self->is_fresh = true;
    unlock(self);
}

const frame *sim_frame(sim *self)
{
    lock(self);
    if (self->is_fresh) {
        int before = self->drawn;
        self->drawn = self->ready;
        self->ready = before;
        self->is_fresh = false;
    }
    const frame *newest = &self->frames[self->drawn];
    unlock(self);
    return newest;
}

// ---- Work ----

static void step(sim *self)
{
    const covey_world *world = covey_session_world(self->session);
    covey_error error = {0};
    if (covey_history_step(self->history, &error) != COVEY_OK)
        say(self, error.message);
    else if (covey_world_steps(world) % steps_between(world) == 0)
        measure(self);
}

static bool is_done(const sim *self)
{
    const covey_world *world = covey_session_world(self->session);
    uint64_t goal = self->goal_jumps == self->jumps ? self->goal : 0;
    return covey_world_error(world)->status != COVEY_OK || covey_world_steps(world) >= goal;
}

bool sim_has_work(const sim *self)
{
    return self->first != NULL || self->looks_anew || !is_done(self);
}

/// The order at hand; of several `go` in a row, as by a hand that drags, the last. Under the lock.
static order *first_order(sim *self)
{
    while (self->first != NULL && self->first->next != NULL &&
           commands_behind(self->first->text, "go") != NULL &&
           commands_behind(self->first->next->text, "go") != NULL) {
        order *passed = self->first;
        self->first = passed->next;
        free(passed);
    }
    return self->first;
}

void sim_work(sim *self)
{
    lock(self);
    order *next = first_order(self);
    bool is_still = is_done(self);
    if (next != NULL) {
        self->first = next->next;
        self->last = self->first != NULL ? self->last : &self->first;
    }
    self->busy = true;
    unlock(self);
    if (next != NULL)
        take_order(self, next);
    else if (!is_still)
        step(self);
    lock(self);
    bool is_wanted = !self->is_fresh || (self->first == NULL && is_done(self));
    unlock(self);
    if (is_wanted)
        publish(self);
    lock(self);
    self->busy = false;
    unlock(self);
}

void sim_watch(sim *self, int flock, uint32_t id)
{
    lock(self);
    if (flock != self->watched_flock || id != self->watched)
        self->looks_anew = true; // until a frame has been made of it
    self->watched_flock = flock;
    self->watched = id;
    wake(self);
    unlock(self);
}

void sim_go(sim *self, uint64_t jumps, uint64_t goal)
{
    lock(self);
    self->goal = goal;
    self->goal_jumps = jumps;
    wake(self);
    unlock(self);
}

void sim_settle(sim *self)
{
    lock(self);
    while (self->busy || sim_has_work(self))
        if (self->guard.settle != NULL) {
            wake(self);
            self->guard.settle(self->guard.context);
        } else {
            sim_work(self);
        }
    unlock(self);
}

void sim_name_file(sim *self, const char *name, const char *suffix, char *path, size_t size)
{
    if (self->files.unused != NULL)
        self->files.unused(self->files.context, name, suffix, path, size);
    else
        (void)snprintf(path, size, "%s%s", name, suffix);
}

covey_status sim_create(const sim_def *def, sim **made, covey_error *error)
{
    *made = NULL;
    sim *self = calloc(1, sizeof *self);
    if (self == NULL)
        return covey_fail(error, COVEY_MEMORY, "no memory for a world");
    self->last = &self->first;
    self->threads = def->threads;
    self->anywhere = def->anywhere;
    self->files = def->files;
    self->watched_flock = -1;
    self->ready = 1;
    self->filled = 2;
    covey_status status = open_world(self, def->name, def, error);
    if (status != COVEY_OK) {
        free(self);
        return status;
    }
    measure(self);
    publish(self);
    *made = self;
    return COVEY_OK;
}

void sim_share(sim *self, const sim_guard *guard)
{
    self->guard = *guard;
}

void sim_destroy(sim *self)
{
    if (self == NULL)
        return;
    while (self->first != NULL) {
        order *next = self->first;
        self->first = next->next;
        free(next);
    }
    covey_history_destroy(self->history);
    covey_session_destroy(self->session);
    for (int k = 0; k < FRAMES; k++)
        frame_free(&self->frames[k]);
    free(self);
}
