// SPDX-License-Identifier: MIT
#include "view/scale.h"

#include <covey/measure.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FAR 1e6                ///< longer radii mean all agents
#define IMPULSE (100.0 / 75.0) ///< avoidance by the highest speed, in the torus project's program

static double mean_speed(const covey_view *view)
{
    double sum = 0.0;
    for (size_t i = 0; i < view->count; i++)
        sum += covey_vec_length(covey_vec_at(view->vel, i));
    return view->count > 0 && isfinite(sum) ? sum / (double)view->count : 0.0;
}

static double top_speed(const covey_world *world, int flock)
{
    double speed = covey_world_param(world, flock, "max_speed");
    if (!(speed > 0.0 && speed < FAR))
        speed = covey_world_param(world, flock, "speed");
    covey_view view = covey_world_view(world, flock);
    if (!(speed > 0.0 && speed < FAR))
        speed = mean_speed(&view);
    return speed > 0.0 ? speed : 1.0;
}

static double longest(const covey_zone *zones, int count)
{
    double radius = 0.0;
    for (int z = 0; z < count; z++)
        if (zones[z].radius < FAR)
            radius = fmax(radius, zones[z].radius);
    return radius;
}

static double reach_of(const covey_world *world, int flock)
{
    covey_zone zones[COVEY_MAX_ZONES] = {0};
    covey_view view = covey_world_view(world, flock);
    double reach = longest(zones, covey_world_zones(world, flock, zones));
    if (reach > 0.0)
        return reach;
    return view.space.kind != COVEY_SPACE_OPEN ? 0.1 * view.space.size[0] : 1.0;
}

scale scale_of(const covey_world *world, int flock)
{
    scale self = {reach_of(world, flock), top_speed(world, flock), 4.0};
    const char *motion = covey_world_motion(world, flock)->name;
    if (covey_world_model(world, flock)->intent == COVEY_INTENT_CHANGE)
        self.push = strcmp(motion, "impulse") == 0 ? IMPULSE * self.speed
                                                   : 4.0 * self.speed * self.speed / self.reach;
    return self;
}

double scale_link(double told, const scale *of)
{
    return told == covey_measure_def_default().link ? of->reach : told;
}

// ---- Another model ----

/// x to a whole power.
static double power(double x, int exponent)
{
    double product = 1.0;
    for (int k = 0; k < abs(exponent); k++)
        product *= x;
    return exponent < 0 ? 1.0 / product : product;
}

/// By how much a value of this unit grows where lengths and times do.
static double factor_of(const char *unit, double length, double time)
{
    static const struct {
        const char *unit;
        int lengths, times;
    } table[] = {{"L", 1, 0},    {"L/T", 1, -1},   {"L/T^2", 1, -2},
                 {"1/T", 0, -1}, {"rad/T", 0, -1}, {"1/L", -1, 0}};
    for (size_t k = 0; k < sizeof table / sizeof *table; k++)
        if (strcmp(unit, table[k].unit) == 0)
            return power(length, table[k].lengths) * power(time, table[k].times);
    return 1.0;
}

static double initial_reach(const covey_model *model)
{
    covey_zone zones[COVEY_MAX_ZONES] = {{0}};
    double reach = 0.0;
    void *values = calloc(1, model->params_size + 1);
    if (values != NULL) {
        covey_param_init(model->params, values);
        reach = longest(zones, model->zones(values, zones));
    }
    free(values);
    return reach > 0.0 ? reach : 1.0;
}

/// The initial value of a row of the motion with this model.
static double initial_of(const covey_model *model, const covey_param *row)
{
    const covey_setting *own = model->motion_settings;
    for (; own != NULL && own->name != NULL; own++)
        if (strcmp(own->name, row->name) == 0)
            return own->value;
    return row->initial;
}

static double initial_speed(const covey_model *model, const covey_motion *motion)
{
    double speed = 0.0;
    for (const covey_param *row = motion->params; row->name != NULL; row++)
        if (strcmp(row->name, "speed") == 0 || strcmp(row->name, "max_speed") == 0)
            speed = initial_of(model, row);
    return speed > 0.0 && speed < FAR ? speed : 1.0;
}

/// Adds ", name: value" for a row that is another in this world.
static void put(const covey_param *row, double initial, double factor, char *text, size_t size)
{
    double value = fmin(fmax(initial * factor, row->low), row->high);
    size_t used = strlen(text);
    if (row->choices == NULL && !row->whole && fabs(initial) < FAR && factor != 1.0)
        (void)snprintf(text + used, size - used, ", %s: %.6g", row->name, value);
}

bool scale_flock(const covey_world *world, const char *name, char *value, size_t size)
{
    const covey_model *model = covey_model_find(name);
    if (model == NULL)
        return false;
    const covey_motion *motion = covey_motion_find(model->motion);
    if (motion == NULL)
        return false;
    scale now = scale_of(world, 0);
    double length = now.reach / initial_reach(model);
    double time = length * initial_speed(model, motion) / now.speed;
    (void)snprintf(value, size,
                   "{name: %s, model: %s, count: %zu, body: %.9g, "
                   "place: {kind: uniform, speed: %.6g}",
                   covey_world_name(world, 0), name, covey_world_view(world, 0).count,
                   covey_world_body(world, 0), now.speed);
    for (const covey_param *row = model->params; row->name != NULL; row++)
        put(row, row->initial, factor_of(row->unit, length, time), value, size);
    for (const covey_param *row = motion->params; row->name != NULL; row++)
        put(row, initial_of(model, row), factor_of(row->unit, length, time), value, size);
    size_t used = strlen(value);
    (void)snprintf(value + used, size - used, "}");
    return strlen(value) > used;
}
