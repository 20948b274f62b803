// SPDX-License-Identifier: MIT
// The pages of docs/models describe the library: every model has its page, and their tables
// are made from the tables of the library. The text between two such lines is made here:
//
//     <!-- parameters of model torus -->      or of: motion turn, motion of couzin (its motion, as
//     <!-- end -->                            it is with that model), influence wall, placement
//
//     <!-- list of models -->                 or of: motions, influences
//     <!-- end -->
//
// `test_golden_models write` brings all pages up to date.
#define _POSIX_C_SOURCE 200809L
#include "covey/scenario.h"
#include "covey/world.h"
#include "support/golden.h"

#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { PATH_SIZE = 1024, PAGES = 64, NAME_SIZE = 64 };

#define FOLDER COVEY_SOURCE_DIR "/docs/models"
#define END "<!-- end -->"

// ---- Contents of the library ----

static const covey_model *model_called(const char *name)
{
    int k = 0;
    while (covey_model_at(k) != NULL && strcmp(covey_model_at(k)->name, name) != 0)
        k++;
    return covey_model_at(k);
}

static const covey_motion *motion_called(const char *name)
{
    int k = 0;
    while (covey_motion_at(k) != NULL && strcmp(covey_motion_at(k)->name, name) != 0)
        k++;
    return covey_motion_at(k);
}

static const covey_influence *influence_called(const char *name)
{
    int k = 0;
    while (covey_influence_at(k) != NULL && strcmp(covey_influence_at(k)->name, name) != 0)
        k++;
    return covey_influence_at(k);
}

/// Whether a flock of the preset behaves like that.
static bool preset_has(const covey_preset *preset, const char *model)
{
    covey_scenario_def def = covey_scenario_def_default();
    covey_scenario *scenario;
    if (covey_scenario_read(&def, preset->text, preset->size, &scenario, NULL) != COVEY_OK)
        return false;
    bool found = false;
    for (int k = 0; k < covey_scenario_flocks(scenario); k++)
        found = found || strcmp(covey_scenario_flock(scenario, k).model, model) == 0;
    covey_scenario_destroy(scenario);
    return found;
}

// ---- Tables ----

/// Leaves out bounds that no value comes near.
static void write_range(FILE *out, const covey_param *row)
{
    bool low = row->low > -1e9, high = row->high < 1e9;
    if (row->choices != NULL)
        for (int k = 0; row->choices[k] != NULL; k++)
            (void)fprintf(out, "%s`%s`", k > 0 ? ", " : "", row->choices[k]);
    else if (low && high)
        (void)fprintf(out, "%.6g … %.6g", row->low, row->high);
    else if (low)
        (void)fprintf(out, "≥ %.6g", row->low);
    else if (high)
        (void)fprintf(out, "≤ %.6g", row->high);
    else
        (void)fprintf(out, "any");
}

static void write_parameters(FILE *out, const covey_param *table, const covey_setting *settings)
{
    (void)fprintf(out, "| parameter | initial | range | unit | meaning |\n|---|---|---|---|---|\n");
    for (const covey_param *row = table; row != NULL && row->name != NULL; row++) {
        double initial = row->initial;
        for (const covey_setting *s = settings; s != NULL && s->name != NULL; s++)
            if (strcmp(s->name, row->name) == 0)
                initial = s->value;
        (void)fprintf(out, "| `%s` | ", row->name);
        if (row->choices != NULL)
            (void)fprintf(out, "`%s` | ", row->choices[(int)initial]);
        else if (initial >= 1e300)
            (void)fprintf(out, "unlimited | ");
        else
            (void)fprintf(out, "%.6g | ", initial);
        write_range(out, row);
        (void)fprintf(out, " | %s | %s |\n", row->unit, row->text);
    }
}

static void write_models(FILE *out)
{
    (void)fprintf(out, "| model | what | motion | presets |\n|---|---|---|---|\n");
    const covey_model *model;
    for (int k = 0; (model = covey_model_at(k)) != NULL; k++) {
        (void)fprintf(out, "| [%s](%s.md) | %s | `%s` |", model->name, model->name, model->title,
                      model->motion);
        const covey_preset *preset;
        for (int p = 0; (preset = covey_preset_at(p)) != NULL; p++)
            if (preset_has(preset, model->name))
                (void)fprintf(out, " `%s`", preset->name);
        (void)fprintf(out, " |\n");
    }
}

static void write_motions(FILE *out)
{
    (void)fprintf(out, "| motion | what | follows |\n|---|---|---|\n");
    const covey_motion *motion;
    for (int k = 0; (motion = covey_motion_at(k)) != NULL; k++)
        (void)fprintf(out, "| `%s` | %s | %s |\n", motion->name, motion->title,
                      motion->intent == COVEY_INTENT_CHANGE ? "CHANGE" : "DIRECTION");
}

static void write_influences(FILE *out)
{
    (void)fprintf(out, "| influence | what | solid |\n|---|---|---|\n");
    const covey_influence *kind;
    for (int k = 0; (kind = covey_influence_at(k)) != NULL; k++)
        (void)fprintf(out, "| `%s` | %s | %s |\n", kind->name, kind->title,
                      kind->solid != NULL ? "yes" : "no");
}

