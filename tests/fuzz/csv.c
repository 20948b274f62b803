// SPDX-License-Identifier: MIT
// Any bytes, in pieces of any size, as CSV or extended XYZ: frames are in order and sorted, numbers
// finite or, of velocities, unknown, refusals have a message, memory is given back. The first byte
// picks format and options.
#include "covey/format.h"

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

static void check_set(const covey_frame_set *set)
{
    require(set->count > 0 && set->set[0] != '\0');
    const int dim = covey_space_dim(&set->space);
    for (size_t i = 0; i < set->count; i++) {
        require(i == 0 || set->id[i] > set->id[i - 1]);
        for (int axis = 0; axis < dim; axis++) {
            require(set->pos[axis][i] * 0.0 == 0.0);
            require(set->vel[0] == NULL || isnan(set->vel[0][i]) == isnan(set->vel[axis][i]));
        }
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0)
        return 0;
    text input = {data + 1, size - 1, 0, (data[0] & 4) != 0 ? 3 : SIZE_MAX};
    covey_input_def def = covey_input_def_default();
    def.format = (data[0] & 1) != 0 ? "extxyz" : "csv";
    def.differences = (data[0] & 2) != 0;
    def.still = (data[0] & 8) != 0;
    def.scale = (data[0] & 16) != 0 ? 1e200 : 1.0;
    def.fps = (data[0] & 32) != 0 ? 25.0 : 0.0;
    def.dim = (data[0] & 64) != 0 ? 3 : 0;
    def.source = (covey_source){read_piece, &input};
    covey_input *opened;
    covey_error error = {0};
    double last = -HUGE_VAL;
    uint64_t last_step = 0;
    const covey_frame_set *sets;
    int count = 0;
    covey_status status = covey_input_open(&def, &opened, &error);
    if (status == COVEY_OK)
        while ((status = covey_input_next(opened, &sets, &count, &error)) == COVEY_OK &&
               count > 0) {
            covey_provenance origin = covey_input_provenance(opened);
            bool no_later = origin.version[0] != '\0' && !(origin.dt > 0.0);
            require(sets[0].time > last || sets[0].step > last_step || no_later);
            last = sets[0].time;
            last_step = sets[0].step;
            for (int k = 0; k < count; k++)
                check_set(&sets[k]);
        }
    require(status == COVEY_OK || (status == COVEY_INPUT && error.message[0] != '\0'));
    covey_input_close(opened);
    return 0;
}
