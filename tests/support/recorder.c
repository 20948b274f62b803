// SPDX-License-Identifier: MIT
#include "support/recorder.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

const char *recorder_color(covey_color color)
{
    static char texts[8][16];
    static int next;
    char *text = texts[next = (next + 1) % 8];
    (void)snprintf(text, sizeof texts[0], "%02x%02x%02x%02x", color.r, color.g, color.b, color.a);
    return text;
}

static void note(recorder *self, const char *format, ...) COVEY_PRINTF(2, 3);
static void note(recorder *self, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int size = vsnprintf(self->text + self->size, RECORDER_ROOM - self->size, format, arguments);
    va_end(arguments);
    assert_in_range(size, 0, RECORDER_ROOM - self->size - 1);
    self->size += (size_t)size;
}

static void clear(void *context, covey_color color)
{
    recorder *self = context;
    self->calls++;
    note(self, "clear %s\n", recorder_color(color));
}

static void clip(void *context, const covey_box *box)
{
    recorder *self = context;
    self->calls++;
    if (box == NULL)
        note(self, "clip none\n");
    else
        note(self, "clip %.2f %.2f %.2f %.2f\n", box->x, box->y, box->width, box->height);
}

static void darts(void *context, const covey_dart *list, size_t count, double length)
{
    recorder *self = context;
    self->calls++;
    for (size_t k = 0; k < count; k++)
        note(self, "dart %.2f %.2f %.3f %.3f %.2f %s\n", (double)list[k].x, (double)list[k].y,
             (double)list[k].dx, (double)list[k].dy, length, recorder_color(list[k].color));
}

static void discs(void *context, const covey_disc *list, size_t count, double width)
{
    recorder *self = context;
    self->calls++;
    for (size_t k = 0; k < count; k++)
        note(self, "disc %.2f %.2f %.2f %.2f %s\n", (double)list[k].x, (double)list[k].y,
             (double)list[k].radius, width, recorder_color(list[k].color));
}

static void segments(void *context, const covey_segment *list, size_t count, double width)
{
    recorder *self = context;
    self->calls++;
    for (size_t k = 0; k < count; k++)
        note(self, "line %.2f %.2f %.2f %.2f %.2f %s\n", (double)list[k].a.x, (double)list[k].a.y,
             (double)list[k].b.x, (double)list[k].b.y, width, recorder_color(list[k].color));
}

static void polygon(void *context, const covey_point *points, size_t count, covey_color color)
{
    recorder *self = context;
    self->calls++;
    note(self, "polygon %zu", count);
    for (size_t k = 0; k < count; k++)
        note(self, " %.2f %.2f", (double)points[k].x, (double)points[k].y);
    note(self, " %s\n", recorder_color(color));
}

static void triangles(void *context, const covey_triangle *list, size_t count)
{
    recorder *self = context;
    self->calls++;
    for (size_t k = 0; k < count; k++)
        note(self, "face %.2f %.2f %.2f %.2f %.2f %.2f %s\n", (double)list[k].a.x,
             (double)list[k].a.y, (double)list[k].b.x, (double)list[k].b.y, (double)list[k].c.x,
             (double)list[k].c.y, recorder_color(list[k].color));
}

static void label(void *context, const covey_label *label)
{
    static const char *const anchors[] = {"start", "middle", "end"};
    recorder *self = context;
    self->calls++;
    note(self, "label %.2f %.2f %.2f %s %s %s\n", label->x, label->y, label->size,
         anchors[label->anchor], recorder_color(label->color), label->text);
}

static double label_width(void *context, const covey_label *label)
{
    (void)context;
    return 0.6 * label->size * (double)strlen(label->text);
}

recorder *recorder_create(void)
{
    recorder *self = calloc(1, sizeof *self);
    assert_non_null(self);
    self->canvas = (covey_canvas){self,     clear,   clip,  darts,       discs,
                                  segments, polygon, label, label_width, triangles};
    return self;
}

void recorder_clear(recorder *self)
{
    self->calls = self->size = 0;
    self->text[0] = '\0';
}

static const char *next_of(const char *line)
{
    line += strcspn(line, "\n");
    return *line == '\n' ? line + 1 : line;
}

size_t recorder_count_of(const recorder *self, const char *start, const char *end)
{
    size_t count = 0;
    for (const char *line = self->text; *line != '\0'; line = next_of(line)) {
        size_t size = strcspn(line, "\n"), tail = strlen(end);
        count += strncmp(line, start, strlen(start)) == 0 && size >= tail &&
                 memcmp(line + size - tail, end, tail) == 0;
    }
    return count;
}

size_t recorder_count(const recorder *self, const char *start)
{
    return recorder_count_of(self, start, "");
}

const char *recorder_line(const recorder *self, const char *start, size_t index)
{
    for (const char *line = self->text; *line != '\0'; line = next_of(line))
        if (strncmp(line, start, strlen(start)) == 0 && index-- == 0)
            return line;
    fail_msg("there are not so many lines \"%s\" in\n%s", start, self->text);
    return NULL;
}

const char *recorder_label(const recorder *self, const char *text)
{
    for (const char *line = self->text; *line != '\0'; line = next_of(line)) {
        size_t size = strcspn(line, "\n"), tail = strlen(text);
        if (strncmp(line, "label ", 6) == 0 && size > tail && line[size - tail - 1] == ' ' &&
            memcmp(line + size - tail, text, tail) == 0)
            return line;
    }
    return NULL;
}

// ---- A page to draw on ----

int recorder_page_create(void **state)
{
    recorder_page *self = calloc(1, sizeof *self);
    self->recorder = recorder_create();
    self->picture = covey_picture_default();
    self->picture.width = 1000;
    self->picture.height = 500;
    self->picture.furnished = false;
    self->picture.space = covey_space_torus(100, 50);
    self->picture.camera =
        covey_camera_fit((covey_box){0, 0, 1000, 500}, (covey_vec){0, 0}, (covey_vec){100, 50});
    for (int k = 0; k < 2; k++)
        self->agents[k].space = self->picture.space;
    self->picture.flocks = self->flocks;
    *state = self;
    return 0;
}

int recorder_page_destroy(void **state)
{
    recorder_page *self = *state;
    free(self->recorder);
    free(self);
    return 0;
}

const recorder *recorder_page_draw(recorder_page *self)
{
    self->picture.flocks_count = self->agents[1].count > 0 ? 2 : 1;
    for (int k = 0; k < 2; k++) {
        self->flocks[k].view = test_view(&self->agents[k]);
        self->flocks[k].name = k == 0 ? "boids" : "hawks";
        self->flocks[k].prey = k - 1;
    }
    recorder_clear(self->recorder);
    covey_picture_draw(&self->picture, &self->recorder->canvas);
    return self->recorder;
}

void recorder_page_add(recorder_page *self, double x, double y, covey_vec velocity)
{
    test_agents_add(&self->agents[0], (covey_vec){x, y}, velocity);
}
