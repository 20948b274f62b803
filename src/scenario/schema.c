// SPDX-License-Identifier: MIT
// The JSON Schema of scenarios, from the same tables that they are read by.
#include "base/misuse.h"
#include "scenario/bind.h"
#include "scenario/out.h"

#include <stdio.h>
#include <string.h>

enum { MOST_ROWS = 64 };

typedef struct writer {
    covey_writer out;
    bool comma; ///< before the next member
} writer;

static void put(writer *self, const char *text)
{
    covey_writer_text(&self->out, text);
}

/// A member's name; its value follows.
static void member(writer *self, const char *name)
{
    put(self, self->comma ? ",\n" : "\n");
    covey_out_quoted(&self->out, name);
    put(self, ": ");
    self->comma = true;
}

static void open_object(writer *self)
{
    put(self, "{");
    self->comma = false;
}

static void close_object(writer *self)
{
    put(self, "\n}");
    self->comma = true;
}

static void put_words(writer *self, const covey_report_words *words)
{
    put(self, "{\"enum\": [");
    for (int k = 0; k < words->count; k++) {
        put(self, k > 0 ? ", " : "");
        covey_out_quoted(&self->out, words->word[k]);
    }
    put(self, "]}");
}

static void put_bounds(writer *self, const covey_param *row)
{
    put(self, row->whole ? "\"type\": \"integer\"" : "\"type\": \"number\"");
    put(self, ", \"minimum\": ");
    covey_out_number(&self->out, row->low);
    put(self, ", \"maximum\": ");
    covey_out_number(&self->out, row->high);
    put(self, ", \"default\": ");
    covey_out_number(&self->out, row->initial);
}

static void put_row(writer *self, const covey_param *row)
{
    member(self, row->name);
    put(self, "{\"description\": ");
    char text[400];
    bool unit = row->unit != NULL && row->unit[0] != '\0';
    (void)snprintf(text, sizeof text, "%s%s%s", row->text, unit ? " Unit: " : "",
                   unit ? row->unit : "");
    covey_out_quoted(&self->out, text);
    put(self, ", ");
    if (row->choices == NULL) {
        put_bounds(self, row);
    } else {
        put(self, "\"enum\": [");
        for (int k = 0; row->choices[k] != NULL; k++) {
            put(self, k > 0 ? ", " : "");
            covey_out_quoted(&self->out, row->choices[k]);
        }
        put(self, "], \"default\": ");
        covey_out_quoted(&self->out, row->choices[(int)row->initial]);
    }
    put(self, "}");
}

static void put_table(writer *self, const covey_param *table)
{
    for (const covey_param *row = table; row != NULL && row->name != NULL; row++)
        put_row(self, row);
}

static void put_text_member(writer *self, const char *name, const char *description)
{
    member(self, name);
    put(self, "{\"type\": \"string\", \"description\": ");
    covey_out_quoted(&self->out, description);
    put(self, "}");
}

static void put_const(writer *self, const char *name, const char *value)
{
    member(self, name);
    put(self, "{\"const\": ");
    covey_out_quoted(&self->out, value);
    put(self, "}");
}

/// The schema of a mapping, into the open object: its keys follow, of which one may be required,
/// and no others.
static void open_keys(writer *self, const char *title, const char *required)
{
    member(self, "type");
    put(self, "\"object\"");
    if (title != NULL) {
        member(self, "description");
        covey_out_quoted(&self->out, title);
    }
    if (required != NULL) {
        member(self, "required");
        put(self, "[");
        covey_out_quoted(&self->out, required);
        put(self, "]");
    }
    member(self, "additionalProperties");
    put(self, "false");
    member(self, "properties");
    open_object(self);
}

// ---- Flocks ----

/// Rows by name; those that several motions have get the widest range of all.
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

