// SPDX-License-Identifier: MIT
// Functions for blocks of agents against those for one, which define the bits: every model and
// motion that has one, in the plane and in three dimensions, whatever the parameters, agents and
// percepts. Of NaN only that it is one is compared.
#include "covey/block.h"
#include "covey/world.h"
#include "support/random.h"
#include "support/world.h"

#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

enum { TRIALS = TEST_SANITIZED ? 300 : 2000, MOST_VALUES = 16 };

// ---- Numbers ----

static double uniform(double low, double high)
{
    return low + (high - low) * (double)(random_bits() >> 11) * 0x1p-53;
}

/// A usual number, or one of those at which functions take another way.
static double draw(bool usual)
{
    const double edges[] = {0.0,     -0.0,    1.0,      -1.0,     3.0,       4.0,        5e-324,
                            1e-320,  -1e-200, 0x1p-450, 0x1p-451, 0x1p500,   1e200,      -1e308,
                            DBL_MAX, 1e-9,    1e9,      HUGE_VAL, -HUGE_VAL, (double)NAN};
    const int count = sizeof edges / sizeof *edges;
    return usual || random_below(3) > 0 ? uniform(-2.0, 2.0) : edges[random_below(count)];
}

static void draw_column(double *column, bool usual)
{
    for (int k = 0; k < COVEY_BLOCK; k++)
        column[k] = draw(usual);
}

/// Pairs of numbers that are both 0 or make vectors of a length that is a bound, now and then.
static void draw_pairs(double columns[COVEY_PLANE][COVEY_BLOCK], bool usual)
{
    draw_column(columns[0], usual);
    draw_column(columns[1], usual);
    for (int k = 0; k < COVEY_BLOCK; k++) {
        int which = random_below(8);
        if (which > 1)
            continue;
        columns[0][k] = which == 0 ? 0.0 : 0.6;
        columns[1][k] = which == 0 ? (random_below(2) == 0 ? 0.0 : -0.0) : -0.8;
    }
}

/// The same with a third axis, which is 0 now and then, and some vectors along it.
static void draw_vectors(double columns[COVEY_AXES][COVEY_BLOCK], bool usual)
{
    draw_pairs(columns, usual);
    draw_column(columns[2], usual);
    for (int k = 0; k < COVEY_BLOCK; k++) {
        int which = random_below(8);
        if (which == 0)
            columns[2][k] = random_below(2) == 0 ? 0.0 : -0.0;
        if (which == 1)
            columns[0][k] = columns[1][k] = 0.0;
    }
}

/// Like `initial`, but some parameters are at an end of their range or anywhere in its middle.
static void draw_params(const covey_param *table, double *values)
{
    covey_param_init(table, values);
    for (const covey_param *row = table; row->name != NULL; row++) {
        covey_setting setting = {row->name, row->initial};
        int which = random_below(8);
        if (row->choices != NULL)
            setting.value = random_below((int)row->high + 1);
        else if (which < 2)
            setting.value = which == 0 ? row->low : row->high;
        else if (which < 5 && !row->whole)
            setting.value = which == 2 ? 1.0 : uniform(0.01, 2.0);
        else if (which == 5 && !row->whole)
            setting.value = 1e-200;
        if (setting.value >= row->low && setting.value <= row->high)
            assert_int_equal(covey_param_set(table, values, &setting, NULL), COVEY_OK);
    }
}

// ---- Agents ----

typedef struct scene {
    bool deep;
    covey_space space;
    covey_agent any;
    covey_id id[COVEY_BLOCK];
    double pos[COVEY_AXES][COVEY_BLOCK];
    double vel[COVEY_AXES][COVEY_BLOCK];
    double extra[COVEY_MAX_EXTRA][COVEY_BLOCK];
    covey_block agents;
    covey_percepts percepts[COVEY_MAX_ZONES];
    covey_intents intents;
} scene;

/// Draws percepts of a zone of radius 1: the mean of usual offsets is no longer than that.
static void draw_percepts(covey_percepts *zone, bool usual)
{
    draw_vectors(zone->offset, usual);
    draw_vectors(zone->carried, usual);
    for (int k = 0; k < COVEY_BLOCK; k++) {
        zone->count[k] = zone->weight_sum[k] = random_below(4);
        for (int axis = 0; axis < COVEY_AXES && usual; axis++)
            zone->offset[axis][k] *= 0.35 * zone->count[k];
    }
}

