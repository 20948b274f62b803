// SPDX-License-Identifier: MIT
// The agents of a rank stay where they are in its world from step to step; the sort brings them
// into order. Only ghosts and agents that leave are taken out, and others come. Blocks show which
// agents need not be looked at one by one.
#include "dist/inside.h"

#include <stdlib.h>
#include <string.h>

enum {
    TAG_LEAVING = 2,
    MOST_ROWS = 1 << 15, ///< of this rank in one exchange of all ranks, which bounds its memory
};

// ---- Blocks ----

size_t covey_dist_block_count(const covey_dist *self, int f, size_t b)
{
    size_t left = covey_dist_state(self, f)->count - b * COVEY_BLOCK;
    return left < COVEY_BLOCK ? left : COVEY_BLOCK;
}

bool covey_dist_take_blocks(covey_dist *self, int f)
{
    size_t blocks = covey_dist_state(self, f)->room / COVEY_BLOCK + 1;
    if (blocks <= self->blocks[f])
        return true;
    covey_part_block *grown = realloc(self->block[f], blocks * sizeof *grown);
    self->block[f] = self->part.block[f] = grown != NULL ? grown : self->block[f];
    uint8_t *marks = realloc(self->marks[f], blocks * sizeof *marks);
    self->marks[f] = marks != NULL ? marks : self->marks[f];
    if (grown == NULL || marks == NULL)
        return false;
    memset(marks + self->blocks[f], COVEY_DIST_RIM, blocks - self->blocks[f]);
    self->blocks[f] = blocks;
    return true;
}

size_t covey_dist_blocks(const covey_dist *self, int f)
{
    return (covey_dist_state(self, f)->count + COVEY_BLOCK - 1) / COVEY_BLOCK;
}

void covey_dist_mark_all(covey_dist *self)
{
    for (int f = 0; f < covey_dist_flocks(self); f++)
        memset(self->marks[f], COVEY_DIST_RIM, self->blocks[f]);
}

/// Adds the agent at index i to the totals of its block.
static void note(const covey_dist *self, int f, size_t i)
{
    const covey_state *state = covey_dist_state(self, f);
    covey_totals_add(&self->block[f][i / COVEY_BLOCK].moved, covey_state_pos(state, i),
                     covey_state_vel(state, i));
    self->marks[f][i / COVEY_BLOCK] |= COVEY_DIST_RIM;
}

void covey_dist_note_new(covey_dist *self, int f, size_t first)
{
    for (size_t i = first; i < covey_dist_state(self, f)->count; i++) {
        if (i % COVEY_BLOCK == 0)
            self->block[f][i / COVEY_BLOCK] = (covey_part_block){.moved = covey_totals_none()};
        note(self, f, i);
    }
}

void covey_dist_measure(covey_dist *self)
{
    for (int f = 0; f < covey_dist_flocks(self); f++)
        covey_dist_note_new(self, f, 0);
}

void covey_dist_bound(covey_dist *self)
{
    for (int f = 0; f < covey_dist_flocks(self); f++)
        for (size_t i = 0; i < covey_dist_state(self, f)->count; i++) {
            if (i % COVEY_BLOCK == 0)
                self->block[f][i / COVEY_BLOCK].moved = covey_totals_none();
            note(self, f, i);
        }
}

// ---- Agents ----

static bool make_room(covey_dist *self, int f, size_t room)
{
    covey_error error;
    bool good = covey_part_make_room(self->world, f, room, &error) == COVEY_OK &&
                covey_dist_take_blocks(self, f);
    self->failed = self->failed || !good;
    return good;
}

bool covey_dist_reserve(covey_dist *self, int f, size_t more)
{
    const covey_state *state = covey_dist_state(self, f);
    if (self->failed || more <= state->room - state->count)
        return !self->failed;
    size_t needed = state->count + more;
    return make_room(self, f, needed + needed / 16 + COVEY_BLOCK);
}

bool covey_dist_shrink(covey_dist *self, int f)
{
    const covey_state *state = covey_dist_state(self, f);
    size_t needed = state->count + state->count / 8 + COVEY_BLOCK;
    return state->room < 2 * needed || make_room(self, f, needed);
}

