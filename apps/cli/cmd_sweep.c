// SPDX-License-Identifier: MIT
// covey sweep: many runs of a scenario, by all values of some keys and by seeds, into one database.
#include "command.h"
#include "commands.h"
#include "convert.h"
#include "plot_sweep.h"
#include "progress.h"
#include "scenarios.h"
#include "streams.h"

#include "sweep/sweep.h"

#include <covey/measure.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    VARY,
    WITH,
    SEEDS,
    DESIGN,
    SET,
    STEPS,
    DISCARD,
    EVERY,
    MEASURES,
    KEEP,
    UNTIL,
    GROW,
    PART,
    THREADS,
    OUTPUT,
    TABLE,
    CSV,
    ALLOW_PATHS,
    QUIET
};

const option sweep_options[] = {
    [VARY] = {"vary", "KEY=VALUES", NULL,
              "values of a key: low:high:step, a,b,c or both; may be repeated", 0, true},
    [WITH] = {"with", "KEY=VALUES:KEY=VALUES", NULL,
              "values that go together: count=40,100:space.width=3.1,5; may be repeated", 0, true},
    [SEEDS] = {"seeds", "LIST", NULL, "seeds: first:last, a,b,c or both (default 1)", 0, false},
    [DESIGN] = {"design", "DESIGN", NULL, "grid (default), latin:N or random:N points", 0, false},
    [SET] = {"set", "KEY=VALUE", NULL, "change a value of the scenario; may be repeated", 0, true},
    [STEPS] = {"steps", "N", NULL, "steps of a run", 0, false},
    [DISCARD] = {"discard", "N", NULL, "steps left out at the beginning, or auto (default)", 0,
                 false},
    [EVERY] = {"every", "K", NULL, "measure every K steps (default: the scenario's)", 0, false},
    [MEASURES] = {"measures", "LIST", NULL, "measures to take, with commas between (default: all)",
                  0, false},
    [KEEP] = {"keep", "WHAT", NULL,
              "besides statistics: series, profiles, agents, trajectory, with commas between", 0,
              false},
    [UNTIL] = {"until", "CONDITION", NULL,
               "end a run once a measure is so: 'extent < 5', or FLOCK.MEASURE", 0, false},
    [GROW] = {"grow", NULL, NULL, "add the seeds and values that the file lacks", 0, false},
    [PART] = {"part", "K/N", NULL, "only the runs of part K of N, for jobs elsewhere", 0, false},
    [THREADS] = {"threads", "N", NULL, "runs at a time (default: one per processor)", 0, false},
    [OUTPUT] = {"output", "FILE", NULL, "the database", 'o', false},
    [TABLE] = {"table", "TABLE", "runs|statistics|series|profiles|agents|trajectory",
               "show --csv: of these rows", 0, false},
    [CSV] = {"csv", "FILE", NULL, "show: write a table as CSV instead", 0, false},
    [ALLOW_PATHS] = {"allow-paths", NULL, NULL, "let the scenario read files anywhere", 0, false},
    [QUIET] = {"quiet", NULL, NULL, "say nothing unless something is wrong", 0, false},
    {0},
};

const char sweep_details[] =
    "covey sweep SCENARIO --vary KEY=VALUES... -o FILE runs a scenario with all values and seeds;\n"
    "a scenario may bring its plan along, in a section called sweep.\n"
    "Stopped or killed, the same command goes on; several at a time share the runs.\n"
    "With --grow and more seeds or values, a file gets the runs that it lacks.\n"
    "covey sweep show FILE shows what is in it; covey sweep merge -o FILE PART... joins parts.\n"
    "\n"
    "examples:\n"
    "  covey sweep vicsek-ordered --vary noise=0:6:0.5 --seeds 1:10 --discard 500 -o noise.db\n"
    "  covey sweep show noise.db --measures polarization\n"
    "  covey sweep show noise.db --csv runs.csv\n"
    "  covey stats noise.db --measures polarization\n"
    "  covey plot noise.db --x noise --y polarization -o noise.png\n";

