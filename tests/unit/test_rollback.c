// SPDX-License-Identifier: MIT
// Scenes of games that go back: an obstacle that moved otherwise, a door that broke, a player's
// program that joins late. Where influences were moved and set alone, restoring takes no memory.
#include "base/bits.h"
#include "support/heap.h"
#include "support/world.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { POINTS = 4, STEPS = 10, LATE = 25 };

static void restore(covey_world *world, const test_saved *from)
{
    covey_error error = {.status = COVEY_OK};
    if (covey_world_restore(world, from->bytes, from->size, &error) != COVEY_OK)
        fail_msg("%s", error.message);
}

/// The world has the bytes of a snapshot.
static void assert_is(const covey_world *world, const test_saved *from)
{
    test_saved now = test_world_save(world);
    assert_int_equal(now.size, from->size);
    assert_memory_equal(now.bytes, from->bytes, from->size);
    free(now.bytes);
}

static covey_world *make(covey_space space, test_heap *heap)
{
    covey_world_def def = covey_world_def_default();
    def.space = space;
    if (heap != NULL)
        def.allocator = test_heap_allocator(heap);
    covey_world *world = test_world_create(&def);
    covey_flock_def flock = test_flock_plain("reynolds", 60);
    flock.body = 0.2;
    test_world_add(world, &flock);
    return world;
}

// ---- Every kind of the library ----

static const uint32_t faces[] = {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3};

/// Points of a tetrahedron, whose first two are corners of a box, some way along.
static void place(double points[COVEY_AXES][POINTS], double by)
{
    const double at[COVEY_AXES][POINTS] = {{5, 9, 5, 6}, {5, 8, 9, 6}, {5, 9, 6, 9}};
    for (int axis = 0; axis < COVEY_AXES; axis++)
        for (int k = 0; k < POINTS; k++)
            points[axis][k] = at[axis][k] + by * (axis + 1);
}

/// Adds an influence of the kind if the space takes it; true if it did.
static bool add(covey_world *world, const covey_influence *kind)
{
    const double vectors[] = {1, 0, -1, 0.5, 1, 1, 0, 2};
    const covey_field field = {{0, 0, 0}, {20, 20, 20}, {2, 2, 2}, {vectors, vectors, vectors}};
    double points[COVEY_AXES][POINTS];
    place(points, 0);
    covey_influence_def def = {.kind = kind->name, .field = kind->field ? &field : NULL};
    def.points_count = kind->points;
    if (kind->form == COVEY_INFLUENCE_MESH) {
        def.points_count = POINTS;
        def.triangles = faces;
        def.triangles_count = sizeof faces / sizeof *faces / 3;
    }
    for (int axis = 0; axis < COVEY_AXES; axis++)
        def.points[axis] = points[axis];
    int handle;
    return covey_world_influence_add(world, &def, &handle, NULL) == COVEY_OK;
}

/// Moves and sets all influences; returns how many moved.
static int change(covey_world *world)
{
    double points[COVEY_AXES][POINTS];
    int moved = 0;
    place(points, 27); // beyond a torus
    const double *columns[COVEY_AXES] = {points[0], points[1], points[2]};
    for (int k = 0; k < covey_world_influences(world); k++) {
        int handle = covey_world_influence_at(world, k);
        const covey_param *row = covey_world_influence(world, handle).kind->params;
        moved += covey_world_influence_move(world, handle, columns, NULL) == COVEY_OK;
        if (row->name != NULL)
            assert_int_equal(
                covey_world_influence_set(world, handle, row->name, row->initial, NULL), COVEY_OK);
    }
    return moved;
}

/// Goes back without memory, and then as a world that was never changed.
static void assert_goes_back(covey_space space, int *kinds)
{
    test_heap heap = {0};
    covey_world *world = make(space, &heap), *straight = make(space, NULL);
    for (int k = 0; covey_influence_at(k) != NULL; k++)
        if (add(world, covey_influence_at(k))) {
            assert_true(add(straight, covey_influence_at(k)));
            kinds[k]++;
        }
    test_world_steps(world, STEPS, TEST_DT);
    test_world_steps(straight, STEPS, TEST_DT);
    test_saved before = test_world_save(world);
    assert_true(change(world) > 0);
    test_world_steps(world, STEPS, TEST_DT);
    uint64_t other = covey_world_hash(world);
    test_heap_refuse(&heap, 0); // from now on
    for (int again = 0; again < 2; again++) {
        restore(world, &before);
        assert_is(world, &before);
        test_world_steps(world, STEPS, TEST_DT);
        if (again == 0)
            (void)change(world);
    }
    test_world_steps(straight, STEPS, TEST_DT);
    assert_true(covey_world_hash(world) == covey_world_hash(straight));
    assert_true(covey_world_hash(world) != other);
    free(before.bytes);
    covey_world_destroy(straight);
    covey_world_destroy(world);
    test_heap_check_empty(&heap);
}

