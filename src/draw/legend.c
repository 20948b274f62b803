// SPDX-License-Identifier: MIT
// The entries of a legend: samples drawn as in the picture itself, each with its words.
#include "draw/legend.h"

#include "base/math_trig.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

// ---- Samples ----

static covey_point middle_of(covey_box box)
{
    return (covey_point){(float)(box.x + 0.5 * box.width), (float)(box.y + 0.5 * box.height)};
}

static void sample_dart(covey_draw_context *context, const covey_legend_entry *self, covey_box box)
{
    covey_point p = middle_of(box);
    context->painter.length = box.width;
    covey_painter_dart(&context->painter, &(covey_dart){p.x, p.y, 1, 0, self->color});
}

static void sample_disc(covey_draw_context *context, const covey_legend_entry *self, covey_box box)
{
    covey_point p = middle_of(box);
    context->painter.width = 0.0;
    covey_painter_disc(&context->painter,
                       &(covey_disc){p.x, p.y, (float)(0.5 * box.width), self->color});
}

static void sample_ring(covey_draw_context *context, const covey_legend_entry *self, covey_box box)
{
    covey_point p = middle_of(box);
    context->painter.width = 1.5 * context->picture->unit;
    covey_painter_disc(&context->painter,
                       &(covey_disc){p.x, p.y, (float)(0.42 * box.width), self->color});
}

static void sample_line(covey_draw_context *context, const covey_legend_entry *self, covey_box box)
{
    float y = middle_of(box).y;
    context->painter.width = 1.5 * context->picture->unit;
    covey_painter_segment(
        &context->painter,
        &(covey_segment){{(float)box.x, y}, {(float)(box.x + box.width), y}, self->color});
}

static void sample_arrow(covey_draw_context *context, const covey_legend_entry *self, covey_box box)
{
    covey_point p = middle_of(box);
    sample_line(context, self, box);
    context->painter.length = 6.0 * context->picture->unit;
    covey_painter_dart(&context->painter,
                       &(covey_dart){(float)(box.x + box.width), p.y, 1, 0, self->color});
}

/// A way of the plane as it is seen: in three dimensions on the ground, tilted and turned.
static covey_point seen_way(const covey_draw_context *context, double x, double y)
{
    const covey_camera *camera = &context->picture->camera;
    const covey_vec way = {x, y, 0.0};
    if (!context->is_deep)
        return (covey_point){(float)x, (float)-y};
    return (covey_point){(float)covey_vec_dot(way, camera->right),
                         (float)-covey_vec_dot(way, camera->up)};
}

/// Every heading at the place on a circle that it points to.
static void sample_wheel(covey_draw_context *context, const covey_legend_entry *self, covey_box box)
{
    enum { PARTS = 32 };
    covey_point p = middle_of(box), before = {0, 0};
    (void)self;
    context->painter.width = (context->is_deep ? 0.14 : 0.2) * box.width;
    for (int k = 0; k <= PARTS; k++) {
        double angle = COVEY_TURN * (k - 0.5) / (double)PARTS, radius = 0.4 * box.width;
        covey_point way = seen_way(context, radius * covey_cos(angle), radius * covey_sin(angle));
        covey_point q = {p.x + way.x, p.y + way.y};
        if (k > 0)
            covey_painter_segment(
                &context->painter,
                &(covey_segment){before, q, context->table[(k - 1) * COVEY_DRAW_COLORS / PARTS]});
        before = q;
    }
}

static void sample_ramp(covey_draw_context *context, const covey_legend_entry *self, covey_box box)
{
    enum { PARTS = 32 };
    const covey_canvas *canvas = context->canvas;
    (void)self;
    float top = (float)box.y, bottom = (float)(box.y + box.height);
    float right = (float)(box.x + box.width); // of all: else the paper shines through between
    for (int k = 0; k < PARTS; k++) {
        float left = (float)(box.x + box.width * k / (double)PARTS);
        covey_point corners[] = {{left, top}, {right, top}, {right, bottom}, {left, bottom}};
        canvas->polygon(canvas->context, corners, 4,
                        context->table[k * (COVEY_DRAW_COLORS - 1) / (PARTS - 1)]);
    }
}

