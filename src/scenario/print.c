// SPDX-License-Identifier: MIT
// Prints scenarios as canonical YAML: every value, in a fixed order.
#include "base/misuse.h"
#include "scenario/out.h"
#include "scenario/scenario.h"

#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/// True for a word that every reader of YAML takes for a string.
static bool is_plain(const char *text)
{
    static const char *const taken[] = {"null", "true", "false", "yes", "no",
                                        "on",   "off",  "y",     "n",   NULL};
    for (int k = 0; taken[k] != NULL; k++)
        if (strcmp(text, taken[k]) == 0)
            return false;
    bool plain = text[0] >= 'a' && text[0] <= 'z';
    for (; *text != '\0'; text++)
        plain = plain && ((*text >= 'a' && *text <= 'z') || (*text >= '0' && *text <= '9') ||
                          *text == '_' || *text == '.' || *text == '/' || *text == '-');
    return plain;
}

static void put_word(covey_writer *out, const char *text)
{
    if (is_plain(text))
        covey_writer_text(out, text);
    else
        covey_out_quoted(out, text);
}

static void put_value(covey_writer *out, const covey_param *row, double value)
{
    if (row->choices != NULL)
        covey_writer_text(out, row->choices[(int)value]);
    else if (row->whole)
        covey_writer_whole(out, (uint64_t)value);
    else
        covey_out_number(out, value);
}

static void put_key(covey_writer *out, int indent, const char *key)
{
    covey_out_blanks(out, indent);
    covey_writer_text(out, key);
    covey_writer_text(out, ": ");
}

static void put_pair(covey_writer *out, int indent, const char *key, const char *word)
{
    put_key(out, indent, key);
    put_word(out, word);
    covey_writer_text(out, "\n");
}

/// Puts the rows of a table, in the plane without rows of three dimensions.
static void put_table(covey_writer *out, int indent, const covey_param *table, const void *values,
                      int dim)
{
    for (const covey_param *row = table; row != NULL && row->name != NULL; row++) {
        if (dim == COVEY_PLANE && covey_tables_is_deep(row))
            continue;
        put_key(out, indent, row->name);
        put_value(out, row, covey_param_value(row, values));
        covey_writer_text(out, "\n");
    }
}

static void put_limit(covey_writer *out, const char *key, double value)
{
    if (!(fabs(value) < DBL_MAX))
        return;
    covey_writer_text(out, key);
    covey_out_number(out, value);
}

/// Puts the values of a trait, or its distribution.
static void put_trait(covey_writer *out, const covey_trait *trait, size_t count)
{
    covey_writer_text(out, trait->values != NULL ? "[" : "{");
    for (size_t k = 0; k < count && trait->values != NULL; k++) {
        covey_writer_text(out, k > 0 ? ", " : "");
        covey_out_number(out, trait->values[k]);
    }
    if (trait->values == NULL) {
        covey_writer_text(out, covey_distribution_names()[trait->from.kind]);
        covey_writer_text(out, ": [");
        covey_out_number(out, trait->from.first);
        covey_writer_text(out, ", ");
        covey_out_number(out, trait->from.second);
        covey_writer_text(out, "]");
        put_limit(out, ", low: ", trait->from.low);
        put_limit(out, ", high: ", trait->from.high);
    }
    covey_writer_text(out, trait->values != NULL ? "]\n" : "}\n");
}

/// Puts the parameters of a flock's model or motion.
static void put_params(covey_writer *out, const covey_bind_flock *flock, const covey_param *table,
                       const void *values, int dim)
{
    for (const covey_param *row = table; row != NULL && row->name != NULL; row++) {
        const covey_trait *trait = NULL;
        for (size_t k = 0; k < flock->traits_count; k++)
            if (strcmp(flock->traits[k].name, row->name) == 0)
                trait = &flock->traits[k];
        const covey_param one[] = {*row, {0}};
        if (trait == NULL) {
            put_table(out, 4, one, values, dim);
            continue;
        }
        put_key(out, 4, row->name);
        put_trait(out, trait, (size_t)flock->numbers.count);
    }
}

static void put_space(covey_writer *out, const covey_space *space)
{
    covey_writer_text(out, "space: {kind: ");
    covey_writer_text(out, covey_space_names()[space->kind]);
    if (space->kind != COVEY_SPACE_OPEN) {
        covey_writer_text(out, ", width: ");
        covey_out_number(out, space->size[0]);
        covey_writer_text(out, ", height: ");
        covey_out_number(out, space->size[1]);
    }
    if (covey_space_dim(space) == COVEY_AXES && space->kind == COVEY_SPACE_OPEN)
        covey_writer_text(out, ", dim: 3");
    else if (covey_space_dim(space) == COVEY_AXES) {
        covey_writer_text(out, ", depth: ");
        covey_out_number(out, space->size[2]);
    }
    covey_writer_text(out, "}\n");
}

