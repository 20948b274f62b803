// SPDX-License-Identifier: MIT
// Reads the words of a plan: "noise=0:6:0.5", "count=40:space.width=3.1", "1:20", "latin:100",
// "extent < 5".
#include "base/parse.h"
#include "base/writer.h"
#include "covey/measure.h"
#include "sweep/plan_text.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

covey_status covey_sweep_plan_design(covey_sweep_plan *plan, const char *text, covey_error *error)
{
    covey_values_reason reason;
    if (covey_values_design_of(text, &plan->design, &plan->points, reason) == COVEY_OK)
        return COVEY_OK;
    return covey_fail(error, COVEY_ARG, "--design %s", reason);
}

// ---- Values ----

static bool add_value(void *context, const char *value)
{
    covey_sweep_variable *variable = context;
    if (variable->count == variable->room) {
        size_t room = 2 * variable->room + 16;
        void *values = realloc(variable->values, room * sizeof *variable->values);
        if (values == NULL)
            return false;
        variable->values = values;
        variable->room = room;
    }
    (void)snprintf(variable->values[variable->count++], COVEY_VALUES_WORD, "%s", value);
    return true;
}

bool covey_sweep_same_value(const char *one, const char *other)
{
    double a, b;
    if (strcmp(one, other) == 0)
        return true;
    return covey_parse_double(one, strlen(one), &a) == COVEY_PARSE_OK &&
           covey_parse_double(other, strlen(other), &b) == COVEY_PARSE_OK && a == b;
}

/// Finds values of a group of keys that are there twice.
static bool has_twice(const covey_sweep_variable *group, size_t keys, size_t *which)
{
    for (size_t i = 0; i < group->count && group->count <= 1000; i++)
        for (size_t j = 0; j < i; j++) {
            size_t same = 0;
            while (same < keys &&
                   covey_sweep_same_value(group[same].values[i], group[same].values[j]))
                same++;
            *which = i;
            if (same == keys)
                return true;
        }
    return false;
}

static covey_status take_values(const covey_sweep_plan *plan, covey_sweep_variable *variable,
                                const char *text, covey_error *error)
{
    const char *option = variable->leads || variable->tied ? "--with" : "--vary";
    covey_values_reason reason;
    double range[2] = {0, 0};
    covey_status status = plan->design == COVEY_VALUES_GRID
                              ? covey_values_list(text, add_value, variable, reason)
                              : covey_values_range(text, range, reason);
    variable->low = range[0];
    variable->high = range[1];
    if (status == COVEY_MEMORY)
        return covey_fail(error, status, "no memory for the values of %.60s", variable->key);
    if (status != COVEY_OK)
        return covey_fail(error, status, "%s %.60s: %s", option, variable->key, reason);
    size_t twice;
    if (option[2] == 'v' && has_twice(variable, 1, &twice))
        return covey_fail(error, COVEY_ARG, "--vary %.60s has the value %s twice", variable->key,
                          variable->values[twice]);
    return COVEY_OK;
}

static bool has_key(const covey_sweep_plan *plan, const char *key)
{
    for (size_t k = 0; k < plan->variables_count; k++)
        if (strcmp(plan->variables[k].key, key) == 0)
            return true;
    return false;
}

covey_status covey_sweep_plan_vary(covey_sweep_plan *plan, const char *text, covey_error *error)
{
    const char *equals = strchr(text, '=');
    if (plan->variables_count == COVEY_SWEEP_VARIABLES)
        return covey_fail(error, COVEY_ARG, "at most %d keys vary", COVEY_SWEEP_VARIABLES);
    covey_sweep_variable *variable = &plan->variables[plan->variables_count];
    *variable = (covey_sweep_variable){0};
    if (equals == NULL || equals == text || (size_t)(equals - text) >= sizeof variable->key)
        return covey_fail(error, COVEY_ARG, "--vary %.100s is not KEY=VALUES", text);
    (void)snprintf(variable->key, sizeof variable->key, "%.*s", (int)(equals - text), text);
    if (has_key(plan, variable->key))
        return covey_fail(error, COVEY_ARG, "--vary has %.60s twice", variable->key);
    plan->variables_count++;
    return take_values(plan, variable, equals + 1, error);
}

