// SPDX-License-Identifier: MIT
// Lists all groups of measures, from measures.def, and takes the measures that are wanted: measures
// of the library first, then the user's.
#include "base/registry.h"

#include "base/misuse.h"
#include "base/rounding.h"
#include "measures/agents.h"

#include <float.h>
#include <math.h>

#define ENTRY(name) extern const covey_measure_group covey_measure_##name;
#include "measures/measures.def"
#undef ENTRY

static const void *const list[] = {
#define ENTRY(name) &covey_measure_##name,
#include "measures/measures.def"
#undef ENTRY
};

static const covey_registry groups = COVEY_REGISTRY(list);
_Static_assert(offsetof(covey_measure_group, name) == 0, "the name comes first");

// ---- Groups and columns by number ----

/// The library's groups, then the groups of `own`; NULL beyond the last.
static const covey_measure_group *group_at(const covey_measure_group *const *own, int index)
{
    if (index < groups.count || own == NULL)
        return covey_registry_at(&groups, index);
    for (int k = groups.count; k < index; k++)
        if (*own++ == NULL)
            return NULL;
    return *own;
}

static int length_of(const covey_measure *columns)
{
    int length = 0;
    while (columns[length].name != NULL)
        length++;
    return length;
}

/// The group that has column *index, which becomes the number of the column in it; NULL beyond the
/// last.
static const covey_measure_group *owner_of(const covey_measure_group *const *own, int *index)
{
    const covey_measure_group *group;
    for (int g = 0; (group = group_at(own, g)) != NULL && *index >= 0; g++) {
        int length = group->profile == NULL ? length_of(group->columns) : 0;
        if (*index < length)
            return group;
        *index -= length;
    }
    return NULL;
}

static const covey_measure *column_at(const covey_measure_group *const *own, int index)
{
    const covey_measure_group *group = owner_of(own, &index);
    return group != NULL ? &group->columns[index] : NULL;
}

const covey_measure *covey_measure_at(int index)
{
    return column_at(NULL, index);
}

const covey_measure *covey_measure_of(const covey_measure_def *def, int index)
{
    return column_at(def != NULL ? def->custom : NULL, index);
}

bool covey_measure_fits(const covey_measure_def *def, int index, int dim)
{
    const covey_measure_group *group = owner_of(def != NULL ? def->custom : NULL, &index);
    return group != NULL && (group->dim == 0 || group->dim == dim);
}

int covey_measure_find(const char *name)
{
    const covey_measure *measure;
    for (int k = 0; (measure = covey_measure_at(k)) != NULL && name != NULL; k++)
        if (strcmp(measure->name, name) == 0)
            return k;
    return -1;
}

const covey_measure_group *covey_profile_of(const covey_measure_def *def, int index)
{
    const covey_measure_group *const *own = def != NULL ? def->custom : NULL, *group;
    for (int g = 0; (group = group_at(own, g)) != NULL && index >= 0; g++)
        if (group->profile != NULL && index-- == 0)
            return group;
    return NULL;
}

// ---- Definitions ----

covey_measure_def covey_measure_def_default(void)
{
    return (covey_measure_def){.wanted = UINT64_MAX, .link = 1.0};
}

