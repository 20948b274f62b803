// SPDX-License-Identifier: MIT
// Writes the JSON Schema of scenarios, from the tables by which they are read.
#include "base/misuse.h"
#include "formats/json.h"
#include "scenario/bind.h"
#include "scenario/schema_put.h"

#include <stdio.h>
#include <string.h>

enum { MOST_ROWS = 64 };

static void put_bounds(json *self, const covey_param *row)
{
    covey_json_string(self, "type", row->whole ? "integer" : "number");
    covey_json_number(self, "minimum", row->low);
    covey_json_number(self, "maximum", row->high);
    covey_json_number(self, "default", row->initial);
}

/// Puts what a parameter of a flock can be besides: one number for each agent, or a distribution.
static void put_traits(json *self, const covey_param *row)
{
    covey_json_number(self, "default", row->initial);
    covey_json_list(self, "anyOf");
    covey_json_object(self, NULL);
    covey_json_string(self, "type", "number");
    covey_json_number(self, "minimum", row->low);
    covey_json_number(self, "maximum", row->high);
    covey_json_close(self);
    put_reference(self, NULL, "#/definitions/numbers");
    put_reference(self, NULL, "#/definitions/distribution");
    covey_json_close(self);
}

static void put_row(json *self, const covey_param *row, bool of_flock)
{
    char text[400];
    bool unit = row->unit != NULL && row->unit[0] != '\0';
    (void)snprintf(text, sizeof text, "%s%s%s", row->text, unit ? " Unit: " : "",
                   unit ? row->unit : "");
    open_line(self, row->name);
    covey_json_string(self, "description", text);
    if (of_flock && row->choices == NULL && !row->whole) {
        put_traits(self, row);
    } else if (row->choices == NULL) {
        put_bounds(self, row);
    } else {
        covey_json_list(self, "enum");
        for (int k = 0; row->choices[k] != NULL; k++)
            covey_json_string(self, NULL, row->choices[k]);
        covey_json_close(self);
        covey_json_string(self, "default", row->choices[(int)row->initial]);
    }
    covey_json_close(self);
}

static void put_table(json *self, const covey_param *table)
{
    for (const covey_param *row = table; row != NULL && row->name != NULL; row++)
        put_row(self, row, false);
}

static void put_definition(json *self, const char *key)
{
    char to[80];
    (void)snprintf(to, sizeof to, "#/definitions/%s", key);
    put_one(self, key, "$ref", to);
}

/// Puts a member of which its row says everything.
static void put_member(json *self, const covey_member *row)
{
    covey_param param = covey_keys_param(row);
    if (covey_keys_is_number(row))
        put_row(self, &param, false);
    else if (row->kind == COVEY_MEMBER_NUMBER)
        put_number(self, row->key, row->text);
    else if (row->kind == COVEY_MEMBER_VECTOR)
        put_one(self, row->key, "$ref", "#/definitions/point");
    else if (row->kind == COVEY_MEMBER_TEXT)
        put_text_member(self, row->key, row->text);
}

static void put_members(json *self, const covey_member *table, const char *group)
{
    for (const covey_member *row = table; row->name != NULL; row++)
        if (covey_keys_is_in(row, group))
            put_member(self, row);
}

/// Puts a mapping, or the value of its first key alone.
static void put_group(json *self, const covey_member *table, const char *group, const char *title)
{
    const covey_member *first = table;
    while (!covey_keys_is_in(first, group))
        first++;
    open_one_of(self, group);
    put_type(self, NULL, first->kind == COVEY_MEMBER_TEXT ? "string" : "number");
    open_line(self, NULL);
    open_keys(self, title, NULL);
    put_members(self, first, group);
    close_keys(self);
    close_one_of(self);
}

// ---- Flocks ----

/// Rows of several tables by name; the range of a row is the widest of all with its name.
typedef struct rows {
    covey_param row[MOST_ROWS];
    int count;
} rows;

static void add_row(rows *all, const covey_param *row)
{
    for (int k = 0; k < all->count; k++) {
        covey_param *known = &all->row[k];
        if (strcmp(known->name, row->name) != 0)
            continue;
        known->low = row->low < known->low ? row->low : known->low;
        known->high = row->high > known->high ? row->high : known->high;
        return;
    }
    if (all->count < MOST_ROWS)
        all->row[all->count++] = *row;
}

static void add_motion(rows *all, covey_report_words *names, const covey_motion *motion,
                       const covey_setting *settings)
{
    covey_report_add(names, motion->name);
    for (const covey_param *row = motion->params; row != NULL && row->name != NULL; row++) {
        covey_param own = *row;
        for (const covey_setting *s = settings; s != NULL && s->name != NULL; s++)
            if (strcmp(s->name, row->name) == 0)
                own.initial = s->value;
        add_row(all, &own);
    }
}

