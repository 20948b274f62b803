// SPDX-License-Identifier: MIT
// Ways that end where the space folds them to, mirrors, respawns, and obstacles that no agent
// enters or crosses, at any speed and place.
#include "base/math_trig.h"
#include "support/world.h"

#include <float.h>
#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

#define WIDTH 100.0
#define HEIGHT 70.0

static covey_space space_of(int kind)
{
    const covey_space spaces[] = {
        covey_space_open(),
        covey_space_torus(WIDTH, HEIGHT),
        covey_space_reflecting(WIDTH, HEIGHT),
        covey_space_respawn(WIDTH, HEIGHT),
    };
    return spaces[kind];
}

static covey_world *empty_world(covey_space space, uint64_t seed)
{
    covey_world_def def = covey_world_def_default();
    def.space = space;
    def.seed = seed;
    return test_world_create(&def);
}

/// Agents that ignore one another. With `wander` they take a new heading every step, else they keep
/// their velocity.
static covey_flock_def loners(bool wander, double speed, size_t count)
{
    static const covey_setting straight[] = {{"K_c", 0}, {"K_s", 0}, {"K_a", 0}};
    static covey_setting random[] = {{"radius", 0}, {"noise", 2 * COVEY_PI}, {"speed", 0}};
    random[2].value = speed;
    covey_flock_def def = covey_flock_def_default();
    def.model = wander ? "vicsek" : "formal";
    def.settings = wander ? random : straight;
    def.settings_count = 3;
    def.count = count;
    def.place.speed = speed;
    def.place.x = 0.5 * WIDTH;
    def.place.y = 0.5 * HEIGHT;
    def.place.width = WIDTH;
    def.place.height = HEIGHT;
    return def;
}

static void add_obstacle(covey_world *world, const double *x, const double *y, size_t count,
                         double radius)
{
    const covey_setting settings[] = {{"radius", radius}, {"weight", 0}};
    test_world_obstacle(world, (covey_influence_def){.points = {x, y},
                                                     .points_count = count,
                                                     .settings = settings,
                                                     .settings_count = 2});
}

static void add_point(covey_world *world, double x, double y, double radius)
{
    add_obstacle(world, &x, &y, 1, radius);
}

// ---- Free ways ----

static void test_free_ways_end_where_the_space_folds_them_to(void **unused)
{
    (void)unused;
    for (int kind = 0; kind < 3; kind++) {
        covey_space space = space_of(kind);
        covey_world *world = empty_world(space, 3), *other = empty_world(space, 3);
        add_point(other, 50, 35, 1e-9); // a solid that no agent meets changes nothing
        covey_flock_def def = loners(false, 9.0, 200);
        test_world_add(world, &def);
        test_world_add(other, &def);
        for (int step = 0; step < 60; step++) {
            covey_view view = covey_world_view(world, 0);
            covey_vec to[200];
            for (size_t i = 0; i < view.count; i++)
                to[view.id[i]] =
                    covey_space_fold(&space, (covey_vec){view.pos[0][i] + view.vel[0][i] * 0.7,
                                                         view.pos[1][i] + view.vel[1][i] * 0.7});
            test_world_steps(world, 1, 0.7);
            test_world_steps(other, 1, 0.7);
            for (uint32_t id = 0; id < 200; id++) {
                covey_vec pos = test_world_pos(world, 0, id);
                assert_true(pos.x == to[id].x && pos.y == to[id].y);
            }
            assert_true(covey_world_hash(world) == covey_world_hash(other));
        }
        covey_world_destroy(other);
        covey_world_destroy(world);
    }
}

