// SPDX-License-Identifier: MIT
// The state of every preset after some steps is frozen in tests/golden/presets.txt: "name hash
// hash" a line, with the hash of double and that of single precision; that of presets with an
// option other than theirs in tests/golden/options.txt: "name key value hash hash". A change there
// is a change of results: `test_golden_presets write` writes both anew, adds the rows of new
// presets, and refuses to change a hash unless the results epoch has risen (support/frozen.h).
#include "covey/scenario.h"
#include "support/frozen.h"
#include "support/golden.h"
#include "support/scenario.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { STEPS = 60, ROOM = 1 << 14 };

/// The preset as it is where `key` is empty.
static unsigned long long hash_of(const covey_preset *preset, const char *key, const char *value,
                                  const char *precision)
{
    covey_scenario *scenario = scenario_read(preset->text);
    if (key[0] != '\0')
        assert_int_equal(covey_scenario_set(scenario, key, value, NULL), COVEY_OK);
    assert_int_equal(covey_scenario_set(scenario, "precision", precision, NULL), COVEY_OK);
    covey_world *world = scenario_world(scenario);
    uint64_t steps = covey_scenario_plan(scenario).steps;
    for (uint64_t step = 0; step < STEPS && step < steps; step++)
        assert_int_equal(covey_world_step(world, covey_scenario_plan(scenario).dt), COVEY_OK);
    unsigned long long hash = covey_world_hash(world);
    covey_world_destroy(world);
    covey_scenario_destroy(scenario);
    return hash;
}

// ---- Tables ----

/// Appends the row of a preset: its name, `key` and `value` unless they are empty, two hashes.
static void put_row(char rows[ROOM], const covey_preset *preset, const char *key, const char *value)
{
    const size_t used = strlen(rows);
    assert_true(used + 256 < ROOM);
    (void)snprintf(rows + used, ROOM - used, "%s%s%s%s%s %016llx %016llx\n", preset->name,
                   key[0] != '\0' ? " " : "", key, value[0] != '\0' ? " " : "", value,
                   hash_of(preset, key, value, "double"), hash_of(preset, key, value, "single"));
}

/// Writes the rows that presets.txt should have: one a preset.
static void put_presets(char rows[ROOM])
{
    rows[0] = '\0';
    for (int k = 0; covey_preset_at(k) != NULL; k++)
        put_row(rows, covey_preset_at(k), "", "");
}

/// Writes the rows of options.txt anew, with the hashes of this library.
static void put_options(char rows[ROOM])
{
    char name[64], key[64], value[64], *table = golden_source("tests/golden/options.txt");
    rows[0] = '\0';
    for (const char *row = table; *row != '\0'; row += strcspn(row, "\n") + 1)
        if (row[0] != '#') {
            assert_int_equal(sscanf(row, "%63s %63s %63s", name, key, value), 3);
            const covey_preset *preset = covey_preset_find(name);
            assert_non_null(preset);
            put_row(rows, preset, key, value);
        }
    free(table);
}

/// Fails unless the table has all these rows; prints the missing rows.
static void expect_table(const char *path, const char *rows)
{
    char *table = golden_source(path);
    const char *frozen = frozen_rows(table);
    for (const char *row = rows; *row != '\0'; row += strcspn(row, "\n") + 1) {
        char line[256];
        (void)snprintf(line, sizeof line, "%.*s\n", (int)strcspn(row, "\n"), row);
        const char *found = strstr(frozen, line);
        if (found == NULL || (found != frozen && found[-1] != '\n'))
            print_error("%s", line);
    }
    const bool same = strcmp(frozen, rows) == 0;
    free(table);
    if (!same)
        fail_msg("%s has other rows or another order: test_golden_presets write", path);
}

static void test_every_preset_comes_to_its_frozen_state(void **state)
{
    (void)state;
    char rows[ROOM];
    put_presets(rows);
    expect_table("tests/golden/presets.txt", rows);
}

static void test_every_option_comes_to_its_frozen_state(void **state)
{
    (void)state;
    char rows[ROOM];
    put_options(rows);
    assert_true(rows[0] != '\0');
    expect_table("tests/golden/options.txt", rows);
}

static void write_presets(void **state)
{
    (void)state;
    char rows[ROOM];
    put_presets(rows);
    frozen_write("presets.txt", rows);
}

static void write_options(void **state)
{
    (void)state;
    char rows[ROOM];
    put_options(rows);
    frozen_write("options.txt", rows);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest writing[] = {cmocka_unit_test(write_presets),
                                         cmocka_unit_test(write_options)};
    if (argc == 2 && strcmp(argv[1], "write") == 0)
        return cmocka_run_group_tests(writing, NULL, NULL);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_preset_comes_to_its_frozen_state),
        cmocka_unit_test(test_every_option_comes_to_its_frozen_state),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
