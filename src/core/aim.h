// SPDX-License-Identifier: MIT
#ifndef COVEY_CORE_AIM_H
#define COVEY_CORE_AIM_H

#include "core/group.h"

/// The share of an aim in the intent of an agent.
covey_vec covey_aim_push(const covey_aim *aim, const covey_scene *scene, const covey_agent *agent);

/// Adds the shares of the aims of agents to their intents, in a step of length dt. The flock has
/// aims.
void covey_aim_group(const covey_group *group, double dt, covey_intents *intents);

/// Takes memory for aims, if there is none; none is one yet. COVEY_MEMORY.
covey_status covey_aim_take(covey_world *world, covey_flock *flock, covey_error *error);

/// True for an aim that an agent can have.
bool covey_aim_is_sound(const covey_aim *aim);

#endif
