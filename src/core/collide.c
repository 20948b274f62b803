// SPDX-License-Identifier: MIT
// Collision of agents with solid influences and the edges of the space. A free way ends at the
// position that the space folds it to. Among solids the way is followed piece by piece: at a touch
// the agent stops exactly, its velocity turns along the surface without getting slower, and the
// rest of its way slides along. An agent of any speed jumps over no solid, however thin or far.
//
// An agent is kept a margin off the solids that it touches, so that rounding never puts it inside.
#include "core/collide.h"

#include "base/math_trig.h"
#include "base/minmax.h"
#include "base/streams.h"
#include "core/sweep.h"
#include "geometry/space.h"

#include <float.h>

enum {
    PIECES = 1024, // of a way, half a size of the space each; a longer way ends there
    FEW = 16,      // pieces
    TOUCHES = 16,  // in one step; an agent that touches more often rests
    PUSHES = 16,   // to get out of solids that appeared around an agent
    CIRCLES = 300, // of places tried after that, from 1e-6 L to beyond all worlds
    SPOKES = 16,
    LEVELS = 8, // of spokes, in three dimensions
};

static bool is_deep(const covey_space *space)
{
    return covey_space_dim(space) == 3;
}

/// v without its part against `away`, as long as before; to the left if nothing would be left.
static covey_vec turn_along(covey_vec v, covey_vec away, bool deep)
{
    double against = covey_vec_dot(v, away);
    if (against >= 0.0)
        return v;
    covey_vec along = covey_vec_sub(v, covey_vec_scale(away, against));
    double length = covey_vec_length(v);
    if (covey_vec_length(along) <= length * 0x1p-30)
        along = deep ? covey_shape_across(away, true) : (covey_vec){-away.y, away.x, 0.0};
    return covey_vec_scale(covey_vec_unit(along), length);
}

/// True if a solid of the path has the place inside; see covey_influence_holds().
static bool is_held(const covey_path *path, covey_vec p, double body)
{
    return covey_influence_holds(path->influences, path->flock, p, body);
}

// ---- Out of solids around an agent ----

static bool push_out(const covey_thing *solid, covey_agent *agent)
{
    const covey_shape *shape = solid->shape;
    covey_vec images[COVEY_SHAPE_IMAGES];
    int count = covey_shape_near(shape, agent->pos, solid->reach, images);
    for (int k = 0; k < count; k++) {
        covey_vec image = images[k], away;
        double distance = covey_shape_distance(shape, image, agent->pos, &away);
        if (distance >= solid->reach)
            continue;
        double margin = covey_touch_margin(solid, image, covey_touch_size(agent->pos));
        double way = solid->reach - distance + 2.0 * margin;
        agent->pos = covey_vec_add(agent->pos, covey_vec_scale(away, way));
        return true;
    }
    return false;
}

/// Moves the agent out of the first solid that holds it, of those from index *next on, which
/// becomes that of the solid after it. Returns false if none does.
static bool push_out_of_next(const covey_path *path, covey_agent *agent, size_t *next)
{
    covey_boxtree_box point = covey_touch_box(agent->pos, (covey_vec){0.0, 0.0, 0.0});
    covey_among near;
    covey_among_solids(path->influences, &point, agent->body, *next, &near);
    for (ptrdiff_t k = covey_among_next(&near); k >= 0; k = covey_among_next(&near)) {
        const covey_influence_item *item = &path->influences->item[k];
        covey_thing solid = {.path = path};
        if (covey_influence_stops(item, path->flock))
            solid = covey_touch_thing(path, item, agent->body);
        if (solid.shape == NULL || !push_out(&solid, agent))
            continue;
        *next = (size_t)k + 1;
        return true;
    }
    return false;
}

/// Moves the agent to the rim of the solid that holds it, and on, if another holds it there.
static void push_out_of_all(const covey_path *path, covey_agent *agent)
{
    bool moved = true;
    for (int tries = 0; moved && tries < PUSHES; tries++) {
        moved = false;
        for (size_t k = 0; push_out_of_next(path, agent, &k);)
            moved = true;
    }
    agent->pos = covey_space_fold(path->space, agent->pos);
}