// ---- Values that go together ----

/// Keys of one --with, which are not of the plan so far.
typedef struct group {
    covey_sweep_variable keys[COVEY_SWEEP_VARIABLES];
    size_t count;
} group;

/// Bytes of the next KEY=VALUES: up to a colon, outside of brackets, behind which a key begins.
static size_t piece_size(const char *text)
{
    int depth = 0;
    for (size_t k = 0; text[k] != '\0'; k++) {
        depth += (text[k] == '{' || text[k] == '[') - (text[k] == '}' || text[k] == ']');
        if (text[k] != ':' || depth > 0)
            continue;
        size_t name = k + 1;
        while (isalnum((unsigned char)text[name]) ||
               (text[name] != '\0' && strchr("_.-", text[name])))
            name++;
        if (text[name] == '=' && name > k + 1 && !isdigit((unsigned char)text[k + 1]))
            return k;
    }
    return strlen(text);
}

static covey_status take_piece(const covey_sweep_plan *plan, group *to, const char *text,
                               size_t size, covey_error *error)
{
    const char *equals = memchr(text, '=', size);
    if (to->count == COVEY_SWEEP_VARIABLES)
        return covey_fail(error, COVEY_ARG, "at most %d keys vary", COVEY_SWEEP_VARIABLES);
    covey_sweep_variable *key = &to->keys[to->count];
    if (equals == NULL || equals == text || (size_t)(equals - text) >= sizeof key->key)
        return covey_fail(error, COVEY_ARG, "--with %.100s is not KEY=VALUES:KEY=VALUES", text);
    *key = (covey_sweep_variable){.leads = to->count == 0, .tied = to->count > 0};
    (void)snprintf(key->key, sizeof key->key, "%.*s", (int)(equals - text), text);
    for (size_t k = 0; k < to->count; k++)
        if (strcmp(to->keys[k].key, key->key) == 0)
            return covey_fail(error, COVEY_ARG, "--with has %.60s twice", key->key);
    to->count++;
    char *values = calloc(size + 1, 1);
    if (values == NULL)
        return covey_fail(error, COVEY_MEMORY, "no memory for the values of %.60s", key->key);
    memcpy(values, equals + 1, size - (size_t)(equals + 1 - text));
    covey_status status = take_values(plan, key, values, error);
    free(values);
    if (status == COVEY_OK && key->count != to->keys[0].count)
        return covey_fail(error, COVEY_ARG,
                          "--with: %.60s has %zu values and %.60s %zu, which do not go together",
                          to->keys[0].key, to->keys[0].count, key->key, key->count);
    return status;
}

/// Adds the values of a group to those of the same keys; *found is false if the plan has none.
static covey_status join_group(covey_sweep_plan *plan, const group *from, bool *found,
                               covey_error *error)
{
    *found = false;
    for (size_t k = 0; k < plan->variables_count; k++) {
        covey_sweep_variable *at = &plan->variables[k];
        size_t same = 0;
        if (!at->leads || covey_sweep_group_end(plan, k) - k != from->count)
            continue;
        while (same < from->count && strcmp(at[same].key, from->keys[same].key) == 0)
            same++;
        if (same < from->count)
            continue;
        *found = true;
        for (size_t i = 0; i < from->keys->count * from->count; i++)
            if (!add_value(&at[i / from->keys->count],
                           from->keys[i / from->keys->count].values[i % from->keys->count]))
                return covey_fail(error, COVEY_MEMORY, "no memory for the values");
    }
    return COVEY_OK;
}

