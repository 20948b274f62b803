// SPDX-License-Identifier: MIT
#ifndef COVEY_FORMATS_TEXT_H
#define COVEY_FORMATS_TEXT_H

#include "base/memory.h"
#include "covey/encoder.h"
#include "covey/formal.h"

#include <stdbool.h>

/// A text that grows. After a lack of memory `failed` is true; check it once all is put.
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

/// Returns a sink that appends to the text. COVEY_MEMORY.
covey_sink covey_text_sink(covey_text *text);

/// The rest of bytes in memory that are read; the caller keeps the bytes.
typedef struct covey_text_view {
    const char *bytes;
    size_t size;
} covey_text_view;

/// Returns a source that reads them. It never fails.
covey_source covey_text_source(covey_text_view *view);

/// Puts a zero behind the text, which is not counted, and returns the text; NULL without memory.
const char *covey_text_end(covey_text *text);

#endif
