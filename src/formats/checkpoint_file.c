// SPDX-License-Identifier: MIT
// Writes a checkpoint beside the old one and renames it to its place; reads checkpoints.
#define _DEFAULT_SOURCE
#include "base/bits.h"
#include "base/crc32c.h"
#include "base/misuse.h"
#include "formats/beside.h"
#include "formats/checkpoint.h"
#include "formats/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PIECE = 1 << 20, MAGIC_SIZE = 8, BLOCK_HEAD = 16 };

/// Replaces the file at a path by these bytes.
static covey_status replace(const char *path, const covey_text *bytes, covey_memory *memory,
                            covey_error *error)
{
    covey_beside file;
    size_t written;
    struct stat about;
    if (stat(path, &about) == 0 && !S_ISREG(about.st_mode))
        return covey_fail(error, COVEY_IO, "%.200s is no regular file", path);
    covey_status status = covey_beside_open(&file, path, memory, error);
    if (status != COVEY_OK)
        return status;
    status = covey_file_write(&file.file, bytes->bytes, bytes->size, &written, error);
    return covey_beside_close(&file, status, error);
}

static covey_status write_file(const char *path, const covey_checkpoint *checkpoint,
                               const covey_pieces *pieces, covey_memory *memory, covey_error *error)
{
    covey_text bytes = {.memory = memory};
    covey_status status = covey_checkpoint_encode(&bytes, checkpoint, pieces, error);
    if (status == COVEY_OK)
        status = replace(path, &bytes, memory, error);
    covey_text_destroy(&bytes);
    return status;
}

covey_status covey_checkpoint_write(const char *path, const covey_checkpoint *checkpoint,
                                    covey_allocator allocator, covey_error *error)
{
    if (path == NULL || checkpoint == NULL ||
        (checkpoint->snapshot == NULL && checkpoint->snapshot_size > 0) ||
        (checkpoint->values == NULL && checkpoint->value_count > 0))
        return covey_missing(error, __func__);
    covey_memory memory = covey_memory_init(allocator);
    bool had_pieces = covey_checkpoint_generation(path) >= 0;
    covey_status status = write_file(path, checkpoint, NULL, &memory, error);
    if (status == COVEY_OK && had_pieces)
        covey_pieces_remove_all(path, &memory);
    return status;
}

covey_status covey_pieces_write(const char *path, const covey_checkpoint *checkpoint,
                                const covey_pieces *pieces, covey_allocator allocator,
                                covey_error *error)
{
    covey_memory memory = covey_memory_init(allocator);
    return write_file(path, checkpoint, pieces, &memory, error);
}

// ---- Reading ----

/// Reads the head of a block and the first word of its content; false if there is none.
static bool read_block(int fd, uint64_t at, const char *tag, uint64_t *size, uint64_t *first)
{
    unsigned char head[BLOCK_HEAD + sizeof(uint64_t)];
    size_t count;
    if (!covey_file_read_at(fd, head, sizeof head, at, &count) || count < BLOCK_HEAD ||
        memcmp(head, tag, 4) != 0)
        return false;
    (void)covey_bytes_take(head + 4, size);
    *first = UINT64_MAX;
    if (count == sizeof head)
        (void)covey_bytes_take(head + BLOCK_HEAD, first);
    return true;
}

int covey_checkpoint_generation(const char *path)
{
    uint64_t at = MAGIC_SIZE, size, first = 0;
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    bool good = fd >= 0 && read_block(fd, at, "HEAD", &size, &first);
    if (good) {
        at += BLOCK_HEAD + size;
        good = read_block(fd, at, "SCEN", &size, &first);
    }
    good = good && read_block(fd, at + BLOCK_HEAD + size, "PART", &size, &first) && first <= 1;
    if (fd >= 0)
        (void)close(fd);
    return good ? (int)first : -1;
}

static covey_status read_all(covey_file *file, covey_text *text, covey_error *error)
{
    covey_source source = covey_file_source(file);
    covey_memory *memory = text->memory;
    char *piece = covey_memory_take(memory, PIECE, 1);
    size_t count = 1;
    covey_status status = COVEY_OK;
    while (piece != NULL && status == COVEY_OK && count > 0 && !text->failed) {
        status = source.read(source.context, piece, PIECE, &count);
        if (status != COVEY_OK)
            status = covey_file_fail("reading", file->path, error);
        else
            covey_text_put(text, piece, count);
        if (!text->failed && !covey_checkpoint_begins(text->bytes, text->size))
            break; // the rest of the file is not needed: it is no checkpoint
    }
    if (piece == NULL || text->failed)
        status = covey_fail(error, COVEY_MEMORY, "out of memory");
    covey_memory_give(memory, piece, PIECE, 1);
    return status;
}

