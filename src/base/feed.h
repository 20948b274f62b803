// SPDX-License-Identifier: MIT
#ifndef COVEY_BASE_FEED_H
#define COVEY_BASE_FEED_H

#include "covey/formal.h"

/// What is left to read of bytes in memory, which the caller keeps.
typedef struct covey_feed {
    const char *bytes;
    size_t size;
} covey_feed;

/// A source that gives them. Never fails.
covey_source covey_feed_source(covey_feed *feed);

#endif
