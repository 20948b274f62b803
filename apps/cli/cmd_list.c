// SPDX-License-Identifier: MIT
// covey list: prints models, motions, influences, placements, spaces, measures, profiles, formats,
// keys and presets, with their parameters, all from the tables of the library.
#include "commands.h"
#include "streams.h"

#include "check/dialect.h"
#include "check/rubric.h"

#include <covey/covey.h>
#include <covey/format.h>
#include <covey/measure.h>
#include <covey/scenario.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NAME_COLUMN = 24, WIDTH = 96 };

const char list_details[] =
    "KIND is models, motions, influences, placements, spaces, measures, profiles, formats, keys,\n"
    "dialects, presets, or schema: the JSON Schema of scenarios or, with the NAME rubric or\n"
    "dialect, of files of covey check, for editors. With another NAME: its parameters, or the "
    "text\n"
    "of a preset.\n"
    "\n"
    "example:\n"
    "  covey list models torus\n";

// ---- Lines ----

/// Writes words from column `column` on, in lines of WIDTH; the first line starts at the cursor.
static void print_wrapped(const char *text, int column)
{
    int at = column;
    while (*text != '\0') {
        int size = (int)strcspn(text, " ");
        if (at > column && at + 1 + size > WIDTH) {
            printf("\n%*s", column, "");
            at = column;
        } else if (at > column) {
            printf(" ");
            at++;
        }
        printf("%.*s", size, text);
        at += size;
        text += size;
        text += *text == ' ';
    }
    printf("\n");
}

static void print_entry(const char *name, const char *text)
{
    printf("  %-*s ", NAME_COLUMN - 3, name);
    print_wrapped(text, NAME_COLUMN);
}

static void print_fact(const char *name, const char *text)
{
    printf("%-*s", 12, name);
    print_wrapped(text, 12);
}

/// Writes a range without bounds that no value comes near.
static void print_range(const covey_param *row)
{
    char text[64];
    bool low = row->low > -1e9, high = row->high < 1e9;
    if (low && high)
        (void)snprintf(text, sizeof text, "%.4g ... %.4g", row->low, row->high);
    else if (low)
        (void)snprintf(text, sizeof text, ">= %.4g", row->low);
    else if (high)
        (void)snprintf(text, sizeof text, "<= %.4g", row->high);
    else
        (void)snprintf(text, sizeof text, "any");
    printf(" %-15s %-7s", text, row->unit);
}

static void print_choices(const covey_param *row)
{
    printf("%*s", NAME_COLUMN, "");
    for (int k = 0; row->choices[k] != NULL; k++)
        printf("%s%s", k > 0 ? " | " : "", row->choices[k]);
    printf("\n");
}

static void print_params(const covey_param *table, const covey_setting *settings)
{
    for (const covey_param *row = table; row != NULL && row->name != NULL; row++) {
        double initial = row->initial;
        for (const covey_setting *s = settings; s != NULL && s->name != NULL; s++)
            if (strcmp(s->name, row->name) == 0)
                initial = s->value;
        printf("  %-*s", NAME_COLUMN - 2, row->name);
        if (row->choices != NULL)
            printf("%-9s %-15s %-7s", row->choices[(int)initial], "a choice", "");
        else if (initial >= 1e300)
            printf("%-9s", "unlimited"), print_range(row);
        else
            printf("%-9.4g", initial), print_range(row);
        printf(" ");
        print_wrapped(row->text, NAME_COLUMN + 34);
        if (row->choices != NULL)
            print_choices(row);
    }
}

static void print_heading(const char *title)
{
    printf("\n%s\n  %-*s%-9s %-15s unit\n", title, NAME_COLUMN - 2, "name", "initial", "range");
}

// ---- Kinds ----

static const covey_motion *find_motion(const char *name)
{
    int k = 0;
    while (covey_motion_at(k) != NULL && strcmp(covey_motion_at(k)->name, name) != 0)
        k++;
    return covey_motion_at(k);
}

static const char *model_name(int index)
{
    return covey_model_at(index) != NULL ? covey_model_at(index)->name : NULL;
}

static const char *model_title(int index)
{
    return covey_model_at(index)->title;
}

