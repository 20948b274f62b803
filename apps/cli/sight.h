// SPDX-License-Identifier: MIT
// From where the frames of a world of three dimensions are seen.
#ifndef COVEY_CLI_SIGHT_H
#define COVEY_CLI_SIGHT_H

#include "command.h"

#include <covey/draw.h>

/// The texts of the options; NULL: not given.
typedef struct sight_texts {
    const char *camera, *azimuth, *elevation, *zoom, *turn;
} sight_texts;

typedef struct sight {
    const char *given; ///< an option that was given; NULL: none
    covey_orbit orbit; ///< of the first frame
    double turn;       ///< rad from the first frame to behind the last
} sight;

/// Reads the options. On a mistake writes a message and returns false.
bool sight_take(const command *self, const sight_texts *texts, sight *to);

/// True if the options fit frames of this space; `count` frames are drawn. Else writes a message.
bool sight_fits(const command *self, const sight *from, const covey_space *space, uint64_t count);

/// The camera of the frame number `drawn` of `count`, from 0, in which all from corner to corner is
/// seen.
covey_camera sight_camera(const sight *from, const covey_space *space, covey_box area,
                          const covey_vec corners[2], const uint64_t drawn_of[2]);

#endif
