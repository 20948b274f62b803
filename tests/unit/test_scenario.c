// SPDX-License-Identifier: MIT
// Scenarios: every section is read, printed and read again; every mistake has its sentence and its
// place; every parameter of every model, motion and influence can be set.
#include "support/golden.h"
#include "support/scenario.h"

#include <covey/covey.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define LENGTH(array) (sizeof(array) / sizeof(array)[0])

// ---- Reading ----

static const char whole[] = "# a comment\n"
                            "title: \"Two flocks, \\\"seen\\\" by h\xc3\xa9ron\"\n"
                            "space: {kind: torus, width: 1500, height: 1e3}\n"
                            "seed: 18446744073709551615\n"
                            "dt: .5\n"
                            "steps: 30\n"
                            "every: 10\n"
                            "flocks:\n"
                            "  - name: boids\n"
                            "    model: torus\n"
                            "    count: 20\n"
                            "    body: 5\n"
                            "    separation: -12.25\n"
                            "    centroid: absolute\n"
                            "    max_speed: 60\n"
                            "    place: {kind: ring, x: 3, y: 4, radius: 2, speed: 7}\n"
                            "  - model: predator\n"
                            "    hunts: boids\n"
                            "    motion: accelerate\n"
                            "    place:\n"
                            "      agents: [[1, 2, 3, 4], [5, 6, -0.1, 8]]\n"
                            "influences:\n"
                            "  - {kind: wind, x: 1, flock: boids}\n"
                            "  - {kind: obstacle, points: [[400, 300]], radius: 40}\n"
                            "outputs: [run.extxyz, \"Run 2.csv\"]\n"
                            "measures: {file: m.csv, link: 20}\n";

static void test_every_section_is_read(void **state)
{
    (void)state;
    covey_scenario *scenario = scenario_read(whole);
    covey_plan plan = covey_scenario_plan(scenario);
    assert_string_equal(plan.title, "Two flocks, \"seen\" by h\xc3\xa9ron");
    assert_int_equal(plan.space.kind, COVEY_SPACE_TORUS);
    assert_true(plan.space.size[0] == 1500 && plan.space.size[1] == 1000);
    assert_true(plan.seed == UINT64_MAX && plan.dt == 0.5);
    assert_int_equal(plan.steps, 30);
    assert_int_equal(plan.every, 10);
    assert_int_equal(plan.outputs_count, 2);
    assert_string_equal(plan.outputs[1], "Run 2.csv");
    assert_string_equal(plan.measures, "m.csv");
    assert_true(plan.link == 20);
    assert_int_equal(covey_scenario_flocks(scenario), 2);
    covey_flock_def predators = covey_scenario_flock(scenario, 1);
    assert_string_equal(predators.name, "predator");
    assert_string_equal(predators.hunts, "boids");
    assert_int_equal(predators.count, 2);
    assert_true(predators.pos[1][1] == 6 && predators.vel[0][1] == -0.1);
    assert_null(covey_scenario_flock(scenario, 2).name);
    covey_scenario_destroy(scenario);
}

static void test_the_world_is_what_the_scenario_says(void **state)
{
    (void)state;
    covey_scenario *scenario = scenario_read(whole);
    covey_world *world = scenario_world(scenario);
    assert_int_equal(covey_world_flocks(world), 2);
    assert_true(covey_world_param(world, 0, "separation") == -12.25);
    assert_true(covey_world_param(world, 0, "centroid") == 1);
    assert_true(covey_world_param(world, 0, "max_speed") == 60);
    assert_true(covey_world_param(world, 0, "radius") == 75);
    assert_true(covey_world_body(world, 0) == 5);
    assert_string_equal(covey_world_motion(world, 1)->name, "accelerate");
    assert_int_equal(covey_world_prey(world, 1), 0);
    assert_int_equal(covey_world_influences(world), 2);
    assert_string_equal(covey_world_influence(world, 0).kind->name,
                        "obstacle"); // the solid one first
    assert_true(covey_world_influence_param(world, 0, "radius") == 40);
    assert_int_equal(covey_world_influence(world, 1).flock, 0);
    covey_view view = covey_world_view(world, 1);
    assert_int_equal(view.count, 2);
    covey_world_destroy(world);
    covey_scenario_destroy(scenario);
}

