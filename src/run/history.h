// SPDX-License-Identifier: MIT
// The state of a history: marks, the moments to go back to, and courses, the recorded branches.
#ifndef COVEY_RUN_HISTORY_H
#define COVEY_RUN_HISTORY_H

#include "covey/history.h"
#include "run/session.h"

/// A text that several marks share; freed with the last one.
typedef struct covey_history_text {
    char *bytes; ///< ended by a zero, which `size` counts
    size_t size;
    size_t users;
    uint64_t serial; ///< of the session's version that it is a copy of
} covey_history_text;

/// A moment to go back to.
typedef struct covey_history_mark {
    uint64_t step;
    size_t recorded; ///< bytes of the record then
    void *snapshot;
    size_t size;
    covey_history_text *scenario;
    covey_history_text **undo; ///< from the oldest
    size_t undo_count;
} covey_history_mark;

/// The record of a course of the session, "STEP COMMAND" lines.
typedef struct covey_history_course {
    char *lines; ///< NULL: none
    size_t size, room;
    uint64_t end, hash;
} covey_history_course;

struct covey_history {
    covey_memory memory;
    covey_session *session;
    size_t recorded;    ///< bytes of the record without commands that are new
    size_t most, bytes; ///< of marks
    uint64_t every;     ///< steps from mark to mark
    covey_history_mark *marks;
    size_t count, room;
    covey_history_course course; ///< the present one while the present is not its end
    covey_history_course branches[COVEY_HISTORY_BRANCHES];
    int branches_count;
};

/// Keeps a mark of the present, if there is memory for it.
void covey_history_mark_add(covey_history *history);

/// Frees the last marks, from the first one after `step` or with more than `recorded` bytes.
void covey_history_mark_cut(covey_history *history, uint64_t step, size_t recorded);

/// Frees all marks.
void covey_history_mark_clear(covey_history *history);

/// Brings world, scenario, record and versions of the session back to a mark. On failure they are
/// as before: COVEY_MEMORY.
covey_status covey_history_mark_take(covey_history *history, const covey_history_mark *mark,
                                     covey_error *error);

#endif
