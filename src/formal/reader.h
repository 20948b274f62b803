// SPDX-License-Identifier: MIT
#ifndef COVEY_FORMAL_READER_H
#define COVEY_FORMAL_READER_H

#include "base/memory.h"
#include "covey/formal.h"

/// Called before the reader waits for more input; a failure is the reader's.
typedef covey_status covey_before_wait(void *context);

/// Numbers from a text, with their places.
typedef struct covey_reader {
    covey_source source;
    covey_before_wait *before_wait;
    void *before_wait_context;
    char *buffer;
    size_t begin;         ///< first byte not yet read
    size_t end;           ///< end of the bytes held
    uint64_t offset;      ///< of the buffer's first byte in the input
    uint64_t line;        ///< of `begin`, from 1
    uint64_t line_offset; ///< of that line in the input
    bool after_return;    ///< the byte before `begin` is a carriage return
    bool ended;
} covey_reader;

/// The meaning of the number, for the message when it is missing: "x of agent 2 of 5".
typedef struct covey_wanted {
    const char *name;
    uint64_t agent; ///< from 1; 0: no agent's
    uint64_t agents;
} covey_wanted;

/// A number and where it stands.
typedef struct covey_number {
    double value;
    uint64_t line;
    uint64_t column;
    bool ended; ///< the input ended instead
} covey_number;

/// `before_wait` may be NULL. COVEY_MEMORY.
covey_status covey_reader_create(covey_memory *memory, covey_source source,
                                 covey_before_wait *before_wait, void *context,
                                 covey_reader *reader);
void covey_reader_destroy(covey_memory *memory, covey_reader *reader);

/// Reads the next number, or finds the end of the input. COVEY_INPUT for a token that is no number,
/// and the statuses that the source and before_wait return; the latter without a message.
covey_status covey_reader_next(covey_reader *reader, covey_wanted wanted, covey_number *number,
                               covey_error *error);

/// COVEY_INPUT with the place of `number`, the text found there and the text expected instead.
covey_status covey_reader_refuse(const covey_number *number, covey_wanted wanted,
                                 const char *expected, covey_error *error);

#endif
