// SPDX-License-Identifier: MIT
// The agents of a rank: those in its box, as rows between steps, and in its world within one.
#include "dist/inside.h"

/// Work of an agent beside its candidates, in candidates.
#define WORK_OF_AGENT 20.0F

/// True for an agent that is to be kept: one in the box of this rank, or with `stepped` one that
/// has stepped there.
static bool is_kept(const covey_dist *self, int f, size_t i, bool stepped)
{
    const covey_state *state = &self->world->flock[f]->state;
    return stepped ? covey_part_stepped(self->world, f, i)
                   : covey_region_holds(&self->box[self->rank], covey_state_pos(state, i));
}

bool covey_dist_keep(covey_dist *self, bool stepped)
{
    for (int f = 0; f < covey_dist_flocks(self); f++) {
        size_t count = self->world->flock[f]->state.count, end;
        covey_rows *own = &self->own[f];
        own->width = covey_part_width(self->world, f);
        own->count = 0;
        for (size_t i = 0; i < count; i = end) {
            while (i < count && !is_kept(self, f, i, stepped))
                i++;
            for (end = i; end < count && is_kept(self, f, end, stepped); end++)
                if (self->work[f] != NULL)
                    self->work[f][own->count + end - i] =
                        self->cost[f][end / COVEY_BLOCK] + WORK_OF_AGENT;
            if (!covey_rows_reserve(own, own->count + end - i))
                return false;
            covey_part_pack(self->world, f, i, end, covey_rows_at(own, own->count));
            own->count += end - i;
        }
    }
    return true;
}

covey_status covey_dist_fill(covey_dist *self, const covey_rows *rows, const covey_part *part,
                             covey_error *error)
{
    covey_status status = COVEY_OK;
    for (int f = 0; f < covey_dist_flocks(self) && status == COVEY_OK; f++)
        status = covey_part_fill(self->world, f, rows[f].word, rows[f].count, error);
    covey_part_take(self->world, part);
    return status;
}

covey_status covey_dist_send(covey_dist *self, int flock, bool failed, covey_error *error)
{
    covey_rows *own = &self->own[flock];
    covey_parcels *leaving = &self->leaving[flock];
    self->stats.bytes_sent += leaving->rows.count * own->width * sizeof(uint64_t);
    return covey_exchange(self->comm, leaving, failed, own, error);
}

covey_status covey_dist_bring(covey_dist *self, bool all, covey_error *error)
{
    covey_status status = COVEY_OK;
    for (int f = 0; f < covey_dist_flocks(self) && status == COVEY_OK; f++) {
        self->all[f].width = self->own[f].width;
        self->all[f].count = 0;
        status = covey_gather(self->comm, &self->own[f], all, &self->all[f], error);
    }
    if (status == COVEY_OK && (all || self->rank == 0))
        status = covey_dist_fill(self, self->all, NULL, error);
    return covey_dist_merge(self, status);
}
