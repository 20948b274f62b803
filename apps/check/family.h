// SPDX-License-Identifier: MIT
#ifndef CHECK_FAMILY_H
#define CHECK_FAMILY_H

#include <stdbool.h>

/// Kills all processes that the calling process started, and their children, as far as /proc shows
/// them.
void check_family_kill(void);

/// Processor time in seconds that all these processes have had, ended ones included.
double check_family_time(void);

/// A limit of that time.
typedef struct check_family_watch {
    double seconds; ///< the limit
    double from;    ///< the limit cannot be passed before this moment
    bool passed;
} check_family_watch;

/// Begins to watch processes that start now.
check_family_watch check_family_watch_from_now(double seconds);

/// True once: at the first look after the limit was passed.
bool check_family_passes(check_family_watch *watch);

#endif
