// SPDX-License-Identifier: MIT
// Runs a scenario: a world, its outputs, and checkpoints.
#include "covey/run.h"

#include "base/misuse.h"
#include "core/snapshot.h"
#include "formats/plugin.h"
#include "formats/text.h"
#include "run/bookmarks.h"
#include "run/builds.h"
#include "run/engine.h"
#include "run/frames.h"
#include "run/pieces.h"
#include "run/session.h"
#include "scenario/scenario.h"

#include <string.h>

covey_run_def covey_run_def_default(void)
{
    return (covey_run_def){.engine = covey_world_def_default()};
}

typedef struct run_state {
    const covey_run_def *def;
    covey_plan plan;
    covey_memory memory;
    covey_text script;  ///< canonical text of the scenario
    covey_world *world; ///< owned; NULL in a replay
    const covey_world *now;
    covey_output **outputs;    ///< of the plan, then of the measures
    covey_bookmark *bookmarks; ///< of the outputs, after the last regular frame
    size_t outputs_count, outputs_room;
    unsigned kinds; ///< of the outputs that the rank that writes has
    covey_run_result result;
    covey_error error;
    bool agreed; ///< all ranks came to the end of the loop
} run_state;

/// True unless another rank writes the files.
static bool writes(const run_state *run)
{
    return run->def->ranks == NULL || run->def->ranks->writes;
}

/// To be called before all agents of the world are looked at.
static covey_status look(run_state *run)
{
    const covey_run_engine *ranks = run->def->ranks;
    return ranks != NULL ? ranks->look(ranks->context, &run->error) : COVEY_OK;
}

/// The status of all ranks; a failure of another one ends this one, too.
static covey_status agree(run_state *run, covey_status status)
{
    const covey_run_engine *ranks = run->def->ranks;
    covey_status all = ranks != NULL ? ranks->agree(ranks->context, status) : status;
    bool failed = all != COVEY_OK && all != COVEY_INTERRUPTED;
    if (failed && run->error.status == COVEY_OK)
        (void)covey_fail(&run->error, all, "another rank failed");
    return all;
}

// ---- The canonical text ----

static covey_status print_scenario(run_state *run)
{
    covey_sink sink = covey_text_sink(&run->script);
    covey_status status = covey_scenario_print(run->def->scenario, sink);
    if (status != COVEY_OK || covey_text_end(&run->script) == NULL)
        return covey_fail(&run->error, COVEY_MEMORY, "no memory for the text of the scenario");
    return COVEY_OK;
}

/// Fails if the text, which can be longer than the one that was read, is too long to be read from a
/// checkpoint.
static covey_status check_script(run_state *run)
{
    covey_scenario *again;
    covey_error error = {0};
    covey_scenario_def def = covey_scenario_def_default();
    def.restores = true;
    def.folder = "";
    def.allocator = run->def->engine.allocator;
    covey_status status =
        covey_scenario_read(&def, run->script.bytes, run->script.size, &again, &error);
    covey_scenario_destroy(again);
    if (status == COVEY_INPUT)
        return covey_fail(&run->error, status,
                          "the scenario is too large for a checkpoint, in full: %.120s "
                          "(agents may be in a file)",
                          error.message);
    if (status != COVEY_OK)
        run->error = error;
    return status;
}

/// Returns the scenario that files name as their origin: that of the first run if this one resumes
/// it.
static const char *origin(const run_state *run)
{
    return run->def->resume != NULL ? run->def->resume->scenario : run->script.bytes;
}

// ---- The world ----

/// The agents that this rank begins with.
static covey_slice slice_of(const run_state *run)
{
    return run->def->ranks != NULL ? run->def->ranks->slice : (covey_slice){.of = 0};
}

