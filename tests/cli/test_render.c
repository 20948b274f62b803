// SPDX-License-Identifier: MIT
// covey render and covey plot: files that they write, inputs that they refuse, files that stay when
// the disk is full. Pictures are read as bytes: their size, and whether they are the same; their
// contents are tested call by call (unit/picture, unit/plot).
#define _XOPEN_SOURCE 700
#include "support/files.h"
#include "support/pictures.h"
#include "support/program.h"

#include <covey/draw.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#define LENGTH(array) (sizeof(array) / sizeof(array)[0])
#define FEW "--set", "steps=30", "--size", "320x240", "--quiet"

static int setup(void **state)
{
    if (pictures_setup(state) != 0)
        return -1;
    program_expect(&(program_case){.arguments = {"run", "torus-obstacles", "--steps=30", "--quiet",
                                                 "-o", "run.csv", "--measure", "order.csv"}});
    files_write("bad.csv", "id,t,x,y\n0,0,1,2\n0,1,x,2\n", 26);
    return 0;
}

// ---- Written files ----

static void render(const char *source, const char *path, const char *option, const char *value)
{
    program_expect(&(program_case){.arguments = {"render", source, "-o", path, "--quiet", "--size",
                                                 "320x240", option, value}});
}

static void test_each_kind_of_picture_is_written_and_twice_the_same(void **state)
{
    (void)state;
    static const char *const suffixes[] = {"png", "svg", "pdf"};
    static const char *const starts[] = {"\211PNG", "<?xml", "%PDF"};
    for (size_t k = 0; k < LENGTH(suffixes); k++) {
        char paths[2][32];
        for (int n = 0; n < 2; n++) {
            (void)snprintf(paths[n], sizeof paths[n], "same%d.%s", n, suffixes[k]);
            render("run.csv", paths[n], NULL, NULL);
        }
        assert_true(pictures_are_same(paths[0], paths[1]));
        size_t size;
        char *text = files_read(paths[0], &size);
        assert_memory_equal(text, starts[k], strlen(starts[k]));
        free(text);
    }
    pictures_expect_png("same0.png", 320, 240);
    render("run.csv", "CAPITALS.PNG", NULL, NULL);
    assert_true(pictures_are_same("same0.png", "CAPITALS.PNG"));
}

/// A scenario is run as its trajectory was, obstacles and predators included.
static void test_a_scenario_looks_as_its_trajectory_in_every_format(void **state)
{
    (void)state;
    static const char *const files[] = {"run.csv", "run.xyz", "run.h5md"};
    program_expect(&(program_case){.arguments = {"run", "torus-obstacles", "--steps=30", "--quiet",
                                                 "-o", "run.xyz", "-o", "run.h5md"}});
    program_expect(
        &(program_case){.arguments = {"render", "torus-obstacles", "-o", "scenario.png", FEW}});
    for (size_t k = 0; k < LENGTH(files); k++) {
        render(files[k], "trajectory.png", NULL, NULL);
        if (!pictures_are_same("scenario.png", "trajectory.png"))
            fail_msg("%s", files[k]);
    }
    program_expect(&(program_case){.arguments = {"render", "torus-obstacles", "-o", "scenario.png",
                                                 FEW, "--set", "influences=[]"}});
    assert_false(pictures_are_same("scenario.png", "trajectory.png"));
}

static void test_each_option_changes_the_picture(void **state)
{
    (void)state;
    static const char *const options[][2] = {
        {"--frame", "2"},        {"--color", "speed"}, {"--color", "cluster"}, {"--color", "kind"},
        {"--color", "id"},       {"--trails", "3"},    {"--show", "zones"},    {"--show", "forces"},
        {"--show", "neighbors"}, {"--show", "grid"},   {"--theme", "dark"},    {"--bare", NULL},
    };
    render("run.csv", "plain.png", NULL, NULL);
    for (size_t k = 0; k < LENGTH(options); k++) {
        render("run.csv", "changed.png", options[k][0], options[k][1]);
        pictures_expect_png("changed.png", 320, 240);
        if (pictures_are_same("plain.png", "changed.png"))
            fail_msg("%s %s changes nothing", options[k][0], options[k][1]);
    }
    static const char *const defaults[][2] = {{"--frame", "3"},
                                              {"--color", "heading"},
                                              {"--theme", "light"},
                                              {"--trails", "0"},
                                              {"--from", "csv"}};
    for (size_t k = 0; k < LENGTH(defaults); k++) {
        render("run.csv", "changed.png", defaults[k][0], defaults[k][1]);
        if (!pictures_are_same("plain.png", "changed.png"))
            fail_msg("%s %s changes something", defaults[k][0], defaults[k][1]);
    }
}

