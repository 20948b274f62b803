// SPDX-License-Identifier: MIT
// Decisions of each model, through a world of a few agents placed by hand, against its equations
// worked out here.
#include "base/math_trig.h"
#include "support/world.h"

#include <float.h>
#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

enum { MOST = 6 };

/// Agents of a flock; the model's parameters end with a setting without name.
typedef struct cast {
    const char *model;
    covey_setting settings[12];
    size_t count;
    double x[MOST], y[MOST], vx[MOST], vy[MOST];
} cast;

static int add(covey_world *world, const cast *given, const char *name, const char *hunts)
{
    covey_flock_def def = covey_flock_def_default();
    def.name = name;
    def.hunts = hunts;
    def.model = given->model;
    def.settings = given->settings;
    while (given->settings[def.settings_count].name != NULL)
        def.settings_count++;
    def.count = given->count;
    def.pos[0] = given->x;
    def.pos[1] = given->y;
    def.vel[0] = given->vx;
    def.vel[1] = given->vy;
    return test_world_add(world, &def);
}

/// The velocity of agent 0 after one step.
static covey_vec step_in(covey_space space, const cast *given, double dt)
{
    covey_world *world = test_world_in(space);
    add(world, given, "flock", NULL);
    test_world_steps(world, 1, dt);
    covey_vec vel = test_world_vel(world, 0, 0);
    covey_world_destroy(world);
    return vel;
}

static covey_vec step_of(const cast *given, double dt)
{
    return step_in(covey_space_open(), given, dt);
}

/// Some operations on numbers up to `size`, an ulp each.
static void assert_near(covey_vec found, double x, double y, double size)
{
    double bound = 32 * DBL_EPSILON * size;
    if (!(fabs(found.x - x) < bound && fabs(found.y - y) < bound))
        fail_msg("(%.17g, %.17g), not (%.17g, %.17g)", found.x, found.y, x, y);
}

// ---- Unicycle ----

static void test_a_unicycle_steers_by_its_three_gains(void **unused)
{
    (void)unused;
    cast pair = {
        "unicycle", {{"k_s", 2}, {"k_a", 0.5}, {"k_c", 3}, {"k_e", 1.3}}, 2, {0, 3}, {0, 4}, {5, 0},
        {0, 5}};
    // unit(c) = (0.6, 0.8) = -unit(s), unit(a) = (1, 1)/sqrt(2); d = (3 - 2) unit(c) + 0.5 unit(a)
    double wish = covey_atan2(0.8 + 0.5 / sqrt(2), 0.6 + 0.5 / sqrt(2)), turned = 1.3 * wish * 0.01;
    assert_near(step_of(&pair, 0.01), 5 * covey_cos(turned), 5 * covey_sin(turned), 5);
    pair.x[1] = 24; // d = 40: the radius is strict
    pair.y[1] = 32;
    assert_near(step_of(&pair, 0.01), 5, 0, 5);
    pair.y[1] = 31.9;
    assert_true(step_of(&pair, 0.01).y > 0);
}

static void test_equal_gains_of_a_unicycle_cancel(void **unused)
{
    (void)unused;
    cast pair = {"unicycle", {{"k_a", 0}}, 2, {0.1, 3.7}, {0.3, 4.9}, {5, 0}, {0, 5}};
    covey_world *world = test_world_in(covey_space_open());
    add(world, &pair, "flock", NULL);
    covey_vec before = test_world_vel(world, 0, 0);
    test_world_steps(world, 50, 0.01);
    covey_vec after = test_world_vel(world, 0, 0);
    assert_true(after.x == before.x && after.y == before.y);
    covey_world_destroy(world);
}

// ---- Three rules ----

static void test_three_rules_are_added_to_the_velocity(void **unused)
{
    (void)unused;
    cast pair = {"three_rule",
                 {{"alignment", 2}, {"cohesion", 3}, {"separation", 1}, {"radius", 300}},
                 2,
                 {0, 30},
                 {0, 40},
                 {5, 0},
                 {0, 7}};
    double x = 5 + (3 - 1) * 0.6, y = 2 + (3 - 1) * 0.8, length = sqrt(x * x + y * y);
    assert_near(step_of(&pair, 1), 5 * x / length, 5 * y / length, 5);
    pair.x[1] = 180; // d = 300: strict
    pair.y[1] = 240;
    assert_near(step_of(&pair, 1), 5, 0, 5);
}

