// SPDX-License-Identifier: MIT
// Worlds that have parts of a plane take the steps of the whole plane, to the bit. What an engine
// does between processes is done here by hand: agents move between parts, and the agents near a
// part become its ghosts.
#include "base/hash.h"
#include "core/world.h"
#include "support/scenario.h"
#include "support/world.h"

#include <float.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { MOST_PARTS = 4 };

enum { STEPS = 20 };

/// Mistakes of an engine, each of which has to be seen.
typedef enum fault {
    NO_FAULT,
    SHORT_REACH,  ///< by 3 %
    LOCAL_COUNT,  ///< each part takes its own agents and ghosts for the whole flock
    LOCAL_EXTENT, ///< likewise the positions of agents
    LOCAL_SPEED,  ///< likewise their velocities
} fault;

// ---- Agents in parts ----

/// All agents of a flock, by id, wherever they are.
typedef struct flock {
    size_t count;
    covey_agent *agent, *picked;
} flock;

typedef struct engine {
    int columns, rows;
    covey_world *part[MOST_PARTS];
    covey_part has[MOST_PARTS];
    int flocks;
    flock flock[COVEY_MAX_FLOCKS];
    fault wrong;
} engine;

/// Makes one of several equal worlds.
typedef covey_world *maker(const void *of);

static covey_agent agent_at(const covey_world *world, int number, size_t i)
{
    covey_agent agent = {0};
    covey_flock_look(world->flock[number], i, &agent);
    return agent;
}

static engine engine_create(maker *make, const void *of, int columns, int rows, fault wrong)
{
    engine made = {.columns = columns, .rows = rows, .wrong = wrong};
    for (int k = 0; k < columns * rows; k++)
        made.part[k] = make(of);
    const covey_world *first = made.part[0];
    made.flocks = covey_world_flocks(first);
    for (int number = 0; number < made.flocks; number++) {
        flock *all = &made.flock[number];
        all->count = first->flock[number]->state.count;
        all->agent = calloc(all->count, sizeof *all->agent);
        all->picked = calloc(all->count, sizeof *all->picked);
        assert_true(all->agent != NULL && all->picked != NULL);
        for (size_t i = 0; i < all->count; i++) {
            covey_agent agent = agent_at(first, number, i);
            all->agent[agent.id] = agent;
        }
    }
    return made;
}

static void engine_destroy(engine *old)
{
    for (int k = 0; k < old->columns * old->rows; k++)
        covey_world_destroy(old->part[k]);
    for (int number = 0; number < old->flocks; number++) {
        free(old->flock[number].agent);
        free(old->flock[number].picked);
    }
}

static double along(covey_vec v, int axis)
{
    return axis == 0 ? v.x : v.y;
}

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/// Where to cut an axis into `pieces` of about as many agents each, the sides included. Cuts are
/// coordinates of agents.
static void find_cuts(const engine *all, int axis, int pieces, double cut[])
{
    size_t count = 0;
    for (int number = 0; number < all->flocks; number++)
        count += all->flock[number].count;
    double *x = calloc(count + 1, sizeof *x);
    assert_non_null(x);
    count = 0;
    for (int number = 0; number < all->flocks; number++)
        for (size_t i = 0; i < all->flock[number].count; i++)
            x[count++] = along(all->flock[number].agent[i].pos, axis);
    qsort(x, count, sizeof *x, compare);
    cut[0] = -DBL_MAX;
    for (int k = 1; k < pieces; k++)
        cut[k] = x[count * (size_t)k / (size_t)pieces];
    cut[pieces] = DBL_MAX;
    free(x);
}

static void cut_plane(engine *all)
{
    double x[MOST_PARTS + 1], y[MOST_PARTS + 1];
    find_cuts(all, 0, all->columns, x);
    find_cuts(all, 1, all->rows, y);
    for (int k = 0; k < all->columns * all->rows; k++) {
        int column = k % all->columns, row = k / all->columns;
        all->has[k].own = (covey_box){{x[column], y[row]}, {x[column + 1], y[row + 1]}};
    }
}

