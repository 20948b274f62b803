// SPDX-License-Identifier: MIT
// Where the agents of a new flock stand and how they move: as given, or drawn, each agent's place
// being a function of the seed and its id alone.
#include "core/place.h"

#include "base/math_trig.h"
#include "base/minmax.h"
#include "base/streams.h"
#include "geometry/single.h"
#include "geometry/space.h"

#include <float.h>
#include <inttypes.h>
#include <stdbool.h>

/// Random numbers of placement come before step 0, so that no step draws the same.
#define BEFORE_ALL_STEPS UINT64_MAX

static const char *const kinds[] = {"uniform", "lattice", "disc", "ring", "mill", NULL};
static const char *const no_yes[] = {"no", "yes", NULL};

static const covey_param params[] = {
    COVEY_PARAM_CHOICE(covey_placement, kind, 0, 5, kinds, "How agents are placed."),
    COVEY_PARAM(covey_placement, x, 0, -1e15, 1e15, "L", "Center, unless it is the whole space."),
    COVEY_PARAM(covey_placement, y, 0, -1e15, 1e15, "L", "Center, unless it is the whole space."),
    COVEY_PARAM(covey_placement, z, 0, -1e15, 1e15, "L", "Center, in three dimensions."),
    COVEY_PARAM(covey_placement, width, 0, 0, 1e15, "L", "Width of the box; 0: the whole space."),
    COVEY_PARAM(covey_placement, height, 0, 0, 1e15, "L", "Height of the box; 0: the whole space."),
    COVEY_PARAM(covey_placement, depth, 0, 0, 1e15, "L", "Depth of the box, in three dimensions."),
    COVEY_PARAM(covey_placement, radius, 0, 0, 1e15, "L", "Of disc, ring, mill; 0: by density 1."),
    COVEY_PARAM(covey_placement, inner, 0.5, 0, 1, "", "The mill's hole, as a share of radius."),
    COVEY_PARAM(covey_placement, speed, 1, 0, 1e15, "L/T", "Lowest speed."),
    COVEY_PARAM(covey_placement, speed_spread, 0, 0, 1e15, "L/T", "Highest speed less the lowest."),
    COVEY_PARAM_CHOICE(covey_placement, speed_whole, 0, 2, no_yes, "Whole numbers only."),
    COVEY_PARAM_CHOICE(covey_placement, speed_square, 0, 2, no_yes,
                       "Any velocity with components up to speed instead."),
    COVEY_PARAM(covey_placement, heading, 0, -COVEY_TURN, COVEY_TURN, "rad", "Lowest heading."),
    COVEY_PARAM(covey_placement, heading_spread, COVEY_TURN, 0, COVEY_TURN, "rad",
                "Highest less lowest."),
    COVEY_PARAM(covey_placement, pitch, -0.5 * COVEY_PI, -0.5 * COVEY_PI, 0.5 * COVEY_PI, "rad",
                "Lowest angle above the plane of x and y, in three dimensions."),
    COVEY_PARAM(covey_placement, pitch_spread, COVEY_PI, 0, COVEY_PI, "rad",
                "Highest less lowest."),
    {0},
};

covey_placement covey_placement_default(void)
{
    covey_placement place;
    covey_param_init(params, &place);
    return place;
}

const covey_param *covey_placement_params(void)
{
    return params;
}

// ---- Where ----

/// The placement of a definition with its default sizes resolved.
typedef struct ground {
    const covey_flock_setup *plan;
    covey_placement place;
    double low[COVEY_AXES], size[COVEY_AXES]; ///< of the box
    size_t columns, rows, layers;             ///< of the lattice
    bool deep;                                ///< in three dimensions
    size_t count;
} ground;

/// The length of a cube's edge.
static double cube_root(double volume)
{
    return covey_exp(covey_log(volume) / 3.0);
}

/// So many pieces of a side, 1 … count, that pieces of this length fit.
static size_t pieces_of(double side, double piece, size_t count)
{
    double pieces = -floor(-side / piece);
    if (!(pieces < (double)count)) // also where a side or the piece has no length
        return count > 0 ? count : 1;
    return pieces >= 1.0 ? (size_t)pieces : 1;
}

