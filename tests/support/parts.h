// SPDX-License-Identifier: MIT
// An engine that takes a plane in parts from step to step, all in one program: agents move between
// parts by hand, and the agents near a part become its ghosts. Whatever fails inside fails the
// test.
#ifndef COVEY_TESTS_SUPPORT_PARTS_H
#define COVEY_TESTS_SUPPORT_PARTS_H

#include "core/world.h"

/// Mistakes of an engine, each of which has to be seen.
typedef enum test_fault {
    TEST_NO_FAULT,
    TEST_SHORT_REACH,  ///< by 3 %
    TEST_LOCAL_COUNT,  ///< each part takes its own agents and ghosts for the whole flock
    TEST_LOCAL_EXTENT, ///< the same of the positions of agents
    TEST_LOCAL_SPEED,  ///< the same of their velocities
} test_fault;

/// A cut of a plane, and the failure in it.
typedef struct test_cutting {
    int columns, rows;
    test_fault wrong;
} test_cutting;

enum { TEST_MOST_PARTS = 4 };

/// All agents of a flock, by id, wherever they are, and their rows; `picked` is scratch.
typedef struct test_scattered {
    size_t count, width;
    covey_agent *agent;
    uint64_t *row, *picked;
} test_scattered;

/// A plane in parts.
typedef struct test_parts {
    test_cutting cutting;
    int parts;
    covey_world *part[TEST_MOST_PARTS];
    covey_part has[TEST_MOST_PARTS];
    int flocks;
    test_scattered flock[COVEY_MAX_FLOCKS];
} test_parts;

/// Makes one of several equal worlds.
typedef covey_world *test_maker(const void *of);

/// A plane of the agents that such a world has.
test_parts test_parts_create(test_maker *make, const void *of, test_cutting cutting);
void test_parts_destroy(test_parts *all);

/// COVEY_OK, or COVEY_DIVERGED in all parts.
covey_status test_parts_step(test_parts *all, double dt);

/// As covey_world_hash() of the whole.
uint64_t test_parts_hash(const test_parts *all);

#endif
