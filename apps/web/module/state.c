// SPDX-License-Identifier: MIT
// What a panel shows, as JSON: its shape, which stays for long, and its values of now.
#include "page.h"

#include "view/input.h"
#include "view/slider.h"

#include <inttypes.h>
#include <stdio.h>

// ---- The shape ----

static void put_flock_shape(covey_json *json, const web_page *self, int k)
{
    const frame_flock *flock = &self->view.now->flocks[k];
    const covey_param *row;
    covey_json_object(json, NULL);
    covey_json_string(json, "name", flock->name);
    covey_json_string(json, "model", flock->model->name);
    covey_json_string(json, "title", flock->model->title);
    covey_json_list(json, "params");
    for (int p = 0; p < FRAME_PARAMS && (row = frame_param(flock, p)) != NULL; p++)
        web_put_param(json, row);
    covey_json_close(json);
    web_put_senses_shape(json, self, k);
    covey_json_close(json);
}

/// The scenario's own panel: its items are sliders, with one row, or texts.
static void put_panel_shape(covey_json *json, const frame *now)
{
    covey_json_list(json, "panel");
    for (int k = 0; k < now->panel_count; k++) {
        const frame_panel *item = &now->panel[k];
        covey_json_object(json, NULL);
        covey_json_string(json, "name", item->name);
        covey_json_string(json, "text", item->text);
        covey_json_list(json, "rows");
        if (item->row != NULL)
            web_put_param(json, item->row);
        covey_json_close(json);
        covey_json_close(json);
    }
    covey_json_close(json);
}

static void put_keys(covey_json *json, const char *key, const input_key *rows)
{
    covey_json_list(json, key);
    for (; rows->name != NULL; rows++) {
        if (rows->name[0] == '\0')
            continue;
        covey_json_object(json, NULL);
        covey_json_string(json, "name", rows->name);
        covey_json_string(json, "text", rows->text);
        covey_json_close(json);
    }
    covey_json_close(json);
}

static void put_overlays(covey_json *json)
{
    covey_json_list(json, "overlays");
    for (const settings_overlay *one = settings_overlays; one->name != NULL; one++) {
        covey_json_object(json, NULL);
        covey_json_string(json, "name", one->name);
        covey_json_string(json, "shown", one->shown);
        covey_json_close(json);
    }
    covey_json_close(json);
}

int WEB_EXPORT(web_page_shape)(const web_page *self)
{
    const frame *now = self->view.now;
    const char *models[SLIDER_LIST];
    (void)web_failed();
    covey_json *json = web_json_begin();
    covey_json_object(json, NULL);
    covey_json_whole(json, "shape", self->shape);
    covey_json_string(json, "name", now->name);
    covey_json_string(json, "title", now->title);
    covey_json_bool(json, "deep", frame_is_deep(now));
    (void)slider_models(now->flocks[0].model, models);
    web_put_names(json, "models", models);
    web_put_names(json, "colorings", covey_coloring_names());
    web_put_names(json, "cameras", settings_cameras());
    put_overlays(json);
    covey_json_list(json, "flocks");
    for (int k = 0; k < now->flocks_count; k++)
        put_flock_shape(json, self, k);
    covey_json_close(json);
    put_panel_shape(json, now);
    covey_json_list(json, "settings");
    for (const covey_param *row = settings_table; row->name != NULL; row++)
        web_put_param(json, row);
    covey_json_close(json);
    web_put_scene_shape(json, self);
    web_put_plot_kinds(json, self);
    put_keys(json, "keys", input_keys);
    put_keys(json, "mouse", input_mouse);
    covey_json_close(json);
    return (int)web_json_end(COVEY_OK);
}

// ---- The values ----

void web_put_values(covey_json *json, const double *values, const slider *tracks, int count)
{
    covey_json_list(json, "values");
    for (int p = 0; p < count; p++)
        covey_json_number(json, NULL, values[p]);
    covey_json_close(json);
    covey_json_list(json, "tracks"); // least, most, first value, weight while last on
    for (int p = 0; p < count; p++) {
        covey_json_number(json, NULL, tracks[p].least);
        covey_json_number(json, NULL, tracks[p].most);
        covey_json_number(json, NULL, tracks[p].base);
        covey_json_number(json, NULL, tracks[p].on);
    }
    covey_json_close(json);
}

