// SPDX-License-Identifier: MIT
// Flocks that are sensed from everywhere: all their agents are ghosts on every rank. Where the
// machine has no memory for that, the run is refused with the figure before it takes it.
#include "dist/inside.h"

#include <float.h>
#include <inttypes.h>
#include <stdio.h>

#define GIGA 1e9

/// Bytes that programs can still have on this machine; UINT64_MAX: the system does not say.
static uint64_t free_bytes(const covey_dist *self)
{
    char line[128];
    uint64_t kibibytes = UINT64_MAX / 1024;
    if (self->def.free_bytes > 0)
        return self->def.free_bytes;
    FILE *file = fopen("/proc/meminfo", "r");
    while (file != NULL && fgets(line, sizeof line, file) != NULL)
        if (sscanf(line, "MemAvailable: %" SCNu64, &kibibytes) == 1)
            break;
    if (file != NULL)
        (void)fclose(file);
    return kibibytes * 1024;
}

/// What an agent takes in the world of this rank.
static double bytes_each(const covey_dist *self)
{
    size_t room = 0;
    for (int f = 0; f < covey_dist_flocks(self); f++)
        room += covey_dist_state(self, f)->room;
    return room > 0 ? (double)self->world->stats.agent_bytes / (double)room : 0.0;
}

covey_status covey_dist_check_room(covey_dist *self, covey_error *error)
{
    MPI_Comm machine;
    int flock = -1;
    double bytes = 0.0;
    for (int f = 0; f < covey_dist_flocks(self); f++) {
        const covey_state *state = covey_dist_state(self, f);
        uint64_t all = self->part.total[f].count;
        if (self->reach[f] < DBL_MAX || self->ranks == 1)
            continue;
        flock = flock < 0 ? f : flock;
        bytes += all > state->room ? (double)(all - state->room) * bytes_each(self) : 0.0;
    }
    if (flock < 0) // on all ranks
        return COVEY_OK;
    MPI_Comm_split_type(self->comm, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &machine);
    MPI_Allreduce(MPI_IN_PLACE, &bytes, 1, MPI_DOUBLE, MPI_SUM, machine);
    MPI_Comm_free(&machine);
    double free = (double)free_bytes(self);
    if (bytes < free)
        return COVEY_OK;
    return covey_fail(error, COVEY_MEMORY,
                      "flock %s is sensed from everywhere, so each rank needs all of its %" PRIu64
                      " agents: %.3g GB more on this machine, where %.3g GB are free",
                      self->world->flock[flock]->name, self->part.total[flock].count, bytes / GIGA,
                      free / GIGA);
}
