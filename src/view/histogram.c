// SPDX-License-Identifier: MIT
#include "view/plots.h"

#include "base/math_trig.h"

#include <covey/draw.h>
#include <covey/model.h>

#include <math.h>
#include <stdlib.h>

#define DEGREES (180.0 / COVEY_PI)

enum { HEADINGS = 24, SPEEDS = 12 }; // bins; of speeds as many at least, as their edges are round

/// Bins of this width from `low` on.
static void begin(histogram *self, double low, double width, int count)
{
    self->count = count;
    for (int k = 0; k <= count; k++) {
        self->edges[k] = low + width * k;
        self->agents[k] = 0.0;
    }
}

static void add(histogram *self, double value)
{
    double width = self->edges[1] - self->edges[0];
    double bin = floor((value - self->edges[0]) / width);
    if (bin >= 0.0)
        self->agents[(int)fmin(bin, self->count - 1)]++;
}

static void take_speeds(histogram *self, const covey_view *view)
{
    double top = 0.0;
    for (size_t i = 0; i < view->count; i++)
        top = fmax(top, covey_vec_length(covey_vec_at(view->vel, i)));
    double width = top > 0.0 && isfinite(top) ? covey_round_number(top / (double)SPEEDS) : 1.0;
    begin(self, 0.0, width, (int)fmin(floor(top / width) + 1.0, HISTOGRAM_BINS));
    for (size_t i = 0; i < view->count; i++)
        add(self, covey_vec_length(covey_vec_at(view->vel, i)));
}

/// Agents at rest have no heading.
static void take_headings(histogram *self, const covey_view *view)
{
    begin(self, -180.0, 360.0 / (double)HEADINGS, HEADINGS);
    for (size_t i = 0; i < view->count; i++) {
        covey_vec vel = covey_vec_at(view->vel, i);
        if (vel.x != 0.0 || vel.y != 0.0)
            add(self, DEGREES * covey_atan2(vel.y, vel.x));
    }
}

static void take_neighbors(histogram *self, const covey_view *view, double link)
{
    covey_agent_values *values = malloc(view->count * sizeof *values);
    covey_measure_def def = covey_measure_def_default();
    uint32_t most = 0;
    def.link = link;
    if (values != NULL && covey_measure_agents(view, &def, values, NULL) == COVEY_OK) {
        for (size_t i = 0; i < view->count; i++)
            most = values[i].neighbors > most ? values[i].neighbors : most;
        double width = floor(most / (double)HISTOGRAM_BINS) + 1.0;
        begin(self, 0.0, width, (int)floor(most / width) + 1);
        for (size_t i = 0; i < view->count; i++)
            add(self, values[i].neighbors);
    }
    free(values);
}

void histogram_take(histogram *self, const covey_view *view, frame_histogram kind, double link)
{
    self->count = 0;
    if (view->count == 0)
        return;
    if (kind == PLOT_SPEEDS)
        take_speeds(self, view);
    else if (kind == PLOT_HEADINGS)
        take_headings(self, view);
    else
        take_neighbors(self, view, link);
    self->agents[self->count] = 0.0;
}
