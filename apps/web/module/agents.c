// SPDX-License-Identifier: MIT
// covey-core.wasm: agents, influences, questions and events of a world, as the library has them.
// Columns of JavaScript lie in memory of web_take(); agents that a question found lie in a place
// that the next one writes over. A pose is 6 doubles, a vector 3, as in C.
#include "game.h"

#include "covey/covey.h"

#include <stdlib.h>
#include <string.h>

_Static_assert(sizeof(covey_pose) == 6 * sizeof(double), "core: poses are read by JavaScript");
_Static_assert(sizeof(covey_neighbor) == 40 && sizeof(covey_hit) == 48 && sizeof(covey_event) == 28,
               "core: the same");
_Static_assert(sizeof(covey_aim) == 5 * sizeof(double) && COVEY_AIM_VELOCITY == 2, "core: aims");

// ---- Agents ----

int WEB_EXPORT(web_agents)(web_world *at, int flock, int what, size_t count, covey_id *ids,
                           double *numbers)
{
    covey_error *error = web_failed();
    covey_pose *poses = (covey_pose *)(void *)numbers;
    switch (what) {
    case WEB_GET:
        return (int)covey_world_get_many(at->own, flock, count, ids, poses, error);
    case WEB_PUT:
        return (int)covey_world_put_many(at->own, flock, count, ids, poses, error);
    case WEB_PUSH:
        return (int)covey_world_push_many(at->own, flock, count, ids,
                                          (const covey_vec *)(const void *)numbers, error);
    case WEB_AIM:
        return (int)covey_world_aim(at->own, flock, (covey_agents){count, ids},
                                    (const covey_aim *)(const void *)numbers, error);
    case WEB_SPAWN:
        return (int)covey_world_spawn_many(at->own, flock, count, poses, ids, error);
    default:
        return (int)covey_world_remove_many(at->own, flock, count, ids, error);
    }
}

int WEB_EXPORT(web_user)(web_world *at, int flock, int what, size_t count, const covey_id *ids,
                         uint64_t *values)
{
    covey_error *error = web_failed();
    if (what == WEB_TAKE)
        return (int)covey_world_user_take(at->own, flock, error);
    covey_agents of = {count, ids};
    return (int)(what == WEB_GET ? covey_world_user_get(at->own, flock, of, values, error)
                                 : covey_world_user_put(at->own, flock, of, values, error));
}

// ---- Influences ----

enum { SETTINGS = 64, NAME = 64 };
static covey_setting settings[SETTINGS];
static char names[SETTINGS][NAME];

/// Keeps a setting of the influence that is made next, by its number. COVEY_ARG for too many.
int WEB_EXPORT(web_influence_setting)(size_t number, const char *name, double value)
{
    covey_error *error = web_failed();
    if (number >= SETTINGS || strlen(name) >= NAME)
        return (int)covey_fail(error, COVEY_ARG, "an influence has no parameter called %s", name);
    strcpy(names[number], name);
    settings[number] = (covey_setting){names[number], value};
    return COVEY_OK;
}

/// Takes the first `kept` settings. `points`: one column behind the other. Returns a handle, -1 for
/// a failure.
int WEB_EXPORT(web_influence_add)(web_world *at, const char *kind, const char *flock, size_t kept,
                                  size_t count, const double *points)
{
    covey_influence_def def = covey_influence_def_default();
    int handle = -1;
    def.kind = kind;
    def.flock = flock[0] != '\0' ? flock : NULL;
    def.settings = settings;
    def.settings_count = kept;
    def.points_count = count;
    for (size_t axis = 0; axis < COVEY_AXES && count > 0; axis++)
        def.points[axis] = points + axis * count;
    covey_status status = covey_world_influence_add(at->own, &def, &handle, web_failed());
    return status == COVEY_OK ? handle : -1;
}

int WEB_EXPORT(web_influence_move)(web_world *at, int handle, size_t count, const double *points)
{
    covey_error *error = web_failed();
    size_t wanted = covey_world_influence(at->own, handle).points_count;
    if (count != wanted)
        return (int)covey_fail(error, COVEY_ARG, "influence %d has %zu points, not %zu", handle,
                               wanted, count);
    const double *columns[COVEY_AXES] = {points, points + count, points + 2 * count};
    return (int)covey_world_influence_move(at->own, handle, columns, error);
}

int WEB_EXPORT(web_influence_set)(web_world *at, int handle, const char *name, double value)
{
    return (int)covey_world_influence_set(at->own, handle, name, value, web_failed());
}

int WEB_EXPORT(web_influence_remove)(web_world *at, int handle)
{
    return (int)covey_world_influence_remove(at->own, handle, web_failed());
}

int WEB_EXPORT(web_influence_at)(const web_world *at, int index)
{
    return covey_world_influence_at(at->own, index);
}

// ---- Questions ----

static struct {
    size_t size, room, count; ///< bytes, bytes, things
    unsigned char *bytes;
} found;

/// Room for more; false without memory, and the visit ends.
static bool found_takes(size_t size)
{
    if (found.size + size > found.room) {
        size_t room = 2 * (found.size + size);
        unsigned char *more = realloc(found.bytes, room);
        if (more == NULL)
            return false;
        found.bytes = more;
        found.room = room;
    }
    return true;
}