static void test_cohesion_and_separation_cancel_exactly(void **unused)
{
    (void)unused;
    uint64_t random = 1;
    for (int trial = 0; trial < 1000; trial++) {
        double weight = test_uniform(&random, 0.0, 5.0);
        cast three = {"three_rule",
                      {{"alignment", 0.7}, {"cohesion", weight}, {"separation", weight}},
                      3,
                      {0},
                      {0},
                      {1, 2, 3},
                      {3, 2, -1}};
        for (int k = 0; k < 3; k++) {
            three.x[k] = test_uniform(&random, 0, 99);
            three.y[k] = test_uniform(&random, 0, 99);
        }
        covey_vec with = step_of(&three, 1);
        three.settings[1].value = three.settings[2].value = 0;
        covey_vec without = step_of(&three, 1);
        assert_true(with.x == without.x && with.y == without.y);
    }
}

// ---- Torus, predator ----

static void test_torus_boids_add_weighted_rules(void **unused)
{
    (void)unused;
    cast pair = {
        "torus",
        {{"radius", 10}, {"separation", 4}, {"alignment", 2}, {"cohesion", 3}, {"max_speed", 1e6}},
        2,
        {0, 3},
        {0, 4},
        {1, 0},
        {1, 9}};
    double along = 3 - 4 * 0.5; // cohesion and separation, both along (0.6, 0.8); f = 1 - 5/10
    assert_near(step_of(&pair, 0.1), 1 + along * 0.6, 1 + along * 0.8 + 2, 9);
    covey_space torus = covey_space_torus(100, 100);
    pair.x[1] = 97; // now 3 to the left
    assert_near(step_in(torus, &pair, 0.1), 1 - along * 0.6, 1 + along * 0.8 + 2, 9);
    pair.settings[5] = (covey_setting){"centroid", 1}; // the same for one neighbor
    assert_near(step_in(torus, &pair, 0.1), 1 - along * 0.6, 1 + along * 0.8 + 2, 9);
    pair.x[1] = 6; // d = 10 on the rim: f = 0, but inclusive
    pair.y[1] = 8;
    assert_near(step_of(&pair, 0.1), 1 + 3 * 0.6, 1 + 3 * 0.8 + 2, 9);
    pair.settings[4].value = 0.5;
    covey_vec vel = step_of(&pair, 0.1);
    assert_true(fabs(covey_vec_length(vel) - 0.5) < 1e-15);
}

static void test_the_absolute_centroid_is_the_mean_of_coordinates(void **unused)
{
    (void)unused;
    cast three = {"torus",
                  {{"radius", 20},
                   {"separation", 0},
                   {"alignment", 0},
                   {"cohesion", 3},
                   {"max_speed", 1e6},
                   {"centroid", 1}},
                  3,
                  {5, 95, 15},
                  {50, 50, 50},
                  {0},
                  {0}};
    covey_space torus = covey_space_torus(100, 100);
    assert_near(step_in(torus, &three, 0.1), 3, 0, 3); // mean 55: exactly half around, as b - a
    three.x[2] = 13;
    assert_near(step_in(torus, &three, 0.1), 3, 0, 3); // mean 54, 49 to the right
    three.settings[5].value = 0;
    assert_near(step_in(torus, &three, 0.1), -3, 0, 3); // mean offset (-10 + 8)/2
}

static void test_boids_flee_from_predators_that_chase_them(void **unused)
{
    (void)unused;
    cast boid = {
        "torus", {{"radius", 10}, {"flight", 8}, {"max_speed", 1e6}}, 2, {0, 60}, {0, 80}, {1, 2},
        {2, 1}};
    cast cat = {
        "predator", {{"radius", 10}, {"chase", 6}, {"max_speed", 1e6}}, 2, {3, 30}, {4, 0}, {-1, 7},
        {0, 1}};
    covey_world *world = test_world_in(covey_space_open());
    add(world, &boid, "boids", NULL);
    add(world, &cat, "cats", "boids");
    test_world_steps(world, 1, 0.1);
    assert_near(test_world_vel(world, 0, 0), 1 - 8 * 0.5 * 0.6, 2 - 8 * 0.5 * 0.8, 4);
    assert_near(test_world_vel(world, 1, 0), -1 - 6 * 0.6, -6 * 0.8, 6);
    assert_near(test_world_vel(world, 0, 1), 2, 1, 2); // far from all: straight on
    assert_near(test_world_vel(world, 1, 1), 7, 1, 7);
    covey_world_destroy(world);
}

