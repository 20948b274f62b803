// SPDX-License-Identifier: MIT
// covey run: runs a scenario from its first step to its last.
#include "cite.h"
#include "commands.h"
#include "convert.h"
#include "formats/file.h"
#include "paths.h"
#include "progress.h"
#include "scenarios.h"
#include "streams.h"

#include "run/builds.h"
#include "run/engine.h"

#include <covey/run.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    SET,
    STEPS,
    SEED,
    THREADS,
    OUTPUT,
    EVERY,
    MEASURE,
    LINK,
    HASH,
    STATS,
    CHECKPOINT,
    CHECKPOINT_EVERY,
    RESUME,
    REPLAY,
    ALLOW_PATHS,
    PRINT,
    CITE,
    QUIET,
    JSON
};

const option run_options[] = {
    [SET] = {"set", "KEY=VALUE", NULL, "change a value of the scenario; may be repeated", 0, true},
    [STEPS] = {"steps", "N", NULL, "steps to take, those before a resume included", 0, false},
    [SEED] = {"seed", "S", NULL, "seed of all random numbers", 0, false},
    [THREADS] = {"threads", "N", NULL, "threads to use (default: one per processor)", 0, false},
    [OUTPUT] = {"output", "FILE", NULL,
                "write the trajectory; its suffix names the format; may be repeated", 'o', true},
    [EVERY] = {"every", "K", NULL, "write frames and measures every K steps, and of the last", 0,
               false},
    [MEASURE] = {"measure", "FILE", NULL, "write measures as CSV, at the steps of --every", 0,
                 false},
    [LINK] = {"link", "D", NULL, "agents this near are of one cluster (default: the scenario's)", 0,
              false},
    [HASH] = {"hash", NULL, NULL, "print \"STEP HASH\" of the state at every step", 0, false},
    [STATS] = {"stats", NULL, NULL, "write speed, pairs and memory to standard error at the end", 0,
               false},
    [CHECKPOINT] = {"checkpoint", "FILE", NULL, "write a checkpoint at the start and at the end", 0,
                    false},
    [CHECKPOINT_EVERY] = {"checkpoint-every", "K", NULL, "and every K steps", 0, false},
    [RESUME] = {"resume", "FILE", NULL,
                "go on from a checkpoint instead of a scenario, and write it on", 0, false},
    [REPLAY] = {"replay", "FILE", NULL, "run a session of covey view again, to its hash", 0, false},
    [ALLOW_PATHS] = {"allow-paths", NULL, NULL,
                     "let the scenario or checkpoint name files anywhere, over anything", 0, false},
    [PRINT] = {"print", NULL, NULL, "print the scenario in full and do nothing else", 0, false},
    [CITE] = {"cite", NULL, NULL,
              "print how to cite covey, the models and this run, and do nothing else", 0, false},
    [QUIET] = {"quiet", NULL, NULL, "say nothing unless something is wrong", 0, false},
    [JSON] = {"json", NULL, NULL, "print what the run came to as JSON", 0, false},
    {0},
};

const char run_details[] =
    "SCENARIO is the name of a preset (covey list presets) or a YAML file. Of FILE, - is standard\n"
    "output. Interrupted (Ctrl-C), a run ends its step, writes its checkpoint and closes its "
    "files.\n"
    "\n"
    "examples:\n"
    "  covey run torus-2\n"
    "  covey run vicsek-ordered --set noise=2 --steps 500 -o flock.xyz --measure order.csv\n"
    "  covey run torus-5 --checkpoint run.ckpt --checkpoint-every 100\n"
    "  covey run --resume run.ckpt\n"
    "  covey run --replay lesson.session\n";

/// The state of the command.
typedef struct run_state {
    const command *self;
    const options *given;
    covey_scenario *scenario;
    paths named; ///< files that the scenario itself wants written
    covey_checkpoint *resume;
    covey_session *replay;  ///< if not NULL, it owns the scenario
    const char *checkpoint; ///< NULL: none
    uint64_t checkpoint_every;
    int threads;
    covey_kernel_kind kernel;
    progress line;
    bool hashes;
    bool started;         ///< the first step has been watched
    covey_status printed; ///< of writing the hashes
    stream out;
    covey_run_result result;
} run_state;

