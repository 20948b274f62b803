// SPDX-License-Identifier: MIT
// For every member of every definition that has a key: a scenario with that key is the world in
// which the member differs. It stays so when it is printed and read again, when a session is
// replayed, and when it goes on from a checkpoint. `list` prints the scenarios for the same law in
// other languages: a line of JSON each, with the member, the text, and the hash after
// MEMBERS_STEPS.
#include "covey/checkpoint.h"
#include "covey/scenario.h"
#include "covey/session.h"
#include "support/files.h"
#include "support/members.h"
#include "support/world.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { HALF = 12, SIZE = 1 << 14 };

/// A text that is written to memory.
typedef struct page {
    char text[SIZE];
    size_t used;
} page;

static covey_status put(void *to, const void *bytes, size_t size)
{
    page *self = to;
    assert_true(self->used + size < SIZE);
    memcpy(self->text + self->used, bytes, size);
    self->used += size;
    self->text[self->used] = '\0';
    return COVEY_OK;
}

static covey_scenario *read(const char *text, const char *name)
{
    char report[2000];
    covey_scenario_def def = covey_scenario_def_default();
    covey_scenario *scenario;
    def.report = report;
    def.report_size = sizeof report;
    if (covey_scenario_read(&def, text, strlen(text), &scenario, NULL) != COVEY_OK)
        fail_msg("%s: %s", name, report);
    return scenario;
}

/// The scenario of a variant: a text, or the usual one with some keys set.
static covey_scenario *scenario_of(const members_variant *how, const char *name)
{
    covey_error error;
    bool whole = strncmp(how->keys, "space: ", 7) == 0;
    covey_scenario *scenario = read(whole ? how->keys : members_scenario, name);
    for (const char *at = whole ? NULL : how->keys; at != NULL && *at != '\0';) {
        char key[SIZE / 8];
        const char *end = strstr(at, "; ");
        size_t size = end != NULL ? (size_t)(end - at) : strlen(at);
        (void)snprintf(key, sizeof key, "%.*s", (int)size, at);
        char *value = strchr(key, '=');
        assert_non_null(value);
        *value++ = '\0';
        if (covey_scenario_set(scenario, key, value, &error) != COVEY_OK)
            fail_msg("%s: %s=%s: %s", name, key, value, error.message);
        at = end != NULL ? end + 2 : NULL;
    }
    return scenario;
}

static page print(const covey_scenario *scenario)
{
    page text = {.used = 0};
    assert_int_equal(covey_scenario_print(scenario, (covey_sink){put, &text}), COVEY_OK);
    return text;
}

static covey_world *world_of(const covey_scenario *scenario, const char *name)
{
    covey_world_def engine = covey_world_def_default();
    covey_world *world;
    covey_error error;
    if (covey_scenario_world(scenario, &engine, &world, &error) != COVEY_OK)
        fail_msg("%s: %s", name, error.message);
    return world;
}

static uint64_t run(covey_world *world, int steps)
{
    test_world_steps(world, steps, MEMBERS_DT);
    uint64_t hash = covey_world_hash(world);
    covey_world_destroy(world);
    return hash;
}

/// Fails unless a scenario is a world: definitions and agents of both have the same bytes.
static void assert_same_world(const covey_world *direct, const covey_scenario *scenario,
                              const char *name)
{
    covey_world *world = world_of(scenario, name);
    size_t size = covey_world_snapshot_size(direct);
    unsigned char *one = malloc(size), *other = malloc(size);
    assert_int_equal(covey_world_save(direct, one, size), COVEY_OK);
    if (covey_world_snapshot_size(world) != size ||
        covey_world_save(world, other, size) != COVEY_OK || memcmp(one, other, size) != 0)
        fail_msg("%s: the scenario is another world", name);
    free(one);
    free(other);
    covey_world_destroy(world);
}

static uint64_t hash_read_again(const char *text, const char *name)
{
    covey_scenario *again = read(text, name);
    page second = print(again);
    assert_string_equal(second.text, text);
    uint64_t hash = run(world_of(again, name), MEMBERS_STEPS);
    covey_scenario_destroy(again);
    return hash;
}

static uint64_t step_session(covey_session *session)
{
    for (int k = 0; k < MEMBERS_STEPS; k++)
        assert_int_equal(covey_session_step(session, NULL), COVEY_OK);
    return covey_world_hash(covey_session_world(session));
}

/// The hash of a session that was written and is replayed.
static uint64_t hash_replayed(const char *text, const char *name)
{
    covey_world_def engine = covey_world_def_default();
    covey_session *session;
    covey_error error;
    if (covey_session_create(read(text, name), &engine, &session, &error) != COVEY_OK)
        fail_msg("%s: %s", name, error.message);
    uint64_t hash = step_session(session);
    page record = {.used = 0};
    assert_int_equal(covey_session_write(session, (covey_sink){put, &record}, NULL), COVEY_OK);
    covey_session_destroy(session);
    const char *path = files_path("session");
    files_write(path, record.text, record.used);
    if (covey_session_open(path, &engine, &session, &error) != COVEY_OK)
        fail_msg("%s: %s", name, error.message);
    if (step_session(session) != hash)
        fail_msg("%s: a replayed session goes another way", name);
    covey_session_destroy(session);
    return hash;
}

