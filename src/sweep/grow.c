// SPDX-License-Identifier: MIT
#include "sweep/grow.h"

#include "base/parse.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- Where runs are ----

static bool is_same_group(const covey_sweep_variable *one, size_t i,
                          const covey_sweep_variable *other, size_t j, size_t keys)
{
    for (size_t k = 0; k < keys; k++)
        if (!covey_sweep_same_value(one[k].values[i], other[k].values[j]))
            return false;
    return true;
}

/// The place of values of a group in another one; its count if they are not there.
static size_t find_group(const covey_sweep_variable *group, const covey_sweep_variable *from,
                         size_t i, size_t keys)
{
    if (i < group->count && is_same_group(from, i, group, i, keys)) // as it is in most files
        return i;
    size_t j = 0;
    while (j < group->count && !is_same_group(from, i, group, j, keys))
        j++;
    return j;
}

static covey_status differs(covey_error *error, const char *what, const char *key)
{
    return covey_fail(error, COVEY_ARG, "%s %.60s", what, key);
}

/// COVEY_ARG unless both have the same keys, by the same options, and the same design.
static covey_status check_keys(const covey_sweep_plan *one, const covey_sweep_plan *other,
                               covey_error *error)
{
    if (one->design != other->design ||
        (one->design == COVEY_VALUES_LATIN && one->points != other->points))
        return differs(error, "they have different designs", "");
    for (size_t k = 0; k < one->variables_count || k < other->variables_count; k++) {
        const covey_sweep_variable *a = &one->variables[k], *b = &other->variables[k];
        bool both = k < one->variables_count && k < other->variables_count;
        if (!both || strcmp(a->key, b->key) != 0 || a->tied != b->tied || a->leads != b->leads)
            return differs(
                error, "the keys that vary differ:", k < one->variables_count ? a->key : b->key);
        if (one->design != COVEY_VALUES_GRID && (a->low != b->low || a->high != b->high))
            return differs(error, "they have other ranges of", a->key);
    }
    return COVEY_OK;
}

static covey_status move_values(covey_sweep_moves *moves, size_t k, bool *all, covey_error *error)
{
    const covey_sweep_variable *from = &moves->from->variables[k], *to = &moves->to->variables[k];
    size_t keys = covey_sweep_group_end(moves->from, k) - k;
    moves->values[k] = calloc(from->count + 1, sizeof *moves->values[k]);
    if (moves->values[k] == NULL)
        return covey_fail(error, COVEY_MEMORY, "no memory for the values of %.60s", from->key);
    for (size_t i = 0; i < from->count && *all; i++) {
        moves->values[k][i] = find_group(to, from, i, keys);
        *all = moves->values[k][i] < to->count;
        if (!*all)
            (void)covey_fail(error, COVEY_ARG, "%.60s=%s is not among the values", from->key,
                             from->values[i]);
    }
    return COVEY_OK;
}

static int by_seed(const void *left, const void *right)
{
    uint64_t a = *(const uint64_t *)left, b = *(const uint64_t *)right;
    return (a > b) - (a < b);
}

static covey_status move_seeds(covey_sweep_moves *moves, bool *all, covey_error *error)
{
    const covey_sweep_plan *from = moves->from, *to = moves->to;
    moves->seeds = calloc(from->seeds_count + 1, sizeof *moves->seeds);
    if (moves->seeds == NULL)
        return covey_fail(error, COVEY_MEMORY, "no memory for the seeds");
    for (size_t i = 0; i < from->seeds_count && *all; i++) {
        const uint64_t *at =
            bsearch(&from->seeds[i], to->seeds, to->seeds_count, sizeof *to->seeds, by_seed);
        *all = at != NULL;
        if (*all)
            moves->seeds[i] = (uint64_t)(at - to->seeds);
        else
            (void)covey_fail(error, COVEY_ARG, "%llu is not among the seeds",
                             (unsigned long long)from->seeds[i]);
    }
    return COVEY_OK;
}

covey_status covey_sweep_moves_make(const covey_sweep_plan *from, const covey_sweep_plan *to,
                                    covey_sweep_moves *moves, bool *all, covey_error *error)
{
    *moves = (covey_sweep_moves){.from = from, .to = to};
    *all = check_keys(from, to, error) == COVEY_OK;
    if (*all && from->points > to->points) {
        (void)covey_fail(error, COVEY_ARG, "there are fewer points");
        *all = false;
    }
    covey_status status = COVEY_OK;
    for (size_t k = 0; from->design == COVEY_VALUES_GRID && status == COVEY_OK && *all &&
                       k < from->variables_count;
         k = covey_sweep_group_end(from, k))
        status = move_values(moves, k, all, error);
    return status == COVEY_OK && *all ? move_seeds(moves, all, error) : status;
}

