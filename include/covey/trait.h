// SPDX-License-Identifier: MIT
// Traits: parameters of a flock's model or motion of which each agent has its own value, drawn
// from a distribution or given; and 64 bits an agent that a program keeps for itself.
//
// A trait is a parameter that the functions decide() and move() read. Parameters that shape the
// zones in which agents sense (radii, fields of view, numbers of neighbors, the constants of a
// potential) are those of a whole flock, and so are choices and whole numbers: as traits they are
// COVEY_ARG. A trait at the same value for all agents gives the bits of the plain parameter.
//
// `body`, the radius of an agent, may be a trait, too: up to the `body` of its flock, which is that
// of the largest one. Hard bodies, solids, avoidance, rays and events go by it.
//
// Drawn values are functions of the flock's seed, the parameter's name and the agent's id: the same
// on any number of threads, and for an agent that joins later. They stay with their agents from
// step to step, and are part of snapshots. Values are doubles in worlds of either precision.
#ifndef COVEY_TRAIT_H
#define COVEY_TRAIT_H

#include "covey/param.h"

#ifdef __cplusplus
extern "C" {
#endif

#define COVEY_MAX_TRAITS 8    ///< of a flock
#define COVEY_TRAIT_PARAMS 32 ///< numbers of the struct of a model or motion that has traits

typedef enum covey_distribution_kind {
    COVEY_DISTRIBUTION_NUMBER,    ///< `first`, always
    COVEY_DISTRIBUTION_UNIFORM,   ///< from `first` to `second`
    COVEY_DISTRIBUTION_NORMAL,    ///< mean `first`, standard deviation `second`
    COVEY_DISTRIBUTION_LOGNORMAL, ///< mean and deviation of its logarithm
} covey_distribution_kind;

/// A distribution, truncated to the numbers from `low` to `high` and to the range of the parameter:
/// its shape within is that of the whole one. (A uniform one has to be within both.) Numbers
/// outside are not moved to the border, so the mean and deviation of a truncated one differ from
/// `first` and `second`.
typedef struct covey_distribution {
    covey_distribution_kind kind;
    double first, second;
    double low, high;
} covey_distribution;

/// Distributions that the range of the parameter alone truncates.
COVEY_API covey_distribution covey_distribution_number(double value);
COVEY_API covey_distribution covey_distribution_uniform(double low, double high);
COVEY_API covey_distribution covey_distribution_normal(double mean, double deviation);
COVEY_API covey_distribution covey_distribution_lognormal(double mean, double deviation);

/// Names of the kinds, in the order of their numbers, up to a NULL. Static strings.
COVEY_API const char *const *covey_distribution_names(void);

/// COVEY_ARG if a parameter cannot have numbers of that distribution: it is a choice or a whole
/// number, or less than a billionth of the distribution is within its range.
COVEY_API covey_status covey_distribution_check(const covey_distribution *from,
                                                const covey_param *row, covey_error *error);

/// The number that stands for a distribution where one is needed: the middle of a uniform one, the
/// median of an untruncated normal or lognormal one, brought within its limits.
COVEY_API double covey_distribution_typical(const covey_distribution *from, const covey_param *row);

/// A trait of a flock. In the definition of a flock, `values` are the values of agents 0 …
/// count - 1, and agents that join later draw theirs; NULL: all draw.
typedef struct covey_trait {
    const char *name; ///< of a parameter of the model or motion, or `body`
    covey_distribution from;
    const double *values;
} covey_trait;

#ifdef __cplusplus
}
#endif
#endif
