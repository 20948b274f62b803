// SPDX-License-Identifier: MIT
// Functions for blocks of agents against those for one, which define the bits: every model and
// motion that has one, whatever the parameters, agents and percepts. Of NaN only that it is one is
// compared.
#include "covey/block.h"
#include "covey/world.h"
#include "support/random.h"

#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

enum { TRIALS = 2000, MOST_VALUES = 16 };

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
static void draw_vectors(double columns[COVEY_PLANE][COVEY_BLOCK], bool usual)
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
    covey_space space;
    covey_agent any;
    uint32_t id[COVEY_BLOCK];
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
        for (int axis = 0; axis < COVEY_PLANE && usual; axis++)
            zone->offset[axis][k] *= 0.35 * zone->count[k];
    }
}

static void draw_scene(scene *made, bool usual)
{
    const double speeds[] = {1.0, 50.0, HUGE_VAL};
    made->space = covey_space_torus(7, 9);
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
        .pos = {made->pos[0], made->pos[1]},
        .vel = {made->vel[0], made->vel[1]},
        .extra = {made->extra[0], made->extra[1]},
    };
    for (int k = 0; k < COVEY_BLOCK; k++)
        made->id[k] = (uint32_t)random_below(1000);
}

static covey_agent agent_at(const scene *in, size_t k)
{
    covey_agent agent = in->any;
    agent.id = in->id[k];
    agent.pos = (covey_vec){in->pos[0][k], in->pos[1][k]};
    agent.vel = (covey_vec){in->vel[0][k], in->vel[1][k]};
    agent.extra[0] = in->extra[0][k];
    agent.extra[1] = in->extra[1][k];
    return agent;
}

static bool is_same(double a, double b)
{
    return memcmp(&a, &b, sizeof a) == 0 || (a != a && b != b);
}

static void assert_same(const char *name, int trial, size_t k, covey_vec found, covey_vec right)
{
    if (!is_same(found.x, right.x) || !is_same(found.y, right.y))
        fail_msg("%s, trial %d, agent %zu: (%a, %a), not (%a, %a)", name, trial, k, found.x,
                 found.y, right.x, right.y);
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
            percepts[z] = covey_percepts_at(&in->percepts[z], k, false);
        covey_agent self = agent_at(in, k);
        covey_vec right = model->decide(values, &self, percepts);
        assert_same(model->name, trial, k, (covey_vec){found.intent[0][k], found.intent[1][k]},
                    right);
    }
}

static void test_models_decide_alike_for_blocks(void **unused)
{
    (void)unused;
    static scene in;
    for (int number = 0; covey_model_at(number) != NULL; number++) {
        const covey_model *model = covey_model_at(number);
        double values[MOST_VALUES];
        assert_true(model->params_size <= sizeof values);
        if (model->decide_block == NULL)
            continue;
        for (int trial = 0; trial < TRIALS; trial++) {
            draw_params(model->params, values);
            draw_scene(&in, trial % 2 == 0);
            compare_decisions(model, trial, values, &in);
        }
    }
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
        draw_scene(&in, trial % 2 == 0);
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
        covey_vec intent = {in->intents.intent[0][k], in->intents.intent[1][k]};
        motion->move(values, &agent, intent, dt);
        covey_vec pos = {found.pos[0][k], found.pos[1][k]};
        assert_same(motion->name, trial, k, (covey_vec){found.vel[0][k], found.vel[1][k]},
                    agent.vel);
        assert_same(motion->name, trial, k, pos, agent.pos);
        for (int number = 0; number < motion->extra_count; number++)
            if (!is_same(found.extra[number][k], agent.extra[number]))
                fail_msg("%s, trial %d, agent %zu: own %d", motion->name, trial, k, number);
    }
}

static void test_motions_move_alike_for_blocks(void **unused)
{
    (void)unused;
    static scene in;
    for (int number = 0; covey_motion_at(number) != NULL; number++) {
        const covey_motion *motion = covey_motion_at(number);
        double values[MOST_VALUES];
        assert_true(motion->params_size <= sizeof values);
        if (motion->move_block == NULL)
            fail_msg("%s moves one agent after the other", motion->name);
        for (int trial = 0; trial < TRIALS; trial++) {
            draw_params(motion->params, values);
            draw_scene(&in, trial % 2 == 0);
            compare_moves(motion, trial, values, &in);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_models_decide_alike_for_blocks),
        cmocka_unit_test(test_a_formula_may_read_all_zones),
        cmocka_unit_test(test_motions_move_alike_for_blocks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