/// The radius of an agent may differ between agents, as parameters may.
static void put_body(json *self, const covey_member *row)
{
    covey_param param = covey_keys_param(row);
    put_row(self, &param, true);
}

static void collect(const covey_model *model, rows *all, covey_report_words *motions)
{
    for (const covey_param *row = model->params; row->name != NULL; row++)
        add_row(all, row);
    for (int own = 1; own >= 0; own--)
        for (int k = 0; covey_motion_at(k) != NULL; k++) {
            const covey_motion *motion = covey_motion_at(k);
            bool is_own = strcmp(motion->name, model->motion) == 0;
            if (covey_motion_fits(motion, model) && is_own == (own == 1))
                add_motion(all, motions, motion, model->motion_settings);
        }
}

static void put_flock(json *self, const covey_model *model)
{
    char name[80];
    rows all = {.count = 0};
    covey_report_words motions = {.count = 0};
    collect(model, &all, &motions);
    (void)snprintf(name, sizeof name, "flock_%s", model->name);
    open_line(self, name);
    open_keys(self, model->title, NULL);
    put_one(self, "model", "const", model->name);
    for (const covey_member *row = covey_members_flock(); row->name != NULL; row++) {
        bool is_below = row->kind == COVEY_MEMBER_LIST || row->kind == COVEY_MEMBER_PARAMS;
        if (strcmp(row->name, "settings") == 0)
            for (int k = 0; k < all.count; k++)
                put_row(self, &all.row[k], true);
        else if (row->group != NULL && strcmp(covey_keys_short(row->group), row->key) == 0)
            put_definition(self, row->group);
        else if (row->key != NULL && is_below)
            put_definition(self, row->key);
        else if (strcmp(row->name, "motion") == 0)
            put_words(self, row->key, &motions);
        else if (strcmp(row->name, "body") == 0)
            put_body(self, row);
        else if (covey_keys_is_in(row, NULL) && strcmp(row->name, "model") != 0)
            put_member(self, row);
    }
    close_keys(self);
}

/// Puts {"if": {"properties": {key: {"const": name}}}, "then": …}.
static void put_case(json *self, const char *key, const char *prefix, const char *name)
{
    char definition[200];
    (void)snprintf(definition, sizeof definition, "#/definitions/%s_%s", prefix, name);
    open_line(self, NULL);
    covey_json_object(self, "if");
    covey_json_object(self, "properties");
    covey_json_object(self, key);
    covey_json_string(self, "const", name);
    covey_json_close(self);
    covey_json_close(self);
    covey_json_close(self);
    put_reference(self, "then", definition);
    covey_json_close(self);
}

/// Opens an object whose definition depends on the value of one key.
static void put_cases(json *self, const char *key, const char *prefix,
                      const covey_report_words *names)
{
    open_line(self, prefix);
    put_line(self, "type", "object");
    covey_json_line(self);
    covey_json_list(self, "required");
    covey_json_string(self, NULL, key);
    covey_json_close(self);
    open_line(self, "properties");
    put_words(self, key, names);
    covey_json_close(self);
    covey_json_line(self);
    covey_json_list(self, "allOf");
    for (int k = 0; k < names->count; k++)
        put_case(self, key, prefix, names->word[k]);
    covey_json_close(self);
    covey_json_close(self);
}

static void put_flocks(json *self)
{
    covey_report_words names = {.count = 0};
    for (int k = 0; covey_model_at(k) != NULL; k++) {
        covey_report_add(&names, covey_model_at(k)->name);
        put_flock(self, covey_model_at(k));
    }
    put_cases(self, "model", "flock", &names);
}

// ---- Influences, places, spaces ----

/// A list of lists of `least` to 6 numbers.
static void put_agents(json *self, const char *key, size_t least)
{
    covey_json_line(self);
    open_items(self, key, 0, 0);
    open_items(self, "items", least, 6);
    put_type(self, "items", "number");
    covey_json_close(self);
    covey_json_close(self);
}

static void put_nodes(json *self)
{
    put_agents(self, "nodes", 4);
    put_text_member(self, "file",
                    "CSV file of the nodes with columns x, y, vx, vy, row by row, in three "
                    "dimensions x, y, z, vx, vy, vz; its path begins at the folder of the "
                    "scenario.");
}

