// SPDX-License-Identifier: MIT
// Questions about worlds against a plain look at every agent: in the plane and in three dimensions,
// in every space, with agents on a lattice, so that many are at exactly the radius, at the rim of a
// box, or at the same distance. Worlds are asked as they are and after they were made ready.
#include "covey/query.h"
#include "support/world.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { AGENTS = 700, HUNTERS = 90, MOST = AGENTS + HUNTERS, QUESTIONS = 60, WORLDS = 16 };
#define SIDE 8.0

// ---- Worlds ----

static double on_lattice(uint64_t *random)
{
    return (double)test_below(random, 32) * (SIDE / 32.0);
}

static void add_flock(covey_world *world, const char *name, size_t count, int dim, uint64_t *random)
{
    double *column[6];
    covey_flock_def def = covey_flock_def_default();
    def.name = name;
    def.model = "three_rule";
    def.count = count;
    def.capacity = count + 1;
    def.body = 0.375;
    bool anywhere = test_below(random, 2) == 0;
    for (int k = 0; k < 6; k++) {
        column[k] = malloc(count * sizeof(double));
        for (size_t i = 0; i < count; i++)
            column[k][i] =
                k >= 3 || anywhere ? test_uniform(random, 0.0, SIDE) : on_lattice(random);
    }
    if (test_below(random, 4) == 0) // most of them at one place
        for (size_t i = 0; i < count / 2; i++)
            column[0][i] = column[1][i] = column[2][i] = SIDE / 2.0;
    for (int axis = 0; axis < dim; axis++) {
        def.pos[axis] = column[axis];
        def.vel[axis] = column[axis + 3];
    }
    test_world_add(world, &def);
    for (int k = 0; k < 6; k++)
        free(column[k]);
}

static covey_world *make_world(int which, uint64_t *random)
{
    covey_space spaces[] = {covey_space_open(), covey_space_torus(SIDE, SIDE),
                            covey_space_reflecting(SIDE, SIDE), covey_space_respawn(SIDE, SIDE)};
    covey_world_def def = covey_world_def_default();
    def.space = spaces[which % 4];
    def.kernel = COVEY_KERNEL_REF;
    def.precision = which % 3 == 2 ? COVEY_PRECISION_SINGLE : COVEY_PRECISION_DOUBLE;
    if (which / 4 % 2 == 1)
        def.space = covey_space_deep(def.space, SIDE);
    covey_world *world = test_world_create(&def);
    add_flock(world, "prey", AGENTS, covey_space_dim(&def.space), random);
    add_flock(world, "hunters", HUNTERS, covey_space_dim(&def.space), random);
    return world;
}

static covey_vec any_place(uint64_t *random)
{
    bool lattice = test_below(random, 2) == 0;
    covey_vec place = {lattice ? on_lattice(random) : test_uniform(random, 0.0, SIDE),
                       lattice ? on_lattice(random) : test_uniform(random, 0.0, SIDE),
                       lattice ? on_lattice(random) : test_uniform(random, 0.0, SIDE)};
    return place;
}

// ---- The plain way ----

typedef struct answer {
    size_t count;
    covey_neighbor agent[MOST];
} answer;

static int compare(const void *a, const void *b)
{
    const covey_neighbor *one = a, *other = b;
    if (one->distance != other->distance)
        return one->distance < other->distance ? -1 : 1;
    if (one->flock != other->flock)
        return one->flock - other->flock;
    return (one->id > other->id) - (one->id < other->id);
}

static covey_vec pos_of(const covey_view *view, size_t i)
{
    covey_vec pos = {view->pos[0][i], view->pos[1][i],
                     view->pos[2] != NULL ? view->pos[2][i] : 0.0};
    return pos;
}

/// All agents of a flock, with their distances from the center.
static void list_all(const covey_world *world, int flock, covey_vec center, answer *all)
{
    all->count = 0;
    for (int number = 0; number < covey_world_flocks(world); number++) {
        covey_view view = covey_world_view(world, number);
        if (covey_space_dim(&view.space) == 2)
            center.z = 0.0;
        for (size_t i = 0; i < view.count; i++) {
            covey_vec pos = pos_of(&view, i);
            covey_vec way = covey_space_offset(&view.space, center, pos);
            covey_neighbor one = {view.id[i], number, covey_vec_length(way), pos};
            if (flock == COVEY_ALL_FLOCKS || flock == number)
                all->agent[all->count++] = one;
        }
    }
}

