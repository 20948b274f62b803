// SPDX-License-Identifier: MIT
#ifndef COVEY_FORMATS_MOMENT_H
#define COVEY_FORMATS_MOMENT_H

#include "base/memory.h"
#include "covey/format.h"
#include "formats/text.h"

#include <stdbool.h>

/// An agent as read. A velocity is unknown if one of its axes is NaN.
typedef struct covey_row {
    int set; ///< its number, of covey_moment_set()
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

/// Rows of one moment, and the frames that they make.
typedef struct covey_moment {
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
    covey_frame frames[COVEY_MAX_SETS];
    int frame_count;
} covey_moment;

/// True for what a side of a space may be, see covey_space.
bool covey_moment_is_side(double size);

void covey_moment_init(covey_moment *moment, covey_memory *memory, covey_names *names);
void covey_moment_destroy(covey_moment *moment);

/// Number of a set's name, new or known; -1 if it is too long or there are too many.
int covey_moment_set(covey_moment *moment, const char *name, size_t size);

/// COVEY_INPUT unless what a file tells of the third axis is that of a plane: every place as the
/// first one, no velocity. NaN is not known. `line` is as in covey_row.
covey_status covey_moment_check_plane(covey_moment *moment, double z, double vz, uint64_t line,
                                      covey_error *error);

/// COVEY_MEMORY.
covey_status covey_moment_add(covey_moment *moment, const covey_row *row, covey_error *error);

/// Makes frames of the rows, agents ascending by id. COVEY_INPUT if an agent is there twice.
covey_status covey_moment_finish(covey_moment *moment, covey_error *error);

/// The velocities of a frame of the moment, NaN where they are unknown, to be filled in.
void covey_moment_velocities(const covey_moment *moment, const covey_frame *frame,
                             double *vel[COVEY_AXES]);

/// Lets a frame show its velocities if one is known.
void covey_moment_show(const covey_moment *moment, covey_frame *frame);

/// Takes all rows out.
void covey_moment_clear(covey_moment *moment);

#endif
