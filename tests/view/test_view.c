// SPDX-License-Identifier: MIT
// The viewer by its script: every key, every use of the mouse and every control, each with its
// expected effect; sessions, settings.
#define _XOPEN_SOURCE 700
#include "support/files.h"
#include "support/program.h"
#include "support/viewing.h"

#include <covey/world.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

static void test_every_key_does_what_the_sheet_says(void **unused)
{
    (void)unused;
    static const deed rows[] = {
        {"key Space", "runs", IS, "0"},
        {"key .", "step", NEXT, NULL},
        {"key .", "step", NEXT, NULL},
        {"key =", "boids.count", IS, "210"},
        {"key -\nkey \"Keypad -\"", "boids.count", IS, "190"},
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
        {"frames 1", "selected", IS, "0 0"}, // it is marked
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
        {"key Tab", "set.panel", IS, "1"},
        {"key Tab", "set.panel", IS, "0"},
        {"key F11", "full", IS, "1"},
        {"key F11", "full", IS, "0"},
        {"key F1", "keys", IS, "1"},
        {"key Escape", "keys", IS, "0"},
        {"key W", "message", SAVED, "flock-1.session"},
        {"key E", "message", SAVED, "flock-1.yaml"},
        {"key S", "message", SAVED, "flock-1.png"},
        {"key R", "step", IS, "0"},
        {"frames 1", "boids.count", IS, "190"}, // as it was
        {"key N", "seed", IS, "43"},
        {"key Space", "runs", IS, "1"},
    };
    do_all("torus-0", "key Tab", rows, sizeof rows / sizeof *rows);
    assert_int_equal(access("flock-1.session", R_OK), 0);
    assert_int_equal(access("flock-1.yaml", R_OK), 0);
    assert_int_equal(access("flock-1.png", R_OK), 0);
}

static void test_the_gallery_opens_a_preset(void **unused)
{
    (void)unused;
    static const deed rows[] = {
        {"key J\nframes 2", "gallery", IS, "1"},
        {"key Escape", "gallery", IS, "0"},
        {"press gallery\nframes 2", "gallery", IS, "1"},
        {"press gallery/torus-3\nframes 9", "name", IS, "torus-3"},
        {"frames 1", "gallery", IS, "0"},
        {"size 400 300\nkey J\nframes 3\npress gallery/vicsek-ordered\nframes 9", "name", IS,
         "vicsek-ordered"}, // scrolled to
    };
    do_all("torus-0", "frames 1", rows, sizeof rows / sizeof *rows);
}

static void test_a_preset_that_is_chosen_again_is_opened_anew(void **unused)
{
    (void)unused;
    static const deed rows[] = {
        {"key Shift+Q", "boids.separation", IS, "13"},
        {"choose preset \"torus-0 (changed)\"\nframes 5", "boids.separation", IS, "12"},
        {"frames 1", "undoable", IS, "0"},
        {"choose preset torus-0\nframes 5", "opened", NEXT, NULL},
    };
    do_all("torus-0", "frames 30\nkey Space", rows, sizeof rows / sizeof *rows);
}

static void test_numbers_change_the_weights_or_open_a_scenario(void **unused)
{
    (void)unused;
    static const deed rows[] = {
        {"key 1", "boids.cohesion", IS, "15"}, // as they fly
        {"frames 1", "boids.alignment", IS, "1"}, {"key Ctrl+Z", "boids.cohesion", IS, "12"},
        {"key 2", "boids.alignment", IS, "15"},   {"key 3", "boids.separation", IS, "15"},
        {"key 4", "boids.separation", IS, "1"},   {"key 5", "boids.alignment", IS, "1"},
        {"key 6", "boids.cohesion", IS, "1"},     {"key 0", "boids.cohesion", IS, "12"},
        {"frames 1", "name", IS, "torus-0"},      {"frames 1", "boids.count", IS, "200"},
        {"key Ctrl+1", "name", IS, "torus-1"},    {"key Ctrl+2", "name", IS, "torus-2"},
        {"key Ctrl+3", "name", IS, "torus-3"},    {"key Ctrl+4", "name", IS, "torus-4"},
        {"key Ctrl+5", "name", IS, "torus-5"},    {"key Ctrl+6", "name", IS, "torus-6"},
        {"key Ctrl+0", "name", IS, "torus-0"},
    };
    do_all("torus-0", "key Tab", rows, sizeof rows / sizeof *rows);
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
        {"click @300 800 right", "predators.count", IS, "2"},
        {"key Escape\nclick @1200 800 right", "predators.count", IS, "1"},
        {"click @1200 800 right", "predators.count", IS, "2"}, // there was none any more
        {"click @300 800 right", "predators.count", IS, "1"},
        {"click @1200 800 right", "predators.count", IS, "0"},
        {"drag 500 200 450 200 middle", "pan", OTHER, NULL},
        {"key H", "pan", IS, "0 0"},
        {"move @400 400\nwheel 2", "zoom", IS, "1.44"},
        {"wheel -2", "zoom", IS, "1"},
        {"move 100 300\nwheel 2", "zoom", IS, "1"}, // over the panel
        {"click 100 300 right", "predators.count", IS, "0"},
    };
    do_all("torus-0", "frames 1", rows, sizeof rows / sizeof *rows);
}