static void show_model(int index)
{
    const covey_model *model = covey_model_at(index);
    const covey_motion *motion = find_motion(model->motion);
    print_fact("model", model->name);
    print_fact("what", model->title);
    print_fact("source", model->source);
    print_fact("motion", model->motion);
    print_heading("parameters of the model");
    print_params(model->params, NULL);
    if (motion != NULL && motion->params != NULL && motion->params->name != NULL) {
        print_heading("parameters of the motion, as they are with this model");
        print_params(motion->params, model->motion_settings);
    }
}

static const char *motion_name(int index)
{
    return covey_motion_at(index) != NULL ? covey_motion_at(index)->name : NULL;
}

static const char *motion_title(int index)
{
    return covey_motion_at(index)->title;
}

static void show_motion(int index)
{
    const covey_motion *motion = covey_motion_at(index);
    print_fact("motion", motion->name);
    print_fact("what", motion->title);
    print_fact("follows", motion->intent == COVEY_INTENT_CHANGE ? "models that change the velocity"
                                                                : "models that say where to go");
    print_heading("parameters");
    print_params(motion->params, NULL);
}

static const char *influence_name(int index)
{
    return covey_influence_at(index) != NULL ? covey_influence_at(index)->name : NULL;
}

static const char *influence_title(int index)
{
    return covey_influence_at(index)->title;
}

static void show_influence(int index)
{
    const covey_influence *kind = covey_influence_at(index);
    print_fact("influence", kind->name);
    print_fact("what", kind->title);
    if (kind->source != NULL)
        print_fact("source", kind->source);
    print_fact("points", kind->points > 0 ? "one, two for a segment, more for a polygon" : "none");
    print_heading("parameters");
    print_params(kind->params, NULL);
}

static const char *placement_name(int index)
{
    const char *const *kinds = covey_param_find(covey_placement_params(), "kind")->choices;
    for (int k = 0; k < index && *kinds != NULL; k++)
        kinds++;
    return *kinds;
}

static const char *placement_title(int index)
{
    static const char *const titles[] = {
        "Anywhere in a box.", "On a square or cubic lattice.", "Anywhere in a disc, or in a ball.",
        "Evenly spaced on a circle.", "Between two circles, flying around them."};
    return (size_t)index < sizeof titles / sizeof *titles ? titles[index] : "";
}

static void show_placement(int index)
{
    print_fact("placement", placement_name(index));
    print_fact("what", placement_title(index));
    print_heading("parameters of all placements");
    print_params(covey_placement_params(), NULL);
}

static const char *space_name(int index)
{
    const char *const *names = covey_space_names();
    for (int k = 0; k < index && *names != NULL; k++)
        names++;
    return *names;
}

static const char *space_title(int index)
{
    static const char *const titles[] = {"The unbounded plane, or space with dim: 3.",
                                         "What leaves on one side enters on the other.",
                                         "Walls that throw back like a mirror.",
                                         "An agent that leaves appears at a random place inside."};
    return (size_t)index < sizeof titles / sizeof *titles ? titles[index] : "";
}

static void show_space(int index)
{
    print_fact("space", space_name(index));
    print_fact("what", space_title(index));
    print_fact("keys", index == COVEY_SPACE_OPEN ? "dim: 3 for three dimensions"
                                                 : "width, height; depth for three dimensions");
}

/// The first column of numbers in a table of measures, which a run counts.
static const covey_measure entries = {
    "entries",
    "Agents that ended a step inside something solid, summed over all steps so far: one that stays "
    "inside counts in every step. Only a run knows it.",
    "",
    "definition",
    false,
    NULL};

/// The last column of such a table, where a flock catches agents.
static const covey_measure caught = {
    "caught",
    "Agents of its prey that the flock has caught so far. Only a run in which a flock catches some "
    "knows it.",
    "",
    "definition",
    false,
    NULL};

static const covey_measure *measure_of(int index)
{
    if (index == 0)
        return &entries;
    const covey_measure *found = covey_measure_at(index - 1);
    bool is_last = found == NULL && covey_measure_at(index - 2) != NULL;
    return is_last ? &caught : found;
}