/// True for lower case letters, digits and _: commas, blanks and line ends would break the table.
static bool is_name(const char *name)
{
    return name[0] != '\0' && name[strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789_")] == '\0';
}

/// The number of columns of that name among the columns ahead of the measures in a table,
/// those of the library and those of `own`; profiles have a separate list of names.
static int count_names(const covey_measure_group *const *own, const char *name, bool profile)
{
    static const char *const ahead[] = {"step", "t", "set", "entries"};
    int count = 0;
    for (size_t k = 0; k < sizeof ahead / sizeof *ahead && !profile; k++)
        count += strcmp(ahead[k], name) == 0;
    const covey_measure_group *group;
    for (int g = 0; (group = group_at(own, g)) != NULL; g++)
        for (int k = 0; group->columns[k].name != NULL; k++)
            count +=
                (group->profile != NULL) == profile && strcmp(group->columns[k].name, name) == 0;
    return count;
}

/// The columns of a group of the user's.
static covey_status check_names(const covey_measure_group *const *own,
                                const covey_measure_group *group, covey_error *error)
{
    for (int k = 0; group->columns[k].name != NULL; k++) {
        const char *name = group->columns[k].name;
        if (!is_name(name))
            return covey_fail(error, COVEY_ARG,
                              "column %d of your group %.40s has a name that is not of lower case "
                              "letters, digits and _",
                              k, group->name);
        if (count_names(own, name, group->profile != NULL) > 1)
            return covey_fail(error, COVEY_ARG,
                              "column %d of your group %.40s has the name of another column: %.40s",
                              k, group->name, name);
    }
    return COVEY_OK;
}

static bool is_whole(const covey_measure_group *group)
{
    return group->name != NULL && group->columns != NULL && group->columns[0].name != NULL &&
           (group->compute == NULL) != (group->profile == NULL) &&
           (group->profile == NULL || group->columns[1].name == NULL);
}

covey_status covey_measure_check(const covey_measure_def *def, covey_error *error)
{
    if (def == NULL)
        return covey_missing(error, __func__);
    if (!(def->link >= 0.0 && def->link <= DBL_MAX))
        return covey_fail(error, COVEY_ARG, "link = %g is not a finite distance", def->link);
    if (!(def->bin >= 0.0 && def->bin <= DBL_MAX))
        return covey_fail(error, COVEY_ARG, "bin = %g is not a finite width", def->bin);
    for (int g = 0; def->custom != NULL && def->custom[g] != NULL; g++)
        if (!is_whole(def->custom[g]))
            return covey_fail(
                error, COVEY_ARG,
                "group %d of your own measures needs a name, columns and one function: "
                "compute, or profile with one column",
                g);
    if (column_at(def->custom, COVEY_MAX_MEASURES) != NULL)
        return covey_fail(error, COVEY_ARG, "there are more than %d measures", COVEY_MAX_MEASURES);
    covey_status status = COVEY_OK;
    for (int g = 0; def->custom != NULL && def->custom[g] != NULL && status == COVEY_OK; g++)
        status = check_names(def->custom, def->custom[g], error);
    return status;
}

// ---- Taking ----

const covey_kdtree *covey_measure_tree(covey_measure_work *work)
{
    const covey_view *view = work->view;
    covey_kdtree *tree = &work->shared->tree;
    if (tree->points != NULL)
        return tree;
    if (covey_kdtree_init(tree, &work->shared->memory, view->count) != COVEY_OK)
        return NULL;
    covey_kdtree_source source = {.count = view->count, .pos = view->pos, .id = view->id};
    for (int axis = 0;
         axis < covey_space_dim(&view->space) && view->space.kind == COVEY_SPACE_TORUS; axis++)
        source.size[axis] = view->space.size[axis];
    covey_kdtree_build(tree, &source);
    return tree;
}

/// Fills the columns of all groups in which one is wanted.
static covey_status compute(covey_measure_work *work, double values[COVEY_MAX_MEASURES])
{
    covey_status status = COVEY_OK;
    const covey_measure_group *group;
    for (int g = 0, first = 0; (group = group_at(work->def->custom, g)) != NULL; g++) {
        int length = group->profile == NULL ? length_of(group->columns) : 0;
        uint64_t columns = ((UINT64_C(1) << length) - 1) << first;
        if (status == COVEY_OK && (work->def->wanted & columns) != 0 &&
            (group->dim == 0 || group->dim == covey_space_dim(&work->view->space)))
            status = group->compute(work, values + first);
        first += length;
    }
    covey_kdtree_free(&work->shared->tree, &work->shared->memory);
    return status;
}

covey_status covey_measure_all(const covey_view *view, const covey_measure_def *def,
                               double values[COVEY_MAX_MEASURES], covey_error *error)
{
    COVEY_ROUND();
    if (view == NULL || def == NULL || values == NULL)
        return covey_missing(error, __func__);
    covey_status status = covey_measure_check(def, error);
    if (status != COVEY_OK)
        return status;
    covey_measure_shared shared = {.memory = covey_memory_init(def->allocator)};
    covey_measure_work work = {.view = view, .def = def, .shared = &shared};
    double found[COVEY_MAX_MEASURES];
    for (int k = 0; k < COVEY_MAX_MEASURES; k++)
        found[k] = (double)NAN; // undefined unless its group sets it
    status = compute(&work, found);
    if (status != COVEY_OK)
        return covey_fail(error, COVEY_MEMORY, "no memory to measure %zu agents", view->count);
    for (int k = 0; covey_measure_of(def, k) != NULL; k++)
        if ((def->wanted >> k & 1) != 0)
            values[k] = found[k];
    return COVEY_OK;
}

covey_status covey_profile_take(const covey_measure_group *group, const covey_view *view,
                                const covey_measure_def *def, covey_profile *profile,
                                covey_error *error)
{
    COVEY_ROUND();
    if (group == NULL || view == NULL || def == NULL || profile == NULL || group->profile == NULL)
        return covey_missing(error, __func__);
    profile->count = 0;
    covey_status status = covey_measure_check(def, error);
    if (status != COVEY_OK)
        return status;
    covey_measure_shared shared = {.memory = covey_memory_init(def->allocator)};
    covey_measure_def settled = *def;
    settled.bin = def->bin > 0.0 ? def->bin : 0.25 * def->link;
    covey_measure_work work = {.view = view, .def = &settled, .shared = &shared};
    status = group->profile(&work, profile);
    covey_kdtree_free(&shared.tree, &shared.memory);
    if (status == COVEY_OK && profile->count <= COVEY_MAX_POINTS)
        return COVEY_OK;
    size_t count = profile->count;
    profile->count = 0;
    if (status == COVEY_OK)
        return covey_fail(error, COVEY_ARG, "the profile %.60s has %zu points, more than %d",
                          group->name, count, COVEY_MAX_POINTS);
    return covey_fail(error, COVEY_MEMORY, "no memory to measure %zu agents", view->count);
}
