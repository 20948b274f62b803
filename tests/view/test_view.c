// SPDX-License-Identifier: MIT
// The viewer by its script: every key, every use of the mouse and every control, each with what
// must come of it; sessions, settings, films.
#define _XOPEN_SOURCE 700
#include "support/files.h"
#include "support/program.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static int setup(void **state)
{
    if (files_setup(state) != 0 || chdir(files_path("")) != 0)
        return 1;
    return setenv("SDL_VIDEODRIVER", "offscreen", 1) != 0 ||
           setenv("XDG_RUNTIME_DIR", files_path(""), 1) != 0 ||
           setenv("XDG_CONFIG_HOME", "/dev/null", 1) != 0 ||
           // Drivers of OpenGL leak a little at their end; below, ours is told from theirs.
           setenv("LSAN_OPTIONS", "exitcode=0", 1) != 0;
}

// ---- What a script says ----

enum { TEXT = 65536, BLOCKS = 128 };

/// What was said, a block each time.
typedef struct said {
    process run;
    char *block[BLOCKS];
    int count;
} said;

/// With a window of this size, or NULL: as remembered.
static said play_in(const char *size, const char *preset, const char *script)
{
    said all = {.count = 0};
    files_write("script", script, strlen(script));
    all.run = program_run(&(program_case){
        .arguments = {"view", preset, "--script", "script", size != NULL ? "--size" : NULL, size}});
    char *at = all.run.output.bytes;
    while (at != NULL && *at != '\0') {
        assert_true(all.count < BLOCKS);
        all.block[all.count++] = at;
        at = strstr(at, "\n\n");
        assert_non_null(at);
        at[1] = '\0';
        at += 2;
    }
    return all;
}

static said play(const char *preset, const char *script)
{
    return play_in("560x420", preset, script);
}

static void forget(said *all)
{
    process_free(&all->run);
}

/// The value of a name in a block, "" if it is not there; valid until the next but one call.
static const char *value(const said *all, int block, const char *name)
{
    static char texts[2][512];
    static int next;
    char *text = texts[next = 1 - next];
    size_t size = strlen(name);
    text[0] = '\0';
    assert_true(block >= 0 && block < all->count);
    for (const char *at = all->block[block]; *at != '\0'; at += strcspn(at, "\n") + 1)
        if (strncmp(at, name, size) == 0 && at[size] == ' ') {
            (void)snprintf(text, sizeof texts[0], "%.*s", (int)strcspn(at + size + 1, "\n"),
                           at + size + 1);
            break;
        }
    return text;
}

// ---- One thing after the other ----

/// What the value of a name must be after a deed.
typedef enum expectation { IS, NEXT, MORE, LESS, OTHER } expectation;

typedef struct deed {
    const char *script;
    const char *name;
    expectation what;
    const char *value; ///< of IS
} deed;

static void check_deed(const said *all, int block, const deed *row)
{
    char now[512], before[512];
    (void)snprintf(now, sizeof now, "%s", value(all, block, row->name));
    (void)snprintf(before, sizeof before, "%s", value(all, block - 1, row->name));
    double a = strtod(before, NULL), b = strtod(now, NULL);
    bool good = row->what == IS     ? strcmp(now, row->value) == 0
                : row->what == NEXT ? b == a + 1
                : row->what == MORE ? b > a
                : row->what == LESS ? b < a
                                    : strcmp(now, before) != 0;
    if (!good)
        fail_msg("%s: %s was \"%s\" and is \"%s\"", row->script, row->name, before, now);
}

/// Does one after the other in one run.
static void do_all(const char *preset, const deed *rows, size_t count)
{
    static char script[TEXT];
    size_t used = (size_t)snprintf(script, sizeof script, "frames 2\nsay\n");
    for (size_t k = 0; k < count; k++)
        used += (size_t)snprintf(script + used, sizeof script - used, "%s\nframes 1\nsay\n",
                                 rows[k].script);
    assert_true(used < sizeof script);
    said all = play(preset, script);
    assert_int_equal(all.count, count + 1);
    for (size_t k = 0; k < count; k++)
        check_deed(&all, (int)k + 1, &rows[k]);
    forget(&all);
}

