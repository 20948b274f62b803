// SPDX-License-Identifier: MIT
// The window: SDL's events go in, frames come out.
#ifndef COVEY_VIEW_WINDOW_H
#define COVEY_VIEW_WINDOW_H

#include "against.h"
#include "script.h"
#include "view/sim.h"
#include "view/view_draw.h"

#include <stdbool.h>

/// The content of a window and its time.
typedef struct window_def {
    viewer *of;
    script *script;         ///< NULL: a person
    uint64_t frames;        ///< ends after so many; 0: never
    const char *screenshot; ///< file for the last frame; NULL: none
    double scale;           ///< 0: as the screen says
    const against *against; ///< drawn over the picture
} window_def;

/// Shows the window until it is closed. COVEY_SYSTEM where there is no screen or no OpenGL 3.3,
/// COVEY_IO for a screenshot that cannot be written, COVEY_INPUT for a mistake of the script.
covey_status window_run(const window_def *def, covey_error *error);

// ---- Fonts ----

/// The file of a plain or bold font without serifs, which the caller frees; NULL if none can be
/// read.
char *font_find(bool is_strong);

// ---- The thread of the world ----

// A world on a separate thread.

typedef struct sim_thread sim_thread;

/// As sim_create(), and starts the thread. COVEY_SYSTEM.
covey_status sim_thread_start(const sim_def *def, sim_thread **made, covey_error *error);

/// Ends the thread after the step or order at hand, and frees the world. NULL is fine.
void sim_thread_stop(sim_thread *self);

/// Its world, for the other functions of sim.h; owned by the thread.
sim *sim_thread_of(sim_thread *self);

#endif
