// SPDX-License-Identifier: MIT
// The longest step with which the agents of a world are stable as they are now.
#include "core/perceive.h"

#include <float.h>

/// The least limit of the agents of a block.
static double limit_of(const covey_world *world, const covey_flock *flock, size_t begin, size_t end,
                       covey_senses *senses)
{
    double least = HUGE_VAL;
    covey_agent agent = covey_flock_any(flock, &world->def.space, world->step);
    (void)covey_perceive(world, flock, begin, end, senses);
    covey_perceive_others(world, flock, end - begin, senses);
    for (size_t k = 0; k < end - begin; k++) {
        covey_percept percepts[COVEY_MAX_ZONES];
        for (int z = 0; z < flock->plan.count; z++)
            percepts[z] =
                covey_percepts_at(&senses->zone[z], k, covey_state_is_deep(&flock->state));
        covey_own_params own, moves;
        covey_flock_look(flock, begin + k, &agent);
        const covey_pace pace = {
            .params = covey_flock_model_of(flock, begin + k, &own),
            .motion = flock->motion_params.table,
            .motion_params = covey_flock_motion_of(flock, begin + k, &moves),
            .self = &agent,
            .percepts = percepts,
        };
        double limit = flock->model->stable_dt(&pace);
        least = limit >= 0.0 && limit < least ? limit : least; // not for 0/0
    }
    return least;
}

static double find_limit(covey_world *world)
{
    bool limited = false;
    for (int number = 0; number < world->flock_count; number++)
        limited = limited || world->flock[number]->model->stable_dt != NULL;
    if (!limited || covey_perceive_ready(world) != COVEY_OK)
        return HUGE_VAL;
    double least = HUGE_VAL;
    for (int number = 0; number < world->flock_count; number++) {
        const covey_flock *flock = world->flock[number];
        if (flock->model->stable_dt == NULL)
            continue;
        covey_senses senses; // not cleared, which takes long
        covey_perceive_begin(flock, &senses);
        for (size_t begin = 0; begin < flock->state.count; begin += COVEY_BLOCK) {
            size_t left = flock->state.count - begin;
            size_t end = begin + (left < COVEY_BLOCK ? left : COVEY_BLOCK);
            double limit = limit_of(world, flock, begin, end, &senses);
            least = limit < least ? limit : least;
        }
    }
    return least;
}

double covey_world_stable_dt(covey_world *world)
{
    if (world == NULL || covey_world_enter(world, NULL) != COVEY_OK)
        return HUGE_VAL;
    double least = find_limit(world);
    (void)covey_world_leave(world, COVEY_OK);
    return least;
}