static void within(const covey_world *world, int flock, covey_vec center, double radius,
                   answer *found)
{
    answer all;
    list_all(world, flock, center, &all);
    found->count = 0;
    for (size_t k = 0; k < all.count; k++)
        if (all.agent[k].distance <= radius)
            found->agent[found->count++] = all.agent[k];
    qsort(found->agent, found->count, sizeof *found->agent, compare);
}

static bool collect(void *context, const covey_neighbor *agent)
{
    answer *found = context;
    assert_true(found->count < MOST);
    found->agent[found->count++] = *agent;
    return true;
}

static void assert_same(const answer *found, const answer *expected)
{
    assert_int_equal(found->count, expected->count);
    for (size_t k = 0; k < found->count; k++) {
        assert_int_equal(found->agent[k].id, expected->agent[k].id);
        assert_int_equal(found->agent[k].flock, expected->agent[k].flock);
        assert_true(found->agent[k].distance == expected->agent[k].distance);
        assert_memory_equal(&found->agent[k].pos, &expected->agent[k].pos, sizeof(covey_vec));
    }
}

// ---- Agents near a place ----

static void expect_near(const covey_world *world, uint64_t *random)
{
    int flock = (int)test_below(random, 3) - 1;
    covey_vec center = any_place(random);
    double radius = (double)test_below(random, 40) * 0.125;
    if (test_below(random, 20) == 0)
        radius = HUGE_VAL;
    answer found = {0}, expected;
    assert_int_equal(covey_world_near(world, flock, center, radius, collect, &found), COVEY_OK);
    within(world, flock, center, radius, &expected);
    assert_same(&found, &expected);
}

static void expect_nearest(const covey_world *world, uint64_t *random)
{
    int flock = (int)test_below(random, 3) - 1;
    covey_vec center = any_place(random);
    size_t k = test_below(random, 2) == 0 ? test_below(random, 20) : test_below(random, MOST);
    answer found = {0}, expected;
    assert_int_equal(covey_world_nearest(world, flock, center, k, found.agent, &found.count),
                     COVEY_OK);
    within(world, flock, center, HUGE_VAL, &expected);
    expected.count = k < expected.count ? k : expected.count;
    assert_same(&found, &expected);
}

/// True if x is on the way from low up to high, around the torus if there is one.
static bool is_on_way(const covey_view *view, double low, double high, double x, int axis)
{
    if (view->space.kind != COVEY_SPACE_TORUS)
        return x >= low && x <= high;
    for (int turn = -3; turn <= 3; turn++) // exact on the lattice of corners and sizes
        if (x >= low + turn * view->space.size[axis] && x <= high + turn * view->space.size[axis])
            return true;
    return false;
}

static void expect_in_box(const covey_world *world, uint64_t *random)
{
    int flock = (int)test_below(random, 3) - 1;
    covey_vec low = {on_lattice(random) - SIDE / 2, on_lattice(random) - SIDE / 2,
                     on_lattice(random) - SIDE / 2};
    covey_vec high = {low.x + on_lattice(random) * 1.25, low.y + on_lattice(random) * 1.25,
                      low.z + on_lattice(random) * 1.25};
    answer found = {0}, all, expected = {0};
    assert_int_equal(covey_world_in_box(world, flock, low, high, collect, &found), COVEY_OK);
    list_all(world, flock, low, &all);
    for (size_t k = 0; k < all.count; k++) {
        covey_neighbor one = all.agent[k];
        covey_view view = covey_world_view(world, one.flock);
        bool inside = is_on_way(&view, low.x, high.x, one.pos.x, 0) &&
                      is_on_way(&view, low.y, high.y, one.pos.y, 1);
        if (view.space.dim == 3)
            inside = inside && is_on_way(&view, low.z, high.z, one.pos.z, 2);
        one.distance = 0.0;
        if (inside)
            expected.agent[expected.count++] = one;
    }
    qsort(expected.agent, expected.count, sizeof *expected.agent, compare);
    assert_same(&found, &expected);
}

// ---- Rays ----

typedef struct hits {
    size_t count;
    covey_hit hit[MOST];
} hits;

