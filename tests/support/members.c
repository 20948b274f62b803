// SPDX-License-Identifier: MIT
#include "support/members.h"

#include <string.h>

#define LENGTH(array) (sizeof(array) / sizeof(array)[0])

const members_definition members_definitions[] = {
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

const size_t members_definitions_count = LENGTH(members_definitions);

// ---- Worlds ----

static const double here[] = {12, 12, 12}, there[] = {13, 12, 12};
static const double flat_x[] = {5, 9, 5}, flat_y[] = {5, 5, 9}, flat_z[] = {4, 4, 4};
static const double vectors[] = {1, 0, 1, 0, 1, 0, 1, 0}, others[] = {1, 0, 1, 0, 1, 0, 1, 1};
static const uint32_t triangle[] = {0, 1, 2}, turned[] = {0, 2, 1};
static const uint64_t at_steps[] = {0, 50}, at_other_steps[] = {0, 40};
static const double values[] = {0.2, 3}, other_values[] = {0.2, 4};

static const covey_setting slow[] = {{"min_speed", 0.1}, {"max_speed", 2}};
static const covey_setting weak[] = {{"min_speed", 0.1}, {"max_speed", 2}, {"max_force", 0.7}};
static const covey_setting small[] = {{"radius", 1}}, wide[] = {{"radius", 2}};

members_plan members_usual(void)
{
    members_plan all = {.world = covey_world_def_default(),
                        .prey = covey_flock_def_default(),
                        .hunters = covey_flock_def_default()};
    all.world.space = covey_space_deep(covey_space_torus(20, 20), 20);
    all.prey.name = "prey";
    all.hunters.name = "hunters";
    all.prey.model = all.hunters.model = "reynolds";
    all.prey.motion = all.hunters.motion = "accelerate";
    all.prey.count = all.hunters.count = MEMBERS_AGENTS;
    all.prey.capacity = all.hunters.capacity = MEMBERS_AGENTS + 4;
    all.prey.body = all.hunters.body = 0.1;
    all.prey.settings = all.hunters.settings = slow;
    all.prey.settings_count = all.hunters.settings_count = LENGTH(slow);
    all.hunters.hunts = "prey";
    all.hunters.catches = 0.4;
    all.response = covey_response_default("prey", COVEY_RESPONSE_CHASE);
    all.trait = (covey_trait){"max_speed", covey_distribution_uniform(1, 2), NULL};
    all.obstacle = (covey_influence_def){.kind = "obstacle", .points_count = 1};
    all.obstacle.settings = small;
    all.obstacle.settings_count = 1;
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

/// Influences that are solid for all flocks come before these, as in scenarios.
static covey_status add_influences(covey_world *world, const members_plan *all, bool first,
                                   covey_error *error)
{
    const covey_influence_def *const list[] = {&all->obstacle, &all->mesh, &all->flow};
    covey_status status = COVEY_OK;
    for (size_t k = 0; k < LENGTH(list) && status == COVEY_OK; k++) {
        const covey_influence *kind = covey_influence_find(list[k]->kind);
        bool solid = kind->solid != NULL && list[k]->flock == NULL;
        int handle;
        if (solid == first)
            status = covey_world_influence_add(world, list[k], &handle, error);
    }
    return status;
}

covey_world *members_make(const members_plan *all, covey_error *error)
{
    members_plan own = *all;
    covey_flock_def grass = members_usual().prey;
    covey_world *world;
    int number;
    if (covey_world_create(&own.world, &world, error) != COVEY_OK)
        return NULL;
    grass.name = "grass";
    grass.model = "mobagen"; // of which zones only sum
    grass.capacity = 0;
    own.hunters.responses = &own.response;
    own.hunters.responses_count = 1;
    own.prey.traits = &own.trait;
    own.prey.traits_count = 1;
    own.flow.field = &own.field;
    if (add_influences(world, &own, true, error) == COVEY_OK &&
        covey_world_add(world, &own.prey, &number, error) == COVEY_OK &&
        covey_world_add(world, &grass, &number, error) == COVEY_OK &&
        covey_world_add(world, &own.hunters, &number, error) == COVEY_OK &&
        add_influences(world, &own, false, error) == COVEY_OK &&
        covey_world_schedule_add(world, &own.schedule, error) == COVEY_OK)
        return world;
    covey_world_destroy(world);
    return NULL;
}

// ---- The same as a scenario ----

/// Eight nodes, row by row: the ends of the grid on the axes x, y and z, and the last x component.
#define NODES(a, b, c, d, e, f, last) "influences.2.nodes=" GRID(a, b, c, d, e, f, last)
#define GRID(a, b, c, d, e, f, last)                                                               \
    "[" PAIR(a, b, c, e, "0") PAIR(a, b, d, e, "0") PAIR(a, b, c, f, "0") PAIR(a, b, d, f, last) "]"
#define PAIR(a, b, y, z, last)                                                                     \
    "[" a ", " y ", " z ", 1, 1, 1], [" b ", " y ", " z ", " last ", 0, 0], "
#define BEGIN(space) "space: {kind: torus, width: 20, height: 20" space "}\nseed: 1\ndt: 0.1\n"
#define FLOCKS                                                                                     \
    "flocks:\n"                                                                                    \
    "  - {name: prey, model: reynolds, motion: accelerate, count: 12, body: 0.1,\n"                \
    "     min_speed: 0.1, max_speed: {uniform: [1, 2]}}\n"                                         \
    "  - {name: grass, model: mobagen, motion: accelerate, count: 12, body: 0.1,\n"                \
    "     min_speed: 0.1, max_speed: 2}\n"                                                         \
    "  - {name: hunters, model: reynolds, motion: accelerate, count: 12, body: 0.1,\n"             \
    "     min_speed: 0.1, max_speed: 2, hunts: prey, catch: {radius: 0.4},\n"                      \
    "     sees: {prey: {rule: chase}}}\n"
#define END "schedule: {set: prey.cohesion, steps: [0, 50], values: [0.2, 3]}\n"
#define FLAT                                                                                       \
    BEGIN("")                                                                                      \
    FLOCKS "influences:\n  - {kind: obstacle, radius: 1, points: [[12, 12]]}\n"                    \
           "  - {kind: obstacle, radius: 1, points: [[12, 12]]}\n"                                 \
           "  - {kind: flow_field, nodes: [[0, 0, 1, 1], [10, 0, 0, 0], "                          \
           "[0, 10, 1, 1], [10, 10, 0, 0]]}\n" END

const char members_scenario[] = BEGIN(", depth: 20") FLOCKS
    "influences:\n"
    "  - {kind: obstacle, radius: 1, points: [[12, 12, 12]]}\n"
    "  - {kind: mesh, points: [[5, 5, 4], [9, 5, 4], [5, 9, 4]], triangles: [[0, 1, 2]]}\n"
    "  - {kind: flow_field, nodes: " GRID("0", "10", "0", "10", "0", "10", "0") "}\n" END;

// ---- Variants ----

/// Values, with the mean that agents that join have.
static void give_values(members_plan *all)
{
    static double fast[MEMBERS_AGENTS];
    double mean = 0.0;
    for (int k = 0; k < MEMBERS_AGENTS; k++) {
        fast[k] = 2.0;
        mean += fast[k] / MEMBERS_AGENTS;
    }
    all->trait.values = fast;
    all->trait.from = covey_distribution_number(mean);
}

#define VARIANT(definition, member, keys, ...)                                                     \
    static void definition##_##member(members_plan *all)                                           \
    {                                                                                              \
        __VA_ARGS__;                                                                               \
    }
#define LIST_OF_VARIANTS(ROW)                                                                      \
    ROW(world, space, "space.width=21", all->world.space.size[0] = 21)                             \
    ROW(world, seed, "seed=2", all->world.seed = 2)                                                \
    ROW(world, precision, "precision=single", all->world.precision = COVEY_PRECISION_SINGLE)       \
    ROW(world, threads, NULL, all->world.threads = 2)                                              \
    ROW(world, kernel, NULL, all->world.kernel = COVEY_KERNEL_REF)                                 \
    ROW(world, dense, "dense=aggregate", all->world.dense = COVEY_DENSE_AGGREGATE)                 \
    ROW(world, order, "order=in_turn", all->world.order = COVEY_ORDER_IN_TURN)                     \
    ROW(space, kind, "space.kind=reflecting", all->world.space.kind = COVEY_SPACE_REFLECTING)      \
    ROW(space, dim, FLAT, all->world.space.dim = 2; all->mesh = all->obstacle)                     \
    ROW(space, size, "space.depth=22", all->world.space.size[2] = 22)                              \
    ROW(flock, name, "hunters.name=wolves", all->hunters.name = "wolves")                          \
    ROW(flock, model, "prey.model=mobagen", all->prey.model = "mobagen")                           \
    ROW(flock, motion, "prey.motion=impulse", all->prey.motion = "impulse")                        \
    ROW(flock, hunts, "hunters.hunts=grass", all->hunters.hunts = "grass")                         \
    ROW(flock, catches, "hunters.catch.radius=0.5", all->hunters.catches = 0.5)                    \
    ROW(flock, births, "hunters.catch.births=yes", all->hunters.births = true)                     \
    ROW(flock, responses, "hunters.sees.prey={rule: align}",                                       \
        all->response.rule = COVEY_RESPONSE_ALIGN)                                                 \
    ROW(flock, settings, "prey.max_force=0.7", all->prey.settings = weak;                          \
        all->prey.settings_count = LENGTH(weak))                                                   \
    ROW(flock, traits, "prey.max_speed=2; prey.separation={uniform: [1, 2]}",                      \
        all->trait.name = "separation")                                                            \
    ROW(flock, count, "prey.count=13", all->prey.count = MEMBERS_AGENTS + 1)                       \
    ROW(flock, capacity, NULL, all->prey.capacity = MEMBERS_AGENTS + 5)                            \
    ROW(flock, body, "prey.body=0.2", all->prey.body = 0.2)                                        \
    ROW(flock, hard, "prey.hard=yes", all->prey.hard = true)                                       \
    ROW(flock, hard_passes, "prey.hard_passes=7", all->prey.hard_passes = 7)                       \
    ROW(flock, layers, "prey.layers=5", all->prey.layers = 5)                                      \
    ROW(flock, mask, "prey.mask=2147483649", all->prey.mask = UINT32_C(2147483649))                \
    ROW(flock, pos, "hunters.count=1; hunters.place={agents: [[12, 12, 12]]}",                     \
        all->hunters.count = 1;                                                                    \
        all->hunters.pos[0] = here; all->hunters.pos[1] = here; all->hunters.pos[2] = here)        \
    ROW(flock, vel, "hunters.count=1; hunters.place={agents: [[12, 12, 12, 12, 12, 12]]}",         \
        all->hunters.count = 1;                                                                    \
        all->hunters.pos[0] = here; all->hunters.pos[1] = here; all->hunters.pos[2] = here;        \
        all->hunters.vel[0] = here; all->hunters.vel[1] = here; all->hunters.vel[2] = here)        \
    ROW(flock, place, "prey.place={kind: disc, radius: 4, x: 10, y: 10, z: 10}",                   \
        all->prey.place.kind = COVEY_PLACE_DISC;                                                   \
        all->prey.place.radius = 4;                                                                \
        all->prey.place.x = all->prey.place.y = all->prey.place.z = 10)                            \
    ROW(response, to, "hunters.sees={hunters: chase}", all->response.to = "hunters")               \
    ROW(response, rule, "hunters.sees={prey: flee}", all->response.rule = COVEY_RESPONSE_FLEE)     \
    ROW(response, radius, "hunters.sees.prey.radius=7", all->response.radius = 7)                  \
    ROW(response, weight, "hunters.sees.prey.weight=0.5", all->response.weight = 0.5)              \
    ROW(response, blind_angle, "hunters.sees.prey.blind_angle=1", all->response.blind_angle = 1)   \
    ROW(response, lead, "hunters.sees.prey.lead=0.5", all->response.lead = 0.5)                    \
    ROW(trait, name,                                                                               \
        "prey.max_speed=2; schedule.0.set=prey.alignment; prey.cohesion={uniform: [1, 2]}",        \
        all->trait.name = "cohesion";                                                              \
        all->schedule.name = "alignment")                                                          \
    ROW(trait, from, "prey.max_speed={uniform: [1, 3]}",                                           \
        all->trait.from = covey_distribution_uniform(1, 3))                                        \
    ROW(trait, values, "prey.max_speed=[2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2]", give_values(all))    \
    ROW(distribution, kind, "prey.max_speed={normal: [1, 2]}",                                     \
        all->trait.from.kind = COVEY_DISTRIBUTION_NORMAL)                                          \
    ROW(distribution, first, "prey.max_speed={uniform: [0.5, 2]}", all->trait.from.first = 0.5)    \
    ROW(distribution, second, "prey.max_speed={uniform: [1, 2.5]}", all->trait.from.second = 2.5)  \
    ROW(distribution, low, "prey.max_speed={normal: [1, 2], low: 0.5}",                            \
        all->trait.from = covey_distribution_normal(1, 2);                                         \
        all->trait.from.low = 0.5)                                                                 \
    ROW(distribution, high, "prey.max_speed={normal: [1, 2], high: 2}",                            \
        all->trait.from = covey_distribution_normal(1, 2);                                         \
        all->trait.from.high = 2)                                                                  \
    ROW(influence, kind, "influences.0={kind: goal, radius: 1}", all->obstacle.kind = "goal";      \
        all->obstacle.points_count = 0)                                                            \
    ROW(influence, flock, "influences.0.flock=prey", all->obstacle.flock = "prey")                 \
    ROW(influence, layers, "influences.0.layers=6", all->obstacle.layers = 6)                      \
    ROW(influence, settings, "influences.0.radius=2", all->obstacle.settings = wide;               \
        all->obstacle.settings_count = 1)                                                          \
    ROW(influence, points, "influences.0.points=[[13, 12, 12]]", all->obstacle.points[0] = there)  \
    ROW(influence, triangles, "influences.1.triangles=[[0, 2, 1]]", all->mesh.triangles = turned)  \
    ROW(influence, field, NODES("-1", "9", "0", "10", "0", "10", "0"), all->field.low.x = -1)      \
    ROW(field, low, NODES("0", "10", "-2", "8", "0", "10", "0"), all->field.low.y = -2)            \
    ROW(field, cell, NODES("0", "10", "0", "10", "0", "11", "0"), all->field.cell.z = 11)          \
    ROW(field, count,                                                                              \
        "influences.2.nodes=[[0, 0, 0, 1, 1, 1], [0, 10, 0, 0, 0, 0], [0, 0, 10, 1, 1, 1], "       \
        "[0, 10, 10, 0, 0, 0]]",                                                                   \
        all->field.count[0] = 1;                                                                   \
        all->field.cell.x = 1)                                                                     \
    ROW(field, value, NODES("0", "10", "0", "10", "0", "10", "1"), all->field.value[0] = others)   \
    ROW(schedule, flock, "schedule.0.set=grass.cohesion", all->schedule.flock = 1)                 \
    ROW(schedule, influence, "schedule.0.set=influences.0.weight", all->schedule.flock = -1;       \
        all->schedule.influence = 0; all->schedule.name = "weight")                                \
    ROW(schedule, name, "schedule.0.set=prey.alignment", all->schedule.name = "alignment")         \
    ROW(schedule, form, "schedule.0.form=steps", all->schedule.form = COVEY_SCHEDULE_STEPS)        \
    ROW(schedule, steps, "schedule.0.steps=[0, 40]", all->schedule.steps = at_other_steps)         \
    ROW(schedule, values, "schedule.0.values=[0.2, 4]", all->schedule.values = other_values)

LIST_OF_VARIANTS(VARIANT)

#define ROW_OF(definition, member, keys, ...) {#definition, #member, keys, definition##_##member},
const members_variant members_variants[] = {LIST_OF_VARIANTS(ROW_OF)};
const size_t members_variants_count = LENGTH(members_variants);

const members_variant *members_variant_of(const char *definition, const char *member)
{
    for (size_t k = 0; k < members_variants_count; k++)
        if (strcmp(members_variants[k].definition, definition) == 0 &&
            strcmp(members_variants[k].member, member) == 0)
            return &members_variants[k];
    return NULL;
}
