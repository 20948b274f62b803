// SPDX-License-Identifier: MIT
// Reads, binds and frees scenarios, and returns their settings of the run.
#include "scenario/scenario.h"
#include "formats/file.h"

#include "base/misuse.h"
#include "core/part.h"
#include "scenario/report.h"

#include <string.h>

covey_scenario_def covey_scenario_def_default(void)
{
    return (covey_scenario_def){.name = "scenario"};
}

// ---- Binding a text to definitions ----

void covey_scenario_forget(covey_scenario_body *past)
{
    covey_arena_destroy(&past->trees);
    covey_arena_destroy(&past->bound);
}

void covey_scenario_put_back(covey_scenario *scenario, const covey_scenario_body *past)
{
    covey_scenario_forget(&scenario->now);
    scenario->now = *past;
}

covey_status covey_scenario_rebind(covey_scenario *scenario, covey_arena trees,
                                   const covey_node *root, covey_scenario_body *past,
                                   covey_report *report)
{
    covey_arena fresh = {.memory = &scenario->memory};
    covey_bind bind = {.arena = &fresh,
                       .memory = &scenario->memory,
                       .folder = scenario->folder,
                       .restores = scenario->restores,
                       .anywhere = scenario->anywhere,
                       .report = report};
    covey_bind_plan plan;
    covey_status status = covey_bind_scenario(&bind, root, &plan);
    if (status != COVEY_OK) {
        covey_arena_destroy(&fresh);
        return status;
    }
    *past = scenario->now;
    scenario->now = (covey_scenario_body){trees, fresh, root, plan};
    return COVEY_OK;
}

/// Turns a single item into a list of one, for the keys that allow it.
static covey_status make_lists(covey_arena *arena, const covey_node **root)
{
    for (const covey_member *row = covey_keys_plan(); row->name != NULL; row++) {
        const covey_node *single = (*root)->kind == COVEY_NODE_MAP && row->key != NULL
                                       ? covey_node_find(*root, row->key)
                                       : NULL;
        bool of_files = strcmp(row->name, "plan.outputs") == 0;
        bool wraps = row->kind == COVEY_MEMBER_LIST && single != NULL &&
                     (single->kind == COVEY_NODE_MAP ||
                      (of_files && single->kind == COVEY_NODE_SCALAR && single->size > 0));
        if (!wraps)
            continue;
        covey_node *list = covey_arena_take(arena, 1, sizeof *list);
        covey_node *item = covey_arena_take(arena, 1, sizeof *item);
        if (list == NULL || item == NULL)
            return COVEY_MEMORY;
        *item = *single;
        item->next = NULL;
        *list = (covey_node){.kind = COVEY_NODE_LIST,
                             .at = single->at,
                             .key = single->key,
                             .key_at = single->key_at,
                             .first = item};
        *root = covey_node_with(arena, *root, list, 0);
        if (*root == NULL)
            return COVEY_MEMORY;
    }
    return COVEY_OK;
}

static covey_status fill(covey_scenario *scenario, const covey_scenario_def *def,
                         const covey_report_source *source, covey_report *report)
{
    scenario->now.trees.memory = scenario->now.bound.memory = scenario->names.memory =
        &scenario->memory;
    scenario->restores = def->restores;
    scenario->anywhere = def->anywhere;
    scenario->spare = def->spare;
    if (def->folder != NULL) {
        scenario->folder = covey_arena_bytes(&scenario->names, def->folder, strlen(def->folder));
        if (scenario->folder == NULL)
            return covey_report_memory(report);
    }
    const covey_node *root;
    covey_arena trees = {.memory = &scenario->memory};
    covey_scenario_body nothing;
    covey_status status = covey_read(&trees, source->text, source->size, report, &root);
    if (status == COVEY_OK && make_lists(&trees, &root) != COVEY_OK)
        status = covey_report_memory(report);
    if (status == COVEY_OK)
        status = covey_scenario_rebind(scenario, trees, root, &nothing, report);
    if (status != COVEY_OK)
        covey_arena_destroy(&trees);
    return status;
}

