// SPDX-License-Identifier: MIT
#ifndef COVEY_FORMATS_TEXT_H
#define COVEY_FORMATS_TEXT_H

#include "base/memory.h"
#include "covey/encoder.h"
#include "covey/formal.h"

#include <stdbool.h>

/// Bytes that grow. Out of memory shows in `failed` once all is put.
struct covey_text {
    covey_memory *memory;
    char *bytes;
    size_t size;
    size_t room;
    bool failed;
};

void covey_text_destroy(covey_text *text);

/// Empties the text and its failure; keeps the room.
void covey_text_clear(covey_text *text);

/// Where bytes go that are to be put into the text. COVEY_MEMORY.
covey_sink covey_text_sink(covey_text *text);

/// What is left to read of bytes in memory, which the caller keeps.
typedef struct covey_text_view {
    const char *bytes;
    size_t size;
} covey_text_view;

/// A source that gives them. Never fails.
covey_source covey_text_source(covey_text_view *view);

/// A zero behind the text, which is not counted; returns the text, NULL out of memory.
const char *covey_text_end(covey_text *text);

#endif