/// Discs of the first colors of a list, side by side.
static void sample_kinds(covey_draw_context *context, const covey_legend_entry *self, covey_box box)
{
    (void)self;
    context->painter.width = 0.0;
    float r = (float)(box.width / 6.0);
    for (size_t k = 0; k < 3; k++)
        covey_painter_disc(&context->painter,
                           &(covey_disc){(float)box.x + r * (float)(2 * k + 1), middle_of(box).y,
                                         0.85F * r,
                                         covey_palette_kind(context->picture->theme, k)});
}

static void sample_ids(covey_draw_context *context, const covey_legend_entry *self, covey_box box)
{
    (void)self;
    context->painter.length = 0.36 * box.width;
    for (int k = 0; k < 3; k++)
        covey_painter_dart(&context->painter,
                           &(covey_dart){(float)(box.x + box.width * (2 * k + 1) / 6.0),
                                         middle_of(box).y, 1, 0,
                                         context->table[k * 159 % COVEY_DRAW_COLORS]});
}

// ---- Entries ----

static covey_legend_entry *
add(covey_legend *self, void (*draw)(covey_draw_context *, const covey_legend_entry *, covey_box),
    double sample, covey_color color)
{
    covey_legend_entry *next = &self->entries[self->count++];
    *next = (covey_legend_entry){.draw = draw, .sample = sample, .color = color};
    return next;
}

static void name_entry(covey_legend_entry *self, const char *format, ...) COVEY_PRINTF(2, 3);
static void name_entry(covey_legend_entry *self, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(self->text, sizeof self->text, format, arguments);
    va_end(arguments);
}

// ---- What agents do ----

enum { DOINGS = 64 }; ///< numbers of covey_doing that a legend knows

uint64_t covey_picture_done(const uint8_t *doing, size_t count)
{
    uint64_t done = 0;
    for (size_t i = 0; i < count && doing != NULL; i++)
        done |= doing[i] < DOINGS ? UINT64_C(1) << doing[i] : 0;
    return done;
}

/// The name of rule `k` of a model; NULL behind the last.
static const char *rule_name(const covey_model *model, int k)
{
    for (const covey_param *row = model != NULL ? model->params : NULL;
         row != NULL && row->name != NULL; row++)
        if (row->rule && k-- == 0)
            return row->name;
    return NULL;
}

/// Adds a sample of what is done, once for each text.
static void add_doing(covey_legend *self, int doing, const char *text)
{
    covey_theme theme = self->context->picture->theme;
    bool is_there = text == NULL || self->count >= COVEY_LEGEND_DOING;
    for (int k = 0; k < self->count && !is_there; k++)
        is_there = strcmp(self->entries[k].text, text) == 0;
    if (!is_there)
        name_entry(add(self, sample_dart, 16, covey_palette_doing(theme, doing)), "%s", text);
}

static void add_doings(covey_legend *self)
{
    const covey_picture *picture = self->context->picture;
    uint64_t all = 0;
    for (int k = 0; k < picture->flocks_count; k++) {
        const covey_picture_flock *flock = &picture->flocks[k];
        uint64_t done = flock->done | covey_picture_done(flock->doing, flock->view.count);
        for (int rule = 0; COVEY_DOING_RULE + rule < DOINGS; rule++)
            if ((done >> (COVEY_DOING_RULE + rule) & 1) != 0)
                add_doing(self, COVEY_DOING_RULE + rule, rule_name(flock->model, rule));
        all |= flock->doing != NULL ? done : 1;
    }
    for (int doing = COVEY_DOING_FLEE; doing > COVEY_DOING_UNKNOWN; doing--)
        if ((all >> doing & 1) != 0)
            add_doing(self, doing, covey_doing_name(doing));
    if ((all & 1) != 0)
        add_doing(self, COVEY_DOING_UNKNOWN, "unknown: recordings do not say what agents do");
}

// ---- All of them ----

static void add_coloring(covey_legend *self)
{
    const covey_picture *picture = self->context->picture;
    covey_color muted = covey_context_role(self->context, COVEY_ROLE_MUTED);
    switch (picture->coloring) {
    case COVEY_COLORING_HEADING:
        name_entry(add(self, sample_wheel, 22, muted), "%s",
                   self->context->is_deep ? "heading over ground" : "heading");
        return;
    case COVEY_COLORING_SPEED:
        name_entry(add(self, sample_ramp, 72, muted), "speed, 0 to %g L/T", picture->top_speed);
        return;
    case COVEY_COLORING_CLUSTER:
        name_entry(add(self, sample_kinds, 36, muted), "clusters, linked up to %g L",
                   picture->link);
        name_entry(add(self, sample_disc, 10, muted), "alone");
        return;
    case COVEY_COLORING_ID:
        name_entry(add(self, sample_ids, 40, muted), "a color for each agent");
        return;
    case COVEY_COLORING_DOING:
        add_doings(self);
        return;
    default:
        return;
    }
}

