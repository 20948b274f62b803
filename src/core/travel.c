// SPDX-License-Identifier: MIT
// From where an agent is to where it gets. Free ways end where the space folds them to. Among solid
// things the way is followed piece by piece: at a touch the agent stops exactly, its velocity turns
// along the surface without getting slower, and the rest of its way slides along. Nothing thin or
// far is jumped over, however fast the agent is.
//
// An agent is kept a hair (the skin) off what it touches, so that rounding never puts it inside.
#include "core/travel.h"

#include "core/space.h"

#include <float.h>

enum {
    PIECES = 1024, // of a way; who wants to go further, by sizes of the space, ends there
    TOUCHES = 16,  // in one step; who is stopped more often rests
    PUSHES = 16,   // to get out of what appeared around an agent
    RESPAWNS = 64, // places tried
};

static double skin_of(double reach, covey_vec p)
{
    double size = fabs(p.x) > fabs(p.y) ? fabs(p.x) : fabs(p.y);
    return reach * 0x1p-26 + size * 0x1p-40;
}

// ---- What is touched ----

typedef struct touch {
    double share; ///< of the way; 2: nothing is touched
    double skin;
    covey_vec away;
} touch;

/// The first image of an item that is touched between p and p + way.
static void find_touch(const covey_influence_item *item, covey_vec p, covey_vec way, double body,
                       touch *first)
{
    double reach = item->kind->solid(item->params.values) + body;
    double skin = skin_of(reach, p), length = covey_vec_length(way);
    for (int k = 0; k < item->shape->images; k++) {
        covey_vec image = item->shape->image[k];
        if (!covey_shape_is_near(item->shape, image, p, reach + skin + length))
            continue;
        double share = covey_shape_hit(item->shape, image, p, way, reach + skin);
        if (share > 1.0 || share >= first->share)
            continue;
        covey_vec there = covey_vec_add(p, covey_vec_scale(way, share));
        covey_shape_distance(item->shape, image, there, &first->away);
        first->share = share;
        first->skin = skin;
    }
}

static touch touch_of(const covey_course *course, covey_vec p, covey_vec way, double body)
{
    touch first = {.share = 2.0};
    for (size_t k = 0; k < course->influences->count; k++) {
        const covey_influence_item *item = &course->influences->item[k];
        if (item->kind->solid != NULL && covey_influence_reaches(item, course->flock))
            find_touch(item, p, way, body, &first);
    }
    return first;
}

/// v without its part against `away`, as long as before; to the left if nothing would be left.
static covey_vec turn_along(covey_vec v, covey_vec away)
{
    double against = covey_vec_dot(v, away);
    if (against >= 0.0)
        return v;
    covey_vec along = covey_vec_sub(v, covey_vec_scale(away, against));
    double length = covey_vec_length(v);
    if (covey_vec_length(along) <= length * 0x1p-30)
        along = (covey_vec){-away.y, away.x};
    return covey_vec_scale(covey_vec_unit(along), length);
}

// ---- Out of what is around an agent ----

static bool push_out(const covey_influence_item *item, covey_agent *agent)
{
    double reach = item->kind->solid(item->params.values) + agent->body;
    for (int k = 0; k < item->shape->images; k++) {
        covey_vec image = item->shape->image[k], away;
        if (!covey_shape_is_near(item->shape, image, agent->pos, reach))
            continue;
        double distance = covey_shape_distance(item->shape, image, agent->pos, &away);
        if (distance >= reach)
            continue;
        double way = reach - distance + 2.0 * skin_of(reach, agent->pos);
        agent->pos = covey_vec_add(agent->pos, covey_vec_scale(away, way));
        return true;
    }
    return false;
}

/// To the rim of what holds the agent, and on, if something else holds it there.
static void escape(const covey_course *course, covey_agent *agent)
{
    bool moved = true;
    for (int tries = 0; moved && tries < PUSHES; tries++) {
        moved = false;
        for (size_t k = 0; k < course->influences->count; k++) {
            const covey_influence_item *item = &course->influences->item[k];
            if (item->kind->solid != NULL && covey_influence_reaches(item, course->flock))
                moved = push_out(item, agent) || moved;
        }
    }
    agent->pos = covey_space_fold(course->space, agent->pos);
}

// ---- The way among solid things ----

/// The first part of the way that does not leave the surroundings of the space.
static covey_vec piece_of(const covey_space *space, covey_vec way)
{
    if (space->kind == COVEY_SPACE_OPEN)
        return way;
    double least = space->size[0] < space->size[1] ? space->size[0] : space->size[1];
    double length = covey_vec_length(way);
    return length > 0.5 * least ? covey_vec_scale(way, 0.5 * least / length) : way;
}

