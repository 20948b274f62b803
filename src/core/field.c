// SPDX-License-Identifier: MIT
// Grids of vectors that influences hold.
#include "core/field.h"

#include "base/bits.h"

#include <float.h>
#include <string.h>

static bool is_finite(double x)
{
    return fabs(x) <= DBL_MAX;
}

/// The components of a place or a distance, of `dim` axes, as numbers in a row.
typedef struct numbers {
    double axis[COVEY_AXES];
} numbers;

static numbers numbers_of(covey_vec v)
{
    return (numbers){{v.x, v.y, v.z}};
}

size_t covey_field_nodes(const covey_field *field, int dim)
{
    return field->count[0] * field->count[1] * (dim == 3 ? field->count[2] : 1);
}

static covey_status check(int dim, const covey_field *given, covey_error *error)
{
    numbers low = numbers_of(given->low), cell = numbers_of(given->cell);
    size_t nodes = 1;
    for (int axis = 0; axis < dim; axis++) {
        size_t count = given->count[axis];
        if (count == 0 || count > SIZE_MAX / sizeof(double) / nodes || given->value[axis] == NULL)
            return covey_fail(error, COVEY_ARG, "a grid of vectors has no nodes, or too many");
        if (!is_finite(low.axis[axis]) || !(cell.axis[axis] > 0.0 && is_finite(cell.axis[axis])))
            return covey_fail(error, COVEY_ARG,
                              "the nodes of a grid are not a finite distance above 0 apart");
        nodes *= count;
    }
    for (int axis = 0; axis < dim; axis++)
        for (size_t k = 0; k < nodes; k++)
            if (!is_finite(given->value[axis][k]))
                return covey_fail(error, COVEY_ARG, "a vector of a grid is not finite");
    return COVEY_OK;
}

covey_status covey_field_create(covey_memory *memory, int dim, const covey_field *given,
                                covey_field_copy **result, covey_error *error)
{
    *result = NULL;
    covey_status status = check(dim, given, error);
    if (status != COVEY_OK)
        return status;
    covey_field_copy *copy = covey_memory_take(memory, 1, sizeof *copy);
    if (copy == NULL)
        return covey_fail(error, COVEY_MEMORY, "no memory for a grid of vectors");
    size_t nodes = covey_field_nodes(given, dim);
    copy->grid = *given;
    copy->grid.count[2] = dim == 3 ? given->count[2] : 1;
    for (int axis = 0; axis < COVEY_AXES; axis++) {
        double *column = axis < dim ? covey_memory_take(memory, nodes, sizeof *column) : NULL;
        copy->grid.value[axis] = copy->column[axis] = column;
        if (axis < dim && column != NULL)
            memcpy(column, given->value[axis], nodes * sizeof *column);
        if (axis < dim && column == NULL)
            status = COVEY_MEMORY;
    }
    if (status != COVEY_OK) {
        covey_field_destroy(memory, copy);
        return covey_fail(error, status, "no memory for a grid of vectors");
    }
    *result = copy;
    return COVEY_OK;
}

void covey_field_destroy(covey_memory *memory, covey_field_copy *copy)
{
    if (copy == NULL)
        return;
    size_t nodes = covey_field_nodes(&copy->grid, 3); // count[2] is 1 in the plane
    for (int axis = 0; axis < COVEY_AXES; axis++)
        covey_memory_give(memory, copy->column[axis], nodes, sizeof(double));
    covey_memory_give(memory, copy, 1, sizeof *copy);
}

bool covey_field_equals(const covey_field *one, const covey_field *other, int dim)
{
    numbers low[] = {numbers_of(one->low), numbers_of(other->low)};
    numbers cell[] = {numbers_of(one->cell), numbers_of(other->cell)};
    bool same = true;
    for (int axis = 0; axis < dim; axis++)
        same = same && one->count[axis] == other->count[axis] &&
               low[0].axis[axis] == low[1].axis[axis] && cell[0].axis[axis] == cell[1].axis[axis];
    size_t nodes = covey_field_nodes(one, dim);
    for (int axis = 0; axis < dim && same; axis++)
        same = memcmp(one->value[axis], other->value[axis], nodes * sizeof(double)) == 0;
    return same;
}

uint64_t covey_field_hash(uint64_t hash, const covey_field *field, int dim)
{
    numbers low = numbers_of(field->low), cell = numbers_of(field->cell);
    size_t nodes = covey_field_nodes(field, dim);
    for (int axis = 0; axis < dim; axis++) {
        hash = covey_hash_word(hash, field->count[axis]);
        hash = covey_hash_word(hash, covey_bits_of(low.axis[axis]));
        hash = covey_hash_word(hash, covey_bits_of(cell.axis[axis]));
        for (size_t k = 0; k < nodes; k++)
            hash = covey_hash_word(hash, covey_bits_of(field->value[axis][k]));
    }
    return hash;
}
