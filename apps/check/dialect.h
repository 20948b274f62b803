// SPDX-License-Identifier: MIT
// Dialects as users name them: by a word, a sum of differences, or a file in YAML.
#ifndef CHECK_DIALECT_H
#define CHECK_DIALECT_H

#include "check/settings.h"
#include "formal/dialect.h"

typedef struct check_dialect {
    check_settings file; ///< its message is "" unless a file is wrong
    covey_variant variant;
    const char *name;  ///< as covey_formal_run() takes it
    const char *sum;   ///< the same if it has differences, else NULL
    const char *title; ///< of the file, or NULL
} check_dialect;

/// Reads "text", an alias, "text+strict", or a file whose name ends in .yaml or .yml. COVEY_ARG for
/// a name that is wrong, COVEY_INPUT for a file, COVEY_IO, COVEY_MEMORY.
covey_status check_dialect_read(check_dialect *self, const char *name, covey_arena *arena,
                                covey_error *error);

/// Puts the rules of a dialect: of the table, then each difference.
void check_dialect_explain(covey_text *text, const covey_variant *variant);

/// All words of sums, dialects first: the name, NULL beyond the last; a sentence about it; and its
/// rules.
const char *check_dialect_word(int index);
const char *check_dialect_about(int index);
void check_dialect_show(covey_text *text, int index);

/// Writes the JSON Schema of files.
void check_dialect_schema(covey_text *text);

#endif