covey_status covey_scenario_take(covey_scenario *scenario, const char *text, size_t size,
                                 covey_scenario_body *past, covey_error *error)
{
    covey_report report = {.note = ""};
    covey_arena fresh = {.memory = &scenario->memory};
    const covey_node *root;
    covey_status status = covey_read(&fresh, text, size, &report, &root);
    if (status == COVEY_OK)
        status = covey_scenario_rebind(scenario, fresh, root, past, &report);
    if (status == COVEY_OK)
        return COVEY_OK;
    covey_arena_destroy(&fresh);
    if (error != NULL)
        *error = report.error;
    return status;
}

static void tell(const covey_scenario_def *def, const covey_report *report,
                 const covey_report_source *source, covey_error *error)
{
    if (error != NULL)
        *error = report->error;
    covey_report_render(report, source, def->report, def->report_size);
}

covey_status covey_scenario_read(const covey_scenario_def *def, const char *text, size_t size,
                                 covey_scenario **result, covey_error *error)
{
    if (def == NULL || text == NULL || result == NULL)
        return covey_missing(error, __func__);
    covey_report report = {.note = ""};
    covey_report_source source = {def->name != NULL ? def->name : "scenario", text, size};
    covey_memory memory = covey_memory_init(def->allocator);
    covey_scenario *scenario = covey_memory_take(&memory, 1, sizeof *scenario);
    covey_status status = scenario == NULL ? covey_report_memory(&report) : COVEY_OK;
    *result = NULL;
    if (def->report != NULL && def->report_size > 0)
        def->report[0] = '\0';
    if (status == COVEY_OK) {
        scenario->memory = memory;
        status = fill(scenario, def, &source, &report);
    }
    if (status != COVEY_OK) {
        tell(def, &report, &source, error);
        covey_scenario_destroy(scenario);
        return status;
    }
    *result = scenario;
    return COVEY_OK;
}

covey_status covey_scenario_open(const covey_scenario_def *def, const char *path,
                                 covey_scenario **scenario, covey_error *error)
{
    if (def == NULL || path == NULL || scenario == NULL)
        return covey_missing(error, __func__);
    *scenario = NULL;
    covey_report report = {.note = ""};
    covey_report_source source = {path, NULL, 0};
    covey_memory memory = covey_memory_init(def->allocator);
    covey_loaded file;
    covey_status status =
        covey_load_file(&memory, path, COVEY_SCENARIO_MAX_BYTES, &file, &report.error);
    if (status != COVEY_OK) {
        tell(def, &report, &source, error);
        return status;
    }
    const char *slash = covey_inside_is_stream(path) ? NULL : strrchr(path, '/');
    size_t size = slash != NULL ? (size_t)(slash - path) + 1 : 0;
    char *folder = covey_memory_take(&memory, size + 1, 1);
    covey_scenario_def own = *def;
    own.name = path;
    own.folder = folder;
    if (folder == NULL) {
        status = covey_report_memory(&report);
        tell(def, &report, &source, error);
    } else {
        memcpy(folder, path, size);
        status = covey_scenario_read(&own, file.bytes, file.size, scenario, error);
    }
    if (status == COVEY_OK) {
        covey_scenario *made = *scenario;
        made->file = covey_arena_bytes(&made->names, path, strlen(path));
        status = made->file == NULL ? covey_report_memory(&report)
                                    : covey_scenario_rebase(made, &report);
        if (status != COVEY_OK) {
            tell(def, &report, &source, error);
            covey_scenario_destroy(made);
            *scenario = NULL;
        }
    }
    covey_memory_give(&memory, folder, size + 1, 1);
    covey_load_free(&memory, &file);
    return status;
}

