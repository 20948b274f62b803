// SPDX-License-Identifier: MIT
// For every member of every definition: a world that differs in it alone is copied to the same
// hash, and a world without the difference either is brought to it by a snapshot, or refuses that
// and names the member. The members are those of the library's tables, and every byte of a
// definition belongs to a row, so that a new member cannot be forgotten.
#include "covey/describe.h"
#include "covey/events.h"
#include "support/world.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define LENGTH(array) (sizeof(array) / sizeof(array)[0])
#define DT 0.1

enum { AGENTS = 12, STEPS = 25 };

// ---- Tables ----

typedef struct described {
    const char *name;
    const covey_member *(*table)(void);
    size_t size;
} described;

static const described definitions[] = {
    {"world", covey_members_world, sizeof(covey_world_def)},
    {"space", covey_members_space, sizeof(covey_space)},
    {"flock", covey_members_flock, sizeof(covey_flock_def)},
    {"response", covey_members_response, sizeof(covey_response)},
    {"trait", covey_members_trait, sizeof(covey_trait)},
    {"distribution", covey_members_distribution, sizeof(covey_distribution)},
    {"influence", covey_members_influence, sizeof(covey_influence_def)},
    {"field", covey_members_field, sizeof(covey_field)},
    {"schedule", covey_members_schedule, sizeof(covey_schedule)},
};

static void cover(unsigned char *bytes, size_t size, size_t offset, size_t count)
{
    assert_true(offset + count <= size);
    memset(bytes + offset, 1, count);
}

/// Padding is what a compiler adds before a member of 8 bytes, or at the end: less than 8 bytes.
static void test_every_byte_of_a_definition_has_a_row(void **unused)
{
    (void)unused;
    for (size_t k = 0; k < LENGTH(definitions); k++) {
        const described *one = &definitions[k];
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
            bool padding = gap == 0 || (at % 8 + gap == 8 && gap < 8);
            if (!padding)
                fail_msg("%s: the %zu bytes from %zu on have no row", one->name, gap, at);
            at += gap;
        }
    }
}

// ---- Worlds ----

/// All that a world is made of; a variant changes one member of it.
typedef struct plan {
    covey_world_def world;
    covey_flock_def prey, hunters;
    covey_response response;
    covey_trait trait;
    covey_influence_def obstacle, mesh, flow;
    covey_field field;
    covey_schedule schedule;
} plan;

static const double here[] = {12, 12, 12}, there[] = {13, 12, 12};
static const double flat_x[] = {5, 9, 5}, flat_y[] = {5, 5, 9}, flat_z[] = {4, 4, 4};
static const double vectors[] = {1, 0, 1, 0, 1, 0, 1, 0}, others[] = {1, 0, 1, 0, 1, 0, 1, 1};
static const uint32_t triangle[] = {0, 1, 2}, turned[] = {0, 2, 1};
static const uint64_t at_steps[] = {0, 50}, at_other_steps[] = {0, 40};
static const double values[] = {0.2, 3}, other_values[] = {0.2, 4};

static const covey_setting slow[] = {{"min_speed", 0.1}, {"max_speed", 2}};
static const covey_setting weak[] = {{"min_speed", 0.1}, {"max_speed", 2}, {"max_force", 0.7}};
static const covey_setting wide[] = {{"radius", 2}};

static plan usual(void)
{
    plan all = {.world = covey_world_def_default(),
                .prey = covey_flock_def_default(),
                .hunters = covey_flock_def_default()};
    all.world.space = covey_space_deep(covey_space_torus(20, 20), 20);
    all.prey.name = "prey";
    all.hunters.name = "hunters";
    all.prey.model = all.hunters.model = "reynolds";
    all.prey.motion = all.hunters.motion = "accelerate";
    all.prey.count = all.hunters.count = AGENTS;
    all.prey.capacity = all.hunters.capacity = AGENTS + 4;
    all.prey.body = all.hunters.body = 0.1;
    all.prey.settings = all.hunters.settings = slow;
    all.prey.settings_count = all.hunters.settings_count = LENGTH(slow);
    all.hunters.hunts = "prey";
    all.hunters.catches = 0.4;
    all.response = covey_response_default("prey", COVEY_RESPONSE_CHASE);
    all.trait = (covey_trait){"max_speed", covey_distribution_uniform(1, 2), NULL};
    all.obstacle = (covey_influence_def){.kind = "obstacle", .points_count = 1};
    all.mesh = (covey_influence_def){.kind = "mesh", .points_count = 3, .triangles_count = 1};
    all.flow = (covey_influence_def){.kind = "flow_field"};
    all.field = (covey_field){{0, 0, 0}, {10, 10, 10}, {2, 2, 2}, {vectors, vectors, vectors}};
    all.mesh.triangles = triangle;
    for (int axis = 0; axis < COVEY_AXES; axis++) {
        all.obstacle.points[axis] = here;
        all.mesh.points[axis] = axis == 0 ? flat_x : (axis == 1 ? flat_y : flat_z);
    }
    all.schedule = (covey_schedule){
        .flock = 0, .influence = -1, .name = "cohesion", .count = 2, .steps = at_steps};
    all.schedule.values = values;
    return all;
}

