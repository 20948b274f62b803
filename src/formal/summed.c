// SPDX-License-Identifier: MIT
// Runs a variant of the rules step by step: the input of the protocol has no known end, so that
// each step is a problem of a single step that goes on with the agents of the one before.
#include "formal/summed.h"

#include "base/writer.h"
#include "covey/formal.h"

#include <float.h>
#include <math.h>

enum { VALUES = 4 };

static bool makes(const covey_summed *self, covey_mistake mistake)
{
    return (self->run.variant.mistakes & COVEY_MISTAKE_BIT(mistake)) != 0;
}

covey_status covey_summed_create(covey_memory *memory, const covey_case *input,
                                 covey_variant variant, covey_summed *self)
{
    size_t agents = (size_t)input->agents;
    const covey_setting *p = input->settings;
    self->room = covey_memory_take(memory, 2 * agents, sizeof *self->room);
    self->start = covey_memory_take(memory, VALUES * agents, sizeof *self->start);
    self->problem = (covey_problem){
        .r_c = p[0].value,
        .r_s = p[1].value,
        .f_max = p[2].value,
        .r_a = p[3].value,
        .k_c = p[4].value,
        .k_s = p[5].value,
        .k_a = p[6].value,
        .agents = agents,
        .steps = 1,
        .start = self->start,
        .dt = &self->dt,
    };
    if (self->room == NULL || self->start == NULL)
        return COVEY_MEMORY;
    for (size_t i = 0; i < agents; i++)
        for (size_t k = 0; k < VALUES; k++)
            self->start[VALUES * i + k] = input->values[k][i];
    covey_mistakes_start(&self->problem, variant, self->room, &self->run);
    return COVEY_OK;
}

void covey_summed_destroy(covey_memory *memory, covey_summed *self)
{
    covey_memory_give(memory, self->room, 2 * self->problem.agents, sizeof *self->room);
    covey_memory_give(memory, self->start, VALUES * self->problem.agents, sizeof *self->start);
}

static void write_hex(const covey_mistakes_agent *agent, covey_writer *out)
{
    const double values[VALUES] = {agent->x, agent->y, agent->vx, agent->vy};
    for (int k = 0; k < VALUES; k++) {
        covey_writer_number(out, covey_print_hex, values[k] + 0.0);
        covey_writer_text(out, k + 1 < VALUES ? " " : "\n");
    }
}

static void write_frame(covey_summed *self, covey_writer *out)
{
    char line[COVEY_MISTAKES_LINE];
    for (size_t i = 0; i < self->problem.agents; i++) {
        const covey_mistakes_agent *agent = &self->run.agents[i];
        if (self->format == COVEY_FORMAL_HEX) {
            write_hex(agent, out);
            continue;
        }
        covey_writer_bytes(out, line, covey_mistakes_line(&self->run, agent, line));
        covey_writer_text(out, "\n");
    }
}

void covey_summed_begin(covey_summed *self, covey_writer *out)
{
    if (makes(self, COVEY_MISTAKE_FIRST_FRAME))
        write_frame(self, out);
}

static covey_status move(covey_summed *self, uint64_t *agent)
{
    covey_mistakes_step(&self->run, makes(self, COVEY_MISTAKE_FIRST_FRAME));
    self->steps++;
    for (size_t i = 0; i < self->problem.agents; i++) {
        const covey_mistakes_agent *one = &self->run.agents[i];
        double most = fmax(fmax(fabs(one->x), fabs(one->y)), fmax(fabs(one->vx), fabs(one->vy)));
        bool known =
            one->x == one->x && one->y == one->y && one->vx == one->vx && one->vy == one->vy;
        *agent = i;
        if (!known || most > DBL_MAX)
            return COVEY_DIVERGED;
    }
    return COVEY_OK;
}

covey_status covey_summed_step(covey_summed *self, double dt, covey_writer *out, uint64_t *agent)
{
    if (self->steps == 0 || !makes(self, COVEY_MISTAKE_FIRST_DT))
        self->dt = dt;
    covey_status status = move(self, agent);
    if (status == COVEY_OK && !makes(self, COVEY_MISTAKE_LAST_FRAME))
        write_frame(self, out);
    return status;
}

covey_status covey_summed_end(covey_summed *self, covey_writer *out, uint64_t *agent)
{
    covey_status status = COVEY_OK;
    bool again = self->steps > 0 && makes(self, COVEY_MISTAKE_EXTRA_STEP);
    if (again)
        status = move(self, agent);
    if (status == COVEY_OK && (again || (self->steps > 0 && makes(self, COVEY_MISTAKE_LAST_FRAME))))
        write_frame(self, out);
    return status;
}
