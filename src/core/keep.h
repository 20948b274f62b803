// SPDX-License-Identifier: MIT
// Agents of a flock as they lie in memory, for snapshots that only this program reads: column by
// column, in whole words, in the order of indices.
#ifndef COVEY_CORE_KEEP_H
#define COVEY_CORE_KEEP_H

#include "core/flock.h"

/// Words of so many agents.
size_t covey_keep_words(const covey_flock *flock, size_t count);

/// Copies the agents of a flock there; returns the place behind them.
unsigned char *covey_keep_put(const covey_flock *flock, unsigned char *bytes);

/// Makes the first agents of a flock, as many as it has now, those that were copied; returns the
/// place behind them. Their index is left to the caller.
const unsigned char *covey_keep_take(const covey_flock *flock, const unsigned char *bytes);

/// True if a flock in that space can have these agents, with ids below `next`. Of ids, it is not
/// seen whether one is there twice.
bool covey_keep_is_sound(const covey_flock *flock, const covey_space *space,
                         const unsigned char *bytes, size_t count, uint64_t next);

#endif
