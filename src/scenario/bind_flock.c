// SPDX-License-Identifier: MIT
// Binds the flocks of a scenario: their names, their models, and every parameter of their model and
// motion.
#include "scenario/bind.h"

#include "core/flock.h"

#include <stdio.h>
#include <string.h>

static bool is_name_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '-';
}

static bool is_root_key(const char *word)
{
    covey_report_words words = {.count = 0};
    covey_keys_add(&words, covey_keys_plan(), NULL);
    return covey_report_knows(&words, word);
}

static const covey_bind_flock *find_flock(const covey_bind_plan *plan, const char *name)
{
    for (size_t k = 0; k < plan->flocks_count; k++)
        if (strcmp(plan->flocks[k].def.name, name) == 0)
            return &plan->flocks[k];
    return NULL;
}

static covey_status check_name(covey_bind *self, covey_node_span at, const char *name)
{
    bool good = name[0] != '\0' && strlen(name) < COVEY_NAME_SIZE && name[0] > '9';
    for (const char *c = name; *c != '\0'; c++)
        good = good && is_name_letter(*c);
    char quoted[COVEY_REPORT_QUOTED];
    covey_report_quote(quoted, name, strlen(name));
    if (!good)
        return covey_report_fail(
            self->report, at,
            "a flock's name is a letter or _ and up to %d letters, digits, _ or -, not %s",
            COVEY_NAME_SIZE - 2, quoted);
    if (is_root_key(name))
        return covey_report_fail(self->report, at, "%s is a key and cannot be a flock's name",
                                 quoted);
    if (find_flock(self->plan, name) != NULL)
        return covey_report_fail(self->report, at, "there is a flock called %s already", quoted);
    return COVEY_OK;
}

/// Returns the given name, or else that of the model.
static covey_status bind_name(covey_bind *self, const covey_node *node, covey_bind_flock *flock)
{
    const covey_node *given = covey_node_find(node, "name");
    covey_bind_limits limits = {COVEY_NAME_SIZE - 1, false};
    flock->def.name = flock->model->name;
    covey_status status = COVEY_OK;
    if (given != NULL)
        status = covey_bind_text(self, given, "name", limits, &flock->def.name);
    if (status == COVEY_OK)
        status = check_name(self, given != NULL ? given->at : node->at, flock->def.name);
    return status;
}

// ---- Model and motion ----

static covey_status bind_model(covey_bind *self, const covey_node *node, covey_bind_flock *flock)
{
    covey_report_words words = {.count = 0};
    for (int k = 0; covey_model_at(k) != NULL; k++)
        covey_report_add(&words, covey_model_at(k)->name);
    const covey_node *model = node->kind == COVEY_NODE_MAP ? covey_node_find(node, "model") : NULL;
    if (node->kind != COVEY_NODE_MAP)
        return covey_report_fail(self->report, node->at,
                                 "a flock is a mapping like {model: torus, count: 100}");
    if (model == NULL)
        return covey_report_fail(self->report, node->at, "a flock needs a model");
    covey_status status = covey_bind_word(self, model, "model", &words);
    if (status == COVEY_OK)
        flock->model = covey_model_find(model->text);
    if (status == COVEY_OK)
        flock->def.model = flock->model->name;
    return status;
}

static covey_status bind_motion(covey_bind *self, const covey_node *node, covey_bind_flock *flock)
{
    const covey_node *given = covey_node_find(node, "motion");
    flock->motion = covey_motion_find(flock->model->motion);
    flock->def.motion = flock->motion->name;
    if (given == NULL)
        return COVEY_OK;
    covey_report_words words = {.count = 0};
    for (int k = 0; covey_motion_at(k) != NULL; k++)
        if (covey_motion_fits(covey_motion_at(k), flock->model))
            covey_report_add(&words, covey_motion_at(k)->name);
    char where[80];
    (void)snprintf(where, sizeof where, "for %s", flock->model->name);
    words.where = where;
    covey_status status = covey_bind_word(self, given, "motion", &words);
    if (status == COVEY_OK)
        flock->motion = covey_motion_find(given->text);
    flock->def.motion = flock->motion->name;
    return status;
}

/// Sets initial parameters of the motion, or of the model if the motion has none of that name, to
/// the values that the model asks for.
static void set_motion(const covey_bind_flock *flock)
{
    const covey_setting *setting = flock->model->motion_settings;
    for (; setting != NULL && setting->name != NULL; setting++)
        if (covey_param_set(flock->motion->params, flock->motion_params, setting, NULL) != COVEY_OK)
            covey_param_set(flock->model->params, flock->params, setting, NULL);
}

/// Returns the parameter of the motion with that name; NaN if it has none.
static double motion_value(const covey_bind_flock *flock, const char *name)
{
    return covey_param_value(covey_param_find(flock->motion->params, name), flock->motion_params);
}

/// Fails if the highest speed of agents is below the lowest.
static covey_status check_speeds(covey_bind *self, const covey_node *node,
                                 const covey_bind_flock *flock)
{
    double low = motion_value(flock, "min_speed"), high = motion_value(flock, "max_speed");
    if (!(low > high))
        return COVEY_OK;
    const covey_node *at = covey_node_find(node, "min_speed");
    if (at == NULL)
        at = covey_node_find(node, "max_speed");
    return covey_report_fail(self->report, at != NULL ? at->at : node->at,
                             "min_speed %g is above max_speed %g", low, high);
}

