// SPDX-License-Identifier: MIT
// Tracks that are changed while they are read: gaps that are filled, times that are made even, and
// places that are smoothed; and velocities, which begin anew behind a gap.
#include "covey/format.h"
#include "formats/text.h"
#include "support/files.h"
#include "support/tracks.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#define LENGTH(array) (sizeof(array) / sizeof(array)[0])

static covey_input_def table(void)
{
    covey_input_def def = covey_input_def_default();
    def.format = "csv";
    return def;
}

#define HEAD "id,frame,x,y\n"

static void test_velocities_begin_anew_behind_a_gap(void **state)
{
    (void)state;
    covey_input_def def = table();
    def.differences = true;
    static const struct {
        const char *text, *tracks;
    } rows[] = {
        // Frame 2 is missing: the way from frame 1 to 3 is no velocity.
        {HEAD "1,0,0,0\n1,1,1,0\n1,3,9,0\n1,4,9,2\n",
         "flock@0(0): 1 0,0 1,0\nflock@1(1): 1 1,0 1,0\nflock@3(3): 1 9,0 0,2\n"
         "flock@4(4): 1 9,2 0,2\n"},
        {HEAD "1,0,0,0\n1,1,1,0\n1,3,9,0\n",
         "flock@0(0): 1 0,0 1,0\nflock@1(1): 1 1,0 1,0\nflock@3(3): 1 9,0\n"},
        // Every fifth frame is there.
        {HEAD "1,0,0,0\n1,5,1,0\n1,10,2,0\n",
         "flock@0(0): 1 0,0 0.2,0\nflock@5(5): 1 1,0 0.2,0\nflock@10(10): 1 2,0 0.2,0\n"},
        // The agent of a frame has no place: it is missing, and so is the frame.
        {HEAD "1,0,0,0\n1,1,1,0\n1,2,nan,nan\n1,3,9,0\n",
         "flock@0(0): 1 0,0 1,0\nflock@1(1): 1 1,0 1,0\nflock@3(3): 1 9,0\n"},
        {"id,t,x,y\n1,0,0,0\n1,0.1,1,0\n1,0.2,2,0\n1,0.4,9,0\n",
         "flock@0(0): 1 0,0 10,0\nflock@0.1(1): 1 1,0 10,0\nflock@0.2(2): 1 2,0 10,0\n"
         "flock@0.4(3): 1 9,0\n"},
        // Times that have no interval have no gaps.
        {"id,t,x,y\n1,0,0,0\n1,1,1,0\n1,4,4,0\n1,6,6,0\n1,20,20,0\n",
         "flock@0(0): 1 0,0 1,0\nflock@1(1): 1 1,0 1,0\nflock@4(2): 1 4,0 1,0\n"
         "flock@6(3): 1 6,0 1,0\nflock@20(4): 1 20,0 1,0\n"},
    };
    for (size_t k = 0; k < LENGTH(rows); k++)
        assert_string_equal(tracks_text(&def, rows[k].text), rows[k].tracks);
}

static void test_gaps_are_filled(void **state)
{
    (void)state;
    static const struct {
        int fill;
        const char *torus, *text, *tracks;
    } rows[] = {
        {1, "", HEAD "1,0,0,0\n1,1,1,0\n1,3,9,4\n",
         "flock@0(0): 1 0,0\nflock@1(1): 1 1,0\nflock@2(2): 1 5,2\nflock@3(3): 1 9,4\n"},
        {1, "", HEAD "1,0,0,0\n1,1,1,0\n1,4,9,4\n",
         "flock@0(0): 1 0,0\nflock@1(1): 1 1,0\nflock@4(4): 1 9,4\n"},         // two are missing
        {2, "", HEAD "1,0,0,0\n2,0,9,9\n1,3,3,6\n2,1,8,9\n2,2,7,9\n2,3,6,9\n", // 2 is always there
         "flock@0(0): 1 0,0 2 9,9\nflock@1(1): 1 1,2 2 8,9\nflock@2(2): 1 2,4 2 7,9\n"
         "flock@3(3): 1 3,6 2 6,9\n"},
        {1, "# torus 10 10\n", HEAD "1,0,8,9\n1,1,9,9\n1,3,1,1\n", // over both seams
         "flock@0(0): 1 8,9\nflock@1(1): 1 9,9\nflock@2(2): 1 0,0\nflock@3(3): 1 1,1\n"},
        {1, "", "id,t,x,y\n1,0,0,0\n1,0.5,1,0\n1,1,2,0\n1,2,4,0\n1,2.5,5,0\n",
         "flock@0(0): 1 0,0\nflock@0.5(1): 1 1,0\nflock@1(2): 1 2,0\nflock@1.5(3): 1 3,0\n"
         "flock@2(4): 1 4,0\nflock@2.5(5): 1 5,0\n"},
        {5, "", HEAD "1,0,0,0\n2,7,9,9\n", "flock@0(0): 1 0,0\nflock@7(7): 2 9,9\n"},
    };
    for (size_t k = 0; k < LENGTH(rows); k++) {
        covey_input_def def = table();
        char text[200];
        def.fill = rows[k].fill;
        (void)snprintf(text, sizeof text, "%s%s", rows[k].torus, rows[k].text);
        const char *found = tracks_text(&def, text);
        if (strcmp(found, rows[k].tracks) != 0)
            fail_msg("row %zu: %s", k, found);
    }
}

