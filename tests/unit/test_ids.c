// SPDX-License-Identifier: MIT
// Ids belong to one agent for ever: storms of agents that join and leave against a plain model,
// snapshots in between, worlds that adopt agents, and the last ids that there are.
#include "core/world.h"
#include "support/world.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define SIDE 12.0
#define DT 0.125

static covey_pose any_pose(uint64_t *random)
{
    covey_pose pose = {.pos.x = test_uniform(random, 0, SIDE)};
    pose.pos.y = test_uniform(random, 0, SIDE);
    pose.vel.x = test_uniform(random, -1, 1);
    pose.vel.y = test_uniform(random, -1, 1);
    return pose;
}

// ---- A plain model of a flock: which agents there are, in the order of ids, and where ----

enum { STORM_ROOM = 24, STORM = 6000 };

typedef struct plain {
    size_t count;
    uint64_t next;
    covey_id ids[STORM_ROOM];
    covey_pose poses[STORM_ROOM];
} plain;

static size_t plain_find(const plain *model, covey_id id)
{
    size_t k = 0;
    while (k < model->count && model->ids[k] != id)
        k++;
    return k;
}

/// A world of random numbers and predators, whose prey comes and goes.
static covey_world *make_storm(int threads)
{
    covey_world_def def = covey_world_def_default();
    def.space = covey_space_torus(SIDE, SIDE);
    def.threads = threads;
    covey_world *world = test_world_create(&def);
    covey_flock_def flock = covey_flock_def_default();
    flock.name = "prey";
    flock.model = "vicsek";
    flock.count = 9;
    flock.capacity = STORM_ROOM;
    test_world_add(world, &flock);
    flock.name = "hunters";
    flock.model = "predator";
    flock.hunts = "prey";
    flock.count = 2;
    test_world_add(world, &flock);
    return world;
}

/// Takes poses over from the world, agent by agent, after a step.
static void follow(plain *model, const covey_world *world)
{
    covey_view view = covey_world_view(world, 0);
    assert_int_equal(view.count, model->count);
    for (size_t i = 0; i < view.count; i++) {
        size_t k = plain_find(model, view.id[i]);
        assert_true(k < model->count);
        assert_int_equal(covey_world_index(world, 0, view.id[i]), i);
        model->poses[k] =
            (covey_pose){{view.pos[0][i], view.pos[1][i]}, {view.vel[0][i], view.vel[1][i]}};
    }
}

/// An agent is where the model has it, or nowhere if the model has none of that id.
static void expect_agent(covey_world *world, const plain *model, covey_id id)
{
    size_t k = plain_find(model, id);
    covey_pose pose = {{-1, -1}, {-1, -1}}, kept = pose;
    covey_error error;
    char message[64];
    if (k < model->count) {
        assert_int_equal(covey_world_get(world, 0, id, &pose, NULL), COVEY_OK);
        assert_memory_equal(&pose, &model->poses[k], sizeof pose);
        return;
    }
    (void)snprintf(message, sizeof message, "flock prey has no agent %lu", (unsigned long)id);
    uint64_t hash = covey_world_hash(world);
    covey_vec push;
    assert_int_equal(covey_world_get(world, 0, id, &pose, &error), COVEY_ARG);
    assert_string_equal(error.message, message);
    assert_memory_equal(&pose, &kept, sizeof pose);
    assert_int_equal(covey_world_put(world, 0, id, (covey_pose){{1, 1}, {0, 0}}, &error),
                     COVEY_ARG);
    assert_string_equal(error.message, message);
    assert_int_equal(covey_world_remove(world, 0, id, &error), COVEY_ARG);
    assert_string_equal(error.message, message);
    assert_int_equal(covey_world_rule(world, 0, id, "noise", &push), COVEY_ARG);
    assert_int_equal(covey_world_index(world, 0, id), -1);
    assert_true(covey_world_hash(world) == hash);
}

static void storm_spawn(covey_world *world, plain *model, uint64_t *random)
{
    covey_id id;
    covey_pose pose = any_pose(random);
    covey_status status = covey_world_spawn(world, 0, pose, &id, NULL);
    assert_int_equal(status, model->count < STORM_ROOM ? COVEY_OK : COVEY_ARG);
    if (status != COVEY_OK)
        return;
    assert_true(id == model->next++);
    model->ids[model->count] = id;
    model->poses[model->count++] = pose;
}

