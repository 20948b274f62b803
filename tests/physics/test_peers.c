// SPDX-License-Identifier: MIT
// The dialects of other simulators against plain programs written from their update rules
// (docs/models/peers.md): every step of ours is theirs, in each order in which a world moves its
// agents, and the order makes the difference that the page has.
#include "base/math_trig.h"
#include "base/streams.h"
#include "support/world.h"

#include "support/physics.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

enum { MANY = 200, STEPS = 200, SEEDS = 48 };

// ---- The peers ----

/// Birds on a torus; dir is a unit vector, but the last way in MASON.
typedef struct birds {
    int count, live; ///< those from `live` on are dead
    double size;
    double pos[2][MANY], dir[2][MANY];
    double shake[2][MANY]; ///< unit vectors of MASON's random directions
} birds;

typedef struct peer {
    const char *preset;
    /// Writes the new direction of bird i. True if it might as well turn to the other side.
    bool (*turn)(const birds *at, int i, double dir[2]);
    const char *order;         ///< in which it moves its birds, as covey calls it
    bool shakes;               ///< it is MASON's, whose directions have the length of a step
    const char *count, *size;  ///< of smaller runs at the preset's density
    double near;               ///< by which components may be off in a step
    const char *space, *place; ///< in which steps are compared; NULL: as in the preset
} peer;

static double shortest(double d, double size)
{
    return d > size / 2 ? d - size : d < -size / 2 ? d + size : d;
}

static double offset(const birds *at, int i, int j, double r[2])
{
    for (int axis = 0; axis < 2; axis++)
        r[axis] = shortest(at->pos[axis][j] - at->pos[axis][i], at->size);
    return hypot(r[0], r[1]);
}

static double compass(double x, double y)
{
    double degrees = atan2(x, y) * (180.0 / COVEY_PI);
    return degrees < 0.0 ? degrees + 360.0 : degrees;
}

/// The clockwise difference of two headings in (-180, 180], brought to at most `most` in size. *tie
/// becomes true if rounding decides between the two sides.
static double limited(double heading, double from, double most, bool *tie)
{
    double d = fmod(heading - from + 720.0, 360.0);
    d = d > 180.0 ? d - 360.0 : d;
    *tie = *tie || fabs(d) > 180.0 - 1e-9;
    return fmin(fmax(d, -most), most);
}

static bool turn_netlogo(const birds *at, int i, double dir[2])
{
    double heading = compass(at->dir[0][i], at->dir[1][i]), least = (double)INFINITY;
    double ways[2] = {0}, unit[2] = {0}, r[2];
    int nearest = -1;
    bool tie = false;
    for (int j = 0; j < at->count; j++) {
        double d = offset(at, i, j, r);
        if (j == i || d > 5.0)
            continue;
        if (d < least) {
            least = d;
            nearest = j;
        }
        for (int axis = 0; axis < 2; axis++) {
            ways[axis] += at->dir[axis][j];
            unit[axis] += r[axis] / d;
        }
    }
    if (least < 1.0) {
        heading += limited(heading, compass(at->dir[0][nearest], at->dir[1][nearest]), 1.5, &tie);
    } else if (nearest >= 0) {
        heading += limited(compass(ways[0], ways[1]), heading, 5.0, &tie);
        heading += limited(compass(unit[0], unit[1]), heading, 3.0, &tie);
    }
    dir[0] = sin(heading * (COVEY_PI / 180.0));
    dir[1] = cos(heading * (COVEY_PI / 180.0));
    return tie;
}

/// The weights of Mesa and Agents.jl.
typedef struct weights {
    double vision, separation, cohere, separate, match;
} weights;

/// True if Agents.jl counts j as a neighbor of i. It asks cells of a side of two thirds of the
/// radius r, and takes all in them: those of the cells whose distance in cells is at most that of r
/// and of the way from the middle of i's cell, rounded up.
static bool is_in_cells(const birds *at, int i, int j, double r)
{
    double side = r / 1.5, middle = 0.0, apart = 0.0;
    for (int axis = 0; axis < 2; axis++) {
        double own = floor(at->pos[axis][i] / side), other = floor(at->pos[axis][j] / side);
        double from = at->pos[axis][i] - (own + 0.5) * side;
        double cells = shortest(other - own, round(at->size / side));
        middle += from * from;
        apart += cells * cells;
    }
    double reach = ceil((r + sqrt(middle)) / side);
    return apart <= reach * reach;
}