/// Whole numbers of 1/8: a mirror flips them without rounding, one wall at a time.
static void test_mirrors_are_exact(void **unused)
{
    (void)unused;
    uint64_t random = 1;
    for (int trial = 0; trial < 2000; trial++) {
        double p[2], v[2], end[2], expected[2];
        const double size[2] = {WIDTH, HEIGHT};
        for (int axis = 0; axis < 2; axis++) {
            p[axis] = 0.125 * (double)test_below(&random, (size_t)size[axis] * 8 + 1);
            v[axis] = 0.125 * ((double)test_below(&random, 2001) - 1000.0);
            end[axis] = p[axis] + v[axis];
            expected[axis] = v[axis];
            while (end[axis] < 0.0 || end[axis] > size[axis]) {
                end[axis] = end[axis] < 0.0 ? -end[axis] : 2.0 * size[axis] - end[axis];
                expected[axis] = -expected[axis];
            }
        }
        covey_world *world = empty_world(space_of(2), 1);
        if (trial % 2 == 0)
            add_point(world, -500, -500, 1); // the long way round, behind the mirrors
        covey_flock_def def = loners(false, 1.0, 1);
        for (int axis = 0; axis < 2; axis++) {
            def.pos[axis] = &p[axis];
            def.vel[axis] = &v[axis];
        }
        test_world_add(world, &def);
        test_world_steps(world, 1, 1.0);
        covey_vec pos = test_world_pos(world, 0, 0), vel = test_world_vel(world, 0, 0);
        assert_true(pos.x == end[0] && pos.y == end[1]);
        assert_true(fabs(vel.x) == fabs(v[0]) && fabs(vel.y) == fabs(v[1]));
        bool on_wall = pos.x == 0.0 || pos.x == WIDTH || pos.y == 0.0 || pos.y == HEIGHT;
        assert_true(on_wall || (vel.x == expected[0] && vel.y == expected[1]));
        covey_world_destroy(world);
    }
}

static void test_a_mirror_shows_the_smallest_number_beyond_it(void **unused)
{
    (void)unused;
    covey_space box = covey_space_reflecting(WIDTH, HEIGHT);
    covey_vec p = covey_space_fold(&box, (covey_vec){-0.3, -5e-324});
    assert_true(p.x == 0.3 && p.y == 5e-324);
    const double x = 5e-324, y = 35, vx = -1e-322, vy = 0;
    covey_world *world = empty_world(box, 1);
    covey_flock_def def = loners(false, 1.0, 1);
    def.pos[0] = &x;
    def.pos[1] = &y;
    def.vel[0] = &vx;
    def.vel[1] = &vy;
    test_world_add(world, &def);
    test_world_steps(world, 1, 1.0);
    assert_true(test_world_vel(world, 0, 0).x == -vx);
    assert_true(test_world_pos(world, 0, 0).x == -(x + vx));
    covey_world_destroy(world);
}

static void test_speed_survives_walls_to_the_bit(void **unused)
{
    (void)unused;
    covey_world *world = empty_world(space_of(2), 5);
    covey_flock_def def = loners(false, 0.0, 300);
    def.place.speed_spread = 400.0;
    test_world_add(world, &def);
    covey_vec before[300];
    for (uint32_t id = 0; id < 300; id++)
        before[id] = test_world_vel(world, 0, id);
    test_world_steps(world, 100, 0.3);
    for (uint32_t id = 0; id < 300; id++) {
        covey_vec vel = test_world_vel(world, 0, id);
        assert_true(fabs(vel.x) == fabs(before[id].x) && fabs(vel.y) == fabs(before[id].y));
    }
    covey_world_destroy(world);
}

// ---- Respawn ----

static void check_respawn(const char *model, double speed)
{
    int place[16] = {0}, heading[16] = {0}, count = 0;
    covey_world *world = empty_world(space_of(3), 6);
    covey_flock_def def = loners(false, speed, 2000);
    def.model = model;
    def.settings_count = 0;
    const covey_setting alone = {"radius", 0}, gains[] = {{"K_c", 0}, {"K_s", 0}, {"K_a", 0}};
    bool formal = model[0] == 'f';
    def.settings = formal ? gains : &alone;
    def.settings_count = formal ? 3 : 1;
    test_world_add(world, &def);
    covey_vec from[2000], was[2000];
    for (int step = 0; step < 20; step++) {
        for (uint32_t id = 0; id < 2000; id++) {
            from[id] = test_world_pos(world, 0, id);
            was[id] = test_world_vel(world, 0, id);
        }
        test_world_steps(world, 1, 1.0);
        for (uint32_t id = 0; id < 2000; id++) {
            covey_vec p = test_world_pos(world, 0, id), v = test_world_vel(world, 0, id);
            covey_vec to = covey_vec_add(from[id], was[id]);
            bool left = to.x < 0 || to.x > WIDTH || to.y < 0 || to.y > HEIGHT;
            assert_true(p.x >= 0 && p.x <= WIDTH && p.y >= 0 && p.y <= HEIGHT);
            assert_true(left || (p.x == to.x && p.y == to.y && v.x == was[id].x));
            // per respawn: length, sine, cosine and product, an ulp each
            assert_true(fabs(covey_vec_length(v) - speed) < 20 * 4 * DBL_EPSILON * speed);
            if (!left)
                continue;
            count++;
            place[(int)(4 * p.x / WIDTH) + 4 * (int)(4 * p.y / HEIGHT)]++;
            heading[(int)(16 * (covey_atan2(v.y, v.x) / (2 * COVEY_PI) + 0.5)) % 16]++;
        }
    }
    assert_true(count > 2000);
    test_assert_even(place, count);
    test_assert_even(heading, count);
    covey_world_destroy(world);
}

