// SPDX-License-Identifier: MIT
// Restores a slice of the agents of a snapshot that stays on the disk: some of them at a time
// become a separate snapshot.
#include "base/bits.h"
#include "core/snapshot.h"
#include "run/pieces.h"

#include <string.h>

enum { MOST_AGENTS = 1 << 16, WORD = 8 }; ///< agents at a time; bytes

typedef struct reading {
    covey_world *world;
    const char *path;
    covey_file file;
    covey_memory memory;
    uint64_t at, end;     ///< bytes of the file
    unsigned char *bytes; ///< all but the agents
    size_t heads, room;
    unsigned char *made; ///< the snapshot of some agents
    size_t size;
    size_t head[COVEY_MAX_FLOCKS];    ///< place of a flock in it, bytes
    uint64_t rows[COVEY_MAX_FLOCKS];  ///< place of its agents in the file
    uint64_t count[COVEY_MAX_FLOCKS]; ///< of them
} reading;

static covey_status damaged(covey_error *error)
{
    return covey_fail(error, COVEY_INPUT,
                      "the snapshot is damaged, or of a world of other definitions");
}

static covey_status read_at(const reading *self, void *to, size_t size, uint64_t at,
                            covey_error *error)
{
    size_t count;
    if (at > self->end || size > self->end - at)
        return damaged(error);
    if (!covey_file_read_at(self->file.fd, to, size, at, &count))
        return covey_file_fail("reading", self->path, error);
    return count == size ? COVEY_OK : damaged(error);
}

static size_t head_of(const covey_flock *flock)
{
    return covey_snapshot_flock_words(flock, 0) * WORD;
}

static size_t row_of(const covey_flock *flock)
{
    return covey_snapshot_agent_words(flock) * WORD;
}

static covey_status take_room(reading *self, covey_error *error)
{
    const covey_world *world = self->world;
    size_t row = 0;
    self->heads = covey_snapshot_first_words(world) * WORD;
    for (int f = 0; f < world->flock_count; f++) {
        self->head[f] = self->heads;
        self->heads += head_of(world->flock[f]);
        row = row_of(world->flock[f]) > row ? row_of(world->flock[f]) : row;
    }
    self->room = self->heads + MOST_AGENTS * row + WORD;
    self->bytes = covey_memory_take(&self->memory, self->heads, 1);
    self->made = covey_memory_take(&self->memory, self->room, 1);
    return self->bytes != NULL && self->made != NULL
               ? COVEY_OK
               : covey_fail(error, COVEY_MEMORY, "no memory for the agents of a snapshot");
}

/// Reads all but the agents, and finds the agents.
static covey_status take_heads(reading *self, covey_error *error)
{
    const covey_world *world = self->world;
    uint64_t at = self->at + self->head[0];
    covey_status status = read_at(self, self->bytes, self->head[0], self->at, error);
    for (int f = 0; f < world->flock_count && status == COVEY_OK; f++) {
        const covey_flock *flock = world->flock[f];
        unsigned char *head = self->bytes + self->head[f];
        status = read_at(self, head, head_of(flock), at, error);
        (void)covey_bytes_take(head + WORD, &self->count[f]);
        (void)covey_bytes_put(head + WORD, 0);
        self->rows[f] = at + head_of(flock);
        if (status == COVEY_OK && self->count[f] > (self->end - at) / row_of(flock))
            status = damaged(error);
        at = self->rows[f] + self->count[f] * row_of(flock);
    }
    return status == COVEY_OK && at + WORD != self->end ? damaged(error) : status;
}

/// Makes a snapshot of agents of a flock, which are read, and the heads of all flocks.
static covey_status make(reading *self, int f, uint64_t begin, uint64_t count, covey_error *error)
{
    const covey_world *world = self->world;
    const covey_flock *flock = world->flock[f];
    size_t before = self->head[f] + head_of(flock), rows = (size_t)count * row_of(flock);
    unsigned char *to = self->made;
    memcpy(to, self->bytes, before);
    (void)covey_bytes_put(to + self->head[f] + WORD, count);
    covey_status status =
        read_at(self, to + before, rows, self->rows[f] + begin * row_of(flock), error);
    memcpy(to + before + rows, self->bytes + before, self->heads - before);
    self->size = self->heads + rows + WORD;
    (void)covey_bytes_put(to + self->size - WORD, covey_bytes_hash(to, self->size / WORD - 1));
    return status;
}

static covey_status take_flock(reading *self, int f, covey_error *error)
{
    size_t end, begin = covey_slice_begin(self->world->slice, (size_t)self->count[f], &end);
    covey_status status = COVEY_OK;
    while (begin < end && status == COVEY_OK) {
        size_t some = end - begin < MOST_AGENTS ? end - begin : MOST_AGENTS;
        const covey_snapshot_share share = {f, 0, some};
        status = make(self, f, begin, some, error);
        if (status == COVEY_OK)
            status = covey_snapshot_add(self->world, self->made, self->size, &share, error);
        begin += some;
    }
    return status;
}

/// Restores all but the agents, then the agents of the slice.
static covey_status take_all(reading *self, covey_error *error)
{
    covey_world *world = self->world;
    uint64_t rooms[COVEY_MAX_FLOCKS];
    for (int f = 0; f < world->flock_count; f++) {
        size_t end, begin = covey_slice_begin(world->slice, (size_t)self->count[f], &end);
        rooms[f] = end - begin;
    }
    covey_status status = make(self, 0, 0, 0, error);
    if (status == COVEY_OK)
        status = covey_snapshot_begin(world, self->made, self->size, rooms, error);
    for (int f = 0; f < world->flock_count && status == COVEY_OK; f++)
        status = take_flock(self, f, error);
    if (status == COVEY_OK)
        covey_snapshot_end(world);
    return status;
}

covey_status covey_run_slice_restore(covey_world *world, const covey_checkpoint_gap *snapshot,
                                     const char *path, covey_allocator allocator,
                                     covey_error *error)
{
    reading self = {.world = world,
                    .path = path,
                    .memory = covey_memory_init(allocator),
                    .at = snapshot->at,
                    .end = snapshot->at + snapshot->size};
    if (path == NULL)
        return damaged(error);
    covey_status status = covey_file_open(&self.file, path, error);
    if (status != COVEY_OK)
        return status;
    if (world->slice.number == 0)
        status = covey_checkpoint_verify(path, snapshot, error);
    if (status == COVEY_OK)
        status = take_room(&self, error);
    if (status == COVEY_OK)
        status = take_heads(&self, error);
    if (status == COVEY_OK)
        status = take_all(&self, error);
    covey_memory_give(&self.memory, self.made, self.room, 1);
    covey_memory_give(&self.memory, self.bytes, self.heads, 1);
    (void)covey_file_close(&self.file, NULL);
    return status;
}