static void collect(const covey_model *model, rows *all, covey_report_words *motions)
{
    for (const covey_param *row = model->params; row->name != NULL; row++)
        add_row(all, row);
    for (int own = 1; own >= 0; own--)
        for (int k = 0; covey_motion_at(k) != NULL; k++) {
            const covey_motion *motion = covey_motion_at(k);
            bool is_own = strcmp(motion->name, model->motion) == 0;
            if (motion->intent == model->intent && is_own == (own == 1))
                add_motion(all, motions, motion, model->motion_settings);
        }
}

static void put_flock(writer *self, const covey_model *model)
{
    char name[80];
    rows all = {.count = 0};
    covey_report_words motions = {.count = 0};
    collect(model, &all, &motions);
    (void)snprintf(name, sizeof name, "flock_%s", model->name);
    member(self, name);
    open_object(self);
    open_keys(self, model->title, NULL);
    put_const(self, "model", model->name);
    put_text_member(self, "name", "How the flock is called; the model's name unless given.");
    member(self, "motion");
    put_words(self, &motions);
    put_text_member(self, "hunts", "Name of the flock, listed before, that this one preys on.");
    put_table(self, covey_tables_of_flock);
    for (int k = 0; k < all.count; k++)
        put_row(self, &all.row[k]);
    member(self, "place");
    put(self, "{\"$ref\": \"#/definitions/place\"}");
    close_object(self);
    close_object(self);
}

/// Which definition holds is told by one key.
static void put_cases(writer *self, const char *key, const char *prefix,
                      const covey_report_words *names)
{
    member(self, "type");
    put(self, "\"object\"");
    member(self, "required");
    put(self, "[");
    covey_out_quoted(&self->out, key);
    put(self, "]");
    member(self, "properties");
    open_object(self);
    member(self, key);
    put_words(self, names);
    close_object(self);
    member(self, "allOf");
    put(self, "[");
    for (int k = 0; k < names->count; k++) {
        char text[300];
        (void)snprintf(text, sizeof text,
                       "%s\n{\"if\": {\"properties\": {\"%s\": {\"const\": \"%s\"}}},\n"
                       "\"then\": {\"$ref\": \"#/definitions/%s_%s\"}}",
                       k > 0 ? "," : "", key, names->word[k], prefix, names->word[k]);
        put(self, text);
    }
    put(self, "]");
}

static void put_flocks(writer *self)
{
    covey_report_words names = {.count = 0};
    for (int k = 0; covey_model_at(k) != NULL; k++) {
        covey_report_add(&names, covey_model_at(k)->name);
        put_flock(self, covey_model_at(k));
    }
    member(self, "flock");
    open_object(self);
    put_cases(self, "model", "flock", &names);
    close_object(self);
}

// ---- Influences, places, spaces ----

static void put_influence(writer *self, const covey_influence *kind)
{
    char name[80];
    (void)snprintf(name, sizeof name, "influence_%s", kind->name);
    member(self, name);
    open_object(self);
    open_keys(self, kind->title, kind->points > 0 ? "points" : NULL);
    put_const(self, "kind", kind->name);
    put_text_member(self, "flock", "Name of the only flock that it acts on.");
    if (kind->points > 0) {
        member(self, "points");
        put(self, "{\"type\": \"array\", \"minItems\": ");
        covey_writer_whole(&self->out, kind->points);
        put(self, ", \"items\": {\"$ref\": \"#/definitions/pair\"}}");
    }
    put_table(self, kind->params);
    close_object(self);
    close_object(self);
}

static void put_influences(writer *self)
{
    covey_report_words names = {.count = 0};
    for (int k = 0; covey_influence_at(k) != NULL; k++) {
        covey_report_add(&names, covey_influence_at(k)->name);
        put_influence(self, covey_influence_at(k));
    }
    member(self, "influence");
    open_object(self);
    put_cases(self, "kind", "influence", &names);
    close_object(self);
}

