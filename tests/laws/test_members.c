// SPDX-License-Identifier: MIT
// For every member of every definition: a world that differs in it alone is copied to the same
// hash, and a world without the difference either is brought to it by a snapshot, or refuses that
// and names the member. The members are those of the library's tables, and every byte of a
// definition belongs to a row, so that a new member cannot be forgotten.
#include "covey/describe.h"
#include "covey/events.h"
#include "support/members.h"
#include "support/world.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define AGENTS MEMBERS_AGENTS
#define STEPS MEMBERS_STEPS
#define DT MEMBERS_DT

// ---- Tables ----

static void cover(unsigned char *bytes, size_t size, size_t offset, size_t count)
{
    assert_true(offset + count <= size);
    memset(bytes + offset, 1, count);
}

/// Padding is what a compiler adds before a member of 4 or 8 bytes, or at the end: less than that.
static void test_every_byte_of_a_definition_has_a_row(void **unused)
{
    (void)unused;
    for (size_t k = 0; k < members_definitions_count; k++) {
        const members_definition *one = &members_definitions[k];
        unsigned char bytes[1024] = {0};
        assert_true(one->size <= sizeof bytes);
        for (const covey_member *row = one->table(); row->name != NULL; row++) {
            assert_ptr_equal(covey_member_find(one->table(), row->name), row);
            assert_true(row->text[0] != '\0');
            cover(bytes, one->size, row->offset, row->size);
            if (row->counted != SIZE_MAX)
                cover(bytes, one->size, row->counted, sizeof(size_t));
        }
        for (size_t at = 0; at < one->size; at++) {
            size_t gap = 0;
            while (at + gap < one->size && bytes[at + gap] == 0)
                gap++;
            bool padding = gap == 0 || at % 8 + gap == 8 || at % 4 + gap == 4;
            if (!padding)
                fail_msg("%s: the %zu bytes from %zu on have no row", one->name, gap, at);
            at += gap;
        }
    }
}

// ---- The laws ----

/// Fails unless two worlds are the same, now and after some steps.
static void assert_same(covey_world *one, covey_world *other, const char *name)
{
    test_saved first = test_world_save(one), second = test_world_save(other);
    if (first.size != second.size || memcmp(first.bytes, second.bytes, first.size) != 0)
        fail_msg("%s: a copy has other bytes", name);
    free(first.bytes);
    free(second.bytes);
    test_world_steps(one, STEPS, DT);
    test_world_steps(other, STEPS, DT);
    if (covey_world_hash(one) != covey_world_hash(other))
        fail_msg("%s: a copy goes another way", name);
}

static covey_world *copy_of(const test_saved *from, const char *name)
{
    covey_error error = {.status = COVEY_OK};
    covey_world *copy;
    if (covey_world_create_from(from->bytes, from->size, NULL, NULL, &copy, &error) != COVEY_OK)
        fail_msg("%s: %s", name, error.message);
    return copy;
}

/// Brings a world without the difference to the state of one with it, or sees that it refuses.
static void check_restore(const test_saved *from, const covey_member *row, const char *name)
{
    covey_error error = {.status = COVEY_OK};
    members_plan all = members_usual();
    covey_world *other = members_make(&all, &error), *copy = copy_of(from, name);
    assert_non_null(other);
    test_world_steps(other, 3, DT);
    uint64_t hash = covey_world_hash(other);
    covey_status status = covey_world_restore(other, from->bytes, from->size, &error);
    if (row->use == COVEY_MEMBER_DEFINES) {
        if (status != COVEY_INPUT)
            fail_msg("%s: a world without the difference takes the snapshot", name);
        if (strncmp(error.message, "the snapshot is of ", 19) != 0)
            fail_msg("%s: %s", name, error.message);
        assert_true(covey_world_hash(other) == hash);
    } else {
        if (status != COVEY_OK)
            fail_msg("%s: %s", name, error.message);
        assert_same(other, copy, name);
    }
    covey_world_destroy(copy);
    covey_world_destroy(other);
}

static void check_member(const char *definition, const covey_member *row)
{
    const members_variant *how = members_variant_of(definition, row->name);
    char name[100];
    (void)snprintf(name, sizeof name, "%s of %s", row->name, definition);
    if (how == NULL && row->use == COVEY_MEMBER_RUNS &&
        (row->kind == COVEY_MEMBER_CODE || row->kind == COVEY_MEMBER_STAMP))
        return; // functions, of which no bytes tell, and the size of the struct
    if (how == NULL)
        fail_msg("%s has no variant in this test", name);
    members_plan all = members_usual();
    covey_error error = {.status = COVEY_OK};
    how->change(&all);
    covey_world *world = members_make(&all, &error);
    if (world == NULL)
        fail_msg("%s: %s", name, error.message);
    test_saved at_first = test_world_save(world);
    covey_world *copy = copy_of(&at_first, name);
    check_restore(&at_first, row, name);
    assert_same(world, copy, name);
    test_saved later = test_world_save(world);
    check_restore(&later, row, name);
    free(at_first.bytes);
    free(later.bytes);
    covey_world_destroy(copy);
    covey_world_destroy(world);
}

static void test_every_member_is_copied_and_brought_back_or_refused(void **unused)
{
    (void)unused;
    for (size_t k = 0; k < members_definitions_count; k++)
        for (const covey_member *row = members_definitions[k].table(); row->name != NULL; row++)
            check_member(members_definitions[k].name, row);
}

