// SPDX-License-Identifier: MIT
// From a changed scenario to a changed world.
#include "run/session.h"
#include "scenario/scenario.h"

#include <string.h>

// ---- Flocks ----

static bool same_word(const char *a, const char *b)
{
    return a == b || (a != NULL && b != NULL && strcmp(a, b) == 0);
}

static bool same_flock(const covey_world *world, int number, const covey_flock_def *def)
{
    int prey = covey_world_prey(world, number);
    const char *hunts = prey >= 0 ? covey_world_name(world, prey) : NULL;
    return same_word(covey_world_name(world, number), def->name) &&
           same_word(covey_world_model(world, number)->name, def->model) &&
           same_word(covey_world_motion(world, number)->name, def->motion) &&
           same_word(hunts, def->hunts) && covey_world_body(world, number) == def->body &&
           covey_world_view(world, number).count == def->count;
}

static bool same_flocks(const covey_session *session)
{
    int count = covey_scenario_flocks(session->scenario);
    bool same = count == covey_world_flocks(session->world);
    for (int k = 0; k < count && same; k++) {
        covey_flock_def def = covey_scenario_flock(session->scenario, k);
        same = same_flock(session->world, k, &def);
    }
    return same;
}

/// Sets parameters that differ. Goes on behind one that is refused, and returns the last refusal.
static covey_status set_params(covey_session *session, int flock, const covey_flock_def *def,
                               covey_error *error)
{
    covey_status status = COVEY_OK;
    for (size_t s = 0; s < def->settings_count; s++) {
        const covey_setting *row = &def->settings[s];
        if (covey_world_param(session->world, flock, row->name) == row->value)
            continue;
        covey_status one = covey_world_set(session->world, flock, row->name, row->value, error);
        status = one == COVEY_OK ? status : one;
    }
    return status;
}

static covey_status set_flocks(covey_session *session, covey_error *error)
{
    covey_status status = COVEY_OK;
    for (int k = 0; k < covey_scenario_flocks(session->scenario) && status == COVEY_OK; k++) {
        covey_flock_def def = covey_scenario_flock(session->scenario, k);
        (void)set_params(session, k, &def, NULL); // where two go together, one may have to wait
        status = set_params(session, k, &def, error);
    }
    return status;
}

// ---- Influences ----

/// The influence of the scenario that has this number in the world, where
/// influences that are solid for all flocks come first.
static const covey_bind_influence *influence_of(const covey_bind_plan *plan, size_t number)
{
    for (int first = 1; first >= 0; first--)
        for (size_t k = 0; k < plan->influences_count; k++) {
            const covey_bind_influence *item = &plan->influences[k];
            bool is_first = item->kind->solid != NULL && item->flock == NULL;
            if (is_first == (first == 1) && number-- == 0)
                return item;
        }
    return NULL;
}

static bool same_influence(const covey_world *world, int handle, const covey_bind_influence *item)
{
    if (item == NULL)
        return false;
    covey_influence_view view = covey_world_influence(world, handle);
    const char *flock = view.flock >= 0 ? covey_world_name(world, view.flock) : NULL;
    bool same = view.kind == item->kind && same_word(flock, item->flock) &&
                view.points_count == item->points_count;
    for (int axis = 0; axis < COVEY_AXES; axis++)
        for (size_t k = 0; k < item->points_count && same; k++)
            same = view.points[axis][k] == item->points[axis][k];
    return same;
}

static bool same_influences(const covey_session *session)
{
    const covey_bind_plan *plan = &session->scenario->now.plan;
    int count = covey_world_influences(session->world);
    bool same = (size_t)count == plan->influences_count;
    for (int k = 0; k < count && same; k++)
        same = same_influence(session->world, covey_world_influence_at(session->world, k),
                              influence_of(plan, (size_t)k));
    return same;
}

static covey_status set_influences(covey_session *session, covey_error *error)
{
    covey_status status = COVEY_OK;
    for (int k = 0; k < covey_world_influences(session->world); k++) {
        const covey_bind_influence *item = influence_of(&session->scenario->now.plan, (size_t)k);
        int handle = covey_world_influence_at(session->world, k);
        for (size_t s = 0; item != NULL && s < item->settings_count && status == COVEY_OK; s++) {
            const covey_setting *row = &item->settings[s];
            if (covey_world_influence_param(session->world, handle, row->name) != row->value)
                status =
                    covey_world_influence_set(session->world, handle, row->name, row->value, error);
        }
    }
    return status;
}

// ---- The world ----

static covey_status make_anew(covey_session *session, covey_error *error)
{
    covey_world *world;
    covey_status status = covey_scenario_world(session->scenario, &session->engine, &world, error);
    if (status == COVEY_OK)
        status = covey_world_adopt(world, session->world, error);
    if (status != COVEY_OK) {
        covey_world_destroy(world);
        return status;
    }
    covey_world_destroy(session->world);
    session->world = world;
    return COVEY_OK;
}

covey_status covey_session_sync(covey_session *session, covey_error *error)
{
    if (!same_flocks(session) || !same_influences(session))
        return make_anew(session, error);
    covey_status status = set_flocks(session, error);
    return status == COVEY_OK ? set_influences(session, error) : status;
}
