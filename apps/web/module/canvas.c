// SPDX-License-Identifier: MIT
#include "canvas.h"

#include "view/shaders.h"
#include "web.h"

#include <stdlib.h>
#include <string.h>

enum { CLEAR = 1, CLIP, DARTS, DISCS, SEGMENTS, POLYGON, LABEL, TRIANGLES };
enum { HEAD = 4 };

/// How wide a text is in the page's font, px.
WEB_IMPORT(label_width)
double import_label_width(const char *text, double size, int strong);

// Arrays are copied as they are.
_Static_assert(sizeof(covey_dart) == 20 && sizeof(covey_disc) == 16 &&
                   sizeof(covey_segment) == 20 && sizeof(covey_point) == 8 &&
                   sizeof(covey_triangle) == 28 && sizeof(covey_color) == 4,
               "lists hold words of these sizes");

void canvas_clear(canvas *self)
{
    self->count = self->last = 0;
    self->failed = false;
}

void canvas_free(canvas *self)
{
    free(self->words);
    *self = (canvas){0};
}

static uint32_t bits_of(float number)
{
    uint32_t bits;
    memcpy(&bits, &number, sizeof bits);
    return bits;
}

static uint32_t bits_of_color(covey_color color)
{
    uint32_t bits;
    memcpy(&bits, &color, sizeof bits);
    return bits;
}

/// Makes room for more words; false without memory.
static bool reserve(canvas *self, size_t more)
{
    size_t wanted = self->count + more;
    if (wanted <= self->room)
        return true;
    size_t room = wanted > 2 * self->room ? wanted : 2 * self->room;
    uint32_t *grown = realloc(self->words, room * sizeof *grown);
    if (grown == NULL) {
        self->failed = true;
        return false;
    }
    self->words = grown;
    self->room = room;
    return true;
}

/// A place for a call with a body of `size` words; NULL without memory.
static uint32_t *open(canvas *self, uint32_t kind, size_t size, double number)
{
    if (!reserve(self, HEAD + size))
        return NULL;
    uint32_t *at = self->words + self->count;
    at[0] = kind;
    at[1] = (uint32_t)size;
    at[2] = bits_of((float)number);
    at[3] = 0;
    self->last = self->count;
    self->count += HEAD + size;
    return at + HEAD;
}

static void copy(canvas *self, uint32_t kind, const void *list, size_t size, double number)
{
    uint32_t *to = size > 0 ? open(self, kind, size / sizeof *to, number) : NULL;
    if (to != NULL)
        memcpy(to, list, size);
}

/// The same, but items that follow others of their kind go into the same call: a painter sends them
/// in small parts.
static void append(canvas *self, uint32_t kind, const void *list, size_t size, double number)
{
    size_t words = size / sizeof *self->words, last = self->last;
    bool follows = self->count > last && self->words[last] == kind &&
                   self->words[last + 2] == bits_of((float)number);
    if (!follows) {
        copy(self, kind, list, size, number);
        return;
    }
    if (!reserve(self, words))
        return;
    memcpy(self->words + self->count, list, size);
    self->words[last + 1] += (uint32_t)words;
    self->count += words;
}

static void clear(void *context, covey_color color)
{
    copy(context, CLEAR, &color, sizeof color, 0.0);
}

static void clip(void *context, const covey_box *box)
{
    uint32_t *to = open(context, CLIP, box != NULL ? 4 : 0, 0.0);
    if (to == NULL || box == NULL)
        return;
    to[0] = bits_of((float)box->x);
    to[1] = bits_of((float)box->y);
    to[2] = bits_of((float)box->width);
    to[3] = bits_of((float)box->height);
}

static void darts(void *context, const covey_dart *list, size_t count, double length)
{
    append(context, DARTS, list, count * sizeof *list, length);
}

static void discs(void *context, const covey_disc *list, size_t count, double width)
{
    append(context, DISCS, list, count * sizeof *list, width);
}

static void segments(void *context, const covey_segment *list, size_t count, double width)
{
    append(context, SEGMENTS, list, count * sizeof *list, width);
}

static void triangles(void *context, const covey_triangle *list, size_t count)
{
    append(context, TRIANGLES, list, count * sizeof *list, 0.0);
}

static void polygon(void *context, const covey_point *points, size_t count, covey_color color)
{
    size_t corners;
    covey_point *list = triangulate(points, count, &corners);
    uint32_t *to = list != NULL ? open(context, POLYGON, 1 + 2 * corners, 0.0) : NULL;
    if (to != NULL) {
        to[0] = bits_of_color(color);
        memcpy(to + 1, list, corners * sizeof *list);
    }
    free(list);
}

static void label(void *context, const covey_label *text)
{
    enum { FIXED = 7 };
    size_t bytes = strlen(text->text), size = (bytes + 3) / 4;
    uint32_t *to = open(context, LABEL, FIXED + size, 0.0);
    if (to == NULL)
        return;
    to[0] = bits_of((float)text->x);
    to[1] = bits_of((float)text->y);
    to[2] = bits_of((float)text->size);
    to[3] = bits_of_color(text->color);
    to[4] = (uint32_t)text->anchor;
    to[5] = text->strong;
    to[6] = (uint32_t)bytes;
    memset(to + FIXED, 0, size * sizeof *to);
    memcpy(to + FIXED, text->text, bytes);
}

static double label_width(void *context, const covey_label *text)
{
    (void)context;
    return import_label_width(text->text, text->size, text->strong);
}

covey_canvas canvas_of(canvas *self)
{
    return (covey_canvas){self,     clear,   clip,  darts,       discs,
                          segments, polygon, label, label_width, triangles};
}
