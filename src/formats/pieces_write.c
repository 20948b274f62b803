// SPDX-License-Identifier: MIT
// Writes pieces of a checkpoint, each in a separate file, and removes the pieces of an older one.
#define _DEFAULT_SOURCE
#include "base/bits.h"
#include "base/crc32c.h"
#include "formats/checkpoint.h"
#include "formats/pieces.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

/// Puts the path of the folder of pieces, or of a file in it. NULL without memory.
static const char *folder_of(covey_text *text, const char *path, const char *name)
{
    covey_text_clear(text);
    if (covey_file_target(path, text) == NULL)
        return NULL;
    covey_text_string(text, ".pieces");
    covey_text_string(text, name);
    return covey_text_end(text);
}

static covey_status no_memory(covey_error *error)
{
    return covey_fail(error, COVEY_MEMORY, "out of memory");
}

covey_status covey_pieces_begin(const char *path, covey_memory *memory, int *lock, int *generation,
                                covey_error *error)
{
    covey_text text = {.memory = memory};
    covey_status status = COVEY_OK;
    *lock = -1;
    *generation = covey_checkpoint_generation(path) == 0;
    const char *name = folder_of(&text, path, "");
    if (name == NULL)
        status = no_memory(error);
    else if (mkdir(name, 0777) != 0 && errno != EEXIST)
        status = covey_file_fail("making", name, error);
    name = status == COVEY_OK ? folder_of(&text, path, "/lock") : NULL;
    if (status == COVEY_OK && name == NULL)
        status = no_memory(error);
    if (status == COVEY_OK) {
        *lock = open(name, O_WRONLY | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0666);
        if (*lock < 0)
            status = covey_file_fail("making", name, error);
        else if (flock(*lock, LOCK_EX | LOCK_NB) != 0)
            status = errno == EWOULDBLOCK ? covey_fail(error, COVEY_LOCKED,
                                                       "another program is writing %.200s", path)
                                          : covey_file_fail("locking", name, error);
    }
    if (status != COVEY_OK && *lock >= 0) {
        (void)close(*lock);
        *lock = -1;
    }
    covey_text_destroy(&text);
    return status;
}

/// True for the name of a piece of a generation whose number is `kept` or more.
static bool is_old(const char *name, int generation, uint64_t kept)
{
    char *end;
    if (name[0] != (generation == 0 ? 'a' : 'b') || name[1] != '.' || name[2] < '0' ||
        name[2] > '9')
        return false;
    return strtoull(name + 2, &end, 10) >= kept && *end == '\0';
}

void covey_pieces_remove(const char *path, covey_memory *memory, int generation, uint64_t kept)
{
    covey_text text = {.memory = memory};
    const char *name = folder_of(&text, path, "");
    DIR *folder = name != NULL ? opendir(name) : NULL;
    for (struct dirent *entry; folder != NULL && (entry = readdir(folder)) != NULL;)
        if (is_old(entry->d_name, generation, kept))
            (void)unlinkat(dirfd(folder), entry->d_name, 0);
    if (folder != NULL)
        (void)closedir(folder);
    covey_text_destroy(&text);
}

void covey_pieces_remove_all(const char *path, covey_memory *memory)
{
    covey_text text = {.memory = memory};
    covey_pieces_remove(path, memory, 0, 0);
    covey_pieces_remove(path, memory, 1, 0);
    const char *name = folder_of(&text, path, "/lock");
    if (name != NULL)
        (void)unlink(name);
    name = folder_of(&text, path, "");
    if (name != NULL)
        (void)rmdir(name);
    covey_text_destroy(&text);
}

// ---- A piece ----

covey_status covey_piece_create(covey_file *file, covey_text *text, covey_error *error)
{
    *file = (covey_file){.fd = -1, .owned = true, .path = text->bytes};
    file->fd = open(file->path, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0666);
    return file->fd >= 0 ? COVEY_OK : covey_file_fail("making", file->path, error);
}

covey_status covey_piece_put(const covey_file *file, covey_piece *piece, int flock, uint64_t count,
                             const covey_text_view *snapshot, covey_error *error)
{
    unsigned char head[COVEY_PIECE_HEAD], word[4];
    size_t written;
    memcpy(head, COVEY_PIECE_TAG, 4);
    unsigned char *at = covey_bytes_put(head + 8, snapshot->size);
    (void)covey_bytes_put(covey_bytes_put(at, (uint64_t)flock), count);
    uint32_t crc = covey_crc32c(0, head + 8, sizeof head - 8);
    crc = covey_crc32c(crc, snapshot->bytes, snapshot->size);
    covey_bytes_put_little(head + 4, crc, 4);
    covey_bytes_put_little(word, crc, 4);
    covey_status status = covey_file_write(file, head, sizeof head, &written, error);
    if (status == COVEY_OK)
        status = covey_file_write(file, snapshot->bytes, snapshot->size, &written, error);
    piece->blocks++;
    piece->bytes += sizeof head + snapshot->size;
    piece->count[flock] += count;
    piece->crc = covey_crc32c((uint32_t)piece->crc, word, sizeof word);
    return status;
}
