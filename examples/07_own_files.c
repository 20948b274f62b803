// SPDX-License-Identifier: MIT
// A format and a measure of one's own: how many agents fly to the right, as a column of the table
// of measures, and agents as lines that gnuplot draws as arrows. Needs covey_run.
#include <covey/encoder.h>
#include <covey/run.h>
#include <stdio.h>

// ---- The measure: a group of one column ----

static covey_status count_right(covey_measure_work *work, double *values)
{
    values[0] = 0.0;
    for (size_t i = 0; i < work->view->count; i++)
        values[0] += work->view->vel[0][i] > 0.0;
    return COVEY_OK;
}

static const covey_measure columns[] = {
    {.name = "to_right", .title = "Number of agents that fly to the right.", .moves = true},
    {0},
};
static const covey_measure_group right = {
    .name = "right", .columns = columns, .compute = count_right};
static const covey_measure_group *const custom_measures[] = {&right, NULL};

// ---- The format: a frame is a block of lines "x y vx vy", with two empty lines between ----

enum { FRAMES }; // what it keeps in its memory: so it goes on rightly where a run goes on

static void put(covey_encoder *encoder, const covey_frame_set *sets, int count)
{
    covey_text *text = encoder->text;
    covey_text_string(text, encoder->memory[FRAMES]++ > 0 ? "\n\n# step " : "# step ");
    covey_text_integer(text, sets[0].step);
    for (int k = 0; k < count; k++)
        for (size_t i = 0; i < sets[k].count; i++) {
            covey_text_field(text, "\n", sets[k].pos[0][i]);
            covey_text_field(text, " ", sets[k].pos[1][i]);
            covey_text_field(text, " ", sets[k].vel[0][i]);
            covey_text_field(text, " ", sets[k].vel[1][i]);
        }
    covey_text_string(text, "\n");
}

static const covey_format arrows = {.name = "arrows", .suffix = ".arrows", .put = put};
static const covey_format *const custom_formats[] = {&arrows, NULL};

// ---- A run with both ----

static int print_lines(const char *path, int most)
{
    char line[200];
    FILE *file = fopen(path, "r");
    if (file == NULL)
        return fprintf(stderr, "%s is not there\n", path), 1;
    while (most > 0 && fgets(line, sizeof line, file) != NULL)
        if (line[0] != '#' || line[2] == 's')
            most -= printf("%s", line) > 0;
    return fclose(file);
}

int main(void)
{
    static const char text[] = "flocks: {model: cucker_smale, count: 3}\n"
                               "steps: 20\nevery: 10\n"
                               "outputs: [own_files.arrows]\n"
                               "measures: {file: own_files.measures}\n";
    covey_error error = {0};
    covey_scenario_def reading = covey_scenario_def_default();
    covey_scenario *scenario;
    if (covey_scenario_read(&reading, text, sizeof text - 1, &scenario, &error) != COVEY_OK)
        return fprintf(stderr, "%s\n", error.message), 1;
    covey_run_def def = covey_run_def_default();
    def.scenario = scenario;
    def.custom_formats = custom_formats;
    def.custom_measures = custom_measures;
    covey_run_result result;
    if (covey_run(&def, &result, &error) != COVEY_OK)
        return fprintf(stderr, "%s\n", error.message), 1;
    covey_scenario_destroy(scenario);

    covey_measure_def measures = covey_measure_def_default();
    measures.custom = custom_measures;
    for (int k = 0; covey_measure_of(&measures, k) != NULL; k++)
        if (covey_measure_at(k) == NULL)
            printf("%s: %g\n", covey_measure_of(&measures, k)->name, result.flocks[0].measures[k]);
    int failed = print_lines("own_files.arrows", 4);
    (void)remove("own_files.arrows");
    (void)remove("own_files.measures");
    return failed;
}
