// SPDX-License-Identifier: MIT
// Making and freeing a flock.
#include "core/flock.h"

#include "core/definition.h"
#include "core/flock_traits.h"

#include <string.h>

static bool is_complete(const covey_model *model)
{
    return model->name != NULL && model->params != NULL && model->motion != NULL &&
           model->zones != NULL && model->decide != NULL;
}

static covey_status find_model(covey_flock *flock, const covey_flock_def *def, covey_error *error)
{
    flock->model = def->custom_model;
    if (flock->model == NULL)
        flock->model = covey_model_find(def->model);
    if (flock->model == NULL)
        return covey_fail(error, COVEY_ARG, "there is no model called %s",
                          def->model != NULL ? def->model : "(NULL)");
    if (!is_complete(flock->model))
        return covey_fail(error, COVEY_ARG,
                          "the model of flock %s lacks a name, parameters, a motion or a function",
                          def->name);
    return COVEY_OK;
}

static covey_status find_motion(covey_flock *flock, const covey_flock_def *def, covey_error *error)
{
    const char *name = def->motion != NULL ? def->motion : flock->model->motion;
    const covey_motion *motion =
        def->custom_motion != NULL ? def->custom_motion : covey_motion_find(name);
    if (motion == NULL || motion->name == NULL || motion->move == NULL || motion->extra_count < 0 ||
        motion->extra_deep < 0 || covey_motion_numbers(motion, true) > COVEY_MAX_EXTRA)
        return covey_fail(error, COVEY_ARG, "there is no motion called %s", name);
    bool where = flock->model->intent == COVEY_INTENT_DIRECTION;
    if (!covey_motion_follows(motion, flock->model))
        return covey_fail(error, COVEY_ARG, "the motion %s cannot follow the model %s, which %s",
                          motion->name, flock->model->name,
                          where ? "says where to go" : "says how to change the velocity");
    flock->motion = motion;
    return COVEY_OK;
}

static covey_status create_params(covey_memory *memory, covey_flock *flock, covey_error *error)
{
    const covey_model *model = flock->model;
    const covey_motion *motion = flock->motion;
    covey_params of_model = {model->name, model->params, model->params_size, NULL};
    covey_params of_motion = {motion->name, motion->params, motion->params_size, NULL};
    covey_status status = covey_params_create(memory, &of_model, &flock->params, error);
    if (status == COVEY_OK)
        status = covey_params_create(memory, &of_motion, &flock->motion_params, error);
    const covey_param *shared = covey_param_shared(motion->params, model->params);
    if (status == COVEY_OK && shared != NULL)
        return covey_fail(error, COVEY_ARG, "the model %s and the motion %s both have %s",
                          model->name, motion->name, shared->name);
    return status;
}

static size_t rows_of(const covey_params *params)
{
    size_t count = 0;
    while (params->table[count].name != NULL)
        count++;
    return count;
}

/// Takes room for the definition of the flock.
static covey_status take_definition(covey_memory *memory, covey_flock *flock, covey_error *error)
{
    flock->settings_count = rows_of(&flock->params) + rows_of(&flock->motion_params);
    flock->settings = covey_memory_take(memory, flock->settings_count, sizeof *flock->settings);
    flock->definition = covey_memory_take(memory, 1, sizeof *flock->definition);
    if (flock->settings != NULL && flock->definition != NULL)
        return COVEY_OK;
    return covey_fail(error, COVEY_MEMORY, "no memory for the definition of flock %s", flock->name);
}

covey_agent covey_flock_any(const covey_flock *flock, const covey_space *space, uint64_t step)
{
    return (covey_agent){
        .seed = flock->seed,
        .step = step,
        .flock_count =
            flock->total != NULL ? (covey_id)flock->total->count : (covey_id)flock->state.count,
        .space = space,
        .body = flock->body,
        .top_speed = flock->top_speed,
        .herd = flock->model->herds ? &flock->herd : NULL,
    };
}

void covey_flock_swap(covey_flock *flock)
{
    flock->entries += flock->entered;
    covey_state old = flock->state;
    covey_id *id = flock->next.id;
    flock->state = flock->next;
    flock->state.id = old.id;
    flock->next = old;
    flock->next.id = id;
    covey_state_swap_traits(&flock->state, &flock->next);
    flock->has_before = true;
}

