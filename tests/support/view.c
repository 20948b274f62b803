// SPDX-License-Identifier: MIT
#include "support/view.h"

#include "support/world.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>
#include <string.h>

void test_agents_add(test_agents *agents, covey_vec pos, covey_vec vel)
{
    assert_true(agents->count < TEST_VIEW_MOST);
    size_t i = agents->count++;
    pos = covey_space_fold(&agents->space, pos);
    agents->id[i] = (uint32_t)i;
    agents->pos[0][i] = pos.x;
    agents->pos[1][i] = pos.y;
    agents->vel[0][i] = vel.x;
    agents->vel[1][i] = vel.y;
    agents->pos[2][i] = pos.z;
    agents->vel[2][i] = vel.z;
}

static void swap_doubles(double *a, double *b)
{
    double kept = *a;
    *a = *b;
    *b = kept;
}

void test_agents_shuffle(test_agents *agents, uint64_t *random)
{
    for (size_t i = agents->count; i > 1; i--) {
        size_t j = test_below(random, i);
        covey_id id = agents->id[i - 1];
        agents->id[i - 1] = agents->id[j];
        agents->id[j] = id;
        for (int axis = 0; axis < COVEY_AXES; axis++) {
            swap_doubles(&agents->pos[axis][i - 1], &agents->pos[axis][j]);
            swap_doubles(&agents->vel[axis][i - 1], &agents->vel[axis][j]);
        }
    }
}

void test_agents_draw(test_agents *agents, int trial, uint64_t *random)
{
    size_t count = trial % 7 == 0 ? test_below(random, 4) : 1 + test_below(random, 300);
    *agents = (test_agents){.space = covey_space_open()};
    if (trial % 2 == 0)
        agents->space = covey_space_torus(10, 7);
    int shape = (int)test_below(random, 5);
    for (size_t i = 0; i < count; i++) {
        covey_vec pos = {test_uniform(random, 0, 10), test_uniform(random, 0, 7)};
        if (shape == 1)
            pos = (covey_vec){floor(pos.x), floor(pos.y)}; // crowds and ties
        else if (shape == 2)
            pos = (covey_vec){3, test_below(random, 3) > 0 ? 4 : pos.y};
        else if (shape == 3)
            pos = (covey_vec){pos.x < 5 ? 1e-3 * pos.x : 10 - 1e-3 * pos.x, 1e-3 * pos.y - 3e-3};
        else if (shape == 4 && agents->space.kind == COVEY_SPACE_OPEN)
            pos = covey_vec_scale(pos, i == 0 ? 1e300 : i == 1 ? -1.7e307 : 1e-3);
        covey_vec vel = {test_uniform(random, -1, 1), test_uniform(random, -1, 1)};
        test_agents_add(agents, pos, covey_vec_scale(vel, (double)test_below(random, 3)));
    }
    test_agents_shuffle(agents, random);
}

covey_view test_view(const test_agents *agents)
{
    bool deep = covey_space_dim(&agents->space) == COVEY_AXES;
    return (covey_view){
        .count = agents->count,
        .space = agents->space,
        .id = agents->id,
        .pos = {agents->pos[0], agents->pos[1], deep ? agents->pos[2] : NULL},
        .vel = {agents->vel[0], agents->vel[1], deep ? agents->vel[2] : NULL},
    };
}

double test_measure(const test_agents *agents, const char *name, double link)
{
    covey_view view = test_view(agents);
    covey_measure_def def = covey_measure_def_default();
    def.link = link;
    double values[COVEY_MAX_MEASURES];
    int k = covey_measure_find(name);
    assert_true(k >= 0);
    def.wanted = UINT64_C(1) << k;
    assert_int_equal(covey_measure_all(&view, &def, values, NULL), COVEY_OK);
    return values[k];
}

void test_profile(const test_agents *agents, const char *name, double link, double bin,
                  covey_profile *found)
{
    covey_view view = test_view(agents);
    covey_measure_def def = covey_measure_def_default();
    def.link = link;
    def.bin = bin;
    memset(found, 0, sizeof *found);
    const covey_measure_group *group;
    for (int k = 0; (group = covey_profile_of(NULL, k)) != NULL; k++)
        if (strcmp(group->columns[0].name, name) == 0)
            break;
    assert_non_null(group);
    assert_int_equal(covey_profile_take(group, &view, &def, found, NULL), COVEY_OK);
}