/// How far x is from the box along an axis, in the plane or around the torus.
static double way_to(const covey_box *box, const covey_space *space, int axis, double x)
{
    double low = box->low[axis], high = box->high[axis], size = space->size[axis];
    if (space->kind != COVEY_SPACE_TORUS)
        return x < low ? low - x : x > high ? x - high : 0.0;
    low = low < 0.0 ? 0.0 : low;
    high = high > size ? size : high;
    double least = DBL_MAX;
    for (int image = -1; image <= 1; image++) {
        double at = x + image * size, way = at < low ? low - at : at > high ? at - high : 0.0;
        least = way < least ? way : least;
    }
    return least;
}

/// True if a part owns the agent, or has it as a ghost.
static bool is_there(const engine *all, int k, int number, const covey_agent *agent)
{
    const covey_box *box = &all->has[k].own;
    const covey_space *space = &all->part[k]->def.space;
    double reach = covey_world_ghost_reach(all->part[k], number);
    if (all->wrong == SHORT_REACH)
        reach *= 0.97;
    bool near = true;
    for (int axis = 0; axis < COVEY_AXES; axis++)
        near = near && way_to(box, space, axis, along(agent->pos, axis)) <= reach;
    return near || covey_box_holds(box, agent->pos);
}

/// Gives a part its agents, those of high ids first.
static void fill(engine *all, int k, int number)
{
    flock *from = &all->flock[number];
    size_t count = 0;
    for (size_t i = from->count; i-- > 0;)
        if (is_there(all, k, number, &from->agent[i]))
            from->picked[count++] = from->agent[i];
    assert_int_equal(covey_part_fill(all->part[k], number, from->picked, count, NULL), COVEY_OK);
}

static void spoil(const engine *all, int k, int number, covey_totals *totals)
{
    const covey_totals here = covey_totals_of(&all->part[k]->flock[number]->state);
    if (all->wrong == LOCAL_COUNT)
        totals->count = here.count;
    if (all->wrong == LOCAL_SPEED)
        totals->fastest = here.fastest;
    if (all->wrong != LOCAL_EXTENT)
        return;
    memcpy(totals->low, here.low, sizeof here.low);
    memcpy(totals->high, here.high, sizeof here.high);
}

/// Distributes all agents, and tells each part about whole flocks.
static void exchange(engine *all)
{
    int parts = all->columns * all->rows;
    cut_plane(all);
    for (int k = 0; k < parts; k++) {
        for (int number = 0; number < all->flocks; number++)
            fill(all, k, number);
        covey_world_take_part(all->part[k], &all->has[k]);
    }
    for (int number = 0; number < all->flocks; number++) {
        covey_totals whole = covey_totals_none();
        for (int k = 0; k < parts; k++) {
            covey_totals owned = covey_part_totals(all->part[k], number);
            covey_totals_merge(&whole, &owned);
        }
        assert_int_equal(whole.count, all->flock[number].count);
        for (int k = 0; k < parts; k++) {
            all->has[k].total[number] = whole;
            spoil(all, k, number, &all->has[k].total[number]);
        }
    }
    for (int k = 0; k < parts; k++)
        covey_world_take_part(all->part[k], &all->has[k]);
}

/// Takes up the agents that the parts have stepped: each one once.
static void collect(engine *all)
{
    for (int number = 0; number < all->flocks; number++) {
        flock *to = &all->flock[number];
        size_t count = 0;
        for (int k = 0; k < all->columns * all->rows; k++) {
            const covey_world *part = all->part[k];
            for (size_t i = 0; i < part->flock[number]->state.count; i++) {
                if (!covey_part_stepped(part, number, i))
                    continue;
                covey_agent agent = agent_at(part, number, i);
                assert_true(agent.id < to->count);
                to->agent[agent.id] = agent;
                count++;
            }
        }
        assert_int_equal(count, to->count);
    }
}

static covey_diverged try_all(engine *all, double dt)
{
    covey_diverged first = {.flock = COVEY_MAX_FLOCKS};
    for (int k = 0; k < all->columns * all->rows; k++) {
        covey_diverged here;
        assert_int_equal(covey_step_try(all->part[k], dt, &here), COVEY_OK);
        first = covey_diverged_first(first, here);
    }
    return first;
}

