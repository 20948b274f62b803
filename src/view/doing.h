// SPDX-License-Identifier: MIT
// What agents do, for frames: what acts most on each, and which began lately for a caught one.
#ifndef COVEY_VIEW_DOING_H
#define COVEY_VIEW_DOING_H

#include "view/frame.h"

enum {
    DOING_LATELY = 30, ///< steps, for which the born are marked
    DOING_BIRTHS = 128 ///< steps with births that are kept, of all flocks
};

/// Agents that were born in a step: the agents with ids from `first` to the one before `end`.
typedef struct doing_birth {
    uint64_t step;
    int flock;
    uint64_t first, end;
} doing_birth;

/// The last births, and what was there before the next ones.
typedef struct doing_births {
    doing_birth list[DOING_BIRTHS];
    int count, next; ///< `next` is written next
    uint64_t caught, ids[COVEY_MAX_FLOCKS];
} doing_births;

/// Takes a step, as covey_history_step(), and notes births.
covey_status doing_step(doing_births *self, covey_session *session, covey_history *history,
                        covey_error *error);

/// Goes to a step that was taken, as covey_history_go(). Where agents are born, the steps before it
/// are taken again, so that the born are known there, too.
covey_status doing_go(doing_births *self, covey_session *session, covey_history *history,
                      uint64_t step, covey_error *error);

/// Fills what the agents of a frame that was copied do; without a session, or where it fails, that
/// is unknown.
void doing_find(frame *self, covey_session *session, const doing_births *births);

#endif