static covey_status restore(run_state *run)
{
    const covey_checkpoint *from = run->def->resume;
    if (from->snapshot != NULL)
        return covey_world_restore(run->world, from->snapshot, from->snapshot_size, &run->error);
    if (covey_checkpoint_snapshot(from) != NULL)
        return covey_run_slice_restore(run->world, covey_checkpoint_snapshot(from),
                                       run->def->resume_path, run->def->engine.allocator,
                                       &run->error);
    return covey_run_pieces_restore(run->world, covey_checkpoint_pieces(from),
                                    run->def->resume_path, run->def->engine.allocator, &run->error);
}

static covey_status make_world(run_state *run)
{
    covey_status status = covey_scenario_slice(run->def->scenario, &run->def->engine, slice_of(run),
                                               &run->world, &run->error);
    if (status == COVEY_OK && run->def->resume != NULL)
        status = restore(run);
    run->now = run->world;
    status = agree(run, status);
    if (status == COVEY_OK && run->def->ranks != NULL)
        status = run->def->ranks->begin(run->def->ranks->context, run->world, &run->error);
    else if (status == COVEY_OK)
        run->result.stable_dt = covey_world_stable_dt(run->world);
    return status;
}

/// Carries out the commands of a session that are due, and takes its world and plan, which they may
/// have replaced.
static covey_status take_up(run_state *run)
{
    uint64_t hash;
    covey_status status = covey_session_catch_up(run->def->replay, &run->error);
    run->now = covey_session_world(run->def->replay);
    run->plan = covey_scenario_plan(run->def->scenario);
    (void)covey_session_end(run->def->replay, &run->plan.steps, &hash);
    return status;
}

/// Ranks that gather all agents for commands that need them, once for all commands of a step.
typedef struct gathering {
    const covey_run_engine *ranks;
    bool done;
} gathering;

static covey_status gather(void *context, covey_error *error)
{
    gathering *self = context;
    bool again = self->done;
    self->done = true;
    return again ? COVEY_OK : self->ranks->gather(self->ranks->context, error);
}

/// take_up() on all ranks: each carries the commands out. Commands that change parameters or
/// influences alone leave the agents where they are.
static covey_status take_up_all(run_state *run)
{
    const covey_run_engine *ranks = run->def->ranks;
    covey_session *session = run->def->replay;
    covey_status status = COVEY_OK;
    if (ranks == NULL)
        return take_up(run);
    if (run->now == NULL)
        status = ranks->begin(ranks->context, session->world, &run->error);
    if (status != COVEY_OK || (run->now != NULL && !covey_session_is_due(session)))
        return status;
    gathering needed = {ranks, false};
    session->gather = gather;
    session->context = &needed;
    status = agree(run, take_up(run));
    session->gather = NULL;
    if (status == COVEY_OK && needed.done)
        status = ranks->begin(ranks->context, session->world, &run->error);
    return status;
}

static covey_status begin(run_state *run)
{
    if (run->def->replay == NULL)
        return make_world(run);
    if (run->def->checkpoint != NULL || run->def->resume != NULL)
        return covey_fail(&run->error, COVEY_ARG, "a replay has no checkpoints");
    return take_up_all(run);
}

// ---- Outputs ----

/// The name of the first flock that catches agents, or NULL.
static const char *catching(const run_state *run)
{
    for (int k = 0; k < covey_scenario_flocks(run->def->scenario); k++) {
        covey_flock_def flock = covey_scenario_flock(run->def->scenario, k);
        if (flock.catches > 0.0)
            return flock.name;
    }
    return NULL;
}

static covey_output_def output_def(const run_state *run, const char *path, const char *format)
{
    covey_output_def def = covey_output_def_default();
    def.path = path;
    def.format = format;
    def.dim = covey_space_dim(&run->plan.space);
    def.catches = catching(run) != NULL;
    def.custom_formats = run->def->custom_formats;
    def.link = run->plan.link;
    def.bin = run->plan.bin;
    def.custom_measures = run->def->custom_measures;
    def.stop = run->def->stop;
    def.context = run->def->context;
    def.allocator = run->def->engine.allocator;
    def.provenance.scenario = origin(run);
    def.provenance.seed = run->plan.seed;
    def.provenance.dt = run->plan.dt;
    return def;
}

