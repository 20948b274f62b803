// SPDX-License-Identifier: MIT
// covey stats: means with honest errors, of tables of measures and of sweeps.
#include "command.h"
#include "commands.h"
#include "plot_sweep.h"
#include "streams.h"
#include "table.h"

#include "stats/series.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MEASURES, DISCARD, RATIO, AGENTS, FLOCK };

const option stats_options[] = {
    [MEASURES] = {"measures", "LIST", NULL,
                  "measures, with commas between (default: all; of a sweep polarization)", 0,
                  false},
    [DISCARD] = {"discard", "N", NULL,
                 "steps left out at the beginning, or auto (default; a sweep has its own)", 0,
                 false},
    [RATIO] = {"ratio", "A/B", NULL,
               "ratio of the means of two measures, with a bootstrap interval of 95 %", 0, false},
    [AGENTS] = {"agents", "N", NULL, "agents of a flock, for the susceptibility N (<m2> - <m>2)", 0,
                false},
    [FLOCK] = {"flock", "NAME", NULL, "only this flock (default: all; of a sweep the first)", 0,
               false},
    {0},
};

const char stats_details[] =
    "TABLE is what covey run --measure and covey measure write, - for standard input; SWEEP the\n"
    "database of a sweep. tau is the integrated autocorrelation time in rows of the table, 0.5 "
    "for\n"
    "independent rows; effective is how many independent ones they stand for at most, and mean +- "
    "1.96\n"
    "errors holds the true mean in 95 of 100 series. drift compares beginning and end in errors: "
    "beyond 3\n"
    "the series is not stationary, and its mean no mean.\n"
    "\n"
    "examples:\n"
    "  covey run vicsek-ordered --set noise=2 --every 5 --steps 5000 --measure order.csv\n"
    "  covey stats order.csv --measures polarization,clusters --discard auto\n"
    "  covey stats order.csv --ratio nearest_min/nearest_mean\n"
    "  covey stats noise.db --measures polarization\n";

enum { DRAWS = 2000 };

typedef struct asking {
    const command *self;
    const options *given;
    const char *path;
    table table;
    double *values, *scratch; ///< of one set
    long discard;             ///< steps; -1: MSER-5
    real agents;              ///< NaN: unknown
    int step;                 ///< column, or -1
    size_t lines, drifting, shorts, unsettled;
} asking;

// ---- Columns ----

static bool is_key(const char *name)
{
    static const char *const keys[] = {"step", "t", "set", "entries"};
    for (size_t k = 0; k < sizeof keys / sizeof *keys; k++)
        if (strcmp(name, keys[k]) == 0)
            return true;
    return false;
}

static bool is_wanted(const asking *job, const char *name)
{
    const char *list = job->given->value[MEASURES];
    size_t size = strlen(name);
    if (list == NULL || strcmp(list, "all") == 0)
        return !is_key(name);
    for (; *list != '\0'; list += strcspn(list, ","), list += *list == ',')
        if (strcspn(list, ",") == size && strncmp(list, name, size) == 0)
            return true;
    return false;
}

static covey_status no_column(const asking *job, const char *list, size_t size)
{
    char name[64], text[SUGGESTION_SIZE];
    (void)snprintf(name, sizeof name, "%.*s", (int)size, list);
    suggestion nearest = {.wrong = name};
    for (size_t k = 0; k < job->table.columns; k++)
        if (!is_key(job->table.names[k]))
            suggestion_offer(&nearest, job->table.names[k]);
    (void)fprintf(stderr, "covey stats: there is no measure \"%s\"%s in %s\n", name,
                  suggestion_text(&nearest, text), job->path);
    return COVEY_ARG;
}

/// Fails for a name of the list that is no column.
static covey_status check_names(const asking *job)
{
    const char *list = job->given->value[MEASURES];
    if (list == NULL || strcmp(list, "all") == 0)
        return COVEY_OK;
    for (; *list != '\0'; list += strcspn(list, ","), list += *list == ',')
        if (table_column_of(&job->table, list, strcspn(list, ",")) < 0)
            return no_column(job, list, strcspn(list, ","));
    return COVEY_OK;
}

// ---- Series ----

/// Copies a column of a set; returns the number of its rows.
static size_t gather(const asking *job, size_t column, size_t set, double *to)
{
    const table *from = &job->table;
    size_t count = 0;
    for (size_t row = 0; row < from->rows; row++)
        if (from->set[row] == set)
            to[count++] = from->values[row * from->columns + column];
    return count;
}