void covey_sweep_moves_free(covey_sweep_moves *moves)
{
    for (size_t k = 0; k < COVEY_SWEEP_VARIABLES; k++)
        free(moves->values[k]);
    free(moves->seeds);
    *moves = (covey_sweep_moves){0};
}

uint64_t covey_sweep_moves_place(const covey_sweep_moves *moves, uint64_t number)
{
    const covey_sweep_plan *from = moves->from, *to = moves->to;
    if (number >= covey_sweep_runs(from))
        return UINT64_MAX;
    uint64_t point = number / from->seeds_count, place = 0, points = 1;
    uint64_t seed = moves->seeds[number % from->seeds_count];
    if (from->design != COVEY_VALUES_GRID)
        return point * to->seeds_count + seed;
    for (size_t k = from->variables_count; k-- > 0;) {
        if (from->variables[k].tied)
            continue;
        place += moves->values[k][point % from->variables[k].count] * points;
        point /= from->variables[k].count;
        points *= to->variables[k].count;
    }
    return place * to->seeds_count + seed;
}

// ---- Plans together ----

static bool add_value(covey_sweep_variable *to, const char *value)
{
    if (to->count == to->room) {
        size_t room = 2 * to->room + 16;
        void *values = realloc(to->values, room * sizeof *to->values);
        if (values == NULL)
            return false;
        to->values = values;
        to->room = room;
    }
    memcpy(to->values[to->count++], value, COVEY_VALUES_WORD);
    return true;
}

static bool number_of(const char *value, double *number)
{
    return covey_parse_double(value, strlen(value), number) == COVEY_PARSE_OK;
}

static int by_number(const void *left, const void *right)
{
    double a = 0.0, b = 0.0;
    (void)number_of(left, &a), (void)number_of(right, &b);
    return (a > b) - (a < b);
}

static void sort_numbers(covey_sweep_variable *values)
{
    double number;
    for (size_t i = 0; i < values->count; i++)
        if (!number_of(values->values[i], &number))
            return;
    qsort(values->values, values->count, sizeof *values->values, by_number);
}

static covey_status add_values(covey_sweep_plan *plan, const covey_sweep_plan *other, size_t k,
                               covey_error *error)
{
    covey_sweep_variable *to = &plan->variables[k];
    const covey_sweep_variable *from = &other->variables[k];
    size_t keys = covey_sweep_group_end(plan, k) - k, before = to->count;
    for (size_t i = 0; i < from->count; i++) {
        if (find_group(to, from, i, keys) < to->count)
            continue;
        for (size_t key = 0; key < keys; key++)
            if (!add_value(&to[key], from[key].values[i]))
                return covey_fail(error, COVEY_MEMORY, "no memory for the values");
    }
    if (to->count > COVEY_VALUES_MOST)
        return covey_fail(error, COVEY_ARG, "%.60s has more than %d values", to->key,
                          COVEY_VALUES_MOST);
    if (to->count > before && keys == 1)
        sort_numbers(to);
    return COVEY_OK;
}

static covey_status add_seeds(covey_sweep_plan *plan, const covey_sweep_plan *other,
                              covey_error *error)
{
    size_t room = plan->seeds_count + other->seeds_count, kept = 0;
    uint64_t *seeds = realloc(plan->seeds, room * sizeof *seeds);
    if (seeds == NULL)
        return covey_fail(error, COVEY_MEMORY, "no memory for the seeds");
    plan->seeds = seeds;
    memcpy(seeds + plan->seeds_count, other->seeds, other->seeds_count * sizeof *seeds);
    qsort(seeds, room, sizeof *seeds, by_seed);
    for (size_t k = 0; k < room; k++)
        if (k == 0 || seeds[k] != seeds[kept - 1])
            seeds[kept++] = seeds[k];
    plan->seeds_count = kept;
    if (kept > COVEY_VALUES_SEEDS)
        return covey_fail(error, COVEY_ARG, "there are more than %d seeds", COVEY_VALUES_SEEDS);
    return COVEY_OK;
}

covey_status covey_sweep_plan_add(covey_sweep_plan *plan, const covey_sweep_plan *other,
                                  covey_error *error)
{
    covey_status status = check_keys(plan, other, error);
    plan->points = other->points > plan->points ? other->points : plan->points;
    for (size_t k = 0;
         plan->design == COVEY_VALUES_GRID && status == COVEY_OK && k < plan->variables_count;
         k = covey_sweep_group_end(plan, k))
        status = add_values(plan, other, k, error);
    if (status == COVEY_OK)
        status = add_seeds(plan, other, error);
    if (status == COVEY_OK && covey_sweep_points_of(plan) > COVEY_SWEEP_RUNS / plan->seeds_count)
        return covey_fail(error, COVEY_ARG, "a sweep has at most %d runs", COVEY_SWEEP_RUNS);
    return status;
}
