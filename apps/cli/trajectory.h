// SPDX-License-Identifier: MIT
// The frames of a trajectory, or of a scenario that is run, one after another and as many times as
// needed.
#ifndef COVEY_CLI_TRAJECTORY_H
#define COVEY_CLI_TRAJECTORY_H

#include "command.h"

#include <covey/draw.h>
#include <covey/format.h>
#include <covey/scenario.h>

/// The source, and the number of earlier frames to keep.
typedef struct trajectory_def {
    const command *self;
    const char *name;              ///< preset or file
    const char *format;            ///< of a trajectory; NULL: by its suffix
    const covey_input_def *tracks; ///< how trajectories are read; path and format come from above
    const char *const *assign;     ///< KEY=VALUE for scenarios, ended by NULL
    bool anywhere;                 ///< files of agents may lie outside the scenario's folder
    size_t trail;                  ///< number of earlier frames to keep; 0: none
    bool forces;                   ///< compute changes of velocity, which keeps one earlier frame
    bool doing;                    ///< add what agents do, which only scenarios can
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

/// Opens a trajectory or scenario. On failure writes a message to standard error; *found is NULL
/// then.
covey_status trajectory_open(const trajectory_def *def, trajectory **found);
void trajectory_close(trajectory *self);

/// Goes back to the start.
void trajectory_rewind(trajectory *self);

/// Reads the next frame. *found is NULL after the last one, and on failure: only then
/// trajectory_error() has the reason.
covey_status trajectory_next(trajectory *self, const trajectory_frame **found);
const char *trajectory_error(const trajectory *self);

/// True if the frames are those of a file, not of a scenario.
bool trajectory_is_file(const trajectory *self);

/// Says what reading made of the file, as track_options_say() does.
void trajectory_say(const trajectory *self);

/// True if this file is one of the files that are read.
bool trajectory_reads(const trajectory *self, const char *path);

/// Return the world of the scenario, from the first frame on: NULL if the file has none. It is
/// valid until the frames are closed or rewound.
const covey_world *trajectory_world(const trajectory *self);

/// Return the title of the scenario or the file, and the distance up to which agents are of one
/// cluster, 0 if the file does not say it.
const char *trajectory_title(const trajectory *self);
double trajectory_link(const trajectory *self);

#endif
