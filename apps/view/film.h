// SPDX-License-Identifier: MIT
// Saved pictures and films of the window.
#ifndef COVEY_VIEW_FILM_H
#define COVEY_VIEW_FILM_H

#include "view_draw.h"

/// Starts a film of the page in the working folder, or ends the one that runs.
void film_switch(viewer *self);

/// Ends the film if one runs, so that it can be played.
void film_end(viewer *self);

/// Adds the frames that are due after `seconds`.
void film_go(viewer *self, view_draw *drawing, double seconds);

/// Writes all px of the window, of which the current context of OpenGL has the picture, as a PNG.
covey_status film_shot(int width, int height, const char *path, covey_error *error);

#endif
