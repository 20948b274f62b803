// SPDX-License-Identifier: MIT
// The shares of the rules in what agents intend, of one agent or of all.
#include "view/frame.h"

#include <stdlib.h>

/// The name of rule `k` of a model; NULL behind the last.
static const char *rule_of(const covey_model *model, int k)
{
    for (const covey_param *row = model->params; row->name != NULL && k < FRAME_RULES; row++)
        if (row->rule && k-- == 0)
            return row->name;
    return NULL;
}

const char *frame_rule_name(const frame_flock *flock, int k)
{
    return rule_of(flock->model, k);
}

void frame_watch(frame *self, covey_session *session, int flock, covey_id id)
{
    const covey_model *model =
        session != NULL ? covey_world_model(covey_session_world(session), flock) : NULL;
    const char *name;
    self->watched_flock = model != NULL ? flock : -1;
    self->watched = id;
    self->rules_count = 0;
    for (int k = 0; model != NULL && (name = rule_of(model, k)) != NULL; k++) {
        frame_rule *rule = &self->rules[self->rules_count];
        if (covey_session_rule(session, flock, id, name, &rule->push) == COVEY_OK) {
            rule->name = name;
            self->rules_count++;
        }
    }
}

static bool make_room(frame_flock *flock, size_t count)
{
    if (count <= flock->pushes_room)
        return true;
    covey_vec *grown = realloc(flock->pushes, count * sizeof *grown);
    if (grown == NULL)
        return false;
    flock->pushes = grown;
    flock->pushes_room = count;
    return true;
}

static void watch_flock(frame *self, covey_session *session, int number)
{
    frame_flock *flock = &self->flocks[number];
    int rules = 0;
    while (frame_rule_name(flock, rules) != NULL)
        rules++;
    if (!make_room(flock, (size_t)rules * flock->count))
        return;
    flock->rules_count = rules;
    covey_vec *to = flock->pushes;
    for (size_t i = 0; i < flock->count; i++)
        for (int k = 0; k < rules; k++, to++)
            if (covey_session_rule(session, number, flock->id[i], frame_rule_name(flock, k), to) !=
                COVEY_OK)
                *to = (covey_vec){0, 0, 0};
}

void frame_watch_all(frame *self, covey_session *session)
{
    size_t agents = 0;
    for (int k = 0; k < self->flocks_count; k++) {
        self->flocks[k].rules_count = 0;
        agents += self->flocks[k].count;
    }
    for (int k = 0; k < self->flocks_count && session != NULL && agents <= FRAME_WATCHED; k++)
        watch_flock(self, session, k);
}
