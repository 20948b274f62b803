// SPDX-License-Identifier: MIT
// Any bytes as a scenario. A refusal has a place inside the text; an accepted scenario prints in
// a form that reads back and prints the same, also after a change.
#include "covey/scenario.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
const char *__lsan_default_suppressions(void);

/// libfyaml 0.7.12 forgets a buffer where a long quoted text does not end.
const char *__lsan_default_suppressions(void)
{
    return "leak:libfyaml.so";
}

static void require(bool holds)
{
    if (!holds)
        abort();
}

// ---- Text in memory ----

typedef struct text {
    char *bytes;
    size_t size, room;
} text;

static covey_status append(void *context, const void *bytes, size_t size)
{
    text *to = context;
    if (to->size + size > to->room) {
        to->room = 2 * to->room + size;
        to->bytes = realloc(to->bytes, to->room);
        require(to->bytes != NULL);
    }
    memcpy(to->bytes + to->size, bytes, size);
    to->size += size;
    return COVEY_OK;
}

static text print(const covey_scenario *scenario)
{
    text printed = {0};
    require(covey_scenario_print(scenario, (covey_sink){append, &printed}) == COVEY_OK);
    return printed;
}

static size_t count_lines(const char *bytes, size_t size)
{
    size_t lines = 1;
    for (size_t k = 0; k < size; k++)
        lines += bytes[k] == '\n' || bytes[k] == '\r';
    return lines;
}

// ---- The checks ----

static void check_error(const covey_error *error, const char *report, const uint8_t *data,
                        size_t size)
{
    require(error->status == COVEY_INPUT || error->status == COVEY_MEMORY);
    require(error->message[0] != '\0' && strchr(error->message, '\n') == NULL);
    require(error->line <= count_lines((const char *)data, size) + 1);
    require((error->line == 0) == (error->column == 0));
    require(strncmp(report, "scenario:", 9) == 0 && strstr(report, error->message) != NULL);
}

/// Reads a printed scenario; it prints the same again.
static void check_round_trip(const covey_scenario *scenario)
{
    covey_scenario_def def = covey_scenario_def_default();
    covey_scenario *again;
    text first = print(scenario);
    require(covey_scenario_read(&def, first.bytes, first.size, &again, NULL) == COVEY_OK);
    text second = print(again);
    require(first.size == second.size && memcmp(first.bytes, second.bytes, first.size) == 0);
    covey_scenario_destroy(again);
    free(first.bytes);
    free(second.bytes);
}

/// Takes the first line "#set KEY VALUE" for a change.
static void check_set(covey_scenario *scenario, const uint8_t *data, size_t size)
{
    char key[64], value[200];
    if (size < 6 || memcmp(data, "#set ", 5) != 0)
        return;
    const char *at = (const char *)data + 5, *end = (const char *)data + size;
    size_t used = 0;
    for (; at < end && *at != ' ' && *at != '\n' && used < sizeof key - 1; at++)
        key[used++] = *at;
    key[used] = '\0';
    at += at < end && *at == ' ';
    for (used = 0; at < end && *at != '\n' && used < sizeof value - 1; at++)
        value[used++] = *at;
    value[used] = '\0';
    text before = print(scenario);
    covey_error error = {0};
    covey_status status = covey_scenario_set(scenario, key, value, &error);
    if (status == COVEY_OK) {
        check_round_trip(scenario);
    } else {
        text after = print(scenario);
        require(error.status == status && error.message[0] != '\0');
        require(before.size == after.size && memcmp(before.bytes, after.bytes, after.size) == 0);
        free(after.bytes);
    }
    free(before.bytes);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char report[3000];
    covey_scenario_def def = covey_scenario_def_default();
    def.report = report;
    def.report_size = sizeof report;
    covey_scenario *scenario;
    covey_error error = {0};
    covey_status status = covey_scenario_read(&def, (const char *)data, size, &scenario, &error);
    if (status != COVEY_OK) {
        require(error.status == status && scenario == NULL);
        check_error(&error, report, data, size);
        return 0;
    }
    require(report[0] == '\0');
    check_round_trip(scenario);
    check_set(scenario, data, size);
    covey_scenario_destroy(scenario);
    return 0;
}
