// SPDX-License-Identifier: MIT
#include "view/grab.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const double NEAR = 8, SIZE = 5; // units
enum { VALUE = 64 * VIEWER_PLACE };     // bytes

// ---- Parameters by their names ----

static const covey_param *row_of(const frame_influence *item, const char *name, double *value)
{
    const covey_param *row = item->kind->params;
    for (int p = 0; p < FRAME_PARAMS && row[p].name != NULL; p++)
        if (strcmp(row[p].name, name) == 0) {
            *value = item->params[p];
            return &row[p];
        }
    return NULL;
}

/// The place that parameters give; false if none do, as wind's x and y are no lengths.
static bool center_of(const frame_influence *item, covey_vec *at)
{
    const covey_param *x = row_of(item, "x", &at->x), *y = row_of(item, "y", &at->y);
    at->z = 0.0;
    return x != NULL && y != NULL && strcmp(x->unit, "L") == 0;
}

static covey_vec point_of(const frame_influence *item, size_t p)
{
    return (covey_vec){item->points[0][p], item->points[1][p], 0.0};
}

/// The box of a wall: left, right, bottom, top.
static bool sides_of(const frame_influence *item, double sides[4])
{
    double width = 0.0, height = 0.0;
    if (row_of(item, "left", &sides[0]) == NULL || row_of(item, "bottom", &sides[2]) == NULL ||
        row_of(item, "width", &width) == NULL || row_of(item, "height", &height) == NULL)
        return false;
    sides[1] = sides[0] + width;
    sides[3] = sides[2] + height;
    return true;
}

/// How far it reaches around its place or points; 0 if that has no parameter.
static double reach_of(const frame_influence *item)
{
    double radius = 0.0;
    return row_of(item, "radius", &radius) != NULL ? radius : 0.0;
}

// ---- The part under the mouse ----

/// A search: the best part so far, and how far it is from the mouse, L.
typedef struct search {
    const viewer *of;
    covey_vec at;
    double near, best;
    viewer_grab *found;
    bool any;
} search;

/// Parts of the same rank compete by their distance; a lower rank wins.
static void offer(search *self, int rank, double distance, const viewer_grab *part)
{
    double order = rank * 1e3 * self->near + distance;
    if (!(distance <= self->near && order < self->best))
        return;
    self->best = order;
    *self->found = *part;
    self->found->pressed = self->found->last = self->at;
    self->any = true;
}

static covey_vec offset(const search *self, covey_vec from)
{
    return covey_space_offset(&self->of->now->space, from, self->at);
}

static void offer_point(search *self, int k, int which, covey_vec at)
{
    const frame_influence *item = &self->of->now->influences[k];
    double away = covey_vec_length(offset(self, at)), radius = reach_of(item);
    offer(self, 0, away,
          &(viewer_grab){.influence = k, .part = PART_POINT, .which = which, .place = at});
    bool is_one = item->points_count <= 1;
    if (radius > self->near && is_one) // else there is no rim apart from the place
        offer(self, 1, fabs(away - radius),
              &(viewer_grab){.influence = k, .part = PART_RIM, .which = which, .place = at});
    if (is_one && item->kind->solid != NULL && away <= radius)
        offer(self, 2, 0.0,
              &(viewer_grab){.influence = k, .part = PART_BODY, .which = which, .place = at});
}

/// How far the mouse is from the segment from a to b.
static double distance_to_line(const search *self, covey_vec a, covey_vec b)
{
    covey_vec way = covey_space_offset(&self->of->now->space, a, b), to = offset(self, a);
    double length = covey_vec_dot(way, way);
    double share = length > 0.0 ? covey_vec_dot(to, way) / length : 0.0;
    share = fmin(fmax(share, 0.0), 1.0);
    return covey_vec_length(covey_vec_sub(to, covey_vec_scale(way, share)));
}

/// True inside an outline, by the edges that a ray to the right crosses.
static bool is_inside(const search *self, const frame_influence *item)
{
    bool inside = false;
    for (size_t i = 0, j = item->points_count - 1; i < item->points_count; j = i++) {
        covey_vec a = point_of(item, i), b = point_of(item, j);
        if ((a.y > self->at.y) != (b.y > self->at.y) &&
            self->at.x < a.x + (b.x - a.x) * (self->at.y - a.y) / (b.y - a.y))
            inside = !inside;
    }
    return inside;
}

