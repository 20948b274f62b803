// SPDX-License-Identifier: MIT
// Views of flocks that no world made.
#ifndef COVEY_TESTS_SUPPORT_VIEW_H
#define COVEY_TESTS_SUPPORT_VIEW_H

#include <covey/covey.h>

enum { TEST_VIEW_MOST = 4096 };

/// Agents of a test; all zero is an empty flock in the open plane. Ids count from 0 as they come.
typedef struct test_agents {
    covey_space space;
    size_t count;
    covey_id id[TEST_VIEW_MOST];
    double pos[COVEY_AXES][TEST_VIEW_MOST];
    double vel[COVEY_AXES][TEST_VIEW_MOST];
} test_agents;

/// Adds an agent; on a torus its place is folded.
void test_agents_add(test_agents *agents, covey_vec pos, covey_vec vel);

/// Brings the agents into another order; ids stay with them.
void test_agents_shuffle(test_agents *agents, uint64_t *random);

/// Agents of many kinds: spread, crowded, on a lattice, coincident, near the seams, with an outlier
/// in the open plane; `trial` chooses.
void test_agents_draw(test_agents *agents, int trial, uint64_t *random);

covey_view test_view(const test_agents *agents);

/// The measure called `name`, with clusters linked at distance `link`.
double test_measure(const test_agents *agents, const char *name, double link);

/// Takes the profile called `name`, with clusters linked at `link` and bins of the width `bin`.
void test_profile(const test_agents *agents, const char *name, double link, double bin,
                  covey_profile *found);

#endif
