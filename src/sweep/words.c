// SPDX-License-Identifier: MIT
// Texts that grow: plans, and statements of SQL with a column for each key and measure.
#define _POSIX_C_SOURCE 200809L
#include "sweep/words.h"

#include <stdarg.h>
#include <stdlib.h>

void covey_words_put(covey_words *words, const char *format, ...)
{
    va_list arguments;
    if (words->out == NULL && !words->failed)
        words->out = open_memstream(&words->bytes, &words->size);
    words->failed = words->failed || words->out == NULL;
    if (words->failed)
        return;
    va_start(arguments, format);
    words->failed = vfprintf(words->out, format, arguments) < 0;
    va_end(arguments);
}

void covey_words_quote(covey_words *words, const char *name)
{
    covey_words_put(words, "\"");
    for (const char *c = name; *c != '\0'; c++)
        covey_words_put(words, *c == '"' ? "\"%c" : "%c", *c);
    covey_words_put(words, "\"");
}

char *covey_words_end(covey_words *words)
{
    covey_words_put(words, "%s", ""); // an empty text is one, too
    bool closed = words->out == NULL || fclose(words->out) == 0;
    if (closed && !words->failed)
        return words->bytes;
    free(words->bytes);
    return NULL;
}
