// SPDX-License-Identifier: MIT
// What held keys do to the world as time goes by.
#include "view/viewer.h"

#include "view/grab.h"

#include <covey/model.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define LARGE 1e6 ///< longer forces and radii are no limits
#define SIDE 4.0  ///< by which a direction to the side outweighs that of the model, about 1
#define MOST 1.2  ///< rad, of a turn in a step

/// The parameter of a flock by its name; NaN if it has none.
static double param_of(const frame_flock *flock, const char *name)
{
    const covey_param *row;
    for (int p = 0; p < FRAME_PARAMS && (row = frame_param(flock, p)) != NULL; p++)
        if (strcmp(row->name, name) == 0)
            return flock->params[p];
    return (double)NAN;
}

static double longest_zone(const frame_flock *flock)
{
    double longest = 0.0;
    for (int z = 0; z < flock->zones_count; z++)
        if (flock->zones[z].radius < LARGE)
            longest = fmax(longest, flock->zones[z].radius);
    return longest;
}

/// How fast agents of the flock are at most.
static double top_speed(const frame *now, const frame_flock *flock)
{
    double speed = param_of(flock, "max_speed");
    if (!(speed > 0.0 && speed < LARGE))
        speed = param_of(flock, "speed");
    return speed > 0.0 && speed < LARGE ? speed : now->speed;
}

/// The size of a push ahead or to the side on agents of a flock, in the measure of their intents.
/// With a longest force it is that. Agents that turn toward a direction, by a rate of their motion,
/// get one straight to the side, which that bounds. All others are to fly a circle that is as wide
/// as the reach of the flock.
static double push_of(const frame *now, int number)
{
    const frame_flock *flock = &now->flocks[number];
    double force = param_of(flock, "max_force"), reach = longest_zone(flock);
    double speed = top_speed(now, flock), dt = now->dt;
    reach = reach > 0.0 ? reach : now->reach;
    double rate = 2.0 * speed / reach; // rad/T, of a circle of this diameter
    if (force > 0.0 && force < LARGE)
        return force;
    if (flock->motion->intent == COVEY_INTENT_DIRECTION) {
        double turn = fmin(rate * dt, MOST);
        return param_of(flock, "turn_rate") >= 0.0 ? SIDE : covey_sin(turn) / covey_cos(turn);
    }
    return flock->motion->impulse ? rate * speed * dt : rate * speed;
}

/// Sets the value that a key holds in the world, if it changed.
static void hold_one(viewer *self, char held[HELD], const char *kind, const char *value)
{
    if (strcmp(held, value) == 0)
        return;
    if (value[0] != '\0')
        viewer_command(self, "hold %s %s", kind, value);
    else
        viewer_command(self, "release %s", kind);
    (void)snprintf(held, HELD, "%s", value);
}

/// The keys of a held pointer's place.
static void name_pointer(const viewer *self, covey_vec place, char text[HELD])
{
    if (frame_is_deep(self->now))
        (void)snprintf(text, HELD, "x: %.9g, y: %.9g, z: %.9g", place.x, place.y, place.z);
    else
        (void)snprintf(text, HELD, "x: %.9g, y: %.9g", place.x, place.y);
}

/// A hand on an agent.
static void name_steering(const viewer *self, int flock, covey_id agent, char text[HELD])
{
    double push = push_of(self->now, flock);
    (void)snprintf(
        text, HELD, "{kind: steer, flock: %s, agent: %" COVEY_PRI_ID ", forward: %.3g, left: %.3g}",
        self->now->flocks[flock].name, agent, self->hand.forward * push, self->hand.left * push);
}

/// A held push or pull moves with the pointer, and a steered agent's goal with the agent.
static void hold(viewer *self)
{
    const frame *now = self->now;
    char pointer[HELD] = "", steer[HELD] = "", at[HELD];
    covey_vec place = viewer_place(self, self->hand.mouse_x, self->hand.mouse_y);
    int flock = self->selected_flock > 0 ? self->selected_flock : 0;
    covey_id first = now->flocks[flock].count > 0 ? now->flocks[flock].id[0] : 0;
    covey_id agent = self->selected_flock >= 0 ? self->selected : first;
    name_pointer(self, place, at);
    if (self->hand.pull != 0)
        (void)snprintf(pointer, sizeof pointer,
                       "{kind: pointer, %.100s, weight: %.6g, radius: %.6g}", at,
                       self->hand.pull * now->push, 3.0 * now->reach);
    if ((self->hand.forward != 0 || self->hand.left != 0) && !frame_is_deep(now) && !now->recorded)
        name_steering(self, flock, agent, steer);
    hold_one(self, self->hand.held_pointer, "pointer", pointer);
    hold_one(self, self->hand.held_steer, "steer", steer);
}

/// Arrows steer an agent of the plane; in three dimensions they move the view.
static void go_round(viewer *self, double seconds)
{
    const double rate = 1.2; // rad/s
    if (frame_is_deep(self->now))
        camera_turn(&self->camera, -self->hand.left * rate * seconds,
                    self->hand.forward * rate * seconds);
}

void hand_act(viewer *self, double seconds)
{
    hold(self);
    if (self->hand.grab.has_moved)
        grab_follow(self);
    go_round(self, seconds);
}
