// SPDX-License-Identifier: MIT
// Tables that need the viewer and the scenarios: meanings of parameters, presets.
#include "web.h"

#include "covey/scenario.h"
#include "view/slider.h"

void web_put_meaning(covey_json *json, const covey_param *row)
{
    char meaning[SLIDER_TEXT];
    slider_mean(row, meaning);
    covey_json_string(json, "meaning", meaning);
}

void web_put_presets(covey_json *json)
{
    const covey_preset *preset;
    covey_json_list(json, "presets");
    for (int k = 0; (preset = covey_preset_at(k)) != NULL; k++) {
        covey_json_object(json, NULL);
        covey_json_string(json, "name", preset->name);
        covey_json_string(json, "title", preset->title);
        covey_json_string(json, "group", covey_preset_group(preset->group));
        covey_json_whole(json, "order", (uint64_t)preset->group);
        covey_json_close(json);
    }
    covey_json_close(json);
}

/// The text of a preset; NULL for another name.
const char *WEB_EXPORT(web_preset)(const char *name)
{
    const covey_preset *preset = covey_preset_find(name);
    return preset != NULL ? preset->text : NULL;
}