static void test_a_printed_scenario_reads_back_and_prints_the_same(void **state)
{
    (void)state;
    const char *texts[] = {
        whole,
        "flocks: {model: formal, r_c: 5e-324, K_c: -0.0, K_s: 1.7976931348623157e308}\n",
        "space: open\nflocks: [{model: vicsek, place: mill}]\noutputs: a.csv\nmeasures: m.csv\n",
        "title: 'yes'\nflocks: {model: couzin, place: {agents: []}}\noutputs: [null, 12, "
        "\"\\\\\"]\n",
        "flocks: {model: reynolds, place: {agents: [[1, 2], [3, 0.30000000000000004]]}}\n",
        "dense: aggregate\nflocks: {model: vicsek}\n",
        "flocks: [&a {model: torus, count: 3}, {model: unicycle}]\ninfluences:\n"
        "  kind: obstacle\n  points: [[0, 1], [2, 3], [5, 7]]\n",
    };
    for (size_t k = 0; k < LENGTH(texts); k++)
        scenario_check_round_trip(texts[k]);
    for (int k = 0; covey_preset_at(k) != NULL; k++)
        scenario_check_round_trip(covey_preset_at(k)->text);
}

/// Counts bytes in a size_t; malloc does the work.
static void *count_bytes(void *context, void *block, size_t old_size, size_t new_size)
{
    size_t *bytes = context;
    *bytes += new_size - (block == NULL ? 0 : old_size);
    if (new_size > 0)
        return realloc(block, new_size);
    free(block);
    return NULL;
}

static void test_changes_take_no_memory_in_the_long_run(void **state)
{
    (void)state;
    size_t bytes = 0, before = 0;
    covey_scenario_def def = covey_scenario_def_default();
    def.allocator = (covey_allocator){count_bytes, &bytes};
    covey_scenario *scenario;
    assert_int_equal(covey_scenario_read(&def, whole, sizeof whole - 1, &scenario, NULL), COVEY_OK);
    for (int k = 0; k < 200; k++) {
        scenario_set(scenario, "boids.separation", k % 2 == 0 ? "1" : "2");
        scenario_set(scenario, "boids.place", "{kind: disc, radius: 3}");
        assert_int_equal(covey_scenario_set(scenario, "dt", "[1, 2", NULL), COVEY_INPUT);
        assert_int_equal(covey_scenario_set(scenario, "dt", "nothing", NULL), COVEY_INPUT);
        if (k == 10)
            before = bytes;
    }
    assert_int_equal(bytes, before);
    covey_scenario_destroy(scenario);
    assert_int_equal(bytes, 0);
}

static void test_an_alias_is_a_copy_of_its_anchor(void **state)
{
    (void)state;
    covey_scenario *scenario =
        scenario_read("flocks: [{name: a, model: torus, place: &p {kind: disc, radius: 3}},\n"
                      "         {name: b, model: torus, place: *p}]\n");
    assert_true(covey_scenario_flock(scenario, 1).place.radius == 3);
    covey_scenario_destroy(scenario);
}

static void test_the_formal_preset_gives_the_numbers_of_the_assignment(void **state)
{
    (void)state;
    covey_scenario *scenario = scenario_read(covey_preset_find("formal")->text);
    covey_world *world = scenario_world(scenario);
    assert_int_equal(covey_world_step(world, covey_scenario_plan(scenario).dt), COVEY_OK);
    covey_view view = covey_world_view(world, 0);
    size_t first = view.id[0] == 0 ? 0 : 1;
    assert_true(view.pos[1][first] == 0.484375 && view.vel[1][first] == -0.125);
    assert_true(view.pos[1][1 - first] == -0.484375);
    covey_world_destroy(world);
    covey_scenario_destroy(scenario);
}

