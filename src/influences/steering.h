// SPDX-License-Identifier: MIT
// The common part of the steering behaviors: C. W. Reynolds, "Steering Behaviors For Autonomous
// Characters", Proceedings of the Game Developers Conference 1999, pages 763-782. Each gives a
// velocity that an agent should have, `desired`, and steers by
//
//     F = weight (desired - v)
//
// which the motion bounds by max_force. `weight` is a rate, 1/T: by F alone, v comes to `desired`
// as exp(-weight t). It counts for 1/dt at most, so that no step goes past `desired`. A motion that
// adds intents per step gets F dt, so that a behavior means the same for all steps that are short
// beside 1/weight. To an intent that is a direction, a behavior adds an arrow to `desired`, of
// length `weight` at full speed.
#ifndef COVEY_INFLUENCES_STEERING_H
#define COVEY_INFLUENCES_STEERING_H

#include "covey/influence.h"

#define COVEY_STEERING_SOURCE                                                                      \
    "C. W. Reynolds, Steering Behaviors For Autonomous Characters, Game Developers Conference, "   \
    "763-782 (1999)"

/// The rows of a behavior towards a place, or away from it.
#define COVEY_STEERING_PLACE(type)                                                                 \
    COVEY_PARAM(type, x, 0, -1e9, 1e9, "L", "Where it is."),                                       \
        COVEY_PARAM(type, y, 0, -1e9, 1e9, "L", "Where it is."),                                   \
        COVEY_PARAM(type, z, 0, -1e9, 1e9, "L", "Where it is, in three dimensions.")

/// The rows that every steering behavior has.
#define COVEY_STEERING_PARAMS(type)                                                                \
    COVEY_PARAM(type, weight, 2, 0, 1e9, "1/T",                                                    \
                "How fast velocities come to the desired one; of a direction: its length."),       \
        COVEY_PARAM(type, speed, 0, 0, 1e9, "L/T",                                                 \
                    "Speed to go at; 0: the top speed, or as it is without one.")

#define COVEY_STEERING_MOST 1e9 ///< L/T: the highest speed that steering can ask for

/// The top speed of an agent, or `otherwise` for one without. Some models have no top speed, others
/// one that is far beyond all speeds that steering can ask for.
COVEY_INLINE double covey_steering_top(const covey_agent *agent, double otherwise)
{
    return agent->top_speed <= COVEY_STEERING_MOST ? agent->top_speed : otherwise;
}

/// The speed that an agent goes at: `speed`, but at most its top speed.
COVEY_INLINE double covey_steering_speed(const covey_agent *agent, double speed)
{
    double top = covey_steering_top(agent, covey_vec_length(agent->vel));
    if (speed > 0.0)
        return speed < agent->top_speed ? speed : agent->top_speed;
    return top;
}

/// The share of a behavior in an agent's intent. `full` is the speed that counts as full for
/// directions.
COVEY_INLINE covey_vec covey_steering(const covey_scene *scene, const covey_agent *agent,
                                      double weight, double full, covey_vec desired)
{
    if (scene->intent == COVEY_INTENT_DIRECTION) {
        covey_vec share = full > 0.0 ? covey_vec_limit(covey_vec_divide(desired, full), 1.0)
                                     : covey_vec_unit(desired);
        return covey_vec_scale(share, weight);
    }
    double longest = fabs(scene->dt);
    double rate = weight * longest > 1.0 ? 1.0 / longest : weight;
    if (scene->impulse)
        rate *= scene->dt;
    return covey_vec_scale(covey_vec_sub(desired, agent->vel), rate);
}

/// A place of an influence: without z in the plane, folded on a torus.
COVEY_INLINE covey_vec covey_steering_place(const covey_scene *scene, double x, double y, double z)
{
    covey_vec place = {x, y, covey_space_dim(scene->space) == 3 ? z : 0.0};
    return scene->space->kind == COVEY_SPACE_TORUS ? covey_space_fold(scene->space, place) : place;
}

/// The way from an agent to such a place.
COVEY_INLINE covey_vec covey_steering_way(const covey_scene *scene, const covey_agent *agent,
                                          covey_vec place)
{
    return covey_space_offset(scene->space, agent->pos, place);
}

/// The place that an agent is at after `time` T, going on as it goes.
COVEY_INLINE covey_vec covey_steering_ahead(const covey_agent *agent, double time)
{
    return covey_vec_add(agent->pos, covey_vec_scale(agent->vel, time));
}

#endif
