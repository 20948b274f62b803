// SPDX-License-Identifier: MIT
#include "view/measured.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

bool measured_choose(frame_series *self, const frame_plots *plots)
{
    bool is_new = false;
    if (self->plots.flock != plots->flock)
        self->count = 0;
    for (int k = 0; k < PLOTS; k++) {
        if (self->plots.of[k] == plots->of[k])
            continue;
        is_new = true;
        for (int i = 0; i < FRAME_SERIES; i++)
            self->values[k][i] = (double)NAN;
    }
    is_new = is_new || self->plots.flock != plots->flock;
    self->plots = *plots;
    return is_new;
}

/// The place of a step's values, the oldest ones gone if there is no room.
static int place_of(frame_series *self, double step)
{
    if (self->count > 0 && self->steps[self->count - 1] == step)
        return self->count - 1;
    if (self->count < FRAME_SERIES)
        return self->count++;
    const size_t rest = (FRAME_SERIES - 1) * sizeof(double);
    memmove(self->steps, self->steps + 1, rest);
    memmove(self->times, self->times + 1, rest);
    for (int k = 0; k < PLOTS; k++)
        memmove(self->values[k], self->values[k] + 1, rest);
    return FRAME_SERIES - 1;
}

static bool is_measure(int kind)
{
    return kind >= 0 && covey_measure_at(kind) != NULL;
}

void measured_add(frame_series *self, const measured_now *now)
{
    double values[COVEY_MAX_MEASURES];
    covey_measure_def def = covey_measure_def_default();
    def.link = now->link;
    def.wanted = 0;
    for (int k = 0; k < PLOTS; k++)
        def.wanted |= is_measure(self->plots.of[k]) ? UINT64_C(1) << self->plots.of[k] : 0;
    for (int k = 0; k < COVEY_MAX_MEASURES; k++)
        values[k] = (double)NAN;
    if (def.wanted == 0 || covey_measure_all(&now->view, &def, values, NULL) != COVEY_OK)
        return;
    int i = place_of(self, (double)now->view.step);
    self->steps[i] = (double)now->view.step;
    self->times[i] = now->time;
    for (int k = 0; k < PLOTS; k++)
        self->values[k][i] =
            is_measure(self->plots.of[k]) ? values[self->plots.of[k]] : (double)NAN;
}

void measured_cut(frame_series *self, uint64_t step)
{
    while (self->count > 0 && self->steps[self->count - 1] > (double)step)
        self->count--;
}

// ---- The table ----

/// True for the first plot of a measure.
static bool is_column(const frame_series *self, int k)
{
    for (int before = 0; before < k; before++)
        if (self->plots.of[before] == self->plots.of[k])
            return false;
    return is_measure(self->plots.of[k]);
}

static covey_status put(covey_sink sink, const char *text)
{
    return sink.write(sink.context, text, strlen(text));
}

/// A number that reads back to the same bits; an empty field for none.
static covey_status put_value(covey_sink sink, double value)
{
    char text[40] = ",";
    if (!isnan(value))
        (void)snprintf(text, sizeof text, ",%.17g", value);
    return put(sink, text);
}

covey_status measured_write(const frame_series *self, covey_sink sink)
{
    covey_status status = put(sink, "step,time");
    for (int k = 0; k < PLOTS && status == COVEY_OK; k++)
        if (is_column(self, k) && (status = put(sink, ",")) == COVEY_OK)
            status = put(sink, covey_measure_at(self->plots.of[k])->name);
    for (int i = 0; i < self->count && status == COVEY_OK; i++) {
        char text[64];
        (void)snprintf(text, sizeof text, "\n%.0f,%.17g", self->steps[i], self->times[i]);
        status = put(sink, text);
        for (int k = 0; k < PLOTS && status == COVEY_OK; k++)
            status = is_column(self, k) ? put_value(sink, self->values[k][i]) : status;
    }
    return status == COVEY_OK ? put(sink, "\n") : status;
}
