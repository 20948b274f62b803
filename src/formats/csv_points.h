// SPDX-License-Identifier: MIT
// Tables of trackers that follow points of animals, such as body parts: the columns of each point.
#ifndef COVEY_FORMATS_CSV_POINTS_H
#define COVEY_FORMATS_CSV_POINTS_H

#include "formats/body_axis.h"
#include "formats/labels.h"
#include "formats/plugin.h"
#include "formats/trackers.h"

/// A point of an agent and its columns, -1 where there is none.
typedef struct covey_csv_point {
    uint32_t agent, part; ///< numbers of the agent in a line and of the point's name
    int place[COVEY_AXES];
    int score; ///< how likely the point is there
} covey_csv_point;

/// The two points between which the body axis of an agent is.
typedef struct covey_csv_ends {
    covey_csv_point tail, nose;
} covey_csv_ends;

/// All points, agent by agent. The place of an agent is the mean of its points that are known.
typedef struct covey_csv_points {
    covey_memory *memory;
    double likelihood;       ///< points with a lower score are not known
    covey_csv_point *points; ///< NULL: the table has columns for places instead
    size_t count, room;
    covey_csv_ends *ends; ///< of the agents that have both, ascending by agent; NULL: no axis
    size_t ends_count, ends_room;
    covey_labels parts;   ///< their names
    covey_labels numbers; ///< of the agents of a line, in its order, if they have some
    uint32_t agents;      ///< of a line
    bool alone;           ///< the file has one agent: `id`
    bool may_be_one;      ///< rows without an agent are of one if the first row is
    covey_id id;
    const covey_tracker *tracker;
} covey_csv_points;

/// Takes the likelihood of the definition; all else is found later. Must be destroyed in any case.
void covey_csv_points_init(covey_csv_points *points, const covey_opening *opening);
void covey_csv_points_destroy(covey_csv_points *points);

/// Finds the points in the header of a table, if its tracker writes points, and a column of times.
/// Reads the other lines of a head into `header`; individuals become labels. COVEY_INPUT,
/// COVEY_MEMORY.
covey_status covey_csv_points_find(covey_csv_points *points, covey_lines *lines,
                                   covey_csv_fields *header, covey_csv_columns *columns,
                                   covey_labels *labels, covey_error *error);

/// Leaves the points of one name, or, if `wanted` is NULL, all that count as a rule. COVEY_ARG if
/// there is none, or no likelihood and one is asked for.
covey_status covey_csv_points_settle(covey_csv_points *points, const char *wanted,
                                     covey_error *error);

/// Finds the ends of body axes among all points, or, in a table without points of names, the
/// columns NAME_x, NAME_y and, in three dimensions, NAME_z of both; x_NAME and NAME.x are
/// understood, too, in any case of letters. Comes before covey_csv_points_settle(). COVEY_ARG if
/// there are none.
covey_status covey_csv_points_find_axis(covey_csv_points *points, const covey_csv_fields *header,
                                        const covey_body_axis *axis, covey_error *error);

/// Reads the body axis of an agent in a line; 0 where it is unknown. COVEY_INPUT.
covey_status covey_csv_points_axis(const covey_csv_points *points, const covey_csv_fields *line,
                                   uint32_t agent, double axis[COVEY_AXES], covey_error *error);

/// Returns the id of an agent in a line that has all.
covey_id covey_csv_points_id(const covey_csv_points *points, uint32_t agent);

/// Reads the place of an agent in a line; NaN if none of its points is known. *next is the first
/// point that may be the agent's, 0 for the first agent of a line. COVEY_INPUT.
covey_status covey_csv_points_place(const covey_csv_points *points, const covey_csv_fields *line,
                                    uint32_t agent, size_t *next, double pos[COVEY_AXES],
                                    covey_error *error);

#endif
