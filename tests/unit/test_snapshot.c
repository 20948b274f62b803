// SPDX-License-Identifier: MIT
// Snapshots: a restored world goes on with the same bits, damaged bytes change nothing.
#include "base/bits.h"
#include "core/snapshot.h"
#include "support/probe.h"
#include "support/world.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { STEPS = 30 };
#define DT 0.05

static void test_a_restored_world_goes_on_with_the_same_bits(void **unused)
{
    (void)unused;
    covey_world *world = test_probe_world(300, 1), *later = test_probe_world(300, 3);
    test_world_steps(world, STEPS, DT);
    test_saved saved = test_world_save(world);
    test_world_steps(later, 2 * STEPS, -2 * DT);
    assert_int_equal(covey_world_restore(later, saved.bytes, saved.size, NULL), COVEY_OK);
    assert_int_equal(covey_world_steps(later), STEPS);
    for (int step = 0; step < STEPS; step++) {
        assert_true(covey_world_hash(later) == covey_world_hash(world));
        test_world_steps(world, 1, DT);
        test_world_steps(later, 1, DT);
    }
    assert_int_equal(covey_world_steps(later), 2 * STEPS);
    free(saved.bytes);
    covey_world_destroy(later);
    covey_world_destroy(world);
}

/// Adds the agents at `count` indices of a flock to another world.
static void pass(const covey_world *from, covey_world *to, int flock, size_t begin, size_t count)
{
    const covey_snapshot_share all = {flock, 0, count}, more = {flock, 0, count + 1};
    size_t size = covey_snapshot_some_size(from, flock, count);
    unsigned char *bytes = malloc(size);
    assert_non_null(bytes);
    covey_snapshot_save_some(from, flock, begin, count, bytes);
    assert_int_equal(covey_snapshot_add(to, bytes, size, &more, NULL), COVEY_INPUT);
    bytes[size / 2] ^= 1;
    assert_int_equal(covey_snapshot_add(to, bytes, size, &all, NULL), COVEY_INPUT);
    bytes[size / 2] ^= 1;
    assert_int_equal(covey_snapshot_add(to, bytes, size, &all, NULL), COVEY_OK);
    free(bytes);
}

static void test_pieces_make_the_world_that_they_are_of(void **unused)
{
    (void)unused;
    const uint64_t rooms[] = {300, 3}, too_many[] = {301, 3};
    covey_world *world = test_probe_world(300, 1), *later = test_probe_world(300, 1);
    test_world_steps(world, STEPS, DT);
    size_t size = covey_snapshot_some_size(world, 0, 0);
    unsigned char *head = malloc(size);
    assert_non_null(head);
    covey_snapshot_save_some(world, 0, 0, 0, head);
    assert_int_equal(covey_snapshot_begin(later, head, size, too_many, NULL), COVEY_INPUT);
    assert_int_equal(covey_snapshot_begin(later, head, size, rooms, NULL), COVEY_OK);
    pass(world, later, 0, 200, 100);
    pass(world, later, 1, 0, 3);
    pass(world, later, 0, 0, 200);
    covey_snapshot_end(later);
    for (int step = 0; step < STEPS; step++) {
        assert_true(covey_world_hash(later) == covey_world_hash(world));
        test_world_steps(world, 1, DT);
        test_world_steps(later, 1, DT);
    }
    free(head);
    covey_world_destroy(later);
    covey_world_destroy(world);
}

static void test_the_same_state_gives_the_same_bytes(void **unused)
{
    (void)unused;
    const int threads[] = {1, 2, 8};
    test_saved first = {0};
    for (size_t k = 0; k < 3; k++) {
        covey_world *world = test_probe_world(1000, threads[k]);
        test_world_steps(world, STEPS, DT);
        test_saved saved = test_world_save(world);
        covey_world_destroy(world);
        if (k == 0) {
            first = saved;
            continue;
        }
        assert_int_equal(saved.size, first.size);
        assert_memory_equal(saved.bytes, first.bytes, first.size);
        free(saved.bytes);
    }
    free(first.bytes);
}

static void test_saving_after_restoring_gives_the_same_bytes(void **unused)
{
    (void)unused;
    covey_world *world = test_probe_world(50, 1), *other = test_probe_world(50, 1);
    test_world_steps(world, STEPS, DT);
    test_saved saved = test_world_save(world);
    assert_int_equal(covey_world_restore(other, saved.bytes, saved.size, NULL), COVEY_OK);
    test_saved again = test_world_save(other);
    assert_memory_equal(saved.bytes, again.bytes, saved.size);
    free(again.bytes);
    free(saved.bytes);
    covey_world_destroy(other);
    covey_world_destroy(world);
}