static bool collect_hit(void *context, const covey_hit *hit)
{
    hits *found = context;
    assert_true(found->count < MOST);
    found->hit[found->count++] = *hit;
    return true;
}

/// The share at which a ball is touched, by the quadratic equation; 2 if it is not. *clear becomes
/// false if rounding decides.
static double touch_of(covey_vec offset, covey_vec way, double reach, bool *clear)
{
    double a = covey_vec_dot(way, way), b = covey_vec_dot(offset, way);
    double c = covey_vec_dot(offset, offset) - reach * reach, root = b * b - a * c;
    *clear = *clear && fabs(c) > 1e-9 && fabs(root) > 1e-9;
    if (c <= 0.0)
        return 0.0;
    if (root < 0.0 || b < 0.0)
        return 2.0;
    double share = (b - sqrt(root)) / a;
    *clear = *clear && fabs(share - 1.0) > 1e-9;
    return share <= 1.0 ? share : 2.0;
}

/// The first share over the images of an agent.
static double touch_around(const covey_view *view, const covey_ray *ray, covey_vec pos,
                           double reach, bool *clear)
{
    bool torus = view->space.kind == COVEY_SPACE_TORUS;
    int most = torus ? 3 : 0, deep = torus && view->space.dim == 3 ? 3 : 0;
    double least = 2.0;
    for (int x = -most; x <= most; x++)
        for (int y = -most; y <= most; y++)
            for (int z = -deep; z <= deep; z++) {
                covey_vec image = {pos.x + x * SIDE, pos.y + y * SIDE, pos.z + z * SIDE};
                covey_vec offset = covey_vec_sub(image, ray->from);
                double share = touch_of(offset, ray->way, reach, clear);
                least = share < least ? share : least;
            }
    return least;
}

/// The ray's answer agrees with balls looked at one by one, and comes in order.
static void expect_ray(const covey_world *world, uint64_t *random)
{
    covey_ray ray = covey_ray_default(any_place(random), any_place(random));
    bool flat = covey_world_view(world, 0).pos[2] == NULL;
    ray.way = (covey_vec){SIDE / 2 - ray.way.x, SIDE / 2 - ray.way.y, SIDE / 2 - ray.way.z};
    ray.from.z = flat ? 0.0 : ray.from.z;
    ray.way.z = flat ? 0.0 : ray.way.z;
    ray.agents = (int)test_below(random, 3) - 1;
    ray.radius = (double)test_below(random, 3) * 0.171;
    ray.body = test_below(random, 2) == 0 ? -1.0 : 0.1;
    hits found = {0};
    assert_int_equal(covey_world_ray_all(world, &ray, collect_hit, &found), COVEY_OK);
    double share[2][AGENTS];
    memset(share, 0, sizeof share);
    for (size_t k = 0; k < found.count; k++) {
        const covey_hit *hit = &found.hit[k];
        assert_true(k == 0 || found.hit[k - 1].share <= hit->share);
        assert_true(share[hit->flock][hit->id] == 0.0); // each once
        share[hit->flock][hit->id] = 1.0 + hit->share;
    }
    for (int number = 0; number < 2; number++) {
        covey_view view = covey_world_view(world, number);
        double reach = (ray.body < 0.0 ? 0.375 : 0.1) + ray.radius;
        for (size_t i = 0; i < view.count; i++) {
            bool clear = true;
            double expected = touch_around(&view, &ray, pos_of(&view, i), reach, &clear);
            double asked = share[number][view.id[i]];
            if (ray.agents != COVEY_ALL_FLOCKS && ray.agents != number)
                assert_true(asked == 0.0);
            else if (clear && expected > 1.0)
                assert_true(asked == 0.0);
            else if (clear)
                assert_true(fabs(asked - 1.0 - expected) < 1e-6);
        }
    }
    covey_hit first;
    bool any;
    assert_int_equal(covey_world_ray(world, &ray, &first, &any), COVEY_OK);
    assert_int_equal(any, found.count > 0);
    if (any) {
        assert_true(first.share == found.hit->share && first.flock == found.hit->flock &&
                    first.id == found.hit->id && first.influence == found.hit->influence);
        assert_memory_equal(&first.pos, &found.hit->pos, sizeof first.pos);
    }
}

