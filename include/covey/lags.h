// SPDX-License-Identifier: MIT
// Profiles over time: numbers of pairs of frames that are `lag` frames apart, over all such pairs.
#ifndef COVEY_LAGS_H
#define COVEY_LAGS_H

#include "covey/measure.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The profiles; x is the time between the two frames, T, and each is a mean over all agents that
/// are in both and in all frames between, and over all pairs of frames.
typedef enum covey_lag {
    COVEY_LAG_DISPLACEMENT, ///< squared displacement, unwrapped over seams, L^2
    COVEY_LAG_RELATIVE,     ///< the same without the mean displacement of these agents, L^2
    COVEY_LAG_HEADING,      ///< cosine of the angle between headings
    COVEY_LAG_DIFFUSION,    ///< squared displacement / (2 d lag) in d dimensions, L^2/T
    COVEY_LAG_TURNING,      ///< size of the angle between headings / lag, rad/T
    COVEY_LAG_TURNING_SD,   ///< standard deviation of the same
    COVEY_LAGS
} covey_lag;

typedef struct covey_lags covey_lags;

/// For lags from 1 to `most`, at most COVEY_MAX_POINTS, whose frames are kept in memory. COVEY_ARG,
/// COVEY_MEMORY; *made is NULL on failure. Frees with covey_lags_destroy().
COVEY_API covey_status covey_lags_create(size_t most, covey_allocator allocator, covey_lags **made,
                                         covey_error *error);

/// NULL is fine.
COVEY_API void covey_lags_destroy(covey_lags *lags);

/// Takes the next frame of a flock; ids ascend, and places on a torus may lie beyond its seams.
/// Velocities may be NaN, or NULL on all axes: unknown. The interval is the time between the first
/// two frames. A frame that is several intervals after the one before follows a gap: no pair of
/// frames spans it. COVEY_ARG; COVEY_INPUT for a frame that is not a whole number of intervals
/// after the one before, within a hundredth of the time between, or in another space; COVEY_MEMORY.
COVEY_API covey_status covey_lags_add(covey_lags *lags, const covey_view *view, double time,
                                      covey_error *error);

/// The name and meaning of a profile; NULL beyond the last.
COVEY_API const covey_measure *covey_lags_about(covey_lag which);

/// The points of a profile so far; none for a profile that there is not.
COVEY_API void covey_lags_take(const covey_lags *lags, covey_lag which, covey_profile *profile);

#ifdef __cplusplus
}
#endif
#endif
