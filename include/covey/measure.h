// SPDX-License-Identifier: MIT
// Measures of a flock: order, rotation, spacing, clusters, speed, extent; and profiles: numbers
// over distance.
//
// All work on a view and give the same bits in every order of its agents: sums are exact and
// rounded once. Positions must be finite and inside the space, and velocities finite,
// as they are in a world that has not diverged; or all axes of a velocity are NaN: it is unknown,
// as in recorded tracks, and the agent counts in no measure of motion. Where a view has headings,
// along body axes, they are the directions of agents in place of those of their velocities. A
// number that is undefined for so few agents is NaN, as the distance from a single agent to its
// nearest neighbor. No number is infinite: distances and speeds beyond DBL_MAX count as DBL_MAX.
#ifndef COVEY_MEASURE_H
#define COVEY_MEASURE_H

#include "covey/world.h"

#ifdef __cplusplus
extern "C" {
#endif

#define COVEY_MAX_MEASURES 32

/// A number that a flock has in one frame.
typedef struct covey_measure {
    const char *name;      ///< as a column of a table: lower case, words joined by _
    const char *title;     ///< one sentence
    const char *unit;      ///< "" for a pure number, "L", "L/T"
    const char *source;    ///< paper or text that defines it
    bool moves;            ///< depends on velocities
    const char *undefined; ///< where it is NaN for two or more agents, all in motion or at rest;
                           ///< NULL: nowhere
} covey_measure;

/// The measures of the library in the order of their list, fewer than COVEY_MAX_MEASURES; NULL
/// beyond the last.
COVEY_API const covey_measure *covey_measure_at(int index);

/// Number of the measure called `name`; -1 if there is none, or for NULL.
COVEY_API int covey_measure_find(const char *name);

/// How measures are taken. Start from covey_measure_def_default().
typedef struct covey_measure_def {
    uint64_t wanted; ///< bit k: measure k is wanted; a group without a wanted one costs nothing
    double link;     ///< agents at this distance or nearer are of one cluster, L
    double bin;      ///< width of a bin of a profile, L; 0: a quarter of link
    const struct covey_measure_group *const *custom; ///< groups of yours, NULL behind the last; or
                                                     ///< NULL. Their measures are numbered behind
                                                     ///< the library's
    covey_allocator allocator;
} covey_measure_def;

/// All measures, clusters linked at distance 1, bins of a quarter, malloc.
COVEY_API covey_measure_def covey_measure_def_default(void);

/// COVEY_ARG, with the reason, where measures cannot be taken that way: `link` or `bin` is negative
/// or not finite, a group of yours is not whole, one of its columns has the name of another column
/// or one that is not of lower case letters, digits and _, or there are more than
/// COVEY_MAX_MEASURES.
COVEY_API covey_status covey_measure_check(const covey_measure_def *def, covey_error *error);

/// The measure of a number, measures of `def->custom` included; NULL beyond the last.
COVEY_API const covey_measure *covey_measure_of(const covey_measure_def *def, int index);

/// True if worlds of `dim` axes, 2 or 3, have that measure: see `dim` of covey_measure_group.
COVEY_API bool covey_measure_fits(const covey_measure_def *def, int index, int dim);

/// Takes the wanted measures of a flock, values[k] being measure k, in time n log n; the other
/// values stay as they are. COVEY_ARG as covey_measure_check(), COVEY_MEMORY; no value is written
/// then.
COVEY_API covey_status covey_measure_all(const covey_view *view, const covey_measure_def *def,
                                         double values[COVEY_MAX_MEASURES], covey_error *error);

// ---- Single agents ----

/// The values of one agent in one frame.
typedef struct covey_agent_values {
    double nearest; ///< distance to the nearest other agent, L; NaN for a single agent
    double bearing; ///< of that one, rad from the agent's own flight: in the plane in (-pi, pi],
                    ///< counterclockwise; in three dimensions from 0 to pi. NaN where there is
                    ///< none, or no flight
    double local_order; ///< length of the mean heading of all agents within `link`, itself
                        ///< included: 1 when they fly its way; NaN if its velocity is unknown
    uint32_t neighbors; ///< other agents within `link`
    uint32_t cluster;   ///< clusters of measure `clusters`, from 0 in the order of lowest ids
    uint32_t cluster_size;
} covey_agent_values;

/// Measures each agent of a flock: values[i] is of agent i of the view. The time grows with the
/// number of neighbors. COVEY_ARG as covey_measure_check(), COVEY_MEMORY.
COVEY_API covey_status covey_measure_agents(const covey_view *view, const covey_measure_def *def,
                                            covey_agent_values *values, covey_error *error);

/// Finds the size of the Voronoi cell of each agent: sizes[i] is the area, in three dimensions the
/// volume, of all places that are nearer to agent i than to any other, on a torus the short way
/// round, and inside a box with walls. Cells of agents at the rim of the open plane or space have
/// no end, and that of an agent at the same place as another is not its own: NaN. COVEY_ARG as
/// covey_measure_check(), COVEY_MEMORY. Source: Voronoi 1908.
COVEY_API covey_status covey_measure_cells(const covey_view *view, const covey_measure_def *def,
                                           double *sizes, covey_error *error);

/// How one agent moved between two frames.
typedef struct covey_agent_motion {
    double speed;        ///< L/T; NaN: unknown
    double acceleration; ///< length of the change of its velocity since the frame before, over the
                         ///< time between, L/T^2; NaN: one of the velocities is unknown
    double turning_rate; ///< change of its heading over the time between, rad/T: in the plane in
                         ///< (-pi, pi] / time, counterclockwise; in three dimensions above 0. NaN:
                         ///< one of the headings is unknown, or the agent was at rest
} covey_agent_motion;

/// Finds how the agents of a frame moved since the one before, `elapsed` > 0 earlier: values[i] is
/// of agent i of `now`. Agents are matched by their ids, which ascend in both views; `before` NULL,
/// or an agent that is not there: no number but the speed is known. COVEY_ARG for ids that do not
/// ascend or another time.
COVEY_API covey_status covey_measure_motion(const covey_view *before, const covey_view *now,
                                            double elapsed, covey_agent_motion *values,
                                            covey_error *error);

/// Where one agent is in its group.
typedef struct covey_agent_place {
    double front; ///< how far before the center along the mean velocity, or, of agents with body
                  ///< axes, along the mean heading, L; behind it below 0. NaN where there is none
    double left;  ///< how far to the left of it; in three dimensions from the axis through the
                  ///< center, L. NaN where there is no front
    double distance; ///< from the center, L
} covey_agent_place;

/// Finds the places of all agents of a group: values[i] is of agent i of the view. Sums run in the
/// order of the view. COVEY_ARG.
COVEY_API covey_status covey_measure_places(const covey_view *view, covey_agent_place *values,
                                            covey_error *error);

/// How a group moves as one.
typedef struct covey_group_motion {
    covey_vec center;    ///< as covey_center(), L
    covey_vec vel;       ///< mean of the velocities that are known, L/T; NaN: none is
    double speed;        ///< length of that, L/T
    double acceleration; ///< length of the change of the mean velocity since the frame before, over
                         ///< the time between, of the agents whose velocities are known in both
                         ///< frames, L/T^2; NaN without such agents
    double turning_rate; ///< change of direction of the same, rad/T: in the plane counterclockwise,
                         ///< in three dimensions its size. NaN at rest, and without such agents
} covey_group_motion;

/// Finds how a group moves in a frame, and since the one before, `elapsed` > 0 earlier. Agents are
/// matched by their ids, which ascend in both views; `before` may be NULL. COVEY_ARG for ids that
/// do not ascend or another time.
COVEY_API covey_status covey_measure_group_motion(const covey_view *before, const covey_view *now,
                                                  double elapsed, covey_group_motion *found,
                                                  covey_error *error);

// ---- Profiles ----

/// Points that a profile may have.
#define COVEY_MAX_POINTS 1000

/// A value over distance, or over any other axis.
typedef struct covey_profile_point {
    double x;
    double value;
    uint64_t count; ///< of pairs, or of other things that the value is a mean over
} covey_profile_point;

/// Points by ascending x; none where a profile is undefined. It is large: 24 kB.
typedef struct covey_profile {
    size_t count;
    covey_profile_point points[COVEY_MAX_POINTS];
} covey_profile;

/// The profile of a number, profiles of `def->custom` behind the library's; NULL beyond the last.
/// It is a group with a function `profile`, whose one column names and describes it.
COVEY_API const struct covey_measure_group *covey_profile_of(const covey_measure_def *def,
                                                             int index);

/// Takes a profile of a flock. The time may grow with the square of the number of agents. COVEY_ARG
/// as covey_measure_check(), or if it has more than COVEY_MAX_POINTS; COVEY_MEMORY: there is no
/// point then.
COVEY_API covey_status covey_profile_take(const struct covey_measure_group *group,
                                          const covey_view *view, const covey_measure_def *def,
                                          covey_profile *profile, covey_error *error);

// ---- Measures of your own ----
//
// A group is one computation that fills one or several columns of the table of measures, or a
// profile. It is taken by `custom` of covey_measure_def, and by `custom_measures` of
// covey_output_def and covey_run_def for tables. Groups are constant data that outlive their users;
// they may be called from several threads at a time, each with a separate work.

struct covey_measure_shared;

/// The arguments of a group's functions. All of it is valid until the call returns.
typedef struct covey_measure_work {
    const covey_view *view;              ///< its agents are as the head of this file says
    const covey_measure_def *def;        ///< `bin` is the width, no longer 0 for a quarter of link
    struct covey_measure_shared *shared; ///< the library's
} covey_measure_work;

typedef struct covey_measure_group {
    const char *name;
    const covey_measure *columns; ///< ending with one without a name; a profile has one

    /// Sets values[k] for column k; they are NaN, undefined, at first. NULL for a profile.
    /// COVEY_MEMORY; the function frees all memory that it takes in any case.
    covey_status (*compute)(covey_measure_work *work, double *values);
    /// Sets points and their number, which is 0 at first. NULL for columns.
    covey_status (*profile)(covey_measure_work *work, covey_profile *profile);
    int dim; ///< 2 or 3: of worlds of so many axes only; in others it is undefined, and tables have
             ///< none of its columns; 0: of both
} covey_measure_group;

// ---- Measures by their names ----

/// Polarization |sum of v/|v|| / N: 1 when all fly the same way, about 1/sqrt(N) for random
/// headings. An agent at rest counts as no direction. NaN without agents. Source: Vicsek et al.
/// 1995.
COVEY_API double covey_polarization(const covey_view *view);

/// Milling |sum of r/|r| x v/|v|| / N with r the offset from the center: 1 for a perfect mill, 0
/// for flight straight to or from the center, and at it. NaN without agents. In three dimensions,
/// too, it is the length of a vector, whose direction are the measures milling_axis_x, _y and _z.
/// Source: Couzin et al. 2002 (group angular momentum).
COVEY_API double covey_milling(const covey_view *view);

/// The center of mass. On a torus, on each axis the circular mean: the direction of the sum of all
/// agents on a circle as long as the axis. Where that sum is 0 within rounding, as agents spread
/// evenly have no center, it is the middle of the axis. An empty flock's center is 0.
/// Source: Bai & Breen 2008, "Calculating center of mass in an unbounded 2D environment".
COVEY_API covey_vec covey_center(const covey_view *view);

#ifdef __cplusplus
}
#endif
#endif
