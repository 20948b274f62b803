// SPDX-License-Identifier: MIT
#include "view/view_draw.h"

#include "view/inspect.h"

#include <math.h>
#include <stdio.h>

// Units; LONGEST on a page as wide as PAGE.
static const double UNIT = 24, SHORTEST = 18, MIDDLE = 32, LONGEST = 100, HEAD = 9, FONT = 12;
static const double PAGE = 900;

/// True if the frame has the rules of the selected agent.
static bool is_watched(const viewer *of)
{
    const frame *now = of->now;
    return of->selected_flock >= 0 && now->watched_flock == of->selected_flock &&
           now->watched == of->selected;
}

// ---- The scale ----

/// The longest force on the selected agent; of all agents, twice what is usual.
static double longest(const viewer *of)
{
    const frame *now = of->now;
    double most = 0.0, sum = 0.0, count = 0.0;
    for (int k = 0; k < now->rules_count && is_watched(of); k++)
        most = fmax(most, covey_vec_length(now->rules[k].push));
    for (int f = 0; f < now->flocks_count && most == 0.0; f++)
        for (size_t p = 0; p < now->flocks[f].count * (size_t)now->flocks[f].rules_count; p++) {
            double size = covey_vec_length(now->flocks[f].pushes[p]);
            sum += size * size;
            count += size > 0.0;
        }
    return count > 0.0 ? 2.0 * sqrt(sum / count) : most;
}

/// Arrows of all agents are shorter on a small page, where agents are nearer to each other.
static double share_of(const viewer *of)
{
    bool has_all = false;
    for (int k = 0; k < of->now->flocks_count; k++)
        has_all = has_all || of->now->flocks[k].rules_count > 0;
    if (!has_all)
        return 1.0;
    return fmin(fmax(of->page.box.width / (PAGE * of->page.unit), 0.3), 1.0);
}

bool rules_follow(rules_scale *self, const viewer *of)
{
    double most = longest(of), share = share_of(of);
    if (!(most > 0.0 && isfinite(most)))
        return self->push > 0.0 && of->selected_flock >= 0;
    double length = self->push > 0.0 ? UNIT * most / self->push : 0.0;
    if (!(length >= share * SHORTEST && length <= share * LONGEST))
        self->push = covey_round_number(fmax(UNIT * most / (share * MIDDLE), 1e-300));
    int flock = of->selected_flock >= 0 ? of->selected_flock : 0;
    const char *unit = inspect_push_unit(&of->now->flocks[flock]);
    (void)snprintf(self->text, sizeof self->text, "rule %g%s%s", self->push,
                   unit[0] != '\0' ? " " : "", unit);
    return true;
}

// ---- Arrows ----

typedef struct arrow {
    covey_point from;
    double dx, dy, length; ///< on the page
    covey_color color;
    const char *name; ///< NULL: a thin one, of one agent among all
} arrow;

/// The canvas, and the places already taken by names of arrows.
typedef struct sheet {
    const covey_picture *picture;
    const covey_canvas *canvas;
    double push; ///< that has an arrow of UNIT
    covey_box names[FRAME_RULES];
    int count;
} sheet;

static bool is_taken(const sheet *self, const covey_box *box)
{
    for (int k = 0; k < self->count; k++) {
        const covey_box *other = &self->names[k];
        if (box->x < other->x + other->width && other->x < box->x + box->width &&
            box->y < other->y + other->height && other->y < box->y + box->height)
            return true;
    }
    return false;
}

/// Puts a name beside the tip of its arrow, or further out where another name stands.
static void write_name(sheet *self, const arrow *one, double x, double y)
{
    double unit = self->picture->unit, size = FONT * unit;
    covey_label label = {.size = size, .color = one->color, .text = one->name};
    double width = self->canvas->label_width(self->canvas->context, &label);
    double left = one->dx < -0.1 ? width : one->dx > 0.1 ? 0.0 : 0.5 * width;
    covey_box box = {x + one->dx * 10.0 * unit - left, y + (one->dy * 12.0 + 4.0) * unit - size,
                     width, 1.2 * size};
    box.x = fmax(0.0, fmin(box.x, self->picture->width - width)); // all of it on the page
    while (is_taken(self, &box))
        box.y += one->dy < 0.0 ? -box.height : box.height;
    self->names[self->count++] = box;
    label.x = box.x;
    label.y = box.y + size;
    self->canvas->label(self->canvas->context, &label);
}

