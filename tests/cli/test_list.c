// SPDX-License-Identifier: MIT
// covey list tells of everything that the library has, in lines that fit a terminal.
#include "support/program.h"

#include <covey/covey.h>
#include <covey/format.h>
#include <covey/measure.h>
#include <covey/scenario.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define LENGTH(array) (sizeof(array) / sizeof(array)[0])

static const char *const kinds[] = {"models", "motions",  "influences", "placements",
                                    "spaces", "measures", "profiles",   "formats",
                                    "keys",   "dialects", "presets"};

static char *output_of(const char *kind, const char *name)
{
    char *output = program_output(&(program_case){.arguments = {"list", kind, name}});
    assert_true(output != NULL && output[0] != '\0');
    return output;
}

/// Fails unless `word` begins a line behind two blanks.
static void check_entry(const char *text, const char *word)
{
    char wanted[80];
    (void)snprintf(wanted, sizeof wanted, "\n  %s ", word);
    if (strstr(text, wanted) == NULL)
        fail_msg("%s is missing in:\n%s", word, text);
}

static void check_width(const char *text)
{
    while (*text != '\0') {
        size_t size = strcspn(text, "\n");
        if (size > 100 || (size > 0 && text[size - 1] == ' '))
            fail_msg("this line is too long or ends with a blank:\n%.*s", (int)size, text);
        text += size + (text[size] == '\n');
    }
}

static void test_the_list_has_everything(void **state)
{
    (void)state;
    char *all = output_of(NULL, NULL);
    check_width(all);
    for (int k = 0; covey_model_at(k) != NULL; k++)
        check_entry(all, covey_model_at(k)->name);
    for (int k = 0; covey_motion_at(k) != NULL; k++)
        check_entry(all, covey_motion_at(k)->name);
    for (int k = 0; covey_influence_at(k) != NULL; k++)
        check_entry(all, covey_influence_at(k)->name);
    for (int k = 0; covey_space_names()[k] != NULL; k++)
        check_entry(all, covey_space_names()[k]);
    for (int k = 0; covey_measure_at(k) != NULL; k++)
        check_entry(all, covey_measure_at(k)->name);
    for (int k = 0; covey_profile_of(NULL, k) != NULL; k++)
        check_entry(all, covey_profile_of(NULL, k)->columns[0].name);
    for (int k = 0; covey_format_at(k) != NULL; k++)
        check_entry(all, covey_format_at(k)->name);
    for (int k = 0; covey_section_at(k) != NULL; k++)
        check_entry(all, covey_section_at(k)->name);
    for (int k = 0; covey_preset_at(k) != NULL; k++)
        check_entry(all, covey_preset_at(k)->name);
    size_t size = 0;
    for (size_t k = 0; k < LENGTH(kinds); k++) {
        char *part = output_of(kinds[k], NULL);
        assert_non_null(strstr(all, part));
        size += strlen(part);
        free(part);
    }
    assert_in_range(strlen(all) - size, 1, 500); // the headings
    free(all);
}

static void check_details(const char *kind, const char *name, const covey_param *table)
{
    char *text = output_of(kind, name);
    check_width(text);
    if (strstr(text, name) == NULL)
        fail_msg("covey list %s %s does not tell of it", kind, name);
    for (const covey_param *row = table; row != NULL && row->name != NULL; row++)
        check_entry(text, row->name);
    free(text);
}

static void test_a_name_has_all_its_parameters(void **state)
{
    (void)state;
    for (int k = 0; covey_model_at(k) != NULL; k++)
        check_details("models", covey_model_at(k)->name, covey_model_at(k)->params);
    for (int k = 0; covey_motion_at(k) != NULL; k++)
        check_details("motions", covey_motion_at(k)->name, covey_motion_at(k)->params);
    for (int k = 0; covey_influence_at(k) != NULL; k++)
        check_details("influences", covey_influence_at(k)->name, covey_influence_at(k)->params);
    for (int k = 0; covey_measure_at(k) != NULL; k++)
        check_details("measures", covey_measure_at(k)->name, NULL);
    check_details("measures", "entries", NULL); // which a run counts
    for (int k = 0; covey_profile_of(NULL, k) != NULL; k++)
        check_details("profiles", covey_profile_of(NULL, k)->columns[0].name, NULL);
    for (int k = 0; covey_format_at(k) != NULL; k++)
        check_details("formats", covey_format_at(k)->name, NULL);
    for (int k = 0; covey_section_at(k) != NULL; k++) {
        covey_param table[16] = {{0}};
        for (int row = 0; row < 15; row++)
            table[row] = covey_section_param(covey_section_at(k), row);
        assert_non_null(table[0].name);
        check_details("keys", covey_section_at(k)->name, table);
    }
    check_details("placements", "ring", covey_placement_params());
    check_details("spaces", "torus", NULL);
}

