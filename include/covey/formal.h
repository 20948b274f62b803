// SPDX-License-Identifier: MIT
// The formal protocol: parameters, agents and time steps as text in, one frame a step as text out.
#ifndef COVEY_FORMAL_H
#define COVEY_FORMAL_H

#include "covey/world.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Where bytes come from. `read` stores 1 … size bytes and their number in *count, 0 at the end of
/// the input; COVEY_IO or COVEY_INTERRUPTED where it fails.
typedef struct covey_source {
    covey_status (*read)(void *context, void *bytes, size_t size, size_t *count);
    void *context;
} covey_source;

/// Where bytes go. `write` takes all of them or fails: COVEY_IO, COVEY_CLOSED where the reader is
/// gone, or COVEY_MEMORY.
typedef struct covey_sink {
    covey_status (*write)(void *context, const void *bytes, size_t size);
    void *context;
} covey_sink;

typedef enum covey_formal_format {
    COVEY_FORMAL_FIXED, ///< three decimals, as printf("%.3f") but never "-0.000"
    COVEY_FORMAL_HEX,   ///< exact, as printf("%a") in one canonical form
} covey_formal_format;

typedef enum covey_formal_trace {
    COVEY_FORMAL_CSV,   ///< a row for each agent and step
    COVEY_FORMAL_TABLE, ///< for people: each neighbor, its distance and its part of each force
} covey_formal_trace;

/// How a formal run is done. Start from covey_formal_def_default().
typedef struct covey_formal_def {
    const char *dialect; ///< "text", "suite2023" or "unit", "ai4games-2026" for "unit", or a sum of
                         ///< one and differences: "text+strict+alignment-difference"
    covey_formal_format format;
    int threads;
    covey_kernel_kind kernel;
    covey_source in;
    covey_sink out;
    covey_sink hashes;           ///< "step hash" lines; no write function: none
    covey_sink trace;            ///< every force; no write function: none
    bool (*stop)(void *context); ///< asked after each step; true ends the run; NULL: never
    void *stop_context;
    covey_allocator allocator;
    covey_logger logger;
    covey_formal_trace trace_format;
    uint64_t trace_agent; ///< the only agent of the trace, from 1; 0: all
    uint64_t trace_step;  ///< the only step of the trace, from 1; 0: all
} covey_formal_def;

/// Dialect "text", three decimals, one thread, malloc; `in` and `out` must be set.
COVEY_API covey_formal_def covey_formal_def_default(void);

/// Runs the protocol until the end of the input. A frame is written out before more input is waited
/// for. When the run ends, the frames before have been written whole, except where writing failed.
/// COVEY_INPUT (with line and column), COVEY_DIVERGED, COVEY_MEMORY, COVEY_SYSTEM, COVEY_IO,
/// COVEY_CLOSED, COVEY_INTERRUPTED; COVEY_ARG for an unknown dialect, for differences that
/// contradict each other, for hashes or a trace of a sum, which has neither, and for an agent or
/// step of the trace that the input does not have. `stats` may be NULL; a sum has none.
COVEY_API covey_status covey_formal_run(const covey_formal_def *def, covey_stats *stats,
                                        covey_error *error);

/// The dialects in the order of their table: name and rules in words, lines separated by \n, which
/// include every departure from the text of the assignment. NULL beyond the last.
COVEY_API const char *covey_formal_dialect(int index);
COVEY_API const char *covey_formal_rules(int index);

#ifdef __cplusplus
}
#endif
#endif