// ---- Reynolds ----

static cast reynolds_pair(double x, double y)
{
    return (cast){"reynolds",
                  {{"separation", 2},
                   {"alignment", 0},
                   {"cohesion", 0},
                   {"max_force", 1e6},
                   {"max_speed", 4},
                   {"min_speed", 0}},
                  2,
                  {0, x},
                  {0, y},
                  {1, 0},
                  {0, 3}};
}

static void test_reynolds_steers_by_the_difference_to_full_speed(void **unused)
{
    (void)unused;
    cast pair = reynolds_pair(3, 4);
    // away at full speed: (-2.4, -3.2) - (1, 0), twice, for 0.1
    assert_near(step_of(&pair, 0.1), 1 + 0.2 * (-3.4), 0.2 * -3.2, 4);
    pair.settings[0].value = 0;
    pair.settings[1].value = 2; // as (0, 3) flies: (0, 4) - (1, 0)
    assert_near(step_of(&pair, 0.1), 1 + 0.2 * -1, 0.2 * 4, 4);
    pair.settings[1].value = 0;
    pair.settings[2].value = 2; // there: (2.4, 3.2) - (1, 0)
    assert_near(step_of(&pair, 0.1), 1 + 0.2 * 1.4, 0.2 * 3.2, 4);
    pair.settings[3].value = 1; // no longer than 1
    double length = 2 * sqrt(1.4 * 1.4 + 3.2 * 3.2);
    assert_near(step_of(&pair, 0.1), 1 + 0.1 * 2.8 / length, 0.1 * 6.4 / length, 4);
}

static void test_each_rule_of_reynolds_has_a_view_of_its_own(void **unused)
{
    (void)unused;
    for (double angle = 0.05; angle < COVEY_PI; angle += 0.1) { // from ahead
        cast pair = reynolds_pair(5 * covey_cos(angle), 5 * covey_sin(angle));
        pair.settings[6] = (covey_setting){"separation_view", 2.0};
        covey_vec vel = step_of(&pair, 0.1);
        assert_true((vel.x != 1.0 || vel.y != 0.0) == (angle < 1.0));
        pair.settings[0].value = 0;
        pair.settings[1].value = 1; // whose view is 3/4 around
        vel = step_of(&pair, 0.1);
        assert_true((vel.x != 1.0 || vel.y != 0.0) == (angle < 0.75 * COVEY_PI));
    }
}

// ---- Vicsek ----

static void test_vicsek_takes_the_mean_heading_itself_included(void **unused)
{
    (void)unused;
    cast three = {"vicsek", {{"noise", 0}, {"speed", 2}}, 3, {0, 0.6, 1}, {0, 0.7, 0}, {3, 0, 0},
                  {0, 9, 1}};
    assert_near(step_of(&three, 1), sqrt(2), sqrt(2), 2); // the third at d = 1 is outside
    three.x[2] = 0.99;
    assert_near(step_of(&three, 1), 2 / sqrt(5), 4 / sqrt(5), 2);
}

/// Chi-square of 16 equal cells: beyond 50 by chance once in 80,000.
static void assert_even(const int cells[16], int count)
{
    double chi = 0.0, expected = count / 16.0;
    for (int k = 0; k < 16; k++)
        chi += (cells[k] - expected) * (cells[k] - expected) / expected;
    assert_true(chi < 50.0);
}