typedef struct sweeping {
    const command *self;
    const options *given;
    covey_sweep_plan plan;
    covey_sweep_store *store;
    progress line;
    bool started;
    double begun;
    uint64_t first, done, total;
    int threads;
    covey_kernel_kind kernel;
    char folder[4096];
    char until[256];
} sweeping;

static covey_status say(const sweeping *job, const covey_error *error)
{
    (void)fprintf(stderr, "covey %s: %s\n", job->self->name, error->message);
    return error->status;
}

static covey_status wrong(const char *text)
{
    (void)fprintf(stderr, "covey sweep: %s\n", text);
    return COVEY_ARG;
}

// ---- The plan ----

static covey_status take_discard(sweeping *job, const char *text)
{
    whole steps = {0, 1000000000, 0};
    job->plan.discard = COVEY_SWEEP_AUTO;
    if (text == NULL || strcmp(text, "auto") == 0)
        return COVEY_OK;
    if (!options_whole(job->self, "discard", text, &steps))
        return COVEY_ARG;
    job->plan.discard = (uint64_t)steps.value;
    return COVEY_OK;
}

static covey_status no_measure(const char *name)
{
    suggestion nearest = {.wrong = name};
    char text[SUGGESTION_SIZE];
    const covey_measure *measure;
    for (int k = 0; (measure = covey_measure_at(k)) != NULL; k++)
        suggestion_offer(&nearest, measure->name);
    (void)fprintf(stderr, "covey sweep: there is no measure \"%s\"%s; see covey list measures\n",
                  name, suggestion_text(&nearest, text));
    return COVEY_ARG;
}

static covey_status take_measures(sweeping *job, const char *list)
{
    char name[64];
    if (list == NULL || strcmp(list, "all") == 0)
        return COVEY_OK;
    job->plan.measures = 0;
    while (*list != '\0') {
        size_t size = strcspn(list, ",");
        (void)snprintf(name, sizeof name, "%.*s", (int)(size < 60 ? size : 60), list);
        int index = covey_measure_find(name);
        if (index < 0)
            return no_measure(name);
        job->plan.measures |= UINT64_C(1) << index;
        list += size + (list[size] == ',');
    }
    return job->plan.measures != 0 ? COVEY_OK : wrong("--measures names none");
}

/// Reads "3/50".
static covey_status take_part(sweeping *job)
{
    const char *text = job->given->value[PART];
    char *end;
    if (text == NULL)
        return COVEY_OK;
    long part = strtol(text, &end, 10), parts = 0;
    bool good = end != text && *end == '/';
    if (good) {
        text = end + 1;
        parts = strtol(text, &end, 10);
        good = end != text && *end == '\0';
    }
    if (!good || part < 1 || part > parts || parts > COVEY_SWEEP_RUNS)
        return wrong("--part is K/N, from 1/N to N/N");
    job->plan.part = (uint64_t)part;
    job->plan.parts = (uint64_t)parts;
    return COVEY_OK;
}

/// The folder where files are that the scenario names: that of its file.
static const char *folder_of(sweeping *job)
{
    const char *path = job->given->operands[0], *slash = strrchr(path, '/');
    size_t size = slash != NULL ? (size_t)(slash - path) : 0;
    (void)snprintf(job->folder, sizeof job->folder, "%.*s",
                   size < sizeof job->folder ? (int)size : 0, path);
    return slash == NULL ? "." : slash == path ? "/" : job->folder;
}

static covey_status change_scenario(sweeping *job, covey_scenario *scenario)
{
    const options *given = job->given;
    covey_status status = COVEY_OK;
    char text[128];
    for (int k = 0; k < given->repeat_count && status == COVEY_OK; k++)
        if (given->repeat[k].row == SET)
            status = scenarios_assign(job->self, scenario, given->repeat[k].value);
    const struct {
        int row;
        const char *key;
    } keys[] = {{STEPS, "steps"}, {EVERY, "every"}};
    for (int k = 0; k < 2 && status == COVEY_OK; k++) {
        const char *value = given->value[keys[k].row];
        if (value == NULL)
            continue;
        (void)snprintf(text, sizeof text, "--%s %.80s", keys[k].key, value);
        status = scenarios_set(job->self, scenario, text, keys[k].key, value);
    }
    // files that it wants written are of single runs, and the plan is taken
    if (status == COVEY_OK)
        status = scenarios_set(job->self, scenario, "outputs", "outputs", "[]");
    if (status == COVEY_OK)
        status = scenarios_set(job->self, scenario, "sweep", "sweep", "{}");
    return status;
}

