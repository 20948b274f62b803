// SPDX-License-Identifier: MIT
// One row a case: as text, and the same as JSON.
#include "report.h"

#include <string.h>

static void begin_json(const report *self)
{
    const machine *core = self->asked->machine;
    (void)fprintf(self->json,
                  "{\"program\": \"covey-bench\", \"version\": \"%s\", \"repetitions\": %d,\n"
                  " \"machine\": {\"add\": %.4g, \"multiply\": %.4g, \"mixed\": %.4g,"
                  " \"divide\": %.4g, \"root\": %.4g,\n"
                  "  \"l1\": %.4g, \"l2\": %.4g, \"memory\": %.4g, \"l2_size\": %.0f},\n"
                  " \"cases\": [",
                  covey_version(), self->asked->repetitions, core->add, core->multiply, core->mixed,
                  core->divide, core->root, core->l1, core->l2, core->memory, core->l2_size);
}

void report_begin(report *self)
{
    const machine *core = self->asked->machine;
    printf(
        "covey %s, %d repetitions; ns for each agent and step, or number\n"
        "a core: %.1f additions, %.1f multiplications, %.1f of all kinds, %.2f divisions, "
        "%.2f roots\nof four doubles a ns; %.0f GB/s from the first cache, %.0f from the second, "
        "%.0f copied in memory\n\n"
        "%-22s %8s %3s %6s  %8s %8s %6s  %7s %6s %6s  %7s %6s  %s\n",
        covey_version(), self->asked->repetitions, core->add, core->multiply, core->mixed,
        core->divide, core->root, core->l1, core->l2, core->memory, "case", "count", "thr",
        "kernel", "ns, min", "median", "dev.", "Mpair/s", "c/pair", "B/agent", "bound", "/bound",
        "times as fast as (smallest)");
    if (self->json != NULL)
        begin_json(self);
}

/// A number in a column, or a dash for one that is not known.
static void print_known(int width, int decimals, double value)
{
    if (value > 0)
        printf(" %*.*f", width, decimals, value);
    else
        printf(" %*s", width, "-");
}

static double per_pair(const result *found)
{
    return found->pairs > 0 ? found->candidates / found->pairs : 0;
}

static double pairs_per_second(const result *found)
{
    return 1e9 * found->pairs / series_median(&found->time);
}

static const char *kernel_name(const result *found)
{
    bool fastest = found->kernel == COVEY_KERNEL_FASTEST;
    return fastest ? "best" : covey_kernel_names()[found->kernel];
}

static void print_row(const result *found)
{
    double least = series_least(&found->time);
    printf("%-22s %8.0f %3d %6s  %8.1f %8.1f %6.1f ", found->name, found->count, found->threads,
           kernel_name(found), least, series_median(&found->time), series_deviation(&found->time));
    print_known(7, 1, 1e-6 * pairs_per_second(found));
    print_known(6, 2, per_pair(found));
    print_known(6, 0, found->bytes);
    printf(" ");
    print_known(7, 1, found->bound);
    print_known(6, 2, found->bound > 0 ? least / found->bound : 0);
    if (found->ratio.count > 0)
        printf("  %.2f x %s (%.2f)", series_median(&found->ratio), found->rival,
               series_least(&found->ratio));
    printf("%s%s\n", found->note[0] != '\0' ? "; " : "", found->note);
    (void)fflush(stdout);
}

static void write_times(FILE *json, const char *name, const series *times)
{
    (void)fprintf(json, ", \"%smin\": %.5g, \"%smedian\": %.5g, \"%sdeviation\": %.3g", name,
                  series_least(times), name, series_median(times), name, series_deviation(times));
}

static void write_row(const report *self, const result *found)
{
    FILE *json = self->json;
    (void)fprintf(json, "%s\n  {\"case\": \"%s\", \"unit\": \"%s\", \"count\": %.0f",
                  self->count > 0 ? "," : "", found->name, found->unit, found->count);
    (void)fprintf(json, ", \"threads\": %d, \"kernel\": \"%s\"", found->threads,
                  kernel_name(found));
    write_times(json, "", &found->time);
    if (found->pairs > 0)
        (void)fprintf(json, ", \"pairs\": %.4g, \"pairs_per_second\": %.4g", found->pairs,
                      pairs_per_second(found));
    if (found->candidates > 0)
        (void)fprintf(json, ", \"candidates_per_pair\": %.4g", per_pair(found));
    if (found->bytes > 0)
        (void)fprintf(json, ", \"bytes\": %.5g", found->bytes);
    if (found->bound > 0)
        (void)fprintf(json, ", \"bound\": %.4g", found->bound);
    if (found->ratio.count > 0) {
        (void)fprintf(json, ",\n   \"rival\": \"%s\"", found->rival);
        write_times(json, "rival_", &found->rival_time);
        write_times(json, "ratio_", &found->ratio);
    }
    (void)fprintf(json, "}");
}

void report_add(report *self, const result *found)
{
    print_row(found);
    if (self->json != NULL)
        write_row(self, found);
    self->count++;
}

void report_leave_out(report *self, const result *found)
{
    if (strcmp(self->last_note, found->note) == 0)
        return;
    memcpy(self->last_note, found->note, sizeof self->last_note);
    printf("%-22s %s\n", found->name, found->note);
    (void)fflush(stdout);
}

void report_end(report *self)
{
    if (self->json != NULL)
        (void)fprintf(self->json, "\n ]}\n");
}
