// SPDX-License-Identifier: MIT
// Three frames go round: one is drawn, one is ready, one is filled.
#include "view/sim.h"

#include "formats/text.h"
#include "view/commands.h"
#include "view/doing.h"
#include "view/measured.h"
#include "view/scale.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FRAMES = 3 };

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
    bool looks_anew; ///< another agent is watched, or another measure plotted
    bool is_behind;  ///< the newest frame, whose time the world has passed
    frame_plots plots;
    int watched_flock;
    covey_id watched;
    bool watches_all, tells_doing;
    int ready, drawn; ///< frames
    // ---- of the thread that works ----
    int filled;
    open_def how; ///< names are opened; without assignments, tracks and report from the second on
    view_files files;
    opened is;
    size_t at; ///< the frame of a recording
    uint64_t opened, loaded, jumps, messages;
    char message[FRAME_TEXT], name[FRAME_TEXT];
    frame_series series;
    doing_births births;
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

/// Wakes the simulation thread, which has a command or a step to take. The caller holds the lock.
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

static bool is_recording(const sim *self)
{
    return self->is.tracks != NULL;
}

static const covey_world *world_of(const sim *self)
{
    return covey_session_world(self->is.session);
}

/// Steps taken, or the number of a recording's frame.
static uint64_t now_of(const sim *self)
{
    return is_recording(self) ? self->at : covey_world_steps(world_of(self));
}

/// The last step that time can go to, for a recording.
static uint64_t last_frame(const sim *self)
{
    return self->is.tracks->count - 1;
}

/// The agents that are measured, at the present step.
static covey_view view_of(const sim *self)
{
    int flock = self->series.plots.flock;
    if (is_recording(self)) {
        const recording_frame *now = &self->is.tracks->frames[self->at];
        covey_view view = now->sets[flock < now->count ? flock : 0].view;
        view.step = self->at;
        return view;
    }
    return covey_world_view(world_of(self), flock < covey_world_flocks(world_of(self)) ? flock : 0);
}

static covey_status refuse(covey_error *error, const char *reason)
{
    return covey_fail(error, COVEY_INPUT, "this is a recording: %s", reason);
}

/// Takes what was opened in place of the one before.
static void begin(sim *self, const opened *other)
{
    open_close(&self->is);
    self->is = *other;
    self->at = 0;
    self->series.count = 0;
    self->births.count = self->births.next = 0;
    self->opened++;
    self->jumps++;
}

static covey_status open_other(sim *self, const char *name, covey_error *error)
{
    opened other;
    covey_status status = open_name(&self->how, name, &other, error);
    if (status != COVEY_OK)
        return status;
    begin(self, &other);
    (void)snprintf(self->name, sizeof self->name, "%s", name);
    self->loaded++;
    return COVEY_OK;
}

// ---- Orders ----

typedef enum saved { SAVES_SESSION, SAVES_SCENARIO, SAVES_PLOTS } saved;

static covey_status write_text(sim *self, saved what, covey_sink sink, covey_error *error)
{
    if (what == SAVES_PLOTS && self->series.count == 0)
        return covey_fail(error, COVEY_INPUT, "there are no measures in these plots");
    if (what == SAVES_PLOTS)
        return measured_write(&self->series, sink);
    if (is_recording(self))
        return refuse(error, "covey convert writes it in other formats");
    return what == SAVES_SESSION ? covey_session_write(self->is.session, sink, error)
                                 : covey_session_write_state(self->is.session, sink, error);
}

