// SPDX-License-Identifier: MIT
// Influences in the hand: a goal, an obstacle, the end of a wall or the side of a box that the
// mouse takes hold of, in the plane; and outlines of new walls, drawn by clicks.
#ifndef COVEY_VIEW_GRAB_H
#define COVEY_VIEW_GRAB_H

#include "view/viewer.h"

/// Finds the part of an influence under a point, px of the window: of several, the nearest place
/// or corner, else a rim or side, else a body. False if there is none, in three dimensions, and in
/// recordings.
bool grab_find(const viewer *of, double x, double y, viewer_grab *found);

/// Takes the held part to the mouse, by an order if that changes anything: the first one begins a
/// change that one `undo` takes back, the others belong to it.
void grab_follow(viewer *self);

/// Adds a corner to the outline at the mouse, and ends it where the click is on its last one.
void grab_click(viewer *self);

/// Ends the outline: a wall of one segment or, from three corners on, a polygon. Fewer are dropped.
void grab_end_outline(viewer *self);

/// Draws the part that is held or under the mouse, and the outline.
void grab_draw(const viewer *of, const covey_picture *picture, const covey_canvas *canvas);

#endif