/// Returns the format of the measures: a table, unless the path names that of profiles.
static const char *measures_format(const char *path)
{
    const covey_format *told = covey_format_of(path);
    bool is_other =
        told != NULL && (strcmp(told->name, "profiles") == 0 || strcmp(told->name, "agents") == 0);
    return is_other ? told->name : "measures";
}

/// Fails for the path of a trajectory: measures are a table.
static covey_status check_measures(run_state *run, const char *path)
{
    if (path == NULL || !covey_format_misnames(path, measures_format(path)))
        return COVEY_OK;
    return covey_fail(&run->error, COVEY_ARG,
                      "%.120s is named as a trajectory of format %s, and measures are a table: "
                      "name it .csv",
                      path, covey_format_of(path)->name);
}

/// Fails for a format that holds the same agents in every frame where some are caught.
static covey_status check_lasting(run_state *run, const char *path)
{
    const covey_format *format = covey_format_of(path);
    const char *flock = catching(run);
    if (format == NULL || !format->fixed || flock == NULL)
        return COVEY_OK;
    return covey_fail(&run->error, COVEY_INPUT,
                      "format %s holds the same agents in every frame, and flock %s catches "
                      "some: %.120s can be CSV or XYZ",
                      format->name, flock, path);
}

/// Fills in how the outputs of the plan are opened, then that of the measures.
static covey_status define_outputs(run_state *run, covey_output_def *defs, size_t count)
{
    const covey_plan *plan = &run->plan;
    const covey_checkpoint *resume = run->def->resume;
    for (size_t k = 0; k < plan->outputs_count; k++) {
        const char *path = plan->outputs[k];
        if (check_lasting(run, path) != COVEY_OK)
            return run->error.status;
        defs[k] = output_def(run, path, strcmp(path, "-") == 0 ? "csv" : NULL);
    }
    if (check_measures(run, plan->measures) != COVEY_OK)
        return run->error.status;
    if (plan->measures != NULL)
        defs[plan->outputs_count] =
            output_def(run, plan->measures, measures_format(plan->measures));
    for (size_t k = 0; k < count && resume != NULL; k++) {
        covey_status status =
            covey_bookmarks_take(resume, k, defs[k].path, &run->bookmarks[k], &run->error);
        if (status != COVEY_OK)
            return status;
        if (run->bookmarks[k].step > covey_world_steps(run->now))
            return covey_fail(&run->error, COVEY_INPUT,
                              "%.120s cannot be resumed: the checkpoint is of step %llu, but "
                              "has its frames up to step %llu",
                              defs[k].path, (unsigned long long)covey_world_steps(run->now),
                              (unsigned long long)run->bookmarks[k].step);
        defs[k].resume = &run->bookmarks[k];
    }
    return COVEY_OK;
}

static covey_status open_outputs(run_state *run)
{
    if (!writes(run))
        return COVEY_OK;
    const covey_plan *plan = &run->plan;
    size_t count = plan->outputs_count + (plan->measures != NULL), room = plan->outputs_count + 1;
    covey_memory *memory = &run->memory;
    run->outputs = covey_memory_take(memory, room, sizeof *run->outputs);
    run->bookmarks = covey_memory_take(memory, room, sizeof *run->bookmarks);
    run->outputs_room = room;
    covey_output_def *defs = covey_memory_take(memory, room, sizeof *defs);
    covey_status status = COVEY_OK;
    if (run->outputs == NULL || run->bookmarks == NULL || defs == NULL)
        status = covey_fail(&run->error, COVEY_MEMORY, "no memory for the outputs");
    if (status == COVEY_OK)
        status = define_outputs(run, defs, count);
    if (status == COVEY_OK)
        status = covey_output_open_all(defs, count, run->outputs, &run->error);
    if (status == COVEY_OK)
        run->outputs_count = count;
    covey_memory_give(memory, defs, room, sizeof *defs);
    return status;
}

