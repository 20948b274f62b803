// SPDX-License-Identifier: MIT
#include "core/definition.h"

#include "base/misuse.h"
#include "core/def.h"
#include "core/world.h"

void covey_flock_def_init(covey_flock_def *def, size_t size)
{
    const covey_flock_def full = {.name = "flock",
                                  .model = "three_rule",
                                  .hard_passes = 32,
                                  .mask = COVEY_ALL_LAYERS,
                                  .place = covey_placement_default()};
    if (def != NULL)
        covey_def_put(def, size, &full, sizeof full);
}

// ---- Definitions of flocks and influences as they are now ----

covey_flock_def covey_flock_definition(const covey_world *world, const covey_flock *flock,
                                       covey_definition *room)
{
    covey_flock_def def = covey_flock_def_default();
    bool of_library = covey_model_find(flock->model->name) == flock->model;
    def.name = flock->name;
    def.model = flock->model->name;
    def.custom_model = of_library ? NULL : flock->model;
    def.motion = flock->motion->name;
    def.custom_motion =
        covey_motion_find(flock->motion->name) == flock->motion ? NULL : flock->motion;
    def.hunts = flock->hunts >= 0 ? world->flock[flock->hunts]->name : NULL;
    def.catches = flock->catches.radius;
    def.births = flock->catches.births;
    def.body = flock->body;
    def.hard = flock->hard;
    def.hard_passes = flock->hard_passes;
    def.layers = flock->layers != COVEY_ALL_LAYERS ? flock->layers : 0;
    def.mask = flock->mask;
    def.count = flock->state.count;
    def.capacity = flock->capacity;
    def.responses = room->responses;
    def.responses_count = (size_t)flock->reactions.count;
    for (int k = 0; k < flock->reactions.count; k++)
        room->responses[k] = flock->reactions.list[k].is;
    def.traits = room->traits;
    def.traits_count = (size_t)flock->traits.count;
    for (int k = 0; k < flock->traits.count; k++)
        room->traits[k] = (covey_trait){flock->traits.use[k].row->name,
                                        flock->traits.use[k].draws.from, flock->state.trait[k]};
    for (int axis = 0; axis < flock->state.dim; axis++) {
        def.pos[axis] = flock->state.pos[axis];
        def.vel[axis] = flock->state.vel[axis];
    }
    return def;
}

static size_t put_settings(const covey_params *params, covey_setting *to)
{
    size_t count = 0;
    for (const covey_param *row = params->table; row->name != NULL; row++)
        to[count++] = (covey_setting){row->name, covey_param_value(row, params->values)};
    return count;
}

covey_status covey_world_definition(const covey_world *world, int number, covey_flock_def *def)
{
    const covey_flock *flock = covey_world_flock_at(world, number, NULL);
    if (def == NULL)
        return covey_missing(NULL, __func__);
    size_t size = covey_def_size(def, sizeof *def);
    if (flock == NULL || size > sizeof *def)
        return COVEY_ARG;
    covey_flock_def full = covey_flock_definition(world, flock, flock->definition);
    if (full.hunts == NULL) // its prey was removed
        full.catches = 0.0;
    covey_setting *settings = flock->settings;
    full.settings = settings;
    full.settings_count = put_settings(&flock->params, settings);
    full.settings_count += put_settings(&flock->motion_params, settings + full.settings_count);
    covey_def_put(def, size, &full, sizeof full);
    return COVEY_OK;
}

covey_status covey_world_def_of(const covey_world *world, covey_world_def *def)
{
    if (world == NULL || def == NULL || covey_def_size(def, sizeof *def) > sizeof *def)
        return COVEY_ARG;
    covey_def_put(def, covey_def_size(def, sizeof *def), &world->def, sizeof world->def);
    return COVEY_OK;
}

covey_influence_def covey_influence_definition(const covey_world *world,
                                               const covey_influence_item *item)
{
    covey_influence_def def = {
        .kind = item->kind->name,
        .custom_kind = covey_influence_find(item->kind->name) == item->kind ? NULL : item->kind,
        .flock = item->flock >= 0 ? world->flock[item->flock]->name : NULL,
        .field = item->field != NULL ? &item->field->grid : NULL,
        .layers = item->layers != COVEY_ALL_LAYERS ? item->layers : 0,
    };
    const covey_shape *shape = item->shape;
    for (int axis = 0; shape != NULL && axis < shape->dim; axis++) {
        def.points[axis] = shape->points[axis];
        def.points_count = shape->count;
    }
    if (shape != NULL && shape->form == COVEY_INFLUENCE_MESH) {
        def.triangles = shape->facets->corner;
        def.triangles_count = shape->facets->count;
    }
    return def;
}
