// SPDX-License-Identifier: MIT
// The state of every preset after some steps is frozen in tests/golden/presets.txt: "name hash" a
// line, with the hash of double and that of single precision; that of presets with an option other
// than theirs in tests/golden/options.txt: "name key value hash hash". A change there is a change
// of results, to be told in CHANGELOG.md. `test_golden_presets write` adds the rows of presets that
// have none, and changes no other.
#include "covey/scenario.h"
#include "support/scenario.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

enum { STEPS = 60 };

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

static void test_every_preset_comes_to_its_frozen_state(void **state)
{
    (void)state;
    FILE *file = fopen(COVEY_SOURCE_DIR "/tests/golden/presets.txt", "r");
    assert_non_null(file);
    int wrong = 0;
    char name[64];
    for (int k = 0; covey_preset_at(k) != NULL; k++) {
        const covey_preset *preset = covey_preset_at(k);
        unsigned long long frozen = 0, of_single = 0;
        unsigned long long found = hash_of(preset, "", "", "double"),
                           single = hash_of(preset, "", "", "single");
        bool same = fscanf(file, "%63s %llx %llx", name, &frozen, &of_single) == 3 &&
                    strcmp(name, preset->name) == 0 && frozen == found && of_single == single;
        if (!same)
            print_error("%s %016llx %016llx\n", preset->name, found, single);
        wrong += !same;
    }
    assert_int_equal(fscanf(file, "%63s", name), EOF);
    (void)fclose(file);
    assert_int_equal(wrong, 0);
}

/// The row that the file has for a preset; false if it has none.
static bool find_row(const char *name, unsigned long long hashes[2])
{
    char found[64];
    bool same = false;
    FILE *file = fopen(COVEY_SOURCE_DIR "/tests/golden/presets.txt", "r");
    assert_non_null(file);
    while (!same && fscanf(file, "%63s %llx %llx", found, &hashes[0], &hashes[1]) == 3)
        same = strcmp(found, name) == 0;
    (void)fclose(file);
    return same;
}

static void write_rows(void **state)
{
    (void)state;
    char text[1 << 14] = "";
    for (int k = 0; covey_preset_at(k) != NULL; k++) {
        const covey_preset *preset = covey_preset_at(k);
        unsigned long long hashes[2];
        if (!find_row(preset->name, hashes)) {
            hashes[0] = hash_of(preset, "", "", "double");
            hashes[1] = hash_of(preset, "", "", "single");
        }
        size_t used = strlen(text);
        assert_true(used + 128 < sizeof text);
        (void)snprintf(text + used, sizeof text - used, "%s %016llx %016llx\n", preset->name,
                       hashes[0], hashes[1]);
    }
    FILE *file = fopen(COVEY_SOURCE_DIR "/tests/golden/presets.txt", "w");
    assert_non_null(file);
    (void)fputs(text, file);
    assert_int_equal(fclose(file), 0);
}

static void test_every_option_comes_to_its_frozen_state(void **state)
{
    (void)state;
    FILE *file = fopen(COVEY_SOURCE_DIR "/tests/golden/options.txt", "r");
    assert_non_null(file);
    int wrong = 0, rows = 0;
    char name[64], key[64], value[64];
    unsigned long long frozen, of_single;
    while (fscanf(file, "%63s %63s %63s %llx %llx", name, key, value, &frozen, &of_single) == 5) {
        const covey_preset *preset = covey_preset_find(name);
        assert_non_null(preset);
        unsigned long long found = hash_of(preset, key, value, "double"),
                           single = hash_of(preset, key, value, "single");
        bool same = frozen == found && of_single == single;
        if (!same)
            print_error("%s %s %s %016llx %016llx\n", name, key, value, found, single);
        wrong += !same;
        rows++;
    }
    assert_true(feof(file) && rows > 0);
    (void)fclose(file);
    assert_int_equal(wrong, 0);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest writing[] = {cmocka_unit_test(write_rows)};
    if (argc == 2 && strcmp(argv[1], "write") == 0)
        return cmocka_run_group_tests(writing, NULL, NULL);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_preset_comes_to_its_frozen_state),
        cmocka_unit_test(test_every_option_comes_to_its_frozen_state),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
