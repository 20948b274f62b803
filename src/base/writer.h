// SPDX-License-Identifier: MIT
#ifndef COVEY_BASE_WRITER_H
#define COVEY_BASE_WRITER_H

#include "base/memory.h"
#include "covey/formal.h"

#include <stddef.h>

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

// ---- Numbers ----

/// Bytes that any of these may touch; none writes a terminating zero. All take finite values,
/// the last one others too.
#define COVEY_PRINT_SIZE 320

/// Writes the bytes of printf("%.3f") in the C locale: the exact binary value rounded to nearest,
/// ties to even; but a value that rounds to zero has no sign. Returns the number of bytes.
size_t covey_print_fixed3(char *text, double value);

/// Writes the exact value in hexadecimal as glibc's %a does; C leaves details open: a leading 1 (0
/// for zero and for subnormal values, with exponent -1022), no trailing zeros, -0x0p+0 for -0.
size_t covey_print_hex(char *text, double value);

/// Writes the shortest decimal that reads back as the same double: 0.1, 1e+300, -2.5e-07, 100.
/// Plain digits for exponents from -5 to 16, else d.ddde±xx. Also inf, -inf and, for every
/// NaN, nan.
size_t covey_print_shortest(char *text, double value);

#endif