/// Headings of loners of a model after one step from heading 0.
static void draw_headings(const char *model, const covey_setting *settings, size_t count,
                          void (*see)(double heading, void *), void *context)
{
    enum { AGENTS = 8000 };
    static double x[AGENTS], zero[AGENTS], one[AGENTS];
    for (int k = 0; k < AGENTS; k++) {
        x[k] = 100.0 * k;
        one[k] = 1.0;
    }
    covey_world *world = test_world_in(covey_space_open());
    covey_flock_def def = covey_flock_def_default();
    def.model = model;
    def.settings = settings;
    def.settings_count = count;
    def.count = AGENTS;
    def.pos[0] = x;
    def.pos[1] = zero;
    def.vel[0] = one;
    def.vel[1] = zero;
    test_world_add(world, &def);
    test_world_steps(world, 1, 1.0);
    covey_view view = covey_world_view(world, 0);
    for (size_t i = 0; i < view.count; i++)
        see(covey_atan2(view.vel[1][i], view.vel[0][i]), context);
    covey_world_destroy(world);
}

static void see_even(double heading, void *context)
{
    int *cells = context;
    assert_true(fabs(heading) <= 0.25 + 1e-15);
    int cell = (int)((heading + 0.25) * 32);
    cells[cell < 16 ? cell : 15]++;
}

static void test_the_noise_of_vicsek_is_even(void **unused)
{
    (void)unused;
    int cells[16] = {0};
    const covey_setting noise = {"noise", 0.5};
    draw_headings("vicsek", &noise, 1, see_even, cells);
    assert_even(cells, 8000);
}

/// Every loner adds to its own heading a vector of the length of the noise, to any side.
static void see_within(double heading, void *context)
{
    double *widest = context;
    *widest = fmax(*widest, fabs(heading));
}

static void test_the_vectorial_noise_of_vicsek_is_as_long_as_it_says(void **unused)
{
    (void)unused;
    const covey_setting noise[] = {{"noise", 0}, {"vector_noise", 0.5}};
    double widest = 0.0;
    draw_headings("vicsek", noise, 2, see_within, &widest);
    assert_true(widest <= COVEY_PI / 6 + 1e-12 && widest > COVEY_PI / 6 - 0.001); // asin 0.5
}

// ---- Couzin ----

/// Upper ends of 16 parts of the normal distribution that are as likely, from its table.
static const double parts[15] = {-1.534121, -1.150349, -0.887147, -0.674490, -0.488776,
                                 -0.318639, -0.157311, 0.0,       0.157311,  0.318639,
                                 0.488776,  0.674490,  0.887147,  1.150349,  1.534121};

static void see_normal(double heading, void *context)
{
    int *cells = context, cell = 0;
    while (cell < 15 && heading / 0.1 > parts[cell])
        cell++;
    cells[cell]++;
}

static void test_the_noise_of_couzin_is_normal(void **unused)
{
    (void)unused;
    int cells[16] = {0};
    const covey_setting settings[] = {{"noise", 0.1}, {"turn_rate", 10}};
    draw_headings("couzin", settings, 2, see_normal, cells);
    assert_even(cells, 8000);
}

static cast couzin(double x1, double x2)
{
    return (cast){"couzin",
                  {{"noise", 0}, {"speed", 1}, {"turn_rate", 100}, {"blind_angle", 0}},
                  3,
                  {0, 0.6 * x1, x2},
                  {0, 0.8 * x1, 0},
                  {1, 0, 0},
                  {0, 2, -5}};
}

static void test_couzin_s_zones_lie_around_one_another(void **unused)
{
    (void)unused;
    cast near = couzin(1.0, 3.0); // someone at the rim of repulsion: nothing else matters
    assert_near(step_of(&near, 1), -0.6, -0.8, 1);
    cast mates = couzin(1.0001, 3.0); // two to follow: (0, 1) + (0, -1) leave it alone
    assert_near(step_of(&mates, 1), 1, 0, 1);
    mates.vy[1] = 0;
    mates.vx[1] = -1; // (-1, 0) + (0, -1)
    assert_near(step_of(&mates, 1), -sqrt(0.5), -sqrt(0.5), 1);
    cast both = couzin(15.0, 2.0); // to (0.6, 0.8) and with (0, -1)
    assert_near(step_of(&both, 1), 0.6 / sqrt(0.4), -0.2 / sqrt(0.4), 1);
    cast far = couzin(15.0, 15.01);
    assert_near(step_of(&far, 1), 0.6, 0.8, 1);
    cast alone = couzin(15.01, 16.0);
    assert_near(step_of(&alone, 1), 1, 0, 1);
}