static void turn_by_means(const birds *at, int i, const weights *w, bool in_cells, double dir[2])
{
    double sum[2] = {0}, r[2];
    int n = 0;
    for (int j = 0; j < at->count; j++) {
        double d = offset(at, i, j, r);
        if (j == i || (in_cells ? !is_in_cells(at, i, j, w->vision) : d > w->vision))
            continue;
        n++;
        for (int axis = 0; axis < 2; axis++)
            sum[axis] += w->cohere * r[axis] + w->match * at->dir[axis][j] -
                         (d < w->separation ? w->separate * r[axis] : 0.0);
    }
    for (int axis = 0; axis < 2; axis++)
        dir[axis] = at->dir[axis][i] + (n > 0 ? sum[axis] / n : 0.0);
    double length = hypot(dir[0], dir[1]);
    dir[0] /= length;
    dir[1] /= length;
}

static const weights mesa = {10, 2, 0.03, 0.015, 0.05}, agents_jl = {5, 2, 0.1, 0.25, 0.04};

static bool turn_mesa(const birds *at, int i, double dir[2])
{
    turn_by_means(at, i, &mesa, false, dir);
    return false;
}

static bool turn_agents_jl(const birds *at, int i, double dir[2])
{
    turn_by_means(at, i, &agents_jl, false, dir);
    return false;
}

static bool turn_agents_jl_in_cells(const birds *at, int i, double dir[2])
{
    turn_by_means(at, i, &agents_jl, true, dir);
    return false;
}

static bool turn_mason(const birds *at, int i, double dir[2])
{
    double to[2] = {0}, ways[2] = {0}, push[2] = {0}, r[2];
    int live = 0, others = 0;
    for (int j = 0; j < at->count; j++) {
        double d = offset(at, i, j, r);
        if (d > 10.0)
            continue;
        live += j < at->live;
        others += j != i;
        for (int axis = 0; axis < 2; axis++) {
            to[axis] += j < at->live ? r[axis] : 0.0;
            ways[axis] += j < at->live ? at->dir[axis][j] : 0.0;
            push[axis] -= r[axis] / (pow(d, 4) + 1.0);
        }
    }
    for (int axis = 0; axis < 2; axis++)
        dir[axis] = to[axis] / live / 10.0 + ways[axis] / live + at->dir[axis][i] +
                    (others > 0 ? 400.0 * push[axis] / others : 0.0) + 0.05 * at->shake[axis][i];
    double length = hypot(dir[0], dir[1]);
    dir[0] *= 0.7 / length;
    dir[1] *= 0.7 / length;
    return false;
}

static void limit(double v[2], double most)
{
    double length = hypot(v[0], v[1]);
    for (int axis = 0; axis < 2 && length > most; axis++)
        v[axis] *= most / length;
}

static void make_unit(double v[2])
{
    double length = hypot(v[0], v[1]);
    for (int axis = 0; axis < 2 && length > 0.0; axis++)
        v[axis] /= length;
}

/// Adds a weight times the force towards a direction at full speed, 3, which is limited to 0.05.
static void steer(const birds *at, int i, double weight, double to[2], double force[2])
{
    make_unit(to);
    for (int axis = 0; axis < 2; axis++)
        to[axis] = 3.0 * to[axis] - at->dir[axis][i];
    limit(to, 0.05);
    force[0] += weight * to[0];
    force[1] += weight * to[1];
}

static bool turn_nature_of_code(const birds *at, int i, double dir[2])
{
    double away[2] = {0}, ways[2] = {0}, to[2] = {0}, force[2] = {0}, r[2];
    int close = 0, seen = 0;
    for (int j = 0; j < at->count; j++) {
        double d = offset(at, i, j, r);
        if (j == i || !(d > 0.0 && d < 50.0))
            continue;
        seen++;
        close += d < 25.0;
        for (int axis = 0; axis < 2; axis++) {
            away[axis] -= d < 25.0 ? r[axis] / d / d : 0.0;
            ways[axis] += at->dir[axis][j];
            to[axis] += r[axis];
        }
    }
    if (close > 0)
        steer(at, i, 1.5, away, force);
    if (seen > 0) {
        steer(at, i, 1.0, ways, force);
        steer(at, i, 1.0, to, force);
    }
    for (int axis = 0; axis < 2; axis++)
        dir[axis] = at->dir[axis][i] + force[axis];
    limit(dir, 3.0);
    return false;
}

