// SPDX-License-Identifier: MIT
// Programs whose threads round otherwise, flush subnormal numbers to zero, or stop at exceptions
// get the bits of all others, and keep their rules.
#define _GNU_SOURCE // feenableexcept()
#include "base/bits.h"
#include "covey/batch.h"
#include "covey/formal.h"
#include "covey/interpolate.h"
#include "covey/measure.h"
#include "covey/query.h"
#include "covey/schedule.h"
#include "support/world.h"

#include <fenv.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

#if defined(__SSE2__)
#include <xmmintrin.h>
#endif

#define LENGTH(array) (sizeof(array) / sizeof(array)[0])

enum { AGENTS = 60, STEPS = 4 };

// ---- Rules ----

typedef enum rules { USUAL, UP, DOWN, ZERO, FLUSH_RESULTS, FLUSH_OPERANDS, FLUSH, STOP, ALL } rules;

static void set_rules(rules wanted)
{
    static const int modes[] = {FE_TONEAREST, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};
    assert_int_equal(fesetenv(FE_DFL_ENV), 0);
    if (wanted < LENGTH(modes))
        assert_int_equal(fesetround(modes[wanted]), 0);
#if defined(__SSE2__)
    static const unsigned flags[ALL] = {[FLUSH_RESULTS] = 0x8000,
                                        [FLUSH_OPERANDS] = 0x0040,
                                        [FLUSH] = 0xe040}; // which rounds to zero, too
    _mm_setcsr(_mm_getcsr() | flags[wanted]);
#endif
#if defined(__GLIBC__) && defined(__SSE2__)
    if (wanted == STOP)
        (void)feenableexcept(FE_INEXACT | FE_UNDERFLOW | FE_DIVBYZERO | FE_INVALID);
#endif
}

/// The rules of this thread, without what has come up.
static unsigned rules_now(void)
{
#if defined(__SSE2__)
    return _mm_getcsr() & ~0x3fU;
#else
    return (unsigned)fegetround();
#endif
}

/// A program at work: what it found out, and its rules.
typedef struct program {
    covey_world *world;
    rules rules;
    uint64_t found;
} program;

static void keep(program *self, double number)
{
    self->found = covey_hash_word(self->found, covey_bits_of(number));
}

