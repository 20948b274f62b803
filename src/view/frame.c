// SPDX-License-Identifier: MIT
// Copies a world for drawing.
#include "view/frame.h"

#include "view/scale.h"

#include <covey/describe.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- Flocks ----

static bool make_room(frame_flock *flock, size_t count)
{
    if (count <= flock->room)
        return true;
    size_t room = count + count / 4 + 64;
    covey_id *id = realloc(flock->id, room * sizeof *id);
    flock->id = id != NULL ? id : flock->id;
    uint32_t *order = realloc(flock->order, 2 * room * sizeof *order);
    flock->order = order != NULL ? order : flock->order;
    bool whole = id != NULL && order != NULL;
    for (int axis = 0; axis < COVEY_AXES; axis++) {
        double *pos = realloc(flock->pos[axis], room * sizeof *pos);
        flock->pos[axis] = pos != NULL ? pos : flock->pos[axis];
        double *vel = realloc(flock->vel[axis], room * sizeof *vel);
        flock->vel[axis] = vel != NULL ? vel : flock->vel[axis];
        double *heading = realloc(flock->heading[axis], room * sizeof *heading);
        flock->heading[axis] = heading != NULL ? heading : flock->heading[axis];
        whole = whole && pos != NULL && vel != NULL && heading != NULL;
    }
    if (whole)
        flock->room = room;
    return whole;
}

static void copy_agents(frame_flock *flock, const covey_view *view)
{
    int axes = covey_space_dim(&view->space);
    flock->count = view->count;
    flock->has_headings = view->heading[0] != NULL;
    covey_view_order(view, flock->order);
    for (size_t k = 0; k < view->count; k++) {
        size_t i = flock->order[k];
        flock->id[k] = view->id[i];
        for (int axis = 0; axis < axes; axis++) {
            flock->pos[axis][k] = view->pos[axis][i];
            flock->vel[axis][k] = view->vel[axis][i];
            if (flock->has_headings)
                flock->heading[axis][k] = view->heading[axis][i];
        }
    }
}

bool frame_find(const frame_flock *flock, covey_id id, size_t *index)
{
    size_t low = 0, high = flock->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (flock->id[middle] < id)
            low = middle + 1;
        else
            high = middle;
    }
    *index = low;
    return low < flock->count && flock->id[low] == id;
}

const covey_param *frame_param(const frame_flock *flock, int k)
{
    for (const covey_param *row = flock->model->params; row->name != NULL; row++)
        if (k-- == 0)
            return row;
    for (const covey_param *row = flock->motion->params; row->name != NULL; row++)
        if (k-- == 0)
            return row;
    return NULL;
}

/// Copies the members of a definition that are no pointers.
static void copy_members(const covey_member *table, void *to, const void *from)
{
    for (const covey_member *row = table; row->name != NULL; row++)
        if (row->kind == COVEY_MEMBER_NUMBER || row->kind == COVEY_MEMBER_WHOLE ||
            row->kind == COVEY_MEMBER_SWITCH || row->kind == COVEY_MEMBER_CHOICE)
            memcpy((char *)to + row->offset, (const char *)from + row->offset, row->size);
}

/// How a flock is defined now, and how it sees the others.
static void copy_definition(frame_flock *flock, const covey_world *world, int number)
{
    covey_flock_def def = covey_flock_def_default();
    (void)covey_world_definition(world, number, &def);
    copy_members(covey_members_flock(), &flock->def, &def);
    flock->caught = covey_world_caught(world, number);
    for (int other = 0; other < COVEY_MAX_FLOCKS; other++)
        flock->sees[other] = -1;
    flock->responses_count = 0;
    for (size_t k = 0; k < def.responses_count; k++) {
        const covey_response *one = &def.responses[k];
        int other = covey_world_find(world, one->to);
        if (other < 0)
            continue;
        flock->sees[other] = flock->sees[other] < 0 ? (int)one->rule : flock->sees[other];
        frame_response *to = &flock->responses[flock->responses_count++];
        to->other = other;
        copy_members(covey_members_response(), &to->def, one);
    }
}

static bool copy_flock(frame_flock *flock, const covey_world *world, int number)
{
    covey_view view = covey_world_view(world, number);
    if (!make_room(flock, view.count))
        return false;
    copy_agents(flock, &view);
    (void)snprintf(flock->name, sizeof flock->name, "%s", covey_world_name(world, number));
    flock->model = covey_world_model(world, number);
    flock->motion = covey_world_motion(world, number);
    flock->prey = covey_world_prey(world, number);
    flock->zones_count = covey_world_zones(world, number, flock->zones);
    const covey_param *row;
    for (int k = 0; k < FRAME_PARAMS && (row = frame_param(flock, k)) != NULL; k++)
        flock->params[k] = covey_world_param(world, number, row->name);
    return true;
}

