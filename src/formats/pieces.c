// SPDX-License-Identifier: MIT
#include "formats/pieces.h"

#include "base/bits.h"

#include <stdio.h>

enum { HEAD = 4, FLOCK = 2, PIECE = 3 }; // words

static void put_word(covey_text *text, uint64_t word)
{
    unsigned char bytes[sizeof word];
    (void)covey_bytes_put(bytes, word);
    covey_text_put(text, bytes, sizeof bytes);
}

void covey_pieces_put(covey_text *text, const covey_pieces *pieces)
{
    put_word(text, (uint64_t)pieces->generation);
    put_word(text, pieces->count);
    put_word(text, (uint64_t)pieces->flocks);
    put_word(text, pieces->first);
    for (int f = 0; f < pieces->flocks; f++) {
        put_word(text, pieces->head[f]);
        put_word(text, pieces->row[f]);
    }
    for (size_t k = 0; k < pieces->count; k++) {
        put_word(text, pieces->piece[k].blocks);
        put_word(text, pieces->piece[k].bytes);
        put_word(text, pieces->piece[k].crc);
        for (int f = 0; f < pieces->flocks; f++)
            put_word(text, pieces->piece[k].count[f]);
    }
}

static const unsigned char *take_piece(covey_piece *piece, int flocks, const unsigned char *bytes)
{
    bytes = covey_bytes_take(bytes, &piece->blocks);
    bytes = covey_bytes_take(bytes, &piece->bytes);
    bytes = covey_bytes_take(bytes, &piece->crc);
    for (int f = 0; f < flocks; f++)
        bytes = covey_bytes_take(bytes, &piece->count[f]);
    return bytes;
}

covey_status covey_pieces_take(covey_pieces *pieces, covey_memory *memory,
                               const unsigned char *bytes, size_t size, covey_error *error)
{
    static const char damaged[] = "the checkpoint is damaged: what it tells of its pieces is wrong";
    uint64_t words = size / sizeof(uint64_t), generation, count, flocks;
    *pieces = (covey_pieces){.piece = NULL};
    if (words < HEAD)
        return covey_fail(error, COVEY_INPUT, damaged);
    bytes = covey_bytes_take(covey_bytes_take(bytes, &generation), &count);
    bytes = covey_bytes_take(covey_bytes_take(bytes, &flocks), &pieces->first);
    if (generation > 1 || flocks < 1 || flocks > COVEY_MAX_FLOCKS || count < 1 || count > words ||
        words != HEAD + flocks * FLOCK + count * (PIECE + flocks) ||
        words * sizeof(uint64_t) != size || pieces->first > UINT32_MAX)
        return covey_fail(error, COVEY_INPUT, damaged);
    pieces->generation = (int)generation;
    pieces->flocks = (int)flocks;
    for (int f = 0; f < pieces->flocks; f++) {
        bytes = covey_bytes_take(covey_bytes_take(bytes, &pieces->head[f]), &pieces->row[f]);
        if (pieces->head[f] > UINT32_MAX || pieces->row[f] < 1 || pieces->row[f] > UINT16_MAX)
            return covey_fail(error, COVEY_INPUT, damaged);
    }
    pieces->piece = covey_memory_take(memory, (size_t)count, sizeof *pieces->piece);
    if (pieces->piece == NULL)
        return covey_fail(error, COVEY_MEMORY, "out of memory");
    pieces->count = (size_t)count;
    for (size_t k = 0; k < pieces->count; k++) {
        covey_piece *piece = &pieces->piece[k];
        bytes = take_piece(piece, pieces->flocks, bytes);
        for (int f = 0; f < pieces->flocks; f++)
            if (piece->count[f] > UINT32_MAX)
                return covey_fail(error, COVEY_INPUT, damaged);
    }
    return COVEY_OK;
}

uint64_t covey_pieces_agents(const covey_pieces *pieces, int flock)
{
    uint64_t count = 0;
    for (size_t k = 0; k < pieces->count; k++)
        count += pieces->piece[k].count[flock];
    return count;
}

const char *covey_pieces_name(covey_text *text, const char *path, int generation, uint64_t number)
{
    char end[40];
    covey_text_clear(text);
    if (covey_file_target(path, text) == NULL)
        return NULL;
    (void)snprintf(end, sizeof end, ".pieces/%c.%llu", generation == 0 ? 'a' : 'b',
                   (unsigned long long)number);
    covey_text_string(text, end);
    return covey_text_end(text);
}
