// SPDX-License-Identifier: MIT
// The camera of a viewer: the box that it shows, and where the hand moved it to.
#ifndef COVEY_VIEW_CAMERA_H
#define COVEY_VIEW_CAMERA_H

#include "view/frame.h"

/// What the view does while agents move.
typedef enum viewer_tracking { CAMERA_ALL, CAMERA_FIXED, CAMERA_FOLLOW } viewer_tracking;

typedef struct viewer_camera {
    covey_camera lens;            ///< from the world to the page, as it was drawn last
    double zoom;                  ///< 1: all is seen
    covey_vec pan;                ///< L, from the middle of all
    covey_vec low, high;          ///< L, the box of all agents
    bool has_bounds, bounds_move; ///< bounds_move: they still follow the agents
    double azimuth, elevation;    ///< rad; of three dimensions, as in covey_orbit
} viewer_camera;

/// Sees all again, from where the view began.
void camera_look(viewer_camera *self);

/// Goes around and up, rad.
void camera_turn(viewer_camera *self, double around, double above);

/// Takes the box of all: the space, or the agents and the walls around them, followed slowly. One
/// that is fixed stays where it is once there is a box.
void camera_follow(viewer_camera *self, const frame *now, bool is_fixed);

#endif
