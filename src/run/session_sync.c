// SPDX-License-Identifier: MIT
// Changes the world of a session to match a changed scenario.
#include "core/definition.h"
#include "core/described.h"
#include "core/schedule.h"
#include "run/session.h"
#include "scenario/scenario.h"

#include <stdio.h>
#include <string.h>

// ---- Flocks ----

/// True if a trait of the world is the one that the scenario wants.
static bool same_trait(const covey_world *world, int number, int index, const covey_trait *wanted)
{
    covey_trait is = covey_world_trait(world, number, index);
    covey_view view = covey_world_view(world, number);
    bool same = is.name != NULL && strcmp(is.name, wanted->name) == 0 &&
                is.from.kind == wanted->from.kind && is.from.first == wanted->from.first &&
                is.from.second == wanted->from.second && is.from.low == wanted->from.low &&
                is.from.high == wanted->from.high;
    for (size_t i = 0; i < view.count && same && wanted->values != NULL; i++)
        same = view.id[i] >= view.count || is.values[i] == wanted->values[view.id[i]];
    return same;
}

static bool same_traits(const covey_world *world, int number, const covey_flock_def *def)
{
    bool same = covey_world_traits(world, number) == (int)def->traits_count;
    for (size_t k = 0; k < def->traits_count && same; k++)
        same = same_trait(world, number, (int)k, &def->traits[k]);
    return same;
}

/// Agents that were caught do not make a flock another one, and room for more does not.
static bool same_flock(const covey_session *session, int number, const covey_flock_def *def)
{
    const covey_world *world = session->world;
    const covey_flock *flock = world->flock[number];
    covey_definition room;
    covey_flock_def is = covey_flock_definition(world, flock, &room), wanted = *def;
    wanted.capacity = is.capacity;
    wanted.births = def->births && def->catches > 0.0;
    return covey_described_differ(covey_members_flock(), &is, &wanted,
                                  covey_space_dim(&world->def.space)) == NULL &&
           covey_session_influences_same_word(is.name, wanted.name) &&
           covey_session_influences_same_word(is.hunts, wanted.hunts) &&
           same_traits(world, number, def) && session->counts[number] == def->count;
}

static bool same_flocks(const covey_session *session)
{
    int count = covey_scenario_flocks(session->scenario);
    bool same = count == covey_world_flocks(session->world);
    for (int k = 0; k < count && same; k++) {
        covey_flock_def def = covey_scenario_flock(session->scenario, k);
        same = same_flock(session, k, &def);
    }
    return same;
}

/// True if a parameter has the value, or follows a schedule.
static bool has_value(const covey_world *world, int flock, const char *name, double value)
{
    return covey_world_param(world, flock, name) == value ||
           covey_schedule_has(world, flock, -1, name, NULL);
}

/// Sets the numbers of responses that differ.
static covey_status set_responses(covey_session *session, int flock, const covey_flock_def *def,
                                  covey_error *error)
{
    covey_status status = COVEY_OK;
    for (size_t k = 0; k < def->responses_count; k++) {
        const covey_response *to = &def->responses[k];
        for (const covey_param *row = covey_response_params(); row->name != NULL; row++) {
            char name[COVEY_NAME_SIZE + 32];
            (void)snprintf(name, sizeof name, "%s.%s.%s", to->to, covey_response_rules()[to->rule],
                           row->name);
            double value = covey_param_value(row, to);
            if (!has_value(session->world, flock, name, value))
                status = covey_world_set(session->world, flock, name, value, error);
        }
    }
    return status;
}

/// Sets the parameters that differ. Continues after one that is refused, and returns the last
/// refusal.
static covey_status set_params(covey_session *session, int flock, const covey_flock_def *def,
                               covey_error *error)
{
    covey_status status = COVEY_OK;
    for (size_t s = 0; s < def->settings_count; s++) {
        const covey_setting *row = &def->settings[s];
        if (has_value(session->world, flock, row->name, row->value))
            continue;
        covey_status one = covey_world_set(session->world, flock, row->name, row->value, error);
        status = one == COVEY_OK ? status : one;
    }
    covey_status seen = set_responses(session, flock, def, error);
    return seen == COVEY_OK ? status : seen;
}

