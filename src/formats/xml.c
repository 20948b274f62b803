// SPDX-License-Identifier: MIT
#include "formats/xml.h"

#include <string.h>

enum { LONGEST_TAG = 1 << 20 };

void covey_xml_init(covey_xml *xml, covey_memory *memory, covey_lines *lines)
{
    *xml = (covey_xml){.lines = lines, .tag = {.memory = memory}};
}

void covey_xml_destroy(covey_xml *xml)
{
    if (xml->tag.memory != NULL)
        covey_text_destroy(&xml->tag);
}

// ---- Bytes ----

/// Reads the next byte, a line feed at the end of a line; `ended` behind the last.
static covey_status next_byte(covey_xml *self, char *byte, covey_error *error)
{
    covey_status status = COVEY_OK;
    if (!self->begun || self->at > self->line.size) {
        status = covey_lines_next(self->lines, &self->line, error);
        self->at = 0;
        self->begun = true;
        self->ended = status == COVEY_OK && self->line.ended;
    }
    if (status != COVEY_OK || self->ended)
        return status;
    *byte = self->at < self->line.size ? self->line.text[self->at] : '\n';
    self->at++;
    return COVEY_OK;
}

static bool begins(const covey_text *text, const char *with)
{
    const size_t size = strlen(with);
    return text->size >= size && memcmp(text->bytes, with, size) == 0;
}

static bool ends(const covey_text *text, const char *with, size_t least)
{
    const size_t size = strlen(with);
    return text->size >= least + size && memcmp(text->bytes + text->size - size, with, size) == 0;
}

/// True if > ends the tag so far; quotes are open in it if `quote` is not zero.
static bool is_whole(const covey_text *tag, char quote)
{
    if (begins(tag, "!--"))
        return ends(tag, "--", 3);
    if (begins(tag, "![CDATA["))
        return ends(tag, "]]", 8);
    if (begins(tag, "?"))
        return ends(tag, "?", 1);
    return quote == '\0';
}

/// Comments and sections of text may be long: their middle is not kept.
static void shorten(covey_text *tag)
{
    enum { KEPT = 10 };
    const bool passed = begins(tag, "!--") || begins(tag, "![CDATA[") || begins(tag, "?");
    if (!passed || tag->size < 4096)
        return;
    memmove(tag->bytes + KEPT, tag->bytes + tag->size - KEPT, KEPT);
    tag->size = 2 * (size_t)KEPT;
}

/// Reads a tag up to its end; < is read.
static covey_status read_tag(covey_xml *self, covey_error *error)
{
    char quote = '\0', byte = '\0';
    covey_text_clear(&self->tag);
    self->number = self->line.number;
    for (;;) {
        covey_status status = next_byte(self, &byte, error);
        if (status != COVEY_OK)
            return status;
        if (self->ended)
            return covey_xml_refuse(self, "the end of this tag: the file is cut", error);
        if (byte == '>' && is_whole(&self->tag, quote))
            return COVEY_OK;
        if (quote == '\0' && (byte == '"' || byte == '\'') && self->tag.size > 0)
            quote = byte;
        else if (byte == quote)
            quote = '\0';
        covey_text_put(&self->tag, &byte, 1);
        if (self->tag.failed)
            return covey_fail(error, COVEY_MEMORY, "out of memory");
        if (self->tag.size > LONGEST_TAG)
            return covey_xml_refuse(self, "a tag of at most a megabyte", error);
        shorten(&self->tag);
    }
}

covey_status covey_xml_next(covey_xml *xml, covey_error *error)
{
    for (;;) {
        char byte = '\0';
        covey_status status = COVEY_OK;
        while (status == COVEY_OK && !xml->ended && byte != '<')
            status = next_byte(xml, &byte, error);
        if (status == COVEY_OK && !xml->ended)
            status = read_tag(xml, error);
        if (status != COVEY_OK || xml->ended)
            return status;
        if (xml->tag.size > 0 && xml->tag.bytes[0] != '!' && xml->tag.bytes[0] != '?')
            return COVEY_OK;
    }
}

// ---- Tags ----

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

bool covey_xml_is(const covey_xml *xml, const char *name)
{
    const size_t size = strlen(name);
    return begins(&xml->tag, name) && (xml->tag.size == size || is_blank(xml->tag.bytes[size]) ||
                                       (xml->tag.bytes[size] == '/' && xml->tag.size == size + 1));
}

const char *covey_xml_attribute(const covey_xml *xml, const char *name, size_t *size)
{
    const char *at = xml->tag.bytes, *end = at + xml->tag.size;
    const size_t length = strlen(name);
    while (at < end && !is_blank(*at)) // the name of the element
        at++;
    while (at < end) {
        while (at < end && is_blank(*at))
            at++;
        const char *begin = at;
        while (at < end && *at != '=' && !is_blank(*at))
            at++;
        const size_t named = (size_t)(at - begin);
        while (at < end && (*at == '=' || is_blank(*at)))
            at++;
        const char quote = at < end ? *at : '\0';
        if (quote != '"' && quote != '\'')
            return NULL;
        const char *value = at + 1, *stop = memchr(value, quote, (size_t)(end - value));
        if (stop == NULL)
            return NULL;
        *size = (size_t)(stop - value);
        if (named == length && memcmp(begin, name, length) == 0)
            return value;
        at = stop + 1;
    }
    return NULL;
}

covey_status covey_xml_refuse(const covey_xml *xml, const char *expected, covey_error *error)
{
    const covey_place place = {xml->number, 1, xml->tag.bytes, xml->tag.size};
    return covey_lines_refuse(place, expected, error);
}