static void test_overlays_and_clusters_take_their_options(void **state)
{
    (void)state;
    static const char *const pairs[][2][4] = {
        {{"--show", "zones", "--agent", "0"}, {"--show", "zones", "--agent", "7"}},
        {{"--color", "cluster", "--link", "10"}, {"--color", "cluster", "--link", "75"}},
    };
    for (size_t k = 0; k < LENGTH(pairs); k++) {
        for (int n = 0; n < 2; n++)
            program_expect(&(program_case){
                .arguments = {"render", "run.csv", "--quiet", "--size", "320x240", "-o",
                              n == 0 ? "first.png" : "second.png", pairs[k][n][0], pairs[k][n][1],
                              pairs[k][n][2], pairs[k][n][3]}});
        assert_false(pictures_are_same("first.png", "second.png"));
    }
    // 75 is the link of the scenario, which the file tells.
    program_expect(
        &(program_case){.arguments = {"render", "run.csv", "--quiet", "--size", "320x240", "-o",
                                      "first.png", "--color", "cluster"}});
    assert_true(pictures_are_same("first.png", "second.png"));
}

/// The stage of an open world: the box of the walls is shown wherever the agents are in it.
static void test_walls_stay_in_the_picture(void **state)
{
    (void)state;
    char *pictures[2];
    for (int k = 0; k < 2; k++) {
        char text[256];
        size_t size;
        int length = snprintf(text, sizeof text,
                              "space: open\nsteps: 1\n"
                              "flocks: {model: formal, place: {agents: [[%s, 0, 0]]}}\n"
                              "influences: {kind: wall, width: 800, height: 600}\n",
                              k == 0 ? "100, 100" : "700, 500");
        files_write("stage.yaml", text, (size_t)length);
        render("stage.yaml", "stage.svg", "--bare", NULL);
        pictures[k] = files_read("stage.svg", &size);
        *strstr(pictures[k], "<path style=\" stroke:none") = '\0'; // where the agent begins
    }
    assert_non_null(strstr(pictures[0], "stroke-width:"));
    assert_string_equal(pictures[0], pictures[1]);
    free(pictures[0]);
    free(pictures[1]);
}

/// No line leads to the place where an agent appears that has left the box: a picture is as without
/// trails then, and has one a frame later.
static void test_no_trail_leads_to_where_an_agent_appears(void **state)
{
    (void)state;
    static const char text[] =
        "space: {kind: respawn, width: 100, height: 100}\ndt: 1\nsteps: 3\n"
        "flocks: {model: formal, K_a: 0, place: {agents: [[99, 50, 3, 0]]}}\n";
    files_write("gone.yaml", text, sizeof text - 1);
    program_expect(&(program_case){.arguments = {"run", "gone.yaml", "-o", "gone.csv", "--quiet"}});
    for (int k = 0; k < 4; k++) {
        int frame = 1 + k % 2;
        const char *source = k < 2 ? "gone.yaml" : "gone.csv";
        for (int trails = 0; trails <= 1; trails++)
            program_expect(&(program_case){
                .arguments = {"render", source, "--quiet", "--bare", "-o",
                              trails ? "with.png" : "without.png", "--size", "320x240", "--trails",
                              trails ? "5" : "0", "--frame", frame == 1 ? "1" : "2"}});
        assert_true(pictures_are_same("with.png", "without.png") == (frame == 1));
    }
}

