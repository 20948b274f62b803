// SPDX-License-Identifier: MIT
#ifndef COVEY_CORE_DISTRIBUTION_H
#define COVEY_CORE_DISTRIBUTION_H

#include "covey/trait.h"

#include <stdint.h>

/// A distribution with all that a draw needs: the limits that hold, and the shares of the whole
/// distribution that lie below each of them.
typedef struct covey_draws {
    covey_distribution from;
    double low, high;
    double share_low, share_high;
} covey_draws;

/// Of a distribution that covey_distribution_check() takes.
covey_draws covey_draws_of(const covey_distribution *from, const covey_param *row);

/// The number of a share in [0, 1) of the truncated distribution: uniform shares give numbers
/// distributed so.
double covey_draws_at(const covey_draws *draws, double share);

/// The same for an agent: a function of the flock's seed, the parameter's name and the id.
double covey_draws_agent(const covey_draws *draws, uint64_t seed, const char *name, covey_id id);

#endif