/// NULL if the library does not take the plan, and the error says why.
static covey_world *make(const plan *all, covey_error *error)
{
    plan own = *all;
    covey_flock_def grass = usual().prey;
    covey_world *world;
    int number;
    if (covey_world_create(&own.world, &world, error) != COVEY_OK)
        return NULL;
    grass.name = "grass";
    own.hunters.responses = &own.response;
    own.hunters.responses_count = 1;
    own.prey.traits = &own.trait;
    own.prey.traits_count = 1;
    own.flow.field = &own.field;
    if (covey_world_add(world, &own.prey, &number, error) == COVEY_OK &&
        covey_world_add(world, &grass, &number, error) == COVEY_OK &&
        covey_world_add(world, &own.hunters, &number, error) == COVEY_OK &&
        covey_world_influence_add(world, &own.obstacle, &number, error) == COVEY_OK &&
        covey_world_influence_add(world, &own.mesh, &number, error) == COVEY_OK &&
        covey_world_influence_add(world, &own.flow, &number, error) == COVEY_OK &&
        covey_world_schedule_add(world, &own.schedule, error) == COVEY_OK)
        return world;
    covey_world_destroy(world);
    return NULL;
}

// ---- Variants ----

/// Another value of a member of one definition in a plan.
typedef struct variant {
    const char *definition, *member;
    void (*change)(plan *all);
} variant;

#define VARIANT(definition, member, ...)                                                           \
    static void definition##_##member(plan *all)                                                   \
    {                                                                                              \
        __VA_ARGS__;                                                                               \
    }