static void test_british_spellings_are_understood(void **state)
{
    (void)state;
    static const char *const pairs[][2][2] = {
        {{"--color", "speed"}, {"--colour", "speed"}},
        {{"--show", "grid,neighbors"}, {"--show", "grid,neighbours"}},
    };
    for (size_t k = 0; k < LENGTH(pairs); k++) {
        render("run.csv", "first.png", pairs[k][0][0], pairs[k][0][1]);
        render("run.csv", "second.png", pairs[k][1][0], pairs[k][1][1]);
        assert_true(pictures_are_same("first.png", "second.png"));
    }
    program_expect(&(program_case){
        .arguments = {"render", "run.csv", "-o", "first.png", "--coluor", "speed"},
        .code = 64,
        .err = "covey render: there is no option --coluor (did you mean --color?); see covey "
               "render --help\n"});
}

static void test_frames_become_numbered_files_and_standard_output_a_png(void **state)
{
    (void)state;
    program_expect(&(program_case){
        .arguments = {"render", "run.csv", "-o", "seq.png", "--frames", "1:2", "--size", "64x64"},
        .err = "2 frames, 0.08 s at 25 frames a second\n"});
    pictures_expect_png("seq-000000.png", 64, 64);
    pictures_expect_png("seq-000001.png", 64, 64);
    assert_null(files_read("seq-000002.png", &(size_t){0}));
    assert_null(files_read("seq.png", &(size_t){0}));
    program_expect(&(program_case){
        .arguments = {"render", "run.csv", "-o", "one.png", "--frame", "2", "--size", "64x64"}});
    assert_true(pictures_are_same("one.png", "seq-000001.png"));
    process covey = program_run(&(program_case){
        .arguments = {"render", "run.csv", "-o", "-", "--frame", "2", "--size", "64x64"}});
    size_t size;
    char *bytes = files_read("one.png", &size);
    assert_int_equal(covey.output.size, size);
    assert_memory_equal(covey.output.bytes, bytes, size);
    free(bytes);
    process_free(&covey);
}

/// Tracks of others: no scenario, no space, no velocities.
static void test_tracks_of_others_are_drawn(void **state)
{
    (void)state;
    static const char tracks[] = "track;frame;x;y\na;0;0;0\nb;0;3;4\na;1;1;0\nb;1;3;5\n";
    files_write("tracks.csv", tracks, sizeof tracks - 1);
    render("tracks.csv", "tracks.png", "--show", "zones,forces,neighbors,grid");
    pictures_expect_png("tracks.png", 320, 240);
    static const char lone[] = "id,t,x,y\n0,0,1e300,-1e300\n1,0,-1e300,5\n";
    files_write("far.csv", lone, sizeof lone - 1);
    render("far.csv", "far.png", NULL, NULL);
    pictures_expect_png("far.png", 320, 240);
}

static void render_bare(const char *source, const char *path, const char *frame, const char *shown)
{
    program_expect(
        &(program_case){.arguments = {"render", source, "-o", path, "--quiet", "--size", "320x240",
                                      "--bare", "--frame", frame, "--show", shown}});
}

/// The arrows themselves, without legend; but no trails, as no option asks for them.
static void test_forces_are_drawn_without_trails(void **state)
{
    (void)state;
    static const char text[] = "id,t,x,y,vx,vy\n0,0,0,0,1,0\n1,0,0,9,1,0\n0,1,1,0,1,%d\n"
                               "1,1,1,9,1,0\n";
    for (int turn = 0; turn < 2; turn++) { // whether agent 0 flies on as it did
        char tracks[100];
        int size = snprintf(tracks, sizeof tracks, text, turn);
        files_write("turn.csv", tracks, (size_t)size);
        render_bare("turn.csv", "first.png", "1", "");
        render_bare("turn.csv", "second.png", "1", "forces");
        assert_int_equal(pictures_are_same("first.png", "second.png"), turn == 0);
    }
}

