// SPDX-License-Identifier: MIT
// Saved pictures and films of the window.
#ifndef COVEY_VIEW_FILM_H
#define COVEY_VIEW_FILM_H

#include "view/view_draw.h"

#include <covey/image.h>

/// The film of a window; starts all zero.
typedef struct film {
    covey_film *file; ///< NULL: none runs
    int width, height;
    char path[VIEW_PATH];
} film;

/// Ends the film if one runs, so that it can be played.
void film_end(film *self, viewer *of);

/// Begins or ends a film where the viewer asks for it, in the working folder; adds the frame that
/// is due.
void film_go(film *self, viewer *of, view_draw *drawing);

/// Writes all px of the window, of which the current context of OpenGL has the picture, as a PNG.
covey_status film_shot(int width, int height, const char *path, covey_error *error);

/// Writes the plots of a viewer as a PNG in the working folder, and says so.
void film_plots(viewer *of);

#endif
