// SPDX-License-Identifier: MIT
// Pictures that the program writes, as bytes. Whatever fails inside fails the test.
#ifndef COVEY_TESTS_SUPPORT_PICTURES_H
#define COVEY_TESTS_SUPPORT_PICTURES_H

#include <stdbool.h>

/// A folder that is the working one, as setup of a group; files_teardown() ends it.
int pictures_setup(void **state);

/// Fails unless the file is a whole PNG of that size, px.
void pictures_expect_png(const char *path, unsigned width, unsigned height);

/// True if two files, which are there, have the same bytes.
bool pictures_are_same(const char *a, const char *b);

#endif
