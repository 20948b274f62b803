// SPDX-License-Identifier: MIT
// Frames that follow one another at one interval, in one space.
#ifndef COVEY_MEASURES_BEAT_H
#define COVEY_MEASURES_BEAT_H

#include "covey/world.h"

/// All zero before the first frame.
typedef struct covey_beat {
    uint64_t frames; ///< so far
    double first, length;
    covey_space space;
} covey_beat;

/// Counts the next frame. COVEY_INPUT, and the frame is not counted, if it is not as long after the
/// one before as the second was after the first, within a millionth, or is in another space; the
/// message begins with `use`, as "lags".
covey_status covey_beat_add(covey_beat *self, const char *use, const covey_space *space,
                            double time, covey_error *error);

#endif
