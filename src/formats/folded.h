// SPDX-License-Identifier: MIT
#ifndef COVEY_FORMATS_FOLDED_H
#define COVEY_FORMATS_FOLDED_H

#include "covey/measure.h"
#include "formats/text.h"

/// A set of a frame whose places are inside its space, as measures need it: the places of recorded
/// tracks may go on beyond the seam of a torus. Velocities in `view` are arbitrary if neither
/// one of them nor a heading is known.
typedef struct covey_folded {
    covey_memory *memory;
    covey_view view;
    double *places; ///< folded copies; NULL if all places are inside
    size_t room;
    double *unknown; ///< velocities where headings alone are known, else NULL
} covey_folded;

/// COVEY_MEMORY. The set must outlive it.
covey_status covey_folded_init(covey_folded *folded, covey_memory *memory,
                               const covey_frame_set *set);
void covey_folded_destroy(covey_folded *folded);

/// Returns the definition of the measures of an encoder.
covey_measure_def covey_folded_def(const covey_encoder *encoder);

#endif