static void test_the_bytes_begin_with_the_documented_words(void **unused)
{
    (void)unused;
    covey_world *world = test_probe_world(2, 1);
    test_world_steps(world, 5, DT);
    test_saved saved = test_world_save(world);
    assert_memory_equal(saved.bytes, "COVYSNAP", 8);
    const unsigned char five[8] = {5};
    assert_memory_equal(saved.bytes + 8, five, 8);  // the format
    assert_memory_equal(saved.bytes + 24, five, 8); // steps
    free(saved.bytes);
    covey_world_destroy(world);
}

static void test_parameters_are_part_of_the_state(void **unused)
{
    (void)unused;
    covey_world *world = test_probe_world(100, 1), *other = test_probe_world(100, 1);
    assert_int_equal(covey_world_set(world, 0, "r_c", 5.0, NULL), COVEY_OK);
    test_world_steps(world, STEPS, DT);
    test_saved saved = test_world_save(world);
    assert_int_equal(covey_world_restore(other, saved.bytes, saved.size, NULL), COVEY_OK);
    assert_true(covey_world_param(other, 0, "r_c") == 5.0);
    test_world_steps(world, STEPS, DT);
    test_world_steps(other, STEPS, DT);
    assert_true(covey_world_hash(world) == covey_world_hash(other));
    free(saved.bytes);
    covey_world_destroy(other);
    covey_world_destroy(world);
}

// ---- Refused snapshots ----

/// `world` refuses the bytes and is as before. Returns its message.
static covey_error refusal(covey_world *world, const void *bytes, size_t size)
{
    covey_error error = {.status = COVEY_OK};
    uint64_t hash = covey_world_hash(world), steps = covey_world_steps(world);
    double radius = covey_world_param(world, 0, "r_c");
    assert_int_equal(covey_world_restore(world, bytes, size, &error), COVEY_INPUT);
    assert_true(covey_world_hash(world) == hash && covey_world_steps(world) == steps);
    double radius_now = covey_world_param(world, 0, "r_c"); // NaN where there is none
    assert_memory_equal(&radius_now, &radius, sizeof radius);
    return error;
}

static void assert_refuses(covey_world *world, const void *bytes, size_t size, const char *message)
{
    covey_error error = refusal(world, bytes, size);
    if (message != NULL)
        assert_string_equal(error.message, message);
}

/// The state alone, as checkpoints have it.
static test_saved save_state(const covey_world *world)
{
    test_saved saved = {.size = covey_snapshot_state_size(world)};
    saved.bytes = malloc(saved.size);
    assert_non_null(saved.bytes);
    covey_snapshot_state_save(world, saved.bytes);
    return saved;
}

static void check_refusal_of_bit(size_t bit, bool whole, const char *message)
{
    const char *damaged = "the snapshot is damaged",
               *others = "the snapshot is of a world of other";
    if (bit < 64)
        assert_string_equal(message, "the bytes are no snapshot of covey");
    else if (bit == 64) // of one format the other
        assert_memory_equal(message, whole ? others : damaged, strlen(whole ? others : damaged));
    else if (bit < 96)
        assert_non_null(strstr(message, ", and this version of covey reads formats 4 and 5"));
    else if (bit < 128 && !whole)
        assert_string_equal(
            message, bit == 96 ? "the snapshot is of single precision, the world of double"
                               : "the snapshot is of a precision that this version of covey lacks");
    else if (bit < 192 && !whole)
        assert_string_equal(message, "the snapshot is of a world of other definitions");
    else if (bit >= 128 && strncmp(message, "the snapshot has ", 17) != 0) // numbers of agents
        assert_memory_equal(message, damaged, strlen(damaged));
}

static void test_every_flipped_bit_is_refused(void **unused)
{
    (void)unused;
    for (int whole = 0; whole < 2; whole++) {
        covey_world *world = test_probe_world(4, 1), *other = test_probe_world(4, 1);
        test_world_steps(world, STEPS, DT);
        test_saved saved = whole == 1 ? test_world_save(world) : save_state(world);
        for (size_t bit = 0; bit < 8 * saved.size; bit++) {
            saved.bytes[bit / 8] ^= (unsigned char)(1u << bit % 8);
            covey_error error = refusal(other, saved.bytes, saved.size);
            check_refusal_of_bit(bit, whole == 1, error.message);
            saved.bytes[bit / 8] ^= (unsigned char)(1u << bit % 8);
        }
        assert_int_equal(covey_world_restore(other, saved.bytes, saved.size, NULL), COVEY_OK);
        assert_true(covey_world_hash(other) == covey_world_hash(world));
        free(saved.bytes);
        covey_world_destroy(other);
        covey_world_destroy(world);
    }
}

