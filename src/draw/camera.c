// SPDX-License-Identifier: MIT
// From the space to the page and back.
#include "covey/draw.h"

#include <float.h>

covey_camera covey_camera_fit(covey_box area, covey_vec low, covey_vec high)
{
    // Halves, as the whole may be beyond the finite numbers.
    covey_vec half = {0.5 * high.x - 0.5 * low.x, 0.5 * high.y - 0.5 * low.y, 0.0};
    covey_camera camera = {.center = {low.x + half.x, low.y + half.y, 0.0}, .area = area};
    double across = half.x > 0.0 ? 0.5 * area.width / half.x : DBL_MAX;
    double up = half.y > 0.0 ? 0.5 * area.height / half.y : DBL_MAX;
    camera.scale = across < up ? across : up;
    if (!(camera.scale > 0.0 && camera.scale < DBL_MAX))
        camera.scale = 1.0;
    return camera;
}

/// Far outside of any page, and still a number that backends can add to.
static float pixel(double x)
{
    return (float)(x > 1e6 ? 1e6 : x >= -1e6 ? x : -1e6);
}

covey_point covey_camera_point(const covey_camera *camera, covey_vec place)
{
    if (camera == NULL)
        return (covey_point){0, 0};
    covey_sight sight;
    if (covey_camera_is_deep(camera)) {
        (void)covey_camera_look(camera, place, &sight);
        return sight.point;
    }
    const covey_box *area = &camera->area;
    double x = area->x + 0.5 * area->width + camera->scale * (place.x - camera->center.x);
    double y = area->y + 0.5 * area->height - camera->scale * (place.y - camera->center.y);
    return (covey_point){pixel(x), pixel(y)};
}

covey_vec covey_camera_place(const covey_camera *camera, double x, double y)
{
    if (camera == NULL)
        return (covey_vec){0, 0, 0.0};
    const covey_box *area = &camera->area;
    if (covey_camera_is_deep(camera)) {
        double right = (x - area->x - 0.5 * area->width) / camera->scale;
        double up = (area->y + 0.5 * area->height - y) / camera->scale;
        return covey_vec_add(camera->center, covey_vec_add(covey_vec_scale(camera->right, right),
                                                           covey_vec_scale(camera->up, up)));
    }
    return (covey_vec){
        camera->center.x + (x - area->x - 0.5 * area->width) / camera->scale,
        camera->center.y - (y - area->y - 0.5 * area->height) / camera->scale,
        0.0,
    };
}

double covey_round_number(double most)
{
    // The power of ten below, as a product; that is rounded, so a hair above counts as not above.
    double power = 1.0;
    most *= 1.0 + 0x1p-40;
    while (power <= most / 10.0)
        power *= 10.0;
    while (power > most)
        power /= 10.0;
    return 5.0 * power <= most ? 5.0 * power : 2.0 * power <= most ? 2.0 * power : power;
}
