// SPDX-License-Identifier: MIT
// Informed agents: a share of the agents prefers a direction g, and balances it against the intent
// of its model: F = weight unit(g) for informed agents, and 0 for the rest. A random number of seed
// and id decides whether an agent is informed, and it stays so. In the paper the direction gives
// way while neighbors are too near; here it does not.
#include "covey/influence.h"

#include "base/streams.h"

typedef struct preference {
    double share, weight, x, y, z;
} preference;

static const covey_param params[] = {
    COVEY_PARAM(preference, share, 0.1, 0, 1, "", "Share of the agents that is informed."),
    COVEY_PARAM(preference, weight, 0.5, 0, 1e9, "intent", "How strongly they prefer it."),
    COVEY_PARAM(preference, x, 1, -1e9, 1e9, "", "The direction that they prefer."),
    COVEY_PARAM(preference, y, 0, -1e9, 1e9, "", "The direction that they prefer."),
    COVEY_PARAM(preference, z, 0, -1e9, 1e9, "", "The same, in three dimensions."),
    {0},
};

static covey_vec act(const void *values, const covey_scene *scene, const covey_agent *agent)
{
    const preference *p = values;
    bool deep = covey_space_dim(scene->space) == COVEY_AXES;
    if (covey_uniform(agent->seed, UINT64_MAX, agent->id, COVEY_STREAM_PREFERENCE) >= p->share)
        return (covey_vec){0, 0, 0.0};
    covey_vec direction = {p->x, p->y, deep ? p->z : 0.0};
    return covey_vec_scale(covey_vec_unit(direction), p->weight);
}

extern const covey_influence covey_influence_preference;
const covey_influence covey_influence_preference = {
    .name = "preference",
    .title = "A direction that a share of the agents prefers, to lead the others.",
    .source = "I. D. Couzin, J. Krause, N. R. Franks, S. A. Levin, Effective leadership and "
              "decision-making in animal groups on the move, Nature 433, 513 (2005)",
    .params = params,
    .params_size = sizeof(preference),
    .act = act,
};
