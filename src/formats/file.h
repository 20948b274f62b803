// SPDX-License-Identifier: MIT
#ifndef COVEY_FORMATS_FILE_H
#define COVEY_FORMATS_FILE_H

#include "base/memory.h"
#include "covey/base.h"
#include "covey/formal.h"
#include "formats/text.h"

#include <stdbool.h>
#include <sys/stat.h>

/// A file by its descriptor.
typedef struct covey_file {
    int fd; ///< -1: none
    bool owned;
    bool regular; ///< a regular file, which can be cut
    const char *path;
    bool (*stop)(void *context); ///< see covey_file_await(); NULL: never
    void *context;
} covey_file;

/// Opens a file to write and locks it; its content stays. If it is not there it is made or, unless
/// `makes`, refused with COVEY_INPUT. "-" is standard output, which is not locked. The path must
/// outlive the file. COVEY_IO, COVEY_LOCKED.
covey_status covey_file_create(covey_file *file, const char *path, bool makes, covey_error *error);

/// Opens a file or a folder, or a pipe that a shell hands over as /dev/fd/63, without waiting.
/// Returns -1 on failure, with errno and *kind NULL; a named pipe, a device or a socket fails with
/// *kind, a description of it.
int covey_file_open_to_read(const char *path, const char **kind);

/// Asks for a file; *there is false where the path leads to none that can be seen, with errno.
/// False where the system failed, with errno.
bool covey_file_ask(const char *path, struct stat *about, bool *there);

/// Opens a file to read. "-" is standard input. COVEY_IO; COVEY_INPUT for a pipe or a device.
covey_status covey_file_open(covey_file *file, const char *path, covey_error *error);

/// True if a read or write (POLLIN or POLLOUT) that failed with errno is to be repeated: it was
/// interrupted, or would have had to wait, in which case this function waits. *tries counts such
/// failures in a row, from 0; after thousands of them the file is taken for broken.
bool covey_file_retry(int fd, short event, int *tries);

/// The most bytes that are written to a pipe at a time where its writer may be asked to stop: a
/// pipe that poll() calls writable takes them at once.
enum { COVEY_FILE_PIECE = 4096 };

/// Waits until a pipe takes bytes or fails. False once `stop` is true and the reader has taken
/// nothing for a second; it is asked every second and after signals. A regular file never waits.
bool covey_file_await(int fd, bool (*stop)(void *context), void *context);

/// Read and write `size` bytes at a place, independent of the position of the file. Reading ends
/// early at the end of the file; *count is the number of bytes read. False with errno on failure.
bool covey_file_read_at(int fd, void *bytes, size_t size, uint64_t at, size_t *count);
bool covey_file_write_at(int fd, const void *bytes, size_t size, uint64_t at);

/// Writes all bytes at the position of the file. COVEY_IO, COVEY_CLOSED, COVEY_INTERRUPTED where
/// `stop` of the file ends the wait for a reader; *written is the number of bytes that were
/// written.
covey_status covey_file_write(const covey_file *file, const void *bytes, size_t size,
                              size_t *written, covey_error *error);

/// Cuts the file to `size` bytes and moves its position there. COVEY_IO.
covey_status covey_file_cut(const covey_file *file, uint64_t size, covey_error *error);

/// Wait until the disk has the data of a file, and the names in the folder of a path. A file system
/// that cannot do that is no failure. COVEY_IO, COVEY_MEMORY.
covey_status covey_file_sync(const covey_file *file, covey_error *error);
covey_status covey_file_sync_folder(const char *path, covey_text *text, covey_error *error);

/// Fails with the status of a failed system call and its reason: COVEY_CLOSED for a closed pipe,
/// else COVEY_IO.
covey_status covey_file_fail(const char *doing, const char *path, covey_error *error);

/// Finds the target of a path: if the last part of the path is a link, the target of that link,
/// which need not exist; else the path. It is stored in the text, with a zero at its end; NULL
/// without memory.
const char *covey_file_target(const char *path, covey_text *text);

/// A source that reads on from the position of the file.
covey_source covey_file_source(covey_file *file);

/// Closes the descriptor if the file owns it. COVEY_IO.
covey_status covey_file_close(covey_file *file, covey_error *error);

// ---- Whole files ----

/// The bytes of a file, `size` of them and a zero behind.
typedef struct covey_loaded {
    char *bytes;
    size_t size, room;
} covey_loaded;

/// Reads a file of at most `most` bytes; give it back with covey_load_free(). COVEY_IO, COVEY_INPUT
/// for a larger file, COVEY_MEMORY; the message names the path.
covey_status covey_load_file(covey_memory *memory, const char *path, size_t most,
                             covey_loaded *file, covey_error *error);
void covey_load_free(covey_memory *memory, covey_loaded *file);

// ---- Folders ----

/// Finds whether a path leads to a place in a folder or below it, after all links and .. of the
/// path, or to no place at all. "" is the working folder. COVEY_MEMORY, or COVEY_IO where the
/// system failed, leave the answer open.
covey_status covey_inside(covey_memory *memory, const char *folder, const char *path, bool *inside,
                          covey_error *error);

/// True for the path of an open stream, such as /dev/fd/63, by which a shell names a pipe.
bool covey_inside_is_stream(const char *path);

/// Finds whether a path leads to a file that covey wrote, judged by its first bytes, to an empty
/// file, or to none: writing there loses no data of other programs. COVEY_IO if that cannot be
/// read.
covey_status covey_inside_is_own(const char *path, bool *own, covey_error *error);

#endif
