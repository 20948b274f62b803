// SPDX-License-Identifier: MIT
// A helper program that works on a file for covey_run and talks to it through a pair of sockets.
// It may crash, hang or talk nonsense: that ends the helper and no more.
#ifndef COVEY_FORMATS_HELPER_H
#define COVEY_FORMATS_HELPER_H

#include "formats/text.h"

#include <sys/types.h>

/// The reason why a helper sends nothing more.
typedef enum covey_helper_fate {
    COVEY_HELPER_WORKS,
    COVEY_HELPER_ENDED, ///< or crashed
    COVEY_HELPER_HUNG,
    COVEY_HELPER_LOST, ///< a system call of ours failed: `reason`
} covey_helper_fate;

typedef struct covey_helper {
    pid_t pid;  ///< 0: none
    int talk;   ///< our end
    int wait_s; ///< how long it may be silent; 0: for ever
    covey_helper_fate fate;
    int reason;
    bool begun; ///< it was ready
    size_t at, size;
    unsigned char buffer[1 << 16];
} covey_helper;

typedef struct covey_helper_def {
    const char *path; ///< of the program; NULL: where it was built or installed
    const char *mode; ///< its argument
    int file, bulk;   ///< descriptors to hand over; bulk -1: none
    int wait_s;
} covey_helper_def;

/// Finds a program or module that belongs to covey: beside the program or library that has this
/// code, or in its place of installation. COVEY_SYSTEM, COVEY_MEMORY.
covey_status covey_helper_find(const char *name, covey_text *path, covey_error *error);

/// Starts the helper and waits until it is ready. COVEY_SYSTEM, COVEY_MEMORY.
covey_status covey_helper_start(covey_helper *self, const covey_helper_def *def,
                                covey_memory *memory, covey_error *error);

/// False where the helper is no more, see `fate`.
bool covey_helper_send(covey_helper *self, const void *bytes, size_t size);
bool covey_helper_receive(covey_helper *self, void *bytes, size_t size);

/// True if a helper that has ended was killed from outside, by SIGKILL, which neither a damaged
/// file nor a limit of the helper's own sends, or could no longer talk to the program. To be asked
/// before covey_helper_end().
bool covey_helper_is_cut_off(const covey_helper *self);

/// Ends the helper, at once unless it `comes` to its end by itself, and waits for its end.
void covey_helper_end(covey_helper *self, bool comes);

#endif
