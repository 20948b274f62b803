// SPDX-License-Identifier: MIT
// Runs of presets with their measures averaged over the end of the run. Whatever fails inside fails
// the test.
#ifndef COVEY_TESTS_SUPPORT_PHYSICS_H
#define COVEY_TESTS_SUPPORT_PHYSICS_H

#include "covey/measure.h"
#include "covey/scenario.h"

/// A run, and the averaged part of it: the frames from step `from` on, every `every` steps.
typedef struct physics {
    const char *preset;
    const char *set[8][2]; ///< keys and values that differ from the preset's; ends with NULL
    uint64_t seed;
    uint64_t steps, from, every;
    double link;
} physics;

/// A measure by its name, of the values that physics_run() fills.
double physics_value(const double values[COVEY_MAX_MEASURES], const char *name);

/// The preset's world at step 0.
covey_world *physics_world(const physics *of);

/// Means of all measures of the first flock.
void physics_run(const physics *of, double means[COVEY_MAX_MEASURES]);

/// Measures of the first flock as it is.
void physics_measure(const covey_world *world, double link, double values[COVEY_MAX_MEASURES]);

/// Fails unless the page of docs/models has the line, so that its figures are those of the tests.
void physics_expect_line(const char *page, const char *line);

#endif