static void test_the_time_line_goes_back_and_another_way(void **unused)
{
    (void)unused;
    static const deed rows[] = {
        {"slide time 0", "step", IS, "0"},
        {"key .", "step", IS, "1"},
        {"key ,", "step", IS, "0"},
        {"key ,", "step", IS, "0"}, // there is none before
        {"press last", "step", IS, "30"},
        {"press back", "step", IS, "29"},
        {"slide time 0.5", "step", LESS, NULL},
        {"frames 1", "end", IS, "30"},
        {"press first", "step", IS, "0"},
        {"slide boids.cohesion 1", "branches", IS, "1"},
        {"press step", "step", IS, "1"},
        {"frames 1", "end", IS, "1"},
        {"choose future \"1: to step 30\"", "end", IS, "30"},
        {"frames 1", "boids.cohesion", IS, "12"},
        {"press forget", "branches", IS, "0"},
        {"press \"as fast as it can\"", "set.fast", IS, "1"},
        {"key M", "set.fast", IS, "0"},
        {"key M\nkey Space\nframes 2\nkey Space\nframes 1\nkey M", "step", MORE, NULL},
        {"press last\nframes 1\nkey R\nframes 1", "end", IS, "0"},
    };
    do_all("torus-0", "frames 60\nkey Space", rows, sizeof rows / sizeof *rows);
}

static void test_files_are_opened_by_hand(void **unused)
{
    (void)unused;
    char tracks[512] = "t,id,x,y\n";
    for (int k = 0; k <= 20; k++)
        (void)sprintf(tracks + strlen(tracks), "%d,1,%d,0\n", k, k * k);
    static const char flock[] = "space: {kind: torus, width: 9, height: 9}\n"
                                "flocks: {model: vicsek, count: 3}\n";
    static const deed rows[] = {
        {"drop own.csv\nframes 60", "name", IS, "own.csv"},
        {"frames 1", "runs", IS, "0"}, // at its last frame
        {"frames 1", "step", IS, "20"},
        {"key Space\nframes 1", "step", LESS, NULL}, // plays it again
        {"frames 1", "runs", IS, "1"},
        {"frames 60\npress back\nframes 1", "step", IS, "19"},
        {"drop none.csv\nframes 9", "name", IS, "own.csv"}, // stays
        {"key Ctrl+O\nframes 3\ntype ./few.yaml\nkey Return\nframes 9", "name", IS, "./few.yaml"},
        {"key Ctrl+O\nframes 3\npress \"recent 1\"\nframes 9", "name", IS, "own.csv"},
        {"press open\nframes 3\ntype torus-1\npress \"open file\"\nframes 9", "name", IS,
         "torus-1"},
    };
    files_write("own.csv", tracks, strlen(tracks));
    files_write("few.yaml", flock, sizeof flock - 1);
    do_all("torus-0", "frames 1", rows, sizeof rows / sizeof *rows);
}

