// SPDX-License-Identifier: MIT
// Threads of an engine have small stacks: every call of a world, and every task that a world gives
// to an executor, leaves 4 KiB of one of 64 KiB to the program. Beyond its stack a thread dies.
#define _POSIX_C_SOURCE 200809L
#include "covey/measure.h"
#include "support/probe.h"
#include "support/world.h"

#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { STACK = 60 * 1024, AGENTS = 70, SPACES = 3 };

static void run_on_small_stack(void *(*work)(void *), void *argument)
{
    pthread_attr_t small;
    pthread_t thread;
    if (pthread_attr_init(&small) != 0 || pthread_attr_setstacksize(&small, STACK) != 0 ||
        pthread_create(&thread, &small, work, argument) != 0 || pthread_join(thread, NULL) != 0)
        abort();
    (void)pthread_attr_destroy(&small);
}

// ---- An executor ----

typedef struct job {
    covey_task *task;
    void *argument;
    size_t count;
} job;

static void *do_job(void *of)
{
    job *self = of;
    for (size_t k = 0; k < self->count; k++)
        self->task(self->argument, k);
    return NULL;
}

static void run_apart(void *context, covey_task *task, void *argument, size_t count)
{
    (void)context;
    job of = {task, argument, count};
    run_on_small_stack(do_job, &of);
}

// ---- Calls ----

/// A world, all that is called, and the call that failed.
typedef struct life {
    covey_world_def def;
    const covey_model *model;
    const covey_setting *settings;
    size_t settings_count;
    void *bytes; ///< of its snapshot
    const char *failed;
} life;

/// Notes a call that failed; the first one stays.
static bool went(life *self, covey_status status, const char *call)
{
    if (status != COVEY_OK && self->failed == NULL)
        self->failed = call;
    return status == COVEY_OK;
}

static covey_flock_def flock_of(const char *name)
{
    covey_flock_def flock = covey_flock_def_default();
    flock.name = name;
    flock.model = "torus";
    flock.count = AGENTS;
    flock.capacity = AGENTS + 1;
    flock.body = 0.01;
    flock.place.kind = COVEY_PLACE_DISC;
    flock.place.x = 3.0;
    flock.place.y = 3.0;
    flock.place.radius = 2.0;
    return flock;
}

/// Adds a flock to hunt and one of the model.
static void add_flocks(life *self, covey_world *world)
{
    int number;
    covey_flock_def flock = flock_of("prey");
    (void)went(self, covey_world_add(world, &flock, &number, NULL), "add");
    flock = flock_of("others");
    flock.custom_model = self->model;
    flock.settings = self->settings;
    flock.settings_count = self->settings_count;
    flock.hunts = strcmp(self->model->name, "predator") == 0 ? "prey" : NULL;
    (void)went(self, covey_world_add(world, &flock, &number, NULL), "add");
}

/// Adds one of each kind of the plane, with as many points as it takes.
static void add_influences(life *self, covey_world *world)
{
    const double x[] = {1.0, 2.0, 2.0}, y[] = {1.0, 1.0, 2.0};
    const covey_setting radius = {"radius", 0.3};
    const covey_field field = {.cell = {1, 1, 1}, .count = {3, 1, 1}, .value = {x, y, y}};
    for (int k = 0; covey_influence_at(k) != NULL; k++) {
        const covey_influence *kind = covey_influence_at(k);
        if (kind->form != COVEY_INFLUENCE_OUTLINE && kind->form != COVEY_INFLUENCE_LINE)
            continue; // of three dimensions
        covey_influence_def def = covey_influence_def_default();
        def.kind = kind->name;
        def.settings = &radius;
        def.settings_count = covey_param_find(kind->params, radius.name) != NULL;
        def.points[0] = x;
        def.points[1] = y;
        def.field = kind->field ? &field : NULL;
        int number = -1;
        covey_status status = COVEY_ARG;
        for (size_t points = 4; points-- > 0 && status != COVEY_OK;) {
            def.points_count = points;
            status = covey_world_influence_add(world, &def, &number, NULL);
        }
        (void)went(self, status, def.kind);
    }
}

/// Asks for the share of each rule, which takes as much as a step of one agent.
static void ask_rules(life *self, covey_world *world)
{
    covey_vec push;
    for (const covey_param *param = self->model->params; param->name != NULL; param++)
        if (param->rule)
            (void)went(self, covey_world_rule(world, 1, 7, param->name, &push), "rule");
}

