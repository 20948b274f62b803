// SPDX-License-Identifier: MIT
// Sources and sinks in memory that come in pieces and fail when told to.
#ifndef COVEY_TESTS_STREAMS_H
#define COVEY_TESTS_STREAMS_H

#include <covey/formal.h>

/// A source of bytes. Read number `fail_at` (from 1; 0: none) and all later ones return `failure`.
typedef struct tape {
    const char *bytes;
    size_t size;
    size_t piece; ///< most bytes a read; 0: as many as asked for
    size_t fail_at;
    covey_status failure;
    size_t at;
    size_t reads;
} tape;

covey_source tape_source(tape *self);

enum { PAGE_SIZE_MAX = 1 << 20 };

/// A sink that keeps the bytes it is given, with a zero behind. Write number `fail_at` (from 1; 0:
/// none) and all later ones keep nothing and return `failure`.
typedef struct page {
    size_t fail_at;
    covey_status failure;
    size_t writes;
    size_t size;
    char bytes[PAGE_SIZE_MAX];
} page;

covey_sink page_sink(page *self);

/// Forgets the bytes written, and the write that was to fail.
void page_clear(page *self);

#endif
