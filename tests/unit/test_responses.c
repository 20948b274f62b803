// SPDX-License-Identifier: MIT
// Responses to other flocks: their formulas against plain sums over all agents, their bits with
// every kernel and number of threads, independence of the step's length, what is refused, changes,
// snapshots, and flocks that leave a world.
#include "base/math_trig.h"
#include "core/world.h"
#include "support/probe.h"
#include "support/scenario.h"
#include "support/world.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#define SIDE 20.0

enum { BIRDS = 40, HAWKS = 30, RULES = COVEY_RESPONSE_QUEUE + 1 };

// ---- Flocks that only respond ----

static covey_flock_def idle_def(const char *name, size_t count)
{
    covey_flock_def def = covey_flock_def_default();
    def.name = name;
    def.custom_model = &test_idle;
    def.count = count;
    return def;
}

static int add_birds(covey_world *world, const covey_response *to, size_t count)
{
    covey_flock_def def = idle_def("birds", BIRDS);
    def.responses = to;
    def.responses_count = count;
    return test_world_add(world, &def);
}

static covey_world *make(covey_space space, const covey_response *to, size_t count)
{
    covey_world *world = test_world_in(space);
    add_birds(world, to, count);
    covey_flock_def hawks = idle_def("hawks", HAWKS);
    test_world_add(world, &hawks);
    return world;
}

// ---- Formulas ----

static double length_of(covey_vec v)
{
    return sqrt(v.x * v.x + v.y * v.y + v.z * v.z);
}

static covey_vec unit_of(covey_vec v)
{
    double length = length_of(v);
    return length > 0.0 ? covey_vec_scale(v, 1.0 / length) : v;
}

typedef struct sums {
    covey_vec faded, plain, inverse, velocity, nearest, nearest_velocity;
    double least;
} sums;

static bool sees(const covey_response *is, covey_vec heading, covey_vec r)
{
    double d = length_of(r),
           ahead = unit_of(heading).x * r.x + unit_of(heading).y * r.y + unit_of(heading).z * r.z;
    double blind = is->rule == COVEY_RESPONSE_QUEUE ? fmax(is->blind_angle, 0.75 * COVEY_TURN)
                                                    : is->blind_angle;
    return d <= is->radius && ahead >= cos(0.5 * (COVEY_TURN - blind)) * d;
}

static sums sum_up(const covey_world *world, const covey_response *is, covey_pose self)
{
    sums all = {.least = HUGE_VAL};
    covey_view hawks = covey_world_view(world, 1);
    for (uint32_t id = 0; id < hawks.count; id++) {
        covey_pose other;
        assert_int_equal(covey_world_get(world, 1, id, &other, NULL), COVEY_OK);
        covey_vec r = covey_space_offset(&hawks.space, self.pos, other.pos);
        double d = length_of(r);
        if (!sees(is, self.vel, r))
            continue;
        all.faded = covey_vec_add(all.faded, covey_vec_scale(unit_of(r), 1.0 - d / is->radius));
        all.plain = covey_vec_add(all.plain, r);
        all.inverse = covey_vec_add(all.inverse, covey_vec_scale(r, 1.0 / (d * d)));
        all.velocity = covey_vec_add(all.velocity, other.vel);
        if (d < all.least) {
            all.least = d;
            all.nearest = r;
            all.nearest_velocity = other.vel;
        }
    }
    return all;
}

