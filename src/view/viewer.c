// SPDX-License-Identifier: MIT
// Time goes on by the clock of the frames; the world follows by whole steps of one length, and a
// drawn frame lies between two of them. So nothing that happens depends on how many frames there
// are.
#include "view/viewer.h"

#include "view/senses.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>

enum { MESSAGE_SECONDS = 6 };

void viewer_say(viewer *self, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    (void)vsnprintf(self->message, sizeof self->message, format, values);
    va_end(values);
    self->message_left = MESSAGE_SECONDS;
}

void viewer_command(viewer *self, const char *format, ...)
{
    char text[VIEWER_ORDER];
    va_list values;
    va_start(values, format);
    int size = vsnprintf(text, sizeof text, format, values);
    va_end(values);
    if (size < 0 || size >= (int)sizeof text || !sim_order(self->world, text))
        viewer_say(self, "an order is too long");
}

void viewer_set_key(viewer *self, const char *key, const covey_param *row, double value, bool first)
{
    const char *verb = first ? "set" : "move";
    if (row->choices != NULL)
        viewer_command(self, "%s %s %s", verb, key, row->choices[(int)value]);
    else
        viewer_command(self, "%s %s %.9g", verb, key, value);
}

void viewer_set(viewer *self, const char *owner, const covey_param *row, double value, bool first)
{
    char key[2 * COVEY_NAME_SIZE + 32];
    (void)snprintf(key, sizeof key, "%s.%s", owner, row->name);
    viewer_set_key(self, key, row, value, first);
}

void viewer_param(viewer *self, int flock, const covey_param *row, double value, bool first)
{
    char owner[32];
    (void)snprintf(owner, sizeof owner, "flocks.%d", flock);
    viewer_set(self, owner, row, value, first);
}

// ---- A new world ----

static void begin(viewer *self)
{
    self->opened = self->now->opened;
    self->selected_flock = -1;
    self->hand.is_outlining = false;
    self->hand.corners_count = 0;
    self->plotted = 0;
    self->camera.has_bounds = false;
    self->clock.runs = self->clock.runs && !self->now->rests;
    if (self->now->loaded != self->loaded) {
        recent_add(&self->files, self->now->name);
        camera_look(&self->camera); // the place that the hand had moved to is one of another world
    }
    self->loaded = self->now->loaded;
    self->hand.held_pointer[0] = self->hand.held_steer[0] = '\0';
}

/// Time is at another step than the last frame led to.
static void jump(viewer *self)
{
    self->jumps = self->now->jumps;
    self->clock.wanted = self->clock.shown = (double)self->now->step;
    trails_clear(&self->past);
}

void viewer_go(viewer *self, double step)
{
    const frame *now = self->now;
    self->clock.runs = false;
    step = fmin(fmax(step, (double)now->begin), (double)now->end);
    viewer_command(self, "go %.0f", step);
}

void viewer_init(viewer *self, sim *world, const settings *set, const recent *files)
{
    *self = (viewer){.world = world, .set = *set, .clock.runs = true, .page.unit = 1.0};
    self->camera.lens.scale = 1.0; // until there is a picture: input may come before it
    if (files != NULL)
        self->files = *files;
    self->now = sim_frame(world);
    begin(self);
    jump(self);
}

void viewer_free(viewer *self)
{
    trails_clear(&self->past);
}

// ---- Time ----

/// Sets the step wanted; never so far ahead that a slow world would have to catch up.
/// As fast as it can, the world never waits for the window; a script, which waits for the world,
/// sees a hundred steps a frame.
/// A film has the steps of its own time: each of its frames is drawn once the world is there.
/// Returns the steps that are due.
static double set_goal(viewer *self, double seconds, bool settles)
{
    double due = self->set.speed * seconds;
    if (self->requests.is_filmed)
        due = self->requests.film_due ? self->set.speed / VIEW_FILM_RATE : 0.0;
    else if (self->set.fast != 0.0 && self->clock.runs)
        due = settles ? 100.0 : 1e6;
    double ahead = fmax(1.0, due);
    if (self->clock.runs)
        self->clock.wanted += due;
    self->clock.wanted = fmin(self->clock.wanted, (double)self->now->step + ahead);
    sim_go(self->world, self->jumps, (uint64_t)ceil(self->clock.wanted));
    return self->clock.runs ? due : 0.0;
}