static void test_every_control_does_what_it_says(void **unused)
{
    (void)unused;
    static const deed rows[] = {
        {"press pause", "runs", IS, "0"},
        {"press step", "step", NEXT, NULL},
        {"slide boids.separation 0.9", "boids.separation", MORE, NULL},
        {"frames 1", "undoable", IS, "1"},
        {"press restart", "step", IS, "0"},
        {"double boids.separation", "boids.separation", IS, "12"}, // also behind a restart
        {"slide boids.cohesion 1", "boids.cohesion", IS, "48"},
        {"press undo", "boids.cohesion", IS, "12"},
        {"hold \"Left Ctrl\"\npress boids.cohesion\nrelease \"Left Ctrl\"\ntype 33\nkey 3\n"
         "key Return",
         "boids.cohesion", IS, "33"},
        {"frames 1", "name", IS, "torus-0"}, // typed letters are no commands
        {"press boids.alignment.on", "boids.alignment", IS, "0"},
        {"press boids.alignment.on", "boids.alignment", IS, "10"},
        {"choose boids.centroid absolute", "boids.centroid", IS, "1"},
        {"press restore", "boids.cohesion", IS, "12"},
        {"frames 1", "boids.centroid", IS, "0"},
        {"frames 1", "boids.alignment", IS, "10"},
        {"key Ctrl+Z", "boids.cohesion", IS, "33"}, // all at once
        {"frames 1", "boids.centroid", IS, "1"},
        {"press +", "boids.count", IS, "210"},
        {"press -", "boids.count", IS, "200"},
        {"slide agents 0.9", "boids.count", MORE, NULL},
        {"slide speed 0.9", "set.speed", MORE, NULL},
        {"double speed", "set.speed", IS, "30"},
        {"choose camera follow", "set.camera", IS, "2"},
        {"choose color cluster", "set.coloring", IS, "2"},
        {"choose theme light", "set.theme", IS, "0"},
        {"slide trails 0.9", "set.trails", MORE, NULL},
        {"double trails", "set.trails", IS, "0"},
        {"press zones", "set.zones", IS, "0"},
        {"press neighbors", "set.neighbors", IS, "0"},
        {"press rules", "set.rules", IS, "0"},
        {"press \"forces of all\"", "set.forces", IS, "1"},
        {"press grid", "set.grid", IS, "1"},
        {"press plots", "set.plots", IS, "0"},
        {"press plots", "set.plots", IS, "1"},
        {"press pause", "step", MORE, NULL},
        {"frames 12", "plotted", MORE, NULL},
        {"press \"keys (F1)\"", "keys", IS, "1"},
        {"key F1", "keys", IS, "0"},
        {"size 480 400\nkey F1\nframes 3", "keys", IS, "1"},
        {"slide \"Keys and mouse\" 0.97\nframes 1", "keys", IS, "0"}, // its cross is in the window
        {"size 1280 720\nframes 3", "keys", IS, "0"},
        {"press scenario", "message", SAVED, "flock-2.yaml"},
        {"press session", "message", SAVED, "flock-2.session"},
        {"press screenshot", "message", SAVED, "flock-2.png"},
        {"drag @700 500 @740 500", "influences", IS, "1"},
        {"press clear", "influences", IS, "0"},
        {"press new", "seed", IS, "43"},
        {"choose preset couzin-mill", "name", IS, "couzin-mill"},
    };
    do_all("torus-0", "frames 1", rows, sizeof rows / sizeof *rows);
}

/// The rows of a model and of its motion, one after the other; NULL behind the last.
static const covey_param *param_of(const covey_model *model, int k)
{
    const covey_motion *motion = NULL;
    for (const covey_param *row = model->params; row->name != NULL; row++)
        if (k-- == 0)
            return row;
    for (int m = 0; motion == NULL || strcmp(motion->name, model->motion) != 0; m++)
        assert_non_null(motion = covey_motion_at(m));
    for (const covey_param *row = motion->params; row->name != NULL; row++)
        if (k-- == 0)
            return row;
    return NULL;
}

/// The script that chooses a model and changes all of its parameters; says before and behind.
static void change_all(const covey_model *model, char *script, size_t size)
{
    const covey_param *row;
    size_t used = (size_t)snprintf(script, size, "choose model %s\nframes 1\nsay\n", model->name);
    for (int k = 0; (row = param_of(model, k)) != NULL; k++)
        if (row->choices != NULL)
            used += (size_t)snprintf(script + used, size - used, "choose boids.%s %s\n", row->name,
                                     row->choices[row->initial == 0.0]);
        else
            used += (size_t)snprintf(script + used, size - used, "slide boids.%s %s\n", row->name,
                                     strcmp(row->name, "min_speed") == 0 ? "0.1" : "0.6");
    (void)snprintf(script + used, size - used, "frames 1\nsay\n");
}