static void test_every_preset_runs_and_no_agent_enters_an_obstacle(void **state)
{
    (void)state;
    int count = 0;
    for (; covey_preset_at(count) != NULL; count++) {
        covey_scenario *scenario = scenario_read(covey_preset_at(count)->text);
        covey_world *world = scenario_world(scenario);
        assert_true(covey_scenario_plan(scenario).title[0] != '\0');
        for (int k = 0; k < 50; k++)
            assert_int_equal(covey_world_step(world, covey_scenario_plan(scenario).dt), COVEY_OK);
        for (int k = 0; k < covey_world_flocks(world); k++)
            assert_int_equal(covey_world_entries(world, k), 0);
        covey_world_destroy(world);
        covey_scenario_destroy(scenario);
    }
    assert_true(count >= 22);
    assert_null(covey_preset_at(-1));
    assert_null(covey_preset_find("nothing"));
    for (int k = 0; covey_model_at(k) != NULL; k++) {
        bool used = false;
        for (int p = 0; p < count; p++) {
            char wanted[64];
            (void)snprintf(wanted, sizeof wanted, "model: %s", covey_model_at(k)->name);
            const char *at = strstr(covey_preset_at(p)->text, wanted);
            used = used || (at != NULL && strchr("\n,", at[strlen(wanted)]) != NULL);
        }
        if (!used)
            fail_msg("no preset has the model %s", covey_model_at(k)->name);
    }
}

/// Every block of the kind "yaml" in the page is a whole scenario.
static void test_the_examples_of_the_page_are_scenarios(void **state)
{
    (void)state;
    char *page = golden_read(COVEY_SOURCE_DIR "/docs/scenarios.md");
    assert_non_null(page);
    int count = 0;
    for (char *block = strstr(page, "```yaml\n"); block != NULL; count++) {
        block += strlen("```yaml\n");
        char *end = strstr(block, "```");
        assert_non_null(end);
        *end = '\0';
        scenario_check_round_trip(block);
        covey_scenario *scenario = scenario_read(block);
        covey_world_destroy(scenario_world(scenario));
        covey_scenario_destroy(scenario);
        block = strstr(end + 3, "```yaml\n");
    }
    assert_in_range(count, 4, 100);
    free(page);
}

// ---- Every parameter ----

/// Some value of a row that is not its initial one.
static double other_value(const covey_param *row)
{
    if (row->whole)
        return row->high;
    double value = row->initial == 1.5 ? 1.25 : 1.5;
    if (strcmp(row->name, "max_speed") == 0)
        value = 25; // above any initial min_speed
    return value >= row->low && value <= row->high ? value : 0.5 * (row->low + row->high);
}

static void check_flock_row(const char *head, const covey_param *row)
{
    char text[400], number[40];
    double value =
        strcmp(row->name, "min_speed") == 0 ? 0.5 : other_value(row); // below the highest
    (void)snprintf(number, sizeof number, "%.17g", value);
    (void)snprintf(text, sizeof text, "flocks: {%s, count: 2, %s: %s}\n", head, row->name,
                   row->choices != NULL ? row->choices[(int)value] : number);
    scenario_check_round_trip(text);
    covey_scenario *scenario = scenario_read(text);
    covey_world *world = scenario_world(scenario);
    assert_true(covey_world_param(world, 0, row->name) == value);
    covey_world_destroy(world);
    (void)snprintf(text, sizeof text, "flocks: {%s}\n", head);
    covey_scenario *changed = scenario_read(text);
    scenario_set(changed, row->name, row->choices != NULL ? row->choices[(int)value] : number);
    scenario_set(changed, "count", "2");
    char *a = scenario_print(scenario), *b = scenario_print(changed);
    assert_string_equal(a, b);
    free(a);
    free(b);
    covey_scenario_destroy(scenario);
    covey_scenario_destroy(changed);
}