/// Says so once where predators come that their prey does not see.
static void tell_unseen(viewer *self)
{
    int unseen = senses_unseen(self->now, 0);
    if (unseen >= 0 && !self->is_unseen && self->now->undoable > 0)
        viewer_say(self, "%s do not see %s: 'let them flee' in the panel changes that",
                   self->now->flocks[0].name, self->now->flocks[unseen].name);
    self->is_unseen = unseen >= 0;
}

/// Says so once where a color is asked for that a recording cannot give.
static void tell_unknown(viewer *self)
{
    bool is_unknown = self->now->recorded && self->set.coloring == (double)COVEY_COLORING_DOING;
    if (is_unknown && !self->is_unknown)
        viewer_say(self, "a recording tells where agents were, not what they did: open the session "
                         "or the scenario that it is of");
    self->is_unknown = is_unknown;
}

static void take_frame(viewer *self)
{
    self->now = sim_frame(self->world);
    if (self->now->opened != self->opened)
        begin(self);
    if (self->now->jumps != self->jumps)
        jump(self);
    if (self->now->messages != self->messages) {
        self->messages = self->now->messages;
        viewer_say(self, "%s", self->now->message);
    }
    tell_unseen(self);
    tell_unknown(self);
    size_t index;
    if (self->selected_flock >= self->now->flocks_count ||
        (self->selected_flock >= 0 &&
         !frame_find(&self->now->flocks[self->selected_flock], self->selected, &index)))
        self->selected_flock = -1;
}

bool viewer_is_still(const viewer *self)
{
    bool is_held = self->hand.pull != 0 || self->hand.forward != 0 || self->hand.left != 0 ||
                   self->hand.drag != DRAG_NOTHING || self->hand.held_pointer[0] != '\0' ||
                   self->hand.held_steer[0] != '\0';
    bool is_asked = self->requests.film || self->requests.is_filmed || self->requests.shot ||
                    self->requests.plots || self->requests.is_resized || self->requests.is_busy ||
                    self->requests.ends;
    return !self->clock.runs && !self->camera.bounds_move && !is_held && !is_asked &&
           !(self->message_left > 0.0) && sim_rests(self->world);
}

static void count_rates(viewer *self, double seconds, uint64_t before)
{
    double share = fmin(fmax(seconds, 1.0 / (double)(self->clock.frames + 1)), 1.0);
    double steps = self->now->step >= before ? (double)(self->now->step - before) : 0.0;
    if (!(seconds > 1e-3)) // no screen is that fast: the window has just begun
        return;
    self->clock.rate += share * (steps / seconds - self->clock.rate);
    self->clock.frame_rate += share * (1.0 / seconds - self->clock.frame_rate);
}

/// Trails and changes take their time with many agents: they are kept only where they are shown.
static void keep_trails(viewer *self)
{
    bool forces = self->set.forces != 0.0;
    size_t length = self->set.trails > 0.0 ? (size_t)self->set.trails : 1;
    if (self->set.trails > 0.0 || forces)
        trails_add(&self->past, self->now, length, forces);
    else if (self->past.has_step)
        trails_clear(&self->past);
}

/// Sets what the world measures.
static void plot(viewer *self)
{
    const settings *set = &self->set;
    const frame_plots plots = {
        self->plotted, {(int)set->plot_1, (int)set->plot_2, (int)set->plot_3, (int)set->plot_4}};
    sim_plot(self->world, &plots);
}

double viewer_ask(viewer *self, double seconds, bool settles)
{
    hand_act(self, seconds);
    sim_watch(self->world, self->selected_flock, self->selected,
              self->set.all != 0.0 && self->set.rules != 0.0);
    plot(self);
    sim_tell_doing(self->world, self->set.coloring == (double)COVEY_COLORING_DOING);
    return set_goal(self, seconds, settles);
}