static covey_status engine_step(engine *all, double dt)
{
    exchange(all);
    covey_diverged first = try_all(all, dt);
    covey_status status = first.flock == COVEY_MAX_FLOCKS ? COVEY_OK : COVEY_DIVERGED;
    for (int k = 0; k < all->columns * all->rows; k++)
        assert_int_equal(covey_step_arrive(all->part[k], first), status);
    collect(all);
    return status;
}

static uint64_t hash_of(const engine *all)
{
    uint64_t sum = 0;
    for (int number = 0; number < all->flocks; number++)
        for (size_t i = 0; i < all->flock[number].count; i++) {
            const covey_agent *one = &all->flock[number].agent[i];
            const covey_hash_agents hashed = {.count = 1,
                                              .id = &one->id,
                                              .pos = {&one->pos.x, &one->pos.y},
                                              .vel = {&one->vel.x, &one->vel.y}};
            sum += covey_hash_flock(number, &hashed);
        }
    return sum;
}

// ---- Against the whole ----

static void assert_same_stats(const engine *all, const covey_world *whole)
{
    covey_stats sum = {0}, right = covey_world_stats(whole);
    for (int number = 0; number < all->flocks; number++) {
        uint64_t entries = 0;
        for (int k = 0; k < all->columns * all->rows; k++)
            entries += covey_world_entries(all->part[k], number);
        assert_int_equal(entries, covey_world_entries(whole, number));
    }
    for (int k = 0; k < all->columns * all->rows; k++) {
        covey_stats here = covey_world_stats(all->part[k]);
        assert_int_equal(here.steps, right.steps);
        sum.agent_steps += here.agent_steps;
        sum.pairs += here.pairs;
        sum.sum_pairs += here.sum_pairs;
    }
    assert_int_equal(sum.agent_steps, right.agent_steps);
    assert_int_equal(sum.pairs, right.pairs);
    assert_int_equal(sum.sum_pairs, right.sum_pairs);
}

static void assert_failed_alike(const engine *all, const covey_world *whole)
{
    const covey_error *right = covey_world_error(whole);
    for (int k = 0; k < all->columns * all->rows; k++) {
        const covey_error *found = covey_world_error(all->part[k]);
        assert_string_equal(found->message, right->message);
        assert_true(found->id == right->id && found->flock == right->flock &&
                    found->step == right->step);
    }
}

/// How many steps differ from those of the whole.
static int differences(maker *make, const void *of, double dt, int columns, int rows, fault wrong)
{
    covey_world *whole = make(of);
    engine all = engine_create(make, of, columns, rows, wrong);
    int different = hash_of(&all) != covey_world_hash(whole);
    int steps = wrong == NO_FAULT ? (int)test_amount("COVEY_TEST_STEPS", STEPS) : STEPS;
    covey_status status = COVEY_OK;
    for (int step = 0; step < steps && status == COVEY_OK; step++) {
        status = engine_step(&all, dt);
        assert_int_equal(covey_world_step(whole, dt), status);
        different += hash_of(&all) != covey_world_hash(whole);
    }
    if (status != COVEY_OK)
        assert_failed_alike(&all, whole);
    if (wrong == NO_FAULT)
        assert_same_stats(&all, whole);
    engine_destroy(&all);
    covey_world_destroy(whole);
    return different;
}

/// Halves, three stripes and quarters.
static void check(const char *name, maker *make, const void *of, double dt)
{
    static const int cuttings[][2] = {{2, 1}, {1, 3}, {2, 2}};
    for (size_t k = 0; k < sizeof cuttings / sizeof *cuttings; k++) {
        int found = differences(make, of, dt, cuttings[k][0], cuttings[k][1], NO_FAULT);
        if (found > 0)
            fail_msg("%s in %d x %d parts: %d steps differ", name, cuttings[k][0], cuttings[k][1],
                     found);
    }
}

// ---- Presets ----

typedef struct preset {
    const covey_scenario *scenario;
    int threads;
} preset;