static void test_agents_that_leave_respawn_anywhere_with_their_speed(void **unused)
{
    (void)unused;
    check_respawn("formal", 20.0);
    check_respawn("unicycle", 20.0); // which keeps heading and speed itself
}

// ---- Solids ----

/// Adds an obstacle, drawn at random, that agents must not enter.
static void add_random_obstacle(covey_world *world, uint64_t *random)
{
    double x[6], y[6];
    size_t count = 1 + test_below(random, 6);
    double side = test_uniform(random, 1, 40);
    double left = test_uniform(random, -20, WIDTH), low = test_uniform(random, -20, HEIGHT);
    for (size_t k = 0; k < count; k++) {
        x[k] = left + test_uniform(random, 0, side);
        y[k] = low + test_uniform(random, 0, side);
    }
    const double radii[] = {0, 1e-9, 0.5, 3, 8};
    add_obstacle(world, x, y, count, radii[test_below(random, 5)]);
}

static void test_no_agent_enters_an_obstacle(void **unused)
{
    (void)unused;
    enum { AGENTS = 64, STEPS = 12 };
    uint64_t random = 1;
    uint64_t agent_steps = 0;
    int full = 0;
    int trials = (int)test_amount("COVEY_TEST_COURSES", 400);
    for (int trial = 0; trial < trials; trial++) {
        covey_world *world = empty_world(space_of(trial % 4), (uint64_t)trial + 1);
        for (size_t k = 1 + test_below(&random, 6); k > 0; k--)
            add_random_obstacle(world, &random);
        double digits = test_uniform(&random, -6, trial % 16 == 0 ? 4.5 : 2.5); // 300 worlds a step
        double speed = covey_exp(digits * covey_log(10.0));
        covey_flock_def def = loners(trial % 8 < 4, speed, AGENTS);
        const double bodies[] = {0, 1e-12, 0.3, 2};
        def.body = bodies[test_below(&random, 4)];
        int flock;
        if (covey_world_add(world, &def, &flock, NULL) != COVEY_OK) {
            full++; // obstacles leave no room
            covey_world_destroy(world);
            continue;
        }
        test_world_steps(world, STEPS, 1.0);
        agent_steps += covey_world_stats(world).agent_steps;
        if (covey_world_entries(world, 0) != 0)
            fail_msg("trial %d: %d entries", trial, (int)covey_world_entries(world, 0));
        covey_world_destroy(world);
    }
    assert_true(full < trials / 10);
    assert_true(agent_steps > 600 * (uint64_t)trials);
    print_message("%llu agent-steps\n", (unsigned long long)agent_steps);
}

/// Fewer where a step leads around the world hundreds of times.
static int steps_at(double speed)
{
    return (int)test_amount("COVEY_TEST_STEPS", speed < 1e4 ? 24 : 6);
}

/// Each three times the one before, from 0.001 on; the last ones take the longest.
enum { SPEEDS = TEST_SANITIZED ? 13 : 20 };

static bool is_in_pen(covey_vec p)
{
    return p.y > 10 && p.y - 10 < 2 * (p.x - 20) && p.y - 10 < 2 * (80 - p.x);
}

/// Three thin walls around a triangle, whose corners are as sharp as they are far.
static void add_pen(covey_world *world)
{
    const double x[] = {20, 80, 50, 20}, y[] = {10, 10, 70, 10};
    for (int k = 0; k < 3; k++)
        add_obstacle(world, &x[k], &y[k], 2, 0.0);
}

