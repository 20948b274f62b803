// SPDX-License-Identifier: MIT
// Prints scenarios as canonical YAML: every value, in the order of the member tables.
#include "base/misuse.h"
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

static void put_word(covey_writer *out, const char *text, bool quotes)
{
    if (!quotes && is_plain(text))
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

// ---- Mappings ----

/// A mapping that is being printed.
typedef struct printer {
    covey_writer *out;
    int indent;
    bool begins; ///< an item of a list, of which no key is printed yet
    bool quotes; ///< all texts
    int dim;     ///< axes of the space
} printer;

static void end_line(const printer *self)
{
    covey_writer_text(self->out, "\n");
}

static void put_key(printer *self, const char *key)
{
    covey_out_blanks(self->out, self->begins ? self->indent - 2 : self->indent);
    covey_writer_text(self->out, self->begins ? "- " : "");
    covey_writer_text(self->out, key);
    covey_writer_text(self->out, ": ");
    self->begins = false;
}

static void put_text(printer *self, const char *key, const char *text)
{
    put_key(self, key);
    put_word(self->out, text, self->quotes);
    end_line(self);
}

/// Puts a key whose lines follow, and returns the mapping of these.
static printer put_head(const printer *self, const char *key)
{
    covey_out_blanks(self->out, self->indent);
    put_word(self->out, key, false);
    covey_writer_text(self->out, ":\n");
    return (printer){self->out, self->indent + 2, false, self->quotes, self->dim};
}

/// Puts the rows of a table of parameters, in the plane without rows of three dimensions.
static void put_table(printer *self, const covey_param *table, const void *values)
{
    for (const covey_param *row = table; row != NULL && row->name != NULL; row++) {
        if (self->dim == COVEY_PLANE && covey_keys_is_deep(row))
            continue;
        put_key(self, row->name);
        put_value(self->out, row, covey_param_value(row, values));
        end_line(self);
    }
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

/// Puts a list of whole numbers, of points or of triangles; nothing for one that is not there.
static void put_list(printer *self, const covey_member *row, const void *base)
{
    const double *const *axis =
        (const void *)((const unsigned char *)base + row->offset); // of points
    const uint64_t *whole = covey_keys_pointer(row, base);
    const uint32_t *corner = covey_keys_pointer(row, base);
    size_t count = covey_keys_count(row, base);
    if (count == 0)
        return;
    put_key(self, row->key);
    for (size_t k = 0; k < count; k++) {
        covey_writer_text(self->out, k > 0 ? ", " : "[");
        if (row->kind == COVEY_MEMBER_COLUMNS)
            put_numbers(self->out, axis, self->dim, k);
        else if (row->kind == COVEY_MEMBER_WHOLES)
            covey_writer_whole(self->out, whole[k]);
        for (size_t c = 0; c < 3 && row->kind == COVEY_MEMBER_CORNERS; c++) {
            covey_writer_text(self->out, c > 0 ? ", " : "[");
            covey_writer_whole(self->out, corner[3 * k + c]);
        }
        covey_writer_text(self->out, row->kind == COVEY_MEMBER_CORNERS ? "]" : "");
    }
    covey_writer_text(self->out, "]\n");
}

/// Puts a member of which its row says everything.
static void put_member(printer *self, const covey_member *row, const void *base)
{
    const char *text = row->kind == COVEY_MEMBER_TEXT ? covey_keys_pointer(row, base) : NULL;
    if (text != NULL) {
        put_text(self, row->key, text);
    } else if (covey_keys_is_number(row)) {
        covey_param param = covey_keys_param(row);
        put_key(self, row->key);
        put_value(self->out, &param, covey_keys_value(row, base));
        end_line(self);
    } else if (row->kind == COVEY_MEMBER_COLUMNS || row->kind == COVEY_MEMBER_CORNERS ||
               row->kind == COVEY_MEMBER_WHOLES) {
        put_list(self, row, base);
    }
}

/// A member that is printed in another way.
typedef struct special {
    const char *name;
    void (*put)(printer *self, const covey_member *row, const void *base);
} special;

/// Puts the mapping that begins with a row, unless its first number is 0, which switches it off.
static void put_group(const printer *self, const covey_member *row, const void *base)
{
    const char *group = row->group;
    if (row->kind == COVEY_MEMBER_NUMBER && covey_keys_value(row, base) == 0.0)
        return;
    printer below = put_head(self, group);
    for (; row->name != NULL; row++)
        if (covey_keys_is_in(row, group))
            put_member(&below, row, base);
}

/// Puts all members of a definition.
static void put_members(printer *self, const covey_member *table, const void *base,
                        const special *specials)
{
    const char *group = NULL;
    for (const covey_member *row = table; row->name != NULL; row++) {
        const special *other = specials;
        while (other->name != NULL && strcmp(other->name, row->name) != 0)
            other++;
        if (row->group != NULL && (group == NULL || strcmp(group, row->group) != 0))
            put_group(self, row, base);
        else if (other->name != NULL)
            other->put(self, row, base);
        else if (row->key != NULL && row->group == NULL)
            put_member(self, row, base);
        group = row->group;
    }
}

// ---- Flocks ----

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

/// The trait of that name, or NULL.
static const covey_trait *trait_of(const covey_flock_def *def, const char *name)
{
    const covey_trait *trait = NULL;
    for (size_t k = 0; k < def->traits_count; k++)
        if (strcmp(def->traits[k].name, name) == 0)
            trait = &def->traits[k];
    return trait;
}

/// Puts the parameters of a flock's model or motion.
static void put_params(printer *self, const covey_flock_def *def, const covey_param *table,
                       const void *values)
{
    for (const covey_param *row = table; row != NULL && row->name != NULL; row++) {
        const covey_trait *trait = trait_of(def, row->name);
        const covey_param one[] = {*row, {0}};
        if (trait == NULL) {
            put_table(self, one, values);
            continue;
        }
        put_key(self, row->name);
        put_trait(self->out, trait, def->count);
    }
}

static void put_settings(printer *self, const covey_member *row, const void *base)
{
    const covey_bind_flock *flock = base;
    (void)row;
    put_params(self, &flock->def, flock->model->params, flock->params);
    put_params(self, &flock->def, flock->motion->params, flock->motion_params);
}

/// Puts the responses, all to one flock together, where the first of them stands.
static void put_sees(printer *self, const covey_member *row, const void *base)
{
    const covey_flock_def *def = &((const covey_bind_flock *)base)->def;
    if (def->responses_count == 0)
        return;
    printer below = put_head(self, row->key);
    for (size_t k = 0; k < def->responses_count; k++) {
        const covey_response *response = &def->responses[k];
        if (k == 0 || response->to != def->responses[k - 1].to)
            (void)put_head(&below, response->to);
        printer item = {self->out, below.indent + 4, true, false, COVEY_PLANE};
        put_text(&item, "rule", covey_response_rules()[response->rule]);
        put_table(&item, covey_response_params(), response);
    }
}

static void put_agents(const printer *self, const char *key, const covey_bind_agents *agents)
{
    const double *axis[2 * COVEY_AXES];
    const int dim = self->dim;
    for (int k = 0; k < dim; k++) {
        axis[k] = agents->pos[k];
        axis[dim + k] = agents->vel[k];
    }
    covey_out_blanks(self->out, self->indent);
    covey_writer_text(self->out, key);
    covey_writer_text(self->out, agents->count > 0 ? ":\n" : ": []\n");
    for (size_t k = 0; k < agents->count; k++) {
        covey_out_blanks(self->out, self->indent + 2);
        covey_writer_text(self->out, "- ");
        put_numbers(self->out, axis, agents->vel[0] != NULL ? 2 * dim : dim, k);
        end_line(self);
    }
}

static void put_place(printer *self, const covey_member *row, const void *base)
{
    const covey_bind_flock *flock = base;
    const covey_bind_agents *agents = &flock->agents;
    printer below = put_head(self, row->key);
    if (agents->file != NULL) {
        char hash[24];
        (void)snprintf(hash, sizeof hash, "%016" PRIx64, agents->hash);
        put_text(&below, "file", agents->file);
        below.quotes = true;
        put_text(&below, "hash", hash);
    }
    put_table(&below, covey_placement_params(), &flock->def.place);
    if (agents->file == NULL && agents->pos[0] != NULL)
        put_agents(&below, "agents", agents);
}

/// Puts a number that is not the initial one.
static void put_changed(printer *self, const covey_member *row, const void *base)
{
    if (covey_keys_value(row, base) != covey_keys_param(row).initial)
        put_member(self, row, base);
}

/// The radius of all agents, or that of each one.
static void put_body(printer *self, const covey_member *row, const void *base)
{
    const covey_bind_flock *flock = base;
    const covey_trait *trait = trait_of(&flock->def, row->key);
    if (trait == NULL) {
        put_member(self, row, base);
        return;
    }
    put_key(self, row->key);
    put_trait(self->out, trait, flock->def.count);
}

static const special of_flock[] = {{"responses", put_sees},
                                   {"body", put_body},
                                   {"layers", put_changed},
                                   {"mask", put_changed},
                                   {"settings", put_settings},
                                   {"place", put_place},
                                   {0}};

// ---- Influences, schedules, the panel ----

static void put_nodes(printer *self, const covey_member *row, const void *base)
{
    const covey_bind_influence *item = base;
    if (item->kind->field)
        put_agents(self, row->key, &item->nodes);
}

static void put_influence_settings(printer *self, const covey_member *row, const void *base)
{
    const covey_bind_influence *item = base;
    (void)row;
    put_table(self, item->kind->params, item->params);
}

static const special of_influence[] = {
    {"field", put_nodes}, {"layers", put_changed}, {"settings", put_influence_settings}, {0}};

static void put_set(printer *self, const covey_member *row, const void *base)
{
    put_text(self, row->key, ((const covey_bind_schedule *)base)->of);
}

/// Values are those of the parameter, which may be words.
static void put_values(printer *self, const covey_member *row, const void *base)
{
    const covey_bind_schedule *item = base;
    put_key(self, row->key);
    for (size_t k = 0; k < item->def.count; k++) {
        covey_writer_text(self->out, k > 0 ? ", " : "[");
        put_value(self->out, item->row, item->values[k]);
    }
    covey_writer_text(self->out, "]\n");
}

static const special of_schedule[] = {{"name", put_set}, {"values", put_values}, {0}};

/// A text without a slider is quoted.
static void put_words(printer *self, const covey_member *row, const void *base)
{
    const char *text = covey_keys_pointer(row, base);
    self->quotes = self->begins;
    if (text[0] != '\0')
        put_text(self, row->key, text);
}

static void put_end(printer *self, const covey_member *row, const void *base)
{
    double value = covey_keys_value(row, base);
    if (isnan(value))
        return;
    put_key(self, row->key);
    covey_out_number(self->out, value);
    end_line(self);
}

static const special of_panel[] = {
    {"name", put_words}, {"text", put_words}, {"low", put_end}, {"high", put_end}, {0}};

// ---- The scenario ----

static void put_space(printer *self, const covey_member *row, const void *base)
{
    const covey_space *space = &((const covey_bind_plan *)base)->plan.space;
    bool open = space->kind == COVEY_SPACE_OPEN, deep = self->dim == COVEY_AXES;
    put_key(self, row->key);
    covey_writer_text(self->out, "{kind: ");
    covey_writer_text(self->out, covey_space_names()[space->kind]);
    for (row = covey_keys_space(); row->name != NULL; row++) {
        covey_param param = covey_keys_param(row);
        if (open ? !deep || !param.whole : param.whole || (!deep && covey_keys_is_deep(&param)))
            continue; // dim, or sides
        covey_writer_text(self->out, ", ");
        covey_writer_text(self->out, row->key);
        covey_writer_text(self->out, ": ");
        put_value(self->out, &param, covey_keys_value(row, space));
    }
    covey_writer_text(self->out, "}\n");
}

static void put_title(printer *self, const covey_member *row, const void *base)
{
    printer line = *self;
    line.quotes = true;
    put_text(&line, row->key, covey_keys_pointer(row, base));
}

static void put_seed(printer *self, const covey_member *row, const void *base)
{
    put_key(self, row->key);
    covey_writer_whole(self->out, ((const covey_bind_plan *)base)->plan.seed);
    end_line(self);
}

/// Puts the definitions in a list of the plan.
static void put_items(printer *self, const covey_member *row, const void *base)
{
    static const struct {
        const char *key;
        const covey_member *(*table)(void);
        const special *specials;
    } lists[] = {{"flocks", covey_members_flock, of_flock},
                 {"influences", covey_members_influence, of_influence},
                 {"schedule", covey_members_schedule, of_schedule},
                 {"panel", covey_keys_panel, of_panel}};
    size_t count = covey_keys_count(row, base), list = 0;
    const unsigned char *item = covey_keys_pointer(row, base);
    while (strcmp(lists[list].key, row->key) != 0)
        list++;
    if (count > 0)
        (void)put_head(self, row->key);
    for (size_t k = 0; k < count; k++) {
        printer below = {self->out, 4, true, false, self->dim};
        put_members(&below, lists[list].table(), item + k * row->each, lists[list].specials);
    }
}

static void put_outputs(printer *self, const covey_member *row, const void *base)
{
    const covey_plan *plan = &((const covey_bind_plan *)base)->plan;
    if (plan->outputs_count > 0)
        (void)put_head(self, row->key);
    for (size_t k = 0; k < plan->outputs_count; k++) {
        covey_writer_text(self->out, "  - ");
        put_word(self->out, plan->outputs[k], false);
        end_line(self);
    }
}

static void put_vary(printer *self, const covey_member *row, const void *base)
{
    const covey_sweep_words *sweep = base;
    if (sweep->vary_count > 0)
        (void)put_head(self, row->key);
    for (size_t k = 0; k < sweep->vary_count; k++) {
        char key[2 * COVEY_NAME_SIZE];
        const char *equals = strchr(sweep->vary[k], '=');
        (void)snprintf(key, sizeof key, "%.*s", (int)(equals - sweep->vary[k]), sweep->vary[k]);
        covey_out_blanks(self->out, self->indent + 2);
        covey_out_quoted(self->out, key);
        covey_writer_text(self->out, ": ");
        covey_out_quoted(self->out, equals + 1);
        end_line(self);
    }
}

static void put_with(printer *self, const covey_member *row, const void *base)
{
    const covey_sweep_words *sweep = base;
    if (sweep->with_count > 0)
        (void)put_head(self, row->key);
    for (size_t k = 0; k < sweep->with_count; k++) {
        covey_out_blanks(self->out, self->indent + 2);
        covey_writer_text(self->out, "- ");
        covey_out_quoted(self->out, sweep->with[k]);
        end_line(self);
    }
}

static const special of_sweep[] = {{"vary", put_vary}, {"with", put_with}, {0}};

/// The plan of a sweep: quoted, as colons and commas mean something in YAML.
static void put_sweep(printer *self, const covey_member *row, const void *base)
{
    const covey_sweep_words *sweep = &((const covey_bind_plan *)base)->sweep;
    bool is_there = sweep->vary_count > 0 || sweep->with_count > 0;
    for (const covey_member *text = covey_keys_sweep(); text->name != NULL; text++)
        is_there = is_there ||
                   (text->kind == COVEY_MEMBER_TEXT && covey_keys_pointer(text, sweep) != NULL);
    if (!is_there)
        return;
    printer below = put_head(self, row->key);
    below.quotes = true;
    put_members(&below, covey_keys_sweep(), sweep, of_sweep);
}

static const special of_plan[] = {{"plan.title", put_title}, {"plan.space", put_space},
                                  {"plan.seed", put_seed},   {"flocks", put_items},
                                  {"influences", put_items}, {"schedules", put_items},
                                  {"panel", put_items},      {"plan.outputs", put_outputs},
                                  {"sweep", put_sweep},      {0}};

covey_status covey_scenario_print(const covey_scenario *scenario, covey_sink sink)
{
    if (scenario == NULL || sink.write == NULL)
        return covey_missing(NULL, __func__);
    const covey_bind_plan *plan = &scenario->now.plan;
    char buffer[COVEY_WRITER_LEAST];
    covey_writer out = {.sink = sink, .buffer = buffer, .size = sizeof buffer};
    printer all = {.out = &out, .dim = covey_space_dim(&plan->plan.space)};
    put_members(&all, covey_keys_plan(), plan, of_plan);
    return covey_writer_flush(&out);
}
