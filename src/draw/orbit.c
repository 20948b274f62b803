// SPDX-License-Identifier: MIT
// The camera of three dimensions. It goes around the z axis of the middle of all, and the page's x
// stays level. In perspective the eye comes nearer as the view is zoomed, and its angle stays: so
// the nearest agents pass by as one flies into the flock.
#include "base/math_trig.h"
#include "covey/model.h"
#include "draw/context.h"

#include <float.h>

/// Focal length, in the shorter sides of the area: 19° from the middle to the nearer edge.
#define FOCUS 1.45
/// The eye sees from this share of its distance to the center on.
#define NEAREST 0.05

enum { RIM = 32, ROUNDS = 6 }; // points of a rim; steps to the middle of the page

const char *const *covey_projection_names(void)
{
    static const char *const names[] = {"orthographic", "perspective", NULL};
    return names;
}

covey_orbit covey_orbit_default(void)
{
    return (covey_orbit){.projection = COVEY_PROJECTION_PERSPECTIVE,
                         .azimuth = COVEY_PI / 6.0,
                         .elevation = 22.0 / 180.0 * COVEY_PI,
                         .zoom = 1.0};
}

bool covey_camera_is_deep(const covey_camera *camera)
{
    if (camera == NULL)
        return false;
    return !covey_vec_is_zero(camera->toward);
}

// ---- All in the area ----

/// What a box sweeps that turns around its vertical axis, L.
typedef struct drum {
    double radius, half;
} drum;

static drum drum_of(covey_vec low, covey_vec high)
{
    covey_vec half = {0.5 * high.x - 0.5 * low.x, 0.5 * high.y - 0.5 * low.y, 0.0};
    drum self = {covey_vec_length(half), fabs(0.5 * high.z - 0.5 * low.z)};
    if (!(self.radius > 0.0 && self.radius <= DBL_MAX))
        self.radius = self.half > 0.0 ? 0.1 * self.half : 1.0;
    if (!(self.half <= DBL_MAX))
        self.half = self.radius;
    return self;
}

/// A corner of the polygon around the upper or lower rim: along the page's x, up, and to the eye.
static covey_vec rim_point(const drum *self, const covey_camera *camera, int k)
{
    double angle = 2.0 * COVEY_PI * (k / 2) / (double)RIM, sine = camera->toward.z,
           cosine = camera->up.z;
    double around = self->radius / covey_cos(COVEY_PI / (double)RIM);
    double x = around * covey_cos(angle), y = around * covey_sin(angle);
    double z = k % 2 == 0 ? self->half : -self->half;
    return (covey_vec){x, sine * y + cosine * z, sine * z - cosine * y};
}

/// Sets the scale such that the drum just fits without perspective.
static void fit_parallel(covey_camera *camera, const drum *all)
{
    double high = fabs(camera->toward.z) * all->radius + camera->up.z * all->half;
    camera->scale = fmin(0.5 * camera->area.width / all->radius, 0.5 * camera->area.height / high);
}

/// Sets scale and distance such that the drum, whose middle is `shift` above that of the page, just
/// fits. Returns how far above the middle of the page its own middle is seen, L.
static double fit(covey_camera *camera, const drum *all, double shift)
{
    const covey_box *area = &camera->area;
    double focus = FOCUS * fmin(area->width, area->height), least = DBL_MAX, most = -DBL_MAX;
    camera->eye = 0.0;
    for (int k = 0; k < 2 * RIM; k++) {
        covey_vec p = rim_point(all, camera, k);
        double across = 2.0 * fabs(p.x) / area->width;
        double up = 2.0 * fabs(p.y + shift) / area->height;
        camera->eye = fmax(camera->eye, p.z + fmax(across, up) * focus);
    }
    camera->scale = focus / camera->eye;
    for (int k = 0; k < 2 * RIM; k++) {
        covey_vec p = rim_point(all, camera, k);
        double y = (p.y + shift) * camera->eye / (camera->eye - p.z);
        least = fmin(least, y);
        most = fmax(most, y);
    }
    return 0.5 * (least + most);
}

