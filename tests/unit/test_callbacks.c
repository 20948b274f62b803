// SPDX-License-Identifier: MIT
// A world that is being changed refuses to be changed by callbacks of that change, without harm.
#define _XOPEN_SOURCE 700
#define COVEY_DEBUG // for COVEY_MISUSE() in this file alone
#include "base/misuse.h"
#include "covey/covey.h"

#include "support/world.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

enum { AGENTS = 200, ROOM = 210 };

static covey_world *world; ///< that callbacks try to change
static bool tries;
static atomic_uint tried, wrong;
static unsigned char saved[1 << 16];
static size_t saved_size;

static void expect(covey_status status)
{
    atomic_fetch_add(&tried, 1);
    if (status != COVEY_ARG)
        atomic_fetch_add(&wrong, 1);
}

/// Everything that changes a world.
static void try_all(void)
{
    if (!tries || world == NULL)
        return;
    covey_error error = {0};
    covey_flock_def flock = covey_flock_def_default();
    covey_influence_def wind = covey_influence_def_default();
    const covey_pose pose = {{1, 2}, {3, 4}};
    const double x = 3.0, *points[COVEY_AXES] = {&x, &x};
    covey_vec push;
    covey_id id;
    int number;
    flock.name = "more";
    wind.kind = "wind";
    expect(covey_world_step(world, 0.1));
    expect(covey_world_add(world, &flock, &number, &error));
    expect(covey_world_put(world, 0, 0, pose, &error));
    expect(covey_world_spawn(world, 0, pose, &id, &error));
    expect(covey_world_remove(world, 0, 0, &error));
    expect(covey_world_set(world, 0, "r_c", 3, &error));
    expect(covey_world_rule(world, 0, 0, "K_c", &push));
    expect(covey_world_influence_add(world, &wind, &number, &error));
    expect(covey_world_influence_remove(world, 0, &error));
    expect(covey_world_influence_move(world, 0, points, &error));
    expect(covey_world_influence_set(world, 0, "radius", 2, &error));
    expect(covey_world_restore(world, saved, saved_size, &error));
    expect(covey_world_adopt(world, world, &error));
    if (strstr(error.message, "callback") == NULL)
        atomic_fetch_add(&wrong, 1);
    covey_world_destroy(world);
    (void)covey_world_hash(world); // to look is allowed
    (void)covey_world_view(world, 0);
}

// ---- Callbacks that do so ----

static covey_vec decide(const void *params, const covey_agent *self, const covey_percept *percepts)
{
    if (self->id % 50 == 0)
        try_all();
    return covey_model_find("formal")->decide(params, self, percepts);
}

static int zones(const void *params, covey_zone made[COVEY_MAX_ZONES])
{
    try_all();
    return covey_model_find("formal")->zones(params, made);
}

static covey_vec act(const void *params, const covey_scene *scene, const covey_agent *agent)
{
    (void)params;
    (void)scene;
    if (agent->id % 50 == 1)
        try_all();
    return (covey_vec){0.5, 0};
}

static void move(const void *params, covey_agent *agent, covey_vec intent, double dt)
{
    if (agent->id % 50 == 2)
        try_all();
    covey_motion_find(covey_model_find("formal")->motion)->move(params, agent, intent, dt);
}

static void init_from_velocity(const void *params, covey_agent *agent)
{
    (void)params;
    (void)agent;
    try_all();
}

static void execute(void *context, covey_task *task, void *argument, size_t count)
{
    (void)context;
    try_all();
    for (size_t k = 0; k < count; k++)
        task(argument, k);
    try_all();
}

static void *resize(void *context, void *block, size_t old_size, size_t new_size)
{
    (void)context;
    (void)old_size;
    try_all();
    if (new_size > 0)
        return realloc(block, new_size);
    free(block);
    return NULL;
}

// ---- Worlds with such callbacks ----

static covey_model model;
static covey_motion motion;

static void make_world(bool executes, covey_dense dense, covey_precision precision)
{
    static const covey_influence push = {.name = "push", .act = act};
    covey_world_def def = covey_world_def_default();
    def.allocator.resize = resize;
    def.executor.run = executes ? execute : NULL;
    def.threads = executes ? 1 : 3;
    def.dense = dense;
    def.precision = precision;
    world = NULL;
    covey_world *made = test_world_create(&def);
    model = *covey_model_find("formal");
    model.decide = decide;
    model.decide_block = NULL;
    model.zones = zones;
    motion = *covey_motion_find(model.motion);
    motion.move = move;
    motion.move_block = NULL;
    motion.init_from_velocity = init_from_velocity;
    covey_flock_def flock = covey_flock_def_default();
    flock.custom_model = &model;
    flock.custom_motion = &motion;
    flock.count = AGENTS;
    flock.capacity = ROOM;
    world = made;
    (void)test_world_add(made, &flock);
    int number;
    const double x = 50.0;
    covey_influence_def obstacle = {
        .kind = "obstacle", .points = {&x, &x}, .points_count = 1, .custom_kind = NULL};
    covey_influence_def own = {.custom_kind = &push};
    assert_int_equal(covey_world_influence_add(made, &obstacle, &number, NULL), COVEY_OK);
    assert_int_equal(covey_world_influence_add(made, &own, &number, NULL), COVEY_OK);
}

