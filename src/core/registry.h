// SPDX-License-Identifier: MIT
#ifndef COVEY_CORE_REGISTRY_H
#define COVEY_CORE_REGISTRY_H

#include "covey/model.h"

/// The model or motion of that name, or NULL.
const covey_model *covey_registry_model(const char *name);
const covey_motion *covey_registry_motion(const char *name);

#endif