static void test_thin_walls_are_never_crossed(void **unused)
{
    (void)unused;
    enum { AGENTS = 60 };
    for (int trial = 0; trial < 8 * SPEEDS; trial++) {
        covey_world *world = empty_world(space_of(trial % 4), (uint64_t)trial + 1);
        double speed = covey_exp((double)(trial / 8 - 6) * covey_log(3.0));
        covey_flock_def def = loners(trial % 8 < 4, speed, AGENTS);
        test_world_add(world, &def);
        add_pen(world);
        bool inside[AGENTS];
        size_t in = 0;
        for (uint32_t id = 0; id < AGENTS; id++)
            in += inside[id] = is_in_pen(test_world_pos(world, 0, id));
        assert_true(in > 5 && in < AGENTS - 5);
        for (int step = 0; step < steps_at(speed); step++) {
            test_world_steps(world, 1, 1.0);
            for (uint32_t id = 0; id < AGENTS; id++) {
                bool now = is_in_pen(test_world_pos(world, 0, id));
                bool may_respawn = trial % 4 == 3 && !inside[id]; // inside the pen as well
                if (now != inside[id] && !may_respawn)
                    fail_msg("trial %d, step %d, agent %u", trial, step, (unsigned)id);
                inside[id] = now;
            }
        }
        covey_world_destroy(world);
    }
}

static void test_walls_around_the_torus_are_never_crossed(void **unused)
{
    (void)unused;
    enum { AGENTS = 60 };
    const double x[] = {0, 0, 40, 40}, y[] = {0, HEIGHT, 5, 5 + HEIGHT};
    for (int trial = 0; trial < 2 * SPEEDS; trial++) {
        covey_world *world = empty_world(space_of(1), (uint64_t)trial + 1);
        double speed = covey_exp((double)(trial / 2 - 6) * covey_log(3.0));
        covey_flock_def def = loners(trial % 2 == 0, speed, AGENTS);
        test_world_add(world, &def);
        add_obstacle(world, &x[0], &y[0], 2, 0.0);
        add_obstacle(world, &x[2], &y[2], 2, 0.0);
        bool left[AGENTS];
        for (uint32_t id = 0; id < AGENTS; id++)
            left[id] = test_world_pos(world, 0, id).x < 40;
        for (int step = 0; step < steps_at(speed); step++) {
            test_world_steps(world, 1, 1.0);
            for (uint32_t id = 0; id < AGENTS; id++)
                if ((test_world_pos(world, 0, id).x < 40) != left[id])
                    fail_msg("trial %d, step %d, agent %u", trial, step, (unsigned)id);
        }
        covey_world_destroy(world);
    }
}

// ---- Obstacles that appear around an agent ----

static void test_agents_inside_a_new_obstacle_get_to_its_rim(void **unused)
{
    (void)unused;
    const double x[] = {30, 70, 70, 30}, y[] = {20, 20, 50, 50};
    for (int kind = 0; kind < 4; kind++) {
        covey_world *world = empty_world(space_of(kind), 1);
        covey_flock_def def = loners(false, 1.0, 400);
        def.body = 0.5;
        def.place.width = 40;
        def.place.height = 30;
        test_world_add(world, &def);
        add_obstacle(world, x, y, 4, 2.0);
        test_world_steps(world, 1, 0.0);
        for (uint32_t id = 0; id < 400; id++) {
            covey_vec p = test_world_pos(world, 0, id);
            double across = fmax(30 - p.x, p.x - 70), up = fmax(20 - p.y, p.y - 50);
            assert_true(fabs(fmax(across, up) - 2.5) < 1e-6); // a margin is reach/2^26
        }
        assert_int_equal(covey_world_entries(world, 0), 0);
        covey_world_destroy(world);
    }
}

