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

// ---- Floats ----

enum { QUATERNION = 7, MATRIX = 16, ROWS = 12 };

static size_t floats_of(covey_instance_form form, bool deep)
{
    switch (form) {
    case COVEY_INSTANCE_HEADING:
        return deep ? 6 : 4;
    case COVEY_INSTANCE_QUATERNION:
        return QUATERNION;
    case COVEY_INSTANCE_MATRIX:
        return MATRIX;
    case COVEY_INSTANCE_ROWS:
        return ROWS;
    }
    return SIZE_MAX; // no form
}

static float *put(float *out, covey_vec v, bool deep)
{
    *out++ = (float)v.x;
    *out++ = (float)v.y;
    if (deep)
        *out++ = (float)v.z;
    return out;
}

static covey_vec cross(covey_vec a, covey_vec b)
{
    return (covey_vec){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

/// The rotation: where its x, y and z axes lead.
typedef struct axes {
    covey_vec x, y, z;
} axes;

static axes axes_of(covey_vec heading)
{
    axes to = {.x = {1, 0, 0}, .y = {0, 1, 0}};
    if (!covey_vec_is_zero(heading)) {
        to.x = heading;
        covey_vec side = covey_vec_unit((covey_vec){-heading.y, heading.x, 0});
        if (!covey_vec_is_zero(side)) // else it looks straight up or down
            to.y = side;
    }
    to.z = cross(to.x, to.y);
    return to;
}

/// The quaternion of a rotation, from its largest part, which is at least 1/2, to the others.
static void put_quaternion(float *out, const axes *to)
{
    double diagonal[] = {to->x.x, to->y.y, to->z.z};
    double squares[] = {
        1 + diagonal[0] - diagonal[1] - diagonal[2], 1 - diagonal[0] + diagonal[1] - diagonal[2],
        1 - diagonal[0] - diagonal[1] + diagonal[2], 1 + diagonal[0] + diagonal[1] + diagonal[2]};
    double xy = to->x.y + to->y.x, yz = to->y.z + to->z.y, zx = to->z.x + to->x.z;
    double wx = to->y.z - to->z.y, wy = to->z.x - to->x.z, wz = to->x.y - to->y.x;
    double rows[4][4] = {{squares[0], xy, zx, wx},
                         {xy, squares[1], yz, wy},
                         {zx, yz, squares[2], wz},
                         {wx, wy, wz, squares[3]}};
    int largest = 3;
    for (int k = 0; k < 3; k++)
        largest = squares[k] > squares[largest] ? k : largest;
    double scale = 0.5 / sqrt(squares[largest]);
    for (int k = 0; k < 4; k++)
        out[k] = (float)(rows[largest][k] * scale);
}

static void put_matrix(float *out, const axes *to, covey_vec pos, bool by_rows)
{
    const double columns[4][4] = {{to->x.x, to->x.y, to->x.z, 0},
                                  {to->y.x, to->y.y, to->y.z, 0},
                                  {to->z.x, to->z.y, to->z.z, 0},
                                  {pos.x, pos.y, pos.z, 1}};
    for (int k = 0; k < (by_rows ? ROWS : MATRIX); k++)
        out[k] = (float)(by_rows ? columns[k % 4][k / 4] : columns[k / 4][k % 4]);
}

/// True if an agent stands and its floats hold the rotation of the call before.
static bool is_kept(const float *out, const covey_instances *to, covey_vec vel, bool deep)
{
    const size_t pos = to->form == COVEY_INSTANCE_HEADING ? (deep ? 3 : 2) : 3;
    const bool is_matrix = to->form == COVEY_INSTANCE_MATRIX || to->form == COVEY_INSTANCE_ROWS;
    const float *turn = is_matrix ? out : out + pos;
    const size_t count = is_matrix ? 3 : floats_of(to->form, deep) - pos;
    const size_t step = to->form == COVEY_INSTANCE_ROWS ? 4 : 1;
    if (!(covey_vec_length(vel) < to->rest))
        return false;
    for (size_t k = 0; k < count; k++)
        if (turn[k * step] != 0.0F)
            return true;
    return false;
}

/// Puts the place of a matrix alone.
static void put_place(float *out, covey_vec pos, bool by_rows)
{
    const double place[] = {pos.x, pos.y, pos.z};
    for (int k = 0; k < 3; k++)
        out[by_rows ? 4 * k + 3 : 12 + k] = (float)place[k];
}

static void put_agent(float *out, const covey_instances *to, const covey_pose *pose, bool deep)
{
    covey_vec pos = covey_vec_sub(pose->pos, to->origin), heading = covey_vec_unit(pose->vel);
    const bool kept = is_kept(out, to, pose->vel, deep), rows = to->form == COVEY_INSTANCE_ROWS;
    if (to->form == COVEY_INSTANCE_HEADING) {
        float *turn = put(out, pos, deep);
        if (!kept)
            put(turn, heading, deep);
        return;
    }
    pos.z = deep ? pos.z : 0.0;
    axes turned = axes_of(heading);
    if (to->form == COVEY_INSTANCE_QUATERNION) {
        float *turn = put(out, pos, true);
        if (!kept)
            put_quaternion(turn, &turned);
    } else if (kept)
        put_place(out, pos, rows);
    else
        put_matrix(out, &turned, pos, rows);
}

covey_status covey_world_interpolate(const covey_world *world, int number, double alpha,
                                     const covey_instances *to)
{
    COVEY_ROUND();
    const covey_flock *flock = covey_world_flock_at(world, number, NULL);
    if (flock == NULL || world->busy || to == NULL || !(alpha >= 0.0 && alpha <= 1.0) ||
        !(to->rest >= 0.0))
        return COVEY_ARG;
    bool deep = covey_state_is_deep(&flock->state);
    size_t floats = floats_of(to->form, deep), count = flock->state.count;
    size_t stride = to->stride > 0 ? to->stride : floats;
    if (stride < floats || floats == SIZE_MAX || (to->out == NULL && count > 0))
        return COVEY_ARG;
    for (size_t k = 0; k < count; k++) {
        size_t i = to->order != NULL ? to->order[k] : k;
        if (i >= count)
            return COVEY_ARG;
        covey_pose pose = pose_at(world, flock, i, alpha);
        put_agent(to->out + k * stride, to, &pose, deep);
    }
    return COVEY_OK;
}
