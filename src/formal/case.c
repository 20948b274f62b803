// SPDX-License-Identifier: MIT
// Reads the input of the formal protocol: r_c r_s F_Smax r_a K_c K_s K_a N, then N agents x y vx
// vy, then time steps until the input ends.
#include "formal/case.h"

#include "core/flock.h"
#include "models/formal.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

enum { FIRST_ROOM = 1024 };

/// Reads a number that must be there.
static covey_status read_value(covey_case *self, covey_wanted wanted, covey_number *number)
{
    covey_status status = covey_reader_next(self->reader, wanted, number, self->error);
    if (status == COVEY_OK && number->ended)
        return covey_reader_refuse(number, wanted, "", self->error);
    return status;
}

static covey_status read_params(covey_case *self, const char *dialect)
{
    static const char *const names[] = {"r_c", "r_s", "F_Smax", "r_a", "K_c", "K_s", "K_a"};
    enum { PARAMS = sizeof names / sizeof *names };
    for (int k = 0; k < PARAMS; k++) {
        covey_wanted wanted = {.name = names[k]};
        covey_number number;
        covey_status status = read_value(self, wanted, &number);
        if (status != COVEY_OK)
            return status;
        const covey_param *row = covey_param_find(covey_model_formal.params, names[k]);
        if (number.value < row->low)
            return covey_reader_refuse(&number, wanted, " >= 0", self->error);
        self->settings[k] = (covey_setting){names[k], number.value};
    }
    self->settings[PARAMS].name = "dialect";
    self->settings[PARAMS].value = covey_model_formal_find(dialect);
    return COVEY_OK;
}

static covey_status read_agent_count(covey_case *self)
{
    covey_wanted wanted = {.name = "N"};
    covey_number number;
    covey_status status = read_value(self, wanted, &number);
    if (status != COVEY_OK)
        return status;
    if (!(number.value >= 0.0) || number.value != floor(number.value))
        return covey_reader_refuse(&number, wanted, ", a whole number >= 0", self->error);
    if (number.value > COVEY_MAX_AGENTS)
        return covey_reader_refuse(&number, wanted, " <= 1000000000 agents", self->error);
    self->agents = (uint64_t)number.value;
    return COVEY_OK;
}

/// Room for one more agent. It grows with the agents that the input really holds, not with N.
static covey_status make_room(covey_case *self, size_t count)
{
    if (count < self->room)
        return COVEY_OK;
    size_t room = self->room == 0 ? FIRST_ROOM : self->room * 2;
    room = room < self->agents ? room : (size_t)self->agents;
    for (int k = 0; k < COVEY_CASE_VALUES; k++) {
        double *grown =
            covey_memory_grow(self->memory, self->values[k], self->room, room, sizeof(double));
        if (grown == NULL) {
            while (k-- > 0) { // arrays that have grown are no longer of the size on record
                covey_memory_give(self->memory, self->values[k], room, sizeof(double));
                self->values[k] = NULL;
            }
            return covey_fail(self->error, COVEY_MEMORY, "no memory for %zu agents", room);
        }
        self->values[k] = grown;
    }
    self->room = room;
    return COVEY_OK;
}

static covey_status read_agents(covey_case *self)
{
    static const char *const names[COVEY_CASE_VALUES] = {"x", "y", "vx", "vy"};
    for (size_t i = 0; i < self->agents; i++) {
        covey_status status = make_room(self, i);
        for (int k = 0; k < COVEY_CASE_VALUES && status == COVEY_OK; k++) {
            covey_wanted wanted = {.name = names[k], .agent = i + 1, .agents = self->agents};
            covey_number number;
            status = read_value(self, wanted, &number);
            if (status == COVEY_OK)
                self->values[k][i] = number.value;
        }
        if (status != COVEY_OK)
            return status;
    }
    return COVEY_OK;
}

covey_status covey_case_step(covey_case *self, double *dt, bool *ended)
{
    covey_number number;
    covey_wanted wanted = {.name = "a time step"};
    covey_status status = covey_reader_next(self->reader, wanted, &number, self->error);
    if (status != COVEY_OK)
        return status;
    if (!number.ended && number.line == self->last_step_line && !self->warned) {
        const covey_logger *logger = &self->logger;
        char text[160];
        (void)snprintf(text, sizeof text,
                       "line %" PRIu64 " holds several time steps; if it is an agent, N = %" PRIu64
                       " is too small",
                       number.line, self->agents);
        if (logger->warn != NULL)
            logger->warn(logger->context, text);
        self->warned = true;
    }
    self->last_step_line = number.line;
    *dt = number.value;
    *ended = number.ended;
    return COVEY_OK;
}

void covey_case_drop(covey_case *self)
{
    for (int k = 0; k < COVEY_CASE_VALUES; k++) {
        covey_memory_give(self->memory, self->values[k], self->room, sizeof(double));
        self->values[k] = NULL;
    }
    self->room = 0;
}

covey_status covey_case_read(covey_case *self, const char *dialect)
{
    covey_status status = read_params(self, dialect);
    if (status == COVEY_OK)
        status = read_agent_count(self);
    return status == COVEY_OK ? read_agents(self) : status;
}