static void test_influences_have_switches_and_sliders(void **unused)
{
    (void)unused;
    static const deed rows[] = {
        {"press \"section boids\"\nframes 3\npress \"bounded area\"", "influences.0.kind", IS,
         "wall"},
        {"frames 1", "influences.0.width", IS, "1500"},
        {"choose add wind", "influences.1.kind", IS, "wind"},
        {"frames 1", "influences.1.x", IS, "25"},
        {"press influences.1.on", "influences.1.x", IS, "0"},
        {"press influences.1.on", "influences.1.x", IS, "25"}, // as it was
        {"slide influences.1.y 1", "influences.1.y", OTHER, NULL},
        {"key Ctrl+Z", "influences.1.y", IS, "0"},
        {"slide influences.0.margin 0.5", "influences.0.margin", OTHER, NULL},
        {"press \"bounded area\"", "influences", IS, "1"},
        {"frames 1", "influences.0.kind", IS, "wind"},
        {"key Ctrl+Z", "influences", IS, "2"},
        {"drag @700 500 @740 500", "influences", IS, "3"},
        {"move @300 300\nkey P\nframes 2", "predators.count", IS, "1"},
        {"press \"clear obstacles\"", "influences", IS, "2"},
        {"frames 1", "predators.chase", IS, "50"},
        {"press \"clear predators\"", "predators.count", OTHER, NULL},
        {"press influences.0.remove", "influences.0.kind", IS, "wind"},
        {"choose add goal", "influences.1.kind", IS, "goal"},
        {"press influences.1.remove", "influences", IS, "1"},
    };
    do_all("torus-0", "frames 1", rows, sizeof rows / sizeof *rows);
}

static void test_every_parameter_of_every_model_has_a_control(void **unused)
{
    (void)unused;
    static char script[TEXT] = "key Space\npress plots\n";
    const covey_model *model, *models[BLOCKS / 2];
    int count = 0;
    for (int k = 0; (model = covey_model_at(k)) != NULL; k++)
        if (strcmp(model->name, "predator") != 0 && strcmp(model->name, "torus") != 0) {
            size_t used = strlen(script);
            models[count++] = model;
            change_all(model, script + used, sizeof script - used);
        }
    said all = play_in("520x600", "torus-0", script);
    assert_int_equal(all.count, 2 * count);
    for (int k = 0; k < count; k++) {
        const covey_param *row;
        char name[64];
        for (int p = 0; (row = param_of(models[k], p)) != NULL; p++) {
            const deed one = {models[k]->name, name, OTHER, NULL};
            (void)snprintf(name, sizeof name, "boids.%s", row->name);
            check_deed(&all, 2 * k + 1, &one);
        }
    }
    forget(&all);
}

static void test_a_click_selects_the_agent_under_it(void **unused)
{
    (void)unused;
    static const char two[] =
        "space: {kind: torus, width: 300, height: 200}\n"
        "flocks: {model: torus, place: {agents: [[100, 50, 0, 0], [200, 150, 0, 0]]}}\n";
    files_write("two.yaml", two, sizeof two - 1);
    static const deed rows[] = {
        {"key Space\nclick @200 150", "selected", IS, "0 1"},
        {"click @50 150", "selected", IS, "-1 1"},
        {"click @100 50", "selected", IS, "0 0"},
        {"wheel 3", "center", IS, "100 50"},   // followed
        {"press step", "selected", IS, "0 0"}, // a click on the panel, at once, is none on the page
        {"key Escape", "selected", IS, "-1 0"},
    };
    do_all("./two.yaml", "frames 1", rows, sizeof rows / sizeof *rows);
}

// ---- Settings and files that last ----

