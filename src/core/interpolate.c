// SPDX-License-Identifier: MIT
// Agents between two steps, for drawing: the next state holds the agents before the last step, in
// the same order.
#include "covey/interpolate.h"

#include "core/world.h"
#include "geometry/space.h"

/// Longer than a step by the faster of both velocities, doubled, the way was none: a respawn.
static bool is_jump(const covey_world *world, covey_vec way, covey_vec old_vel, covey_vec vel)
{
    double fastest = covey_larger(covey_vec_length(old_vel), covey_vec_length(vel));
    return world->def.space.kind == COVEY_SPACE_RESPAWN &&
           covey_vec_length(way) > 2.0 * fastest * fabs(world->dt);
}

static covey_pose pose_at(const covey_world *world, const covey_flock *flock, size_t i,
                          double alpha)
{
    const covey_space *space = &world->def.space;
    covey_pose now = {covey_state_pos(&flock->state, i), covey_state_vel(&flock->state, i)};
    if (!flock->has_before)
        return now;
    covey_pose old = {covey_state_pos(&flock->next, i), covey_state_vel(&flock->next, i)};
    covey_vec way = covey_space_between(space, old.pos, now.pos);
    if (is_jump(world, way, old.vel, now.vel))
        return now;
    covey_pose between = now;
    between.pos = covey_vec_add(old.pos, covey_vec_scale(way, alpha));
    if (space->kind == COVEY_SPACE_TORUS)
        between.pos = covey_space_fold(space, between.pos);
    covey_vec change = covey_vec_scale(covey_vec_sub(now.vel, old.vel), alpha);
    between.vel = covey_vec_add(old.vel, change);
    return between;
}

covey_status covey_world_interpolate(const covey_world *world, int number, double alpha,
                                     const covey_instances *to)
{
    COVEY_ROUND();
    const covey_flock *flock = covey_world_flock_at(world, number, NULL);
    if (flock == NULL || world->busy || to == NULL || !(alpha >= 0.0 && alpha <= 1.0))
        return COVEY_ARG;
    bool deep = covey_state_is_deep(&flock->state);
    size_t stride = to->stride > 0 ? to->stride : (deep ? 6 : 4), count = flock->state.count;
    if (stride < (deep ? 6U : 4U) || (to->out == NULL && count > 0))
        return COVEY_ARG;
    for (size_t k = 0; k < count; k++) {
        size_t i = to->order != NULL ? to->order[k] : k;
        if (i >= count)
            return COVEY_ARG;
        covey_pose pose = pose_at(world, flock, i, alpha);
        covey_vec heading = covey_vec_unit(pose.vel);
        float *out = to->out + k * stride;
        *out++ = (float)pose.pos.x;
        *out++ = (float)pose.pos.y;
        if (deep)
            *out++ = (float)pose.pos.z;
        *out++ = (float)heading.x;
        *out++ = (float)heading.y;
        if (deep)
            *out++ = (float)heading.z;
    }
    return COVEY_OK;
}