static covey_world *make_preset(const void *of)
{
    const preset *is = of;
    covey_world_def def = covey_world_def_default();
    covey_world *world;
    def.threads = is->threads;
    assert_int_equal(covey_scenario_world(is->scenario, &def, &world, NULL), COVEY_OK);
    return world;
}

static void check_preset(const covey_preset *one, const char *key, const char *value, int threads)
{
    covey_scenario *scenario = scenario_read(one->text);
    if (covey_scenario_set(scenario, key, value, NULL) == COVEY_OK)
        check(one->name, make_preset, &(preset){scenario, threads},
              covey_scenario_plan(scenario).dt);
    covey_scenario_destroy(scenario);
}

static void test_parts_of_every_preset_step_as_the_whole(void **unused)
{
    (void)unused;
    for (int k = 0; covey_preset_at(k) != NULL; k++) {
        check_preset(covey_preset_at(k), "precision", "double", 1);
        check_preset(covey_preset_at(k), "precision", "single", 2);
        check_preset(covey_preset_at(k), "dense", "aggregate", 1); // if it has a zone that sums
    }
}

// ---- Models ----

typedef struct crowd {
    const char *model;
    covey_space_kind kind;
    size_t count;
    double radius; ///< of the shape
    double side;   ///< of the space, and of the square of agents
    test_shape shape;
    covey_setting option; ///< of the flock, if it has that
    double away, fast;    ///< if not 0, where agent 0 is and how it moves, on the x axis
    bool dense, single, hunted, past_caches;
    int threads;
} crowd;

static void add_disc(covey_world *world, double side)
{
    const double x = 0.4 * side, y = 0.55 * side;
    const covey_setting radius = {"radius", side / 16};
    test_world_obstacle(world, (covey_influence_def){.points = {&x, &y},
                                                     .points_count = 1,
                                                     .settings = &radius,
                                                     .settings_count = 1});
}

static test_flock place(const crowd *is)
{
    uint64_t random = 3;
    test_flock agents = test_flock_create(is->shape, is->count, is->radius, is->side, &random);
    for (size_t i = 0; i < is->count; i++)
        for (int axis = 0; axis < COVEY_AXES; axis++)
            agents.vel[axis][i] *= is->radius;
    if (is->away != 0.0)
        agents.pos[0][0] = is->away;
    if (is->fast != 0.0)
        agents.vel[0][0] = is->fast;
    return agents;
}

static void add_flock(covey_world *world, const crowd *is, const char *name, const char *model)
{
    test_flock agents = place(is);
    covey_flock_def def = test_flock_def(&agents);
    def.name = name;
    def.model = model;
    def.hunts = strcmp(model, "predator") == 0 ? "prey" : NULL;
    int number = test_world_add(world, &def);
    covey_flock *made = world->flock[number];
    if (is->past_caches)
        made->state.near = made->spare.near = 0;
    const covey_setting *option = &is->option;
    if (option->name != NULL && !isnan(covey_world_param(world, number, option->name)))
        assert_int_equal(covey_world_set(world, number, option->name, option->value, NULL),
                         COVEY_OK);
    test_flock_destroy(&agents);
}

static covey_world *make_crowd(const void *of)
{
    const crowd *is = of;
    covey_world_def def = covey_world_def_default();
    def.space = (covey_space){is->kind, {is->side, is->side}};
    def.precision = is->single ? COVEY_PRECISION_SINGLE : COVEY_PRECISION_DOUBLE;
    def.dense = is->dense ? "aggregate" : NULL;
    def.threads = is->threads > 0 ? is->threads : 1;
    covey_world *world = test_world_create(&def);
    bool hunts = strcmp(is->model, "predator") == 0;
    add_flock(world, is, "prey", hunts ? "torus" : is->model);
    if (hunts || is->hunted)
        add_flock(world, is, "hunters", "predator");
    add_disc(world, is->side);
    return world;
}

