// SPDX-License-Identifier: MIT
// Parameters of a flock become traits. A parameter that shapes zones cannot: zones say how far the
// grid looks, which is the same for a whole flock. Models do not say which parameters do; their
// zones at the limits of a parameter do.
#include "core/flock_traits.h"

#include "base/minmax.h"

#include <inttypes.h>
#include <string.h>

// ---- Parameters that shape zones ----

enum { SAMPLES = 8 };

#define FARTHEST 1e3 // L, of the samples of a falloff

static bool same_falloff(const covey_zone *one, const void *values, double *before, bool first)
{
    bool same = true;
    double step = covey_smaller(one->radius, FARTHEST) / (double)SAMPLES;
    for (int k = 0; k < SAMPLES; k++) {
        double now = one->falloff(values, (k + 1) * step);
        same = same && (first || now == before[k]);
        before[k] = now;
    }
    return same;
}

/// The share that the function of a zone adds of some others around an agent, as one number each.
static bool same_add(const covey_zone *one, const void *values, double *before, bool first)
{
    const covey_agent self = {.vel = {1.0, 0.25, 0.0}};
    bool same = true;
    double step = covey_smaller(one->radius, FARTHEST) / (double)SAMPLES;
    for (int k = 0; k < SAMPLES; k++) {
        covey_percept sum = {0};
        double far = k < SAMPLES / 2 ? 0.1 * (k + 1) : step * (k + 1);
        covey_other other = {.id = 1, .distance = far, .offset = {0.6 * far, 0.8 * far, 0.0}};
        other.vel = (covey_vec){0.3 - 0.2 * k, 0.7, 0.0};
        one->add(values, &self, &other, &sum);
        double now = sum.offset.x + 3.0 * sum.offset.y + 5.0 * sum.carried.x + 7.0 * sum.carried.y;
        same = same && (first || now == before[k]);
        before[k] = now;
    }
    return same;
}

/// The zones of a model at some value of a parameter, and samples of their functions.
typedef struct zones_seen {
    int count;
    covey_zone zone[COVEY_MAX_ZONES];
    double falloff[COVEY_MAX_ZONES][SAMPLES];
    double add[COVEY_MAX_ZONES][SAMPLES];
} zones_seen;

/// Looks at the zones; returns false if they differ from the zones seen before.
static bool see_same(const covey_model *model, const void *values, bool first, zones_seen *seen)
{
    covey_zone zone[COVEY_MAX_ZONES] = {{0}};
    int count = model->zones(values, zone);
    bool same = first || count == seen->count;
    seen->count = count;
    for (int z = 0; z < count && z < COVEY_MAX_ZONES; z++) {
        same = same && (first || covey_zone_is_same(&zone[z], &seen->zone[z]));
        seen->zone[z] = zone[z];
        if (same && zone[z].falloff != NULL)
            same = same_falloff(&zone[z], values, seen->falloff[z], first);
        if (same && zone[z].add != NULL)
            same = same_add(&zone[z], values, seen->add[z], first);
    }
    return same;
}

bool covey_flock_traits_shapes_zones(const covey_model *model, const covey_param *row, void *values)
{
    double *value = (double *)values + row->offset / sizeof *value, kept = *value;
    const double tried[] = {kept, row->initial, row->low, row->high, 0.5 * row->low + 0.5 * kept};
    zones_seen seen = {.count = 0};
    bool same = true;
    for (size_t k = 0; k < sizeof tried / sizeof *tried && same; k++) {
        *value = tried[k];
        same = see_same(model, values, k == 0, &seen);
    }
    *value = kept;
    return !same;
}

// ---- Making traits ----

static covey_status find_body(const covey_flock *flock, covey_trait_use *use, covey_error *error)
{
    use->row = &flock->body_row;
    if (flock->body > 0.0)
        return COVEY_OK;
    return covey_fail(error, COVEY_ARG,
                      "bodies of flock %s differ up to that of the flock, which is 0: make it that "
                      "of the largest agent",
                      flock->name);
}

