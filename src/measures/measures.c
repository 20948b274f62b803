// SPDX-License-Identifier: MIT
// The list of all measures, from measures.def, and the taking of those that are wanted.
#include "covey/measure.h"

#include "base/misuse.h"
#include "measures/group.h"

#include <float.h>
#include <math.h>
#include <string.h>

#define ENTRY(name) extern const covey_measure_group covey_measure_##name;
#include "measures/measures.def"
#undef ENTRY

static const covey_measure_group *const groups[] = {
#define ENTRY(name) &covey_measure_##name,
#include "measures/measures.def"
#undef ENTRY
    NULL,
};

const covey_measure *covey_measure_at(int index)
{
    int k = 0;
    for (int g = 0; groups[g] != NULL; g++)
        for (const covey_measure *column = groups[g]->columns; column->name != NULL; column++)
            if (k++ == index)
                return column;
    return NULL;
}

int covey_measure_find(const char *name)
{
    const covey_measure *measure;
    for (int k = 0; (measure = covey_measure_at(k)) != NULL && name != NULL; k++)
        if (strcmp(measure->name, name) == 0)
            return k;
    return -1;
}

covey_measure_def covey_measure_def_default(void)
{
    return (covey_measure_def){.wanted = UINT64_MAX, .link = 1.0};
}

const covey_kdtree *covey_measure_tree(covey_measure_work *work)
{
    const covey_view *view = work->view;
    if (work->tree.points != NULL)
        return &work->tree;
    if (covey_kdtree_init(&work->tree, &work->memory, view->count) != COVEY_OK)
        return NULL;
    covey_kdtree_source source = {.count = view->count, .pos = view->pos, .id = view->id};
    for (int axis = 0; axis < COVEY_AXES && view->space.kind == COVEY_SPACE_TORUS; axis++)
        source.size[axis] = view->space.size[axis];
    covey_kdtree_build(&work->tree, &source);
    return &work->tree;
}

static int length_of(const covey_measure *columns)
{
    int length = 0;
    while (columns[length].name != NULL)
        length++;
    return length;
}

/// Fills the columns of all groups in which one is wanted.
static covey_status compute(covey_measure_work *work, double values[COVEY_MAX_MEASURES])
{
    covey_status status = COVEY_OK;
    for (int g = 0, first = 0; groups[g] != NULL && status == COVEY_OK; g++) {
        int length = length_of(groups[g]->columns);
        uint64_t columns = ((UINT64_C(1) << length) - 1) << first;
        if ((work->def->wanted & columns) != 0)
            status = groups[g]->compute(work, values + first);
        first += length;
    }
    covey_kdtree_free(&work->tree, &work->memory);
    return status;
}

covey_status covey_measure_all(const covey_view *view, const covey_measure_def *def,
                               double values[COVEY_MAX_MEASURES], covey_error *error)
{
    if (view == NULL || def == NULL || values == NULL)
        return covey_missing(error, __func__);
    if (!(def->link >= 0.0 && def->link <= DBL_MAX))
        return covey_fail(error, COVEY_ARG, "link = %g is not a finite distance", def->link);
    covey_measure_work work = {
        .view = view, .def = def, .memory = covey_memory_init(def->allocator)};
    double found[COVEY_MAX_MEASURES];
    for (int k = 0; k < COVEY_MAX_MEASURES; k++)
        found[k] = (double)NAN; // undefined, unless its group knows better
    if (compute(&work, found) != COVEY_OK)
        return covey_fail(error, COVEY_MEMORY, "no memory to measure %zu agents", view->count);
    for (int k = 0; covey_measure_at(k) != NULL; k++)
        if ((def->wanted >> k & 1) != 0)
            values[k] = found[k];
    return COVEY_OK;
}
