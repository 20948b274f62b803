// SPDX-License-Identifier: MIT
// How groups move, and forces between neighbors as they are inferred from tracks: Y. Katz, K.
// Tunstrøm, C. C. Ioannou, C. Huepe and I. D. Couzin, PNAS 108, 18720 (2011); J. E. Herbert-Read et
// al., PNAS 108, 18726 (2011).
#include "group_tables.h"

#include "base/writer.h"

#include <covey/map.h>
#include <covey/model.h>
#include <covey/vec.h>

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

enum { BEARINGS = COVEY_MAP_BEARINGS };

static const double pi = 3.14159265358979323846;
static const covey_vec unknown = {(double)NAN, (double)NAN, (double)NAN};

static covey_vec cross_of(covey_vec a, covey_vec b)
{
    return (covey_vec){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

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

static covey_vec velocity_of(const covey_view *view, size_t i)
{
    return view->vel[0] != NULL ? covey_vec_at(view->vel, i) : unknown;
}

/// The mean of the known velocities.
static covey_vec mean_velocity(const covey_view *view)
{
    covey_vec sum = {0, 0, 0};
    double count = 0.0;
    for (size_t i = 0; i < view->count; i++) {
        const covey_vec vel = velocity_of(view, i);
        sum = isnan(vel.x) ? sum : covey_vec_add(sum, vel);
        count += isnan(vel.x) ? 0.0 : 1.0;
    }
    return count > 0.0 ? covey_vec_divide(sum, count) : unknown;
}

/// The mean velocities, before and now, of the agents whose velocity is known in both frames.
static void mean_both(const group_frames *frames, covey_vec *before, covey_vec *now)
{
    const covey_view *a = frames->before, *b = frames->now;
    covey_vec first = {0, 0, 0}, second = first;
    double count = 0.0;
    for (size_t i = 0, j = 0; a != NULL && i < b->count; i++) {
        while (j < a->count && a->id[j] < b->id[i])
            j++;
        if (j == a->count || a->id[j] != b->id[i])
            continue;
        const covey_vec old = velocity_of(a, j), new = velocity_of(b, i);
        if (isnan(old.x) || isnan(new.x))
            continue;
        first = covey_vec_add(first, old);
        second = covey_vec_add(second, new);
        count++;
    }
    *before = count > 0.0 ? covey_vec_divide(first, count) : unknown;
    *now = count > 0.0 ? covey_vec_divide(second, count) : unknown;
}

/// The angle from one direction to another: in the plane counterclockwise, else its size.
static double angle(covey_vec from, covey_vec to, int dim)
{
    const covey_vec cross = cross_of(from, to);
    const double dot = covey_vec_dot(from, to);
    const double turned = dim == COVEY_AXES ? covey_vec_length(cross) : cross.z;
    return dot == 0.0 && turned == 0.0 ? (double)NAN : covey_atan2(turned, dot);
}

void group_tables_put_center(FILE *to, const group_frames *frames)
{
    const covey_view *now = frames->now;
    const int dim = covey_space_dim(&now->space);
    const covey_vec vel = mean_velocity(now);
    covey_vec old, new;
    mean_both(frames, &old, &new);
    (void)fprintf(to, "%s", frames->set);
    put_number(to, frames->time);
    (void)fprintf(to, ",%zu", now->count);
    put_vector(to, covey_center(now), dim);
    put_vector(to, vel, dim);
    put_number(to, covey_vec_length(vel));
    put_number(to, covey_vec_length(covey_vec_sub(new, old)) / frames->elapsed);
    put_number(to, angle(old, new, dim) / frames->elapsed);
    (void)fputs("\n", to);
}

void group_tables_put_places(FILE *to, const group_frames *frames)
{
    const covey_view *now = frames->now;
    const covey_vec center = covey_center(now), ahead = covey_vec_unit(mean_velocity(now));
    const bool flies = covey_vec_dot(ahead, ahead) > 0.0;
    for (size_t i = 0; i < now->count; i++) {
        const covey_vec way = covey_space_offset(&now->space, center, covey_vec_at(now->pos, i));
        const covey_vec cross = cross_of(ahead, way);
        const bool deep = covey_space_dim(&now->space) == COVEY_AXES;
        (void)fprintf(to, "%s", frames->set);
        put_number(to, frames->time);
        (void)fprintf(to, ",%" COVEY_PRI_ID, now->id[i]);
        put_number(to, flies ? covey_vec_dot(way, ahead) : (double)NAN);
        put_number(to, !flies ? (double)NAN : deep ? covey_vec_length(cross) : cross.z);
        put_number(to, covey_vec_length(way));
        (void)fputs("\n", to);
    }
}

// ---- Forces ----

bool group_forces_init(group_forces *forces, double reach, size_t rings)
{
    *forces = (group_forces){
        .reach = reach, .rings = rings, .bins = calloc(rings * BEARINGS, sizeof *forces->bins)};
    return forces->bins != NULL;
}

void group_forces_free(group_forces *forces)
{
    free(forces->bins);
    free(forces->ids);
    *forces = (group_forces){0};
}

/// Adds an acceleration to the bins of the neighbors of agent j of a frame.
static void add_neighbors(group_forces *self, const covey_view *view, size_t j, covey_vec change)
{
    const covey_vec vel = covey_vec_at(view->vel, j), ahead = covey_vec_unit(vel);
    const covey_vec left = {0.0 - ahead.y, ahead.x, 0.0};
    const double along = covey_vec_dot(change, ahead), turn = covey_vec_dot(change, left);
    for (size_t k = 0; k < view->count; k++) {
        const covey_vec way = covey_space_offset(&view->space, covey_vec_at(view->pos, j),
                                                 covey_vec_at(view->pos, k));
        const double distance = covey_vec_length(way);
        const double bearing = angle(ahead, way, COVEY_PLANE);
        if (k == j || isnan(bearing) || !(distance < self->reach))
            continue;
        size_t sector = (size_t)((bearing + pi) / (2.0 * pi) * BEARINGS);
        sector = sector < BEARINGS ? sector : BEARINGS - 1;
        const size_t ring = (size_t)(distance / self->reach * (double)self->rings);
        double *bin = self->bins[sector * self->rings + (ring < self->rings ? ring : ring - 1)];
        bin[0] += along;
        bin[1] += turn;
        bin[2]++;
    }
}

/// Keeps the ids of the frame before, none if there is no such frame.
static covey_status keep_ids(group_forces *self, const covey_view *before, covey_error *error)
{
    const size_t count = before != NULL ? before->count : 0;
    covey_id *ids = malloc(count * sizeof *ids + 1);
    if (ids == NULL)
        return covey_fail(error, COVEY_MEMORY, "out of memory");
    for (size_t k = 0; k < count; k++)
        ids[k] = before->id[k];
    free(self->ids);
    self->ids = ids;
    self->count = count;
    return COVEY_OK;
}

/// True if an agent was in the frame before that before; *at is where it is looked for.
static bool was_there(const group_forces *self, covey_id id, size_t *at)
{
    while (*at < self->count && self->ids[*at] < id)
        ++*at;
    return *at < self->count && self->ids[*at] == id;
}

covey_status group_forces_add(group_forces *forces, const group_frames *frames, covey_error *error)
{
    size_t at = 0;
    const covey_view *a = frames->before, *b = frames->now;
    if (covey_space_dim(&b->space) != COVEY_PLANE)
        return covey_fail(error, COVEY_INPUT, "forces are those of tracks in a plane");
    for (size_t i = 0, j = 0; a != NULL && a->vel[0] != NULL && i < b->count; i++) {
        while (j < a->count && a->id[j] < b->id[i])
            j++;
        if (j == a->count || a->id[j] != b->id[i])
            continue;
        const covey_vec old = covey_vec_at(a->vel, j), new = velocity_of(b, i);
        const covey_vec change = covey_vec_divide(covey_vec_sub(new, old), frames->elapsed);
        if (!was_there(forces, b->id[i], &at) && old.x == new.x && old.y == new.y)
            continue;
        if (isfinite(change.x) && isfinite(change.y) && covey_vec_length(old) > 0.0)
            add_neighbors(forces, a, j, change);
    }
    return keep_ids(forces, a, error);
}

void group_forces_put(const group_forces *forces, FILE *to, const char *set)
{
    for (size_t k = 0; k < forces->rings * BEARINGS; k++) {
        const double *bin = forces->bins[k];
        const size_t sector = k / forces->rings, ring = k % forces->rings;
        if (!(bin[2] > 0.0))
            continue;
        (void)fprintf(to, "%s,%.12g,%.12g", set, ((double)sector + 0.5) * 2.0 * pi / BEARINGS - pi,
                      ((double)ring + 0.5) * forces->reach / (double)forces->rings);
        put_number(to, bin[0] / bin[2]);
        put_number(to, bin[1] / bin[2]);
        (void)fprintf(to, ",%.0f\n", bin[2]);
    }
}
