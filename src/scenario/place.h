// SPDX-License-Identifier: MIT
#ifndef COVEY_SCENARIO_PLACE_H
#define COVEY_SCENARIO_PLACE_H

#include "scenario/bind.h"

/// Bytes of a file, `size` of them and a zero behind, from covey_memory_grow(); at most `most`.
/// COVEY_IO, COVEY_INPUT for a larger file, COVEY_MEMORY; the message names the path.
typedef struct covey_place_file {
    char *bytes;
    size_t size, room;
} covey_place_file;
covey_status covey_place_load(covey_memory *memory, const char *path, size_t most,
                              covey_place_file *file, covey_error *error);
void covey_place_free(covey_memory *memory, covey_place_file *file);

#endif
