// SPDX-License-Identifier: MIT
// HDF5 of SLEAP and idtracker.ai, written by h5py in their layouts, behind the fence and without.
#include "support/files.h"
#include "support/process.h"
#include "support/tracks.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#define PYTHON "/usr/bin/python3" // Debian's, which has Debian's h5py
#define LENGTH(array) (sizeof(array) / sizeof(array)[0])
enum { MODULE_IS_MISSING = 77 };

/// Fails unless a file of a kind, read as the definition says, gives a text, also without the
/// fence.
static void check(const char *kind, const covey_input_def *how, const char *expected)
{
    const char *path = tracks_make(kind);
    if (path == NULL || !covey_format_find("h5md")->built)
        skip();
    covey_input_def def = *how;
    def.path = path;
    def.y = COVEY_INPUT_Y_UP; // numbers as they are written
    for (int trusted = 0; trusted < 2; trusted++) {
        def.trusted = trusted != 0;
        assert_string_equal(tracks_text(&def, NULL), expected);
    }
}

static void test_sleap_has_the_mean_of_nodes_or_one(void **state)
{
    (void)state;
    covey_input_def def = covey_input_def_default();
    check("sleap", &def,
          "flock@0(0): 0 0.5,-0.5 1 10.5,-0.5\nflock@1(1): 0 1.5,1.5 1 11.5,1.5\n"
          "flock@2(2): 0 2.5,3.5\nflock@3(3): 0 3,6\n");
    def.point = "abdomen";
    check("sleap", &def,
          "flock@0(0): 0 1,-1 1 11,-1\nflock@1(1): 0 2,1 1 12,1\nflock@2(2): 0 3,3\n");
    def.likelihood = 0.6;
    check("sleap", &def, "flock@0(0): 0 1,-1 1 11,-1\nflock@1(1): 1 12,1\nflock@2(2): 0 3,3\n");
    def.point = NULL;
    def.likelihood = 0.5; // at it a point counts
    check("sleap", &def,
          "flock@0(0): 0 0.5,-0.5 1 10.5,-0.5\nflock@1(1): 0 1.5,1.5 1 11.5,1.5\n"
          "flock@2(2): 0 2.5,3.5\nflock@3(3): 0 3,6\n");
    def.likelihood = 0.0;
    def.differences = true;
    def.fps = 2.0;
    def.scale = 10.0;
    check("sleap", &def,
          "flock@0(0): 0 5,-5 20,40 1 105,-5 20,40\nflock@0.5(1): 0 15,15 20,40 1 115,15 20,40\n"
          "flock@1(2): 0 25,35 20,40\nflock@1.5(3): 0 30,60 10,50\n");
}

static void test_idtracker_has_times_if_it_tells_the_rate(void **state)
{
    (void)state;
    covey_input_def def = covey_input_def_default();
    check("idtracker", &def,
          "flock@0(0): 1 0,0 2 10,0\nflock@0.04(1): 1 1,2 2 11,2\nflock@0.08(2): 1 2,4\n"
          "flock@0.12(3): 1 3,6\n");
    static const char frames[] = "flock@0(0): 1 0,0 2 10,0\nflock@1(1): 1 1,2 2 11,2\n"
                                 "flock@2(2): 1 2,4\nflock@3(3): 1 3,6\n";
    check("idtracker-still", &def, frames);
    def.fps = 1.0; // times are of frames then
    check("idtracker", &def, frames);
}

typedef struct bad {
    const char *kind, *point;
    double likelihood;
    const char *message;
} bad;

