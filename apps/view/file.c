// SPDX-License-Identifier: MIT
#include "file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static covey_status append(void *context, const void *bytes, size_t size)
{
    file_text *text = context;
    if (text->bytes == NULL || text->size + size + 1 > text->room) {
        size_t room = 2 * text->room + size + 1024;
        char *grown = realloc(text->bytes, room);
        if (grown == NULL)
            return COVEY_MEMORY;
        text->bytes = grown;
        text->room = room;
    }
    memcpy(text->bytes + text->size, bytes, size);
    text->size += size;
    text->bytes[text->size] = '\0';
    return COVEY_OK;
}

covey_sink file_text_sink(file_text *text)
{
    return (covey_sink){append, text};
}

covey_status file_write(const char *path, const void *bytes, size_t size, covey_error *error)
{
    FILE *file = fopen(path, "wb");
    if (file == NULL)
        return covey_fail(error, COVEY_IO, "cannot write %.160s: %s", path, strerror(errno));
    bool whole = fwrite(bytes, 1, size, file) == size;
    whole = fclose(file) == 0 && whole;
    return whole ? COVEY_OK
                 : covey_fail(error, COVEY_IO, "cannot write %.160s: %s", path, strerror(errno));
}

file_text file_read(const char *path)
{
    file_text text = {0};
    char block[4096];
    size_t got;
    FILE *file = fopen(path, "rb");
    while (file != NULL && (got = fread(block, 1, sizeof block, file)) > 0)
        if (append(&text, block, got) != COVEY_OK)
            break;
    if (file != NULL)
        (void)fclose(file);
    return text;
}

void file_unused(const char *name, const char *suffix, char *path, size_t size)
{
    for (int k = 1; k < 100000; k++) {
        (void)snprintf(path, size, "%s-%d%s", name, k, suffix);
        FILE *there = fopen(path, "rb");
        if (there == NULL)
            return;
        (void)fclose(there);
    }
}
