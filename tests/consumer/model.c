// SPDX-License-Identifier: MIT
// A model of four zones and a motion, of a user's own, with functions for blocks made by the
// installed covey/block.h. Fails unless they have the bits of those for one agent. With ZONE or
// KEPT beyond the room there is, it must not compile.
#include <covey/block.h>
#include <covey/covey.h>

#include <stdio.h>

#ifndef ZONE
#define ZONE FAR
#endif
#ifndef KEPT
#define KEPT 1
#endif

typedef struct rules {
    double radius;
} rules;

enum { NEAR, MIDDLE, AROUND, FAR, ZONES };

static const covey_param params[] = {
    COVEY_PARAM(rules, radius, 1, 0, 1e9, "L", "Radius of the smallest zone."),
    {0},
};

static int zones(const void *values, covey_zone zone[COVEY_MAX_ZONES])
{
    const rules *p = values;
    for (int z = 0; z < ZONES; z++) {
        zone[z] = covey_zone_default(p->radius * (z + 1));
        zone[z].carry = COVEY_CARRY_VELOCITY;
    }
    return ZONES;
}

COVEY_INLINE covey_vec decide(const void *values, const covey_agent *self,
                              const covey_percept *percepts)
{
    const rules *p = values;
    covey_vec away = covey_vec_scale(percepts[NEAR].offset, -1.0);
    covey_vec along = covey_vec_unit(percepts[MIDDLE].carried);
    covey_vec center = covey_vec_limit(percepts[AROUND].offset, p->radius);
    covey_vec far = covey_vec_scale(percepts[FAR].offset, 1.0 / (percepts[ZONE].count + 1.0));
    covey_vec sum = covey_vec_add(covey_vec_add(away, along), covey_vec_add(center, far));
    return covey_vec_sub(sum, self->vel);
}
COVEY_BLOCK_DECIDE(decide_block, decide)

/// Slower the longer an agent has flown.
COVEY_INLINE void move(const void *values, covey_agent *agent, covey_vec intent, double dt)
{
    (void)values;
    agent->extra[0] = agent->extra[0] + covey_vec_length(agent->vel) * dt;
    agent->vel = covey_vec_add(agent->vel, covey_vec_scale(intent, dt / (1.0 + agent->extra[0])));
    agent->pos = covey_vec_add(agent->pos, covey_vec_scale(agent->vel, dt));
}
COVEY_BLOCK_MOVE(move_block, move, KEPT)

static const covey_param no_params[] = {{0}};

/// The hash after some steps, 0 after a mistake.
static uint64_t run(const covey_model *model, const covey_motion *motion)
{
    covey_error error;
    covey_world_def def = covey_world_def_default();
    def.space = covey_space_torus(20, 20);
    covey_world *world;
    if (covey_world_create(&def, &world, &error) != COVEY_OK)
        return 0;
    covey_flock_def flock = covey_flock_def_default();
    flock.custom_model = model;
    flock.custom_motion = motion;
    flock.count = 300;
    int number;
    covey_status status = covey_world_add(world, &flock, &number, &error);
    for (int step = 0; step < 20 && status == COVEY_OK; step++)
        status = covey_world_step(world, 0.05);
    uint64_t hash = status == COVEY_OK ? covey_world_hash(world) : 0;
    covey_world_destroy(world);
    return hash;
}

int main(void)
{
    covey_model model = {
        .name = "four",
        .title = "Four zones.",
        .source = "a test",
        .params = params,
        .params_size = sizeof(rules),
        .intent = COVEY_INTENT_CHANGE,
        .motion = "accelerate",
        .zones = zones,
        .decide = decide,
        .decide_block = decide_block,
    };
    covey_motion motion = {
        .name = "tired",
        .title = "Slower and slower.",
        .params = no_params,
        .intent = COVEY_INTENT_CHANGE,
        .extra_count = KEPT,
        .move = move,
        .move_block = move_block,
    };
    uint64_t blocks = run(&model, &motion);
    model.decide_block = NULL;
    motion.move_block = NULL;
    uint64_t agents = run(&model, &motion);
    printf("%016llx\n%016llx\n", (unsigned long long)blocks, (unsigned long long)agents);
    return blocks == 0 || blocks != agents;
}
