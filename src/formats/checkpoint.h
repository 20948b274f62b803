// SPDX-License-Identifier: MIT
#ifndef COVEY_FORMATS_CHECKPOINT_H
#define COVEY_FORMATS_CHECKPOINT_H

#include "covey/checkpoint.h"
#include "formats/pieces.h"
#include "formats/text.h"

#include <stdbool.h>

/// The bytes of a checkpoint, appended to an empty text. Its agents are in pieces, or, if that is
/// NULL, in its snapshot. COVEY_ARG, COVEY_MEMORY.
covey_status covey_checkpoint_encode(covey_text *text, const covey_checkpoint *from,
                                     const covey_pieces *pieces, covey_error *error);

/// The snapshot in the file of a checkpoint, and the head of its block.
typedef struct covey_checkpoint_gap {
    uint64_t at, size; ///< bytes; `size` 0: there is none
    unsigned char head[16];
} covey_checkpoint_gap;

/// covey_checkpoint_decode(), also of a checkpoint whose agents are in pieces, or of the bytes of a
/// file but its snapshot; `gap` is NULL if they have it. *checkpoint stays after a failure.
covey_status covey_checkpoint_take(const void *bytes, size_t size, const covey_checkpoint_gap *gap,
                                   covey_allocator allocator, covey_checkpoint **checkpoint,
                                   covey_error *error);

/// Reads a checkpoint, but neither its snapshot nor its pieces: the snapshot is NULL.
covey_status covey_checkpoint_open(const char *path, covey_allocator allocator,
                                   covey_checkpoint **checkpoint, covey_error *error);

/// The pieces that a checkpoint of covey_checkpoint_open() lists, NULL if there are none.
const covey_pieces *covey_checkpoint_pieces(const covey_checkpoint *checkpoint);

/// Where the file has its snapshot; NULL if its agents are in pieces.
const covey_checkpoint_gap *covey_checkpoint_snapshot(const covey_checkpoint *checkpoint);

/// Reads the whole snapshot in its file, a part at a time. COVEY_INPUT if it is damaged.
covey_status covey_checkpoint_verify(const char *path, const covey_checkpoint_gap *gap,
                                     covey_error *error);

/// The generation of the pieces of the checkpoint at a path; -1 if that is none with pieces.
int covey_checkpoint_generation(const char *path);

/// Makes the snapshot of a checkpoint of covey_checkpoint_open() from its pieces.
covey_status covey_checkpoint_join(covey_checkpoint *checkpoint, const char *path,
                                   covey_error *error);

/// False if these bytes, the first of a file, begin no checkpoint.
bool covey_checkpoint_begins(const void *bytes, size_t size);

#endif
