// SPDX-License-Identifier: MIT
// The influences of a world, for the panel: which there are, their values, and changes of them.
#include "page.h"

// ---- As JSON ----

static bool is_shown(const web_page *self, int k)
{
    return k >= 0 && k < SCENERY && (size_t)k < self->view.now->influences_count;
}

static void put_item_shape(covey_json *json, const frame *now, const frame_influence *item)
{
    bool has_owner = item->flock >= 0 && item->flock < now->flocks_count;
    const covey_param *row = item->kind->params;
    covey_json_object(json, NULL);
    covey_json_whole(json, "handle", (uint64_t)item->handle);
    covey_json_string(json, "kind", item->kind->name);
    covey_json_string(json, "title", item->kind->title);
    covey_json_string(json, "flock", has_owner ? now->flocks[item->flock].name : "");
    covey_json_bool(json, "switch", scenery_has_switch(item->kind));
    covey_json_list(json, "rows"); // numbers of parameters that mean something here
    for (int p = 0; p < FRAME_PARAMS && row[p].name != NULL; p++)
        if (scenery_is_meant(now, &row[p]))
            covey_json_whole(json, NULL, (uint64_t)p);
    covey_json_close(json);
    covey_json_list(json, "params");
    for (int p = 0; p < FRAME_PARAMS && row[p].name != NULL; p++)
        web_put_param(json, &row[p]);
    covey_json_close(json);
    covey_json_close(json);
}

void web_put_scene_shape(covey_json *json, const web_page *self)
{
    const frame *now = self->view.now;
    const char *kinds[SLIDER_LIST];
    scenery_kinds(now, kinds);
    web_put_names(json, "kinds", kinds);
    covey_json_list(json, "scene");
    for (int k = 0; is_shown(self, k); k++)
        put_item_shape(json, now, &now->influences[k]);
    covey_json_close(json);
}

void web_put_scene(covey_json *json, const web_page *self)
{
    const frame *now = self->view.now;
    covey_json_bool(json, "bounded", scenery_is_bounded(now));
    covey_json_list(json, "scene");
    for (int k = 0; is_shown(self, k); k++) {
        const frame_influence *item = &now->influences[k];
        int count = 0;
        while (count < FRAME_PARAMS && item->kind->params[count].name != NULL)
            count++;
        covey_json_object(json, NULL);
        covey_json_bool(json, "on", scenery_is_on(item));
        web_put_values(json, item->params, self->scene.items[k].of, count);
        covey_json_close(json);
    }
    covey_json_close(json);
}

/// True if the list of influences is another than at the last call.
bool web_scene_follow(web_page *self)
{
    const frame *now = self->view.now;
    bool is_new = self->known_count != now->influences_count;
    self->known_count = now->influences_count;
    for (int k = 0; is_shown(self, k); k++) {
        const frame_influence *item = &now->influences[k];
        web_known *known = &self->known[k];
        is_new = is_new || known->kind != item->kind || known->handle != item->handle ||
                 known->flock != item->flock;
        *known = (web_known){item->kind, item->handle, item->flock};
    }
    scenery_follow(&self->scene, now);
    return is_new;
}

// ---- Changes ----

void WEB_EXPORT(web_scene_param)(web_page *self, int k, int number, double value, int is_first)
{
    if (!is_shown(self, k) || number < 0)
        return;
    const covey_param *row = self->view.now->influences[k].kind->params;
    for (int p = 0; p < number; p++)
        if (row[p].name == NULL)
            return;
    if (row[number].name != NULL)
        scenery_param(&self->view, k, &row[number], slider_value(&row[number], value),
                      is_first != 0);
}

void WEB_EXPORT(web_scene_switch)(web_page *self, int k)
{
    if (is_shown(self, k))
        scenery_switch(&self->view, k, &self->scene.items[k]);
}

void WEB_EXPORT(web_scene_remove)(web_page *self, int k)
{
    if (is_shown(self, k))
        scenery_remove(&self->view, k);
}

void WEB_EXPORT(web_scene_add)(web_page *self, const char *kind)
{
    scenery_add(&self->view, kind);
}

void WEB_EXPORT(web_scene_bound)(web_page *self, int on)
{
    scenery_bound(&self->view, on != 0);
}
