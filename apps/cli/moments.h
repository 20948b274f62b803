// SPDX-License-Identifier: MIT
// The moments of a trajectory, or of a scenario that is run, one after the other and as often as
// they are wanted.
#ifndef COVEY_CLI_MOMENTS_H
#define COVEY_CLI_MOMENTS_H

#include "command.h"

#include <covey/draw.h>
#include <covey/format.h>
#include <covey/scenario.h>

/// The source, and the past to be remembered.
typedef struct moments_def {
    const command *self;
    const char *name;          ///< preset or file
    const char *format;        ///< of a trajectory; NULL: by its suffix
    const char *const *assign; ///< KEY=VALUE for scenarios, ended by NULL
    bool anywhere;             ///< files of agents may lie outside the scenario's folder
    size_t trail;              ///< moments before that are kept; 0: none
    bool forces;               ///< changes of velocity are wanted, which needs one of them
} moments_def;

/// One moment. Flocks, with their trails and forces, are valid until the next call.
typedef struct moment {
    uint64_t number; ///< of the frame, from 0
    uint64_t step;
    double time; ///< T
    covey_space space;
    covey_picture_flock flocks[COVEY_MAX_FLOCKS];
    int count;
} moment;

typedef struct moments moments;

/// Opens a trajectory or scenario. On failure says why on standard error; *found is NULL then.
covey_status moments_open(const moments_def *def, moments **found);
void moments_close(moments *self);

/// Goes back to the start.
void moments_rewind(moments *self);

/// The next moment; *found is NULL behind the last one, and where it fails. Then, and only then,
/// moments_error() tells why.
covey_status moments_next(moments *self, const moment **found);
const char *moments_error(const moments *self);

/// True if a file that is read is this one.
bool moments_reads(const moments *self, const char *path);

/// The scenario's world, title and link distance, from the first moment on: NULL if the file tells
/// none. Valid until the moments are closed or rewound.
const covey_world *moments_world(const moments *self);

/// As the scenario or the file calls it, and the distance up to which agents are of one cluster, 0
/// if the file does not tell.
const char *moments_title(const moments *self);
double moments_link(const moments *self);

#endif
