// SPDX-License-Identifier: MIT
#include "support/world.h"

#include "base/bits.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

size_t test_amount(const char *variable, size_t normal)
{
    const char *text = getenv(variable);
    if (text != NULL)
        return (size_t)strtoull(text, NULL, 10);
    return TEST_SANITIZED ? normal / 10 : normal;
}

// ---- Random numbers ----

uint64_t test_bits(uint64_t *random)
{
    return covey_hash_word(*random += UINT64_C(0x9e3779b97f4a7c15), 0);
}

size_t test_below(uint64_t *random, size_t bound)
{
    return (size_t)(test_bits(random) % bound);
}

double test_uniform(uint64_t *random, double low, double high)
{
    return low + (high - low) * ((double)(test_bits(random) >> 11) * 0x1p-53);
}

double test_any_double(uint64_t *random)
{
    double value = covey_bits_double(test_bits(random));
    return isfinite(value) ? value : test_any_double(random);
}

void test_assert_even(const int cells[16], int count)
{
    double chi = 0.0, expected = count / 16.0;
    for (int k = 0; k < 16; k++)
        chi += (cells[k] - expected) * (cells[k] - expected) / expected;
    assert_true(chi < 50.0);
}

// ---- Agents ----

static covey_vec anywhere(double side, uint64_t *random)
{
    covey_vec pos = {.x = test_uniform(random, 0.0, side)};
    pos.y = test_uniform(random, 0.0, side);
    return pos;
}

/// Where agent `id` of a shape stands, those before it being placed; `any` is a random place.
static covey_vec place(test_shape shape, const test_flock *flock, double radius, size_t id,
                       covey_vec any)
{
    size_t columns = (size_t)ceil(sqrt((double)flock->count)), twin = id / 4 * 4;
    covey_vec far = {1e12, -1e12}, outside = {1e300, -1e300};
    switch (shape) {
    case TEST_LATTICE:
        return (covey_vec){radius * (double)(id % columns), radius * (double)(id / columns)};
    case TEST_CLUMP:
        return id % 16 == 0 ? any : covey_vec_scale(any, 0x1p-6);
    case TEST_DUPLICATES:
        return twin == id ? any : (covey_vec){flock->pos[0][twin], flock->pos[1][twin]};
    case TEST_FAR:
        return covey_vec_add(any, far);
    case TEST_LINE:
        return (covey_vec){radius * (double)id, 0.5 * radius};
    case TEST_OUTLIER:
        return id == flock->count / 2 ? outside : any;
    default:
        return any;
    }
}

test_flock test_flock_create(test_shape shape, size_t count, double radius, double side,
                             uint64_t *random)
{
    test_flock flock = {.count = count};
    for (int axis = 0; axis < COVEY_PLANE; axis++) {
        flock.pos[axis] = calloc(count + 1, sizeof(double));
        flock.vel[axis] = calloc(count + 1, sizeof(double));
        assert_true(flock.pos[axis] != NULL && flock.vel[axis] != NULL);
    }
    for (size_t id = 0; id < count; id++) {
        covey_vec pos = place(shape, &flock, radius, id, anywhere(side, random));
        flock.pos[0][id] = pos.x;
        flock.pos[1][id] = pos.y;
    }
    for (int axis = 0; axis < COVEY_PLANE; axis++)
        for (size_t id = 0; id < count; id++)
            flock.vel[axis][id] = id % 8 == 7 ? 0.0 : test_uniform(random, -1.0, 1.0);
    return flock;
}

void test_flock_deepen(test_flock *flock, double side, bool alike, uint64_t *random)
{
    flock->pos[2] = calloc(flock->count + 1, sizeof(double));
    flock->vel[2] = calloc(flock->count + 1, sizeof(double));
    assert_true(flock->pos[2] != NULL && flock->vel[2] != NULL);
    for (size_t id = 0; id < flock->count; id++) {
        bool twin = alike && id % 4 != 0;
        flock->pos[2][id] = twin ? flock->pos[2][id - 1] : test_uniform(random, 0.0, side);
        flock->vel[2][id] = id % 8 == 7 ? 0.0 : test_uniform(random, -1.0, 1.0);
    }
}

