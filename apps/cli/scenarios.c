// SPDX-License-Identifier: MIT
// Finds, reads and changes scenarios for commands.
#include "scenarios.h"

#include "command.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { REPORT_SIZE = 4096, VALUE_SIZE = 65536 };

/// Reports the mistake in a scenario: in full if the text is wrong, else in one sentence.
static covey_status complain(const command *self, const char *report, const covey_error *error)
{
    if (report[0] == '\0' || error->line == 0)
        (void)fprintf(stderr, "covey %s: %s\n", self->name, error->message);
    else
        (void)fprintf(stderr, "%s%s", report, report[strlen(report) - 1] == '\n' ? "" : "\n");
    return error->status;
}

static covey_status no_preset(const command *self, const char *name)
{
    suggestion nearest = {.wrong = name};
    const covey_preset *preset;
    for (int k = 0; (preset = covey_preset_at(k)) != NULL; k++)
        suggestion_offer(&nearest, preset->name);
    char text[SUGGESTION_SIZE];
    (void)fprintf(stderr,
                  "covey %s: there is no preset \"%s\"%s; see covey list presets "
                  "(a file needs a slash or a dot in its name: ./%s)\n",
                  self->name, name, suggestion_text(&nearest, text), name);
    return COVEY_ARG;
}

/// Reads a text whose name is in `def`.
static covey_status read_text(const command *self, covey_scenario_def def, const char *text,
                              covey_scenario **scenario)
{
    char report[REPORT_SIZE] = "";
    covey_error error = {0};
    def.folder = ".";
    def.report = report;
    def.report_size = sizeof report;
    if (covey_scenario_read(&def, text, strlen(text), scenario, &error) == COVEY_OK)
        return COVEY_OK;
    return complain(self, report, &error);
}

covey_status scenarios_restore(const command *self, const char *name, const char *text,
                               bool anywhere, covey_scenario **scenario)
{
    covey_scenario_def def = covey_scenario_def_default();
    def.name = name;
    def.restores = true;
    def.anywhere = anywhere;
    return read_text(self, def, text, scenario);
}

covey_status scenarios_told(covey_provenance origin, covey_scenario **scenario, covey_error *error)
{
    *scenario = NULL;
    covey_scenario_def def = covey_scenario_def_default();
    def.restores = true;
    if (origin.scenario == NULL || origin.scenario[0] == '\0')
        return COVEY_OK;
    size_t size = strlen(origin.scenario);
    covey_status status = covey_scenario_read(&def, origin.scenario, size, scenario, error);
    return status == COVEY_MEMORY ? status : COVEY_OK;
}

covey_status scenarios_open(const command *self, const char *name, bool anywhere,
                            covey_scenario **scenario)
{
    covey_scenario_def def = covey_scenario_def_default();
    def.name = name;
    def.anywhere = anywhere;
    *scenario = NULL;
    if (strpbrk(name, "/.") == NULL) {
        const covey_preset *preset = covey_preset_find(name);
        return preset != NULL ? read_text(self, def, preset->text, scenario)
                              : no_preset(self, name);
    }
    char report[REPORT_SIZE] = "";
    covey_error error = {0};
    def.report = report;
    def.report_size = sizeof report;
    if (covey_scenario_open(&def, name, scenario, &error) == COVEY_OK)
        return COVEY_OK;
    return complain(self, report, &error);
}

covey_status scenarios_set(const command *self, covey_scenario *scenario, const char *given,
                           const char *key, const char *value)
{
    covey_error error = {0};
    covey_status status = covey_scenario_set(scenario, key, value, &error);
    if (status != COVEY_OK)
        (void)fprintf(stderr, "covey %s: %s: %s\n", self->name, given, error.message);
    return status == COVEY_INPUT ? COVEY_ARG : status;
}

covey_status scenarios_assign(const command *self, covey_scenario *scenario, const char *text)
{
    const char *equals = strchr(text, '=');
    char key[256];
    if (equals == NULL || equals == text || (size_t)(equals - text) >= sizeof key) {
        (void)fprintf(stderr, "covey %s: --set %s is not KEY=VALUE\n", self->name, text);
        return COVEY_ARG;
    }
    memcpy(key, text, (size_t)(equals - text));
    key[equals - text] = '\0';
    char given[512];
    (void)snprintf(given, sizeof given, "--set %s", text);
    return scenarios_set(self, scenario, given, key, equals + 1);
}

/// Appends a string in double quotes, valid in YAML and JSON. False if there is no room.
static bool quote(char *to, size_t *size, const char *string)
{
    if (*size + 6 * strlen(string) + 8 > VALUE_SIZE)
        return false;
    to[(*size)++] = '"';
    for (; *string != '\0'; string++) {
        unsigned char c = (unsigned char)*string;
        if (c < ' ')
            *size += (size_t)sprintf(to + *size, "\\x%02x", c);
        else if (c == '"' || c == '\\')
            *size += (size_t)sprintf(to + *size, "\\%c", c);
        else
            to[(*size)++] = (char)c;
    }
    to[(*size)++] = '"';
    return true;
}

covey_status scenarios_set_strings(const command *self, covey_scenario *scenario, const char *key,
                                   const char *const *strings, int count)
{
    char *value = malloc(VALUE_SIZE);
    if (value == NULL)
        return command_no_memory(self, "the names of files");
    size_t size = 0;
    bool fits = true;
    if (count >= 0)
        value[size++] = '[';
    for (int k = 0; k < (count < 0 ? 1 : count) && fits; k++) {
        if (k > 0)
            value[size++] = ',';
        fits = quote(value, &size, strings[k]);
    }
    if (count >= 0)
        value[size++] = ']';
    value[size] = '\0';
    covey_status status = COVEY_ARG;
    if (fits)
        status = scenarios_set(self, scenario, key, key, value);
    else
        (void)fprintf(stderr, "covey %s: the names of files are too long\n", self->name);
    free(value);
    return status;
}
