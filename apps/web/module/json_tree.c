// SPDX-License-Identifier: MIT
// Reads JSON (RFC 8259) into a tree of nodes: in covey-core.wasm this file is in the place of
// src/scenario/read.c, which reads YAML. The tree is the one that YAML makes of the same text, so
// that all which binds scenarios is shared.
#include "base/parse.h"
#include "covey/scenario.h"
#include "scenario/report.h"

#include <string.h>

typedef struct reader {
    covey_arena *arena;
    covey_report *report;
    const char *text, *end;
    covey_node_span at; ///< the place of `text`
    size_t nodes;
    int depth;
} reader;

static covey_status fail(reader *self, const char *why)
{
    self->at.width = 1;
    if (self->text == self->end)
        return covey_report_fail(self->report, self->at, "this is not JSON: the text ends, and %s",
                                 why);
    return covey_report_fail(self->report, self->at, "this is not JSON: %s", why);
}

// ---- Characters ----

/// Passes over one letter, which is not the end of a line.
static covey_status pass_letter(reader *self)
{
    size_t size = covey_utf8_size(self->text, (size_t)(self->end - self->text));
    if (size == 0)
        return covey_report_fail(self->report, self->at, "byte 0x%02x is not text in UTF-8",
                                 (unsigned)(unsigned char)*self->text);
    self->text += size;
    self->at.column++;
    return COVEY_OK;
}

static void pass_blanks(reader *self)
{
    for (; self->text < self->end; self->text++)
        if (*self->text == '\n')
            self->at = (covey_node_span){.line = self->at.line + 1, .column = 1};
        else if (*self->text == ' ' || *self->text == '\t' || *self->text == '\r')
            self->at.column++;
        else
            return;
}

/// Passes over that character, which is of one byte, and the blanks behind it; false for another
/// one.
static bool take(reader *self, char wanted)
{
    if (self->text == self->end || *self->text != wanted)
        return false;
    self->text++;
    self->at.column++;
    pass_blanks(self);
    return true;
}

// ---- Texts ----

/// Reads four digits behind \u; false if they are none.
static bool take_four(reader *self, unsigned *letter)
{
    *letter = 0;
    if (self->end - self->text < 4)
        return false;
    for (int k = 0; k < 4; k++, self->text++, self->at.column++) {
        unsigned digit = (unsigned)(unsigned char)*self->text - '0';
        unsigned high = ((unsigned)(unsigned char)*self->text | 0x20u) - 'a';
        if (digit > 9 && high > 5)
            return false;
        *letter = *letter << 4 | (digit <= 9 ? digit : high + 10);
    }
    return true;
}

static char *put_letter(char *to, unsigned letter)
{
    static const unsigned char first[] = {0, 0, 0xc0, 0xe0, 0xf0};
    int size = letter < 0x80 ? 1 : letter < 0x800 ? 2 : letter < 0x10000 ? 3 : 4;
    for (int k = size - 1; k > 0; k--, letter >>= 6)
        to[k] = (char)(0x80u | (letter & 0x3fu));
    to[0] = (char)(first[size] | letter);
    return to + size;
}

/// Reads \uXXXX, or two of them that are one letter.
static covey_status take_unicode(reader *self, char **to)
{
    unsigned letter, low;
    if (!take_four(self, &letter))
        return fail(self, "four digits belong behind \\u");
    if (letter >= 0xd800 && letter < 0xdc00 && self->end - self->text >= 2 &&
        memcmp(self->text, "\\u", 2) == 0) {
        self->text += 2;
        self->at.column += 2;
        if (!take_four(self, &low) || low < 0xdc00 || low > 0xdfff)
            return fail(self, "this is half a letter");
        letter = 0x10000u + ((letter - 0xd800u) << 10) + (low - 0xdc00u);
    }
    if (letter >= 0xd800 && letter < 0xe000)
        return fail(self, "this is half a letter");
    *to = put_letter(*to, letter);
    return COVEY_OK;
}

static covey_status take_escape(reader *self, char **to)
{
    static const char names[] = "\"\\/bfnrt", values[] = "\"\\/\b\f\n\r\t";
    char c = self->text < self->end ? *self->text : '\0';
    const char *found = c != '\0' ? strchr(names, c) : NULL;
    if (c != 'u' && found == NULL)
        return fail(self, "\\ is before one of \" \\ / b f n r t u");
    self->text++;
    self->at.column++;
    if (found == NULL)
        return take_unicode(self, to);
    *(*to)++ = values[found - names];
    return COVEY_OK;
}

/// The bytes up to the quote that ends a text, at least as many as its letters take.
static size_t room_of(const reader *self)
{
    const char *end = self->text;
    while (end < self->end && *end != '"')
        end += *end == '\\' && end + 1 < self->end ? 2 : 1;
    return (size_t)(end - self->text);
}

/// Reads a text whose first quote was passed over.
static covey_status take_text(reader *self, covey_node *node)
{
    char *text = covey_arena_take(self->arena, room_of(self) + 1, 1), *to = text;
    covey_status status = text != NULL ? COVEY_OK : covey_report_memory(self->report);
    while (status == COVEY_OK && (self->text == self->end || *self->text != '"')) {
        const char *from = self->text;
        if (from == self->end || (unsigned char)*from < 0x20)
            return fail(self, "a quote is missing");
        status = pass_letter(self);
        if (status == COVEY_OK && *from == '\\') {
            status = take_escape(self, &to);
        } else if (status == COVEY_OK) {
            size_t size = (size_t)(self->text - from);
            memcpy(to, from, size);
            to += size;
        }
    }
    if (status != COVEY_OK)
        return status;
    self->text++; // the quote at its end
    self->at.column++;
    node->text = text;
    node->size = (uint32_t)(to - text);
    return COVEY_OK;
}

