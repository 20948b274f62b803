// SPDX-License-Identifier: MIT
// Dialects by name: one of the table, or a sum of one and differences, as "text+strict". The
// differences are the classic mistakes: what is wrong by the text may be right in a course.
#ifndef COVEY_FORMAL_DIALECT_H
#define COVEY_FORMAL_DIALECT_H

#include "covey/base.h"
#include "formal/mistakes.h"

enum { COVEY_DIALECT_NAME = 1024 };

/// The place of a word in the name of a dialect that is no dialect and no difference.
typedef struct covey_dialect_word {
    const char *text; ///< NULL: none
    size_t size;
} covey_dialect_word;

/// Reads "text", an alias, "text+strict+decimals=6"; a sum that begins with a difference is of
/// "text". COVEY_ARG for a word that is unknown, which *wrong takes, for two dialects, and for
/// differences that contradict each other. `wrong` and `error` may be NULL.
covey_status covey_dialect_parse(const char *name, covey_variant *variant,
                                 covey_dialect_word *wrong, covey_error *error);

/// Writes the name of a dialect as it is read, differences in the order of their list.
void covey_dialect_name(const covey_variant *variant, char name[COVEY_DIALECT_NAME]);

/// True if a difference takes a value: "decimals=6".
bool covey_dialect_takes_value(int difference);

#endif
