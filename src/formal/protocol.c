// SPDX-License-Identifier: MIT
// The formal protocol: r_c r_s F_Smax r_a K_c K_s K_a N, then N agents x y vx vy, then time steps
// until the input ends; after each time step one frame, agents in the order of the input.
// Source: "Flocking agents behavior formal assignment", InfiniBrains, sections Input and Output.
#include "base/misuse.h"
#include "core/world.h"
#include "formal/case.h"
#include "formal/dialect.h"
#include "formal/frames.h"
#include "formal/summed.h"
#include "formal/trace.h"
#include "models/formal.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

/// A run of the protocol from its first byte to its last.
typedef struct session {
    const covey_formal_def *def;
    covey_memory memory;
    covey_error *error;
    covey_reader reader;
    covey_writer out, hashes, trace;
    covey_case input; ///< its values are dropped once the world has them
    covey_world *world;
    covey_frames frames;
    covey_id *neighbors; ///< scratch of the trace
    covey_variant variant;
    covey_summed sum; ///< in place of the world, where the dialect is a sum
} session;

covey_formal_def covey_formal_def_default(void)
{
    return (covey_formal_def){.dialect = "text", .format = COVEY_FORMAL_FIXED, .threads = 1};
}

const char *covey_formal_dialect(int index)
{
    return covey_model_formal_dialect(index);
}

const char *covey_formal_rules(int index)
{
    return covey_model_formal_rules(index);
}

// ---- Reading ----

/// Of two statuses the one to report: that the reader of the output left yields to a real failure.
static covey_status worse(covey_status a, covey_status b)
{
    return a == COVEY_OK || (a == COVEY_CLOSED && b != COVEY_OK) ? b : a;
}

/// How writing stands. Only the reader of the frames may leave unremarked; hashes and trace were
/// asked for.
static covey_status written(const session *run)
{
    covey_status side = worse(run->hashes.status, run->trace.status);
    return worse(run->out.status, side == COVEY_CLOSED ? COVEY_IO : side);
}

/// Flushes every writer, even if others fail.
static covey_status flush_all(void *context)
{
    session *run = context;
    covey_writer_flush(&run->out);
    covey_writer_flush(&run->hashes);
    covey_writer_flush(&run->trace);
    return written(run);
}

// ---- World ----

static covey_status make_world(session *run)
{
    covey_world_def def = covey_world_def_default();
    def.threads = run->def->threads;
    def.kernel = run->def->kernel;
    def.allocator = run->def->allocator;
    covey_flock_def agents = covey_flock_def_default();
    agents.model = "formal";
    agents.settings = run->input.settings;
    agents.settings_count = COVEY_CASE_SETTINGS;
    agents.count = (size_t)run->input.agents;
    for (int axis = 0; axis < COVEY_PLANE && agents.count > 0; axis++) {
        agents.pos[axis] = run->input.values[axis];
        agents.vel[axis] = run->input.values[COVEY_PLANE + axis];
    }
    covey_status status = covey_world_create(&def, &run->world, run->error);
    int flock;
    if (status == COVEY_OK)
        status = covey_world_add(run->world, &agents, &flock, run->error);
    covey_case_drop(&run->input);
    if (status != COVEY_OK)
        return status;
    bool traced = covey_writer_is_open(&run->trace);
    run->frames.print = run->def->format == COVEY_FORMAL_HEX ? covey_print_hex : covey_print_fixed3;
    status = covey_frames_create(&run->memory, agents.count, &run->frames);
    if (traced)
        run->neighbors = covey_memory_take(&run->memory, agents.count, sizeof *run->neighbors);
    if (status != COVEY_OK || (traced && run->neighbors == NULL))
        return covey_fail(run->error, COVEY_MEMORY, "no memory for %zu agents", agents.count);
    return COVEY_OK;
}

// ---- Writing ----

static void write_trace(session *run, double dt)
{
    if (!covey_writer_is_open(&run->trace))
        return;
    if (covey_world_steps(run->world) == 0 && run->def->trace_format == COVEY_FORMAL_CSV)
        covey_trace_head(&run->trace);
    covey_world_sort(run->world); // the next step checks that all threads round right
    covey_frames_find(&run->frames, run->world);
    covey_trace trace = {&run->trace, run->def, run->world, run->frames.where, run->neighbors};
    covey_trace_step(&trace, dt);
}

