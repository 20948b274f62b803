// SPDX-License-Identifier: MIT
// Checkpoints in pieces: each rank of a run writes its own agents into a piece, a file in folder
// PATH.pieces, and one rank then writes the checkpoint itself, a small file that lists all
// pieces. The pieces of a checkpoint have a generation, a or b: pieces of the next one have the
// other, so that a checkpoint and its pieces stay until the next is whole.
//
// A piece is a series of blocks: a tag and CRC-32C, the size of the rest, a flock, a number of
// agents, and a snapshot of these agents (core/snapshot.h). docs/files.md lists every byte.
#ifndef COVEY_FORMATS_PIECES_H
#define COVEY_FORMATS_PIECES_H

#include "covey/checkpoint.h"
#include "covey/world.h"
#include "formats/file.h"
#include "formats/text.h"

/// The head of a block.
enum { COVEY_PIECE_HEAD = 32 }; // bytes
#define COVEY_PIECE_TAG "SOME"

/// A piece.
typedef struct covey_piece {
    uint64_t blocks, bytes;
    uint64_t crc;                     ///< CRC-32C over the CRCs of its blocks
    uint64_t count[COVEY_MAX_FLOCKS]; ///< agents of each flock
} covey_piece;

/// All pieces of a checkpoint, and the words of a snapshot of them.
typedef struct covey_pieces {
    int generation; ///< 0: a, 1: b
    int flocks;
    uint64_t first;                                         ///< words before the first flock
    uint64_t head[COVEY_MAX_FLOCKS], row[COVEY_MAX_FLOCKS]; ///< words of a flock, of an agent
    size_t count;
    covey_piece *piece;
} covey_pieces;

/// Appends them as the content of a block of a checkpoint.
void covey_pieces_put(covey_text *text, const covey_pieces *pieces);

/// Reads that. The caller gives `piece` back, `count` of them. COVEY_INPUT, COVEY_MEMORY.
covey_status covey_pieces_take(covey_pieces *pieces, covey_memory *memory,
                               const unsigned char *bytes, size_t size, covey_error *error);

/// The agents of a flock in all pieces.
uint64_t covey_pieces_agents(const covey_pieces *pieces, int flock);

/// Puts the path of a piece of the checkpoint at `path`, which may be a link. NULL without memory.
const char *covey_pieces_name(covey_text *text, const char *path, int generation, uint64_t number);

// ---- Writing ----

/// Makes the folder of a checkpoint and takes its lock, which *lock keeps until it is closed, and
/// says which generation is free. COVEY_IO, COVEY_LOCKED, COVEY_MEMORY.
covey_status covey_pieces_begin(const char *path, covey_memory *memory, int *lock, int *generation,
                                covey_error *error);

/// Remove the pieces of a generation, except the numbers below `kept`; and all pieces with the
/// folder, as far as that can be done.
void covey_pieces_remove(const char *path, covey_memory *memory, int generation, uint64_t kept);
void covey_pieces_remove_all(const char *path, covey_memory *memory);

/// Makes the file of a piece, which is empty. Its name is in `text`, which has to stay. COVEY_IO.
covey_status covey_piece_create(covey_file *file, covey_text *text, covey_error *error);

/// Writes a block: a snapshot of some agents of a flock. COVEY_IO.
covey_status covey_piece_put(const covey_file *file, covey_piece *piece, int flock, uint64_t count,
                             const covey_text_view *snapshot, covey_error *error);

/// Writes a checkpoint whose agents are in pieces that have been written.
covey_status covey_pieces_write(const char *path, const covey_checkpoint *checkpoint,
                                const covey_pieces *pieces, covey_allocator allocator,
                                covey_error *error);

// ---- Reading ----

/// A block of a piece; `bytes` are the reader's, and stay until the next call.
typedef struct covey_piece_block {
    int flock;
    uint64_t count;
    const unsigned char *bytes; ///< its snapshot, or NULL if it was passed over
    size_t size;
} covey_piece_block;

/// Reads the blocks of a piece, one after another.
typedef struct covey_piece_reader {
    covey_memory *memory;
    const covey_piece *told;
    covey_text name;
    int fd;
    uint64_t at, blocks; ///< bytes and blocks so far
    uint32_t crc;
    uint64_t seen[COVEY_MAX_FLOCKS]; ///< agents so far
    covey_piece_block next;          ///< the block at hand
    uint32_t block_crc;
    unsigned char *bytes;
    size_t room;
} covey_piece_reader;

/// Opens piece `number` of the checkpoint at `path`. COVEY_INPUT if it is not there or has another
/// size, COVEY_IO, COVEY_MEMORY.
covey_status covey_piece_open(covey_piece_reader *reader, const char *path,
                              const covey_pieces *pieces, uint64_t number, covey_error *error);

/// Goes to the next block and returns its flock and count; *there is false behind the last, where
/// COVEY_INPUT means that the piece is not that of the checkpoint.
covey_status covey_piece_next(covey_piece_reader *reader, bool *there, covey_error *error);

/// Reads the snapshot of the block at hand. COVEY_INPUT if it is damaged.
covey_status covey_piece_read(covey_piece_reader *reader, covey_error *error);

void covey_piece_close(covey_piece_reader *reader);

/// Makes one snapshot of all pieces, agents ascending by id, in a block of the memory.
covey_status covey_pieces_join(const char *path, const covey_pieces *pieces, covey_memory *memory,
                               unsigned char **bytes, size_t *size, covey_error *error);

#endif
