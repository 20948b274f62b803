// SPDX-License-Identifier: MIT
// Reads pieces of a checkpoint, block by block, and makes one snapshot of them.
#define _POSIX_C_SOURCE 200809L
#include "base/bits.h"
#include "base/crc32c.h"
#include "base/heap_sort.h"
#include "formats/pieces.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { WORD = 8 };

static covey_status refuse(const covey_piece_reader *self, const char *why, covey_error *error)
{
    return covey_fail(error, COVEY_INPUT, "the piece %.150s of the checkpoint %s", self->name.bytes,
                      why);
}

covey_status covey_piece_open(covey_piece_reader *self, const char *path,
                              const covey_pieces *pieces, uint64_t number, covey_error *error)
{
    struct stat about;
    covey_memory *memory = self->memory;
    *self = (covey_piece_reader){
        .memory = memory, .name.memory = memory, .fd = -1, .told = &pieces->piece[number]};
    if (covey_pieces_name(&self->name, path, pieces->generation, number) == NULL)
        return covey_fail(error, COVEY_MEMORY, "out of memory");
    self->fd = open(self->name.bytes, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    if (self->fd < 0 && errno == ENOENT)
        return refuse(self, "is missing", error);
    if (self->fd < 0 || fstat(self->fd, &about) != 0)
        return covey_file_fail("reading", self->name.bytes, error);
    if (!S_ISREG(about.st_mode) || (uint64_t)about.st_size != self->told->bytes)
        return refuse(self, "is damaged: it has another size", error);
    return COVEY_OK;
}

void covey_piece_close(covey_piece_reader *self)
{
    if (self->fd >= 0)
        (void)close(self->fd);
    self->fd = -1;
    covey_memory_give(self->memory, self->bytes, self->room, 1);
    self->bytes = NULL;
    self->room = 0;
    covey_text_destroy(&self->name);
}

static covey_status read_at(const covey_piece_reader *self, void *bytes, size_t size, uint64_t at,
                            covey_error *error)
{
    size_t count;
    if (!covey_file_read_at(self->fd, bytes, size, at, &count))
        return covey_file_fail("reading", self->name.bytes, error);
    return count == size ? COVEY_OK : refuse(self, "is cut", error);
}

/// Fails unless the blocks were the ones that the checkpoint lists.
static covey_status check_end(const covey_piece_reader *self, covey_error *error)
{
    bool same = self->blocks == self->told->blocks && self->at == self->told->bytes &&
                self->crc == self->told->crc;
    for (int f = 0; f < COVEY_MAX_FLOCKS; f++)
        same = same && self->seen[f] == self->told->count[f];
    return same ? COVEY_OK : refuse(self, "is damaged, or that of another checkpoint", error);
}

covey_status covey_piece_next(covey_piece_reader *self, bool *there, covey_error *error)
{
    unsigned char head[COVEY_PIECE_HEAD];
    uint64_t size, flock, count, left = self->told->bytes - self->at;
    *there = self->blocks < self->told->blocks && left >= sizeof head;
    if (!*there)
        return check_end(self, error);
    covey_status status = read_at(self, head, sizeof head, self->at, error);
    if (status != COVEY_OK)
        return status;
    (void)covey_bytes_take(covey_bytes_take(covey_bytes_take(head + 8, &size), &flock), &count);
    if (memcmp(head, COVEY_PIECE_TAG, 4) != 0 || size > left - sizeof head || size > SIZE_MAX / 2 ||
        flock >= COVEY_MAX_FLOCKS || count > size / WORD)
        return refuse(self, "is damaged", error);
    self->block_crc = (uint32_t)covey_bytes_little(head + 4, 4);
    self->crc = covey_crc32c(self->crc, head + 4, 4);
    self->at += sizeof head + size;
    self->blocks++;
    self->seen[flock] += count;
    self->next = (covey_piece_block){.flock = (int)flock, .count = count, .size = (size_t)size};
    return COVEY_OK;
}

covey_status covey_piece_read(covey_piece_reader *self, covey_error *error)
{
    covey_piece_block *next = &self->next;
    unsigned char head[COVEY_PIECE_HEAD - 8];
    if (next->size > self->room) {
        covey_memory_give(self->memory, self->bytes, self->room, 1);
        self->room = next->size;
        self->bytes = covey_memory_take(self->memory, self->room, 1);
        if (self->bytes == NULL)
            return covey_fail(error, COVEY_MEMORY, "out of memory");
    }
    covey_status status = read_at(self, self->bytes, next->size, self->at - next->size, error);
    if (status != COVEY_OK)
        return status;
    unsigned char *at = covey_bytes_put(head, next->size);
    (void)covey_bytes_put(covey_bytes_put(at, (uint64_t)next->flock), next->count);
    uint32_t crc = covey_crc32c(0, head, sizeof head);
    if (covey_crc32c(crc, self->bytes, next->size) != self->block_crc)
        return refuse(self, "is damaged: a CRC-32C does not match", error);
    next->bytes = self->bytes;
    return COVEY_OK;
}

// ---- One snapshot of all ----

/// The snapshot that is made.
typedef struct whole {
    const covey_pieces *pieces;
    covey_memory *memory;
    unsigned char *bytes;
    size_t size;
    size_t begin[COVEY_MAX_FLOCKS]; ///< bytes before the head of a flock
    uint64_t count[COVEY_MAX_FLOCKS], filled[COVEY_MAX_FLOCKS], next[COVEY_MAX_FLOCKS];
} whole;

static size_t rows_of(const whole *self, int f)
{
    return self->begin[f] + (size_t)self->pieces->head[f] * WORD;
}

static covey_status make_room(whole *self, covey_error *error)
{
    const covey_pieces *pieces = self->pieces;
    uint64_t words = pieces->first;
    for (int f = 0; f < pieces->flocks; f++) {
        self->begin[f] = (size_t)words * WORD;
        self->count[f] = covey_pieces_agents(pieces, f);
        if (self->count[f] > UINT32_MAX)
            return covey_fail(error, COVEY_INPUT, "the pieces of the checkpoint are damaged");
        words += pieces->head[f] + self->count[f] * pieces->row[f];
    }
    words++;
    self->size = words < SIZE_MAX / 2 / WORD ? (size_t)words * WORD : SIZE_MAX;
    self->bytes = covey_memory_take(self->memory, self->size, 1);
    return self->bytes != NULL ? COVEY_OK : covey_fail(error, COVEY_MEMORY, "out of memory");
}

/// Copies the parts of a block to their places, agents in the order in which they come.
static covey_status take_block(whole *self, const covey_piece_reader *reader, covey_error *error)
{
    const covey_pieces *pieces = self->pieces;
    const covey_piece_block *block = &reader->next;
    uint64_t words = pieces->first + 1;
    for (int f = 0; f < pieces->flocks; f++)
        words += pieces->head[f] + (f == block->flock ? block->count * pieces->row[f] : 0);
    bool fits = block->flock < pieces->flocks && words * WORD == block->size &&
                block->count <= self->count[block->flock] - self->filled[block->flock];
    if (!fits)
        return refuse(reader, "is damaged: a block has another size", error);
    const unsigned char *from = block->bytes;
    memcpy(self->bytes, from, (size_t)pieces->first * WORD);
    from += pieces->first * WORD;
    for (int f = 0; f < pieces->flocks; f++) {
        uint64_t next;
        size_t row = (size_t)pieces->row[f] * WORD, head = (size_t)pieces->head[f] * WORD;
        (void)covey_bytes_take(from + 2 * WORD, &next);
        self->next[f] = next > self->next[f] ? next : self->next[f];
        memcpy(self->bytes + self->begin[f], from, head);
        from += head;
        if (f != block->flock)
            continue;
        memcpy(self->bytes + rows_of(self, f) + self->filled[f] * row, from,
               (size_t)block->count * row);
        from += block->count * row;
        self->filled[f] += block->count;
    }
    return COVEY_OK;
}

static covey_status take_piece(whole *self, const char *path, uint64_t number, covey_error *error)
{
    covey_piece_reader reader = {.memory = self->memory};
    bool there = true;
    covey_status status = covey_piece_open(&reader, path, self->pieces, number, error);
    while (status == COVEY_OK && there) {
        status = covey_piece_next(&reader, &there, error);
        if (status == COVEY_OK && there)
            status = covey_piece_read(&reader, error);
        if (status == COVEY_OK && there)
            status = take_block(self, &reader, error);
    }
    covey_piece_close(&reader);
    return status;
}

/// Brings the agents of a flock into the order of their ids, and writes the numbers of the whole
/// into its head.
static covey_status sort_flock(whole *self, int f, covey_error *error)
{
    size_t count = (size_t)self->count[f], row = (size_t)self->pieces->row[f] * WORD;
    unsigned char *rows = self->bytes + rows_of(self, f);
    covey_memory *memory = self->memory;
    covey_id *id = covey_memory_take(memory, count, sizeof *id);
    uint32_t *order = covey_memory_take(memory, count, 2 * sizeof *order);
    unsigned char *copy = covey_memory_take(memory, count, row);
    bool good = id != NULL && order != NULL && copy != NULL;
    for (size_t i = 0; i < count && good; i++) {
        uint64_t word;
        (void)covey_bytes_take(rows + i * row, &word);
        id[i] = (covey_id)word;
    }
    if (good) {
        memcpy(copy, rows, count * row);
        covey_id_order(id, count, order, order + count);
        for (size_t k = 0; k < count; k++)
            memcpy(rows + k * row, copy + covey_id_order_at(order, k) * row, row);
        unsigned char *head = self->bytes + self->begin[f] + WORD;
        (void)covey_bytes_put(covey_bytes_put(head, count), self->next[f]);
    }
    covey_memory_give(memory, copy, count, row);
    covey_memory_give(memory, order, count, 2 * sizeof *order);
    covey_memory_give(memory, id, count, sizeof *id);
    return good ? COVEY_OK : covey_fail(error, COVEY_MEMORY, "out of memory");
}

covey_status covey_pieces_join(const char *path, const covey_pieces *pieces, covey_memory *memory,
                               unsigned char **bytes, size_t *size, covey_error *error)
{
    whole self = {.pieces = pieces, .memory = memory};
    for (int f = 0; f < pieces->flocks; f++)
        if (pieces->head[f] < 3)
            return covey_fail(error, COVEY_INPUT, "the pieces of the checkpoint are damaged");
    covey_status status = make_room(&self, error);
    for (uint64_t k = pieces->count; k-- > 0 && status == COVEY_OK;) // the heads of the first stay
        status = take_piece(&self, path, k, error);
    for (int f = 0; f < pieces->flocks && status == COVEY_OK; f++)
        status = sort_flock(&self, f, error);
    if (status == COVEY_OK) {
        size_t words = self.size / WORD - 1;
        (void)covey_bytes_put(self.bytes + words * WORD, covey_bytes_hash(self.bytes, words));
    } else {
        covey_memory_give(memory, self.bytes, self.size, 1);
        self.bytes = NULL;
        self.size = 0;
    }
    *bytes = self.bytes;
    *size = self.size;
    return status;
}