void test_flock_destroy(test_flock *flock)
{
    for (int axis = 0; axis < COVEY_AXES; axis++) {
        free(flock->pos[axis]);
        free(flock->vel[axis]);
    }
}

// ---- Worlds ----

covey_flock_def test_flock_def(const test_flock *agents)
{
    covey_flock_def def = covey_flock_def_default();
    def.model = "formal";
    def.count = agents->count;
    for (int axis = 0; axis < COVEY_AXES; axis++) {
        def.pos[axis] = agents->pos[axis];
        def.vel[axis] = agents->vel[axis];
    }
    return def;
}

covey_world *test_world_create(const covey_world_def *def)
{
    covey_error error = {.status = COVEY_OK};
    covey_world *world;
    covey_status status = covey_world_create(def, &world, &error);
    assert_string_equal(error.message, "");
    assert_int_equal(status, COVEY_OK);
    return world;
}

covey_world *test_world_of(covey_space space, const test_flock *agents,
                           const covey_setting *settings, size_t settings_count)
{
    covey_world_def world_def = covey_world_def_default();
    world_def.space = space;
    covey_world *world = test_world_create(&world_def);
    covey_flock_def def = test_flock_def(agents);
    def.settings = settings;
    def.settings_count = settings_count;
    test_world_add(world, &def);
    return world;
}

covey_world *test_world_plain(void)
{
    covey_world_def def = covey_world_def_default();
    return test_world_create(&def);
}

covey_world *test_world_in(covey_space space)
{
    covey_world_def def = covey_world_def_default();
    def.space = space;
    return test_world_create(&def);
}

covey_flock_def test_flock_plain(const char *model, size_t count)
{
    covey_flock_def def = covey_flock_def_default();
    def.model = model;
    def.count = count;
    return def;
}

void test_world_expect_alike(covey_world *one, covey_world *other)
{
    test_world_steps(one, 5, 0.125);
    test_world_steps(other, 5, 0.125);
    assert_true(covey_world_hash(one) == covey_world_hash(other));
    covey_world_destroy(one);
    covey_world_destroy(other);
}

int test_world_add(covey_world *world, const covey_flock_def *def)
{
    covey_error error = {.status = COVEY_OK};
    int flock = -1;
    covey_status status = covey_world_add(world, def, &flock, &error);
    assert_string_equal(error.message, "");
    assert_int_equal(status, COVEY_OK);
    return flock;
}

void test_world_obstacle(covey_world *world, covey_influence_def def)
{
    def.kind = "obstacle";
    covey_error error = {.status = COVEY_OK};
    int number;
    covey_status status = covey_world_influence_add(world, &def, &number, &error);
    assert_string_equal(error.message, "");
    assert_int_equal(status, COVEY_OK);
}

test_saved test_world_save(const covey_world *world)
{
    test_saved saved = {.size = covey_world_snapshot_size(world)};
    saved.bytes = malloc(saved.size);
    assert_non_null(saved.bytes);
    assert_int_equal(covey_world_save(world, saved.bytes, saved.size), COVEY_OK);
    return saved;
}

void test_world_steps(covey_world *world, int steps, double dt)
{
    for (int step = 0; step < steps; step++)
        if (covey_world_step(world, dt) != COVEY_OK)
            fail_msg("%s", covey_world_error(world)->message);
}

size_t test_view_find(const covey_view *view, covey_id id)
{
    size_t i = 0;
    while (i < view->count && view->id[i] != id)
        i++;
    assert_true(i < view->count);
    return i;
}

covey_vec test_world_pos(const covey_world *world, int flock, covey_id id)
{
    covey_view view = covey_world_view(world, flock);
    size_t i = test_view_find(&view, id);
    return (covey_vec){view.pos[0][i], view.pos[1][i], view.pos[2] != NULL ? view.pos[2][i] : 0.0};
}

covey_vec test_world_vel(const covey_world *world, int flock, covey_id id)
{
    covey_view view = covey_world_view(world, flock);
    size_t i = test_view_find(&view, id);
    return (covey_vec){view.vel[0][i], view.vel[1][i], view.vel[2] != NULL ? view.vel[2][i] : 0.0};
}
