// SPDX-License-Identifier: MIT
// Messages between near ranks, of words: one to each and one from each of them.
#ifndef COVEY_DIST_POST_H
#define COVEY_DIST_POST_H

#include "dist/rows.h"

#include <mpi.h>

/// A letter to each near rank, and the one at hand that came. Memory stays from step to step.
typedef struct covey_post {
    MPI_Comm ranks;
    int count;           ///< of near ranks
    const int *rank;     ///< the caller's
    covey_rows *out;     ///< of each, in rows of one word
    MPI_Request *sent;   ///< of each
    int room;            ///< of both
    covey_rows in;       ///< that came last
    bool failed;         ///< a letter was lost for want of memory
    uint64_t words_sent; ///< in all
} covey_post;

void covey_post_free(covey_post *self);

/// Makes room for letters to so many ranks. False without memory.
bool covey_post_reserve(covey_post *self, int count);

/// Begins letters to these ranks, for which there is room, with `head` words of zero each.
void covey_post_begin(covey_post *self, int count, const int *rank, size_t head);

/// Adds room for so many words to the letter with that number, and returns the place; NULL without
/// memory, and the letter is lost.
uint64_t *covey_post_put(covey_post *self, int number, size_t words);

/// Sends all letters, under a tag that both sides know. They stay as they are until the end.
void covey_post_send(covey_post *self, int tag);

/// Waits for a letter of any near rank, which is in `in` then; called once for each. It is empty if
/// there was no memory for it.
void covey_post_receive(covey_post *self, int tag);

/// Waits until all letters have left.
void covey_post_end(covey_post *self);

#endif