#define LIST_OF_VARIANTS(ROW)                                                                      \
    ROW(world, space, all->world.space.size[0] = 21)                                               \
    ROW(world, seed, all->world.seed = 2)                                                          \
    ROW(world, precision, all->world.precision = COVEY_PRECISION_SINGLE)                           \
    ROW(world, threads, all->world.threads = 2)                                                    \
    ROW(world, kernel, all->world.kernel = COVEY_KERNEL_REF)                                       \
    ROW(world, dense, all->world.dense = COVEY_DENSE_AGGREGATE)                                    \
    ROW(space, kind, all->world.space.kind = COVEY_SPACE_REFLECTING)                               \
    ROW(space, dim, all->world.space.dim = 2; all->mesh = all->obstacle)                           \
    ROW(space, size, all->world.space.size[2] = 22)                                                \
    ROW(flock, name, all->hunters.name = "wolves")                                                 \
    ROW(flock, model, all->prey.model = "mobagen")                                                 \
    ROW(flock, motion, all->prey.motion = "impulse")                                               \
    ROW(flock, hunts, all->hunters.hunts = "grass")                                                \
    ROW(flock, catches, all->hunters.catches = 0.5)                                                \
    ROW(flock, births, all->hunters.births = true)                                                 \
    ROW(flock, responses, all->response.rule = COVEY_RESPONSE_ALIGN)                               \
    ROW(flock, settings, all->prey.settings = weak; all->prey.settings_count = LENGTH(weak))       \
    ROW(flock, traits, all->trait.name = "separation")                                             \
    ROW(flock, count, all->prey.count = AGENTS + 1)                                                \
    ROW(flock, capacity, all->prey.capacity = AGENTS + 5)                                          \
    ROW(flock, body, all->prey.body = 0.2)                                                         \
    ROW(flock, hard, all->prey.hard = true)                                                        \
    ROW(flock, pos, all->hunters.count = 1; all->hunters.pos[0] = here;                            \
        all->hunters.pos[1] = here; all->hunters.pos[2] = here)                                    \
    ROW(flock, vel, all->hunters.count = 1; all->hunters.vel[0] = here;                            \
        all->hunters.vel[1] = here; all->hunters.vel[2] = here)                                    \
    ROW(flock, place, all->prey.place.kind = COVEY_PLACE_DISC; all->prey.place.radius = 4;         \
        all->prey.place.x = all->prey.place.y = all->prey.place.z = 10)                            \
    ROW(response, to, all->response.to = "hunters")                                                \
    ROW(response, rule, all->response.rule = COVEY_RESPONSE_FLEE)                                  \
    ROW(response, radius, all->response.radius = 7)                                                \
    ROW(response, weight, all->response.weight = 0.5)                                              \
    ROW(response, blind_angle, all->response.blind_angle = 1)                                      \
    ROW(response, lead, all->response.lead = 0.5)                                                  \
    ROW(trait, name, all->trait.name = "cohesion"; all->schedule.name = "alignment")               \
    ROW(trait, from, all->trait.from = covey_distribution_uniform(1, 3))                           \
    ROW(trait, values, static double fast[AGENTS]; for (int k = 0; k < AGENTS; k++) fast[k] = 2;   \
        all->trait.values = fast)                                                                  \
    ROW(distribution, kind, all->trait.from.kind = COVEY_DISTRIBUTION_NORMAL)                      \
    ROW(distribution, first, all->trait.from.first = 0.5)                                          \
    ROW(distribution, second, all->trait.from.second = 2.5)                                        \
    ROW(distribution, low, all->trait.from = covey_distribution_normal(1, 2);                      \
        all->trait.from.low = 0.5)                                                                 \
    ROW(distribution, high, all->trait.from = covey_distribution_normal(1, 2);                     \
        all->trait.from.high = 2)                                                                  \
    ROW(influence, kind, all->obstacle.kind = "goal"; all->obstacle.points_count = 0)              \
    ROW(influence, flock, all->obstacle.flock = "prey")                                            \
    ROW(influence, settings, all->obstacle.settings = wide; all->obstacle.settings_count = 1)      \
    ROW(influence, points, all->obstacle.points[0] = there)                                        \
    ROW(influence, triangles, all->mesh.triangles = turned)                                        \
    ROW(influence, field, all->field.low.x = -1)                                                   \
    ROW(field, low, all->field.low.y = -2)                                                         \
    ROW(field, cell, all->field.cell.z = 11)                                                       \
    ROW(field, count, all->field.count[0] = 1)                                                     \
    ROW(field, value, all->field.value[0] = others)                                                \
    ROW(schedule, flock, all->schedule.flock = 1)                                                  \
    ROW(schedule, influence, all->schedule.flock = -1; all->schedule.influence = 0;                \
        all->schedule.name = "weight")                                                             \
    ROW(schedule, name, all->schedule.name = "alignment")                                          \
    ROW(schedule, form, all->schedule.form = COVEY_SCHEDULE_STEPS)                                 \
    ROW(schedule, steps, all->schedule.steps = at_other_steps)                                     \
    ROW(schedule, values, all->schedule.values = other_values)

LIST_OF_VARIANTS(VARIANT)

#define ROW_OF(definition, member, ...) {#definition, #member, definition##_##member},
static const variant variants[] = {LIST_OF_VARIANTS(ROW_OF)};

static const variant *variant_of(const char *definition, const char *member)
{
    for (size_t k = 0; k < LENGTH(variants); k++)
        if (strcmp(variants[k].definition, definition) == 0 &&
            strcmp(variants[k].member, member) == 0)
            return &variants[k];
    return NULL;
}

// ---- The laws ----

typedef struct saved {
    size_t size;
    unsigned char *bytes;
} saved;

static saved save(const covey_world *world)
{
    saved one = {.size = covey_world_snapshot_size(world)};
    one.bytes = malloc(one.size);
    assert_non_null(one.bytes);
    assert_int_equal(covey_world_save(world, one.bytes, one.size), COVEY_OK);
    return one;
}

/// Fails unless two worlds are the same, now and after some steps.
static void assert_same(covey_world *one, covey_world *other, const char *name)
{
    saved first = save(one), second = save(other);
    if (first.size != second.size || memcmp(first.bytes, second.bytes, first.size) != 0)
        fail_msg("%s: a copy has other bytes", name);
    free(first.bytes);
    free(second.bytes);
    test_world_steps(one, STEPS, DT);
    test_world_steps(other, STEPS, DT);
    if (covey_world_hash(one) != covey_world_hash(other))
        fail_msg("%s: a copy goes another way", name);
}