/// Intents right behind some agents, where turns have no side of their own.
static void turn_round(scene *made)
{
    for (int k = 0; k < COVEY_BLOCK; k++)
        for (int axis = 0; axis < COVEY_AXES && made->id[k] % 8 == 0; axis++)
            made->intents.intent[axis][k] = -2.0 * made->vel[axis][k];
}

static void draw_scene(scene *made, bool deep, bool usual)
{
    const double speeds[] = {1.0, 50.0, HUGE_VAL};
    made->deep = deep;
    made->space = covey_space_torus(7, 9);
    if (deep)
        made->space = covey_space_deep(made->space, 8);
    made->any = (covey_agent){.seed = 5, .step = 3, .flock_count = 100, .space = &made->space};
    made->any.top_speed = speeds[random_below(usual ? 2 : 3)];
    draw_vectors(made->pos, usual);
    draw_vectors(made->vel, usual);
    draw_vectors(made->intents.intent, usual);
    draw_vectors(made->extra, usual);
    for (int z = 0; z < COVEY_MAX_ZONES; z++)
        draw_percepts(&made->percepts[z], usual);
    made->agents = (covey_block){
        .count = random_below(2) == 0 ? COVEY_BLOCK : (size_t)(1 + random_below(COVEY_BLOCK)),
        .any = &made->any,
        .id = made->id,
        .pos = {made->pos[0], made->pos[1], deep ? made->pos[2] : NULL},
        .vel = {made->vel[0], made->vel[1], deep ? made->vel[2] : NULL},
        .extra = {made->extra[0], made->extra[1], made->extra[2]},
    };
    for (int k = 0; k < COVEY_BLOCK; k++)
        made->id[k] = (uint32_t)random_below(1000);
    turn_round(made);
}

/// A vector whose z is not used in the plane: any number, of the functions for one agent.
static covey_vec vector_of(double x, double y, double z, bool deep)
{
    return (covey_vec){x, y, deep ? z : 0.0};
}

#define VECTOR_AT(columns, k, deep)                                                                \
    vector_of((columns)[0][k], (columns)[1][k], (columns)[2][k], deep)

static covey_agent agent_at(const scene *in, size_t k)
{
    covey_agent agent = in->any;
    agent.id = in->id[k];
    agent.pos = VECTOR_AT(in->pos, k, in->deep);
    agent.vel = VECTOR_AT(in->vel, k, in->deep);
    for (int number = 0; number < COVEY_MAX_EXTRA; number++)
        agent.extra[number] = in->extra[number][k];
    return agent;
}

static bool is_same(double a, double b)
{
    return memcmp(&a, &b, sizeof a) == 0 || (a != a && b != b);
}

static void assert_same(const char *name, int trial, size_t k, covey_vec found, covey_vec right)
{
    if (!is_same(found.x, right.x) || !is_same(found.y, right.y) || !is_same(found.z, right.z))
        fail_msg("%s, trial %d, agent %zu: (%a, %a, %a), not (%a, %a, %a)", name, trial, k, found.x,
                 found.y, found.z, right.x, right.y, right.z);
}

// ---- Models ----

static void compare_decisions(const covey_model *model, int trial, const double *values,
                              const scene *in)
{
    covey_intents found;
    memset(&found, 0x55, sizeof found);
    model->decide_block(values, &in->agents, in->percepts, &found);
    for (size_t k = 0; k < in->agents.count; k++) {
        covey_percept percepts[COVEY_MAX_ZONES];
        for (int z = 0; z < COVEY_MAX_ZONES; z++)
            percepts[z] = covey_percepts_at(&in->percepts[z], k, in->deep);
        covey_agent self = agent_at(in, k);
        covey_vec right = model->decide(values, &self, percepts);
        assert_same(model->name, trial, k, VECTOR_AT(found.intent, k, in->deep),
                    vector_of(right.x, right.y, right.z, in->deep));
    }
}

static void check_models(bool deep)
{
    static scene in;
    for (int number = 0; covey_model_at(number) != NULL; number++) {
        const covey_model *model = covey_model_at(number);
        double values[MOST_VALUES];
        assert_true(model->params_size <= sizeof values);
        if (model->decide_block == NULL || (deep && model->plane_only))
            continue;
        for (int trial = 0; trial < TRIALS; trial++) {
            draw_params(model->params, values);
            draw_scene(&in, deep, trial % 2 == 0);
            compare_decisions(model, trial, values, &in);
        }
    }
}

