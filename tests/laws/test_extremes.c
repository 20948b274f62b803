// SPDX-License-Identifier: MIT
// Every model with every motion that follows it, with parameters at the ends of their ranges, none,
// one or many agents, all at one place or at walls, by steps of any length: a step ends well or
// says that numbers left the finite range, the same on any number of threads, and no number does
// unsaid.
#include "support/world.h"

#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

enum { MOST = 140, ROUNDS = 60, STEPS = 4, FLOCKS = 2 };

#define SIDE 32.0

/// A world to be made twice: for one thread and for three.
typedef struct world_plan {
    covey_world_def world;
    covey_flock_def flock[FLOCKS];
    double pos[FLOCKS][COVEY_AXES][MOST], vel[FLOCKS][COVEY_AXES][MOST];
    covey_setting settings[FLOCKS][32];
    covey_response response;
} world_plan;

static double end_of(const covey_param *row, uint64_t *random)
{
    const double ends[] = {row->low, row->high, row->initial, row->initial,
                           1e-200,   0.0,       1.0,          1e300};
    double value = ends[test_below(random, 8)];
    if (row->choices != NULL || row->whole)
        value = floor(value);
    return value >= row->low && value <= row->high ? value : row->initial;
}

static void draw_settings(const covey_param *table, covey_flock_def *flock,
                          covey_setting settings[32], uint64_t *random)
{
    for (const covey_param *row = table; row->name != NULL; row++) {
        assert_true(flock->settings_count < 32);
        settings[flock->settings_count++] = (covey_setting){row->name, end_of(row, random)};
    }
    flock->settings = settings;
}

static double place_of(int shape, uint64_t *random)
{
    const double ends[] = {0.0, SIDE * (1.0 - 0x1p-53), SIDE / 2, 0x1p-1000};
    return shape == 0   ? SIDE / 2
           : shape == 1 ? ends[test_below(random, 4)]
                        : test_uniform(random, 0.0, SIDE);
}

static void draw_agents(world_plan *made, int flock, uint64_t *random)
{
    const size_t counts[] = {0, 1, 2, 30, MOST};
    const double speeds[] = {0.0, 1.0, 1e-160, 1e12};
    const int shape = (int)test_below(random, 3);
    const double speed = speeds[test_below(random, 4)];
    covey_flock_def *def = &made->flock[flock];
    def->count = counts[test_below(random, 5)];
    for (int axis = 0; axis < COVEY_AXES; axis++) {
        for (size_t k = 0; k < def->count; k++) {
            made->pos[flock][axis][k] = place_of(shape, random);
            made->vel[flock][axis][k] = speed * test_uniform(random, -1.0, 1.0);
        }
        def->pos[axis] = made->pos[flock][axis];
        def->vel[axis] = made->vel[flock][axis];
    }
}

/// A motion that follows the model, its own as a rule.
static const covey_motion *draw_motion(const covey_model *model, bool deep, uint64_t *random)
{
    int count = 0;
    while (covey_motion_at(count) != NULL)
        count++;
    const covey_motion *other = covey_motion_at((int)test_below(random, (size_t)count));
    bool fits = other->intent == model->intent && !(deep && other->plane_only);
    return fits && test_below(random, 2) == 0 ? other : covey_motion_find(model->motion);
}

static void draw_flock(world_plan *made, int flock, const covey_model *model, uint64_t *random)
{
    covey_flock_def *def = &made->flock[flock];
    const bool deep = covey_space_dim(&made->world.space) == COVEY_AXES;
    const covey_motion *motion = draw_motion(model, deep, random);
    *def = covey_flock_def_default();
    def->name = flock == 0 ? "first" : "second";
    def->model = model->name;
    def->motion = motion->name;
    def->hunts = flock == 1 ? "first" : NULL;
    def->body = test_below(random, 2) == 0 ? 0.0 : 0.5;
    def->hard = def->body > 0.0 && test_below(random, 2) == 0;
    draw_settings(model->params, def, made->settings[flock], random);
    draw_settings(motion->params, def, made->settings[flock], random);
    draw_agents(made, flock, random);
}

static void draw_response(world_plan *made, uint64_t *random)
{
    made->response = covey_response_default("second", (covey_response_rule)test_below(random, 9));
    const covey_param *table = covey_response_params();
    for (const covey_param *row = table; row->name != NULL; row++) {
        covey_setting setting = {row->name, end_of(row, random)};
        (void)covey_param_set(table, &made->response, &setting, NULL);
    }
    made->flock[0].responses = &made->response;
    made->flock[0].responses_count = test_below(random, 2);
}

static void draw(world_plan *made, const covey_model *model, int which, uint64_t *random)
{
    made->world = covey_world_def_default();
    made->world.space = (covey_space){(covey_space_kind)(which % 4), 2, {SIDE, SIDE}};
    if (which >= 4)
        made->world.space = covey_space_deep(made->world.space, SIDE);
    made->world.dense = test_below(random, 4) == 0 ? COVEY_DENSE_AGGREGATE : COVEY_DENSE_PAIRS;
    made->world.precision =
        test_below(random, 4) == 0 ? COVEY_PRECISION_SINGLE : COVEY_PRECISION_DOUBLE;
    for (int flock = 0; flock < FLOCKS; flock++)
        draw_flock(made, flock, model, random);
    draw_response(made, random);
}

