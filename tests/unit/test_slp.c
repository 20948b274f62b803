// SPDX-License-Identifier: MIT
// Projects of SLEAP, .slp, as write_tracks.py makes them: node n of animal a in frame f is at
// (10 a + f + n, 2 f - n); frames are stored from the last to the first, and a person has put
// animal 0 of frame 0 a quarter to the right of its prediction.
#include "covey/format.h"
#include "support/files.h"
#include "support/tracks.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define LENGTH(array) (sizeof(array) / sizeof(array)[0])
#define LAST "flock@2(2): 0 2.5,3.5\nflock@3(3): 0 3,6\n"

/// A definition that reads a kind of file; skips the test where it cannot be made.
static covey_input_def input_of(const char *kind)
{
    covey_input_def def = covey_input_def_default();
    def.format = "h5md";
    def.y = COVEY_INPUT_Y_UP;
    def.path = tracks_make(kind);
    if (def.path == NULL || !covey_format_find("h5md")->built)
        skip();
    return def;
}

static void test_instances_become_animals(void **state)
{
    (void)state;
    covey_input_def def = input_of("slp");
    assert_string_equal(tracks_text(&def, NULL), "flock@0(0): 0 0.75,-0.5 1 10.5,-0.5\n"
                                                 "flock@1(1): 0 1.5,1.5 1 11.5,1.5\n" LAST);
    def.trusted = true;
    assert_non_null(strstr(tracks_text(&def, NULL), "flock@1(1): 0 1.5,1.5 1 11.5,1.5\n" LAST));
    def.point = "head"; // the first point, though the second name
    assert_string_equal(tracks_text(&def, NULL),
                        "flock@0(0): 0 0.25,0 1 10,0\nflock@1(1): 0 1,2 1 11,2\n"
                        "flock@2(2): 0 2,4\nflock@3(3): 0 3,6\n");
    def.point = NULL;
    def.likelihood = 0.6; // node 1 of animal 0 in frame 1 has 0.5
    assert_non_null(strstr(tracks_text(&def, NULL), "flock@1(1): 0 1,2 1 11.5,1.5\n"));
    def.y = COVEY_INPUT_Y_OF_FILE; // that of pictures
    assert_non_null(strstr(tracks_text(&def, NULL), "flock@1(1): 0 1,-2 1 11.5,-1.5\n"));
    assert_ptr_equal(covey_format_of("flies.slp"), covey_format_find("h5md"));
    def = input_of("slp-old");
    assert_non_null(strstr(tracks_text(&def, NULL), "flock@3(3): 0 2.5,5.5\n"));
    def = input_of("slp-alone");
    assert_string_equal(tracks_text(&def, NULL),
                        "flock@0(0): 0 0.75,-0.5\nflock@1(1): 0 1.5,1.5\n" LAST);
}

static void test_an_axis_is_of_two_nodes(void **state)
{
    (void)state;
    static const char *const kinds[] = {"slp", "sleap"};
    for (size_t k = 0; k < LENGTH(kinds); k++) {
        covey_input *input;
        const covey_frame_set *sets;
        int count;
        covey_input_def def = input_of(kinds[k]);
        def.axis = "abdomen:head"; // from (1, -1) to (0, 0)
        assert_int_equal(covey_input_open(&def, &input, NULL), COVEY_OK);
        for (int frame = 0; frame < 4; frame++) {
            assert_int_equal(covey_input_next(input, &sets, &count, NULL), COVEY_OK);
            assert_int_equal(count, 1);
            if (frame == 3) // the abdomen is lost
                assert_true(isnan(sets->heading[0][0]));
            else
                assert_true(fabs(sets->heading[0][0] + sqrt(0.5)) < 1e-15 &&
                            fabs(sets->heading[1][0] - sqrt(0.5)) < 1e-15);
        }
        covey_input_close(input);
    }
}

static void test_projects_that_are_no_tracks_are_refused(void **state)
{
    (void)state;
    static const char *const rows[][2] = {
        {"slp-untracked", "and none in the file is of a track: track them in SLEAP first"},
        {"slp-videos", "frames are of several videos: export those of one"},
        {"slp-twice", "frame 1 has two instances of track 1"},
        {"slp-lost", "frames: a row is of instances that are not there"},
        {"slp-column", "instances: it lacks a column that SLEAP writes"},
    };
    for (size_t k = 0; k < LENGTH(rows); k++) {
        covey_input_def def = input_of(rows[k][0]);
        const char *found = tracks_text(&def, NULL);
        if (strstr(found, rows[k][1]) == NULL)
            fail_msg("%s: %s", rows[k][0], found);
    }
    covey_input_def def = input_of("slp");
    def.point = "leg";
    assert_non_null(strstr(tracks_text(&def, NULL), "the file has no point leg"));
    def.point = NULL;
    covey_output_def out = covey_output_def_default();
    covey_output *output;
    out.path = files_path("mine.slp"); // would be H5MD, which SLEAP does not read
    assert_int_equal(covey_output_open(&out, &output, NULL), COVEY_ARG);
    def.axis = "heading";
    assert_non_null(strstr(tracks_text(&def, NULL), "its axis is TAIL:NOSE"));
}

static void test_no_damage_is_read_as_a_whole(void **state)
{
    (void)state;
    covey_input_def def = input_of("slp");
    const char *whole = "flock@1(1): 0 1.5,1.5 1 11.5,1.5\n" LAST;
    assert_non_null(strstr(tracks_text(&def, NULL), whole));
    size_t size;
    char *bytes = files_read(def.path, &size);
    for (size_t cut = 0; cut < size; cut += size / 13) {
        const char *path = files_path("cut.slp");
        files_write(path, bytes, cut);
        covey_input_def part = def;
        part.path = path;
        assert_null(strstr(tracks_text(&part, NULL), whole));
    }
    free(bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_instances_become_animals),
        cmocka_unit_test(test_an_axis_is_of_two_nodes),
        cmocka_unit_test(test_projects_that_are_no_tracks_are_refused),
        cmocka_unit_test(test_no_damage_is_read_as_a_whole),
    };
    return cmocka_run_group_tests(tests, files_setup, files_teardown);
}