static void test_the_page_goes_along_with_agents_that_fly_far(void **state)
{
    (void)state;
    for (int axis = 0; axis < 2; axis++) {
        char tracks[200];
        int size = snprintf(tracks, sizeof tracks, "id,t,x,y\n");
        for (int t = 0; t < 3; t++) {
            int x = axis == 0 ? 64 * t : 0, y = axis == 1 ? 64 * t : 0;
            size += snprintf(tracks + size, sizeof tracks - (size_t)size,
                             "0,%d,%d,%d\n1,%d,%d,%d\n", t, x, y, t, x + 4, y + 8);
        }
        files_write("flight.csv", tracks, (size_t)size);
        program_expect(
            &(program_case){.arguments = {"render", "flight.csv", "-o", "flight.png", "--quiet",
                                          "--bare", "--size", "64x64", "--frames", "0:2"}});
        assert_true(pictures_are_same("flight-000000.png", "flight-000002.png"));
    }
}

// ---- Three dimensions ----

#define DEEP "--set", "space={kind: torus, width: 1000, height: 700, depth: 400}"

/// Renders a world of three dimensions with two words of options.
static void render_deep(const char *path, const char *option, const char *value)
{
    program_expect(
        &(program_case){.arguments = {"render", "torus-2", "-o", path, FEW, DEEP, option, value}});
}

static void test_each_option_of_the_camera_moves_it_and_has_its_default(void **state)
{
    (void)state;
    static const struct {
        const char *option, *value;
        bool same;
    } rows[] = {
        {"--camera", "perspective", true},
        {"--camera", "orthographic", false},
        {"--azimuth", "30", true},
        {"--azimuth", "-30", false},
        {"--azimuth", "-330", true},
        {"--elevation", "22", true},
        {"--elevation", "-22", false},
        {"--zoom", "1", true},
        {"--zoom", "2", false},
    };
    render_deep("plain.png", NULL, NULL);
    pictures_expect_png("plain.png", 320, 240);
    for (size_t k = 0; k < LENGTH(rows); k++) {
        render_deep("changed.png", rows[k].option, rows[k].value);
        if (pictures_are_same("plain.png", "changed.png") != rows[k].same)
            fail_msg("%s %s", rows[k].option, rows[k].value);
    }
}

/// The files of the frames 1 and 2 of two, turned half a circle: the second is a quarter ahead.
static void test_frames_turn_from_the_first_on_a_part_of_the_way_each(void **state)
{
    (void)state;
    program_expect(&(program_case){.arguments = {"render", "torus-2", "-o", "turn.png", FEW, DEEP,
                                                 "--frames", "1:2", "--turn", "180", "--bare"}});
    for (int k = 0; k < 2; k++) {
        char path[32];
        (void)snprintf(path, sizeof path, "turn-00000%d.png", k);
        program_expect(&(program_case){
            .arguments = {"render", "torus-2", "-o", "still.png", FEW, DEEP, "--frame",
                          k == 0 ? "1" : "2", "--azimuth", k == 0 ? "30" : "120", "--bare"}});
        assert_true(pictures_are_same(path, "still.png"));
    }
}

static void test_a_trajectory_of_three_dimensions_looks_as_its_scenario(void **state)
{
    (void)state;
    static const char *const files[] = {"deep.csv", "deep.xyz"};
    render_deep("plain.png", "--trails", "2");
    for (size_t k = 0; k < LENGTH(files); k++) {
        program_expect(&(program_case){
            .arguments = {"run", "torus-2", "--steps=30", "--quiet", "-o", files[k], DEEP}});
        render(files[k], "changed.png", "--trails", "2");
        if (!pictures_are_same("plain.png", "changed.png"))
            fail_msg("%s", files[k]);
    }
}

/// The plane is as before, byte for byte, and takes no camera: see the mistakes.
static void test_pictures_of_three_dimensions_are_of_triangles(void **state)
{
    (void)state;
    size_t size;
    render_deep("deep.svg", "--set", "flocks.0.count=3");
    char *text = files_read("deep.svg", &size);
    assert_non_null(strstr(text, "<svg"));
    int paths = 0;
    for (const char *at = text; (at = strstr(at, "<path")) != NULL; at++)
        paths++;
    assert_in_range(paths, 100, 2000); // the ground in parts, and a few faces for each agent
    free(text);
}

// ---- Refused inputs ----

