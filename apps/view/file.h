// SPDX-License-Identifier: MIT
// Texts that grow, and files written whole.
#ifndef COVEY_VIEW_FILE_H
#define COVEY_VIEW_FILE_H

#include "view/settings.h"
#include "view/sim.h"

#include <covey/formal.h>

#include <stdbool.h>
#include <stdio.h>

/// Bytes and a zero behind them, which the caller frees once it is closed. The sink writes to it
/// in between, and must not outlive it.
typedef struct file_text {
    char *bytes;
    size_t size;
    FILE *stream;
} file_text;
covey_sink file_text_open(file_text *text);
bool file_text_close(file_text *text); ///< false without memory: there are no bytes

/// Writes a file, whole or not at all, in place of an old one, or standard output if the path is
/// "-". COVEY_IO, COVEY_LOCKED, COVEY_CLOSED, COVEY_MEMORY.
covey_status file_write(const char *path, const void *bytes, size_t size, covey_error *error);

/// Reads a file; its bytes are NULL if it cannot be read to its end.
file_text file_read(const char *path);

/// The first of NAME-1SUFFIX, NAME-2SUFFIX, … in the working folder that is not there yet: the full
/// path, where there is room for it, VIEW_PATH bytes at most.
void file_unused(const char *name, const char *suffix, char *path, size_t size);

/// Both of them, for a viewer.
view_files file_desktop(void);

// ---- Settings ----

// The file of the settings.

/// Reads the settings of a file, and into `files` the files opened last; `files` may be NULL.
/// Settings have their initial values where the file cannot be read or the path is NULL.
settings settings_file_read(const char *path, recent *files);

/// Writes the settings and the files that were opened, with the folder; returns false if that
/// fails, without a message.
bool settings_file_write(const settings *self, const recent *files, const char *path);

/// $XDG_CONFIG_HOME/covey/view.conf, or ~/.config/covey/view.conf; the caller frees it. NULL where
/// there is no home.
char *settings_file_path(void);

#endif
