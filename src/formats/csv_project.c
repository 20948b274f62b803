// SPDX-License-Identifier: MIT
// Longitude and latitude as meters on the plane that touches the ellipsoid of WGS 84 in the middle
// of all places: east and north of its point of contact, along perpendiculars to the plane
// (Hofmann-Wellenhof, Lichtenegger and Collins, "GPS Theory and Practice", 2001, 10.2). Lengths
// toward the middle are short by the cosine of the angle that the Earth curves between.
#include "formats/csv_rows.h"

#include "base/math_trig.h"
#include "covey/vec.h"

#include <math.h>
#include <stdio.h>

/// A point of the ellipsoid, and the directions there, in the axes of the Earth.
typedef struct contact {
    double lon, lat; ///< degrees
    covey_vec at, east, north;
} contact;

/// Half axes, m; the plane may be touched this near the farthest place, m.
static const double long_axis = 6378137.0, flattening = 1.0 / 298.257223563, farthest = 1.0e6;

static contact contact_of(double lon, double lat)
{
    const double radian = COVEY_PI / 180.0, e2 = flattening * (2.0 - flattening);
    const double sin_lon = covey_sin(lon * radian), cos_lon = covey_cos(lon * radian);
    const double sin_lat = covey_sin(lat * radian), cos_lat = covey_cos(lat * radian);
    const double n = long_axis / sqrt(1.0 - e2 * sin_lat * sin_lat);
    return (contact){
        .lon = lon,
        .lat = lat,
        .at = {n * cos_lat * cos_lon, n * cos_lat * sin_lon, n * (1.0 - e2) * sin_lat},
        .east = {0.0 - sin_lon, cos_lon, 0.0},
        .north = {0.0 - sin_lat * cos_lon, 0.0 - sin_lat * sin_lon, cos_lat},
    };
}

static bool is_known(const covey_csv_row *row)
{
    return !isnan(row->agent.pos[0]) && !isnan(row->agent.pos[1]);
}

/// Takes turns off a longitude, so that it is at most half of one from another.
static double near_to(double lon, double other)
{
    return lon + 360.0 * floor(0.5 - (lon - other) / 360.0);
}

/// The middle of the ranges of both angles.
static contact middle_of(const covey_csv_row *rows, size_t count)
{
    double low[2], high[2], first = 0.0;
    bool any = false;
    for (size_t i = 0; i < count; i++) {
        if (!is_known(&rows[i]))
            continue;
        first = any ? first : rows[i].agent.pos[0];
        const double at[2] = {near_to(rows[i].agent.pos[0], first), rows[i].agent.pos[1]};
        for (int k = 0; k < 2; k++) {
            low[k] = any ? fmin(low[k], at[k]) : at[k];
            high[k] = any ? fmax(high[k], at[k]) : at[k];
        }
        any = true;
    }
    return any ? contact_of(near_to(0.5 * (low[0] + high[0]), 0.0), 0.5 * (low[1] + high[1]))
               : contact_of(0.0, 0.0);
}

/// Turns a place, and a velocity along its east and north, into those of the plane.
static double put(const contact *plane, covey_row *row)
{
    const contact here = contact_of(row->pos[0], row->pos[1]);
    const covey_vec way = covey_vec_sub(here.at, plane->at);
    const covey_vec vel = covey_vec_add(covey_vec_scale(here.east, row->vel[0]),
                                        covey_vec_scale(here.north, row->vel[1]));
    row->pos[0] = covey_vec_dot(way, plane->east);
    row->pos[1] = covey_vec_dot(way, plane->north);
    row->vel[0] = covey_vec_dot(vel, plane->east);
    row->vel[1] = covey_vec_dot(vel, plane->north);
    return covey_vec_length(way);
}

covey_status covey_csv_project(covey_csv_row *rows, size_t count, char note[COVEY_CSV_NOTE],
                               covey_error *error)
{
    const contact plane = middle_of(rows, count);
    double most = 0.0;
    for (size_t i = 0; i < count; i++) {
        covey_row *row = &rows[i].agent;
        if (!is_known(&rows[i]))
            continue;
        most = fmax(most, put(&plane, row));
        if (most > farthest)
            return covey_fail(error, COVEY_INPUT,
                              "line %llu, column 1: the place is %.0f km from %.6g, %.6g, the "
                              "middle of all: a plane shows at most %.0f km",
                              (unsigned long long)row->line, most / 1000.0, plane.lon, plane.lat,
                              farthest / 1000.0);
    }
    const double curved = most / long_axis;
    (void)snprintf(note, COVEY_CSV_NOTE,
                   "degrees become meters on the plane that touches the Earth at longitude %.7g, "
                   "latitude %.7g; the farthest place is %.4g km from there, where lengths are "
                   "short by up to %.2g %%",
                   plane.lon, plane.lat, most / 1000.0, 50.0 * curved * curved);
    return COVEY_OK;
}
