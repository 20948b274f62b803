// SPDX-License-Identifier: MIT
// Tables of programs that track animals, in the layouts that they document, and what cannot be one.
#include "support/files.h"
#include "support/heap.h"
#include "support/streams.h"
#include "support/tracks.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#define LENGTH(array) (sizeof(array) / sizeof(array)[0])

static covey_input_def csv(void)
{
    covey_input_def def = covey_input_def_default();
    def.format = "csv";
    def.y = COVEY_INPUT_Y_UP; // numbers as they are written
    return def;
}

static void check(const char *text, const char *expected)
{
    covey_input_def def = csv();
    assert_string_equal(tracks_text(&def, text), expected);
}

static void check_point(const char *text, const char *point, double likelihood,
                        const char *expected)
{
    covey_input_def def = csv();
    def.point = point;
    def.likelihood = likelihood;
    assert_string_equal(tracks_text(&def, text), expected);
}

// ---- DeepLabCut ----

// Two body parts of one animal: halfway between them is (2, 3), then (5, 3).
#define MOUSE                                                                                      \
    "scorer,DLC_net,DLC_net,DLC_net,DLC_net,DLC_net,DLC_net\n"                                     \
    "bodyparts,nose,nose,nose,tail,tail,tail\n"                                                    \
    "coords,x,y,likelihood,x,y,likelihood\n"
#define MOUSE_ROWS "0,1,2,0.99,3,4,0.5\n1,4,2,0.9,6,4,0.8\n"

static void test_deeplabcut_has_the_mean_of_body_parts_or_one(void **state)
{
    (void)state;
    check(MOUSE MOUSE_ROWS, "flock@0(0): 0 2,3\nflock@1(1): 0 5,3\n");
    check_point(MOUSE MOUSE_ROWS, "nose", 0.0, "flock@0(0): 0 1,2\nflock@1(1): 0 4,2\n");
    check_point(MOUSE MOUSE_ROWS, "tail", 0.0, "flock@0(0): 0 3,4\nflock@1(1): 0 6,4\n");
    // Below the likelihood, not at it, points are not known: the mean is of the others.
    check_point(MOUSE MOUSE_ROWS, NULL, 0.8, "flock@0(0): 0 1,2\nflock@1(1): 0 5,3\n");
    check_point(MOUSE MOUSE_ROWS, "tail", 0.8, "flock@1(1): 0 6,4\n");
    check_point(MOUSE MOUSE_ROWS, NULL, 0.95, "flock@0(0): 0 1,2\n");
    check(MOUSE "0,,,,3,4,0.5\n1,4,2,,NaN,4,0.8\n2,,,,,,\n",
          "flock@0(0): 0 3,4\nflock@1(1): 0 4,2\n");
    check_point(MOUSE "0,1,2,,3,4,0.5\n", NULL, 0.1, "flock@0(0): 0 3,4\n");
}

// Three animals, one of which is lost in frame 1, and a body part that one animal has not.
#define MICE                                                                                       \
    "scorer,net,net,net,net,net,net,net,net,net,net,net,net\n"                                     \
    "individuals,ada,ada,ada,ada,ada,ada,bob,bob,bob,single,single,single\n"                       \
    "bodyparts,nose,nose,nose,tail,tail,tail,nose,nose,nose,lamp,lamp,lamp\n"                      \
    "coords,x,y,likelihood,x,y,likelihood,x,y,likelihood,x,y,likelihood\n"                         \
    "0,1,1,1,3,1,1,5,5,1,9,9,1\n1,2,1,1,4,1,1,,,,9,9,1\n2,3,1,1,5,1,1,5,7,1,9,9,1\n"