void covey_dist_add(covey_dist *self, int f, const uint64_t *rows, size_t count)
{
    size_t first = covey_dist_state(self, f)->count;
    if (!covey_dist_reserve(self, f, count))
        return;
    (void)covey_part_add(self->world, f, rows, count, covey_part_width(self->world, f));
    covey_dist_note_new(self, f, first);
}

void covey_dist_drop(covey_dist *self, int f, size_t i)
{
    covey_part_drop(self->world, f, i);
    if (i < covey_dist_state(self, f)->count)
        note(self, f, i);
}

void covey_dist_keep_owned(covey_dist *self)
{
    const covey_region *box = &self->box[self->rank];
    for (int f = 0; f < covey_dist_flocks(self); f++) {
        const covey_state *state = covey_dist_state(self, f);
        for (size_t i = state->count; i-- > 0;)
            if (!covey_region_holds(box, covey_state_pos(state, i)))
                covey_part_drop(self->world, f, i);
    }
    covey_dist_measure(self);
}

// ---- Agents that leave ----

/// True if the agents of a block that have stepped are in the box of this rank.
static bool stays(const covey_region *box, const covey_totals *moved)
{
    const covey_vec low = {moved->low[0], moved->low[1], moved->low[2]};
    const covey_vec high = {moved->high[0], moved->high[1], moved->high[2]};
    return moved->count == 0 || (covey_region_holds(box, low) && covey_region_holds(box, high));
}

void covey_dist_mark_blocks(const covey_dist *self, covey_step_totals *totals)
{
    const covey_region box = self->box[self->rank];
    double work = 0.0;
    for (int f = 0; f < covey_dist_flocks(self); f++) {
        const covey_region inner = covey_borders_inner(&self->near, self->reach[f]);
        const int dim = covey_dist_state(self, f)->dim;
        const size_t blocks = covey_dist_blocks(self, f);
        for (size_t b = 0; b < blocks; b++) {
            const covey_part_block *block = &self->block[f][b];
            const covey_totals *moved = &block->moved;
            bool ghosts = moved->count < covey_dist_block_count(self, f, b);
            bool rim = !covey_borders_is_inner(&inner, dim, moved->low, moved->high);
            self->marks[f][b] = (uint8_t)((ghosts ? COVEY_DIST_GHOSTS : 0) |
                                          (stays(&box, moved) ? 0 : COVEY_DIST_LEAVES) |
                                          (rim ? COVEY_DIST_RIM : 0));
            work += (double)moved->count * (double)(block->cost + COVEY_DIST_WORK_OF_AGENT);
            covey_totals_merge(&totals->flock[f].total, moved);
        }
    }
    totals->work = totals->most_work = (uint64_t)work;
}

static bool block_goes_far(const covey_dist *self, int f, size_t b)
{
    const covey_flock *flock = self->world->flock[f];
    const covey_region *box = &self->box[self->rank];
    size_t begin = b * COVEY_BLOCK, end = begin + covey_dist_block_count(self, f, b);
    for (size_t i = begin; i < end; i++) {
        covey_vec next = covey_state_pos(&flock->next, i);
        if (covey_region_holds(box, next) ||
            !covey_region_holds(box, covey_state_pos(&flock->state, i)))
            continue;
        int to = covey_borders_owner(&self->near, next);
        if (to != self->rank && covey_borders_number(&self->near, to) < 0)
            return true;
    }
    return false;
}

bool covey_dist_goes_far(const covey_dist *self)
{
    bool far = false;
    for (int f = 0; f < covey_dist_flocks(self); f++)
        for (size_t b = 0; b < covey_dist_blocks(self, f) && !far; b++)
            far = (self->marks[f][b] & COVEY_DIST_LEAVES) != 0 && block_goes_far(self, f, b);
    return far;
}

