// SPDX-License-Identifier: MIT
// Reading recorded tracks and writing them elsewhere.
#include "tracks.h"

#include "streams.h"

#include <stdio.h>

static covey_status copy(covey_input *input, covey_output **output, const covey_output_def *to,
                         covey_error *error)
{
    const covey_frame *sets;
    int count;
    covey_status status = covey_input_next(input, &sets, &count, error);
    covey_output_def def = *to;
    def.provenance = covey_input_provenance(input); // complete with the first moment
    covey_status opened = COVEY_OK;
    if (status == COVEY_OK || status == COVEY_INPUT)
        opened = covey_output_open(&def, output, status == COVEY_OK ? error : NULL);
    if (status == COVEY_OK)
        status = opened;
    while (status == COVEY_OK && count > 0) {
        status = covey_output_put(*output, sets, count, error);
        if (status == COVEY_OK && streams_interrupted(NULL))
            return covey_fail(error, COVEY_INTERRUPTED, "stopped after step %llu",
                              (unsigned long long)sets[0].step);
        if (status == COVEY_OK)
            status = covey_input_next(input, &sets, &count, error);
    }
    return status;
}

int tracks_copy(const command *self, const covey_input_def *from, const covey_output_def *to)
{
    covey_input *input = NULL;
    covey_output *output = NULL;
    covey_error error = {0}, closing = {0};
    streams_catch_interrupts();
    covey_status status = covey_input_open(from, &input, &error);
    if (status == COVEY_OK)
        status = copy(input, &output, to, &error);
    if (covey_output_close(output, &closing) != COVEY_OK && status == COVEY_OK) {
        status = closing.status;
        error = closing;
    }
    covey_input_close(input);
    if (status != COVEY_OK && status != COVEY_CLOSED)
        (void)fprintf(stderr, "covey %s: %s\n", self->name, error.message);
    return covey_status_exit(status);
}
