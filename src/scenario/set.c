// SPDX-License-Identifier: MIT
// Changes one value of a scenario: the tree with another value in one place is bound anew.
#include "scenario/scenario.h"

#include "base/misuse.h"
#include "scenario/report.h"

#include <string.h>

enum { STEPS = 8, STEP_SIZE = 64 };

/// The words of a path.
typedef struct path {
    char step[STEPS][STEP_SIZE];
    int count;
} path;

static bool split(const char *key, path *to)
{
    *to = (path){.count = 0};
    for (;;) {
        size_t size = strcspn(key, ".");
        if (to->count == STEPS || size == 0 || size >= STEP_SIZE)
            return false;
        memcpy(to->step[to->count++], key, size);
        key += size;
        if (*key == '\0')
            return true;
        key++;
    }
}

/// Puts "flocks" and a number before the path.
static bool go_to_flock(path *to, size_t number, bool named)
{
    int more = named ? 1 : 2; // the number replaces the name
    if (to->count + more > STEPS)
        return false;
    memmove(to->step[more], to->step[0], sizeof to->step[0] * (size_t)to->count);
    to->count += more;
    memset(to->step[0], 0, 2 * sizeof to->step[0]);
    memcpy(to->step[0], "flocks", sizeof "flocks");
    to->step[1][0] = (char)('0' + number / 10);
    to->step[1][1] = (char)('0' + number % 10);
    return true;
}

/// Turns the first word into steps from the root: a root key as it is, a flock's name, or a key of
/// a flock.
static covey_status resolve(const covey_scenario *scenario, path *to, covey_report *report)
{
    const covey_bind_plan *plan = &scenario->now.plan;
    covey_report_words words = {.count = 0};
    covey_keys_add(&words, covey_keys_plan(), NULL);
    if (covey_report_knows(&words, to->step[0]))
        return COVEY_OK;
    bool fits = true;
    for (size_t k = 0; k < plan->flocks_count; k++) {
        if (strcmp(plan->flocks[k].def.name, to->step[0]) == 0 && to->count > 1) {
            fits = go_to_flock(to, k, true);
            return fits ? COVEY_OK : covey_report_fail(report, (covey_node_span){0}, "too deep");
        }
        covey_report_add(&words, plan->flocks[k].def.name);
    }
    for (size_t k = 0; k < plan->flocks_count; k++) {
        covey_report_words own = {.count = 0};
        covey_bind_flock_keys(&plan->flocks[k], &own);
        if (covey_report_knows(&own, to->step[0])) {
            fits = go_to_flock(to, k, false);
            return fits ? COVEY_OK : covey_report_fail(report, (covey_node_span){0}, "too deep");
        }
        covey_bind_flock_keys(&plan->flocks[k], &words);
    }
    return covey_report_unknown(report, (covey_node_span){0}, "key", to->step[0], &words);
}

/// Returns the number of an item of a list, or SIZE_MAX.
static size_t index_of(const char *step, size_t count)
{
    size_t index = 0;
    for (; *step != '\0'; step++) {
        if (*step < '0' || *step > '9' || index > count)
            return SIZE_MAX;
        index = 10 * index + (size_t)(*step - '0');
    }
    return index < count ? index : SIZE_MAX;
}

/// Fails for a parameter that has a schedule: its own value has no effect.
static covey_status check_scheduled(const covey_scenario *scenario, const path *to,
                                    covey_report *report)
{
    const covey_bind_plan *plan = &scenario->now.plan;
    for (size_t k = 0; k < plan->schedules_count; k++) {
        const covey_schedule *one = &plan->schedules[k].def;
        size_t number = (size_t)(one->flock >= 0 ? one->flock : one->influence);
        if (to->count == 3 && strcmp(to->step[0], one->flock >= 0 ? "flocks" : "influences") == 0 &&
            index_of(to->step[1], SIZE_MAX - 1) == number && strcmp(to->step[2], one->name) == 0)
            return covey_report_fail(report, (covey_node_span){0},
                                     "%s follows its schedule: change schedule.%zu.values, or "
                                     "take the schedule away with schedule.%zu=~",
                                     plan->schedules[k].of, k, k);
    }
    return COVEY_OK;
}

static const covey_node *child_at(const covey_node *list, size_t index)
{
    const covey_node *child = list->first;
    while (child != NULL && index-- > 0)
        child = child->next;
    return child;
}

/// Returns a mapping without keys, or with the one for which a word stood.
static covey_node *make_map(covey_arena *arena, const covey_node *old, const char *key)
{
    covey_node *map = covey_arena_take(arena, 1, sizeof *map);
    if (map == NULL)
        return NULL;
    map->kind = COVEY_NODE_MAP;
    if (old == NULL || old->size == 0)
        return map;
    map->at = old->at;
    covey_node *child = covey_arena_take(arena, 1, sizeof *child);
    if (child == NULL)
        return NULL;
    *child = *old;
    child->key = covey_keys_short(key);
    child->next = NULL;
    map->first = child;
    return map;
}

