// SPDX-License-Identifier: MIT
// Helpers for tests of worlds: random numbers, flocks of many shapes, short ways to make and to
// read a world. A failure inside fails the test.
#ifndef COVEY_TESTS_SUPPORT_WORLD_H
#define COVEY_TESTS_SUPPORT_WORLD_H

#include "covey/world.h"

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define TEST_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) ||                         \
    __has_feature(memory_sanitizer)
#define TEST_SANITIZED 1
#endif
#endif
#ifndef TEST_SANITIZED
#define TEST_SANITIZED 0
#endif

/// How much of something to test: the environment variable if it is set, else `normal`, and a tenth
/// of that under a sanitizer.
size_t test_amount(const char *variable, size_t normal);

// ---- Random numbers: splitmix64, whose state is the caller's ----

uint64_t test_bits(uint64_t *random);

/// A whole number below `bound`.
size_t test_below(uint64_t *random, size_t bound);

/// Uniform in [low, high).
double test_uniform(uint64_t *random, double low, double high);

/// Any finite double, all signs and exponents alike.
double test_any_double(uint64_t *random);

/// Fails if as many as `count` are not evenly in 16 cells of one size: chi-square of 15 degrees of
/// freedom, which is beyond 50 by chance once in 80,000.
void test_assert_even(const int cells[16], int count);

// ---- Agents ----

typedef enum test_shape {
    TEST_UNIFORM,    ///< in a square
    TEST_LATTICE,    ///< neighbors at exactly the radius
    TEST_CLUMP,      ///< most of them within a fraction of the radius
    TEST_DUPLICATES, ///< several on each place
    TEST_FAR,        ///< a square at 10^12
    TEST_LINE,       ///< neighbors at exactly the radius, in one row
    TEST_OUTLIER,    ///< a square, and one agent at 10^300
    TEST_SHAPES,
} test_shape;

/// Agents by id.
typedef struct test_flock {
    size_t count;
    double *pos[COVEY_AXES]; ///< the third one is NULL but where a test adds it
    double *vel[COVEY_AXES];
} test_flock;

/// `side` is that of the square; velocities are up to 1 on each axis, every eighth agent rests.
test_flock test_flock_create(test_shape shape, size_t count, double radius, double side,
                             uint64_t *random);

/// Gives the agents third coordinates up to `side`, where agents of a place stay together if
/// `alike`, and velocities along that axis.
void test_flock_deepen(test_flock *flock, double side, bool alike, uint64_t *random);
void test_flock_destroy(test_flock *flock);

// ---- Worlds ----

/// A flock of the formal model with these agents, which must outlive its use.
covey_flock_def test_flock_def(const test_flock *agents);

/// A flock of so many agents of a model, else of the defaults.
covey_flock_def test_flock_plain(const char *model, size_t count);

covey_world *test_world_create(const covey_world_def *def);

/// A world in `space` with one flock of these agents and settings.
covey_world *test_world_of(covey_space space, const test_flock *agents,
                           const covey_setting *settings, size_t settings_count);

/// An empty world of the defaults, and one in a space.
covey_world *test_world_plain(void);
covey_world *test_world_in(covey_space space);

/// Two worlds take the same five steps; they are destroyed.
void test_world_expect_alike(covey_world *one, covey_world *other);

int test_world_add(covey_world *world, const covey_flock_def *def);

/// Adds an obstacle; the kind is not to be told.
void test_world_obstacle(covey_world *world, covey_influence_def def);

/// A length of steps that every model is stable with, as its parameters are initially.
#define TEST_DT 0.02
void test_world_steps(covey_world *world, int steps, double dt);

/// The snapshot of a world; free its bytes.
typedef struct test_saved {
    size_t size;
    unsigned char *bytes;
} test_saved;
test_saved test_world_save(const covey_world *world);

/// Where the agent `id` stands in the arrays of a view.
size_t test_view_find(const covey_view *view, covey_id id);

covey_vec test_world_pos(const covey_world *world, int flock, covey_id id);
covey_vec test_world_vel(const covey_world *world, int flock, covey_id id);

#endif
