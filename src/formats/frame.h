// SPDX-License-Identifier: MIT
#ifndef COVEY_FORMATS_FRAME_H
#define COVEY_FORMATS_FRAME_H

#include "base/memory.h"
#include "covey/format.h"
#include "formats/text.h"

#include <stdbool.h>

enum { COVEY_SET_NAME = 64 }; ///< room for the name of a set and a zero

/// An agent as read. A velocity is unknown if one of its axes is NaN. A file without a third axis
/// has NaN on it.
typedef struct covey_row {
    int set; ///< number from covey_frame_set_number()
    covey_id id;
    uint64_t line; ///< 0 if the file is not text
    double pos[COVEY_AXES];
    double vel[COVEY_AXES];
    double axis[COVEY_AXES]; ///< of the body, of any length; 0: unknown
} covey_row;

/// The names of sets in the order of their first appearance, and the origin of a file.
typedef struct covey_names {
    int count;
    char name[COVEY_MAX_SETS][COVEY_SET_NAME];
    covey_provenance provenance;
    covey_text version, scenario;
    int dim;         ///< of the file, 2 or 3; 0: it is not known yet
    bool axes;       ///< rows have body axes
    bool has_height; ///< in the plane: `height` is the first coordinate on the third axis
    double height;
} covey_names;

/// One frame of a trajectory: its rows, and the sets made of them.
typedef struct covey_frame {
    covey_memory *memory;
    covey_names *names;
    uint64_t step;
    double time;
    covey_space space; ///< a plane as a rule, unless the file cannot mean one
    covey_space deep;  ///< the space instead if the file has three dimensions; 2-D: not known
    bool pixels;       ///< places are of a picture, whose y axis points down
    double every;      ///< from frame to frame where none is missing; 0: not known
    bool numbered;     ///< that is of steps, which are numbers of frames; else of times
    bool gap;          ///< frames are missing before it
    covey_row *rows;
    size_t count;
    size_t room;
    double *numbers; ///< pos, vel and heading by axis
    covey_id *ids;
    uint8_t *ahead; ///< as in covey_frame_set
    size_t made_room;
    covey_frame_set sets[COVEY_MAX_SETS];
    int set_count;
} covey_frame;

/// True if a side of a space may have this length, see covey_space.
bool covey_frame_is_side(double size);

void covey_frame_init(covey_frame *frame, covey_memory *memory, covey_names *names);
void covey_frame_destroy(covey_frame *frame);

/// True if a set may have this name in a file that is written; NULL is none.
bool covey_frame_is_name(const char *name);

/// Returns the number of a set by its name, which is added if it is new; -1 if the name is too long
/// or there are too many sets.
int covey_frame_set_number(covey_frame *frame, const char *name, size_t size);

/// True if the agents may be in a plane: all known coordinates on the third axis are
/// equal to *height, or, if that is NaN, to the first one, to which it is set; and velocities along
/// that axis are 0.
bool covey_frame_is_flat(const covey_row *row, double *height);

/// Finds the dimension of the file by its first frame unless it is known, and makes the space one
/// of that dimension. COVEY_INPUT if the rows or the space are not of it.
covey_status covey_frame_settle(covey_frame *frame, covey_error *error);

/// Adds a row. COVEY_MEMORY.
covey_status covey_frame_add(covey_frame *frame, const covey_row *row, covey_error *error);

/// Makes sets of the rows, with agents ascending by id. COVEY_INPUT if an agent has two rows.
covey_status covey_frame_finish(covey_frame *frame, covey_error *error);

/// Points `vel` to the velocities of a set of the frame, to be filled in; unknown ones are NaN.
void covey_frame_velocities(const covey_frame *frame, const covey_frame_set *set,
                            double *vel[COVEY_AXES]);

/// Sets the pointers of a set to its velocities, or to NULL if none is known.
void covey_frame_show(const covey_frame *frame, covey_frame_set *set);

/// Removes all rows and sets.
void covey_frame_clear(covey_frame *frame);

#endif
