// SPDX-License-Identifier: MIT
#ifndef COVEY_RUN_BOOKMARKS_H
#define COVEY_RUN_BOOKMARKS_H

#include "base/memory.h"
#include "covey/checkpoint.h"
#include "covey/format.h"

enum { COVEY_BOOKMARK_WORDS = 3 + COVEY_FORMAT_WORDS, COVEY_BOOKMARK_KEY = 40 };

/// The values of a checkpoint: of the run, then the bookmarks of its outputs.
typedef struct covey_bookmarks {
    covey_memory *memory;
    covey_checkpoint_value *values;
    char (*keys)[COVEY_BOOKMARK_KEY]; ///< of the bookmarks
    size_t count, outputs;
} covey_bookmarks;

/// Makes room for `before` values of the run, which the caller fills in, and for the bookmarks.
/// COVEY_MEMORY; to be destroyed in any case.
covey_status covey_bookmarks_init(covey_bookmarks *told, covey_memory *memory, size_t before,
                                  size_t outputs);
void covey_bookmarks_destroy(covey_bookmarks *told);

/// Puts the bookmarks of all outputs behind `before` values.
void covey_bookmarks_put(covey_bookmarks *told, size_t before, const covey_bookmark *bookmarks);

/// Finds the bookmark of an output. COVEY_INPUT if the checkpoint has none, as those of older
/// versions, which read the ends of files instead.
covey_status covey_bookmarks_take(const covey_checkpoint *checkpoint, size_t output,
                                  const char *path, covey_bookmark *bookmark, covey_error *error);

#endif
