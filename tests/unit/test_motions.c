// SPDX-License-Identifier: MIT
// Every motion against its equations, one agent at a time.
#include "base/math_trig.h"
#include "motions/gain_noise.h"
#include "support/world.h"

#include <float.h>
#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

typedef struct setup {
    const covey_motion *motion;
    double values[8];
} setup;

static setup motion_of(const char *name, const covey_setting *settings, size_t count)
{
    setup made = {.motion = covey_motion_find(name)};
    assert_non_null(made.motion);
    assert_true(made.motion->params_size <= sizeof made.values);
    covey_param_init(made.motion->params, made.values);
    for (size_t k = 0; k < count; k++)
        assert_int_equal(covey_param_set(made.motion->params, made.values, &settings[k], NULL),
                         COVEY_OK);
    return made;
}

static covey_agent agent_at(double x, double y, double vx, double vy)
{
    return (covey_agent){.seed = 1, .pos = {x, y}, .vel = {vx, vy}};
}

static void init_from_velocity(const setup *way, covey_agent *agent)
{
    if (way->motion->init_from_velocity != NULL)
        way->motion->init_from_velocity(way->values, agent);
}

static void move(const setup *way, covey_agent *agent, covey_vec intent, double dt)
{
    way->motion->move(way->values, agent, intent, dt);
}

/// Velocities that go through roots, sines and quotients: some ulps of numbers up to 8.
static void assert_near(covey_vec found, double x, double y)
{
    if (!(fabs(found.x - x) < 32 * DBL_EPSILON && fabs(found.y - y) < 32 * DBL_EPSILON))
        fail_msg("(%.17g, %.17g), not (%.17g, %.17g)", found.x, found.y, x, y);
}

static void assert_exact(covey_vec found, double x, double y)
{
    if (found.x != x || found.y != y)
        fail_msg("(%.17g, %.17g), not (%.17g, %.17g)", found.x, found.y, x, y);
}

static void test_accelerate_takes_the_new_velocity_for_the_way(void **unused)
{
    (void)unused;
    setup way = motion_of("accelerate", NULL, 0);
    covey_agent agent = agent_at(1, 2, 3, 4);
    move(&way, &agent, (covey_vec){2, -6}, 0.5);
    assert_exact(agent.vel, 4, 1);
    assert_exact(agent.pos, 3, 2.5);
}

static void test_accelerate_clamps_force_and_speed(void **unused)
{
    (void)unused;
    const covey_setting limits[] = {{"max_force", 5}, {"max_speed", 2}, {"min_speed", 1}};
    setup way = motion_of("accelerate", limits, 3);
    covey_agent agent = agent_at(0, 0, 0, 0);
    move(&way, &agent, (covey_vec){30, 40}, 0.3); // force (3, 4), velocity (0.9, 1.2)
    assert_near(agent.vel, 0.9, 1.2);
    move(&way, &agent, (covey_vec){30, 40}, 1.0); // speed 6.5, held at 2
    assert_near(agent.vel, 1.2, 1.6);
    agent = agent_at(0, 0, 0, 0);
    move(&way, &agent, (covey_vec){0.3, 0.4}, 1.0); // speed 0.5, lifted to 1
    assert_near(agent.vel, 0.6, 0.8);
    agent = agent_at(0, 0, 0, 0);
    move(&way, &agent, (covey_vec){0, 0}, 1.0); // at rest it has no way to go
    assert_exact(agent.vel, 0, 0);
}

static void test_the_highest_speed_wins_over_the_lowest(void **unused)
{
    (void)unused;
    const covey_setting limits[] = {{"max_speed", 1}, {"min_speed", 3}};
    setup way = motion_of("impulse", limits, 2);
    covey_agent agent = agent_at(0, 0, 3, 4);
    move(&way, &agent, (covey_vec){0, 0}, 1.0);
    assert_near(agent.vel, 0.6, 0.8);
}

static void test_an_impulse_knows_no_time(void **unused)
{
    (void)unused;
    setup way = motion_of("impulse", NULL, 0);
    covey_agent agent = agent_at(1, 2, 3, 4);
    move(&way, &agent, (covey_vec){2, -6}, 0.5);
    assert_exact(agent.vel, 5, -2);
    assert_exact(agent.pos, 3.5, 1);
}

