// SPDX-License-Identifier: MIT
#include "view/slider.h"

#include <covey/scenario.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

#define ENDLESS 1e9 ///< values from here on mean: no limit
#define LARGE 1e6   ///< values from here on do not show how long a slider should be
#define TINY 1e-5   ///< lower bounds below this mean: more than 0
#define TURNS 12.6  ///< ranges up to two turns, of angles and shares, are useful as a whole

// ---- Tracks ----

static bool is_size(double value)
{
    return value > 0.0 && value < LARGE;
}

/// A typical value of this unit in a world; 1 where the world does not say.
static double usual(const char *unit, const frame *now)
{
    double size = strcmp(unit, "L") == 0                                      ? now->reach
                  : strcmp(unit, "L/T") == 0                                  ? now->speed
                  : strcmp(unit, "L/T^2") == 0 || strcmp(unit, "intent") == 0 ? now->push
                                                                              : 1.0;
    return is_size(size) ? size : 1.0;
}

/// True for units of which the world has a usual value.
static bool is_of_world(const char *unit)
{
    return strcmp(unit, "L") == 0 || strcmp(unit, "L/T") == 0 || strcmp(unit, "L/T^2") == 0;
}

/// The size that a slider is made for. A length or speed is measured by the world that is shown,
/// not by the initial value of its table; a weight also by the weights beside it.
static double size_of(const covey_param *row, double value, const frame *now, double beside)
{
    double size = fmax(fabs(value), beside);
    bool by_world = is_of_world(row->unit);
    if (!by_world || (row->rule && size == 0.0))
        size = fmax(size, fabs(row->initial));
    return is_size(size) ? size : is_size(fabs(value)) ? fabs(value) : usual(row->unit, now);
}

/// The second strongest rule of a flock with the unit of this one, if this is a rule, or the only
/// one: flight from predators may be far stronger than all others. Else 0.
static double usual_rule(const frame_flock *flock, const covey_param *row)
{
    const covey_param *other;
    double most = 0.0, second = 0.0;
    for (int p = 0; row->rule && p < FRAME_PARAMS && (other = frame_param(flock, p)) != NULL; p++) {
        double size = fabs(flock->params[p]);
        if (!other->rule || strcmp(other->unit, row->unit) != 0 || !(size < LARGE))
            continue;
        second = size > most ? most : fmax(second, size);
        most = fmax(most, size);
    }
    return second > 0.0 ? second : most;
}

/// True for angles and shares: all of their values are of use, such as noise up to a whole turn.
static bool is_useful_whole(const covey_param *row)
{
    return !row->whole && row->high - row->low <= TURNS;
}

/// Sets a track from 0 to four times the first value; a weight below 0 has as much on the other
/// side. A short range is a track as a whole.
static slider begin(const covey_param *row, double value, double size)
{
    slider self = {.base = value, .on = value != 0.0 ? value : row->initial};
    self.least = fmax(value < 0.0 ? -4.0 * size : 0.0, row->low);
    self.most = fmin(4.0 * size, row->high);
    if (is_useful_whole(row)) {
        self.least = row->low;
        self.most = row->high;
    }
    return self;
}

slider slider_begin(const covey_param *row, double value, const frame *now)
{
    return begin(row, value, size_of(row, value, now, 0.0));
}

void slider_follow(slider *self, const covey_param *row, double value)
{
    if (row->rule && value != 0.0)
        self->on = value;
    if (!(fabs(value) < ENDLESS))
        return;
    self->least = value < self->least ? fmax(fmin(-self->most, value), row->low) : self->least;
    self->most = fmax(self->most, value);
}

/// The ends that the scenario sets stay.
static void follow_panel(sliders *self, const frame *now)
{
    for (int k = 0; k < now->panel_count; k++) {
        const frame_panel *item = &now->panel[k];
        slider *track = &self->panel[k];
        if (item->row == NULL)
            continue;
        if (self->loaded != now->loaded || self->rows[k] != item->row)
            *track = slider_begin(item->row, item->value, now);
        slider_follow(track, item->row, item->value);
        track->least = isnan(item->low) ? track->least : item->low;
        track->most = isnan(item->high) ? track->most : item->high;
        self->rows[k] = item->row;
    }
}

