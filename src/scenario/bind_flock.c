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
    covey_report_add_all(&words, covey_tables_root_keys);
    covey_report_add_table(&words, covey_tables_of_run);
    return covey_report_knows(&words, word);
}

static const covey_bind_flock *find_flock(const covey_bind_plan *plan, const char *name)
{
    for (size_t k = 0; k < plan->flocks_count; k++)
        if (strcmp(plan->flocks[k].name, name) == 0)
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
    flock->name = flock->model->name;
    covey_status status = COVEY_OK;
    if (given != NULL)
        status = covey_bind_text(self, given, "name", limits, &flock->name);
    if (status == COVEY_OK)
        status = check_name(self, given != NULL ? given->at : node->at, flock->name);
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
    return status;
}

static covey_status bind_motion(covey_bind *self, const covey_node *node, covey_bind_flock *flock)
{
    const covey_node *given = covey_node_find(node, "motion");
    flock->motion = covey_motion_find(flock->model->motion);
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
    flock->settings = covey_arena_take(self->arena, rows, sizeof *flock->settings);
    if (flock->params == NULL || flock->motion_params == NULL || flock->settings == NULL)
        return covey_report_memory(self->report);
    set_motion(flock);
    covey_status status = covey_bind_traits(self, node, flock, &node);
    if (status == COVEY_OK)
        status = covey_bind_table(self, node, model->params, flock->params);
    if (status == COVEY_OK)
        status = covey_bind_table(self, node, motion->params, flock->motion_params);
    if (status == COVEY_OK)
        status = covey_bind_table(self, node, covey_tables_of_flock, &flock->numbers);
    if (status == COVEY_OK)
        status = check_speeds(self, node, flock);
    covey_setting *end = covey_bind_settings(model->params, flock->params, flock->settings);
    end = covey_bind_settings(motion->params, flock->motion_params, end);
    flock->settings_count = (size_t)(end - flock->settings);
    return status;
}

static covey_status check_keys(covey_bind *self, const covey_node *node,
                               const covey_bind_flock *flock)
{
    covey_report_words words = {.count = 0};
    covey_report_add_all(&words, covey_tables_flock_keys);
    covey_report_add_table(&words, covey_tables_of_flock);
    covey_report_add_table(&words, flock->model->params);
    covey_report_add_table(&words, flock->motion->params);
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
        covey_report_add(&words, self->plan->flocks[k].name);
    words.where = "before this one";
    covey_status status = covey_bind_word(self, given, "flock", &words);
    if (status == COVEY_OK)
        flock->hunts = find_flock(self->plan, given->text)->name;
    return status;
}

static covey_status bind_catch(covey_bind *self, const covey_node *node, covey_bind_flock *flock)
{
    const covey_node *given = covey_node_find(node, "catch");
    if (given == NULL)
        return COVEY_OK;
    const covey_node *map = covey_bind_short(self, given, "radius");
    if (map == NULL)
        return covey_report_memory(self->report);
    if (flock->hunts == NULL)
        return covey_report_fail(self->report, given->key_at,
                                 "a flock catches agents of the one that it hunts, and %s has "
                                 "no key hunts",
                                 flock->name);
    covey_report_words words = {.count = 0};
    covey_report_add_table(&words, covey_tables_of_catch);
    covey_param_init(covey_tables_of_catch, &flock->catches);
    covey_status status = covey_bind_keys(self, map, "catch", &words);
    if (status == COVEY_OK)
        status = covey_bind_table(self, map, covey_tables_of_catch, &flock->catches);
    const covey_node *births = status == COVEY_OK ? covey_node_find(map, "births") : NULL;
    if (flock->catches.births == 1.0 && births != NULL &&
        self->plan->plan.space.kind == COVEY_SPACE_OPEN)
        return covey_report_fail(self->report, births->at,
                                 "an open space has no places where agents are born");
    return status;
}

static covey_status bind_flock(covey_bind *self, const covey_node *node, covey_bind_flock *flock)
{
    *flock = (covey_bind_flock){.node = node, .place = covey_placement_default()};
    covey_param_init(covey_tables_of_flock, &flock->numbers);
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
    return status == COVEY_OK ? covey_bind_traits_count(self, flock) : status;
}

covey_status covey_bind_flocks(covey_bind *self, const covey_node *list, covey_bind_plan *plan)
{
    size_t count = covey_node_count(list);
    if (list->kind != COVEY_NODE_LIST || count == 0)
        return covey_report_fail(self->report, list->at,
                                 "flocks are a list of mappings, or one mapping");
    if (count > COVEY_MAX_FLOCKS)
        return covey_report_fail(self->report, list->at, "there are more than %d flocks",
                                 COVEY_MAX_FLOCKS);
    plan->flocks = covey_arena_take(self->arena, count, sizeof *plan->flocks);
    if (plan->flocks == NULL)
        return covey_report_memory(self->report);
    for (const covey_node *node = list->first; node != NULL; node = node->next) {
        covey_status status = bind_flock(self, node, &plan->flocks[plan->flocks_count]);
        if (status != COVEY_OK)
            return status;
        plan->flocks_count++;
    }
    covey_status status = COVEY_OK;
    for (size_t k = 0; k < plan->flocks_count && status == COVEY_OK; k++)
        status = covey_bind_sees(self, &plan->flocks[k]);
    return status;
}