// ---- The scenario ----

/// Warns of a checkpoint of other results than those of this program.
static void warn_of_results(const run_state *run, const char *path)
{
    char text[COVEY_BUILDS_TEXT];
    if (covey_builds_differ(covey_builds_results(run->resume), text))
        (void)fprintf(stderr,
                      "covey run: warning: %s %s: from here on the run may come to other bits than "
                      "it would have come to\n",
                      path, text);
}

static covey_status open_checkpoint(run_state *run)
{
    const char *path = run->given->value[RESUME];
    bool allows = run->given->value[ALLOW_PATHS] != NULL;
    covey_error error = {0};
    if (covey_run_open_checkpoint(path, run->self->ranks, &run->resume, &error) != COVEY_OK) {
        (void)fprintf(stderr, "covey run: %s%s%s\n", error.status == COVEY_INPUT ? path : "",
                      error.status == COVEY_INPUT ? ": " : "", error.message);
        return error.status;
    }
    covey_status status =
        scenarios_restore(run->self, path, run->resume->scenario, allows, &run->scenario);
    warn_of_results(run, path);
    if (run->given->value[CHECKPOINT_EVERY] == NULL)
        (void)covey_checkpoint_find(run->resume, "checkpoint_every", &run->checkpoint_every);
    uint64_t steps;
    if (status != COVEY_OK || !covey_checkpoint_find(run->resume, "steps", &steps))
        return status;
    char text[32];
    (void)snprintf(text, sizeof text, "%llu", (unsigned long long)steps);
    status = scenarios_set(run->self, run->scenario, path, "steps", text);
    return status == COVEY_ARG ? COVEY_INPUT : status; // the file is wrong, not the command
}

/// Sets the path and interval of checkpoints: a run that resumes another keeps the path and
/// interval of the first unless options change them.
static covey_status set_checkpoint(run_state *run)
{
    const options *given = run->given;
    const char *every = given->value[CHECKPOINT_EVERY];
    whole number = {1, 1000000000, 0};
    run->checkpoint = given->value[CHECKPOINT];
    if (run->checkpoint == NULL)
        run->checkpoint = given->value[RESUME];
    if (run->checkpoint != NULL && strcmp(run->checkpoint, "-") == 0) {
        (void)fprintf(stderr, "covey run: a checkpoint is a file and cannot be standard output\n");
        return COVEY_ARG;
    }
    if (every != NULL && run->checkpoint == NULL) {
        (void)fprintf(stderr, "covey run: --checkpoint-every needs --checkpoint FILE\n");
        return COVEY_ARG;
    }
    if (!options_whole(run->self, "checkpoint-every", every, &number))
        return COVEY_ARG;
    run->checkpoint_every = (uint64_t)number.value;
    return COVEY_OK;
}

static covey_world_def engine_of(const run_state *run)
{
    covey_world_def engine = covey_world_def_default();
    engine.threads = run->threads;
    engine.kernel = run->kernel;
    if (run->self->ranks == NULL) // ranks end a step together
        engine.stop = streams_interrupted;
    return engine;
}

static covey_status open_session(run_state *run)
{
    const char *path = run->given->value[REPLAY];
    covey_error error = {0};
    covey_world_def engine = engine_of(run);
    uint64_t steps, hash;
    char text[32];
    if (covey_run_open_session(path, &engine, run->self->ranks, &run->replay, &error) != COVEY_OK) {
        bool of_text = error.status == COVEY_INPUT && error.line > 0;
        (void)fprintf(stderr, "covey run: %s", of_text ? path : "");
        if (of_text)
            (void)fprintf(stderr, ":%llu: ", (unsigned long long)error.line);
        (void)fprintf(stderr, "%s\n", error.message);
        return error.status;
    }
    run->scenario = covey_session_scenario(run->replay);
    (void)covey_session_end(run->replay, &steps, &hash);
    (void)snprintf(text, sizeof text, "%llu", (unsigned long long)steps);
    return scenarios_set(run->self, run->scenario, path, "steps", text);
}

