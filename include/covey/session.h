// SPDX-License-Identifier: MIT
// Sessions: a world that is changed while it runs, and the record that gives the same bits again.
//
// A command changes one value of the scenario, as covey_scenario_set() names it, and the world with
// it, between two steps; agents that are there stay where they are. The record is
// the scenario as it began and each command with the number of steps taken before it.
//
// Ids of agents and handles of influences in the session's world stay from command to command:
// agents that are added get ids that no agent of the flock had before, and influences that are
// added, wherever in the list, get handles that none had. (A command that changes both flocks and
// influences, as `undo` may, can give all influences new handles.) Commands name influences by
// their places in the list of the scenario, which move down where one before is removed.
//
// Part of covey_run. docs/viewing.md describes the content of a session file.
#ifndef COVEY_SESSION_H
#define COVEY_SESSION_H

#include "covey/scenario.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct covey_session covey_session;

/// Begins a session at step 0. `scenario` becomes the session's, also where this fails. `engine` as
/// in covey_scenario_world(); its kernel's name must outlive the session. The caller owns *session
/// until covey_session_destroy(); it is NULL on failure: as covey_scenario_world().
COVEY_API covey_status covey_session_create(covey_scenario *scenario, const covey_world_def *engine,
                                            covey_session **session, covey_error *error);

/// Reads a session file, whose commands covey_session_step() gives again, each in its time. Files
/// of format 1 are read, too, but a command that adds agents to a flock after others went is
/// COVEY_INPUT: they had the ids of the agents that went. COVEY_INPUT with the line, also for a
/// later format; COVEY_MEMORY, COVEY_IO.
COVEY_API covey_status covey_session_open(const char *path, const covey_world_def *engine,
                                          covey_session **session, covey_error *error);
COVEY_API void covey_session_destroy(covey_session *session); ///< NULL is fine

/// Takes a session that has neither steps nor commands to a state that its scenario comes to by
/// steps alone, as that of a checkpoint: `bytes` as of covey_world_save(). The record is still one
/// from step 0, whose replay comes to the same bits. COVEY_ARG for a session that has begun, else
/// as covey_world_restore().
COVEY_API covey_status covey_session_restore(covey_session *session, const void *bytes, size_t size,
                                             covey_error *error);

/// The world as it is now, valid until the next call that takes the session non-const; and the
/// scenario, valid as long as the session.
COVEY_API const covey_world *covey_session_world(const covey_session *session);
COVEY_API covey_scenario *covey_session_scenario(covey_session *session);

/// As covey_world_rule(), which looks and changes nothing.
COVEY_API covey_status covey_session_rule(covey_session *session, int flock, covey_id id,
                                          const char *rule, covey_vec *push);

/// As covey_world_doing(), for a step as long as the scenario has it.
COVEY_API covey_status covey_session_doing(covey_session *session, int flock, uint8_t *doing);

/// Carries out a command of one line:
///
///     set KEY VALUE    change a value of the scenario
///     move KEY VALUE   the same as a part of the command before: undone with that
///     remove FLOCK ID  take an agent out of a flock, such as flocks.1: the flock has one less
///     undo             take back the last `set` or `remove`, and the `move`s after it; in place of
///                      an agent that was removed comes another one, placed as the flock is
///
/// COVEY_INPUT for a line that is no command, for a wrong value, or for a value that a session
/// keeps: space, seed, `dense`, `order`, `precision`; COVEY_MEMORY. World, scenario and record are
/// as before then.
COVEY_API covey_status covey_session_do(covey_session *session, const char *command,
                                        covey_error *error);

/// How many commands can be taken back: the last ones, while their scenarios take at most 64 MiB.
COVEY_API size_t covey_session_undoable(const covey_session *session);

/// Gives the commands of the file that are due now; one step does so first. As covey_world_step(),
/// and as covey_session_do() for commands of a file.
COVEY_API covey_status covey_session_catch_up(covey_session *session, covey_error *error);
COVEY_API covey_status covey_session_step(covey_session *session, covey_error *error);

/// Where the session of a file ended: steps taken, and the hash of the world then. False for a
/// session that is not from a file.
COVEY_API bool covey_session_end(const covey_session *session, uint64_t *steps, uint64_t *hash);

/// The results epoch that the file of a session names (covey/base.h); -1 for one that names none,
/// as those of earlier versions, for a session that is not from a file, and for NULL.
COVEY_API int covey_session_results(const covey_session *session);

/// Writes the record, up to now, as a session file; and the state as it is now as a scenario, whose
/// step 0 it is, with agents numbered from 0 in the order of their ids and a title that ends in
/// "(changed)" where commands can be taken back. The sink's status,
/// COVEY_MEMORY.
COVEY_API covey_status covey_session_write(const covey_session *session, covey_sink sink,
                                           covey_error *error);
COVEY_API covey_status covey_session_write_state(const covey_session *session, covey_sink sink,
                                                 covey_error *error);

#ifdef __cplusplus
}
#endif
#endif