static void test_deeplabcut_has_several_animals_with_names(void **state)
{
    (void)state;
    check(MICE, "flock@0(0): 0 2,1 1 5,5 2 9,9\nflock@1(1): 0 3,1 2 9,9\n"
                "flock@2(2): 0 4,1 1 5,7 2 9,9\n");
    check_point(MICE, "nose", 0.0,
                "flock@0(0): 0 1,1 1 5,5\nflock@1(1): 0 2,1\nflock@2(2): 0 3,1 1 5,7\n");
    covey_input_def def = csv();
    tape in = {.bytes = MICE, .size = sizeof MICE - 1};
    covey_input *input;
    const covey_frame_set *sets;
    int count;
    def.source = tape_source(&in);
    assert_int_equal(covey_input_open(&def, &input, NULL), COVEY_OK);
    assert_int_equal(covey_input_next(input, &sets, &count, NULL), COVEY_OK);
    assert_string_equal(covey_input_label(input, 0), "ada");
    assert_string_equal(covey_input_label(input, 1), "bob");
    assert_string_equal(covey_input_label(input, 2), "single");
    assert_null(covey_input_label(input, 3));
    covey_input_close(input);
}

static void test_velocities_of_trackers_are_made_from_places(void **state)
{
    (void)state;
    covey_input_def def = csv();
    def.differences = true;
    def.fps = 10.0;
    def.scale = 0.5;
    // Bob was lost in between and comes back: nothing tells his velocity.
    assert_string_equal(tracks_text(&def, MICE),
                        "flock@0(0): 0 1,0.5 5,0 1 2.5,2.5 nan,nan 2 4.5,4.5 0,0\n"
                        "flock@0.1(1): 0 1.5,0.5 5,0 2 4.5,4.5 0,0\n"
                        "flock@0.2(2): 0 2,0.5 5,0 1 2.5,3.5 nan,nan 2 4.5,4.5 0,0\n");
}

static void test_deeplabcut_may_have_three_dimensions(void **state)
{
    (void)state;
    check("scorer,n,n,n,n,n,n\nbodyparts,a,a,a,b,b,b\ncoords,x,y,z,x,y,z\n"
          "0,1,2,3,3,4,5\n1,1,2,,3,4,7\n",
          "flock@0(0): 0 2,3,4\nflock@1(1): 0 3,4,7\n");
}

// Places in space are those of several cameras, no picture's; velocities are mirrored with places.
static void test_pictures_are_mirrored_and_spaces_are_not(void **state)
{
    (void)state;
    static const char deep[] = "scorer,n,n,n\nbodyparts,a,a,a\ncoords,x,y,z\n0,1,2,3\n1,1,2,4\n";
    covey_input_def def = covey_input_def_default();
    def.format = "csv";
    def.differences = true;
    assert_string_equal(tracks_text(&def, deep),
                        "flock@0(0): 0 1,2,3 0,0\nflock@1(1): 0 1,2,4 0,0\n");
    assert_string_equal(tracks_text(&def, MOUSE "0,1,2,1,1,2,1\n1,4,3,1,4,3,1\n"),
                        "flock@0(0): 0 1,-2 3,-1\nflock@1(1): 0 4,-3 3,-1\n");
    static const char table[] = "id,t,x,y,vx,vy\n0,0,1,2,3,4\n0,1,1,0,3,0\n";
    def.y = COVEY_INPUT_Y_DOWN;
    assert_string_equal(tracks_text(&def, table),
                        "flock@0(0): 0 1,-2 3,-4\nflock@1(1): 0 1,0 3,0\n");
    covey_space torus = covey_space_torus(10, 10); // the way over the seam is the short one
    def.space = &torus;
    assert_string_equal(tracks_text(&def, "id,t,x,y\n0,0,1,1\n0,1,1,9\n"),
                        "flock@0(0): 0 1,-1 0,2\nflock@1(1): 0 1,-9 0,2\n");
    def.y = (covey_input_y)(COVEY_INPUT_Y_DOWN + 1);
    covey_input *input;
    assert_int_equal(covey_input_open(&def, &input, NULL), COVEY_ARG);
}

// ---- SLEAP ----

#define FLIES                                                                                      \
    "track,frame_idx,instance.score,head.x,head.y,head.score,abdomen.x,abdomen.y,abdomen.score\n"