/// True if a boid of OpenSteer that flies along a unit vector has another one in a neighborhood.
static bool is_near(const double ahead[2], const double r[2], double most, double cosine)
{
    double d = hypot(r[0], r[1]);
    return d < 1.5 || (d <= most && (ahead[0] * r[0] + ahead[1] * r[1]) / d > cosine);
}

static bool turn_opensteer(const birds *at, int i, double dir[2])
{
    double ahead[2] = {at->dir[0][i], at->dir[1][i]}, r[2];
    double away[2] = {0}, along[2] = {0}, to[2] = {0}, way[2];
    int mates = 0;
    make_unit(ahead);
    for (int j = 0; j < at->count; j++) {
        double d = offset(at, i, j, r);
        if (j == i)
            continue;
        way[0] = at->dir[0][j];
        way[1] = at->dir[1][j];
        make_unit(way);
        bool apart = is_near(ahead, r, 5.0, -0.707), mate = is_near(ahead, r, 7.5, 0.7);
        bool joined = is_near(ahead, r, 9.0, -0.15);
        mates += mate;
        for (int axis = 0; axis < 2; axis++) {
            away[axis] -= apart ? r[axis] / (d * d) : 0.0;
            along[axis] += mate ? way[axis] : 0.0;
            to[axis] += joined ? r[axis] : 0.0;
        }
    }
    for (int axis = 0; axis < 2 && mates > 0; axis++)
        along[axis] = along[axis] / mates - ahead[axis];
    make_unit(away);
    make_unit(along);
    make_unit(to);
    double force[2] = {12.0 * away[0] + 8.0 * along[0] + 8.0 * to[0],
                       12.0 * away[1] + 8.0 * along[1] + 8.0 * to[1]};
    limit(force, 27.0);
    for (int axis = 0; axis < 2; axis++)
        dir[axis] = at->dir[axis][i] + force[axis];
    limit(dir, 9.0);
    return false;
}

#define PLANE "{kind: torus, width: 2000, height: 2000}"

enum { IN_TABLE = 4 }; // of the page: the first so many peers

// MASON's push is a falloff, which kernels take in pieces (covey/model.h). The last two, whose
// spaces are others, are compared far from the seams.
static const peer peers[] = {
    {"netlogo-flocking", turn_netlogo, "turn_in_turn", false, "100", "41", 1e-12},
    {"mesa-flockers", turn_mesa, "random_order", false, "100", "100", 1e-12},
    {"agents-jl-flocking", turn_agents_jl, "random_order", false, "100", "100", 1e-12},
    {"mason-flockers", turn_mason, "random_order", true, "90", "106", 1e-6},
    {"nature-of-code", turn_nature_of_code, "in_turn", false, NULL, NULL, 1e-12, PLANE,
     "{kind: disc, x: 1000, y: 1000, radius: 200, speed: 2}"},
    {"opensteer", turn_opensteer, "in_turn", false, NULL, NULL, 1e-10, PLANE,
     "{kind: disc, x: 1000, y: 1000, radius: 40, speed: 3}"},
};

// ---- Steps ----

static void move(birds *at, int i)
{
    for (int axis = 0; axis < 2; axis++) {
        double p = at->pos[axis][i] + at->dir[axis][i];
        at->pos[axis][i] = p < 0.0 ? p + at->size : p >= at->size ? p - at->size : p;
    }
}

/// Steps return true if rounding might as well have turned a bird to the other side.
static bool step_together(birds *at, const peer *by)
{
    birds before = *at;
    bool tie = false;
    double dir[2];
    for (int i = 0; i < at->live; i++) {
        tie = by->turn(&before, i, dir) || tie;
        at->dir[0][i] = dir[0];
        at->dir[1][i] = dir[1];
        move(at, i);
    }
    return tie;
}

/// One after another; with `turn_first` all turn before one moves.
static bool step_in_turn(birds *at, const peer *by, const int order[MANY], bool turn_first)
{
    bool tie = false;
    double dir[2];
    for (int k = 0; k < at->live; k++) {
        tie = by->turn(at, order[k], dir) || tie;
        at->dir[0][order[k]] = dir[0];
        at->dir[1][order[k]] = dir[1];
        if (!turn_first)
            move(at, order[k]);
    }
    for (int i = 0; i < at->live && turn_first; i++)
        move(at, i);
    return tie;
}

