// SPDX-License-Identifier: MIT
#include "support/probe.h"

#include "core/perceive.h"
#include "kernels/kernels.h"
#include "support/world.h"

#include <float.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

typedef struct probe {
    double radius, inner, strict, self, blind_cos, weight, carry, of, falloff, rings, nearest, gain,
        decay;
} probe;

static const covey_param params[] = {
    COVEY_PARAM(probe, radius, 1, 0, DBL_MAX, "L", "As in covey_zone."),
    COVEY_PARAM(probe, inner, 0, 0, DBL_MAX, "L", "As in covey_zone."),
    COVEY_PARAM(probe, strict, 0, 0, 1, "", "As in covey_zone."),
    COVEY_PARAM(probe, self, 0, 0, 1, "", "As in covey_zone."),
    COVEY_PARAM(probe, blind_cos, -1, -1, 1, "", "As in covey_zone."),
    COVEY_PARAM(probe, weight, 0, 0, COVEY_WEIGHT_RAMP, "", "As in covey_zone."),
    COVEY_PARAM(probe, carry, 0, 0, COVEY_CARRY_POSITION, "", "As in covey_zone."),
    COVEY_PARAM(probe, of, 0, 0, COVEY_OF_PREY, "", "As in covey_zone."),
    COVEY_PARAM(probe, falloff, 0, 0, 1, "", "1: by test_falloff."),
    COVEY_PARAM(probe, rings, 1, 0, COVEY_MAX_ZONES + 1, "", "Zones around one another."),
    COVEY_PARAM(probe, nearest, 0, 0, COVEY_MAX_NEAREST, "", "As in covey_zone."),
    COVEY_PARAM(probe, gain, 0, -DBL_MAX, DBL_MAX, "", "The wish is the first offset times this."),
    COVEY_PARAM(probe, decay, 0, 0, DBL_MAX, "", "As in covey_zone."),
    {0},
};

double test_falloff(const void *values, double d)
{
    (void)values;
    return d < 8.0 ? 1.0 - d / 4 + d * d * d / 64 : 7.0;
}

static int zones(const void *values, covey_zone zone[COVEY_MAX_ZONES])
{
    const probe *p = values;
    int rings = (int)p->rings;
    for (int k = 0; k < rings && k < COVEY_MAX_ZONES; k++)
        zone[k] = (covey_zone){
            .radius = p->radius * (k + 1),
            .inner = p->inner + p->radius * k,
            .strict = p->strict != 0.0,
            .self = p->self != 0.0,
            .blind_cos = p->blind_cos,
            .weight = (covey_weight)p->weight,
            .carry = (covey_carry)p->carry,
            .of = (covey_of)p->of,
            .nearest = (int)p->nearest,
            .decay = p->decay,
            .falloff = p->falloff != 0.0 ? test_falloff : NULL,
        };
    return rings;
}

static covey_vec decide(const void *values, const covey_agent *self, const covey_percept *percepts)
{
    (void)self;
    return covey_vec_scale(percepts[0].offset, ((const probe *)values)->gain);
}

const covey_model test_probe = {
    .name = "probe",
    .title = "Senses what its parameters say.",
    .source = "none",
    .params = params,
    .params_size = sizeof(probe),
    .motion = "accelerate",
    .zones = zones,
    .decide = decide,
};

void test_sense_all(covey_world *world, int number, covey_percept *percepts)
{
    covey_world_sort(world);
    static covey_senses senses; // too large for some stacks
    const covey_flock *flock = world->flock[number];
    covey_perceive_begin(flock, &senses);
    size_t count = flock->state.count, zones = (size_t)flock->plan.count;
    for (size_t begin = 0; begin < count; begin += COVEY_BLOCK) {
        size_t end = begin + COVEY_BLOCK < count ? begin + COVEY_BLOCK : count;
        covey_perceive(world, flock, begin, end, &senses);
        covey_perceive_others(world, flock, end - begin, &senses);
        for (size_t i = begin; i < end; i++)
            for (size_t z = 0; z < zones; z++)
                percepts[flock->state.id[i] * zones + z] = covey_percepts_at(
                    &senses.zone[z], i - begin, covey_state_is_deep(&flock->state));
    }
}