/// The table that a marker asks for; false if there is none.
static bool write_table(FILE *out, const char *list, const char *of, const char *name)
{
    const covey_model *model = model_called(name);
    if (strcmp(list, "list") == 0 && strcmp(of, "models") == 0)
        write_models(out);
    else if (strcmp(list, "list") == 0 && strcmp(of, "motions") == 0)
        write_motions(out);
    else if (strcmp(list, "list") == 0 && strcmp(of, "influences") == 0)
        write_influences(out);
    else if (strcmp(of, "model") == 0 && model != NULL)
        write_parameters(out, model->params, NULL);
    else if (strcmp(of, "motion of") == 0 && model != NULL)
        write_parameters(out, motion_called(model->motion)->params, model->motion_settings);
    else if (strcmp(of, "motion") == 0 && motion_called(name) != NULL)
        write_parameters(out, motion_called(name)->params, NULL);
    else if (strcmp(of, "influence") == 0 && influence_called(name) != NULL)
        write_parameters(out, influence_called(name)->params, NULL);
    else if (strcmp(of, "placement") == 0)
        write_parameters(out, covey_placement_params(), NULL);
    else
        return false;
    return true;
}

// ---- Pages ----

typedef struct folder {
    char page[PAGES][NAME_SIZE];
    int count;
} folder;

static folder pages(void)
{
    folder all = {.count = 0};
    DIR *files = opendir(FOLDER);
    assert_non_null(files);
    for (const struct dirent *entry; (entry = readdir(files)) != NULL;) {
        const char *ending = strrchr(entry->d_name, '.');
        if (ending == NULL || strcmp(ending, ".md") != 0)
            continue;
        assert_true(all.count < PAGES && strlen(entry->d_name) < NAME_SIZE);
        (void)snprintf(all.page[all.count++], NAME_SIZE, "%s", entry->d_name);
    }
    (void)closedir(files);
    return all;
}

static char *read_page(const char *name)
{
    char path[PATH_SIZE];
    (void)snprintf(path, sizeof path, "docs/models/%s", name);
    return golden_source(path);
}

/// A marker's words; false if the line is none.
static bool is_marker(const char *line, char list[16], char of[16], char name[NAME_SIZE])
{
    name[0] = '\0';
    if (sscanf(line, "<!-- parameters of motion of %63[a-z_] -->", name) == 1)
        return snprintf(list, 16, "parameters") > 0 && snprintf(of, 16, "motion of") > 0;
    return sscanf(line, "<!-- %15[a-z] of %15[a-z] %63[a-z_] -->", list, of, name) >= 2 &&
           (strcmp(list, "list") == 0 || strcmp(list, "parameters") == 0);
}

/// The page with its tables as they should be. The caller frees it.
static char *renewed(const char *page, const char *text)
{
    char *result = NULL;
    size_t size;
    FILE *out = open_memstream(&result, &size);
    assert_non_null(out);
    for (const char *line = text; *line != '\0';) {
        const char *next = line + strcspn(line, "\n") + 1;
        char list[16], of[16], name[NAME_SIZE];
        (void)fwrite(line, 1, (size_t)(next - line), out);
        if (is_marker(line, list, of, name)) {
            if (!write_table(out, list, of, name))
                fail_msg("docs/models/%s: nothing is known for %.*s", page, (int)(next - line - 1),
                         line);
            next = strstr(next, END);
            if (next == NULL)
                fail_msg("docs/models/%s: no " END " behind %s of %s %s", page, list, of, name);
        }
        line = next;
    }
    assert_int_equal(fclose(out), 0);
    return result;
}

static void write_page(const char *page)
{
    char path[PATH_SIZE];
    (void)snprintf(path, sizeof path, FOLDER "/%s", page);
    char *text = read_page(page), *wanted = renewed(page, text);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    (void)fputs(wanted, file);
    assert_int_equal(fclose(file), 0);
    free(text);
    free(wanted);
}

static void write_pages(void **state)
{
    (void)state;
    folder all = pages();
    for (int k = 0; k < all.count; k++)
        write_page(all.page[k]);
}

// ---- Tests ----

static void test_every_table_is_that_of_the_library(void **state)
{
    (void)state;
    folder all = pages();
    for (int k = 0; k < all.count; k++) {
        char *text = read_page(all.page[k]), *wanted = renewed(all.page[k], text);
        size_t same = 0;
        while (text[same] != '\0' && text[same] == wanted[same])
            same++;
        while (same > 0 && wanted[same - 1] != '\n')
            same--;
        if (strcmp(text, wanted) != 0)
            fail_msg("docs/models/%s should have this line; run test_golden_models write:\n%.*s",
                     all.page[k], (int)strcspn(wanted + same, "\n"), wanted + same);
        free(text);
        free(wanted);
    }
}

static void expect(const char *page, const char *text, const char *wanted)
{
    if (strstr(text, wanted) == NULL)
        fail_msg("%s does not have %s", page, wanted);
}