static covey_status check_discard(const sweeping *job, const covey_scenario *scenario)
{
    covey_plan plan = covey_scenario_plan(scenario);
    if (job->plan.discard == COVEY_SWEEP_AUTO || job->plan.discard < plan.steps)
        return COVEY_OK;
    (void)fprintf(stderr, "covey sweep: --discard %llu leaves nothing of %llu steps\n",
                  (unsigned long long)job->plan.discard, (unsigned long long)plan.steps);
    return COVEY_ARG;
}

/// Takes the values that vary: from the options if there are any, else from the scenario.
static covey_status take_vary(sweeping *job, const covey_sweep_words *own)
{
    const options *given = job->given;
    covey_error error = {0};
    covey_status status = COVEY_OK;
    bool has_own = true;
    for (int k = 0; k < given->repeat_count && status == COVEY_OK; k++) {
        int row = given->repeat[k].row;
        has_own = has_own && row != VARY && row != WITH;
        if (row == VARY)
            status = covey_sweep_plan_vary(&job->plan, given->repeat[k].value, &error);
        else if (row == WITH)
            status = covey_sweep_plan_with(&job->plan, given->repeat[k].value, &error);
    }
    for (size_t k = 0; k < own->vary_count && has_own && status == COVEY_OK; k++)
        status = covey_sweep_plan_vary(&job->plan, own->vary[k], &error);
    for (size_t k = 0; k < own->with_count && has_own && status == COVEY_OK; k++)
        status = covey_sweep_plan_with(&job->plan, own->with[k], &error);
    return status == COVEY_OK ? COVEY_OK : say(job, &error);
}

/// An option, else what the scenario has for it, else its initial value.
static const char *word_of(const sweeping *job, int row, const char *own, const char *initial)
{
    const char *given = job->given->value[row];
    return given != NULL ? given : own != NULL ? own : initial;
}

/// Takes the words of the options and of the scenario's section `sweep`.
static covey_status take_words(sweeping *job, const covey_scenario *scenario)
{
    const covey_sweep_words own = covey_scenario_sweep(scenario);
    covey_sweep_plan *plan = &job->plan;
    covey_error error = {0};
    if (covey_sweep_plan_design(plan, word_of(job, DESIGN, own.design, "grid"), &error) != COVEY_OK)
        return say(job, &error);
    covey_status status = take_vary(job, &own);
    if (status == COVEY_OK &&
        covey_sweep_plan_seeds(plan, word_of(job, SEEDS, own.seeds, "1"), &error) != COVEY_OK)
        status = say(job, &error);
    if (status == COVEY_OK)
        status = take_discard(job, word_of(job, DISCARD, own.discard, "auto"));
    if (status == COVEY_OK)
        status = take_measures(job, word_of(job, MEASURES, own.measures, "all"));
    if (status == COVEY_OK &&
        covey_sweep_plan_keep(plan, word_of(job, KEEP, own.keep, "summary"), &error) != COVEY_OK)
        status = say(job, &error);
    (void)snprintf(job->until, sizeof job->until, "%s", word_of(job, UNTIL, own.until, ""));
    return status == COVEY_OK ? take_part(job) : status;
}

