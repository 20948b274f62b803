// SPDX-License-Identifier: MIT
#include "run/pieces.h"

#include "core/snapshot.h"

#include <unistd.h>

enum { MOST_AGENTS = 1 << 16 }; ///< of a block

/// A rank that writes its piece.
typedef struct writing {
    const covey_world *world;
    const covey_run_engine *ranks;
    const char *path;
    covey_memory memory;
    covey_text name;
    covey_file file;
    covey_piece piece;
    unsigned char *bytes; ///< of a block
    size_t room;
} writing;

static covey_status put_flock(writing *self, int f, covey_error *error)
{
    const covey_world *world = self->world;
    size_t count = world->flock[f]->state.count;
    covey_status status = COVEY_OK;
    // A piece has a block at least, as each block has all but the agents.
    for (size_t begin = 0; status == COVEY_OK && (begin < count || (f == 0 && begin == 0));) {
        size_t left = count - begin, some = left < MOST_AGENTS ? left : MOST_AGENTS;
        covey_text_view block = {(const char *)self->bytes,
                                 covey_snapshot_some_size(world, f, some)};
        covey_snapshot_save_some(world, f, begin, some, self->bytes);
        status = covey_piece_put(&self->file, &self->piece, f, some, &block, error);
        begin += some > 0 ? some : 1;
    }
    return status;
}

static covey_status take_room(writing *self, covey_error *error)
{
    const covey_world *world = self->world;
    for (int f = 0; f < world->flock_count; f++) {
        size_t count = world->flock[f]->state.count;
        size_t size = covey_snapshot_some_size(world, f, count < MOST_AGENTS ? count : MOST_AGENTS);
        self->room = size > self->room ? size : self->room;
    }
    self->bytes = covey_memory_take(&self->memory, self->room, 1);
    return self->bytes != NULL ? COVEY_OK
                               : covey_fail(error, COVEY_MEMORY, "no memory for a checkpoint");
}

/// Writes the piece of this rank, and waits until the disk has it.
static covey_status write_piece(writing *self, int generation, covey_error *error)
{
    uint64_t number = (uint64_t)self->ranks->slice.number;
    covey_status status = take_room(self, error);
    if (status == COVEY_OK &&
        covey_pieces_name(&self->name, self->path, generation, number) == NULL)
        status = covey_fail(error, COVEY_MEMORY, "no memory for a checkpoint");
    if (status == COVEY_OK)
        status = covey_piece_create(&self->file, &self->name, error);
    for (int f = 0; f < self->world->flock_count && status == COVEY_OK; f++)
        status = put_flock(self, f, error);
    if (status == COVEY_OK)
        status = covey_file_sync(&self->file, error);
    if (self->file.fd >= 0) {
        covey_status closed = covey_file_close(&self->file, status == COVEY_OK ? error : NULL);
        status = status == COVEY_OK ? closed : status;
    }
    covey_memory_give(&self->memory, self->bytes, self->room, 1);
    return status;
}

static covey_pieces describe(const covey_world *world, int generation, size_t count)
{
    covey_pieces pieces = {.generation = generation,
                           .flocks = world->flock_count,
                           .first = covey_snapshot_first_words(world),
                           .count = count};
    for (int f = 0; f < world->flock_count; f++) {
        pieces.head[f] = covey_snapshot_flock_words(world->flock[f], 0);
        pieces.row[f] = covey_snapshot_agent_words(world->flock[f]);
    }
    return pieces;
}

/// Brings what each rank says of its piece to the rank that writes, and lets it write the
/// checkpoint.
static covey_status write_head(writing *self, int generation, const covey_checkpoint *checkpoint,
                               covey_allocator allocator, covey_error *error)
{
    enum { WORDS = sizeof(covey_piece) / sizeof(uint64_t) };
    const covey_run_engine *ranks = self->ranks;
    covey_pieces pieces = describe(self->world, generation, (size_t)ranks->slice.of);
    covey_status status = COVEY_OK;
    if (ranks->writes) {
        pieces.piece = covey_memory_take(&self->memory, pieces.count, sizeof *pieces.piece);
        if (pieces.piece == NULL)
            status = covey_fail(error, COVEY_MEMORY, "no memory for a checkpoint");
    }
    status = ranks->agree(ranks->context, status);
    if (status == COVEY_OK)
        ranks->collect(ranks->context, (const uint64_t *)&self->piece, WORDS,
                       (uint64_t *)pieces.piece);
    if (status == COVEY_OK && ranks->writes) {
        status = covey_file_sync_folder(self->name.bytes, &self->name, error);
        if (status == COVEY_OK)
            status = covey_pieces_write(self->path, checkpoint, &pieces, allocator, error);
    }
    covey_memory_give(&self->memory, pieces.piece, pieces.count, sizeof *pieces.piece);
    return ranks->agree(ranks->context, status);
}

