// SPDX-License-Identifier: MIT
// Binds the panel of a scenario: the sliders that a viewer shows, under names of the scenario's
// own, and texts between them.
#include "scenario/bind.h"

#include <math.h>
#include <string.h>

static covey_status bind_limit(covey_bind *self, const covey_node *map, const char *key,
                               double *limit)
{
    const covey_node *node = covey_node_find(map, key);
    *limit = (double)NAN;
    return node != NULL ? covey_bind_number(self, node, key, limit) : COVEY_OK;
}

/// A range is one of numbers that the parameter can have.
static covey_status check_range(covey_bind *self, const covey_node *map,
                                const covey_bind_panel *item)
{
    const covey_param *row = item->of.row;
    double low = isnan(item->low) ? row->low : item->low;
    double high = isnan(item->high) ? row->high : item->high;
    if (low >= row->low && high <= row->high && low < high)
        return COVEY_OK;
    return covey_report_fail(self->report, map->at,
                             "the slider of %s goes from a low to a high value within %g to %g",
                             item->of.of, row->low, row->high);
}

static covey_status bind_slider(covey_bind *self, const covey_node *map, const covey_node *node,
                                covey_bind_panel *item)
{
    const char *text;
    covey_bind_limits limits = {200, false};
    covey_status status = covey_bind_text(self, node, "slider", limits, &text);
    if (status == COVEY_OK)
        status = covey_bind_parameter(self, node, text, &item->of);
    return status == COVEY_OK ? check_range(self, map, item) : status;
}

covey_status covey_bind_panel_item(covey_bind *self, const covey_node *node, void *to)
{
    covey_bind_panel *item = to;
    *item =
        (covey_bind_panel){.of = {.def = {.flock = -1, .influence = -1}}, .name = "", .text = ""};
    covey_report_words words = {.count = 0};
    covey_keys_add(&words, covey_keys_panel(), NULL);
    covey_status status = covey_bind_keys(self, node, "a panel", &words);
    const covey_node *slider = status == COVEY_OK ? covey_node_find(node, "slider") : NULL;
    if (status == COVEY_OK)
        status = covey_bind_members(self, node, covey_keys_panel(), NULL, item);
    if (status == COVEY_OK)
        status = bind_limit(self, node, "low", &item->low);
    if (status == COVEY_OK)
        status = bind_limit(self, node, "high", &item->high);
    if (status != COVEY_OK)
        return status;
    if (slider != NULL)
        return bind_slider(self, node, slider, item);
    bool is_text =
        item->text[0] != '\0' && item->name[0] == '\0' && isnan(item->low) && isnan(item->high);
    if (!is_text)
        return covey_report_fail(self->report, node->at,
                                 "an item of a panel has a slider, or a text alone");
    return COVEY_OK;
}
