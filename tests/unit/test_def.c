// SPDX-License-Identifier: MIT
// Definitions of programs that were compiled for an earlier or a later version of the library.
#include "core/def.h"
#include "support/world.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { GARBAGE = 0xa5, AGENTS = 40 };

/// Calls an init function for a struct of `size` bytes with a guard behind, and compares it with
/// the default one.
#define CHECK_INIT(type, size_)                                                                    \
    do {                                                                                           \
        union {                                                                                    \
            type def;                                                                              \
            unsigned char bytes[2 * sizeof(type)];                                                 \
        } is;                                                                                      \
        type all = type##_default();                                                               \
        size_t bytes_ = size_, known = bytes_ < sizeof all ? bytes_ : sizeof all;                  \
        memset(&is, GARBAGE, sizeof is);                                                           \
        type##_init(&is.def, bytes_);                                                              \
        assert_int_equal(is.def.size, bytes_);                                                     \
        assert_memory_equal(is.bytes + sizeof(size_t), (unsigned char *)&all + sizeof(size_t),     \
                            known - sizeof(size_t));                                               \
        for (size_t k_ = known; k_ < sizeof is; k_++)                                              \
            assert_int_equal(is.bytes[k_], GARBAGE);                                               \
        type##_init(NULL, bytes_);                                                                 \
    } while (0)

static void test_defaults_write_no_more_than_the_program_has(void **unused)
{
    (void)unused;
    CHECK_INIT(covey_world_def, sizeof(covey_world_def));
    CHECK_INIT(covey_world_def, offsetof(covey_world_def, kernel));
    CHECK_INIT(covey_world_def, sizeof(covey_world_def) + 16);
    CHECK_INIT(covey_flock_def, sizeof(covey_flock_def));
    CHECK_INIT(covey_flock_def, offsetof(covey_flock_def, body));
    CHECK_INIT(covey_flock_def, sizeof(covey_flock_def) + 8);
    CHECK_INIT(covey_influence_def, sizeof(covey_influence_def));
    CHECK_INIT(covey_influence_def, offsetof(covey_influence_def, field));
}

/// The hash of a world that a program makes; its structs end before the last members, behind which
/// it has other things.
static uint64_t hash_of(bool earlier)
{
    covey_world_def def = covey_world_def_default();
    covey_flock_def flock = covey_flock_def_default();
    covey_influence_def wind = covey_influence_def_default();
    def.space = covey_space_torus(30, 30);
    flock.model = "reynolds";
    flock.count = AGENTS;
    wind.kind = "wind";
    if (earlier) {
        def.size = offsetof(covey_world_def, dense);
        memset((char *)&def + def.size, GARBAGE, sizeof def - def.size);
        flock.size = offsetof(covey_flock_def, body);
        memset((char *)&flock + flock.size, GARBAGE, sizeof flock - flock.size);
        wind.size = offsetof(covey_influence_def, points);
        memset((char *)&wind + wind.size, GARBAGE, sizeof wind - wind.size);
    }
    covey_world *world;
    int number;
    assert_int_equal(covey_world_create(&def, &world, NULL), COVEY_OK);
    assert_int_equal(covey_world_add(world, &flock, &number, NULL), COVEY_OK);
    assert_int_equal(covey_world_influence_add(world, &wind, &number, NULL), COVEY_OK);
    test_world_steps(world, 5, 0.1);
    uint64_t hash = covey_world_hash(world);
    covey_world_destroy(world);
    return hash;
}

static void test_a_program_of_an_earlier_version_makes_the_same_world(void **unused)
{
    (void)unused;
    assert_true(hash_of(true) == hash_of(false));
}

static void test_a_definition_is_not_written_beyond_what_the_program_has(void **unused)
{
    (void)unused;
    covey_world_def def = covey_world_def_default();
    covey_world *world = test_world_create(&def);
    covey_flock_def flock = covey_flock_def_default(), is;
    flock.model = "reynolds";
    flock.count = AGENTS;
    test_world_add(world, &flock);
    memset(&is, GARBAGE, sizeof is);
    is.size = offsetof(covey_flock_def, capacity);
    assert_int_equal(covey_world_definition(world, 0, &is), COVEY_OK);
    assert_int_equal(is.size, offsetof(covey_flock_def, capacity));
    assert_int_equal(is.count, AGENTS);
    assert_int_equal(*((unsigned char *)&is + is.size), GARBAGE);
    is.size = sizeof is + 1;
    assert_int_equal(covey_world_definition(world, 0, &is), COVEY_ARG);
    covey_world_def made;
    memset(&made, GARBAGE, sizeof made);
    made.size = offsetof(covey_world_def, precision);
    assert_int_equal(covey_world_def_of(world, &made), COVEY_OK);
    assert_int_equal(*((unsigned char *)&made + made.size), GARBAGE);
    made.size = sizeof made + 1;
    assert_int_equal(covey_world_def_of(world, &made), COVEY_ARG);
    covey_world_destroy(world);
}

static void test_a_program_of_a_later_version_is_refused(void **unused)
{
    (void)unused;
    covey_error error;
    covey_world_def def = covey_world_def_default();
    covey_world *world = test_world_create(&def), *other;
    covey_flock_def flock = covey_flock_def_default();
    covey_influence_def wind = covey_influence_def_default();
    int number;
    wind.kind = "wind";
    for (int k = 0; k < 2; k++) { // too large, and no size at all
        def.size = k == 0 ? sizeof def + 8 : 3;
        flock.size = k == 0 ? sizeof flock + 8 : 3;
        wind.size = k == 0 ? sizeof wind + 8 : 3;
        assert_int_equal(covey_world_create(&def, &other, &error), COVEY_ARG);
        assert_null(other);
        assert_non_null(strstr(error.message, "later version"));
        assert_int_equal(covey_world_create_from("", 0, &def, NULL, &other, &error), COVEY_ARG);
        assert_int_equal(covey_world_add(world, &flock, &number, &error), COVEY_ARG);
        assert_int_equal(covey_world_influence_add(world, &wind, &number, &error), COVEY_ARG);
    }
    assert_int_equal(covey_world_flocks(world), 0);
    wind.size = 0; // filled without the default function, as this version has it
    assert_int_equal(covey_world_influence_add(world, &wind, &number, &error), COVEY_OK);
    covey_world_destroy(world);
}

static void test_the_version_is_a_number(void **unused)
{
    (void)unused;
    int major, minor, patch;
    assert_int_equal(sscanf(covey_version(), "%d.%d.%d", &major, &minor, &patch), 3);
    assert_int_equal(covey_version_number(), 10000 * major + 100 * minor + patch);
#if COVEY_VERSION < 100
    fail(); // headers before 0.1.0 had none
#endif
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_defaults_write_no_more_than_the_program_has),
        cmocka_unit_test(test_a_program_of_an_earlier_version_makes_the_same_world),
        cmocka_unit_test(test_a_definition_is_not_written_beyond_what_the_program_has),
        cmocka_unit_test(test_a_program_of_a_later_version_is_refused),
        cmocka_unit_test(test_the_version_is_a_number),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