static bool found_adds(const void *thing, size_t size, bool *full)
{
    if (!found_takes(size))
        return !(*full = true);
    memcpy(found.bytes + found.size, thing, size);
    found.size += size;
    found.count++;
    return true;
}

static bool visit_agent(void *full, const covey_neighbor *agent)
{
    return found_adds(agent, sizeof *agent, full);
}

static bool visit_hit(void *full, const covey_hit *hit)
{
    return found_adds(hit, sizeof *hit, full);
}

/// How many were found, -1 for a failure.
static int found_count(covey_status status, bool full, covey_error *error)
{
    if (status == COVEY_OK && !full)
        return (int)found.count;
    (void)covey_fail(error, full ? COVEY_MEMORY : status, "%s",
                     full ? "no memory for all that was found" : covey_status_text(status));
    return -1;
}

void *WEB_EXPORT(web_found)(void)
{
    return found.bytes;
}

int WEB_EXPORT(web_prepare)(web_world *at)
{
    return (int)covey_world_prepare(at->own, web_failed());
}

/// The numbers of a question, in the order that its case reads: a place, and another or a length.
int WEB_EXPORT(web_ask)(const web_world *at, int what, int flock, const double *n)
{
    covey_error *error = web_failed();
    covey_vec one = {n[0], n[1], n[2]}, other = {n[3], n[4], n[5]};
    covey_status status = COVEY_OK;
    bool full = false;
    found.size = found.count = 0;
    if (what == WEB_NEAR) {
        status = covey_world_near(at->own, flock, one, n[3], visit_agent, &full);
    } else if (what == WEB_BOX) {
        status = covey_world_in_box(at->own, flock, one, other, visit_agent, &full);
    } else if (what == WEB_NEAREST) {
        size_t k = (size_t)n[3];
        full = !found_takes(k * sizeof(covey_neighbor) + 1);
        if (!full)
            status = covey_world_nearest(at->own, flock, one, k,
                                         (covey_neighbor *)(void *)found.bytes, &found.count);
    } else {
        covey_ray ray = covey_ray_default(one, other);
        ray.radius = n[6];
        ray.body = n[7];
        ray.agents = flock;
        ray.solids = (int)n[8];
        status = covey_world_ray_all(at->own, &ray, visit_hit, &full);
    }
    return found_count(status, full, error);
}

int WEB_EXPORT(web_inside)(const web_world *at, int flock, const double *n)
{
    int influence = -1;
    covey_vec place = {n[0], n[1], n[2]};
    covey_status status = covey_world_inside(at->own, flock, place, n[3], &influence);
    return status == COVEY_OK ? influence : -1;
}

// ---- Pictures ----

/// Where the floats are; NULL for a failure. `n`: the part of a step, and the origin.
const float *WEB_EXPORT(web_interpolate)(const web_world *at, int flock, int form, size_t stride,
                                         const double *n)
{
    covey_error *error = web_failed();
    size_t floats = stride * covey_world_view(at->own, flock).count;
    found.size = found.count = 0;
    if (floats > SIZE_MAX / 16 || !found_takes(floats * sizeof(float) + 1))
        return (void)covey_fail(error, COVEY_MEMORY, "no memory for instances"), NULL;
    memset(found.bytes, 0, floats * sizeof(float));
    const covey_instances to = {.out = (float *)(void *)found.bytes,
                                .stride = stride,
                                .origin = {n[1], n[2], n[3]},
                                .form = (covey_instance_form)form};
    covey_status status = covey_world_interpolate(at->own, flock, n[0], &to);
    if (status != COVEY_OK)
        return (void)covey_fail(error, status, "%s", covey_status_text(status)), NULL;
    return to.out;
}

// ---- Events ----

int WEB_EXPORT(web_events_take)(web_world *at, size_t capacity)
{
    return (int)covey_world_events_take(at->own, capacity, web_failed());
}

/// Three numbers: how many events, where they begin, how many had no memory.
const uint32_t *WEB_EXPORT(web_events)(const web_world *at)
{
    static uint32_t places[3];
    covey_events all = covey_world_events(at->own);
    places[0] = (uint32_t)all.count;
    places[1] = (uint32_t)(uintptr_t)all.list;
    places[2] = (uint32_t)all.lost;
    return places;
}

/// `n`: low, high, radius; `influence` of a rim. A number, -1 for a failure.
int WEB_EXPORT(web_watch)(web_world *at, int kind, int flock, int influence, const double *n)
{
    covey_watch region = {.kind = (covey_watch_kind)kind,
                          .flock = flock,
                          .low = {n[0], n[1], n[2]},
                          .high = {n[3], n[4], n[5]},
                          .radius = n[6],
                          .influence = influence};
    int watch = -1;
    return covey_world_watch(at->own, &region, &watch, web_failed()) == COVEY_OK ? watch : -1;
}

int WEB_EXPORT(web_unwatch)(web_world *at, int watch)
{
    return (int)covey_world_unwatch(at->own, watch, web_failed());
}
