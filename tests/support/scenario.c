// SPDX-License-Identifier: MIT
#include "support/scenario.h"

#include "support/streams.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static char *text_of(const page *printed)
{
    char *text = malloc(printed->size + 1);
    assert_non_null(text);
    memcpy(text, printed->bytes, printed->size);
    text[printed->size] = '\0';
    return text;
}

covey_scenario *scenario_read(const char *text)
{
    char report[4000];
    covey_scenario_def def = covey_scenario_def_default();
    def.report = report;
    def.report_size = sizeof report;
    covey_scenario *scenario;
    if (covey_scenario_read(&def, text, strlen(text), &scenario, NULL) != COVEY_OK)
        fail_msg("%s", report);
    return scenario;
}

char *scenario_print(const covey_scenario *scenario)
{
    static page printed;
    page_clear(&printed);
    assert_int_equal(covey_scenario_print(scenario, page_sink(&printed)), COVEY_OK);
    return text_of(&printed);
}

char *scenario_schema(void)
{
    static page printed;
    page_clear(&printed);
    assert_int_equal(covey_scenario_schema(page_sink(&printed)), COVEY_OK);
    return text_of(&printed);
}

void scenario_set(covey_scenario *scenario, const char *key, const char *value)
{
    covey_error error;
    if (covey_scenario_set(scenario, key, value, &error) != COVEY_OK)
        fail_msg("%s = %s: %s", key, value, error.message);
}

covey_world *scenario_world(const covey_scenario *scenario)
{
    covey_world_def engine = covey_world_def_default();
    covey_world *world;
    covey_error error;
    if (covey_scenario_world(scenario, &engine, &world, &error) != COVEY_OK)
        fail_msg("%s", error.message);
    return world;
}

void scenario_check_round_trip(const char *text)
{
    covey_scenario *scenario = scenario_read(text);
    char *first = scenario_print(scenario);
    covey_scenario *again = scenario_read(first);
    char *second = scenario_print(again);
    assert_string_equal(first, second);
    covey_world_def engine = covey_world_def_default();
    covey_world *world, *same;
    covey_status status = covey_scenario_world(scenario, &engine, &world, NULL);
    assert_int_equal(covey_scenario_world(again, &engine, &same, NULL), status);
    if (status == COVEY_OK)
        assert_true(covey_world_hash(world) == covey_world_hash(same));
    covey_world_destroy(world);
    covey_world_destroy(same);
    covey_scenario_destroy(scenario);
    covey_scenario_destroy(again);
    free(first);
    free(second);
}
