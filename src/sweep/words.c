// SPDX-License-Identifier: MIT
// Texts that grow: plans, and statements of SQL with a column for each key and measure.
#include "sweep/words.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

static bool reserve(covey_words *words, size_t more)
{
    size_t needed = words->size + more + 1;
    if (words->failed || needed <= words->room)
        return !words->failed;
    size_t room = needed > 2 * words->room ? needed + 256 : 2 * words->room;
    char *bytes = realloc(words->bytes, room);
    words->failed = bytes == NULL;
    if (words->failed)
        return false;
    words->bytes = bytes;
    words->room = room;
    return true;
}

void covey_words_put(covey_words *words, const char *format, ...)
{
    va_list arguments, again;
    va_start(arguments, format);
    va_copy(again, arguments);
    int size = vsnprintf(NULL, 0, format, arguments);
    if (size < 0)
        words->failed = true;
    else if (reserve(words, (size_t)size))
        words->size +=
            (size_t)vsnprintf(words->bytes + words->size, (size_t)size + 1, format, again);
    va_end(again);
    va_end(arguments);
}

void covey_words_quote(covey_words *words, const char *name)
{
    covey_words_put(words, "\"");
    for (const char *c = name; *c != '\0'; c++) {
        if (*c == '"')
            covey_words_put(words, "\"");
        covey_words_put(words, "%c", *c);
    }
    covey_words_put(words, "\"");
}

char *covey_words_end(covey_words *words)
{
    if (reserve(words, 0)) {
        words->bytes[words->size] = '\0';
        return words->bytes;
    }
    free(words->bytes);
    return NULL;
}