static void write_hash(session *run)
{
    if (!covey_writer_is_open(&run->hashes))
        return;
    char text[48];
    (void)snprintf(text, sizeof text, "%" PRIu64 " %016" PRIx64 "\n", covey_world_steps(run->world),
                   covey_world_hash(run->world));
    covey_writer_text(&run->hashes, text);
}

// ---- The run ----

/// Says in the words of the protocol why a step failed.
static covey_status fail_step(session *run, covey_status status)
{
    const covey_error *error = covey_world_error(run->world);
    if (status != COVEY_DIVERGED)
        return covey_fail(run->error, status, "%s", error->message);
    covey_fail(run->error, status,
               "step %" PRIu64 ": agent %" PRIu64 " of %" PRIu64
               " left the range of finite numbers",
               error->step, error->id + 1, run->input.agents);
    if (run->error != NULL) {
        run->error->step = error->step;
        run->error->id = error->id;
    }
    return status;
}

static covey_status step(session *run, double dt)
{
    write_trace(run, dt);
    covey_status status = covey_world_step(run->world, dt);
    if (status != COVEY_OK)
        return fail_step(run, status);
    covey_frames_put(&run->frames, run->world, &run->out);
    if (!covey_parallel_rounds_right(&run->world->workers))
        return covey_fail(run->error, COVEY_SYSTEM, COVEY_WRONG_ROUNDING);
    write_hash(run);
    if (run->def->stop != NULL && run->def->stop(run->def->stop_context))
        return covey_fail(run->error, COVEY_INTERRUPTED, "stopped after step %" PRIu64,
                          covey_world_steps(run->world));
    return written(run);
}

/// Refuses an agent or step of the trace beyond those of the input.
static covey_status refuse(session *run, const char *thing, uint64_t wanted, uint64_t count)
{
    if (!covey_writer_is_open(&run->trace) || wanted <= count)
        return COVEY_OK;
    return covey_fail(run->error, COVEY_ARG,
                      "%s %" PRIu64 " cannot be traced: the input has %" PRIu64 " %s%s", thing,
                      wanted, count, thing, count == 1 ? "" : "s");
}

// ---- Sums of differences ----

static covey_status fail_sum(session *run, covey_status status, uint64_t agent)
{
    if (status != COVEY_DIVERGED)
        return status;
    return covey_fail(run->error, status,
                      "step %" PRIu64 ": agent %" PRIu64 " of %" PRIu64
                      " left the range of finite numbers",
                      run->sum.steps, agent + 1, run->input.agents);
}

/// Does the steps until the input ends.
static covey_status run_steps(session *run)
{
    covey_status status = COVEY_OK;
    uint64_t agent = 0;
    while (status == COVEY_OK) {
        double dt;
        bool ended;
        status = covey_case_step(&run->input, &dt, &ended);
        if (status == COVEY_OK && ended)
            return fail_sum(run, covey_summed_end(&run->sum, &run->out, &agent), agent);
        if (status == COVEY_OK)
            status = fail_sum(run, covey_summed_step(&run->sum, dt, &run->out, &agent), agent);
        if (status == COVEY_OK && run->def->stop != NULL && run->def->stop(run->def->stop_context))
            status = covey_fail(run->error, COVEY_INTERRUPTED, "stopped after step %" PRIu64,
                                run->sum.steps);
        status = status == COVEY_OK ? written(run) : status;
    }
    return status;
}

static covey_status run_sum(session *run)
{
    if (covey_writer_is_open(&run->trace) || covey_writer_is_open(&run->hashes))
        return covey_fail(run->error, COVEY_ARG,
                          "%s are of the dialects text, suite2023 and unit, not of a sum of "
                          "differences",
                          covey_writer_is_open(&run->trace) ? "traces" : "hashes");
    covey_status status =
        covey_case_read(&run->input, covey_model_formal_dialect(run->variant.dialect));
    if (status != COVEY_OK)
        return status;
    run->sum.format = run->def->format;
    status = covey_summed_create(&run->memory, &run->input, run->variant, &run->sum);
    covey_case_drop(&run->input);
    if (status != COVEY_OK)
        return covey_fail(run->error, status, "no memory for %" PRIu64 " agents",
                          run->input.agents);
    covey_summed_begin(&run->sum, &run->out);
    return run_steps(run);
}