static void test_failures_come_behind_the_frames_before(void **state)
{
    (void)state;
    covey_input_def def = table();
    def.fill = 3;
    assert_string_equal(tracks_text(&def, HEAD "1,0,0,0\n1,2,2,0\n1,3,x,0\n"),
                        "flock@0(0): 1 0,0\nline 4, column 5: found \"x\", expected x, a decimal "
                        "number; good up to time 0 (step 0)");
    assert_string_equal(tracks_text(&def, HEAD "1,0,0,0\n1,1,0,0\n1,1,2,0\n"),
                        "flock@0(0): 1 0,0\nline 4, column 1: agent 1 of set flock is there twice "
                        "at this time, the first on line 3; good up to time 0 (step 0)");
    static const covey_input_def wrong[] = {
        {.fill = -1},
        {.fill = 100001},
        {.smooth = 4},
        {.smooth = 1},
        {.resample = -1.0},
        {.resample = (double)INFINITY},
        {.resample = (double)NAN},
    };
    for (size_t k = 0; k < LENGTH(wrong); k++) {
        def = table();
        def.fill = wrong[k].fill;
        def.smooth = wrong[k].smooth;
        def.resample = wrong[k].resample;
        assert_non_null(strstr(tracks_text(&def, HEAD "1,0,0,0\n"), " is n"));
    }
}

/// Reads all frames of one agent.
static int read_agent(const covey_input_def *how, const char *text, double rows[][5])
{
    covey_text_view bytes = {text, strlen(text)};
    covey_input_def def = *how;
    def.source = covey_text_source(&bytes);
    covey_input *input;
    const covey_frame_set *sets;
    int count = 1, frames = 0;
    assert_int_equal(covey_input_open(&def, &input, NULL), COVEY_OK);
    while (covey_input_next(input, &sets, &count, NULL) == COVEY_OK && count > 0) {
        const double row[] = {sets->time, sets->pos[0][0], sets->pos[1][0],
                              sets->vel[0] != NULL ? sets->vel[0][0] : (double)NAN,
                              sets->vel[0] != NULL ? sets->vel[1][0] : (double)NAN};
        memcpy(rows[frames++], row, sizeof row);
    }
    covey_input_close(input);
    return frames;
}

