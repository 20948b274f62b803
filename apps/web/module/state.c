// SPDX-License-Identifier: MIT
// What a panel shows, as JSON: its shape, which stays for long, and its values of now.
#include "page.h"

#include "view/input.h"
#include "view/plots.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

// ---- The shape ----

static void put_flock_shape(covey_json *json, const frame_flock *flock)
{
    const covey_param *row;
    covey_json_object(json, NULL);
    covey_json_string(json, "name", flock->name);
    covey_json_string(json, "model", flock->model->name);
    covey_json_string(json, "title", flock->model->title);
    covey_json_list(json, "params");
    for (int p = 0; p < FRAME_PARAMS && (row = frame_param(flock, p)) != NULL; p++)
        web_put_param(json, row);
    covey_json_close(json);
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
    covey_json_list(json, "flocks");
    for (int k = 0; k < now->flocks_count; k++)
        put_flock_shape(json, &now->flocks[k]);
    covey_json_close(json);
    covey_json_list(json, "settings");
    for (const covey_param *row = settings_table; row->name != NULL; row++)
        web_put_param(json, row);
    covey_json_close(json);
    put_keys(json, "keys", input_keys);
    put_keys(json, "mouse", input_mouse);
    covey_json_close(json);
    return (int)web_json_end(COVEY_OK);
}

// ---- The values ----

static void put_values(covey_json *json, const web_page *self, int k)
{
    const frame_flock *flock = &self->view.now->flocks[k];
    covey_json_object(json, NULL);
    covey_json_whole(json, "count", flock->count);
    covey_json_list(json, "values");
    for (int p = 0; p < FRAME_PARAMS && frame_param(flock, p) != NULL; p++)
        covey_json_number(json, NULL, flock->params[p]);
    covey_json_close(json);
    covey_json_list(json, "tracks"); // least, most, first value, weight while last on
    for (int p = 0; p < FRAME_PARAMS && frame_param(flock, p) != NULL; p++) {
        const slider *track = &self->tracks.flocks[k].of[p];
        covey_json_number(json, NULL, track->least);
        covey_json_number(json, NULL, track->most);
        covey_json_number(json, NULL, track->base);
        covey_json_number(json, NULL, track->on);
    }
    covey_json_close(json);
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

static void put_plots(covey_json *json, const viewer *of)
{
    covey_json_list(json, "plots");
    for (int k = 0; k < PLOTS; k++) {
        char label[PLOTS_LABEL];
        const frame_series *series = &of->now->series;
        double top = 0.0;
        plots_label(of, k, label);
        covey_json_object(json, NULL);
        covey_json_string(json, "name", plots_name(plots_kind(of, k)));
        covey_json_string(json, "label", label);
        covey_json_list(json, "values");
        for (int i = 0; i < series->count; i++) {
            covey_json_number(json, NULL, series->values[k][i]);
            top = fmax(top, series->values[k][i]);
        }
        covey_json_close(json);
        covey_json_number(json, "top", top > 0.0 ? top : 1.0);
        covey_json_close(json);
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

/// The agent that is selected, in the plane or in space.
static void put_selected(covey_json *json, const viewer *of)
{
    size_t at;
    if (of->selected_flock < 0)
        return;
    const frame_flock *flock = &of->now->flocks[of->selected_flock];
    if (!frame_find(flock, of->selected, &at))
        return;
    covey_json_object(json, "selected");
    covey_json_string(json, "flock", flock->name);
    covey_json_whole(json, "id", of->selected);
    covey_json_list(json, "pos");
    for (int axis = 0; axis < covey_space_dim(&of->now->space); axis++)
        covey_json_number(json, NULL, flock->pos[axis][at]);
    covey_json_close(json);
    covey_json_list(json, "vel");
    for (int axis = 0; axis < covey_space_dim(&of->now->space); axis++)
        covey_json_number(json, NULL, flock->vel[axis][at]);
    covey_json_close(json);
    covey_json_list(json, "rules");
    for (int k = 0; k < of->now->rules_count; k++) {
        covey_vec push = of->now->rules[k].push;
        covey_json_object(json, NULL);
        covey_json_string(json, "name", of->now->rules[k].name);
        covey_json_number(json, "size", covey_vec_length(push));
        covey_json_close(json);
    }
    covey_json_close(json);
    covey_json_close(json);
}

/// What the viewer asks its window for; asked once.
static void put_wishes(covey_json *json, viewer *of)
{
    covey_json_bool(json, "wants_shot", of->wants_shot);
    covey_json_bool(json, "wants_film", of->wants_film);
    covey_json_bool(json, "shows_keys", of->shows_keys);
    of->wants_shot = false;
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
    covey_json_bool(json, "runs", of->runs);
    covey_json_bool(json, "failed", now->failed);
    covey_json_whole(json, "influences", now->influences_count);
    covey_json_string(json, "message", of->message_left > 0.0 ? of->message : "");
    covey_json_number(json, "rate", of->rate);
    covey_json_number(json, "frame_rate", of->frame_rate);
    put_times(json, now);
    covey_json_object(json, "settings");
    for (const covey_param *row = settings_table; row->name != NULL; row++)
        covey_json_number(json, row->name, covey_param_value(row, &of->set));
    covey_json_close(json);
    covey_json_list(json, "flocks");
    for (int k = 0; k < now->flocks_count; k++)
        put_values(json, self, k);
    covey_json_close(json);
    put_buttons(json, of);
    put_plots(json, of);
    put_selected(json, of);
    put_wishes(json, of);
    covey_json_close(json);
    return (int)web_json_end(COVEY_OK);
}