/// Cells that are about cubes.
static void cut_box(ground *area)
{
    const double *size = area->size;
    double piece = cube_root(size[0] * size[1] * size[2] / (double)area->count);
    area->columns = pieces_of(size[0], piece, area->count);
    area->rows = pieces_of(size[1], piece, area->count);
    size_t layer = area->columns * area->rows;
    area->layers = (area->count + layer - 1) / layer;
}

/// So many columns that cells are about square.
static size_t columns_of(const ground *area)
{
    double count = (double)area->count;
    double columns = -floor(-sqrt(count) * sqrt(area->size[0] / area->size[1]));
    if (!(columns < count)) // also where the box has no height
        return area->count > 0 ? area->count : 1;
    return columns >= 1.0 ? (size_t)columns : 1;
}

static ground ground_of(const covey_flock_setup *plan)
{
    const covey_placement *place = &plan->def->place;
    const covey_space *space = &plan->world->space;
    int dim = covey_space_dim(space);
    bool deep = dim == COVEY_AXES;
    ground all = {.plan = plan, .place = *place, .count = plan->def->count, .deep = deep};
    bool given = place->width != 0.0 || place->height != 0.0 || (deep && place->depth != 0.0);
    double side = deep ? cube_root((double)all.count) : sqrt((double)all.count);
    for (int axis = 0; axis < dim && !given; axis++)
        all.size[axis] = space->kind == COVEY_SPACE_OPEN ? side : space->size[axis];
    if (given) {
        all.size[0] = place->width;
        all.size[1] = place->height;
        all.low[0] = place->x - place->width * 0.5;
        all.low[1] = place->y - place->height * 0.5;
    }
    if (given && deep) {
        all.size[2] = place->depth;
        all.low[2] = place->z - place->depth * 0.5;
    }
    if (place->radius == 0.0)
        all.place.radius = deep && place->kind == (double)COVEY_PLACE_DISC
                               ? cube_root((double)all.count * 0.75 / COVEY_PI)
                               : sqrt((double)all.count / COVEY_PI);
    if (deep) {
        cut_box(&all);
        return all;
    }
    all.columns = columns_of(&all);
    all.rows = (all.count + all.columns - 1) / all.columns;
    all.layers = 1;
    return all;
}

static double draw(const covey_flock_setup *plan, covey_id id, uint32_t stream)
{
    return covey_uniform(plan->world->seed, BEFORE_ALL_STEPS, id, stream);
}

static covey_vec on_circle(double angle, double radius)
{
    return (covey_vec){radius * covey_cos(angle), radius * covey_sin(angle), 0.0};
}

/// Between the circles of radius `inner` and 1, each bit of area being as likely.
static double ring_radius(double inner, double share)
{
    return sqrt(inner * inner + (1.0 - inner * inner) * share);
}

/// Shares of the sides of the box; no depth in the plane.
static covey_vec in_box(const ground *area, double across, double up, double back)
{
    return (covey_vec){area->low[0] + area->size[0] * across, area->low[1] + area->size[1] * up,
                       area->deep ? area->low[2] + area->size[2] * back : 0.0};
}

/// The middle of the lattice's cell with that number.
static covey_vec in_cell(const ground *area, size_t number)
{
    size_t column = number % area->columns, row = number / area->columns;
    return in_box(area, ((double)column + 0.5) / (double)area->columns,
                  ((double)(row % area->rows) + 0.5) / (double)area->rows,
                  ((double)(row / area->rows) + 0.5) / (double)area->layers);
}

/// The unit vector of this heading with the z component `up`.
static covey_vec on_sphere(double heading, double up)
{
    covey_vec direction = on_circle(heading, sqrt(1.0 - up * up));
    direction.z = up;
    return direction;
}

