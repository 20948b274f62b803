// SPDX-License-Identifier: MIT
#ifndef COVEY_BASE_WRITER_H
#define COVEY_BASE_WRITER_H

#include "base/memory.h"
#include "base/print.h"
#include "covey/formal.h"

/// Room for all that covey_writer_room() may be asked for.
enum { COVEY_WRITER_LEAST = 4096 };

/// Text on its way to a sink, in large pieces. A failure sticks: later calls keep its status, and
/// write nothing.
typedef struct covey_writer {
    covey_sink sink;
    char *buffer;
    size_t size; ///< of the buffer, at least COVEY_WRITER_LEAST
    size_t used;
    covey_status status;
} covey_writer;

/// Makes a writer with a large buffer, which destroy frees. COVEY_MEMORY. Without a write function
/// in the sink the writer takes no memory and is_open is false. A writer with the caller's buffer
/// needs neither: {.sink, .buffer, .size}.
covey_status covey_writer_create(covey_memory *memory, covey_sink sink, covey_writer *writer);
void covey_writer_destroy(covey_memory *memory, covey_writer *writer);
bool covey_writer_is_open(const covey_writer *writer);

/// Passes all that was put on to the sink; returns the first failure of all writes.
covey_status covey_writer_flush(covey_writer *writer);

/// A place for `size` bytes, at most COVEY_WRITER_LEAST; say afterwards how many were written.
char *covey_writer_room(covey_writer *writer, size_t size);
void covey_writer_advance(covey_writer *writer, size_t size);

/// Puts any number of bytes.
void covey_writer_bytes(covey_writer *writer, const char *bytes, size_t size);

/// Puts a text, a whole number, or a double in the given way.
void covey_writer_text(covey_writer *writer, const char *text);
void covey_writer_whole(covey_writer *writer, uint64_t number);
void covey_writer_number(covey_writer *writer, size_t (*print)(char *, double), double number);

#endif
