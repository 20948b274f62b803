// SPDX-License-Identifier: MIT
// Digests have one line for each frame: its step and the state hash of its sets, numbered in their
// order. For the flocks of a world in their order, it is covey_world_hash(). Comments at the
// beginning name the origin.
#include "formats/csv.h"

#include "base/bits.h"

#include <stdio.h>

enum { HASH }; ///< word of the encoder: of the agents of the frame that have come; 0 between frames

static void put_begin(covey_encoder *encoder, const covey_frame_set *sets, int count)
{
    (void)sets;
    (void)count;
    encoder->memory[HASH] = 0;
}

static void put_some(covey_encoder *encoder, const covey_frame_set *some, int number)
{
    static const double zero = 0.0;
    covey_hash_agents agents = {.count = some->count, .id = some->id};
    const int dim = covey_space_dim(&some->space);
    for (int axis = 0; axis < dim; axis++) {
        agents.pos[axis] = some->pos[axis];
        agents.vel[axis] = some->vel[axis];
    }
    if (some->vel[0] != NULL) {
        encoder->memory[HASH] += covey_hash_flock(number, &agents);
        return;
    }
    for (size_t i = 0; i < some->count; i++) { // unknown velocities count as 0
        covey_hash_agents one = {.count = 1, .id = some->id + i};
        for (int axis = 0; axis < dim; axis++) {
            one.pos[axis] = some->pos[axis] + i;
            one.vel[axis] = &zero;
        }
        encoder->memory[HASH] += covey_hash_flock(number, &one);
    }
}

static void put_end(covey_encoder *encoder, const covey_frame_set *sets)
{
    char text[20];
    int size = snprintf(text, sizeof text, " %016llx\n", (unsigned long long)encoder->memory[HASH]);
    covey_text_integer(encoder->text, sets[0].step);
    covey_text_put(encoder->text, text, (size_t)size);
    encoder->memory[HASH] = 0;
}

static void put(covey_encoder *encoder, const covey_frame_set *sets, int count)
{
    put_begin(encoder, sets, count);
    for (int k = 0; k < count; k++)
        put_some(encoder, &sets[k], k);
    put_end(encoder, sets);
}

const covey_format_plugin covey_format_digest = {
    .about = {.name = "digest",
              .title = "step and state hash, one line a frame",
              .suffix = ".digest",
              .writes = true,
              .built = true,
              .head = covey_csv_provenance,
              .put = put},
    .put_begin = put_begin,
    .put_some = put_some,
    .put_end = put_end,
};
