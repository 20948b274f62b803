// SPDX-License-Identifier: MIT
#include "core/traits.h"

#include <string.h>

void *covey_traits_params(const covey_traits *traits, const covey_state *state,
                          const covey_params *common, bool of_motion, size_t i,
                          covey_own_params *own)
{
    memcpy(own->value, common->values, common->size);
    for (int k = 0; k < traits->count; k++)
        if (traits->use[k].of_motion == of_motion && !traits->use[k].of_body)
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
    if (state->aim != NULL)
        state->aim[i] = (covey_aim){.kind = COVEY_AIM_NONE};
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
    traits->body = -1;
    for (int k = 0; k < traits->count; k++) {
        const covey_trait_use *use = &traits->use[k];
        traits->body = use->of_body ? k : traits->body;
        traits->of_model = traits->of_model || !(use->of_motion || use->of_body);
        traits->of_motion = traits->of_motion || use->of_motion;
        if (use->of_motion && strcmp(use->row->name, "max_speed") == 0)
            most = k;
        if (use->of_motion && strcmp(use->row->name, "speed") == 0)
            plain = k;
    }
    traits->top_speed = most >= 0 ? most : plain;
}
