// SPDX-License-Identifier: MIT
// Typical lengths, speeds and forces of a world: new items have to fit them.
#ifndef COVEY_VIEW_SCALE_H
#define COVEY_VIEW_SCALE_H

#include <covey/world.h>

#include <stddef.h>

typedef struct scale {
    double reach; ///< how far agents sense, L
    double speed; ///< of their motion, L/T
    double push;  ///< an intent that agents cannot overlook, in the measure of their model
} scale;
scale scale_of(const covey_world *world, int flock);

/// The distance of linked agents, L: what the scenario says, or for the initial value, which fits
/// few worlds, how far agents sense.
double scale_link(double told, const scale *of);

/// Writes the first flock with another model as a value of a scenario: name, agents and body stay,
/// and parameters with a unit are such that reach and speed stay. False for a model that there is
/// none of.
bool scale_flock(const covey_world *world, const char *model, char *value, size_t size);

#endif