/// The hash of a world that goes on from a checkpoint.
static uint64_t hash_resumed(const char *text, const char *name)
{
    const char *path = files_path("checkpoint");
    covey_scenario *scenario = read(text, name);
    covey_world *world = world_of(scenario, name);
    test_world_steps(world, HALF, MEMBERS_DT);
    size_t size = covey_world_snapshot_size(world);
    void *bytes = malloc(size);
    covey_error error;
    assert_int_equal(covey_world_save(world, bytes, size), COVEY_OK);
    covey_checkpoint half = {.scenario = text, .snapshot = bytes, .snapshot_size = size}, *from;
    assert_int_equal(covey_checkpoint_write(path, &half, (covey_allocator){0}, NULL), COVEY_OK);
    assert_int_equal(covey_checkpoint_read(path, (covey_allocator){0}, &from, NULL), COVEY_OK);
    covey_scenario *again = read(from->scenario, name);
    covey_world *other = world_of(again, name);
    if (covey_world_restore(other, from->snapshot, from->snapshot_size, &error) != COVEY_OK)
        fail_msg("%s: %s", name, error.message);
    free(bytes);
    covey_checkpoint_destroy(from);
    covey_world_destroy(world);
    covey_scenario_destroy(scenario);
    covey_scenario_destroy(again);
    return run(other, MEMBERS_STEPS - HALF);
}

static void check_member(const char *definition, const covey_member *row)
{
    const members_variant *how = members_variant_of(definition, row->name);
    char name[100];
    (void)snprintf(name, sizeof name, "%s of %s", row->name, definition);
    if (row->key != NULL && (how == NULL || how->keys == NULL))
        fail_msg("%s has the key %s, which no variant sets", name, row->key);
    if (how == NULL || how->keys == NULL)
        return;
    members_plan all = members_usual();
    how->change(&all);
    all.prey.capacity = all.hunters.capacity = 0; // which scenarios do not have
    covey_error error;
    covey_world *direct = members_make(&all, &error);
    assert_non_null(direct);
    covey_scenario *scenario = scenario_of(how, name);
    assert_same_world(direct, scenario, name);
    page text = print(scenario);
    uint64_t hash = run(direct, MEMBERS_STEPS);
    if (hash_read_again(text.text, name) != hash)
        fail_msg("%s: printed and read again it is another world", name);
    if (hash_replayed(text.text, name) != hash)
        fail_msg("%s: a session goes another way", name);
    if (hash_resumed(text.text, name) != hash)
        fail_msg("%s: it goes on from a checkpoint in another way", name);
    covey_scenario_destroy(scenario);
}

static void test_every_member_with_a_key_comes_through_a_scenario(void **unused)
{
    (void)unused;
    for (size_t k = 0; k < members_definitions_count; k++)
        for (const covey_member *row = members_definitions[k].table(); row->name != NULL; row++)
            check_member(members_definitions[k].name, row);
}

/// The keys do differ: else the law says nothing.
static void test_variants_print_other_scenarios(void **unused)
{
    (void)unused;
    covey_scenario *usual = read(members_scenario, "usual");
    page plain = print(usual);
    for (size_t k = 0; k < members_variants_count; k++) {
        const members_variant *how = &members_variants[k];
        if (how->keys == NULL)
            continue;
        covey_scenario *scenario = scenario_of(how, how->member);
        page text = print(scenario);
        if (strcmp(text.text, plain.text) == 0)
            fail_msg("%s of %s", how->member, how->definition);
        covey_scenario_destroy(scenario);
    }
    covey_scenario_destroy(usual);
}

static void list(void)
{
    for (size_t k = 0; k < members_variants_count; k++) {
        const members_variant *how = &members_variants[k];
        if (how->keys == NULL)
            continue;
        covey_scenario *scenario = scenario_of(how, how->member);
        page text = print(scenario);
        printf("{\"definition\": \"%s\", \"member\": \"%s\", \"hash\": \"%016llx\", \"text\": \"",
               how->definition, how->member,
               (unsigned long long)run(world_of(scenario, how->member), MEMBERS_STEPS));
        for (const char *at = text.text; *at != '\0'; at++)
            printf(*at == '\n' ? "\\n" : (*at == '"' || *at == '\\' ? "\\%c" : "%c"), *at);
        puts("\"}");
        covey_scenario_destroy(scenario);
    }
}

int main(int count, char **words)
{
    if (count > 1 && strcmp(words[1], "list") == 0) {
        list();
        return 0;
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_member_with_a_key_comes_through_a_scenario),
        cmocka_unit_test(test_variants_print_other_scenarios),
    };
    return cmocka_run_group_tests_name("members of scenarios", tests, files_setup, files_teardown);
}
