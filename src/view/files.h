// SPDX-License-Identifier: MIT
// The files that a viewer writes, by functions of its window: a program writes to a folder, a page
// hands them over as downloads.
#ifndef COVEY_VIEW_FILES_H
#define COVEY_VIEW_FILES_H

#include <covey/base.h>

#include <stddef.h>

enum { VIEW_PATH = 400 }; // bytes of the path of a file, so that messages have room for it

typedef struct view_files {
    void *context;

    /// Writes a file, in place of an old one. Called by the thread that steps the world. COVEY_IO.
    covey_status (*write)(void *context, const char *path, const void *bytes, size_t size,
                          covey_error *error);

    /// Writes a path of at most `size` bytes that is not taken yet, from a name and a suffix.
    void (*unused)(void *context, const char *name, const char *suffix, char *path, size_t size);
} view_files;

#endif
