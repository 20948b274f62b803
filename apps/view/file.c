// SPDX-License-Identifier: MIT
#define _POSIX_C_SOURCE 200809L
#include "file.h"

#include "formats/beside.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static covey_status put(void *context, const void *bytes, size_t size)
{
    const file_text *text = context;
    return text->stream != NULL && fwrite(bytes, 1, size, text->stream) == size ? COVEY_OK
                                                                                : COVEY_MEMORY;
}

covey_sink file_text_open(file_text *text)
{
    *text = (file_text){0};
    text->stream = open_memstream(&text->bytes, &text->size);
    return (covey_sink){put, text};
}

bool file_text_close(file_text *text)
{
    bool good = text->stream != NULL && fclose(text->stream) == 0 && text->bytes != NULL;
    if (!good)
        free(text->bytes);
    text->bytes = good ? text->bytes : NULL;
    text->stream = NULL;
    return good;
}

covey_status file_write(const char *path, const void *bytes, size_t size, covey_error *error)
{
    if (strcmp(path, "-") == 0 && fflush(stdout) != 0)
        return covey_fail(error, COVEY_IO, "cannot write standard output");
    return covey_beside_write(path, bytes, size, error);
}

file_text file_read(const char *path)
{
    file_text text = {0};
    char block[4096];
    size_t got;
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        return text;
    covey_sink sink = file_text_open(&text);
    bool whole = true;
    while (whole && (got = fread(block, 1, sizeof block, file)) > 0)
        whole = sink.write(sink.context, block, got) == COVEY_OK;
    whole = whole && !ferror(file);
    (void)fclose(file);
    whole = file_text_close(&text) && whole;
    if (!whole)
        free(text.bytes);
    return whole ? text : (file_text){0};
}

void file_unused(const char *name, const char *suffix, char *path, size_t size)
{
    char folder[VIEW_PATH], fresh[VIEW_PATH + 8];
    bool whole = getcwd(folder, sizeof folder) != NULL && strlen(folder) + strlen(name) + 32 < size;
    const char *in = !whole ? "" : strcmp(folder, "/") == 0 ? "/" : folder;
    for (int k = 1; k < 100000; k++) {
        (void)snprintf(path, size, "%s%s%s-%d%s", in, whole && in[1] != '\0' ? "/" : "", name, k,
                       suffix);
        (void)snprintf(fresh, sizeof fresh, "%s.new", path); // of a film that is being written
        if (access(path, F_OK) != 0 && access(fresh, F_OK) != 0)
            return;
    }
}

static covey_status write_one(void *context, const char *path, const void *bytes, size_t size,
                              covey_error *error)
{
    (void)context;
    return file_write(path, bytes, size, error);
}

static void name_one(void *context, const char *name, const char *suffix, char *path, size_t size)
{
    (void)context;
    file_unused(name, suffix, path, size);
}

view_files file_desktop(void)
{
    return (view_files){NULL, write_one, name_one};
}