/// The living birds by their ids, or by a number that each of them draws in a step.
static void find_order(const birds *at, bool drawn, uint64_t seed, uint64_t step, int order[MANY])
{
    uint32_t number[MANY];
    for (int i = 0; i < at->live; i++) {
        number[i] = (uint32_t)i;
        if (drawn)
            number[i] = covey_random_bits(seed, step, (covey_id)i, COVEY_STREAM_TURN).word[0];
        int k = i;
        for (; k > 0 && number[i] < number[order[k - 1]]; k--)
            order[k] = order[k - 1];
        order[k] = i;
    }
}

// ---- Ours is theirs ----

/// The birds of a world; the random directions are those that the model draws in the next step.
static birds birds_of(const covey_world *world, const peer *by, uint64_t seed)
{
    const uint64_t step = covey_world_steps(world);
    birds at = {.size = covey_world_view(world, 0).space.size[0]};
    for (int flock = 0; flock < covey_world_flocks(world); flock++) {
        uint32_t count = (uint32_t)covey_world_view(world, flock).count;
        for (uint32_t id = 0; id < count; id++) {
            const covey_vec p = test_world_pos(world, flock, id);
            const covey_vec v = test_world_vel(world, flock, id);
            const double x = 2.0 * covey_uniform(seed, step, id, 0) - 1.0;
            const double y = 2.0 * covey_uniform(seed, step, id, 1) - 1.0;
            const int i = at.count++;
            assert_true(i < MANY);
            at.pos[0][i] = p.x;
            at.pos[1][i] = p.y;
            at.dir[0][i] = v.x;
            at.dir[1][i] = v.y;
            at.shake[0][i] = by->shakes ? x / sqrt(x * x + y * y) : 0.0;
            at.shake[1][i] = by->shakes ? y / sqrt(x * x + y * y) : 0.0;
        }
        at.live = flock == 0 ? at.count : at.live;
    }
    return at;
}

static double worst_of(const birds *one, const birds *other)
{
    double worst = 0.0;
    for (int i = 0; i < one->count; i++)
        for (int axis = 0; axis < 2; axis++) {
            double p = shortest(one->pos[axis][i] - other->pos[axis][i], one->size);
            worst = fmax(worst, fabs(p));
            worst = fmax(worst, fabs(one->dir[axis][i] - other->dir[axis][i]));
        }
    return worst;
}

/// Compares each of many steps, in one order.
static void check_steps(const peer *by, const char *order)
{
    const physics run = {.preset = by->preset,
                         .set = {{"count", "180"},
                                 {"order", order},
                                 {by->place != NULL ? "place" : NULL, by->place},
                                 {"space", by->space}},
                         .seed = 5};
    covey_world *world = physics_world(&run);
    double worst = 0.0, moved = 0.0;
    int ties = 0; // of birds that fly exactly away from another one, in steps that do not count
    bool turn_first = strcmp(order, "turn_in_turn") == 0;
    for (int step = 0; step < STEPS; step++) {
        birds theirs = birds_of(world, by, run.seed), before = theirs;
        int turns[MANY];
        find_order(&theirs, strcmp(order, "in_turn") != 0, run.seed, (uint64_t)step, turns);
        bool tie = strcmp(order, "together") == 0 ? step_together(&theirs, by)
                                                  : step_in_turn(&theirs, by, turns, turn_first);
        test_world_steps(world, 1, 1.0);
        birds ours = birds_of(world, by, run.seed);
        ties += tie;
        worst = fmax(worst, tie ? 0.0 : worst_of(&ours, &theirs));
        moved = fmax(moved, worst_of(&before, &ours));
    }
    print_message("%s, %s: off by %.1e in %d steps\n", by->preset, order, worst, STEPS - ties);
    assert_true(worst <= by->near && moved > 0.5 && ties <= STEPS / 4);
    covey_world_destroy(world);
}

static void test_each_step_is_that_of_the_peer_in_every_order(void **unused)
{
    (void)unused;
    for (size_t k = 0; k < sizeof peers / sizeof *peers; k++)
        for (const char *const *order = covey_order_names(); *order != NULL; order++)
            check_steps(&peers[k], *order);
}

// ---- The order of moves ----

/// Polarization of the living, and the mean distance to the nearest one of them.
typedef struct state {
    double polarization, nearest;
} state;