/// A unit vector of a circle, or in three dimensions of a sphere, to look for room in turn.
static covey_vec spoke_of(const covey_space *space, int spoke)
{
    const double turn = COVEY_TURN;
    double angle = turn * (spoke % SPOKES) / (double)SPOKES;
    covey_vec flat = {covey_cos(angle), covey_sin(angle), 0.0};
    if (!is_deep(space))
        return flat;
    int level = spoke / SPOKES;
    double z = (2.0 * level + 1.0) / (double)LEVELS - 1.0;
    flat = covey_vec_scale(flat, sqrt(1.0 - z * z));
    return (covey_vec){flat.x, flat.y, z};
}

/// Above the distance of every place of a space with borders from the first point of an outline.
static double farthest_from(const covey_space *space, const covey_shape *shape)
{
    double square = 0.0;
    for (int axis = 0; axis < covey_space_dim(space); axis++) {
        double x = shape->points[axis][0], size = space->size[axis];
        double far = covey_larger(fabs(x), fabs(size - x));
        far = space->kind == COVEY_SPACE_TORUS ? 0.5 * size : far;
        square += far * far;
    }
    return sqrt(square) * (1.0 + 0x1p-20);
}

/// True if one solid alone holds all places, as an obstacle larger than the space does: a search
/// for room then ends in vain after a long time.
static bool is_full(const covey_path *path, double body)
{
    bool full = false;
    for (size_t k = 0; k < path->influences->count && !full; k++) {
        const covey_influence_item *item = &path->influences->item[k];
        if (path->space->kind == COVEY_SPACE_OPEN || !covey_influence_stops(item, path->flock) ||
            item->shape->form != COVEY_INFLUENCE_OUTLINE)
            continue;
        full = covey_touch_thing(path, item, body).reach > farthest_from(path->space, item->shape);
    }
    return full;
}

/// A place inside the space that nothing holds, on circles or spheres ever wider around p.
static bool find_room(const covey_path *path, covey_vec p, double body, covey_vec *room)
{
    if (is_full(path, body))
        return false;
    int spokes = is_deep(path->space) ? SPOKES * LEVELS : SPOKES;
    double radius =
        covey_larger(covey_touch_size(p) * 0x1p-40, 0x1p-20); // L; too small is only slower
    for (int k = 0; k < CIRCLES; k++) {
        for (int spoke = 0; spoke < spokes; spoke++) {
            covey_vec way = covey_vec_scale(spoke_of(path->space, spoke), radius);
            *room = covey_space_fold(path->space, covey_vec_add(p, way));
            if (covey_space_holds(path->space, *room) && !is_held(path, *room, body))
                return true;
        }
        radius *= 1.25;
    }
    return false;
}

/// Moves an agent out of solids. Solids that overlap, or a wall behind them, may push it to and
/// fro: then it is moved to room near by.
static void escape(const covey_path *path, covey_agent *agent)
{
    covey_vec from = agent->pos, room;
    push_out_of_all(path, agent);
    if (is_held(path, agent->pos, agent->body) && find_room(path, from, agent->body, &room))
        agent->pos = room;
}

// ---- The way among solid things ----

/// The first part of the way that does not leave the surroundings of the space.
static covey_vec piece_of(const covey_space *space, covey_vec way)
{
    if (space->kind == COVEY_SPACE_OPEN)
        return way;
    double least = covey_smaller(space->size[0], space->size[1]);
    least = is_deep(space) ? covey_smaller(least, space->size[2]) : least;
    double length = covey_vec_length(way);
    return length > 0.5 * least ? covey_vec_scale(way, 0.5 * least / length) : way;
}