static covey_status open_scenario(run_state *run)
{
    const options *given = run->given;
    bool resumes = given->value[RESUME] != NULL, replays = given->value[REPLAY] != NULL;
    int sources = resumes + replays + given->operand_count;
    if (sources != 1) {
        (void)fprintf(stderr, "covey run: %s; see covey run --help\n",
                      sources == 0 ? "a scenario is missing"
                      : resumes    ? "the checkpoint has its scenario, none is to be named"
                                   : "the session has its scenario, none is to be named");
        return COVEY_ARG;
    }
    if (replays)
        return open_session(run);
    return resumes ? open_checkpoint(run)
                   : scenarios_open(run->self, given->operands[0],
                                    given->value[ALLOW_PATHS] != NULL, &run->scenario);
}

static covey_status set_outputs(run_state *run)
{
    const char *files[REPEATS_MAX];
    int count = 0;
    for (int k = 0; k < run->given->repeat_count; k++)
        if (run->given->repeat[k].row == OUTPUT)
            files[count++] = run->given->repeat[k].value;
    if (count == 0)
        return COVEY_OK;
    return scenarios_set_strings(run->self, run->scenario, "outputs", files, count);
}

/// Applies an option that stands for a key, if it is given.
static covey_status set_key(run_state *run, int row, const char *key)
{
    const char *value = run->given->value[row];
    if (value == NULL)
        return COVEY_OK;
    char given[256];
    (void)snprintf(given, sizeof given, "--%s %s", run_options[row].name, value);
    return scenarios_set(run->self, run->scenario, given, key, value);
}

static covey_status set_measures(run_state *run)
{
    const options *given = run->given;
    covey_status status = COVEY_OK;
    if (given->value[MEASURE] != NULL)
        status = scenarios_set_strings(run->self, run->scenario, "measures.file",
                                       &given->value[MEASURE], -1);
    if (status != COVEY_OK || given->value[LINK] == NULL)
        return status;
    if (covey_scenario_plan(run->scenario).measures == NULL && given->value[JSON] == NULL) {
        (void)fprintf(stderr, "covey run: --link needs --measure FILE or --json\n");
        return COVEY_ARG;
    }
    return set_key(run, LINK, "measures.link");
}

/// Applies the options to the scenario.
static covey_status change_scenario(run_state *run)
{
    static const struct {
        int row;
        const char *key;
    } keys[] = {{STEPS, "steps"}, {SEED, "seed"}, {EVERY, "every"}};
    const options *given = run->given;
    covey_status status = COVEY_OK;
    for (int k = 0; k < given->repeat_count && status == COVEY_OK; k++)
        if (given->repeat[k].row == SET)
            status = scenarios_assign(run->self, run->scenario, given->repeat[k].value);
    for (size_t k = 0; k < sizeof keys / sizeof *keys && status == COVEY_OK; k++)
        status = set_key(run, keys[k].row, keys[k].key);
    if (status == COVEY_OK)
        status = set_outputs(run);
    if (status == COVEY_OK)
        status = set_measures(run);
    return status;
}

// ---- Files ----

/// Returns the file that the scenario is in; NULL for a preset.
static const char *source_of(const run_state *run)
{
    const options *given = run->given;
    if (given->value[RESUME] != NULL)
        return given->value[RESUME];
    if (given->value[REPLAY] != NULL)
        return given->value[REPLAY];
    return covey_scenario_file(run->scenario, 0);
}

/// True if names of files begin at the working folder, as for a run that is resumed or replayed.
static bool begins_here(const run_state *run)
{
    const options *given = run->given;
    return given->value[RESUME] != NULL || given->value[REPLAY] != NULL ||
           strpbrk(given->operands[0], "/.") == NULL || covey_inside_is_stream(given->operands[0]);
}

/// True for a command that reads the scenario and runs nothing.
static bool only_prints(const run_state *run)
{
    return run->given->value[PRINT] != NULL || run->given->value[CITE] != NULL;
}