static void offer_lines(search *self, int k)
{
    const frame_influence *item = &self->of->now->influences[k];
    size_t count = item->points_count, lines = count == 2 ? 1 : count;
    if (count < 2)
        return;
    const viewer_grab body = {.influence = k, .part = PART_BODY, .place = point_of(item, 0)};
    for (size_t p = 0; p < lines; p++) {
        double away = distance_to_line(self, point_of(item, p), point_of(item, (p + 1) % count));
        offer(self, 2, fmax(away - reach_of(item), 0.0), &body);
    }
    if (count > 2 && item->kind->solid != NULL && is_inside(self, item))
        offer(self, 3, 0.0, &body);
}

static void offer_sides(search *self, int k)
{
    double sides[4];
    covey_vec at = self->at;
    if (!sides_of(&self->of->now->influences[k], sides))
        return;
    bool is_along[2] = {at.y >= sides[2] - self->near && at.y <= sides[3] + self->near,
                        at.x >= sides[0] - self->near && at.x <= sides[1] + self->near};
    for (int s = 0; s < 4; s++)
        if (is_along[s / 2])
            offer(self, 1, fabs((s < 2 ? at.x : at.y) - sides[s]),
                  &(viewer_grab){.influence = k,
                                 .part = PART_SIDE,
                                 .which = s,
                                 .place = {sides[s], sides[s], 0.0},
                                 .across = sides[s ^ 1]});
}

bool grab_find(const viewer *of, double x, double y, viewer_grab *found)
{
    const frame *now = of->now;
    search self = {.of = of,
                   .at = viewer_place(of, x, y),
                   .near = NEAR * of->page.unit / of->camera.lens.scale,
                   .best = HUGE_VAL,
                   .found = found};
    if (frame_is_deep(now) || now->recorded || !(of->camera.lens.scale > 0.0))
        return false;
    for (int k = 0; k < (int)now->influences_count; k++) {
        const frame_influence *item = &now->influences[k];
        covey_vec at;
        if (center_of(item, &at))
            offer_point(&self, k, -1, at);
        for (size_t p = 0; p < item->points_count; p++)
            offer_point(&self, k, (int)p, point_of(item, p));
        offer_lines(&self, k);
        offer_sides(&self, k);
    }
    return self.any;
}

// ---- Orders ----

static void set(viewer *self, const char *name, double value)
{
    double now;
    char owner[32];
    viewer_grab *grab = &self->hand.grab;
    const frame_influence *item = &self->now->influences[grab->influence];
    const covey_param *row = row_of(item, name, &now);
    if (row == NULL)
        return;
    (void)snprintf(owner, sizeof owner, "influences.%d", grab->influence);
    viewer_set(self, owner, row, fmin(fmax(value, row->low), row->high), !grab->has_moved);
    grab->has_moved = true;
}

/// All points: the held one goes to a place, or with it all the others. The frame may be older than
/// the last order, but its points are those of one moment.
static void set_points(viewer *self, covey_vec to)
{
    char text[VALUE] = "";
    size_t used = 0;
    viewer_grab *grab = &self->hand.grab;
    const frame_influence *item = &self->now->influences[grab->influence];
    size_t held = grab->which > 0 ? (size_t)grab->which : 0;
    covey_vec by = covey_vec_sub(to, point_of(item, held));
    for (size_t p = 0; p < item->points_count && used + VIEWER_PLACE < sizeof text; p++) {
        covey_vec at = point_of(item, p);
        char place[VIEWER_PLACE];
        if (grab->part == PART_BODY || p == held)
            at = covey_vec_add(at, by);
        viewer_name_place(self, at, ", ", place);
        used +=
            (size_t)snprintf(text + used, sizeof text - used, "%s[%s]", p > 0 ? ", " : "", place);
    }
    viewer_command(self, "%s influences.%d.points [%s]", grab->has_moved ? "move" : "set",
                   grab->influence, text);
    grab->has_moved = true;
}

/// A side goes no further than the one across.
static void set_side(viewer *self, covey_vec to)
{
    const viewer_grab *grab = &self->hand.grab;
    bool is_low = grab->which % 2 == 0, is_x = grab->which < 2;
    double at = is_x ? to.x : to.y;
    at = is_low ? fmin(at, grab->across) : fmax(at, grab->across);
    if (is_low)
        set(self, is_x ? "left" : "bottom", at);
    set(self, is_x ? "width" : "height", fabs(at - grab->across));
}

