// SPDX-License-Identifier: MIT
#ifndef COVEY_CORE_REGISTRY_H
#define COVEY_CORE_REGISTRY_H

#include "covey/influence.h"

/// The model, motion or influence of that name, or NULL.
const covey_model *covey_registry_model(const char *name);
const covey_motion *covey_registry_motion(const char *name);
const covey_influence *covey_registry_influence(const char *name);

#endif
