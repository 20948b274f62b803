// SPDX-License-Identifier: MIT
// The programs that track animals, and how each writes its tracks.
#ifndef COVEY_FORMATS_TRACKERS_H
#define COVEY_FORMATS_TRACKERS_H

#include "formats/csv_columns.h"

enum { COVEY_TRACKER_WORDS = 4, COVEY_TRACKER_SCORE = -1 };

/// An array of numbers of all agents.
typedef struct covey_tracker_array {
    const char *name;  ///< of the dataset in HDF5
    const char *order; ///< its axes: f frames, a agents, p points of an agent, x axes of a place
    const char *words; ///< the same for messages
} covey_tracker_array;

/// A zero stands for what a tracker has not.
typedef struct covey_tracker {
    const char *name;

    // A table is of the first tracker with its `head`, with all `marks`, or with a `column` x.
    const char *head;                       ///< first field of a head in several lines
    const char *marks[COVEY_TRACKER_WORDS]; ///< names of columns as in `names`: one of each list
    const char *names[COVEY_CSV_ROLES]; ///< of columns, understood in all tables; between blanks
    /// Reads the name of a column of points. Returns the axis, COVEY_TRACKER_SCORE for how likely a
    /// point is, or COVEY_AXES for any other column; *of is the point, or an agent's number.
    int (*column)(covey_csv_field name, covey_csv_field *of);
    const char *time; ///< a column of times, beside points alone
    int heads;        ///< lines of names that may come behind the header
    bool ids;         ///< a column names the agent of a row of points
    bool wide;        ///< a line has all agents of a frame
    bool infinite;    ///< inf is a gap
    bool pixels;      ///< places are of the pictures that are tracked: y points down
    bool compass;     ///< headings beside ground speeds are in degrees from north

    const char *files[COVEY_TRACKER_WORDS];   ///< in front of an animal's number, if it has a file
    const char *centers[COVEY_TRACKER_WORDS]; ///< the first of these points counts alone
    const char *nameless;                     ///< the point of columns that name none
    const char *arrays; ///< in .npz: letters of the axes, and what is in front of a point's name

    // Arrays of all agents, in HDF5.
    covey_tracker_array places, scores;
    const char *points, *rate; ///< a dataset of names, an attribute with frames a second
    size_t most_axes;
    covey_id first; ///< id of the first agent
} covey_tracker;

/// Returns row k of the table, NULL behind the last, which is of tables of any other program.
const covey_tracker *covey_trackers_at(int k);

#endif
