// SPDX-License-Identifier: MIT
#include "view/steer.h"

#include <covey/model.h>
#include <math.h>
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

double steer_push(const frame *now, int number)
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