covey_status covey_run_pieces_write(const covey_world *world, const covey_run_engine *ranks,
                                    const char *path, const covey_checkpoint *checkpoint,
                                    covey_allocator allocator, covey_error *error)
{
    writing self = {.world = world,
                    .ranks = ranks,
                    .path = path,
                    .memory = covey_memory_init(allocator),
                    .file.fd = -1};
    int lock = -1, generation = 0;
    covey_status status = COVEY_OK;
    self.name.memory = &self.memory;
    ranks->part(ranks->context);
    if (ranks->writes)
        status = covey_pieces_begin(path, &self.memory, &lock, &generation, error);
    status = ranks->agree(ranks->context, status);
    if (status == COVEY_OK) {
        generation = (int)ranks->tell(ranks->context, (uint64_t)generation);
        status = ranks->agree(ranks->context, write_piece(&self, generation, error));
        if (status == COVEY_OK)
            status = write_head(&self, generation, checkpoint, allocator, error);
        if (ranks->writes) { // the old ones, or after a failure the new ones
            bool good = status == COVEY_OK;
            covey_pieces_remove(path, &self.memory, good ? !generation : generation, 0);
            if (good)
                covey_pieces_remove(path, &self.memory, generation, (uint64_t)ranks->slice.of);
        }
    }
    if (lock >= 0)
        (void)close(lock);
    covey_text_destroy(&self.name);
    return status;
}

// ---- Reading ----

/// A world on its way back: which agents of each flock it takes, of all in the order of the pieces.
typedef struct reading {
    covey_world *world;
    const covey_pieces *pieces;
    const char *path;
    covey_memory memory;
    uint64_t begin[COVEY_MAX_FLOCKS], end[COVEY_MAX_FLOCKS];
    uint64_t at[COVEY_MAX_FLOCKS]; ///< agents that have been passed
} reading;

/// Adds the agents of a block that the world takes.
static covey_status take_block(reading *self, covey_piece_reader *reader, covey_error *error)
{
    const covey_piece_block *block = &reader->next;
    int f = block->flock;
    uint64_t first = self->at[f], last = first + block->count;
    uint64_t begin = self->begin[f] > first ? self->begin[f] : first;
    uint64_t end = self->end[f] < last ? self->end[f] : last;
    self->at[f] = last;
    if (begin >= end)
        return COVEY_OK;
    const covey_snapshot_share share = {f, (size_t)(begin - first), (size_t)(end - first)};
    covey_status status = covey_piece_read(reader, error);
    return status == COVEY_OK
               ? covey_snapshot_add(self->world, block->bytes, block->size, &share, error)
               : status;
}

/// True if the world takes agents of a piece; else they are passed.
static bool has_some(reading *self, const covey_piece *piece)
{
    bool has = false;
    for (int f = 0; f < self->pieces->flocks; f++)
        has = has || (self->at[f] < self->end[f] && self->at[f] + piece->count[f] > self->begin[f]);
    for (int f = 0; f < self->pieces->flocks && !has; f++)
        self->at[f] += piece->count[f];
    return has;
}

static covey_status take_piece(reading *self, uint64_t number, covey_error *error)
{
    covey_piece_reader reader = {.memory = &self->memory};
    bool there = true;
    if (!has_some(self, &self->pieces->piece[number]))
        return COVEY_OK;
    covey_status status = covey_piece_open(&reader, self->path, self->pieces, number, error);
    while (status == COVEY_OK && there) {
        status = covey_piece_next(&reader, &there, error);
        if (status == COVEY_OK && there && reader.next.flock >= self->pieces->flocks)
            status = covey_fail(error, COVEY_INPUT, "a piece of the checkpoint is damaged");
        if (status == COVEY_OK && there)
            status = take_block(self, &reader, error);
    }
    covey_piece_close(&reader);
    return status;
}

/// Takes all but the agents from the first block.
static covey_status take_first(reading *self, covey_error *error)
{
    covey_piece_reader reader = {.memory = &self->memory};
    uint64_t rooms[COVEY_MAX_FLOCKS];
    bool there = true;
    for (int f = 0; f < self->pieces->flocks; f++)
        rooms[f] = self->end[f] - self->begin[f];
    covey_status status = covey_piece_open(&reader, self->path, self->pieces, 0, error);
    if (status == COVEY_OK)
        status = covey_piece_next(&reader, &there, error);
    if (status == COVEY_OK && !there)
        status = covey_fail(error, COVEY_INPUT, "a piece of the checkpoint is damaged");
    if (status == COVEY_OK)
        status = covey_piece_read(&reader, error);
    if (status == COVEY_OK)
        status =
            covey_snapshot_begin(self->world, reader.next.bytes, reader.next.size, rooms, error);
    covey_piece_close(&reader);
    return status;
}

covey_status covey_run_pieces_restore(covey_world *world, const covey_pieces *pieces,
                                      const char *path, covey_allocator allocator,
                                      covey_error *error)
{
    reading self = {
        .world = world, .pieces = pieces, .path = path, .memory = covey_memory_init(allocator)};
    if (path == NULL || pieces->flocks != world->flock_count)
        return covey_fail(error, COVEY_INPUT, "the checkpoint is of a world of other flocks");
    for (int f = 0; f < pieces->flocks; f++) {
        size_t end;
        self.begin[f] =
            covey_slice_begin(world->slice, (size_t)covey_pieces_agents(pieces, f), &end);
        self.end[f] = end;
    }
    covey_status status = take_first(&self, error);
    for (uint64_t k = 0; k < pieces->count && status == COVEY_OK; k++)
        status = take_piece(&self, k, error);
    if (status == COVEY_OK)
        covey_snapshot_end(world);
    return status;
}

covey_status covey_run_open_checkpoint(const char *path, const covey_run_engine *ranks,
                                       covey_checkpoint **checkpoint, covey_error *error)
{
    const covey_allocator allocator = {0};
    return ranks != NULL ? covey_checkpoint_open(path, allocator, checkpoint, error)
                         : covey_checkpoint_read(path, allocator, checkpoint, error);
}