/// Fails if the scenario wants to write in places that are not allowed.
static covey_status check_places(const run_state *run)
{
    const options *given = run->given;
    const char *names[REPEATS_MAX + 2];
    int count = 0;
    for (int k = 0; k < given->repeat_count; k++)
        if (given->repeat[k].row == OUTPUT)
            names[count++] = given->repeat[k].value;
    if (given->value[MEASURE] != NULL)
        names[count++] = given->value[MEASURE];
    names[count] = NULL;
    if (given->value[ALLOW_PATHS] != NULL || only_prints(run))
        return COVEY_OK;
    const paths_rule rule = {run->scenario, source_of(run), begins_here(run), names};
    return paths_check(run->self, &run->named, &rule);
}

/// Fails unless each output has a format and standard output has one use.
static covey_status check_files(const run_state *run)
{
    covey_plan plan = covey_scenario_plan(run->scenario);
    int printed = (run->given->value[HASH] != NULL) + (run->given->value[JSON] != NULL);
    const char *format;
    for (size_t k = 0; k < plan.outputs_count; k++) {
        if (!convert_format(run->self, plan.outputs[k], NULL, false, &format))
            return COVEY_ARG;
        printed += strcmp(plan.outputs[k], "-") == 0;
    }
    printed += plan.measures != NULL && strcmp(plan.measures, "-") == 0;
    if (printed <= 1)
        return COVEY_OK;
    (void)fprintf(stderr, "covey run: standard output is for one of -o -, --measure -, --hash "
                          "and --json\n");
    return COVEY_ARG;
}

// ---- Messages ----

static uint64_t agents_of(const covey_scenario *scenario)
{
    uint64_t agents = 0;
    for (int k = 0; k < covey_scenario_flocks(scenario); k++)
        agents += covey_scenario_flock(scenario, k).count;
    return agents;
}

static const char *name_of(const run_state *run)
{
    const options *given = run->given;
    const char *file = given->value[RESUME] != NULL ? given->value[RESUME] : given->value[REPLAY];
    return given->operand_count > 0 ? given->operands[0] : file;
}

static void say_start(run_state *run, uint64_t first)
{
    bool quiet = run->given->value[QUIET] != NULL;
    covey_plan plan = covey_scenario_plan(run->scenario);
    run->started = true;
    if (!quiet && first > 0)
        (void)fprintf(stderr, "covey %s: %s from step %llu on", covey_version(), name_of(run),
                      (unsigned long long)first);
    else if (!quiet)
        (void)fprintf(stderr, "covey %s: %s", covey_version(), name_of(run));
    if (!quiet)
        (void)fprintf(stderr, ": %llu agents, %llu steps, dt %g, seed %llu\n",
                      (unsigned long long)agents_of(run->scenario), (unsigned long long)plan.steps,
                      plan.dt, (unsigned long long)plan.seed);
    run->line = progress_start(!quiet, first, plan.steps, agents_of(run->scenario));
}

/// Warns of steps with which the agents are unstable.
static void say_unstable(const run_state *run)
{
    double dt = covey_scenario_plan(run->scenario).dt, limit = run->result.stable_dt;
    if (limit > 0.0 && dt >= limit)
        (void)fprintf(stderr,
                      "covey run: warning: steps of dt %g are unstable from %.3g on for agents of "
                      "this start: give a shorter dt\n",
                      dt, limit);
}

static bool watch(void *context, const covey_world *world)
{
    run_state *run = context;
    uint64_t step = covey_world_steps(world);
    if (!run->started) {
        say_unstable(run);
        say_start(run, step);
    }
    progress_step(&run->line, step);
    if (run->hashes && run->printed == COVEY_OK) {
        char text[64];
        const covey_run_engine *ranks = run->self->ranks;
        uint64_t hash = ranks != NULL ? ranks->hash(ranks->context) : covey_world_hash(world);
        int size = snprintf(text, sizeof text, "%llu %016llx\n", (unsigned long long)step,
                            (unsigned long long)hash);
        covey_sink sink = stream_sink(&run->out);
        run->printed = sink.write(sink.context, text, (size_t)size);
    }
    return run->printed != COVEY_OK || streams_interrupted(NULL);
}