/// All that a world answers to some questions.
static void ask(const covey_world *world, uint64_t random)
{
    for (int k = 0; k < QUESTIONS; k++) {
        expect_near(world, &random);
        expect_nearest(world, &random);
        expect_in_box(world, &random);
        if (k % 4 == 0)
            expect_ray(world, &random);
    }
}

static void test_answers_are_those_of_a_look_at_every_agent(void **unused)
{
    (void)unused;
    uint64_t random = 11;
    for (int which = 0; which < WORLDS; which++) {
        covey_world *world = make_world(which, &random);
        ask(world, random);
        assert_int_equal(covey_world_prepare(world, NULL), COVEY_OK);
        ask(world, random);
        test_world_steps(world, 1, 0.05); // agents move away from where they were looked for
        ask(world, random);
        assert_int_equal(covey_world_prepare(world, NULL), COVEY_OK);
        ask(world, random);
        bool flat = covey_world_view(world, 1).pos[2] == NULL;
        covey_pose pose = {{1.0, 1.0, flat ? 0.0 : 1.0}, {0.0, 0.0, 0.0}};
        assert_int_equal(covey_world_remove(world, 0, 5, NULL), COVEY_OK);
        assert_int_equal(covey_world_put(world, 1, 7, pose, NULL), COVEY_OK);
        ask(world, random);
        covey_world_destroy(world);
    }
}

static void test_being_made_ready_changes_no_bit(void **unused)
{
    (void)unused;
    uint64_t random = 5;
    for (int which = 0; which < 8; which++) {
        uint64_t again = random;
        covey_world *asked = make_world(which, &random), *left = make_world(which, &again);
        for (int step = 0; step < 5; step++) {
            assert_int_equal(covey_world_prepare(asked, NULL), COVEY_OK);
            test_world_steps(asked, 1, 0.05);
            test_world_steps(left, 1, 0.05);
            assert_true(covey_world_hash(asked) == covey_world_hash(left));
        }
        covey_world_destroy(asked);
        covey_world_destroy(left);
    }
}

// ---- Distances of all sizes ----

static void test_distances_beyond_safe_squares_are_found(void **unused)
{
    (void)unused;
    const double units[] = {0x1p-1070, 0x1p-600, 0x1p-300, 1.0, 0x1p300, 0x1p600, 0x1p1000};
    for (size_t u = 0; u < sizeof units / sizeof *units; u++) {
        covey_world *world = test_world_plain();
        double x[10], y[10];
        for (int i = 0; i < 10; i++) {
            x[i] = i * units[u];
            y[i] = 0.0;
        }
        covey_flock_def def = covey_flock_def_default();
        def.count = 10;
        def.pos[0] = x;
        def.pos[1] = y;
        test_world_add(world, &def);
        for (int ready = 0; ready < 2; ready++) {
            answer found = {0};
            const covey_vec center = {4.0 * units[u], 0.0, 0.0};
            assert_int_equal(covey_world_near(world, 0, center, 2.0 * units[u], collect, &found),
                             COVEY_OK);
            assert_int_equal(found.count, 5);
            assert_int_equal(found.agent[0].id, 4);
            covey_ray ray = covey_ray_default(center, (covey_vec){2.5 * units[u], 0.0, 0.0});
            ray.body = 0.25 * units[u];
            hits touched = {0};
            assert_int_equal(covey_world_ray_all(world, &ray, collect_hit, &touched), COVEY_OK);
            assert_int_equal(touched.count, 3);
            assert_int_equal(covey_world_prepare(world, NULL), COVEY_OK);
        }
        covey_world_destroy(world);
    }
}

// ---- Solids ----

static int add_disc(covey_world *world, double x, double y, double radius, const char *flock)
{
    covey_setting size = {"radius", radius};
    covey_influence_def def = covey_influence_def_default();
    def.kind = "obstacle";
    def.flock = flock;
    def.settings = &size;
    def.settings_count = 1;
    const double z = 0.0;
    def.points[0] = &x;
    def.points[1] = &y;
    def.points[2] = &z;
    def.points_count = 1;
    int handle;
    assert_int_equal(covey_world_influence_add(world, &def, &handle, NULL), COVEY_OK);
    return handle;
}