/// The variants do differ: else the law says nothing.
static void test_members_that_define_give_other_hashes(void **unused)
{
    (void)unused;
    members_plan all = members_usual();
    covey_error error;
    covey_world *plain = members_make(&all, &error);
    test_saved usual_bytes = test_world_save(plain);
    for (size_t k = 0; k < members_variants_count; k++) {
        members_plan other = members_usual();
        members_variants[k].change(&other);
        covey_world *world = members_make(&other, &error);
        assert_non_null(world);
        test_saved bytes = test_world_save(world);
        bool runs = strcmp(members_variants[k].member, "threads") == 0 ||
                    strcmp(members_variants[k].member, "kernel") == 0;
        bool same = bytes.size == usual_bytes.size &&
                    memcmp(bytes.bytes, usual_bytes.bytes, bytes.size) == 0;
        if (same != runs)
            fail_msg("%s of %s", members_variants[k].member, members_variants[k].definition);
        free(bytes.bytes);
        covey_world_destroy(world);
    }
    free(usual_bytes.bytes);
    covey_world_destroy(plain);
}

/// Flocks and influences that come and go between two steps are brought back.
static void test_flocks_and_influences_are_brought_back(void **unused)
{
    (void)unused;
    members_plan all = members_usual();
    covey_error error = {.status = COVEY_OK};
    covey_world *world = members_make(&all, &error), *other = members_make(&all, &error);
    assert_int_equal(covey_world_drop(world, 0, NULL), COVEY_OK); // the hunters hunt none now
    assert_int_equal(covey_world_influence_remove(world, 0, NULL), COVEY_OK);
    test_world_steps(world, 3, DT);
    test_saved without = test_world_save(world), with = test_world_save(other);
    covey_world *copy = copy_of(&without, "without prey");
    assert_same(world, copy, "without prey");
    for (int turn = 0; turn < 3; turn++) {
        const test_saved *from = turn % 2 == 0 ? &without : &with;
        covey_world *like = copy_of(from, "turn");
        if (covey_world_restore(other, from->bytes, from->size, &error) != COVEY_OK)
            fail_msg("%s", error.message);
        assert_same(other, like, "turn");
        covey_stats now = covey_world_stats(other), plain = covey_world_stats(like);
        assert_true(now.bytes == plain.bytes && now.agent_bytes == plain.agent_bytes);
        covey_world_destroy(like);
    }
    free(without.bytes);
    free(with.bytes);
    covey_world_destroy(copy);
    covey_world_destroy(other);
    covey_world_destroy(world);
}

/// Watches stay with the flock of their name, also where its number is another one, or end.
static void test_watches_follow_their_flocks(void **unused)
{
    (void)unused;
    members_plan all = members_usual();
    covey_error error = {.status = COVEY_OK};
    covey_world *world = members_make(&all, &error);
    test_saved whole = test_world_save(world);
    assert_int_equal(covey_world_drop(world, 1, NULL), COVEY_OK); // grass, before the hunters
    test_saved without = test_world_save(world);
    assert_int_equal(covey_world_restore(world, whole.bytes, whole.size, NULL), COVEY_OK);
    int watch[2];
    assert_int_equal(covey_world_events_take(world, 100, NULL), COVEY_OK);
    for (int k = 0; k < 2; k++) {
        covey_watch region = covey_watch_ball((covey_vec){10, 10, 10}, 4);
        region.flock = 1 + k;
        assert_int_equal(covey_world_watch(world, &region, &watch[k], NULL), COVEY_OK);
    }
    assert_int_equal(covey_world_restore(world, without.bytes, without.size, NULL), COVEY_OK);
    size_t seen = 0;
    for (int step = 0; step < 10 * STEPS; step++) {
        test_world_steps(world, 1, DT);
        covey_events events = covey_world_events(world);
        for (size_t k = 0; k < events.count; k++) {
            const covey_event *event = &events.list[k];
            bool crossed = event->kind == COVEY_EVENT_ENTERED || event->kind == COVEY_EVENT_LEFT;
            assert_true(!crossed || (event->watch == watch[1] && event->flock == 1));
            seen += crossed;
        }
    }
    assert_true(seen > 0);
    free(whole.bytes);
    free(without.bytes);
    covey_world_destroy(world);
}

static void test_a_definition_makes_the_same_flock(void **unused)
{
    (void)unused;
    members_plan all = members_usual();
    covey_error error = {.status = COVEY_OK};
    covey_world *world = members_make(&all, &error);
    covey_world_def def = covey_world_def_default();
    assert_int_equal(covey_world_def_of(world, &def), COVEY_OK);
    covey_world *other = test_world_create(&def);
    for (int flock = 0; flock < covey_world_flocks(world); flock++) {
        covey_flock_def is = covey_flock_def_default();
        assert_int_equal(covey_world_definition(world, flock, &is), COVEY_OK);
        assert_int_equal(is.count, AGENTS);
        test_world_add(other, &is);
    }
    assert_true(covey_world_hash(other) == covey_world_hash(world));
    for (int k = 0; covey_world_trait(world, 0, k).name != NULL; k++)
        assert_memory_equal(covey_world_trait(world, 0, k).values,
                            covey_world_trait(other, 0, k).values, AGENTS * sizeof(double));
    assert_int_equal(covey_world_responses(other, 2), 1);
    covey_flock_def none = covey_flock_def_default();
    assert_int_equal(covey_world_definition(world, 3, &none), COVEY_ARG);
    covey_world_destroy(other);
    covey_world_destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_byte_of_a_definition_has_a_row),
        cmocka_unit_test(test_every_member_is_copied_and_brought_back_or_refused),
        cmocka_unit_test(test_members_that_define_give_other_hashes),
        cmocka_unit_test(test_flocks_and_influences_are_brought_back),
        cmocka_unit_test(test_watches_follow_their_flocks),
        cmocka_unit_test(test_a_definition_makes_the_same_flock),
    };
    return cmocka_run_group_tests_name("members", tests, NULL, NULL);
}