/// Makes a call under the rules of the program, and fails if it has others then.
#define CALL(self, call)                                                                           \
    do {                                                                                           \
        set_rules((self)->rules);                                                                  \
        unsigned before_ = rules_now();                                                            \
        (call);                                                                                    \
        unsigned after_ = rules_now();                                                             \
        set_rules(USUAL);                                                                          \
        if (before_ != after_)                                                                     \
            fail_msg("rules %d: %s left others", (self)->rules, #call);                            \
    } while (0)

#define DONE(self, call)                                                                           \
    do {                                                                                           \
        covey_status status_ = COVEY_OK;                                                           \
        CALL(self, status_ = (call));                                                              \
        if (status_ != COVEY_OK)                                                                   \
            fail_msg("%s: %s", #call, covey_status_text(status_));                                 \
    } while (0)

// ---- A game ----

/// Hard bodies in a torus, in the middle of which an obstacle and a goal are.
static void begin(program *self, covey_precision precision, int threads)
{
    covey_world_def def = covey_world_def_default();
    def.space = covey_space_torus(20.1, 15.3);
    def.threads = threads;
    def.precision = precision;
    DONE(self, covey_world_create(&def, &self->world, NULL));
    covey_flock_def flock = covey_flock_def_default();
    const covey_trait fast = {"max_speed", covey_distribution_lognormal(2.1, 0.3), NULL};
    const covey_setting slow = {"min_speed", 0.1};
    int number;
    flock.model = "reynolds";
    flock.settings = &slow;
    flock.settings_count = 1;
    flock.count = AGENTS;
    flock.capacity = AGENTS + 2;
    flock.body = 0.21;
    flock.hard = true;
    flock.traits = &fast;
    flock.traits_count = 1;
    DONE(self, covey_world_add(self->world, &flock, &number, NULL));
    double typical = 0;
    CALL(self, typical = covey_world_param(self->world, 0, "max_speed"));
    keep(self, typical);
    flock.name = "hunters";
    flock.traits_count = 0;
    flock.count = 7;
    flock.hunts = "flock";
    flock.catches = 0.7;
    flock.births = true;
    DONE(self, covey_world_add(self->world, &flock, &number, NULL));
    const double x[] = {7.7, 9.1, 8.3}, y[] = {5.1, 5.3, 7.9};
    const covey_setting thin = {"radius", 0.3};
    covey_influence_def wall = {.kind = "obstacle", .points = {x, y}, .points_count = 3};
    wall.settings = &thin;
    wall.settings_count = 1;
    DONE(self, covey_world_influence_add(self->world, &wall, &number, NULL));
    wall = (covey_influence_def){.kind = "goal"};
    DONE(self, covey_world_influence_add(self->world, &wall, &number, NULL));
}

static void change(program *self)
{
    const double x[] = {-7.7, -9.1, -8.3}, y[] = {25.1, 25.3, 27.9};
    const double *points[COVEY_AXES] = {x, y};
    const uint64_t steps[] = {0, 30};
    const double values[] = {0.1, 1.7};
    covey_schedule schedule = {.flock = 0, .influence = -1, .name = "cohesion", .count = 2};
    schedule.steps = steps;
    schedule.values = values;
    covey_id id;
    covey_world *world = self->world;
    DONE(self, covey_world_influence_move(world, 0, points, NULL));
    DONE(self, covey_world_put(world, 1, 5, (covey_pose){{-1.1, 33.3, 0}, {0.1, 0.7, 0}}, NULL));
    DONE(self, covey_world_spawn(world, 1, (covey_pose){{21.3, 1.3, 0}, {0.3, 0.1, 0}}, &id, NULL));
    DONE(self, covey_world_push(world, 1, 6, (covey_vec){0.1, 0.3, 0}, NULL));
    DONE(self, covey_world_schedule_add(world, &schedule, NULL));
    DONE(self, covey_world_set(world, 0, "separation", 1.3, NULL));
}

static bool keep_hit(void *context, const covey_hit *hit)
{
    keep(context, hit->pos.y);
    return true;
}

static bool keep_neighbor(void *context, const covey_neighbor *found)
{
    keep(context, found->distance);
    return true;
}

/// What a game asks between two steps.
static void ask(program *self)
{
    const covey_world *world = self->world;
    const covey_vec here = {3.3, 4.7, 0}, there = {17.1, 12.9, 0};
    covey_vec push;
    covey_neighbor nearest[5];
    covey_hit hit = {0};
    const covey_ray ray = covey_ray_default(here, there);
    float shown[4 * (AGENTS + 2)] = {0};
    bool found, sees;
    int influence;
    size_t count;
    DONE(self, covey_world_rule(self->world, 1, 3, "separation", &push));
    DONE(self, covey_world_near(world, 0, here, 3.1, keep_neighbor, self));
    DONE(self, covey_world_nearest(world, 0, there, 5, nearest, &count));
    DONE(self, covey_world_ray(world, &ray, &hit, &found));
    DONE(self, covey_world_ray_all(world, &ray, keep_hit, self));
    DONE(self,
         covey_world_in_box(world, 1, (covey_vec){-3.1, -0.3, 0}, there, keep_neighbor, self));
    DONE(self, covey_world_inside(world, 0, there, 0.1, &influence));
    DONE(self, covey_world_sees(world, 0, here, there, &sees));
    DONE(self, covey_world_interpolate(world, 0, 0.3, &(covey_instances){.out = shown}));
    keep(self, push.x + push.y);
    for (size_t k = 0; k < count; k++)
        keep(self, nearest[k].distance);
    keep(self, hit.pos.x);
    keep(self, influence + 10 * sees + 100 * found);
    for (size_t k = 0; k < LENGTH(shown); k++)
        keep(self, (double)shown[k]);
}

/// All measures, of the flock and of each agent.
static void measure(program *self)
{
    double values[COVEY_MAX_MEASURES] = {0}, cells[AGENTS + 2], polarization = 0, milling = 0;
    covey_agent_motion moved[AGENTS + 2];
    covey_agent_values agents[AGENTS + 2];
    covey_vec center = {0, 0, 0};
    covey_view view = covey_world_view(self->world, 1);
    covey_measure_def def = covey_measure_def_default();
    for (int k = 0; covey_measure_of(&def, k) != NULL; k++)
        if (covey_measure_fits(&def, k, 2))
            def.wanted |= UINT64_C(1) << k;
    DONE(self, covey_measure_all(&view, &def, values, NULL));
    DONE(self, covey_measure_agents(&view, &def, agents, NULL));
    DONE(self, covey_measure_cells(&view, &def, cells, NULL));
    CALL(self, polarization = covey_polarization(&view));
    CALL(self, center = covey_center(&view));
    CALL(self, milling = covey_milling(&view));
    DONE(self, covey_measure_motion(&view, &view, 0.3, moved, NULL));
    keep(self, milling + moved[0].speed);
    for (int k = 0; k < COVEY_MAX_MEASURES; k++)
        keep(self, values[k]);
    for (size_t k = 0; k < view.count; k++)
        keep(self, agents[k].nearest + cells[k]);
    keep(self, polarization);
    keep(self, center.x);
}

static uint64_t play(rules wanted, covey_precision precision, int threads)
{
    program self = {.rules = wanted};
    begin(&self, precision, threads);
    for (int step = 0; step < 3 * STEPS; step++) {
        DONE(&self, covey_world_step(self.world, 0.03));
        self.found = covey_hash_word(self.found, covey_world_hash(self.world));
        if (step == STEPS)
            change(&self);
        ask(&self);
        measure(&self);
        if (step != 2 * STEPS)
            continue;
        size_t size = covey_world_snapshot_size(self.world);
        void *bytes = malloc(size);
        assert_non_null(bytes);
        DONE(&self, covey_world_save(self.world, bytes, size));
        CALL(&self, covey_world_destroy(self.world));
        covey_world_def engine = covey_world_def_default();
        engine.threads = threads;
        DONE(&self, covey_world_create_from(bytes, size, &engine, NULL, &self.world, NULL));
        DONE(&self, covey_world_restore(self.world, bytes, size, NULL));
        free(bytes);
    }
    covey_world_destroy(self.world);
    return self.found;
}

static void test_a_game_of_any_rules_has_the_same_bits(void **unused)
{
    (void)unused;
    for (int precision = 0; precision < 2; precision++) {
        uint64_t usual = play(USUAL, (covey_precision)precision, 1);
        for (int threads = 1; threads <= 3; threads += 2)
            for (int wanted = USUAL; wanted < ALL; wanted++)
                if (play((rules)wanted, (covey_precision)precision, threads) != usual)
                    fail_msg("rules %d, %d threads: other bits", wanted, threads);
    }
}

// ---- Models ----

static uint64_t fly(rules wanted, const char *model)
{
    program self = {.rules = wanted};
    covey_flock_def flock = covey_flock_def_default();
    int number;
    self.world = test_world_plain();
    flock.model = model;
    flock.count = 50;
    flock.place.kind = COVEY_PLACE_DISC; // near places give small numbers
    flock.place.radius = 0x1p-510;
    DONE(&self, covey_world_add(self.world, &flock, &number, NULL));
    for (int step = 0; step < STEPS; step++)
        CALL(&self, (void)covey_world_step(self.world, TEST_DT));
    uint64_t hash = covey_world_hash(self.world);
    covey_world_destroy(self.world);
    return hash;
}

static void test_every_model_has_the_same_bits(void **unused)
{
    (void)unused;
    for (int k = 0; covey_model_at(k) != NULL; k++) {
        const char *name = covey_model_at(k)->name;
        uint64_t usual = fly(USUAL, name);
        for (int wanted = UP; wanted < ALL; wanted++)
            if (fly((rules)wanted, name) != usual)
                fail_msg("%s, rules %d: other bits", name, wanted);
    }
}

// ---- Engines ----

/// The rules that the threads of an engine have, and leave.
typedef struct engine {
    rules rules;
    int jobs;
} engine;

static void run_otherwise(void *context, covey_task *task, void *argument, size_t tasks)
{
    engine *self = context;
    set_rules(self->rules);
    for (size_t index = 0; index < tasks; index++) {
        unsigned before = rules_now();
        task(argument, index);
        assert_int_equal(rules_now(), before);
    }
    self->jobs++;
}

static uint64_t step_by(rules wanted)
{
    engine own = {wanted, 0};
    covey_world_def def = covey_world_def_default();
    def.executor = (covey_executor){run_otherwise, &own};
    covey_world *world = test_world_create(&def);
    covey_flock_def flock = test_flock_plain("torus", 1000);
    test_world_add(world, &flock);
    for (int step = 0; step < STEPS; step++)
        assert_int_equal(covey_world_step(world, TEST_DT), COVEY_OK);
    set_rules(USUAL);
    assert_true(own.jobs >= STEPS);
    uint64_t hash = covey_world_hash(world);
    covey_world_destroy(world);
    return hash;
}

/// Also if it leaves the thread of the caller with other rules.
static void test_threads_of_an_engine_may_have_any_rules(void **unused)
{
    (void)unused;
    uint64_t usual = step_by(USUAL);
    for (int wanted = UP; wanted < ALL; wanted++)
        assert_true(step_by((rules)wanted) == usual);
}

static void test_a_program_can_ask_for_its_rules(void **unused)
{
    (void)unused;
    for (int wanted = USUAL; wanted < ALL; wanted++) {
#if !defined(__SSE2__)
        if (wanted >= FLUSH_RESULTS)
            continue;
#endif
        if (wanted == STOP) // which asking would do
            continue;
        set_rules((rules)wanted);
        bool right = covey_rounds_right();
        set_rules(USUAL);
        assert_int_equal(right, wanted == USUAL);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_game_of_any_rules_has_the_same_bits),
        cmocka_unit_test(test_every_model_has_the_same_bits),
        cmocka_unit_test(test_threads_of_an_engine_may_have_any_rules),
        cmocka_unit_test(test_a_program_can_ask_for_its_rules),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