static void say_stats(const run_state *run, const covey_run_result *result, double seconds)
{
    stats_print(&result->stats, run->threads, seconds);
    if (covey_scenario_plan(run->scenario).dense == COVEY_DENSE_PAIRS)
        stats_advise(&result->stats);
}

static void say_end(const run_state *run, const covey_run_result *result, double seconds)
{
    covey_plan plan = covey_scenario_plan(run->scenario);
    uint64_t taken = result->stats.steps;
    (void)fprintf(stderr, "%llu step%s in %.2f s", (unsigned long long)taken, taken == 1 ? "" : "s",
                  seconds);
    if (plan.outputs_count > 0 || plan.measures != NULL)
        (void)fprintf(stderr, ", %llu frame%s", (unsigned long long)result->frames,
                      result->frames == 1 ? "" : "s");
    if (result->entries > 0)
        (void)fprintf(stderr, ", %llu entries into obstacles", (unsigned long long)result->entries);
    if (result->caught > 0)
        (void)fprintf(stderr, ", %llu caught", (unsigned long long)result->caught);
    (void)fprintf(stderr, ", hash %016llx\n", (unsigned long long)result->hash);
    for (int k = 0; k < result->flocks_count && plan.measures != NULL; k++) {
        const double *values = result->flocks[k].measures;
        double clusters = values[covey_measure_find("clusters")];
        if (clusters == 0.0) // no agents
            continue;
        (void)fprintf(stderr, "%s: polarization %.3f, milling %.3f, %.0f cluster%s\n",
                      result->flocks[k].name, values[covey_measure_find("polarization")],
                      values[covey_measure_find("milling")], clusters, clusters == 1.0 ? "" : "s");
    }
}

/// True if a run that resumes from the checkpoint may write without --allow-paths.
static bool resumes_freely(const run_state *run)
{
    paths all;
    bool freely = paths_take(run->self, run->scenario, &all) == COVEY_OK &&
                  paths_are_inside(&all, run->checkpoint, true);
    paths_free(&all);
    return freely;
}

/// Reports why a run ended early. A definition that the world refuses is a mistake in the text of
/// the scenario; the failure of a resumed run can be that of other files, which the message names.
static void say_why(const run_state *run, const covey_error *error)
{
    bool of_text = error->status == COVEY_INPUT && run->resume == NULL;
    if (of_text && error->line > 0) {
        (void)fprintf(stderr, "%s:%llu:%llu: %s\n", name_of(run), (unsigned long long)error->line,
                      (unsigned long long)error->column, error->message);
        return;
    }
    if (of_text) {
        (void)fprintf(stderr, "covey run: %s: %s\n", name_of(run), error->message);
        return;
    }
    bool goes_on = error->status == COVEY_INTERRUPTED && run->checkpoint != NULL;
    (void)fprintf(stderr, "covey run: %s%s%s%s\n", error->message,
                  goes_on ? "; go on with: covey run --resume " : "",
                  goes_on ? run->checkpoint : "",
                  goes_on && !resumes_freely(run) ? " --allow-paths" : "");
}

static void print_json(const run_state *run, const covey_run_result *result, covey_status status,
                       double seconds)
{
    run_json_print(&(run_json){
        .name = name_of(run),
        .plan = covey_scenario_plan(run->scenario),
        .result = result,
        .status = status,
        .seconds = seconds,
    });
}

// ---- The run ----