static const struct {
    const char *arguments[8];
    int code;
    const char *err;
} mistakes[] = {
    {{"render", "run.csv"}, 64, "covey render: where to? -o FILE is missing\n"},
    {{"render", "run.csv", "-o", "a.bmp"},
     64,
     "covey render: a.bmp has no suffix of a picture (.png, .svg, .pdf) and none of a film "
     "(.mp4, .webm, .gif)\n"},
    {{"render", "run.csv", "-o", "a.png", "--size", "1280"},
     64,
     "covey render: --size 1280 is no WIDTHxHEIGHT from 64 to 8192\n"},
    {{"render", "run.csv", "-o", "a.png", "--size", "63x100"},
     64,
     "covey render: --size 63x100 is no WIDTHxHEIGHT from 64 to 8192\n"},
    {{"render", "run.csv", "-o", "a.png", "--size", "100x100x"},
     64,
     "covey render: --size 100x100x is no WIDTHxHEIGHT from 64 to 8192\n"},
    {{"render", "run.csv", "-o", "a.png", "--frame", "-1"},
     64,
     "covey render: --frame -1 is not a whole number from 0 to 1000000000\n"},
    {{"render", "run.csv", "-o", "a.png", "--frames", "5:2"},
     64,
     "covey render: --frames 5:2 is no range A:B of frames\n"},
    {{"render", "run.csv", "-o", "a.png", "--frames", "5"},
     64,
     "covey render: --frames 5 is no range A:B of frames\n"},
    {{"render", "run.csv", "-o", "a.png", "--frame=1", "--frames", "0:1"},
     64,
     "covey render: --frame and --frames do not go together\n"},
    {{"render", "run.csv", "-o", "-", "--frames", "0:1"},
     64,
     "covey render: standard output is for one picture: use --frame\n"},
    {{"render", "run.csv", "-o", "a.mp4", "--fps", "0"},
     64,
     "covey render: --fps 0 is no number above 0, up to 1000\n"},
    {{"render", "run.csv", "-o", "a.png", "--link", "nan"},
     64,
     "covey render: --link nan is no positive number\n"},
    {{"render", "run.csv", "-o", "a.png", "--show", "zone"},
     64,
     "covey render: --show zone is no list of zones, forces, neighbors, grid\n"},
    {{"render", "run.csv", "-o", "a.png", "--frame", "9"},
     64,
     "covey render: there is no frame 9; the last one is 3\n"},
    {{"render", "run.csv", "-o", "a.png", "--set", "steps=3"},
     64,
     "covey render: --set changes scenarios, and run.csv is a trajectory\n"},
    {{"render", "-", "-o", "a.png"},
     64,
     "covey render: - cannot be read twice, as it has to be: use a file\n"},
    {{"render", "./", "-o", "a.png"}, 74, "covey render: cannot read ./: Is a directory\n"},
    {{"render", "/tmp", "--from", "csv", "-o", "a.png"},
     74,
     "covey render: reading /tmp failed: Is a directory\n"},
    {{"render", "/dev/null", "--from", "csv", "-o", "a.png"},
     64,
     "covey render: /dev/null cannot be read twice, as it has to be: use a file\n"},
    {{"render", "run.csv", "--from", "csv", "-o", "run.csv"},
     64,
     "covey render: run.csv has no suffix of a picture (.png, .svg, .pdf) and none of a film "
     "(.mp4, .webm, .gif)\n"},
    {{"render", "torus-22", "-o", "a.png"},
     64,
     "covey render: there is no preset \"torus-22\" (did you mean torus-2?); see covey list "
     "presets (a file needs a slash or a dot in its name: ./torus-22)\n"},
    {{"render", "bad.csv", "-o", "no.png", "--quiet"}, 65, NULL},
    {{"render", "run.csv", "-o", "no/a.png"},
     74,
     "covey render: making a file beside "
     "no/a.png failed: No such file or directory\n"},
    {{"render", "run.csv", "-o", "a.png", "--azimuth", "10"},
     64,
     "covey render: --azimuth is for worlds of three dimensions, and this one is a plane\n"},
    {{"render", "run.csv", "-o", "a.png", "--camera", "perspective"},
     64,
     "covey render: --camera is for worlds of three dimensions, and this one is a plane\n"},
    {{"render", "run.csv", "-o", "a.png", "--zoom", "2"},
     64,
     "covey render: --zoom is for worlds of three dimensions, and this one is a plane\n"},
    {{"render", "run.csv", "-o", "a.png", "--elevation", "91"},
     64,
     "covey render: --elevation 91 is no angle from -90 to 90 degrees\n"},
    {{"render", "torus-2", "-o", "a.png", DEEP, "--turn=90"},
     64,
     "covey render: --turn goes round from frame to frame, and there is one frame: --azimuth turns "
     "a picture\n"},
    {{"plot", "order.csv"}, 64, "covey plot: where to? -o FILE is missing\n"},
    {{"plot", "order.csv", "-o", "a.mp4"},
     64,
     "covey plot: a.mp4 has no suffix of a picture (.png, .svg, .pdf)\n"},
    {{"plot", "order.csv", "-o", "a.png", "--columns", "polarisation"},
     64,
     "covey plot: there is no measure \"polarisation\" (did you mean polarization?) in "
     "order.csv\n"},
    {{"plot", "order.csv", "-o", "a.png", "--columns", "step"},
     64,
     "covey plot: there is no measure \"step\" in order.csv\n"},
    {{"plot", "bad.csv", "-o", "a.png"}, 65, "covey plot: bad.csv: line 3: a field is no number\n"},
    {{"plot", "none.csv", "-o", "a.png"},
     74,
     "covey plot: reading none.csv failed: No such file or directory\n"},
};

