// SPDX-License-Identifier: MIT
#include "view/open.h"

#include "formal/case.h"
#include "formats/file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static covey_status no_memory(covey_error *error)
{
    return covey_fail(error, COVEY_MEMORY, "no memory for the case");
}

static covey_status add_step(open_case_steps *steps, double dt, covey_error *error)
{
    if (steps->count == steps->room) {
        size_t room = 2 * steps->room + 16;
        double *grown = realloc(steps->dt, room * sizeof *grown);
        if (grown == NULL)
            return no_memory(error);
        steps->dt = grown;
        steps->room = room;
    }
    steps->dt[steps->count++] = dt;
    if (dt > 0.0)
        return COVEY_OK;
    return covey_fail(error, COVEY_INPUT,
                      "step %zu of the case is %.6g long: a window plays steps above 0",
                      steps->count, dt);
}

/// Reads all of a case.
static covey_status read_case(covey_case *from, open_case_steps *steps)
{
    covey_status status = covey_case_read(from, "text");
    bool ended = false;
    while (status == COVEY_OK) {
        double dt;
        status = covey_case_step(from, &dt, &ended);
        if (ended)
            break;
        if (status == COVEY_OK)
            status = add_step(steps, dt, from->error);
    }
    if (status == COVEY_OK && (from->agents == 0 || steps->count == 0))
        return covey_fail(from->error, COVEY_INPUT, "the case has no %s to show",
                          from->agents == 0 ? "agents" : "steps");
    return status;
}

/// Writes a case as a scenario.
static void print_case(const covey_case *from, const open_case_steps *steps, const char *path,
                       covey_text *text)
{
    char title[160];
    const char *slash = strrchr(path, '/');
    path = slash != NULL ? slash + 1 : path;
    (void)snprintf(title, sizeof title, "title: Case %.100s of the formal assignment\n", path);
    for (char *at = title + sizeof "title:"; *at != '\n' && *at != '\0'; at++)
        if (*at == '#' || *at == ':' || *at == '"' || *at < ' ')
            *at = '_'; // a plain text of YAML
    covey_text_string(text, title);
    covey_text_field(text, "space: open\ndt: ", steps->dt[0]);
    covey_text_string(text, "\nsteps: ");
    covey_text_integer(text, steps->count);
    covey_text_string(text, "\nflocks:\n  model: formal\n");
    for (int k = 0; k < COVEY_CASE_SETTINGS - 1; k++) { // the dialect is the initial one
        covey_text_string(text, "  ");
        covey_text_string(text, from->settings[k].name);
        covey_text_field(text, ": ", from->settings[k].value);
        covey_text_string(text, "\n");
    }
    covey_text_string(text, "  place:\n    agents:\n");
    for (size_t i = 0; i < from->agents; i++) {
        covey_text_string(text, "      - [");
        for (int k = 0; k < COVEY_CASE_VALUES; k++)
            covey_text_field(text, k > 0 ? ", " : "", from->values[k][i]);
        covey_text_string(text, "]\n");
    }
}

static covey_status take_case(covey_memory *memory, covey_source source, const char *path,
                              covey_text *text, open_case_steps *steps, covey_error *error)
{
    covey_reader reader;
    if (covey_reader_create(memory, source, NULL, NULL, &reader) != COVEY_OK)
        return no_memory(error);
    covey_case from = {.memory = memory, .reader = &reader, .error = error};
    covey_status status = read_case(&from, steps);
    if (status == COVEY_OK)
        print_case(&from, steps, path, text);
    covey_case_drop(&from);
    covey_reader_destroy(memory, &reader);
    return status;
}

covey_status open_case(const char *path, covey_scenario **scenario, open_case_steps *steps,
                       covey_error *error)
{
    covey_memory memory = covey_memory_init((covey_allocator){0});
    covey_text text = {.memory = &memory};
    covey_file file;
    *scenario = NULL;
    *steps = (open_case_steps){0};
    covey_status status = covey_file_open(&file, path, error);
    if (status != COVEY_OK)
        return status;
    status = take_case(&memory, covey_file_source(&file), path, &text, steps, error);
    (void)covey_file_close(&file, NULL);
    covey_scenario_def def = covey_scenario_def_default();
    def.name = path;
    if (status == COVEY_OK && covey_text_end(&text) == NULL)
        status = no_memory(error);
    if (status == COVEY_OK)
        status = covey_scenario_read(&def, text.bytes, text.size, scenario, error);
    covey_text_destroy(&text);
    return status;
}
