// SPDX-License-Identifier: MIT
#define _POSIX_C_SOURCE 200809L
#include "page.h"

#include "view/input.h"
#include "view/slider.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

// ---- Beginning and end ----

/// Takes a file that the viewer saves.
WEB_IMPORT(save)
void import_save(const char *path, const void *bytes, size_t size);

static covey_status save(void *context, const char *path, const void *bytes, size_t size,
                         covey_error *error)
{
    (void)context;
    (void)error;
    import_save(path, bytes, size);
    return COVEY_OK;
}

/// Opens a preset, or a file that JavaScript has put among the module's files; NULL if it fails.
web_page *WEB_EXPORT(web_page_open)(const char *name)
{
    covey_error *error = web_failed();
    web_page *self = calloc(1, sizeof *self);
    view_draw *pictures = view_draw_create();
    if (self == NULL || pictures == NULL) {
        (void)covey_fail(error, COVEY_MEMORY, "no memory for a viewer");
        view_draw_destroy(pictures);
        free(self);
        return NULL;
    }
    self->pictures = pictures;
    sim_def def = {.name = name,
                   .how = {.threads = 1, .report = web_report(), .report_size = WEB_REPORT},
                   .files = {.write = save}};
    if (sim_create(&def, &self->world, error) != COVEY_OK) {
        web_page_close(self);
        return NULL;
    }
    settings set = settings_read(NULL);
    viewer_init(&self->view, self->world, &set, NULL);
    return self;
}

void WEB_EXPORT(web_page_close)(web_page *self)
{
    if (self == NULL)
        return;
    if (self->world != NULL)
        viewer_free(&self->view);
    sim_destroy(self->world);
    view_draw_destroy(self->pictures);
    canvas_free(&self->list);
    free(self);
}

// ---- Time and picture ----

/// A panel has to be made anew for another world and for another model.
static void follow_shape(web_page *self)
{
    const frame *now = self->view.now;
    bool is_new = self->loaded != now->loaded || self->shape == 0;
    for (int k = 0; k < COVEY_MAX_FLOCKS; k++) {
        const covey_model *model = k < now->flocks_count ? now->flocks[k].model : NULL;
        const covey_motion *motion = k < now->flocks_count ? now->flocks[k].motion : NULL;
        is_new = is_new || model != self->models[k] || motion != self->motions[k];
        self->models[k] = model;
        self->motions[k] = motion;
    }
    if (self->loaded != now->loaded)
        memset(self->about, 0, sizeof self->about);
    self->loaded = now->loaded;
    is_new = web_scene_follow(self) || is_new;
    self->shape += is_new;
}