static void test_every_truncation_and_any_excess_is_refused(void **unused)
{
    (void)unused;
    covey_world *world = test_probe_world(4, 1);
    test_world_steps(world, STEPS, DT);
    test_saved saved = test_world_save(world);
    unsigned char *longer = calloc(saved.size + 8, 1);
    assert_non_null(longer);
    memcpy(longer, saved.bytes, saved.size);
    for (size_t size = 0; size < saved.size; size++) {
        unsigned char *part = malloc(size + 1); // of that size, for the sanitizers to guard
        assert_non_null(part);
        memcpy(part, saved.bytes, size);
        assert_refuses(world, part, size, NULL);
        free(part);
    }
    assert_refuses(world, longer, saved.size + 1, NULL);
    assert_refuses(world, longer, saved.size + 8, NULL);
    assert_int_equal(covey_world_save(world, longer, saved.size - 1), COVEY_ARG);
    free(longer);
    free(saved.bytes);
    covey_world_destroy(world);
}

#define OTHERS "the snapshot is of a world of other definitions: "

/// What differs and nothing changes is named; what can be changed between two steps is brought
/// back.
static void test_worlds_of_other_definitions_are_refused_or_changed(void **unused)
{
    (void)unused;
    static const char *const refusals[] = {
        OTHERS "space",
        OTHERS "space",
        OTHERS "seed",
        OTHERS "flock flock's capacity",
        NULL, // it has a flock of another name
        OTHERS "flock flock's model",
        OTHERS "flock others's model",
        NULL, // it hunts none
        "there is no model called probe",
    };
    covey_world *world = test_probe_world(10, 1);
    test_saved saved = test_world_save(world), state = save_state(world);
    for (int k = 0; k < 9; k++) {
        covey_world_def def = covey_world_def_default();
        covey_flock_def flock = covey_flock_def_default();
        flock.model = "formal";
        covey_flock_def others = flock;
        def.space = covey_space_torus(20, k == 0 ? 16 : 15);
        def.space.kind = k == 1 ? COVEY_SPACE_OPEN : COVEY_SPACE_TORUS;
        def.seed = k == 2 ? 2 : 1;
        flock.count = k == 3 ? 11 : 10;
        flock.name = k == 4 ? "flok" : "flock";
        flock.custom_model = k == 5 ? &test_probe : NULL;
        others.name = "others";
        others.count = 3;
        others.custom_model = k == 6 ? NULL : &test_probe;
        others.hunts = k == 7 ? NULL : flock.name;
        covey_world *other = test_world_create(&def);
        test_world_add(other, &flock);
        if (k < 8)
            test_world_add(other, &others);
        assert_refuses(other, state.bytes, state.size,
                       "the snapshot is of a world of other definitions");
        if (refusals[k] != NULL) {
            assert_refuses(other, saved.bytes, saved.size, refusals[k]);
        } else {
            assert_int_equal(covey_world_restore(other, saved.bytes, saved.size, NULL), COVEY_OK);
            test_saved again = test_world_save(other);
            assert_int_equal(again.size, saved.size);
            assert_memory_equal(again.bytes, saved.bytes, saved.size);
            free(again.bytes);
        }
        covey_world_destroy(other);
    }
    free(state.bytes);
    free(saved.bytes);
    covey_world_destroy(world);
}

/// Earlier formats had their number, and a letter for the precision, in the magic.
static void test_other_formats_are_refused_by_name(void **unused)
{
    (void)unused;
    const struct {
        const char *begins;
        unsigned char format;
        const char *message;
    } rows[] = {
        {"COVYSNP3", 0,
         "the snapshot has format 3, and this version of covey reads formats 4 and 5"},
        {"COVYSNF3", 0,
         "the snapshot has format 3, and this version of covey reads formats 4 and 5"},
        {"COVYSNP1", 0,
         "the snapshot has format 1, and this version of covey reads formats 4 and 5"},
        {"COVYSNP4", 0, "the bytes are no snapshot of covey"},
        {"COVYSNAP", 6,
         "the snapshot has format 6, and this version of covey reads formats 4 and 5"},
        {"COVYSNAP", 3,
         "the snapshot has format 3, and this version of covey reads formats 4 and 5"},
        {"PANSYVOC", 4, "the bytes are no snapshot of covey"},
    };
    covey_world *world = test_probe_world(4, 1);
    test_saved saved = test_world_save(world);
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        memcpy(saved.bytes, rows[k].begins, 8);
        saved.bytes[8] = rows[k].format;
        assert_refuses(world, saved.bytes, saved.size, rows[k].message);
    }
    assert_refuses(world, "COVYSNAP", 8, "8 bytes are too few for a snapshot");
    free(saved.bytes);
    covey_world_destroy(world);
}