// ---- The changed tree ----

/// True if the value removes its key.
static bool is_nothing(const covey_node *value)
{
    return value->kind == COVEY_NODE_SCALAR && value->plain &&
           (strcmp(value->text, "~") == 0 || strcmp(value->text, "null") == 0);
}

typedef struct change {
    covey_arena *arena;
    covey_report *report;
    const path *path;
    const covey_node *value;
    const covey_param *gone, *kept; ///< of a flock's motion before and after; NULL: it stays
} change;

/// Takes the tables of the motions if the path is that of a flock's motion, which is replaced.
static void find_motions(const covey_scenario *scenario, change *self)
{
    const covey_bind_plan *plan = &scenario->now.plan;
    const path *to = self->path;
    bool numbered = to->count == 3;
    size_t flock = numbered ? index_of(to->step[1], plan->flocks_count) : 0;
    if ((!numbered && to->count != 2) || strcmp(to->step[0], "flocks") != 0 ||
        strcmp(to->step[to->count - 1], "motion") != 0 || flock >= plan->flocks_count ||
        self->value->kind != COVEY_NODE_SCALAR)
        return;
    const covey_motion *motion = covey_motion_find(self->value->text);
    self->gone = motion != NULL ? plan->flocks[flock].motion->params : NULL;
    self->kept = motion != NULL ? motion->params : NULL;
}

/// Returns the flock without the parameters that only its former motion has.
static const covey_node *leave_out(const change *self, const covey_node *flock)
{
    size_t number = 0;
    for (const covey_node *child = flock != NULL ? flock->first : NULL; child != NULL;) {
        bool goes = covey_param_find(self->gone, child->key) != NULL &&
                    covey_param_find(self->kept, child->key) == NULL;
        child = child->next;
        number++;
        if (!goes)
            continue;
        flock = covey_node_without(self->arena, flock, --number);
        child = flock != NULL ? child_at(flock, number) : NULL;
    }
    return flock;
}

/// Returns a container for step number `at` if the text has no list or mapping there: a list of no
/// items, or a mapping.
static covey_status make_room(const change *self, int at, const covey_node **node)
{
    const char *step = self->path->step[at], *whole = at > 0 ? self->path->step[at - 1] : "";
    bool numbered = step[0] >= '0' && step[0] <= '9';
    covey_node *list = NULL;
    if (*node == NULL && numbered && !(at == 1 && covey_keys_is_list(whole)))
        return covey_report_fail(self->report, (covey_node_span){0}, "%s has no item %s",
                                 at > 0 ? whole : "a scenario", step);
    if (*node == NULL && numbered) {
        list = covey_arena_take(self->arena, 1, sizeof *list);
        if (list != NULL)
            list->kind = COVEY_NODE_LIST;
        *node = list;
    } else if (*node == NULL || (*node)->kind == COVEY_NODE_SCALAR) {
        *node = make_map(self->arena, *node, whole);
    }
    return *node != NULL ? COVEY_OK : COVEY_MEMORY;
}

/// Returns the number of the item that the last or an earlier step names; the number after the last
/// item adds one.
static size_t item_of(const change *self, const covey_node *list, int at)
{
    size_t count = covey_node_count(list);
    bool adds = at + 1 == self->path->count && !is_nothing(self->value);
    return index_of(self->path->step[at], adds ? count + 1 : count);
}

/// True for a list of one mapping where the path has no number: as in a text, where one item needs
/// no list, its number may be left out.
static bool is_single(const change *self, const covey_node *node, int at)
{
    char first = self->path->step[at][0];
    return node->kind == COVEY_NODE_LIST && (first < '0' || first > '9') && node->first != NULL &&
           node->first->next == NULL && node->first->kind == COVEY_NODE_MAP;
}