static void test_models_decide_alike_for_blocks(void **unused)
{
    (void)unused;
    check_models(false);
}

static void test_models_decide_alike_for_blocks_in_three_dimensions(void **unused)
{
    (void)unused;
    check_models(true);
}

/// Every zone of a model of COVEY_MAX_ZONES matters, in another way than the others.
COVEY_INLINE covey_vec decide_by_all(const void *values, const covey_agent *self,
                                     const covey_percept *percepts)
{
    (void)values;
    covey_vec sum = self->vel;
    sum = covey_vec_add(sum, covey_vec_scale(percepts[0].offset, percepts[1].count));
    sum = covey_vec_sub(sum, covey_vec_scale(percepts[2].carried, percepts[3].weight_sum));
    sum = covey_vec_add(sum, covey_vec_limit(percepts[4].offset, 0.5));
    sum = covey_vec_add(sum, covey_vec_unit(percepts[5].carried));
    sum = covey_vec_add(sum, covey_vec_divide(percepts[6].offset, percepts[7].count + 1.0));
    return covey_vec_scale(sum, covey_vec_length(percepts[7].carried));
}
COVEY_BLOCK_DECIDE(decide_block_by_all, decide_by_all)

static void test_a_formula_may_read_all_zones(void **unused)
{
    (void)unused;
    static scene in;
    const covey_model model = {
        .name = "by all", .decide = decide_by_all, .decide_block = decide_block_by_all};
    for (int trial = 0; trial < TRIALS; trial++) {
        draw_scene(&in, trial % 4 < 2, trial % 2 == 0);
        compare_decisions(&model, trial, NULL, &in);
    }
}

// ---- Motions ----

static void compare_moves(const covey_motion *motion, int trial, const double *values,
                          const scene *in)
{
    const double steps[] = {0.05, 1.0, -0.1, 0.0, 1e300};
    double dt = steps[trial % 5];
    covey_moves found;
    memset(&found, 0x55, sizeof found);
    motion->move_block(values, &in->agents, &in->intents, dt, &found);
    for (size_t k = 0; k < in->agents.count; k++) {
        covey_agent agent = agent_at(in, k);
        motion->move(values, &agent, VECTOR_AT(in->intents.intent, k, in->deep), dt);
        assert_same(motion->name, trial, k, VECTOR_AT(found.vel, k, in->deep),
                    vector_of(agent.vel.x, agent.vel.y, agent.vel.z, in->deep));
        assert_same(motion->name, trial, k, VECTOR_AT(found.pos, k, in->deep),
                    vector_of(agent.pos.x, agent.pos.y, agent.pos.z, in->deep));
        for (int number = 0; number < covey_motion_numbers(motion, in->deep); number++)
            if (!is_same(found.extra[number][k], agent.extra[number]))
                fail_msg("%s, trial %d, agent %zu: own %d", motion->name, trial, k, number);
    }
}

static void check_motions(bool deep)
{
    static scene in;
    for (int number = 0; covey_motion_at(number) != NULL; number++) {
        const covey_motion *motion = covey_motion_at(number);
        double values[MOST_VALUES];
        assert_true(motion->params_size <= sizeof values);
        if (motion->move_block == NULL)
            fail_msg("%s moves one agent after the other", motion->name);
        for (int trial = 0; trial < TRIALS && !(deep && motion->plane_only); trial++) {
            draw_params(motion->params, values);
            draw_scene(&in, deep, trial % 2 == 0);
            compare_moves(motion, trial, values, &in);
        }
    }
}

static void test_motions_move_alike_for_blocks(void **unused)
{
    (void)unused;
    check_motions(false);
}

static void test_motions_move_alike_for_blocks_in_three_dimensions(void **unused)
{
    (void)unused;
    check_motions(true);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_models_decide_alike_for_blocks),
        cmocka_unit_test(test_models_decide_alike_for_blocks_in_three_dimensions),
        cmocka_unit_test(test_a_formula_may_read_all_zones),
        cmocka_unit_test(test_motions_move_alike_for_blocks),
        cmocka_unit_test(test_motions_move_alike_for_blocks_in_three_dimensions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
