// SPDX-License-Identifier: MIT
#define _POSIX_C_SOURCE 200809L
#include "settings_file.h"

#include "file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

settings settings_file_read(const char *path)
{
    file_text text = path != NULL ? file_read(path) : (file_text){0};
    settings self = settings_read(text.bytes);
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

bool settings_file_write(const settings *self, const char *path)
{
    char text[SETTINGS_TEXT];
    settings_write(self, text);
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