static void test_sleap_has_a_row_an_animal_and_frame(void **state)
{
    (void)state;
    static const char flies[] = FLIES "track_0,0,0.9,1,2,0.9,3,4,0.4\n"
                                      "track_0,1,0.9,2,2,0.9,4,4,0.9\n"
                                      ",1,0.2,99,99,0.1,99,99,0.1\n" // in no track
                                      "track_1,0,0.9,10,20,0.9,,,\n";
    check(flies, "flock@0(0): 0 2,3 1 10,20\nflock@1(1): 0 3,3\n");
    check_point(flies, "abdomen", 0.0, "flock@0(0): 0 3,4\nflock@1(1): 0 4,4\n");
    check_point(flies, NULL, 0.5, "flock@0(0): 0 1,2 1 10,20\nflock@1(1): 0 3,3\n");
    // Without tracks it is one animal.
    check(FLIES ",0,1,1,2,1,3,4,1\n,2,1,2,2,1,4,4,1\n", "flock@0(0): 0 2,3\nflock@2(2): 0 3,3\n");
    check(FLIES ",0,1,1,2,1,3,4,1\n,0,1,2,2,1,4,4,1\n",
          "line 3, column 1: agent 0 of set flock is there twice at this time, the first on line "
          "2");
    check(FLIES ",0,1,1,2,1,3,4,1\ntrack_0,1,1,2,2,1,4,4,1\n",
          "line 3, column 1: found \"track_0\", expected no agent, as in the first row");
}

// ---- TRex ----

static void test_trex_has_one_animal_a_file_by_its_centroid(void **state)
{
    (void)state;
    static const char fish[] =
        "frame,time,X (cm),Y (cm),X#wcentroid (cm),Y#wcentroid (cm),SPEED#wcentroid "
        "(cm/s),missing\n"
        "0,0,1,2,3,4,0.5,0\n1,0.04,inf,inf,inf,inf,inf,1\n2,0.08,2,2,5,4,0.5,0\n";
    check(fish, "flock@0(0): 0 3,4\nflock@0.08(2): 0 5,4\n");
    check_point(fish, "head", 0.0, "flock@0(0): 0 1,2\nflock@0.08(2): 0 2,2\n");
    check("X (px),Y (px),frame\n1,2,7\n", "flock@7(7): 0 1,2\n");
    check("time (s),X#pcentroid (cm),Y#pcentroid (cm),X (cm),Y (cm)\n0.5,1,2,3,4\n",
          "flock@0.5(0): 0 1,2\n");
    check("frame,X#wcentroid (cm),SPEED (cm/s)\n0,1,2\n",
          "line 1, column 7: found \"X#wcentroid (cm)\", expected x and y of each point");
    check("frame,X#wcentroid (cm),Y#wcentroid (cm)\n0,1,infinite\n",
          "line 2, column 5: found \"infinite\", expected a decimal number");
    check("id,t,x,y\n0,0,inf,3\n", "line 2, column 5: found \"inf\", expected x, a decimal number");
}

// ---- idtracker.ai ----

static void test_idtracker_has_all_animals_in_a_line(void **state)
{
    (void)state;
    check("time,x1,y1,x2,y2\n0.000,1,2,3,4\n0.040,1.5,2,nan,nan\n0.080,2,2,4,4\n",
          "flock@0(0): 1 1,2 2 3,4\nflock@0.04(1): 1 1.5,2\nflock@0.08(2): 1 2,2 2 4,4\n");
    check("seconds,x2,y2,x1,y1\n0,1,2,3,4\n", "flock@0(0): 1 3,4 2 1,2\n");
    check("x1,y1,x12,y12\n1,2,3,4\n2,2,4,4\n", "flock@0(0): 1 1,2 12 3,4\nflock@1(1): 1 2,2 12 "
                                               "4,4\n");
    check("time,x1,y1,x2\n0,1,2,3\n",
          "line 1, column 12: found \"x2\", expected x and y of each point");
    check("time,x1,y1,x1,y1\n0,1,2,3,4\n",
          "line 1, column 12: found \"x1\", expected no second column of the same point");
}

// ---- Mistakes ----

typedef struct bad {
    const char *text;
    const char *message;
} bad;

static void check_all(const bad *cases, size_t count)
{
    for (size_t k = 0; k < count; k++)
        check(cases[k].text, cases[k].message);
}