static void storm_remove(covey_world *world, plain *model, uint64_t *random)
{
    if (model->count == 0)
        return;
    size_t k = test_below(random, model->count);
    assert_int_equal(covey_world_remove(world, 0, model->ids[k], NULL), COVEY_OK);
    expect_agent(world, model, UINT32_MAX);
    model->count--;
    memmove(&model->ids[k], &model->ids[k + 1], (model->count - k) * sizeof *model->ids);
    memmove(&model->poses[k], &model->poses[k + 1], (model->count - k) * sizeof *model->poses);
}

static void storm_put(covey_world *world, plain *model, uint64_t *random)
{
    if (model->count == 0)
        return;
    size_t k = test_below(random, model->count);
    model->poses[k] = any_pose(random);
    assert_int_equal(covey_world_put(world, 0, model->ids[k], model->poses[k], NULL), COVEY_OK);
}

/// One thing happens to the world, by the numbers that follow.
static void blow(covey_world *world, plain *model, uint64_t *random)
{
    switch (test_below(random, 8)) {
    case 0:
        test_world_steps(world, 1, DT);
        follow(model, world);
        break;
    case 1:
    case 2:
    case 3:
        storm_spawn(world, model, random);
        break;
    case 4:
        storm_put(world, model, random);
        break;
    default:
        storm_remove(world, model, random);
    }
    expect_agent(world, model, (uint32_t)test_below(random, (size_t)model->next + 2));
    if (model->count > 0)
        expect_agent(world, model, model->ids[test_below(random, model->count)]);
}

static void test_a_storm_leaves_the_agents_that_a_plain_model_has(void **unused)
{
    (void)unused;
    uint64_t hashes[2];
    for (int k = 0; k < 2; k++) { // one thread, three
        covey_world *world = make_storm(1 + 2 * k);
        plain model = {.count = 9, .next = 9};
        for (uint32_t id = 0; id < 9; id++)
            model.ids[id] = id;
        follow(&model, world);
        size_t bytes = covey_world_stats(world).bytes;
        uint64_t random = 12;
        size_t blows = test_amount("TEST_STORM", STORM);
        for (size_t n = 0; n < blows; n++)
            blow(world, &model, &random);
        assert_true(model.next > 40 * STORM_ROOM || blows < STORM); // far beyond the room
        assert_true(covey_world_next_id(world, 0) == model.next);
        assert_true(covey_world_stats(world).bytes == bytes);
        hashes[k] = covey_world_hash(world);
        covey_world_destroy(world);
    }
    assert_true(hashes[0] == hashes[1]);
}

/// In the middle of a storm one world is saved; another that is restored from it lives through the
/// rest with the same ids and bits. Snapshots of the same state have the same bytes.
static void test_a_world_restored_in_a_storm_goes_on_as_the_other(void **unused)
{
    (void)unused;
    covey_world *world = make_storm(1), *other = make_storm(3);
    plain model = {.count = 9, .next = 9}, again;
    for (uint32_t id = 0; id < 9; id++)
        model.ids[id] = id;
    follow(&model, world);
    uint64_t random = 77;
    for (int round = 0; round < 30; round++) {
        for (int k = 0; k < 20; k++)
            blow(world, &model, &random);
        size_t size = covey_world_snapshot_size(world);
        unsigned char *bytes = malloc(2 * size + 1);
        assert_non_null(bytes);
        assert_int_equal(covey_world_save(world, bytes, size), COVEY_OK);
        assert_int_equal(covey_world_restore(other, bytes, size, NULL), COVEY_OK);
        assert_int_equal(covey_world_save(other, bytes + size + 1, size), COVEY_OK); // unaligned
        assert_memory_equal(bytes, bytes + size + 1, size);
        free(bytes);
        again = model;
        uint64_t random_again = random;
        for (int k = 0; k < 20; k++) {
            blow(world, &model, &random);
            blow(other, &again, &random_again);
            assert_true(covey_world_hash(world) == covey_world_hash(other));
        }
        assert_memory_equal(&model.ids, &again.ids, model.count * sizeof *model.ids);
    }
    covey_world_destroy(other);
    covey_world_destroy(world);
}

// ---- The last ids ----

