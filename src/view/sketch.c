// SPDX-License-Identifier: MIT
#include "view/sketch.h"

#include <stdlib.h>
#include <string.h>

void sketch_free(sketch *self)
{
    free(self->calls);
    free(self->bytes);
    *self = (sketch){0};
}

// ---- Calls that are kept ----

static bool has_room(sketch *self, size_t size)
{
    if (self->calls_count == self->calls_room) {
        size_t room = 2 * self->calls_room + 16;
        sketch_call *grown = realloc(self->calls, room * sizeof *grown);
        if (grown == NULL)
            return false;
        self->calls = grown;
        self->calls_room = room;
    }
    if (size > self->room - self->size) {
        size_t room = 2 * self->room + size;
        unsigned char *grown = realloc(self->bytes, room);
        if (grown == NULL)
            return false;
        self->bytes = grown;
        self->room = room;
    }
    return true;
}

/// Items begin at multiples of eight, as boxes of doubles need it.
static void keep(sketch *self, sketch_call call, const void *items, size_t item)
{
    size_t size = call.count * item, whole = (size + 7) / 8 * 8;
    if (call.count == 0 || self->failed)
        return;
    self->failed = !has_room(self, whole);
    if (self->failed)
        return;
    call.at = self->size;
    memset(self->bytes + self->size, 0, whole);
    memcpy(self->bytes + self->size, items, size);
    self->size += whole;
    self->calls[self->calls_count++] = call;
}

static void clear(void *context, covey_color color)
{
    sketch *self = context;
    self->calls_count = self->size = 0;
    self->failed = false;
    self->paper = color;
}

static void clip(void *context, const covey_box *box)
{
    const covey_box all = {0, 0, 0, 0};
    keep(context, (sketch_call){.kind = box != NULL ? SKETCH_CLIP : SKETCH_CLIPS, .count = 1},
         box != NULL ? box : &all, sizeof *box);
}

static void darts(void *context, const covey_dart *items, size_t count, double length)
{
    keep(context, (sketch_call){.kind = SKETCH_DARTS, .count = count, .size = length}, items,
         sizeof *items);
}

static void discs(void *context, const covey_disc *items, size_t count, double width)
{
    keep(context, (sketch_call){.kind = SKETCH_DISCS, .count = count, .size = width}, items,
         sizeof *items);
}

static void segments(void *context, const covey_segment *items, size_t count, double width)
{
    keep(context, (sketch_call){.kind = SKETCH_SEGMENTS, .count = count, .size = width}, items,
         sizeof *items);
}

static void polygon(void *context, const covey_point *points, size_t count, covey_color color)
{
    keep(context, (sketch_call){.kind = SKETCH_POLYGON, .count = count, .color = color}, points,
         sizeof *points);
}

static void triangles(void *context, const covey_triangle *items, size_t count)
{
    keep(context, (sketch_call){.kind = SKETCH_TRIANGLES, .count = count}, items, sizeof *items);
}

static void label(void *context, const covey_label *text)
{
    (void)context;
    (void)text;
}

static double label_width(void *context, const covey_label *text)
{
    (void)context;
    (void)text;
    return 0.0;
}

covey_canvas sketch_canvas(sketch *self)
{
    clear(self, (covey_color){0, 0, 0, 0});
    return (covey_canvas){self,     clear,   clip,  darts,       discs,
                          segments, polygon, label, label_width, triangles};
}

// ---- Calls that are given ----

/// Where points of a sketch are.
typedef struct place {
    float x, y, scale;
} place;

static void move(const place *to, covey_point *point)
{
    point->x = to->x + to->scale * point->x;
    point->y = to->y + to->scale * point->y;
}

static void move_item(const place *to, const sketch_call *call, unsigned char *items, size_t k)
{
    switch (call->kind) {
    case SKETCH_DARTS: {
        covey_dart *dart = (covey_dart *)(void *)items + k;
        dart->x = to->x + to->scale * dart->x;
        dart->y = to->y + to->scale * dart->y;
        return;
    }
    case SKETCH_DISCS: {
        covey_disc *disc = (covey_disc *)(void *)items + k;
        disc->x = to->x + to->scale * disc->x;
        disc->y = to->y + to->scale * disc->y;
        disc->radius *= to->scale;
        return;
    }
    case SKETCH_SEGMENTS: {
        covey_segment *segment = (covey_segment *)(void *)items + k;
        move(to, &segment->a);
        move(to, &segment->b);
        return;
    }
    case SKETCH_POLYGON:
        move(to, (covey_point *)(void *)items + k);
        return;
    case SKETCH_TRIANGLES: {
        covey_triangle *triangle = (covey_triangle *)(void *)items + k;
        move(to, &triangle->a);
        move(to, &triangle->b);
        move(to, &triangle->c);
        return;
    }
    case SKETCH_CLIP: {
        covey_box *box = (covey_box *)(void *)items + k;
        box->x = (double)to->x + (double)to->scale * box->x;
        box->y = (double)to->y + (double)to->scale * box->y;
        box->width *= (double)to->scale;
        box->height *= (double)to->scale;
        return;
    }
    case SKETCH_CLIPS:
        return;
    }
}

static void give(const sketch_call *call, const void *items, double scale, const covey_canvas *to)
{
    switch (call->kind) {
    case SKETCH_DARTS:
        to->darts(to->context, items, call->count, scale * call->size);
        return;
    case SKETCH_DISCS:
        to->discs(to->context, items, call->count, scale * call->size);
        return;
    case SKETCH_SEGMENTS:
        to->segments(to->context, items, call->count, scale * call->size);
        return;
    case SKETCH_POLYGON:
        to->polygon(to->context, items, call->count, call->color);
        return;
    case SKETCH_TRIANGLES:
        to->triangles(to->context, items, call->count);
        return;
    case SKETCH_CLIP:
        to->clip(to->context, items);
        return;
    case SKETCH_CLIPS:
        to->clip(to->context, NULL);
        return;
    }
}

bool sketch_draw(const sketch *self, double x, double y, double scale, const covey_canvas *to)
{
    const place there = {(float)x, (float)y, (float)scale};
    unsigned char *moved = malloc(self->size + 1);
    if (moved == NULL)
        return false;
    if (self->size > 0)
        memcpy(moved, self->bytes, self->size);
    for (size_t c = 0; c < self->calls_count; c++) {
        const sketch_call *call = &self->calls[c];
        for (size_t k = 0; k < call->count; k++)
            move_item(&there, call, moved + call->at, k);
        give(call, moved + call->at, scale, to);
    }
    free(moved);
    return true;
}
