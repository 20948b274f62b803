// SPDX-License-Identifier: MIT
#ifndef COVEY_SCENARIO_REPORT_H
#define COVEY_SCENARIO_REPORT_H

#include "covey/param.h"
#include "scenario/node.h"

enum { COVEY_REPORT_NOTE = 1200, COVEY_REPORT_WORDS = 128, COVEY_REPORT_QUOTED = 56 };

/// A mistake: the error with its sentence, its place, and a note that helps to correct it.
typedef struct covey_report {
    covey_error error;
    covey_node_span at;
    char note[COVEY_REPORT_NOTE]; ///< a line without newline, or empty
} covey_report;

/// Fills error and place and returns COVEY_INPUT. The note is empty then.
covey_status covey_report_fail(covey_report *report, covey_node_span at, const char *format, ...)
    COVEY_PRINTF(3, 4);

/// The same for COVEY_MEMORY.
covey_status covey_report_memory(covey_report *report);

/// Sets the note; a longer one is cut off.
void covey_report_note(covey_report *report, const char *format, ...) COVEY_PRINTF(2, 3);

/// The set of words that are valid in a place.
typedef struct covey_report_words {
    const char *word[COVEY_REPORT_WORDS];
    int count;
    const char *where; ///< for messages: "there is no key x WHERE"; may be NULL
} covey_report_words;

void covey_report_add(covey_report_words *words, const char *word);
void covey_report_add_all(covey_report_words *words, const char *const *list);
void covey_report_add_table(covey_report_words *words, const covey_param *table);
bool covey_report_knows(const covey_report_words *words, const char *word);

/// Fails with "there is no NOUN word WHERE" for a word that is not in the set, with the nearest one
/// and, as a note, all of them.
covey_status covey_report_unknown(covey_report *report, covey_node_span at, const char *noun,
                                  const char *word, const covey_report_words *words);

/// Prepares a text of the user for a message: at most so many bytes, cut between letters, without
/// control characters.
const char *covey_report_quote(char quoted[COVEY_REPORT_QUOTED], const char *text, size_t size);

/// Describes the values that a row takes: "from 0 to 1e+09 L", "a number", …
const char *covey_report_range(const covey_param *row, char range[100]);

/// A text and its name.
typedef struct covey_report_source {
    const char *name;
    const char *text;
    size_t size;
} covey_report_source;

/// Writes the error in full, as in covey_scenario_def; the buffer may be NULL or of size 0.
void covey_report_render(const covey_report *report, const covey_report_source *source,
                         char *buffer, size_t size);

// ---- Reading ----

/// Reads one YAML document into a tree of the arena; an empty text is an empty scalar. Aliases are
/// copies of the nodes that their anchors name. COVEY_INPUT for text that is no YAML, not UTF-8,
/// too large or too deep, has tags, a second document, or keys that are not plain words;
/// COVEY_MEMORY.
covey_status covey_read(covey_arena *arena, const char *text, size_t size, covey_report *report,
                        const covey_node **root);

#endif
