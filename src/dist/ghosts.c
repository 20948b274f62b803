// SPDX-License-Identifier: MIT
// Ghosts: agents near the box of another rank, sent there with their true coordinates.
#include "base/minmax.h"
#include "core/bodies.h"
#include "dist/inside.h"

enum { TAG_GHOSTS = 1 };

/// The distance from a box up to which agents of a flock are ghosts there.
static double reach_of(const covey_dist *self, int f)
{
    const covey_space *space = &self->world->def.space;
    const double *radius = self->world->flock[f]->sensed.radius;
    double reach = covey_world_ghost_reach(self->world, f);
    if (self->queried[f]) { // the nearest apart
        double most = covey_larger(radius[COVEY_WAY_PAIRS], radius[COVEY_WAY_SUMS]);
        most = covey_larger(most, radius[COVEY_WAY_EACH]);
        reach = most < 0.0 ? most : covey_grid_reach(space, most);
    }
    if (reach < 0.0)
        return reach;
    reach = covey_borders_reach(space, reach); // distances to boxes are rounded once more
    return self->def.reach > 0.0 ? reach * self->def.reach : reach;
}

double covey_dist_contact_reach(const covey_dist *self, double reach)
{
    double scale = self->def.reach > 0.0 ? self->def.reach : 1.0;
    return covey_borders_reach(&self->world->def.space, reach) * scale;
}

/// The distance at which bodies may touch, or agents be caught.
static double touch_reach(const covey_dist *self)
{
    double reach = covey_bodies_reach(self->world);
    for (int f = 0; f < covey_dist_flocks(self); f++)
        reach = covey_larger(reach, self->world->flock[f]->catches.radius);
    return covey_dist_contact_reach(self, reach);
}

static covey_status seek_near(covey_dist *self, double reach, covey_error *error)
{
    covey_borders_free(&self->near);
    bool good = covey_borders_find(&self->near, &self->world->def.space, self->box, self->ranks,
                                   self->rank, reach) &&
                covey_messages_reserve(&self->messages, self->near.count);
    covey_status room = covey_dist_check_room(self, error);
    return covey_dist_merge(self, good ? room : covey_dist_no_memory(error));
}

covey_status covey_dist_widen(covey_dist *self, double reach, covey_error *error)
{
    if (reach <= self->near.reach)
        return COVEY_OK;
    self->near_known = false; // the next step has other ones
    return seek_near(self, 2.0 * reach, error);
}

covey_status covey_dist_find_near(covey_dist *self, covey_error *error)
{
    bool same = self->near_known;
    double longest = touch_reach(self);
    for (int f = 0; f < covey_dist_flocks(self); f++) {
        bool queried = covey_dist_is_queried(self, f);
        same = same && queried == self->queried[f];
        self->queried[f] = queried;
        double reach = reach_of(self, f);
        same = same && reach == self->reach[f];
        self->reach[f] = reach;
        longest = reach > longest ? reach : longest;
    }
    if (same)
        return COVEY_OK;
    covey_dist_mark_all(self);
    covey_status status = seek_near(self, longest, error);
    self->near_known = status == COVEY_OK;
    return status;
}

/// Puts an agent into the messages to the ranks that it is near.
static void put_ghost(covey_dist *self, int f, size_t i, size_t width, double reach,
                      const covey_region *inner)
{
    const covey_state *state = covey_dist_state(self, f);
    covey_vec place = covey_state_pos(state, i);
    const double at[COVEY_AXES] = {place.x, place.y, place.z};
    if (covey_borders_is_inner(inner, state->dim, at, at))
        return;
    for (int n = 0; n < self->near.count; n++) {
        if (!covey_borders_reaches(&self->near, n, place, reach))
            continue;
        uint64_t *row = covey_messages_put(&self->messages, n, width);
        if (row == NULL)
            return;
        covey_part_pack_one(self->world, f, i, width, row);
        self->messages.out[n].word[f]++;
    }
}

static void put_ghosts(covey_dist *self, int f)
{
    const covey_state *state = covey_dist_state(self, f);
    const covey_region inner = covey_borders_inner(&self->near, self->reach[f]);
    size_t width = covey_part_ghost_width(self->world, f);
    for (size_t b = 0; b < covey_dist_blocks(self, f); b++) {
        if ((self->marks[f][b] & COVEY_DIST_RIM) == 0)
            continue;
        const covey_totals *of = &self->block[f][b].moved;
        if (covey_borders_is_inner(&inner, state->dim, of->low, of->high))
            continue;
        size_t begin = b * COVEY_BLOCK, end = begin + covey_dist_block_count(self, f, b);
        for (size_t i = begin; i < end; i++)
            put_ghost(self, f, i, width, self->reach[f], &inner);
    }
}

/// Ghosts of the message that has come.
static void take_in(covey_dist *self)
{
    const uint64_t *word = self->messages.in.word;
    if (self->messages.in.count == 0)
        return;
    size_t flocks = (size_t)covey_dist_flocks(self), at = flocks;
    for (size_t f = 0; f < flocks; f++) {
        size_t width = covey_part_ghost_width(self->world, (int)f);
        if (covey_dist_reserve(self, (int)f, word[f]))
            (void)covey_part_add(self->world, (int)f, word + at, word[f], width);
        at += word[f] * width;
    }
}

/// Sends the messages, and takes in the ones that come.
static void exchange(covey_dist *self)
{
    covey_messages_send(&self->messages, TAG_GHOSTS);
    for (int n = 0; n < self->near.count; n++) {
        covey_messages_receive(&self->messages, TAG_GHOSTS);
        take_in(self);
    }
    covey_messages_end(&self->messages);
}

void covey_dist_take_near(covey_dist *self, const double reach[COVEY_MAX_FLOCKS])
{
    int flocks = covey_dist_flocks(self);
    covey_messages_begin(&self->messages, self->near.count, self->near.rank, (size_t)flocks);
    for (int f = 0; f < flocks; f++) {
        size_t width = covey_part_ghost_width(self->world, f);
        const covey_region inner = covey_borders_inner(&self->near, reach[f]);
        for (size_t i = 0; i < self->owned[f] && reach[f] > 0.0; i++)
            put_ghost(self, f, i, width, reach[f], &inner);
    }
    exchange(self);
}

void covey_dist_leave_ghosts(covey_dist *self)
{
    for (int f = 0; f < covey_dist_flocks(self); f++)
        covey_flock_resize(self->world->flock[f], self->owned[f]);
}

void covey_dist_take_ghosts(covey_dist *self)
{
    int flocks = covey_dist_flocks(self);
    self->stats.agents = self->stats.ghosts = 0;
    covey_messages_begin(&self->messages, self->near.count, self->near.rank, (size_t)flocks);
    for (int f = 0; f < flocks; f++) {
        self->owned[f] = covey_dist_state(self, f)->count;
        self->stats.agents += self->owned[f];
        if (self->reach[f] >= 0.0)
            put_ghosts(self, f);
    }
    exchange(self);
    for (int f = 0; f < flocks; f++)
        self->stats.ghosts += covey_dist_state(self, f)->count - self->owned[f];
    for (int f = 0; f < flocks; f++)
        if (self->queried[f])
            covey_dist_query(self, f);
    self->stats.ghosts_sum += self->stats.ghosts;
}