static void test_heads_of_deeplabcut_that_are_wrong_are_refused_with_the_place(void **state)
{
    (void)state;
    static const char cut[] =
        "the file is cut: the head of a table of DeepLabCut has lines scorer, "
        "bodyparts and coords";
    static const bad cases[] = {
        {"scorer,n,n\n", cut},
        {"scorer,n,n\nbodyparts,a,a\n", cut},
        {"scorer,n,n\nindividuals,i,i\n", cut},
        {"scorer,n,n\ncoords,x,y\nbodyparts,a,a\n0,1,2\n",
         "line 2, column 1: found \"coords\", expected bodyparts, as the next line of the head"},
        {"scorer,n,n\nbodyparts,a,a\nindividuals,i,i\ncoords,x,y\n",
         "line 3, column 1: found \"individuals\", expected coords, as the last line of the head"},
        {"bodyparts,a,a\nscorer,n,n\ncoords,x,y\n",
         "line 1, column 1: found \"bodyparts,a,a\", expected a column id, track, particle or "
         "agent"},
        {"scorer,n,n\nbodyparts,a\ncoords,x,y\n",
         "line 2, column 12: found the end of the line, expected as many fields as the header has"},
        {"scorer,n,n\nbodyparts,a,\ncoords,x,y\n",
         "line 2, column 13: found the end of the line, expected a name"},
        {"scorer,n,n\nbodyparts,a,a\ncoords,x,w\n",
         "line 3, column 10: found \"w\", expected x, y, z or likelihood"},
        {"scorer,n,n\nbodyparts,a,a\ncoords,x,x\n",
         "line 3, column 10: found \"x\", expected no second column of the same point"},
        {"scorer,n,n,n\nbodyparts,a,a,b\ncoords,x,y,x\n",
         "line 3, column 12: found \"x\", expected x and y of each point"},
        {"scorer\nbodyparts\ncoords\n",
         "line 3, column 7: found the end of the line, expected x and y of a body part"},
    };
    check_all(cases, LENGTH(cases));
}

static void test_rows_of_trackers_that_are_wrong_are_refused_with_the_place(void **state)
{
    (void)state;
    static const bad cases[] = {
        {MOUSE "0,1,2,1,3,4,1\n1,1,2\n",
         "flock@0(0): 0 2,3\nline 5, column 6: found the end of the line, expected as many fields "
         "as the header has; good up to time 0 (step 0)"},
        {MOUSE "0,1,2,1,3,4,1\n1,1,2,1,3,4,1,5\n",
         "flock@0(0): 0 2,3\nline 5, column 15: found \"5\", expected the end of the line after as "
         "many fields as the header has; good up to time 0 (step 0)"},
        {MOUSE "0,1,2,1,3,four,1\n",
         "line 4, column 11: found \"four\", expected a decimal number"},
        {MOUSE "0,1,2,high,3,4,1\n", "line 4, column 7: found \"high\", expected a decimal number"},
        {MOUSE "0,1,2,1,3,4,1\n1,1,2,1,3,4,1\n1,1,2,1,3,4,1\n",
         "flock@0(0): 0 2,3\nflock@1(1): 0 2,3\nline 6, column 1: found \"1\", expected a later "
         "frame than that of the line before; good up to time 1 (step 1)"},
        {MOUSE "5,1,2,1,3,4,1\n1,1,2,1,3,4,1\n",
         "flock@5(5): 0 2,3\nline 5, column 1: found \"1\", expected a later frame than that of "
         "the line before; good up to "
         "time 5 (step 5)"},
        {MOUSE "img0.png,1,2,1,3,4,1\n",
         "line 4, column 1: found \"img0.png\", expected frame, a whole number from 0"},
        {FLIES "t,0,1,1,2,1,three,4,1\n",
         "line 2, column 13: found \"three\", expected a decimal number"},
        {FLIES "t,0,1,1,2,1,3\n", "line 2, column 14: found the end of the line, expected as many "
                                  "fields as the header has"},
        {FLIES "t,0.5,1,1,2,1,3,4,1\n",
         "line 2, column 3: found \"0.5\", expected frame, a whole number from 0"},
        {"frame_idx,head.x,head.y\n0,1,2\n1,2,2\n0,3,3\n",
         "line 4, column 1: agent 0 of set flock is there twice at this time, the first on line 2"},
        {FLIES "t,0,1,1,2,1,3,4,1\nt,0,1,1,2,1,3,4,1\n",
         "line 3, column 1: agent 0 of set flock is there twice at this time, the first on line 2"},
        {"frame_idx,head.x,head.y\n0,1,2\n1,2,2\n",
         "flock@0(0): 0 1,2\nflock@1(1): 0 2,2\n"}, // no column of tracks: one animal
        {"track,head.x,head.y\nt,1,2\n",
         "line 1, column 1: found \"track,head.x,head.y\", expected a column t, time, frame or "
         "step"},
        {"time,x1,y1\n0,1,2\n0,1,2\n", "flock@0(0): 1 1,2\nline 3, column 1: found \"0\", expected "
                                       "a later frame than that of the "
                                       "line before; good up to time 0 (step 0)"},
        {"time,x1,y1\n,1,2\n",
         "line 2, column 1: found the end of the line, expected t, a decimal number or "
         "a date and time"},
    };
    check_all(cases, LENGTH(cases));
}

