// SPDX-License-Identifier: MIT
// Writes JSON. Commas, line breaks and brackets follow from the values written before. In strings,
// quotes, control characters, and bytes that are no text are escaped.
#include "formats/json.h"

#include "base/parse.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MOST_DEPTH = 32 };

static void put(covey_json *json, const char *text)
{
    covey_writer_text(json->out, text);
}

static void put_quoted(covey_json *json, const char *text)
{
    put(json, "\"");
    for (size_t size = strlen(text), letter; size > 0; text += letter, size -= letter) {
        unsigned char c = (unsigned char)*text;
        letter = covey_utf8_size(text, size);
        if (letter > 0 && c >= ' ' && c != '"' && c != '\\') {
            covey_writer_bytes(json->out, text, letter);
            continue;
        }
        char escaped[8];
        if (c == '"' || c == '\\')
            (void)snprintf(escaped, sizeof escaped, "\\%c", c);
        else
            (void)snprintf(escaped, sizeof escaped, "\\u%04x", c < 0x80 ? c : 0xfffdU);
        put(json, escaped);
        letter = 1;
    }
    put(json, "\"");
}

static void put_line(covey_json *json)
{
    put(json, "\n");
    for (int level = 0; level < json->depth; level++)
        put(json, json->broken >> level & 1U ? "  " : "");
}

/// Writes the part before a value: a comma, a line break or space, its key.
static void begin(covey_json *json, const char *key)
{
    put(json, json->follows ? "," : "");
    if (json->line && json->depth > 0) {
        json->broken |= 1U << (json->depth - 1);
        put_line(json);
    } else if (json->follows) {
        put(json, " ");
    }
    if (key != NULL) {
        put_quoted(json, key);
        put(json, ": ");
    }
    json->line = false;
    json->follows = true;
}

static void open_value(covey_json *json, const char *key, bool list)
{
    begin(json, key);
    assert(json->depth < MOST_DEPTH);
    uint32_t bit = 1U << json->depth++;
    json->lists = list ? json->lists | bit : json->lists & ~bit;
    json->broken &= ~bit;
    json->follows = false;
    put(json, list ? "[" : "{");
}

void covey_json_line(covey_json *json)
{
    json->line = true;
}

void covey_json_object(covey_json *json, const char *key)
{
    open_value(json, key, false);
}

void covey_json_list(covey_json *json, const char *key)
{
    open_value(json, key, true);
}

void covey_json_close(covey_json *json)
{
    assert(json->depth > 0);
    uint32_t bit = 1U << --json->depth;
    if (json->broken & bit)
        put_line(json);
    put(json, json->lists & bit ? "]" : "}");
    put(json, json->depth == 0 ? "\n" : "");
    json->line = false;
    json->follows = true;
}

void covey_json_string(covey_json *json, const char *key, const char *value)
{
    begin(json, key);
    if (value != NULL)
        put_quoted(json, value);
    else
        put(json, "null");
}

void covey_json_null(covey_json *json, const char *key)
{
    covey_json_string(json, key, NULL);
}

void covey_json_whole(covey_json *json, const char *key, uint64_t value)
{
    begin(json, key);
    covey_writer_whole(json->out, value);
}

void covey_json_bool(covey_json *json, const char *key, bool value)
{
    begin(json, key);
    put(json, value ? "true" : "false");
}

void covey_json_number(covey_json *json, const char *key, double value)
{
    begin(json, key);
    if (isfinite(value))
        covey_writer_number(json->out, covey_print_shortest, value + 0.0); // no -0
    else
        put(json, "null");
}
