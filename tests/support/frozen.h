// SPDX-License-Identifier: MIT
// Tables of frozen results in tests/golden: a first line "# results EPOCH", then a row a line,
// which ends with two hashes; the words before these are its key.
#ifndef COVEY_TESTS_FROZEN_H
#define COVEY_TESTS_FROZEN_H

#include <stdbool.h>

enum { FROZEN_WHY = 512 };

/// The rows of a table: the text behind its first line. Fails the test unless that has the results
/// epoch of the library.
const char *frozen_rows(const char *table);

/// True if rows may not take the place of those of `table`: a hash changes, and the results epoch
/// `epoch` has not risen since. `why` says then what to do. New rows change nothing.
bool frozen_refuses(const char *table, const char *rows, int epoch, char why[FROZEN_WHY]);

/// Puts rows in place of those of tests/golden/NAME, with the epoch of the library, or fails the
/// test with the reason why not.
void frozen_write(const char *name, const char *rows);

#endif
