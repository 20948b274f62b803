// SPDX-License-Identifier: MIT
// Worlds to be measured, which tests use too.
#include "scene.h"

#include "base/math_trig.h"

#include <math.h>
#include <string.h>

typedef struct setting_row {
    const char *model;
    covey_setting setting;
} setting_row;

/// A value that differs from the initial one of a model's parameter. The zones of couzin lie around
/// one another, so that only the widest has radius 1.
static const setting_row rows[] = {
    {"formal", {"K_c", 0.5}},
    {"formal", {"K_s", 0.1}},
    {"formal", {"K_a", 0.2}},
    {"mobagen", {"radius", 1}},
    {"mobagen", {"desired_separation", 0.7}},
    {"unicycle", {"radius", 1}},
    {"three_rule", {"radius", 1}},
    {"three_rule", {"speed", 1}},
    {"torus", {"radius", 1}},
    {"torus", {"max_speed", 1}},
    {"predator", {"radius", 1}},
    {"predator", {"max_speed", 1}},
    {"sheep", {"radius", 1}},
    {"sheep", {"fright", 1}},
    {"sheep", {"neighbors", 10}},
    {"reynolds", {"separation_radius", 1}},
    {"reynolds", {"alignment_radius", 1}},
    {"reynolds", {"cohesion_radius", 1}},
    {"reynolds", {"max_speed", 1}},
    {"reynolds", {"min_speed", 0.5}},
    {"vicsek", {"speed", 1}},
    {"couzin", {"repulsion", 0.25}},
    {"couzin", {"orientation", 0.6}},
    {"couzin", {"attraction", 1}},
    {"couzin", {"speed", 1}},
    {"couzin_leaders", {"repulsion", 0.25}},
    {"couzin_leaders", {"attraction", 1}},
    {"cucker_smale", {"radius", 1}},
    {"morse", {"radius", 1}},
    {"olfati_saber", {"radius", 1}},
    {"olfati_saber", {"distance", 0.8}},
    {"active_brownian", {"diameter", 1}},
    {"inertial_spin", {"radius", 1}},
    {"netlogo_flocking", {"vision", 1}},
    {"netlogo_flocking", {"minimum_separation", 0.2}},
    {"boid_flockers", {"vision", 1}},
    {"boid_flockers", {"separation", 0.2}},
    {"mason_flockers", {"neighborhood", 1}},
    {"vision", {"radius", 1}},
    {"vision", {"diameter", 0.1}},
    {"burst_and_coast", {"radius", 1}},
    {"swarmalators", {"radius", 1}},
};

double scene_side(double count, double neighbors)
{
    return sqrt(count * COVEY_PI / neighbors);
}

double scene_edge(double count, double neighbors)
{
    return cbrt(count * 4.0 / 3.0 * COVEY_PI / neighbors);
}

size_t scene_settings(const char *model, covey_setting settings[SCENE_SETTINGS])
{
    size_t count = 0;
    for (size_t k = 0; k < sizeof rows / sizeof *rows && count < SCENE_SETTINGS; k++)
        if (strcmp(rows[k].model, model) == 0)
            settings[count++] = rows[k].setting;
    return count;
}

/// A flock of the model, to be completed. The settings are the caller's.
static covey_flock_def flock_of(const char *model, double count,
                                covey_setting settings[SCENE_SETTINGS])
{
    covey_flock_def flock = covey_flock_def_default();
    flock.name = model;
    flock.custom_model = scene_model(model);
    flock.settings = settings;
    flock.settings_count = scene_settings(model, settings);
    flock.count = (size_t)count;
    return flock;
}

static covey_status add(covey_world *world, const char *model, const char *hunts, double count,
                        covey_error *error)
{
    covey_setting settings[SCENE_SETTINGS];
    covey_flock_def flock = flock_of(model, count, settings);
    flock.hunts = hunts;
    int number;
    return covey_world_add(world, &flock, &number, error);
}

/// All sense all, at every step; separation, which weighs by distance, has no neighbors.
static covey_status add_crowd(const scene *self, covey_world *world, covey_error *error)
{
    covey_setting settings[SCENE_SETTINGS + 1];
    covey_flock_def flock = flock_of(self->model, self->count, settings);
    settings[flock.settings_count++] = (covey_setting){"r_s", 0};
    flock.place.kind = COVEY_PLACE_DISC;
    flock.place.radius = 0.5;
    flock.place.speed = 0;
    int number;
    return covey_world_add(world, &flock, &number, error);
}

