// SPDX-License-Identifier: MIT
// Every key that the JSON Schema of scenarios names can be written: the keys come from the schema
// itself, the values from its initial ones or from the table of examples here, and the program runs
// a step. A key that has neither fails until an example is added.
#include "support/files.h"
#include "support/program.h"
#include "support/world.h"

#include <covey/covey.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define LENGTH(array) (sizeof(array) / sizeof(array)[0])

enum {
    WORD = 64,
    LINE = 1000,
    MOST = 4 * LINE,
    EACH = TEST_SANITIZED ? 8 : 1, // sanitizers make a start take seconds: only some keys run
};

// ---- Examples ----

/// What stands around the keys of a section.
typedef struct frame {
    const char *section; ///< its beginning
    const char *before, *after;
} frame;

#define ONE_FLOCK "flocks: {name: boids, model: reynolds, count: 3}\n"
#define HUNTERS "flocks: [{name: prey, model: reynolds, count: 2}, "

static const frame frames[] = {
    {"flock_", HUNTERS "{", "}]\n"},
    {"flock", HUNTERS "{", "}]\n"},
    {"influence", ONE_FLOCK "influences: [{", "}]\n"},
    {"response_in_full", "flocks: {name: boids, model: reynolds, count: 3, sees: {boids: {",
     "}}}\n"},
    {"catch", HUNTERS "{model: predator, hunts: prey, count: 2, catch: {", "}}]\n"},
    {"schedule", ONE_FLOCK "schedule: [{", "}]\n"},
    {"panel", ONE_FLOCK "panel: [{", "}]\n"},
    {"distribution", "flocks: {model: vicsek, count: 3, speed: {", "}}\n"},
    {"place", "flocks: {model: reynolds, place: {", "}}\n"},
    {"space", ONE_FLOCK "space: {", "}\n"},
    {"measures", ONE_FLOCK "measures: {", "}\n"},
    {"sweep", ONE_FLOCK "sweep: {", "}\n"},
    {"", "", "\n"},
};

/// A value for a key, or what has to stand beside any key of a section.
typedef struct example {
    const char *section; ///< NULL: any
    const char *key;     ///< NULL: beside all of the section
    const char *plane;
    const char *deep; ///< NULL: as in the plane
} example;

#define TRIANGLES "points: [[1, 1, 1], [9, 1, 1], [1, 9, 1]], triangles: [[0, 1, 2]]"
#define LINE_OF_TWO "points: [[9, 9], [40, 9]]", "points: [[9, 9, 9], [40, 9, 9]]"