static covey_status set_flocks(covey_session *session, covey_error *error)
{
    covey_status status = COVEY_OK;
    for (int k = 0; k < covey_scenario_flocks(session->scenario) && status == COVEY_OK; k++) {
        covey_flock_def def = covey_scenario_flock(session->scenario, k);
        (void)set_params(session, k, &def, NULL); // one may depend on another
        status = set_params(session, k, &def, error);
    }
    return status;
}

// ---- Schedules ----

/// True if a schedule of the world is the one of the scenario, where its influence is a number.
static bool same_schedule(const covey_world *world, covey_schedule is, covey_schedule wanted)
{
    int handle = wanted.influence >= 0 ? covey_world_influence_at(world, wanted.influence) : -1;
    bool same = is.flock == wanted.flock && is.influence == handle && is.form == wanted.form &&
                is.count == wanted.count && strcmp(is.name, wanted.name) == 0;
    for (size_t k = 0; same && k < wanted.count; k++)
        same = is.steps[k] == wanted.steps[k] && is.values[k] == wanted.values[k];
    return same;
}

static bool same_schedules(const covey_session *session)
{
    bool same = true;
    for (int k = 0; same && k < covey_world_schedules(session->world); k++)
        same = covey_scenario_schedule(session->scenario, k).count > 0 &&
               same_schedule(session->world, covey_world_schedule(session->world, k),
                             covey_scenario_schedule(session->scenario, k));
    int count = covey_world_schedules(session->world);
    return same && covey_scenario_schedule(session->scenario, count).count == 0;
}

// ---- The world ----

/// True if the ids of every flock are 0 … count - 1.
static bool have_no_gaps(const covey_world *world)
{
    bool dense = true;
    for (int flock = 0; flock < covey_world_flocks(world); flock++) {
        covey_view view = covey_world_view(world, flock);
        for (size_t i = 0; i < view.count; i++)
            dense = dense && view.id[i] < view.count;
    }
    return dense;
}

/// In session files of format 1, new agents took the ids of removed ones, so that their hashes
/// differ.
static covey_status check_format(const covey_session *session, const covey_world *world,
                                 covey_error *error)
{
    if (session->gives_format != 1 || have_no_gaps(world))
        return COVEY_OK;
    return covey_fail(error, COVEY_INPUT,
                      "agents are added after others went: in a session of format 1 they have the "
                      "ids of those, which this version of covey gives to no other agents");
}

/// Takes as many agents out of a new world as were caught in the one of the session.
static covey_status leave_out(const covey_session *session, covey_world *world, covey_error *error)
{
    covey_status status = COVEY_OK;
    for (int flock = 0; flock < covey_world_flocks(world); flock++) {
        int before = covey_world_find(session->world, covey_world_name(world, flock));
        size_t left = covey_world_view(world, flock).count;
        size_t gone =
            before < 0 ? 0
                       : session->counts[before] - covey_world_view(session->world, before).count;
        for (; gone > 0 && left > 0 && status == COVEY_OK; gone--)
            status = covey_world_remove(world, flock, (covey_id)--left, error);
    }
    return status;
}

static covey_status make_anew(covey_session *session, covey_error *error)
{
    covey_world *world;
    covey_status status = covey_session_gather(session, error);
    if (status != COVEY_OK)
        return status;
    status = covey_scenario_world(session->scenario, &session->engine, &world, error);
    if (status == COVEY_OK)
        status = leave_out(session, world, error);
    if (status == COVEY_OK)
        status = covey_world_adopt(world, session->world, error);
    if (status == COVEY_OK)
        status = check_format(session, world, error);
    if (status != COVEY_OK) {
        covey_world_destroy(world);
        return status;
    }
    covey_session_take_world(session, world);
    return COVEY_OK;
}

covey_status covey_session_sync(covey_session *session, covey_error *error)
{
    if (!same_flocks(session))
        return make_anew(session, error);
    covey_status status = set_flocks(session, error);
    if (status != COVEY_OK)
        return status;
    if (covey_session_influences_set(session, NULL) == COVEY_OK && same_schedules(session))
        return COVEY_OK;
    return make_anew(session, error); // its message has the place in the scenario
}
