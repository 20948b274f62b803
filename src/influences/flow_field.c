// SPDX-License-Identifier: MIT
// Flow field following of Reynolds 1999 (see steering.h): a grid of vectors is a map of velocities.
// With q the place that an agent would be at after `ahead`, going on as it goes,
//
//     desired = scale f(q)
//
// where f is between nodes the bilinear interpolation of theirs, trilinear in three dimensions, and
// beyond the grid as at its edge. On an axis of a torus that the grid fills, which is to say that
// count cell = size, f goes round. Full speed is the top speed, or |desired| without one.
#include "influences/steering.h"

typedef struct flow_field {
    double scale, ahead, weight;
} flow_field;

static const covey_param params[] = {
    COVEY_PARAM(flow_field, scale, 1, -1e9, 1e9, "", "The vectors times this are velocities, L/T."),
    COVEY_PARAM(flow_field, ahead, 0, 0, 1e9, "T", "Agents look so far ahead."),
    COVEY_PARAM(flow_field, weight, 2, 0, 1e9, "1/T",
                "How fast velocities come to the desired one; of a direction: its length."),
    {0},
};

/// Two nodes on an axis, and the share of the second.
typedef struct between {
    size_t first, second;
    double share;
} between;

/// An axis of a grid: nodes at low, low + cell, ...; `round` if the last is beside the first.
typedef struct axis_of_grid {
    double low, cell;
    size_t count;
    bool round;
} axis_of_grid;

static between find(axis_of_grid axis, double x)
{
    double at = (x - axis.low) / axis.cell, count = (double)axis.count;
    if (axis.round) {
        at -= count * floor(at / count);
        size_t first = at < count ? (size_t)at : 0;
        return (between){first, first + 1 < axis.count ? first + 1 : 0, at - floor(at)};
    }
    if (!(at > 0.0))
        return (between){0, 0, 0.0};
    if (at >= count - 1.0)
        return (between){axis.count - 1, axis.count - 1, 0.0};
    size_t first = (size_t)at;
    return (between){first, first + 1, at - (double)first};
}

static bool goes_round(const covey_space *space, int axis, double cell, size_t count)
{
    double extent = cell * (double)count, size = space->size[axis];
    return space->kind == COVEY_SPACE_TORUS && fabs(extent - size) <= 1e-6 * size;
}

static double mix(double a, double b, double share)
{
    return a + (b - a) * share;
}

/// The number of a node of the row (j, k).
static size_t row_of(const covey_field *field, size_t j, size_t k)
{
    return field->count[0] * (j + field->count[1] * k);
}

/// One component of the vector between the nodes of a layer.
static double in_layer(const covey_field *field, const double *value, const between at[2], size_t k)
{
    const double *one = value + row_of(field, at[1].first, k);
    const double *other = value + row_of(field, at[1].second, k);
    return mix(mix(one[at[0].first], one[at[0].second], at[0].share),
               mix(other[at[0].first], other[at[0].second], at[0].share), at[1].share);
}

static double component(const covey_field *field, const double *value, const between at[3])
{
    return mix(in_layer(field, value, at, at[2].first), in_layer(field, value, at, at[2].second),
               at[2].share);
}

static covey_vec vector_at(const covey_field *field, const covey_space *space, covey_vec q)
{
    const double place[] = {q.x, q.y, q.z}, low[] = {field->low.x, field->low.y, field->low.z};
    const double cell[] = {field->cell.x, field->cell.y, field->cell.z};
    between at[COVEY_AXES] = {{0, 0, 0.0}};
    int dim = covey_space_dim(space);
    for (int axis = 0; axis < dim; axis++) {
        size_t count = field->count[axis];
        axis_of_grid grid = {low[axis], cell[axis], count,
                             goes_round(space, axis, cell[axis], count)};
        at[axis] = find(grid, place[axis]);
    }
    return (covey_vec){component(field, field->value[0], at), component(field, field->value[1], at),
                       dim == 3 ? component(field, field->value[2], at) : 0.0};
}

static covey_vec act(const void *values, const covey_scene *scene, const covey_agent *agent)
{
    const flow_field *p = values;
    covey_vec ahead = covey_steering_ahead(agent, p->ahead);
    covey_vec q = covey_steering_place(scene, ahead.x, ahead.y, ahead.z);
    covey_vec desired = covey_vec_scale(vector_at(scene->field, scene->space, q), p->scale);
    double full = covey_steering_top(agent, covey_vec_length(desired));
    return covey_steering(scene, agent, p->weight, full, desired);
}

extern const covey_influence covey_influence_flow_field;
const covey_influence covey_influence_flow_field = {
    .name = "flow_field",
    .title = "Agents follow the vectors of a grid.",
    .source = COVEY_STEERING_SOURCE,
    .params = params,
    .params_size = sizeof(flow_field),
    .field = true,
    .act = act,
};