/// The place that three numbers in [0, 1) stand for, two in the plane.
static covey_vec place_of(const ground *area, covey_id id, double first, double second,
                          double third)
{
    const covey_placement *place = &area->place;
    covey_vec center = {place->x, place->y, area->deep ? place->z : 0.0};
    double inner = 0.0;
    switch ((covey_place_kind)place->kind) {
    case COVEY_PLACE_UNIFORM:
        return in_box(area, first, second, third);
    case COVEY_PLACE_LATTICE:
        return in_cell(area, id);
    case COVEY_PLACE_RING:
        return covey_vec_add(
            center, on_circle(COVEY_TURN * (double)id / (double)area->count, place->radius));
    case COVEY_PLACE_MILL:
        inner = place->inner;
        center.z += area->deep ? place->depth * (third - 0.5) : 0.0;
        break;
    case COVEY_PLACE_DISC:
        if (!area->deep)
            break;
        return covey_vec_add(center,
                             covey_vec_scale(on_sphere(COVEY_TURN * first, 2.0 * third - 1.0),
                                             place->radius * cube_root(second)));
    }
    double radius = place->radius * ring_radius(inner, second);
    return covey_vec_add(center, on_circle(COVEY_TURN * first, radius));
}

// ---- Agents ----

/// The position that the world keeps for an agent put at `pos`: folded and rounded.
static covey_vec settle(const covey_world_def *world, covey_vec pos)
{
    covey_vec inside = covey_space_fold(&world->space, pos);
    bool single = world->precision == COVEY_PRECISION_SINGLE;
    return single ? covey_single_place(&world->space, inside) : inside;
}

/// Draws a position again while a solid holds it. Returns false if no room was found.
static bool find_place(const ground *area, covey_id id, covey_vec *pos)
{
    const covey_flock_setup *plan = area->plan;
    bool solid = covey_influence_is_solid(plan->influences, plan->number);
    bool random = area->place.kind != (double)COVEY_PLACE_LATTICE &&
                  area->place.kind != (double)COVEY_PLACE_RING;
    uint32_t stream = COVEY_STREAM_PLACE;
    for (uint32_t k = 0; k < COVEY_PLACE_TRIALS; k++) {
        double third = area->deep ? draw(plan, id, COVEY_STREAM_PLACE_DEPTH + k) : 0.0;
        *pos = place_of(area, id, draw(plan, id, stream), draw(plan, id, stream + 1), third);
        covey_vec inside = settle(plan->world, *pos);
        if (!solid ||
            !covey_influence_holds(plan->influences, plan->number, inside, plan->def->body))
            return true;
        if (!random)
            return false;
        stream = COVEY_STREAM_PLACE_AGAIN + 2 * k;
    }
    return false;
}

/// Each component is anywhere from -most to most.
static covey_vec in_square(const ground *area, covey_id id, double most)
{
    const covey_flock_setup *plan = area->plan;
    double x = draw(plan, id, COVEY_STREAM_PLACE_SPEED),
           y = draw(plan, id, COVEY_STREAM_PLACE_HEADING);
    double z = area->deep ? draw(plan, id, COVEY_STREAM_PLACE_PITCH) : 0.5;
    return (covey_vec){most * (2.0 * x - 1.0), most * (2.0 * y - 1.0), most * (2.0 * z - 1.0)};
}

/// A direction between the lowest and the highest pitch, each bit of a sphere being as likely.
static covey_vec direction(const ground *area, covey_id id, double heading)
{
    const covey_placement *place = &area->place;
    double low = covey_sin(place->pitch);
    double high = covey_sin(covey_smaller(place->pitch + place->pitch_spread, 0.5 * COVEY_PI));
    return on_sphere(heading, low + (high - low) * draw(area->plan, id, COVEY_STREAM_PLACE_PITCH));
}

static covey_vec velocity(const ground *area, covey_id id, covey_vec pos)
{
    const covey_placement *place = &area->place;
    const covey_flock_def *def = area->plan->def;
    if (def->vel[0] != NULL)
        return covey_vec_at(def->vel, id);
    double speed = place->speed;
    if (place->speed_square != 0.0)
        return in_square(area, id, speed);
    if (place->speed_spread > 0.0)
        speed += place->speed_spread * draw(area->plan, id, COVEY_STREAM_PLACE_SPEED);
    if (place->speed_whole != 0.0)
        speed = floor(speed);
    if (place->kind == (double)COVEY_PLACE_MILL) {
        covey_vec out = covey_vec_unit((covey_vec){pos.x - place->x, pos.y - place->y, 0.0});
        return covey_vec_scale((covey_vec){-out.y, out.x, 0.0}, speed);
    }
    double heading =
        place->heading + place->heading_spread * draw(area->plan, id, COVEY_STREAM_PLACE_HEADING);
    if (area->deep)
        return covey_vec_scale(direction(area, id, heading), speed);
    return on_circle(heading, speed);
}

