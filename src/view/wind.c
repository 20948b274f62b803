// SPDX-License-Identifier: MIT
// The same arrow everywhere, since wind is the same everywhere.
#include "view/view_draw.h"

#include <math.h>

static const double APART = 72, LONGEST = 44, SHORTEST = 10, HEAD = 7; // units
enum { MOST = 2048 };                                                  // arrows

/// The push of an influence that is the same everywhere.
static covey_vec push_of(const frame *now, const frame_influence *item)
{
    double values[FRAME_PARAMS];
    const covey_scene scene = {.space = &now->space};
    const covey_agent any = {0};
    for (int p = 0; item->kind->params[p].name != NULL; p++)
        values[item->kind->params[p].offset / sizeof *values] = item->params[p];
    return item->kind->act(values, &scene, &any);
}

covey_vec wind_of(const frame *now)
{
    covey_vec sum = {0, 0, 0};
    for (size_t k = 0; k < now->influences_count; k++) {
        const frame_influence *item = &now->influences[k];
        if (item->kind->mark == COVEY_INFLUENCE_ARROWS && item->flock < 0)
            sum = covey_vec_add(sum, push_of(now, item));
    }
    return sum;
}

/// The wind as it is seen: along the page, with y down.
static covey_vec seen(const covey_camera *camera, covey_vec wind)
{
    if (!covey_camera_is_deep(camera))
        return (covey_vec){wind.x, -wind.y, 0};
    return (covey_vec){covey_vec_dot(wind, camera->right), -covey_vec_dot(wind, camera->up), 0};
}

/// The part of the page that the world covers.
static covey_box windy(const frame *now, const covey_picture *picture)
{
    covey_box area = picture->camera.area;
    if (now->space.kind == COVEY_SPACE_OPEN || frame_is_deep(now))
        return area;
    covey_vec far = {now->space.size[0], now->space.size[1], 0};
    covey_point low = covey_camera_point(&picture->camera, (covey_vec){0, 0, 0});
    covey_point high = covey_camera_point(&picture->camera, far);
    double left = fmax(area.x, (double)low.x), right = fmin(area.x + area.width, (double)high.x);
    double top = fmax(area.y, (double)high.y), foot = fmin(area.y + area.height, (double)low.y);
    return (covey_box){left, top, fmax(right - left, 0.0), fmax(foot - top, 0.0)};
}

typedef struct arrows {
    covey_segment shafts[MOST];
    covey_dart heads[MOST];
    size_t count;
} arrows;

static void add_arrow(arrows *all, double x, double y, covey_vec way, covey_color color)
{
    double size = covey_vec_length(way);
    float dx = (float)(way.x / size), dy = (float)(way.y / size);
    covey_point from = {(float)(x - 0.5 * way.x), (float)(y - 0.5 * way.y)};
    covey_point to = {(float)(x + 0.5 * way.x), (float)(y + 0.5 * way.y)};
    all->shafts[all->count] = (covey_segment){from, to, color};
    all->heads[all->count++] = (covey_dart){to.x, to.y, dx, dy, color};
}

void wind_draw(const frame *now, const covey_picture *picture, const covey_canvas *canvas)
{
    static const unsigned char faint = 110;
    arrows all;
    covey_vec way = seen(&picture->camera, wind_of(now));
    double size = covey_vec_length(way), unit = picture->unit;
    if (!(size > 0.0 && isfinite(size) && now->push > 0.0))
        return;
    double length = fmax(LONGEST * fmin(size / now->push, 1.0), SHORTEST) * unit;
    covey_box box = windy(now, picture);
    double gap = fmax(APART * unit, sqrt(box.width * box.height / (MOST / 2)));
    covey_color color = covey_palette_role(picture->theme, COVEY_ROLE_MUTED);
    color.a = faint;
    all.count = 0;
    for (double y = box.y + 0.5 * gap; y < box.y + box.height; y += gap)
        for (double x = box.x + 0.5 * gap; x < box.x + box.width && all.count < MOST; x += gap)
            add_arrow(&all, x, y, covey_vec_scale(way, length / size), color);
    canvas->segments(canvas->context, all.shafts, all.count, 1.5 * unit);
    canvas->darts(canvas->context, all.heads, all.count, HEAD * unit);
}