// ---- Newton ----

static void test_newton_takes_the_full_equations_of_motion(void **unused)
{
    (void)unused;
    const covey_setting mass = {"mass", 2};
    setup way = motion_of("newton", &mass, 1);
    covey_agent agent = agent_at(1, 2, 3, 4);
    move(&way, &agent, (covey_vec){2, -6}, 0.5); // a = (1, -3)
    assert_exact(agent.vel, 3.5, 2.5);
    assert_exact(agent.pos, 1 + 1.5 + 0.125, 2 + 2 - 0.375); // p + v dt + a dt²/2
}

/// The assignment's own equations are a case of it.
static void test_newton_without_drag_is_accelerate_by_the_new_velocity(void **unused)
{
    (void)unused;
    const covey_setting limits[] = {
        {"max_force", 5}, {"max_speed", 4}, {"min_speed", 1}, {"update", 1}};
    for (size_t count = 0; count <= 3; count += 3) {
        setup one = motion_of("accelerate", limits, count);
        setup other = motion_of("newton", limits, count);
        const covey_setting new = limits[3];
        assert_int_equal(covey_param_set(other.motion->params, other.values, &new, NULL), COVEY_OK);
        uint64_t random = 3;
        covey_agent a = agent_at(0.1, 0.2, 0.3, 0.4), b = a;
        for (int k = 0; k < 200; k++) {
            covey_vec force = {test_uniform(&random, -9, 9), test_uniform(&random, -9, 9), 0.0};
            move(&one, &a, force, 0.01);
            move(&other, &b, force, 0.01);
            assert_exact(b.vel, a.vel.x, a.vel.y);
            assert_exact(b.pos, a.pos.x, a.pos.y);
        }
    }
}

static void test_drag_slows_down_and_never_turns_back(void **unused)
{
    (void)unused;
    const covey_setting friction[] = {{"drag", 0.5}, {"mass", 2}};
    setup way = motion_of("newton", friction, 2);
    covey_agent agent = agent_at(0, 0, 8, 0);
    move(&way, &agent, (covey_vec){0, 0}, 4.0); // 1 + drag dt/mass = 2
    assert_exact(agent.vel, 4, 0);
    assert_exact(agent.pos, 24, 0);
    for (int k = 0; k < 400; k++)
        move(&way, &agent, (covey_vec){0, 3}, 0.5);
    assert_near(agent.vel, 0, 6); // F/drag
    move(&way, &agent, (covey_vec){0, 0}, 1e9);
    assert_true(agent.vel.y > 0.0 && agent.vel.y < 1e-7);
}

// ---- Points of first order ----

static void test_kinematic_takes_the_intent_for_its_velocity(void **unused)
{
    (void)unused;
    const covey_setting settings[] = {{"gain", 2}, {"max_speed", 5}};
    setup way = motion_of("kinematic", settings, 2);
    covey_agent agent = agent_at(1, 1, 9, 9);
    move(&way, &agent, (covey_vec){1, -0.5}, 0.5);
    assert_exact(agent.vel, 2, -1);
    assert_exact(agent.pos, 2, 0.5);
    move(&way, &agent, (covey_vec){0, 0}, 0.5); // as before
    assert_exact(agent.pos, 3, 0);
    move(&way, &agent, (covey_vec){30, 40}, 0.5);
    assert_near(agent.vel, 3, 4);
}

static void test_constant_speed_turns_at_once_or_keeps_its_heading(void **unused)
{
    (void)unused;
    const covey_setting speed = {"speed", 5};
    setup way = motion_of("constant_speed", &speed, 1);
    covey_agent agent = agent_at(0, 0, 1, 0);
    move(&way, &agent, (covey_vec){-300, 400}, 0.5);
    assert_exact(agent.vel, -3, 4);
    assert_exact(agent.pos, -1.5, 2);
    move(&way, &agent, (covey_vec){0, 0}, 0.5);
    assert_exact(agent.vel, -3, 4);
    agent = agent_at(0, 0, 0, 0);
    move(&way, &agent, (covey_vec){0, 0}, 0.5);
    assert_exact(agent.vel, 0, 0);
}