static void test_points_that_a_file_has_not_are_told(void **state)
{
    (void)state;
    check_point(MOUSE MOUSE_ROWS, "paw", 0.0, "the file has no point paw: it has nose, tail");
    check_point("id,t,x,y\n0,0,1,1\n", "nose", 0.0, "the file has no points with names, as nose");
    check_point("time,x1,y1\n0,1,2\n", "nose", 0.0, "the file has no points with names, as nose");
    check_point("id,t,x,y\n0,0,1,1\n", NULL, 0.5,
                "the file does not tell how likely its points are");
    check_point("time,x1,y1\n0,1,2\n", NULL, 0.5,
                "the file does not tell how likely its points are");
    check_point(MOUSE MOUSE_ROWS, NULL, 1.5, "likelihood = 1.5 is not from 0 to 1");
    covey_input_def def = csv();
    def.format = "extxyz";
    def.point = "nose";
    assert_string_equal(tracks_text(&def, "1\n\n0 0 0\n"),
                        "the format extxyz has no points of agents");
    def.point = NULL;
    def.decimal_comma = true;
    assert_string_equal(tracks_text(&def, "1\n\n0 0 0\n"),
                        "the format extxyz has no decimal commas");
}

static void test_decimals_have_commas_on_request(void **state)
{
    (void)state;
    covey_input_def def = csv();
    def.decimal_comma = true;
    static const bad cases[] = {
        {"id;t;x;y\n1;0,5;2,25;-3\n", "flock@0.5(0): 1 2.25,-3\n"},
        {"id\tt\tx\ty\n1\t0\t2,5e1\t\n2\t0\t1\t,5\n", "flock@0(0): 2 1,0.5\n"},
        {"id;t;x;y\n1,0;0;2;3\n", "flock@0(0): 1 2,3\n"},
        {"time;x1;y1\n0,04;1,5;2\n", "flock@0.04(0): 1 1.5,2\n"},
        {"id;t;x;y\n1;0;2.5;3\n", "line 2, column 5: found \"2.5\", expected a decimal number with "
                                  "a comma, not a point"},
        {"id;t;x;y\n1;0;1.234,5;3\n", "line 2, column 5: found \"1.234,5\", expected a decimal "
                                      "number with a comma, not a point"},
        {"id;t;x;y\n1;0;1,2,3;3\n",
         "line 2, column 5: found \"1,2,3\", expected x, a decimal number"},
        {"id,t,x,y\n1,0,2,3\n", "line 1, column 1: found \"id,t,x,y\", expected fields that ; or "
                                "tabs part, as decimals have commas"},
        {"time;x1;y1\n0;1.5;2\n", "line 2, column 3: found \"1.5\", expected a decimal number with "
                                  "a comma, not a point"},
    };
    for (size_t k = 0; k < LENGTH(cases); k++)
        assert_string_equal(tracks_text(&def, cases[k].text), cases[k].message);
    check("time;x1;y1\n0;1,5;2\n", "line 2, column 3: found \"1,5\", expected a decimal number "
                                   "with a point, not a comma");
}

