// SPDX-License-Identifier: MIT
// Texts that grow, and sources of bytes in memory.
#include "formats/text.h"

#include "base/writer.h"

#include <string.h>

void covey_text_destroy(covey_text *text)
{
    if (text->memory != NULL)
        covey_memory_give(text->memory, text->bytes, text->room, 1);
    *text = (covey_text){0};
}

void covey_text_clear(covey_text *text)
{
    text->size = 0;
    text->failed = false;
}

/// Makes room for `size` more bytes.
static bool reserve(covey_text *text, size_t size)
{
    if (text == NULL)
        return false;
    if (text->failed || text->room - text->size >= size)
        return !text->failed;
    size_t room = text->room + text->room / 2 + size + 64;
    char *grown = covey_memory_grow(text->memory, text->bytes, text->room, room, 1);
    text->failed = grown == NULL;
    if (grown != NULL) {
        text->bytes = grown;
        text->room = room;
    }
    return grown != NULL;
}

void covey_text_put(covey_text *text, const void *bytes, size_t size)
{
    if (size == 0 || bytes == NULL || !reserve(text, size))
        return;
    memcpy(text->bytes + text->size, bytes, size);
    text->size += size;
}

void covey_text_string(covey_text *text, const char *string)
{
    covey_text_put(text, string, string != NULL ? strlen(string) : 0);
}

void covey_text_integer(covey_text *text, uint64_t number)
{
    char digits[20];
    size_t at = sizeof digits;
    do
        digits[--at] = (char)('0' + number % 10);
    while ((number /= 10) > 0);
    covey_text_put(text, digits + at, sizeof digits - at);
}

void covey_text_number(covey_text *text, double number)
{
    if (reserve(text, COVEY_PRINT_SIZE))
        text->size += covey_print_shortest(text->bytes + text->size, number);
}

void covey_text_field(covey_text *text, const char *before, double number)
{
    covey_text_string(text, before);
    covey_text_number(text, number);
}

static covey_status write_bytes(void *context, const void *bytes, size_t size)
{
    covey_text *text = context;
    covey_text_put(text, bytes, size);
    return text->failed ? COVEY_MEMORY : COVEY_OK;
}

covey_sink covey_text_sink(covey_text *text)
{
    return (covey_sink){.write = write_bytes, .context = text};
}

static covey_status read_bytes(void *context, void *bytes, size_t size, size_t *count)
{
    covey_text_view *view = context;
    *count = view->size < size ? view->size : size;
    if (*count > 0)
        memcpy(bytes, view->bytes, *count);
    view->bytes += *count;
    view->size -= *count;
    return COVEY_OK;
}

covey_source covey_text_source(covey_text_view *view)
{
    return (covey_source){.read = read_bytes, .context = view};
}

const char *covey_text_end(covey_text *text)
{
    if (!reserve(text, 1))
        return NULL;
    text->bytes[text->size] = '\0';
    return text->bytes;
}
