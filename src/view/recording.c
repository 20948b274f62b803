// SPDX-License-Identifier: MIT
#include "view/recording.h"

#include <covey/scenario.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void free_frames(recording *self)
{
    for (size_t k = 0; k < self->count; k++) {
        for (int s = 0; s < self->frames[k].count; s++) {
            free(self->frames[k].sets[s].id);
            free(self->frames[k].sets[s].numbers);
        }
        free(self->frames[k].sets);
    }
    free(self->frames);
}

void recording_close(recording *self)
{
    if (self == NULL)
        return;
    free_frames(self);
    free(self->scenario);
    free(self);
}

// ---- Reading ----

static void widen(recording *self, const covey_view *view)
{
    for (size_t i = 0; i < view->count; i++) {
        covey_vec at = covey_vec_at(view->pos, i);
        if (!(fabs(at.x) <= 1e300 && fabs(at.y) <= 1e300 && fabs(at.z) <= 1e300))
            continue;
        self->low =
            (covey_vec){fmin(self->low.x, at.x), fmin(self->low.y, at.y), fmin(self->low.z, at.z)};
        self->high = (covey_vec){fmax(self->high.x, at.x), fmax(self->high.y, at.y),
                                 fmax(self->high.z, at.z)};
    }
}

static bool keep_set(recording *self, const covey_frame_set *from, recording_set *to)
{
    size_t count = from->count, axes = (size_t)self->dim;
    size_t bytes = strlen(from->set);
    bytes = bytes < sizeof to->name ? bytes : sizeof to->name - 1;
    memcpy(to->name, from->set, bytes);
    to->name[bytes] = '\0';
    to->id = malloc((count + 1) * sizeof *to->id);
    to->numbers = malloc((3 * axes * count + 1) * sizeof *to->numbers);
    if (to->id == NULL || to->numbers == NULL)
        return false;
    memcpy(to->id, from->id, count * sizeof *to->id);
    to->view = (covey_view){.count = count, .id = to->id, .space = from->space, .step = from->step};
    for (size_t axis = 0; axis < axes; axis++) {
        double *pos = to->numbers + axis * count, *vel = to->numbers + (axes + axis) * count;
        double *heading = to->numbers + (2 * axes + axis) * count;
        memcpy(pos, from->pos[axis], count * sizeof *pos);
        for (size_t i = 0; i < count; i++)
            vel[i] = from->vel[axis] != NULL ? from->vel[axis][i] : (double)NAN;
        to->view.pos[axis] = pos;
        to->view.vel[axis] = vel;
        if (from->heading[axis] == NULL)
            continue;
        memcpy(heading, from->heading[axis], count * sizeof *heading);
        to->view.heading[axis] = heading;
    }
    widen(self, &to->view);
    return true;
}

/// A new frame with room for its sets; NULL without memory.
static recording_frame *add_frame(recording *self, double time, int sets)
{
    if (self->count == self->room) {
        size_t room = 2 * self->room + 64;
        recording_frame *grown = realloc(self->frames, room * sizeof *grown);
        if (grown == NULL)
            return NULL;
        self->frames = grown;
        self->room = room;
    }
    recording_frame *to = &self->frames[self->count];
    *to = (recording_frame){.time = time, .sets = calloc((size_t)sets, sizeof *to->sets)};
    self->count += to->sets != NULL;
    return to->sets != NULL ? to : NULL;
}

static covey_status keep_frame(recording *self, const covey_frame_set *sets, int count,
                               covey_error *error)
{
    recording_frame *to = add_frame(self, sets[0].time, count);
    if (to == NULL)
        return covey_fail(error, COVEY_MEMORY, "no memory for so many frames");
    for (int s = 0; s < count; s++) {
        self->numbers += 2 * (size_t)self->dim * sets[s].count;
        if (self->numbers > self->most)
            return covey_fail(error, COVEY_INPUT,
                              "the file has more than %zu million numbers: covey measure reads it",
                              self->most / 1000000);
        to->count++;
        if (!keep_set(self, &sets[s], &to->sets[s]))
            return covey_fail(error, COVEY_MEMORY, "no memory for so many frames");
    }
    return COVEY_OK;
}