static double clock_now(void)
{
    struct timespec now;
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/// Takes what the world has come to.
static void take(web_page *self, double seconds)
{
    viewer_take(&self->view, seconds);
    sliders_follow(&self->tracks, self->view.now);
    follow_shape(self);
}

/// Lets `seconds` go by, and works for at most about `budget` seconds: before the frame is taken,
/// as only a picture of steps that are there can be one of the time that is due.
void WEB_EXPORT(web_page_frame)(web_page *self, double seconds, double budget)
{
    double end = clock_now() + budget;
    (void)viewer_ask(&self->view, seconds, false);
    while (sim_has_work(self->world)) {
        sim_work(self->world);
        if (clock_now() >= end)
            break;
    }
    take(self, seconds);
}

/// The same, for as long as the work takes.
void WEB_EXPORT(web_page_settle)(web_page *self, double seconds)
{
    (void)viewer_ask(&self->view, seconds, true);
    sim_settle(self->world);
    take(self, seconds);
}

/// Makes the list of a picture. COVEY_MEMORY.
int WEB_EXPORT(web_page_draw)(web_page *self, double width, double height, double unit)
{
    covey_error *error = web_failed();
    view_draw_page page = {width, height, unit, true};
    self->view.page.box = (covey_box){0, 0, width, height};
    self->view.page.window_height = height;
    self->view.page.unit = unit;
    canvas_clear(&self->list);
    covey_canvas to = canvas_of(&self->list);
    view_draw_draw(self->pictures, &self->view, &page, &to);
    if (self->list.failed)
        return (int)covey_fail(error, COVEY_MEMORY, "no memory for a picture");
    return (int)COVEY_OK;
}

const uint32_t *WEB_EXPORT(web_page_list)(const web_page *self)
{
    return self->list.words;
}

size_t WEB_EXPORT(web_page_list_size)(const web_page *self)
{
    return self->list.count;
}

// ---- The hand ----

void WEB_EXPORT(web_page_order)(web_page *self, const char *order)
{
    viewer_command(&self->view, "%s", order);
}

/// Presses the button of this name, in any row.
void WEB_EXPORT(web_page_press)(web_page *self, const char *name)
{
    button list[BUTTONS];
    for (int row = BUTTONS_TIME; row <= BUTTONS_KEEP; row++) {
        int count = buttons_of(&self->view, (button_row)row, list);
        for (int k = 0; k < count; k++)
            if (strcmp(list[k].name, name) == 0 && !list[k].is_idle) {
                list[k].press(&self->view);
                return;
            }
    }
}

/// Pauses, unless it rests already.
void WEB_EXPORT(web_page_rest)(web_page *self)
{
    self->view.clock.runs = false;
}

void WEB_EXPORT(web_page_go)(web_page *self, double step)
{
    viewer_go(&self->view, step);
}

/// Sets a parameter of a flock, by its number in the panel's shape. Only the first of the values
/// that one pull of a slider passes is taken back by a separate undo.
void WEB_EXPORT(web_page_param)(web_page *self, int flock, int number, double value, int is_first)
{
    const frame *now = self->view.now;
    const covey_param *row = NULL;
    if (flock < 0 || flock >= now->flocks_count)
        return;
    for (int k = 0; k <= number && (row = frame_param(&now->flocks[flock], k)) != NULL;)
        k++;
    if (number >= 0 && row != NULL)
        viewer_param(&self->view, flock, row, slider_value(row, value), is_first != 0);
}

/// The same for an item of the scenario's own panel.
void WEB_EXPORT(web_page_item)(web_page *self, int k, double value, int is_first)
{
    const frame *now = self->view.now;
    if (k < 0 || k >= now->panel_count || now->panel[k].row == NULL)
        return;
    const frame_panel *item = &now->panel[k];
    viewer_set_key(&self->view, item->key, item->row, slider_value(item->row, value),
                   is_first != 0);
}

/// Changes a setting of the viewer, within its range.
void WEB_EXPORT(web_page_setting)(web_page *self, const char *name, double value)
{
    const covey_setting setting = {name, value};
    (void)covey_param_set(settings_table, &self->view.set, &setting, web_failed());
}

/// A key goes down or up; 1 if it means something.
int WEB_EXPORT(web_page_key)(web_page *self, int code, int control, int down)
{
    return down != 0 ? input_press(&self->view, code, control != 0)
                     : input_release(&self->view, code);
}

void WEB_EXPORT(web_page_button)(web_page *self, int button, int down)
{
    input_button(&self->view, button, down != 0);
}

void WEB_EXPORT(web_page_motion)(web_page *self, double x, double y)
{
    input_motion(&self->view, x, y);
}

void WEB_EXPORT(web_page_wheel)(web_page *self, double turns)
{
    input_wheel(&self->view, turns);
}

/// The pointer attracts (1), drives away (-1), or does nothing (0).
void WEB_EXPORT(web_page_pull)(web_page *self, int way)
{
    self->view.hand.pull = way;
}

/// Selects the agent of this rank in the first flock, by the order of ids; 0 if there is none.
int WEB_EXPORT(web_page_select)(web_page *self, double rank)
{
    const frame_flock *flock = &self->view.now->flocks[0];
    if (!(rank >= 0.0 && rank < (double)flock->count))
        return 0;
    self->view.selected_flock = 0;
    self->view.selected = flock->id[(size_t)rank];
    return 1;
}

/// All parameters as they were when this was opened, as one change.
void WEB_EXPORT(web_page_restore)(web_page *self)
{
    restore_all(&self->view, &self->tracks);
}
