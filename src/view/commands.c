// SPDX-License-Identifier: MIT
#include "view/commands.h"

#include "view/scale.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { COMMAND = 8192 };

#define CHASE (50.0 / 75.0) ///< of a predator, by the speed of its prey: as the torus boids have it

const char *commands_behind(const char *order, const char *word)
{
    size_t size = strlen(word);
    return strncmp(order, word, size) == 0 && order[size] == ' ' ? order + size + 1 : NULL;
}

static covey_status command(covey_session *session, covey_error *error, const char *format, ...)
    COVEY_PRINTF(3, 4);

static covey_status command(covey_session *session, covey_error *error, const char *format, ...)
{
    char text[COMMAND];
    va_list values;
    va_start(values, format);
    int size = vsnprintf(text, sizeof text, format, values);
    va_end(values);
    if (size < 0 || size >= COMMAND)
        return covey_fail(error, COVEY_INPUT, "an order is too long");
    return covey_session_do(session, text, error);
}

static bool read_place(const char *text, covey_vec *place)
{
    char *end;
    place->x = strtod(text, &end);
    if (end == text || *end != ' ')
        return false;
    place->y = strtod(end, &end);
    place->z = *end == ' ' ? strtod(end, &end) : 0.0;
    return *end == '\0' && isfinite(place->x + place->y + place->z);
}

static covey_status no_place(covey_error *error, const char *text)
{
    return covey_fail(error, COVEY_INPUT, "%.80s is no place", text);
}

// ---- Influences ----

static int count_influences(covey_session *session)
{
    int count = 0, number;
    while (covey_scenario_influence(covey_session_scenario(session), count, &number).kind != NULL)
        count++;
    return count;
}

/// The last influence of a kind, or -1.
static int last_of(covey_session *session, const char *kind, size_t size)
{
    int number;
    for (int k = count_influences(session) - 1; k >= 0; k--) {
        const char *name =
            covey_scenario_influence(covey_session_scenario(session), k, &number).kind;
        if (strlen(name) == size && strncmp(name, kind, size) == 0)
            return k;
    }
    return -1;
}

static covey_status hold(covey_session *session, const char *words, covey_error *error)
{
    size_t size = strcspn(words, " ");
    int there = last_of(session, words, size);
    if (words[size] == '\0')
        return covey_fail(error, COVEY_INPUT, "hold needs a kind and a value");
    return command(session, error, "move influences.%d %s",
                   there >= 0 ? there : count_influences(session), words + size + 1);
}

static covey_status release(covey_session *session, const char *kind, covey_error *error)
{
    int there = last_of(session, kind, strlen(kind));
    return there < 0 ? COVEY_OK : command(session, error, "move influences.%d ~", there);
}

/// The obstacle of one point at a place, or -1.
static int obstacle_at(covey_session *session, covey_vec place)
{
    const covey_world *world = covey_session_world(session);
    covey_space space = covey_world_view(world, 0).space;
    int number;
    for (int k = count_influences(session) - 1; k >= 0; k--) {
        covey_influence_def def =
            covey_scenario_influence(covey_session_scenario(session), k, &number);
        if (strcmp(def.kind, "obstacle") != 0)
            continue;
        double reach =
            covey_world_influence_param(world, covey_world_influence_at(world, number), "radius");
        for (size_t p = 0; p < def.points_count; p++) {
            covey_vec point = covey_vec_at(def.points, p);
            if (covey_vec_length(covey_space_offset(&space, point, place)) <= reach)
                return k;
        }
    }
    return -1;
}

// ---- Flocks ----

/// The flock that hunts the first one, or -1.
static int hunters_of(const covey_world *world)
{
    for (int k = 1; k < covey_world_flocks(world); k++)
        if (covey_world_prey(world, k) == 0)
            return k;
    return -1;
}

/// Agents given one by one cannot become more: agents that exist stay, others are placed.
static covey_status free_places(covey_session *session, const char **verb, covey_error *error)
{
    if (covey_scenario_flock(covey_session_scenario(session), 0).pos[0] == NULL)
        return COVEY_OK;
    covey_status status = command(session, error, "%s flocks.0.place {kind: uniform, speed: %.6g}",
                                  *verb, scale_of(covey_session_world(session), 0).speed);
    *verb = "move";
    return status;
}