/// COVEY_ARG unless an axis of the space has values if x has, and another axis has none.
static covey_status check_axes(const covey_flock_def *def, int dim, covey_error *error)
{
    for (int axis = 1; axis < COVEY_AXES; axis++) {
        bool pos = axis < dim && def->pos[0] != NULL, vel = axis < dim && def->vel[0] != NULL;
        if ((def->pos[axis] != NULL) != pos || (def->vel[axis] != NULL) != vel)
            return covey_fail(error, COVEY_ARG,
                              axis < dim ? "flock %s has an axis without values"
                                         : "flock %s has values of z, but its space is a plane",
                              def->name);
    }
    return COVEY_OK;
}

static covey_status check(const covey_flock_def *def, covey_error *error)
{
    for (const covey_param *row = params; row->name != NULL; row++) {
        double value = covey_param_value(row, &def->place);
        if (!(value >= row->low && value <= row->high))
            return covey_fail(error, COVEY_ARG, "place of flock %s: %s = %g is outside [%g, %g]",
                              def->name, row->name, value, row->low, row->high);
        if (row->choices != NULL && value != floor(value))
            return covey_fail(error, COVEY_ARG, "place of flock %s: %s = %g is no choice",
                              def->name, row->name, value);
    }
    if (!(def->body >= 0.0 && def->body <= 1e15))
        return covey_fail(error, COVEY_ARG, "flock %s cannot have bodies of radius %g", def->name,
                          def->body);
    return COVEY_OK;
}

const char *covey_place_settle(const covey_world_def *world, covey_pose *pose)
{
    const covey_space *space = &world->space;
    if (space->kind == COVEY_SPACE_TORUS)
        pose->pos = covey_space_fold(space, pose->pos);
    if (world->precision == COVEY_PRECISION_SINGLE) {
        pose->pos = covey_single_place(space, pose->pos);
        pose->vel = covey_single_round_vec(pose->vel);
    }
    double all[] = {pose->pos.x, pose->pos.y, pose->pos.z, pose->vel.x, pose->vel.y, pose->vel.z};
    for (size_t k = 0; k < sizeof all / sizeof *all; k++)
        if (!(fabs(all[k]) <= DBL_MAX))
            return "has a position or velocity that is not finite";
    if (covey_space_dim(space) < COVEY_AXES && (pose->pos.z != 0.0 || pose->vel.z != 0.0))
        return "has a position or velocity outside the plane";
    return covey_space_holds(space, pose->pos) ? NULL : "is outside the space";
}

static covey_status put_agent(const ground *area, covey_state *state, size_t i, covey_id id,
                              covey_error *error)
{
    const covey_flock_def *def = area->plan->def;
    covey_vec pos;
    if (def->pos[0] != NULL)
        pos = covey_vec_at(def->pos, id);
    else if (!find_place(area, id, &pos))
        return covey_fail(error, COVEY_ARG,
                          "there is no room for agent %" COVEY_PRI_ID " of flock %s", id,
                          def->name);
    covey_pose pose = {pos, velocity(area, id, pos)};
    const char *wrong = covey_place_settle(area->plan->world, &pose);
    if (wrong != NULL)
        return covey_fail(error, COVEY_ARG, "agent %" COVEY_PRI_ID " of flock %s %s", id, def->name,
                          wrong);
    state->id[i] = id;
    covey_state_put_pos(state, i, pose.pos);
    covey_state_put_vel(state, i, pose.vel);
    return COVEY_OK;
}

covey_status covey_place_agents(const covey_flock_setup *plan, covey_state *state,
                                covey_error *error)
{
    covey_status status = check(plan->def, error);
    if (status == COVEY_OK)
        status = check_axes(plan->def, covey_space_dim(&plan->world->space), error);
    if (status != COVEY_OK)
        return status;
    ground area = ground_of(plan);
    size_t end, first = covey_slice_begin(plan->slice, plan->def->count, &end);
    for (size_t i = 0; i < state->count && status == COVEY_OK; i++)
        status = put_agent(&area, state, i, (covey_id)(first + i), error);
    return status;
}