/// Finds the snapshot in a file; `size` is 0 if there is none that is whole.
static covey_checkpoint_gap find_snapshot(int fd)
{
    covey_checkpoint_gap gap = {.size = 0};
    uint64_t at = MAGIC_SIZE, size, first;
    struct stat about;
    size_t count;
    if (fstat(fd, &about) != 0 || !S_ISREG(about.st_mode) ||
        !read_block(fd, at, "HEAD", &size, &first) || size > (uint64_t)about.st_size)
        return gap;
    at += BLOCK_HEAD + size;
    if (!read_block(fd, at, "SCEN", &size, &first) || size > (uint64_t)about.st_size)
        return gap;
    at += BLOCK_HEAD + size;
    if (read_block(fd, at, "SNAP", &size, &first) && at < (uint64_t)about.st_size &&
        size <= (uint64_t)about.st_size - at &&
        covey_file_read_at(fd, gap.head, sizeof gap.head, at, &count) && count == sizeof gap.head) {
        gap.at = at + BLOCK_HEAD;
        gap.size = size;
    }
    return gap;
}

/// Reads a file up to a place into the text, which has `at` bytes of it by now or has passed them.
static covey_status read_up_to(int fd, const char *path, uint64_t at, uint64_t end,
                               covey_text *text, covey_error *error)
{
    char piece[4096];
    for (size_t count = 1; at < end && count > 0 && !text->failed; at += count) {
        size_t most = end - at < sizeof piece ? (size_t)(end - at) : sizeof piece;
        if (!covey_file_read_at(fd, piece, most, at, &count))
            return covey_file_fail("reading", path, error);
        covey_text_put(text, piece, count);
    }
    return text->failed ? covey_fail(error, COVEY_MEMORY, "out of memory") : COVEY_OK;
}

covey_status covey_checkpoint_verify(const char *path, const covey_checkpoint_gap *gap,
                                     covey_error *error)
{
    char piece[1 << 14];
    uint32_t crc = covey_crc32c(0, gap->head, 12);
    uint64_t end = gap->at + gap->size;
    covey_file file;
    covey_status status = covey_file_open(&file, path, error);
    size_t count = 1;
    for (uint64_t at = gap->at; status == COVEY_OK && at < end && count > 0; at += count) {
        size_t most = end - at < sizeof piece ? (size_t)(end - at) : sizeof piece;
        if (!covey_file_read_at(file.fd, piece, most, at, &count))
            status = covey_file_fail("reading", path, error);
        crc = covey_crc32c(crc, piece, count);
    }
    if (status == COVEY_OK && crc != covey_bytes_little(gap->head + 12, 4))
        status = covey_fail(error, COVEY_INPUT,
                            "the checkpoint %.150s is damaged in its block SNAP: its CRC-32C does "
                            "not match",
                            path);
    (void)covey_file_close(&file, NULL);
    return status;
}

static covey_status open_file(const char *path, bool whole, covey_allocator allocator,
                              covey_checkpoint **checkpoint, covey_error *error)
{
    *checkpoint = NULL;
    covey_memory memory = covey_memory_init(allocator);
    covey_text bytes = {.memory = &memory};
    covey_checkpoint_gap gap = {.size = 0};
    covey_file file;
    covey_status status = covey_file_open(&file, path, error);
    if (status != COVEY_OK)
        return status;
    if (!whole)
        gap = find_snapshot(file.fd);
    if (gap.size == 0)
        status = read_all(&file, &bytes, error);
    else {
        status = read_up_to(file.fd, path, 0, gap.at, &bytes, error);
        if (status == COVEY_OK)
            status = read_up_to(file.fd, path, gap.at + gap.size, UINT64_MAX, &bytes, error);
    }
    (void)covey_file_close(&file, NULL);
    if (status == COVEY_OK)
        status = covey_checkpoint_take(bytes.bytes, bytes.size, &gap, allocator, checkpoint, error);
    covey_text_destroy(&bytes);
    return status;
}

covey_status covey_checkpoint_open(const char *path, covey_allocator allocator,
                                   covey_checkpoint **checkpoint, covey_error *error)
{
    return open_file(path, false, allocator, checkpoint, error);
}

covey_status covey_checkpoint_read(const char *path, covey_allocator allocator,
                                   covey_checkpoint **checkpoint, covey_error *error)
{
    if (path == NULL || checkpoint == NULL)
        return covey_missing(error, __func__);
    covey_status status = open_file(path, true, allocator, checkpoint, error);
    if (status == COVEY_OK && covey_checkpoint_pieces(*checkpoint) != NULL)
        status = covey_checkpoint_join(*checkpoint, path, error);
    if (status != COVEY_OK) {
        covey_checkpoint_destroy(*checkpoint);
        *checkpoint = NULL;
    }
    return status;
}
