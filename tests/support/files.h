// SPDX-License-Identifier: MIT
// Helpers for tests of files: a folder of their own, whole files, frames to write and to compare.
// Whatever fails inside fails the test.
#ifndef COVEY_TESTS_SUPPORT_FILES_H
#define COVEY_TESTS_SUPPORT_FILES_H

#include "covey/format.h"

/// A folder for this test program, as setup and teardown of a group; its path ends with a slash.
int files_setup(void **state);
int files_teardown(void **state);

/// The path of a name in it; up to 8 are valid at a time.
const char *files_path(const char *name);

/// A whole file; the caller frees it. NULL if it is not there.
char *files_read(const char *path, size_t *size);
void files_write(const char *path, const void *bytes, size_t size);

/// Number of files in the folder.
int files_count(void);

/// A message in which "<read>" stands for the formats that are read, as messages list them,
/// "<written>" for those that are written and have a suffix, "<all>" for all that are written. In a
/// buffer that the next call changes.
const char *files_with_formats(const char *message);

/// Made-up frames: two sets on a torus, 3 and 2 agents, numbers of all sizes that depend on the
/// step alone; ids not in order.
enum { MADE_SETS = 2, MADE_DT_INVERSE = 8 };
void files_frame(uint64_t step, covey_frame_set sets[MADE_SETS]);

/// A definition for them.
covey_output_def files_def(const char *path);

/// Writes the frames of the steps from `first` to `last`.
void files_put(covey_output *output, uint64_t first, uint64_t last);

/// Opens an output, whatever it takes.
covey_output *files_open(const covey_output_def *def);

/// The path of a name with the suffix of a format.
const char *files_path_for(const char *stem, const covey_format *format);

/// A file of the steps 0 to `last`; where it stood behind each goes to `bookmarks`, unless NULL.
const char *files_make(const char *stem, const covey_format *format, uint64_t last,
                       covey_bookmark *bookmarks);

/// Takes the lines that begin with # out of a text.
void files_drop_comments(char *text);

/// Fails unless the sets are those of files_frame() bit for bit.
void files_check_frame(uint64_t step, const covey_frame_set *sets, int count);

/// Number of whole made-up frames that a file begins with, from step 0 on; *status is that of the
/// end. Fails if one is wrong.
uint64_t files_count_frames(const char *path, covey_status *status, covey_error *error);

#endif