void covey_flock_resize(covey_flock *flock, size_t count)
{
    flock->state.count = flock->next.count = count;
}

/// Takes memory for headings, or for the agents in floats.
static covey_status take_looks(covey_memory *memory, size_t room, covey_flock *flock)
{
    if (flock->precision == COVEY_PRECISION_SINGLE)
        return covey_single_create(memory, room, flock->state.dim, &flock->single);
    covey_status status = COVEY_OK;
    for (int axis = 0; axis < flock->state.dim && status == COVEY_OK; axis++) {
        flock->heading[axis] = covey_memory_take(memory, room + COVEY_AHEAD, sizeof(double));
        status = flock->heading[axis] == NULL ? COVEY_MEMORY : COVEY_OK;
    }
    return status;
}

/// Takes memory for the agents, and an index of them if all of them are to be here.
static covey_status take_memory(covey_memory *memory, size_t room, int dim, bool indexed,
                                covey_flock *flock)
{
    int extra = covey_motion_numbers(flock->motion, dim == COVEY_AXES);
    covey_status status = covey_state_create(memory, room, dim, extra, &flock->state);
    if (status == COVEY_OK)
        status = covey_state_create(memory, room, dim, extra, &flock->next);
    if (status == COVEY_OK)
        status = covey_grid_create(memory, room, dim, &flock->grid);
    if (status == COVEY_OK && indexed)
        status = covey_index_create(memory, room, &flock->index);
    flock->state.index = flock->next.index = indexed ? &flock->index : NULL;
    return status == COVEY_OK ? take_looks(memory, room, flock) : status;
}

static void give_looks(covey_memory *memory, covey_flock *flock)
{
    size_t room = flock->state.room;
    for (int axis = 0; axis < flock->state.dim; axis++) {
        covey_memory_give(memory, flock->heading[axis], room + COVEY_AHEAD, sizeof(double));
        flock->heading[axis] = NULL;
    }
    covey_single_destroy(memory, room, &flock->single);
}

/// Gives back the trees for neighbors, and sums.
static void give_trees(covey_memory *memory, covey_flock *flock)
{
    covey_aggregate_destroy(memory, &flock->sums);
    covey_kdtree_free(&flock->tree.nodes, memory);
    covey_query_tree_destroy(memory, &flock->query);
}

/// A state with as many agents and the same columns as that of the flock, in room for more.
static covey_status grow_state(covey_memory *memory, const covey_flock *flock, size_t room,
                               covey_state *grown)
{
    const covey_state *old = &flock->state;
    covey_status status = covey_state_create(memory, room, old->dim, old->extra_count, grown);
    for (int k = 0; k < old->trait_count && status == COVEY_OK; k++) {
        grown->trait[k] = covey_memory_take(memory, room, sizeof(double));
        status = grown->trait[k] != NULL ? COVEY_OK : COVEY_MEMORY;
        grown->trait_count = k + 1;
    }
    if (status == COVEY_OK && old->user != NULL) {
        grown->user = covey_memory_take(memory, room, sizeof *grown->user);
        status = grown->user != NULL ? COVEY_OK : COVEY_MEMORY;
    }
    if (status == COVEY_OK && old->aim != NULL) {
        grown->aim = covey_memory_take(memory, room, sizeof *grown->aim);
        status = grown->aim != NULL ? COVEY_OK : COVEY_MEMORY;
    }
    grown->count = old->count;
    grown->near = old->near;
    grown->index = old->index;
    if (status != COVEY_OK)
        covey_state_destroy(memory, grown);
    return status;
}

static void copy_agents(const covey_state *to, const covey_state *from)
{
    size_t bytes = from->count * sizeof(double);
    for (int axis = 0; axis < from->dim; axis++) {
        memcpy(to->pos[axis], from->pos[axis], bytes);
        memcpy(to->vel[axis], from->vel[axis], bytes);
    }
    for (int k = 0; k < from->extra_count; k++)
        memcpy(to->extra[k], from->extra[k], bytes);
    for (int k = 0; k < from->trait_count; k++)
        memcpy(to->trait[k], from->trait[k], bytes);
    if (from->user != NULL)
        memcpy(to->user, from->user, bytes);
    if (from->aim != NULL)
        memcpy(to->aim, from->aim, from->count * sizeof *to->aim);
    memcpy(to->id, from->id, from->count * sizeof *to->id);
}