static void test_influences_of_all_kinds_go_back_without_memory(void **unused)
{
    (void)unused;
    int kinds[64] = {0};
    assert_goes_back(covey_space_torus(20, 20), kinds);
    assert_goes_back(covey_space_deep(covey_space_torus(20, 20), 20), kinds);
    assert_goes_back(covey_space_open(), kinds);
    assert_goes_back(covey_space_deep(covey_space_open(), 1), kinds);
    for (int k = 0; covey_influence_at(k) != NULL; k++)
        if (kinds[k] == 0)
            fail_msg("no space took %s", covey_influence_at(k)->name);
}

// ---- Other influences ----

static const double *const *at(const double *x, const double *y)
{
    static const double *columns[COVEY_AXES];
    columns[0] = x;
    columns[1] = y;
    return columns;
}

static int add_obstacle(covey_world *world, double x, double y)
{
    int handle;
    const covey_setting radius = {"radius", 3};
    covey_influence_def def = {.kind = "obstacle", .points_count = 1};
    def.settings = &radius;
    def.settings_count = 1;
    def.points[0] = &x;
    def.points[1] = &y;
    assert_int_equal(covey_world_influence_add(world, &def, &handle, NULL), COVEY_OK);
    return handle;
}

static covey_vec pull(const void *params, const covey_scene *scene, const covey_agent *agent)
{
    (void)params;
    (void)agent;
    return (covey_vec){scene->field->value[0][0], 0, 0};
}

/// An influence that came in the place of another one, alike but for its grid.
static void test_an_influence_with_another_grid_goes_back(void **unused)
{
    (void)unused;
    static const covey_param none[] = {{0}};
    const covey_influence kind = {
        .name = "pull", .params = none, .points = 1, .act = pull, .field = true};
    const double value[] = {1.5, 2.5}, x = 3;
    covey_world *world = make(covey_space_torus(40, 40), NULL);
    covey_field field = {{0, 0, 0}, {1, 1, 1}, {1, 1, 1}, {&value[0], &value[0], NULL}};
    covey_influence_def def = {.custom_kind = &kind, .field = &field, .points_count = 1};
    int handle;
    def.points[0] = def.points[1] = &x;
    assert_int_equal(covey_world_influence_add(world, &def, &handle, NULL), COVEY_OK);
    test_saved before = test_world_save(world);
    assert_int_equal(covey_world_influence_remove(world, handle, NULL), COVEY_OK);
    field.value[0] = &value[1];
    assert_int_equal(covey_world_influence_add(world, &def, &handle, NULL), COVEY_OK);
    restore(world, &before);
    assert_is(world, &before);
    assert_true(covey_world_influence(world, 0).field->value[0][0] == value[0]);
    free(before.bytes);
    covey_world_destroy(world);
}

/// Puts other bits in the place of a number of the snapshot, and ends it with the right hash.
static void forge(const test_saved *all, double number, double by)
{
    size_t words = all->size / 8, found = 0;
    for (size_t k = 0; k < words; k++) {
        uint64_t word;
        (void)covey_bytes_take(all->bytes + 8 * k, &word);
        if (word == covey_bits_of(number)) {
            (void)covey_bytes_put(all->bytes + 8 * k, covey_bits_of(by));
            found++;
        }
    }
    assert_int_equal(found, 1);
    (void)covey_bytes_put(all->bytes + all->size - 8, covey_bytes_hash(all->bytes, words - 1));
}

/// A bad place of the second one leaves the first where it is, too.
static void test_a_bad_place_changes_nothing(void **unused)
{
    (void)unused;
    covey_world *world = make(covey_space_torus(40, 40), NULL);
    const double x[] = {10.125, 30.25}, y = 20.5;
    add_obstacle(world, x[0], 5);
    int second = add_obstacle(world, x[1], y);
    test_saved before = test_world_save(world);
    forge(&before, x[0], 11.125);
    assert_int_equal(covey_world_influence_move(world, second, at(x, &y), NULL), COVEY_OK);
    test_saved now = test_world_save(world);
    forge(&before, x[1], HUGE_VAL);
    covey_error error;
    assert_int_equal(covey_world_restore(world, before.bytes, before.size, &error), COVEY_INPUT);
    assert_string_equal(error.message, "a point of an outline is not finite");
    assert_is(world, &now);
    forge(&before, HUGE_VAL, 31.5);
    restore(world, &before);
    assert_true(covey_world_influence(world, second).points[0][0] == 31.5);
    free(now.bytes);
    free(before.bytes);
    covey_world_destroy(world);
}

// ---- Scenes ----