/// The longest radius of the model's zones that is no limit of numbers.
static double radius_of(const covey_model *model)
{
    double values[16], longest = 1.0;
    assert_true(model->params_size <= sizeof values);
    covey_param_init(model->params, values);
    covey_zone zone[COVEY_MAX_ZONES];
    int count = model->zones(values, zone);
    for (int k = 0; k < count; k++)
        if (zone[k].radius < 1e9 && zone[k].radius > longest)
            longest = zone[k].radius;
    return longest;
}

/// Agents of a model on a square that is eight of its radii wide.
static crowd crowd_of(const covey_model *model, covey_space_kind kind)
{
    double radius = radius_of(model);
    return (crowd){
        .model = model->name, .kind = kind, .count = 600, .radius = radius, .side = 8.0 * radius};
}

static void test_parts_of_every_model_step_as_the_whole(void **unused)
{
    (void)unused;
    for (int k = 0; covey_model_at(k) != NULL; k++)
        for (int kind = COVEY_SPACE_OPEN; kind <= COVEY_SPACE_RESPAWN; kind++) {
            crowd is = crowd_of(covey_model_at(k), (covey_space_kind)kind);
            is.single = kind == COVEY_SPACE_TORUS && k % 2 == 0;
            is.past_caches = kind == COVEY_SPACE_RESPAWN;
            is.threads = 1 + kind % 2;
            check(is.model, make_crowd, &is, 0x1p-5);
        }
}

static void test_parts_of_any_shape_step_as_the_whole(void **unused)
{
    (void)unused;
    for (int shape = 0; shape < TEST_SHAPES; shape++) {
        crowd is = crowd_of(covey_model_find("torus"), COVEY_SPACE_OPEN);
        is.shape = (test_shape)shape;
        is.hunted = true;
        check("torus", make_crowd, &is, 0x1p-5);
        is = crowd_of(covey_model_find("vicsek"), COVEY_SPACE_OPEN);
        is.shape = (test_shape)shape;
        is.dense = true;
        check("vicsek", make_crowd, &is, 0x1p-5);
    }
}

// ---- What an engine can do wrong ----

/// The mistake changes some step.
static void assert_seen(const crowd *is, fault wrong)
{
    if (differences(make_crowd, is, 0x1p-5, 2, 1, wrong) == 0)
        fail_msg("%s: mistake %d is not seen", is->model, (int)wrong);
}

static void test_a_reach_that_is_too_short_is_seen(void **unused)
{
    (void)unused;
    for (int k = 0; covey_model_at(k) != NULL; k++) {
        const char *name = covey_model_at(k)->name;
        if (strcmp(name, "cucker_smale") == 0 || strcmp(name, "topological") == 0)
            continue; // all agents are ghosts
        crowd is = crowd_of(covey_model_at(k), COVEY_SPACE_TORUS);
        is.count = 3000;
        assert_seen(&is, SHORT_REACH);
    }
}

static void test_facts_about_a_part_instead_of_the_whole_are_seen(void **unused)
{
    (void)unused;
    const crowd divides = {.model = "cucker_smale", .option = {"radius", 1}},
                dense = {.model = "formal", .dense = true},
                far = {.model = "formal", .dense = true, .option = {"r_c", 64}, .away = 1e9},
                fast = {.model = "formal", .dense = true, .away = 40, .fast = 1e3},
                floats = {.model = "vicsek", .single = true, .away = 0x1p61};
    const struct {
        crowd is;
        fault wrong;
    } rows[] = {{divides, LOCAL_COUNT},
                {dense, LOCAL_COUNT},
                {far, LOCAL_EXTENT},
                {fast, LOCAL_SPEED},
                {floats, LOCAL_EXTENT}};
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        crowd is = rows[k].is;
        is.count = 600;
        is.radius = 1.0;
        is.side = 16.0;
        assert_int_equal(differences(make_crowd, &is, 0x1p-5, 2, 1, NO_FAULT), 0);
        assert_seen(&is, rows[k].wrong);
    }
}

// ---- Steps that do not happen, or diverge ----

