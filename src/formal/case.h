// SPDX-License-Identifier: MIT
// A case of the formal protocol as it is read: parameters, agents, then time steps one by one.
#ifndef COVEY_FORMAL_CASE_H
#define COVEY_FORMAL_CASE_H

#include "formal/reader.h"

#include <stdbool.h>

/// x, y, vx, vy; and the seven parameters with the dialect.
enum { COVEY_CASE_VALUES = 2 * COVEY_PLANE, COVEY_CASE_SETTINGS = 8 };

typedef struct covey_case {
    covey_memory *memory;
    covey_reader *reader;
    covey_logger logger;
    covey_error *error; ///< NULL is fine
    covey_setting settings[COVEY_CASE_SETTINGS];
    uint64_t agents;
    double *values[COVEY_CASE_VALUES]; ///< of the agents; NULL once dropped
    size_t room;
    uint64_t last_step_line;
    bool warned;
} covey_case;

/// Reads parameters and agents, for a model of this dialect. COVEY_INPUT with line and column,
/// COVEY_MEMORY, the statuses of the reader. Frees with covey_case_drop(), also after a failure.
covey_status covey_case_read(covey_case *self, const char *dialect);

/// Reads the next time step; sets *ended at the end of the input.
covey_status covey_case_step(covey_case *self, double *dt, bool *ended);

/// Frees the values.
void covey_case_drop(covey_case *self);

#endif