static covey_world *make(const test_flock *agents)
{
    covey_world *world = test_world_in(covey_space_torus(SIDE, SIDE));
    covey_flock_def flock = test_flock_def(agents);
    flock.model = "vicsek";
    flock.capacity = STORM_ROOM;
    test_world_add(world, &flock);
    return world;
}

/// Ids count up to 2^32 - 2; then no agent can join, however many have left, and nothing wraps.
static void test_ids_that_run_out_say_so(void **unused)
{
    (void)unused;
    test_flock agents = {.count = 2};
    covey_world *world = make(&agents), *more;
    agents.count = 3;
    more = make(&agents);
    const covey_pose pose = {{5, 5}, {1, 0}};
    covey_error error;
    covey_id id = 0;
    world->flock[0]->index.next = COVEY_INDEX_IDS - 2;
    covey_index_fill(&world->flock[0]->index, world->flock[0]->state.id, 2);
    for (uint32_t k = 0; k < 2; k++) {
        assert_int_equal(covey_world_spawn(world, 0, pose, &id, NULL), COVEY_OK);
        assert_true(id == COVEY_INDEX_IDS - 2 + k);
    }
    assert_int_equal(covey_world_remove(world, 0, 0, NULL), COVEY_OK);
    assert_int_equal(covey_world_spawn(world, 0, pose, &id, &error), COVEY_ARG);
    assert_string_equal(
        error.message,
        COVEY_WIDE_IDS
            ? "flock flock has given all of its 9007199254740991 ids, none of which is used again"
            : "flock flock has given all of its 4294967295 ids, none of which is used again");
    assert_true(covey_world_next_id(world, 0) == COVEY_MAX_ID);
    test_world_steps(world, 2, DT);
    assert_true(covey_world_index(world, 0, COVEY_MAX_ID - 1) >= 0);
    assert_int_equal(covey_world_index(world, 0, COVEY_NO_AGENT), -1);
    assert_int_equal(covey_world_remove(world, 0, 1, NULL), COVEY_OK);
    assert_int_equal(covey_world_adopt(more, world, &error), COVEY_ARG); // one more than are there
    assert_string_equal(error.message, "flock flock has no ids left for its new agents");
    covey_world_destroy(more);
    covey_world_destroy(world);
}

// ---- Adopting ----

/// Agents that are adopted keep their ids, in their order; those beyond get ids never given before.
static void test_agents_that_are_adopted_keep_their_ids(void **unused)
{
    (void)unused;
    static const uint32_t kept[] = {1, 2, 4, 6, 7, 8, 9};
    uint64_t random = 9;
    test_flock agents = test_flock_create(TEST_UNIFORM, STORM_ROOM, 1.0, SIDE, &random);
    agents.count = 10;
    covey_world *from = make(&agents);
    assert_int_equal(covey_world_remove(from, 0, 5, NULL), COVEY_OK);
    assert_int_equal(covey_world_remove(from, 0, 0, NULL), COVEY_OK);
    assert_int_equal(covey_world_remove(from, 0, 3, NULL), COVEY_OK);
    test_world_steps(from, 3, DT);
    for (size_t count = 5; count <= 9; count += 2) { // fewer, as many, more
        agents.count = count;
        covey_world *to = make(&agents);
        assert_int_equal(covey_world_adopt(to, from, NULL), COVEY_OK);
        for (size_t k = 0; k < count && k < 7; k++) {
            covey_pose one, other;
            assert_int_equal(covey_world_get(to, 0, kept[k], &one, NULL), COVEY_OK);
            assert_int_equal(covey_world_get(from, 0, kept[k], &other, NULL), COVEY_OK);
            assert_memory_equal(&one, &other, sizeof one);
        }
        for (uint32_t id = 10; id < 14; id++) // new, as placed
            assert_true((covey_world_index(to, 0, id) >= 0) == (id + 7 < 10 + count));
        assert_int_equal(covey_world_next_id(to, 0), count > 7 ? 3 + count : 10);
        if (count == 7)
            assert_true(covey_world_hash(to) == covey_world_hash(from));
        covey_world_destroy(to);
    }
    covey_world_destroy(from);
    test_flock_destroy(&agents);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_storm_leaves_the_agents_that_a_plain_model_has),
        cmocka_unit_test(test_a_world_restored_in_a_storm_goes_on_as_the_other),
        cmocka_unit_test(test_ids_that_run_out_say_so),
        cmocka_unit_test(test_agents_that_are_adopted_keep_their_ids),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
