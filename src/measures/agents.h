// SPDX-License-Identifier: MIT
// Agents of a view as vectors.
#ifndef COVEY_MEASURES_AGENTS_H
#define COVEY_MEASURES_AGENTS_H

#include "base/kdtree.h"
#include "base/memory.h"
#include "covey/measure.h"
#include "covey/world.h"

#include <float.h>
#include <math.h>

static inline int covey_agents_dim(const covey_view *view)
{
    return covey_space_dim(&view->space);
}

static inline covey_vec covey_agents_pos(const covey_view *view, size_t i)
{
    return covey_vec_at(view->pos, i);
}

static inline covey_vec covey_agents_vel(const covey_view *view, size_t i)
{
    return covey_vec_at(view->vel, i);
}

/// False where the velocity is unknown.
static inline bool covey_agents_known(const covey_view *view, size_t i)
{
    return !isnan(view->vel[0][i]);
}

/// Returns a vector in the direction of an agent: along its body axis where the view has headings,
/// else its velocity, which is 0 at rest. x is NaN where the direction is unknown.
static inline covey_vec covey_agents_ahead(const covey_view *view, size_t i)
{
    if (view->heading[0] != NULL)
        return covey_vec_at(view->heading, i);
    if (view->vel[0] != NULL)
        return covey_agents_vel(view, i);
    return (covey_vec){(double)NAN, (double)NAN, (double)NAN};
}

/// Clamps values beyond the largest double to the largest double.
static inline double covey_agents_finite(double value)
{
    return value > DBL_MAX ? DBL_MAX : value < -DBL_MAX ? -DBL_MAX : value;
}

/// Returns a length that is at most 1 but for rounding, which is cut off.
static inline double covey_agents_share(double value)
{
    return value > 1.0 ? 1.0 : value;
}

/// Returns the shortest offset from `center` to an agent.
static inline covey_vec covey_agents_offset(const covey_view *view, covey_vec center, size_t i)
{
    covey_vec offset = covey_space_offset(&view->space, center, covey_agents_pos(view, i));
    return (covey_vec){covey_agents_finite(offset.x), covey_agents_finite(offset.y),
                       covey_agents_finite(offset.z)};
}

/// The angle from one direction to another, neither of which need have a length: in the plane
/// counterclockwise, in (-pi, pi]; in three dimensions from 0 to pi. NaN where one of them is none.
double covey_agents_angle(covey_vec from, covey_vec to, int dim);

// ---- Groups of measures ----

// Data that the groups of measures of the library share while one frame is measured.

typedef struct covey_measure_shared {
    covey_memory memory;
    covey_kdtree tree; ///< of all agents, once asked for
} covey_measure_shared;

/// Returns the tree of all agents, which the first call builds; NULL without memory.
const covey_kdtree *covey_measure_tree(covey_measure_work *work);

// ---- Milling ----

/// Returns the mean of r/|r| x v/|v| over the agents whose velocity is known, and their number; 0
/// where there are none. In the plane only z is not 0.
covey_vec covey_milling_rotation(const covey_view *view, size_t *known);

// ---- Fluctuations ----

// Velocities without the mean velocity of the flock.

/// The agents whose velocities are known, `u` being v - mean of all v. All are scaled by the same
/// power of two, which correlations do not show, so that no product leaves the range of numbers.
typedef struct covey_velocity_fluctuations {
    size_t count;
    covey_vec *pos, *u; ///< room for as many as the view has, of the caller
} covey_velocity_fluctuations;

/// Fills them in, in the order of covey_view_order(), or that of the view for NULL. False if there
/// are fewer than two, or if all velocities are the same.
bool covey_velocity_fluctuations_find(const covey_view *view, const uint32_t *order,
                                      covey_velocity_fluctuations *found);

// ---- Intervals ----

// Frames that follow one another at one interval, in one space. Where frames are missing between
// two, a new stretch begins.

/// All zero before the first frame.
typedef struct covey_beat {
    uint64_t frames;  ///< so far
    uint64_t stretch; ///< the number of gaps so far, behind which the last frame stands
    double last;      ///< time of the last frame
    double length;    ///< of the interval, as between the first two frames, or shorter
    uint64_t steady;  ///< how often two frames were that far apart
    bool follows;     ///< no frame is missing between the last one and the one before
    bool shorter; ///< the last frame showed that all others stand behind gaps, each in a stretch
                  ///< of its own: that of frame k is k
    covey_space space;
} covey_beat;

/// Counts the next frame. COVEY_INPUT, and the frame is not counted, if the time since the frame
/// before is not a whole number of intervals, within a hundredth of that time, or if the frame is
/// too early, unless a frame was missing between the first two: their time is cut into up to ten
/// intervals, as long as no other two were that far apart. Also if it is
/// in another space; the message begins with `use`, as "lags".
covey_status covey_beat_add(covey_beat *self, const char *use, const covey_space *space,
                            double time, covey_error *error);

#endif