static covey_world *world_of_discs(void)
{
    covey_world *world = test_world_in(covey_space_torus(100, 100));
    double x[] = {50.0, 95.0}, y[] = {50.0, 50.0};
    covey_flock_def flock = covey_flock_def_default();
    flock.count = 2;
    flock.body = 1.0;
    flock.pos[0] = x;
    flock.pos[1] = y;
    test_world_add(world, &flock);
    flock.name = "other";
    flock.count = 0;
    test_world_add(world, &flock);
    assert_int_equal(add_disc(world, 70, 50, 5, NULL), 0);
    assert_int_equal(add_disc(world, 5, 50, 2, "other"), 1);
    return world;
}

static void test_rays_stop_at_discs_and_agents_in_turn(void **unused)
{
    (void)unused;
    covey_world *world = world_of_discs();
    covey_ray ray = covey_ray_default((covey_vec){40, 50, 0}, (covey_vec){80, 0, 0});
    hits found = {0};
    assert_int_equal(covey_world_ray_all(world, &ray, collect_hit, &found), COVEY_OK);
    assert_int_equal(found.count, 4);
    const int handles[] = {-1, 0, -1, 1};
    const double places[] = {49.0, 65.0, 94.0, 3.0}, shares[] = {9.0, 25.0, 54.0, 63.0};
    for (size_t k = 0; k < 4; k++) {
        assert_true(fabs(found.hit[k].pos.x - places[k]) < 1e-6);
        assert_true(fabs(found.hit[k].share * 80.0 - shares[k]) < 1e-6);
        assert_int_equal(found.hit[k].influence, handles[k]);
    }
    assert_int_equal(found.hit[2].id, 1);
    assert_int_equal(found.hit[3].id, COVEY_NO_AGENT);
    covey_hit first;
    bool any;
    ray.agents = COVEY_NO_FLOCK;
    ray.radius = 3.0;
    assert_int_equal(covey_world_ray(world, &ray, &first, &any), COVEY_OK);
    assert_true(any && first.influence == 0 && fabs(first.pos.x - 62.0) < 1e-6);
    ray.from.y = 58.5; // passes the disc
    assert_int_equal(covey_world_ray(world, &ray, &first, &any), COVEY_OK);
    assert_false(any);
    ray.from = (covey_vec){72, 50, 0}; // begins inside
    assert_int_equal(covey_world_ray(world, &ray, &first, &any), COVEY_OK);
    assert_true(any && first.influence == 0 && first.share == 0.0);
    covey_world_destroy(world);
}

static void test_sight_and_insides_know_the_flock(void **unused)
{
    (void)unused;
    covey_world *world = world_of_discs();
    bool sees;
    int handle;
    const covey_vec left = {60, 50, 0}, right = {80, 50, 0}, above = {60, 70, 0};
    assert_int_equal(covey_world_sees(world, 0, left, right, &sees), COVEY_OK);
    assert_false(sees);
    assert_int_equal(covey_world_sees(world, 0, above, right, &sees), COVEY_OK);
    assert_true(sees);
    const covey_vec before = {98, 50, 0}, behind = {12, 50, 0}; // across the seam
    assert_int_equal(covey_world_sees(world, 0, before, behind, &sees), COVEY_OK);
    assert_true(sees);
    assert_int_equal(covey_world_sees(world, 1, before, behind, &sees), COVEY_OK);
    assert_false(sees);
    const covey_vec place = {-96.5, 50, 0}; // 3.5 after folding
    const int flocks[] = {0, 1, COVEY_ALL_FLOCKS, COVEY_NO_FLOCK}, handles[] = {-1, 1, 1, -1};
    for (size_t k = 0; k < 4; k++) {
        assert_int_equal(covey_world_inside(world, flocks[k], place, 0.0, &handle), COVEY_OK);
        assert_int_equal(handle, handles[k]);
    }
    const covey_vec rim = {76, 50, 0};
    assert_int_equal(covey_world_inside(world, 0, rim, 0.5, &handle), COVEY_OK);
    assert_int_equal(handle, -1);
    assert_int_equal(covey_world_inside(world, 0, rim, 1.5, &handle), COVEY_OK);
    assert_int_equal(handle, 0);
    covey_world_destroy(world);
}

// ---- What is refused, and what ends early ----

static bool stop_at_third(void *context, const covey_neighbor *agent)
{
    (void)agent;
    return ++*(int *)context < 3;
}

