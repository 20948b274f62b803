// SPDX-License-Identifier: MIT
// Messages between near ranks, of words: one to each and one from each of them.
#ifndef COVEY_DIST_MESSAGES_H
#define COVEY_DIST_MESSAGES_H

#include "dist/rows.h"

#include <mpi.h>

/// A message to each near rank, and the one at hand that came. Memory stays from step to step.
typedef struct covey_messages {
    MPI_Comm ranks;
    int count;           ///< of near ranks
    const int *rank;     ///< the caller's
    covey_rows *out;     ///< of each, in rows of one word
    MPI_Request *sent;   ///< of each
    int room;            ///< of both
    covey_rows in;       ///< that came last
    bool failed;         ///< a message was lost for want of memory
    uint64_t words_sent; ///< in all
} covey_messages;

void covey_messages_free(covey_messages *self);

/// Makes room for messages to so many ranks. False without memory.
bool covey_messages_reserve(covey_messages *self, int count);

/// Begins messages to these ranks, for which there is room, with `head` words of zero each.
void covey_messages_begin(covey_messages *self, int count, const int *rank, size_t head);

/// Adds room for so many words to the message with that number, and returns the place; NULL without
/// memory, and the message is lost.
uint64_t *covey_messages_put(covey_messages *self, int number, size_t words);

/// Sends all messages, under a tag that both sides know. They stay as they are until the end.
void covey_messages_send(covey_messages *self, int tag);

/// Waits for a message of any near rank, which is in `in` then; called once for each. It is empty
/// if there was no memory for it.
void covey_messages_receive(covey_messages *self, int tag);

/// Waits until all messages have left.
void covey_messages_end(covey_messages *self);

#endif
