// SPDX-License-Identifier: MIT
// Folds sets of recorded tracks into their space.
#include "formats/folded.h"

#include <math.h>

static bool are_inside(const covey_view *view)
{
    bool inside = true;
    const int dim = covey_space_dim(&view->space);
    for (int axis = 0; axis < dim && view->space.kind == COVEY_SPACE_TORUS; axis++)
        for (size_t i = 0; i < view->count; i++)
            inside =
                inside && view->pos[axis][i] >= 0.0 && view->pos[axis][i] < view->space.size[axis];
    return inside;
}

static void fold(covey_view *view, double *places)
{
    const bool deep = covey_space_dim(&view->space) == COVEY_AXES;
    double *to[COVEY_AXES] = {places, places + view->count, places + 2 * view->count};
    for (size_t i = 0; i < view->count; i++) {
        covey_vec pos = covey_space_fold(&view->space, covey_vec_at(view->pos, i));
        to[0][i] = pos.x;
        to[1][i] = pos.y;
        if (deep)
            to[2][i] = pos.z;
    }
    for (int axis = 0; axis < covey_space_dim(&view->space); axis++)
        view->pos[axis] = to[axis];
}

/// Makes all velocities unknown; false without memory.
static bool forget(covey_folded *folded)
{
    covey_view *view = &folded->view;
    folded->unknown = covey_memory_take(folded->memory, view->count, sizeof *folded->unknown);
    for (size_t i = 0; i < view->count && folded->unknown != NULL; i++)
        folded->unknown[i] = (double)NAN;
    for (int axis = 0; axis < covey_space_dim(&view->space); axis++)
        view->vel[axis] = folded->unknown;
    return folded->unknown != NULL || view->count == 0;
}

covey_status covey_folded_init(covey_folded *folded, covey_memory *memory,
                               const covey_frame_set *set)
{
    covey_view *view = &folded->view;
    *folded = (covey_folded){.memory = memory};
    *view =
        (covey_view){.count = set->count, .step = set->step, .space = set->space, .id = set->id};
    for (int axis = 0; axis < covey_space_dim(&set->space); axis++) {
        view->pos[axis] = set->pos[axis];
        view->vel[axis] = set->vel[axis] != NULL ? set->vel[axis] : set->pos[axis];
        view->heading[axis] = set->heading[axis];
    }
    if (set->heading[0] != NULL && set->vel[0] == NULL && !forget(folded))
        return COVEY_MEMORY;
    if (are_inside(view))
        return COVEY_OK;
    folded->places = covey_memory_take(memory, view->count, COVEY_AXES * sizeof *folded->places);
    if (folded->places == NULL)
        return COVEY_MEMORY;
    folded->room = view->count;
    fold(view, folded->places);
    return COVEY_OK;
}

void covey_folded_destroy(covey_folded *folded)
{
    covey_memory_give(folded->memory, folded->places, folded->room,
                      COVEY_AXES * sizeof *folded->places);
    covey_memory_give(folded->memory, folded->unknown, folded->view.count, sizeof *folded->unknown);
}

covey_measure_def covey_folded_def(const covey_encoder *encoder)
{
    covey_measure_def def = covey_measure_def_default();
    def.link = encoder->link;
    def.bin = encoder->bin;
    def.custom = encoder->custom_measures;
    def.allocator = encoder->text->memory->allocator;
    return def;
}