static void draw_arrow(sheet *self, const arrow *one)
{
    const covey_canvas *canvas = self->canvas;
    double unit = self->picture->unit;
    double x = (double)one->from.x + one->dx * one->length;
    double y = (double)one->from.y + one->dy * one->length;
    covey_segment line = {one->from, {(float)x, (float)y}, one->color};
    covey_dart head = {(float)x, (float)y, (float)one->dx, (float)one->dy, one->color};
    canvas->segments(canvas->context, &line, 1, (one->name != NULL ? 2.0 : 1.0) * unit);
    canvas->darts(canvas->context, &head, 1, (one->name != NULL ? 1.0 : 0.6) * HEAD * unit);
    if (one->name != NULL)
        write_name(self, one, x, y);
}

/// In three dimensions an arrow is as long as it is seen.
static void tilt(arrow *one, covey_vec along, const covey_camera *camera)
{
    covey_vec seen = {covey_vec_dot(along, camera->right), -covey_vec_dot(along, camera->up), 0.0};
    covey_vec unit = covey_vec_unit(seen);
    one->length *= covey_vec_length(seen);
    one->dx = unit.x;
    one->dy = unit.y;
}

/// The arrow of rule `k` at an agent.
static void draw_rule(sheet *on, covey_vec place, covey_vec push, int k, const char *name)
{
    const covey_picture *picture = on->picture;
    covey_vec along = covey_vec_unit(push);
    arrow one = {.from = covey_camera_point(&picture->camera, place),
                 .dx = along.x,
                 .dy = -along.y,
                 .length = UNIT * picture->unit * covey_vec_length(push) / on->push,
                 .color = covey_palette_kind(picture->theme, (size_t)k),
                 .name = name};
    if (covey_camera_is_deep(&picture->camera))
        tilt(&one, along, &picture->camera);
    if (one.length >= picture->unit && isfinite(one.length))
        draw_arrow(on, &one);
}

static void draw_flock(const viewer *of, int number, sheet *on)
{
    const frame *now = of->now;
    const frame_flock *flock = &now->flocks[number];
    for (size_t i = 0; i < flock->count && flock->rules_count > 0; i++) {
        covey_vec place = frame_place(now, number, i, viewer_lag(of));
        if (now->space.kind == COVEY_SPACE_TORUS)
            place = covey_space_fold(&now->space, place);
        bool is_own = number == of->selected_flock && flock->id[i] == of->selected;
        for (int k = 0; k < flock->rules_count && !is_own; k++)
            draw_rule(on, place, flock->pushes[i * (size_t)flock->rules_count + (size_t)k], k,
                      NULL);
    }
}

/// Where no arrow has a name, the names stand below the caption, in a narrow page below its second
/// line.
static void write_names(const viewer *of, const sheet *on)
{
    const covey_picture *picture = on->picture;
    double x = picture->width - 16.0 * picture->unit;
    const char *name;
    int count = 0;
    while (frame_rule_name(&of->now->flocks[0], count) != NULL)
        count++;
    for (int k = count - 1; k >= 0 && (name = frame_rule_name(&of->now->flocks[0], k)); k--) {
        covey_label label = {.x = x,
                             .y = (picture->width < 480.0 * picture->unit ? 58.0 : 42.0) *
                                  picture->unit,
                             .size = FONT * picture->unit,
                             .anchor = COVEY_ANCHOR_END,
                             .color = covey_palette_kind(picture->theme, (size_t)k),
                             .text = name};
        on->canvas->label(on->canvas->context, &label);
        x -= on->canvas->label_width(on->canvas->context, &label) + 12.0 * picture->unit;
    }
}

void rules_draw(const viewer *of, const rules_scale *scale, const covey_picture *picture,
                const covey_canvas *canvas)
{
    const frame *now = of->now;
    sheet on = {.picture = picture, .canvas = canvas, .push = scale->push};
    covey_vec place;
    bool has_all = false;
    for (int k = 0; k < now->flocks_count; k++)
        has_all = has_all || now->flocks[k].rules_count > 0;
    if (has_all) { // they stay among the agents: names and legend are around these
        canvas->clip(canvas->context, &picture->camera.area);
        for (int k = 0; k < now->flocks_count; k++)
            draw_flock(of, k, &on);
        canvas->clip(canvas->context, NULL);
    }
    if (!is_watched(of) || !viewer_selected(of, &place)) {
        if (has_all && picture->furnished)
            write_names(of, &on);
        return;
    }
    if (now->space.kind == COVEY_SPACE_TORUS)
        place = covey_space_fold(&now->space, place);
    for (int k = 0; k < now->rules_count; k++)
        draw_rule(&on, place, now->rules[k].push, k, now->rules[k].name);
}
