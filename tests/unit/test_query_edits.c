// SPDX-License-Identifier: MIT
// Questions about a world that was made ready stay fast through calls that move no agent, removals
// and agents that join, and have the answers of a world that never was ready.
#include "core/query.h"
#include "covey/batch.h"
#include "support/world.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { AGENTS = 400, ROOM = 2000, ROUNDS = 60, MOST = 2 * ROOM };
#define SIDE 40.0

static covey_world *make(covey_space space)
{
    covey_world_def def = covey_world_def_default();
    def.space = space;
    covey_world *world = test_world_create(&def);
    static const char *const names[] = {"one", "other"};
    for (int k = 0; k < 2; k++) {
        covey_flock_def flock = covey_flock_def_default();
        flock.name = names[k];
        flock.model = "reynolds";
        flock.count = AGENTS;
        flock.capacity = ROOM;
        flock.body = 0.2;
        test_world_add(world, &flock);
    }
    return world;
}

static bool deep; // the worlds at hand

static covey_vec some_place(uint64_t *random)
{
    covey_vec place = {test_uniform(random, 0, SIDE), test_uniform(random, 0, SIDE),
                       deep ? test_uniform(random, 0, SIDE) : 0};
    return place;
}

/// A world of the same state that was never made ready.
static covey_world *copy_of(const covey_world *world)
{
    size_t size = covey_world_snapshot_size(world);
    void *bytes = malloc(size);
    covey_world *copy;
    assert_non_null(bytes);
    assert_int_equal(covey_world_save(world, bytes, size), COVEY_OK);
    assert_int_equal(covey_world_create_from(bytes, size, NULL, NULL, &copy, NULL), COVEY_OK);
    free(bytes);
    return copy;
}

// ---- Answers ----

typedef struct answers {
    size_t count, hits;
    covey_neighbor near[MOST];
    covey_hit hit[MOST];
} answers;

static bool take(void *context, const covey_neighbor *agent)
{
    answers *all = context;
    all->near[all->count++] = *agent;
    return all->count < MOST;
}

static bool take_hit(void *context, const covey_hit *hit)
{
    answers *all = context;
    all->hit[all->hits++] = *hit;
    return all->hits < MOST;
}

static void ask(const covey_world *world, uint64_t random, answers *all)
{
    size_t nearest;
    covey_vec a = some_place(&random), b = some_place(&random);
    const covey_ray ray = covey_ray_default(a, covey_vec_scale(covey_vec_sub(b, a), 0.9));
    const covey_vec low = {fmin(a.x, b.x), fmin(a.y, b.y), fmin(a.z, b.z)};
    const covey_vec high = {fmax(a.x, b.x), fmax(a.y, b.y), fmax(a.z, b.z)};
    memset(all, 0, sizeof *all);
    assert_int_equal(covey_world_near(world, COVEY_ALL_FLOCKS, a, 9, take, all), COVEY_OK);
    assert_int_equal(covey_world_nearest(world, 1, b, 40, all->near + all->count, &nearest),
                     COVEY_OK);
    all->count += nearest;
    assert_int_equal(covey_world_in_box(world, 0, low, high, take, all), COVEY_OK);
    assert_int_equal(covey_world_ray_all(world, &ray, take_hit, all), COVEY_OK);
}

// Member by member: bytes between members may differ.

static void assert_same_agent(const covey_neighbor *one, const covey_neighbor *other)
{
    assert_int_equal(one->id, other->id);
    assert_int_equal(one->flock, other->flock);
    assert_memory_equal(&one->distance, &other->distance, sizeof one->distance);
    assert_memory_equal(&one->pos, &other->pos, sizeof one->pos);
}

static void assert_same_hit(const covey_hit *one, const covey_hit *other)
{
    assert_memory_equal(&one->share, &other->share, sizeof one->share);
    assert_memory_equal(&one->pos, &other->pos, sizeof one->pos);
    assert_int_equal(one->influence, other->influence);
    assert_int_equal(one->flock, other->flock);
    assert_int_equal(one->id, other->id);
}

