// SPDX-License-Identifier: MIT
// The center of a herd, and the agent that is furthest from it: two passes over the prey, in its
// canonical order, which no number of threads changes.
#include "core/predation.h"

#include "core/world.h"
#include "geometry/space.h"

/// The mean of the places, by the shortest offsets from the first agent.
static covey_vec center_of(const covey_space *space, const covey_state *prey)
{
    covey_vec first = covey_state_pos(prey, 0), sum = {0.0, 0.0, 0.0};
    for (size_t i = 0; i < prey->count; i++)
        sum = covey_vec_add(sum, covey_space_between(space, first, covey_state_pos(prey, i)));
    return covey_vec_add(first, covey_vec_scale(sum, 1.0 / (double)prey->count));
}

static covey_herd herd_of(const covey_space *space, const covey_state *prey)
{
    covey_herd herd = {.count = prey->count};
    if (prey->count == 0)
        return herd;
    herd.center = center_of(space, prey);
    double furthest = -1.0;
    covey_id id = 0;
    for (size_t i = 0; i < prey->count; i++) {
        covey_vec pos = covey_state_pos(prey, i);
        covey_vec way = covey_space_between(space, herd.center, pos);
        double square = covey_vec_dot(way, way);
        if (square > furthest || (square == furthest && prey->id[i] < id)) {
            furthest = square;
            id = prey->id[i];
            herd.stray = pos;
        }
    }
    return herd;
}

void covey_herd_find(covey_world *world)
{
    for (int number = 0; number < world->flock_count; number++) {
        covey_flock *flock = world->flock[number];
        flock->herd = (covey_herd){.count = 0};
        if (flock->model->herds && flock->hunts >= 0)
            flock->herd = herd_of(&world->def.space, &world->flock[flock->hunts]->state);
    }
}
