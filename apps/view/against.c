// SPDX-License-Identifier: MIT
#include "against.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { X, Y, VX, VY, VALUES };

// Units.
static const double DART = 10, LONGEST = 90, HEAD = 9, FONT = 12;

// ---- Reading ----

static covey_status read_states(against *self, FILE *from, covey_error *error)
{
    size_t room = 64 * VALUES * self->agents, count = VALUES * self->agents;
    double value;
    double *all = malloc(room * sizeof *all);
    while (all != NULL && fscanf(from, "%lf", &value) == 1) {
        if (count == room) {
            room *= 2;
            double *grown = realloc(all, room * sizeof *all);
            if (grown == NULL)
                free(all);
            all = grown;
        }
        if (all != NULL)
            all[count++] = value;
    }
    if (all == NULL)
        return covey_fail(error, COVEY_MEMORY, "no memory for the output of --against");
    self->values = all;
    self->states = count / (VALUES * self->agents);
    return COVEY_OK;
}

static covey_status read_all(against *self, FILE *from, covey_error *error)
{
    char line[256];
    if (fgets(line, sizeof line, from) == NULL)
        return covey_fail(error, COVEY_INPUT, "the output of --against is empty");
    int begin = 0;
    self->has_wrong =
        sscanf(line, "wrong %zu %zu %n", &self->step, &self->agent, &begin) == 2 && begin > 0;
    if (self->has_wrong) {
        line[strcspn(line, "\n")] = '\0';
        (void)snprintf(self->sentence, sizeof self->sentence, "first wrong number: %.120s",
                       line + begin);
        self->step--;
        self->agent--;
    }
    return read_states(self, from, error);
}

covey_status against_open(against *self, const char *path, viewer *of, covey_error *error)
{
    const frame *now = of->now;
    const frame_flock *flock = &now->flocks[0];
    *self = (against){.agents = flock->count, .loaded = now->loaded};
    if (now->recorded || now->step != 0 || now->flocks_count != 1 || flock->count == 0 ||
        frame_is_deep(now))
        return covey_fail(error, COVEY_INPUT, "--against shows a case of the formal assignment");
    FILE *from = fopen(path, "r");
    if (from == NULL)
        return covey_fail(error, COVEY_IO, "cannot read %.200s, the output of --against", path);
    covey_status status = read_all(self, from, error);
    (void)fclose(from);
    for (size_t i = 0; i < flock->count && status == COVEY_OK; i++) {
        double *at = &self->values[VALUES * i];
        at[X] = flock->pos[0][i];
        at[Y] = flock->pos[1][i];
        at[VX] = flock->vel[0][i];
        at[VY] = flock->vel[1][i];
    }
    if (status == COVEY_OK && self->has_wrong && self->agent < flock->count) {
        of->selected_flock = 0;
        of->selected = flock->id[self->agent];
        viewer_go(of, (double)self->step);
    }
    return status;
}

void against_close(against *self)
{
    free(self->values);
    *self = (against){0};
}

// ---- Drawing ----

/// What all that is drawn needs.
typedef struct sheet {
    const against *self;
    const viewer *of;
    const covey_canvas *canvas;
    size_t step;
    double share; ///< of a step, by which places lie before those of the state
    covey_color theirs, right;
} sheet;

static const double *state_of(const against *self, size_t step, size_t i)
{
    return &self->values[VALUES * (step * self->agents + i)];
}

/// Where the program has an agent, as far as it is drawn; false where that is no place.
static bool find_place(const sheet *on, size_t i, covey_vec *place)
{
    const double *to = state_of(on->self, on->step, i);
    const double *from = on->step > 0 ? state_of(on->self, on->step - 1, i) : to;
    *place = (covey_vec){to[X] + on->share * (from[X] - to[X]),
                         to[Y] + on->share * (from[Y] - to[Y]), 0.0};
    return isfinite(place->x) && isfinite(place->y);
}

static covey_point see(const sheet *on, covey_vec place)
{
    return covey_camera_point(&on->of->camera.lens, place);
}

static void draw_line(const sheet *on, covey_point a, covey_point b, covey_color color, double wide)
{
    covey_segment line = {a, b, color};
    on->canvas->segments(on->canvas->context, &line, 1, wide * on->of->page.unit);
}

/// A dart where the program has the agent, and a line there from the right place.
static void draw_agent(const sheet *on, size_t i)
{
    covey_vec place;
    const double *state = state_of(on->self, on->step, i);
    if (!find_place(on, i, &place))
        return;
    double speed = hypot(state[VX], state[VY]);
    covey_point at = see(on, place);
    bool flies = speed > 0.0 && isfinite(speed);
    covey_dart dart = {at.x, at.y, flies ? (float)(state[VX] / speed) : 1.0F,
                       flies ? (float)(-state[VY] / speed) : 0.0F, on->theirs};
    covey_point right = see(on, frame_place(on->of->now, 0, i, viewer_lag(on->of)));
    draw_line(on, right, at, on->theirs, 1.0);
    on->canvas->darts(on->canvas->context, &dart, 1, DART * on->of->page.unit);
}

static void draw_arrow(const sheet *on, covey_vec place, covey_vec along, const char *name,
                       covey_color color)
{
    double unit = on->of->page.unit, length = hypot(along.x, along.y);
    if (!(length > unit) || !isfinite(length))
        return;
    covey_point from = see(on, place);
    covey_point to = {from.x + (float)along.x, from.y - (float)along.y};
    covey_dart head = {to.x, to.y, (float)(along.x / length), (float)(-along.y / length), color};
    covey_label label = {.x = (double)to.x + 8.0 * unit * along.x / length,
                         .y = (double)to.y - 14.0 * unit * along.y / length,
                         .size = FONT * unit,
                         .anchor = along.x < 0.0 ? COVEY_ANCHOR_END : COVEY_ANCHOR_START,
                         .strong = true,
                         .color = color,
                         .text = name};
    draw_line(on, from, to, color, 3.0);
    on->canvas->darts(on->canvas->context, &head, 1, 1.4 * HEAD * unit);
    on->canvas->label(on->canvas->context, &label);
}