void sliders_follow(sliders *self, const frame *now)
{
    const covey_param *row;
    follow_panel(self, now);
    for (int k = 0; k < now->flocks_count; k++) {
        const frame_flock *flock = &now->flocks[k];
        slider_rack *rack = &self->flocks[k];
        bool is_new = self->loaded != now->loaded || rack->model != flock->model ||
                      rack->motion != flock->motion || k >= self->count;
        rack->model = flock->model;
        rack->motion = flock->motion;
        for (int p = 0; p < FRAME_PARAMS && (row = frame_param(flock, p)) != NULL; p++) {
            if (is_new)
                rack->of[p] = begin(row, flock->params[p],
                                    size_of(row, flock->params[p], now, usual_rule(flock, row)));
            slider_follow(&rack->of[p], row, flock->params[p]);
        }
    }
    self->loaded = now->loaded;
    self->count = now->flocks_count;
}

// ---- Values ----

double slider_value(const covey_param *row, double value)
{
    value = row->whole ? floor(value + 0.5) : value;
    return fmin(fmax(value, row->low), row->high);
}

void slider_format(const covey_param *row, double value, char format[SLIDER_FORMAT])
{
    if (fabs(value) >= ENDLESS)
        (void)snprintf(format, SLIDER_FORMAT, "no limit");
    else
        (void)snprintf(format, SLIDER_FORMAT, "%s%s%s", row->whole ? "%.0f" : "%.4g",
                       row->unit[0] != '\0' ? " " : "", row->unit);
}

/// The values that a row can have, as people say it.
static void tell_range(const covey_param *row, char text[128])
{
    const char *gap = row->unit[0] != '\0' ? " " : "";
    const bool has_end = !(row->high >= ENDLESS);
    const bool is_tiny = row->low > 0.0 && row->low < TINY;
    if (is_tiny && has_end)
        (void)snprintf(text, 128, "More than 0, at most %.6g%s%s", row->high, gap, row->unit);
    else if (is_tiny)
        (void)snprintf(text, 128, "More than 0%s%s", gap, row->unit);
    else if (has_end)
        (void)snprintf(text, 128, "%.6g to %.6g%s%s", row->low, row->high, gap, row->unit);
    else if (row->low > -ENDLESS)
        (void)snprintf(text, 128, "%.6g%s%s or more", row->low, gap, row->unit);
    else
        (void)snprintf(text, 128, "Any number%s%s", row->unit[0] != '\0' ? ", in " : "", row->unit);
}

static void tell_value(double value, char text[32])
{
    (void)snprintf(text, 32, fabs(value) < ENDLESS ? "%.6g" : "no limit", value);
}

void slider_mean(const covey_param *row, char text[SLIDER_TEXT])
{
    char range[128], initial[32];
    tell_range(row, range);
    tell_value(row->initial, initial);
    (void)snprintf(text, SLIDER_TEXT, "%s\n%s, initially %s.", row->text, range, initial);
}

void slider_explain(const slider *self, const covey_param *row, char text[SLIDER_TEXT])
{
    char base[32];
    slider_mean(row, text);
    tell_value(self->base, base);
    size_t size = strlen(text);
    (void)snprintf(text + size, SLIDER_TEXT - size, "\nDouble click: back to %s. Ctrl+click: type.",
                   base);
}

// ---- Lists ----

int slider_presets(const char *now, const char *list[SLIDER_LIST])
{
    const covey_preset *preset;
    int at = -1, k = 0;
    for (; k < SLIDER_LIST - 1 && (preset = covey_preset_at(k)) != NULL; k++) {
        list[k] = preset->name;
        if (strcmp(preset->name, now) == 0)
            at = k;
    }
    list[k] = NULL;
    return at;
}

void slider_title(const char *name, char title[SLIDER_TEXT])
{
    const covey_preset *preset = covey_preset_find(name);
    (void)snprintf(title, SLIDER_TEXT, "%s", preset != NULL ? preset->title : "");
}

int slider_models(const covey_model *now, const char *list[SLIDER_LIST])
{
    const covey_model *model;
    int at = -1, count = 0;
    for (int k = 0; count < SLIDER_LIST - 1 && (model = covey_model_at(k)) != NULL; k++) {
        if (strcmp(model->name, "predator") == 0)
            continue;
        at = model == now ? count : at;
        list[count++] = model->name;
    }
    list[count] = NULL;
    return at;
}

int slider_motions(const frame_flock *now, const char *list[SLIDER_LIST])
{
    const covey_motion *motion;
    int at = -1, count = 0;
    for (int k = 0; count < SLIDER_LIST - 1 && (motion = covey_motion_at(k)) != NULL; k++) {
        if (!covey_motion_fits(motion, now->model))
            continue;
        at = motion == now->motion ? count : at;
        list[count++] = motion->name;
    }
    list[count] = NULL;
    return at;
}

void slider_motion_title(const char *motion, char title[SLIDER_TEXT])
{
    const covey_motion *found = covey_motion_find(motion);
    (void)snprintf(title, SLIDER_TEXT, "%s", found != NULL ? found->title : "");
}