/// Stops the piece at a mirror. Returns the axis of that mirror, or -1.
static int cut_at_mirror(const covey_space *space, covey_vec p, covey_vec *piece)
{
    const double from[COVEY_AXES] = {p.x, p.y};
    int mirror = -1;
    for (int axis = 0; axis < COVEY_AXES && space->kind == COVEY_SPACE_REFLECTING; axis++) {
        double step = axis == 0 ? piece->x : piece->y;
        double wall = step > 0.0 ? space->size[axis] : 0.0;
        bool crosses = step > 0.0 ? from[axis] + step > wall : from[axis] + step < wall;
        if (!crosses)
            continue;
        *piece = covey_vec_scale(*piece, (wall - from[axis]) / step);
        mirror = axis;
    }
    return mirror;
}

static covey_vec flip(covey_vec v, int axis)
{
    return axis == 0 ? (covey_vec){-v.x, v.y} : (covey_vec){v.x, -v.y};
}

static void follow(const covey_course *course, covey_vec way, covey_agent *agent)
{
    int touches = 0;
    for (int k = 0; k < PIECES && (way.x != 0.0 || way.y != 0.0) && touches < TOUCHES; k++) {
        covey_vec piece = piece_of(course->space, way);
        int mirror = cut_at_mirror(course->space, agent->pos, &piece);
        touch met = touch_of(course, agent->pos, piece, agent->body);
        if (met.share <= 1.0)
            piece = covey_vec_scale(piece, met.share);
        bool last = met.share > 1.0 && mirror < 0 && piece.x == way.x && piece.y == way.y;
        agent->pos = covey_vec_add(agent->pos, piece);
        way = last ? (covey_vec){0, 0} : covey_vec_sub(way, piece);
        if (met.share <= 1.0) {
            touches++;
            agent->pos = covey_vec_add(agent->pos, covey_vec_scale(met.away, met.skin));
            double against = covey_vec_dot(way, met.away);
            if (against < 0.0)
                way = covey_vec_sub(way, covey_vec_scale(met.away, against));
            agent->vel = turn_along(agent->vel, met.away);
        } else if (mirror >= 0) {
            way = flip(way, mirror);
            agent->vel = flip(agent->vel, mirror);
        }
        agent->pos = covey_space_fold(course->space, agent->pos);
    }
}

/// Among solid things: where the way leads, or if that is inside one, as when two of them leave no
/// room, back at its beginning.
static bool detour(const covey_course *course, covey_vec from, covey_agent *agent)
{
    covey_vec way = covey_vec_sub(agent->pos, from), before = agent->vel;
    double length = covey_vec_length(way);
    if (!(length <= DBL_MAX))
        return false; // for the check of divergence to find
    agent->pos = from;
    escape(course, agent);
    covey_vec start = agent->pos;
    follow(course, way, agent);
    if (covey_influence_holds(course->influences, course->flock, agent->pos, agent->body))
        agent->pos = start;
    return agent->vel.x != before.x || agent->vel.y != before.y;
}

// ---- Back into the space ----

static double draw(const covey_agent *agent, uint32_t stream)
{
    return covey_uniform(agent->seed, agent->step, agent->id, COVEY_STREAM_SPACE + stream);
}

/// A random place inside the space and clear of what is solid, and a random heading.
static void respawn(const covey_course *course, covey_agent *agent)
{
    const double turn = 6.283185307179586;
    double speed = covey_vec_length(agent->vel), heading = turn * draw(agent, 0);
    covey_vec direction = {covey_cos(heading), covey_sin(heading)};
    agent->vel = covey_vec_scale(direction, speed);
    for (uint32_t k = 0; k < RESPAWNS; k++) {
        agent->pos.x = course->space->size[0] * draw(agent, 1 + 2 * k);
        agent->pos.y = course->space->size[1] * draw(agent, 2 + 2 * k);
        if (!course->solid ||
            !covey_influence_holds(course->influences, course->flock, agent->pos, agent->body))
            return;
    }
}

bool covey_travel(const covey_course *course, covey_vec from, covey_agent *agent)
{
    bool turned = course->solid && detour(course, from, agent);
    if (course->space->kind == COVEY_SPACE_RESPAWN && covey_vec_length(agent->pos) <= DBL_MAX &&
        !covey_space_holds(course->space, agent->pos)) {
        respawn(course, agent);
        return true;
    }
    if (course->space->kind == COVEY_SPACE_REFLECTING &&
        !covey_space_holds(course->space, agent->pos)) {
        agent->vel = covey_space_mirror(course->space, agent->pos, agent->vel);
        turned = true;
    }
    agent->pos = covey_space_fold(course->space, agent->pos);
    return turned;
}
