// SPDX-License-Identifier: MIT
// Reads settings by a table of keys: everything is checked before anything is used, so that what
// takes the values cannot fail.
#include "check/settings.h"

#include "base/parse.h"
#include "formats/file.h"
#include "formats/json.h"
#include "scenario/report.h"

#include <math.h>
#include <string.h>

enum { LARGEST_FILE = 1 << 20, TEXT_MOST = 200 };

// ---- Values ----

static bool read_number(const covey_node *node, double *value)
{
    return node->kind == COVEY_NODE_SCALAR && node->plain &&
           covey_parse_double(node->text, node->size, value) == COVEY_PARSE_OK;
}

static bool is_line(const covey_node *node)
{
    bool good = node->kind == COVEY_NODE_SCALAR && node->size > 0 && node->size <= TEXT_MOST;
    for (uint32_t k = 0; good && k < node->size; k++)
        good = (unsigned char)node->text[k] >= ' ' && node->text[k] != 0x7f;
    return good;
}

static bool is_one_of(const covey_node *node, const char *const *words)
{
    for (; node->kind == COVEY_NODE_SCALAR && *words != NULL; words++)
        if (strcmp(node->text, *words) == 0)
            return true;
    return false;
}

static const char *const on_off[] = {"yes", "no", "true", "false", NULL};

static covey_status check_text(check_settings *self, const check_key *row, const covey_node *node)
{
    if (is_line(node))
        return COVEY_OK;
    return covey_report_fail(&self->report, node->at,
                             "%s is a text of one line, 1 to %d bytes long", row->name, TEXT_MOST);
}

static covey_status check_number(check_settings *self, const check_key *row, const covey_node *node)
{
    bool whole = row->kind != CHECK_KEY_NUMBER;
    double value;
    if (read_number(node, &value) && value >= row->low && value <= row->high &&
        (!whole || value == floor(value)))
        return COVEY_OK;
    return covey_report_fail(&self->report, node->at, "%s is a %s from %.10g to %.10g", row->name,
                             whole ? "whole number" : "number", row->low, row->high);
}

static covey_status check_word(check_settings *self, const check_key *row, const covey_node *node)
{
    covey_report_words words = {.count = 0};
    const char *const *list = row->kind == CHECK_KEY_SWITCH ? on_off : row->choices;
    if (is_one_of(node, list))
        return COVEY_OK;
    if (node->kind != COVEY_NODE_SCALAR)
        return covey_report_fail(&self->report, node->at, "%s is one word", row->name);
    covey_report_add_all(&words, list);
    return covey_report_unknown(&self->report, node->at, row->name, node->text, &words);
}

// ---- Mappings ----

static covey_status check_map(check_settings *self, const covey_node *map, const char *where,
                              const check_key *table);

static covey_status check_items(check_settings *self, const check_key *row, const covey_node *list)
{
    covey_status status = COVEY_OK;
    if (check_settings_count(list) == 0)
        return covey_report_fail(&self->report, list->at, "%s is empty", row->name);
    for (const covey_node *item = check_settings_first(list); item != NULL && status == COVEY_OK;
         item = list->kind == COVEY_NODE_LIST ? item->next : NULL)
        status = row->kind == CHECK_KEY_MAPS    ? check_map(self, item, row->name, row->inside)
                 : row->kind == CHECK_KEY_TEXTS ? check_text(self, row, item)
                                                : check_number(self, row, item);
    return status;
}

static covey_status check_value(check_settings *self, const check_key *row, const covey_node *node)
{
    switch (row->kind) {
    case CHECK_KEY_TEXT:
        return check_text(self, row, node);
    case CHECK_KEY_NUMBER:
    case CHECK_KEY_WHOLE:
        return check_number(self, row, node);
    case CHECK_KEY_SWITCH:
    case CHECK_KEY_CHOICE:
        return check_word(self, row, node);
    case CHECK_KEY_TEXTS:
    case CHECK_KEY_NUMBERS:
    case CHECK_KEY_MAPS:
        return check_items(self, row, node);
    case CHECK_KEY_MAP:
        return check_map(self, node, row->name, row->inside);
    }
    return COVEY_OK;
}

static const check_key *find_key(const check_key *table, const char *name)
{
    for (; table->name != NULL; table++)
        if (strcmp(table->name, name) == 0)
            return table;
    return NULL;
}

static covey_status check_entry(check_settings *self, const covey_node *map, const covey_node *node,
                                const char *where, const check_key *table)
{
    covey_report_words words = {.count = 0};
    char in[64] = "";
    const check_key *row = find_key(table, node->key);
    if (row == NULL) {
        (void)strcpy(in, "in ");
        (void)strncat(in, where, sizeof in - 4);
        words.where = in;
        for (; table->name != NULL; table++)
            covey_report_add(&words, table->name);
        return covey_report_unknown(&self->report, node->key_at, "key", node->key, &words);
    }
    if (covey_node_find(map, node->key) != node)
        return covey_report_fail(&self->report, node->key_at, "%s stands here twice", row->name);
    return check_value(self, row, node);
}

static covey_status check_map(check_settings *self, const covey_node *map, const char *where,
                              const check_key *table)
{
    covey_status status = COVEY_OK;
    if (map->kind != COVEY_NODE_MAP)
        return covey_report_fail(&self->report, map->at, "%s is a mapping: lines of \"key: value\"",
                                 where);
    for (const covey_node *node = map->first; node != NULL && status == COVEY_OK; node = node->next)
        status = check_entry(self, map, node, where, table);
    for (; table->name != NULL && status == COVEY_OK; table++)
        if (table->required && covey_node_find(map, table->name) == NULL)
            status = covey_report_fail(&self->report, map->at, "%s lacks the key %s", where,
                                       table->name);
    return status;
}