/// Worlds whose snapshots are equally long, and which differ in one thing, the one number `k`; in
/// none beyond the last.
enum { THINGS = 13 };

static covey_world *make_with(int k)
{
    const double x[] = {4, 6}, other_x[] = {4, 7}, y[] = {3, 5}, other_y[] = {2, 5};
    covey_world_def def = covey_world_def_default();
    def.space = covey_space_torus(k == 0 ? 21 : 20, k == 1 ? 16 : 15);
    def.seed = k == 2 ? 2 : 1;
    def.dense = k == 3 ? COVEY_DENSE_AGGREGATE : COVEY_DENSE_PAIRS;
    covey_world *world = test_world_create(&def);
    covey_flock_def flock = covey_flock_def_default();
    static covey_model model;
    model = test_probe;
    model.name = "other";
    flock.custom_model = k == 4 ? &model : &test_probe;
    flock.motion = k == 5 ? "impulse" : "accelerate"; // of the same parameters
    flock.body = k == 6 ? 0.5 : 0.25;
    flock.capacity = k == 7 ? 21 : 20;
    flock.count = 10;
    test_world_add(world, &flock);
    flock.name = k == 8 ? "b" : "a";
    test_world_add(world, &flock);
    covey_influence_def goal = covey_influence_def_default();
    goal.kind = k == 9 ? "pointer" : "goal"; // of the same parameters
    goal.flock = k == 10 ? "flock" : NULL;
    int number;
    assert_int_equal(covey_world_influence_add(world, &goal, &number, NULL), COVEY_OK);
    test_world_obstacle(
        world, (covey_influence_def){.points = {k == 11 ? other_x : x, k == 12 ? other_y : y},
                                     .points_count = 2});
    return world;
}

static void test_one_thing_makes_another_definition(void **unused)
{
    (void)unused;
    covey_world *world = make_with(THINGS);
    test_saved saved = save_state(world);
    for (int k = 0; k <= THINGS; k++) {
        covey_world *other = make_with(k);
        assert_int_equal(covey_snapshot_state_size(other), saved.size);
        covey_error error = {.status = COVEY_OK};
        bool restored = covey_world_restore(other, saved.bytes, saved.size, &error) == COVEY_OK;
        if (restored != (k == THINGS))
            fail_msg("thing %d: %s", k, error.message);
        if (!restored)
            assert_string_equal(error.message, "the snapshot is of a world of other definitions");
        covey_world_destroy(other);
    }
    free(saved.bytes);
    covey_world_destroy(world);
}

/// Replaces a number of the last agent, counted from the end of its place and velocity, and makes
/// the sum over all anew.
static void forge(const test_saved *saved, size_t from_end, double value)
{
    unsigned char *bytes = saved->bytes, *sum = bytes + saved->size - 8;
    covey_bytes_put(sum - 8 * from_end, covey_bits_of(value));
    covey_bytes_put(sum, covey_bytes_hash(bytes, saved->size / 8 - 1));
}

#define WIDE(last)                                                                                 \
    "flock flock of the snapshot has ids up to " last                                              \
    ", for which covey is built with COVEY_WIDE_IDS: here they end at 4294967294"

