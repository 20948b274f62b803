// SPDX-License-Identifier: MIT
#ifndef COVEY_RUN_SESSION_H
#define COVEY_RUN_SESSION_H

#include "core/place.h"
#include "covey/session.h"
#include "formats/text.h"

enum { COVEY_SESSION_UNDOS = 256, COVEY_SESSION_KEY_SIZE = 256 };
#define COVEY_SESSION_UNDO_BYTES ((size_t)64 << 20)

/// A scenario as canonical text, ended by a zero.
typedef struct covey_session_version {
    char *text;
    size_t room;
    uint64_t serial; ///< no other version of the session has had it
} covey_session_version;

struct covey_session {
    covey_memory memory;
    covey_world_def engine;
    covey_scenario *scenario;
    covey_world *world;
    size_t counts[COVEY_MAX_FLOCKS]; ///< agents of each flock by the scenario that the world was
                                     ///< made for: agents that it lacks were caught
    covey_text start;                ///< the scenario as it began
    covey_text record;               ///< "STEP COMMAND" lines
    covey_session_version undo[COVEY_SESSION_UNDOS]; ///< from the oldest
    size_t undo_count;
    size_t undo_bytes;
    uint64_t versions; ///< how many there have been
    /// NULL, or brings all agents into a world that has a part of them.
    covey_status (*gather)(void *context, covey_error *error);
    void *context;
    // ---- of a file ----
    char *file; ///< its text; NULL: there is none
    size_t file_room;
    const char *next;   ///< next command of the file
    uint64_t next_line; ///< line of that command
    uint64_t end_steps, end_hash;
    int file_format;  ///< 1 or 2
    int file_results; ///< the results epoch that it names, or -1
    int gives_format; ///< format of the file while one of its commands is carried out, else 0
};

/// covey_session_create() with a world that has a slice of the agents of each flock.
covey_status covey_session_create_slice(covey_scenario *scenario, const covey_world_def *engine,
                                        covey_slice slice, covey_session **result,
                                        covey_error *error);

/// To be called before a command looks at single agents, or makes a world that adopts them.
covey_status covey_session_gather(covey_session *session, covey_error *error);

/// Puts the scenario's canonical text into `text`. COVEY_MEMORY.
covey_status covey_session_print(const covey_scenario *scenario, covey_text *text,
                                 covey_error *error);

/// True if covey_session_catch_up() would carry out a command of the file.
bool covey_session_is_due(const covey_session *session);

/// Forgets all that can be undone.
void covey_session_forget(covey_session *session);

/// True for equal words, and if both are NULL.
bool covey_session_influences_same_word(const char *a, const char *b);

/// Gives the world the influences of the scenario. Influences that are in both keep their handles,
/// and so do changed ones if, between two that are in both, their number and kinds are the same.
/// Removing comes last, as it cannot fail; if only values change, no memory is taken.
covey_status covey_session_influences_set(covey_session *session, covey_error *error);

/// Gives the session a world that was made for its scenario, and destroys the one before.
void covey_session_take_world(covey_session *session, covey_world *world);

/// Changes the world to match the scenario: changes parameters and influences if nothing else
/// differs, else makes a new world that adopts the agents.
covey_status covey_session_sync(covey_session *session, covey_error *error);

#endif
