// SPDX-License-Identifier: MIT
// Where the agents of a new flock stand and how they move: as given, or drawn, each agent's place
// being a function of the seed and its id alone.
#include "core/place.h"

#include "core/space.h"

#include <float.h>
#include <stdbool.h>

/// Random numbers of placement come before step 0, so that no step draws the same.
#define BEFORE_ALL_STEPS UINT64_MAX

enum {
    STREAM_HEADING = COVEY_AXES, // streams 0 … COVEY_AXES - 1 are the axes of the position
    STREAM_SPEED,
    STREAM_AGAIN,   // the axes of places tried after the first
    PLACES = 10000, // tried for one agent
};

#define TURN 6.283185307179586
#define PI 3.141592653589793

static const char *const kinds[] = {"uniform", "lattice", "disc", "ring", "mill", NULL};
static const char *const no_yes[] = {"no", "yes", NULL};

static const covey_param params[] = {
    COVEY_PARAM_CHOICE(covey_placement, kind, 0, 5, kinds, "How agents are placed."),
    COVEY_PARAM(covey_placement, x, 0, -1e15, 1e15, "L", "Centre, unless it is the whole space."),
    COVEY_PARAM(covey_placement, y, 0, -1e15, 1e15, "L", "Centre, unless it is the whole space."),
    COVEY_PARAM(covey_placement, width, 0, 0, 1e15, "L", "Width of the box; 0: the whole space."),
    COVEY_PARAM(covey_placement, height, 0, 0, 1e15, "L", "Height of the box; 0: the whole space."),
    COVEY_PARAM(covey_placement, radius, 0, 0, 1e15, "L", "Of disc, ring, mill; 0: by density 1."),
    COVEY_PARAM(covey_placement, inner, 0.5, 0, 1, "", "The mill's hole, as a share of radius."),
    COVEY_PARAM(covey_placement, speed, 1, 0, 1e15, "L/T", "Lowest speed."),
    COVEY_PARAM(covey_placement, speed_spread, 0, 0, 1e15, "L/T", "Highest speed less the lowest."),
    COVEY_PARAM_CHOICE(covey_placement, speed_whole, 0, 2, no_yes, "Whole numbers only."),
    COVEY_PARAM(covey_placement, heading, 0, -TURN, TURN, "rad", "Lowest heading."),
    COVEY_PARAM(covey_placement, heading_spread, TURN, 0, TURN, "rad", "Highest less lowest."),
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

/// What a definition's placement comes to.
typedef struct ground {
    covey_placement place;
    double low[COVEY_AXES], size[COVEY_AXES]; ///< of the box
    size_t columns;                           ///< of the lattice
    size_t count;
} ground;

static ground ground_of(const covey_world_def *world, const covey_flock_def *def)
{
    ground all = {.place = def->place, .count = def->count};
    bool given = def->place.width != 0.0 || def->place.height != 0.0;
    double side = sqrt((double)def->count);
    bool open = world->space.kind == COVEY_SPACE_OPEN;
    for (int axis = 0; axis < COVEY_AXES && !given; axis++)
        all.size[axis] = open ? side : world->space.size[axis];
    if (given) {
        all.size[0] = def->place.width;
        all.size[1] = def->place.height;
        all.low[0] = def->place.x - def->place.width * 0.5;
        all.low[1] = def->place.y - def->place.height * 0.5;
    }
    if (all.place.radius == 0.0)
        all.place.radius = sqrt((double)def->count / PI);
    double columns =
        all.size[1] > 0.0 ? -floor(-side * sqrt(all.size[0] / all.size[1])) : side * side;
    all.columns = columns >= 1.0 && columns < 1e9 ? (size_t)columns : 1;
    return all;
}

static double draw(const covey_world_def *world, uint32_t id, uint32_t stream)
{
    return covey_uniform(world->seed, BEFORE_ALL_STEPS, id, stream);
}

static covey_vec on_circle(double angle, double radius)
{
    return (covey_vec){radius * covey_cos(angle), radius * covey_sin(angle)};
}

/// Between the circles of radius `inner` and 1, each bit of area being as likely.
static double ring_radius(double inner, double share)
{
    return sqrt(inner * inner + (1.0 - inner * inner) * share);
}

static covey_vec in_box(const ground *area, double across, double up)
{
    return (covey_vec){area->low[0] + area->size[0] * across, area->low[1] + area->size[1] * up};
}

/// The place that two numbers in [0, 1) stand for.
static covey_vec place_of(const ground *area, uint32_t id, double first, double second)
{
    const covey_placement *place = &area->place;
    covey_vec centre = {place->x, place->y};
    size_t rows = (area->count + area->columns - 1) / area->columns;
    switch ((covey_place_kind)place->kind) {
    case COVEY_PLACE_UNIFORM:
        return in_box(area, first, second);
    case COVEY_PLACE_LATTICE:
        return in_box(area, ((double)(id % area->columns) + 0.5) / (double)area->columns,
                      ((double)(id / area->columns) + 0.5) / (double)rows);
    case COVEY_PLACE_DISC:
        return covey_vec_add(centre,
                             on_circle(TURN * first, place->radius * ring_radius(0.0, second)));
    case COVEY_PLACE_RING:
        return covey_vec_add(centre,
                             on_circle(TURN * (double)id / (double)area->count, place->radius));
    case COVEY_PLACE_MILL:
        return covey_vec_add(
            centre, on_circle(TURN * first, place->radius * ring_radius(place->inner, second)));
    }
    return centre;
}

// ---- Agents ----

/// Drawn again while something solid is there. Returns false if there seems to be no room.
static bool find_place(const covey_world_def *world, const ground *area,
                       const covey_influence_list *solids, int flock, double body, uint32_t id,
                       covey_vec *pos)
{
    bool solid = covey_influence_is_solid(solids, flock);
    bool random = area->place.kind != COVEY_PLACE_LATTICE && area->place.kind != COVEY_PLACE_RING;
    uint32_t stream = 0;
    for (int k = 0; k < PLACES; k++) {
        *pos = place_of(area, id, draw(world, id, stream), draw(world, id, stream + 1));
        covey_vec inside = covey_space_fold(&world->space, *pos);
        if (!solid || !covey_influence_holds(solids, flock, inside, body))
            return true;
        if (!random)
            return false;
        stream = STREAM_AGAIN + 2 * (uint32_t)k;
    }
    return false;
}

static covey_vec velocity(const covey_world_def *world, const covey_flock_def *def,
                          const ground *area, uint32_t id, covey_vec pos)
{
    const covey_placement *place = &area->place;
    if (def->vel[0] != NULL)
        return (covey_vec){def->vel[0][id], def->vel[1][id]};
    double speed = place->speed;
    if (place->speed_spread > 0.0)
        speed += place->speed_spread * draw(world, id, STREAM_SPEED);
    if (place->speed_whole != 0.0)
        speed = floor(speed);
    if (place->kind == COVEY_PLACE_MILL) {
        covey_vec out = covey_vec_unit(covey_vec_sub(pos, (covey_vec){place->x, place->y}));
        return covey_vec_scale((covey_vec){-out.y, out.x}, speed);
    }
    double heading = place->heading + place->heading_spread * draw(world, id, STREAM_HEADING);
    return on_circle(heading, speed);
}

static covey_status check(const covey_flock_def *def, covey_error *error)
{
    for (const covey_param *row = params; row->name != NULL; row++) {
        double value = covey_param_value(row, &def->place);
        if (!(value >= row->low && value <= row->high))
            return covey_fail(error, COVEY_ARG, "place of flock %s: %s = %g is outside [%g, %g]",
                              def->name, row->name, value, row->low, row->high);
    }
    if (!(def->body >= 0.0 && def->body <= 1e15))
        return covey_fail(error, COVEY_ARG, "flock %s cannot have bodies of radius %g", def->name,
                          def->body);
    for (int axis = 1; axis < COVEY_AXES; axis++)
        if ((def->pos[axis] == NULL) != (def->pos[0] == NULL) ||
            (def->vel[axis] == NULL) != (def->vel[0] == NULL))
            return covey_fail(error, COVEY_ARG, "flock %s has an axis without values", def->name);
    return COVEY_OK;
}

covey_status covey_place(const covey_world_def *world, const covey_flock_def *def,
                         const covey_influence_list *solids, int flock, covey_state *state,
                         covey_error *error)
{
    covey_status status = check(def, error);
    ground area = ground_of(world, def);
    for (size_t i = 0; i < state->count && status == COVEY_OK; i++) {
        uint32_t id = (uint32_t)i;
        covey_vec pos;
        if (def->pos[0] != NULL)
            pos = (covey_vec){def->pos[0][i], def->pos[1][i]};
        else if (!find_place(world, &area, solids, flock, def->body, id, &pos))
            return covey_fail(error, COVEY_ARG, "there is no room for agent %u of flock %s",
                              (unsigned)id, def->name);
        state->id[i] = id;
        covey_state_put_vel(state, i, velocity(world, def, &area, id, pos));
        if (world->space.kind == COVEY_SPACE_TORUS)
            pos = covey_space_fold(&world->space, pos);
        covey_state_put_pos(state, i, pos);
        if (covey_state_find_infinite(state, i, i + 1) >= 0)
            status =
                covey_fail(error, COVEY_ARG,
                           "agent %u of flock %s has a position or velocity that is not finite",
                           (unsigned)id, def->name);
        else if (!covey_space_holds(&world->space, pos))
            status = covey_fail(error, COVEY_ARG, "agent %u of flock %s is outside the space",
                                (unsigned)id, def->name);
    }
    return status;
}