/// Makes a group part of the plan: its values become the plan's.
static covey_status add_group(covey_sweep_plan *plan, group *from, covey_error *error)
{
    if (plan->variables_count + from->count > COVEY_SWEEP_VARIABLES)
        return covey_fail(error, COVEY_ARG, "at most %d keys vary", COVEY_SWEEP_VARIABLES);
    for (size_t k = 0; k < from->count; k++)
        if (has_key(plan, from->keys[k].key))
            return covey_fail(error, COVEY_ARG,
                              "--with has %.60s, which varies by another option, too",
                              from->keys[k].key);
    memcpy(plan->variables + plan->variables_count, from->keys, from->count * sizeof *from->keys);
    plan->variables_count += from->count;
    from->count = 0;
    return COVEY_OK;
}

/// Fails for values of keys that go together that are there twice.
static covey_status check_groups(const covey_sweep_plan *plan, covey_error *error)
{
    size_t twice;
    for (size_t k = 0; k < plan->variables_count; k++) {
        const covey_sweep_variable *at = &plan->variables[k];
        if (at->leads && has_twice(at, covey_sweep_group_end(plan, k) - k, &twice))
            return covey_fail(error, COVEY_ARG, "--with has %.60s=%s and what goes with it twice",
                              at->key, at->values[twice]);
        if (at->leads && at->count > COVEY_VALUES_MOST)
            return covey_fail(error, COVEY_ARG, "--with %.60s: there are more than %d values",
                              at->key, COVEY_VALUES_MOST);
    }
    return COVEY_OK;
}

covey_status covey_sweep_plan_with(covey_sweep_plan *plan, const char *text, covey_error *error)
{
    group made = {.count = 0};
    covey_status status = COVEY_OK;
    bool found = false;
    if (plan->design != COVEY_VALUES_GRID)
        return covey_fail(error, COVEY_ARG,
                          "--with is for a grid, not for a latin or random design");
    for (const char *at = text; status == COVEY_OK && at != NULL;) {
        size_t size = piece_size(at);
        status = take_piece(plan, &made, at, size, error);
        at = at[size] == ':' ? at + size + 1 : NULL;
    }
    if (status == COVEY_OK)
        status = join_group(plan, &made, &found, error);
    if (status == COVEY_OK && !found)
        status = add_group(plan, &made, error);
    if (status == COVEY_OK)
        status = check_groups(plan, error);
    for (size_t k = 0; k < made.count; k++)
        free(made.keys[k].values);
    return status;
}

size_t covey_sweep_group_end(const covey_sweep_plan *plan, size_t k)
{
    for (k++; k < plan->variables_count && plan->variables[k].tied;)
        k++;
    return k;
}

// ---- What is kept, and when a run ends ----

const char *covey_sweep_keep_word(int k)
{
    static const char *const words[] = {"series", "profiles", "agents", "trajectory"};
    return k < (int)(sizeof words / sizeof *words) ? words[k] : NULL;
}

covey_status covey_sweep_plan_keep(covey_sweep_plan *plan, const char *text, covey_error *error)
{
    plan->keeps = 0;
    while (*text != '\0') {
        size_t size = strcspn(text, ",");
        const char *word = NULL;
        int k = 0;
        while ((word = covey_sweep_keep_word(k)) != NULL &&
               (strlen(word) != size || strncmp(text, word, size) != 0))
            k++;
        if (word != NULL)
            plan->keeps |= 1u << k;
        else if (size != 7 || strncmp(text, "summary", size) != 0)
            return covey_fail(
                error, COVEY_ARG,
                "--keep has summary, series, profiles, agents and trajectory, not %.*s",
                (int)(size < 40 ? size : 40), text);
        text += size + (text[size] == ',');
    }
    return COVEY_OK;
}