static void test_the_old_update_moves_first_and_turns_then(void **unused)
{
    (void)unused;
    const covey_setting settings[] = {{"speed", 5}, {"update", 1}};
    setup way = motion_of("constant_speed", settings, 2);
    covey_agent agent = agent_at(1, 2, 4, 8);
    move(&way, &agent, (covey_vec){-300, 400}, 0.5);
    assert_exact(agent.pos, 3, 6);
    assert_exact(agent.vel, -3, 4);
    move(&way, &agent, (covey_vec){0, 0}, 0.5);
    assert_exact(agent.pos, 1.5, 8);
    assert_exact(agent.vel, -3, 4);
}

static void test_turn_turns_by_its_rate_and_no_further(void **unused)
{
    (void)unused;
    const covey_setting settings[] = {{"speed", 2}, {"turn_rate", COVEY_PI / 3}};
    setup way = motion_of("turn", settings, 2);
    covey_agent agent = agent_at(0, 0, 2, 0);
    move(&way, &agent, (covey_vec){0, 9}, 0.5); // 30 degrees of 90
    assert_near(agent.vel, sqrt(3), 1);
    move(&way, &agent, (covey_vec){0, -9}, 0.5); // back
    assert_near(agent.vel, 2, 0);
    agent = agent_at(0, 0, 2, 0);
    move(&way, &agent, (covey_vec){9, -2}, 0.5); // less than 30 degrees: the whole turn
    assert_near(agent.vel, 18 / sqrt(85), -4 / sqrt(85));
    agent = agent_at(0, 0, 2, 0);
    move(&way, &agent, (covey_vec){-1, 0}, 0.5); // right behind: to the left
    assert_near(agent.vel, sqrt(3), 1);
    move(&way, &agent, (covey_vec){0, 0}, 0.5);
    assert_near(agent.vel, sqrt(3), 1);
    agent = agent_at(0, 0, -2, 0);
    move(&way, &agent, (covey_vec){1, 0}, 0.5);
    assert_near(agent.vel, -sqrt(3), -1);
    agent = agent_at(0, 0, 0, 0);
    move(&way, &agent, (covey_vec){0, -3}, 0.5); // at rest: at once
    assert_exact(agent.vel, 0, -2);
}

/// Intents within the allowed turn, and no others, are reached to the last bit.
static void test_turn_decides_as_angles_do(void **unused)
{
    (void)unused;
    const double rates[] = {0, 1e-12, 0.07, 0.7, 1.4, 1.6, 3, 4};
    uint64_t random = 5;
    for (int trial = 0; trial < 20000; trial++) {
        covey_setting rate = {"turn_rate", rates[trial % 8]};
        setup way = motion_of("turn", &rate, 1);
        double from = test_uniform(&random, -COVEY_PI, COVEY_PI),
               to = test_uniform(&random, -COVEY_PI, COVEY_PI);
        if (trial % 4 > 0) // as near to the bound as can be
            to = from + (trial % 4 - 2 + 1e-15 * test_uniform(&random, -1, 1)) * rate.value;
        covey_vec heading = covey_vec_unit((covey_vec){covey_cos(from), covey_sin(from)});
        covey_vec wanted = covey_vec_unit((covey_vec){covey_cos(to), covey_sin(to)});
        covey_agent agent = agent_at(0, 0, heading.x, heading.y);
        move(&way, &agent, wanted, 1.0);
        heading = covey_vec_unit(heading);
        wanted = covey_vec_unit(wanted);
        double angle = covey_atan2(heading.x * wanted.y - heading.y * wanted.x,
                                   covey_vec_dot(heading, wanted));
        bool reached = agent.vel.x == wanted.x && agent.vel.y == wanted.y;
        assert_true(reached || fabs(angle) > rate.value);
        assert_true(!reached || fabs(angle) <= rate.value + 0x1p-50);
    }
}

// ---- Unicycle ----

static covey_vec heading(double angle)
{
    return (covey_vec){covey_cos(angle), covey_sin(angle)};
}