covey_view frame_view(const frame *self, int flock)
{
    const frame_flock *from = &self->flocks[flock];
    bool deep = frame_is_deep(self);
    covey_view view = {
        .count = from->count,
        .step = self->step,
        .space = self->space,
        .id = from->id,
        .pos = {from->pos[0], from->pos[1], deep ? from->pos[2] : NULL},
        .vel = {from->vel[0], from->vel[1], deep ? from->vel[2] : NULL},
    };
    for (int axis = 0; axis < covey_space_dim(&self->space) && from->has_headings; axis++)
        view.heading[axis] = from->heading[axis];
    return view;
}

bool frame_is_deep(const frame *self)
{
    return covey_space_dim(&self->space) == 3;
}

covey_vec frame_place(const frame *self, int flock, size_t i, double lag)
{
    const frame_flock *from = &self->flocks[flock];
    covey_vec place = {from->pos[0][i], from->pos[1][i],
                       frame_is_deep(self) ? from->pos[2][i] : 0.0};
    if (lag == 0.0) // the velocity of a recorded agent may be unknown
        return place;
    place.x -= lag * from->vel[0][i];
    place.y -= lag * from->vel[1][i];
    place.z -= frame_is_deep(self) ? lag * from->vel[2][i] : 0.0;
    return place;
}

double frame_reach(const frame *self)
{
    double longest = 0.0;
    for (int k = 0; k < self->flocks_count; k++)
        for (int z = 0; z < self->flocks[k].zones_count; z++) {
            const covey_zone *zone = &self->flocks[k].zones[z];
            if (zone->nearest == 0 && !zone->voronoi && zone->radius <= 1e9)
                longest = fmax(longest, zone->radius);
        }
    return longest;
}

// ---- Influences ----

static bool copy_points(frame_influence *to, const covey_influence_def *def)
{
    size_t count = def->points_count;
    double *block = realloc(to->points[0], (COVEY_AXES * count + 1) * sizeof *block);
    if (block == NULL)
        return false;
    to->points[0] = block;
    to->points[1] = block + count;
    to->points[2] = def->points[2] != NULL ? block + 2 * count : NULL;
    to->points_count = count;
    for (int axis = 0; axis < COVEY_AXES && count > 0 && def->points[axis] != NULL; axis++)
        memcpy(to->points[axis], def->points[axis], count * sizeof *block);
    return true;
}

static bool copy_triangles(frame_influence *to, const covey_influence_def *def)
{
    size_t size = 3 * def->triangles_count * sizeof *to->triangles;
    if (size == 0)
        return true;
    uint32_t *block = realloc(to->triangles, size);
    if (block == NULL)
        return false;
    memcpy(block, def->triangles, size);
    to->triangles = block;
    to->mark.triangles = block;
    return true;
}

static bool copy_influence(frame_influence *to, const covey_world *world,
                           const covey_influence_def *def, int handle)
{
    to->kind = covey_influence_find(def->kind);
    if (to->kind == NULL)
        return false;
    to->handle = handle;
    to->flock = covey_world_influence(world, handle).flock;
    for (int k = 0; k < FRAME_PARAMS && to->kind->params[k].name != NULL; k++)
        to->params[k] = covey_world_influence_param(world, handle, to->kind->params[k].name);
    to->is_seen = covey_picture_mark_of(world, handle, &to->mark);
    if (!copy_points(to, def) || !copy_triangles(to, def))
        return false;
    for (int axis = 0; axis < COVEY_AXES && to->mark.points[axis] != NULL; axis++)
        to->mark.points[axis] = to->points[axis];
    return true;
}

static bool copy_influences(frame *self, const covey_scenario *scenario, const covey_world *world)
{
    self->influences_count = 0;
    for (int k = 0, number;; k++) {
        covey_influence_def def = covey_scenario_influence(scenario, k, &number);
        if (def.kind == NULL)
            return true;
        if ((size_t)k == self->influences_room) {
            size_t room = 2 * self->influences_room + 8;
            frame_influence *grown = realloc(self->influences, room * sizeof *grown);
            if (grown == NULL)
                return false;
            memset(grown + k, 0, (room - (size_t)k) * sizeof *grown);
            self->influences = grown;
            self->influences_room = room;
        }
        int handle = covey_world_influence_at(world, number);
        if (!copy_influence(&self->influences[k], world, &def, handle))
            return false;
        self->influences_count++;
    }
}

// ---- The panel ----

static void copy_item(frame_panel *to, const covey_panel_item *from, const covey_world *world,
                      const covey_scenario *scenario)
{
    (void)snprintf(to->key, sizeof to->key, "%s", from->key != NULL ? from->key : "");
    (void)snprintf(to->name, sizeof to->name, "%s", from->name);
    (void)snprintf(to->text, sizeof to->text, "%s", from->text);
    to->row = from->row;
    to->low = from->low;
    to->high = from->high;
    to->value = 0.0;
    if (from->flock >= 0)
        to->value = covey_world_param(world, from->flock, from->param);
    int number;
    if (from->influence >= 0 &&
        covey_scenario_influence(scenario, from->influence, &number).kind != NULL)
        to->value = covey_world_influence_param(world, covey_world_influence_at(world, number),
                                                from->param);
}