static covey_status put_frame(run_state *run)
{
    const covey_run_frames frames = {.world = run->now,
                                     .scenario = run->def->scenario,
                                     .ranks = run->def->ranks,
                                     .memory = &run->memory,
                                     .dt = run->plan.dt,
                                     .outputs = run->outputs,
                                     .count = run->outputs_count,
                                     .kinds = run->kinds};
    run->result.frames++;
    return covey_run_put(&frames, &run->error);
}

/// Keeps the bookmarks of the outputs after a regular frame, from which a run can resume.
static void note_bookmarks(run_state *run)
{
    for (size_t k = 0; k < run->outputs_count; k++)
        (void)covey_output_bookmark(run->outputs[k], &run->bookmarks[k]);
}

/// Closes all outputs, and keeps the first failure unless the run failed before.
static void close_outputs(run_state *run)
{
    for (size_t k = 0; k < run->outputs_count; k++) {
        covey_error closing = {0};
        if (covey_output_close(run->outputs[k], &closing) != COVEY_OK &&
            run->error.status == COVEY_OK)
            run->error = closing;
    }
}

// ---- Checkpoints ----

/// Syncs the outputs, on which a checkpoint relies.
static covey_status sync_outputs(run_state *run)
{
    covey_status status = COVEY_OK;
    for (size_t k = 0; k < run->outputs_count && status == COVEY_OK; k++)
        status = covey_output_sync(run->outputs[k], &run->error);
    return status;
}

/// Writes a checkpoint with all that it has but its snapshot: that of the world, or, with several
/// ranks, pieces of each of them.
static covey_status write_told(run_state *run, covey_checkpoint *told)
{
    const char *path = run->def->checkpoint;
    covey_allocator allocator = run->def->engine.allocator;
    const covey_run_engine *ranks = run->def->ranks;
    if (ranks != NULL && ranks->slice.of > 0)
        return covey_run_pieces_write(run->world, ranks, path, told, allocator, &run->error);
    size_t size = covey_snapshot_state_size(run->now);
    void *bytes = covey_memory_take(&run->memory, size, 1);
    if (bytes == NULL)
        return covey_fail(&run->error, COVEY_MEMORY, "no memory for a checkpoint");
    told->snapshot = bytes;
    told->snapshot_size = size;
    covey_snapshot_state_save(run->now, bytes);
    covey_status status = covey_checkpoint_write(path, told, allocator, &run->error);
    covey_memory_give(&run->memory, bytes, size, 1);
    return status;
}

/// Writes a checkpoint. The outputs are synced first.
static covey_status write_checkpoint(run_state *run)
{
    const covey_checkpoint_value values[] = {
        {"step", covey_world_steps(run->now)},
        {"steps", run->plan.steps},
        {"checkpoint_every", run->def->checkpoint_every},
    };
    const size_t known = sizeof values / sizeof *values, count = known + COVEY_BUILDS_VALUES;
    covey_bookmarks told;
    covey_checkpoint whole = {.scenario = origin(run)};
    covey_status status = sync_outputs(run);
    covey_status made = covey_bookmarks_init(&told, &run->memory, count, run->outputs_count);
    if (status == COVEY_OK && made != COVEY_OK)
        status = covey_fail(&run->error, made, "no memory for a checkpoint");
    status = agree(run, status);
    if (status == COVEY_OK) {
        memcpy(told.values, values, sizeof values);
        covey_builds_put(told.values + known);
        covey_bookmarks_put(&told, count, run->bookmarks);
        whole.values = told.values;
        whole.value_count = told.count;
        status = write_told(run, &whole);
    }
    covey_bookmarks_destroy(&told);
    return status;
}

static bool is_due(const run_state *run, uint64_t step, bool last)
{
    if (run->def->checkpoint == NULL)
        return false;
    return last || (run->def->checkpoint_every > 0 && step % run->def->checkpoint_every == 0);
}

// ---- The loop ----

static bool watch(const run_state *run)
{
    return run->def->watch != NULL && run->def->watch(run->def->context, run->now);
}

