// SPDX-License-Identifier: MIT
// Collects the common bounds of all frames, in one pass over them.
#include "frame_bounds.h"

#include <float.h>
#include <math.h>

static covey_vec least(covey_vec a, covey_vec b)
{
    return (covey_vec){fmin(a.x, b.x), fmin(a.y, b.y), fmin(a.z, b.z)};
}

static covey_vec most(covey_vec a, covey_vec b)
{
    return (covey_vec){fmax(a.x, b.x), fmax(a.y, b.y), fmax(a.z, b.z)};
}

/// Finds the box around the agents of a frame and the walls; false if there are neither.
static bool bounds_of(const frame_bounds *self, const trajectory_frame *now, covey_vec *low,
                      covey_vec *high)
{
    *low = self->has_walls ? self->walls[0] : (covey_vec){DBL_MAX, DBL_MAX, DBL_MAX};
    *high = self->has_walls ? self->walls[1] : (covey_vec){-DBL_MAX, -DBL_MAX, -DBL_MAX};
    for (int k = 0; k < now->count; k++) {
        const covey_view *view = &now->flocks[k].view;
        for (size_t i = 0; i < view->count; i++) {
            *low = least(*low, covey_vec_at(view->pos, i));
            *high = most(*high, covey_vec_at(view->pos, i));
        }
    }
    return low->x <= high->x;
}

static covey_vec half_of(covey_vec low, covey_vec high)
{
    return (covey_vec){0.5 * high.x - 0.5 * low.x, 0.5 * high.y - 0.5 * low.y,
                       0.5 * high.z - 0.5 * low.z};
}

static void add_bounds(frame_bounds *self, const trajectory_frame *now)
{
    covey_vec low, high;
    if (!bounds_of(self, now, &low, &high))
        return;
    covey_vec half = half_of(low, high);
    self->half = most(self->half, half);
    self->low = least(self->low, low);
    self->high = most(self->high, high);
}

static void add_motion(frame_bounds *self, const trajectory_frame *now)
{
    for (int k = 0; k < now->count; k++) {
        const covey_picture_flock *flock = &now->flocks[k];
        for (size_t i = 0; i < flock->view.count; i++) {
            double speed = covey_vec_length(covey_vec_at(flock->view.vel, i));
            if (flock->prey < 0 && speed <= DBL_MAX) // hunters are not colored by speed
                self->speed = fmax(self->speed, speed);
            if (flock->forces == NULL)
                continue;
            self->squares += covey_vec_dot(flock->forces[i], flock->forces[i]);
            self->forces += 1.0;
        }
    }
}

void frame_bounds_walls(frame_bounds *self, const covey_world *world)
{
    int count = world != NULL ? covey_world_influences(world) : 0;
    covey_picture_mark mark;
    self->has_walls = false;
    for (int k = 0; k < count; k++) {
        if (!covey_picture_mark_of(world, covey_world_influence_at(world, k), &mark) ||
            mark.kind != COVEY_MARK_BOX)
            continue;
        covey_vec low = {mark.own[0][0], mark.own[1][0], mark.own[2][0]};
        covey_vec high = {mark.own[0][1], mark.own[1][1], mark.own[2][1]};
        self->walls[0] = self->has_walls ? least(self->walls[0], low) : low;
        self->walls[1] = self->has_walls ? most(self->walls[1], high) : high;
        self->has_walls = true;
    }
}

bool frame_bounds_wants(const frame_bounds *self, uint64_t number)
{
    if (self->only_last)
        return number + 1 == self->seen;
    return number >= self->first && number <= self->last;
}

void frame_bounds_add(frame_bounds *self, const trajectory_frame *now)
{
    if (self->seen < 2)
        self->times[self->seen] = now->time;
    self->seen = now->number + 1;
    if (!frame_bounds_wants(self, now->number))
        return;
    if (self->count == 0 || self->only_last) {
        self->count = 0;
        self->low = (covey_vec){DBL_MAX, DBL_MAX, DBL_MAX};
        self->high = (covey_vec){-DBL_MAX, -DBL_MAX, -DBL_MAX};
        self->half = (covey_vec){0, 0, 0.0};
        self->speed = self->squares = self->forces = 0.0;
    }
    self->count++;
    self->space = now->space;
    add_bounds(self, now);
    add_motion(self, now);
}

void frame_bounds_window(const frame_bounds *self, const trajectory_frame *now,
                         covey_vec corners[2])
{
    covey_vec size = {now->space.size[0], now->space.size[1], now->space.size[2]}, low, high;
    bool is_deep = covey_space_dim(&now->space) == 3;
    if (now->space.kind != COVEY_SPACE_OPEN) {
        double rim = now->space.kind == COVEY_SPACE_TORUS || is_deep ? 0.0 : 0.012;
        corners[0] = covey_vec_scale(size, -rim);
        corners[1] = covey_vec_scale(size, 1.0 + rim);
        return;
    }
    covey_vec half = half_of(self->low, self->high), middle = covey_vec_add(self->low, half);
    if (!(self->low.x <= self->high.x)) { // no agents
        corners[0] = (covey_vec){-1, -1, is_deep ? -1 : 0};
        corners[1] = (covey_vec){1, 1, is_deep ? 1 : 0};
        return;
    }
    bool flies_far =
        half.x > 1.5 * self->half.x || half.y > 1.5 * self->half.y || half.z > 1.5 * self->half.z;
    if (flies_far && bounds_of(self, now, &low, &high)) {
        middle = covey_vec_add(low, half_of(low, high));
        half = self->half;
    }
    double rim = 0.06 * fmax(fmax(half.x, half.y), half.z);
    rim = rim > 0.0 ? rim : 1.0;
    half = covey_vec_add(half, (covey_vec){rim, rim, is_deep ? rim : 0.0});
    corners[0] = covey_vec_sub(middle, half);
    corners[1] = covey_vec_add(middle, half);
}

double frame_bounds_top_speed(const frame_bounds *self)
{
    if (!(self->speed > 0.0))
        return 0.0;
    double step = covey_round_number(self->speed / 10.0);
    return ceil(self->speed / step * (1.0 - 1e-9)) * step; // but 75.00000001 is 75
}

double frame_bounds_force(const frame_bounds *self)
{
    double usual = self->forces > 0.0 ? sqrt(self->squares / self->forces) : 0.0;
    return usual > 0.0 && usual <= DBL_MAX ? covey_round_number(usual) : 0.0;
}

int frame_bounds_digits(const frame_bounds *self)
{
    double interval = fabs(self->seen > 1 ? self->times[1] - self->times[0] : self->times[0]);
    int digits = 0;
    while (digits < 6 && fabs(interval - floor(interval + 0.5)) > 1e-6) {
        interval *= 10.0;
        digits++;
    }
    return digits;
}
