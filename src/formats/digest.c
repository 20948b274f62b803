// SPDX-License-Identifier: MIT
// Digests have one line for each frame: its step and the state hash of its sets, numbered in their
// order. For the flocks of a world in their order, it is covey_world_hash(). Comments at the
// beginning tell the origin.
#include "formats/csv.h"

#include "base/bits.h"

#include <stdio.h>

static void put(covey_encoder *encoder, const covey_frame_set *sets, int count)
{
    static const double zero = 0.0;
    uint64_t hash = 0;
    for (int k = 0; k < count; k++) {
        covey_hash_agents agents = {.count = sets[k].count, .id = sets[k].id};
        const int dim = covey_space_dim(&sets[k].space);
        for (int axis = 0; axis < dim; axis++) {
            agents.pos[axis] = sets[k].pos[axis];
            agents.vel[axis] = sets[k].vel[axis];
        }
        if (sets[k].vel[0] != NULL) {
            hash += covey_hash_flock(k, &agents);
            continue;
        }
        for (size_t i = 0; i < sets[k].count; i++) { // unknown velocities count as 0
            covey_hash_agents one = {.count = 1, .id = sets[k].id + i};
            for (int axis = 0; axis < dim; axis++) {
                one.pos[axis] = sets[k].pos[axis] + i;
                one.vel[axis] = &zero;
            }
            hash += covey_hash_flock(k, &one);
        }
    }
    char text[20];
    int size = snprintf(text, sizeof text, " %016llx\n", (unsigned long long)hash);
    covey_text_integer(encoder->text, sets[0].step);
    covey_text_put(encoder->text, text, (size_t)size);
}

const covey_format_plugin covey_format_digest = {
    .about = {.name = "digest",
              .title = "step and state hash, one line a frame",
              .suffix = ".digest",
              .writes = true,
              .built = true,
              .head = covey_csv_provenance,
              .put = put},
};