/// Finds the measure of "[FLOCK.]MEASURE", of `size` bytes.
static covey_status find_measure(const covey_sweep_plan *plan, const char *text, size_t size,
                                 covey_sweep_until *until, covey_error *error)
{
    char name[COVEY_NAME_SIZE * 2];
    (void)snprintf(name, sizeof name, "%.*s", (int)(size < sizeof name ? size : 0), text);
    char *point = strrchr(name, '.');
    const char *measure = point != NULL ? point + 1 : name;
    until->measure = covey_measure_find(measure);
    if (until->measure < 0 || !covey_measure_fits(NULL, until->measure, plan->dim))
        return covey_fail(error, COVEY_ARG, "--until: there is no measure \"%.60s\" here", measure);
    if (point == NULL && plan->flocks_count == 1)
        return COVEY_OK;
    if (point == NULL)
        return covey_fail(error, COVEY_ARG, "--until: name the flock: %.60s.%.60s", plan->flocks[0],
                          measure);
    *point = '\0';
    for (until->flock = 0; until->flock < plan->flocks_count; until->flock++)
        if (strcmp(plan->flocks[until->flock], name) == 0)
            return COVEY_OK;
    return covey_fail(error, COVEY_ARG, "--until: there is no flock \"%.60s\"", name);
}

covey_status covey_sweep_plan_until(covey_sweep_plan *plan, const char *text, covey_error *error)
{
    covey_sweep_until until = {.flock = 0};
    char number[COVEY_PRINT_SIZE];
    text += strspn(text, " ");
    size_t size = strcspn(text, "<> ");
    const char *at = text + size + strspn(text + size, " ");
    until.below = *at == '<';
    until.same = *at != '\0' && at[1] == '=';
    const char *value = at + (*at != '\0') + until.same;
    value += strspn(value, " ");
    size_t value_size = strlen(value);
    while (value_size > 0 && value[value_size - 1] == ' ')
        value_size--;
    if (size == 0 || (*at != '<' && *at != '>') ||
        covey_parse_double(value, value_size, &until.number) != COVEY_PARSE_OK)
        return covey_fail(error, COVEY_ARG,
                          "--until %.60s is not MEASURE < NUMBER, with <, <=, > or >=", text);
    covey_status status = find_measure(plan, text, size, &until, error);
    if (status != COVEY_OK)
        return status;
    size_t digits = covey_print_shortest(number, until.number);
    (void)snprintf(until.text, sizeof until.text, "%s.%s %c%s %.*s", plan->flocks[until.flock],
                   covey_measure_at(until.measure)->name, until.below ? '<' : '>',
                   until.same ? "=" : "", (int)digits, number);
    plan->until = until;
    return COVEY_OK;
}

// ---- Seeds ----

static bool add_seeds(void *context, uint64_t first, uint64_t count)
{
    covey_sweep_plan *plan = context;
    uint64_t *seeds = realloc(plan->seeds, (plan->seeds_count + (size_t)count) * sizeof *seeds);
    if (seeds == NULL)
        return false;
    plan->seeds = seeds;
    for (uint64_t k = 0; k < count; k++)
        seeds[plan->seeds_count++] = first + k;
    return true;
}

static int compare(const void *left, const void *right)
{
    uint64_t a = *(const uint64_t *)left, b = *(const uint64_t *)right;
    return (a > b) - (a < b);
}

covey_status covey_sweep_plan_seeds(covey_sweep_plan *plan, const char *text, covey_error *error)
{
    covey_values_reason reason;
    covey_status status = covey_values_seeds(text, add_seeds, plan, reason);
    if (status == COVEY_MEMORY)
        return covey_fail(error, status, "no memory for the seeds");
    if (status != COVEY_OK)
        return covey_fail(error, status, "--seeds: %s", reason);
    qsort(plan->seeds, plan->seeds_count, sizeof *plan->seeds, compare);
    for (size_t k = 1; k < plan->seeds_count; k++)
        if (plan->seeds[k] == plan->seeds[k - 1])
            return covey_fail(error, COVEY_ARG, "--seeds has %llu twice",
                              (unsigned long long)plan->seeds[k]);
    return COVEY_OK;
}