static void assert_answers(const covey_world *world, uint64_t random)
{
    static answers one, other;
    covey_world *copy = copy_of(world);
    ask(world, random, &one);
    ask(copy, random, &other);
    assert_int_equal(one.count, other.count);
    assert_int_equal(one.hits, other.hits);
    for (size_t k = 0; k < one.count; k++)
        assert_same_agent(&one.near[k], &other.near[k]);
    for (size_t k = 0; k < one.hits; k++)
        assert_same_hit(&one.hit[k], &other.hit[k]);
    covey_world_destroy(copy);
}

static bool is_ready(const covey_world *world, int flock)
{
    return covey_query_is_ready(world, world->flock[flock]);
}

// ---- Calls ----

static void spawn_some(covey_world *world, uint64_t *random)
{
    const covey_pose poses[3] = {
        {some_place(random), {1, 0, 0}}, {some_place(random), {0}}, {some_place(random), {0}}};
    assert_int_equal(covey_world_spawn(world, 0, poses[0], NULL, NULL), COVEY_OK);
    assert_int_equal(covey_world_spawn_many(world, 1, 3, poses, NULL, NULL), COVEY_OK);
}

static covey_id some_agent(const covey_world *world, int flock, uint64_t *random)
{
    covey_view view = covey_world_view(world, flock);
    return view.id[test_below(random, view.count)];
}

static void remove_some(covey_world *world, uint64_t *random)
{
    const covey_id id = some_agent(world, 1, random);
    assert_int_equal(covey_world_remove(world, 0, some_agent(world, 0, random), NULL), COVEY_OK);
    assert_int_equal(covey_world_remove_many(world, 1, 1, &id, NULL), COVEY_OK);
}

static void put_some(covey_world *world, uint64_t *random)
{
    covey_id ids[3];
    covey_pose poses[3];
    for (int k = 0; k < 3; k++) {
        ids[k] = some_agent(world, 1, random);
        poses[k] = (covey_pose){some_place(random), {0}};
    }
    poses[2].pos = test_world_pos(world, 1, ids[2]); // where it is
    const covey_pose there = {some_place(random), {0}}, here = {some_place(random), {0}};
    covey_id one = some_agent(world, 0, random);
    assert_int_equal(covey_world_put_many(world, 1, 3, ids, poses, NULL), COVEY_OK);
    assert_int_equal(covey_world_put(world, 0, one, there, NULL), COVEY_OK);
    assert_int_equal(covey_world_put(world, 0, one, here, NULL), COVEY_OK);
}

/// Calls that move none, some of them refused.
static void touch(covey_world *world, uint64_t *random)
{
    const covey_id id = some_agent(world, 0, random), none = 1000000;
    const covey_agents one = {1, &id};
    const covey_aim aim = covey_aim_place(some_place(random), 1);
    const covey_pose pose = {some_place(random), {0}}, lost = {{(double)NAN, 0, 0}, {0}};
    const uint64_t bits = 7;
    int handle;
    covey_influence_def wind = covey_influence_def_default();
    wind.kind = "wind";
    assert_int_equal(covey_world_user_take(world, 0, NULL), COVEY_OK);
    assert_int_equal(covey_world_user_put(world, 0, one, &bits, NULL), COVEY_OK);
    assert_int_equal(covey_world_aim(world, 0, one, &aim, NULL), COVEY_OK);
    assert_int_equal(covey_world_push(world, 0, id, (covey_vec){1, 1, 0}, NULL), COVEY_OK);
    assert_int_equal(covey_world_set(world, 0, "separation", 2, NULL), COVEY_OK);
    assert_int_equal(covey_world_influence_add(world, &wind, &handle, NULL), COVEY_OK);
    assert_int_equal(covey_world_influence_set(world, handle, "x", 1, NULL), COVEY_OK);
    assert_int_equal(covey_world_influence_remove(world, handle, NULL), COVEY_OK);
    assert_int_equal(covey_world_put(world, 9, id, pose, NULL), COVEY_ARG);
    assert_int_equal(covey_world_put(world, 0, id, lost, NULL), COVEY_ARG);
    assert_int_equal(covey_world_remove(world, 0, none, NULL), COVEY_ARG);
    assert_int_equal(covey_world_spawn(world, 0, lost, NULL, NULL), COVEY_ARG);
    assert_int_equal(covey_world_step(world, (double)NAN), COVEY_ARG);
}