static state state_of(const birds *at)
{
    double sum[2] = {0}, r[2];
    state is = {0};
    for (int i = 0; i < at->live; i++) {
        double least = (double)INFINITY, length = hypot(at->dir[0][i], at->dir[1][i]);
        for (int j = 0; j < at->live; j++)
            if (j != i)
                least = fmin(least, offset(at, i, j, r));
        is.nearest += least / at->live;
        for (int axis = 0; axis < 2; axis++)
            sum[axis] += length > 0.0 ? at->dir[axis][i] / length / at->live : 0.0;
    }
    is.polarization = hypot(sum[0], sum[1]);
    return is;
}

/// The world of a preset in a smaller torus of the same density.
static covey_world *small_world(const peer *by, const char *order, uint64_t seed)
{
    const physics run = {.preset = by->preset,
                         .set = {{"count", by->count},
                                 {"space.width", by->size},
                                 {"space.height", by->size},
                                 {"order", order},
                                 {by->shakes ? "dead.count" : "seed", "10"}},
                         .seed = seed};
    return physics_world(&run);
}

static void add_to_mean(const state *is, state *mean)
{
    mean->polarization += is->polarization / (double)SEEDS;
    mean->nearest += is->nearest / (double)SEEDS;
}

/// Means over seeds, after so many steps from the beginning.
static state state_after(const peer *by, const char *order, int steps)
{
    state mean = {0};
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        covey_world *world = small_world(by, order, seed);
        test_world_steps(world, steps, 1.0);
        const birds at = birds_of(world, by, seed);
        const state is = state_of(&at);
        add_to_mean(&is, &mean);
        covey_world_destroy(world);
    }
    return mean;
}

/// The same of birds that the second program moves, in an order that is drawn.
static state their_state_after(const peer *by, int steps)
{
    state mean = {0};
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        covey_world *world = small_world(by, "together", seed);
        birds at = birds_of(world, by, seed);
        covey_world_destroy(world);
        for (int step = 0; step < steps; step++) {
            int order[MANY];
            find_order(&at, true, seed, (uint64_t)step, order);
            (void)step_in_turn(&at, by, order, false);
        }
        const state is = state_of(&at);
        add_to_mean(&is, &mean);
    }
    return mean;
}

/// Fails unless a figure of one state is so many times that of another, give or take a tenth.
static void expect_ratio(const char *what, double found, double to, double ratio)
{
    print_message("%s: %.3f, %.3f\n", what, found, to);
    if (!(fabs(found / to - ratio) < 0.1))
        fail_msg("%s: %g times", what, found / to);
}

static void test_the_order_of_moves_matters_where_the_page_says_so(void **unused)
{
    (void)unused;
    // After 200 steps; of each pair, birds that move in turn come first.
    state together[IN_TABLE], in_turn[IN_TABLE];
    for (size_t k = 0; k < IN_TABLE; k++) {
        together[k] = state_after(&peers[k], "together", STEPS);
        in_turn[k] = state_after(&peers[k], peers[k].order, STEPS);
        print_message("%s: together %.2f %.2f, in turn %.2f %.2f\n", peers[k].preset,
                      together[k].polarization, together[k].nearest, in_turn[k].polarization,
                      in_turn[k].nearest);
    }
    expect_ratio("NetLogo, polarization", in_turn[0].polarization, together[0].polarization, 1.0);
    expect_ratio("NetLogo, distance", in_turn[0].nearest, together[0].nearest, 1.0);
    expect_ratio("Mesa, distance", in_turn[1].nearest, together[1].nearest, 0.72);
    expect_ratio("Agents.jl, distance", in_turn[2].nearest, together[2].nearest, 0.7);
    expect_ratio("MASON, polarization", in_turn[3].polarization, together[3].polarization, 1.0);
    expect_ratio("MASON, distance", in_turn[3].nearest, together[3].nearest, 1.0);
}

static void test_cells_of_agents_jl_draw_birds_together(void **unused)
{
    (void)unused;
    peer cells = peers[2];
    cells.turn = turn_agents_jl_in_cells;
    state exact = state_after(&peers[2], "random_order", STEPS);
    state found = their_state_after(&cells, STEPS);
    print_message("cells: %.2f %.2f\n", found.polarization, found.nearest);
    expect_ratio("Agents.jl in cells, distance", found.nearest, exact.nearest, 0.77);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_each_step_is_that_of_the_peer_in_every_order),
        cmocka_unit_test(test_the_order_of_moves_matters_where_the_page_says_so),
        cmocka_unit_test(test_cells_of_agents_jl_draw_birds_together),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
