// SPDX-License-Identifier: MIT
// Frames that follow one another at one interval, in one space. Where frames are missing between
// two, a new stretch begins.
#ifndef COVEY_MEASURES_BEAT_H
#define COVEY_MEASURES_BEAT_H

#include "covey/world.h"

/// All zero before the first frame.
typedef struct covey_beat {
    uint64_t frames;  ///< so far
    uint64_t stretch; ///< the number of gaps so far, behind which the last frame stands
    double last;      ///< time of the last frame
    double length;    ///< of the interval, as between the first two frames
    covey_space space;
} covey_beat;

/// Counts the next frame. COVEY_INPUT, and the frame is not counted, if the time since the frame
/// before is not a whole number of intervals, within a hundredth of that time, or if the frame is
/// in another space; the message begins with `use`, as "lags".
covey_status covey_beat_add(covey_beat *self, const char *use, const covey_space *space,
                            double time, covey_error *error);

#endif
