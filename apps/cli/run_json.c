// SPDX-License-Identifier: MIT
// Writes the result of a run as JSON.
#include "progress.h"

#include "formats/json.h"

#include <math.h>
#include <stdio.h>

/// Writes "measures": {"boids": {"polarization": 0.9, …}, …}.
static void put_measures(covey_json *json, const covey_run_result *result, int dim)
{
    const covey_measure *measure;
    covey_json_object(json, "measures");
    for (int k = 0; k < result->flocks_count; k++) {
        covey_json_object(json, result->flocks[k].name);
        for (int m = 0; (measure = covey_measure_at(m)) != NULL; m++)
            if (covey_measure_fits(NULL, m, dim))
                covey_json_number(json, measure->name, result->flocks[k].measures[m]);
        covey_json_close(json);
    }
    covey_json_close(json);
}

static void put_result(covey_json *json, const run_json *self)
{
    const covey_run_result *result = self->result;
    const covey_plan *plan = &self->plan;
    char hash[20];
    (void)snprintf(hash, sizeof hash, "%016llx", (unsigned long long)result->hash);
    covey_json_object(json, NULL);
    covey_json_string(json, "version", covey_version());
    covey_json_string(json, "commit", covey_commit());
    covey_json_whole(json, "results", (uint64_t)covey_results_epoch());
    covey_json_string(json, "scenario", self->name);
    covey_json_whole(json, "seed", plan->seed);
    covey_json_number(json, "dt", plan->dt);
    covey_json_string(json, "precision", covey_precision_names()[plan->precision]);
    covey_json_string(json, "dense", covey_dense_names()[plan->dense]);
    covey_json_string(json, "order", covey_order_names()[plan->order]);
    covey_json_whole(json, "steps", result->steps);
    covey_json_whole(json, "agents", result->agents);
    covey_json_whole(json, "frames", result->frames);
    covey_json_whole(json, "entries", result->entries);
    covey_json_whole(json, "caught", result->caught);
    covey_json_string(json, "hash", hash);
    covey_json_string(json, "status", covey_status_name(self->status));
    covey_json_number(json, "seconds", floor(1e3 * self->seconds + 0.5) / 1e3);
    put_measures(json, result, covey_space_dim(&plan->space));
    covey_json_close(json);
}

/// Writes to stdio, whose failures the program reports at its end.
static covey_status write_stdout(void *context, const void *bytes, size_t size)
{
    (void)context;
    (void)fwrite(bytes, 1, size, stdout);
    return COVEY_OK;
}

void run_json_print(const run_json *self)
{
    char buffer[COVEY_WRITER_LEAST];
    covey_writer out = {.sink.write = write_stdout, .buffer = buffer, .size = sizeof buffer};
    covey_json json = {.out = &out};
    put_result(&json, self);
    (void)covey_writer_flush(&out);
}