static void test_a_preset_is_printed_as_it_is(void **state)
{
    (void)state;
    for (int k = 0; covey_preset_at(k) != NULL; k++)
        program_expect(&(program_case){.arguments = {"list", "presets", covey_preset_at(k)->name},
                                       .out = covey_preset_at(k)->text});
}

static void test_each_mistake_has_its_message(void **state)
{
    (void)state;
    program_expect(&(program_case){.arguments = {"list", "model"},
                                   .code = 64,
                                   .err = "covey list: there is no kind \"model\" (did you mean "
                                          "models?); see covey list --help\n"});
    program_expect(&(program_case){.arguments = {"list", "models", "tours"},
                                   .code = 64,
                                   .err = "covey list: there is no \"tours\" among the models (did "
                                          "you mean torus?); see covey list models\n"});
    program_expect(
        &(program_case){.arguments = {"list", "schema", "x"},
                        .code = 64,
                        .err = "covey list: there is no schema \"x\"; see covey list --help\n"});
}

/// The schema by Python's reader, and the presets by jsonschema where that is installed.
static void test_the_schema_is_json_and_fits_the_presets(void **state)
{
    (void)state;
    static const char script[] =
        "import json, glob, sys\n"
        "s = json.load(sys.stdin)\n"
        "assert 'flock_torus' in s['definitions']\n"
        "p = s['definitions']['flock_torus']['properties']\n"
        "assert p['separation']['default'] == 12 and p['max_speed']['default'] == 75\n"
        "assert p['centroid']['enum'] == ['shortest', 'absolute']\n"
        "motions = p['motion']['enum']\n"
        "assert motions[:2] == ['impulse', 'accelerate'] and 'turn' not in motions\n"
        "for name, flock in s['definitions'].items():\n"
        "    if name.startswith('flock_'):\n"
        "        keys = {'model', 'name', 'motion', 'hunts', 'sees', 'place', 'count', 'body'}\n"
        "        assert keys <= set(flock['properties']), name\n"
        "try:\n"
        "    import jsonschema, yaml\n"
        "except ImportError:\n"
        "    sys.exit(0)\n"
        "class L(yaml.SafeLoader): pass\n"
        "L.yaml_implicit_resolvers = {k: [r for r in v if 'bool' not in r[0]]\n"
        "                             for k, v in L.yaml_implicit_resolvers.items()}\n"
        "for f in glob.glob('" COVEY_SOURCE_DIR "/scenarios/*.yaml'):\n"
        "    jsonschema.Draft7Validator(s).validate(yaml.load(open(f), L))\n";
    if (getenv("COVEY_RUN") != NULL)
        skip();
    char *schema = output_of("schema", NULL);
    process python = process_run(
        &(process_def){.arguments = (const char *const[]){"/usr/bin/python3", "-c", script, NULL},
                       .native = true,
                       .input = schema});
    if (python.code != 0)
        fail_msg("%s", python.errors.bytes);
    process_free(&python);
    free(schema);
}

/// Rubrics that covey check takes fit the schema, and a word that is no key does not.
static void test_the_schema_of_rubrics_fits_rubrics(void **state)
{
    (void)state;
    static const char script[] =
        "import json, sys\n"
        "s = json.load(sys.stdin)\n"
        "assert s['required'] == ['points'] and not s['additionalProperties']\n"
        "item = s['properties']['points']['anyOf'][0]['items']\n"
        "assert item['properties']['rule']['enum'] == ['cohesion', 'separation', 'alignment']\n"
        "try:\n"
        "    import jsonschema\n"
        "except ImportError:\n"
        "    sys.exit(0)\n"
        "good = {'points': [{'name': 'a', 'points': 1, 'cases': 'b*', 'hidden': True},\n"
        "                   {'name': 'b', 'points': 2.5, 'rule': 'alignment', 'needs': ['a']}],\n"
        "        'hints': [1, 2], 'limits': {'time': 2.5}}\n"
        "check = jsonschema.Draft7Validator(s)\n"
        "assert check.is_valid(good)\n"
        "for key, value in ('hints', [4]), ('points', []), ('pionts', 1), ('limits', {'x': 1}):\n"
        "    assert not check.is_valid({**good, key: value}), key\n";
    char *schema = output_of("schema", "rubric");
    process python = process_run(
        &(process_def){.arguments = (const char *const[]){"/usr/bin/python3", "-c", script, NULL},
                       .native = true,
                       .input = schema});
    if (python.code != 0)
        fail_msg("%s", python.errors.bytes);
    process_free(&python);
    free(schema);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_list_has_everything),
        cmocka_unit_test(test_a_name_has_all_its_parameters),
        cmocka_unit_test(test_a_preset_is_printed_as_it_is),
        cmocka_unit_test(test_each_mistake_has_its_message),
        cmocka_unit_test(test_the_schema_is_json_and_fits_the_presets),
        cmocka_unit_test(test_the_schema_of_rubrics_fits_rubrics),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