/// Returns a tree like `node`, with the value at the end of the path from step number `at` on.
static covey_status rebuild(const change *self, const covey_node *node, int at,
                            const covey_node **result)
{
    const char *step = self->path->step[at];
    covey_status status = make_room(self, at, &node);
    if (status != COVEY_OK)
        return status;
    if (is_single(self, node, at)) {
        const covey_node *item;
        status = rebuild(self, node->first, at, &item);
        if (status == COVEY_OK)
            *result = covey_node_with(self->arena, node, item, 0);
        return status != COVEY_OK ? status : *result != NULL ? COVEY_OK : COVEY_MEMORY;
    }
    bool list = node->kind == COVEY_NODE_LIST;
    size_t index = list ? item_of(self, node, at) : 0;
    if (index == SIZE_MAX)
        return covey_report_fail(self->report, (covey_node_span){0},
                                 "%s is not the number of one of the %zu items, which count from 0",
                                 step, covey_node_count(node));
    const covey_node *old = list ? child_at(node, index) : covey_node_find(node, step);
    const covey_node *child = self->value;
    bool last = at + 1 == self->path->count;
    if (last && list && is_nothing(child)) {
        *result = covey_node_without(self->arena, node, index);
        return *result != NULL ? COVEY_OK : COVEY_MEMORY;
    }
    if (!last)
        status = rebuild(self, old, at + 1, &child);
    if (status != COVEY_OK)
        return status;
    covey_node *named = covey_arena_take(self->arena, 1, sizeof *named);
    if (named == NULL)
        return COVEY_MEMORY;
    *named = *child;
    named->key = list ? NULL : covey_arena_bytes(self->arena, step, strlen(step));
    named->key_at = old != NULL ? old->key_at : (covey_node_span){0};
    named->next = NULL;
    *result = list || named->key != NULL ? covey_node_with(self->arena, node, named, index) : NULL;
    if (last && self->gone != NULL)
        *result = leave_out(self, *result);
    return *result != NULL ? COVEY_OK : COVEY_MEMORY;
}

/// Removes the places of a value: it was not in the text.
static void forget_places(covey_node *node)
{
    node->at = node->key_at = (covey_node_span){0};
    for (covey_node *child = node->first; child != NULL; child = child->next)
        forget_places(child);
}

static covey_status read_value(covey_arena *arena, const char *value, covey_report *report,
                               covey_node **node)
{
    const covey_node *read;
    covey_status status = covey_read(arena, value, strlen(value), report, &read);
    report->error.line = report->error.column = 0;
    if (status != COVEY_OK)
        return status;
    *node = covey_arena_take(arena, 1, sizeof **node);
    if (*node == NULL)
        return covey_report_memory(report);
    **node = *read;
    forget_places(*node);
    return COVEY_OK;
}

/// Allows a single item in place of a list, as in a text.
static covey_status wrap(covey_arena *arena, const path *to, covey_node **value)
{
    if (!covey_keys_is_list(to->step[0]) || to->count > 1 || (*value)->kind == COVEY_NODE_LIST)
        return COVEY_OK;
    covey_node *list = covey_arena_take(arena, 1, sizeof *list);
    if (list == NULL)
        return COVEY_MEMORY;
    *list = (covey_node){.kind = COVEY_NODE_LIST, .first = *value};
    *value = list;
    return COVEY_OK;
}

/// Binds a copy of the changed tree, so that the old tree and all scratch of the change are freed.
static covey_status adopt(covey_scenario *scenario, const covey_node *root,
                          covey_scenario_body *past, covey_report *report)
{
    covey_arena fresh = {.memory = &scenario->memory};
    const covey_node *copy = covey_node_copy(&fresh, root);
    covey_status status = copy == NULL ? covey_report_memory(report)
                                       : covey_scenario_rebind(scenario, fresh, copy, past, report);
    if (status != COVEY_OK)
        covey_arena_destroy(&fresh);
    return status;
}

covey_status covey_scenario_change(covey_scenario *scenario, const char *key, const char *value,
                                   covey_scenario_body *past, covey_error *error)
{
    covey_report report = {.note = ""};
    covey_arena work = {.memory = &scenario->memory};
    path to;
    covey_node *node = NULL;
    const covey_node *root;
    covey_status status = COVEY_OK;
    char quoted[COVEY_REPORT_QUOTED];
    if (!split(key, &to))
        status = covey_report_fail(&report, (covey_node_span){0},
                                   "a key is words joined by points, not %s",
                                   covey_report_quote(quoted, key, strlen(key)));
    if (status == COVEY_OK)
        status = resolve(scenario, &to, &report);
    if (status == COVEY_OK)
        status = check_scheduled(scenario, &to, &report);
    if (status == COVEY_OK)
        status = read_value(&work, value, &report, &node);
    if (status == COVEY_OK && wrap(&work, &to, &node) != COVEY_OK)
        status = covey_report_memory(&report);
    if (status == COVEY_OK) {
        change here = {&work, &report, &to, node, NULL, NULL};
        find_motions(scenario, &here);
        status = rebuild(&here, scenario->now.root, 0, &root);
        if (status == COVEY_MEMORY)
            covey_report_memory(&report);
    }
    if (status == COVEY_OK)
        status = adopt(scenario, root, past, &report);
    covey_arena_destroy(&work);
    if (status != COVEY_OK && error != NULL)
        *error = report.error;
    return status;
}

covey_status covey_scenario_set(covey_scenario *scenario, const char *key, const char *value,
                                covey_error *error)
{
    if (scenario == NULL || key == NULL || value == NULL)
        return covey_missing(error, __func__);
    covey_scenario_body past;
    covey_status status = covey_scenario_change(scenario, key, value, &past, error);
    if (status == COVEY_OK)
        covey_scenario_forget(&past);
    return status;
}
