// SPDX-License-Identifier: MIT
// Each agent in each frame as CSV: set,t,id and what it has beside its place and velocity, so that
// the table joins with that of the trajectory by its first three columns. Clusters and neighbors
// are agents at the distance `link`; values that are undefined are empty.
#include "formats/csv.h"
#include "formats/folded.h"

#include <math.h>

static void head(covey_encoder *encoder)
{
    covey_csv_provenance(encoder);
    covey_csv_link(encoder);
    covey_csv_axis(encoder);
    covey_text_string(encoder->text, "set,t,id,cluster,cluster_size,neighbors,nearest,bearing,"
                                     "local_order,voronoi");
    bool labelled = encoder->labels != NULL && covey_input_label(encoder->labels, 0) != NULL;
    encoder->memory[0] = labelled; // else agents have numbers
    covey_text_string(encoder->text, labelled ? COVEY_CSV_LABEL "\n" : "\n");
}

static void put_value(covey_text *text, double value)
{
    covey_text_string(text, ",");
    if (!isnan(value))
        covey_text_number(text, value);
}

static void put_agent(covey_encoder *encoder, const covey_frame_set *set, size_t i,
                      const covey_agent_values *values, double cell)
{
    covey_text *text = encoder->text;
    bool moves = set->vel[0] != NULL || set->heading[0] != NULL;
    covey_text_string(text, set->set);
    covey_text_field(text, ",", set->time);
    const uint64_t numbers[] = {set->id[i], values->cluster, values->cluster_size,
                                values->neighbors};
    for (size_t k = 0; k < sizeof numbers / sizeof *numbers; k++) {
        covey_text_string(text, ",");
        covey_text_integer(text, numbers[k]);
    }
    put_value(text, values->nearest);
    put_value(text, moves ? values->bearing : (double)NAN);
    put_value(text, moves ? values->local_order : (double)NAN);
    put_value(text, cell);
    if (encoder->memory[0] != 0)
        covey_csv_label(text, covey_input_label(encoder->labels, set->id[i]));
    covey_text_string(text, "\n");
}

/// COVEY_MEMORY.
static covey_status put_set(covey_encoder *encoder, const covey_frame_set *set)
{
    covey_memory *memory = encoder->text->memory;
    const covey_measure_def def = covey_folded_def(encoder);
    covey_agent_values *values = covey_memory_take(memory, set->count, sizeof *values);
    double *cells = covey_memory_take(memory, set->count, sizeof *cells);
    covey_folded folded;
    covey_status status = covey_folded_init(&folded, memory, set);
    if (values == NULL || cells == NULL)
        status = COVEY_MEMORY;
    if (status == COVEY_OK)
        status = covey_measure_agents(&folded.view, &def, values, NULL);
    if (status == COVEY_OK)
        status = covey_measure_cells(&folded.view, &def, cells, NULL);
    for (size_t i = 0; i < set->count && status == COVEY_OK; i++)
        put_agent(encoder, set, i, &values[i], cells[i]);
    covey_folded_destroy(&folded);
    covey_memory_give(memory, cells, set->count, sizeof *cells);
    covey_memory_give(memory, values, set->count, sizeof *values);
    return status;
}

static void put(covey_encoder *encoder, const covey_frame_set *sets, int count)
{
    for (int k = 0; k < count; k++)
        if (sets[k].count > 0 && put_set(encoder, &sets[k]) != COVEY_OK)
            encoder->text->failed = true;
}

const covey_format_plugin covey_format_agents = {
    .about = {.name = "agents",
              .title = "clusters, neighbors and cell of each agent in each frame, as CSV",
              .suffix = ".agents",
              .writes = true,
              .built = true,
              .head = head,
              .put = put},
    .headings = true,
};
