// SPDX-License-Identifier: MIT
// The viewer by its script: what it says before and after each thing that a hand does.
#ifndef COVEY_TESTS_SUPPORT_VIEWING_H
#define COVEY_TESTS_SUPPORT_VIEWING_H

#include "support/program.h"

enum { TEXT = 65536, BLOCKS = 128 };

/// The values that a script printed, a block each time.
typedef struct said {
    process run;
    char *block[BLOCKS];
    int count;
} said;

/// The expected value of a name after a deed.
typedef enum expectation { IS, SAVED, NEXT, MORE, LESS, OTHER } expectation;

typedef struct deed {
    const char *script;
    const char *name;
    expectation what;
    const char *value; ///< of IS; of SAVED, the name of a file in the working folder
} deed;

/// A folder for files, and no screen.
int viewing_setup(void **state);

/// Plays a script in a window of this size, or NULL: as remembered; or of 560 x 420.
said play_in(const char *size, const char *preset, const char *script);
said play(const char *preset, const char *script);
void forget(said *all);

/// The value of a name in a block, "" if it is not there; valid until the next but one call.
const char *value(const said *all, int block, const char *name);

/// Fails if a block is not, compared with the one before, as a deed expects.
void check_deed(const said *all, int block, const deed *row);

/// Does one after the other in one run, behind `first`.
void do_all(const char *preset, const char *first, const deed *rows, size_t count);

/// Fails if the session that was saved last does not replay to the hash of then.
void expect_replay(const said *all, int block);

#endif