static void test_every_key_does_what_the_sheet_says(void **unused)
{
    (void)unused;
    static const deed rows[] = {
        {"key Space", "runs", IS, "0"},
        {"key .", "step", NEXT, NULL},
        {"key .", "step", NEXT, NULL},
        {"key =", "boids.count", IS, "210"},
        {"key -\nkey -", "boids.count", IS, "190"},
        {"key ]", "set.speed", IS, "45"},
        {"key [", "set.speed", IS, "30"},
        {"move @300 400\nkey P", "predators.count", IS, "1"},
        {"key P", "predators.count", IS, "2"},
        {"move @500 500\nkey O", "influences.0.kind", IS, "obstacle"},
        {"key Backspace", "influences", IS, "0"},
        {"frames 1", "predators.count", IS, ""},
        {"key Ctrl+Z", "influences", IS, "1"},
        {"frames 1", "predators.count", IS, "2"},
        {"hold A", "influences.1.weight", MORE, NULL},
        {"release A", "influences", IS, "1"},
        {"hold D", "influences.1.weight", LESS, NULL},
        {"release D", "influences", IS, "1"},
        {"hold Up", "influences.1.kind", IS, "steer"},
        {"hold Left", "influences.1.left", MORE, NULL},
        {"release Left", "influences.1.left", IS, "0"},
        {"release Up", "influences", IS, "1"},
        {"hold Down", "influences.1.forward", LESS, NULL},
        {"release Down\nhold Right", "influences.1.left", LESS, NULL},
        {"release Right", "influences", IS, "1"},
        {"key C", "set.coloring", IS, "1"},
        {"key T", "set.theme", IS, "0"},
        {"key L", "set.trails", IS, "25"},
        {"key Z", "set.zones", IS, "0"},
        {"key B", "set.neighbors", IS, "0"},
        {"key U", "set.rules", IS, "0"},
        {"key F", "set.forces", IS, "1"},
        {"key G", "set.grid", IS, "1"},
        {"wheel 3", "zoom", MORE, NULL},
        {"key H", "zoom", IS, "1"},
        {"key Tab", "set.panel", IS, "0"},
        {"key Tab", "set.panel", IS, "1"},
        {"key F1", "keys", IS, "1"},
        {"key Escape", "keys", IS, "0"},
        {"key W", "message", IS, "saved flock-1.session"},
        {"key E", "message", IS, "saved flock-1.yaml"},
        {"key S", "message", IS, "saved flock-1.png"},
        {"key R", "step", IS, "0"},
        {"frames 1", "boids.count", IS, "190"}, // as it was
        {"key N", "seed", IS, "43"},
        {"key 1", "name", IS, "torus-1"},
        {"key 2", "name", IS, "torus-2"},
        {"key 3", "name", IS, "torus-3"},
        {"key 4", "name", IS, "torus-4"},
        {"key 5", "name", IS, "torus-5"},
        {"key 6", "name", IS, "torus-6"},
        {"key 0", "name", IS, "torus-0"},
        {"key Space", "runs", IS, "1"},
    };
    do_all("torus-0", rows, sizeof rows / sizeof *rows);
    assert_int_equal(access("flock-1.session", R_OK), 0);
    assert_int_equal(access("flock-1.yaml", R_OK), 0);
    assert_int_equal(access("flock-1.png", R_OK), 0);
}

static void test_the_mouse_does_what_the_sheet_says(void **unused)
{
    (void)unused;
    static const deed rows[] = {
        {"key Space", "runs", IS, "0"},
        {"drag @700 500 @740 500", "influences.0.kind", IS, "obstacle"},
        {"drag @300 300 @300 350", "influences", IS, "2"},
        {"click @1200 800 right", "predators.count", IS, "1"},
        {"click @300 320 right", "influences", IS, "1"},
        {"click @1200 800 right", "predators.count", IS, "0"},
        {"drag 500 200 450 200 middle", "pan", OTHER, NULL},
        {"key H", "pan", IS, "0 0"},
        {"move @400 400\nwheel 2", "zoom", IS, "1.44"},
        {"wheel -2", "zoom", IS, "1"},
        {"move 100 300\nwheel 2", "zoom", IS, "1"}, // over the panel
        {"click 100 300 right", "predators.count", IS, "0"},
    };
    do_all("torus-0", rows, sizeof rows / sizeof *rows);
}