static void put_numbers(covey_writer *out, const double *const axis[], int axes, size_t k)
{
    covey_writer_text(out, "[");
    for (int a = 0; a < axes; a++) {
        covey_writer_text(out, a > 0 ? ", " : "");
        covey_out_number(out, axis[a][k]);
    }
    covey_writer_text(out, "]");
}

static void put_agents(covey_writer *out, int indent, const char *key,
                       const covey_bind_flock *flock, int dim)
{
    const double *axis[2 * COVEY_AXES];
    for (int k = 0; k < dim; k++) {
        axis[k] = flock->pos[k];
        axis[dim + k] = flock->vel[k];
    }
    covey_out_blanks(out, indent);
    covey_writer_text(out, key);
    covey_writer_text(out, flock->agents > 0 ? ":\n" : ": []\n");
    for (size_t k = 0; k < flock->agents; k++) {
        covey_out_blanks(out, indent + 2);
        covey_writer_text(out, "- ");
        put_numbers(out, axis, flock->vel[0] != NULL ? 2 * dim : dim, k);
        covey_writer_text(out, "\n");
    }
}

/// Puts the responses, all to one flock together, where the first of them stands.
static void put_sees(covey_writer *out, const covey_bind_flock *flock)
{
    covey_out_blanks(out, 4);
    covey_writer_text(out, "sees:\n");
    for (size_t k = 0; k < flock->responses_count; k++) {
        const covey_response *response = &flock->responses[k];
        if (k == 0 || response->to != flock->responses[k - 1].to) {
            covey_out_blanks(out, 6);
            put_word(out, response->to);
            covey_writer_text(out, ":\n");
        }
        put_pair(out, 8, "- rule", covey_response_rules()[response->rule]);
        put_table(out, 10, covey_response_params(), response, COVEY_PLANE);
    }
}

static void put_flock(covey_writer *out, const covey_bind_flock *flock, int dim)
{
    covey_writer_text(out, "  - name: ");
    put_word(out, flock->name);
    covey_writer_text(out, "\n");
    put_pair(out, 4, "model", flock->model->name);
    put_pair(out, 4, "motion", flock->motion->name);
    if (flock->hunts != NULL)
        put_pair(out, 4, "hunts", flock->hunts);
    if (flock->catches.radius > 0.0) {
        covey_writer_text(out, "    catch:\n");
        put_table(out, 6, covey_tables_of_catch, &flock->catches, dim);
    }
    if (flock->responses_count > 0)
        put_sees(out, flock);
    put_table(out, 4, covey_tables_of_flock, &flock->numbers, dim);
    put_params(out, flock, flock->model->params, flock->params, dim);
    put_params(out, flock, flock->motion->params, flock->motion_params, dim);
    covey_writer_text(out, "    place:\n");
    if (flock->file != NULL) {
        char hash[24];
        (void)snprintf(hash, sizeof hash, "%016" PRIx64, flock->hash);
        put_pair(out, 6, "file", flock->file);
        put_key(out, 6, "hash");
        covey_out_quoted(out, hash);
        covey_writer_text(out, "\n");
    }
    put_table(out, 6, covey_placement_params(), &flock->place, dim);
    if (flock->file == NULL && flock->pos[0] != NULL)
        put_agents(out, 6, "agents", flock, dim);
}

static void put_triangles(covey_writer *out, const covey_bind_influence *item)
{
    put_key(out, 4, "triangles");
    for (size_t k = 0; k < 3 * item->triangles_count; k++) {
        covey_writer_text(out, k == 0 ? "[[" : k % 3 == 0 ? "], [" : ", ");
        covey_writer_whole(out, item->triangles[k]);
    }
    covey_writer_text(out, "]]\n");
}

static void put_influence(covey_writer *out, const covey_bind_influence *item, int dim)
{
    const double *const axis[] = {item->points[0], item->points[1], item->points[2]};
    covey_writer_text(out, "  - kind: ");
    covey_writer_text(out, item->kind->name);
    covey_writer_text(out, "\n");
    if (item->flock != NULL)
        put_pair(out, 4, "flock", item->flock);
    if (item->kind->points > 0) {
        put_key(out, 4, "points");
        for (size_t k = 0; k < item->points_count; k++) {
            covey_writer_text(out, k > 0 ? ", " : "[");
            put_numbers(out, axis, dim, k);
        }
        covey_writer_text(out, "]\n");
    }
    if (item->kind->field)
        put_agents(out, 4, "nodes", &item->nodes, dim);
    if (item->triangles_count > 0)
        put_triangles(out, item);
    put_table(out, 4, item->kind->params, item->params, dim);
}

static void put_schedule(covey_writer *out, const covey_bind_schedule *item)
{
    put_pair(out, 2, "- set", item->of);
    put_table(out, 4, covey_tables_of_schedule, &item->form, COVEY_PLANE);
    put_key(out, 4, "steps");
    for (size_t k = 0; k < item->count; k++) {
        covey_writer_text(out, k > 0 ? ", " : "[");
        covey_writer_whole(out, item->steps[k]);
    }
    covey_writer_text(out, "]\n");
    put_key(out, 4, "values");
    for (size_t k = 0; k < item->count; k++) {
        covey_writer_text(out, k > 0 ? ", " : "[");
        put_value(out, item->row, item->values[k]);
    }
    covey_writer_text(out, "]\n");
}