/// Keys of a mesh beside its points.
static void put_mesh(json *self)
{
    covey_json_line(self);
    open_items(self, "triangles", 1, 0);
    covey_json_object(self, "items");
    covey_json_string(self, "type", "array");
    covey_json_whole(self, "minItems", 3);
    covey_json_whole(self, "maxItems", 3);
    covey_json_close(self);
    covey_json_close(self);
    put_text_member(self, "file",
                    "STL or OBJ, instead of points and triangles; its path begins at the folder of "
                    "the scenario.");
    put_members(self, covey_keys_mesh(), NULL);
}

static void put_influence(json *self, const covey_influence *kind)
{
    char name[80];
    (void)snprintf(name, sizeof name, "influence_%s", kind->name);
    open_line(self, name);
    bool mesh = kind->form == COVEY_INFLUENCE_MESH;
    open_keys(self, kind->title, kind->points > 0 && !mesh ? "points" : NULL);
    put_one(self, "kind", "const", kind->name);
    put_member(self, covey_member_find(covey_members_influence(), "flock"));
    put_member(self, covey_member_find(covey_members_influence(), "layers"));
    if (kind->points > 0) {
        covey_json_line(self);
        open_items(self, "points", kind->points, 0);
        put_reference(self, "items", "#/definitions/point");
        covey_json_close(self);
    }
    if (kind->field)
        put_nodes(self);
    if (mesh)
        put_mesh(self);
    put_table(self, kind->params);
    close_keys(self);
}

static void put_influences(json *self)
{
    covey_report_words names = {.count = 0};
    for (int k = 0; covey_influence_at(k) != NULL; k++) {
        covey_report_add(&names, covey_influence_at(k)->name);
        put_influence(self, covey_influence_at(k));
    }
    put_cases(self, "kind", "influence", &names);
}

static void put_sees(json *self)
{
    covey_report_words rules = {.count = 0};
    covey_report_add_all(&rules, covey_response_rules());
    open_line(self, "response_in_full");
    open_keys(self, "What the agents of a flock do about those of another.", "rule");
    put_words(self, "rule", &rules);
    put_table(self, covey_response_params());
    close_keys(self);
    open_one_of(self, "response");
    put_reference(self, NULL, "#/definitions/response_in_full");
    covey_json_object(self, NULL);
    covey_json_list(self, "enum");
    for (int k = 0; k < rules.count; k++)
        covey_json_string(self, NULL, rules.word[k]);
    covey_json_close(self);
    covey_json_close(self);
    close_one_of(self);
    put_one_or_list(self, "responses", "#/definitions/response", 1);
    open_line(self, "sees");
    put_line(self, "type", "object");
    put_one(self, "additionalProperties", "$ref", "#/definitions/responses");
    covey_json_close(self);
}

/// Puts what parameters of which each agent has its own value are.
static void put_distribution(json *self)
{
    covey_json_line(self);
    open_items(self, "numbers", 1, 0);
    put_type(self, "items", "number");
    covey_json_close(self);
    open_line(self, "distribution");
    open_keys(self, "What the values of agents are drawn from, within the limits.", NULL);
    for (int kind = 1; covey_distribution_names()[kind] != NULL; kind++) {
        covey_json_line(self);
        open_items(self, covey_distribution_names()[kind], 2, 2);
        put_type(self, "items", "number");
        covey_json_close(self);
    }
    covey_json_line(self);
    put_type(self, "low", "number");
    covey_json_line(self);
    put_type(self, "high", "number");
    close_keys(self);
}

static void put_place(json *self)
{
    open_one_of(self, "place");
    put_reference(self, NULL, "#/definitions/place_kind");
    open_line(self, NULL);
    open_keys(self, NULL, NULL);
    put_table(self, covey_placement_params());
    for (const covey_member *row = covey_keys_agents(); row->name != NULL; row++)
        if (row->kind == COVEY_MEMBER_COLUMNS)
            put_agents(self, row->key, 2);
        else
            put_text_member(self, row->key, row->text);
    close_keys(self);
    close_one_of(self);
    covey_report_words kinds = {.count = 0};
    covey_report_add_all(&kinds, covey_param_find(covey_placement_params(), "kind")->choices);
    put_words(self, "place_kind", &kinds);
    covey_json_line(self);
    open_items(self, "point", 2, 3);
    put_type(self, "items", "number");
    covey_json_close(self);
}

static void put_space(json *self, const covey_member *whole)
{
    covey_report_words kinds = {.count = 0};
    covey_report_add_all(&kinds, covey_space_names());
    open_one_of(self, whole->key);
    covey_json_object(self, NULL);
    covey_json_string(self, "const", "open");
    covey_json_close(self);
    open_line(self, NULL);
    open_keys(self, NULL, NULL);
    put_words(self, "kind", &kinds);
    put_members(self, covey_keys_space(), NULL);
    close_keys(self);
    close_one_of(self);
}

