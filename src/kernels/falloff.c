// SPDX-License-Identifier: MIT
// Samples functions of the distance. A piece is the cubic through four values at equal distances,
// so a smooth function is off by its fourth derivative times (radius/256)⁴/1944 at most, and a kink
// shows in one piece alone.
#include "kernels/zone.h"

#include <math.h>
#include <string.h>

/// The polynomial of t through y[k] at t = k/3.
static void fit(const double y[4], double c[4])
{
    c[0] = y[0];
    c[1] = y[3] - 5.5 * y[0] + 9.0 * y[1] - 4.5 * y[2];
    c[2] = 9.0 * y[0] - 22.5 * y[1] + 18.0 * y[2] - 4.5 * y[3];
    c[3] = 4.5 * (y[3] - y[0]) + 13.5 * (y[1] - y[2]);
}

bool covey_falloff_sample(const covey_zone *zone, const void *params, covey_falloff *table)
{
    const double pieces = COVEY_FALLOFF_PIECES, length = zone->radius / pieces;
    bool finite = true;
    table->scale = zone->radius > 0.0 ? pieces / zone->radius : 0.0;
    table->single_scale = (float)table->scale;
    double y[4] = {0, 0, 0, zone->falloff(params, 0.0)};
    for (int k = 0; k < COVEY_FALLOFF_PIECES; k++) {
        y[0] = y[3];
        y[1] = zone->falloff(params, length * (k + 1.0 / 3.0));
        y[2] = zone->falloff(params, length * (k + 2.0 / 3.0));
        y[3] = zone->falloff(params, length * (k + 1.0));
        fit(y, table->piece[k]);
        for (int power = 0; power < 4; power++) {
            double c = table->piece[k][power];
            table->single_piece[k][power] = (float)c;
            finite = finite && isfinite(c) && isfinite(table->single_piece[k][power]);
        }
    }
    return finite;
}