static void test_every_control_does_what_it_says(void **unused)
{
    (void)unused;
    static const deed rows[] = {
        {"press pause", "runs", IS, "0"},
        {"press step", "step", NEXT, NULL},
        {"slide boids.separation 0.9", "boids.separation", MORE, NULL},
        {"frames 1", "undoable", IS, "1"},
        {"double boids.separation", "boids.separation", IS, "12"},
        {"slide boids.radius 0.1", "boids.radius", LESS, NULL},
        {"slide boids.max_speed 0.1", "boids.max_speed", LESS, NULL},
        {"slide boids.min_speed 0.5", "boids.min_speed", MORE, NULL},
        {"press undo", "boids.min_speed", IS, "0"},
        {"press boids.alignment.on", "boids.alignment", IS, "0"},
        {"press boids.alignment.on", "boids.alignment", IS, "10"},
        {"press boids.flight.on", "boids.flight", IS, "0"},
        {"choose boids.centroid absolute", "boids.centroid", IS, "1"},
        {"press +", "boids.count", IS, "210"},
        {"press -", "boids.count", IS, "200"},
        {"slide agents 0.95", "boids.count", MORE, NULL},
        {"slide speed 0.9", "set.speed", MORE, NULL},
        {"double speed", "set.speed", IS, "30"},
        {"choose colour cluster", "set.coloring", IS, "2"},
        {"choose theme light", "set.theme", IS, "0"},
        {"slide trails 0.5", "set.trails", MORE, NULL},
        {"press zones", "set.zones", IS, "0"},
        {"press neighbours", "set.neighbors", IS, "0"},
        {"press rules", "set.rules", IS, "0"},
        {"press \"forces of all\"", "set.forces", IS, "1"},
        {"press grid", "set.grid", IS, "1"},
        {"press plots", "set.plots", IS, "0"},
        {"press plots", "set.plots", IS, "1"},
        {"press pause", "step", MORE, NULL},
        {"frames 20", "plotted", MORE, NULL},
        {"press \"keys (F1)\"", "keys", IS, "1"},
        {"key F1", "keys", IS, "0"},
        {"press scenario", "message", IS, "saved flock-2.yaml"},
        {"press session", "message", IS, "saved flock-2.session"},
        {"press screenshot", "message", IS, "saved flock-2.png"},
        {"drag @700 500 @740 500", "influences", IS, "1"},
        {"press clear", "influences", IS, "0"},
        {"press restart", "opened", IS, "2"},
        {"press new", "seed", IS, "43"},
        {"choose model vicsek", "boids.model", IS, "vicsek"},
        {"choose preset couzin-mill", "name", IS, "couzin-mill"},
        {"slide couzin.noise 0.5", "couzin.noise", MORE, NULL},
    };
    do_all("torus-0", rows, sizeof rows / sizeof *rows);
}

static void test_a_click_selects_the_agent_under_it(void **unused)
{
    (void)unused;
    static const char two[] =
        "space: {kind: torus, width: 300, height: 200}\n"
        "flocks: {model: torus, place: {agents: [[100, 50, 0, 9], [200, 150, 0, 9]]}}\n";
    files_write("two.yaml", two, sizeof two - 1);
    static const deed rows[] = {
        {"key Space\nclick @200 150", "selected", IS, "0 1"},
        {"click @50 150", "selected", IS, "-1 1"},
        {"click @100 50", "selected", IS, "0 0"},
        {"key Escape", "selected", IS, "-1 0"},
    };
    do_all("./two.yaml", rows, sizeof rows / sizeof *rows);
}

// ---- What lasts ----

/// The steps that a viewer takes are those of a run, however many frames it shows.
static void test_a_viewer_alone_is_a_run(void **unused)
{
    (void)unused;
    said all = play("torus-2", "frames 39\nsay\n");
    char step[32], hash[64];
    (void)snprintf(step, sizeof step, "%s", value(&all, 0, "step"));
    (void)snprintf(hash, sizeof hash, "\"hash\": \"%s\"", value(&all, 0, "hash"));
    assert_true(strtod(step, NULL) > 10);
    process run = program_run(
        &(program_case){.arguments = {"run", "torus-2", "--steps", step, "--json", "--quiet"}});
    assert_non_null(strstr(run.output.bytes, hash));
    process_free(&run);
    forget(&all);
}

static void test_a_recorded_session_replays_to_the_same_hash(void **unused)
{
    (void)unused;
    said all =
        play("torus-0", "frames 20\n"
                        "drag @700 500 @740 500\n"
                        "slide boids.cohesion 0.8\n"
                        "click @300 300 right\n"
                        "hold A\nmove @400 400\nframes 5\nmove @500 400\nframes 5\nrelease A\n"
                        "hold Up\nframes 8\nrelease Up\n"
                        "key =\nkey Ctrl+Z\nchoose model reynolds\nframes 20\n"
                        "key Space\nframes 2\nkey W\nframes 2\nsay\n");
    static const char *const threads[] = {"1", "2"};
    char hash[64], file[64];
    (void)snprintf(hash, sizeof hash, "\"hash\": \"%s\"", value(&all, 0, "hash"));
    const char *message = value(&all, 0, "message");
    assert_memory_equal(message, "saved ", 6);
    (void)snprintf(file, sizeof file, "%s", message + 6);
    for (int k = 0; k < 2; k++) {
        process run = program_run(&(program_case){
            .arguments = {"run", "--replay", file, "--threads", threads[k], "--json", "--quiet"}});
        assert_non_null(strstr(run.output.bytes, hash));
        process_free(&run);
    }
    forget(&all);
}