static const example examples[] = {
    {"", "title", "title: Flocks", NULL},
    {"", "space", "space: open", NULL},
    {"", "flocks", "flocks: {model: torus}", NULL},
    {"", "influences", "influences: {kind: wind, x: 1}", NULL},
    {"", "schedule", "schedule: {set: max_force, steps: [0, 9], values: [1, 2]}", NULL},
    {"", "panel", "panel: {slider: max_speed}", NULL},
    {"", "outputs", "outputs: out.csv", NULL},
    {"", "measures", "measures: measures.csv", NULL},
    {"", "sweep", "sweep: {vary: {max_speed: \"1:3:1\"}}", NULL},
    {"", "dense", "dense: pairs", NULL},
    {"space", "kind", "kind: torus, width: 60, height: 60", NULL},
    {"space", "dim", "kind: open, dim: 3", NULL},
    {"space", "width", "kind: torus, width: 60, height: 60", NULL},
    {"space", "height", "kind: respawn, width: 60, height: 60", NULL},
    {"space", "depth", "kind: torus, width: 60, height: 60, depth: 40", NULL},
    {"measures", "file", "file: measures.csv", NULL},
    {"sweep", "vary", "vary: {max_speed: \"1:3:1\"}", NULL},
    {"sweep", "seeds", "seeds: \"1:3\"", NULL},
    {"sweep", "design", "design: \"latin:4\", vary: {min_speed: \"0:1\"}", NULL},
    {"sweep", "discard", "discard: auto", NULL},
    {"sweep", "keep", "keep: series", NULL},
    {"sweep", "with", "with: [\"max_speed=1,3:min_speed=0,1\"]", NULL},
    {"sweep", "until", "until: extent_rms < 5", NULL},
    {"sweep", "measures", "measures: polarization", NULL},
    {"sweep", NULL, "vary: {min_speed: \"0:1:1\"}", NULL},
    {"schedule", "set", "set: max_force", NULL},
    {"schedule", "steps", "steps: [0, 9]", NULL},
    {"schedule", "values", "values: [1, 2]", NULL},
    {"schedule", NULL, "set: max_force, steps: [0, 9], values: [1, 2]", NULL},
    {"panel", "slider", "slider: max_speed", NULL},
    {"panel", "name", "name: haste", NULL},
    {"panel", "text", "text: Try it.", NULL},
    {"panel", "low", "low: 1", NULL},
    {"panel", "high", "high: 9", NULL},
    {"panel", NULL, "slider: max_speed", NULL},
    {"distribution", "uniform", "uniform: [1, 2]", NULL},
    {"distribution", "normal", "normal: [1, 0.1]", NULL},
    {"distribution", "lognormal", "lognormal: [1, 0.1]", NULL},
    {"distribution", "low", "low: 0.5", NULL},
    {"distribution", "high", "high: 2", NULL},
    {"distribution", NULL, "normal: [1, 0.1]", NULL},
    {"response_in_full", "rule", "rule: align", NULL},
    {"response_in_full", NULL, "rule: flee", NULL},
    {"place", "agents", "agents: [[1, 2], [3, 4]]", "agents: [[1, 2, 3], [3, 4, 5]]"},
    {"place", "file", "file: agents.csv", "file: deep.csv"},
    {"place", "hash", "file: agents.csv, hash: 4bdf44fe148e62d8", NULL},
    {"flock", "model", "model: torus", NULL},
    {"flock", "name", "name: others", NULL},
    {"flock", "hunts", "hunts: prey", NULL},
    {"flock", "catch", "hunts: prey, catch: 2", NULL},
    {"flock", "sees", "sees: {prey: flee}", NULL},
    {"flock", "place", "place: uniform", NULL},
    {"influence", "kind", "kind: wind", NULL},
    {"influence_mesh", "file", "file: mesh.obj", NULL},
    {"influence_mesh", "scale", "file: mesh.stl, scale: 2", NULL},
    {"influence_mesh", "turn", "file: mesh.stl, turn: [1, 0, 0]", NULL},
    {"influence_mesh", "at", "file: mesh.obj, at: [1, 2, 3]", NULL},
    {"influence_mesh", "triangles", TRIANGLES, NULL},
    {"influence_mesh", "points", TRIANGLES, NULL},
    {"influence_mesh", NULL, TRIANGLES, NULL},
    {"influence_flow_field", "nodes", "nodes: [[0, 0, 1, 0], [60, 0, 1, 0]]", NULL},
    {"influence_flow_field", "file", "file: nodes.csv", NULL},
    {"influence_flow_field", NULL, "nodes: [[0, 0, 1, 0], [60, 0, 1, 0]]",
     "nodes: [[0, 0, 0, 1, 0, 0], [60, 0, 0, 1, 0, 0]]"},
    {"influence_box", NULL, "points: [[9, 9, 9], [20, 20, 20]]", NULL},
    {"influence_plane", NULL, "points: [[0, 0, 2], [0, 0, 3]]", NULL},
    {"influence_obstacle", NULL, LINE_OF_TWO},
    {"influence_path_following", NULL, LINE_OF_TWO},
    {"influence_formation", NULL, LINE_OF_TWO},
    {"influence_arena", NULL, "points: [[30, 30]]", NULL},
    {"influence", "flock", "flock: boids", NULL},
    {NULL, "points", "", NULL}, // with those of the section
};

static bool begins(const char *text, const char *with)
{
    return strncmp(text, with, strlen(with)) == 0;
}

/// The example of a key, or (NULL) what stands beside it; NULL if there is none.
static const example *example_of(const char *section, const char *key)
{
    for (size_t k = 0; k < LENGTH(examples); k++) {
        const example *row = &examples[k];
        bool all = row->section == NULL || strcmp(row->section, section) == 0 ||
                   (row->section[0] != '\0' && strchr(section, '_') != NULL &&
                    strcmp(row->section, "response_in_full") != 0 && begins(section, row->section));
        bool same = key == NULL ? row->key == NULL : row->key != NULL && strcmp(row->key, key) == 0;
        if (all && same)
            return row;
    }
    return NULL;
}

// ---- One key ----

static const char *text_of(const example *row, bool deep)
{
    if (row == NULL)
        return "";
    return deep && row->deep != NULL ? row->deep : row->plane;
}

static bool holds_key(const char *text, const char *key)
{
    char word[WORD + 2];
    (void)snprintf(word, sizeof word, "%s: ", key);
    const char *at = strstr(text, word);
    return at != NULL && (at == text || at[-1] == ' ');
}