/// Number of rows at the beginning of a set that --discard leaves out.
static size_t find_first(asking *job, size_t set, size_t count)
{
    if (job->step < 0)
        return (size_t)job->discard < count ? (size_t)job->discard : count;
    size_t first = 0;
    (void)gather(job, (size_t)job->step, set, job->scratch);
    while (first < count && job->scratch[first] < (double)job->discard)
        first++;
    return first;
}

/// Statistics of the values, from row *first on.
static covey_series series_of(asking *job, size_t set, size_t count, size_t *first, bool *settled)
{
    *settled = true;
    if (job->discard < 0)
        return covey_series_settled(job->values, count, job->scratch, first, settled);
    *first = find_first(job, set, count);
    memcpy(job->scratch, job->values + *first, (count - *first) * sizeof *job->scratch);
    return covey_series_of(job->scratch, count - *first);
}

static void print_number(double value)
{
    if (isnan(value))
        printf(" %10s", "-");
    else
        printf(" %10.4g", value);
}

static void print_line(asking *job, size_t column, size_t set)
{
    size_t count = gather(job, column, set, job->values);
    bool settled;
    size_t first;
    covey_series is = series_of(job, set, count, &first, &settled);
    if (is.count == 0)
        return;
    printf("%-12s %-20s %7zu %9zu", job->table.set_names[set], job->table.names[column], is.count,
           first);
    const double chi = job->agents.value * is.sd * is.sd;
    const double numbers[] = {is.mean, is.error,  is.sd,           is.tau,  is.effective,
                              chi,     is.binder, is.binder_error, is.drift};
    for (size_t k = 0; k < sizeof numbers / sizeof *numbers; k++)
        print_number(numbers[k]);
    printf("%s%s%s\n", is.stationary ? "" : "  drifts", is.enough ? "" : "  short",
           settled ? "" : "  unsettled");
    job->lines++;
    job->drifting += !is.stationary;
    job->shorts += !is.enough;
    job->unsettled += !settled;
}

static void say_verdicts(const asking *job)
{
    if (job->lines == 0)
        printf("No series has a finite number: there are no statistics.\n");
    if (job->drifting > 0)
        printf("%zu of %zu series are NOT STATIONARY (drift beyond %g): their means and errors do "
               "not hold. Discard more, or run longer.\n",
               job->drifting, job->lines, COVEY_SERIES_DRIFT);
    if (job->shorts > 0)
        printf(
            "%zu of %zu series are TOO SHORT for their errors: fewer than %g independent rows.\n",
            job->shorts, job->lines, COVEY_SERIES_FEW);
    if (job->unsettled > 0)
        printf("%zu of %zu series are UNSETTLED: MSER-5 found no end of the beginning in their "
               "first half.\n",
               job->unsettled, job->lines);
}

static bool is_flock(const asking *job, size_t set)
{
    const char *flock = job->given->value[FLOCK];
    return flock == NULL || strcmp(flock, job->table.set_names[set]) == 0;
}

static void print_all(asking *job)
{
    printf("%-12s %-20s %7s %9s %10s %10s %10s %10s %10s %10s %10s %10s %10s\n", "flock", "measure",
           "rows", "discarded", "mean", "error", "sd", "tau", "effective", "chi", "binder", "error",
           "drift");
    for (size_t set = 0; set < job->table.sets; set++)
        for (size_t column = 0; column < job->table.columns; column++)
            if (is_flock(job, set) && is_wanted(job, job->table.names[column]))
                print_line(job, column, set);
    say_verdicts(job);
}

// ---- Ratios ----