/// Ids ascend and are below the next one.
static void test_ids_that_no_flock_has_are_refused(void **unused)
{
    (void)unused;
    enum { AGENT = 5, BEFORE_NEXT = 5 + 2 }; // words: of an agent, before the next id
    static const struct {
        uint64_t second, third, next;
        bool taken;
        const char *refusal; ///< NULL: the usual one
    } rows[] = {
        {1, 2, 3, true, NULL},
        {1, 2, 2, false, NULL},
        {2, 2, 3, false, NULL},
        {2, 1, 3, false, NULL},
        {0, 2, 3, false, NULL},
        {7, 4294967294, 4294967295, true, NULL},
        {7, 4294967295, 4294967296, COVEY_WIDE_IDS, WIDE("4294967295")},
        {1, UINT64_C(0x100000002), UINT64_C(0x100000003), COVEY_WIDE_IDS, WIDE("4294967298")},
        {1, 2, UINT64_MAX, false, NULL},
    };
    covey_world *world = test_world_plain();
    covey_flock_def flock = covey_flock_def_default();
    flock.custom_model = &test_probe;
    flock.count = 3;
    test_world_add(world, &flock);
    test_saved saved = test_world_save(world);
    unsigned char *sum = saved.bytes + saved.size - 8, *agents = sum - 8 * 3 * AGENT;
    uint64_t recipe;
    (void)covey_bytes_take(saved.bytes + 16, &recipe);
    unsigned char *next = saved.bytes + 8 * (BEFORE_NEXT + recipe);
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        covey_bytes_put(agents + 8 * AGENT, rows[k].second);
        covey_bytes_put(agents + 16 * AGENT, rows[k].third);
        covey_bytes_put(next, rows[k].next);
        covey_bytes_put(sum, covey_bytes_hash(saved.bytes, saved.size / 8 - 1));
        if (!rows[k].taken) {
            assert_refuses(world, saved.bytes, saved.size,
                           rows[k].refusal != NULL
                               ? rows[k].refusal
                               : "the snapshot has ids that flock flock cannot have");
            continue;
        }
        assert_int_equal(covey_world_restore(world, saved.bytes, saved.size, NULL), COVEY_OK);
        assert_true(covey_world_index(world, 0, (covey_id)rows[k].third) >= 0);
        assert_true(covey_world_next_id(world, 0) == rows[k].next);
    }
    free(saved.bytes);
    covey_world_destroy(world);
}

static void test_a_place_outside_the_space_is_refused(void **unused)
{
    (void)unused;
    const covey_space spaces[] = {covey_space_torus(20, 15), covey_space_reflecting(20, 15),
                                  covey_space_respawn(20, 15)};
    static const double outside[] = {-1, 21};
    for (size_t k = 0; k < 6; k++) {
        covey_world_def def = covey_world_def_default();
        covey_flock_def flock = covey_flock_def_default();
        flock.model = "formal";
        def.space = spaces[k / 2];
        flock.count = 2;
        covey_world *world = test_world_create(&def);
        test_world_add(world, &flock);
        test_saved saved = test_world_save(world);
        for (size_t axis = 0; axis < COVEY_PLANE; axis++) {
            forge(&saved, 4 - axis, outside[k % 2]);
            assert_refuses(world, saved.bytes, saved.size,
                           "the snapshot has a parameter or place that flock flock cannot have");
            forge(&saved, 4 - axis, 1.0);
        }
        assert_int_equal(covey_world_restore(world, saved.bytes, saved.size, NULL), COVEY_OK);
        free(saved.bytes);
        covey_world_destroy(world);
    }
}

static void test_a_diverged_state_stays_diverged(void **unused)
{
    (void)unused;
    covey_world *world = test_probe_world(10, 1), *other = test_probe_world(10, 1);
    assert_int_equal(covey_world_step(world, 1e308), COVEY_DIVERGED);
    test_saved saved = test_world_save(world);
    assert_int_equal(covey_world_restore(other, saved.bytes, saved.size, NULL), COVEY_OK);
    assert_int_equal(covey_world_step(other, DT), COVEY_DIVERGED);
    assert_string_equal(
        covey_world_error(other)->message,
        "the restored position or velocity of agent 0 of flock flock is not finite");
    assert_int_equal(covey_world_error(other)->flock, 0);
    free(saved.bytes);
    covey_world_destroy(other);
    covey_world_destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_restored_world_goes_on_with_the_same_bits),
        cmocka_unit_test(test_pieces_make_the_world_that_they_are_of),
        cmocka_unit_test(test_the_same_state_gives_the_same_bytes),
        cmocka_unit_test(test_saving_after_restoring_gives_the_same_bytes),
        cmocka_unit_test(test_the_bytes_begin_with_the_documented_words),
        cmocka_unit_test(test_parameters_are_part_of_the_state),
        cmocka_unit_test(test_every_flipped_bit_is_refused),
        cmocka_unit_test(test_every_truncation_and_any_excess_is_refused),
        cmocka_unit_test(test_worlds_of_other_definitions_are_refused_or_changed),
        cmocka_unit_test(test_other_formats_are_refused_by_name),
        cmocka_unit_test(test_one_thing_makes_another_definition),
        cmocka_unit_test(test_ids_that_no_flock_has_are_refused),
        cmocka_unit_test(test_a_place_outside_the_space_is_refused),
        cmocka_unit_test(test_a_diverged_state_stays_diverged),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
