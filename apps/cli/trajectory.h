// SPDX-License-Identifier: MIT
// The frames of a trajectory, or of a scenario that is run, one after the other and as often as
// they are wanted.
#ifndef COVEY_CLI_TRAJECTORY_H
#define COVEY_CLI_TRAJECTORY_H

#include "command.h"

#include <covey/draw.h>
#include <covey/format.h>
#include <covey/scenario.h>

/// The source, and the past to be remembered.
typedef struct trajectory_def {
    const command *self;
    const char *name;          ///< preset or file
    const char *format;        ///< of a trajectory; NULL: by its suffix
    const char *const *assign; ///< KEY=VALUE for scenarios, ended by NULL
    bool anywhere;             ///< files of agents may lie outside the scenario's folder
    size_t trail;              ///< frames before that are kept; 0: none
    bool forces;               ///< changes of velocity are wanted, which needs one of them
} trajectory_def;

/// One frame. Flocks, with their trails and forces, are valid until the next call.
typedef struct trajectory_frame {
    uint64_t number; ///< of the frame, from 0
    uint64_t step;
    double time; ///< T
    covey_space space;
    covey_picture_flock flocks[COVEY_MAX_FLOCKS];
    int count;
} trajectory_frame;

typedef struct trajectory trajectory;

/// Opens a trajectory or scenario. On failure says why on standard error; *found is NULL then.
covey_status trajectory_open(const trajectory_def *def, trajectory **found);
void trajectory_close(trajectory *self);

/// Goes back to the start.
void trajectory_rewind(trajectory *self);

/// The next frame; *found is NULL behind the last one, and where it fails. Then, and only then,
/// trajectory_error() tells why.
covey_status trajectory_next(trajectory *self, const trajectory_frame **found);
const char *trajectory_error(const trajectory *self);

/// True if a file that is read is this one.
bool trajectory_reads(const trajectory *self, const char *path);

/// The scenario's world, title and link distance, from the first frame on: NULL if the file tells
/// none. Valid until the frames are closed or rewound.
const covey_world *trajectory_world(const trajectory *self);

/// As the scenario or the file calls it, and the distance up to which agents are of one cluster, 0
/// if the file does not tell.
const char *trajectory_title(const trajectory *self);
double trajectory_link(const trajectory *self);

#endif