static void test_a_unicycle_turns_by_gain_times_error(void **unused)
{
    (void)unused;
    const covey_setting gain = {"k_e", 0.5};
    setup way = motion_of("unicycle", &gain, 1);
    covey_agent agent = agent_at(1, 1, 3, 4);
    init_from_velocity(&way, &agent);
    double before = covey_atan2(4, 3), wish = 2.0;
    move(&way, &agent, covey_vec_scale(heading(wish), 7), 0.25);
    double after = before + 0.5 * (wish - before) * 0.25;
    assert_near(agent.vel, 5 * covey_cos(after), 5 * covey_sin(after));
    assert_near(agent.pos, 1 + 0.25 * agent.vel.x, 1 + 0.25 * agent.vel.y);
    covey_vec kept = agent.vel;
    move(&way, &agent, (covey_vec){0, 0}, 0.25);
    assert_exact(agent.vel, kept.x, kept.y);
}

static void check_error(double choice, double from, double to, double error)
{
    const covey_setting settings[] = {{"k_e", 0.5}, {"error", choice}};
    setup way = motion_of("unicycle", settings, 2);
    covey_agent agent = agent_at(0, 0, covey_cos(from), covey_sin(from));
    init_from_velocity(&way, &agent);
    move(&way, &agent, heading(to), 1.0);
    assert_near(agent.vel, covey_cos(from + 0.5 * error), covey_sin(from + 0.5 * error));
    assert_true(agent.extra[0] > -COVEY_PI && agent.extra[0] <= COVEY_PI);
}

static void test_the_error_is_wrapped_or_raw(void **unused)
{
    (void)unused;
    check_error(0, 3.0, -3.0, 2 * COVEY_PI - 6.0);
    check_error(0, -3.0, 3.0, 6.0 - 2 * COVEY_PI);
    check_error(1, 3.0, -3.0, -6.0);
    check_error(1, -3.0, 3.0, 6.0);
    check_error(0, 1.0, 1.5, 0.5);
    check_error(1, 1.0, 1.5, 0.5);
    check_error(0, 0.0, COVEY_PI, COVEY_PI); // right behind: to the left
}

static void test_a_unicycle_takes_up_a_new_heading_and_keeps_its_speed(void **unused)
{
    (void)unused;
    setup way = motion_of("unicycle", NULL, 0);
    covey_agent agent = agent_at(0, 0, 3, 4);
    init_from_velocity(&way, &agent);
    agent.vel = (covey_vec){0, -7};
    init_from_velocity(&way, &agent);
    assert_near(agent.vel, 0, -5);
    move(&way, &agent, (covey_vec){0, 0}, 1.0);
    assert_near(agent.vel, 0, -5);
}

static void test_a_unicycle_s_speed_input_stops_it_at_most(void **unused)
{
    (void)unused;
    covey_setting input = {"u_s", 4};
    setup way = motion_of("unicycle", &input, 1);
    covey_agent agent = agent_at(0, 0, 3, 4);
    init_from_velocity(&way, &agent);
    move(&way, &agent, (covey_vec){0, 0}, 1.25); // straight on, from 5 to 10
    assert_near(agent.vel, 6, 8);
    assert_near(agent.pos, 7.5, 10);
    input.value = -4;
    way = motion_of("unicycle", &input, 1);
    for (int k = 0; k < 3; k++)
        move(&way, &agent, (covey_vec){0, 0}, 1.25);
    assert_exact(agent.vel, 0, 0);
    input.value = 4;
    way = motion_of("unicycle", &input, 1);
    init_from_velocity(&way, &agent);
    move(&way, &agent, (covey_vec){0, 0}, 1.25); // its heading was kept
    assert_near(agent.vel, 3, 4);
}

// ---- Noise on gains ----

static double factor(int kind, int whole, covey_id id)
{
    covey_agent agent = {.seed = 9, .step = 4, .id = id};
    return covey_gain_factor(kind, whole, &agent, COVEY_STREAM_MODEL);
}

