// SPDX-License-Identifier: MIT
#ifndef COVEY_FORMAL_WRITER_H
#define COVEY_FORMAL_WRITER_H

#include "base/memory.h"
#include "base/print.h"
#include "covey/formal.h"

/// Text on its way to a sink, in large pieces. A failure sticks: later calls keep its status.
typedef struct covey_writer {
    covey_sink sink;
    char *buffer;
    size_t used;
    covey_status status;
} covey_writer;

/// COVEY_MEMORY. Without a write function in the sink the writer takes nothing and is_open is
/// false.
covey_status covey_writer_create(covey_memory *memory, covey_sink sink, covey_writer *writer);
void covey_writer_destroy(covey_memory *memory, covey_writer *writer);
bool covey_writer_is_open(const covey_writer *writer);

/// Passes all that was put on to the sink.
covey_status covey_writer_flush(covey_writer *writer);

/// A place for `size` bytes, at most 4096; say afterwards how many were written there.
char *covey_writer_room(covey_writer *writer, size_t size);
void covey_writer_advance(covey_writer *writer, size_t size);

/// Puts any number of bytes.
void covey_writer_bytes(covey_writer *writer, const char *bytes, size_t size);

/// Puts a text, a whole number, or a double in the given way.
void covey_writer_text(covey_writer *writer, const char *text);
void covey_writer_whole(covey_writer *writer, uint64_t number);
void covey_writer_number(covey_writer *writer, size_t (*print)(char *, double), double number);

#endif
