// SPDX-License-Identifier: MIT
// The formal model the slow way: every agent looks at every other. It shares no code with the core
// and the kernels, but sums in the canonical order, so its bits must be theirs.
#ifndef COVEY_TESTS_SUPPORT_NAIVE_H
#define COVEY_TESTS_SUPPORT_NAIVE_H

#include "support/world.h"

typedef enum naive_dialect { NAIVE_TEXT, NAIVE_SUITE2023, NAIVE_UNIT } naive_dialect;

typedef struct naive_rules {
    double r_c, r_s, F_Smax, r_a, K_c, K_s, K_a;
    naive_dialect dialect;
} naive_rules;

typedef struct naive {
    naive_rules rules;
    covey_space space;
    size_t count;
    covey_vec *pos, *vel; ///< by id
    covey_vec *force;
    struct naive_place *place, *near; ///< of each agent; as seen from one of them
} naive;

naive naive_create(const naive_rules *rules, covey_space space, const test_flock *agents);
void naive_destroy(naive *flock);

/// One step of all agents at once. False if one of them is no longer finite.
bool naive_step(naive *flock, double dt);

/// As covey_world_hash() of a world with this flock.
uint64_t naive_hash(const naive *flock);

/// The rules as settings of the formal model; returns their number.
enum { NAIVE_SETTINGS = 8 };
void naive_settings(const naive_rules *rules, covey_setting settings[NAIVE_SETTINGS]);

#endif
