// SPDX-License-Identifier: MIT
// A run of the protocol by a sum of differences: every agent looks at every other.
#ifndef COVEY_FORMAL_SUMMED_H
#define COVEY_FORMAL_SUMMED_H

#include "base/memory.h"
#include "base/writer.h"
#include "formal/case.h"
#include "formal/mistakes.h"

typedef struct covey_summed {
    covey_problem problem; ///< of a single step
    covey_mistakes_agent *room;
    double *start;
    double dt; ///< of that step
    covey_mistakes_run run;
    covey_formal_format format;
    uint64_t steps; ///< done
} covey_summed;

/// Takes the parameters and agents of a case that was read. COVEY_MEMORY.
covey_status covey_summed_create(covey_memory *memory, const covey_case *input,
                                 covey_variant variant, covey_summed *self);
void covey_summed_destroy(covey_memory *memory, covey_summed *self);

/// Writes what comes before the first step.
void covey_summed_begin(covey_summed *self, covey_writer *out);

/// Does a step and writes its frame. COVEY_DIVERGED, and *agent, from 0, for one that leaves the
/// finite numbers: nothing of the frame is written then.
covey_status covey_summed_step(covey_summed *self, double dt, covey_writer *out, uint64_t *agent);

/// Does and writes what comes behind the last step. As covey_summed_step().
covey_status covey_summed_end(covey_summed *self, covey_writer *out, uint64_t *agent);

#endif