static covey_status take_plan(sweeping *job)
{
    const options *given = job->given;
    covey_error error = {0};
    covey_scenario *scenario = NULL;
    job->plan.anywhere = given->value[ALLOW_PATHS] != NULL;
    job->plan.folder = folder_of(job);
    covey_status status =
        scenarios_open(job->self, given->operands[0], job->plan.anywhere, &scenario);
    if (status == COVEY_OK)
        status = take_words(job, scenario);
    if (status == COVEY_OK)
        status = change_scenario(job, scenario);
    if (status == COVEY_OK)
        status = check_discard(job, scenario);
    if (status == COVEY_OK) {
        job->plan.every = covey_scenario_plan(scenario).every;
        if (covey_sweep_plan_try(&job->plan, scenario, &error) != COVEY_OK ||
            (job->until[0] != '\0' &&
             covey_sweep_plan_until(&job->plan, job->until, &error) != COVEY_OK))
            status = say(job, &error);
    }
    covey_scenario_destroy(scenario);
    return status;
}

// ---- Running ----

static void watch(void *context, uint64_t done, uint64_t total)
{
    sweeping *job = context;
    bool quiet = job->given->value[QUIET] != NULL;
    if (!job->started) {
        job->started = true;
        job->begun = progress_now();
        job->first = done;
        if (!quiet)
            (void)fprintf(stderr, "covey %s: %s: %llu run%s, %llu done before, %d at a time\n",
                          covey_version(), job->given->operands[0], (unsigned long long)total,
                          total == 1 ? "" : "s", (unsigned long long)done, job->threads);
        job->line = progress_start(!quiet, done, total, 1);
        job->line.noun = "run";
    }
    job->done = done;
    job->total = total;
    progress_step(&job->line, done);
}

static bool stop(void *unused)
{
    return streams_interrupted(unused);
}

/// Reports runs without result; returns the status that stands for them.
static covey_status say_failures(sweeping *job)
{
    static const struct {
        covey_sweep_outcome outcome;
        covey_status status;
        const char *words;
    } kinds[] = {{COVEY_SWEEP_DIVERGED, COVEY_DIVERGED, "diverged"},
                 {COVEY_SWEEP_REFUSED, COVEY_INPUT, "refused its values"}};
    covey_status worst = COVEY_OK;
    for (int k = 0; k < 2; k++) {
        covey_error error = {0};
        uint64_t count = 0;
        if (covey_sweep_store_count(job->store, kinds[k].outcome, &count, &error) != COVEY_OK)
            return say(job, &error);
        if (count == 0)
            continue;
        (void)fprintf(stderr, "covey sweep: %llu run%s %s; column message of the runs says why\n",
                      (unsigned long long)count, count == 1 ? "" : "s", kinds[k].words);
        worst = kinds[k].status;
    }
    return worst;
}

/// Warns of runs in the file of other results than those of this program.
static covey_status warn_of_results(sweeping *job)
{
    covey_error error = {0};
    uint64_t count = 0;
    if (covey_sweep_store_strange(job->store, &count, &error) != COVEY_OK)
        return say(job, &error);
    if (count > 0)
        (void)fprintf(stderr,
                      "covey sweep: warning: %llu run%s in %s %s not of results %d, as those of "
                      "this covey are; column version of the runs has theirs\n",
                      (unsigned long long)count, count == 1 ? "" : "s", job->given->value[OUTPUT],
                      count == 1 ? "is" : "are", covey_results_epoch());
    return COVEY_OK;
}

static void say_end(const sweeping *job)
{
    double seconds = progress_now() - job->begun;
    (void)fprintf(stderr, "%llu runs in %s, %llu of them now, in %.1f s\n",
                  (unsigned long long)job->total, job->given->value[OUTPUT],
                  (unsigned long long)(job->total - job->first), seconds);
}

static covey_status go(sweeping *job)
{
    covey_sweep_def def = {.plan = &job->plan,
                           .store = job->store,
                           .threads = job->threads,
                           .kernel = job->kernel,
                           .stop = stop,
                           .watch = watch,
                           .context = job};
    covey_error error = {0};
    covey_status status = covey_sweep_go(&def, &error);
    progress_end(&job->line);
    if (status == COVEY_OK && job->given->value[QUIET] == NULL && job->started)
        say_end(job);
    if (status == COVEY_OK)
        return say_failures(job);
    (void)fprintf(stderr,
                  "covey sweep: %s; %llu of %llu runs are in %s, the same command goes on\n",
                  error.message, (unsigned long long)job->done, (unsigned long long)job->total,
                  job->given->value[OUTPUT]);
    return status;
}

