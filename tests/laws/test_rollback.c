// SPDX-License-Identifier: MIT
// Random programs of calls that change a world, as a game makes them: with rollbacks after calls
// that were predicted and did not come, in this world or in one that is made of the snapshot, a
// program ends with the bytes of the run without any. COVEY_ROLLBACKS is the number of programs.
#include "covey/batch.h"
#include "covey/schedule.h"
#include "support/world.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define LENGTH(array) (sizeof(array) / sizeof(array)[0])
#define SIDE 30.0

enum { CALLS = 40, AGENTS = 10, ROOM = 16, POINTS = 4 };

// ---- Things that calls are about ----

static int some_flock(const covey_world *world, uint64_t *random)
{
    return (int)test_below(random, (size_t)covey_world_flocks(world) + 1) - 1;
}

/// Any id that the flock has given, also of an agent that is gone.
static covey_id some_id(const covey_world *world, int flock, uint64_t *random)
{
    return (covey_id)test_below(random, (size_t)covey_world_next_id(world, flock) + 1);
}

static int some_handle(const covey_world *world, uint64_t *random)
{
    size_t count = (size_t)covey_world_influences(world);
    return covey_world_influence_at(world, (int)test_below(random, count + 1));
}

static covey_vec some_place(uint64_t *random)
{
    covey_vec place = {test_uniform(random, 0, SIDE), test_uniform(random, 0, SIDE), 0};
    return place;
}

static covey_pose some_pose(uint64_t *random)
{
    covey_vec pos = some_place(random);
    return (covey_pose){pos, {test_uniform(random, -1, 1), test_uniform(random, -1, 1), 0}};
}

/// A row of a table, and a value near its initial one that it can have.
static const covey_param *some_row(const covey_param *table, double *value, uint64_t *random)
{
    size_t count = 0;
    while (table[count].name != NULL)
        count++;
    const covey_param *row = &table[test_below(random, count + 1)];
    *value = row->initial * test_uniform(random, 0.5, 1.5);
    if (row->whole)
        *value = row->initial;
    return row->name != NULL ? row : NULL;
}

static const covey_param *row_of_flock(const covey_world *world, int flock, double *value,
                                       uint64_t *random)
{
    const covey_model *model = covey_world_model(world, flock);
    return model != NULL ? some_row(model->params, value, random) : NULL;
}

/// Points some of which are beyond the space.
static void make_points(double points[COVEY_AXES][POINTS], uint64_t *random)
{
    for (int axis = 0; axis < COVEY_AXES; axis++) {
        double from = test_uniform(random, -SIDE, 2 * SIDE);
        for (int k = 0; k < POINTS; k++)
            points[axis][k] = from + test_uniform(random, 0, SIDE / 4);
    }
}

// ---- Calls ----

static covey_status step(covey_world *world, uint64_t *random)
{
    (void)random;
    return covey_world_step(world, TEST_DT);
}

static covey_status spawn(covey_world *world, uint64_t *random)
{
    int flock = some_flock(world, random);
    return covey_world_spawn(world, flock, some_pose(random), NULL, NULL);
}

static covey_status remove_agent(covey_world *world, uint64_t *random)
{
    int flock = some_flock(world, random);
    return covey_world_remove(world, flock, some_id(world, flock, random), NULL);
}

static covey_status put(covey_world *world, uint64_t *random)
{
    int flock = some_flock(world, random);
    covey_id id = some_id(world, flock, random);
    return covey_world_put(world, flock, id, some_pose(random), NULL);
}

static covey_status push(covey_world *world, uint64_t *random)
{
    int flock = some_flock(world, random);
    covey_id id = some_id(world, flock, random);
    return covey_world_push(world, flock, id, some_pose(random).vel, NULL);
}

static covey_status set(covey_world *world, uint64_t *random)
{
    double value = 0;
    int flock = some_flock(world, random);
    const covey_param *row = row_of_flock(world, flock, &value, random);
    return covey_world_set(world, flock, row != NULL ? row->name : NULL, value, NULL);
}

static covey_status add_influence(covey_world *world, uint64_t *random)
{
    size_t kinds = 0;
    while (covey_influence_at((int)kinds) != NULL)
        kinds++;
    double points[COVEY_AXES][POINTS];
    const double vectors[] = {1, 0, -1, 0.5};
    const covey_influence *kind = covey_influence_at((int)test_below(random, kinds));
    const covey_field field = {
        {0, 0, 0}, {SIDE, SIDE, SIDE}, {2, 2, 1}, {vectors, vectors, vectors}};
    make_points(points, random);
    covey_influence_def def = {.kind = kind->name, .field = kind->field ? &field : NULL};
    def.points_count = kind->points > 0 ? kind->points + test_below(random, 2) : 0;
    def.flock = covey_world_name(world, some_flock(world, random));
    for (int axis = 0; axis < COVEY_AXES; axis++)
        def.points[axis] = points[axis];
    int handle;
    return covey_world_influence_add(world, &def, &handle, NULL);
}