static covey_status agents(covey_session *session, const char *text, covey_error *error)
{
    const char *verb = "set";
    size_t count = covey_world_view(covey_session_world(session), 0).count;
    long change = strtol(text, NULL, 10);
    if (change < 0 && (size_t)-change > count)
        change = -(long)count;
    covey_status status = free_places(session, &verb, error);
    return status == COVEY_OK
               ? command(session, error, "%s flocks.0.count %ld", verb, (long)count + change)
               : status;
}

static covey_status predator(covey_session *session, const char *text, covey_error *error)
{
    covey_vec at;
    const covey_world *world = covey_session_world(session);
    int hunters = hunters_of(world);
    scale prey = scale_of(world, 0);
    char place[160], height[40] = "";
    covey_space space = covey_world_view(world, 0).space;
    if (!read_place(text, &at))
        return no_place(error, text);
    if (covey_space_dim(&space) == 3)
        (void)snprintf(height, sizeof height, "z: %.9g, ", at.z);
    (void)snprintf(place, sizeof place,
                   "{kind: disc, x: %.9g, y: %.9g, %sradius: 1e-9, speed: %.6g}", at.x, at.y,
                   height, prey.speed);
    if (hunters >= 0) {
        covey_status status = command(session, error, "set flocks.%d.place %s", hunters, place);
        return status == COVEY_OK ? command(session, error, "move flocks.%d.count %zu", hunters,
                                            covey_world_view(world, hunters).count + 1)
                                  : status;
    }
    const char *name = covey_world_find(world, "predators") < 0 ? "predators" : "hunters";
    return command(session, error,
                   "set flocks.%d {name: %s, model: predator, hunts: %s, count: 1, body: %.6g, "
                   "radius: %.6g, chase: %.6g, max_speed: %.6g, place: %s}",
                   covey_world_flocks(world), name, covey_world_name(world, 0),
                   3.0 * covey_world_body(world, 0), prey.reach, CHASE * prey.speed,
                   1.5 * prey.speed, place);
}

/// Takes the nearest predator away, if it is near; of equally near ones that of the lowest id.
static covey_status remove_predator(covey_session *session, covey_vec place, covey_error *error)
{
    const covey_world *world = covey_session_world(session);
    int hunters = hunters_of(world);
    covey_view view = covey_world_view(world, hunters);
    double near = fmax(covey_world_body(world, hunters), 0.3 * scale_of(world, 0).reach);
    bool found = false;
    covey_id id = 0;
    for (size_t i = 0; i < view.count; i++) {
        covey_vec there = covey_vec_at(view.pos, i);
        double distance = covey_vec_length(covey_space_offset(&view.space, there, place));
        if (distance < near || (distance == near && (!found || view.id[i] < id))) {
            found = true;
            near = distance;
            id = view.id[i];
        }
    }
    if (!found)
        return covey_fail(error, COVEY_INPUT, "there is nothing to remove");
    return command(session, error, "remove flocks.%d %" COVEY_PRI_ID, hunters, id);
}

static covey_status remove_at(covey_session *session, const char *text, covey_error *error)
{
    covey_vec place;
    if (!read_place(text, &place))
        return no_place(error, text);
    int there = obstacle_at(session, place);
    if (there >= 0)
        return command(session, error, "set influences.%d ~", there);
    return remove_predator(session, place, error);
}

// ---- All ----

/// Solid things of all kinds, and what a hand holds.
static bool is_cleared(const char *kind)
{
    const covey_influence *known = covey_influence_find(kind);
    return (known != NULL && known->solid != NULL) || strcmp(kind, "pointer") == 0 ||
           strcmp(kind, "steer") == 0;
}

static covey_status clear_obstacles(covey_session *session, const char **verb, covey_error *error)
{
    covey_status status = COVEY_OK;
    int number;
    for (int k = count_influences(session) - 1; k >= 0 && status == COVEY_OK; k--) {
        covey_scenario *scenario = covey_session_scenario(session);
        if (!is_cleared(covey_scenario_influence(scenario, k, &number).kind))
            continue;
        status = command(session, error, "%s influences.%d ~", *verb, k);
        *verb = "move";
    }
    return status;
}

