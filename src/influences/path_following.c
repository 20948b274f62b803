// SPDX-License-Identifier: MIT
// Path following of Reynolds 1999 (see steering.h): a path is a tube of `radius` around a line
// through points. An agent looks at the place q that it would be at after `ahead`, and at the
// nearest place s of the line:
//
//     desired = speed forward(s)                       if q is inside the tube
//               speed unit(line(s + speed ahead) - p)  if not
//
// with forward(s) the direction of the line. Where Reynolds lets agents inside the tube go as they
// go, these go along it, so that they also set out, and turn round if they face the wrong way. At
// the end of an open path they arrive: they go to the end itself from where it is nearer than
// speed ahead, with that distance over `ahead` as speed.
#include "geometry/route.h"
#include "influences/steering.h"

typedef struct path_following {
    double closed, smooth, direction, radius, ahead, weight, speed;
} path_following;

static const char *const no_yes[] = {"no", "yes", NULL};
static const char *const directions[] = {"forward", "back", NULL};

static const covey_param params[] = {
    COVEY_PARAM_CHOICE(path_following, closed, 0, 2, no_yes, "The last point leads to the first."),
    COVEY_PARAM_CHOICE(path_following, smooth, 0, 2, no_yes, "A curve leads through the points."),
    COVEY_PARAM_CHOICE(path_following, direction, 0, 2, directions, "The way to go."),
    COVEY_PARAM(path_following, radius, 5, 0, 1e9, "L", "Half of the path's width."),
    COVEY_PARAM(path_following, ahead, 1, 0, 1e9, "T", "Agents look so far ahead."),
    COVEY_STEERING_PARAMS(path_following),
    {0},
};

static covey_route route_of(const path_following *p, const covey_scene *scene)
{
    return (covey_route){scene->shape, p->closed != 0.0, p->smooth != 0.0};
}

/// How far the end is, along the line; infinite for a closed path.
static double left_of(const path_following *p, const covey_route *route, double along)
{
    if (route->closed)
        return HUGE_VAL;
    return p->direction != 0.0 ? along : covey_route_length(route) - along;
}

/// The velocity that an agent should have whose nearest place ahead is `near`.
static covey_vec find_desired(const path_following *p, const covey_scene *scene,
                              const covey_agent *agent, covey_route_place near, double full)
{
    const covey_route own = route_of(p, scene), *route = &own;
    double way = p->direction != 0.0 ? -1.0 : 1.0, lead = full * p->ahead;
    covey_vec forward, line = covey_route_at(route, near.along, &forward);
    bool inside = covey_vec_length(near.offset) <= p->radius;
    bool ends = left_of(p, route, near.along) <= lead;
    if (inside && !ends)
        return covey_vec_scale(forward, way * full);
    line = covey_route_at(route, near.along + way * lead, &forward);
    covey_vec target = covey_vec_add(line, near.image);
    target = covey_steering_place(scene, target.x, target.y, target.z);
    covey_vec offset = covey_steering_way(scene, agent, target);
    double far = covey_vec_length(offset);
    double speed = ends && far < lead ? full * (far / lead) : full;
    return covey_vec_scale(covey_vec_unit(offset), speed);
}

static covey_vec act(const void *values, const covey_scene *scene, const covey_agent *agent)
{
    const path_following *p = values;
    const covey_route route = route_of(p, scene);
    double full = covey_steering_speed(agent, p->speed);
    covey_vec ahead = covey_steering_ahead(agent, p->ahead);
    ahead = covey_steering_place(scene, ahead.x, ahead.y, ahead.z);
    covey_route_place near = covey_route_nearest(&route, ahead);
    covey_vec desired = find_desired(p, scene, agent, near, full);
    return covey_steering(scene, agent, p->weight, full, desired);
}

extern const covey_influence covey_influence_path_following;
const covey_influence covey_influence_path_following = {
    .name = "path_following",
    .title = "Agents follow a path through points, from one end to the other or round and round.",
    .source = COVEY_STEERING_SOURCE "; curves: E. Catmull, R. Rom, A class of local interpolating "
                                    "splines, Computer Aided Geometric Design, 317-326 (1974)",
    .params = params,
    .params_size = sizeof(path_following),
    .points = 2,
    .form = COVEY_INFLUENCE_LINE,
    .act = act,
};
