// SPDX-License-Identifier: MIT
// Pushes on hard bodies by the lists of the bodies near each one.
#ifndef COVEY_CORE_BODIES_PUSH_H
#define COVEY_CORE_BODIES_PUSH_H

#include "core/bodies_near.h"

/// Finds pushes by the lists, which need no order of rows; the context is the sweep.
covey_work covey_bodies_push_listed;

#endif