/// Every change that there is, in between steps. Returns the hash at the end.
static uint64_t change_all(void)
{
    const covey_pose pose = {{1, 2}, {0, 1}};
    const double x = 40.0, *points[COVEY_AXES] = {&x, &x};
    covey_vec push;
    int number;
    covey_influence_def wind = {.kind = "wind"};
    covey_flock_def more = covey_flock_def_default();
    more.name = "second";
    more.count = 5;
    for (int k = 0; k < 3; k++)
        assert_int_equal(covey_world_step(world, 0.1), COVEY_OK);
    saved_size = covey_world_snapshot_size(world);
    assert_true(saved_size <= sizeof saved);
    assert_int_equal(covey_world_save(world, saved, saved_size), COVEY_OK);
    assert_int_equal(covey_world_put(world, 0, 3, pose, NULL), COVEY_OK);
    assert_int_equal(covey_world_restore(world, saved, saved_size, NULL), COVEY_OK);
    assert_int_equal(covey_world_spawn(world, 0, pose, NULL, NULL), COVEY_OK);
    assert_int_equal(covey_world_remove(world, 0, 7, NULL), COVEY_OK);
    assert_int_equal(covey_world_set(world, 0, "r_c", 4, NULL), COVEY_OK);
    assert_int_equal(covey_world_rule(world, 0, 1, "K_c", &push), COVEY_OK);
    assert_int_equal(covey_world_influence_move(world, 0, points, NULL), COVEY_OK);
    assert_int_equal(covey_world_influence_set(world, 0, "radius", 2, NULL), COVEY_OK);
    assert_int_equal(covey_world_influence_add(world, &wind, &number, NULL), COVEY_OK);
    assert_int_equal(covey_world_influence_remove(world, 1, NULL), COVEY_OK);
    assert_int_equal(covey_world_add(world, &more, &number, NULL), COVEY_OK);
    assert_int_equal(covey_world_step(world, 0.1), COVEY_OK);
    uint64_t hash = covey_world_hash(world);
    covey_world_destroy(world);
    world = NULL;
    return hash;
}

static void test_a_world_refuses_its_own_callbacks_and_goes_on_alike(void **state)
{
    (void)state;
    for (int k = 0; k < 8; k++) {
        uint64_t hash[2];
        for (int run = 0; run < 2; run++) {
            tries = run == 1;
            make_world((k & 1) != 0, (covey_dense)(k >> 1 & 1), (covey_precision)(k >> 2));
            hash[run] = change_all();
        }
        assert_int_equal(hash[0], hash[1]);
    }
    assert_int_equal(wrong, 0);
    assert_true(tried > 10000);
}

static void test_a_world_takes_changes_again_after_a_refusal(void **state)
{
    (void)state;
    tries = false;
    make_world(false, COVEY_DENSE_PAIRS, COVEY_PRECISION_DOUBLE);
    assert_int_equal(covey_world_step(world, (double)NAN), COVEY_ARG);
    assert_int_equal(covey_world_set(world, 0, "no", 1, NULL), COVEY_ARG);
    assert_int_equal(covey_world_restore(world, "x", 1, NULL), COVEY_INPUT);
    assert_int_equal(covey_world_remove(world, 9, 0, NULL), COVEY_ARG);
    assert_int_equal(covey_world_step(world, 0.1), COVEY_OK);
    covey_world_destroy(world);
    world = NULL;
}

static void test_a_debug_build_ends_at_a_misuse(void **state)
{
    (void)state;
    int status;
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        (void)signal(SIGABRT, SIG_DFL);
        COVEY_MISUSE(child == 0);
        _exit(0);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
#ifdef NDEBUG
    assert_true(WIFEXITED(status));
#else
    assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT);
#endif
    COVEY_MISUSE(child == 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_world_refuses_its_own_callbacks_and_goes_on_alike),
        cmocka_unit_test(test_a_world_takes_changes_again_after_a_refusal),
        cmocka_unit_test(test_a_debug_build_ends_at_a_misuse),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
