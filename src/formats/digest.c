// SPDX-License-Identifier: MIT
// One line a moment: its step and the state hash of its sets, numbered as they come. For the flocks
// of a world in their order it is covey_world_hash(). Comments ahead tell where it comes from.
#include "formats/csv.h"

#include "base/bits.h"
#include "base/parse.h"

#include <stdio.h>

static void put_moment(covey_encoder *encoder, const covey_frame *sets, int count)
{
    static const double zero = 0.0;
    uint64_t hash = 0;
    for (int k = 0; k < count; k++) {
        covey_hash_agents agents = {.count = sets[k].count, .id = sets[k].id};
        for (int axis = 0; axis < COVEY_AXES; axis++) {
            agents.pos[axis] = sets[k].pos[axis];
            agents.vel[axis] = sets[k].vel[axis];
        }
        if (sets[k].vel[0] != NULL) {
            hash += covey_hash_flock(k, &agents);
            continue;
        }
        for (size_t i = 0; i < sets[k].count; i++) { // unknown velocities count as 0
            covey_hash_agents one = {.count = 1, .id = sets[k].id + i, .vel = {&zero, &zero}};
            one.pos[0] = sets[k].pos[0] + i;
            one.pos[1] = sets[k].pos[1] + i;
            hash += covey_hash_flock(k, &one);
        }
    }
    char text[20];
    int size = snprintf(text, sizeof text, " %016llx\n", (unsigned long long)hash);
    covey_text_integer(&encoder->text, sets[0].step);
    covey_text_put(&encoder->text, text, (size_t)size);
}

static covey_status scan(covey_scan *scan, covey_error *error)
{
    for (;;) {
        covey_line line;
        covey_status status = covey_lines_next(&scan->lines, &line, error);
        double step = 0.0;
        size_t used;
        if (status != COVEY_OK || !line.whole)
            return status;
        bool good = covey_lines_step(line.text, line.size, &step, &used) &&
                    line.size == used + 17 && line.text[used] == ' ';
        if (!good)
            return covey_lines_refuse((covey_place){line.number, 1, line.text, line.size},
                                      "a step and a hash", error);
        if (step > (double)scan->step)
            return COVEY_OK;
        scan->keep = line.end;
        scan->last = (covey_kept){true, (uint64_t)step};
    }
}

const covey_format_plugin covey_format_digest = {
    .about = {.name = "digest",
              .title = "step and state hash, one line a moment",
              .suffix = ".digest",
              .writes = true,
              .built = true},
    .head = covey_csv_provenance,
    .put_moment = put_moment,
    .scan = scan,
};