static covey_status keep_scenario(recording *self, const covey_input *input, covey_error *error)
{
    const char *text = covey_input_provenance(input).scenario;
    size_t size = text != NULL ? strlen(text) : 0;
    self->scenario = calloc(size + 1, 1);
    if (self->scenario == NULL)
        return covey_fail(error, COVEY_MEMORY, "no memory for a scenario");
    if (size > 0)
        memcpy(self->scenario, text, size);
    return COVEY_OK;
}

static covey_status read_all(recording *self, const covey_input_def *def, covey_error *error)
{
    covey_input *input;
    const covey_frame_set *sets;
    int count;
    covey_status status = covey_input_open(def, &input, error);
    if (status != COVEY_OK)
        return status;
    while ((status = covey_input_next(input, &sets, &count, error)) == COVEY_OK && count > 0) {
        self->dim = self->dim > 0 ? self->dim : covey_input_dim(input);
        status = keep_frame(self, sets, count, error);
        if (status != COVEY_OK)
            break;
    }
    if (status == COVEY_OK)
        status = keep_scenario(self, input, error);
    covey_input_close(input);
    if (status == COVEY_OK && self->count == 0)
        status = covey_fail(error, COVEY_INPUT, "the file has no frames");
    return status;
}

/// The length of the scenario that the file brings, as covey measure takes it; 0 without one.
static double link_of_scenario(const char *text, double scale)
{
    covey_scenario_def def = covey_scenario_def_default();
    covey_scenario *scenario = NULL;
    def.restores = true;
    if (text[0] == '\0' ||
        covey_scenario_read(&def, text, strlen(text), &scenario, NULL) != COVEY_OK)
        return 0.0;
    double link = covey_scenario_plan(scenario).link;
    covey_scenario_destroy(scenario);
    return link * scale;
}

static double find_link(const recording *self, double scale)
{
    double link = link_of_scenario(self->scenario, scale);
    if (link > 0.0)
        return link;
    double values[COVEY_MAX_MEASURES];
    covey_measure_def def = covey_measure_def_default();
    def.wanted = UINT64_C(1) << covey_measure_find("nearest_mean");
    if (covey_measure_all(&self->frames[0].sets[0].view, &def, values, NULL) != COVEY_OK)
        return 1.0;
    double mean = values[covey_measure_find("nearest_mean")];
    return mean > 0.0 ? 2.0 * mean : 1.0;
}

covey_status recording_open(const covey_input_def *def, size_t most, recording **made,
                            covey_error *error)
{
    covey_input_def how = *def;
    recording *self = calloc(1, sizeof *self);
    *made = NULL;
    if (self == NULL)
        return covey_fail(error, COVEY_MEMORY, "no memory for tracks");
    how.differences = true;
    self->most = most;
    self->low = (covey_vec){HUGE_VAL, HUGE_VAL, HUGE_VAL};
    self->high = (covey_vec){-HUGE_VAL, -HUGE_VAL, -HUGE_VAL};
    covey_status status = read_all(self, &how, error);
    if (status != COVEY_OK) {
        recording_close(self);
        return status;
    }
    self->link = find_link(self, how.scale);
    *made = self;
    return COVEY_OK;
}

// ---- Looks ----

void recording_box(const recording *self, covey_vec *low, covey_vec *high)
{
    const covey_space *space = &self->frames[0].sets[0].view.space;
    double depth = self->dim == 3 ? 1.0 : 0.0;
    *low = (covey_vec){0.0, 0.0, 0.0};
    *high = (covey_vec){space->size[0], space->size[1], depth * space->size[2]};
    if (space->kind != COVEY_SPACE_OPEN)
        return;
    if (!(self->low.x <= self->high.x)) {
        *high = (covey_vec){1.0, 1.0, depth};
        return;
    }
    double wide = fmax(self->high.x - self->low.x, self->high.y - self->low.y);
    double more = wide > 0.0 ? 0.05 * wide : 1.0;
    const covey_vec rim = {more, more, depth * more};
    *low = covey_vec_sub(self->low, rim);
    *high = covey_vec_add(self->high, rim);
}

double recording_top_speed(const recording *self, size_t frame)
{
    const covey_view *view = &self->frames[frame].sets[0].view;
    double top = 0.0;
    for (size_t i = 0; i < view->count; i++) {
        double speed = covey_vec_length(covey_vec_at(view->vel, i));
        top = speed > top ? speed : top;
    }
    return top > 0.0 ? top : 1.0;
}
