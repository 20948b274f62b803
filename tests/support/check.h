// SPDX-License-Identifier: MIT
// Runs covey check and compares its messages. A failure inside fails the test.
#ifndef COVEY_TESTS_SUPPORT_CHECK_H
#define COVEY_TESTS_SUPPORT_CHECK_H

#include "support/process.h"

#define PROGRAMS COVEY_SOURCE_DIR "/tests/check/programs/"
#define PYTHON "/usr/bin/python3"

/// A folder for the test program, also for temporary files of covey, and the path to covey, as
/// setup of a group; files_teardown() ends
/// it.
int check_setup(void **state);

/// Runs covey check with arguments ended by NULL and expects an exit code.
process check_run(int code, const char *const *arguments);
#define CHECK(code, ...) check_run(code, (const char *const[]){__VA_ARGS__, NULL})

/// False where this system has no fence for programs, as in a chroot or in some containers: tables
/// and reports begin with a line that says so.
bool check_has_fence(void);

/// Writes a text with the number of built-in cases in the place of each "{N}", and one less in that
/// of each "{N-1}", two less in that of "{N-2}".
void check_count(char *to, size_t size, const char *text);

/// Expects a part of a text, or of the output of a run, which is freed. The part is counted.
void check_text(const char *text, const char *part);
void check_output(process *covey, const char *part);

/// Runs a command of a shell; true if it ends with 0.
bool check_shell(const char *command);

/// Writes a text to a path.
void check_write(const char *path, const char *text);

/// Adds a submission to the folder `class` of the test: ./flock, a line of a shell.
void check_submit(const char *name, const char *line);

/// Writes four of the built-in cases into a new folder of the test: enough to tell a few mistakes
/// apart.
void check_write_few(const char *folder);

/// Removes a file or folder of the test with all that is in it.
void check_remove(const char *name);

#endif