/// The steps that a viewer takes are those of a run, however many frames it shows.
static void test_a_viewer_alone_is_a_run(void **unused)
{
    (void)unused;
    said all = play("torus-2", "frames 39\nsay\nkey Ctrl+Q\nframes 3\nsay\n");
    assert_int_equal(all.count, 1); // and Ctrl+Q ends it
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

static void test_recorded_sessions_replay_to_the_same_hash(void **unused)
{
    (void)unused;
    static const char save[] = "key Space\nframes 1\nkey W\nframes 1\nsay\nkey Space\n";
    char script[TEXT];
    (void)snprintf(
        script, sizeof script,
        "frames 20\ndrag @700 500 @740 500\nslide boids.cohesion 0.8\nkey Tab\n"
        "click @300 300 right\nhold A\nmove @400 400\nframes 5\nmove @500 400\nframes 5\n"
        "release A\nhold Up\nframes 8\nrelease Up\nkey =\nkey Ctrl+Z\nframes 9\n"
        "click @700 500 right\nkey Ctrl+Z\nframes 9\n%s"
        "key R\nframes 9\nclick @900 300 right\nframes 9\n%s" // with the world as it is now
        "key N\nframes 9\nkey Backspace\nframes 9\nkey Ctrl+Z\nmove @400 300\nkey O\nframes 9\n%s"
        "key Tab\nchoose model reynolds\nframes 9\nchoose add wind\nframes 9\n"
        "press \"bounded area\"\nframes 9\nkey Ctrl+Z\nframes 9\nkey Ctrl+Z\nframes 9\n%s",
        save, save, save, save);
    said all = play("torus-0", script);
    assert_int_equal(all.count, 4);
    for (int k = 0; k < all.count; k++)
        expect_replay(&all, k);
    assert_string_equal(value(&all, 1, "influences"), "1");
    assert_string_equal(value(&all, 1, "predators.count"), "2");
    assert_string_equal(value(&all, 2, "seed"), "43");
    assert_string_equal(value(&all, 2, "influences"), "2");
    forget(&all);
}

/// A run without a person looks the same everywhere, and leaves the settings of users alone.
static void test_scripts_and_settings_do_not_know_each_other(void **unused)
{
    (void)unused;
    static const char before[] = "theme 0\nwidth 700\ntrails 25\n";
    assert_int_equal(setenv("XDG_CONFIG_HOME", files_path("config"), 1), 0);
    assert_int_equal(mkdir(files_path("config"), 0700), 0);
    assert_int_equal(mkdir(files_path("config/covey"), 0700), 0);
    files_write(files_path("config/covey/view.conf"), before, sizeof before - 1);
    said all = play_in(NULL, "torus-0", "frames 1\nsay\nkey C\nsize 400 300\nframes 2\nsay\n");
    assert_string_equal(value(&all, 0, "set.theme"), "1");
    assert_string_equal(value(&all, 0, "set.width"), "1280");
    assert_string_equal(value(&all, 1, "set.width"), "400");
    forget(&all);
    program_expect(&(program_case){.arguments = {"view", "--frames", "1", "--size", "400x300"}});
    size_t size;
    char *after = files_read(files_path("config/covey/view.conf"), &size);
    assert_string_equal(after, before);
    free(after);
    assert_int_equal(unlink(files_path("config/covey/view.conf")), 0);
    assert_int_equal(rmdir(files_path("config/covey")) + rmdir(files_path("config")), 0);
    assert_int_equal(setenv("XDG_CONFIG_HOME", "/dev/null", 1), 0);
}

/// A narrow window shows the flock alone until the panel is asked for.
static void test_a_narrow_window_has_no_panel_at_first(void **unused)
{
    (void)unused;
    static const char asked[] = "size 400 300\nframes 3\nkey Tab\nframes 3\npress pause\nsay\n";
    static const char unasked[] = "size 400 300\nframes 3\npress pause\n";
    files_write("asked", asked, sizeof asked - 1);
    files_write("unasked", unasked, sizeof unasked - 1);
    program_expect_message(&(program_case){.arguments = {"view", "--script", "unasked"},
                                           .code = 65,
                                           .says = "unasked:3: press: there is no such control"});
    char *told = program_output(&(program_case){.arguments = {"view", "--script", "asked"}});
    assert_non_null(strstr(told, "\nruns 0\n"));
    assert_non_null(strstr(told, "\nset.panel 1\n")); // as wide windows have it
    free(told);
}

static void test_a_window_that_grows_is_one_that_began_so(void **unused)
{
    (void)unused;
    size_t sizes[2];
    said began = play_in("500x400", "torus-0", "key Space\nkey Tab\nframes 4\nshot began.png\n");
    said grown = play_in("320x240", "torus-0",
                         "key Space\nframes 2\nsize 500 400\nframes 2\nkey Tab\nframes 2\n"
                         "shot grown.png\n");
    char *one = files_read("began.png", &sizes[0]), *other = files_read("grown.png", &sizes[1]);
    assert_int_equal(sizes[0], sizes[1]);
    assert_memory_equal(one, other, sizes[0]);
    free(one);
    free(other);
    forget(&began);
    forget(&grown);
}

/// The count of the address sanitizer at the end, "" in a build without it.
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
    if (few[0] == '\0')
        skip(); // without the sanitizer there is no count
    count_leaks("frames 50\ndrag @700 500 @800 500\nkey P\nkey =\nkey L\nkey F\nframes 20\n"
                "key Ctrl+Z\nkey R\nchoose color cluster\nclick @400 400\nkey 3\nframes 20\n",
                many);
    assert_string_equal(few, many);
}

// ---- Mistakes ----