static void change(life *self, covey_world *world)
{
    const covey_pose pose = {{3.0, 3.0}, {0.1, 0.2}};
    covey_id id;
    (void)went(self, covey_world_put(world, 1, 5, pose, NULL), "put");
    (void)went(self, covey_world_spawn(world, 1, pose, &id, NULL), "spawn");
    (void)went(self, covey_world_remove(world, 1, 3, NULL), "remove");
}

static void measure(life *self, const covey_world *world)
{
    const covey_measure_def def = covey_measure_def_default();
    double values[COVEY_MAX_MEASURES];
    covey_view view = covey_world_view(world, 1);
    (void)went(self, covey_measure_all(&view, &def, values, NULL), "measures");
}

/// Goes back to a snapshot, and to the same state again.
static void return_to(life *self, covey_world *world)
{
    size_t size = covey_world_snapshot_size(world);
    uint64_t hash = covey_world_hash(world);
    self->bytes = realloc(self->bytes, size);
    (void)went(self, covey_world_save(world, self->bytes, size), "save");
    (void)went(self, covey_world_step(world, 0.01), "step");
    (void)went(self, covey_world_restore(world, self->bytes, size, NULL), "restore");
    (void)went(self, covey_world_hash(world) == hash ? COVEY_OK : COVEY_INPUT, "hash");
}

static void *live(void *of)
{
    life *self = of;
    covey_world *world;
    if (!went(self, covey_world_create(&self->def, &world, NULL), "create"))
        return NULL;
    add_flocks(self, world);
    add_influences(self, world);
    for (int step = 0; step < 2 && self->failed == NULL; step++)
        (void)went(self, covey_world_step(world, 0.01), "step");
    if (self->failed == NULL) {
        ask_rules(self, world);
        change(self, world);
        measure(self, world);
        return_to(self, world);
    }
    covey_world_destroy(world);
    return NULL;
}

// ---- Worlds ----

/// The second is too small for the radii of most models: offsets lead around it.
static covey_space space_at(int index)
{
    if (index == 0)
        return covey_space_open();
    return index == 1 ? covey_space_torus(6.0, 6.0) : covey_space_torus(500.0, 500.0);
}

/// On the caller's thread, or on others.
static void live_all(life *self)
{
    for (int rest = 0; rest < 8 * SPACES; rest++) {
        self->def.precision = rest & 1 ? COVEY_PRECISION_SINGLE : COVEY_PRECISION_DOUBLE;
        self->def.dense = rest & 2 ? COVEY_DENSE_AGGREGATE : COVEY_DENSE_PAIRS;
        self->def.executor.run = rest & 4 ? run_apart : NULL;
        self->def.space = space_at(rest / 8);
        run_on_small_stack(live, self);
        if (self->failed != NULL)
            fail_msg("%s with %s, %d: %s", self->model->name,
                     covey_kernel_names()[self->def.kernel], rest, self->failed);
    }
}

/// With every kernel of this machine.
static void live_with(const covey_model *model, const covey_setting *settings, size_t count)
{
    life self = {.def = covey_world_def_default(),
                 .model = model,
                 .settings = settings,
                 .settings_count = count};
    while (test_next_kernel()) {
        self.def.kernel = test_kernel;
        live_all(&self);
    }
    free(self.bytes);
}

static void test_all_models_live_on_small_stacks(void **unused)
{
    (void)unused;
    if (TEST_SANITIZED) // which takes more
        skip();
    for (int k = 0; covey_model_at(k) != NULL; k++)
        live_with(covey_model_at(k), NULL, 0);
}

/// As many zones as there may be, which share no pass.
static void test_a_model_of_many_zones_lives_on_small_stacks(void **unused)
{
    (void)unused;
    if (TEST_SANITIZED)
        skip();
    const covey_setting decay[] = {
        {"rings", COVEY_MAX_ZONES}, {"radius", 0.3}, {"carry", 1}, {"decay", 0.5}};
    const covey_setting inverse[] = {
        {"rings", COVEY_MAX_ZONES}, {"radius", 0.3}, {"carry", 1}, {"weight", 2}};
    const covey_setting falloff[] = {
        {"rings", COVEY_MAX_ZONES}, {"radius", 0.3}, {"carry", 1}, {"falloff", 1}};
    const covey_setting nearest[] = {
        {"rings", COVEY_MAX_ZONES}, {"radius", 0.3}, {"carry", 1}, {"nearest", COVEY_MAX_NEAREST}};
    live_with(&test_probe, decay, 4);
    live_with(&test_probe, inverse, 4);
    live_with(&test_probe, falloff, 4);
    live_with(&test_probe, nearest, 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_all_models_live_on_small_stacks),
        cmocka_unit_test(test_a_model_of_many_zones_lives_on_small_stacks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
