// SPDX-License-Identifier: MIT
// From a frame to a picture: positions between two steps, camera, overlays.

#include "view/view_draw.h"
#include "view/grab.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LEAST 160.0 ///< units: a page beside a panel that is less wide has no room for texts

/// Positions of a flock as drawn, and its clusters.
typedef struct cast {
    double *pos[COVEY_AXES];
    uint32_t *clusters;
    size_t room;
} cast;

struct view_draw {
    cast casts[COVEY_MAX_FLOCKS];
    covey_picture_flock flocks[COVEY_MAX_FLOCKS];
    covey_picture_mark *marks;
    size_t marks_room;
    rules_scale rules;
    uint64_t opened, done[COVEY_MAX_FLOCKS]; ///< the world, and what was done in it
    double force;                            ///< L/T² that has an arrow of 24 units, smoothed
    char caption[192];
    char title[FRAME_TEXT + 16];
};

view_draw *view_draw_create(void)
{
    return calloc(1, sizeof(view_draw));
}

void view_draw_destroy(view_draw *self)
{
    if (self == NULL)
        return;
    for (int k = 0; k < COVEY_MAX_FLOCKS; k++) {
        for (int axis = 0; axis < COVEY_AXES; axis++)
            free(self->casts[k].pos[axis]);
        free(self->casts[k].clusters);
    }
    free(self->marks);
    free(self);
}

// ---- Flocks ----

static bool make_room(cast *self, size_t count)
{
    if (count <= self->room)
        return true;
    for (int axis = 0; axis < COVEY_AXES; axis++) {
        double *pos = realloc(self->pos[axis], count * sizeof *pos);
        if (pos == NULL)
            return false;
        self->pos[axis] = pos;
    }
    uint32_t *clusters = realloc(self->clusters, count * sizeof *clusters);
    if (clusters == NULL)
        return false;
    self->clusters = clusters;
    self->room = count;
    return true;
}

/// Moves agents back to their places a time `lag` before the frame.
static void move_back(cast *self, const frame *now, int flock, double lag)
{
    bool folds = now->space.kind == COVEY_SPACE_TORUS;
    for (size_t i = 0; i < now->flocks[flock].count; i++) {
        covey_vec at = frame_place(now, flock, i, lag);
        if (folds)
            at = covey_space_fold(&now->space, at);
        self->pos[0][i] = at.x;
        self->pos[1][i] = at.y;
        self->pos[2][i] = at.z;
    }
}

/// A look at all agents for each of them takes its time.
static bool shows_all(const viewer *of)
{
    size_t agents = 0;
    for (int k = 0; k < of->now->flocks_count; k++)
        agents += of->now->flocks[k].count;
    return of->set.all != 0.0 && agents <= FRAME_WATCHED;
}

static void show_flock(view_draw *self, const viewer *of, int k)
{
    const frame_flock *from = &of->now->flocks[k];
    cast *own = &self->casts[k];
    covey_picture_flock *to = &self->flocks[k];
    *to = (covey_picture_flock){.view = frame_view(of->now, k),
                                .name = from->name,
                                .body = from->def.body,
                                .prey = from->prey};
    double lag = viewer_lag(of);
    if (make_room(own, from->count) && lag > 0.0) {
        move_back(own, of->now, k, lag);
        for (int axis = 0; axis < covey_space_dim(&to->view.space); axis++)
            to->view.pos[axis] = own->pos[axis];
    }
    if (shows_all(of)) {
        to->zones = from->zones;
        to->zones_count = from->zones_count;
        to->shows_zones = of->set.zones != 0.0;
        to->shows_neighbors = of->set.neighbors != 0.0;
    }
    to->trail = of->set.trails > 0.0 ? of->past.of[k] : NULL;
    bool has_forces = of->set.forces != 0.0 && of->past.known[k] == from->count;
    to->forces = has_forces ? of->past.changes[k] : NULL;
    bool clusters = of->set.coloring == (double)COVEY_COLORING_CLUSTER && own->room >= from->count;
    if (clusters && covey_picture_clusters(&to->view, of->now->link, (covey_allocator){0},
                                           own->clusters, NULL) == COVEY_OK)
        to->clusters = own->clusters;
    to->doing = from->is_doing ? from->doing : NULL;
    self->done[k] |= covey_picture_done(to->doing, from->count);
    to->done = self->done[k];
    to->model = from->model;
}

/// The root mean square of the forces has an arrow of 24 units.
static double typical_force(view_draw *self, const viewer *of)
{
    double sum = 0.0;
    size_t count = 0;
    for (int k = 0; k < of->now->flocks_count; k++)
        for (size_t i = 0; self->flocks[k].forces != NULL && i < self->flocks[k].view.count; i++) {
            covey_vec force = self->flocks[k].forces[i];
            sum += covey_vec_dot(force, force);
            count++;
        }
    double typical = count > 0 && isfinite(sum) ? sqrt(sum / (double)count) : 0.0;
    self->force += (self->force > 0.0 ? 0.1 : 1.0) * (typical - self->force);
    return self->force;
}

// ---- The background ----