static covey_status bind_params(covey_bind *self, const covey_node *node, covey_bind_flock *flock)
{
    const covey_model *model = flock->model;
    const covey_motion *motion = flock->motion;
    flock->params = covey_bind_params(self, model->params, model->params_size);
    flock->motion_params = covey_bind_params(self, motion->params, motion->params_size);
    size_t rows = covey_bind_rows(model->params) + covey_bind_rows(motion->params);
    covey_setting *settings = covey_arena_take(self->arena, rows, sizeof *settings);
    if (flock->params == NULL || flock->motion_params == NULL || settings == NULL)
        return covey_report_memory(self->report);
    set_motion(flock);
    covey_status status = covey_bind_traits(self, node, flock, &node);
    if (status == COVEY_OK)
        status = covey_bind_table(self, node, model->params, flock->params);
    if (status == COVEY_OK)
        status = covey_bind_table(self, node, motion->params, flock->motion_params);
    if (status == COVEY_OK)
        status = covey_bind_members(self, node, covey_members_flock(), NULL, &flock->def);
    if (status == COVEY_OK)
        status = check_speeds(self, node, flock);
    covey_setting *end = covey_bind_settings(model->params, flock->params, settings);
    end = covey_bind_settings(motion->params, flock->motion_params, end);
    flock->def.settings = settings;
    flock->def.settings_count = (size_t)(end - settings);
    return status;
}

void covey_bind_flock_keys(const covey_bind_flock *flock, covey_report_words *words)
{
    covey_keys_add(words, covey_members_flock(), NULL);
    covey_report_add_table(words, flock->model->params);
    covey_report_add_table(words, flock->motion->params);
}

static covey_status check_keys(covey_bind *self, const covey_node *node,
                               const covey_bind_flock *flock)
{
    covey_report_words words = {.count = 0};
    covey_bind_flock_keys(flock, &words);
    char noun[100];
    bool own = strcmp(flock->motion->name, flock->model->motion) == 0;
    (void)snprintf(noun, sizeof noun, "a flock of model %s%s%s", flock->model->name,
                   own ? "" : " and motion ", own ? "" : flock->motion->name);
    return covey_bind_keys(self, node, noun, &words);
}

static covey_status bind_hunts(covey_bind *self, const covey_node *node, covey_bind_flock *flock)
{
    const covey_node *given = covey_node_find(node, "hunts");
    if (given == NULL)
        return COVEY_OK;
    covey_report_words words = {.count = 0};
    for (size_t k = 0; k < self->plan->flocks_count; k++)
        covey_report_add(&words, self->plan->flocks[k].def.name);
    words.where = "before this one";
    covey_status status = covey_bind_word(self, given, "flock", &words);
    if (status == COVEY_OK)
        flock->def.hunts = find_flock(self->plan, given->text)->def.name;
    return status;
}

static covey_status bind_catch(covey_bind *self, const covey_node *node, covey_bind_flock *flock)
{
    const covey_member *row = covey_members_flock();
    const covey_node *given = covey_node_find(node, "catch");
    if (given == NULL)
        return COVEY_OK;
    if (flock->def.hunts == NULL)
        return covey_report_fail(self->report, given->key_at,
                                 "a flock catches agents of the one that it hunts, and %s has "
                                 "no key hunts",
                                 flock->def.name);
    covey_status status = covey_bind_group(self, given, row, "catch", &flock->def);
    while (!covey_keys_is_in(row, "catch") || row->kind != COVEY_MEMBER_SWITCH)
        row++; // others begin for the caught
    bool is_on = status == COVEY_OK && covey_keys_value(row, &flock->def) != 0.0;
    if (is_on && self->plan->plan.space.kind == COVEY_SPACE_OPEN)
        return covey_report_fail(self->report, covey_node_find(given, row->key)->at,
                                 "an open space has no places where agents are born");
    return status;
}

covey_status covey_bind_flock_item(covey_bind *self, const covey_node *node, void *item)
{
    covey_bind_flock *flock = item;
    *flock = (covey_bind_flock){.node = node, .def = covey_flock_def_default()};
    covey_keys_init(covey_members_flock(), NULL, &flock->def);
    covey_status status = bind_model(self, node, flock);
    if (status == COVEY_OK)
        status = bind_motion(self, node, flock);
    if (status == COVEY_OK)
        status = check_keys(self, node, flock);
    if (status == COVEY_OK)
        status = bind_name(self, node, flock);
    if (status == COVEY_OK)
        status = bind_hunts(self, node, flock);
    if (status == COVEY_OK)
        status = bind_catch(self, node, flock);
    if (status == COVEY_OK)
        status = bind_params(self, node, flock);
    const covey_node *place = status == COVEY_OK ? covey_node_find(node, "place") : NULL;
    if (place != NULL)
        status = covey_bind_place(self, place, flock);
    for (int axis = 0; axis < COVEY_AXES; axis++) { // no z in the plane
        flock->def.pos[axis] = flock->agents.pos[axis];
        flock->def.vel[axis] = flock->agents.vel[axis];
    }
    return status == COVEY_OK ? covey_bind_traits_count(self, flock) : status;
}