static void put_panel(covey_writer *out, const covey_bind_panel *item)
{
    bool is_text = item->of.row == NULL;
    covey_writer_text(out, is_text ? "  - text: " : "  - slider: ");
    if (is_text)
        covey_out_quoted(out, item->text);
    else
        put_word(out, item->of.of);
    covey_writer_text(out, "\n");
    if (item->name[0] != '\0')
        put_pair(out, 4, "name", item->name);
    if (item->text[0] != '\0' && !is_text)
        put_pair(out, 4, "text", item->text);
    const double limits[] = {item->low, item->high};
    for (int k = 0; k < 2; k++)
        if (!isnan(limits[k])) {
            put_key(out, 4, k == 0 ? "low" : "high");
            covey_out_number(out, limits[k]);
            covey_writer_text(out, "\n");
        }
}

static void put_files(covey_writer *out, const covey_bind_plan *plan)
{
    if (plan->plan.outputs_count > 0)
        covey_writer_text(out, "outputs:\n");
    for (size_t k = 0; k < plan->plan.outputs_count; k++) {
        covey_writer_text(out, "  - ");
        put_word(out, plan->plan.outputs[k]);
        covey_writer_text(out, "\n");
    }
    covey_writer_text(out, "measures:\n");
    if (plan->plan.measures != NULL)
        put_pair(out, 2, "file", plan->plan.measures);
    put_table(out, 2, covey_tables_of_measures, &plan->measures, COVEY_PLANE);
}

static void put_quoted(covey_writer *out, const char *text)
{
    covey_out_quoted(out, text);
    covey_writer_text(out, "\n");
}

/// The plan of a sweep: quoted, as colons and commas mean something in YAML.
static void put_sweep(covey_writer *out, const covey_sweep_words *sweep)
{
    const struct {
        const char *key, *text;
    } rows[] = {{"seeds", sweep->seeds},
                {"design", sweep->design},
                {"discard", sweep->discard},
                {"keep", sweep->keep},
                {"measures", sweep->measures}};
    bool is_there = sweep->vary_count > 0;
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++)
        is_there = is_there || rows[k].text != NULL;
    if (is_there)
        covey_writer_text(out, "sweep:\n");
    if (sweep->vary_count > 0)
        covey_writer_text(out, "  vary:\n");
    for (size_t k = 0; k < sweep->vary_count; k++) {
        char key[2 * COVEY_NAME_SIZE];
        const char *equals = strchr(sweep->vary[k], '=');
        (void)snprintf(key, sizeof key, "%.*s", (int)(equals - sweep->vary[k]), sweep->vary[k]);
        covey_writer_text(out, "    ");
        covey_out_quoted(out, key);
        covey_writer_text(out, ": ");
        put_quoted(out, equals + 1);
    }
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++)
        if (rows[k].text != NULL) {
            put_key(out, 2, rows[k].key);
            put_quoted(out, rows[k].text);
        }
}

covey_status covey_scenario_print(const covey_scenario *scenario, covey_sink sink)
{
    if (scenario == NULL || sink.write == NULL)
        return covey_missing(NULL, __func__);
    const covey_bind_plan *plan = &scenario->now.plan;
    const int dim = covey_space_dim(&plan->plan.space);
    char buffer[COVEY_WRITER_LEAST];
    covey_writer out = {.sink = sink, .buffer = buffer, .size = sizeof buffer};
    put_key(&out, 0, "title");
    put_quoted(&out, plan->plan.title);
    put_space(&out, &plan->plan.space);
    put_key(&out, 0, "seed");
    covey_writer_whole(&out, plan->plan.seed);
    covey_writer_text(&out, "\n");
    put_table(&out, 0, covey_tables_of_run, &plan->run, dim);
    covey_writer_text(&out, "flocks:\n");
    for (size_t k = 0; k < plan->flocks_count; k++)
        put_flock(&out, &plan->flocks[k], dim);
    if (plan->influences_count > 0)
        covey_writer_text(&out, "influences:\n");
    for (size_t k = 0; k < plan->influences_count; k++)
        put_influence(&out, &plan->influences[k], dim);
    if (plan->schedules_count > 0)
        covey_writer_text(&out, "schedule:\n");
    for (size_t k = 0; k < plan->schedules_count; k++)
        put_schedule(&out, &plan->schedules[k]);
    if (plan->panel_count > 0)
        covey_writer_text(&out, "panel:\n");
    for (size_t k = 0; k < plan->panel_count; k++)
        put_panel(&out, &plan->panel[k]);
    put_files(&out, plan);
    put_sweep(&out, &plan->sweep);
    return covey_writer_flush(&out);
}
