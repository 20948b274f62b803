// SPDX-License-Identifier: MIT
// Reads the options of the camera, and turns it from frame to frame.
#include "sight.h"

#include <stdio.h>
#include <string.h>

#define DEGREE (3.14159265358979323846 / 180.0)

/// `text` is one of the choices of the option, or NULL.
static void take_camera(const char *text, covey_orbit *orbit)
{
    const char *const *names = covey_projection_names();
    for (int k = 0; text != NULL && names[k] != NULL; k++)
        if (strcmp(text, names[k]) == 0)
            orbit->projection = (covey_projection)k;
}

bool sight_take(const command *self, const sight_texts *texts, sight *to)
{
    covey_orbit orbit = covey_orbit_default();
    real azimuth = {-360, 360, orbit.azimuth / DEGREE, "no angle from -360 to 360 degrees"};
    real elevation = {-90, 90, orbit.elevation / DEGREE, "no angle from -90 to 90 degrees"};
    real zoom = {0.05, 100, orbit.zoom, "no number from 0.05 to 100"};
    real turn = {-36000, 36000, 0.0, "no angle from -36000 to 36000 degrees"};
    take_camera(texts->camera, &orbit);
    if (!options_real(self, "azimuth", texts->azimuth, &azimuth) ||
        !options_real(self, "elevation", texts->elevation, &elevation) ||
        !options_real(self, "zoom", texts->zoom, &zoom) ||
        !options_real(self, "turn", texts->turn, &turn))
        return false;
    orbit.azimuth = azimuth.value * DEGREE;
    orbit.elevation = elevation.value * DEGREE;
    orbit.zoom = zoom.value;
    *to = (sight){.orbit = orbit, .turn = turn.value * DEGREE};
    to->given = texts->camera != NULL      ? "camera"
                : texts->azimuth != NULL   ? "azimuth"
                : texts->elevation != NULL ? "elevation"
                : texts->zoom != NULL      ? "zoom"
                : texts->turn != NULL      ? "turn"
                                           : NULL;
    return true;
}

bool sight_fits(const command *self, const sight *from, const covey_space *space, uint64_t count)
{
    if (from->given != NULL && covey_space_dim(space) != 3)
        (void)fprintf(stderr,
                      "covey %s: --%s is for worlds of three dimensions, and this one is a plane\n",
                      self->name, from->given);
    else if (from->turn != 0.0 && count == 1)
        (void)fprintf(stderr,
                      "covey %s: --turn goes round from frame to frame, and there is one frame: "
                      "--azimuth turns a picture\n",
                      self->name);
    else
        return true;
    return false;
}

covey_camera sight_camera(const sight *from, const covey_space *space, covey_box area,
                          const covey_vec corners[2], const uint64_t drawn_of[2])
{
    if (covey_space_dim(space) != 3)
        return covey_camera_fit(area, corners[0], corners[1]);
    covey_orbit orbit = from->orbit;
    orbit.azimuth += from->turn * (double)drawn_of[0] / (double)drawn_of[1];
    return covey_camera_orbit(area, corners[0], corners[1], &orbit);
}