static void put_place(writer *self)
{
    member(self, "place");
    put(self, "{\"oneOf\": [{\"$ref\": \"#/definitions/place_kind\"}, ");
    open_object(self);
    open_keys(self, NULL, NULL);
    put_table(self, covey_placement_params());
    put_text_member(self, "file",
                    "CSV file with columns x, y and id, vx, vy or speed, heading; its path "
                    "begins at the folder of the scenario.");
    put_text_member(self, "hash", "Hash of that file; with another content it is refused.");
    member(self, "agents");
    put(self, "{\"type\": \"array\", \"items\": {\"type\": \"array\", \"minItems\": 2, "
              "\"maxItems\": 4, \"items\": {\"type\": \"number\"}}}");
    close_object(self);
    close_object(self);
    put(self, "]}");
    covey_report_words kinds = {.count = 0};
    covey_report_add_all(&kinds, covey_param_find(covey_placement_params(), "kind")->choices);
    member(self, "place_kind");
    put_words(self, &kinds);
    member(self, "pair");
    put(self, "{\"type\": \"array\", \"minItems\": 2, \"maxItems\": 2, "
              "\"items\": {\"type\": \"number\"}}");
}

static void put_space(writer *self)
{
    covey_report_words kinds = {.count = 0};
    covey_report_add_all(&kinds, covey_space_names());
    member(self, "space");
    put(self, "{\"oneOf\": [{\"const\": \"open\"}, ");
    open_object(self);
    open_keys(self, NULL, "kind");
    member(self, "kind");
    put_words(self, &kinds);
    put_table(self, covey_tables_of_space);
    close_object(self);
    close_object(self);
    put(self, "]}");
}

static void put_measures(writer *self)
{
    member(self, "measures");
    put(self, "{\"oneOf\": [{\"type\": \"string\"}, ");
    open_object(self);
    open_keys(self, NULL, NULL);
    put_text_member(self, "file",
                    "Where the measures are written; the path begins at the working folder.");
    put_table(self, covey_tables_of_measures);
    close_object(self);
    close_object(self);
    put(self, "]}");
}

static void put_root(writer *self)
{
    member(self, "$schema");
    put(self, "\"http://json-schema.org/draft-07/schema#\"");
    member(self, "title");
    put(self, "\"A scenario of covey\"");
    open_keys(self, NULL, "flocks");
    put_text_member(self, "title", "What the scenario is about, in one line.");
    put_space(self);
    member(self, "seed");
    put(self, "{\"type\": \"integer\", \"minimum\": 0, \"maximum\": 18446744073709551615, "
              "\"default\": 1, \"description\": \"Of all random numbers.\"}");
    put_table(self, covey_tables_of_run);
    member(self, "flocks");
    put(self, "{\"oneOf\": [{\"$ref\": \"#/definitions/flock\"}, {\"type\": \"array\", "
              "\"minItems\": 1, \"items\": {\"$ref\": \"#/definitions/flock\"}}]}");
    member(self, "influences");
    put(self, "{\"oneOf\": [{\"$ref\": \"#/definitions/influence\"}, {\"type\": \"array\", "
              "\"items\": {\"$ref\": \"#/definitions/influence\"}}]}");
    member(self, "outputs");
    put(self, "{\"oneOf\": [{\"type\": \"string\"}, {\"type\": \"array\", "
              "\"items\": {\"type\": \"string\"}}], \"description\": \"Files of the "
              "trajectory; their suffixes tell the formats, their paths begin at the working "
              "folder.\"}");
    put_measures(self);
    close_object(self);
    member(self, "definitions");
    open_object(self);
    put_flocks(self);
    put_influences(self);
    put_place(self);
    close_object(self);
}

covey_status covey_scenario_schema(covey_sink sink)
{
    if (sink.write == NULL)
        return covey_missing(NULL, __func__);
    char buffer[COVEY_WRITER_LEAST];
    writer self = {.out = {.sink = sink, .buffer = buffer, .size = sizeof buffer}};
    open_object(&self);
    put_root(&self);
    close_object(&self);
    put(&self, "\n");
    return covey_writer_flush(&self.out);
}