/// One sentence that says something.
static void assert_message(const covey_error *error)
{
    const size_t length = strlen(error->message);
    if (!(length > 10 && strchr(error->message, '\n') == NULL && error->message[length - 1] != '.'))
        fail_msg("the message is: %s", error->message);
}

/// NULL where the library refuses the plan, with a message.
static covey_world *make(const world_plan *plan, int threads)
{
    covey_world_def def = plan->world;
    def.threads = threads;
    covey_world *world = test_world_create(&def);
    for (int flock = 0; flock < FLOCKS; flock++) {
        covey_error error = {.status = COVEY_OK};
        int number;
        covey_status status = covey_world_add(world, &plan->flock[flock], &number, &error);
        if (status != COVEY_OK) {
            assert_int_equal(status, COVEY_ARG);
            assert_message(&error);
            covey_world_destroy(world);
            return NULL;
        }
    }
    return world;
}

static bool is_inside(const covey_space *space, covey_vec p)
{
    if (space->kind == COVEY_SPACE_OPEN)
        return true;
    bool deep = covey_space_dim(space) == COVEY_AXES;
    return p.x >= 0 && p.x <= SIDE && p.y >= 0 && p.y <= SIDE &&
           (!deep || (p.z >= 0 && p.z <= SIDE));
}

static void assert_state(const covey_world *world)
{
    for (int flock = 0; flock < FLOCKS; flock++) {
        covey_view view = covey_world_view(world, flock);
        for (uint32_t id = 0; id < view.count; id++) {
            covey_vec p = test_world_pos(world, flock, id), v = test_world_vel(world, flock, id);
            assert_true(isfinite(p.x) && isfinite(p.y) && isfinite(p.z));
            assert_true(isfinite(v.x) && isfinite(v.y) && isfinite(v.z));
            if (!is_inside(&view.space, p))
                fail_msg("agent %u of flock %d of %s by %s, in space %d, is at (%g, %g, %g)", id,
                         flock, covey_world_model(world, flock)->name,
                         covey_world_motion(world, flock)->name, (int)view.space.kind, p.x, p.y,
                         p.z);
        }
    }
}

/// Returns false if the world can go no further.
static bool check_step(covey_world *one, covey_world *three, double dt)
{
    const uint64_t before = covey_world_hash(one);
    const covey_status status = covey_world_step(one, dt);
    assert_int_equal(covey_world_step(three, dt), status);
    assert_true(covey_world_hash(one) == covey_world_hash(three));
    if (!isfinite(dt)) {
        assert_int_equal(status, COVEY_ARG);
        assert_true(covey_world_hash(one) == before);
    }
    if (status == COVEY_OK)
        assert_state(one);
    else
        assert_message(covey_world_error(one));
    if (status != COVEY_DIVERGED)
        return true;
    assert_int_equal(covey_world_step(one, 0.1), COVEY_DIVERGED);
    return false;
}

static void check(const covey_model *model, int which, int *steps, int *ends)
{
    static world_plan plan;
    uint64_t random = 97 * (uint64_t)which + strlen(model->name);
    const double lengths[] = {0.1, 1.0, 0.0, -0.0, -0.5, 1e-300, 1e6, 1e300, HUGE_VAL, (double)NAN};
    for (int round = 0; round < (int)test_amount("COVEY_TEST_ROUNDS", ROUNDS); round++) {
        draw(&plan, model, which, &random);
        covey_world *one = make(&plan, 1), *three = make(&plan, 3);
        assert_true((one == NULL) == (three == NULL));
        bool goes_on = one != NULL;
        for (int step = 0; step < STEPS && goes_on; step++, (*steps)++)
            goes_on = check_step(one, three, lengths[test_below(&random, 10)]);
        *ends += one != NULL && !goes_on;
        covey_world_destroy(one);
        covey_world_destroy(three);
    }
}

static void test_no_number_leaves_the_finite_range_unsaid(void **unused)
{
    (void)unused;
    const covey_model *model;
    int steps = 0, ends = 0;
    for (int k = 0; (model = covey_model_at(k)) != NULL; k++)
        for (int which = 0; which < (model->plane_only ? 4 : 8); which++)
            check(model, which, &steps, &ends);
    print_message("%d steps, %d worlds diverged\n", steps, ends);
    assert_true(steps > 100 && ends > 0);
}

static void test_an_agent_whose_distance_is_infinite_is_brought_back(void **unused)
{
    (void)unused;
    for (int kind = COVEY_SPACE_TORUS; kind <= COVEY_SPACE_RESPAWN; kind++) {
        const double middle[] = {SIDE / 2}, fast[] = {1.5e300};
        covey_world_def def = covey_world_def_default();
        def.space = (covey_space){(covey_space_kind)kind, 2, {SIDE, SIDE}};
        covey_world *world = test_world_create(&def);
        covey_flock_def flock = test_flock_plain("cucker_smale", 1);
        flock.pos[0] = flock.pos[1] = middle;
        flock.vel[0] = flock.vel[1] = fast;
        test_world_add(world, &flock);
        assert_int_equal(covey_world_step(world, 1e8), COVEY_OK);
        assert_true(is_inside(&def.space, test_world_pos(world, 0, 0)));
        covey_world_destroy(world);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_an_agent_whose_distance_is_infinite_is_brought_back),
        cmocka_unit_test(test_no_number_leaves_the_finite_range_unsaid),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