static void expect_model_page(const covey_model *model, const char *index)
{
    char page[NAME_SIZE], wanted[PATH_SIZE];
    (void)snprintf(page, sizeof page, "%s.md", model->name);
    char *text = read_page(page);
    (void)snprintf(wanted, sizeof wanted, "\n<!-- parameters of model %s -->\n", model->name);
    expect(page, text, wanted);
    (void)snprintf(wanted, sizeof wanted, "\n<!-- parameters of motion of %s -->\n", model->name);
    expect(page, text, wanted);
    (void)snprintf(wanted, sizeof wanted, "`%s`", model->motion);
    expect(page, text, wanted);
    (void)snprintf(wanted, sizeof wanted, "](models/%s)", page);
    expect("docs/README.md", index, wanted);
    const covey_preset *preset;
    for (int k = 0; (preset = covey_preset_at(k)) != NULL; k++) {
        (void)snprintf(wanted, sizeof wanted, "`%s`", preset->name);
        if (preset_has(preset, model->name))
            expect(page, text, wanted);
    }
    free(text);
}

static void test_every_model_has_a_page_with_its_presets(void **state)
{
    (void)state;
    char *index = golden_read(COVEY_SOURCE_DIR "/docs/README.md");
    assert_non_null(index);
    expect("docs/README.md", index, "](models/README.md)");
    expect("docs/README.md", index, "](models/torus-project.md)");
    expect("docs/README.md", index, "](models/peers.md)");
    for (int k = 0; covey_model_at(k) != NULL; k++)
        expect_model_page(covey_model_at(k), index);
    free(index);
}

static void test_no_page_is_of_a_model_that_is_not(void **state)
{
    (void)state;
    folder all = pages();
    for (int k = 0; k < all.count; k++) {
        char name[NAME_SIZE];
        (void)snprintf(name, sizeof name, "%.*s", (int)strcspn(all.page[k], "."), all.page[k]);
        if (strcmp(name, "README") != 0 && strcmp(name, "torus-project") != 0 &&
            strcmp(name, "peers") != 0 && model_called(name) == NULL)
            fail_msg("docs/models/%s is of no model", all.page[k]);
    }
}

/// Every word behind "covey run" that is no option is a preset.
static void expect_presets(const char *page, const char *text)
{
    for (const char *at = text; (at = strstr(at, "covey run ")) != NULL;) {
        at += strlen("covey run ");
        char name[NAME_SIZE];
        int size = (int)strspn(at, "abcdefghijklmnopqrstuvwxyz0123456789-");
        (void)snprintf(name, sizeof name, "%.*s", size, at);
        if (size > 0 && at[0] != '-' && covey_preset_find(name) == NULL)
            fail_msg("docs/models/%s runs %s, and there is no such preset", page, name);
    }
}

static void test_every_preset_that_is_run_exists(void **state)
{
    (void)state;
    folder all = pages();
    for (int k = 0; k < all.count; k++) {
        char *text = read_page(all.page[k]);
        expect_presets(all.page[k], text);
        free(text);
    }
}

static void expect_words(const char *text, const char *const *words)
{
    for (int k = 0; words[k] != NULL; k++) {
        char wanted[NAME_SIZE];
        (void)snprintf(wanted, sizeof wanted, "\n| `%s` |", words[k]);
        expect("docs/models/README.md", text, wanted);
    }
}

static void test_the_overview_has_all_that_models_work_with(void **state)
{
    (void)state;
    char *text = read_page("README.md"), wanted[PATH_SIZE];
    expect("docs/models/README.md", text, "\n<!-- list of models -->\n");
    expect("docs/models/README.md", text, "\n<!-- list of motions -->\n");
    expect("docs/models/README.md", text, "\n<!-- list of influences -->\n");
    expect("docs/models/README.md", text, "\n<!-- parameters of placement -->\n");
    for (int k = 0; covey_motion_at(k) != NULL; k++) {
        (void)snprintf(wanted, sizeof wanted, "\n<!-- parameters of motion %s -->\n",
                       covey_motion_at(k)->name);
        expect("docs/models/README.md", text, wanted);
    }
    for (int k = 0; covey_influence_at(k) != NULL; k++) {
        (void)snprintf(wanted, sizeof wanted, "\n<!-- parameters of influence %s -->\n",
                       covey_influence_at(k)->name);
        expect("docs/models/README.md", text, wanted);
    }
    expect_words(text, covey_space_names());
    expect_words(text, covey_param_find(covey_placement_params(), "kind")->choices);
    free(text);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest writing[] = {cmocka_unit_test(write_pages)};
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_table_is_that_of_the_library),
        cmocka_unit_test(test_every_model_has_a_page_with_its_presets),
        cmocka_unit_test(test_no_page_is_of_a_model_that_is_not),
        cmocka_unit_test(test_every_preset_that_is_run_exists),
        cmocka_unit_test(test_the_overview_has_all_that_models_work_with),
    };
    if (argc > 1 && strcmp(argv[1], "write") == 0)
        return cmocka_run_group_tests(writing, NULL, NULL);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