static void test_overlapping_obstacles_let_every_agent_out(void **unused)
{
    (void)unused;
    for (int kind = 0; kind < 4; kind++) {
        covey_world *world = empty_world(space_of(kind), 1);
        covey_flock_def def = loners(false, 1.0, 400);
        test_world_add(world, &def);
        add_point(world, 40, 35, 15);
        add_point(world, 60, 35, 15);
        add_point(world, 50, 20, 14);
        add_point(world, 0, 35, 10); // over the wall, which throws back into it
        add_point(world, 1, 1, 9);
        test_world_steps(world, 1, 0.0);
        test_world_steps(world, 3, 1.0);
        assert_int_equal(covey_world_entries(world, 0), 0);
        covey_world_destroy(world);
    }
}

static void test_entries_count_agents_that_find_no_room(void **unused)
{
    (void)unused;
    covey_world *world = empty_world(space_of(1), 1);
    covey_flock_def def = loners(false, 1.0, 5);
    test_world_add(world, &def);
    add_point(world, 50, 35, 1000);
    test_world_steps(world, 3, 1.0);
    assert_int_equal(covey_world_entries(world, 0), 15);
    assert_int_equal(covey_world_entries(world, 1), 0);
    covey_world_destroy(world);
}

/// A circle larger than half the space is not taken for one that holds all of it.
static void test_a_corner_beside_a_large_circle_is_found(void **unused)
{
    (void)unused;
    const double radius[] = {52, 80, 80}, middle[] = {50, 10, 10};
    for (int kind = 1; kind < 4; kind++) {
        covey_world *world = empty_world(space_of(kind), 1);
        covey_flock_def def = loners(false, 1.0, 20);
        test_world_add(world, &def);
        add_point(world, middle[kind - 1], middle[kind - 1], radius[kind - 1]);
        test_world_steps(world, 3, 1.0);
        assert_int_equal(covey_world_entries(world, 0), 0);
        covey_world_destroy(world);
    }
}

/// Circles in a row to the left, each around where the one before lets an agent go. They are
/// pushed out of in the order in which they were added, from the last to the first: one each time.
/// Returns where the last one lets it go.
static double add_chain(covey_world *world, int links)
{
    enum { MOST = 20 };
    double x[MOST], radius[MOST], end = 0.0;
    assert_in_range(links, 1, MOST);
    for (int k = 0; k < links; k++) {
        radius[k] = k == 0 ? 1.0 : 0.75 * radius[k - 1];
        x[k] = k == 0 ? 0.0 : end + 0.1 * radius[k - 1];
        end = x[k] - radius[k];
    }
    for (int k = links - 1; k >= 0; k--)
        add_point(world, x[k], 0.0, radius[k]);
    return end;
}

static covey_vec pushed_through(int links, double *end)
{
    const double x = -0.5, zero = 0.0;
    covey_world *world = empty_world(covey_space_open(), 1);
    covey_flock_def def = loners(false, 0.0, 1);
    def.pos[0] = &x;
    def.pos[1] = def.vel[0] = def.vel[1] = &zero;
    test_world_add(world, &def);
    *end = add_chain(world, links);
    test_world_steps(world, 1, 0.0);
    covey_vec pos = test_world_pos(world, 0, 0);
    assert_int_equal(covey_world_entries(world, 0), 0);
    covey_world_destroy(world);
    return pos;
}

static void test_sixteen_pushes_get_through_a_chain_of_sixteen(void **unused)
{
    (void)unused;
    double end;
    for (int links = 1; links <= 16; links++) {
        covey_vec pos = pushed_through(links, &end);
        assert_true(fabs(pos.x - end) < 1e-6 && fabs(pos.y) < 1e-6); // a margin is reach/2^26
    }
    covey_vec pos = pushed_through(17, &end);
    assert_true(pos.x > -1.5); // to room near where it was, not to the end at -3.6
}

/// From the middle of the lowest of `sides` walls around a circle to the right: each wall turns the
/// agent into the next. The way is so long that it ends at a touch. Returns the number of walls it
/// came to.
static int walls_touched(int sides)
{
    enum { MOST = 64 };
    double x[MOST], y[MOST];
    assert_in_range(sides, 3, MOST - 1);
    covey_world *world = empty_world(covey_space_open(), 1);
    double turn = 2 * COVEY_PI / sides;
    for (int k = 0; k <= sides; k++) {
        x[k] = 10 * covey_sin((k - 0.5) * turn);
        y[k] = -10 * covey_cos((k - 0.5) * turn);
    }
    for (int k = 0; k < sides; k++)
        add_obstacle(world, &x[k], &y[k], 2, 0.0);
    const double zero = 0.0, start = -10 * covey_cos(0.5 * turn) + 1e-3, speed = 1000.0;
    covey_flock_def def = loners(false, 1.0, 1);
    def.pos[0] = def.vel[1] = &zero;
    def.pos[1] = &start;
    def.vel[0] = &speed;
    test_world_add(world, &def);
    test_world_steps(world, 1, 1.0);
    covey_vec pos = test_world_pos(world, 0, 0);
    covey_world_destroy(world);
    double angle = covey_atan2(pos.x, -pos.y);
    return (int)((angle < 0 ? angle + 2 * COVEY_PI : angle) / turn + 0.5);
}