static void show_marks(view_draw *self, const viewer *of, covey_picture *picture)
{
    size_t count = of->now->influences_count + 1, shown = 0;
    if (count > self->marks_room) {
        covey_picture_mark *grown = realloc(self->marks, count * sizeof *grown);
        if (grown == NULL)
            return;
        self->marks = grown;
        self->marks_room = count;
    }
    for (size_t k = 0; k < of->now->influences_count; k++)
        if (of->now->influences[k].is_seen)
            self->marks[shown++] = of->now->influences[k].mark;
    if (of->hand.drag == DRAG_OBSTACLE && !of->hand.is_outlining) {
        covey_vec from = viewer_place(of, of->hand.press_x, of->hand.press_y);
        covey_vec to = viewer_place(of, of->hand.mouse_x, of->hand.mouse_y);
        covey_picture_mark *mark = &self->marks[shown++];
        *mark = (covey_picture_mark){.kind = COVEY_MARK_SOLID, .count = 1};
        mark->own[0][0] = from.x;
        mark->own[1][0] = from.y;
        mark->own[2][0] = from.z;
        mark->radius = covey_vec_length(covey_vec_sub(to, from));
    }
    picture->marks = self->marks;
    picture->marks_count = shown;
}

// ---- The camera ----

static covey_camera aim(const viewer *of, covey_box area)
{
    covey_vec place;
    covey_orbit orbit = {.projection = of->set.perspective != 0.0 ? COVEY_PROJECTION_PERSPECTIVE
                                                                  : COVEY_PROJECTION_ORTHOGRAPHIC,
                         .azimuth = of->camera.azimuth,
                         .elevation = of->camera.elevation,
                         .zoom = of->camera.zoom};
    bool is_deep = frame_is_deep(of->now);
    covey_camera camera = is_deep
                              ? covey_camera_orbit(area, of->camera.low, of->camera.high, &orbit)
                              : covey_camera_fit(area, of->camera.low, of->camera.high);
    camera.scale *= is_deep ? 1.0 : of->camera.zoom;
    camera.center = covey_vec_add(camera.center, of->camera.pan);
    bool follows = of->set.camera == (double)CAMERA_FOLLOW ||
                   (of->set.camera == (double)CAMERA_ALL && of->camera.zoom > 1.0);
    if (follows && viewer_selected(of, &place))
        camera.center = place;
    return camera;
}

// ---- All ----

static void tell_time(view_draw *self, const viewer *of)
{
    const frame *now = of->now;
    double time =
        now->recorded ? now->time : (of->clock.shown < 0.0 ? 0.0 : of->clock.shown) * now->dt;
    (void)snprintf(self->caption, sizeof self->caption, "t = %.1f T   %s %llu%s", time,
                   now->recorded ? "frame" : "step", (unsigned long long)now->step,
                   of->clock.runs ? "" : "   paused");
}

/// A world without a title has the name of its file, without the folder.
static void tell_title(view_draw *self, const frame *now)
{
    const char *slash = strrchr(now->name, '/');
    const char *name = slash != NULL ? slash + 1 : now->name;
    (void)snprintf(self->title, sizeof self->title, "%s%s",
                   now->title[0] != '\0' ? now->title : name,
                   now->undoable > 0 ? " (changed)" : "");
}

static void focus(const viewer *of, covey_picture *picture)
{
    if (of->selected_flock < 0)
        return;
    const frame_flock *flock = &of->now->flocks[of->selected_flock];
    picture->focus = (covey_picture_focus){
        .flock = of->selected_flock,
        .id = of->selected,
        .zones = flock->zones,
        .zones_count = flock->zones_count,
        .shows_zones = of->set.zones != 0.0,
        .shows_neighbors = of->set.neighbors != 0.0,
    };
}

void view_draw_draw(view_draw *self, viewer *of, const view_draw_page *page,
                    const covey_canvas *canvas)
{
    covey_picture picture = covey_picture_default();
    const frame *now = of->now;
    picture.width = page->width;
    picture.height = page->height;
    picture.unit = page->unit;
    picture.furnished = page->width >= LEAST * page->unit;
    picture.theme = (covey_theme)of->set.theme;
    picture.coloring = (covey_coloring)of->set.coloring;
    picture.space = now->space;
    tell_title(self, now);
    picture.title = self->title;
    picture.top_speed = now->speed;
    picture.link = now->link;
    picture.grid = of->set.grid != 0.0 ? frame_reach(now) : 0.0;
    if (self->opened != now->opened)
        memset(self->done, 0, sizeof self->done);
    self->opened = now->opened;
    for (int k = 0; k < now->flocks_count; k++)
        show_flock(self, of, k);
    picture.flocks = self->flocks;
    picture.flocks_count = now->flocks_count;
    double force = of->set.forces != 0.0 ? typical_force(self, of) : 0.0;
    picture.force = force > 1e-300 ? covey_round_number(force) : 0.0;
    tell_time(self, of);
    picture.caption = self->caption;
    show_marks(self, of, &picture);
    focus(of, &picture);
    bool has_rules = of->set.rules != 0.0 && rules_follow(&self->rules, of);
    picture.arrow = has_rules ? self->rules.text : NULL;
    picture.camera = aim(of, covey_picture_area(&picture, canvas));
    if (page->is_window)
        of->camera.lens = picture.camera;
    covey_picture_draw(&picture, canvas);
    wind_draw(of->now, &picture, canvas);
    if (page->is_window)
        grab_draw(of, &picture, canvas);
    if (has_rules)
        rules_draw(of, &self->rules, &picture, canvas);
}
