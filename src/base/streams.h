// SPDX-License-Identifier: MIT
// All streams of random numbers of an agent, in one table: no two uses draw the same numbers. Those
// of models, motions and influences of a step are in covey/model.h.
#ifndef COVEY_BASE_STREAMS_H
#define COVEY_BASE_STREAMS_H

#include "covey/model.h"

/// Numbers that some uses draw: trials of places clear of solids.
enum {
    COVEY_RESPAWNS = 64,       ///< of an agent that comes back into the space
    COVEY_BIRTH_TRIALS = 100,  ///< of one that is born
    COVEY_PLACE_TRIALS = 10000 ///< of one at the beginning
};

/// Streams of a step, besides those of covey/model.h.
enum {
    COVEY_STREAM_RESPAWN_PITCH = COVEY_STREAM_SPACE + 2 * COVEY_RESPAWNS + 1, ///< behind x and y
    COVEY_STREAM_RESPAWN_DEPTH,
    COVEY_STREAM_RESPAWN_END = COVEY_STREAM_RESPAWN_DEPTH + COVEY_RESPAWNS,

    COVEY_STREAM_INFLUENCE_END = COVEY_STREAM_INFLUENCE + 64,
    COVEY_STREAM_BIRTH = COVEY_STREAM_INFLUENCE + 80, ///< direction; then three axes a trial
    COVEY_STREAM_BIRTH_END = COVEY_STREAM_BIRTH + 2 + 3 * COVEY_BIRTH_TRIALS,
    COVEY_STREAM_APART = COVEY_STREAM_INFLUENCE + 500, ///< way apart of bodies at one place
    COVEY_STREAM_PARTING,                              ///< two: of agents that repel there
    COVEY_STREAM_TURN = COVEY_STREAM_PARTING + 2,      ///< its place in the order of a step
};

_Static_assert(COVEY_STREAM_MODEL + 16 <= COVEY_STREAM_MOTION, "models and motions");
_Static_assert(COVEY_STREAM_MOTION + 16 <= COVEY_STREAM_SPACE, "motions and the space");
_Static_assert((int)COVEY_STREAM_RESPAWN_END <= (int)COVEY_STREAM_INFLUENCE, "space, influences");
_Static_assert(COVEY_STREAM_INFLUENCE_END <= COVEY_STREAM_BIRTH, "influences and births");
_Static_assert(COVEY_STREAM_BIRTH_END <= COVEY_STREAM_APART, "births and bodies");

/// Streams before all steps (step UINT64_MAX), from which agents draw once.
enum {
    COVEY_STREAM_PLACE = 0, ///< two axes
    COVEY_STREAM_PLACE_HEADING = COVEY_PLANE,
    COVEY_STREAM_PLACE_SPEED,
    COVEY_STREAM_PLACE_AGAIN, ///< two axes a trial
    COVEY_STREAM_PLACE_END = COVEY_STREAM_PLACE_AGAIN + 2 * COVEY_PLACE_TRIALS,
    COVEY_STREAM_PLACE_DEPTH = 1 << 20, ///< z of each trial
    COVEY_STREAM_PLACE_DEPTH_END = COVEY_STREAM_PLACE_DEPTH + COVEY_PLACE_TRIALS,
    COVEY_STREAM_PLACE_PITCH = 1 << 21,
    COVEY_STREAM_PREFERENCE = COVEY_STREAM_INFLUENCE + 32, ///< is the agent informed?
    COVEY_STREAM_LEADERS,                                  ///< the same, of couzin_leaders
    COVEY_STREAM_TRAIT = COVEY_STREAM_INFLUENCE + 64,
};

_Static_assert(COVEY_STREAM_PLACE_END <= COVEY_STREAM_PLACE_DEPTH, "x and y, and z");
_Static_assert(COVEY_STREAM_PLACE_DEPTH_END <= COVEY_STREAM_PLACE_PITCH, "z and pitch");
_Static_assert(COVEY_STREAM_PLACE_PITCH < COVEY_STREAM_PREFERENCE, "places and the informed");
_Static_assert(COVEY_STREAM_LEADERS < COVEY_STREAM_TRAIT, "the informed and traits");

#endif
