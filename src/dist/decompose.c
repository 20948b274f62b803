// SPDX-License-Identifier: MIT
#include "dist/inside.h"

#include <float.h>
#include <zoltan.h>

static int count_points(void *data, int *failed)
{
    *failed = ZOLTAN_OK;
    return (int)((const covey_points *)data)->count;
}

/// Names of points are their numbers; no rank asks for points of another.
static void list_points(void *data, int id_words, int number_words, ZOLTAN_ID_PTR id,
                        ZOLTAN_ID_PTR number, int weights, float *weight, int *failed)
{
    const covey_points *points = data;
    (void)id_words;
    (void)number_words;
    (void)weights;
    *failed = ZOLTAN_OK;
    for (size_t k = 0; k < points->count; k++) {
        id[k] = number[k] = (ZOLTAN_ID_TYPE)k;
        weight[k] = points->weight[k];
    }
}

static int count_axes(void *data, int *failed)
{
    *failed = ZOLTAN_OK;
    return ((const covey_points *)data)->dim;
}

static void place_points(void *data, int id_words, int number_words, int count, ZOLTAN_ID_PTR id,
                         ZOLTAN_ID_PTR number, int dim, double *place, int *failed)
{
    const covey_points *points = data;
    (void)id_words;
    (void)number_words;
    (void)id;
    *failed = ZOLTAN_OK;
    for (int k = 0; k < count; k++)
        for (int axis = 0; axis < dim; axis++)
            place[k * dim + axis] = points->pos[(int)number[k] * dim + axis];
}

static bool set_up(struct Zoltan_Struct *zoltan, const covey_points *points)
{
    static const char *const params[][2] = {
        {"DEBUG_LEVEL", "0"},       {"LB_METHOD", "RCB"},      {"NUM_GID_ENTRIES", "1"},
        {"NUM_LID_ENTRIES", "1"},   {"OBJ_WEIGHT_DIM", "1"},   {"RETURN_LISTS", "NONE"},
        {"KEEP_CUTS", "1"},         {"RCB_OUTPUT_LEVEL", "0"}, {"AVERAGE_CUTS", "0"},
        {"IMBALANCE_TOL", "1.001"},
    };
    bool good = true;
    for (size_t k = 0; k < sizeof params / sizeof *params; k++)
        good = Zoltan_Set_Param(zoltan, params[k][0], params[k][1]) == ZOLTAN_OK && good;
    void *data = (void *)(uintptr_t)points; // which the functions only read
    good = Zoltan_Set_Num_Obj_Fn(zoltan, count_points, data) == ZOLTAN_OK && good;
    good = Zoltan_Set_Obj_List_Fn(zoltan, list_points, data) == ZOLTAN_OK && good;
    good = Zoltan_Set_Num_Geom_Fn(zoltan, count_axes, data) == ZOLTAN_OK && good;
    return Zoltan_Set_Geom_Multi_Fn(zoltan, place_points, data) == ZOLTAN_OK && good;
}

static bool cut(struct Zoltan_Struct *zoltan)
{
    int changes, id_words, number_words, in, out;
    ZOLTAN_ID_PTR in_id, in_number, out_id, out_number;
    int *in_rank, *in_part, *out_rank, *out_part;
    int result =
        Zoltan_LB_Partition(zoltan, &changes, &id_words, &number_words, &in, &in_id, &in_number,
                            &in_rank, &in_part, &out, &out_id, &out_number, &out_rank, &out_part);
    return result == ZOLTAN_OK || result == ZOLTAN_WARN;
}

/// Zoltan takes the numbers of largest size for outermost sides; and knows no box of one part.
static bool read_boxes(struct Zoltan_Struct *zoltan, int dim, int count, covey_region *boxes)
{
    for (int k = 0; k < count; k++) {
        int axes;
        double low[COVEY_AXES], high[COVEY_AXES];
        if (count > 1 && Zoltan_RCB_Box(zoltan, k, &axes, &low[0], &low[1], &low[2], &high[0],
                                        &high[1], &high[2]) != ZOLTAN_OK)
            return false;
        for (int axis = 0; axis < COVEY_AXES; axis++) {
            bool flat = axis >= dim, whole = count == 1;
            boxes[k].low[axis] = flat ? 0.0 : whole ? -DBL_MAX : low[axis];
            boxes[k].high[axis] = flat ? 0.0 : whole ? DBL_MAX : high[axis];
        }
        // A box without height, of a rank without points, is no box of the plane.
        if (dim == COVEY_AXES && boxes[k].low[2] == boxes[k].high[2])
            boxes[k].low[0] = boxes[k].high[0] = DBL_MAX;
    }
    return true;
}

covey_status covey_decompose(MPI_Comm ranks, const covey_points *points, covey_region *boxes,
                             covey_error *error)
{
    int count, good, all;
    float version;
    MPI_Comm_size(ranks, &count);
    struct Zoltan_Struct *zoltan =
        Zoltan_Initialize(0, NULL, &version) == ZOLTAN_OK ? Zoltan_Create(ranks) : NULL;
    good = zoltan != NULL && set_up(zoltan, points);
    MPI_Allreduce(&good, &all, 1, MPI_INT, MPI_MIN, ranks);
    if (all != 0)
        good = cut(zoltan) && read_boxes(zoltan, points->dim, count, boxes);
    MPI_Allreduce(MPI_IN_PLACE, &good, 1, MPI_INT, MPI_MIN, ranks);
    if (zoltan != NULL)
        Zoltan_Destroy(&zoltan);
    return good != 0 ? COVEY_OK
                     : covey_fail(error, COVEY_SYSTEM, "Zoltan does not cut the space into boxes");
}