/// The keys of another example but those that a text has, each with a comma before.
static void add_beside(char *text, size_t size, const char *beside, const char *key)
{
    bool instead = strcmp(key, "file") == 0 || strcmp(key, "nodes") == 0 || strstr(text, "file: ");
    bool list = begins(beside, "points") || begins(beside, "nodes");
    bool sampled = begins(beside, "normal") && strstr(text, "normal") == NULL && begins(key, "u");
    size_t used = strlen(text);
    char first[WORD];
    (void)snprintf(first, sizeof first, "%.*s", (int)strcspn(beside, ":"), beside);
    if (beside[0] == '\0' || (instead && list) || sampled || strstr(text, "normal: ") ||
        (holds_key(text, first) && !begins(beside, "set")))
        return;
    if (begins(beside, "set")) { // a schedule: all keys but the one
        static const char *const all[] = {"set: max_force", "steps: [0, 9]", "values: [1, 2]"};
        for (size_t k = 0; k < LENGTH(all); k++)
            if (!begins(all[k], key))
                used += (size_t)snprintf(text + used, size - used, ", %s", all[k]);
        return;
    }
    (void)snprintf(text + used, size - used, "%s%s", text[0] != '\0' ? ", " : "", beside);
}

typedef struct schema_key {
    char section[WORD], name[WORD], value[WORD], motion[WORD];
} schema_key;

/// The key and what has to stand beside it; false if there is no value for it.
static bool put_keys(const schema_key *at, bool deep, char *text, size_t size)
{
    char item[LINE] = "";
    const char *model = begins(at->section, "flock_") ? strchr(at->section, '_') + 1 : NULL;
    const char *kind = begins(at->section, "influence_") ? strchr(at->section, '_') + 1 : NULL;
    const example *row = example_of(at->section, at->name);
    if (row == NULL && at->value[0] == '\0')
        return false;
    if (row != NULL && !(kind != NULL && strcmp(at->name, "kind") == 0))
        (void)snprintf(item, sizeof item, "%s", text_of(row, deep));
    else if (row == NULL)
        (void)snprintf(item, sizeof item, "%s: %s", at->name, at->value);
    add_beside(item, sizeof item, text_of(example_of(at->section, NULL), deep), at->name);
    const char *comma = item[0] != '\0' ? ", " : "";
    if (model != NULL && strcmp(at->name, "model") != 0)
        (void)snprintf(text, size, "model: %s%s%s%s", model, at->motion, comma, item);
    else if (kind != NULL)
        (void)snprintf(text, size, "kind: %s%s%s", kind, comma, item);
    else
        (void)snprintf(text, size, "%s", item);
    return true;
}

/// A scenario in which a key is written; false if there is no value for it.
static bool put_scenario(const schema_key *at, bool deep, char *text, size_t size)
{
    char keys[2 * LINE];
    bool root = at->section[0] == '\0';
    bool space = strcmp(root ? at->name : at->section, "space") == 0;
    bool flocks = root && strcmp(at->name, "flocks") != 0;
    const frame *around = frames;
    while (!begins(at->section, around->section))
        around++;
    if (!put_keys(at, deep, keys, sizeof keys))
        return false;
    (void)snprintf(text, size, "%s%s%s%s%s%s%s", flocks ? ONE_FLOCK : "",
                   space ? "" : "space: {kind: reflecting, width: 60, height: 60",
                   space ? "" : (deep ? ", depth: 40}" : "}"), "\n", around->before, keys,
                   around->after);
    return true;
}

/// Runs a step of a scenario in which a key is written; the exit code, -1 without a value.
static int try_key(const schema_key *at, bool deep, char *text, char *message)
{
    if (!put_scenario(at, deep, text, MOST))
        return -1;
    char path[300];
    (void)snprintf(path, sizeof path, "%s", files_path("key.yaml"));
    files_write(path, text, strlen(text));
    const char *arguments[] = {COVEY_PROGRAM, "run", path, "--quiet", "--steps", "1", NULL};
    process run = process_run(&(process_def){.arguments = arguments});
    (void)snprintf(message, LINE, "%s", run.errors.size > 0 ? run.errors.bytes : "");
    int code = run.code;
    process_free(&run);
    return code;
}

static int check_key(const schema_key *at)
{
    char text[MOST] = "", message[2][LINE] = {"", ""};
    int code = -1;
    for (int deep = 0; deep < 2 && code != 0; deep++)
        code = try_key(at, deep == 1, text, message[deep]);
    if (code == -1)
        print_error("%s of %s has no example in this test\n", at->name, at->section);
    else if (code != 0)
        print_error("%s of %s:\n%s%s%s", at->name, at->section, text, message[0], message[1]);
    return code != 0;
}

// ---- The schema ----