/// Drops the ghosts of a block, and puts agents that leave into messages to near ranks.
static void hand_over_block(covey_dist *self, int f, size_t b)
{
    const covey_state *state = covey_dist_state(self, f), *before = &self->world->flock[f]->next;
    const covey_region box = self->box[self->rank];
    size_t width = covey_part_width(self->world, f), begin = b * COVEY_BLOCK;
    for (size_t i = begin + covey_dist_block_count(self, f, b); i-- > begin;) {
        covey_vec place = covey_state_pos(state, i);
        bool stepped = covey_region_holds(&box, covey_state_pos(before, i)); // covey_part_stepped()
        if (stepped && covey_region_holds(&box, place))
            continue;
        int to = stepped ? covey_borders_owner(&self->near, place) : self->rank;
        int number = covey_borders_number(&self->near, to);
        uint64_t *row = number >= 0 ? covey_messages_put(&self->messages, number, width) : NULL;
        if (row != NULL) {
            covey_part_pack_one(self->world, f, i, width, row);
            self->messages.out[number].word[f]++;
            self->stats.migrants++;
        }
        if (row != NULL || !stepped)
            covey_dist_drop(self, f, i);
    }
}

/// Agents of the message that has come.
static void take_in(covey_dist *self)
{
    const uint64_t *word = self->messages.in.word;
    if (self->messages.in.count == 0)
        return;
    size_t flocks = (size_t)covey_dist_flocks(self), at = flocks;
    for (size_t f = 0; f < flocks; f++) {
        covey_dist_add(self, (int)f, word + at, word[f]);
        at += word[f] * covey_part_width(self->world, (int)f);
    }
}

void covey_dist_hand_over(covey_dist *self)
{
    int flocks = covey_dist_flocks(self);
    covey_messages_begin(&self->messages, self->near.count, self->near.rank, (size_t)flocks);
    for (int f = 0; f < flocks; f++)
        for (size_t b = covey_dist_blocks(self, f); b-- > 0;)
            if ((self->marks[f][b] & (COVEY_DIST_GHOSTS | COVEY_DIST_LEAVES)) != 0)
                hand_over_block(self, f, b);
    covey_messages_send(&self->messages, TAG_LEAVING);
    for (int n = 0; n < self->near.count; n++) {
        covey_messages_receive(&self->messages, TAG_LEAVING);
        take_in(self);
    }
    covey_messages_end(&self->messages);
}

/// Puts some agents that are not in the box of this rank into the exchange, the last first. Returns
/// the number of agents that are still to be looked at.
static size_t pick(covey_dist *self, int f, size_t left, bool *good)
{
    const covey_state *state = covey_dist_state(self, f);
    uint64_t row[1 + 2 * COVEY_AXES + COVEY_MAX_EXTRA + COVEY_MAX_TRAITS + 1];
    while (left > 0 && self->exchange.rows.count < MOST_ROWS && *good) {
        size_t i = --left;
        int to = covey_borders_owner(&self->near, covey_state_pos(state, i));
        if (to == self->rank)
            continue;
        covey_part_pack_one(self->world, f, i, self->exchange.rows.width, row);
        *good = covey_exchange_add(&self->exchange, row, to);
        covey_dist_drop(self, f, i);
        self->stats.migrants++;
    }
    return left;
}

static covey_status migrate_flock(covey_dist *self, int f, covey_error *error)
{
    covey_status status = COVEY_OK;
    covey_rows came = {.width = covey_part_width(self->world, f)};
    size_t left = covey_dist_state(self, f)->count;
    bool good = true;
    for (uint64_t most = 1; most > 0 && status == COVEY_OK;) {
        self->exchange.rows.width = came.width;
        left = pick(self, f, left, &good);
        self->stats.bytes_sent += self->exchange.rows.count * came.width * sizeof(uint64_t);
        came.count = 0;
        status = covey_exchange_send(self->comm, &self->exchange, !good, &came, error);
        if (status == COVEY_OK)
            covey_dist_add(self, f, came.word, came.count);
        most = left;
        MPI_Allreduce(MPI_IN_PLACE, &most, 1, MPI_UINT64_T, MPI_MAX, self->comm);
    }
    covey_rows_free(&came);
    return status;
}

covey_status covey_dist_migrate(covey_dist *self, covey_error *error)
{
    covey_status status = COVEY_OK;
    for (int f = 0; f < covey_dist_flocks(self) && status == COVEY_OK; f++)
        status = migrate_flock(self, f, error);
    if (status == COVEY_OK && self->failed)
        status = covey_dist_no_memory(error);
    return covey_dist_merge(self, status);
}
