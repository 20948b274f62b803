// SPDX-License-Identifier: MIT
// Profiles over time: numbers of pairs of frames that are `lag` frames apart, over all such pairs.
#ifndef COVEY_MEASURES_LAGS_H
#define COVEY_MEASURES_LAGS_H

#include "covey/measure.h"

/// The profiles; x is the time between the two frames, T, and each is a mean over all agents that
/// are in both and in all frames between, and over all pairs of frames.
typedef enum covey_lag {
    COVEY_LAG_DISPLACEMENT, ///< squared displacement, unwrapped over seams, L^2
    COVEY_LAG_RELATIVE,     ///< the same without the mean displacement of these agents, L^2
    COVEY_LAG_HEADING,      ///< cosine of the angle between headings
    COVEY_LAGS
} covey_lag;

typedef struct covey_lags covey_lags;

/// For lags from 1 to `most`, at most COVEY_MAX_POINTS, which are kept in memory. COVEY_ARG,
/// COVEY_MEMORY; the caller owns *made, which is NULL on failure.
covey_status covey_lags_create(size_t most, covey_allocator allocator, covey_lags **made,
                               covey_error *error);
void covey_lags_destroy(covey_lags *lags); ///< NULL is fine

/// Takes the next frame of a flock; ids ascend, and places on a torus may lie beyond its seams.
/// COVEY_INPUT for a frame that is not as long after the one before as the second was after the
/// first, within a millionth, or in another space; COVEY_MEMORY.
covey_status covey_lags_add(covey_lags *lags, const covey_view *view, double time,
                            covey_error *error);

/// Returns the name and meaning of a profile, and its points so far.
const covey_measure *covey_lags_about(covey_lag which);
void covey_lags_take(const covey_lags *lags, covey_lag which, covey_profile *profile);

#endif