static void test_mistakes_are_told(void **unused)
{
    (void)unused;
    const program_case rows[] = {
        {.arguments = {"view", "torus-9", "--frames", "1"},
         .code = 64,
         .says = "there is no preset torus-9"},
        {.arguments = {"view", "./none.yaml", "--frames", "1"}, .code = 74, .says = "none.yaml"},
        {.arguments = {"view", "torus-0", "--set", "dt"}, .code = 64, .says = "--set dt is not"},
        {.arguments = {"view", "--allow-paths", "torus-0", "--fps", "0"},
         .code = 64,
         .says = "--fps 0 is no number above 0"},
        {.arguments = {"view", "--size", "10x10"}, .code = 64, .says = "--size 10x10"},
        {.arguments = {"view", "--scale", "99"}, .code = 64, .says = "--scale 99"},
        {.arguments = {"view", "--frames", "0"}, .code = 64, .says = "frames"},
        {.arguments = {"view", "--script", "none"}, .code = 74, .says = "cannot read none"},
        {.arguments = {"view", "--script", "."}, .code = 74, .says = "cannot read ."},
        {.arguments = {"view", "--frames", "1", "--screenshot", "no/x.png"},
         .code = 74,
         .says = "no/x.png"},
        {.arguments = {"view", "--script", "bad"},
         .code = 65,
         .says = "bad:2: fly: there is no such command"},
        {.arguments = {"view", "--script", "odd"},
         .code = 65,
         .says = "odd:1: frames: this takes a number up to a million"},
        {.arguments = {"view", "--script", "shut"},
         .code = 65,
         .says = "shut:3: press: there is no such control"},
    };
    static const char shut[] = "press \"section picture\"\nframes 1\npress zones\n";
    files_write("odd", "frames 1x\n", 10);
    files_write("bad", "frames 1\nfly\n", 13);
    files_write("shut", shut, sizeof shut - 1);
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++)
        program_expect_message(&rows[k]);
}

static void test_a_screenshot_can_go_to_standard_output(void **unused)
{
    (void)unused;
    static const char png[] = "\x89PNG\r\n\x1a\n";
    process run =
        program_run(&(program_case){.arguments = {"view", "--frames", "1", "--screenshot", "-"}});
    assert_true(run.output.size > 1000);
    assert_memory_equal(run.output.bytes, png, sizeof png - 1);
    assert_int_not_equal(access("-", F_OK), 0);
    process_free(&run);
}

/// Where there is a graphics card, SDL would take its screen, so nothing is tried there.
static void test_without_a_screen_the_viewer_does_not_wait(void **unused)
{
    (void)unused;
    const program_case row = {
        .arguments = {"view"}, .code = 71, .says = "covey view: there is no screen; "};
    if (access("/dev/dri", F_OK) == 0 || access("/dev/fb0", F_OK) == 0)
        skip();
    unsetenv("DISPLAY");
    unsetenv("WAYLAND_DISPLAY");
    unsetenv("SDL_VIDEODRIVER");
    program_expect_message(&row);
    setenv("SDL_VIDEODRIVER", "offscreen", 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_key_does_what_the_sheet_says),
        cmocka_unit_test(test_the_gallery_opens_a_preset),
        cmocka_unit_test(test_a_preset_that_is_chosen_again_is_opened_anew),
        cmocka_unit_test(test_numbers_change_the_weights_or_open_a_scenario),
        cmocka_unit_test(test_the_mouse_does_what_the_sheet_says),
        cmocka_unit_test(test_the_time_line_goes_back_and_another_way),
        cmocka_unit_test(test_files_are_opened_by_hand),
        cmocka_unit_test(test_every_control_does_what_it_says),
        cmocka_unit_test(test_influences_have_switches_and_sliders),
        cmocka_unit_test(test_every_parameter_of_every_model_has_a_control),
        cmocka_unit_test(test_a_click_selects_the_agent_under_it),
        cmocka_unit_test(test_a_viewer_alone_is_a_run),
        cmocka_unit_test(test_recorded_sessions_replay_to_the_same_hash),
        cmocka_unit_test(test_scripts_and_settings_do_not_know_each_other),
        cmocka_unit_test(test_a_narrow_window_has_no_panel_at_first),
        cmocka_unit_test(test_a_window_that_grows_is_one_that_began_so),
        cmocka_unit_test(test_frames_leave_nothing_in_memory),
        cmocka_unit_test(test_mistakes_are_told),
        cmocka_unit_test(test_a_screenshot_can_go_to_standard_output),
        cmocka_unit_test(test_without_a_screen_the_viewer_does_not_wait),
    };
    return cmocka_run_group_tests(tests, viewing_setup, files_teardown);
}