static void test_an_agent_that_diverges_in_one_part_is_told_in_all(void **unused)
{
    (void)unused;
    const crowd is = {.model = "formal", .count = 600, .radius = 1, .side = 16, .fast = 1.7e308};
    covey_world *whole = make_crowd(&is);
    engine all = engine_create(make_crowd, &is, 2, 2, NO_FAULT);
    assert_int_equal(engine_step(&all, 1.0), COVEY_DIVERGED);
    assert_int_equal(covey_world_step(whole, 1.0), COVEY_DIVERGED);
    assert_failed_alike(&all, whole);
    assert_int_equal(covey_world_error(whole)->id, 0);
    engine_destroy(&all);
    covey_world_destroy(whole);
}

static void test_a_step_that_was_tried_and_does_not_arrive_leaves_no_trace(void **unused)
{
    (void)unused;
    crowd is = crowd_of(covey_model_find("torus"), COVEY_SPACE_TORUS);
    covey_world *world = make_crowd(&is), *other = make_crowd(&is);
    test_world_steps(world, 3, 0.1);
    test_world_steps(other, 3, 0.1);
    covey_diverged first;
    covey_stats before = covey_world_stats(world);
    assert_int_equal(covey_step_try(world, 7.0, &first), COVEY_OK);
    covey_stats after = covey_world_stats(world);
    assert_memory_equal(&before, &after, sizeof before);
    assert_int_equal(covey_world_steps(world), 3);
    assert_true(covey_world_hash(world) == covey_world_hash(other));
    test_world_expect_alike(world, other);
}

// ---- Costs ----

/// Costs of blocks are the candidates that stats count; those of a part without agents are 0.
static void test_costs_add_up_to_the_candidates(void **unused)
{
    (void)unused;
    crowd is = crowd_of(covey_model_find("vicsek"), COVEY_SPACE_TORUS);
    covey_world *world = make_crowd(&is);
    float cost[600 / COVEY_BLOCK + 1];
    covey_part part = {.own = {{-DBL_MAX, -DBL_MAX}, {DBL_MAX, DBL_MAX}}, .cost = {cost}};
    part.total[0] = covey_part_totals(world, 0);
    covey_world_take_part(world, &part);
    test_world_steps(world, 1, 0.1);
    double sum = 0.0;
    for (size_t i = 0; i < is.count; i++)
        sum += (double)cost[i / COVEY_BLOCK];
    double right = (double)covey_world_stats(world).candidates;
    assert_true(right > 600.0 && fabs(sum - right) < 1e-4 * right);
    part.own.high[0] = -1.0;
    covey_world_take_part(world, &part);
    test_world_steps(world, 1, 0.1);
    for (size_t i = 0; i < is.count; i++)
        assert_true(cost[i / COVEY_BLOCK] == 0.0F);
    assert_int_equal(covey_world_stats(world).agent_steps, 600);
    covey_world_destroy(world);
}

static void test_a_flock_takes_no_more_agents_than_it_has_room_for(void **unused)
{
    (void)unused;
    crowd is = crowd_of(covey_model_find("vicsek"), COVEY_SPACE_TORUS);
    covey_world *world = make_crowd(&is);
    static covey_agent agents[601];
    covey_error error;
    uint64_t hash = covey_world_hash(world);
    assert_int_equal(covey_part_fill(world, 0, agents, 601, &error), COVEY_ARG);
    assert_string_equal(error.message, "flock prey has no room for 601 agents");
    assert_true(covey_world_hash(world) == hash);
    covey_world_destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_parts_of_every_preset_step_as_the_whole),
        cmocka_unit_test(test_parts_of_every_model_step_as_the_whole),
        cmocka_unit_test(test_parts_of_any_shape_step_as_the_whole),
        cmocka_unit_test(test_a_reach_that_is_too_short_is_seen),
        cmocka_unit_test(test_facts_about_a_part_instead_of_the_whole_are_seen),
        cmocka_unit_test(test_an_agent_that_diverges_in_one_part_is_told_in_all),
        cmocka_unit_test(test_a_step_that_was_tried_and_does_not_arrive_leaves_no_trace),
        cmocka_unit_test(test_costs_add_up_to_the_candidates),
        cmocka_unit_test(test_a_flock_takes_no_more_agents_than_it_has_room_for),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