static const char *measure_name(int index)
{
    return measure_of(index) != NULL ? measure_of(index)->name : NULL;
}

static const char *measure_title(int index)
{
    return measure_of(index)->title;
}

static void print_measure(const char *kind, const covey_measure *measure)
{
    print_fact(kind, measure->name);
    print_fact("what", measure->title);
    print_fact("unit", measure->unit[0] != '\0' ? measure->unit : "none");
    print_fact("source", measure->source);
    if (measure->undefined != NULL)
        print_fact("undefined", measure->undefined);
}

static void show_measure(int index)
{
    print_measure("measure", measure_of(index));
    if (index > 0 && !covey_measure_fits(NULL, index - 1, COVEY_PLANE))
        print_fact("space", "three dimensions only");
    if (index > 0 && !covey_measure_fits(NULL, index - 1, COVEY_AXES))
        print_fact("space", "the plane only");
}

static const char *profile_name(int index)
{
    const covey_measure_group *profile = covey_profile_of(NULL, index);
    return profile != NULL ? profile->columns[0].name : NULL;
}

static const char *profile_title(int index)
{
    return covey_profile_of(NULL, index)->columns[0].title;
}

static void show_profile(int index)
{
    print_measure("profile", &covey_profile_of(NULL, index)->columns[0]);
}

static const char *format_name(int index)
{
    return covey_format_at(index) != NULL ? covey_format_at(index)->name : NULL;
}

static const char *format_title(int index)
{
    return covey_format_at(index)->title;
}

static void show_format(int index)
{
    const covey_format *format = covey_format_at(index);
    print_fact("format", format->name);
    print_fact("what", format->title);
    print_fact("suffix", format->suffix[0] != '\0' ? format->suffix : "none");
    print_fact("can", !format->built                    ? "nothing: it was left out of this build"
                      : format->reads && format->writes ? "be written and read"
                      : format->writes                  ? "be written"
                                                        : "be read");
}

static const char *section_name(int index)
{
    return covey_section_at(index) != NULL ? covey_section_at(index)->name : NULL;
}

static const char *section_title(int index)
{
    return covey_section_at(index)->title;
}

static void show_section(int index)
{
    const covey_section *section = covey_section_at(index);
    print_fact("keys", section->name);
    print_fact("what", section->title);
    print_heading("parameters");
    covey_param row[2] = {{0}};
    for (int k = 0; (row[0] = covey_section_param(section, k)).name != NULL; k++)
        print_params(row, NULL);
}

static const char *preset_name(int index)
{
    return covey_preset_at(index) != NULL ? covey_preset_at(index)->name : NULL;
}

static void print_preset(int index)
{
    const covey_preset *preset = covey_preset_at(index);
    print_entry(preset->name, preset->title);
}

static void show_preset(int index)
{
    (void)fputs(covey_preset_at(index)->text, stdout);
}

typedef struct kind {
    const char *name, *title;
    const char *(*name_at)(int index);  ///< NULL beyond the last
    const char *(*title_at)(int index); ///< NULL for presets, whose titles are in their files
    void (*show)(int index);
} kind;

static void show_dialect(int index)
{
    covey_memory memory = covey_memory_init((covey_allocator){0});
    covey_text text = {.memory = &memory};
    check_dialect_show(&text, index);
    (void)fwrite(text.bytes, 1, text.size, stdout);
    covey_text_destroy(&text);
}

static const kind kinds[] = {
    {"models", "how agents behave", model_name, model_title, show_model},
    {"motions", "how they move", motion_name, motion_title, show_motion},
    {"influences", "what acts on them from outside", influence_name, influence_title,
     show_influence},
    {"placements", "where they begin", placement_name, placement_title, show_placement},
    {"spaces", "where they live", space_name, space_title, show_space},
    {"measures", "numbers of a flock", measure_name, measure_title, show_measure},
    {"profiles", "numbers of a flock over distance", profile_name, profile_title, show_profile},
    {"formats", "files of trajectories and measures", format_name, format_title, show_format},
    {"keys", "of a scenario, beside those of models, influences and placements", section_name,
     section_title, show_section},
    {"dialects", "of the formal assignment, and differences that make sums of them",
     check_dialect_word, check_dialect_about, show_dialect},
    {"presets", "scenarios ready to run", preset_name, NULL, show_preset},
    {0},
};

