// SPDX-License-Identifier: MIT
#include "group_tables.h"

#include "base/writer.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

static void put_number(FILE *to, double value)
{
    char text[COVEY_PRINT_SIZE];
    text[covey_print_shortest(text, value)] = '\0';
    (void)fprintf(to, ",%s", isfinite(value) ? text : "");
}

static void put_vector(FILE *to, covey_vec value, int dim)
{
    put_number(to, value.x);
    put_number(to, value.y);
    put_number(to, dim == COVEY_AXES ? value.z : (double)NAN);
}

covey_status group_tables_put_center(FILE *to, const group_frames *frames, covey_error *error)
{
    const covey_view *now = frames->now;
    const int dim = covey_space_dim(&now->space);
    covey_group_motion found;
    covey_status status =
        covey_measure_group_motion(frames->before, now, frames->elapsed, &found, error);
    if (status != COVEY_OK)
        return status;
    (void)fprintf(to, "%s", frames->set);
    put_number(to, frames->time);
    (void)fprintf(to, ",%zu", now->count);
    put_vector(to, found.center, dim);
    put_vector(to, found.vel, dim);
    put_number(to, found.speed);
    put_number(to, found.acceleration);
    put_number(to, found.turning_rate);
    (void)fputs("\n", to);
    return COVEY_OK;
}

covey_status group_tables_put_places(FILE *to, const group_frames *frames, covey_error *error)
{
    const covey_view *now = frames->now;
    covey_agent_place *found = malloc(now->count * sizeof *found + 1);
    if (found == NULL)
        return covey_fail(error, COVEY_MEMORY, "out of memory");
    covey_status status = covey_measure_places(now, found, error);
    for (size_t i = 0; i < now->count && status == COVEY_OK; i++) {
        (void)fprintf(to, "%s", frames->set);
        put_number(to, frames->time);
        (void)fprintf(to, ",%" COVEY_PRI_ID, now->id[i]);
        put_number(to, found[i].front);
        put_number(to, found[i].left);
        put_number(to, found[i].distance);
        (void)fputs("\n", to);
    }
    free(found);
    return status;
}

void group_tables_put_forces(FILE *to, const covey_forces *forces, const char *set)
{
    for (size_t k = 0; k < covey_forces_size(forces); k++) {
        const covey_force at = covey_forces_at(forces, k);
        if (at.count == 0)
            continue;
        (void)fprintf(to, "%s,%.12g,%.12g", set, at.bearing, at.distance);
        put_number(to, at.speeding);
        put_number(to, at.turning);
        (void)fprintf(to, ",%" PRIu64 "\n", at.count);
    }
}
