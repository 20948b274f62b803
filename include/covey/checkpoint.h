// SPDX-License-Identifier: MIT
// Checkpoints: the state of a run in one file, from which the run can go on. The file is whole or
// not there.
//
// Part of covey_run. docs/files.md lists every byte.
#ifndef COVEY_CHECKPOINT_H
#define COVEY_CHECKPOINT_H

#include "covey/base.h"

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A number by its name: steps taken, sizes of outputs, …
typedef struct covey_checkpoint_value {
    const char *key; ///< 1 to 255 bytes
    uint64_t value;
} covey_checkpoint_value;

typedef struct covey_checkpoint {
    const char *scenario; ///< canonical text, "" if there is none
    const void *snapshot; ///< bytes of covey_world_save()
    size_t snapshot_size;
    const covey_checkpoint_value *values;
    size_t value_count;
} covey_checkpoint;

/// Writes a checkpoint: into a new file in the same folder, then that takes the place of an old one
/// at once, so that at any moment, also after a crash of the program or the machine, there is a
/// whole one or none. Where the path is a link, that is the folder and place it leads to. On
/// failure the old file stays and nothing else is left behind: COVEY_ARG, COVEY_MEMORY, COVEY_IO;
/// COVEY_LOCKED while another writes to the same path. A killed writer leaves PATH.new, which the
/// next one takes over. allocator may be all zero.
COVEY_API covey_status covey_checkpoint_write(const char *path, const covey_checkpoint *checkpoint,
                                              covey_allocator allocator, covey_error *error);

/// Reads a checkpoint. Any damage (bits, missing or added bytes) is COVEY_INPUT with the reason;
/// a file that does not fit in memory COVEY_MEMORY; COVEY_IO. The caller owns *checkpoint until
/// covey_checkpoint_destroy(); it is NULL on failure.
COVEY_API covey_status covey_checkpoint_read(const char *path, covey_allocator allocator,
                                             covey_checkpoint **checkpoint, covey_error *error);

/// The same from memory, which is copied.
COVEY_API covey_status covey_checkpoint_decode(const void *bytes, size_t size,
                                               covey_allocator allocator,
                                               covey_checkpoint **checkpoint, covey_error *error);

/// Value of a key; false if there is none.
COVEY_API bool covey_checkpoint_find(const covey_checkpoint *checkpoint, const char *key,
                                     uint64_t *value);

/// Frees a checkpoint of read or decode. NULL is fine.
COVEY_API void covey_checkpoint_destroy(covey_checkpoint *checkpoint);

#ifdef __cplusplus
}
#endif
#endif