covey_percept test_sense(covey_world *world, int number, covey_id id, int zone)
{
    const covey_flock *flock = world->flock[number];
    size_t zones = (size_t)flock->plan.count;
    assert_true(id < flock->state.count && zone < flock->plan.count);
    covey_percept *all = calloc(flock->state.count * zones, sizeof *all);
    assert_non_null(all);
    test_sense_all(world, number, all);
    covey_percept found = all[id * zones + (size_t)zone];
    free(all);
    return found;
}

// ---- Scenes ----

covey_kernel_kind test_kernel;

bool test_next_kernel(void)
{
    int next = test_kernel == COVEY_KERNEL_FASTEST ? COVEY_KERNEL_AVX512 : (int)test_kernel - 1;
    while (covey_kernels_choose((covey_kernel_kind)next, COVEY_PRECISION_DOUBLE) == NULL)
        next--;
    test_kernel = (covey_kernel_kind)next;
    return test_kernel != COVEY_KERNEL_FASTEST;
}

covey_world *test_scene_world(covey_space space)
{
    covey_world_def def = covey_world_def_default();
    def.space = space;
    def.kernel = test_kernel;
    return test_world_create(&def);
}

covey_flock_def test_scene_def(const test_scene *scene)
{
    covey_flock_def def = covey_flock_def_default();
    def.custom_model = &test_probe;
    def.settings = scene->settings;
    while (scene->settings[def.settings_count].name != NULL)
        def.settings_count++;
    def.count = scene->count;
    def.pos[0] = scene->x;
    def.pos[1] = scene->y;
    def.vel[0] = scene->vx;
    def.vel[1] = scene->vy;
    return def;
}

covey_percept test_scene_sense(const test_scene *scene, int zone)
{
    covey_world *world = test_scene_world(scene->space);
    covey_flock_def def = test_scene_def(scene);
    test_world_add(world, &def);
    covey_percept percept = test_sense(world, 0, 0, zone);
    covey_world_destroy(world);
    return percept;
}

// ---- Models without zones ----

static int no_zones(const void *values, covey_zone zone[COVEY_MAX_ZONES])
{
    (void)values;
    (void)zone;
    return 0;
}

static covey_vec stay(const void *values, const covey_agent *self, const covey_percept *percepts)
{
    (void)values;
    (void)self;
    (void)percepts;
    return (covey_vec){0, 0, 0};
}

static covey_vec straight_on(const void *values, const covey_agent *self,
                             const covey_percept *percepts)
{
    (void)values;
    (void)percepts;
    return covey_vec_unit(self->vel);
}

static const covey_param no_params[] = {{0}};
const covey_model test_idle = {
    .name = "idle", .params = no_params, .motion = "accelerate", .zones = no_zones, .decide = stay};
const covey_model test_straight = {.name = "heading",
                                   .params = no_params,
                                   .intent = COVEY_INTENT_DIRECTION,
                                   .motion = "turn",
                                   .zones = no_zones,
                                   .decide = straight_on};

covey_world *test_probe_world(size_t count, int threads)
{
    static const covey_setting settings[] = {{"r_c", 3}, {"r_s", 1}, {"r_a", 2}, {"K_a", -0.3}};
    covey_world_def def = covey_world_def_default();
    def.space = covey_space_torus(20, 15);
    def.threads = threads;
    covey_world *world = test_world_create(&def);
    covey_flock_def flock = covey_flock_def_default();
    flock.model = "formal";
    flock.count = count;
    flock.settings = settings;
    flock.settings_count = 4;
    test_world_add(world, &flock);
    flock.name = "others";
    flock.custom_model = &test_probe;
    flock.settings_count = 0;
    flock.count = 3;
    flock.hunts = "flock";
    test_world_add(world, &flock);
    return world;
}