void covey_scenario_destroy(covey_scenario *scenario)
{
    if (scenario == NULL)
        return;
    covey_scenario_forget(&scenario->now);
    covey_arena_destroy(&scenario->names);
    covey_memory memory = scenario->memory;
    covey_memory_give(&memory, scenario, 1, sizeof *scenario);
}

covey_plan covey_scenario_plan(const covey_scenario *scenario)
{
    if (scenario == NULL)
        return (covey_plan){.title = ""};
    return scenario->now.plan.plan;
}

const char *covey_scenario_file(const covey_scenario *scenario, int index)
{
    if (scenario == NULL)
        return NULL;
    if (scenario->file != NULL && index-- == 0)
        return scenario->file;
    for (size_t k = 0; k < scenario->now.plan.flocks_count; k++)
        if (scenario->now.plan.flocks[k].agents.path != NULL && index-- == 0)
            return scenario->now.plan.flocks[k].agents.path;
    for (size_t k = 0; k < scenario->now.plan.influences_count; k++)
        if (scenario->now.plan.influences[k].nodes.path != NULL && index-- == 0)
            return scenario->now.plan.influences[k].nodes.path;
    return NULL;
}

int covey_scenario_flocks(const covey_scenario *scenario)
{
    if (scenario == NULL)
        return 0;
    return (int)scenario->now.plan.flocks_count;
}

covey_flock_def covey_scenario_flock(const covey_scenario *scenario, int index)
{
    covey_flock_def def = covey_flock_def_default();
    def.name = NULL;
    if (scenario == NULL || index < 0 || (size_t)index >= scenario->now.plan.flocks_count)
        return def;
    return scenario->now.plan.flocks[index].def;
}

// ---- The world ----

covey_influence_def covey_scenario_influence(const covey_scenario *scenario, int index, int *number)
{
    if (scenario == NULL || index < 0 || (size_t)index >= scenario->now.plan.influences_count)
        return covey_influence_def_default();
    const covey_bind_influence *item = &scenario->now.plan.influences[index];
    if (number != NULL)
        *number = (int)item->number;
    return item->def;
}

/// Fails with a mistake in the text if the world refuses a definition.
static covey_status place_error(const covey_node *node, covey_status status, covey_error *error)
{
    if (status != COVEY_ARG)
        return status;
    if (error != NULL) {
        error->status = COVEY_INPUT;
        error->line = node->at.line;
        error->column = node->at.column;
    }
    return COVEY_INPUT;
}

static covey_status add_influences(const covey_scenario *scenario, bool first, covey_world *world,
                                   covey_error *error)
{
    for (size_t k = 0; k < scenario->now.plan.influences_count; k++) {
        const covey_bind_influence *item = &scenario->now.plan.influences[k];
        if (covey_bind_comes_first(item) != first)
            continue;
        int handle;
        covey_status status = covey_world_influence_add(world, &item->def, &handle, error);
        if (status != COVEY_OK)
            return place_error(item->node, status, error);
    }
    return COVEY_OK;
}

static covey_status add_flocks(const covey_scenario *scenario, covey_world *world,
                               covey_error *error)
{
    for (int k = 0; k < covey_scenario_flocks(scenario); k++) {
        covey_flock_def def = covey_scenario_flock(scenario, k);
        int number;
        if (scenario->spare > 0)
            def.capacity = def.count + scenario->spare;
        covey_status status = covey_world_add(world, &def, &number, error);
        if (status != COVEY_OK)
            return place_error(scenario->now.plan.flocks[k].node, status, error);
    }
    return COVEY_OK;
}

covey_sweep_words covey_scenario_sweep(const covey_scenario *scenario)
{
    return scenario != NULL ? scenario->now.plan.sweep : (covey_sweep_words){.vary_count = 0};
}