static covey_status move_influence(covey_world *world, uint64_t *random)
{
    double points[COVEY_AXES][POINTS];
    make_points(points, random);
    const double *columns[COVEY_AXES] = {points[0], points[1], points[2]};
    return covey_world_influence_move(world, some_handle(world, random), columns, NULL);
}

static covey_status set_influence(covey_world *world, uint64_t *random)
{
    double value = 0;
    int handle = some_handle(world, random);
    const covey_influence *kind = covey_world_influence(world, handle).kind;
    const covey_param *row = kind != NULL ? some_row(kind->params, &value, random) : NULL;
    return covey_world_influence_set(world, handle, row != NULL ? row->name : NULL, value, NULL);
}

static covey_status remove_influence(covey_world *world, uint64_t *random)
{
    return covey_world_influence_remove(world, some_handle(world, random), NULL);
}

static covey_status add_trait(covey_world *world, uint64_t *random)
{
    double value = 0;
    int flock = some_flock(world, random);
    const covey_param *row = row_of_flock(world, flock, &value, random);
    covey_trait trait = {row != NULL ? row->name : "none",
                         covey_distribution_uniform(value, 1.1 * value), NULL};
    return covey_world_trait_add(world, flock, &trait, NULL);
}

static covey_status put_trait(covey_world *world, uint64_t *random)
{
    int flock = some_flock(world, random);
    covey_trait trait = covey_world_trait(world, flock, (int)test_below(random, 2));
    covey_id id = some_id(world, flock, random);
    double value = covey_world_param(world, flock, trait.name) * test_uniform(random, 0.5, 1.5);
    return covey_world_trait_put(world, flock, trait.name, (covey_agents){1, &id}, &value, NULL);
}

static covey_status take_user(covey_world *world, uint64_t *random)
{
    return covey_world_user_take(world, some_flock(world, random), NULL);
}

static covey_status put_user(covey_world *world, uint64_t *random)
{
    int flock = some_flock(world, random);
    covey_id id = some_id(world, flock, random);
    uint64_t value = test_bits(random);
    return covey_world_user_put(world, flock, (covey_agents){1, &id}, &value, NULL);
}

static covey_status aim(covey_world *world, uint64_t *random)
{
    int flock = some_flock(world, random);
    covey_id id = some_id(world, flock, random);
    const covey_aim aims[] = {covey_aim_none(), covey_aim_velocity(some_pose(random).vel),
                              covey_aim_place(some_place(random), SIDE / 4)};
    return covey_world_aim(world, flock, (covey_agents){1, &id}, &aims[test_below(random, 3)],
                           NULL);
}

static covey_status add_schedule(covey_world *world, uint64_t *random)
{
    double value[2] = {0};
    int flock = some_flock(world, random);
    const covey_param *row = row_of_flock(world, flock, value, random);
    const uint64_t steps[] = {1, 1 + CALLS / 4};
    covey_schedule one = {.flock = flock, .influence = -1, .count = 2, .steps = steps};
    value[1] = row != NULL ? row->initial : 0;
    one.name = row != NULL ? row->name : "none";
    one.values = value;
    return covey_world_schedule_add(world, &one, NULL);
}

static covey_status clear_schedules(covey_world *world, uint64_t *random)
{
    (void)random;
    return covey_world_schedule_clear(world, NULL);
}

static covey_status add_flock(covey_world *world, uint64_t *random)
{
    size_t models = 0;
    while (covey_model_at((int)models) != NULL)
        models++;
    char name[COVEY_NAME_SIZE];
    covey_response flees;
    covey_flock_def def = covey_flock_def_default();
    (void)snprintf(name, sizeof name, "flock %d", (int)test_below(random, 1000));
    def.name = name;
    def.model = covey_model_at((int)test_below(random, models))->name;
    def.count = test_below(random, AGENTS);
    def.capacity = ROOM;
    def.body = test_below(random, 2) == 0 ? 0 : 0.2;
    def.hard = def.body > 0 && test_below(random, 2) == 0;
    def.hunts = covey_world_name(world, some_flock(world, random));
    def.catches = def.hunts != NULL && test_below(random, 2) == 0 ? 0.3 : 0;
    flees = covey_response_default(covey_world_name(world, some_flock(world, random)),
                                   COVEY_RESPONSE_FLEE);
    def.responses = &flees;
    def.responses_count = flees.to != NULL;
    int number;
    return covey_world_flocks(world) < 4 ? covey_world_add(world, &def, &number, NULL) : COVEY_ARG;
}