static void copy_panel(frame *self, const covey_scenario *scenario, const covey_world *world)
{
    covey_panel_item item;
    self->panel_count = 0;
    for (int k = 0; k < COVEY_MAX_PANEL; k++) {
        item = covey_scenario_panel(scenario, k);
        if (item.text == NULL)
            return;
        copy_item(&self->panel[self->panel_count++], &item, world, scenario);
    }
}

// ---- All of it ----

bool frame_copy(frame *self, covey_session *session)
{
    const covey_world *world = covey_session_world(session);
    const covey_scenario *scenario = covey_session_scenario(session);
    covey_plan plan = covey_scenario_plan(scenario);
    self->step = covey_world_steps(world);
    self->hash = covey_world_hash(world);
    self->failed = covey_world_error(world)->status != COVEY_OK;
    self->seed = plan.seed;
    self->dt = plan.dt;
    self->time = (double)self->step * plan.dt;
    self->recorded = false;
    self->space = plan.space;
    self->undoable = covey_session_undoable(session);
    (void)snprintf(self->title, sizeof self->title, "%s", plan.title);
    self->flocks_count = covey_world_flocks(world);
    scale size = scale_of(world, 0);
    self->reach = size.reach;
    self->speed = size.speed;
    self->push = size.push;
    self->link = scale_link(plan.link, &size);
    copy_panel(self, scenario, world);
    bool whole = true;
    for (int k = 0; k < self->flocks_count && whole; k++)
        if ((whole = copy_flock(&self->flocks[k], world, k)))
            copy_definition(&self->flocks[k], world, k);
    return whole && copy_influences(self, scenario, world);
}

// ---- Frames of recordings ----

/// Takes the place of the model and the motion that a file does not have.
static const covey_param no_params[] = {{0}};
static const covey_model no_model = {
    .name = "recording", .title = "Agents of a recording", .params = no_params};
static const covey_motion no_motion = {.name = "recorded", .params = no_params};

/// The flock of this name, else a new one; NULL if there are too many.
static frame_flock *flock_called(frame *self, const char *name)
{
    for (int k = 0; k < self->flocks_count; k++)
        if (strcmp(self->flocks[k].name, name) == 0)
            return &self->flocks[k];
    if (self->flocks_count == COVEY_MAX_FLOCKS)
        return NULL;
    frame_flock *flock = &self->flocks[self->flocks_count++];
    (void)snprintf(flock->name, sizeof flock->name, "%s", name);
    flock->model = &no_model;
    flock->motion = &no_motion;
    flock->prey = -1;
    flock->def = (covey_flock_def){0};
    flock->zones_count = 0;
    flock->rules_count = 0;
    flock->caught = 0;
    flock->responses_count = 0;
    for (int other = 0; other < COVEY_MAX_FLOCKS; other++)
        flock->sees[other] = -1;
    flock->count = 0;
    return flock;
}

bool frame_record(frame *self, covey_session *session, const recording *from, size_t number)
{
    const recording_frame *now = &from->frames[number];
    bool whole = session == NULL || frame_copy(self, session);
    if (session == NULL) {
        self->flocks_count = 0;
        self->influences_count = 0;
        self->panel_count = 0;
        self->title[0] = '\0';
        self->seed = 0;
        self->reach = 0.5 * from->link; // for hands; there is nothing to push
        self->speed = recording_top_speed(from, number);
        self->push = 1.0;
    }
    self->step = number;
    self->time = now->time;
    self->dt = 0.0;
    self->recorded = true;
    self->hash = 0;
    self->undoable = 0;
    self->failed = false;
    self->link = from->link;
    const covey_space told = self->space, *found = &now->sets[0].view.space;
    recording_box(from, &self->low, &self->high);
    self->space = *found;
    // Files have a torus alone; the walls of others are the session's.
    if (session != NULL && found->kind == COVEY_SPACE_OPEN && told.kind != COVEY_SPACE_OPEN &&
        told.kind != COVEY_SPACE_TORUS && covey_space_dim(&told) == covey_space_dim(found)) {
        self->space = told;
        self->low = (covey_vec){0, 0, 0.0};
        self->high = (covey_vec){told.size[0], told.size[1], told.size[2]};
    }
    for (int k = 0; k < self->flocks_count; k++)
        self->flocks[k].count = 0;
    for (int s = 0; s < now->count && whole; s++) {
        frame_flock *flock = flock_called(self, now->sets[s].name);
        whole = flock != NULL && make_room(flock, now->sets[s].view.count);
        if (whole)
            copy_agents(flock, &now->sets[s].view);
    }
    return whole;
}

void frame_free(frame *self)
{
    for (int k = 0; k < COVEY_MAX_FLOCKS; k++) {
        frame_flock *flock = &self->flocks[k];
        free(flock->id);
        free(flock->order);
        free(flock->pushes);
        free(flock->doing);
        for (int axis = 0; axis < COVEY_AXES; axis++) {
            free(flock->pos[axis]);
            free(flock->vel[axis]);
            free(flock->heading[axis]);
        }
    }
    for (size_t k = 0; k < self->influences_room; k++) {
        free(self->influences[k].points[0]);
        free(self->influences[k].triangles);
    }
    free(self->influences);
}