/// Puts hunters, which have their own color but in the coloring by what agents do, and in a
/// coloring by kind all flocks.
static void add_flocks(covey_legend *self)
{
    const covey_picture *picture = self->context->picture;
    bool by_kind = picture->coloring == COVEY_COLORING_KIND;
    for (int k = 0; k < picture->flocks_count && k < COVEY_MAX_FLOCKS; k++) {
        bool hunts = picture->flocks[k].prey >= 0 && picture->coloring != COVEY_COLORING_DOING;
        covey_color color = hunts ? covey_context_role(self->context, COVEY_ROLE_HUNTER)
                                  : covey_palette_kind(picture->theme, (size_t)k);
        if (hunts || by_kind)
            name_entry(add(self, sample_dart, 16, color), "%s", picture->flocks[k].name);
    }
}

static void add_marks(covey_legend *self)
{
    static const char *const names[] = {"obstacles", "walls", "goal"};
    covey_color muted = covey_context_role(self->context, COVEY_ROLE_MUTED);
    const covey_picture *picture = self->context->picture;
    covey_color solid = covey_context_role(self->context, COVEY_ROLE_OBSTACLE);
    bool there[COVEY_MARK_PLANE + 1] = {false};
    for (size_t k = 0; k < picture->marks_count; k++)
        there[picture->marks[k].kind] = true;
    if (there[COVEY_MARK_SOLID] || there[COVEY_MARK_PLANE])
        name_entry(add(self, sample_disc, 14, solid), "%s", names[COVEY_MARK_SOLID]);
    if (there[COVEY_MARK_BOX] || there[COVEY_MARK_ROOM])
        name_entry(add(self, sample_line, 18, solid), "%s", names[COVEY_MARK_BOX]);
    if (there[COVEY_MARK_PLACE])
        name_entry(add(self, sample_ring, 16, muted), "%s", names[COVEY_MARK_PLACE]);
    if (there[COVEY_MARK_PATH])
        name_entry(add(self, sample_line, 18, muted), "path");
}

/// True if a flock shows zones, or else neighbors, of all of its agents.
static bool all_show(const covey_picture *picture, bool zones)
{
    for (int k = 0; k < picture->flocks_count; k++)
        if (zones ? picture->flocks[k].shows_zones : picture->flocks[k].shows_neighbors)
            return true;
    return false;
}

static void add_overlays(covey_legend *self)
{
    const covey_picture *picture = self->context->picture;
    const covey_picture_focus *focus = &picture->focus;
    covey_color mark = covey_context_role(self->context, COVEY_ROLE_MARK);
    covey_color muted = covey_context_role(self->context, COVEY_ROLE_MUTED);
    if (all_show(picture, true))
        name_entry(add(self, sample_ring, 18, covey_context_fade(mark, 0.4)), "zones of all");
    if (all_show(picture, false))
        name_entry(add(self, sample_line, 18, covey_context_fade(mark, 0.4)), "neighbors of all");
    if (focus->flock >= 0 && focus->shows_zones)
        name_entry(add(self, sample_ring, 18, mark), "zones of agent %" COVEY_PRI_ID, focus->id);
    if (focus->flock >= 0 && focus->shows_neighbors)
        name_entry(add(self, sample_line, 18, covey_context_fade(mark, 0.7)),
                   "neighbors of agent %" COVEY_PRI_ID, focus->id);
    if (picture->force > 0.0)
        name_entry(add(self, sample_arrow, 24, covey_context_fade(mark, 0.8)),
                   "force %g L/T\302\262", picture->force);
    if (picture->arrow != NULL)
        name_entry(add(self, sample_arrow, 24, muted), "%s", picture->arrow);
    if (picture->grid > 0.0 && !self->context->is_deep)
        name_entry(add(self, sample_line, 18, covey_context_fade(muted, 0.4)), "grid of %g L",
                   picture->grid);
}

covey_legend covey_legend_of(const covey_draw_context *context)
{
    covey_legend self = {.context = context};
    add_coloring(&self);
    add_flocks(&self);
    add_marks(&self);
    add_overlays(&self);
    return self;
}
