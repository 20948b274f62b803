// SPDX-License-Identifier: MIT
// Hunted agents and two flocks of hunters, so that each relation of flocks has agents in it.
#ifndef COVEY_TESTS_SUPPORT_PACK_H
#define COVEY_TESTS_SUPPORT_PACK_H

#include "support/world.h"

enum { TEST_PACK_FLOCKS = 3, TEST_PACK_AGENTS = 200, TEST_PACK_SETTINGS = 10 };

typedef struct test_pack {
    covey_space space;
    test_flock agents[TEST_PACK_FLOCKS];
    covey_setting settings[TEST_PACK_SETTINGS]; ///< of all flocks; one without a name ends them
} test_pack;

/// Open or a torus of one of many sizes, from less than a radius of 1 to far more than all agents.
covey_space test_pack_space(bool torus, uint64_t *random);

/// On a torus in every second trial, with fewer than TEST_PACK_AGENTS agents a flock, of any shape,
/// and no settings.
test_pack test_pack_draw(int trial, uint64_t *random);

/// Makes it a pack of three dimensions, with agents up to `side` along z.
void test_pack_deepen(test_pack *pack, double side, uint64_t *random);
void test_pack_destroy(test_pack *pack);

/// `def` with the space of the pack, and its flocks, all of one model.
covey_world *test_pack_world(const test_pack *pack, covey_world_def def, const covey_model *model);

#endif
