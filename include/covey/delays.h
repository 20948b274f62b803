// SPDX-License-Identifier: MIT
// Delays between the headings of agents: which agents turn first, and which follow them. M. Nagy,
// Z. Akos, D. Biro, T. Vicsek, "Hierarchical group dynamics in pigeon flocks", Nature 464, 890
// (2010): for each pair, the lag at which
//
//     C_ab(lag) = <unit(v_a(t)) · unit(v_b(t + lag))>     over all times t that have both
//
// is largest.
#ifndef COVEY_DELAYS_H
#define COVEY_DELAYS_H

#include "covey/measure.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A pair of agents, a < b. `count` is 0 and the numbers are NaN if the two were never seen in
/// frames so near in time.
typedef struct covey_delay {
    covey_id a, b;
    double delay;       ///< T: b turns so long after a; below 0 where a follows b
    double correlation; ///< the mean cosine at that delay, -1 … 1
    uint64_t count;     ///< pairs of frames that it is a mean over
} covey_delay;

typedef struct covey_delays covey_delays;

/// For delays from -most to `most` frames, 1 to COVEY_MAX_POINTS. COVEY_ARG, COVEY_MEMORY; *made is
/// NULL on failure. All headings are kept: 28 bytes an agent and frame. Frees with
/// covey_delays_destroy().
COVEY_API covey_status covey_delays_create(size_t most, covey_allocator allocator,
                                           covey_delays **made, covey_error *error);

/// NULL is fine.
COVEY_API void covey_delays_destroy(covey_delays *delays);

/// Takes the next frame of a flock; ids ascend, unknown velocities and agents at rest have no
/// heading. Frames, gaps and statuses as in covey_lags_add().
COVEY_API covey_status covey_delays_add(covey_delays *delays, const covey_view *view, double time,
                                        covey_error *error);

/// Finds the delays of all pairs, in the order of a, then b. Lags that have less than half as many
/// pairs of frames as that which has most are left out, since few agree by chance; of equal
/// correlations the shorter delay counts, and then the one above 0. The caller gives *found back by
/// covey_delays_free(). COVEY_ARG, COVEY_MEMORY. The time grows with the square of the number of
/// agents, with frames, and with lags.
COVEY_API covey_status covey_delays_find(covey_delays *delays, covey_delay **found, size_t *count,
                                         covey_error *error);
COVEY_API void covey_delays_free(covey_delays *delays, covey_delay *found, size_t count);

#ifdef __cplusplus
}
#endif
#endif