static covey_world *copy_of(const saved *from, const char *name)
{
    covey_error error = {.status = COVEY_OK};
    covey_world *copy;
    if (covey_world_create_from(from->bytes, from->size, NULL, NULL, &copy, &error) != COVEY_OK)
        fail_msg("%s: %s", name, error.message);
    return copy;
}

/// Brings a world without the difference to the state of one with it, or sees that it refuses.
static void check_restore(const saved *from, const covey_member *row, const char *name)
{
    covey_error error = {.status = COVEY_OK};
    plan all = usual();
    covey_world *other = make(&all, &error), *copy = copy_of(from, name);
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
    const variant *how = variant_of(definition, row->name);
    char name[100];
    (void)snprintf(name, sizeof name, "%s of %s", row->name, definition);
    if (how == NULL && row->kind == COVEY_MEMBER_CODE && row->use == COVEY_MEMBER_RUNS)
        return; // functions, of which no bytes tell
    if (how == NULL)
        fail_msg("%s has no variant in this test", name);
    plan all = usual();
    covey_error error = {.status = COVEY_OK};
    how->change(&all);
    covey_world *world = make(&all, &error);
    if (world == NULL)
        fail_msg("%s: %s", name, error.message);
    saved at_first = save(world);
    covey_world *copy = copy_of(&at_first, name);
    check_restore(&at_first, row, name);
    assert_same(world, copy, name);
    saved later = save(world);
    check_restore(&later, row, name);
    free(at_first.bytes);
    free(later.bytes);
    covey_world_destroy(copy);
    covey_world_destroy(world);
}

static void test_every_member_is_copied_and_brought_back_or_refused(void **unused)
{
    (void)unused;
    for (size_t k = 0; k < LENGTH(definitions); k++)
        for (const covey_member *row = definitions[k].table(); row->name != NULL; row++)
            check_member(definitions[k].name, row);
}

/// The variants do differ: else the law says nothing.
static void test_members_that_define_give_other_hashes(void **unused)
{
    (void)unused;
    plan all = usual();
    covey_error error;
    covey_world *plain = make(&all, &error);
    saved usual_bytes = save(plain);
    for (size_t k = 0; k < LENGTH(variants); k++) {
        plan other = usual();
        variants[k].change(&other);
        covey_world *world = make(&other, &error);
        assert_non_null(world);
        saved bytes = save(world);
        bool runs =
            strcmp(variants[k].member, "threads") == 0 || strcmp(variants[k].member, "kernel") == 0;
        bool same = bytes.size == usual_bytes.size &&
                    memcmp(bytes.bytes, usual_bytes.bytes, bytes.size) == 0;
        if (same != runs)
            fail_msg("%s of %s", variants[k].member, variants[k].definition);
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
    plan all = usual();
    covey_error error = {.status = COVEY_OK};
    covey_world *world = make(&all, &error), *other = make(&all, &error);
    assert_int_equal(covey_world_drop(world, 0, NULL), COVEY_OK); // the hunters hunt none now
    assert_int_equal(covey_world_influence_remove(world, 0, NULL), COVEY_OK);
    test_world_steps(world, 3, DT);
    saved without = save(world), with = save(other);
    covey_world *copy = copy_of(&without, "without prey");
    assert_same(world, copy, "without prey");
    for (int turn = 0; turn < 3; turn++) {
        const saved *from = turn % 2 == 0 ? &without : &with;
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
    plan all = usual();
    covey_error error = {.status = COVEY_OK};
    covey_world *world = make(&all, &error);
    saved whole = save(world);
    assert_int_equal(covey_world_drop(world, 1, NULL), COVEY_OK); // grass, before the hunters
    saved without = save(world);
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
    plan all = usual();
    covey_error error = {.status = COVEY_OK};
    covey_world *world = make(&all, &error);
    covey_world_def def = covey_world_def_of(world);
    covey_world *other = test_world_create(&def);
    for (int flock = 0; flock < covey_world_flocks(world); flock++) {
        covey_flock_def is;
        assert_int_equal(covey_world_definition(world, flock, &is), COVEY_OK);
        assert_int_equal(is.count, AGENTS);
        test_world_add(other, &is);
    }
    assert_true(covey_world_hash(other) == covey_world_hash(world));
    for (int k = 0; covey_world_trait(world, 0, k).name != NULL; k++)
        assert_memory_equal(covey_world_trait(world, 0, k).values,
                            covey_world_trait(other, 0, k).values, AGENTS * sizeof(double));
    assert_int_equal(covey_world_responses(other, 2), 1);
    covey_flock_def none;
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