static void test_every_parameter_of_every_model_and_motion_can_be_set(void **state)
{
    (void)state;
    for (int k = 0; covey_model_at(k) != NULL; k++)
        for (int m = 0; covey_motion_at(m) != NULL; m++) {
            const covey_model *model = covey_model_at(k);
            const covey_motion *motion = covey_motion_at(m);
            char head[120];
            (void)snprintf(head, sizeof head, "model: %s, motion: %s", model->name, motion->name);
            if (!covey_motion_fits(motion, model))
                continue;
            for (const covey_param *row = model->params; row->name != NULL; row++)
                check_flock_row(head, row);
            for (const covey_param *row = motion->params; row != NULL && row->name != NULL; row++)
                check_flock_row(head, row);
        }
}

static void test_nodes_make_a_grid(void **unused)
{
    (void)unused;
    int number;
    covey_scenario *made = scenario_read(
        "flocks: {model: torus}\n"
        "influences: {kind: flow_field, nodes: [[-1, 2, 3, 4], [1, 2, 5, 6], [3, 2, 7, 8],\n"
        "  [-1, 7, 9, 10], [1, 7, 11, 12], [3, 7, 13, 14]]}\n");
    const covey_field *field = covey_scenario_influence(made, 0, &number).field;
    assert_non_null(field);
    assert_true(field->low.x == -1 && field->low.y == 2 && field->cell.x == 2);
    assert_true(field->cell.y == 5 && field->count[0] == 3 && field->count[1] == 2);
    assert_true(field->value[0][4] == 11 && field->value[1][3] == 10);
    covey_scenario_destroy(made);
}

static void test_every_parameter_of_every_influence_can_be_set(void **state)
{
    (void)state;
    for (int k = 0; covey_influence_at(k) != NULL; k++) {
        const covey_influence *kind = covey_influence_at(k);
        const char *lists = kind->points > 0 ? "points: [[1, 2, 3], [4, 5, 6]]," : "";
        if (kind->form == COVEY_INFLUENCE_ROOM)
            lists = "points: [[1, 2, 3]],";
        if (kind->field)
            lists = "nodes: [[1, 2, 3, 4, 5, 6]],";
        if (kind->form == COVEY_INFLUENCE_MESH)
            lists = "points: [[1, 2, 3], [4, 5, 6], [7, 8, 8]], triangles: [[0, 1, 2]],";
        for (const covey_param *row = kind->params; row->name != NULL; row++) {
            char text[400], value[40]; // in three dimensions: a plane refuses z, depth and up
            (void)snprintf(value, sizeof value, "%.17g", other_value(row));
            (void)snprintf(text, sizeof text,
                           "space: {kind: open, dim: 3}\nflocks: {model: torus, count: 0}\n"
                           "influences: {kind: %s, %s %s: %s}\n",
                           kind->name, lists, row->name,
                           row->choices != NULL ? row->choices[(int)other_value(row)] : value);
            scenario_check_round_trip(text);
            covey_scenario *scenario = scenario_read(text);
            covey_world *world = scenario_world(scenario);
            assert_true(covey_world_influence_param(world, 0, row->name) == other_value(row));
            covey_world_destroy(world);
            covey_scenario_destroy(scenario);
        }
    }
}