static void test_a_visit_ends_where_it_is_told(void **unused)
{
    (void)unused;
    uint64_t random = 3;
    covey_world *world = make_world(1, &random);
    int visited = 0;
    const covey_vec center = {4, 4, 0};
    assert_int_equal(covey_world_near(world, 0, center, 4.0, stop_at_third, &visited), COVEY_OK);
    assert_int_equal(visited, 3);
    covey_world_destroy(world);
}

static void test_wrong_questions_are_refused(void **unused)
{
    (void)unused;
    uint64_t random = 3;
    covey_world *world = make_world(1, &random);
    const covey_vec place = {1, 1, 0}, wrong = {(double)NAN, 1, 0}, far = {HUGE_VAL, 1, 0};
    answer found = {0};
    size_t count = 7;
    covey_hit hit;
    bool any;
    int handle;
    const int none = 2;
    assert_int_equal(covey_world_near(world, none, place, 1, collect, &found), COVEY_ARG);
    assert_int_equal(covey_world_near(world, 0, wrong, 1, collect, &found), COVEY_ARG);
    assert_int_equal(covey_world_near(world, 0, far, 1, collect, &found), COVEY_ARG);
    assert_int_equal(covey_world_near(world, 0, place, -1, collect, &found), COVEY_ARG);
    assert_int_equal(covey_world_near(world, 0, place, (double)NAN, collect, &found), COVEY_ARG);
    assert_int_equal(covey_world_near(world, 0, place, 1, NULL, &found), COVEY_ARG);
    assert_int_equal(covey_world_near(NULL, 0, place, 1, collect, &found), COVEY_ARG);
    assert_int_equal(covey_world_nearest(world, none, place, 1, found.agent, &count), COVEY_ARG);
    assert_int_equal(count, 0);
    assert_int_equal(covey_world_in_box(world, 0, place, (covey_vec){0, 1, 0}, collect, &found),
                     COVEY_ARG);
    covey_ray ray = covey_ray_default(place, (covey_vec){SIDE * 1.01, 0, 0});
    assert_int_equal(covey_world_ray(world, &ray, &hit, &any), COVEY_ARG); // round the torus
    ray = covey_ray_default(place, place);
    ray.radius = -1.0;
    assert_int_equal(covey_world_ray(world, &ray, &hit, &any), COVEY_ARG);
    ray.radius = 0.0;
    ray.solids = none;
    assert_int_equal(covey_world_ray(world, &ray, &hit, &any), COVEY_ARG);
    assert_int_equal(covey_world_inside(world, none, place, 0.0, &handle), COVEY_ARG);
    assert_int_equal(covey_world_sees(world, none, place, place, &any), COVEY_ARG);
    assert_int_equal(found.count, 0);
    covey_world_destroy(world);
}

static covey_status asked;

static void ask_and_run(void *context, covey_task *task, void *argument, size_t count)
{
    answer found = {0};
    const covey_world *world = *(covey_world **)context;
    if (world != NULL)
        asked = covey_world_near(world, 0, (covey_vec){1, 1, 0}, 1.0, collect, &found);
    for (size_t index = 0; index < count; index++)
        task(argument, index);
}

static void test_questions_in_a_step_are_refused(void **unused)
{
    (void)unused;
    covey_world *world = NULL;
    covey_world_def def = covey_world_def_default();
    def.executor = (covey_executor){ask_and_run, &world};
    world = test_world_create(&def);
    covey_flock_def flock = covey_flock_def_default();
    flock.count = 100;
    test_world_add(world, &flock);
    asked = COVEY_OK;
    test_world_steps(world, 1, 0.1);
    assert_int_equal(asked, COVEY_ARG);
    covey_world_destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_answers_are_those_of_a_look_at_every_agent),
        cmocka_unit_test(test_being_made_ready_changes_no_bit),
        cmocka_unit_test(test_distances_beyond_safe_squares_are_found),
        cmocka_unit_test(test_rays_stop_at_discs_and_agents_in_turn),
        cmocka_unit_test(test_sight_and_insides_know_the_flock),
        cmocka_unit_test(test_a_visit_ends_where_it_is_told),
        cmocka_unit_test(test_wrong_questions_are_refused),
        cmocka_unit_test(test_questions_in_a_step_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