covey_camera covey_camera_orbit(covey_box area, covey_vec low, covey_vec high,
                                const covey_orbit *orbit)
{
    covey_camera camera = {.area = area, .scale = 1.0, .low = low, .high = high};
    if (orbit == NULL)
        return camera;
    // A page without any room, as of a window that is being closed, still has finite places.
    camera.area.width = area.width > 0.0 ? area.width : 1.0;
    camera.area.height = area.height > 0.0 ? area.height : 1.0;
    double c = covey_cos(orbit->azimuth), s = covey_sin(orbit->azimuth);
    double flat = covey_cos(orbit->elevation), steep = covey_sin(orbit->elevation);
    camera.right = (covey_vec){c, s, 0.0};
    camera.up = (covey_vec){-steep * s, steep * c, flat};
    camera.toward = (covey_vec){flat * s, -flat * c, steep};
    bool is_near = orbit->projection == COVEY_PROJECTION_PERSPECTIVE;
    double shift = 0.0;
    drum all = drum_of(low, high);
    if (!is_near)
        fit_parallel(&camera, &all);
    for (int k = 0; k < ROUNDS && is_near; k++)
        shift -= fit(&camera, &all, shift);
    camera.center = covey_vec_add(low, covey_vec_scale(covey_vec_sub(high, low), 0.5));
    // Zoomed, the middle of all is in the middle.
    double zoom = orbit->zoom > 0.0 ? orbit->zoom : 1.0;
    camera.center = covey_vec_add(camera.center, covey_vec_scale(camera.up, -shift / zoom));
    camera.eye /= zoom;
    camera.scale *= zoom;
    return camera;
}

// ---- Places ----

/// Far outside of any page, and still a number that backends can add to.
static float pixel(double x)
{
    return (float)(x > 1e6 ? 1e6 : x >= -1e6 ? x : -1e6);
}

bool covey_camera_look(const covey_camera *camera, covey_vec place, covey_sight *sight)
{
    if (camera == NULL || sight == NULL)
        return false;
    if (!covey_camera_is_deep(camera)) {
        *sight = (covey_sight){covey_camera_point(camera, place), 0.0, camera->scale};
        return true;
    }
    covey_vec way = covey_vec_sub(place, camera->center);
    double nearness = covey_vec_dot(way, camera->toward), away = camera->eye - nearness;
    double least = NEAREST * camera->eye;
    bool seen = camera->eye == 0.0 || away >= least;
    double scale = camera->scale;
    if (camera->eye > 0.0)
        scale *= camera->eye / (seen ? away : least);
    double x =
        camera->area.x + 0.5 * camera->area.width + scale * covey_vec_dot(way, camera->right);
    double y = camera->area.y + 0.5 * camera->area.height - scale * covey_vec_dot(way, camera->up);
    *sight = (covey_sight){{pixel(x), pixel(y)}, -nearness, scale};
    return seen;
}

// ---- Lines ----

covey_vec covey_deep_corner(covey_vec low, covey_vec high, int k)
{
    return (covey_vec){(k & 1) != 0 ? high.x : low.x, (k & 2) != 0 ? high.y : low.y,
                       (k & 4) != 0 ? high.z : low.z};
}

/// Cuts from the shares `part` of a line the shares where a + (b - a) share is below `low`.
static bool cut(double a, double b, double low, double part[2])
{
    if (a < low && b < low)
        return false;
    double at = b != a ? (low - a) / (b - a) : 0.0;
    if (a < low)
        part[0] = fmax(part[0], at);
    else if (b < low)
        part[1] = fmin(part[1], at);
    return part[0] <= part[1];
}

static void shorten(covey_vec ends[2], const double part[2])
{
    covey_vec from = ends[0], way = covey_vec_sub(ends[1], ends[0]);
    for (int k = 0; k < 2; k++)
        if (part[k] > 0.0 && part[k] < 1.0)
            ends[k] = covey_vec_add(from, covey_vec_scale(way, part[k]));
}

bool covey_deep_clip(covey_vec low, covey_vec high, covey_vec ends[2])
{
    double part[2] = {0.0, 1.0};
    covey_vec a = ends[0], b = ends[1];
    if (!(cut(a.x, b.x, low.x, part) && cut(-a.x, -b.x, -high.x, part) &&
          cut(a.y, b.y, low.y, part) && cut(-a.y, -b.y, -high.y, part) &&
          cut(a.z, b.z, low.z, part) && cut(-a.z, -b.z, -high.z, part)))
        return false;
    if (part[0] == 1.0 || part[1] == 0.0)
        return false; // a corner alone
    shorten(ends, part);
    return true;
}

bool covey_deep_line(const covey_camera *camera, covey_vec a, covey_vec b, covey_point ends[2])
{
    covey_vec line[2] = {a, b};
    double part[2] = {0.0, 1.0}, least = NEAREST * camera->eye;
    double from = camera->eye - covey_vec_dot(covey_vec_sub(a, camera->center), camera->toward);
    double to = camera->eye - covey_vec_dot(covey_vec_sub(b, camera->center), camera->toward);
    if (camera->eye > 0.0 && !cut(from, to, least, part))
        return false;
    shorten(line, part);
    for (int k = 0; k < 2; k++) {
        covey_sight sight;
        (void)covey_camera_look(camera, line[k], &sight);
        ends[k] = sight.point;
    }
    return true;
}
