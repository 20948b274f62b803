// SPDX-License-Identifier: MIT
#include "view/matrix.h"

#include <covey/describe.h>

#include <stdio.h>
#include <string.h>

enum { VALUE = 896 };

static bool is_of(const frame_response *one, const matrix_cell *cell)
{
    return one->other == cell->other && (int)one->def.rule == cell->rule;
}

const frame_response *matrix_find(const frame *now, matrix_cell cell)
{
    const frame_flock *flock = &now->flocks[cell.flock];
    for (int k = 0; k < flock->responses_count; k++)
        if (is_of(&flock->responses[k], &cell))
            return &flock->responses[k];
    return NULL;
}

bool matrix_model_senses(const frame *now, int flock, int other)
{
    const frame_flock *from = &now->flocks[flock];
    for (int z = 0; z < from->zones_count; z++) {
        covey_of of = from->zones[z].of;
        if ((of == COVEY_OF_OWN && flock == other) ||
            (of == COVEY_OF_PREDATORS && now->flocks[other].prey == flock) ||
            (of == COVEY_OF_PREY && from->prey == other))
            return true;
    }
    return false;
}

// ---- Numbers that were switched off ----

static void keep(viewer *self, int flock, const frame_response *one)
{
    viewer_kept *kept = &self->kept[self->kept_next];
    *kept = (viewer_kept){self->now->loaded, flock, *one};
    self->kept_next = (self->kept_next + 1) % VIEWER_KEPT;
}

/// The response that a cell had last, or one that fits the world.
static frame_response last_of(const viewer *self, const matrix_cell *cell)
{
    for (int k = 1; k <= VIEWER_KEPT; k++) {
        const viewer_kept *kept = &self->kept[(self->kept_next + VIEWER_KEPT - k) % VIEWER_KEPT];
        if (kept->loaded == self->now->loaded && kept->flock == cell->flock &&
            is_of(&kept->response, cell) && kept->response.def.radius > 0.0)
            return kept->response;
    }
    frame_response fits = {cell->other,
                           covey_response_default(NULL, (covey_response_rule)cell->rule)};
    fits.def.radius = self->now->reach;
    if (cell->rule < COVEY_RESPONSE_FOLLOW) // the weight of the others is no force
        fits.def.weight = self->now->push;
    return fits;
}

// ---- Commands ----

/// Adds a response to a list of YAML.
static void write_one(char list[VALUE], const frame_response *one)
{
    const char *before = list[0] != '\0' ? ", {" : "{";
    for (const covey_member *row = covey_members_response(); row->name != NULL; row++) {
        const void *member = (const char *)&one->def + row->offset;
        size_t used = strlen(list);
        if (row->kind == COVEY_MEMBER_CHOICE)
            (void)snprintf(list + used, VALUE - used, "%s%s: %s", before, row->name,
                           covey_response_rules()[one->def.rule]);
        else if (row->kind == COVEY_MEMBER_NUMBER)
            (void)snprintf(list + used, VALUE - used, "%s%s: %.9g", before, row->name,
                           *(const double *)member);
        else
            continue;
        before = ", ";
    }
    size_t used = strlen(list);
    (void)snprintf(list + used, VALUE - used, "}");
}

/// Gives the flock of a cell all responses to the other that it has, with `changed` in the place of
/// the cell's; NULL: without.
static void order(viewer *self, matrix_cell cell, const frame_response *changed, bool first)
{
    const frame *now = self->now;
    const frame_flock *flock = &now->flocks[cell.flock];
    char list[VALUE] = "";
    bool is_there = false;
    for (int k = 0; k < flock->responses_count; k++) {
        const frame_response *one = &flock->responses[k];
        bool is_it = is_of(one, &cell);
        is_there = is_there || is_it;
        if (one->other == cell.other && (!is_it || changed != NULL))
            write_one(list, is_it ? changed : one);
    }
    if (!is_there && changed != NULL)
        write_one(list, changed);
    viewer_command(self, "%s flocks.%d.sees.%s [%s]", first ? "set" : "move", cell.flock,
                   now->flocks[cell.other].name, list);
}

void matrix_switch(viewer *self, matrix_cell cell, bool is_on)
{
    const frame_response *there = matrix_find(self->now, cell);
    frame_response last = last_of(self, &cell);
    if ((there != NULL) == is_on)
        return;
    if (there != NULL)
        keep(self, cell.flock, there);
    order(self, cell, is_on ? &last : NULL, true);
}

void matrix_weight(viewer *self, matrix_cell cell, double weight, bool first)
{
    const frame_response *there = matrix_find(self->now, cell);
    if (there == NULL)
        return;
    frame_response changed = *there;
    changed.def.weight = weight;
    order(self, cell, &changed, first);
}

void matrix_hard(viewer *self, int flock, bool is_hard)
{
    viewer_command(self, "set flocks.%d.hard %s", flock, is_hard ? "yes" : "no");
}