/// Keys that are no parameters must not hide any.
static void test_no_parameter_has_the_name_of_a_key(void **state)
{
    (void)state;
    static const char *const keys[] = {
        "name", "model", "motion", "hunts", "sees",  "place",  "count",      "body",    "space",
        "seed", "title", "dt",     "steps", "every", "flocks", "influences", "outputs", "measures"};
    for (size_t k = 0; k < LENGTH(keys); k++) {
        for (int m = 0; covey_model_at(m) != NULL; m++)
            assert_null(covey_param_find(covey_model_at(m)->params, keys[k]));
        for (int m = 0; covey_motion_at(m) != NULL; m++)
            assert_null(covey_param_find(covey_motion_at(m)->params, keys[k]));
    }
    for (int m = 0; covey_influence_at(m) != NULL; m++) {
        assert_null(covey_param_find(covey_influence_at(m)->params, "kind"));
        assert_null(covey_param_find(covey_influence_at(m)->params, "flock"));
        assert_null(covey_param_find(covey_influence_at(m)->params, "points"));
    }
}

// ---- Changes ----

static void test_a_path_names_what_is_set(void **state)
{
    (void)state;
    static const struct {
        const char *key, *value, *printed;
    } rows[] = {
        {"dt", "0.25", "\ndt: 0.25\n"},
        {"seed", "7", "\nseed: 7\n"},
        {"steps", "5", "\nsteps: 5\n"},
        {"title", "", "title: \"\"\n"},
        {"title", "new", "title: \"new\"\n"},
        {"space.width", "99", "width: 99, "},
        {"space", "open", "space: {kind: open}\n"},
        {"space", "{kind: reflecting, width: 3, height: 4}", "{kind: reflecting, width: 3, "},
        {"separation", "3", "\n    separation: 3\n"},
        {"boids.separation", "4", "\n    separation: 4\n"},
        {"flocks.0.separation", "5", "\n    separation: 5\n"},
        {"predator.place.speed", "6", "\n      speed: 6\n"},
        {"place.kind", "mill", "\n      kind: mill\n"},
        {"boids.place", "mill", "\n      kind: mill\n"},
        {"chase", "9", "\n    chase: 9\n"},
        {"count", "3", "\n    count: 3\n"},
        {"influences.1.radius", "8", "\n    radius: 8\n"},
        {"influences.1.points", "[[1, 2], [3, 4]]", "\n    points: [[1, 2], [3, 4]]\n"},
        {"outputs", "b.csv", "\noutputs:\n  - b.csv\n"},
        {"outputs.1", "c.csv", "\n  - c.csv\n"},
        {"measures.link", "3", "\n  link: 3\n"},
    };
    for (size_t k = 0; k < LENGTH(rows); k++) {
        covey_scenario *scenario = scenario_read(whole);
        scenario_set(scenario, rows[k].key, rows[k].value);
        char *text = scenario_print(scenario);
        if (strstr(text, rows[k].printed) == NULL)
            fail_msg("%s = %s does not give\n%s in\n%s", rows[k].key, rows[k].value,
                     rows[k].printed, text);
        scenario_check_round_trip(text);
        free(text);
        covey_scenario_destroy(scenario);
    }
}

/// Parameters that only the former motion has go with it; others stay.
static void test_another_motion_leaves_out_the_parameters_of_the_former(void **state)
{
    (void)state;
    static const char text[] = "flocks:\n  - {model: unicycle, k_e: 2, k_s: 3, error: raw}\n"
                               "  - {name: boids, model: torus, max_speed: 60, motion: impulse}\n";
    static const char one[] = "flocks: {model: unicycle, turn_noise: text, k_e: 2, k_a: 4}\n";
    covey_scenario *scenario = scenario_read(text), *alone = scenario_read(one);
    scenario_set(scenario, "unicycle.motion", "kinematic");
    scenario_set(scenario, "boids.motion", "newton");
    scenario_set(alone, "flocks.motion", "accelerate");
    char *two = scenario_print(scenario), *single = scenario_print(alone);
    assert_non_null(strstr(two, "\n    motion: kinematic\n"));
    assert_non_null(strstr(two, "\n    k_s: 3\n"));
    assert_non_null(strstr(two, "\n    max_speed: 60\n"));
    assert_non_null(strstr(single, "\n    k_a: 4\n"));
    assert_null(strstr(two, "k_e"));
    assert_null(strstr(single, "turn_noise"));
    assert_int_equal(covey_scenario_set(scenario, "boids.motion", "turn", NULL), COVEY_INPUT);
    char *same = scenario_print(scenario);
    assert_string_equal(same, two);
    free(same);
    free(two);
    free(single);
    covey_scenario_destroy(scenario);
    covey_scenario_destroy(alone);
}