/// Brings ids back, which are in the memory of the next state after some steps: see
/// covey_flock_swap().
static void fetch_ids(covey_flock *flock)
{
    covey_state *state = &flock->state;
    if (covey_state_holds_ids(state))
        return;
    covey_id *own = flock->next.id;
    memcpy(own, state->id, state->count * sizeof *own);
    flock->next.id = state->id;
    state->id = own;
}

covey_status covey_flock_make_room(covey_memory *memory, covey_flock *flock, size_t room)
{
    covey_state grown;
    // Arrays that the next sort or step fills are freed first, so that little is there twice.
    give_looks(memory, flock);
    give_trees(memory, flock);
    covey_grid_destroy(memory, &flock->grid);
    fetch_ids(flock);
    covey_state_destroy(memory, &flock->next);
    flock->has_before = false;
    if (grow_state(memory, flock, room, &grown) != COVEY_OK)
        return COVEY_MEMORY;
    copy_agents(&grown, &flock->state);
    covey_state_destroy(memory, &flock->state);
    flock->state = grown;
    covey_status status = grow_state(memory, flock, room, &flock->next);
    if (status == COVEY_OK)
        status = covey_grid_create(memory, room, flock->state.dim, &flock->grid);
    return status == COVEY_OK ? take_looks(memory, room, flock) : status;
}

static covey_status set_params(covey_memory *memory, covey_flock *flock, const covey_flock_def *def,
                               covey_error *error)
{
    covey_status status = COVEY_OK;
    const covey_setting *row = flock->model->motion_settings;
    bool custom_motion = strcmp(flock->motion->name, flock->model->motion) == 0;
    void *values;
    for (; row != NULL && row->name != NULL && status == COVEY_OK; row++)
        if (custom_motion || covey_flock_param(flock, row->name, &values) != NULL)
            status = covey_flock_set(flock, row, error);
    for (size_t k = 0; k < def->settings_count && status == COVEY_OK; k++)
        status = covey_flock_set(flock, &def->settings[k], error);
    if (status == COVEY_OK && covey_zone_plan_create(memory, flock->model, flock->params.values,
                                                     &flock->plan) != COVEY_OK)
        status = covey_fail(error, COVEY_MEMORY, "no memory for the zones of flock %s", def->name);
    return status == COVEY_OK ? covey_flock_update(flock, error) : status;
}

/// Fails if model or motion are of the plane and the space is not.
static covey_status check_dimensions(const covey_flock *flock, const covey_space *space,
                                     covey_error *error)
{
    const covey_model *model = flock->model;
    const covey_motion *motion = flock->motion;
    if (covey_space_dim(space) == 2 || !(model->plane_only || motion->plane_only))
        return COVEY_OK;
    return covey_fail(error, COVEY_ARG,
                      "%s %s is defined in the plane: no flock of it can be in three dimensions",
                      model->plane_only ? "model" : "motion",
                      model->plane_only ? model->name : motion->name);
}

/// Checks model and motion before anything is taken for them.
static covey_status find_parts(covey_flock *flock, const covey_flock_setup *plan,
                               covey_error *error)
{
    covey_status status = find_model(flock, plan->def, error);
    if (status == COVEY_OK)
        status = find_motion(flock, plan->def, error);
    return status == COVEY_OK ? check_dimensions(flock, &plan->world->space, error) : status;
}

void covey_flock_init_motion(covey_flock *flock, const covey_space *space, uint64_t step)
{
    covey_agent agent = covey_flock_any(flock, space, step);
    covey_own_params own;
    for (size_t i = 0; i < flock->state.count && flock->motion->init_from_velocity != NULL; i++) {
        covey_flock_look(flock, i, &agent);
        flock->motion->init_from_velocity(covey_flock_motion_of(flock, i, &own), &agent);
        covey_flock_store(flock, i, &agent);
    }
}

