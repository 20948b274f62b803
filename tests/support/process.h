// SPDX-License-Identifier: MIT
// Runs a program without a shell and talks to it. Nothing dead-locks, nothing waits for ever, and a
// mistake of the test itself fails the test. The words of the environment variable COVEY_RUN, such
// as "qemu-aarch64 -L /usr/aarch64-linux-gnu", come before every program but native ones.
#ifndef COVEY_TESTS_PROCESS_H
#define COVEY_TESTS_PROCESS_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/// Stand for a standard stream that is not open at all, and for an output without a reader.
extern const char process_closed[];
extern const char process_unread[];

/// A program to run, and its standard streams. Standard error is always a pipe.
typedef struct process_def {
    const char *const *arguments; ///< the program's name and its arguments, ended by NULL
    bool native;                  ///< a program of this machine: without COVEY_RUN
    const char *input;            ///< bytes for the pipe on standard input; may be NULL
    size_t input_size;            ///< 0: strlen(input)
    bool input_endless;           ///< the same input over and over
    const char *in_file;          ///< instead of a pipe: a file, or process_closed
    const char *out_file;         ///< instead of a pipe: a file, process_closed or process_unread
    size_t memory;                ///< bytes of address space; 0: no limit
} process_def;

/// Bytes and a zero after them.
typedef struct process_text {
    char *bytes;
    size_t size;
    size_t room;
} process_text;

typedef struct process {
    process_def def;
    pid_t pid;
    int in, out, err; ///< our ends of the pipes; -1 where there is none or no more
    size_t sent;      ///< of def.input
    bool out_of_time; ///< it had to be killed
    int code;         ///< exit code; -1 if a signal ended it
    int signal;       ///< that signal, or 0
    process_text output, errors;
} process;

/// Runs a program to its end. Call process_free() afterwards.
process process_run(const process_def *def);

/// The same in pieces: start; any of those between; finish.
/// `send` passes a text on; `feed` passes it on over and over during all calls that follow.
/// `await_lines` returns true as soon as standard output has given that many lines in all, false
/// once it has ended or a minute has passed.
/// `finish` ends the input (one that is fed goes on), collects the output, fills code and signal.
void process_start(process *self, const process_def *def);
void process_send(process *self, const char *text);
void process_feed(process *self, const char *text); ///< `text` must outlive the process
bool process_await_lines(process *self, size_t lines);
void process_hang_up(process *self); ///< closes our end of its standard output
void process_kill(const process *self, int signal);
void process_finish(process *self);
void process_free(process *self);

/// Number of newlines.
size_t process_lines(const process_text *text);

/// False where limits of the address space cannot be set: under sanitizers and emulators.
bool process_can_limit_memory(void);

#endif
