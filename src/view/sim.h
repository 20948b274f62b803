// SPDX-License-Identifier: MIT
// The world of a viewer. The window gives it a goal and orders, and takes frames; sim_work()
// carries them out, by a separate thread or by that of the window, a piece at a time. With a
// thread, neither waits for the other longer than it takes to hand over a frame that is there.
#ifndef COVEY_VIEW_SIM_H
#define COVEY_VIEW_SIM_H

#include "view/frame.h"
#include "view/open.h"

#include <covey/base.h>
#include <stddef.h>

// ---- Files ----

// The files that a viewer writes, by functions of its window: a program writes to a folder, a page
// hands them over as downloads.

enum { VIEW_PATH = 400 }; // bytes of the path of a file, so that messages have room for it

typedef struct view_files {
    void *context;

    /// Writes a file, in place of an old one. Called by the thread that steps the world. COVEY_IO.
    covey_status (*write)(void *context, const char *path, const void *bytes, size_t size,
                          covey_error *error);

    /// Writes a path of at most `size` bytes that is not taken yet, from a name and a suffix.
    void (*unused)(void *context, const char *name, const char *suffix, char *path, size_t size);
} view_files;

// ---- The world ----

typedef struct sim sim;

/// Opens a name as open_name() does. The caller owns *made. On failure the error says why, and
/// `how.report` where in the text.
typedef struct sim_def {
    const char *name;
    open_def how; ///< later names are opened with its `threads` and `anywhere` alone
    view_files files;
} sim_def;
covey_status sim_create(const sim_def *def, sim **made, covey_error *error);
void sim_destroy(sim *self); ///< NULL is fine

/// How the window's thread and the one that works keep apart. Without it one thread does both.
typedef struct sim_guard {
    void *context;
    void (*lock)(void *context);
    void (*unlock)(void *context);
    void (*wake)(void *context);   ///< there is work; under the lock
    void (*settle)(void *context); ///< under the lock: waits until a piece of work is done
} sim_guard;
void sim_share(sim *self, const sim_guard *guard);

/// True if orders or steps are left; under the lock.
bool sim_has_work(const sim *self);

/// Carries out an order or takes a step, and makes a frame if the window has taken the last one.
void sim_work(sim *self);

/// An order, carried out between two steps, in the order of the calls:
///
///     an order of commands_do()
///     open NAME         another preset or file, as sim_create() does
///     go STEP           to a step that was taken, back or ahead, with the same bits
///     take BRANCH       another future, from the present step or its last one on
///     forget            throws the other futures away
///     restart           the scenario as it is now, from its first step
///     seed N            the same with another seed
///     save-session PATH, save-scenario PATH
///     save-plots PATH   the measures that are plotted, as a table
///
/// A recording knows `open`, `go`, `restart` and `save-plots`; all else is refused.
///
/// What is ordered at a step of the past begins another future; the one before is kept. Of several
/// `go` in a row the last counts. The result is in the message of a later frame. False without
/// memory: it is not done.
bool sim_order(sim *self, const char *order);

/// Steps up to this one are to be taken, if the world's time is still that of a frame with this
/// `jumps`.
void sim_go(sim *self, uint64_t jumps, uint64_t goal);

/// From now on frames have the rules of this agent; flock -1: of none. With `all`, of all agents,
/// too, up to FRAME_WATCHED.
void sim_watch(sim *self, int flock, covey_id id, bool all);

/// From now on frames have the deeds of agents, or do not.
void sim_tell_doing(sim *self, bool tells);

/// From now on these measures are taken, for the series of frames. Numbers of histograms have no
/// series.
void sim_plot(sim *self, const frame_plots *plots);

/// The newest frame, valid until the next call. Never waits.
const frame *sim_frame(sim *self);

/// True if there is nothing to do and the newest frame has been taken: the next one is the same,
/// unless there is an order.
bool sim_rests(sim *self);

/// Waits until all orders are done and the goal is reached, or no step is possible any more; does
/// the work where no thread does.
void sim_settle(sim *self);

/// Writes a path for a new file, as view_files has it.
void sim_name_file(sim *self, const char *name, const char *suffix, char *path, size_t size);

#endif