static void test_the_lesson_s_noise_is_even_from_09_to_12(void **unused)
{
    (void)unused;
    int cells[12] = {0};
    for (uint32_t id = 0; id < 12000; id++) {
        assert_true(factor(COVEY_GAIN_CONSTANT, 0, id) == 1.0);
        double value = factor(COVEY_GAIN_TEXT, (int)(id % 2), id);
        assert_true(value >= 0.9 && value < 1.2);
        cells[(int)((value - 0.9) / 0.3 * 12)]++;
    }
    double chi = 0.0;
    for (int k = 0; k < 12; k++)
        chi += (cells[k] - 1000) * (cells[k] - 1000) / 1000.0;
    assert_true(chi < 40.0); // 11 degrees of freedom: by chance once in 28,000
}

static void test_the_program_s_noise_has_its_weights(void **unused)
{
    (void)unused;
    int tenths[12] = {0}, whole[3] = {0};
    for (uint32_t id = 0; id < 12000; id++) {
        double value = factor(COVEY_GAIN_PROGRAM, 0, id);
        int tenth = (int)(value * 10 + 0.5) - 9;
        assert_true(tenth >= 0 && tenth < 12 && value == (9 + tenth) / 10.0);
        tenths[tenth]++;
        value = factor(COVEY_GAIN_PROGRAM, 1, id);
        assert_true(value == 0.0 || value == 1.0 || value == 2.0);
        whole[(int)value]++;
    }
    double chi = 0.0;
    for (int k = 0; k < 12; k++)
        chi += (tenths[k] - 1000) * (tenths[k] - 1000) / 1000.0;
    assert_true(chi < 40.0);
    chi = (whole[0] - 1000) * (whole[0] - 1000) / 1000.0 +
          (whole[1] - 10000) * (whole[1] - 10000) / 10000.0 +
          (whole[2] - 1000) * (whole[2] - 1000) / 1000.0;
    assert_true(chi < 21.0); // 2 degrees of freedom: once in 36,000
}

static void test_noise_multiplies_the_gain_of_the_turn(void **unused)
{
    (void)unused;
    const covey_setting settings[] = {{"k_e", 0.5}, {"turn_noise", 1}};
    setup way = motion_of("unicycle", settings, 2);
    for (uint32_t id = 0; id < 100; id++) {
        covey_agent agent = agent_at(0, 0, 1, 0);
        agent.id = id;
        init_from_velocity(&way, &agent);
        double noise = covey_gain_factor(COVEY_GAIN_TEXT, 0, &agent, COVEY_STREAM_MOTION);
        move(&way, &agent, (covey_vec){0, 1}, 1.0);
        double angle = 0.5 * noise * COVEY_PI / 2;
        assert_near(agent.vel, covey_cos(angle), covey_sin(angle));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_accelerate_takes_the_new_velocity_for_the_way),
        cmocka_unit_test(test_accelerate_clamps_force_and_speed),
        cmocka_unit_test(test_the_highest_speed_wins_over_the_lowest),
        cmocka_unit_test(test_an_impulse_knows_no_time),
        cmocka_unit_test(test_newton_takes_the_full_equations_of_motion),
        cmocka_unit_test(test_newton_without_drag_is_accelerate_by_the_new_velocity),
        cmocka_unit_test(test_drag_slows_down_and_never_turns_back),
        cmocka_unit_test(test_kinematic_takes_the_intent_for_its_velocity),
        cmocka_unit_test(test_constant_speed_turns_at_once_or_keeps_its_heading),
        cmocka_unit_test(test_the_old_update_moves_first_and_turns_then),
        cmocka_unit_test(test_turn_turns_by_its_rate_and_no_further),
        cmocka_unit_test(test_turn_decides_as_angles_do),
        cmocka_unit_test(test_a_unicycle_turns_by_gain_times_error),
        cmocka_unit_test(test_the_error_is_wrapped_or_raw),
        cmocka_unit_test(test_a_unicycle_takes_up_a_new_heading_and_keeps_its_speed),
        cmocka_unit_test(test_a_unicycle_s_speed_input_stops_it_at_most),
        cmocka_unit_test(test_the_lesson_s_noise_is_even_from_09_to_12),
        cmocka_unit_test(test_the_program_s_noise_has_its_weights),
        cmocka_unit_test(test_noise_multiplies_the_gain_of_the_turn),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
