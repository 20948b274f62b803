// SPDX-License-Identifier: MIT
// The mouse on the page.
#include "input.h"

#include <math.h>

enum { CLICK = 5, NEAR = 16 }; // units: a shorter way is no drag; an item as near is hit

static double way(const viewer *self)
{
    return hypot(self->mouse_x - self->press_x, self->mouse_y - self->press_y);
}

/// Selects the agent nearest to the pointer, or none.
static void select_agent(viewer *self)
{
    covey_vec place = viewer_place(self, self->mouse_x, self->mouse_y);
    double nearest = NEAR * self->unit / self->camera.scale, lag = viewer_lag(self);
    self->selected_flock = -1;
    for (int k = 0; k < self->now->flocks_count; k++) {
        const frame_flock *flock = &self->now->flocks[k];
        for (size_t i = 0; i < flock->count; i++) {
            covey_vec at = {flock->pos[0][i] - lag * flock->vel[0][i],
                            flock->pos[1][i] - lag * flock->vel[1][i], 0.0};
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
    covey_vec place = viewer_place(self, self->mouse_x, self->mouse_y);
    viewer_command(self, "%s %.9g %.9g", viewer_is_thing(self, place) ? "remove" : "predator",
                   place.x, place.y);
}

static void release_left(viewer *self)
{
    covey_vec from = viewer_place(self, self->press_x, self->press_y);
    if (way(self) < CLICK * self->unit)
        select_agent(self);
    else
        viewer_obstacle(self, from, way(self) / self->camera.scale);
}

void input_button(viewer *self, int button, bool down)
{
    if (down && button == 1)
        self->drag = DRAG_OBSTACLE;
    if (down && button == 2)
        self->drag = DRAG_VIEW;
    if (down) {
        self->press_x = self->mouse_x;
        self->press_y = self->mouse_y;
        return;
    }
    if (button == 1 && self->drag == DRAG_OBSTACLE)
        release_left(self);
    else if (button == 3)
        use_right(self);
    self->drag = DRAG_NOTHING;
}

void input_motion(viewer *self, double x, double y)
{
    if (self->drag == DRAG_VIEW) {
        self->pan.x -= (x - self->mouse_x) / self->camera.scale;
        self->pan.y += (y - self->mouse_y) / self->camera.scale;
    }
    self->mouse_x = x;
    self->mouse_y = y;
}

/// Zooms; the place under the pointer stays there.
void input_wheel(viewer *self, double turns)
{
    covey_vec place = viewer_place(self, self->mouse_x, self->mouse_y);
    double before = self->zoom;
    self->zoom = fmin(fmax(self->zoom * pow(1.2, turns), 0.2), 200.0);
    double share = 1.0 - before / self->zoom;
    self->pan.x += share * (place.x - self->camera.center.x);
    self->pan.y += share * (place.y - self->camera.center.y);
}
