// SPDX-License-Identifier: MIT
#ifndef COVEY_FORMATS_LOAD_H
#define COVEY_FORMATS_LOAD_H

#include "base/memory.h"
#include "covey/base.h"

/// The bytes of a file, `size` of them and a zero behind.
typedef struct covey_loaded {
    char *bytes;
    size_t size, room;
} covey_loaded;

/// Reads a file of at most `most` bytes; give it back with covey_load_free(). COVEY_IO, COVEY_INPUT
/// for a larger file, COVEY_MEMORY; the message names the path.
covey_status covey_load_file(covey_memory *memory, const char *path, size_t most,
                             covey_loaded *file, covey_error *error);
void covey_load_free(covey_memory *memory, covey_loaded *file);

#endif
