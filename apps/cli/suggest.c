// SPDX-License-Identifier: MIT
// Computes the edit distance of V. I. Levenshtein, 1966, with one row of its table at a time, for
// letters in any case.
#include "command.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum { WORD = 63 };

static size_t smaller(size_t a, size_t b)
{
    return a < b ? a : b;
}

static bool is_alike(char a, char b)
{
    return tolower((unsigned char)a) == tolower((unsigned char)b);
}

static size_t distance_of(const char *a, const char *b)
{
    size_t rows = strlen(a), columns = strlen(b), row[WORD + 1];
    for (size_t k = 0; k <= columns; k++)
        row[k] = k;
    for (size_t i = 0; i < rows; i++) {
        size_t corner = row[0];
        row[0] = i + 1;
        for (size_t k = 0; k < columns; k++) {
            size_t changed = corner + !is_alike(a[i], b[k]);
            corner = row[k + 1];
            row[k + 1] = smaller(changed, smaller(row[k], row[k + 1]) + 1);
        }
    }
    return row[columns];
}

void suggestion_offer(suggestion *self, const char *candidate)
{
    size_t size = strlen(self->wrong);
    if (size > WORD || strlen(candidate) > WORD)
        return;
    size_t distance = distance_of(self->wrong, candidate);
    if (distance <= (size + 3) / 3 && (self->best == NULL || distance < self->distance)) {
        self->best = candidate;
        self->distance = distance;
    }
}

const char *suggestion_text(const suggestion *self, char text[SUGGESTION_SIZE])
{
    text[0] = '\0';
    if (self->best != NULL)
        (void)snprintf(text, SUGGESTION_SIZE, " (did you mean %s?)", self->best);
    return text;
}