/// A number from 0 to 1 that is as random as obstacles need.
static double draw(size_t k, uint32_t stream)
{
    return covey_uniform(42, 0, (uint32_t)k, stream);
}

static covey_status add_obstacles(const scene *self, double side, covey_world *world,
                                  covey_error *error)
{
    const covey_setting settings[] = {
        {"radius", self->points == 1 ? SCENE_DISC : 0.0}, {"weight", 1}, {"sight", SCENE_SIGHT}};
    for (size_t k = 0; k < (size_t)self->obstacles; k++) {
        double angle = COVEY_PI * draw(k, 2), middle[2] = {side * draw(k, 0), side * draw(k, 1)};
        double along[2] = {SCENE_DISC * cos(angle), SCENE_DISC * sin(angle)};
        double x[] = {middle[0] - along[0], middle[0] + along[0]};
        double y[] = {middle[1] - along[1], middle[1] + along[1]};
        covey_influence_def def = covey_influence_def_default();
        def.kind = "obstacle";
        def.settings = settings;
        def.settings_count = 3;
        def.points[0] = x;
        def.points[1] = y;
        def.points_count = self->points;
        int handle;
        covey_status status = covey_world_influence_add(world, &def, &handle, error);
        if (status != COVEY_OK)
            return status;
    }
    return COVEY_OK;
}

/// Predators are nothing without prey: half of the agents are boids that they hunt.
static covey_status populate(const scene *self, covey_world *world, covey_error *error)
{
    if (self->in_disc)
        return add_crowd(self, world, error);
    if (strcmp(self->model, "predator") != 0)
        return add(world, self->model, NULL, self->count, error);
    double half = floor(0.5 * self->count);
    covey_status status = add(world, "torus", NULL, half, error);
    return status != COVEY_OK ? status : add(world, "predator", "torus", half, error);
}

covey_status scene_create(const scene *self, covey_world **world, covey_error *error)
{
    covey_world_def def = covey_world_def_default();
    // A hunter has so many neighbors among its prey alone, which is half of the agents.
    double crowd = strcmp(self->model, "predator") == 0 ? 0.5 * self->count : self->count;
    double side =
        self->deep ? scene_edge(crowd, self->neighbors) : scene_side(crowd, self->neighbors);
    def.space = self->in_disc ? covey_space_open() : covey_space_torus(side, side);
    if (self->deep)
        def.space = covey_space_deep(def.space, side);
    def.dense = self->dense;
    def.seed = 42;
    def.threads = self->threads;
    def.kernel = self->kernel;
    def.precision = self->precision;
    covey_status status = covey_world_create(&def, world, error);
    if (status != COVEY_OK)
        return status;
    status = add_obstacles(self, side, *world, error);
    if (status == COVEY_OK)
        status = populate(self, *world, error);
    if (status != COVEY_OK) {
        covey_world_destroy(*world);
        *world = NULL;
    }
    return status;
}

enum { FOUR = 4, TRIES = 64 };

#define WIDTH 2.0     // between four agents at most, or they do not stand side by side
#define DISTANCES 2e7 // that are looked at, or as many more as TRIES need

/// Distance of a and b along an axis of a torus.
static double apart(double a, double b, double side)
{
    double way = fabs(a - b);
    return way < side - way ? way : side - way;
}

static bool side_by_side(const covey_view *view, size_t first)
{
    for (size_t i = first + 1; i < first + FOUR; i++)
        if (!(fabs(view->pos[0][i] - view->pos[0][first]) < WIDTH &&
              fabs(view->pos[1][i] - view->pos[1][first]) < 1.0))
            return false;
    return true;
}

static bool is_held(const covey_view *view, size_t first, size_t j, double side)
{
    for (size_t i = first; i < first + FOUR; i++) {
        double x = apart(view->pos[0][i], view->pos[0][j], side);
        double y = apart(view->pos[1][i], view->pos[1][j], side);
        if (x * x + y * y <= 1.0)
            return true;
    }
    return false;
}

double scene_held(const scene *self, const covey_world *world)
{
    const covey_view view = covey_world_view(world, 0);
    double side = scene_side(self->count, self->neighbors), held = 0.0, groups = 0.0;
    size_t tries = (size_t)(DISTANCES / (double)FOUR / (double)view.count) + TRIES;
    for (size_t k = 0; k < tries && view.count >= FOUR; k++) {
        size_t first = (view.count - FOUR) * k / tries;
        if (!side_by_side(&view, first))
            continue;
        groups++;
        for (size_t j = 0; j < view.count; j++)
            held += is_held(&view, first, j, side);
    }
    return groups > 0.0 ? held / groups : 0.0;
}
