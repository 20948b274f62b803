// SPDX-License-Identifier: MIT
// Standard streams and files as sources and sinks of the library, and interrupts.
#ifndef COVEY_CLI_STREAMS_H
#define COVEY_CLI_STREAMS_H

#include <covey/formal.h>

#include <stdbool.h>

/// An open file and the last errno it gave.
typedef struct stream {
    int file;
    int error;
} stream;

/// Makes sure that the standard streams are open, so that no other file takes their numbers. Says
/// so and returns false if standard input or output is closed. From now on writing to a closed pipe
/// or beyond a limit of file size fails instead of killing.
bool streams_open(void);

/// Closes standard output. A failure there is said, and turns the exit codes 0 and 1 into 74.
int streams_close(int code);

/// From now on an interrupt (SIGINT, SIGTERM) ends the input and makes streams_interrupted() true;
/// a second one ends the program at once, as interrupted, behind a newline where a line is open.
void streams_catch_interrupts(void);

/// Tells whether the last line on the terminal waits for its end.
void streams_open_line(bool is_open);
bool streams_interrupted(void *unused);

/// Opens a file to write it from its beginning. On failure `file` is -1.
stream stream_create(const char *path);

/// Closes a file, if it is open. Returns `status`, or COVEY_IO if that was COVEY_OK and this fails;
/// of several errors the first stays.
covey_status stream_close(stream *to, covey_status status);

covey_source stream_source(stream *from);
covey_sink stream_sink(stream *to);

#endif
