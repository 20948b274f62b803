// SPDX-License-Identifier: MIT
// Which dialect do the outputs of cases follow, or which sum of differences?
#ifndef CHECK_FIND_DIALECT_H
#define CHECK_FIND_DIALECT_H

#include "check/diagnose.h"
#include "formats/text.h"

enum { CHECK_FIND_MOST = 6 }; ///< differences of a sum that is looked for

typedef struct check_find {
    size_t cases;                             ///< with outputs
    covey_variant fits[CHECK_DIAGNOSIS_FITS]; ///< with the fewest differences that give them all
    size_t fit_count;
    size_t fit_total;   ///< with those for which there was no room
    covey_variant near; ///< where none does: the one that gives most
    size_t near_cases;  ///< so many
} check_find;

/// Looks among the dialects of the table, with each difference and each two of them, and then adds
/// differences as long as more of the outputs are explained. COVEY_INPUT for cases without outputs,
/// COVEY_MEMORY.
covey_status check_find_dialect(check_cases *cases, check_find *found, covey_error *error);

/// The result in words, with what the nearest does not give. `folder` is for the command that it
/// shows. COVEY_MEMORY.
covey_status check_find_put(covey_text *text, check_cases *cases, const check_find *found,
                            const char *folder);

#endif
