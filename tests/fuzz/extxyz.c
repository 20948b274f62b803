// SPDX-License-Identifier: MIT
// Any bytes as extended XYZ: read at once and in small pieces they give the same frames, in order,
// with numbers that are finite or, of velocities, unknown, or the same refusal at the same place.
// The first byte is the size of the pieces.
#include "covey/format.h"

#include "base/bits.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool holds)
{
    if (!holds)
        abort();
}

typedef struct text {
    const uint8_t *bytes;
    size_t size, at, piece;
} text;

/// Result of reading a file.
typedef struct reading {
    uint64_t hash, frames;
    covey_status status;
    covey_error error;
} reading;

static covey_status read_piece(void *context, void *bytes, size_t size, size_t *count)
{
    text *input = context;
    size_t left = input->size - input->at;
    *count = left < size ? left : size;
    *count = *count < input->piece ? *count : input->piece;
    if (*count > 0)
        memcpy(bytes, input->bytes + input->at, *count);
    input->at += *count;
    return COVEY_OK;
}

static uint64_t hash_text(uint64_t hash, const char *text)
{
    for (; *text != '\0'; text++)
        hash = covey_hash_word(hash, (unsigned char)*text);
    return hash;
}

static uint64_t hash_set(uint64_t hash, const covey_frame_set *set)
{
    require(set->count > 0 && set->set[0] != '\0');
    hash = covey_hash_word(hash_text(hash, set->set), set->count);
    for (size_t i = 0; i < set->count; i++) {
        require(i == 0 || set->id[i] > set->id[i - 1]);
        hash = covey_hash_word(hash, set->id[i]);
        for (int axis = 0; axis < COVEY_PLANE; axis++) {
            require(set->pos[axis][i] * 0.0 == 0.0);
            hash = covey_hash_word(hash, covey_bits_of(set->pos[axis][i]));
            if (set->vel[axis] != NULL && !isnan(set->vel[axis][i]))
                hash = covey_hash_word(hash, covey_bits_of(set->vel[axis][i]));
        }
        require(set->vel[0] == NULL || isnan(set->vel[0][i]) == isnan(set->vel[1][i]));
    }
    return hash;
}

static reading read_all(const uint8_t *data, size_t size, size_t piece)
{
    text input = {data, size, 0, piece};
    reading came = {0};
    covey_input_def def = covey_input_def_default();
    def.format = "extxyz";
    def.source = (covey_source){read_piece, &input};
    covey_input *opened;
    const covey_frame_set *sets;
    int count = 1;
    came.status = covey_input_open(&def, &opened, &came.error);
    while (came.status == COVEY_OK && count > 0) {
        came.status = covey_input_next(opened, &sets, &count, &came.error);
        if (came.status != COVEY_OK)
            break;
        for (int k = 0; k < count; k++)
            came.hash = hash_set(covey_hash_word(came.hash, sets[k].step), &sets[k]);
        came.frames += count > 0;
    }
    require(came.status == COVEY_OK ||
            (came.status == COVEY_INPUT && came.error.message[0] != '\0'));
    covey_input_close(opened);
    return came;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0)
        return 0;
    reading whole = read_all(data + 1, size - 1, SIZE_MAX);
    reading pieces = read_all(data + 1, size - 1, 1 + data[0] % 31);
    require(whole.status == pieces.status && whole.hash == pieces.hash);
    require(whole.frames == pieces.frames && whole.error.line == pieces.error.line);
    require(strcmp(whole.error.message, pieces.error.message) == 0);
    return 0;
}