// ---- Values ----

static bool is_of_word(char c)
{
    bool letter = ((unsigned char)c | 0x20) >= 'a' && ((unsigned char)c | 0x20) <= 'z';
    return letter || (c >= '0' && c <= '9') || c == '-' || c == '+' || c == '.';
}

/// Reads a number, or true, false or null, which YAML has as words, too.
static covey_status take_word(reader *self, covey_node *node)
{
    static const char *const words[] = {"true", "false", "null"};
    const char *from = self->text;
    while (self->text < self->end && is_of_word(*self->text))
        self->text++;
    size_t size = (size_t)(self->text - from);
    bool known = size > 0 && (*from == '-' || (*from >= '0' && *from <= '9'));
    for (size_t k = 0; k < sizeof words / sizeof *words; k++)
        known = known || (strlen(words[k]) == size && memcmp(words[k], from, size) == 0);
    if (!known) {
        self->text = from;
        return fail(self, "a value is a number, a text in quotes, a list or an object");
    }
    self->at.column += (uint32_t)size;
    node->plain = true;
    node->size = (uint32_t)size;
    node->text = covey_arena_bytes(self->arena, from, size);
    return node->text != NULL ? COVEY_OK : covey_report_memory(self->report);
}

static covey_status take_value(reader *self, covey_node *node);

/// Reads the key before a value, with its colon.
static covey_status take_key(reader *self, covey_node *node)
{
    covey_node key = {.at = self->at};
    if (self->text == self->end || *self->text != '"')
        return fail(self, "a key is a text in quotes");
    covey_status status = take_value(self, &key);
    if (status != COVEY_OK)
        return status;
    if (strlen(key.text) != key.size)
        return covey_report_fail(self->report, key.at, "a key is a word");
    node->key = key.text;
    node->key_at = key.at;
    return take(self, ':') ? COVEY_OK : fail(self, "a colon belongs behind a key");
}

/// Reads the items of a list or an object whose bracket was passed over.
static covey_status take_items(reader *self, covey_node *node)
{
    char close = node->kind == COVEY_NODE_MAP ? '}' : ']';
    covey_node **end = &node->first;
    if (take(self, close))
        return COVEY_OK;
    do {
        covey_node *item = covey_arena_take(self->arena, 1, sizeof *item);
        covey_status status = item != NULL ? COVEY_OK : covey_report_memory(self->report);
        if (status == COVEY_OK && node->kind == COVEY_NODE_MAP)
            status = take_key(self, item);
        if (status == COVEY_OK)
            status = take_value(self, item);
        if (status != COVEY_OK)
            return status;
        *end = item;
        end = &item->next;
    } while (take(self, ','));
    if (take(self, close))
        return COVEY_OK;
    return fail(self, close == '}' ? "a comma or } belongs here" : "a comma or ] belongs here");
}

static covey_status count_value(reader *self, bool opens)
{
    if (++self->nodes > COVEY_SCENARIO_MAX_NODES)
        return covey_report_fail(self->report, self->at, "there are more than %zu values",
                                 COVEY_SCENARIO_MAX_NODES);
    if (opens && self->depth == COVEY_SCENARIO_MAX_DEPTH)
        return covey_report_fail(self->report, self->at, "lists and objects are more than %d deep",
                                 COVEY_SCENARIO_MAX_DEPTH);
    return COVEY_OK;
}

/// Reads a value, and the blanks behind it.
static covey_status take_value(reader *self, covey_node *node)
{
    char c = self->text < self->end ? *self->text : '\0';
    bool opens = c == '{' || c == '[';
    node->at = self->at;
    node->at.width = 1;
    covey_status status = count_value(self, opens);
    if (status == COVEY_OK && opens) {
        node->kind = c == '{' ? COVEY_NODE_MAP : COVEY_NODE_LIST;
        self->depth++;
        (void)take(self, c);
        status = take_items(self, node);
        self->depth--;
        return status;
    }
    if (status == COVEY_OK && c == '"') {
        self->text++;
        self->at.column++;
        status = take_text(self, node);
    } else if (status == COVEY_OK) {
        status = take_word(self, node);
    }
    node->at.width = self->at.column - node->at.column;
    if (status == COVEY_OK)
        pass_blanks(self);
    return status;
}

covey_status covey_read(covey_arena *arena, const char *text, size_t size, covey_report *report,
                        const covey_node **root)
{
    reader self = {.arena = arena,
                   .report = report,
                   .text = text,
                   .end = text + size,
                   .at = {.line = 1, .column = 1}};
    if (size > COVEY_SCENARIO_MAX_BYTES)
        return covey_report_fail(report, (covey_node_span){0}, "the text is longer than %zu bytes",
                                 COVEY_SCENARIO_MAX_BYTES);
    covey_node *node = covey_arena_take(arena, 1, sizeof *node);
    if (node == NULL)
        return covey_report_memory(report);
    pass_blanks(&self);
    covey_status status = take_value(&self, node);
    if (status == COVEY_OK && self.text < self.end)
        status = fail(&self, "more text comes behind the scenario");
    *root = node;
    return status;
}