static void test_each_mistake_has_its_message(void **state)
{
    (void)state;
    for (size_t k = 0; k < LENGTH(mistakes); k++) {
        program_case row = {.code = mistakes[k].code, .err = mistakes[k].err};
        memcpy(row.arguments, mistakes[k].arguments, sizeof mistakes[k].arguments);
        if (mistakes[k].err != NULL) {
            program_expect(&row);
        } else {
            process covey = program_run(&row);
            process_free(&covey);
        }
    }
    assert_null(files_read("a.png", &(size_t){0}));
}

static void test_nothing_is_written_over_what_is_read(void **state)
{
    (void)state;
    assert_int_equal(symlink("run.csv", "link.png"), 0);
    assert_int_equal(symlink("order.csv", "order.png"), 0);
    program_expect(
        &(program_case){.arguments = {"render", "run.csv", "-o", "link.png"},
                        .code = 64,
                        .err = "covey render: link.png cannot be both read and written\n"});
    program_expect(
        &(program_case){.arguments = {"plot", "order.csv", "-o", "order.png"},
                        .code = 64,
                        .err = "covey plot: order.csv cannot be both read and written\n"});
}

static void test_a_damaged_file_is_drawn_up_to_the_damage(void **state)
{
    (void)state;
    process covey = program_run(&(program_case){
        .arguments = {"render", "cut.csv", "-o", "cut.png", "--size", "64x64"}, .code = 74});
    process_free(&covey);
    size_t size;
    char *text = files_read("run.csv", &size);
    files_write("cut.csv", text, size - 40);
    free(text);
    covey = program_run(&(program_case){
        .arguments = {"render", "cut.csv", "-o", "cut.png", "--size", "64x64"}, .code = 65});
    assert_non_null(strstr(covey.errors.bytes, "covey render: cut.csv: "));
    process_free(&covey);
    program_expect(&(program_case){
        .arguments = {"render", "run.csv", "-o", "good.png", "--size", "64x64", "--frame", "2"}});
    pictures_expect_png("cut.png", 64, 64);
}

// ---- Failures on the way ----