static void test_a_name_with_a_zero_byte_is_of_no_column(void **state)
{
    (void)state;
    static const char table[] = "\0id,id,t,x,y\nnone,1,0,2,3\n";
    covey_input_def def = csv();
    def.path = files_path("zero.csv");
    files_write(def.path, table, sizeof table - 1);
    assert_string_equal(tracks_text(&def, NULL), "flock@0(0): 1 2,3\n");
}

// ---- Memory ----

static const char *tried;

static covey_status read_tried(test_heap *heap)
{
    covey_input_def def = csv();
    tape in = {.bytes = tried, .size = strlen(tried)};
    const covey_frame_set *sets;
    covey_input *input;
    int count = 1;
    def.source = tape_source(&in);
    def.allocator = test_heap_allocator(heap);
    covey_status status = covey_input_open(&def, &input, NULL);
    while (status == COVEY_OK && count > 0)
        status = covey_input_next(input, &sets, &count, NULL);
    covey_input_close(input);
    return status;
}

static covey_status read_fish(test_heap *heap)
{
    covey_input_def def = csv();
    const covey_frame_set *sets;
    covey_input *input;
    int count = 1, frames = -1;
    def.path = files_path("a_fish2.csv");
    def.allocator = test_heap_allocator(heap);
    covey_status status = covey_input_open(&def, &input, NULL);
    for (; status == COVEY_OK && count > 0; frames++)
        status = covey_input_next(input, &sets, &count, NULL);
    covey_input_close(input);
    assert_true(status != COVEY_OK || frames == 2);
    return status;
}

static void test_too_little_memory_for_several_files_is_told(void **state)
{
    (void)state;
    static const char fish[] = "frame,X (cm),Y (cm)\n0,1,2\n1,2,2\n";
    files_write(files_path("a_fish2.csv"), fish, sizeof fish - 1);
    files_write(files_path("a_fish7.csv"), fish, sizeof fish - 1);
    assert_true(test_heap_fail_everywhere(read_fish) >= 10);
}

static void test_too_little_memory_is_told(void **state)
{
    (void)state;
    static const char mouse[] = MOUSE MOUSE_ROWS, flies[] = FLIES "t,0,1,1,2,1,3,4,1\n";
    static const char nine[] = "time,x1,y1,x2,y2,x3,y3,x4,y4,x5,y5,x6,y6,x7,y7,x8,y8,x9,y9\n"
                               "0,1,2,1,2,1,2,1,2,1,2,1,2,1,2,1,2,1,2\n";
    static const char *const tables[] = {MICE, mouse, flies, nine};
    for (size_t k = 0; k < LENGTH(tables); k++) {
        tried = tables[k];
        assert_true(test_heap_fail_everywhere(read_tried) >= 6);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_deeplabcut_has_the_mean_of_body_parts_or_one),
        cmocka_unit_test(test_deeplabcut_has_several_animals_with_names),
        cmocka_unit_test(test_velocities_of_trackers_are_made_from_places),
        cmocka_unit_test(test_deeplabcut_may_have_three_dimensions),
        cmocka_unit_test(test_pictures_are_mirrored_and_spaces_are_not),
        cmocka_unit_test(test_sleap_has_a_row_an_animal_and_frame),
        cmocka_unit_test(test_trex_has_one_animal_a_file_by_its_centroid),
        cmocka_unit_test(test_idtracker_has_all_animals_in_a_line),
        cmocka_unit_test(test_heads_of_deeplabcut_that_are_wrong_are_refused_with_the_place),
        cmocka_unit_test(test_rows_of_trackers_that_are_wrong_are_refused_with_the_place),
        cmocka_unit_test(test_points_that_a_file_has_not_are_told),
        cmocka_unit_test(test_decimals_have_commas_on_request),
        cmocka_unit_test(test_a_name_with_a_zero_byte_is_of_no_column),
        cmocka_unit_test(test_too_little_memory_is_told),
        cmocka_unit_test(test_too_little_memory_for_several_files_is_told),
    };
    return cmocka_run_group_tests(tests, files_setup, files_teardown);
}
