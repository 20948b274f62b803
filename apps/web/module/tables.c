// SPDX-License-Identifier: MIT
// The tables of the library as JSON: presets, models with their parameters, measures, dialects.
#include "web.h"

#include "covey/measure.h"

void web_put_names(covey_json *json, const char *key, const char *const *names)
{
    covey_json_list(json, key);
    for (; *names != NULL; names++)
        covey_json_string(json, NULL, *names);
    covey_json_close(json);
}

void web_put_param(covey_json *json, const covey_param *row)
{
    covey_json_object(json, NULL);
    covey_json_string(json, "name", row->name);
    covey_json_string(json, "unit", row->unit);
    covey_json_string(json, "text", row->text);
    web_put_meaning(json, row);
    covey_json_number(json, "initial", row->initial);
    covey_json_number(json, "low", row->low);
    covey_json_number(json, "high", row->high);
    covey_json_bool(json, "whole", row->whole);
    covey_json_bool(json, "rule", row->rule);
    if (row->choices != NULL)
        web_put_names(json, "choices", row->choices);
    covey_json_close(json);
}

static void put_models(covey_json *json)
{
    const covey_model *model;
    covey_json_list(json, "models");
    for (int k = 0; (model = covey_model_at(k)) != NULL; k++) {
        covey_json_object(json, NULL);
        covey_json_string(json, "name", model->name);
        covey_json_string(json, "title", model->title);
        covey_json_list(json, "params");
        for (const covey_param *row = model->params; row != NULL && row->name != NULL; row++)
            web_put_param(json, row);
        covey_json_close(json);
        covey_json_close(json);
    }
    covey_json_close(json);
}

static void put_measures(covey_json *json)
{
    const covey_measure *measure;
    covey_json_list(json, "measures");
    for (int k = 0; (measure = covey_measure_at(k)) != NULL; k++) {
        covey_json_object(json, NULL);
        covey_json_string(json, "name", measure->name);
        covey_json_string(json, "title", measure->title);
        covey_json_string(json, "unit", measure->unit);
        covey_json_close(json);
    }
    covey_json_close(json);
}

static void put_dialects(covey_json *json)
{
    covey_json_list(json, "dialects");
    for (int k = 0; covey_formal_dialect(k) != NULL; k++) {
        covey_json_object(json, NULL);
        covey_json_string(json, "name", covey_formal_dialect(k));
        covey_json_string(json, "rules", covey_formal_rules(k));
        covey_json_close(json);
    }
    covey_json_close(json);
}

int WEB_EXPORT(web_tables)(void)
{
    (void)web_failed();
    covey_json *json = web_json_begin();
    covey_json_object(json, NULL);
    covey_json_string(json, "version", covey_version());
    covey_json_string(json, "commit", covey_commit());
    covey_json_whole(json, "results", (uint64_t)covey_results_epoch());
    covey_json_string(json, "versionText", covey_version_text());
    web_put_presets(json);
    put_models(json);
    put_measures(json);
    put_dialects(json);
    covey_json_close(json);
    return (int)web_json_end(COVEY_OK);
}
