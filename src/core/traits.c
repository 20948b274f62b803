// SPDX-License-Identifier: MIT
#include "core/traits.h"

#include <string.h>

// ---- Columns ----

covey_status covey_traits_add_column(covey_memory *memory, covey_state *state, covey_state *next)
{
    int k = state->trait_count;
    state->trait[k] = covey_memory_take(memory, state->room, sizeof(double));
    next->trait[k] = covey_memory_take(memory, next->room, sizeof(double));
    state->trait_count = next->trait_count = k + 1;
    if (state->trait[k] != NULL && next->trait[k] != NULL)
        return COVEY_OK;
    covey_traits_drop_column(memory, state, next);
    return COVEY_MEMORY;
}

static void give_column(covey_memory *memory, covey_state *state, int k)
{
    covey_memory_give(memory, state->trait[k], state->room, sizeof(double));
    state->trait[k] = NULL;
}

void covey_traits_drop_column(covey_memory *memory, covey_state *state, covey_state *next)
{
    int k = state->trait_count - 1;
    give_column(memory, state, k);
    give_column(memory, next, k);
    state->trait_count = next->trait_count = k;
}

covey_status covey_traits_add_user(covey_memory *memory, covey_state *state, covey_state *next)
{
    if (state->user != NULL)
        return COVEY_OK;
    uint64_t *one = covey_memory_take(memory, state->room, sizeof *one);
    uint64_t *other = covey_memory_take(memory, next->room, sizeof *other);
    if (one == NULL || other == NULL) {
        covey_memory_give(memory, one, state->room, sizeof *one);
        covey_memory_give(memory, other, next->room, sizeof *other);
        return COVEY_MEMORY;
    }
    state->user = one;
    next->user = other;
    return COVEY_OK;
}

void covey_traits_destroy(covey_memory *memory, covey_state *state)
{
    for (int k = 0; k < state->trait_count; k++)
        give_column(memory, state, k);
    covey_memory_give(memory, state->user, state->room, sizeof *state->user);
    state->user = NULL;
}

void covey_traits_swap(covey_state *to, covey_state *from)
{
    for (int k = 0; k < to->trait_count; k++) {
        double *column = to->trait[k];
        to->trait[k] = from->trait[k];
        from->trait[k] = column;
    }
    uint64_t *user = to->user;
    to->user = from->user;
    from->user = user;
}

void covey_traits_gather(const covey_state *to, const covey_state *from, const uint32_t *order,
                         size_t begin, size_t end)
{
    for (int k = 0; k < from->trait_count; k++)
        for (size_t i = begin; i < end; i++)
            to->trait[k][i] = from->trait[k][order[i]];
    for (size_t i = begin; i < end && from->user != NULL; i++)
        to->user[i] = from->user[order[i]];
}

void covey_traits_move(const covey_state *state, size_t from, size_t to)
{
    for (int k = 0; k < state->trait_count; k++)
        state->trait[k][to] = state->trait[k][from];
    if (state->user != NULL)
        state->user[to] = state->user[from];
}

// ---- Values ----

void *covey_traits_params(const covey_traits *traits, const covey_state *state,
                          const covey_params *common, bool of_motion, size_t i,
                          covey_own_params *own)
{
    memcpy(own->value, common->values, common->size);
    for (int k = 0; k < traits->count; k++)
        if (traits->use[k].of_motion == of_motion)
            own->value[traits->use[k].row->offset / sizeof(double)] = state->trait[k][i];
    return own->value;
}

int covey_traits_find(const covey_traits *traits, const char *name)
{
    for (int k = 0; k < traits->count && name != NULL; k++)
        if (strcmp(traits->use[k].row->name, name) == 0)
            return k;
    return -1;
}

void covey_traits_draw(const covey_traits *traits, const covey_state *state, uint64_t seed,
                       size_t i)
{
    for (int k = 0; k < traits->count; k++) {
        const covey_trait_use *use = &traits->use[k];
        state->trait[k][i] = covey_draws_agent(&use->draws, seed, use->row->name, state->id[i]);
    }
    if (state->user != NULL)
        state->user[i] = 0;
}

void covey_traits_level(covey_traits *traits, const covey_state *state, int trait, double value)
{
    covey_trait_use *use = &traits->use[trait];
    covey_distribution number = covey_distribution_number(value);
    use->draws = covey_draws_of(&number, use->row);
    for (size_t i = 0; i < state->count; i++)
        state->trait[trait][i] = value;
}

bool covey_traits_same(const covey_draws *one, const covey_draws *other)
{
    const covey_distribution *a = &one->from, *b = &other->from;
    return a->kind == b->kind && a->first == b->first && a->second == b->second &&
           a->low == b->low && a->high == b->high;
}

void covey_traits_note(covey_traits *traits)
{
    int most = -1, plain = -1;
    traits->of_model = traits->of_motion = false;
    for (int k = 0; k < traits->count; k++) {
        const covey_trait_use *use = &traits->use[k];
        traits->of_model = traits->of_model || !use->of_motion;
        traits->of_motion = traits->of_motion || use->of_motion;
        if (use->of_motion && strcmp(use->row->name, "max_speed") == 0)
            most = k;
        if (use->of_motion && strcmp(use->row->name, "speed") == 0)
            plain = k;
    }
    traits->top_speed = most >= 0 ? most : plain;
}