// ---- The command ----

static bool take_output(const sweeping *job, const char **path)
{
    *path = job->given->value[OUTPUT];
    if (*path == NULL)
        (void)fprintf(stderr, "covey sweep: where to? -o FILE is missing\n");
    else if (strcmp(*path, "-") == 0 || **path == ':' || strncmp(*path, "file:", 5) == 0 ||
             **path == '\0')
        (void)fprintf(stderr, "covey sweep: -o %s: the database has to be a file\n", *path);
    else
        return true;
    return false;
}

static covey_status sweep(sweeping *job)
{
    const char *path;
    if (job->given->operand_count != 1)
        return wrong("one scenario is to be named; see covey sweep --help");
    if (!take_output(job, &path))
        return COVEY_ARG;
    covey_status status = take_plan(job);
    if (status != COVEY_OK)
        return status;
    covey_error error = {0};
    if (covey_sweep_store_open(path, &job->plan, job->given->value[GROW] != NULL, &job->store,
                               &error) != COVEY_OK)
        return say(job, &error);
    status = warn_of_results(job);
    if (status == COVEY_OK)
        status = go(job);
    if (covey_sweep_store_close(job->store, &error) != COVEY_OK && status == COVEY_OK)
        status = say(job, &error);
    return status;
}

static covey_status merge(sweeping *job)
{
    const options *given = job->given;
    const char *path;
    covey_error error = {0};
    if (given->operand_count < 2)
        return wrong("merge: the parts are missing: covey sweep merge -o FILE PART...");
    if (!take_output(job, &path))
        return COVEY_ARG;
    for (int k = 1; k < given->operand_count; k++)
        if (convert_are_one(path, given->operands[k]))
            return wrong("merge: a file cannot be merged into itself");
    if (covey_sweep_store_merged(path, given->operands[1], &job->store, &error) != COVEY_OK)
        return say(job, &error);
    covey_status status = COVEY_OK;
    for (int k = 1; k < given->operand_count && status == COVEY_OK; k++) {
        uint64_t added = 0;
        status = covey_sweep_store_merge(job->store, given->operands[k], &added, &error);
        if (status != COVEY_OK)
            (void)say(job, &error);
        else if (given->value[QUIET] == NULL)
            (void)fprintf(stderr, "%s: %llu run%s added\n", given->operands[k],
                          (unsigned long long)added, added == 1 ? "" : "s");
    }
    if (status == COVEY_OK)
        status = warn_of_results(job);
    if (covey_sweep_store_close(job->store, &error) != COVEY_OK && status == COVEY_OK)
        status = say(job, &error);
    return status;
}

static covey_status show(sweeping *job)
{
    const options *given = job->given;
    if (given->operand_count != 2)
        return wrong("show: one file is to be named: covey sweep show FILE");
    if (given->value[CSV] != NULL)
        return sweep_show_csv(job->self, given->operands[1],
                              given->value[TABLE] != NULL ? given->value[TABLE] : "runs",
                              given->value[CSV]);
    return sweep_show(job->self, given->operands[1], given->value[MEASURES]);
}

int sweep_run(const command *self, const options *given)
{
    sweeping *job = calloc(1, sizeof *job);
    if (job == NULL)
        return covey_status_exit(command_no_memory(self, "the sweep"));
    job->self = self;
    job->given = given;
    job->plan = covey_sweep_plan_default();
    whole threads = {1, COVEY_MAX_THREADS, options_processors()};
    covey_status status = COVEY_ARG;
    if (options_whole(self, "threads", given->value[THREADS], &threads) &&
        options_kernel(self, &job->kernel)) {
        job->threads = (int)threads.value;
        streams_catch_interrupts();
        const char *word = given->operands[0];
        status = strcmp(word, "merge") == 0  ? merge(job)
                 : strcmp(word, "show") == 0 ? show(job)
                                             : sweep(job);
    }
    covey_sweep_plan_free(&job->plan);
    free(job);
    return covey_status_exit(status);
}