/// Stops the piece at a mirror. Returns the axis of that mirror, or -1.
static int cut_at_mirror(const covey_space *space, covey_vec p, covey_vec *piece)
{
    const double from[COVEY_AXES] = {p.x, p.y, p.z};
    int mirror = -1, axes = space->kind == COVEY_SPACE_REFLECTING ? covey_space_dim(space) : 0;
    for (int axis = 0; axis < axes; axis++) {
        const double steps[COVEY_AXES] = {piece->x, piece->y, piece->z};
        double step = steps[axis];
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
    return (covey_vec){axis == 0 ? -v.x : v.x, axis == 1 ? -v.y : v.y, axis == 2 ? -v.z : v.z};
}

/// The sine by which a way along the wall of a room leans inward, to be a chord: one longer than
/// the radius touches again.
static double lean_of(const covey_touch *met, covey_vec way)
{
    if (!(met->hollow > 0.0))
        return 0.0;
    return covey_smaller(0.5 * covey_vec_length(way) / met->hollow * (1.0 + 0x1p-20), 0.5);
}

/// Rotates v, which is along a surface, off the surface by an angle of that sine, and keeps its
/// length. Leaves v as it is if it already leads away further, or if the sine is 0.
static covey_vec lean(covey_vec v, covey_vec away, double sine)
{
    double length = covey_vec_length(v);
    if (sine == 0.0 || covey_vec_dot(v, away) > sine * length)
        return v;
    return covey_vec_add(covey_vec_scale(v, sqrt(1.0 - sine * sine)),
                         covey_vec_scale(away, sine * length));
}

/// The rest of a way after a touch: its part along the surface, and in a room all of it, along the
/// wall.
static covey_vec rest_of(const covey_touch *met, covey_vec way, bool deep)
{
    double against = covey_vec_dot(way, met->away);
    if (met->hollow > 0.0)
        return turn_along(way, met->away, deep);
    return against < 0.0 ? covey_vec_sub(way, covey_vec_scale(met->away, against)) : way;
}

/// At a touch: moves the agent a margin off the surface, unless another solid is there, and turns
/// its way along the surface.
static void slide(const covey_path *path, const covey_touch *met, covey_agent *agent,
                  covey_vec *way)
{
    const bool deep = is_deep(path->space);
    covey_vec off = covey_vec_scale(met->away, met->margin);
    if (covey_touch_of(path, agent->pos, off, agent->body).share > 1.0)
        agent->pos = covey_vec_add(agent->pos, off);
    covey_vec rest = rest_of(met, *way, deep);
    double sine = lean_of(met, rest);
    *way = lean(rest, met->away, sine);
    agent->vel = lean(turn_along(agent->vel, met->away, deep), met->away, sine);
}

/// Follows the way. Returns true if it touched no solid and had few pieces, so that rounding on the
/// way may be left out: it was less than a margin.
static bool follow(const covey_path *path, covey_vec way, covey_agent *agent)
{
    int touches = 0, k = 0;
    for (; k < PIECES && !covey_vec_is_zero(way) && touches < TOUCHES; k++) {
        covey_vec piece = piece_of(path->space, way);
        int mirror = cut_at_mirror(path->space, agent->pos, &piece);
        covey_touch met = covey_touch_of(path, agent->pos, piece, agent->body);
        bool touched = met.share <= 1.0;
        if (touched)
            piece = covey_vec_scale(piece, met.share);
        agent->pos = covey_vec_add(agent->pos, piece);
        way = covey_vec_sub(way, piece);
        if (touched) {
            touches++;
            slide(path, &met, agent, &way);
        } else if (mirror >= 0) {
            way = flip(way, mirror);
            agent->vel = flip(agent->vel, mirror);
        }
        agent->pos = covey_space_fold(path->space, agent->pos);
    }
    return touches == 0 && k <= FEW;
}

/// Lets solids that have moved push an agent; adds their bits to those of all that it met.
static void sweep(const covey_path *path, covey_agent *agent, unsigned *met)
{
    covey_sweep_push push = covey_sweep_agent(path, agent);
    bool squeezed = push.squeezed || is_held(path, agent->pos, agent->body);
    if (push.pushed)
        *met |= (unsigned)COVEY_MET_PUSH | (squeezed ? (unsigned)COVEY_MET_SQUEEZE : 0U);
}

/// Moves an agent among solids to the end of its way, or if that is inside a solid, as when two of
/// them leave no room, back to its beginning. An agent that meets no solid ends where it would
/// without them, to the bit. Returns the bits of all that it met.
static unsigned detour(const covey_path *path, covey_vec from, covey_agent *agent)
{
    covey_vec to = agent->pos, way = covey_vec_sub(to, from), before = agent->vel;
    unsigned met = 0;
    if (!(covey_vec_length(way) <= DBL_MAX))
        return 0; // for the check of divergence to find
    agent->pos = from;
    if (path->swept)
        sweep(path, agent, &met);
    if (met != 0)
        to = covey_vec_add(agent->pos, way);
    bool held = is_held(path, agent->pos, agent->body);
    if (held)
        escape(path, agent);
    covey_vec start = agent->pos;
    if (follow(path, way, agent) && !held) {
        agent->pos = to;
        agent->vel = before;
        return met;
    }
    if (is_held(path, agent->pos, agent->body))
        agent->pos = start;
    bool turned = !covey_vec_is_zero(covey_vec_sub(agent->vel, before));
    return met | (turned ? (unsigned)COVEY_MET_TURN : 0U);
}

// ---- Back into the space ----

static double draw(const covey_agent *agent, uint32_t stream)
{
    return covey_uniform(agent->seed, agent->step, agent->id, COVEY_STREAM_SPACE + stream);
}

/// A random unit vector; on a sphere its z is even from -1 to 1.
static covey_vec draw_heading(const covey_space *space, const covey_agent *agent)
{
    const double turn = COVEY_TURN;
    double heading = turn * draw(agent, 0);
    covey_vec flat = {covey_cos(heading), covey_sin(heading), 0.0};
    if (!is_deep(space))
        return flat;
    double z = 2.0 * draw(agent, COVEY_STREAM_RESPAWN_PITCH - COVEY_STREAM_SPACE) - 1.0;
    flat = covey_vec_scale(flat, sqrt(1.0 - z * z));
    return (covey_vec){flat.x, flat.y, z};
}

/// Gives the agent a random place inside the space and clear of solids, and a random heading.
static void respawn(const covey_path *path, covey_agent *agent)
{
    double speed = covey_vec_length(agent->vel);
    agent->vel = covey_vec_scale(draw_heading(path->space, agent), speed);
    for (uint32_t k = 0; k < COVEY_RESPAWNS; k++) {
        agent->pos.x = path->space->size[0] * draw(agent, 1 + 2 * k);
        agent->pos.y = path->space->size[1] * draw(agent, 2 + 2 * k);
        if (is_deep(path->space))
            agent->pos.z = path->space->size[2] *
                           draw(agent, COVEY_STREAM_RESPAWN_DEPTH - COVEY_STREAM_SPACE + k);
        if (!path->solid || !is_held(path, agent->pos, agent->body))
            return;
    }
    covey_vec room;
    if (find_room(path, agent->pos, agent->body, &room))
        agent->pos = room;
}

/// A place so far away that its distance is infinite is one, too.
static bool is_place(covey_vec p)
{
    return fabs(p.x) <= DBL_MAX && fabs(p.y) <= DBL_MAX && fabs(p.z) <= DBL_MAX;
}

unsigned covey_collide(const covey_path *path, covey_vec from, covey_agent *agent)
{
    unsigned met = path->solid ? detour(path, from, agent) : 0U;
    if (path->space->kind == COVEY_SPACE_RESPAWN && is_place(agent->pos) &&
        !covey_space_holds(path->space, agent->pos)) {
        respawn(path, agent);
        return (met & ~(unsigned)COVEY_MET_TURN) | (unsigned)COVEY_MET_RESPAWN;
    }
    if (path->space->kind == COVEY_SPACE_REFLECTING &&
        !covey_space_holds(path->space, agent->pos)) {
        agent->vel = covey_space_mirror(path->space, agent->pos, agent->vel);
        met |= (unsigned)COVEY_MET_TURN;
    }
    agent->pos = covey_space_fold(path->space, agent->pos);
    return met;
}
