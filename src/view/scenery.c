// SPDX-License-Identifier: MIT
#include "view/scenery.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { VALUE = 768 };

// ---- Rows ----

static bool is_one_of(const char *name, const char *const *names)
{
    while (*names != NULL && strcmp(name, *names) != 0)
        names++;
    return *names != NULL;
}

/// The axis of a row that is a place, -1 for any other.
static int axis_of(const covey_param *row)
{
    static const char *const names[COVEY_AXES][3] = {
        {"x", "left", NULL}, {"y", "bottom", NULL}, {"z", "front", NULL}};
    for (int axis = 0; axis < COVEY_AXES && strcmp(row->unit, "L") == 0; axis++)
        if (is_one_of(row->name, names[axis]))
            return axis;
    return -1;
}

static bool is_corner(const covey_param *row)
{
    static const char *const names[] = {"left", "bottom", "front", NULL};
    return is_one_of(row->name, names);
}

/// The axis of a row that is a side of a box, -1 for any other.
static int side_of(const covey_param *row)
{
    static const char *const names[COVEY_AXES] = {"width", "height", "depth"};
    for (int axis = 0; axis < COVEY_AXES; axis++)
        if (strcmp(row->name, names[axis]) == 0)
            return axis;
    return -1;
}

static bool is_strength(const covey_param *row)
{
    return strcmp(row->unit, "intent") == 0 || strcmp(row->name, "weight") == 0;
}

bool scenery_is_meant(const frame *now, const covey_param *row)
{
    static const char *const deep[] = {"z", "front", "depth", "up", NULL};
    return frame_is_deep(now) || !is_one_of(row->name, deep);
}

// ---- Sliders ----

/// The size of the world along an axis, L; 0 where it has no end.
static double extent(const frame *now, int axis)
{
    return now->space.kind == COVEY_SPACE_OPEN ? 0.0 : now->space.size[axis];
}

/// A place goes from one end of the world to the other, a strength as far below 0 as above it.
static slider begin(const covey_param *row, double value, const frame *now)
{
    slider self = slider_begin(row, value, now);
    int axis = axis_of(row);
    if (axis >= 0) {
        double size = extent(now, axis), around = 4.0 * fmax(now->reach, 1e-6);
        self.least = size > 0.0 ? 0.0 : value - around;
        self.most = size > 0.0 ? size : value + around;
        self.least = fmin(self.least, value);
        self.most = fmax(self.most, value);
    } else if (row->low < 0.0 && row->choices == NULL) {
        if (strcmp(row->unit, "intent") == 0)
            self.most = fmax(self.most, fmin(2.0 * now->push, row->high));
        self.least = fmax(-self.most, row->low);
    }
    self.on = value;
    return self;
}

static const scenery_item *find(const scenery *self, const scenery_item *wanted)
{
    for (int k = 0; k < SCENERY; k++)
        if (self->items[k].kind == wanted->kind && self->items[k].handle == wanted->handle)
            return &self->items[k];
    return NULL;
}

static void follow(scenery_item *self, const frame_influence *item)
{
    bool is_on = scenery_is_on(item);
    const covey_param *row = self->kind->params;
    for (int p = 0; p < FRAME_PARAMS && row[p].name != NULL; p++) {
        slider_follow(&self->of[p], &row[p], item->params[p]);
        if (is_on)
            self->of[p].on = item->params[p];
    }
}

void scenery_follow(scenery *self, const frame *now)
{
    scenery before = *self;
    bool is_new = before.loaded != now->loaded;
    self->loaded = now->loaded;
    for (size_t k = 0; k < SCENERY; k++) {
        scenery_item *track = &self->items[k];
        if (k >= now->influences_count) {
            track->kind = NULL;
            continue;
        }
        const frame_influence *item = &now->influences[k];
        track->kind = item->kind;
        track->handle = item->handle;
        const scenery_item *known = is_new ? NULL : find(&before, track);
        for (int p = 0; known == NULL && p < FRAME_PARAMS && item->kind->params[p].name != NULL;
             p++)
            track->of[p] = begin(&item->kind->params[p], item->params[p], now);
        if (known != NULL)
            *track = *known;
        follow(track, item);
    }
}