static void test_settings_are_remembered(void **unused)
{
    (void)unused;
    assert_int_equal(setenv("XDG_CONFIG_HOME", files_path("config"), 1), 0);
    said first = play_in(NULL, "torus-0", "key T\nkey C\nkey L\nsize 900 600\nframes 2\nsay\n");
    said second = play_in(NULL, "torus-0", "frames 1\nsay\n");
    static const char *const names[] = {"set.theme", "set.coloring", "set.trails", "set.width",
                                        "set.height"};
    for (size_t k = 0; k < sizeof names / sizeof *names; k++)
        assert_string_equal(value(&second, 0, names[k]), value(&first, 0, names[k]));
    assert_string_equal(value(&second, 0, "set.width"), "900");
    assert_string_equal(value(&second, 0, "set.theme"), "0");
    forget(&first);
    forget(&second);
    assert_int_equal(unlink(files_path("config/covey/view.conf")), 0);
    assert_int_equal(rmdir(files_path("config/covey")) + rmdir(files_path("config")), 0);
    assert_int_equal(setenv("XDG_CONFIG_HOME", "/dev/null", 1), 0);
}

static bool has_ffmpeg(void)
{
    static const char *const words[] = {"ffmpeg", "-version", NULL};
    process run = process_run(&(process_def){.arguments = words, .native = true});
    bool there = run.code == 0;
    process_free(&run);
    return there;
}

static void test_a_window_closed_while_it_films_leaves_a_film(void **unused)
{
    (void)unused;
    static const char *const words[] = {"ffmpeg", "-v",   "error", "-i", "flock-1.mp4",
                                        "-f",     "null", "-",     NULL};
    if (!has_ffmpeg())
        skip();
    said all = play("torus-0", "size 640 480\nframes 2\nkey V\nframes 20\nsay\nquit\nframes 9\n");
    assert_string_equal(value(&all, 0, "film"), "1");
    forget(&all);
    process run = process_run(&(process_def){.arguments = words, .native = true});
    assert_int_equal(run.code, 0);
    assert_int_equal(run.errors.size, 0);
    process_free(&run);
}

/// What the address sanitizer counts at the end, "" in a build without it.
static void count_leaks(const char *script, char summary[160])
{
    said all = play("torus-predators", script);
    const char *at = all.run.errors.bytes != NULL ? strstr(all.run.errors.bytes, "SUMMARY") : NULL;
    (void)snprintf(summary, 160, "%.*s", at != NULL ? (int)strcspn(at, "\n") : 0,
                   at != NULL ? at : "");
    forget(&all);
}

static void test_frames_leave_nothing_in_memory(void **unused)
{
    (void)unused;
    char few[160], many[160];
    count_leaks("frames 2\n", few);
    count_leaks("frames 200\ndrag @700 500 @800 500\nkey P\nkey =\nkey L\nkey F\nframes 50\n"
                "key Ctrl+Z\nkey R\nchoose colour cluster\nclick @400 400\nkey 3\nframes 50\n",
                many);
    assert_string_equal(few, many);
}

// ---- Mistakes ----

static void test_mistakes_are_told(void **unused)
{
    (void)unused;
    static const struct {
        const char *arguments[6];
        int code;
        const char *says;
    } rows[] = {
        {{"view", "torus-9", "--frames", "1"}, 64, "there is no preset torus-9"},
        {{"view", "./none.yaml", "--frames", "1"}, 74, "none.yaml"},
        {{"view", "--size", "10x10"}, 64, "--size 10x10"},
        {{"view", "--scale", "99"}, 64, "--scale 99"},
        {{"view", "--frames", "0"}, 64, "frames"},
        {{"view", "--script", "none"}, 74, "cannot read none"},
        {{"view", "--frames", "1", "--screenshot", "no/x.png"}, 74, "cannot write no/x.png"},
        {{"view", "--script", "bad"}, 65, "bad:2: fly: there is no such command"},
    };
    files_write("bad", "frames 1\nfly\n", 13);
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        program_case row = {.code = rows[k].code};
        memcpy(row.arguments, rows[k].arguments, sizeof rows[k].arguments);
        process run = program_run(&row);
        if (run.errors.bytes == NULL || strstr(run.errors.bytes, rows[k].says) == NULL)
            fail_msg("\"%s\" is not in: %s", rows[k].says, run.errors.bytes);
        process_free(&run);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_key_does_what_the_sheet_says),
        cmocka_unit_test(test_the_mouse_does_what_the_sheet_says),
        cmocka_unit_test(test_every_control_does_what_it_says),
        cmocka_unit_test(test_a_click_selects_the_agent_under_it),
        cmocka_unit_test(test_a_viewer_alone_is_a_run),
        cmocka_unit_test(test_a_recorded_session_replays_to_the_same_hash),
        cmocka_unit_test(test_settings_are_remembered),
        cmocka_unit_test(test_a_window_closed_while_it_films_leaves_a_film),
        cmocka_unit_test(test_frames_leave_nothing_in_memory),
        cmocka_unit_test(test_mistakes_are_told),
    };
    return cmocka_run_group_tests(tests, setup, files_teardown);
}