/// Takes a line `  "word": {…`; the depth of its indentation, or 0 if it is none.
static size_t take_word(const char *line, char word[WORD])
{
    size_t depth = strspn(line, " ");
    const char *at = line + depth;
    if (*at != '"')
        return 0;
    size_t size = strcspn(at + 1, "\"");
    if (size >= WORD || !begins(at + 1 + size, "\": {"))
        return 0;
    (void)snprintf(word, WORD, "%.*s", (int)size, at + 1);
    return depth;
}

static bool is_grammar(const char *word)
{
    static const char *const words[] = {"properties", "items", "additionalProperties",
                                        "definitions"};
    bool found = false;
    for (size_t k = 0; k < LENGTH(words); k++)
        found = found || strcmp(words[k], word) == 0;
    return found;
}

/// A value that the schema says a key has unless given.
static void take_initial(const char *line, char value[WORD])
{
    const char *at = strstr(line, "\"default\": ");
    at = at != NULL ? at + strlen("\"default\": ") : "";
    if (*at == '\0' && (at = strstr(line, "\"enum\": [")) != NULL)
        at += strlen("\"enum\": [");
    (void)snprintf(value, WORD, "%.*s", at != NULL ? (int)strcspn(at, ",]}") : 0,
                   at != NULL ? at : "");
    if (value[0] == '"') { // words stand without quotes
        memmove(value, value + 1, strlen(value));
        value[strcspn(value, "\"")] = '\0';
    }
}

/// The motion that a parameter of a flock is one of, with its key; nothing for the model's.
static void take_motion(const char *model, const char *motions, schema_key *at)
{
    const covey_model *row = covey_model_find(model);
    at->motion[0] = '\0';
    if (row == NULL || covey_param_find(row->params, at->name) != NULL)
        return;
    const covey_motion *of_model = covey_motion_find(row->motion);
    if (of_model != NULL && of_model->params != NULL &&
        covey_param_find(of_model->params, at->name) != NULL)
        return;
    for (int k = 0; covey_motion_at(k) != NULL && at->motion[0] == '\0'; k++) {
        const covey_motion *motion = covey_motion_at(k);
        char quoted[WORD];
        (void)snprintf(quoted, sizeof quoted, "\"%s\"", motion->name);
        if (strstr(motions, quoted) != NULL && motion->params != NULL &&
            covey_param_find(motion->params, at->name) != NULL)
            (void)snprintf(at->motion, sizeof at->motion, ", motion: %s", motion->name);
    }
}

static void write_files(void)
{
    static const char *const files[][2] = {
        {"mesh.obj", "v 1 1 1\nv 9 1 1\nv 1 9 1\nf 1 2 3\n"},
        {"mesh.stl", "solid a\nfacet normal 0 0 1\nouter loop\nvertex 1 1 1\nvertex 9 1 1\n"
                     "vertex 1 9 1\nendloop\nendfacet\nendsolid a\n"},
        {"agents.csv", "x,y\n1,2\n3,4\n"},
        {"deep.csv", "x,y,z\n1,2,3\n3,4,5\n"},
        {"nodes.csv", "x,y,vx,vy\n0,0,1,0\n60,0,1,0\n"}};
    for (size_t k = 0; k < LENGTH(files); k++)
        files_write(files_path(files[k][0]), files[k][1], strlen(files[k][1]));
}

static void test_every_key_of_the_schema_runs(void **state)
{
    (void)state;
    char *schema = program_output(&(program_case){.arguments = {"list", "schema"}});
    schema_key at = {.section = ""};
    bool definitions = false;
    char motions[LINE] = "", word[WORD];
    int keys = 0, wrong = 0;
    write_files();
    for (char *line = strtok(schema, "\n"); line != NULL; line = strtok(NULL, "\n")) {
        size_t depth = take_word(line, word);
        definitions = definitions || strcmp(line, "  \"definitions\": {") == 0;
        bool grammar = depth == 0 || is_grammar(word);
        if (depth == 4 && (definitions || !strchr(line, '}')))
            (void)snprintf(at.section, sizeof at.section, "%s", word);
        if (grammar || (definitions && depth == 4))
            continue;
        schema_key one = at;
        if (depth == 4)
            one.section[0] = '\0';
        (void)snprintf(one.name, sizeof one.name, "%s", word);
        take_initial(line, one.value);
        if (strcmp(word, "motion") == 0)
            (void)snprintf(motions, sizeof motions, "%s", line);
        if (begins(one.section, "flock_"))
            take_motion(one.section + strlen("flock_"), motions, &one);
        if (keys++ % EACH == 0)
            wrong += check_key(&one);
    }
    free(schema);
    assert_true(keys > 500);
    assert_int_equal(wrong, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_every_key_of_the_schema_runs)};
    return cmocka_run_group_tests_name("keys", tests, files_setup, files_teardown);
}