// ---- Changes ----

void scenery_param(viewer *self, int k, const covey_param *row, double value, bool first)
{
    char owner[32];
    (void)snprintf(owner, sizeof owner, "influences.%d", k);
    viewer_set(self, owner, row, value, first);
}

void scenery_remove(viewer *self, int k)
{
    viewer_command(self, "set influences.%d ~", k);
}

bool scenery_has_switch(const covey_influence *kind)
{
    for (const covey_param *row = kind->params; row->name != NULL; row++)
        if (is_strength(row))
            return true;
    return false;
}

bool scenery_is_on(const frame_influence *item)
{
    const covey_param *row = item->kind->params;
    for (int p = 0; p < FRAME_PARAMS && row[p].name != NULL; p++)
        if (is_strength(&row[p]) && item->params[p] != 0.0)
            return true;
    return false;
}

void scenery_switch(viewer *self, int k, const scenery_item *track)
{
    const frame_influence *item = &self->now->influences[k];
    bool is_on = scenery_is_on(item), is_first = true;
    const covey_param *row = item->kind->params;
    for (int p = 0; p < FRAME_PARAMS && row[p].name != NULL; p++) {
        double value = is_on ? 0.0 : track->of[p].on;
        if (!is_strength(&row[p]) || value == item->params[p])
            continue;
        scenery_param(self, k, &row[p], value, is_first);
        is_first = false;
    }
}

// ---- New ones ----

/// Meshes and fields come from files; boxes and planes have a meaning in three dimensions, rooms
/// and planes none on a torus.
static bool can_add(const frame *now, const covey_influence *kind)
{
    bool is_solid = kind->form == COVEY_INFLUENCE_BOX || kind->form == COVEY_INFLUENCE_PLANE;
    bool is_endless = kind->form == COVEY_INFLUENCE_ROOM || kind->form == COVEY_INFLUENCE_PLANE;
    return !kind->field && kind->form != COVEY_INFLUENCE_MESH &&
           (!is_solid || frame_is_deep(now)) &&
           !(is_endless && now->space.kind == COVEY_SPACE_TORUS);
}

void scenery_kinds(const frame *now, const char *list[SLIDER_LIST])
{
    const covey_influence *kind;
    int count = 0;
    for (int k = 0; count < SLIDER_LIST - 1 && (kind = covey_influence_at(k)) != NULL; k++)
        if (can_add(now, kind))
            list[count++] = kind->name;
    list[count] = NULL;
}

/// A text that grows while there is room.
typedef struct value_text {
    char bytes[VALUE];
    size_t size;
} value_text;

static void put(value_text *text, const char *format, ...) COVEY_PRINTF(2, 3);

static void put(value_text *text, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    int size = vsnprintf(text->bytes + text->size, VALUE - text->size, format, values);
    va_end(values);
    if (size > 0)
        text->size += (size_t)size < VALUE - text->size ? (size_t)size : VALUE - 1 - text->size;
}

static double component(covey_vec at, int axis)
{
    return axis == 0 ? at.x : axis == 1 ? at.y : at.z;
}

/// The box of the world, or in an open one that of the agents.
static void box_of(const viewer *self, covey_vec *low, covey_vec *high)
{
    const frame *now = self->now;
    *low = self->camera.low;
    *high = self->camera.high;
    if (now->space.kind != COVEY_SPACE_OPEN) {
        *low = (covey_vec){0, 0, 0};
        *high =
            (covey_vec){extent(now, 0), extent(now, 1), frame_is_deep(now) ? extent(now, 2) : 0.0};
    }
}

/// The middle of the view, in the world.
static covey_vec middle(const viewer *self)
{
    covey_vec at = self->camera.lens.center;
    if (self->now->space.kind == COVEY_SPACE_TORUS)
        at = covey_space_fold(&self->now->space, at);
    if (!frame_is_deep(self->now))
        at.z = 0.0;
    return at;
}