/// Sets members that take no memory.
static void begin(const covey_flock_setup *plan, covey_flock *flock)
{
    const covey_flock_def *def = plan->def;
    flock->traits.top_speed = flock->traits.body = -1;
    flock->number = plan->number;
    flock->hunts = -1;
    flock->seed = plan->world->seed;
    flock->precision = plan->world->precision;
    flock->body = def->body;
    flock->body_row = (covey_param){.name = "body",
                                    .initial = def->body,
                                    .high = def->body,
                                    .unit = "L",
                                    .text = "Radius of an agent."};
    flock->layers = def->layers != 0 ? def->layers : COVEY_ALL_LAYERS;
    flock->mask = def->mask;
    flock->plan.aggregate = plan->world->dense == COVEY_DENSE_AGGREGATE;
    flock->plan.single = flock->precision == COVEY_PRECISION_SINGLE;
    memcpy(flock->name, def->name, strlen(def->name) + 1);
}

covey_status covey_flock_create(covey_memory *memory, const covey_flock_setup *plan,
                                covey_flock **result, covey_error *error)
{
    const covey_flock_def *def = plan->def;
    size_t capacity = def->capacity > 0 ? def->capacity : def->count, end;
    size_t count = covey_slice_begin(plan->slice, def->count, &end);
    count = end - count;
    bool whole = plan->slice.of == 0;
    size_t room = whole ? capacity : count;
    *result = NULL;
    covey_flock *flock = covey_memory_take(memory, 1, sizeof *flock);
    if (flock == NULL)
        return covey_fail(error, COVEY_MEMORY, "no memory for flock %s", def->name);
    flock->capacity = capacity;
    begin(plan, flock);
    covey_status status = find_parts(flock, plan, error);
    if (status == COVEY_OK)
        status = covey_reactions_take(&flock->reactions, def, error);
    if (status == COVEY_OK)
        status = create_params(memory, flock, error);
    if (status == COVEY_OK)
        status = take_definition(memory, flock, error);
    int dim = covey_space_dim(&plan->world->space);
    if (status == COVEY_OK && take_memory(memory, room, dim, whole, flock) != COVEY_OK)
        status = covey_fail(error, COVEY_MEMORY, "no memory for the %zu agents of flock %s", room,
                            def->name);
    if (status == COVEY_OK) {
        covey_flock_resize(flock, count);
        status = set_params(memory, flock, def, error);
    }
    if (status == COVEY_OK)
        status = covey_place_agents(plan, &flock->state, error);
    if (status == COVEY_OK) {
        flock->index.next = def->count;
        if (whole)
            covey_index_fill(&flock->index, flock->state.id, count);
    }
    for (size_t k = 0; k < def->traits_count && status == COVEY_OK; k++) {
        covey_trait own = def->traits[k];
        own.values = own.values != NULL ? own.values + (end - count) : NULL;
        status = covey_flock_traits_add(memory, flock, &own, error);
    }
    if (status == COVEY_OK)
        status = covey_flock_update(flock, error); // typical values are parameters, too
    if (status != COVEY_OK) {
        covey_flock_destroy(memory, flock);
        return status;
    }
    covey_flock_init_motion(flock, &plan->world->space, 0);
    *result = flock;
    return COVEY_OK;
}

void covey_flock_destroy(covey_memory *memory, covey_flock *flock)
{
    if (flock == NULL)
        return;
    covey_memory_give(memory, flock->marks, flock->state.room, sizeof *flock->marks);
    covey_catch_destroy(memory, &flock->catches);
    covey_zone_plan_destroy(memory, &flock->plan);
    give_looks(memory, flock);
    give_trees(memory, flock);
    covey_index_destroy(memory, &flock->index);
    covey_grid_destroy(memory, &flock->grid);
    covey_state_destroy(memory, &flock->next);
    covey_state_destroy(memory, &flock->state);
    covey_memory_give(memory, flock->definition, 1, sizeof *flock->definition);
    covey_memory_give(memory, flock->settings, flock->settings_count, sizeof *flock->settings);
    covey_params_destroy(memory, &flock->motion_params);
    covey_params_destroy(memory, &flock->params);
    covey_memory_give(memory, flock, 1, sizeof *flock);
}