covey_schedule covey_scenario_schedule(const covey_scenario *scenario, int index)
{
    if (scenario == NULL || index < 0 || (size_t)index >= scenario->now.plan.schedules_count)
        return (covey_schedule){.flock = -1, .influence = -1};
    const covey_bind_plan *plan = &scenario->now.plan;
    covey_schedule def = plan->schedules[index].def;
    if (def.flock < 0)
        def.influence = (int)plan->influences[def.influence].number;
    return def;
}

void covey_scenario_begin_at(covey_scenario *scenario, uint64_t step)
{
    for (size_t k = 0; k < scenario->now.plan.schedules_count; k++) {
        covey_bind_schedule *item = &scenario->now.plan.schedules[k];
        double first = covey_schedule_value(&item->def, step);
        while (item->def.count > 1 && item->steps[1] <= step) {
            item->steps++;
            item->values++;
            item->def.count--;
        }
        item->def.steps = item->steps;
        item->def.values = item->values;
        item->values[0] = first;
        for (size_t point = 0; point < item->def.count; point++)
            item->steps[point] = item->steps[point] > step ? item->steps[point] - step : 0;
    }
}

covey_panel_item covey_scenario_panel(const covey_scenario *scenario, int index)
{
    if (scenario == NULL || index < 0 || (size_t)index >= scenario->now.plan.panel_count)
        return (covey_panel_item){.flock = -1, .influence = -1};
    const covey_bind_panel *item = &scenario->now.plan.panel[index];
    const covey_param *row = item->of.row;
    return (covey_panel_item){
        .key = item->of.of,
        .flock = item->of.def.flock,
        .influence = item->of.def.influence,
        .row = row,
        .param = item->of.def.name,
        .name = item->name[0] == '\0' && row != NULL ? item->of.def.name : item->name,
        .text = item->text,
        .low = item->low,
        .high = item->high,
    };
}

static covey_status add_schedules(const covey_scenario *scenario, covey_world *world,
                                  covey_error *error)
{
    for (size_t k = 0; k < scenario->now.plan.schedules_count; k++) {
        covey_schedule one = covey_scenario_schedule(scenario, (int)k);
        if (one.influence >= 0)
            one.influence = covey_world_influence_at(world, one.influence);
        covey_status status = covey_world_schedule_add(world, &one, error);
        if (status != COVEY_OK)
            return place_error(scenario->now.plan.schedules[k].node, status, error);
    }
    return COVEY_OK;
}

covey_status covey_scenario_world(const covey_scenario *scenario, const covey_world_def *engine,
                                  covey_world **world, covey_error *error)
{
    return covey_scenario_slice(scenario, engine, (covey_slice){.of = 0}, world, error);
}

covey_status covey_scenario_slice(const covey_scenario *scenario, const covey_world_def *engine,
                                  covey_slice slice, covey_world **world, covey_error *error)
{
    if (scenario == NULL || engine == NULL || world == NULL)
        return covey_missing(error, __func__);
    if (slice.of > 0 && scenario->now.plan.plan.order != COVEY_ORDER_TOGETHER)
        return covey_fail(
            error, COVEY_INPUT,
            "order: %s moves agents one after another, which several processes cannot",
            covey_order_names()[scenario->now.plan.plan.order]);
    covey_world_def def = *engine;
    def.space = scenario->now.plan.plan.space;
    def.seed = scenario->now.plan.plan.seed;
    def.dense = scenario->now.plan.plan.dense;
    def.order = scenario->now.plan.plan.order;
    def.precision = scenario->now.plan.plan.precision;
    covey_status status = covey_world_create(&def, world, error);
    if (status != COVEY_OK)
        return status;
    covey_part_take_slice(*world, slice);
    status = add_influences(scenario, true, *world, error);
    if (status == COVEY_OK)
        status = add_flocks(scenario, *world, error);
    if (status == COVEY_OK)
        status = add_influences(scenario, false, *world, error);
    if (status == COVEY_OK)
        status = add_schedules(scenario, *world, error);
    if (status != COVEY_OK) {
        covey_world_destroy(*world);
        *world = NULL;
    }
    return status;
}
