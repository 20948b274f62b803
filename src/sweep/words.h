// SPDX-License-Identifier: MIT
#ifndef COVEY_SWEEP_WORDS_H
#define COVEY_SWEEP_WORDS_H

#include "covey/base.h"

#include <stdio.h>

/// A text that grows by printf, a stream in memory. All zero is an empty one; it stays where it is
/// until its end, and after a lack of memory it stays failed.
typedef struct covey_words {
    FILE *out; ///< NULL before the first word
    char *bytes;
    size_t size;
    bool failed;
} covey_words;

void covey_words_put(covey_words *words, const char *format, ...) COVEY_PRINTF(2, 3);

/// Puts a name in double quotes, quotes in it doubled: an identifier of SQL.
void covey_words_quote(covey_words *words, const char *name);

/// Returns the text, which the caller frees; NULL without memory. It is to be called.
char *covey_words_end(covey_words *words);

#endif
