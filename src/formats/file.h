// SPDX-License-Identifier: MIT
#ifndef COVEY_FORMATS_FILE_H
#define COVEY_FORMATS_FILE_H

#include "covey/formal.h"
#include "formats/text.h"

#include <stdbool.h>

/// A file by its descriptor.
typedef struct covey_file {
    int fd; ///< -1: none
    bool owned;
    bool regular; ///< can be cut
    const char *path;
} covey_file;

/// Opens a file to write and locks it; its content stays. If it is not there it is made or, unless
/// `makes`, refused with COVEY_INPUT. "-" is standard output, which is not locked. The path must
/// outlive the file. COVEY_IO, COVEY_LOCKED.
covey_status covey_file_create(covey_file *file, const char *path, bool makes, covey_error *error);

/// Opens what may be read: a file or a folder, or a pipe that a shell hands over as /dev/fd/63. It
/// never waits. -1 with errno; or, for a named pipe, a device or a socket, with *kind, words for
/// it, which is NULL else.
int covey_file_open_to_read(const char *path, const char **kind);

/// Opens a file to read. "-" is standard input. COVEY_IO; COVEY_INPUT for a pipe or a device.
covey_status covey_file_open(covey_file *file, const char *path, covey_error *error);

/// True if a read or write (POLLIN or POLLOUT) that failed with errno is to be made again: one that
/// was interrupted, or that would have had to wait, after the wait. *tries counts such failures in
/// a row, from 0; after thousands the file is taken for broken.
bool covey_file_retry(int fd, short event, int *tries);

/// Read and write all of some bytes at a place, whatever position the file has; reading ends early
/// at the end of the file, *count tells where. False with errno on failure.
bool covey_file_read_at(int fd, void *bytes, size_t size, uint64_t at, size_t *count);
bool covey_file_write_at(int fd, const void *bytes, size_t size, uint64_t at);

/// Writes all bytes at the end of what was written. COVEY_IO, COVEY_CLOSED; *written tells how many
/// went out.
covey_status covey_file_write(const covey_file *file, const void *bytes, size_t size,
                              size_t *written, covey_error *error);

/// Cuts the file to `size` bytes and goes there. COVEY_IO.
covey_status covey_file_cut(const covey_file *file, uint64_t size, covey_error *error);

/// See to it that the disk has what was written, and the names in the folder of a path. Where the
/// file system cannot do that, it is no failure. COVEY_IO, COVEY_MEMORY.
covey_status covey_file_sync(const covey_file *file, covey_error *error);
covey_status covey_file_sync_folder(const char *path, covey_text *text, covey_error *error);

/// What a failed call of the system means: COVEY_CLOSED for a closed pipe, else COVEY_IO, with the
/// reason.
covey_status covey_file_fail(const char *doing, const char *path, covey_error *error);

/// Where a path leads: the path, or if its last part is a link, what that points to, which need not
/// be there. It is the text from then on, with a zero behind; NULL without memory.
const char *covey_file_target(const char *path, covey_text *text);

/// Reads on from where the file stands.
covey_source covey_file_source(covey_file *file);

/// Closes what is owned. COVEY_IO.
covey_status covey_file_close(covey_file *file, covey_error *error);

#endif
