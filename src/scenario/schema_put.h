// SPDX-License-Identifier: MIT
// Parts of a JSON Schema, written line by line.
#ifndef COVEY_SCENARIO_SCHEMA_PUT_H
#define COVEY_SCENARIO_SCHEMA_PUT_H

#include "formats/json.h"
#include "scenario/report.h"

typedef covey_json json;

/// An object or a value on a separate line.
static inline void open_line(json *self, const char *key)
{
    covey_json_line(self);
    covey_json_object(self, key);
}

static inline void put_line(json *self, const char *key, const char *value)
{
    covey_json_line(self);
    covey_json_string(self, key, value);
}

/// Puts "key": {"name": "value"} on one line.
static inline void put_one(json *self, const char *key, const char *name, const char *value)
{
    covey_json_line(self);
    covey_json_object(self, key);
    covey_json_string(self, name, value);
    covey_json_close(self);
}

static inline void put_reference(json *self, const char *key, const char *to)
{
    covey_json_object(self, key);
    covey_json_string(self, "$ref", to);
    covey_json_close(self);
}

static inline void put_type(json *self, const char *key, const char *type)
{
    covey_json_object(self, key);
    covey_json_string(self, "type", type);
    covey_json_close(self);
}

/// Opens a list of `low` to `high` items; 0 is no limit. The definition of its items follows; then
/// it is closed.
static inline void open_items(json *self, const char *key, uint64_t low, uint64_t high)
{
    covey_json_object(self, key);
    covey_json_string(self, "type", "array");
    if (low > 0)
        covey_json_whole(self, "minItems", low);
    if (high > 0)
        covey_json_whole(self, "maxItems", high);
}

static inline void put_words(json *self, const char *key, const covey_report_words *words)
{
    covey_json_line(self);
    covey_json_object(self, key);
    covey_json_list(self, "enum");
    for (int k = 0; k < words->count; k++)
        covey_json_string(self, NULL, words->word[k]);
    covey_json_close(self);
    covey_json_close(self);
}

static inline void put_text_member(json *self, const char *name, const char *description)
{
    open_line(self, name);
    covey_json_string(self, "type", "string");
    covey_json_string(self, "description", description);
    covey_json_close(self);
}

/// Makes the open object a mapping and opens its keys, of which one may be required. It has no
/// other keys; close_keys() closes both.
static inline void open_keys(json *self, const char *title, const char *required)
{
    put_line(self, "type", "object");
    if (title != NULL)
        put_line(self, "description", title);
    if (required != NULL) {
        covey_json_line(self);
        covey_json_list(self, "required");
        covey_json_string(self, NULL, required);
        covey_json_close(self);
    }
    covey_json_line(self);
    covey_json_bool(self, "additionalProperties", false);
    open_line(self, "properties");
}

static inline void close_keys(json *self)
{
    covey_json_close(self);
    covey_json_close(self);
}

static inline void put_number(json *self, const char *name, const char *description)
{
    open_line(self, name);
    covey_json_string(self, "type", "number");
    covey_json_string(self, "description", description);
    covey_json_close(self);
}

/// Opens a choice: its values follow, then both are closed.
static inline void open_one_of(json *self, const char *key)
{
    open_line(self, key);
    covey_json_list(self, "oneOf");
    covey_json_line(self);
}

static inline void close_one_of(json *self)
{
    covey_json_close(self);
    covey_json_close(self);
}

/// Puts a definition, or a list of at least `least` of them.
static inline void put_one_or_list(json *self, const char *key, const char *definition,
                                   uint64_t least)
{
    open_one_of(self, key);
    put_reference(self, NULL, definition);
    open_items(self, NULL, least, 0);
    put_reference(self, "items", definition);
    covey_json_close(self);
    close_one_of(self);
}

#endif