// ---- All ----

static covey_status run_session(session *run)
{
    if (run->variant.mistakes != 0)
        return run_sum(run);
    covey_status status = covey_case_read(&run->input, run->def->dialect);
    if (status == COVEY_OK)
        status = refuse(run, "agent", run->def->trace_agent, run->input.agents);
    if (status == COVEY_OK)
        status = make_world(run);
    while (status == COVEY_OK) {
        double dt;
        bool ended;
        status = covey_case_step(&run->input, &dt, &ended);
        if (status == COVEY_OK && ended)
            return refuse(run, "step", run->def->trace_step, covey_world_steps(run->world));
        if (status == COVEY_OK)
            status = step(run, dt);
    }
    return status;
}

static covey_status open_session(session *run)
{
    const covey_formal_def *def = run->def;
    covey_memory *memory = &run->memory;
    run->input = (covey_case){
        .memory = memory, .reader = &run->reader, .logger = def->logger, .error = run->error};
    if (covey_reader_create(memory, def->in, flush_all, run, &run->reader) == COVEY_OK &&
        covey_writer_create(memory, def->out, &run->out) == COVEY_OK &&
        covey_writer_create(memory, def->hashes, &run->hashes) == COVEY_OK &&
        covey_writer_create(memory, def->trace, &run->trace) == COVEY_OK)
        return COVEY_OK;
    return covey_fail(run->error, COVEY_MEMORY, "no memory for input and output");
}

static void close_session(session *run, covey_stats *stats)
{
    if (stats != NULL) {
        *stats = run->world != NULL ? covey_world_stats(run->world) : (covey_stats){0};
        stats->bytes += run->memory.bytes;
        stats->agent_bytes +=
            run->frames.where != NULL ? run->input.agents * sizeof *run->frames.where : 0;
    }
    covey_world_destroy(run->world);
    covey_summed_destroy(&run->memory, &run->sum);
    covey_case_drop(&run->input);
    covey_frames_destroy(&run->memory, &run->frames);
    covey_memory_give(&run->memory, run->neighbors, (size_t)run->input.agents,
                      sizeof *run->neighbors);
    covey_writer_destroy(&run->memory, &run->trace);
    covey_writer_destroy(&run->memory, &run->hashes);
    covey_writer_destroy(&run->memory, &run->out);
    covey_reader_destroy(&run->memory, &run->reader);
}

covey_status covey_formal_run(const covey_formal_def *def, covey_stats *stats, covey_error *error)
{
    COVEY_ROUND();
    if (def == NULL)
        return covey_missing(error, __func__);
    if (stats != NULL)
        *stats = (covey_stats){0};
    if (def->in.read == NULL || def->out.write == NULL)
        return covey_fail(error, COVEY_ARG, "a formal run needs an input and an output");
    if (def->dialect == NULL)
        return covey_fail(error, COVEY_ARG, "there is no dialect called (NULL)");
    session run = {.def = def, .memory = covey_memory_init(def->allocator), .error = error};
    covey_status status = covey_dialect_parse(def->dialect, &run.variant, NULL, error);
    if (status != COVEY_OK)
        return status;
    status = open_session(&run);
    if (status == COVEY_OK)
        status = run_session(&run);
    // However the run ended, the frames before it go out; a failure to write is the worse news.
    covey_status flushed = flush_all(&run);
    bool yields = flushed == COVEY_CLOSED && status != COVEY_OK && status != COVEY_CLOSED;
    if (flushed != COVEY_OK && !yields)
        status = covey_fail(error, flushed, "%s",
                            flushed == COVEY_MEMORY        ? covey_status_text(flushed)
                            : flushed == COVEY_INTERRUPTED ? "stopped: the reader takes nothing"
                                                           : "writing failed");
    close_session(&run, stats);
    return status;
}
