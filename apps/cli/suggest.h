// SPDX-License-Identifier: MIT
// Finds the word of a list that is nearest to a mistyped one: "did you mean".
#ifndef COVEY_CLI_SUGGEST_H
#define COVEY_CLI_SUGGEST_H

#include <stddef.h>

typedef struct suggestion {
    const char *wrong; ///< the word typed
    const char *best;  ///< the nearest so far, NULL if none is near
    size_t distance;   ///< of the best word
} suggestion;

/// Keeps `candidate`, which must outlive the suggestion, if it is nearer than the ones before: the
/// distance is the number of letters to change, at most a third of the word and one.
void suggestion_offer(suggestion *self, const char *candidate);

/// The room for " (did you mean …?)".
enum { SUGGESTION_SIZE = 96 };

/// Writes " (did you mean BEST?)", or nothing, and returns `text`.
const char *suggestion_text(const suggestion *self, char text[SUGGESTION_SIZE]);

#endif
