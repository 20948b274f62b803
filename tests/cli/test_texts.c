// SPDX-License-Identifier: MIT
// What the source texts let their programs show, by presets and --set: each row of docs/texts.md
// that a run can tell, as a measure at its end.
#include "support/files.h"
#include "support/process.h"
#include "support/program.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/// A measure at the last step of a preset has to be within these ends.
typedef struct row {
    const char *preset, *steps, *set[3], *measure;
    double low, high;
} row;

static const row rows[] = {
    // Formal assignment: the animations, then friction and mass.
    {"formal-cohesion", "1500", {NULL}, "nearest_mean", 0, 0.01},
    {"formal-cohesion", "1500", {NULL}, "speed_mean", 0, 0.01},
    {"formal-separation", "1500", {NULL}, "nearest_min", 3, 5},
    {"formal-separation", "1500", {NULL}, "speed_mean", 0, 0.01},
    {"formal-alignment", "1500", {NULL}, "polarization", 0.9, 1},
    {"formal-no-separation", "1500", {NULL}, "nearest_mean", 0, 0.1},
    {"formal-no-separation", "1500", {NULL}, "polarization", 0.9, 1},
    {"formal-no-alignment", "1500", {NULL}, "nearest_mean", 1.5, 2.8},
    {"formal-no-alignment", "1500", {NULL}, "polarization", 0, 0.4},
    {"formal-no-cohesion", "1500", {NULL}, "nearest_mean", 2.8, 5},
    {"formal-no-cohesion", "1500", {NULL}, "polarization", 0.9, 1},
    {"formal-all", "1500", {NULL}, "nearest_mean", 1.5, 2.8},
    {"formal-all", "1500", {NULL}, "polarization", 0.9, 1},
    {"formal-all", "1500", {"drag=100"}, "speed_mean", 0, 0.1},
    {"formal-all", "1", {"mass=1e9"}, "speed_mean", 1.99, 2}, // too heavy to be moved
    {"formal-all", "9", {"max_speed=1"}, "speed_mean", 0.9, 1},
    {"mobagen", "1", {NULL}, "nearest_mean", 20, 35},
    {"mobagen", "500", {"min_speed=120"}, "speed_mean", 119.999, 120.001},
    {"mobagen", "500", {"min_speed=120"}, "speed_cv", 0, 1e-9},
    {"mobagen", "100", {"max_speed=50"}, "speed_mean", 40, 50},
    // Unicycle lesson: u_s, the two other dynamics, signs as the text has them.
    {"lesson1", "100", {NULL}, "speed_mean", 29.5, 29.6},
    {"lesson1", "100", {"u_s=3"}, "speed_mean", 32.5, 32.6},
    {"lesson1", "2000", {"u_s=-3"}, "speed_mean", 0, 1e-12},
    {"lesson1", "100", {"k_c=-1", "k_e=-1.3"}, "speed_mean", 29.5, 29.6},
    {"lesson1", "100", {"motion=kinematic", "gain=0"}, "speed_mean", 5, 25},
    {"lesson1", "1000", {"motion=accelerate", "k_a=100"}, "speed_mean", 100, 1e4},
    {"lesson1-kinematic", "100", {NULL}, "speed_mean", 20, 60},
    {"lesson1-kinematic", "100", {"gain=0"}, "speed_mean", 5, 25}, // those with neighbors stop
    {"lesson1-newtonian", "1000", {NULL}, "speed_mean", 40, 50},
    {"lesson1-newtonian", "1000", {"motion=newton", "drag=1"}, "speed_mean", 1, 20},
    // Three rules: one speed, walls that keep agents on their stage.
    {"three-rules", "50", {NULL}, "speed_cv", 0, 1e-9},
    // Torus project: the start and the speed of the report's table 1.
    {"torus-report", "0", {NULL}, "speed_mean", 35, 41},
    {"torus-report", "1000", {NULL}, "speed_mean", 99, 100},
    {"torus-predators", "0", {"predators.count=1"}, "speed_mean", 75, 75},
};

/// The value in the column of a table of measures, in the line behind `at`.
static double value_of(const char *table, const char *at, const char *column)
{
    const char *head = strstr(table, "\nstep,");
    assert_non_null(head);
    for (head++;
         strncmp(head, column, strlen(column)) != 0 || strchr(",\n", head[strlen(column)]) == NULL;
         at = strchr(at, ',') + 1) {
        head += strcspn(head, ",\n");
        if (*head++ != ',')
            fail_msg("there is no column %s", column);
    }
    return strtod(at, NULL);
}

static void check(const row *of)
{
    const char *arguments[20] = {"run",     of->preset, "--quiet",   "--steps", of->steps,
                                 "--every", "100000",   "--measure", "-"};
    size_t count = 9;
    for (size_t k = 0; k < 3 && of->set[k] != NULL; k++) {
        arguments[count++] = "--set";
        arguments[count++] = of->set[k];
    }
    program_case run = {.code = 0};
    memcpy(run.arguments, arguments, count * sizeof *arguments);
    char *table = program_output(&run), begin[32];
    (void)snprintf(begin, sizeof begin, "\n%s,", of->steps);
    const char *last = strstr(table, begin);
    assert_non_null(last);
    double found = value_of(table, last + 1, of->measure);
    if (!(found >= of->low && found <= of->high))
        fail_msg("%s %s: %s is %g, not within %g and %g", of->preset,
                 of->set[0] != NULL ? of->set[0] : "", of->measure, found, of->low, of->high);
    free(table);
}

static void test_presets_show_what_the_texts_tell(void **unused)
{
    (void)unused;
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++)
        check(&rows[k]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_presets_show_what_the_texts_tell)};
    return cmocka_run_group_tests(tests, files_setup, files_teardown);
}
