// SPDX-License-Identifier: MIT
// Texts that grow, and files written whole.
#ifndef COVEY_VIEW_FILE_H
#define COVEY_VIEW_FILE_H

#include <covey/formal.h>

/// Bytes and a zero behind them; the caller frees them. Starts all zero.
typedef struct file_text {
    char *bytes;
    size_t size, room;
} file_text;
covey_sink file_text_sink(file_text *text);

/// Writes a file, in place of an old one. COVEY_IO.
covey_status file_write(const char *path, const void *bytes, size_t size, covey_error *error);

/// Reads a file; its bytes are NULL if it is not there.
file_text file_read(const char *path);

/// The first of NAME-1SUFFIX, NAME-2SUFFIX, … in the working folder that is not there yet.
void file_unused(const char *name, const char *suffix, char *path, size_t size);

#endif
