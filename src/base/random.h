// SPDX-License-Identifier: MIT
#ifndef COVEY_BASE_RANDOM_H
#define COVEY_BASE_RANDOM_H

#include "covey/model.h"

/// x[k] becomes covey_uniform() of agent k of a block.
void covey_random_uniforms(const covey_block *agents, uint32_t stream, double *x);

#endif