void viewer_take(viewer *self, double seconds)
{
    uint64_t before = self->now->step;
    take_frame(self);
    // Goals follow frames, and so the world may have gone beyond the time that is wanted: a rest is
    // at the step that it came to.
    if (!self->clock.runs)
        self->clock.wanted = fmax(self->clock.wanted, (double)self->now->step);
    self->clock.shown = fmin(self->clock.wanted, (double)self->now->step);
    self->requests.film_due =
        self->requests.is_filmed && self->clock.runs && self->clock.shown >= self->clock.wanted;
    if (self->now->recorded && self->now->step == self->now->end)
        self->clock.runs = false;
    keep_trails(self);
    camera_follow(&self->camera, self->now, self->set.camera == CAMERA_FIXED);
    count_rates(self, seconds, before);
    self->message_left -= seconds;
    self->clock.frames++;
}

void viewer_advance(viewer *self, double seconds, bool settles)
{
    double due = viewer_ask(self, seconds, settles);
    if (settles)
        sim_settle(self->world);
    else if (!self->requests.is_filmed && due < 1e3) // what the next frame will be between
        sim_go(self->world, self->jumps, (uint64_t)ceil(self->clock.wanted + due));
    viewer_take(self, seconds);
}

double viewer_lag(const viewer *self)
{
    double steps = (double)self->now->step - self->clock.shown;
    return fmin(fmax(steps, 0.0), 1.0) * self->now->dt;
}

void viewer_open(viewer *self, const char *name)
{
    viewer_command(self, "open %s", name);
    self->sheets.files = self->sheets.gallery = false;
}

void viewer_film(viewer *self)
{
    self->requests.film = !self->requests.film;
}

// ---- Obstacles and files ----

void viewer_obstacle(viewer *self, covey_vec place, double radius)
{
    char at[VIEWER_PLACE];
    viewer_name_place(self, place, ", ", at);
    viewer_command(self,
                   "add {kind: obstacle, points: [[%s]], radius: %.6g, weight: %.6g, sight: %.6g}",
                   at, radius, self->now->push, self->now->reach);
}

static double distance(const viewer *self, covey_vec a, covey_vec b)
{
    return covey_vec_length(covey_space_offset(&self->now->space, a, b));
}

bool viewer_is_thing(const viewer *self, covey_vec place)
{
    const frame *now = self->now;
    for (size_t k = 0; k < now->influences_count; k++) {
        const frame_influence *item = &now->influences[k];
        for (size_t p = 0; p < item->points_count && item->mark.kind == COVEY_MARK_SOLID; p++)
            if (distance(self,
                         (covey_vec){item->points[0][p], item->points[1][p],
                                     item->points[2] != NULL ? item->points[2][p] : 0.0},
                         place) <= item->mark.radius)
                return true;
    }
    for (int k = 0; k < now->flocks_count; k++) {
        const frame_flock *flock = &now->flocks[k];
        double near = fmax(flock->def.body, 0.3 * now->reach);
        for (size_t i = 0; i < flock->count && flock->prey >= 0; i++)
            if (distance(self, frame_place(now, k, i, 0.0), place) <= near)
                return true;
    }
    return false;
}

void viewer_save(viewer *self, const char *order, const char *name, const char *suffix)
{
    char path[VIEW_PATH];
    sim_name_file(self->world, name, suffix, path, sizeof path);
    viewer_command(self, "%s %s", order, path);
}

// ---- Places ----

covey_vec viewer_place(const viewer *self, double x, double y)
{
    return covey_camera_place(&self->camera.lens, x - self->page.box.x, y - self->page.box.y);
}

void viewer_name_place(const viewer *self, covey_vec place, const char *comma,
                       char text[VIEWER_PLACE])
{
    int size = snprintf(text, VIEWER_PLACE, "%.9g%s%.9g", place.x, comma, place.y);
    if (frame_is_deep(self->now) && size > 0 && size < VIEWER_PLACE)
        (void)snprintf(text + size, (size_t)(VIEWER_PLACE - size), "%s%.9g", comma, place.z);
}

bool viewer_selected(const viewer *self, covey_vec *place)
{
    if (self->selected_flock < 0)
        return false;
    const frame_flock *flock = &self->now->flocks[self->selected_flock];
    size_t i;
    if (!frame_find(flock, self->selected, &i))
        return false;
    *place = frame_place(self->now, self->selected_flock, i, viewer_lag(self));
    return true;
}