// numpy 1.24: for each frame, numpy.polyfit(t[w] - t[i], x[w], 2) with w the five nearest frames.
static void test_smoothed_tracks_are_those_of_parabolas(void **state)
{
    (void)state;
    static const char text[] = "1,0,0,0\n1,1,1.2,0.1\n1,2,1.8,-0.2\n1,3,3.5,0.4\n"
                               "1,4,3.9,1.0\n1,5,5.3,0.7\n1,6,6.1,1.5\n";
    static const double wanted[7][5] = {
        {0, -0.01142857142857293, 0.07142857142857202, 1.1528571428571441, -0.31285714285714344},
        {1, 1.1057142857142865, -0.10571428571428615, 1.0814285714285712, -0.04142857142857139},
        {2, 2.1514285714285717, -0.01142857142857159, 1.0100000000000002, 0.23},
        {3, 3.0971428571428565, 0.4, 1.03, 0.24},
        {4, 4.234285714285714, 0.7514285714285713, 1.04, 0.37},
        {5, 5.217142857142854, 1.0857142857142845, 0.9257142857142864, 0.29857142857142877},
        {6, 6.085714285714289, 1.3485714285714292, 0.811428571428574, 0.22714285714285729},
    };
    for (int torus = 0; torus < 2; torus++) {
        covey_input_def def = table();
        char all[300];
        double rows[8][5];
        def.smooth = 5;
        (void)snprintf(all, sizeof all, "%s%s%s", torus ? "# torus 4 4\n" : "", HEAD, text);
        assert_int_equal(read_agent(&def, all, rows), 7);
        for (int k = 0; k < 7; k++)
            for (int column = 0; column < 5; column++) {
                double off = rows[k][column] - wanted[k][column];
                if (torus && (column == 1 || column == 2))
                    off -= 4.0 * floor(off / 4.0 + 0.5);
                assert_true(fabs(off) < 1e-13); // the normal equations lose two digits
            }
    }
    // A parabola stays as it is, also at uneven times and in a track that is shorter than a window.
    covey_input_def def = table();
    double rows[8][5];
    def.smooth = 9;
    assert_int_equal(
        read_agent(&def, "id,t,x,y\n1,0,1,0\n1,1,3,0\n1,3,13,0\n1,3.5,16.75,0\n", rows),
        4); // 1 + t + t^2
    for (int k = 0; k < 4; k++) {
        const double t = rows[k][0];
        assert_true(fabs(rows[k][1] - (1.0 + t + t * t)) < 1e-12);
        assert_true(fabs(rows[k][3] - (1.0 + 2.0 * t)) < 1e-12);
    }
    // A gap ends a track; two places make no parabola.
    assert_int_equal(read_agent(&def, HEAD "1,0,0,0\n1,1,1,0\n1,2,4,0\n1,9,7,0\n1,10,9,0\n", rows),
                     5);
    assert_true(fabs(rows[2][3] - 4.0) < 1e-12 && rows[3][1] == 7.0 && isnan(rows[3][3]));
}

static void test_times_become_even(void **state)
{
    (void)state;
    covey_input_def def = table();
    def.resample = 10;
    static const char text[] = "id,t,x,y\n1,1,0,0\n1,11,10,0\n1,22,21,11\n1,52,0,0\n1,62,0,10\n"
                               "2,0,5,5\n2,10,6,5\n2,20,7,7\n";
    // Agent 1 is at 10 on its way from 1 to 11, at 20 from 11 to 22; from 22 to 52 is a gap.
    assert_string_equal(tracks_text(&def, text),
                        "flock@0(0): 2 5,5\nflock@10(1): 1 9,0 2 6,5\nflock@20(2): 1 19,9 2 7,7\n"
                        "flock@60(6): 1 0,8\n");
    def.fill = 2;
    assert_string_equal(tracks_text(&def, text),
                        "flock@0(0): 2 5,5\nflock@10(1): 1 9,0 2 6,5\nflock@20(2): 1 19,9 2 7,7\n"
                        "flock@30(3): 1 15.4,8.06667\nflock@40(4): 1 8.4,4.4\n"
                        "flock@50(5): 1 1.4,0.733333\nflock@60(6): 1 0,8\n");
    def = table();
    def.resample = 0.1;
    assert_string_equal(
        tracks_text(&def, "id,t,x,y\n1,0,0,0\n1,0.1,1,0\n1,0.2,2,0\n1,0.30000000000000004,3,0\n"),
        "flock@0(0): 1 0,0\nflock@0.1(1): 1 1,0\nflock@0.2(2): 1 2,0\n"
        "flock@0.3(3): 1 3,0\n");
    def.resample = 0.5; // more often than the file has frames, over a seam
    assert_string_equal(
        tracks_text(&def, "# torus 8 8\nid,t,x,y,vx,vy\n1,0,7,0,2,0\n1,1,1,0,4,2\n"),
        "flock@0(0): 1 7,0 2,0\nflock@0.5(1): 1 0,0 3,1\nflock@1(2): 1 1,0 4,2\n");
    def.resample = 1e-9;
    assert_non_null(strstr(tracks_text(&def, "id,t,x,y\n1,0,7,0\n1,1,1,0\n"),
                           "the tracks have more than 100000000 places"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_velocities_begin_anew_behind_a_gap),
        cmocka_unit_test(test_gaps_are_filled),
        cmocka_unit_test(test_failures_come_behind_the_frames_before),
        cmocka_unit_test(test_smoothed_tracks_are_those_of_parabolas),
        cmocka_unit_test(test_times_become_even),
    };
    return cmocka_run_group_tests(tests, files_setup, files_teardown);
}
