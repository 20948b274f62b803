// SPDX-License-Identifier: MIT
// One run of a sweep: a world of one thread, measured every so many steps, and the statistics of
// its measures.
#include "covey/measure.h"
#include "sweep/sweep.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// The run that is under way.
typedef struct running {
    const covey_sweep_def *def;
    covey_plan plan;
    covey_world *world;
    covey_measure_def measures;
    covey_sweep_row *row;
    size_t room;       ///< samples that there is room for
    uint64_t profiled; ///< step from which on profiles are taken
    bool ends;         ///< the condition holds
} running;

void covey_sweep_row_free(covey_sweep_row *row)
{
    free(row->values);
    free(row->statistics);
    row->values = NULL;
    row->statistics = NULL;
    covey_sweep_kept_free(&row->kept);
}

/// Reads the plan's scenario with the values of a run.
static covey_status read_scenario(const covey_sweep_def *def, uint64_t number,
                                  covey_scenario **scenario, covey_error *error)
{
    covey_scenario_def how = covey_scenario_def_default();
    how.folder = def->plan->folder;
    how.anywhere = def->plan->anywhere;
    const char *text = def->plan->scenario;
    covey_status status = covey_scenario_read(&how, text, strlen(text), scenario, error);
    return status == COVEY_OK ? covey_sweep_apply(def->plan, number, *scenario, error) : status;
}

static covey_status make_room(running *run, covey_error *error)
{
    covey_sweep_row *row = run->row;
    const covey_sweep_plan *plan = run->def->plan;
    size_t columns;
    for (uint64_t rest = plan->measures; rest != 0; rest &= rest - 1)
        row->measures++;
    columns = (size_t)plan->flocks_count * row->measures;
    if (run->plan.steps / plan->every >= (uint64_t)1 << 28)
        return covey_fail(error, COVEY_ARG, "a run has %llu samples: choose a larger --every",
                          (unsigned long long)(run->plan.steps / plan->every));
    run->room = (size_t)(run->plan.steps / plan->every) + 1;
    row->room = run->room;
    row->values = calloc(columns * run->room + 1, sizeof *row->values);
    row->statistics = calloc(columns + 1, sizeof *row->statistics);
    if (row->values != NULL && row->statistics != NULL)
        return COVEY_OK;
    return covey_fail(error, COVEY_MEMORY, "no memory for %zu samples", run->room);
}

/// Keeps of a sample of a flock what the plan keeps.
static covey_status keep_sample(running *run, int flock, const covey_view *view, covey_error *error)
{
    const covey_sweep_plan *plan = run->def->plan;
    covey_sweep_kept *kept = &run->row->kept;
    covey_status status = COVEY_OK;
    if ((plan->keeps & COVEY_SWEEP_KEEP_PROFILES) && view->step >= run->profiled)
        status = covey_sweep_keep_profiles(kept, flock, view, &run->measures, error);
    if ((plan->keeps & COVEY_SWEEP_KEEP_TRAJECTORY) && status == COVEY_OK)
        status = covey_sweep_keep_frame(kept, flock, view, error);
    return status;
}

/// True if the condition holds, which no measure that is undefined does.
static bool holds(const covey_sweep_until *until, const double *values)
{
    double value = values[until->measure];
    return (until->below ? value < until->number : value > until->number) ||
           (until->same && value == until->number);
}

static covey_status take_sample(running *run, covey_error *error)
{
    const covey_sweep_plan *plan = run->def->plan;
    covey_sweep_row *row = run->row;
    double values[COVEY_MAX_MEASURES];
    for (int flock = 0; flock < plan->flocks_count; flock++) {
        covey_view view = covey_world_view(run->world, flock);
        covey_status status = covey_measure_all(&view, &run->measures, values, error);
        if (status == COVEY_OK)
            status = keep_sample(run, flock, &view, error);
        if (status != COVEY_OK)
            return status;
        if (plan->until.text[0] != '\0' && flock == plan->until.flock)
            run->ends = holds(&plan->until, values);
        double *to = row->values + (size_t)flock * row->measures * run->room + row->samples;
        for (int k = 0; k < COVEY_MAX_MEASURES; k++)
            if (plan->measures >> k & 1) {
                *to = values[k];
                to += run->room;
            }
    }
    row->samples++;
    return COVEY_OK;
}

static covey_status take_steps(running *run, covey_error *error)
{
    const covey_sweep_def *def = run->def;
    covey_status status = COVEY_OK;
    for (uint64_t step = 0; status == COVEY_OK; step++) {
        if (step % def->plan->every == 0)
            status = take_sample(run, error);
        if (status != COVEY_OK || run->ends || step == run->plan.steps)
            break;
        if (def->stop != NULL && def->stop(def->context))
            return covey_fail(error, COVEY_INTERRUPTED, "stopped");
        status = covey_world_step(run->world, run->plan.dt);
        if (status != COVEY_OK)
            (void)covey_fail(error, status, "at step %llu: %s",
                             (unsigned long long)covey_world_steps(run->world),
                             covey_status_text(status));
    }
    return status;
}

