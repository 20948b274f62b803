// SPDX-License-Identifier: MIT
#include "support/pack.h"

covey_space test_pack_space(bool torus, uint64_t *random)
{
    const double sizes[] = {1.5, 4, 7, 12, 16, 40, 1e-3, 1e9};
    return torus ? covey_space_torus(sizes[test_below(random, 8)], sizes[test_below(random, 8)])
                 : covey_space_open();
}

test_pack test_pack_draw(int trial, uint64_t *random)
{
    test_pack pack = {.space = test_pack_space(trial % 2 == 0, random)};
    for (int k = 0; k < TEST_PACK_FLOCKS; k++) {
        test_shape shape = (test_shape)test_below(random, TEST_SHAPES);
        pack.agents[k] =
            test_flock_create(shape, test_below(random, TEST_PACK_AGENTS), 1.0, 12.0, random);
    }
    return pack;
}

void test_pack_deepen(test_pack *pack, double side, uint64_t *random)
{
    const double sizes[] = {1.5, 4, 7, 12, 16, 40};
    pack->space = covey_space_deep(pack->space, sizes[test_below(random, 6)]);
    for (int k = 0; k < TEST_PACK_FLOCKS; k++)
        test_flock_deepen(&pack->agents[k], side, test_below(random, 2) == 1, random);
}

void test_pack_destroy(test_pack *pack)
{
    for (int k = 0; k < TEST_PACK_FLOCKS; k++)
        test_flock_destroy(&pack->agents[k]);
}

covey_world *test_pack_world(const test_pack *pack, covey_world_def def, const covey_model *model)
{
    const char *const names[TEST_PACK_FLOCKS] = {"prey", "cats", "hawks"};
    size_t settings = 0;
    while (settings < TEST_PACK_SETTINGS && pack->settings[settings].name != NULL)
        settings++;
    def.space = pack->space;
    covey_world *world = test_world_create(&def);
    for (int k = 0; k < TEST_PACK_FLOCKS; k++) {
        covey_flock_def flock = test_flock_def(&pack->agents[k]);
        flock.name = names[k];
        flock.hunts = k > 0 ? names[0] : NULL;
        flock.custom_model = model;
        flock.settings = pack->settings;
        flock.settings_count = settings;
        test_world_add(world, &flock);
    }
    return world;
}
