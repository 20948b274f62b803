// SPDX-License-Identifier: MIT
// The mouse on the page.
#include "view/input.h"

#include "view/grab.h"

#include <covey/model.h>
#include <math.h>

/// Units: a shorter way is no drag; an item as near is hit; one as near is under the pointer.
static const double CLICK = 5, NEAR = 16, UNDER = 5;

static double way(const viewer *self)
{
    return hypot(self->hand.mouse_x - self->hand.press_x, self->hand.mouse_y - self->hand.press_y);
}

/// In three dimensions: of the agents that the pointer is on or near, on the page, the nearest to
/// it; among agents right under it, the nearest to the eye.
static void select_deep(viewer *self)
{
    double nearest = NEAR * self->page.unit, depth = HUGE_VAL, lag = viewer_lag(self);
    double x = self->hand.mouse_x - self->page.box.x, y = self->hand.mouse_y - self->page.box.y;
    for (int k = 0; k < self->now->flocks_count; k++)
        for (size_t i = 0; i < self->now->flocks[k].count; i++) {
            covey_sight sight;
            if (!covey_camera_look(&self->camera.lens, frame_place(self->now, k, i, lag), &sight))
                continue;
            double way = hypot((double)sight.point.x - x, (double)sight.point.y - y);
            way = fmax(way, UNDER * self->page.unit);
            if (!(way < nearest || (way == nearest && sight.depth < depth)))
                continue;
            nearest = way;
            depth = sight.depth;
            self->selected_flock = k;
            self->selected = self->now->flocks[k].id[i];
        }
}

/// Selects the agent nearest to the pointer, or none.
static void select_agent(viewer *self)
{
    self->selected_flock = -1;
    if (frame_is_deep(self->now)) {
        select_deep(self);
        return;
    }
    covey_vec place = viewer_place(self, self->hand.mouse_x, self->hand.mouse_y);
    double nearest = NEAR * self->page.unit / self->camera.lens.scale, lag = viewer_lag(self);
    for (int k = 0; k < self->now->flocks_count; k++) {
        const frame_flock *flock = &self->now->flocks[k];
        for (size_t i = 0; i < flock->count; i++) {
            covey_vec at = frame_place(self->now, k, i, lag);
            double distance = covey_vec_length(covey_space_offset(&self->now->space, at, place));
            if (!(distance <= nearest))
                continue;
            nearest = distance;
            self->selected_flock = k;
            self->selected = flock->id[i];
        }
    }
}

/// Removes the item under the pointer, or brings a predator where there is none.
static void use_right(viewer *self)
{
    covey_vec place = viewer_place(self, self->hand.mouse_x, self->hand.mouse_y);
    char at[VIEWER_PLACE];
    viewer_name_place(self, place, " ", at);
    viewer_command(self, "%s %s", viewer_is_thing(self, place) ? "remove" : "predator", at);
}

static void release_left(viewer *self)
{
    covey_vec from = viewer_place(self, self->hand.press_x, self->hand.press_y);
    bool is_click = way(self) < CLICK * self->page.unit;
    if (self->hand.drag == DRAG_GRAB && (self->hand.grab.has_moved || !is_click))
        grab_follow(self);
    else if (is_click && self->hand.is_outlining)
        grab_click(self);
    else if (is_click)
        select_agent(self);
    else if (self->hand.drag == DRAG_OBSTACLE && !self->hand.is_outlining)
        viewer_obstacle(self, from, way(self) / self->camera.lens.scale);
}

/// The beginning of a left drag: in the plane an influence under the mouse, else a new obstacle.
static viewer_drag pressed_left(viewer *self)
{
    if (frame_is_deep(self->now))
        return DRAG_ORBIT;
    bool is_on = !self->hand.is_outlining &&
                 grab_find(self, self->hand.mouse_x, self->hand.mouse_y, &self->hand.grab);
    return is_on ? DRAG_GRAB : DRAG_OBSTACLE;
}

void input_button(viewer *self, int button, bool down)
{
    if (down && button == 1)
        self->hand.drag = pressed_left(self);
    if (down && button == 2)
        self->hand.drag = DRAG_VIEW;
    if (down) {
        self->hand.press_x = self->hand.mouse_x;
        self->hand.press_y = self->hand.mouse_y;
        return;
    }
    if (button == 1 && self->hand.drag != DRAG_NOTHING && self->hand.drag != DRAG_VIEW)
        release_left(self);
    else if (button == 3)
        use_right(self);
    self->hand.drag = DRAG_NOTHING;
    self->hand.grab.has_moved = false;
}

void input_motion(viewer *self, double x, double y)
{
    const double around =
        0.008 / self->page.unit; // rad a px: once across half a page is a half turn
    double dx = x - self->hand.mouse_x, dy = y - self->hand.mouse_y;
    if (self->hand.drag == DRAG_ORBIT)
        camera_turn(&self->camera, -around * dx, around * dy);
    if (self->hand.drag == DRAG_VIEW && frame_is_deep(self->now)) {
        covey_vec right = covey_vec_scale(self->camera.lens.right, -dx / self->camera.lens.scale);
        covey_vec up = covey_vec_scale(self->camera.lens.up, dy / self->camera.lens.scale);
        self->camera.pan = covey_vec_add(self->camera.pan, covey_vec_add(right, up));
    } else if (self->hand.drag == DRAG_VIEW) {
        self->camera.pan.x -= dx / self->camera.lens.scale;
        self->camera.pan.y += dy / self->camera.lens.scale;
    }
    self->hand.mouse_x = x;
    self->hand.mouse_y = y;
    if (self->hand.drag == DRAG_GRAB && way(self) >= CLICK * self->page.unit &&
        !self->hand.grab.has_moved)
        grab_follow(self);
}

/// Zooms; the place under the pointer stays there.
void input_wheel(viewer *self, double turns)
{
    covey_vec place = viewer_place(self, self->hand.mouse_x, self->hand.mouse_y);
    double before = self->camera.zoom;
    const double turn = 0.1823215567939546; // log 1.2
    self->camera.zoom = fmin(fmax(self->camera.zoom * covey_exp(turn * turns), 0.2), 200.0);
    double share = 1.0 - before / self->camera.zoom;
    self->camera.pan.x += share * (place.x - self->camera.lens.center.x);
    self->camera.pan.y += share * (place.y - self->camera.lens.center.y);
    self->camera.pan.z += share * (place.z - self->camera.lens.center.z);
}
