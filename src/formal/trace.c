// SPDX-License-Identifier: MIT
// The forces of agents as CSV, for comparison with one's own numbers.
#include "formal/trace.h"

#include "core/perceive.h"
#include "geometry/space.h"
#include "kernels/zone.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static int compare_ids(const void *a, const void *b)
{
    covey_id left = *(const covey_id *)a, right = *(const covey_id *)b;
    return (left > right) - (left < right);
}

size_t covey_trace_neighbors(const covey_trace *trace, size_t i, int z)
{
    const covey_world *world = trace->world;
    const covey_flock *flock = world->flock[0];
    const covey_zone *zone = &flock->plan.zones[z];
    covey_vec pos = covey_state_pos(&flock->state, i);
    covey_grid_run runs[COVEY_GRID_RUNS];
    int run_count = covey_grid_runs(&flock->grid, &flock->state, pos, pos, runs);
    size_t count = 0;
    for (int k = 0; k < run_count; k++)
        for (size_t j = runs[k].begin; j < runs[k].end; j++) {
            covey_vec other = covey_state_pos(&flock->state, j);
            double d = covey_vec_length(covey_space_between(&world->def.space, pos, other));
            if (covey_zone_holds(zone, d) && (j != i || zone->self))
                trace->room[count++] = flock->state.id[j];
        }
    qsort(trace->room, count, sizeof *trace->room, compare_ids);
    return count;
}

static void put_neighbors(covey_writer *writer, const covey_id *ids, size_t count)
{
    covey_writer_text(writer, ",");
    covey_writer_whole(writer, count);
    covey_writer_text(writer, ",");
    for (size_t k = 0; k < count; k++) {
        if (k > 0)
            covey_writer_text(writer, " ");
        covey_writer_whole(writer, (uint64_t)ids[k] + 1);
    }
}

/// The forces of a step that will be refused may be infinite or none at all.
static size_t print_force(char *text, double value)
{
    const char *word = value > DBL_MAX ? "inf" : value < -DBL_MAX ? "-inf" : "nan";
    if (fabs(value) <= DBL_MAX)
        return covey_print_shortest(text, value + 0.0); // adding 0 takes the sign from a zero
    memcpy(text, word, strlen(word));
    return strlen(word);
}

static void put_vec(covey_writer *writer, covey_vec v)
{
    covey_writer_text(writer, ",");
    covey_writer_number(writer, print_force, v.x);
    covey_writer_text(writer, ",");
    covey_writer_number(writer, print_force, v.y);
}

covey_model_formal_terms covey_trace_terms(const covey_world *world, size_t i)
{
    const covey_flock *flock = world->flock[0];
    covey_percept percepts[COVEY_MAX_ZONES];
    covey_perceive_one(world, flock, i, percepts);
    return covey_model_formal_forces(flock->params.values, percepts);
}

void covey_trace_head(covey_writer *writer)
{
    covey_writer_text(writer, "step,agent,cohesion_count,cohesion_neighbors,separation_count,"
                              "separation_neighbors,alignment_count,alignment_neighbors,"
                              "Fc_x,Fc_y,Fs_sum_x,Fs_sum_y,Fs_x,Fs_y,Fa_x,Fa_y,F_x,F_y\n");
}

static void put_row(const covey_trace *trace, covey_id agent)
{
    covey_writer *writer = trace->writer;
    size_t i = trace->where[agent];
    covey_writer_whole(writer, trace->world->step + 1);
    covey_writer_text(writer, ",");
    covey_writer_whole(writer, (uint64_t)agent + 1);
    for (int z = 0; z < COVEY_FORMAL_ZONES; z++)
        put_neighbors(writer, trace->room, covey_trace_neighbors(trace, i, z));
    covey_model_formal_terms terms = covey_trace_terms(trace->world, i);
    put_vec(writer, terms.cohesion);
    put_vec(writer, terms.separation_sum);
    put_vec(writer, terms.separation);
    put_vec(writer, terms.alignment);
    put_vec(writer, terms.force);
    covey_writer_text(writer, "\n");
}

void covey_trace_step(const covey_trace *trace, double dt)
{
    const covey_formal_def *def = trace->def;
    if (def->trace_step != 0 && def->trace_step != trace->world->step + 1)
        return;
    size_t count = trace->world->flock[0]->state.count;
    size_t begin = def->trace_agent != 0 ? (size_t)def->trace_agent - 1 : 0;
    size_t end = def->trace_agent != 0 ? (size_t)def->trace_agent : count;
    for (size_t id = begin; id < end; id++) {
        if (def->trace_format == COVEY_FORMAL_CSV) {
            put_row(trace, (covey_id)id);
            continue;
        }
        bool first = id == begin && (trace->world->step == 0 || def->trace_step != 0);
        covey_writer_text(trace->writer, first ? "" : "\n");
        covey_trace_table(trace, (covey_id)id, dt);
    }
}
