// SPDX-License-Identifier: MIT
// Definitions as words, by their member tables: the members that define a world or can change in
// it. A text is its length and one more, 0 for NULL, and then its bytes; a list is its size and
// then its items; in the plane the third axis is 0, and columns of it are left out.
#ifndef COVEY_CORE_DESCRIBED_H
#define COVEY_CORE_DESCRIBED_H

#include "covey/describe.h"

#include <stdbool.h>
#include <stdint.h>

/// Words that are written, compared, or only counted.
typedef struct covey_described {
    int dim;                   ///< axes of the world
    unsigned char *to;         ///< where the next one is written; NULL: none is
    const unsigned char *like; ///< the next one is compared with this; NULL: with nothing
    size_t like_left;          ///< words there
    double *const *columns; ///< numbers of columns there are read into these, and not compared; or
                            ///< NULL
    bool differs;           ///< some word differed, or was one too many
    size_t count;
} covey_described;

void covey_described_word(covey_described *words, uint64_t word);

/// Puts the struct `from`.
void covey_described_put(covey_described *words, const covey_member *table, const void *from);

/// Words that are read, and memory for texts and lists, which stay there.
typedef struct covey_reading {
    int dim;
    const unsigned char *at;
    size_t left; ///< words
    unsigned char *room;
    size_t room_left; ///< bytes
    bool sound;       ///< all words made sense so far
} covey_reading;

/// Bytes of memory in which the definitions of so many words fit.
size_t covey_reading_room(size_t words);

uint64_t covey_reading_word(covey_reading *reading);

/// Memory, zeroed as the room is, for `count` things, each of which takes one word at least. NULL
/// if there are not so many.
void *covey_reading_list(covey_reading *reading, uint64_t count, size_t size);

/// Reads a struct, whose other members stay.
void covey_reading_describe(covey_reading *reading, const covey_member *table, void *to);

/// The first member that defines results and differs; NULL: none does.
const covey_member *covey_described_differ(const covey_member *table, const void *one,
                                           const void *other, int dim);

#endif