/// Finds the parameter. COVEY_ARG if there is none, or none that can be a trait.
static covey_status find_row(const covey_flock *flock, const char *name, covey_trait_use *use,
                             covey_error *error)
{
    const covey_params *of = &flock->params;
    *use = (covey_trait_use){.row = covey_param_find(of->table, name)};
    if (use->row == NULL) {
        of = &flock->motion_params;
        use->row = covey_param_find(of->table, name);
        use->of_motion = use->row != NULL;
    }
    use->of_body = use->row == NULL && name != NULL && strcmp(name, flock->body_row.name) == 0;
    if (use->of_body)
        return find_body(flock, use, error);
    if (use->row == NULL)
        return covey_fail(error, COVEY_ARG, "neither %s nor %s has a parameter called %s",
                          flock->model->name, flock->motion->name, name != NULL ? name : "(NULL)");
    if (of->size > sizeof(covey_own_params))
        return covey_fail(error, COVEY_ARG,
                          "%s has more than the %d parameters with which traits are possible",
                          of->owner, COVEY_TRAIT_PARAMS);
    return COVEY_OK;
}

/// COVEY_ARG for a parameter that shapes zones.
static covey_status check_zones(const covey_flock *flock, const covey_trait_use *use,
                                covey_error *error)
{
    if (use->of_motion || use->of_body || use->row->choices != NULL ||
        !covey_flock_traits_shapes_zones(flock->model, use->row, flock->params.values))
        return COVEY_OK;
    return covey_fail(error, COVEY_ARG,
                      "%s shapes the zones in which the agents of %s sense, which a flock has in "
                      "common: it is one number",
                      use->row->name, flock->model->name);
}

covey_status covey_flock_traits_check_value(const covey_param *row, double value, covey_id id,
                                            covey_error *error)
{
    if (value >= row->low && value <= row->high)
        return COVEY_OK;
    return covey_fail(error, COVEY_ARG, "%s = %g of agent %" COVEY_PRI_ID " is outside [%g, %g]",
                      row->name, value, id, row->low, row->high);
}

static covey_status check_values(const covey_flock *flock, const covey_param *row,
                                 const double *values, covey_error *error)
{
    covey_status status = COVEY_OK;
    for (size_t i = 0; i < flock->state.count && values != NULL && status == COVEY_OK; i++)
        status = covey_flock_traits_check_value(row, values[i], flock->state.id[i], error);
    return status;
}

/// The number of the trait, new or not. COVEY_ARG, COVEY_MEMORY.
static covey_status take(covey_memory *memory, covey_flock *flock, const covey_trait_use *use,
                         int *number, covey_error *error)
{
    *number = covey_traits_find(&flock->traits, use->row->name);
    if (*number >= 0)
        return COVEY_OK;
    if (flock->traits.count == COVEY_MAX_TRAITS)
        return covey_fail(error, COVEY_ARG, "flock %s has %d traits, and no more are possible",
                          flock->name, COVEY_MAX_TRAITS);
    if (covey_state_add_trait(memory, &flock->state, &flock->next) != COVEY_OK)
        return covey_fail(error, COVEY_MEMORY, "no memory for %s of the %zu agents of flock %s",
                          use->row->name, flock->state.room, flock->name);
    *number = flock->traits.count++;
    return COVEY_OK;
}

covey_status covey_flock_traits_add(covey_memory *memory, covey_flock *flock,
                                    const covey_trait *trait, covey_error *error)
{
    covey_trait_use use;
    int number;
    covey_status status = find_row(flock, trait->name, &use, error);
    if (status == COVEY_OK)
        status = check_zones(flock, &use, error);
    if (status == COVEY_OK)
        status = covey_distribution_check(&trait->from, use.row, error);
    if (status == COVEY_OK)
        status = check_values(flock, use.row, trait->values, error);
    if (status == COVEY_OK)
        status = take(memory, flock, &use, &number, error);
    if (status != COVEY_OK)
        return status;
    use.draws = covey_draws_of(&trait->from, use.row);
    flock->traits.use[number] = use;
    covey_traits_note(&flock->traits);
    covey_setting typical = {use.row->name, covey_distribution_typical(&trait->from, use.row)};
    (void)covey_flock_set(flock, &typical, NULL); // within its range
    const covey_state *state = &flock->state;
    for (size_t i = 0; i < state->count; i++)
        state->trait[number][i] =
            trait->values != NULL
                ? trait->values[i]
                : covey_draws_agent(&use.draws, flock->seed, use.row->name, state->id[i]);
    return COVEY_OK;
}

covey_status covey_flock_traits_make(covey_memory *memory, covey_flock *flock, const char *name,
                                     covey_error *error)
{
    covey_trait_use use;
    int number;
    covey_status status = find_row(flock, name, &use, error);
    if (status == COVEY_OK)
        status = take(memory, flock, &use, &number, error);
    if (status != COVEY_OK)
        return status;
    flock->traits.use[number] = use;
    covey_traits_note(&flock->traits);
    return COVEY_OK;
}