void grab_follow(viewer *self)
{
    viewer_grab *grab = &self->hand.grab;
    covey_vec to = viewer_place(self, self->hand.mouse_x, self->hand.mouse_y), there;
    if (self->hand.drag != DRAG_GRAB || grab->influence >= (int)self->now->influences_count ||
        covey_vec_is_zero(covey_vec_sub(to, grab->last)))
        return;
    const frame *now = self->now;
    const frame_influence *item = &now->influences[grab->influence];
    covey_vec place = covey_vec_add(grab->place, covey_vec_sub(to, grab->pressed));
    if (now->space.kind == COVEY_SPACE_TORUS && item->points_count <= 1)
        place = covey_space_fold(&now->space, place);
    grab->last = to;
    if (grab->part == PART_RIM) {
        set(self, "radius", covey_vec_length(covey_space_offset(&now->space, grab->place, to)));
    } else if (grab->part == PART_SIDE) {
        set_side(self, covey_vec_add(grab->place, covey_vec_sub(to, grab->pressed)));
    } else if (grab->which < 0 && center_of(item, &there)) {
        set(self, "x", place.x);
        set(self, "y", place.y);
    } else if (item->points_count > 0) {
        set_points(self, place);
    }
}

// ---- Outlines ----

void grab_end_outline(viewer *self)
{
    char text[VALUE] = "";
    size_t used = 0;
    const frame *now = self->now;
    self->message_left = 0.0; // that said how walls are drawn
    for (int k = 0; k < self->hand.corners_count; k++) {
        char place[VIEWER_PLACE];
        viewer_name_place(self, self->hand.corners[k], ", ", place);
        used +=
            (size_t)snprintf(text + used, sizeof text - used, "%s[%s]", k > 0 ? ", " : "", place);
    }
    if (self->hand.corners_count >= 2)
        viewer_command(
            self, "add {kind: obstacle, points: [%s], radius: %.6g, weight: %.6g, sight: %.6g}",
            text, 0.05 * now->reach, now->push, now->reach);
    self->hand.is_outlining = false;
    self->hand.corners_count = 0;
}

void grab_click(viewer *self)
{
    covey_vec at = viewer_place(self, self->hand.mouse_x, self->hand.mouse_y);
    const int count = self->hand.corners_count;
    bool is_last = count > 0 && covey_vec_length(covey_vec_sub(at, self->hand.corners[count - 1])) *
                                        self->camera.lens.scale <
                                    NEAR * self->page.unit;
    if (!is_last && self->hand.corners_count < VIEWER_CORNERS)
        self->hand.corners[self->hand.corners_count++] = at;
    if (is_last || self->hand.corners_count == VIEWER_CORNERS)
        grab_end_outline(self);
}

// ---- The picture ----

static void draw_outline(const viewer *of, const covey_picture *picture, const covey_canvas *canvas)
{
    covey_segment lines[VIEWER_CORNERS];
    covey_disc discs[VIEWER_CORNERS];
    covey_color color = covey_palette_role(picture->theme, COVEY_ROLE_MARK);
    covey_point mouse = {(float)(of->hand.mouse_x - of->page.box.x),
                         (float)(of->hand.mouse_y - of->page.box.y)};
    int count = of->hand.corners_count;
    for (int k = 0; k < count; k++) {
        covey_point at = covey_camera_point(&picture->camera, of->hand.corners[k]);
        discs[k] = (covey_disc){at.x, at.y, (float)(0.6 * SIZE * picture->unit), color};
        covey_point next =
            k + 1 < count ? covey_camera_point(&picture->camera, of->hand.corners[k + 1]) : mouse;
        lines[k] = (covey_segment){at, next, color};
    }
    canvas->segments(canvas->context, lines, (size_t)count, 1.5 * picture->unit);
    canvas->discs(canvas->context, discs, (size_t)count, 0.0);
}

void grab_draw(const viewer *of, const covey_picture *picture, const covey_canvas *canvas)
{
    viewer_grab part = of->hand.grab;
    bool is_held = of->hand.drag == DRAG_GRAB && part.has_moved;
    if (of->hand.is_outlining) {
        draw_outline(of, picture, canvas);
        return;
    }
    bool is_near = of->hand.mouse_x >= of->page.box.x && of->hand.drag == DRAG_NOTHING &&
                   !of->clock.runs && grab_find(of, of->hand.mouse_x, of->hand.mouse_y, &part);
    if (!is_held && !is_near)
        return;
    covey_vec place = is_held || part.part != PART_POINT
                          ? viewer_place(of, of->hand.mouse_x, of->hand.mouse_y)
                          : part.place;
    covey_point at = covey_camera_point(&picture->camera, place);
    covey_disc disc = {at.x, at.y, (float)(SIZE * picture->unit),
                       covey_palette_role(picture->theme, COVEY_ROLE_MARK)};
    canvas->discs(canvas->context, &disc, 1, 2.0 * picture->unit);
}
