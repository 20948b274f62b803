// SPDX-License-Identifier: MIT
// The box that is shown of a world: all of a space, or in an open one the agents and walls.
#include "view/camera.h"

#include "base/math_trig.h"

#include <math.h>

void camera_look(viewer_camera *self)
{
    covey_orbit orbit = covey_orbit_default();
    self->zoom = orbit.zoom;
    self->pan = (covey_vec){0, 0, 0.0};
    self->azimuth = orbit.azimuth;
    self->elevation = orbit.elevation;
}

void camera_turn(viewer_camera *self, double around, double above)
{
    const double half = 0.25 * COVEY_TURN;
    self->azimuth = remainder(self->azimuth + around, 4.0 * half);
    self->elevation = fmin(fmax(self->elevation + above, -half), half);
}

static covey_vec nearer(covey_vec from, covey_vec to, double share)
{
    return covey_vec_add(from, covey_vec_scale(covey_vec_sub(to, from), share));
}

static covey_vec least(covey_vec a, covey_vec b)
{
    return (covey_vec){fmin(a.x, b.x), fmin(a.y, b.y), fmin(a.z, b.z)};
}

static covey_vec most(covey_vec a, covey_vec b)
{
    return (covey_vec){fmax(a.x, b.x), fmax(a.y, b.y), fmax(a.z, b.z)};
}

/// Widens a box by a rim on all sides.
static void widen(const frame *now, double rim, covey_vec *low, covey_vec *high)
{
    const covey_vec by = {rim, rim, frame_is_deep(now) ? rim : 0.0};
    *low = covey_vec_sub(*low, by);
    *high = covey_vec_add(*high, by);
}

/// Finds the box around all walls that agents are pushed back into; false if there are none.
static bool find_walls(const frame *now, covey_vec *low, covey_vec *high)
{
    bool has_walls = false;
    for (size_t k = 0; k < now->influences_count; k++) {
        const covey_picture_mark *mark = &now->influences[k].mark;
        if (!now->influences[k].is_seen || mark->kind != COVEY_MARK_BOX)
            continue;
        covey_vec from = {mark->own[0][0], mark->own[1][0], mark->own[2][0]};
        covey_vec to = {mark->own[0][1], mark->own[1][1], mark->own[2][1]};
        *low = has_walls ? least(*low, from) : from;
        *high = has_walls ? most(*high, to) : to;
        has_walls = true;
    }
    return has_walls;
}

/// Finds the box to show of an open space: that of the walls, with agents that are outside, or
/// without walls that of the agents with room around them.
static void find_open(const frame *now, covey_vec *low, covey_vec *high)
{
    covey_vec walls[2] = {{0, 0, 0.0}, {0, 0, 0.0}};
    bool has_walls = find_walls(now, &walls[0], &walls[1]);
    const double far = HUGE_VAL, deep = frame_is_deep(now) ? far : 0.0;
    *low = (covey_vec){far, far, deep};
    *high = (covey_vec){-far, -far, -deep};
    for (int k = 0; k < now->flocks_count; k++)
        for (size_t i = 0; i < now->flocks[k].count; i++) {
            covey_vec at = frame_place(now, k, i, 0.0);
            *low = least(*low, at);
            *high = most(*high, at);
        }
    double wide = fmax(fmax(high->x - low->x, high->y - low->y), high->z - low->z);
    if (!(low->x <= high->x && isfinite(low->x + low->y + low->z + high->x + high->y + high->z))) {
        *low = walls[0];
        *high = walls[1];
    }
    if (has_walls) {
        *low = least(*low, walls[0]);
        *high = most(*high, walls[1]);
        widen(now, 0.02 * fmax(high->x - low->x, high->y - low->y), low, high);
    } else {
        widen(now, fmin(fmax(fmax(0.2 * wide, 0.5 * now->reach), 1e-3), 1e6), low, high);
    }
}

void camera_follow(viewer_camera *self, const frame *now, bool is_fixed)
{
    bool is_deep = frame_is_deep(now);
    if (self->has_bounds && is_fixed) {
        self->bounds_move = false;
        return;
    }
    covey_vec low = {0, 0, 0.0};
    covey_vec high = {now->space.size[0], now->space.size[1], is_deep ? now->space.size[2] : 0.0};
    if (now->recorded) {
        low = now->low;
        high = now->high;
    } else if (now->space.kind == COVEY_SPACE_OPEN) {
        find_open(now, &low, &high);
    }
    bool follows = self->has_bounds && now->space.kind == COVEY_SPACE_OPEN && !now->recorded;
    double share = follows ? 0.05 : 1.0, away = covey_vec_length(covey_vec_sub(low, self->low)) +
                                                covey_vec_length(covey_vec_sub(high, self->high));
    // A ten thousandth of the box is less than a px.
    self->bounds_move = away > 1e-4 * covey_vec_length(covey_vec_sub(high, low));
    self->low = nearer(self->low, low, share);
    self->high = nearer(self->high, high, share);
    self->has_bounds = true;
}
