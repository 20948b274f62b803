// SPDX-License-Identifier: MIT
// Definitions of the flocks and influences that a world has now.
#ifndef COVEY_CORE_DEFINITION_H
#define COVEY_CORE_DEFINITION_H

#include "core/flock.h"

/// Room for the lists of a definition, but its settings.
typedef struct covey_definition {
    covey_response responses[COVEY_MAX_ZONES];
    covey_trait traits[COVEY_MAX_TRAITS];
} covey_definition;

/// The definition of a flock as it is now, without settings. Its columns are the state's;
/// its lists are in `room`.
covey_flock_def covey_flock_definition(const covey_world *world, const covey_flock *flock,
                                       covey_definition *room);

/// The definition of an influence, without settings.
covey_influence_def covey_influence_definition(const covey_world *world,
                                               const covey_influence_item *item);

#endif
