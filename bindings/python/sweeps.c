// SPDX-License-Identifier: MIT
// Sweeps for Python: the plan that the program makes of its options, made of the same words.
// declare.py puts this behind glue.c and compiles src/stats and src/sweep beside it.
#include "stats/series.h"
#include "sweep/points.h"
#include "sweep/sweep.h"

// ---- declared ----
typedef struct covey_sweeping {
    const char *path, *folder; // folder: of files that the scenario names
    const char *const *vary, *const *with;
    size_t vary_count, with_count;
    const char *seeds, *design, *keep, *until; // until may be NULL
    uint64_t discard;                          // steps; UINT64_MAX: MSER-5
    uint64_t measures;                         // bits; 0: all
    int threads, kernel;
    bool grow;
    volatile int stop; // another thread sets it: the sweep ends
    volatile uint64_t done, total;
    uint64_t diverged, refused; // at the end
} covey_sweeping;

// Changes the scenario. COVEY_INTERRUPTED where `stop` ended it; the same call goes on.
covey_status covey_sweeping_run(covey_sweeping *job, covey_scenario *scenario, covey_error *error);

// The points of a measure: names of keys and values of points in words of 64 bytes, and numbers,
// 16 a point.
typedef struct covey_pointed {
    covey_bytes keys, values, numbers;
} covey_pointed;
covey_status covey_sweeping_points(const char *path, const char *flock, const char *measure,
                                   covey_pointed *to, covey_error *error);
bool covey_sweeping_is(const char *path);
// ---- declared ----

enum { POINT_WORD = COVEY_VALUES_WORD };

static covey_status take_lists(const covey_sweeping *job, covey_sweep_plan *plan,
                               covey_error *error)
{
    covey_status status = covey_sweep_plan_design(plan, job->design, error);
    for (size_t k = 0; k < job->vary_count && status == COVEY_OK; k++)
        status = covey_sweep_plan_vary(plan, job->vary[k], error);
    for (size_t k = 0; k < job->with_count && status == COVEY_OK; k++)
        status = covey_sweep_plan_with(plan, job->with[k], error);
    if (status == COVEY_OK)
        status = covey_sweep_plan_seeds(plan, job->seeds, error);
    if (status == COVEY_OK)
        status = covey_sweep_plan_keep(plan, job->keep, error);
    return status;
}

static covey_status take_plan(const covey_sweeping *job, covey_scenario *scenario,
                              covey_sweep_plan *plan, covey_error *error)
{
    plan->folder = job->folder;
    plan->discard = job->discard;
    if (job->measures != 0)
        plan->measures = job->measures;
    covey_status status = take_lists(job, plan, error);
    // files that it wants written are of single runs, and the plan is taken
    if (status == COVEY_OK)
        status = covey_scenario_set(scenario, "outputs", "[]", error);
    if (status == COVEY_OK)
        status = covey_scenario_set(scenario, "sweep", "{}", error);
    if (status != COVEY_OK)
        return status;
    const covey_plan run = covey_scenario_plan(scenario);
    plan->every = run.every;
    if (plan->discard != COVEY_SWEEP_AUTO && plan->discard >= run.steps) {
        (void)snprintf(error->message, sizeof error->message,
                       "discard %llu leaves nothing of %llu steps",
                       (unsigned long long)plan->discard, (unsigned long long)run.steps);
        return COVEY_ARG;
    }
    status = covey_sweep_plan_try(plan, scenario, error);
    if (status == COVEY_OK && job->until != NULL)
        status = covey_sweep_plan_until(plan, job->until, error);
    return status;
}

static bool stops(void *context)
{
    return ((const covey_sweeping *)context)->stop != 0;
}

static void watch(void *context, uint64_t done, uint64_t total)
{
    covey_sweeping *job = context;
    job->done = done;
    job->total = total;
}

static covey_status go(covey_sweeping *job, const covey_sweep_plan *plan, covey_error *error)
{
    covey_sweep_def def = {.plan = plan,
                           .threads = job->threads,
                           .kernel = (covey_kernel_kind)job->kernel,
                           .stop = stops,
                           .watch = watch,
                           .context = job};
    covey_status status =
        covey_sweep_store_open(job->path, plan, job->grow, &def.store, error);
    if (status != COVEY_OK)
        return status;
    status = covey_sweep_go(&def, error);
    if (status == COVEY_OK)
        status = covey_sweep_store_count(def.store, COVEY_SWEEP_DIVERGED, &job->diverged, error);
    if (status == COVEY_OK)
        status = covey_sweep_store_count(def.store, COVEY_SWEEP_REFUSED, &job->refused, error);
    covey_status closed = covey_sweep_store_close(def.store, status == COVEY_OK ? error : NULL);
    return status == COVEY_OK ? closed : status;
}

covey_status covey_sweeping_run(covey_sweeping *job, covey_scenario *scenario, covey_error *error)
{
    covey_sweep_plan plan = covey_sweep_plan_default();
    covey_status status = take_plan(job, scenario, &plan, error);
    if (status == COVEY_OK)
        status = go(job, &plan, error);
    covey_sweep_plan_free(&plan);
    return status;
}

static covey_status put_word(covey_bytes *to, const char *text)
{
    char word[POINT_WORD] = {0};
    memcpy(word, text, strnlen(text, sizeof word - 1));
    return grow(to, word, sizeof word);
}

covey_status covey_sweeping_points(const char *path, const char *flock, const char *measure,
                                   covey_pointed *to, covey_error *error)
{
    covey_sweep_points found;
    covey_status status = covey_sweep_points_read(path, flock, measure, &found, error);
    for (size_t k = 0; k < found.keys_count && status == COVEY_OK; k++)
        status = put_word(&to->keys, found.keys[k]);
    for (size_t i = 0; i < found.count && status == COVEY_OK; i++) {
        const covey_sweep_point *is = &found.points[i];
        double row[COVEY_SWEEP_POINT_NUMBERS + 3] = {(double)is->runs};
        covey_sweep_point_numbers(is, row + 1);
        row[COVEY_SWEEP_POINT_NUMBERS + 1] = (double)is->drifting;
        row[COVEY_SWEEP_POINT_NUMBERS + 2] = (double)is->short_ones;
        for (size_t k = 0; k < found.keys_count && status == COVEY_OK; k++)
            status = put_word(&to->values, is->values[k]);
        if (status == COVEY_OK)
            status = grow(&to->numbers, row, sizeof row);
    }
    covey_sweep_points_free(&found);
    return status;
}

bool covey_sweeping_is(const char *path)
{
    return covey_sweep_is(path);
}