static covey_status drop_flock(covey_world *world, uint64_t *random)
{
    bool often = test_below(random, 4) == 0;
    return covey_world_drop(world, often ? some_flock(world, random) : -1, NULL);
}

typedef covey_status call(covey_world *world, uint64_t *random);

static call *const calls[] = {
    step,
    step,
    step,
    step,
    step,
    spawn,
    remove_agent,
    put,
    push,
    set,
    add_influence,
    add_influence,
    move_influence,
    move_influence,
    set_influence,
    remove_influence,
    add_trait,
    put_trait,
    take_user,
    put_user,
    aim,
    aim,
    add_schedule,
    clear_schedules,
    add_flock,
    drop_flock,
};

/// Call k of a program; its numbers are of the program and k alone.
static covey_status make_call(covey_world *world, uint64_t program, size_t k)
{
    uint64_t random = program * 1000003 + k;
    return calls[test_below(&random, LENGTH(calls))](world, &random);
}

// ---- Programs ----

static covey_world *begin(uint64_t program)
{
    static covey_space (*const spaces[])(double, double) = {covey_space_torus,
                                                            covey_space_reflecting};
    covey_world_def def = covey_world_def_default();
    def.seed = program;
    def.space = program % 3 < 2 ? spaces[program % 3](SIDE, SIDE) : covey_space_open();
    if (program % 5 == 0)
        def.precision = COVEY_PRECISION_SINGLE;
    covey_world *world = test_world_create(&def);
    covey_flock_def flock = test_flock_plain("reynolds", AGENTS);
    flock.capacity = ROOM;
    test_world_add(world, &flock);
    return world;
}

static test_saved keep(const covey_world *world)
{
    test_saved all = {.size = covey_world_keep_size(world)};
    all.bytes = malloc(all.size);
    assert_non_null(all.bytes);
    assert_int_equal(covey_world_keep(world, all.bytes, all.size), COVEY_OK);
    return all;
}

/// Restores the world, whose snapshot is `before` then.
static void assert_restored(covey_world **world, bool late, const test_saved *from,
                            const test_saved *before, uint64_t program)
{
    covey_error error = {.status = COVEY_OK};
    covey_world *joined = *world;
    covey_status status =
        late ? covey_world_create_from(from->bytes, from->size, NULL, NULL, &joined, &error)
             : covey_world_restore(*world, from->bytes, from->size, &error);
    if (status != COVEY_OK)
        fail_msg("program %llu: %s", (unsigned long long)program, error.message);
    if (late)
        covey_world_destroy(*world);
    *world = joined;
    test_saved again = test_world_save(*world);
    if (again.size != before->size || memcmp(again.bytes, before->bytes, again.size) != 0)
        fail_msg("program %llu: restored, the world has other bytes", (unsigned long long)program);
    free(again.bytes);
}

/// Saves the world, makes calls of another program, and goes back.
static void predict(covey_world **world, uint64_t program, uint64_t *random)
{
    test_saved before = test_world_save(*world), kept = keep(*world);
    bool by_columns = test_below(random, 2) == 0;
    size_t count = 1 + test_below(random, 6);
    for (size_t k = 0; k < count; k++)
        (void)make_call(*world, test_bits(random), k);
    assert_restored(world, test_below(random, 8) == 0, by_columns ? &kept : &before, &before,
                    program);
    free(before.bytes);
    free(kept.bytes);
}

static void test_a_program_with_rollbacks_ends_as_the_straight_run(void **unused)
{
    (void)unused;
    size_t programs = test_amount("COVEY_ROLLBACKS", 300), made[2] = {0};
    uint64_t random = 1;
    for (uint64_t program = 1; program <= programs; program++) {
        covey_world *straight = begin(program), *rolled = begin(program);
        for (size_t k = 0; k < CALLS; k++) {
            if (test_below(&random, 4) == 0)
                predict(&rolled, program, &random);
            covey_status status = make_call(straight, program, k);
            if (make_call(rolled, program, k) != status)
                fail_msg("program %llu: call %zu has another status", (unsigned long long)program,
                         k);
            made[status != COVEY_OK]++;
        }
        test_saved one = test_world_save(straight), other = test_world_save(rolled);
        if (one.size != other.size || memcmp(one.bytes, other.bytes, one.size) != 0 ||
            covey_world_hash(straight) != covey_world_hash(rolled))
            fail_msg("program %llu ends with other bytes", (unsigned long long)program);
        free(one.bytes);
        free(other.bytes);
        covey_world_destroy(straight);
        covey_world_destroy(rolled);
    }
    assert_true(made[0] > made[1]);
    (void)printf("%zu programs of %d calls ended as without rollbacks\n", programs, CALLS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_program_with_rollbacks_ends_as_the_straight_run),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