static void test_sixteen_touches_end_the_way_of_a_step(void **unused)
{
    (void)unused;
    for (int sides = 24; sides <= 48; sides += 12) // each touched once
        assert_int_equal(walls_touched(sides), 16);
}

// ---- Head-on ----

static void check_head_on(const char *model, const covey_setting *settings, size_t count,
                          const double x[4], size_t points)
{
    const double y[] = {-5, 5, 5, -5}, middle = 0, px = -20, zero = 0, vx = 1;
    covey_world *world = empty_world(covey_space_open(), 1);
    covey_flock_def def = covey_flock_def_default();
    def.model = model;
    def.settings = settings;
    def.settings_count = count;
    def.count = 1;
    def.body = 0.25;
    def.pos[0] = &px;
    def.pos[1] = &zero;
    def.vel[0] = &vx;
    def.vel[1] = &zero;
    test_world_add(world, &def);
    add_obstacle(world, points == 1 ? &middle : x, points == 1 ? &middle : y, points, 3.0);
    covey_vec before = test_world_pos(world, 0, 0);
    for (int step = 0; step < 120; step++) {
        test_world_steps(world, 1, 0.5);
        covey_vec pos = test_world_pos(world, 0, 0);
        covey_vec moved = covey_vec_sub(pos, before);
        if (step % 2 == 1) { // it may stop at the touch itself, for that step
            assert_true(covey_vec_length(moved) > 0.25);
            before = pos;
        }
        assert_true(fabs(covey_vec_length(test_world_vel(world, 0, 0)) - 1.0) < 1e-12);
    }
    assert_int_equal(covey_world_entries(world, 0), 0);
    covey_world_destroy(world);
}

static void test_agents_that_fly_head_on_slide_off(void **unused)
{
    (void)unused;
    const covey_setting formal[] = {{"K_c", 0}, {"K_s", 0}, {"K_a", 0}}, fast = {"speed", 1};
    const double wall[4] = {0, 0}, box[4] = {0, 0, 9, 9};
    for (size_t points = 1; points <= 4; points++) {
        const double *x = points == 2 ? wall : box;
        if (points == 3)
            continue;
        check_head_on("formal", formal, 3, x, points);
        check_head_on("three_rule", &fast, 1, x, points);
        check_head_on("unicycle", NULL, 0, x, points);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_free_ways_end_where_the_space_folds_them_to),
        cmocka_unit_test(test_mirrors_are_exact),
        cmocka_unit_test(test_a_mirror_shows_the_smallest_number_beyond_it),
        cmocka_unit_test(test_speed_survives_walls_to_the_bit),
        cmocka_unit_test(test_agents_that_leave_respawn_anywhere_with_their_speed),
        cmocka_unit_test(test_no_agent_enters_an_obstacle),
        cmocka_unit_test(test_thin_walls_are_never_crossed),
        cmocka_unit_test(test_walls_around_the_torus_are_never_crossed),
        cmocka_unit_test(test_agents_inside_a_new_obstacle_get_to_its_rim),
        cmocka_unit_test(test_overlapping_obstacles_let_every_agent_out),
        cmocka_unit_test(test_entries_count_agents_that_find_no_room),
        cmocka_unit_test(test_a_corner_beside_a_large_circle_is_found),
        cmocka_unit_test(test_sixteen_pushes_get_through_a_chain_of_sixteen),
        cmocka_unit_test(test_sixteen_touches_end_the_way_of_a_step),
        cmocka_unit_test(test_agents_that_fly_head_on_slide_off),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