/// The force on an agent in the step that comes, by its change of velocity, and the right one, by
/// the shares of the rules. False where the program printed no such state.
static bool find_forces(const sheet *on, size_t i, covey_vec *theirs, covey_vec *right)
{
    const frame *now = on->of->now;
    *theirs = *right = (covey_vec){0};
    if (on->step + 1 >= on->self->states || !(now->dt > 0.0) || now->watched_flock != 0 ||
        now->watched != now->flocks[0].id[i])
        return false;
    const double *from = state_of(on->self, on->step, i), *to = state_of(on->self, on->step + 1, i);
    *theirs = (covey_vec){(to[VX] - from[VX]) / now->dt, (to[VY] - from[VY]) / now->dt, 0.0};
    for (int k = 0; k < now->rules_count; k++)
        *right = covey_vec_add(*right, now->rules[k].push);
    return isfinite(theirs->x) && isfinite(theirs->y);
}

/// Forces as arrows, the longer of both as long as LONGEST; behind the last state velocities.
static void draw_arrows(const sheet *on, size_t i, covey_vec place)
{
    const frame *now = on->of->now;
    covey_vec theirs, right;
    bool has_forces = find_forces(on, i, &theirs, &right);
    if (!has_forces) {
        const double *state = state_of(on->self, on->step, i);
        theirs = (covey_vec){state[VX], state[VY], 0.0};
        right = (covey_vec){now->flocks[0].vel[0][i], now->flocks[0].vel[1][i], 0.0};
    }
    double most = fmax(hypot(theirs.x, theirs.y), hypot(right.x, right.y));
    if (!(most > 0.0) || !isfinite(most))
        return;
    double scale = LONGEST * on->of->page.unit / most;
    draw_arrow(on, frame_place(now, 0, i, viewer_lag(on->of)), covey_vec_scale(right, scale),
               has_forces ? "right force" : "right velocity", on->right);
    draw_arrow(on, place, covey_vec_scale(theirs, scale),
               has_forces ? "your force" : "your velocity", on->theirs);
}

/// The radii of the selected agent at the place that the program has for it, and lines to those
/// within the longest.
static void draw_selected(const sheet *on, size_t i)
{
    const frame_flock *flock = &on->of->now->flocks[0];
    covey_vec place, other;
    double longest = 0.0;
    if (!find_place(on, i, &place))
        return;
    covey_point at = see(on, place);
    for (int k = 0; k < flock->zones_count; k++) {
        covey_disc ring = {at.x, at.y, (float)(flock->zones[k].radius * on->of->camera.lens.scale),
                           on->theirs};
        longest = fmax(longest, flock->zones[k].radius);
        if (isfinite(flock->zones[k].radius) && flock->zones[k].radius > 0.0)
            on->canvas->discs(on->canvas->context, &ring, 1, on->of->page.unit);
    }
    for (size_t j = 0; j < on->self->agents; j++)
        if (j != i && find_place(on, j, &other) &&
            hypot(other.x - place.x, other.y - place.y) <= longest)
            draw_line(on, at, see(on, other), on->theirs, 1.5);
    draw_arrows(on, i, place);
}

static void write_line(const sheet *on, const char *text, double y)
{
    double unit = on->of->page.unit;
    covey_label label = {.x = on->of->camera.lens.area.x + 6.0 * unit,
                         .y = y,
                         .size = FONT * unit,
                         .strong = true,
                         .color = on->theirs,
                         .text = text};
    on->canvas->label(on->canvas->context, &label);
}

void against_draw(const against *self, const viewer *of, const covey_canvas *canvas)
{
    const frame *now = of->now;
    bool is_dark = of->set.theme != 0.0;
    size_t selected;
    if (self->values == NULL || now->loaded != self->loaded || now->flocks_count == 0 ||
        now->flocks[0].count != self->agents)
        return;
    sheet on = {.self = self,
                .of = of,
                .canvas = canvas,
                .step = (size_t)now->step,
                .share = now->dt > 0.0 ? fmin(fmax(viewer_lag(of) / now->dt, 0.0), 1.0) : 0.0,
                .theirs =
                    is_dark ? (covey_color){255, 138, 128, 255} : (covey_color){179, 38, 30, 255},
                .right = covey_palette_role((covey_theme)of->set.theme, COVEY_ROLE_INK)};
    double unit = of->page.unit;
    const covey_box *area = &of->camera.lens.area;
    double below = area->y + area->height - 8.0 * unit;
    write_line(&on, self->has_wrong ? self->sentence : "all numbers of the program are right",
               below);
    if (on.step >= self->states) {
        write_line(&on, "the program printed no state of this step", below - 18.0 * unit);
        return;
    }
    canvas->clip(canvas->context, &of->camera.lens.area);
    for (size_t i = 0; i < self->agents; i++)
        draw_agent(&on, i);
    if (of->selected_flock == 0 && frame_find(&now->flocks[0], of->selected, &selected))
        draw_selected(&on, selected);
    covey_vec place;
    bool is_wrong = self->has_wrong && self->agent < self->agents && on.step == self->step + 1;
    if (is_wrong && find_place(&on, self->agent, &place)) {
        covey_point at = see(&on, place);
        covey_disc ring = {at.x, at.y, (float)(14.0 * unit), on.theirs};
        canvas->discs(canvas->context, &ring, 1, 3.0 * unit);
    }
    canvas->clip(canvas->context, NULL);
}
