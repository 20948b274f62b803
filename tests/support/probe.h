// SPDX-License-Identifier: MIT
// A model that senses whatever its parameters say.
#ifndef COVEY_TESTS_SUPPORT_PROBE_H
#define COVEY_TESTS_SUPPORT_PROBE_H

#include "covey/world.h"

/// The members of a zone as parameters of the same names. `rings` > 1 gives so many zones around
/// one another, each as wide as `radius`; with `falloff` 1 all is multiplied by
/// test_falloff(). Agents want the first zone's offset times `gain`, which is 0 unless set.
extern const covey_model test_probe;

/// Models without zones: agents that want nothing, and agents that head where they fly.
extern const covey_model test_idle, test_straight;

/// Two flocks in a torus: `count` agents of the formal model, and three probes that hunt them.
covey_world *test_probe_world(size_t count, int threads);

/// 1 - d/4 + d³/64 up to d = 8, a cubic, of which kernels take exact pieces; 7 beyond.
double test_falloff(const void *params, double d);

// ---- A few agents that look ----

enum { TEST_SCENE_AGENTS = 8, TEST_SCENE_SETTINGS = 8 };

/// A flock of probes; a setting without name ends the settings.
typedef struct test_scene {
    covey_space space;
    size_t count;
    double x[TEST_SCENE_AGENTS], y[TEST_SCENE_AGENTS];
    double vx[TEST_SCENE_AGENTS], vy[TEST_SCENE_AGENTS];
    covey_setting settings[TEST_SCENE_SETTINGS];
} test_scene;

/// The kernel of the worlds made for scenes. test_next_kernel() takes up the next one that this
/// machine has, the first at first; after the last it is false, and the fastest is taken again.
extern covey_kernel_kind test_kernel;
bool test_next_kernel(void);

covey_world *test_scene_world(covey_space space);
covey_flock_def test_scene_def(const test_scene *scene);

/// The percept of agent 0 of a scene in the zone number `zone`.
covey_percept test_scene_sense(const test_scene *scene, int zone);

/// The percepts of all agents of a flock in each zone: percepts[id * zones + zone].
void test_sense_all(covey_world *world, int flock, covey_percept *percepts);

/// The percept of agent `id` of a flock in the zone number `zone`.
covey_percept test_sense(covey_world *world, int flock, covey_id id, int zone);

#endif
