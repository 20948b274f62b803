// SPDX-License-Identifier: MIT
// The longest share in the intent of each agent, which is taken apart as a step puts it together.
#include "core/aim.h"
#include "core/perceive.h"

#include "base/misuse.h"
#include "core/avoid.h"

#include <float.h>
#include <string.h>

/// The strongest share that was found so far.
typedef struct most {
    double length;
    int doing;
} most;

static void compare(most *self, covey_vec share, int doing)
{
    double length = covey_vec_length(share);
    if (length > self->length)
        *self = (most){length, doing};
}

/// Agents at work, of which `agent` is the one at index i.
typedef struct look {
    covey_world *world;
    covey_flock *flock;
    covey_scene scene;
    double response; ///< factor of responses
    size_t i;
    covey_agent agent;
    covey_percept percepts[COVEY_MAX_ZONES];
    covey_vec shares[COVEY_DOING_RULE]; ///< in the intent, by deeds
} look;

static void share(look *self, int doing, covey_vec part)
{
    self->shares[doing] = covey_vec_add(self->shares[doing], part);
}

// ---- The model ----

/// The intent that the model decides without agents of a relation, and without a herd of prey.
static covey_vec decide_without(const look *self, const void *values, bool predators, bool prey)
{
    const covey_flock *flock = self->flock;
    covey_percept percepts[COVEY_MAX_ZONES] = {{0}};
    covey_agent agent = self->agent;
    for (int z = 0; z < flock->plan.own_count; z++) {
        covey_of of = flock->plan.zones[z].of;
        if (!((predators && of == COVEY_OF_PREDATORS) || (prey && of == COVEY_OF_PREY)))
            percepts[z] = self->percepts[z];
    }
    if (prey)
        agent.herd = NULL;
    return flock->model->decide(values, &agent, percepts);
}

/// Predators and prey have the part that is gone without them; all else is the model alone.
static covey_vec take_model_apart(look *self, const void *values)
{
    covey_vec all = decide_without(self, values, false, false);
    covey_vec flight = covey_vec_sub(all, decide_without(self, values, true, false));
    covey_vec chase = covey_vec_sub(all, decide_without(self, values, false, true));
    covey_vec alone = decide_without(self, values, true, true);
    share(self, COVEY_DOING_FLEE, flight);
    share(self, COVEY_DOING_CHASE, chase);
    if (covey_vec_is_zero(flight) && covey_vec_is_zero(chase))
        share(self, COVEY_DOING_RULES, alone);
    return alone;
}

/// The shares of rules: the intent alone less that without one of them.
static void compare_rules(look *self, most *best)
{
    covey_own_params own;
    double *values = covey_flock_model_of(self->flock, self->i, &own);
    covey_vec alone = take_model_apart(self, values);
    most strongest = {0.0, COVEY_DOING_NOTHING};
    int rule = 0;
    for (const covey_param *row = self->flock->params.table; row->name != NULL; row++) {
        if (!row->rule)
            continue;
        double *weight = &values[row->offset / sizeof *values], kept = *weight;
        *weight = 0.0;
        covey_vec without = decide_without(self, values, true, true);
        *weight = kept;
        compare(&strongest, covey_vec_sub(alone, without), COVEY_DOING_RULE + rule++);
    }
    if (rule > 0)
        self->shares[COVEY_DOING_RULES] = (covey_vec){0, 0, 0};
    *best = strongest;
}

// ---- Responses and influences ----

static void take_responses(look *self)
{
    const covey_reactions *all = &self->flock->reactions;
    for (int k = 0; k < all->count; k++) {
        const covey_response *is = &all->list[k].is;
        const covey_avoid near = {self->world, self->flock, &self->agent,
                                  self->i,     1,           self->scene.dt};
        covey_vec push =
            is->rule == COVEY_RESPONSE_ANTICIPATE
                ? covey_avoid_push(&near, k, self->i)
                : covey_reaction_push(is, &self->scene, &self->agent,
                                      &self->percepts[self->flock->plan.own_count + k]);
        share(self,
              is->rule == COVEY_RESPONSE_FLEE         ? COVEY_DOING_FLEE
              : is->rule == COVEY_RESPONSE_CHASE      ? COVEY_DOING_CHASE
              : is->rule == COVEY_RESPONSE_ANTICIPATE ? COVEY_DOING_AVOID
                                                      : COVEY_DOING_RESPOND,
              covey_vec_scale(push, self->response));
    }
}

/// The deed that the share of this influence is one of.
static int doing_of(const covey_influence *kind)
{
    if (kind->doing > COVEY_DOING_UNKNOWN && kind->doing < COVEY_DOING_RULE)
        return (int)kind->doing;
    return kind->solid != NULL ? COVEY_DOING_AVOID : COVEY_DOING_LED;
}