static void test_answers_stay_right_and_fast(void **unused)
{
    (void)unused;
    const covey_space spaces[] = {covey_space_torus(SIDE, SIDE),
                                  covey_space_deep(covey_space_torus(SIDE, SIDE), SIDE),
                                  covey_space_open(), covey_space_reflecting(SIDE, SIDE)};
    uint64_t random = 11;
    for (int s = 0; s < 4; s++) {
        covey_world *world = make(spaces[s]);
        deep = s == 1;
        covey_world_step(world, TEST_DT);
        assert_int_equal(covey_world_prepare(world, NULL), COVEY_OK);
        for (int round = 0; round < ROUNDS; round++) {
            switch (test_below(&random, 4)) {
            case 0:
                spawn_some(world, &random);
                break;
            case 3:
                put_some(world, &random);
                break;
            case 1:
                remove_some(world, &random);
                break;
            default:
                touch(world, &random);
            }
            assert_true(is_ready(world, 0) && is_ready(world, 1));
            assert_answers(world, random);
        }
        covey_world_destroy(world);
    }
    deep = false;
}

static void test_many_edits_make_a_flock_slow_and_not_wrong(void **unused)
{
    (void)unused;
    covey_world *world = make(covey_space_torus(SIDE, SIDE));
    uint64_t random = 5;
    assert_int_equal(covey_world_prepare(world, NULL), COVEY_OK);
    for (int k = 0; k < COVEY_QUERY_TAIL; k++) {
        const covey_pose pose = {some_place(&random), {0}};
        assert_true(is_ready(world, 0));
        assert_int_equal(covey_world_spawn(world, 0, pose, NULL, NULL), COVEY_OK);
    }
    assert_true(is_ready(world, 0));
    assert_answers(world, 1);
    spawn_some(world, &random);
    assert_false(is_ready(world, 0));
    assert_true(is_ready(world, 1));
    assert_answers(world, 2);
    for (int k = 0; k < AGENTS / 2 + 2; k++) {
        assert_true(is_ready(world, 1));
        assert_int_equal(covey_world_remove(world, 1, some_agent(world, 1, &random), NULL),
                         COVEY_OK);
    }
    assert_false(is_ready(world, 1));
    assert_answers(world, 3);
    covey_world_destroy(world);
}

static void test_moves_make_questions_slow(void **unused)
{
    (void)unused;
    covey_world *world = make(covey_space_torus(SIDE, SIDE));
    size_t size = covey_world_snapshot_size(world);
    void *bytes = malloc(size);
    assert_non_null(bytes);
    assert_int_equal(covey_world_save(world, bytes, size), COVEY_OK);
    enum { MANY = COVEY_QUERY_TAIL + 1 };
    static covey_id ids[MANY];
    static covey_pose poses[MANY];
    for (covey_id k = 0; k < MANY; k++) {
        const covey_pose some = {{1, 1, 0}, {0}};
        ids[k] = k;
        if (k >= AGENTS)
            assert_int_equal(covey_world_spawn(world, 0, some, NULL, NULL), COVEY_OK);
        assert_int_equal(covey_world_get(world, 0, k, &poses[k], NULL), COVEY_OK);
        poses[k].pos.x *= 0.5;
    }
    for (int k = 0; k < 3; k++) {
        assert_int_equal(covey_world_prepare(world, NULL), COVEY_OK);
        assert_true(is_ready(world, 0));
        covey_status status = COVEY_OK;
        switch (k) {
        case 0:
            status = covey_world_put_many(world, 0, MANY, ids, poses, NULL);
            break;
        case 1:
            status = covey_world_step(world, TEST_DT);
            break;
        default:
            status = covey_world_restore(world, bytes, size, NULL);
        }
        assert_int_equal(status, COVEY_OK);
        assert_false(is_ready(world, 0));
        assert_answers(world, 4);
    }
    covey_world_destroy(world);
    free(bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_answers_stay_right_and_fast),
        cmocka_unit_test(test_many_edits_make_a_flock_slow_and_not_wrong),
        cmocka_unit_test(test_moves_make_questions_slow),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