static void test_a_change_that_is_refused_changes_nothing(void **state)
{
    (void)state;
    static const struct {
        const char *key, *value, *message;
        unsigned line;
    } rows[] = {
        {"seperation", "1", "there is no key \"seperation\"; did you mean separation?", 0},
        {"dt", "abc", "dt is a number, not \"abc\"", 0},
        {"dt", "", "dt is a number, not nothing", 0},
        {"dt", "[1", "this is not YAML: flow sequence without a closing bracket", 0},
        {"", "1", "a key is words joined by points, not \"\"", 0},
        {"dense", "no", "there is no dense \"no\"; possible here: pairs, aggregate", 0},
        {"dense", "pair", "there is no dense \"pair\"; did you mean pairs?", 0},
        {"a..b", "1", "a key is words joined by points, not \"a..b\"", 0},
        {"boids.nothing", "1", "there is no key \"nothing\" in a flock of model torus", 0},
        {"flocks.2.count", "1", "2 is not the number of one of the 2 items, which count from 0", 0},
        {"outputs.x", "1", "x is not the number of one of the 2 items, which count from 0", 0},
        {"flocks.18446744073709551616.count", "1", // 2^64, which no size_t is
         "18446744073709551616 is not the number of one of the 2 items, which count from 0", 0},
        {"boids.count.x", "1", "count is a number, not a mapping", 11},
        {"boids.x.3", "1", "x has no item 3", 0},
        {"boids.model", "vicsek", "there is no key \"separation\" in a flock of model vicsek", 13},
        {"boids.name", "birds", "there is no flock \"boids\" before this one", 18},
    };
    covey_scenario *scenario = scenario_read(whole);
    char *before = scenario_print(scenario);
    for (size_t k = 0; k < LENGTH(rows); k++) {
        covey_error error = {0};
        assert_int_equal(covey_scenario_set(scenario, rows[k].key, rows[k].value, &error),
                         COVEY_INPUT);
        assert_string_equal(error.message, rows[k].message);
        assert_int_equal(error.line, rows[k].line);
        char *after = scenario_print(scenario);
        assert_string_equal(before, after);
        free(after);
    }
    free(before);
    covey_scenario_destroy(scenario);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_section_is_read),
        cmocka_unit_test(test_the_world_is_what_the_scenario_says),
        cmocka_unit_test(test_a_printed_scenario_reads_back_and_prints_the_same),
        cmocka_unit_test(test_changes_take_no_memory_in_the_long_run),
        cmocka_unit_test(test_an_alias_is_a_copy_of_its_anchor),
        cmocka_unit_test(test_the_formal_preset_gives_the_numbers_of_the_assignment),
        cmocka_unit_test(test_every_preset_runs_and_no_agent_enters_an_obstacle),
        cmocka_unit_test(test_the_examples_of_the_page_are_scenarios),
        cmocka_unit_test(test_every_parameter_of_every_model_and_motion_can_be_set),
        cmocka_unit_test(test_nodes_make_a_grid),
        cmocka_unit_test(test_every_parameter_of_every_influence_can_be_set),
        cmocka_unit_test(test_no_parameter_has_the_name_of_a_key),
        cmocka_unit_test(test_a_path_names_what_is_set),
        cmocka_unit_test(test_another_motion_leaves_out_the_parameters_of_the_former),
        cmocka_unit_test(test_a_change_that_is_refused_changes_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
