// SPDX-License-Identifier: MIT
// Standard streams and files as sources and sinks of the library, and interrupts.
#ifndef COVEY_CLI_STREAMS_H
#define COVEY_CLI_STREAMS_H

#include <covey/formal.h>

#include <stdbool.h>

/// An open file and the errno of its last failure.
typedef struct stream {
    int file;
    int error;
} stream;

/// Opens the standard streams that are closed, so that no other file gets their numbers. Writes a
/// message and returns false if standard input or output is closed. From now on writing to a closed
/// pipe or beyond a limit of file size fails instead of killing the process.
bool streams_open(void);

/// Closes standard output. A failure is reported, and turns the exit codes 0 and 1 into 74.
int streams_close(int code);

/// From now on an interrupt (SIGINT, SIGTERM) ends the input and makes streams_interrupted() true;
/// a second one ends the program at once with the code of an interrupt, after a newline if a line
/// is open.
void streams_catch_interrupts(void);

/// Sets whether the last line on the terminal has no end yet.
void streams_open_line(bool is_open);
bool streams_interrupted(void *unused);

/// Opens a file to write it from its beginning. On failure `file` is -1.
stream stream_create(const char *path);

/// Closes a file if it is open. Returns `status`, or COVEY_IO if that was COVEY_OK and this fails;
/// the first of several errors is kept.
covey_status stream_close(stream *to, covey_status status);

covey_source stream_source(stream *from);
covey_sink stream_sink(stream *to);

#endif