static covey_status run_scenario(run_state *run)
{
    const options *given = run->given;
    covey_run_def def = covey_run_def_default();
    def.scenario = run->scenario;
    def.engine = engine_of(run);
    def.checkpoint = run->checkpoint;
    def.checkpoint_every = run->checkpoint_every;
    def.resume = run->resume;
    def.resume_path = given->value[RESUME];
    def.replay = run->replay;
    def.ranks = run->self->ranks;
    def.watch = watch;
    def.stop = run->self->ranks == NULL ? streams_interrupted : NULL; // ranks agree between steps
    def.context = run;
    covey_error error = {0};
    covey_status status = covey_run(&def, &run->result, &error);
    double seconds = run->started ? progress_now() - run->line.started : 0.0;
    progress_end(&run->line);
    if (run->printed == COVEY_INTERRUPTED && status == COVEY_OK)
        status = covey_fail(&error, COVEY_INTERRUPTED,
                            "stopped: the reader of standard output takes nothing");
    if (run->printed != COVEY_OK && run->printed != COVEY_INTERRUPTED) {
        error.status = status = run->printed;
        (void)snprintf(error.message, sizeof error.message, "writing hashes failed: %s",
                       strerror(run->out.error));
    }
    bool went = status == COVEY_OK || status == COVEY_INTERRUPTED || status == COVEY_DIVERGED;
    if (went && run->started && given->value[QUIET] == NULL)
        say_end(run, &run->result, seconds);
    if (went && run->started && given->value[STATS] != NULL)
        say_stats(run, &run->result, seconds);
    if (status != COVEY_OK && status != COVEY_CLOSED)
        say_why(run, &error);
    if (given->value[JSON] != NULL)
        print_json(run, &run->result, status, seconds);
    return status;
}

/// Fails for options that would change a run that is resumed or replayed.
static covey_status check_fixed(const run_state *run, int row, const int *fixed, size_t count)
{
    const options *given = run->given;
    for (size_t k = 0; k < count && given->value[row] != NULL; k++)
        if (given->value[fixed[k]] != NULL) {
            (void)fprintf(stderr, "covey run: --%s goes on as the run began, without --%s\n",
                          run_options[row].name, run_options[fixed[k]].name);
            return COVEY_ARG;
        }
    return COVEY_OK;
}

static covey_status check(const run_state *run)
{
    static const int resumed[] = {SET, SEED, EVERY, OUTPUT, MEASURE, LINK};
    static const int replayed[] = {SET, SEED, STEPS, CHECKPOINT, RESUME};
    covey_status status = check_fixed(run, RESUME, resumed, sizeof resumed / sizeof *resumed);
    return status != COVEY_OK
               ? status
               : check_fixed(run, REPLAY, replayed, sizeof replayed / sizeof *replayed);
}

static covey_status print_scenario(const run_state *run)
{
    stream out = {1, 0};
    covey_status status = covey_scenario_print(run->scenario, stream_sink(&out));
    if (status != COVEY_OK && status != COVEY_CLOSED)
        (void)fprintf(stderr, "covey run: writing standard output failed: %s\n",
                      strerror(out.error));
    return status;
}

int run_run(const command *self, const options *given)
{
    run_state run = {.self = self, .given = given, .hashes = given->value[HASH] != NULL};
    run.out = (stream){1, 0};
    whole threads = {1, COVEY_MAX_THREADS, self->ranks != NULL ? 1 : options_processors()};
    if (!options_whole(self, "threads", given->value[THREADS], &threads))
        return EXIT_USAGE;
    if (!options_kernel(self, &run.kernel))
        return EXIT_USAGE;
    run.threads = (int)threads.value;
    covey_status status = check(&run);
    if (status == COVEY_OK)
        status = set_checkpoint(&run);
    if (status == COVEY_OK)
        status = open_scenario(&run);
    if (status == COVEY_OK)
        status = paths_take(self, run.scenario, &run.named);
    if (status == COVEY_OK)
        status = change_scenario(&run);
    if (status == COVEY_OK)
        status = check_files(&run);
    if (status == COVEY_OK)
        status = check_places(&run);
    streams_catch_interrupts();
    if (status == COVEY_OK && given->value[PRINT] != NULL)
        status = print_scenario(&run);
    else if (status == COVEY_OK && given->value[CITE] != NULL)
        cite_print(self, given, run.scenario);
    else if (status == COVEY_OK)
        status = run_scenario(&run);
    paths_free(&run.named);
    covey_checkpoint_destroy(run.resume);
    if (run.replay == NULL)
        covey_scenario_destroy(run.scenario);
    covey_session_destroy(run.replay);
    return covey_status_exit(status);
}