static double dot(covey_vec a, covey_vec b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

/// Without a top speed: s is the present speed.
static covey_vec follow(const covey_response *is, covey_pose self, const sums *all)
{
    covey_vec r = all->nearest, v = all->nearest_velocity, h = unit_of(v), u;
    double s = length_of(self.vel);
    if (dot(r, h) < 0.0 && all->least < is->lead * length_of(v)) {
        u = covey_vec_scale(unit_of(covey_vec_sub(r, covey_vec_scale(h, dot(r, h)))), -s);
    } else {
        covey_vec e = covey_vec_sub(r, covey_vec_scale(v, is->lead));
        u = covey_vec_add(v, covey_vec_scale(unit_of(e), fmin(s, length_of(e) * is->weight / 4)));
        u = covey_vec_scale(unit_of(u), fmin(s, length_of(u)));
    }
    return covey_vec_scale(covey_vec_sub(u, self.vel), is->weight);
}

static covey_vec queue(const covey_response *is, covey_pose self, const sums *all)
{
    covey_vec way = unit_of(all->nearest);
    double faster = dot(covey_vec_sub(self.vel, all->nearest_velocity), way);
    double share = 1.0 - all->least / is->radius;
    return covey_vec_scale(way, -is->weight * share * fmax(faster, 0.0));
}

/// The formulas of covey/response.h once more.
static covey_vec expected(const covey_world *world, const covey_response *is, covey_pose self)
{
    sums all = sum_up(world, is, self);
    if (is->lead > 0.0 && is->rule <= COVEY_RESPONSE_CHASE && all.least < HUGE_VAL) {
        bool flees = is->rule == COVEY_RESPONSE_FLEE;
        double speed = length_of(flees ? all.nearest_velocity : self.vel);
        double time = fmin(is->lead, all.least / speed);
        covey_vec place = covey_vec_add(all.nearest, covey_vec_scale(all.nearest_velocity, time));
        double share = flees ? -(1.0 - all.least / is->radius) : 1.0;
        return covey_vec_scale(unit_of(place), is->weight * share);
    }
    switch (is->rule) {
    case COVEY_RESPONSE_FLEE:
        return covey_vec_scale(all.faded, -is->weight);
    case COVEY_RESPONSE_CHASE:
        return covey_vec_scale(unit_of(all.faded), is->weight);
    case COVEY_RESPONSE_ALIGN:
        return covey_vec_scale(unit_of(all.velocity), is->weight);
    case COVEY_RESPONSE_COHERE:
        return covey_vec_scale(unit_of(all.plain), is->weight);
    case COVEY_RESPONSE_SEPARATE:
        return covey_vec_scale(all.inverse, -is->weight);
    case COVEY_RESPONSE_FOLLOW:
        return all.least < HUGE_VAL ? follow(is, self, &all) : (covey_vec){0, 0, 0};
    case COVEY_RESPONSE_QUEUE:
        return all.least < HUGE_VAL ? queue(is, self, &all) : (covey_vec){0, 0, 0};
    case COVEY_RESPONSE_ANTICIPATE: // tests/physics/test_avoid.c
    case COVEY_RESPONSE_AVOID:
        break;
    }
    return (covey_vec){0, 0, 0.0};
}

static void assert_near(covey_vec got, covey_vec wanted, const char *what)
{
    double off = length_of(covey_vec_sub(got, wanted));
    if (!(off <= 1e-11 * (1.0 + length_of(wanted)))) // sums of 30 terms, some of them of size 10
        fail_msg("%s: (%g, %g, %g), not (%g, %g, %g)", what, got.x, got.y, got.z, wanted.x,
                 wanted.y, wanted.z);
}

/// Compares what birds are told with the formula, and then what a step makes of it.
static void check_formula(covey_space space, const covey_response *is)
{
    const double dt = 0.125;
    char name[64];
    (void)snprintf(name, sizeof name, "hawks.%s", covey_response_rules()[is->rule]);
    covey_world *world = make(space, is, 1);
    covey_vec wanted[BIRDS];
    covey_pose before[BIRDS], after;
    int felt = 0;
    for (uint32_t id = 0; id < BIRDS; id++) {
        covey_vec push;
        assert_int_equal(covey_world_get(world, 0, id, &before[id], NULL), COVEY_OK);
        wanted[id] = expected(world, is, before[id]);
        assert_int_equal(covey_world_rule(world, 0, id, name, &push), COVEY_OK);
        assert_near(push, wanted[id], name);
        felt += length_of(push) > 0.0;
    }
    assert_true(felt > BIRDS / 4); // or the comparison says nothing
    test_world_steps(world, 1, dt);
    for (uint32_t id = 0; id < BIRDS; id++) {
        assert_int_equal(covey_world_get(world, 0, id, &after, NULL), COVEY_OK);
        covey_vec change = covey_vec_sub(after.vel, before[id].vel);
        assert_near(change, covey_vec_scale(wanted[id], dt), "step");
    }
    covey_world_destroy(world);
}

static void test_responses_are_their_formulas(void **unused)
{
    (void)unused;
    const covey_space spaces[] = {covey_space_open(), covey_space_torus(SIDE, SIDE),
                                  covey_space_deep(covey_space_torus(SIDE, SIDE), SIDE)};
    for (int s = 0; s < 3; s++)
        for (int rule = 0; rule < RULES; rule++)
            for (int k = 0; k < 4; k++) {
                covey_response is = covey_response_default("hawks", (covey_response_rule)rule);
                is.radius = s == 2 ? 8.0 : 6.0;
                is.weight = 1.75;
                is.blind_angle = k == 1 ? 2.0 : 0.0;
                is.lead = k == 2 ? 1.5 : k == 3 ? 100.0 : 0.0;
                check_formula(spaces[s], &is);
            }
}

static void test_a_flock_can_respond_to_itself_and_leaves_agents_out_of_their_own(void **unused)
{
    (void)unused;
    covey_world *world = test_world_plain();
    covey_response cohere = covey_response_default("birds", COVEY_RESPONSE_COHERE);
    covey_response align = covey_response_default("birds", COVEY_RESPONSE_ALIGN);
    const covey_response both[] = {cohere, align};
    const double x[] = {0, 3}, y[] = {0, 4}, fast[] = {0, 2}, none[] = {0, 0};
    covey_flock_def def = idle_def("birds", 2);
    def.pos[0] = x;
    def.pos[1] = y;
    def.vel[0] = none;
    def.vel[1] = fast;
    def.responses = both;
    def.responses_count = 2;
    test_world_add(world, &def);
    covey_vec push;
    assert_int_equal(covey_world_rule(world, 0, 0, "birds.cohere", &push), COVEY_OK);
    assert_near(push, (covey_vec){0.6, 0.8, 0.0}, "cohere");
    assert_int_equal(covey_world_rule(world, 0, 1, "birds.align", &push), COVEY_OK);
    assert_near(push, (covey_vec){0, 0, 0.0}, "align to one at rest");
    covey_world_destroy(world);
}

// ---- Bits ----

static uint64_t hash_of(const char *model, const covey_world_def *def)
{
    covey_world *world = test_world_create(def);
    covey_response to[] = {covey_response_default("hawks", COVEY_RESPONSE_FLEE),
                           covey_response_default("hawks", COVEY_RESPONSE_ALIGN),
                           covey_response_default("crows", COVEY_RESPONSE_COHERE),
                           covey_response_default("crows", COVEY_RESPONSE_SEPARATE)};
    to[0].lead = 0.5;
    to[1].blind_angle = 1.0;
    covey_flock_def flock = covey_flock_def_default();
    flock.name = "birds";
    flock.model = model;
    flock.count = 300;
    flock.responses = to;
    flock.responses_count = 4;
    test_world_add(world, &flock);
    flock.name = "hawks";
    flock.count = 70;
    flock.responses = &(covey_response){"birds", COVEY_RESPONSE_CHASE, 5, 1, 0, 0};
    flock.responses_count = 1;
    test_world_add(world, &flock);
    flock.name = "crows";
    flock.responses = NULL;
    flock.responses_count = 0;
    test_world_add(world, &flock);
    test_world_steps(world, 20, 0.05);
    uint64_t hash = covey_world_hash(world);
    covey_world_destroy(world);
    return hash;
}

static void test_bits_depend_neither_on_kernels_nor_on_threads(void **unused)
{
    (void)unused;
    for (int way = 0; way < 4; way++) {
        covey_world_def def = covey_world_def_default();
        def.space = covey_space_torus(SIDE, SIDE);
        def.precision = way % 2 == 1 ? COVEY_PRECISION_SINGLE : COVEY_PRECISION_DOUBLE;
        def.dense = way >= 2 ? COVEY_DENSE_AGGREGATE : COVEY_DENSE_PAIRS;
        def.kernel = COVEY_KERNEL_REF;
        uint64_t right = hash_of("couzin", &def);
        for (int kind = COVEY_KERNEL_FASTEST; kind <= COVEY_KERNEL_AVX512; kind++) {
            def.kernel = (covey_kernel_kind)kind;
            def.threads = 1 + kind % 3;
            if (covey_kernels_choose(def.kernel, def.precision) != NULL)
                assert_int_equal(hash_of("couzin", &def), right);
        }
    }
}

/// Where a bird is one unit of time after it met a hawk that does not move.
static double flight(int steps, const char *motion)
{
    covey_world *world = test_world_plain();
    covey_response flee = covey_response_default("hawks", COVEY_RESPONSE_FLEE);
    const double at[] = {2}, zero[] = {0};
    covey_flock_def def = idle_def("birds", 1);
    def.motion = motion;
    def.pos[0] = at;
    def.pos[1] = def.vel[0] = def.vel[1] = zero;
    def.responses = &flee;
    def.responses_count = 1;
    int birds = test_world_add(world, &def);
    def.name = "hawks";
    def.responses_count = 0;
    def.pos[0] = zero;
    test_world_add(world, &def);
    test_world_steps(world, steps, 1.0 / steps);
    covey_pose pose;
    assert_int_equal(covey_world_get(world, birds, 0, &pose, NULL), COVEY_OK);
    covey_world_destroy(world);
    return pose.pos.x;
}

/// x'' = 1 - x/10 from x = 2 at rest: x(1) = 10 - 8 cos(1/sqrt(10)), 2.3967. A push per step would
/// make it 14 at 30 steps and 50 at 120. The way of Euler is off by x'' dt/2, 0.4 dt.
static void test_flight_does_not_depend_on_the_number_of_steps(void **unused)
{
    (void)unused;
    const int rates[] = {30, 60, 120};
    for (int k = 0; k < 3; k++) {
        double right = 10.0 - 8.0 * cos(1.0 / sqrt(10.0)), off = 0.5 / rates[k];
        assert_true(fabs(flight(rates[k], "accelerate") - right) < off);
        assert_true(fabs(flight(rates[k], "impulse") - right) < off);
    }
}

// ---- Changes ----

static void test_numbers_of_responses_change_by_name(void **unused)
{
    (void)unused;
    covey_response to[] = {covey_response_default("hawks", COVEY_RESPONSE_FLEE),
                           covey_response_default("hawks", COVEY_RESPONSE_CHASE)};
    covey_world *world = make(covey_space_open(), to, 2);
    assert_true(covey_world_param(world, 0, "hawks.flee") == 1.0);
    assert_int_equal(covey_world_set(world, 0, "hawks.flee", -3, NULL), COVEY_OK);
    assert_int_equal(covey_world_set(world, 0, "hawks.chase.radius", 4, NULL), COVEY_OK);
    assert_int_equal(covey_world_set(world, 0, "hawks.chase.lead", 2, NULL), COVEY_OK);
    assert_true(covey_world_param(world, 0, "hawks.flee") == -3.0);
    assert_true(covey_world_response(world, 0, 1).radius == 4.0);
    assert_true(world->flock[0]->plan.zones[1].radius == 4.0);
    assert_true(world->flock[0]->plan.zones[1].nearest == 1);
    assert_int_equal(covey_world_set(world, 0, "hawks.flee.radius", 0, NULL), COVEY_ARG);
    static const char *const unknown[] = {"hawks.align", "hawk.flee", "hawks",
                                          "hawks.",      ".flee",     "hawks.flee.speed"};
    for (size_t k = 0; k < sizeof unknown / sizeof *unknown; k++) {
        assert_int_equal(covey_world_set(world, 0, unknown[k], 1, NULL), COVEY_ARG);
        assert_true(isnan(covey_world_param(world, 0, unknown[k])));
    }
    covey_world_destroy(world);
}

static void test_names_of_flocks_may_have_dots(void **unused)
{
    (void)unused;
    // The second one's name goes on as the first one's response does.
    covey_response to[] = {covey_response_default("sea.hawks", COVEY_RESPONSE_FLEE),
                           covey_response_default("sea.hawks.flee", COVEY_RESPONSE_ALIGN)};
    covey_world *world = make(covey_space_open(), to, 2);
    assert_int_equal(covey_world_set(world, 0, "sea.hawks.flee", 3, NULL), COVEY_OK);
    assert_int_equal(covey_world_set(world, 0, "sea.hawks.flee.lead", 4, NULL), COVEY_OK);
    assert_int_equal(covey_world_set(world, 0, "sea.hawks.flee.align.weight", 5, NULL), COVEY_OK);
    assert_true(covey_world_response(world, 0, 0).weight == 3 &&
                covey_world_response(world, 0, 0).lead == 4 &&
                covey_world_response(world, 0, 1).weight == 5);
    assert_int_equal(covey_world_set(world, 0, "sea.hawks", 1, NULL), COVEY_ARG);
    assert_int_equal(covey_world_set(world, 0, "hawks.flee", 1, NULL), COVEY_ARG);
    covey_world_destroy(world);
}

static void test_snapshots_hold_numbers_and_rules_of_responses(void **unused)
{
    (void)unused;
    static unsigned char bytes[40000];
    covey_response flee = covey_response_default("hawks", COVEY_RESPONSE_FLEE), other = flee;
    other.rule = COVEY_RESPONSE_ALIGN;
    covey_world *world = make(covey_space_open(), &flee, 1);
    covey_world *same = make(covey_space_open(), &flee, 1);
    covey_world *stranger = make(covey_space_open(), &other, 1);
    covey_world *deaf = make(covey_space_open(), NULL, 0);
    assert_int_equal(covey_world_set(world, 0, "hawks.flee.radius", 3, NULL), COVEY_OK);
    test_world_steps(world, 3, 0.1);
    size_t size = covey_world_snapshot_size(world);
    assert_true(size <= sizeof bytes);
    assert_int_equal(covey_world_save(world, bytes, size), COVEY_OK);
    assert_int_equal(covey_world_restore(stranger, bytes, size, NULL), COVEY_INPUT);
    assert_int_equal(covey_world_restore(deaf, bytes, size, NULL), COVEY_INPUT);
    assert_int_equal(covey_world_restore(same, bytes, size, NULL), COVEY_OK);
    assert_true(covey_world_param(same, 0, "hawks.flee.radius") == 3.0);
    test_world_steps(world, 5, 0.1);
    test_world_steps(same, 5, 0.1);
    assert_int_equal(covey_world_hash(world), covey_world_hash(same));
    covey_world_destroy(world);
    covey_world_destroy(same);
    covey_world_destroy(stranger);
    covey_world_destroy(deaf);
}

static void expect_refusal(const covey_response *to, size_t count, const char *model,
                           const char *message)
{
    covey_world *world = test_world_plain();
    covey_flock_def def = covey_flock_def_default();
    covey_error error;
    int flock;
    def.model = model;
    def.responses = to;
    def.responses_count = count;
    assert_int_equal(covey_world_add(world, &def, &flock, &error), COVEY_ARG);
    assert_string_equal(error.message, message);
    assert_int_equal(covey_world_flocks(world), 0);
    covey_world_destroy(world);
}

static void test_responses_that_make_no_sense_are_refused(void **unused)
{
    (void)unused;
    covey_response to[COVEY_MAX_ZONES + 1];
    for (int k = 0; k <= COVEY_MAX_ZONES; k++)
        to[k] =
            covey_response_default(k < RULES ? "hawks" : "crows", (covey_response_rule)(k % RULES));
    expect_refusal(to, 9, "couzin", "flock flock has 9 responses, at most 8 are possible");
    expect_refusal(to, 6, "couzin",
                   "model couzin has 3 zones, which leave room for 5 responses to other flocks, "
                   "not for 6");
    to[1] = to[0];
    expect_refusal(to, 2, "couzin", "flock flock has the response hawks.flee twice");
    to[0].to = "";
    expect_refusal(to, 1, "couzin",
                   "a response of flock flock needs the name of a flock, of 1 to 31 bytes");
    to[1].radius = (double)NAN;
    expect_refusal(to + 1, 1, "couzin", "radius = nan is outside [1e-09, 1e+09]");
    to[2].rule = (covey_response_rule)77;
    expect_refusal(to + 2, 1, "couzin", "there is no rule 77 for flock flock to respond by");
    expect_refusal(NULL, 1, "couzin", "the responses of flock flock are NULL");
}

// ---- Flocks that leave ----

static void add_wind(covey_world *world, const char *flock)
{
    covey_influence_def def = covey_influence_def_default();
    int handle;
    def.kind = "wind";
    def.flock = flock;
    assert_int_equal(covey_world_influence_add(world, &def, &handle, NULL), COVEY_OK);
}

static void test_a_flock_that_leaves_takes_along_what_is_about_it(void **unused)
{
    (void)unused;
    const covey_response flee = covey_response_default("hawks", COVEY_RESPONSE_FLEE);
    covey_world *world = make(covey_space_open(), &flee, 1);
    covey_flock_def def = idle_def("crows", 5);
    def.hunts = "hawks";
    test_world_add(world, &def);
    def = idle_def("owls", 5);
    def.hunts = "crows";
    test_world_add(world, &def);
    add_wind(world, "hawks");
    add_wind(world, "owls");
    add_wind(world, "birds");
    test_world_steps(world, 2, 0.1);
    size_t bytes = covey_world_stats(world).agent_bytes;
    assert_int_equal(covey_world_drop(world, 4, NULL), COVEY_ARG);
    assert_int_equal(covey_world_drop(world, 1, NULL), COVEY_OK);
    assert_true(covey_world_stats(world).agent_bytes < bytes);
    assert_int_equal(covey_world_flocks(world), 3);
    assert_int_equal(covey_world_find(world, "hawks"), -1);
    assert_int_equal(covey_world_find(world, "crows"), 1);
    assert_int_equal(covey_world_prey(world, 1), -1);
    assert_int_equal(covey_world_prey(world, 2), 1);
    assert_int_equal(covey_world_influences(world), 2);
    assert_int_equal(covey_world_influence(world, 1).flock, 2);
    assert_int_equal(covey_world_influence(world, 2).flock, 0);
    covey_vec push;
    assert_int_equal(covey_world_rule(world, 0, 0, "hawks.flee", &push), COVEY_OK);
    assert_true(length_of(push) == 0.0); // the response rests, and does not mean the crows
    test_world_steps(world, 2, 0.1);
    def = idle_def("hawks", HAWKS);
    assert_int_equal(test_world_add(world, &def), 3);
    double felt = 0.0;
    for (uint32_t id = 0; id < BIRDS; id++, felt += length_of(push))
        assert_int_equal(covey_world_rule(world, 0, id, "hawks.flee", &push), COVEY_OK);
    assert_true(felt > 0.0);
    uint64_t seeds[4];
    for (int k = 0; k < 4; k++) {
        seeds[k] = world->flock[k]->seed;
        for (int other = 0; other < k; other++)
            assert_true(seeds[other] != seeds[k]); // or two flocks draw the same numbers
    }
    covey_world_destroy(world);
}

static void test_the_others_step_as_if_a_dropped_flock_had_not_been_there(void **unused)
{
    (void)unused;
    const covey_response flee = covey_response_default("hawks", COVEY_RESPONSE_FLEE);
    covey_world *world = make(covey_space_open(), &flee, 1), *alone = test_world_plain();
    add_birds(alone, &flee, 1);
    assert_int_equal(covey_world_drop(world, 1, NULL), COVEY_OK);
    test_world_steps(world, 5, 0.1);
    test_world_steps(alone, 5, 0.1);
    assert_int_equal(covey_world_hash(world), covey_world_hash(alone));
    covey_world_destroy(world);
    covey_world_destroy(alone);
}

/// Sums of flocks that are far apart are as wide as the way from one to the other.
static void test_sums_reach_flocks_far_away(void **unused)
{
    (void)unused;
    covey_world *worlds[2];
    for (int k = 0; k < 2; k++) {
        char text[600];
        (void)snprintf(text, sizeof text,
                       "space: open\ndense: %s\nflocks:\n"
                       "- {name: far, model: vicsek, count: 50, noise: 0,\n"
                       "   place: {kind: disc, x: 1e6, y: 0, radius: 3}}\n"
                       "- {name: near, model: reynolds, count: 50, separation: 0, alignment: 0,\n"
                       "   cohesion: 0, max_speed: 100, min_speed: 0, max_force: 1e9,\n"
                       "   place: {kind: disc, x: 0, y: 0, radius: 3, speed: 1},\n"
                       "   sees: {far: {rule: cohere, radius: 1e7, weight: 5}}}\n",
                       k == 0 ? "pairs" : "aggregate");
        covey_scenario *scenario = scenario_read(text);
        worlds[k] = scenario_world(scenario);
        covey_scenario_destroy(scenario);
        test_world_steps(worlds[k], 1, 1.0);
    }
    for (uint32_t id = 0; id < 50; id++) {
        covey_vec one = test_world_vel(worlds[0], 1, id), other = test_world_vel(worlds[1], 1, id);
        assert_true(covey_vec_length(one) > 2.0);
        assert_true(covey_vec_length(covey_vec_sub(one, other)) < 1e-9);
    }
    covey_world_destroy(worlds[0]);
    covey_world_destroy(worlds[1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_responses_are_their_formulas),
        cmocka_unit_test(test_a_flock_can_respond_to_itself_and_leaves_agents_out_of_their_own),
        cmocka_unit_test(test_bits_depend_neither_on_kernels_nor_on_threads),
        cmocka_unit_test(test_flight_does_not_depend_on_the_number_of_steps),
        cmocka_unit_test(test_numbers_of_responses_change_by_name),
        cmocka_unit_test(test_names_of_flocks_may_have_dots),
        cmocka_unit_test(test_snapshots_hold_numbers_and_rules_of_responses),
        cmocka_unit_test(test_responses_that_make_no_sense_are_refused),
        cmocka_unit_test(test_a_flock_that_leaves_takes_along_what_is_about_it),
        cmocka_unit_test(test_the_others_step_as_if_a_dropped_flock_had_not_been_there),
        cmocka_unit_test(test_sums_reach_flocks_far_away),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