static covey_status clear_predators(covey_session *session, const char **verb, covey_error *error)
{
    covey_status status = COVEY_OK;
    for (int k = covey_world_flocks(covey_session_world(session)) - 1; k > 0; k--) {
        if (status != COVEY_OK || covey_world_prey(covey_session_world(session), k) < 0)
            continue;
        status = command(session, error, "%s flocks.%d ~", *verb, k);
        *verb = "move";
    }
    return status;
}

/// Obstacles, predators, or both where `which` is empty; taken back by one `undo`.
static covey_status clear(covey_session *session, const char *which, covey_error *error)
{
    const char *verb = "set";
    covey_status status = COVEY_OK;
    bool all = which[0] == '\0', obstacles = strcmp(which, "obstacles") == 0;
    if (!all && !obstacles && strcmp(which, "predators") != 0)
        return covey_fail(error, COVEY_INPUT, "there are no %.60s to clear", which);
    if (all || obstacles)
        status = clear_obstacles(session, &verb, error);
    if (status == COVEY_OK && !obstacles)
        status = clear_predators(session, &verb, error);
    return status;
}

static covey_status choose_model(covey_session *session, const char *name, covey_error *error)
{
    char flock[COMMAND - 32];
    if (!scale_flock(covey_session_world(session), name, flock, sizeof flock))
        return covey_fail(error, COVEY_INPUT, "there is no model %.60s", name);
    return command(session, error, "set flocks.0 %s", flock);
}

// ---- The weights of a preset ----

/// The world of a preset at its beginning; the caller destroys both.
static covey_status open_preset(const char *name, covey_scenario **scenario, covey_world **world,
                                covey_error *error)
{
    const covey_preset *preset = covey_preset_find(name);
    covey_scenario_def def = covey_scenario_def_default();
    covey_world_def engine = covey_world_def_default();
    *scenario = NULL;
    *world = NULL;
    if (preset == NULL)
        return covey_fail(error, COVEY_INPUT, "there is no preset %.60s", name);
    covey_status status = covey_scenario_read(&def, preset->text, preset->size, scenario, error);
    return status == COVEY_OK ? covey_scenario_world(*scenario, &engine, world, error) : status;
}

/// Gives the first flock the weights of the first flock of a preset with the same model.
static covey_status take_weights(covey_session *session, const covey_world *from,
                                 covey_error *error)
{
    const char *verb = "set";
    covey_status status = COVEY_OK;
    const covey_model *model = covey_world_model(covey_session_world(session), 0);
    if (covey_world_model(from, 0) != model)
        return covey_fail(error, COVEY_INPUT, "its flock has another model than %s", model->name);
    for (const covey_param *row = model->params; row->name != NULL && status == COVEY_OK; row++) {
        double value = covey_world_param(from, 0, row->name);
        if (!row->rule || value == covey_world_param(covey_session_world(session), 0, row->name))
            continue;
        status = command(session, error, "%s flocks.0.%s %.17g", verb, row->name, value);
        verb = "move";
    }
    return status;
}

static covey_status weights(covey_session *session, const char *name, covey_error *error)
{
    covey_scenario *scenario;
    covey_world *world;
    covey_status status = open_preset(name, &scenario, &world, error);
    if (status == COVEY_OK)
        status = take_weights(session, world, error);
    covey_world_destroy(world);
    covey_scenario_destroy(scenario);
    return status;
}

covey_status commands_do(covey_session *session, const char *order, covey_error *error)
{
    static const struct {
        const char *word;
        covey_status (*act)(covey_session *session, const char *rest, covey_error *error);
    } table[] = {{"hold", hold},          {"release", release},   {"agents", agents},
                 {"model", choose_model}, {"predator", predator}, {"remove", remove_at},
                 {"clear", clear},        {"weights", weights}};
    const char *rest = commands_behind(order, "add");
    if (rest != NULL)
        return command(session, error, "set influences.%d %s", count_influences(session), rest);
    if (strcmp(order, "clear") == 0)
        return clear(session, "", error);
    for (size_t k = 0; k < sizeof table / sizeof *table; k++)
        if ((rest = commands_behind(order, table[k].word)) != NULL)
            return table[k].act(session, rest, error);
    return covey_session_do(session, order, error);
}
