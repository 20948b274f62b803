// SPDX-License-Identifier: MIT
// Outputs that a file names lie beside that file: this file puts the path of its folder before
// their names, so that they are like names on a command line.
#include "scenario/scenario.h"

#include <string.h>

static bool is_moved(const covey_node *node)
{
    bool is_name = node->kind == COVEY_NODE_SCALAR && node->size > 0;
    return is_name && node->text[0] != '/' && strcmp(node->text, "-") != 0 &&
           strlen(node->text) == node->size;
}

/// Moves one name. False without memory.
static bool move(covey_arena *arena, const char *folder, covey_node *node)
{
    if (!is_moved(node))
        return true;
    size_t before = strlen(folder), size = before + node->size;
    char *text = covey_arena_take(arena, size + 1, 1);
    if (text == NULL)
        return false;
    memcpy(text, folder, before);
    memcpy(text + before, node->text, node->size);
    node->text = text;
    node->size = (uint32_t)size;
    return true;
}

/// Moves the names of a tree that only the caller has yet. False without memory.
static bool move_all(covey_arena *arena, const char *folder, covey_node *root)
{
    bool good = true;
    for (covey_node *node = root->first; node != NULL; node = node->next) {
        bool outputs = strcmp(node->key, "outputs") == 0;
        bool measures = strcmp(node->key, "measures") == 0;
        if (measures)
            good = move(arena, folder, node) && good;
        for (covey_node *child = node->first; child != NULL; child = child->next)
            if (outputs || (measures && strcmp(child->key, "file") == 0))
                good = move(arena, folder, child) && good;
    }
    return good;
}

covey_status covey_scenario_rebase(covey_scenario *scenario, covey_report *report)
{
    const covey_plan *plan = &scenario->now.plan.plan;
    const char *folder = scenario->folder;
    if (folder == NULL || folder[0] == '\0' || (plan->outputs_count == 0 && plan->measures == NULL))
        return COVEY_OK;
    covey_arena fresh = {.memory = &scenario->memory};
    covey_scenario_body past;
    covey_node *root = covey_node_copy(&fresh, scenario->now.root);
    covey_status status = root != NULL && move_all(&fresh, folder, root)
                              ? covey_scenario_rebind(scenario, fresh, root, &past, report)
                              : covey_report_memory(report);
    if (status == COVEY_OK)
        covey_scenario_forget(&past);
    else
        covey_arena_destroy(&fresh);
    return status;
}