static covey_status save(sim *self, const char *path, saved what, covey_error *error)
{
    covey_memory memory = covey_memory_init((covey_allocator){0});
    covey_text text = {.memory = &memory};
    covey_status status = write_text(self, what, covey_text_sink(&text), error);
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

static covey_status go(sim *self, const char *text, covey_error *error)
{
    uint64_t step;
    if (!read_number(text, &step))
        return covey_fail(error, COVEY_INPUT, "%.80s is no step", text);
    uint64_t end = is_recording(self) ? last_frame(self) : covey_history_end(self->is.history);
    covey_status status = COVEY_OK;
    step = step < end ? step : end;
    if (is_recording(self))
        self->at = (size_t)step;
    else
        status = doing_go(&self->births, self->is.session, self->is.history, step, error);
    self->jumps++;
    measured_cut(&self->series, now_of(self));
    return status;
}

/// The scenario as it is now from its first step; `seed` may be NULL.
static covey_status restart(sim *self, const char *seed, covey_error *error)
{
    if (is_recording(self))
        return seed == NULL ? go(self, "0", error) : refuse(error, "it has no seed");
    covey_memory memory = covey_memory_init((covey_allocator){0});
    covey_text text = {.memory = &memory};
    covey_scenario *scenario = NULL;
    opened other;
    covey_scenario_def def = covey_scenario_def_default();
    def.folder = "";
    def.anywhere = self->how.anywhere;
    covey_status status =
        covey_scenario_print(covey_session_scenario(self->is.session), covey_text_sink(&text));
    if (covey_text_end(&text) == NULL)
        status = COVEY_MEMORY;
    if (status != COVEY_OK)
        status = covey_fail(error, status, "no memory for the scenario");
    if (status == COVEY_OK)
        status = covey_scenario_read(&def, text.bytes, text.size, &scenario, error);
    if (status == COVEY_OK && seed != NULL)
        status = covey_scenario_set(scenario, "seed", seed, error);
    covey_text_destroy(&text);
    if (status != COVEY_OK) {
        covey_scenario_destroy(scenario);
        return status;
    }
    status = open_scenario(&self->how, scenario, &other, error);
    if (status == COVEY_OK)
        begin(self, &other);
    return status;
}

static covey_status take(sim *self, const char *text, covey_error *error)
{
    uint64_t branch;
    if (is_recording(self))
        return refuse(error, "it has one course");
    if (!read_number(text, &branch) || branch >= COVEY_HISTORY_BRANCHES)
        return covey_fail(error, COVEY_INPUT, "there is no branch %.80s", text);
    covey_status status = covey_history_take(self->is.history, (int)branch, error);
    self->jumps++;
    self->series.count = 0; // may be of the other course
    return status;
}

static covey_status forget(sim *self)
{
    while (covey_history_branches(self->is.history) > 0)
        (void)covey_history_forget(self->is.history, 0);
    return COVEY_OK;
}

/// An order that changes the world, at the present step.
static covey_status change(sim *self, const char *text, covey_error *error)
{
    if (is_recording(self))
        return refuse(error, "nothing in it can be changed");
    covey_status status = commands_do(self->is.session, text, error);
    covey_status kept = covey_history_changed(self->is.history, status == COVEY_OK ? error : NULL);
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
        return open_other(self, rest, error);
    if ((rest = commands_behind(text, "save-session")) != NULL)
        return save(self, rest, SAVES_SESSION, error);
    if ((rest = commands_behind(text, "save-scenario")) != NULL)
        return save(self, rest, SAVES_SCENARIO, error);
    if ((rest = commands_behind(text, "save-plots")) != NULL)
        return save(self, rest, SAVES_PLOTS, error);
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
static uint64_t steps_between(const sim *self)
{
    return (is_recording(self) ? 1 : 5) + view_of(self).count / 2000;
}

static bool has_failed(const sim *self)
{
    return !is_recording(self) && covey_world_error(world_of(self))->status != COVEY_OK;
}

static void measure(sim *self)
{
    if (has_failed(self))
        return;
    measured_now now = {.view = view_of(self)};
    if (is_recording(self)) {
        now.link = self->is.tracks->link;
        now.time = self->is.tracks->frames[self->at].time;
    } else {
        const covey_plan plan = covey_scenario_plan(covey_session_scenario(self->is.session));
        const scale size = scale_of(world_of(self), 0);
        now.link = scale_link(plan.link, &size);
        now.time = (double)now.view.step * plan.dt;
    }
    measured_add(&self->series, &now);
}

/// The past and the futures that a frame can lead to.
static void tell_times(const sim *self, frame *to)
{
    to->rests = self->is.rests;
    if (is_recording(self)) {
        to->begin = 0;
        to->end = last_frame(self);
        to->branches_count = 0;
        return;
    }
    to->begin = covey_history_begin(self->is.history);
    to->end = covey_history_end(self->is.history);
    to->branches_count = covey_history_branches(self->is.history);
    for (int k = 0; k < to->branches_count; k++)
        to->branches[k] = covey_history_branch_end(self->is.history, k);
}

static void publish(sim *self)
{
    frame *to = &self->frames[self->filled];
    lock(self);
    int flock = self->watched_flock;
    covey_id agent = self->watched;
    bool all = self->watches_all, doing = self->tells_doing;
    self->looks_anew = false;
    unlock(self);
    frame_watch(to, is_recording(self) ? NULL : self->is.session, flock, agent);
    bool whole = is_recording(self) ? frame_record(to, self->is.session, self->is.tracks, self->at)
                                    : frame_copy(to, self->is.session);
    if (!whole)
        say(self, "no memory to show so many agents");
    frame_watch_all(to, all && !is_recording(self) ? self->is.session : NULL);
    doing_find(to, doing && !is_recording(self) ? self->is.session : NULL, &self->births);
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
    self->is_behind = false;
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
    covey_error error = {0};
    covey_status status = COVEY_OK;
    if (is_recording(self))
        self->at++;
    else
        status = doing_step(&self->births, self->is.session, self->is.history, &error);
    if (status != COVEY_OK)
        say(self, error.message);
    else if (now_of(self) % steps_between(self) == 0)
        measure(self);
}

static bool is_done(const sim *self)
{
    uint64_t goal = self->goal_jumps == self->jumps ? self->goal : 0;
    if (is_recording(self) && goal > last_frame(self))
        goal = last_frame(self);
    return has_failed(self) || now_of(self) >= goal;
}

bool sim_has_work(const sim *self)
{
    // A goal that was set by a frame behind the world may lie behind the world, too: without a
    // newer frame it would stay there.
    return self->first != NULL || self->looks_anew || self->is_behind || !is_done(self);
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
    const frame_plots plots = self->plots;
    unlock(self);
    if (measured_choose(&self->series, &plots))
        measure(self);
    if (next != NULL)
        take_order(self, next);
    else if (!is_still)
        step(self);
    lock(self);
    bool is_wanted = !self->is_fresh || (self->first == NULL && is_done(self));
    self->is_behind = true;
    unlock(self);
    if (is_wanted)
        publish(self);
    lock(self);
    self->busy = false;
    unlock(self);
}

void sim_watch(sim *self, int flock, covey_id id, bool all)
{
    lock(self);
    if (flock != self->watched_flock || id != self->watched || all != self->watches_all)
        self->looks_anew = true; // until a frame has been made of it
    self->watched_flock = flock;
    self->watched = id;
    self->watches_all = all;
    wake(self);
    unlock(self);
}

void sim_tell_doing(sim *self, bool tells)
{
    lock(self);
    self->looks_anew = self->looks_anew || tells != self->tells_doing;
    self->tells_doing = tells;
    wake(self);
    unlock(self);
}

void sim_plot(sim *self, const frame_plots *plots)
{
    lock(self);
    if (memcmp(plots, &self->plots, sizeof *plots) != 0) {
        self->plots = *plots;
        self->looks_anew = true;
        wake(self);
    }
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

bool sim_rests(sim *self)
{
    lock(self);
    bool rests = !self->busy && !self->is_fresh && !sim_has_work(self);
    unlock(self);
    return rests;
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
    self->how = def->how;
    self->files = def->files;
    self->watched_flock = -1;
    self->ready = 1;
    self->filled = 2;
    covey_status status = open_other(self, def->name, error);
    if (status != COVEY_OK) {
        free(self);
        return status;
    }
    self->how = (open_def){.threads = def->how.threads, .anywhere = def->how.anywhere};
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
    open_close(&self->is);
    for (int k = 0; k < FRAMES; k++)
        frame_free(&self->frames[k]);
    free(self);
}
