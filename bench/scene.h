// SPDX-License-Identifier: MIT
#ifndef BENCH_SCENE_H
#define BENCH_SCENE_H

#include "covey/covey.h"

/// Agents spread evenly over a square or cubic torus, or all in a disc of diameter 1 in the open
/// plane. All radii of their model are 1, its speeds too; but in the disc no agents are kept apart.
typedef struct scene {
    const char *model; ///< NULL: no scene
    double count;      ///< agents of all flocks together
    double neighbors;  ///< agents within distance 1 of one, on average
    int threads;
    covey_kernel_kind kernel;
    bool in_disc; ///< else they are spread
    covey_dense dense;
    covey_precision precision;
    double obstacles; ///< spread evenly, seen SCENE_SIGHT ahead
    size_t points;    ///< of each: 1 for a disc, 2 for a segment
    bool deep;        ///< in three dimensions
} scene;

#define SCENE_SIGHT 1.5
#define SCENE_DISC 0.1 // its radius, and half the length of a segment

#define SCENE_DT 0.01

enum { SCENE_SETTINGS = 8 };

/// Side of the square on which `count` agents have so many neighbors each within distance 1.
double scene_side(double count, double neighbors);

/// Edge of the cube with the same.
double scene_edge(double count, double neighbors);

/// covey_model_find(), also for the model of examples/02_own_model.c, "followers", and for the same
/// without a function for blocks, "followers-one".
const covey_model *scene_model(const char *name);

/// Writes the settings that make the radii and speeds of a model 1, at most SCENE_SETTINGS, and
/// returns their number.
size_t scene_settings(const char *model, covey_setting settings[SCENE_SETTINGS]);

/// Makes the world of a scene, which the caller owns. As covey_world_create(), covey_world_add().
covey_status scene_create(const scene *self, covey_world **world, covey_error *error);

/// Agents of the first flock that are within distance 1 of at least one of four that stand side by
/// side, themselves included, on average: as many candidates four lanes have to go through, however
/// they are found. From some groups of four, of agents that are spread; 0 where there is no group.
double scene_held(const scene *self, const covey_world *world);

#endif
