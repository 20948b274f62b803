// SPDX-License-Identifier: MIT
// Reads recorded tracks and writes them to other files.
#define _POSIX_C_SOURCE 200809L
#include "convert.h"

#include "first_link.h"
#include "scenarios.h"
#include "streams.h"
#include "track_options.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

/// Writes "wrong: there are csv (.csv), …".
static bool complain_of_format(const command *self, const char *wrong, const char *wanted,
                               bool reads)
{
    (void)fprintf(stderr, "covey %s: %s%s; there are", self->name, wanted != NULL ? "" : wrong,
                  wanted != NULL ? wanted : " has no suffix of a format");
    const covey_format *format;
    int told = 0;
    for (int k = 0; (format = covey_format_at(k)) != NULL; k++)
        if ((reads ? format->reads : format->writes) &&
            (wanted != NULL || format->suffix[0] != '\0'))
            (void)fprintf(stderr, "%s %s%s%s%s", told++ > 0 ? "," : "", format->name,
                          format->suffix[0] != '\0' ? " (" : "", format->suffix,
                          format->suffix[0] != '\0' ? ")" : "");
    (void)fputc('\n', stderr);
    return false;
}

bool convert_format(const command *self, const char *path, const char *wanted, bool reads,
                    const char **format)
{
    const covey_format *found = NULL;
    if (wanted != NULL) {
        char as_suffix[32], wrong[96];
        (void)snprintf(as_suffix, sizeof as_suffix, "x.%s", wanted);
        found = covey_format_find(wanted);
        if (found == NULL && strlen(wanted) < sizeof as_suffix - 2)
            found = covey_format_of(as_suffix);
        (void)snprintf(wrong, sizeof wrong, "there is no format called %.40s", wanted);
        if (found == NULL)
            return complain_of_format(self, path, wrong, reads);
    } else {
        found = strcmp(path, "-") == 0 ? covey_format_find("csv") : covey_format_of(path);
        if (found == NULL)
            return complain_of_format(self, path, NULL, reads);
    }
    *format = found->name;
    return true;
}

bool convert_are_one(const char *a, const char *b)
{
    struct stat first, second;
    return strcmp(a, "-") != 0 && strcmp(b, "-") != 0 && stat(a, &first) == 0 &&
           stat(b, &second) == 0 && S_ISREG(first.st_mode) && first.st_dev == second.st_dev &&
           first.st_ino == second.st_ino;
}

/// Sets the distances for measures that are not given to the distances of the run that wrote the
/// file, or, where none did, to what its first frame shows.
static covey_status find_lengths(const covey_input_def *from, const covey_frame_set *sets,
                                 int count, covey_output_def *def, covey_error *error)
{
    covey_scenario *scenario;
    covey_status status = scenarios_told(def->provenance, &scenario, error);
    covey_plan plan = {0};
    if (scenario != NULL)
        plan = covey_scenario_plan(scenario);
    if (def->link < 0.0 && scenario != NULL)
        def->link = plan.link * from->scale;
    else if (def->link < 0.0 && status == COVEY_OK)
        status = first_link_find(from, sets, count, &def->link, error);
    if (def->bin < 0.0)
        def->bin = plan.bin * from->scale;
    covey_scenario_destroy(scenario);
    return status;
}

/// Copies all frames of an input, which `from` opened.
static covey_status copy(covey_input *input, const covey_input_def *from, covey_output **output,
                         const covey_output_def *to, covey_error *error)
{
    const covey_frame_set *sets = NULL;
    int count = 0;
    covey_status status = covey_input_next(input, &sets, &count, error);
    covey_output_def def = *to;
    def.provenance = covey_input_provenance(input); // complete with the first frame
    def.stop = streams_interrupted;
    def.labels = input;
    def.axis = from->axis;
    def.dim = covey_input_dim(input);
    covey_status opened = COVEY_OK, linked = COVEY_OK;
    if (def.link < 0.0 || def.bin < 0.0)
        linked = find_lengths(from, sets, count, &def, status == COVEY_OK ? error : NULL);
    if (def.link < 0.0)
        def.link = 1.0; // of a failure
    if (status == COVEY_OK)
        status = linked;
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

int convert_copy(const command *self, const covey_input_def *from, const covey_output_def *to)
{
    covey_input_def source = *from;
    covey_output_def target = *to;
    if (!convert_format(self, from->path, from->format, true, &source.format) ||
        !convert_format(self, to->path, to->format, false, &target.format))
        return covey_status_exit(COVEY_ARG);
    if (convert_are_one(from->path, to->path)) {
        (void)fprintf(stderr, "covey %s: %s cannot be both read and written\n", self->name,
                      from->path);
        return covey_status_exit(COVEY_ARG);
    }
    covey_input *input = NULL;
    covey_output *output = NULL;
    covey_error error = {0}, closing = {0};
    streams_catch_interrupts();
    covey_status status = covey_input_open(&source, &input, &error);
    if (status == COVEY_OK)
        status = copy(input, &source, &output, &target, &error);
    if (covey_output_close(output, &closing) != COVEY_OK && status == COVEY_OK) {
        status = closing.status;
        error = closing;
    }
    track_options_say(self, from, input);
    covey_input_close(input);
    bool of_input = status == COVEY_INPUT;
    if (status != COVEY_OK && status != COVEY_CLOSED)
        (void)fprintf(stderr, "covey %s: %s%s%s\n", self->name, of_input ? from->path : "",
                      of_input ? ": " : "", error.message);
    return covey_status_exit(status);
}