static void test_a_full_disk_leaves_no_half_picture_and_says_so(void **state)
{
    (void)state;
    program_expect(
        &(program_case){.arguments = {"render", "run.csv", "-o", "-", "--size", "64x64"},
                        .with.out_file = "/dev/full",
                        .code = 74,
                        .err = "covey render: writing - failed: No space left on device\n"});
    program_expect(&(program_case){.arguments = {"render", "run.csv", "-o", "-", "--size", "64x64"},
                                   .with.out_file = process_unread});
    static const char *const words[] = {
        "/bin/sh", "-c", "ulimit -f 1; exec \"$0\" render run.csv -o half.png --size 1280x720",
        COVEY_PROGRAM, NULL};
    process covey = process_run(&(process_def){.arguments = words, .native = true});
    assert_int_equal(covey.code, 74);
    assert_string_equal(covey.errors.bytes,
                        "covey render: writing half.png failed: File too large\n");
    process_free(&covey);
    assert_null(files_read("half.png", &(size_t){0}));
}

// ---- Plots ----

static void test_plots_are_written_and_twice_the_same(void **state)
{
    (void)state;
    program_expect(&(program_case){.arguments = {"plot", "order.csv", "-o", "plot1.png"}});
    program_expect(&(program_case){.arguments = {"plot", "order.csv", "-o", "plot2.png"}});
    pictures_expect_png("plot1.png", 800, 560);
    assert_true(pictures_are_same("plot1.png", "plot2.png"));
    static const char *const options[][2] = {
        {"--columns", "polarization"}, {"--columns", "all"}, {"--theme", "dark"},
        {"--size", "640x480"},         {"--title", "Boids"},
    };
    for (size_t k = 0; k < LENGTH(options); k++) {
        program_expect(&(program_case){
            .arguments = {"plot", "order.csv", "-o", "plot2.png", options[k][0], options[k][1]}});
        assert_false(pictures_are_same("plot1.png", "plot2.png"));
    }
}

static void test_tables_may_have_line_ends_of_other_systems(void **state)
{
    (void)state;
    static const char *const ends[] = {"\n", "\r\n"};
    for (int k = 0; k < 2; k++) {
        char text[100];
        int size = snprintf(text, sizeof text, "step,t,set,polarization%s0,0,a,0.5%s1,1,a,0.7%s",
                            ends[k], ends[k], ends[k]);
        files_write("ends.csv", text, (size_t)size);
        program_expect(
            &(program_case){.arguments = {"plot", "ends.csv", "-o", k == 0 ? "lf.png" : "crlf.png",
                                          "--columns", "polarization"}});
    }
    assert_true(pictures_are_same("lf.png", "crlf.png"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_each_kind_of_picture_is_written_and_twice_the_same),
        cmocka_unit_test(test_a_scenario_looks_as_its_trajectory_in_every_format),
        cmocka_unit_test(test_each_option_changes_the_picture),
        cmocka_unit_test(test_overlays_and_clusters_take_their_options),
        cmocka_unit_test(test_walls_stay_in_the_picture),
        cmocka_unit_test(test_no_trail_leads_to_where_an_agent_appears),
        cmocka_unit_test(test_british_spellings_are_understood),
        cmocka_unit_test(test_frames_become_numbered_files_and_standard_output_a_png),
        cmocka_unit_test(test_tracks_of_others_are_drawn),
        cmocka_unit_test(test_forces_are_drawn_without_trails),
        cmocka_unit_test(test_the_page_goes_along_with_agents_that_fly_far),
        cmocka_unit_test(test_each_option_of_the_camera_moves_it_and_has_its_default),
        cmocka_unit_test(test_frames_turn_from_the_first_on_a_part_of_the_way_each),
        cmocka_unit_test(test_a_trajectory_of_three_dimensions_looks_as_its_scenario),
        cmocka_unit_test(test_pictures_of_three_dimensions_are_of_triangles),
        cmocka_unit_test(test_each_mistake_has_its_message),
        cmocka_unit_test(test_nothing_is_written_over_what_is_read),
        cmocka_unit_test(test_a_damaged_file_is_drawn_up_to_the_damage),
        cmocka_unit_test(test_a_full_disk_leaves_no_half_picture_and_says_so),
        cmocka_unit_test(test_plots_are_written_and_twice_the_same),
        cmocka_unit_test(test_tables_may_have_line_ends_of_other_systems),
    };
    return cmocka_run_group_tests(tests, setup, files_teardown);
}
