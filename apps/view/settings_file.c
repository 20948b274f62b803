// SPDX-License-Identifier: MIT
#define _XOPEN_SOURCE 700
#include "file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

settings settings_file_read(const char *path, recent *files)
{
    file_text text = path != NULL ? file_read(path) : (file_text){0};
    settings self = settings_read(text.bytes);
    if (files != NULL)
        *files = recent_read(text.bytes);
    free(text.bytes);
    return self;
}

/// Makes the folders on the way to a file.
static void make_folders(const char *path)
{
    char *part = strdup(path);
    for (char *at = part; at != NULL && (at = strchr(at + 1, '/')) != NULL; *at = '/') {
        *at = '\0';
        (void)mkdir(part, 0700);
    }
    free(part);
}

/// Paths are kept from the root on.
static void make_whole(recent *files)
{
    for (int k = 0; k < files->count; k++) {
        char *path = realpath(files->name[k], NULL);
        if (path != NULL && strlen(path) < RECENT_NAME)
            (void)snprintf(files->name[k], RECENT_NAME, "%s", path);
        free(path);
    }
}

bool settings_file_write(const settings *self, const recent *files, const char *path)
{
    char text[SETTINGS_TEXT + RECENT_TEXT];
    recent whole = *files;
    make_whole(&whole);
    settings_write(self, text);
    recent_write(&whole, text + strlen(text));
    make_folders(path);
    return file_write(path, text, strlen(text), NULL) == COVEY_OK;
}

char *settings_file_path(void)
{
    const char *folder = getenv("XDG_CONFIG_HOME"), *home = getenv("HOME");
    bool is_own = folder != NULL && folder[0] == '/';
    size_t size = (is_own ? strlen(folder) : home != NULL ? strlen(home) : 0) + 64;
    char *path = is_own || home != NULL ? malloc(size) : NULL;
    if (path != NULL)
        (void)snprintf(path, size, "%s%s/covey/view.conf", is_own ? folder : home,
                       is_own ? "" : "/.config");
    return path;
}