static void take_influences(look *self)
{
    const covey_influence_list *list = &self->world->influences;
    for (size_t k = 0; k < list->count; k++) {
        const covey_influence_item *item = &list->item[k];
        if (!covey_influence_reaches(item, self->flock->number))
            continue;
        self->scene.shape = item->shape;
        self->scene.field = item->field != NULL ? &item->field->grid : NULL;
        self->scene.context = item->kind->context;
        share(self, doing_of(item->kind),
              item->kind->act(item->params.values, &self->scene, &self->agent));
    }
}

static void take_aim(look *self)
{
    const covey_aim *aims = self->flock->state.aim;
    if (aims != NULL && aims[self->i].kind != COVEY_AIM_NONE)
        share(self, COVEY_DOING_LED, covey_aim_push(&aims[self->i], &self->scene, &self->agent));
}

// ---- A flock ----

/// Of equally strong shares the first that is compared wins: flight, then all others down, and a
/// rule only where it is stronger than all of them. An agent whose motion holds it at a speed of 0
/// is moved by none.
static int judge(look *self)
{
    most best = {0.0, COVEY_DOING_NOTHING}, rule;
    if (self->agent.top_speed == 0.0)
        return COVEY_DOING_NOTHING;
    memset(self->shares, 0, sizeof self->shares);
    take_responses(self);
    take_influences(self);
    take_aim(self);
    compare_rules(self, &rule);
    for (int doing = COVEY_DOING_FLEE; doing > COVEY_DOING_NOTHING; doing--)
        compare(&best, self->shares[doing], doing);
    return rule.length > best.length ? rule.doing : best.doing;
}

static void look_at_block(look *self, size_t begin, size_t end, covey_senses *senses,
                          uint8_t *doing)
{
    const covey_flock *flock = self->flock;
    const bool deep = covey_state_is_deep(&flock->state);
    (void)covey_perceive(self->world, flock, begin, end, senses);
    covey_perceive_others(self->world, flock, end - begin, senses);
    for (size_t k = 0; k < end - begin; k++) {
        self->i = begin + k;
        covey_flock_look(flock, self->i, &self->agent);
        self->scene.user = flock->state.user != NULL ? flock->state.user[self->i] : 0;
        for (int z = 0; z < flock->plan.count; z++)
            self->percepts[z] = covey_percepts_at(&senses->zone[z], k, deep);
        doing[self->i] = (uint8_t)judge(self);
    }
}

static covey_status find_doing(covey_world *world, int number, double dt, uint8_t *doing)
{
    covey_flock *flock = covey_world_flock_at(world, number, NULL);
    if (flock == NULL || !(fabs(dt) <= DBL_MAX))
        return COVEY_ARG;
    covey_status status = covey_perceive_ready(world);
    if (status != COVEY_OK)
        return status;
    look all = {
        .world = world,
        .flock = flock,
        .scene = {.space = &world->def.space,
                  .time = (double)world->step * dt,
                  .dt = dt,
                  .intent = flock->model->intent,
                  .impulse = flock->motion->impulse},
        .response = flock->motion->impulse ? dt : 1.0,
        .agent = covey_flock_any(flock, &world->def.space, world->step),
    };
    covey_senses senses; // not cleared, which takes long
    covey_perceive_begin(flock, &senses);
    for (size_t begin = 0; begin < flock->state.count; begin += COVEY_BLOCK) {
        size_t left = flock->state.count - begin;
        look_at_block(&all, begin, begin + (left < COVEY_BLOCK ? left : COVEY_BLOCK), &senses,
                      doing);
    }
    return COVEY_OK;
}

covey_status covey_world_doing(covey_world *world, int number, double dt, uint8_t *doing)
{
    if (doing == NULL)
        return covey_missing(NULL, __func__);
    covey_status status = covey_world_enter(world, NULL);
    return status == COVEY_OK ? covey_world_leave(world, find_doing(world, number, dt, doing))
                              : status;
}

const char *covey_doing_name(int doing)
{
    static const char *const names[] = {
        [COVEY_DOING_UNKNOWN] = "unknown",      [COVEY_DOING_NOTHING] = "nothing acts",
        [COVEY_DOING_BORN] = "born lately",     [COVEY_DOING_RULES] = "following its model",
        [COVEY_DOING_LED] = "led from outside", [COVEY_DOING_RESPOND] = "responding",
        [COVEY_DOING_AVOID] = "avoiding",       [COVEY_DOING_CHASE] = "chasing",
        [COVEY_DOING_FLEE] = "fleeing",
    };
    return doing >= 0 && doing < COVEY_DOING_RULE ? names[doing] : NULL;
}