/// One step. `before` is the status of the frame before, and *stops whether the run was asked to
/// stop: several ranks learn both of each other in the step, and a single one has acted on them.
static covey_status take_step(run_state *run, covey_status before, bool *stops)
{
    const covey_run_engine *ranks = run->def->ranks;
    if (run->def->replay != NULL && ranks == NULL) {
        covey_status stepped = covey_session_step(run->def->replay, &run->error);
        return stepped == COVEY_OK ? take_up(run) : stepped;
    }
    covey_status status =
        ranks != NULL ? ranks->step(ranks->context, run->plan.dt, before, stops, &run->error)
                      : covey_world_step(run->world, run->plan.dt);
    if (status != COVEY_OK && run->error.status == COVEY_OK && ranks != NULL)
        (void)covey_fail(&run->error, status, "another rank failed");
    if (status != COVEY_OK && ranks == NULL)
        run->error = *covey_world_error(run->now);
    if (status == COVEY_ARG && ranks == NULL) // schedules of the scenario that do not go together
        status = run->error.status = COVEY_INPUT;
    return status == COVEY_OK && run->def->replay != NULL ? take_up_all(run) : status;
}

/// Puts the frame of this step if it is due: at regular steps and at the last one. The files of a
/// run that is resumed have the regular frames up to here; a last frame that was not regular has
/// been cut off.
static covey_status put_due(run_state *run, bool starts)
{
    uint64_t step = covey_world_steps(run->now);
    bool in_time = step % run->plan.every == 0, there = starts && run->def->resume != NULL;
    bool due = in_time ? !there : step >= run->plan.steps;
    covey_status status = due ? put_frame(run) : COVEY_OK;
    if (status == COVEY_OK && due && in_time)
        note_bookmarks(run);
    return status;
}

/// What all ranks made of a step: its status, and whether one of them was asked to stop.
static covey_status agree_to_go_on(run_state *run, covey_status status, bool *stopped)
{
    covey_status mine = status == COVEY_OK && *stopped ? COVEY_INTERRUPTED : status;
    covey_status all = agree(run, mine);
    *stopped = *stopped || all == COVEY_INTERRUPTED;
    return all == COVEY_INTERRUPTED ? COVEY_OK : all;
}

static covey_status loop(run_state *run)
{
    const covey_run_engine *ranks = run->def->ranks;
    run->kinds = covey_run_put_kinds(run->outputs, run->outputs_count);
    if (ranks != NULL)
        run->kinds = (unsigned)ranks->tell(ranks->context, run->kinds);
    covey_status status = put_due(run, true);
    bool stopped = watch(run);
    status = agree_to_go_on(run, status, &stopped);
    if (status == COVEY_OK && run->def->checkpoint != NULL)
        status = agree(run, write_checkpoint(run)); // so that a failure shows now, not after hours
    bool last = stopped || covey_world_steps(run->now) >= run->plan.steps;
    bool alone = ranks == NULL, asked = false;
    covey_status mine = status; // of what this rank did since the last step
    while (status == COVEY_OK && !last) {
        stopped = asked;
        status = take_step(run, mine, &stopped);
        bool within = alone && status == COVEY_INTERRUPTED; // the world is as before that step
        if (within) {
            status = COVEY_OK;
            run->error = (covey_error){0};
        }
        uint64_t step = covey_world_steps(run->now);
        mine = status == COVEY_OK && !within ? put_due(run, false) : status;
        asked = within || watch(run);
        stopped = stopped || (alone && asked);
        last = stopped || step >= run->plan.steps;
        bool due = is_due(run, step, last);
        if (status == COVEY_OK && (alone || last || due))
            status = agree(run, mine);
        if (status == COVEY_OK && due)
            status = agree(run, write_checkpoint(run));
    }
    run->agreed = status == COVEY_OK || status == COVEY_DIVERGED;
    if (status == COVEY_OK && stopped && covey_world_steps(run->now) < run->plan.steps)
        status = covey_fail(&run->error, COVEY_INTERRUPTED, "stopped after step %llu",
                            (unsigned long long)covey_world_steps(run->now));
    return status;
}