static void test_files_that_are_wrong_are_refused(void **state)
{
    (void)state;
#define NONE "the file holds no tracks that covey can read: "
    static const bad cases[] = {
        {"idtracker-flat", NULL, 0.0,
         NONE "trajectories are not of frames, animals and 2 or 3 axes"},
        {"huge", NULL, 0.0, NONE "it tells of more data than it has bytes for"},
        {"wide", NULL, 0.0, NONE "it tells of more than 4 million numbers a frame"},
        {"words", NULL, 0.0, NONE "it has data that are no plain numbers"},
        {"turned", NULL, 0.0, NONE "tracks are not of tracks, 2 axes, nodes and frames"},
        {"soft", NULL, 0.0,
         "the file is no H5MD that covey can read: it has links to other places or other files"},
        {"nothing", NULL, 0.0,
         "the file is no H5MD that covey can read: there are no particles with positions"},
        {"other-scores", NULL, 0.5,
         NONE "point_scores are not of tracks, nodes and frames as tracks are"},
        {"bare", NULL, 0.5, "the file does not tell how likely its points are"},
        {"bare", "head", 0.0, "the file has no point head"},
        {"free", "head", 0.0, "the file has no point head"},
        {"sleap", "paw", 0.0, "the file has no point paw"},
        {"sleap", "hea", 0.0, "the file has no point hea"},
        {"idtracker", "head", 0.0, "the file has no point head"},
        {"idtracker", NULL, 0.5, "the file does not tell how likely its points are"},
    };
    for (size_t k = 0; k < LENGTH(cases); k++) {
        covey_input_def def = covey_input_def_default();
        def.point = cases[k].point;
        def.likelihood = cases[k].likelihood;
        check(cases[k].kind, &def, cases[k].message);
    }
}

static void test_a_cut_file_is_refused(void **state)
{
    (void)state;
    const char *path = tracks_make("sleap");
    if (path == NULL || !covey_format_find("h5md")->built)
        skip();
    covey_input_def def = covey_input_def_default();
    size_t size;
    char *bytes = files_read(path, &size);
    def.path = path;
    for (size_t kept = 0; kept < size; kept += 97) {
        files_write(path, bytes, kept);
        const char *text = tracks_text(&def, NULL);
        assert_true(text[0] != '\0' && strncmp(text, "flock", 5) != 0);
    }
    free(bytes);
}

/// Frames that are larger than a chunk of HDF5 should be.
static void test_large_frames_are_written_in_pieces(void **state)
{
    (void)state;
    enum { AGENTS = 300001 };
    const char *path = files_path("large.h5md");
    static const char script[] =
        "import sys\n"
        "try:\n    import h5py, numpy\nexcept ImportError:\n    sys.exit(77)\n"
        "f = h5py.File(sys.argv[1])['particles/flock']\n"
        "p, i = f['position/value'], f['id/value']\n"
        "print(p.shape, p.chunks, i.chunks, (p[1, :, 1] == numpy.arange(300001)).all(),\n"
        "      (i[0] == numpy.arange(300001)).all())\n";
    const char *const words[] = {PYTHON, "-c", script, path, NULL};
    if (access(PYTHON, X_OK) != 0 || !covey_format_find("h5md")->built)
        skip();
    covey_id *id = calloc(AGENTS, sizeof *id);
    double *x = calloc(AGENTS, sizeof *x);
    assert_true(id != NULL && x != NULL);
    covey_output_def def = files_def(path);
    covey_output *output = files_open(&def);
    for (uint64_t step = 0; step < 2; step++) {
        for (size_t k = 0; k < AGENTS; k++) {
            id[k] = (uint32_t)k;
            x[k] = (double)(k * step);
        }
        covey_frame_set set = {.set = "flock",
                               .step = step,
                               .time = 0.5 * (double)step,
                               .space = covey_space_open(),
                               .count = AGENTS,
                               .id = id,
                               .pos = {x, x},
                               .vel = {x, x}};
        assert_int_equal(covey_output_put(output, &set, 1, NULL), COVEY_OK);
    }
    assert_int_equal(covey_output_close(output, NULL), COVEY_OK);
    free(id);
    free(x);
    process run = process_run(&(process_def){.arguments = words, .native = true});
    if (run.code != MODULE_IS_MISSING)
        assert_string_equal(run.output.bytes,
                            "(2, 300001, 3) (1, 100001, 3) (1, 100001) True True\n");
    process_free(&run);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_large_frames_are_written_in_pieces),
        cmocka_unit_test(test_sleap_has_the_mean_of_nodes_or_one),
        cmocka_unit_test(test_idtracker_has_times_if_it_tells_the_rate),
        cmocka_unit_test(test_files_that_are_wrong_are_refused),
        cmocka_unit_test(test_a_cut_file_is_refused),
    };
    return cmocka_run_group_tests(tests, files_setup, files_teardown);
}
