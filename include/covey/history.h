// SPDX-License-Identifier: MIT
// The past of a session: any step that was taken is reached again, with the same bits.
//
// A history keeps snapshots of the world, every so many steps, and takes the steps behind one again
// where it goes back. A command that is given in the past begins another course of the session;
// the one before is kept as a branch, to be taken again or forgotten.
//
// Part of covey_run.
#ifndef COVEY_HISTORY_H
#define COVEY_HISTORY_H

#include "covey/session.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct covey_history covey_history;

/// At most so many branches are kept; of more, the oldest goes.
enum { COVEY_HISTORY_BRANCHES = 16 };

/// Begins with the present of a session, which must outlive the history and is stepped by it alone
/// from now on. Snapshots take at most `most` bytes; with more steps they lie further apart. For a
/// session of a file, the rest of the file is the future. The caller owns *history; it is NULL on
/// failure: COVEY_ARG, COVEY_MEMORY.
COVEY_API covey_status covey_history_create(covey_session *session, size_t most,
                                            covey_history **history, covey_error *error);
COVEY_API void covey_history_destroy(covey_history *history); ///< NULL is fine

/// As covey_session_step(). Without memory for a snapshot there is one less, and no error.
COVEY_API covey_status covey_history_step(covey_history *history, covey_error *error);

/// To be called after covey_session_do(). If the present is in the past and a command was
/// recorded, the steps behind it become a branch.
COVEY_API covey_status covey_history_changed(covey_history *history, covey_error *error);

/// Goes to a step, back or ahead, with all commands that were given at it. Ahead of the last step,
/// new steps are taken. COVEY_INPUT for a step before the first or without a snapshot, else as
/// covey_session_step(); COVEY_MEMORY, and the present stays.
COVEY_API covey_status covey_history_go(covey_history *history, uint64_t step, covey_error *error);

/// The first step that can be reached, the last one of the present course, and the bytes of all
/// snapshots.
COVEY_API uint64_t covey_history_begin(const covey_history *history);
COVEY_API uint64_t covey_history_end(const covey_history *history);
COVEY_API size_t covey_history_memory(const covey_history *history);

/// Number of branches, and the last step of one; 0 for one that there is not.
COVEY_API int covey_history_branches(const covey_history *history);
COVEY_API uint64_t covey_history_branch_end(const covey_history *history, int branch);

/// Takes a branch, at the present step or its last one, whichever is earlier; the present course
/// takes its place among the branches. COVEY_ARG, and as covey_history_go().
COVEY_API covey_status covey_history_take(covey_history *history, int branch, covey_error *error);

/// Throws a branch away; COVEY_ARG if there is none.
COVEY_API covey_status covey_history_forget(covey_history *history, int branch);

#ifdef __cplusplus
}
#endif
#endif