// As long beside the share of influences, for any number of neighbors.
static void test_couzin_s_wish_is_as_long_with_noise_and_without(void **unused)
{
    (void)unused;
    const covey_model *model = covey_model_find("couzin");
    covey_agent self = {.seed = 1, .vel = {0, 2}};
    for (int noise = 0; noise < 2; noise++) {
        const double values[] = {1, 3, 15, 0, 0.1 * noise};
        assert_int_equal(model->params_size, sizeof values);
        for (int mates = 0; mates < 9; mates++) {
            covey_percept percepts[COVEY_MAX_ZONES] = {0};
            percepts[1] = (covey_percept){.count = mates, .carried = {mates, 0}};
            covey_vec wish = model->decide(values, &self, percepts);
            assert_true(fabs(covey_vec_length(wish) - 1.0) < 8 * DBL_EPSILON); // some operations
        }
    }
}

/// Counts the informed, which fly to +y; the others fly on along x.
static void see_informed(double heading, void *context)
{
    int *informed = context;
    assert_true(fabs(heading) < 1e-12 || fabs(heading - COVEY_PI / 2) < 1e-6);
    *informed += heading > 1.0;
}

static void test_a_share_of_couzin_s_leaders_is_informed(void **unused)
{
    (void)unused;
    const covey_setting settings[] = {{"informed", 0.25}, {"weight", 1e9}, {"x", 0},
                                      {"y", 3},           {"noise", 0},    {"turn_rate", 9}};
    int informed = 0;
    draw_headings("couzin_leaders", settings, 6, see_informed, &informed);
    assert_true(informed > 1840 && informed < 2160); // four standard deviations
}

static void test_couzin_s_leaders_weigh_neighbors_and_direction(void **unused)
{
    (void)unused;
    cast pair = {"couzin_leaders",
                 {{"informed", 1},
                  {"weight", 0.5},
                  {"x", 0},
                  {"y", -2},
                  {"noise", 0},
                  {"turn_rate", 9},
                  {"speed", 1}},
                 2,
                 {0, 3},
                 {0, 4},
                 {1, 0},
                 {0, 1}};
    // unit((0.6, 0.8) + (0, 1) + (1, 0)) + 0.5 (0, -1)
    double length = sqrt(1.6 * 1.6 + 1.8 * 1.8), x = 1.6 / length, y = 1.8 / length - 0.5;
    assert_near(step_of(&pair, 1), x / hypot(x, y), y / hypot(x, y), 1);
    pair.x[1] = 0.3;
    pair.y[1] = 0.4; // too near: away from it, whatever is preferred
    assert_near(step_of(&pair, 1), -0.6, -0.8, 1);
    pair.settings[0].value = 0;
    pair.x[1] = 3;
    pair.y[1] = 4;
    assert_near(step_of(&pair, 1), 1.6 / length, 1.8 / length, 1);
}

static void test_couzin_is_blind_behind_but_for_repulsion(void **unused)
{
    (void)unused;
    for (double angle = 0.05; angle < COVEY_PI; angle += 0.1) {
        cast pair = couzin(0, 99);
        pair.settings[3].value = 1.0; // beyond π - 0.5
        pair.x[1] = 10 * covey_cos(angle);
        pair.y[1] = 10 * covey_sin(angle);
        covey_vec vel = step_of(&pair, 1);
        bool seen = angle < COVEY_PI - 0.5;
        assert_near(vel, seen ? covey_cos(angle) : 1, seen ? covey_sin(angle) : 0, 1);
        pair.x[1] = 0.5 * covey_cos(angle);
        pair.y[1] = 0.5 * covey_sin(angle);
        assert_near(step_of(&pair, 1), -covey_cos(angle), -covey_sin(angle), 1);
    }
}

// ---- Topological ----

static cast starlings(void)
{
    return (cast){"topological",
                  {{"neighbors", 2},
                   {"alignment", 0.3},
                   {"cohesion", 0.6},
                   {"separation", 0},
                   {"speed", 1},
                   {"turn_rate", 100}},
                  4,
                  {0, 900, -700, 0},
                  {0, 0, 0, 800},
                  {1, 5, 0, 0},
                  {0, 0, 3, -2}};
}