// ---- The command ----

static void print_kind(const kind *row)
{
    for (int k = 0; row->name_at(k) != NULL; k++) {
        if (row->title_at != NULL)
            print_entry(row->name_at(k), row->title_at(k));
        else
            print_preset(k);
    }
}

/// Schemas of other files than scenarios.
static const struct schema {
    const char *name;
    void (*put)(covey_text *text);
} schemas[] = {{"rubric", check_rubric_schema}, {"dialect", check_dialect_schema}};

static covey_status write_schema(const struct schema *of, covey_sink sink)
{
    covey_memory memory = covey_memory_init((covey_allocator){0});
    covey_text text = {.memory = &memory};
    of->put(&text);
    covey_text_string(&text, "\n");
    covey_status status =
        text.failed ? COVEY_MEMORY : sink.write(sink.context, text.bytes, text.size);
    covey_text_destroy(&text);
    return status;
}

/// Says that there is no such word, and which one may be meant.
static int no_word(const command *self, const char *what, const char *word,
                   const suggestion *nearest)
{
    char text[SUGGESTION_SIZE];
    (void)fprintf(stderr, "covey %s: there is no %s \"%s\"%s; see covey list --help\n", self->name,
                  what, word, suggestion_text(nearest, text));
    return EXIT_USAGE;
}

/// `name` NULL: the schema of scenarios.
static int print_schema(const command *self, const char *name)
{
    enum { SCHEMAS = sizeof schemas / sizeof *schemas };
    stream out = {1, 0};
    int row = 0;
    while (name != NULL && row < SCHEMAS && strcmp(schemas[row].name, name) != 0)
        row++;
    if (row == SCHEMAS) {
        suggestion nearest = {.wrong = name};
        for (int k = 0; k < SCHEMAS; k++)
            suggestion_offer(&nearest, schemas[k].name);
        return no_word(self, "schema", name, &nearest);
    }
    covey_status status = name == NULL ? covey_scenario_schema(stream_sink(&out))
                                       : write_schema(&schemas[row], stream_sink(&out));
    if (status != COVEY_OK && status != COVEY_CLOSED)
        (void)fprintf(stderr, "covey %s: writing standard output failed: %s\n", self->name,
                      strerror(out.error));
    return covey_status_exit(status);
}

static int show_name(const command *self, const kind *row, const char *name)
{
    for (int k = 0; row->name_at(k) != NULL; k++)
        if (strcmp(row->name_at(k), name) == 0) {
            row->show(k);
            return 0;
        }
    suggestion nearest = {.wrong = name};
    char text[SUGGESTION_SIZE];
    for (int k = 0; row->name_at(k) != NULL; k++)
        suggestion_offer(&nearest, row->name_at(k));
    (void)fprintf(stderr, "covey %s: there is no \"%s\" among the %s%s; see covey list %s\n",
                  self->name, name, row->name, suggestion_text(&nearest, text), row->name);
    return EXIT_USAGE;
}

int list_run(const command *self, const options *given)
{
    if (given->operand_count == 0) {
        for (const kind *row = kinds; row->name != NULL; row++) {
            printf("%s%s: %s\n", row > kinds ? "\n" : "", row->name, row->title);
            print_kind(row);
        }
        return 0;
    }
    const char *wanted = given->operands[0];
    if (strcmp(wanted, "schema") == 0)
        return print_schema(self, given->operand_count > 1 ? given->operands[1] : NULL);
    for (const kind *row = kinds; row->name != NULL; row++) {
        if (strcmp(row->name, wanted) != 0)
            continue;
        if (given->operand_count > 1)
            return show_name(self, row, given->operands[1]);
        print_kind(row);
        return 0;
    }
    suggestion nearest = {.wrong = wanted};
    for (const kind *row = kinds; row->name != NULL; row++)
        suggestion_offer(&nearest, row->name);
    return no_word(self, "kind", wanted, &nearest);
}
