// SPDX-License-Identifier: MIT
// The agents that an agent senses in the zones of its model, by a look at all of them.
#include "covey/model.h"
#include "draw/context.h"
#include "geometry/side_cell.h"

typedef struct senses {
    const covey_picture *picture;
    const covey_picture_focus *focus;
    const covey_view *view; ///< of its flock
    size_t i;
    covey_vec pos, heading;
} senses;

bool covey_sense_find(const covey_view *view, covey_id id, size_t *index)
{
    for (size_t i = 0; i < view->count; i++)
        if (view->id[i] == id) {
            *index = i;
            return true;
        }
    return false;
}

/// True if a zone of the agent's flock senses flock number `other`.
static bool is_meant(const senses *self, const covey_zone *zone, int other)
{
    int own = self->focus->flock;
    const covey_picture_flock *flocks = self->picture->flocks;
    if (zone->of == COVEY_OF_OWN)
        return other == own;
    if (zone->of == COVEY_OF_PREY)
        return other == flocks[own].prey;
    return flocks[other].prey == own;
}

static bool holds(const senses *self, const covey_zone *zone, covey_vec offset)
{
    double d = covey_vec_length(offset);
    bool inside = zone->strict ? d < zone->radius && d >= zone->inner
                               : d <= zone->radius && (d > zone->inner || zone->inner == 0.0);
    bool seen = zone->blind_cos <= -1.0 || d == 0.0 ||
                covey_vec_dot(self->heading, offset) >= zone->blind_cos * d;
    return inside && seen;
}

// ---- A few of a zone ----

typedef struct near {
    double distance;
    covey_id id;
    size_t i;
} near;

/// The nearest, or the Voronoi neighbors.
typedef struct nearest {
    near kept[COVEY_MAX_NEAREST];
    int count;
} nearest;

/// Keeps the `most` nearest neighbors in order of distance; of two at one distance the lower id is
/// first.
static void keep(nearest *self, int most, const near *next)
{
    int k = self->count < most ? self->count : most;
    while (k > 0 &&
           (next->distance < self->kept[k - 1].distance ||
            (next->distance == self->kept[k - 1].distance && next->id < self->kept[k - 1].id)))
        k--;
    if (k == most)
        return;
    self->count = self->count < most ? self->count + 1 : most;
    for (int j = self->count - 1; j > k; j--)
        self->kept[j] = self->kept[j - 1];
    self->kept[k] = *next;
}

static covey_vec offset_to(const senses *self, const covey_view *view, size_t j)
{
    return covey_space_offset(&self->picture->space, self->pos, covey_vec_at(view->pos, j));
}

static bool is_self(const senses *self, const covey_view *view, size_t j)
{
    return view == self->view && j == self->i;
}

static void find_nearest(const senses *self, const covey_zone *zone, const covey_view *view,
                         nearest *found)
{
    found->count = 0;
    for (size_t j = 0; j < view->count; j++) {
        covey_vec offset = offset_to(self, view, j);
        if (!is_self(self, view, j) && holds(self, zone, offset))
            keep(found, zone->nearest, &(near){covey_vec_length(offset), view->id[j], j});
    }
}

static void find_sides(const senses *self, const covey_zone *zone, const covey_view *view,
                       nearest *found)
{
    covey_side_cell cell;
    covey_side_cell_begin(zone->radius, &cell);
    for (size_t j = 0; j < view->count; j++) {
        covey_vec offset = offset_to(self, view, j);
        covey_cell_side beyond = {0, 0, j, covey_vec_length(offset), view->id[j]};
        if (!is_self(self, view, j) && holds(self, zone, offset))
            covey_side_cell_cut(&cell, offset, &beyond);
    }
    covey_side_cell_order(&cell);
    found->count = cell.count;
    for (int k = 0; k < cell.count; k++)
        found->kept[k] = (near){cell.side[k].distance, cell.side[k].id, cell.side[k].index};
}

_Static_assert(COVEY_MAX_SIDES <= COVEY_MAX_NEAREST, "a cell's sides have room");

static bool takes_few(const covey_zone *zone)
{
    return zone->nearest > 0 || zone->voronoi;
}

static bool is_kept(const nearest *found, size_t j)
{
    for (int k = 0; k < found->count; k++)
        if (found->kept[k].i == j)
            return true;
    return false;
}

// ---- All ----

typedef struct visitor {
    covey_picture_visit *visit;
    void *context;
} visitor;

static size_t sense_flock(const senses *self, int number, const visitor *to)
{
    const covey_view *view = &self->picture->flocks[number].view;
    nearest found[COVEY_MAX_ZONES];
    size_t count = 0;
    int zones = self->focus->zones_count;
    for (int z = 0; z < zones; z++)
        if (takes_few(&self->focus->zones[z]) && is_meant(self, &self->focus->zones[z], number))
            (self->focus->zones[z].voronoi ? find_sides : find_nearest)(
                self, &self->focus->zones[z], view, &found[z]);
    for (size_t j = 0; j < view->count; j++) {
        covey_vec offset = offset_to(self, view, j);
        bool is_sensed = false;
        for (int z = 0; z < zones && !is_sensed && !is_self(self, view, j); z++) {
            const covey_zone *zone = &self->focus->zones[z];
            is_sensed = is_meant(self, zone, number) &&
                        (takes_few(zone) ? is_kept(&found[z], j) : holds(self, zone, offset));
        }
        if (is_sensed && to->visit != NULL)
            to->visit(to->context, &(covey_picture_neighbor){number, j, offset});
        count += is_sensed;
    }
    return count;
}

size_t covey_picture_neighbors(const covey_picture *picture, const covey_picture_focus *focus,
                               covey_picture_visit *visit, void *context)
{
    if (picture == NULL || focus == NULL || focus->flock < 0 ||
        focus->flock >= picture->flocks_count || focus->zones_count > COVEY_MAX_ZONES)
        return 0;
    senses self = {.picture = picture, .focus = focus, .view = &picture->flocks[focus->flock].view};
    const visitor to = {visit, context};
    size_t count = 0;
    if (!covey_sense_find(self.view, focus->id, &self.i))
        return 0;
    self.pos = covey_vec_at(self.view->pos, self.i);
    self.heading = covey_vec_unit(covey_vec_at(self.view->vel, self.i));
    for (int k = 0; k < picture->flocks_count; k++)
        count += sense_flock(&self, k, &to);
    return count;
}