static void measure(run_state *run)
{
    covey_measure_def def = covey_measure_def_default();
    def.link = run->plan.link;
    def.custom = run->def->custom_measures;
    def.allocator = run->def->engine.allocator;
    int count = covey_world_flocks(run->now);
    covey_status status = covey_world_error(run->now)->status;
    if (status == COVEY_INTERRUPTED) // its state is that of a whole step
        status = COVEY_OK;
    for (int flock = 0; flock < count && status == COVEY_OK; flock++) {
        covey_run_flock *to = &run->result.flocks[flock];
        const char *name = covey_world_name(run->now, flock);
        covey_view view = covey_world_view(run->now, flock);
        memcpy(to->name, name, strlen(name) + 1);
        status = covey_measure_all(&view, &def, to->measures,
                                   run->error.status == COVEY_OK ? &run->error : NULL);
    }
    run->result.flocks_count = status == COVEY_OK ? count : 0;
}

/// Fails unless a replay ends as its session did.
static void check_end(run_state *run)
{
    uint64_t steps, hash;
    if (run->error.status != COVEY_OK || run->def->replay == NULL ||
        !covey_session_end(run->def->replay, &steps, &hash) || hash == run->result.hash)
        return;
    (void)covey_builds_refuse(run->def->replay, run->result.hash, &run->error);
}

static void finish(run_state *run)
{
    const covey_run_engine *ranks = run->def->ranks;
    bool measures = ranks == NULL || ranks->measures || run->plan.measures != NULL;
    if (ranks != NULL && (!run->agreed || (measures && look(run) != COVEY_OK)))
        return;
    if (writes(run) && measures)
        measure(run);
    if (ranks != NULL)
        run->result.agents = ranks->agents(ranks->context);
    run->result.steps = covey_world_steps(run->now);
    run->result.hash = ranks != NULL ? ranks->hash(ranks->context) : covey_world_hash(run->now);
    run->result.stats = covey_world_stats(run->now);
    for (int flock = 0; flock < covey_world_flocks(run->now); flock++) {
        if (ranks == NULL)
            run->result.agents += covey_world_view(run->now, flock).count;
        run->result.entries += covey_world_entries(run->now, flock);
        run->result.caught += covey_world_caught(run->now, flock);
    }
    check_end(run);
}

covey_status covey_run(const covey_run_def *def, covey_run_result *result, covey_error *error)
{
    if (def == NULL)
        return covey_missing(error, __func__);
    run_state run = {.def = def, .memory = covey_memory_init(def->engine.allocator)};
    run.script.memory = &run.memory;
    covey_status status = COVEY_OK;
    if (def->scenario == NULL)
        status = covey_fail(&run.error, COVEY_ARG, "a run needs a scenario");
    else
        run.plan = covey_scenario_plan(def->scenario);
    if (status == COVEY_OK)
        status = covey_paths_check(def, &run.error);
    if (status == COVEY_OK)
        status = print_scenario(&run);
    if (status == COVEY_OK && def->checkpoint != NULL && def->resume == NULL)
        status = check_script(&run);
    status = status == COVEY_OK ? begin(&run) : status;
    status = status == COVEY_OK ? open_outputs(&run) : status;
    if (result != NULL)
        *result = run.result;
    if (agree(&run, status) == COVEY_OK)
        (void)loop(&run);
    close_outputs(&run);
    if (run.now != NULL)
        finish(&run);
    covey_world_destroy(run.world);
    covey_memory_give(&run.memory, run.outputs, run.outputs_room, sizeof *run.outputs);
    covey_memory_give(&run.memory, run.bookmarks, run.outputs_room, sizeof *run.bookmarks);
    covey_text_destroy(&run.script);
    if (result != NULL)
        *result = run.result;
    if (error != NULL)
        *error = run.error;
    return run.error.status;
}