static void put_seed(json *self, const covey_member *row)
{
    open_line(self, row->key);
    covey_json_string(self, "type", "integer");
    covey_json_whole(self, "minimum", 0);
    covey_json_whole(self, "maximum", UINT64_MAX);
    covey_json_whole(self, "default", (uint64_t)row->initial);
    covey_json_string(self, "description", row->text);
    covey_json_close(self);
}

static void put_outputs(json *self, const covey_member *row)
{
    open_line(self, row->key);
    covey_json_list(self, "oneOf");
    put_type(self, NULL, "string");
    open_items(self, NULL, 0, 0);
    put_type(self, "items", "string");
    covey_json_close(self);
    covey_json_close(self);
    covey_json_string(self, "description", row->text);
    covey_json_close(self);
}

static void put_sweep(json *self, const covey_member *whole)
{
    open_line(self, whole->key);
    open_keys(self, whole->text, NULL);
    for (const covey_member *row = covey_keys_sweep(); row->name != NULL; row++) {
        open_line(self, row->key);
        if (row->kind == COVEY_MEMBER_LIST)
            covey_json_string(self, "type", "object");
        covey_json_string(self, "description", row->text);
        covey_json_close(self);
    }
    close_keys(self);
}

static void put_schedule(json *self)
{
    const covey_member *row = covey_member_find(covey_keys_plan(), "schedules");
    open_line(self, row->key);
    open_keys(self, row->text, "set");
    put_text_member(self, "set",
                    "The parameter, as in --set: \"boids.noise\", \"influences.0.speed\".");
    covey_json_line(self);
    open_items(self, "steps", 1, COVEY_MAX_SCHEDULE_POINTS);
    put_type(self, "items", "integer");
    covey_json_close(self);
    covey_json_line(self);
    open_items(self, "values", 1, COVEY_MAX_SCHEDULE_POINTS);
    covey_json_close(self);
    put_member(self, covey_member_find(covey_members_schedule(), "form"));
    close_keys(self);
}

static void put_panel(json *self)
{
    const covey_member *row = covey_member_find(covey_keys_plan(), "panel");
    open_line(self, row->key);
    open_keys(self, row->text, NULL);
    put_members(self, covey_keys_panel(), NULL);
    close_keys(self);
}

/// Puts a key of the scenario.
static void put_key(json *self, const covey_member *row)
{
    static const struct {
        const char *name;
        void (*put)(json *self, const covey_member *row);
    } others[] = {{"plan.space", put_space},
                  {"plan.seed", put_seed},
                  {"plan.outputs", put_outputs},
                  {"sweep", put_sweep}};
    static const struct {
        const char *key, *definition;
        uint64_t least;
    } lists[] = {{"flocks", "#/definitions/flock", 1},
                 {"influences", "#/definitions/influence", 0},
                 {"schedule", "#/definitions/schedule", 0},
                 {"panel", "#/definitions/panel", 0}};
    for (size_t k = 0; k < sizeof others / sizeof *others; k++)
        if (strcmp(others[k].name, row->name) == 0)
            others[k].put(self, row);
    for (size_t k = 0; k < sizeof lists / sizeof *lists; k++)
        if (strcmp(lists[k].key, row->key) == 0)
            put_one_or_list(self, row->key, lists[k].definition, lists[k].least);
    if (row->group != NULL && strcmp(covey_keys_short(row->group), row->key) == 0)
        put_group(self, covey_keys_plan(), row->group, NULL);
    else if (row->group == NULL)
        put_member(self, row);
}

static void put_root(json *self)
{
    put_line(self, "$schema", "http://json-schema.org/draft-07/schema#");
    put_line(self, "title", "A scenario of covey");
    open_keys(self, NULL, "flocks");
    for (const covey_member *row = covey_keys_plan(); row->name != NULL; row++)
        put_key(self, row);
    covey_json_close(self);
    open_line(self, "definitions");
    put_flocks(self);
    put_influences(self);
    put_sees(self);
    put_group(self, covey_members_flock(), "catch",
              "Agents of the flock that this one hunts are caught.");
    put_schedule(self);
    put_panel(self);
    put_distribution(self);
    put_place(self);
    covey_json_close(self);
}

covey_status covey_scenario_schema(covey_sink sink)
{
    if (sink.write == NULL)
        return covey_missing(NULL, __func__);
    char buffer[COVEY_WRITER_LEAST];
    covey_writer out = {.sink = sink, .buffer = buffer, .size = sizeof buffer};
    json schema = {.out = &out};
    covey_json_object(&schema, NULL);
    put_root(&schema);
    covey_json_close(&schema);
    return covey_writer_flush(&out);
}