static void put_flock(covey_json *json, const web_page *self, int k)
{
    const frame_flock *flock = &self->view.now->flocks[k];
    int count = 0;
    while (count < FRAME_PARAMS && frame_param(flock, count) != NULL)
        count++;
    covey_json_object(json, NULL);
    covey_json_whole(json, "count", flock->count);
    web_put_values(json, flock->params, self->tracks.flocks[k].of, count);
    web_put_senses(json, self, k);
    covey_json_close(json);
}

static void put_panel(covey_json *json, const web_page *self)
{
    const frame *now = self->view.now;
    double values[COVEY_MAX_PANEL];
    for (int k = 0; k < now->panel_count; k++)
        values[k] = now->panel[k].value;
    covey_json_object(json, "panel");
    web_put_values(json, values, self->tracks.panel, now->panel_count);
    covey_json_close(json);
}

static void put_buttons(covey_json *json, const viewer *of)
{
    button list[BUTTONS];
    covey_json_object(json, "buttons");
    for (int row = BUTTONS_TIME; row <= BUTTONS_KEEP; row++) {
        int count = buttons_of(of, (button_row)row, list);
        for (int k = 0; k < count; k++) {
            covey_json_object(json, list[k].name);
            covey_json_string(json, "shown", list[k].shown);
            covey_json_string(json, "text", list[k].text);
            covey_json_bool(json, "idle", list[k].is_idle);
            covey_json_close(json);
        }
    }
    covey_json_close(json);
}

static void put_times(covey_json *json, const frame *now)
{
    covey_json_number(json, "begin", (double)now->begin);
    covey_json_number(json, "end", (double)now->end);
    covey_json_list(json, "branches");
    for (int k = 0; k < now->branches_count; k++)
        covey_json_number(json, NULL, (double)now->branches[k]);
    covey_json_close(json);
}

/// What the viewer asks its window for; asked once.
static void put_wishes(covey_json *json, viewer *of)
{
    covey_json_bool(json, "wants_shot", of->requests.shot);
    covey_json_bool(json, "wants_film", of->requests.film);
    covey_json_bool(json, "wants_plots", of->requests.plots);
    covey_json_bool(json, "shows_keys", of->sheets.keys);
    covey_json_bool(json, "shows_plots", of->sheets.plots);
    of->requests.shot = false;
    of->requests.plots = false;
}

int WEB_EXPORT(web_page_state)(web_page *self)
{
    viewer *of = &self->view;
    const frame *now = of->now;
    char hash[17];
    (void)web_failed();
    (void)snprintf(hash, sizeof hash, "%016" PRIx64, now->hash);
    covey_json *json = web_json_begin();
    covey_json_object(json, NULL);
    covey_json_whole(json, "shape", self->shape);
    covey_json_string(json, "name", now->name);
    covey_json_number(json, "step", (double)now->step);
    covey_json_number(json, "dt", now->dt);
    covey_json_bool(json, "recorded", now->recorded);
    covey_json_number(json, "seed", (double)now->seed);
    covey_json_string(json, "hash", hash);
    covey_json_bool(json, "runs", of->clock.runs);
    covey_json_bool(json, "failed", now->failed);
    covey_json_bool(json, "restorable", restore_has_work(of, &self->tracks));
    covey_json_whole(json, "influences", now->influences_count);
    covey_json_string(json, "message", of->message_left > 0.0 ? of->message : "");
    covey_json_number(json, "rate", of->clock.rate);
    covey_json_number(json, "frame_rate", of->clock.frame_rate);
    put_times(json, now);
    covey_json_object(json, "settings");
    for (const covey_param *row = settings_table; row->name != NULL; row++)
        covey_json_number(json, row->name, covey_param_value(row, &of->set));
    covey_json_close(json);
    covey_json_list(json, "flocks");
    for (int k = 0; k < now->flocks_count; k++)
        put_flock(json, self, k);
    covey_json_close(json);
    put_panel(json, self);
    put_buttons(json, of);
    web_put_scene(json, self);
    web_put_plots(json, of);
    web_put_agent(json, of);
    put_wishes(json, of);
    covey_json_close(json);
    return (int)web_json_end(COVEY_OK);
}