// ---- Files ----

covey_status check_settings_fail(check_settings *self, covey_status status, covey_error *error)
{
    if (status == COVEY_INPUT)
        covey_report_render(&self->report, &self->source, self->message, sizeof self->message);
    if (error != NULL)
        *error = self->report.error;
    return status;
}

covey_status check_settings_read(check_settings *self, const char *path, const check_key *table,
                                 covey_error *error)
{
    covey_memory memory = covey_memory_init((covey_allocator){0});
    covey_loaded file;
    covey_status status = covey_load_file(&memory, path, LARGEST_FILE, &file, error);
    if (status != COVEY_OK)
        return status;
    self->source = (covey_report_source){.name = path, .size = file.size};
    self->source.text = covey_arena_bytes(self->arena, file.bytes, file.size);
    covey_load_free(&memory, &file);
    if (self->source.text == NULL)
        return covey_fail(error, COVEY_MEMORY, "no memory for %s", path);
    status =
        covey_read(self->arena, self->source.text, self->source.size, &self->report, &self->root);
    if (status == COVEY_OK)
        status = check_map(self, self->root, "the file", table);
    return status == COVEY_OK ? COVEY_OK : check_settings_fail(self, status, error);
}

// ---- Values that were checked ----

double check_settings_number(const covey_node *map, const char *key, double otherwise)
{
    const covey_node *node = covey_node_find(map, key);
    double value = otherwise;
    return node != NULL && read_number(node, &value) ? value : otherwise;
}

bool check_settings_is_on(const covey_node *map, const char *key)
{
    const covey_node *node = covey_node_find(map, key);
    return node != NULL && (strcmp(node->text, "yes") == 0 || strcmp(node->text, "true") == 0);
}

const char *check_settings_text(const covey_node *map, const char *key)
{
    const covey_node *node = covey_node_find(map, key);
    return node != NULL ? node->text : NULL;
}

size_t check_settings_count(const covey_node *list)
{
    if (list == NULL)
        return 0;
    return list->kind == COVEY_NODE_LIST ? covey_node_count(list) : 1;
}

const covey_node *check_settings_first(const covey_node *list)
{
    return list != NULL && list->kind == COVEY_NODE_LIST ? list->first : list;
}

// ---- Schema ----

static void put_table(covey_json *json, const check_key *table);

static void put_type(covey_json *json, const char *type)
{
    covey_json_string(json, "type", type);
}

static void put_range(covey_json *json, const check_key *row)
{
    put_type(json, row->kind == CHECK_KEY_NUMBER ? "number" : "integer");
    covey_json_number(json, "minimum", row->low);
    covey_json_number(json, "maximum", row->high);
}

/// The items of a list, which may stand alone.
static void put_items(covey_json *json, const check_key *row)
{
    for (int alone = 0; alone < 2; alone++) {
        covey_json_object(json, NULL);
        if (alone == 0) {
            put_type(json, "array");
            covey_json_whole(json, "minItems", 1);
            covey_json_object(json, "items");
        }
        if (row->kind == CHECK_KEY_MAPS)
            put_table(json, row->inside);
        else if (row->kind == CHECK_KEY_TEXTS)
            put_type(json, "string");
        else
            put_range(json, row);
        if (alone == 0)
            covey_json_close(json);
        covey_json_close(json);
    }
}

/// Editors take yes and true for truths, or for words.
static void put_enum(covey_json *json, const char *const *words)
{
    covey_json_list(json, "enum");
    if (words == on_off) {
        covey_json_bool(json, NULL, true);
        covey_json_bool(json, NULL, false);
    }
    for (; *words != NULL; words++)
        covey_json_string(json, NULL, *words);
    covey_json_close(json);
}

static void put_key(covey_json *json, const check_key *row)
{
    covey_json_line(json);
    covey_json_object(json, row->name);
    covey_json_string(json, "description", row->text);
    if (row->kind == CHECK_KEY_MAP) {
        put_table(json, row->inside);
    } else if (row->kind == CHECK_KEY_TEXT) {
        put_type(json, "string");
        covey_json_whole(json, "minLength", 1);
        covey_json_whole(json, "maxLength", TEXT_MOST);
    } else if (row->kind == CHECK_KEY_SWITCH) {
        put_enum(json, on_off);
    } else if (row->kind == CHECK_KEY_CHOICE) {
        put_enum(json, row->choices);
    } else if (row->kind == CHECK_KEY_NUMBER || row->kind == CHECK_KEY_WHOLE) {
        put_range(json, row);
    } else {
        covey_json_list(json, "anyOf");
        put_items(json, row);
        covey_json_close(json);
    }
    covey_json_close(json);
}

static void put_table(covey_json *json, const check_key *table)
{
    put_type(json, "object");
    covey_json_bool(json, "additionalProperties", false);
    covey_json_list(json, "required");
    for (const check_key *row = table; row->name != NULL; row++)
        if (row->required)
            covey_json_string(json, NULL, row->name);
    covey_json_close(json);
    covey_json_object(json, "properties");
    for (const check_key *row = table; row->name != NULL; row++)
        put_key(json, row);
    covey_json_close(json);
}

void check_settings_schema(covey_text *text, const char *title, const check_key *table)
{
    char buffer[COVEY_WRITER_LEAST];
    covey_writer writer = {.sink = covey_text_sink(text), .buffer = buffer, .size = sizeof buffer};
    covey_json json = {.out = &writer};
    covey_json_object(&json, NULL);
    covey_json_string(&json, "$schema", "http://json-schema.org/draft-07/schema#");
    covey_json_string(&json, "title", title);
    put_table(&json, table);
    covey_json_close(&json);
    text->failed |= covey_writer_flush(&writer) != COVEY_OK;
}