static void test_starlings_follow_their_nearest_however_far(void **unused)
{
    (void)unused;
    cast four = starlings(); // the nearest: 2 at (-700, 0) and 3 at (0, 800)
    double x = 0.3 / 3 * 1 + 0.6 / 2 * -1, y = 0.3 / 3 * (1 - 1) + 0.6 / 2 * 1;
    double length = sqrt(x * x + y * y);
    assert_near(step_of(&four, 1), x / length, y / length, 1);
    four.settings[6] = (covey_setting){"metric", 1}; // all
    x = 0.3 / 4 * 2 + 0.6 / 3 * 0;
    y = 0.3 / 4 * (1 - 1) + 0.6 / 3 * 1;
    length = sqrt(x * x + y * y);
    assert_near(step_of(&four, 1), x / length, y / length, 1);
    four.settings[7] = (covey_setting){"radius", 1}; // no agent
    assert_near(step_of(&four, 1), 1, 0, 1);
}

static void test_of_starlings_as_far_the_lower_id_counts(void **unused)
{
    (void)unused;
    cast four = starlings();
    four.x[1] = 800; // as far as 3
    double x = 0.3 / 3 * 2, y = 0.3 / 3 * 1, length = sqrt(x * x + y * y);
    assert_near(step_of(&four, 1), x / length, y / length, 1);
    four.settings[3].value = 2;
    four.settings[6] = (covey_setting){"separation_radius", 1000}; // of all, by 1 - d/1000
    x += -2 * (0.2 - 0.3);
    y += -2 * 0.2;
    length = sqrt(x * x + y * y);
    assert_near(step_of(&four, 1), x / length, y / length, 10); // the sum cancels
}

// ---- Cucker and Smale ----

static void test_velocities_approach_by_distance(void **unused)
{
    (void)unused;
    cast three = {"cucker_smale",
                  {{"strength", 6}, {"decay", 0.5}, {"radius", 7}},
                  3,
                  {0, 3, 100},
                  {0, 4, 0},
                  {1, 2, 50},
                  {1, -1, 50}};
    double pull = 6.0 / 3 / sqrt(26); // the third is too far, but counts in N
    assert_near(step_of(&three, 0.5), 1 + 0.5 * pull * 1, 1 + 0.5 * pull * -2, 2);
    three.settings[1].value = 0;
    assert_near(step_of(&three, 0.5), 1 + 0.5 * 2 * 1, 1 + 0.5 * 2 * -2, 2);
    three.settings[2].value = 1000;
    assert_near(step_of(&three, 0.5), 1 + 0.5 * 2 * (1 + 49), 1 + 0.5 * 2 * (-2 + 49), 50);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_unicycle_steers_by_its_three_gains),
        cmocka_unit_test(test_equal_gains_of_a_unicycle_cancel),
        cmocka_unit_test(test_three_rules_are_added_to_the_velocity),
        cmocka_unit_test(test_cohesion_and_separation_cancel_exactly),
        cmocka_unit_test(test_torus_boids_add_weighted_rules),
        cmocka_unit_test(test_the_absolute_centroid_is_the_mean_of_coordinates),
        cmocka_unit_test(test_boids_flee_from_predators_that_chase_them),
        cmocka_unit_test(test_reynolds_steers_by_the_difference_to_full_speed),
        cmocka_unit_test(test_each_rule_of_reynolds_has_a_view_of_its_own),
        cmocka_unit_test(test_vicsek_takes_the_mean_heading_itself_included),
        cmocka_unit_test(test_the_noise_of_vicsek_is_even),
        cmocka_unit_test(test_the_vectorial_noise_of_vicsek_is_as_long_as_it_says),
        cmocka_unit_test(test_the_noise_of_couzin_is_normal),
        cmocka_unit_test(test_couzin_s_zones_lie_around_one_another),
        cmocka_unit_test(test_couzin_s_wish_is_as_long_with_noise_and_without),
        cmocka_unit_test(test_a_share_of_couzin_s_leaders_is_informed),
        cmocka_unit_test(test_couzin_s_leaders_weigh_neighbors_and_direction),
        cmocka_unit_test(test_couzin_is_blind_behind_but_for_repulsion),
        cmocka_unit_test(test_starlings_follow_their_nearest_however_far),
        cmocka_unit_test(test_of_starlings_as_far_the_lower_id_counts),
        cmocka_unit_test(test_velocities_approach_by_distance),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