/// Where the ram is in a step.
static void ram(covey_world *world, int handle, int step, bool as_predicted)
{
    double x = 20 + step * (as_predicted ? 0.5 : -0.25), y = as_predicted ? 50 : 50 + 0.1 * step;
    assert_int_equal(covey_world_influence_move(world, handle, at(&x, &y), NULL), COVEY_OK);
    test_world_steps(world, 1, TEST_DT);
}

/// Every step is predicted, as the word of the other player comes six steps late.
static void test_a_mispredicted_ram_is_taken_again(void **unused)
{
    (void)unused;
    test_heap heap = {0};
    covey_world *server = make(covey_space_torus(100, 100), NULL);
    covey_world *client = make(covey_space_torus(100, 100), &heap);
    int there = add_obstacle(server, 20, 50), here = add_obstacle(client, 20, 50);
    test_saved ring[6];
    for (int k = 0; k < 6; k++)
        ring[k] = test_world_save(client);
    test_heap_refuse(&heap, 0); // from now on
    for (int step = 0; step < 60; step++) {
        ram(server, there, step, false);
        assert_int_equal(covey_world_save(client, ring[step % 6].bytes, ring[step % 6].size),
                         COVEY_OK);
        ram(client, here, step, true);
        if (step % 6 != 5)
            continue;
        assert_true(covey_world_hash(client) != covey_world_hash(server));
        restore(client, &ring[(step - 5) % 6]);
        for (int again = step - 5; again <= step; again++)
            ram(client, here, again, false);
        assert_true(covey_world_hash(client) == covey_world_hash(server));
    }
    for (int k = 0; k < 6; k++)
        free(ring[k].bytes);
    covey_world_destroy(client);
    covey_world_destroy(server);
}

/// The door that broke by mistake stands again under its handle, and a tower that was built by
/// mistake is gone.
static void test_a_door_that_broke_by_mistake_stands_again(void **unused)
{
    (void)unused;
    covey_world *world = make(covey_space_torus(40, 40), NULL);
    covey_world *straight = make(covey_space_torus(40, 40), NULL);
    int wall = add_obstacle(world, 10, 10), door = add_obstacle(world, 20, 20);
    assert_int_equal(add_obstacle(straight, 10, 10), wall);
    assert_int_equal(add_obstacle(straight, 20, 20), door);
    test_world_steps(world, STEPS, TEST_DT);
    test_saved before = test_world_save(world);
    assert_int_equal(covey_world_influence_remove(world, door, NULL), COVEY_OK);
    int tower = add_obstacle(world, 30, 5);
    ram(world, wall, 7, true);
    restore(world, &before);
    assert_int_equal(covey_world_influences(world), 2);
    assert_int_equal(covey_world_influence_at(world, 1), door);
    assert_null(covey_world_influence(world, tower).kind);
    assert_is(world, &before);
    test_world_steps(world, LATE, TEST_DT);
    test_world_steps(straight, STEPS + LATE, TEST_DT);
    assert_true(covey_world_hash(world) == covey_world_hash(straight));
    assert_int_equal(add_obstacle(world, 1, 1), tower); // the next handle, again
    free(before.bytes);
    covey_world_destroy(straight);
    covey_world_destroy(world);
}

/// A world that begins from the snapshot alone goes on as the other one, and goes back as it does.
static void test_a_late_joiner_begins_from_a_snapshot_alone(void **unused)
{
    (void)unused;
    covey_world *host = make(covey_space_torus(40, 40), NULL), *late;
    int gate = add_obstacle(host, 10, 10);
    for (int step = 0; step < LATE; step++)
        ram(host, gate, step, false);
    test_saved first = test_world_save(host);
    assert_int_equal(covey_world_create_from(first.bytes, first.size, NULL, NULL, &late, NULL),
                     COVEY_OK);
    ram(late, gate, LATE, true); // by mistake
    restore(late, &first);
    for (int step = LATE; step < 2 * LATE; step++) {
        ram(host, gate, step, false);
        ram(late, gate, step, false);
        assert_true(covey_world_hash(late) == covey_world_hash(host));
    }
    test_saved end = test_world_save(host);
    assert_is(late, &end);
    free(end.bytes);
    free(first.bytes);
    covey_world_destroy(late);
    covey_world_destroy(host);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_influences_of_all_kinds_go_back_without_memory),
        cmocka_unit_test(test_an_influence_with_another_grid_goes_back),
        cmocka_unit_test(test_a_bad_place_changes_nothing),
        cmocka_unit_test(test_a_mispredicted_ram_is_taken_again),
        cmocka_unit_test(test_a_door_that_broke_by_mistake_stands_again),
        cmocka_unit_test(test_a_late_joiner_begins_from_a_snapshot_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