/// Takes the statistics of a series, from `discard` on.
static covey_status take_statistic(const running *run, const double *values, double *scratch,
                                   covey_sweep_statistic *to)
{
    const covey_sweep_plan *plan = run->def->plan;
    size_t count = run->row->samples, first;
    to->settled = true;
    if (plan->discard == COVEY_SWEEP_AUTO) {
        to->series = covey_series_settled(values, count, scratch, &first, &to->settled);
    } else {
        first = (size_t)((plan->discard + plan->every - 1) / plan->every);
        first = first < count ? first : count;
        memcpy(scratch, values + first, (count - first) * sizeof *scratch);
        to->series = covey_series_of(scratch, count - first);
    }
    to->discarded = first * plan->every;
    return COVEY_OK;
}

static covey_status take_statistics(running *run, covey_error *error)
{
    covey_sweep_row *row = run->row;
    size_t columns = (size_t)run->def->plan->flocks_count * row->measures;
    double *scratch = calloc(row->samples + 1, sizeof *scratch);
    if (scratch == NULL)
        return covey_fail(error, COVEY_MEMORY, "no memory for the statistics");
    for (size_t k = 0; k < columns; k++)
        (void)take_statistic(run, row->values + k * run->room, scratch, &row->statistics[k]);
    free(scratch);
    return COVEY_OK;
}

static covey_status make_world(running *run, const covey_scenario *scenario, covey_error *error)
{
    const covey_sweep_plan *plan = run->def->plan;
    covey_world_def engine = covey_world_def_default();
    engine.threads = 1;
    engine.kernel = run->def->kernel;
    engine.stop = run->def->stop;
    engine.stop_context = run->def->context;
    covey_status status = covey_scenario_world(scenario, &engine, &run->world, error);
    if (status == COVEY_OK && covey_world_flocks(run->world) != plan->flocks_count)
        return covey_fail(error, COVEY_INPUT, "a value changes the number of flocks");
    for (int k = 0; k < plan->flocks_count && status == COVEY_OK; k++) {
        run->row->flock_agents[k] = covey_world_view(run->world, k).count;
        run->row->agents += run->row->flock_agents[k];
    }
    return status;
}

/// Keeps the agents of the last state.
static covey_status keep_agents(running *run, covey_error *error)
{
    covey_status status = COVEY_OK;
    for (int flock = 0; flock < run->def->plan->flocks_count && status == COVEY_OK; flock++) {
        covey_view view = covey_world_view(run->world, flock);
        status = covey_sweep_keep_agents(&run->row->kept, flock, &view, &run->measures, error);
    }
    return status;
}

static covey_status carry_out(running *run, uint64_t number, covey_error *error)
{
    covey_scenario *scenario = NULL;
    covey_status status = read_scenario(run->def, number, &scenario, error);
    if (status == COVEY_OK) {
        run->plan = covey_scenario_plan(scenario);
        run->measures = covey_measure_def_default();
        run->measures.wanted = run->def->plan->measures;
        if (run->def->plan->until.text[0] != '\0')
            run->measures.wanted |= UINT64_C(1) << run->def->plan->until.measure;
        run->profiled = run->def->plan->discard;
        if (run->profiled == COVEY_SWEEP_AUTO) // which leaves out half of the run at most
            run->profiled = run->plan.steps / 2;
        run->measures.link = run->plan.link;
        run->measures.bin = run->plan.bin;
        status = make_room(run, error);
    }
    if (status == COVEY_OK)
        status = make_world(run, scenario, error);
    if (status == COVEY_OK)
        status = take_steps(run, error);
    if (status == COVEY_OK)
        status = take_statistics(run, error);
    if (status == COVEY_OK && (run->def->plan->keeps & COVEY_SWEEP_KEEP_AGENTS))
        status = keep_agents(run, error);
    if (run->world != NULL) {
        run->row->steps = covey_world_steps(run->world);
        run->row->hash = covey_world_hash(run->world);
        run->row->stopped = run->ends;
    }
    covey_world_destroy(run->world);
    covey_scenario_destroy(scenario);
    return status;
}

covey_status covey_sweep_run(const covey_sweep_def *def, uint64_t number, covey_sweep_row *row,
                             covey_error *error)
{
    *row = (covey_sweep_row){.number = number};
    running run = {.def = def, .row = row};
    covey_error own = {0};
    covey_status status = carry_out(&run, number, &own);
    if (status == COVEY_DIVERGED || status == COVEY_ARG || status == COVEY_INPUT) {
        row->outcome = status == COVEY_DIVERGED ? COVEY_SWEEP_DIVERGED : COVEY_SWEEP_REFUSED;
        (void)snprintf(row->message, sizeof row->message, "%s", own.message);
        row->samples = 0;
        covey_sweep_kept_free(&row->kept);
        for (size_t k = 0;
             row->statistics != NULL && k < (size_t)def->plan->flocks_count * row->measures; k++)
            row->statistics[k] = (covey_sweep_statistic){.series = covey_series_of(NULL, 0)};
        return COVEY_OK;
    }
    if (status != COVEY_OK && error != NULL)
        *error = own;
    return status;
}