/// A fitting value of a row; its initial one where the world does not say.
static double fitting(const viewer *self, const covey_influence *kind, const covey_param *row)
{
    const frame *now = self->now;
    covey_vec low, high;
    box_of(self, &low, &high);
    int axis = axis_of(row);
    if (axis >= 0)
        return component(is_corner(row) ? low : middle(self), axis);
    if ((axis = side_of(row)) >= 0)
        return component(high, axis) - component(low, axis);
    if (row->initial == 0.0)
        return 0.0;
    if (strcmp(row->unit, "intent") == 0)
        return (kind->solid != NULL ? 1.0 : 0.25) * now->push;
    if (strcmp(row->unit, "L/T") == 0)
        return now->speed;
    if (strcmp(row->unit, "L") != 0)
        return row->initial;
    if (kind->form == COVEY_INFLUENCE_ROOM && strcmp(row->name, "radius") == 0)
        return 0.5 * fmin(high.x - low.x, high.y - low.y);
    bool is_half = strcmp(row->name, "margin") == 0 ||
                   (strcmp(row->name, "radius") == 0 && kind->solid != NULL);
    return (is_half ? 0.5 : 1.0) * now->reach;
}

static void put_point(const viewer *self, value_text *text, covey_vec at)
{
    char words[VIEWER_PLACE];
    viewer_name_place(self, at, ", ", words);
    put(text, "%s[%s]", text->bytes[text->size - 1] == ']' ? ", " : "", words);
}

/// An outline as long as the reach of agents: a point, a line, two corners, a plane below.
static void put_points(const viewer *self, value_text *text, const covey_influence *kind)
{
    double reach = self->now->reach;
    covey_vec at = middle(self), low = covey_vec_add(at, (covey_vec){-reach, -reach, -reach});
    put(text, ", points: [");
    if (kind->form == COVEY_INFLUENCE_BOX) {
        put_point(self, text, low);
        put_point(self, text, covey_vec_add(at, (covey_vec){reach, reach, reach}));
    } else if (kind->form == COVEY_INFLUENCE_PLANE) {
        at.z = low.z;
        put_point(self, text, at);
        at.z += reach;
        put_point(self, text, at);
    } else {
        for (size_t k = 0; k < kind->points; k++) {
            put_point(self, text, at);
            at.x += reach;
        }
    }
    put(text, "]");
}

void scenery_add(viewer *self, const char *name)
{
    const covey_influence *kind = covey_influence_find(name);
    value_text text = {.size = 0};
    if (kind == NULL || !can_add(self->now, kind))
        return;
    put(&text, "{kind: %s", name);
    if (kind->points > 0)
        put_points(self, &text, kind);
    for (const covey_param *row = kind->params; row->name != NULL; row++) {
        double value = fmin(fmax(fitting(self, kind, row), row->low), row->high);
        if (scenery_is_meant(self->now, row) && value != row->initial && row->choices == NULL)
            put(&text, ", %s: %.6g", row->name, value);
    }
    put(&text, "}");
    viewer_command(self, "add %s", text.bytes);
}

// ---- Bounds ----

static bool is_wall(const frame_influence *item)
{
    return item->kind->mark == COVEY_INFLUENCE_WALLS && item->flock < 0;
}

bool scenery_is_bounded(const frame *now)
{
    for (size_t k = 0; k < now->influences_count; k++)
        if (is_wall(&now->influences[k]))
            return true;
    return false;
}

void scenery_bound(viewer *self, bool on)
{
    const char *verb = "set";
    if (on) {
        scenery_add(self, "wall");
        return;
    }
    for (size_t k = self->now->influences_count; k-- > 0;)
        if (is_wall(&self->now->influences[k])) {
            viewer_command(self, "%s influences.%zu ~", verb, k);
            verb = "move";
        }
}