static void print_ratio(asking *job, size_t a, size_t b, size_t set)
{
    size_t count = gather(job, a, set, job->values);
    bool settled;
    size_t first, kept = 0;
    (void)series_of(job, set, count, &first, &settled);
    double *of_b = calloc(count + 1, sizeof *of_b);
    if (of_b == NULL) {
        (void)command_no_memory(job->self, "the ratio");
        return;
    }
    (void)gather(job, b, set, of_b);
    for (size_t k = first; k < count; k++)
        if (isfinite(job->values[k]) && isfinite(of_b[k])) {
            job->values[kept] = job->values[k];
            of_b[kept++] = of_b[k];
        }
    double tau = 0.5; // the longer of both
    for (int k = 0; k < 2; k++) {
        memcpy(job->scratch, k == 0 ? job->values : of_b, kept * sizeof *job->scratch);
        covey_series is = covey_series_of(job->scratch, kept);
        tau = is.tau > tau ? is.tau : tau;
    }
    covey_bootstrap how = {
        .block = (size_t)ceil(4.0 * tau), .draws = DRAWS, .level = 0.95, .seed = 1};
    covey_interval found = covey_series_ratio(job->values, of_b, kept, &how);
    printf("%-12s %s/%s  %.6g  from %.6g to %.6g (95 %%, %zu rows in blocks of %zu)\n",
           job->table.set_names[set], job->table.names[a], job->table.names[b], found.value,
           found.low, found.high, kept, how.block);
    free(of_b);
}

static covey_status print_ratios(asking *job)
{
    const char *text = job->given->value[RATIO], *slash = strchr(text, '/');
    int column[2];
    if (slash == NULL || slash == text || slash[1] == '\0') {
        (void)fprintf(stderr, "covey stats: --ratio %s is not A/B\n", text);
        return COVEY_ARG;
    }
    const char *const names[] = {text, slash + 1};
    const size_t sizes[] = {(size_t)(slash - text), strlen(slash + 1)};
    for (int k = 0; k < 2; k++) {
        column[k] = table_column_of(&job->table, names[k], sizes[k]);
        if (column[k] < 0)
            return no_column(job, names[k], sizes[k]);
    }
    for (size_t set = 0; set < job->table.sets; set++)
        if (is_flock(job, set))
            print_ratio(job, (size_t)column[0], (size_t)column[1], set);
    return COVEY_OK;
}

// ---- The command ----

static covey_status check_flock(const asking *job)
{
    for (size_t set = 0; set < job->table.sets; set++)
        if (is_flock(job, set))
            return COVEY_OK;
    (void)fprintf(stderr, "covey stats: there is no flock \"%s\" in %s\n", job->given->value[FLOCK],
                  job->path);
    return COVEY_ARG;
}

static covey_status of_table(asking *job)
{
    covey_status status = table_read(job->self, job->path, &job->table);
    if (status != COVEY_OK)
        return status;
    if (job->table.rows == 0) {
        (void)fprintf(stderr, "covey stats: %s: the table has no rows\n", job->path);
        return COVEY_INPUT;
    }
    job->step = table_column(&job->table, "step");
    status = check_names(job);
    if (status == COVEY_OK)
        status = check_flock(job);
    job->values = calloc(job->table.rows + 1, sizeof *job->values);
    job->scratch = calloc(job->table.rows + 1, sizeof *job->scratch);
    if (job->values == NULL || job->scratch == NULL)
        return command_no_memory(job->self, "the series");
    if (status == COVEY_OK && job->given->value[RATIO] != NULL)
        return print_ratios(job);
    if (status == COVEY_OK)
        print_all(job);
    return status;
}

static covey_status of_sweep(const asking *job)
{
    static const int rows[] = {DISCARD, RATIO, AGENTS};
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++)
        if (job->given->value[rows[k]] != NULL) {
            (void)fprintf(stderr, "covey stats: --%s is for tables: a sweep has its statistics\n",
                          stats_options[rows[k]].name);
            return COVEY_ARG;
        }
    return sweep_show_statistics(job->self, job->path, job->given->value[FLOCK],
                                 job->given->value[MEASURES]);
}

int stats_run(const command *self, const options *given)
{
    asking *job = calloc(1, sizeof *job);
    if (job == NULL)
        return covey_status_exit(command_no_memory(self, "the statistics"));
    whole discard = {0, 1000000000, -1};
    const char *text = given->value[DISCARD];
    job->self = self;
    job->given = given;
    job->path = given->operands[0];
    job->agents = (real){1.0, 1e15, (double)NAN, "no number of agents"};
    covey_status status = COVEY_ARG;
    streams_catch_interrupts();
    if ((text == NULL || strcmp(text, "auto") == 0 ||
         options_whole(self, "discard", text, &discard)) &&
        options_real(self, "agents", given->value[AGENTS], &job->agents)) {
        job->discard = discard.value;
        status = sweep_show_is(job->path) ? of_sweep(job) : of_table(job);
    }
    table_free(&job->table);
    free(job->values);
    free(job->scratch);
    free(job);
    return covey_status_exit(status);
}
