// SPDX-License-Identifier: MIT
// Reads whole files into memory.
#define _POSIX_C_SOURCE 200809L
#include "formats/file.h"

#include <errno.h>
#include <poll.h>
#include <string.h>
#include <unistd.h>

static covey_status read_all(covey_memory *memory, int from, size_t most, covey_loaded *file)
{
    for (ssize_t got = 1; got > 0 && file->size <= most;) {
        if (file->room - file->size < 2) {
            size_t room = 2 * file->room + 4096;
            char *grown = covey_memory_grow(memory, file->bytes, file->room, room, 1);
            if (grown == NULL)
                return COVEY_MEMORY;
            file->bytes = grown;
            file->room = room;
        }
        int tries = 0;
        do
            got = read(from, file->bytes + file->size, file->room - file->size - 1);
        while (got < 0 && covey_file_retry(from, POLLIN, &tries));
        if (got < 0)
            return COVEY_IO;
        file->size += (size_t)got;
    }
    file->bytes[file->size] = '\0';
    return file->size > most ? COVEY_INPUT : COVEY_OK;
}

covey_status covey_load_file(covey_memory *memory, const char *path, size_t most,
                             covey_loaded *file, covey_error *error)
{
    *file = (covey_loaded){0};
    const char *kind;
    int from = covey_file_open_to_read(path, &kind);
    if (kind != NULL)
        return covey_fail(error, COVEY_INPUT, "%.200s is %s, and only files are read", path, kind);
    if (from < 0)
        return covey_fail(error, COVEY_IO, "cannot open %s: %s", path, strerror(errno));
    covey_status status = read_all(memory, from, most, file);
    int reason = errno;
    (void)close(from); // nothing was written
    if (status == COVEY_OK)
        return COVEY_OK;
    covey_load_free(memory, file);
    if (status == COVEY_MEMORY)
        return covey_fail(error, status, "no memory for the file %s", path);
    if (status == COVEY_INPUT)
        return covey_fail(error, status, "%s has more than %zu bytes", path, most);
    return covey_fail(error, status, "cannot read %s: %s", path, strerror(reason));
}

void covey_load_free(covey_memory *memory, covey_loaded *file)
{
    covey_memory_give(memory, file->bytes, file->room, 1);
    *file = (covey_loaded){0};
}
