// SPDX-License-Identifier: MIT
#ifndef COVEY_FORMATS_FRAME_H
#define COVEY_FORMATS_FRAME_H

#include "base/memory.h"
#include "covey/format.h"
#include "formats/text.h"

#include <stdbool.h>

/// An agent as read. A velocity is unknown if one of its axes is NaN.
typedef struct covey_row {
    int set; ///< its number, of covey_frame_set_number()
    uint32_t id;
    uint64_t line; ///< 0: not text
    double pos[COVEY_AXES];
    double vel[COVEY_AXES];
} covey_row;

/// Names of sets in the order of their first appearance, and what a file tells of its origin.
typedef struct covey_names {
    int count;
    char name[COVEY_MAX_SETS][64];
    covey_provenance provenance;
    covey_text version, scenario;
    bool has_height; ///< a place on the third axis was read:
    double height;
} covey_names;

/// Rows of one frame, and the sets that they make.
typedef struct covey_frame {
    covey_memory *memory;
    covey_names *names;
    uint64_t step;
    double time;
    covey_space space;
    covey_row *rows;
    size_t count;
    size_t room;
    double *numbers; ///< pos and vel by axis
    uint32_t *ids;
    size_t made_room;
    covey_frame_set sets[COVEY_MAX_SETS];
    int set_count;
} covey_frame;

/// True for what a side of a space may be, see covey_space.
bool covey_frame_is_side(double size);

void covey_frame_init(covey_frame *frame, covey_memory *memory, covey_names *names);
void covey_frame_destroy(covey_frame *frame);

/// Number of a set's name, new or known; -1 if it is too long or there are too many.
int covey_frame_set_number(covey_frame *frame, const char *name, size_t size);

/// COVEY_INPUT unless what a file tells of the third axis is that of a plane: every place as the
/// first one, no velocity. NaN is not known. `line` is as in covey_row.
covey_status covey_frame_check_plane(covey_frame *frame, double z, double vz, uint64_t line,
                                     covey_error *error);

/// COVEY_MEMORY.
covey_status covey_frame_add(covey_frame *frame, const covey_row *row, covey_error *error);

/// Makes sets of the rows, agents ascending by id. COVEY_INPUT if an agent is there twice.
covey_status covey_frame_finish(covey_frame *frame, covey_error *error);

/// The velocities of a set of the frame, NaN where they are unknown, to be filled in.
void covey_frame_velocities(const covey_frame *frame, const covey_frame_set *set,
                            double *vel[COVEY_AXES]);

/// Lets a set show its velocities if one is known.
void covey_frame_show(const covey_frame *frame, covey_frame_set *set);

/// Takes all rows out.
void covey_frame_clear(covey_frame *frame);

#endif
