// SPDX-License-Identifier: MIT
// Tables whose columns, units, headings and animals are chosen: columns by name and number, tables
// without a header, times in other units, degrees of longitude and latitude, a file an animal.
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

static const char *choose(const char *columns, const char *text)
{
    covey_input_def def = table();
    def.columns = columns;
    return tracks_text(&def, text);
}

#define FISH "Fish,Frame No.,x,\"Center X (px, left)\",cy,p\n3,0,9,1,2,0.9\n3,1,9,2,3,0.2\n"

static void test_columns_are_chosen_by_name_or_number(void **state)
{
    (void)state;
    static const char all[] = "flock@0(0): 3 1,2\nflock@1(1): 3 2,3\n";
    static const struct {
        const char *columns, *text, *tracks;
    } rows[] = {
        {"id=Fish,t=Frame No.,x=Center X (px, left),y=cy", FISH, all},
        {"id=fish,frame=2,x=4,y=CY", FISH, all},
        {"id=1,t=2,x=4,y=5", FISH, all},
        {"x=4,y=5,t=2,id=1", "3,0,9,1,2\n3,1,9,2,3\n", all}, // no header
        {"id=1,t=2,x=3,y=4", "3 0 1 2\n 3   1\t2 3 \n", all},
        {"id=1,t=2,x=3,y=4", "# torus 9 9\n3;0;1;2\n3;1;2;3\n", all},
        {"id=1,t=2,x=3,y=4", "3 0 1 2\n3 1 nan 3\n", "flock@0(0): 3 1,2\n"},
        {"id=1,t=2,x=3,y=4,z=5", "3 0 1 2 7\n3 1 2 3 8\n",
         "flock@0(0): 3 1,2,7\nflock@1(1): 3 2,3,8\n"},
        {"set=2,id=1,t=3,x=4,y=5,vx=6,vy=7", "3 a 0 1 2 5 6\n", "a@0(0): 3 1,2 5,6\n"},
        // Velocities by name are of other places: none is taken.
        {"x=px,y=py", "id,t,x,y,vx,vy,px,py\n3,0,9,9,9,9,1,2\n", "flock@0(0): 3 1,2\n"},
        {"t=time", "id,time,x,y,vx,vy\n3,0,1,2,8,9\n", "flock@0(0): 3 1,2 8,9\n"},
        {"id=1,t=2,x=3,y=7", "3 0 1 2\n", "the table has 4 columns, not 7"},
        {"id=Dog,t=2,x=3,y=4", "Fish,t,x,y\n3,0,1,2\n",
         "the table has no column Dog: it has \"Fish\", \"t\", \"x\", \"y\""},
        {"id=1,id=2", "a,b\n1,2\n", "two columns are chosen for id"},
        {"id=1,t=2,x=3,y=4", "3 0 1 2\n3 1 2\n",
         "line 2, column 6: found the end of the line, expected as many fields as the header has"},
    };
    for (size_t k = 0; k < LENGTH(rows); k++) {
        const char *found = choose(rows[k].columns, rows[k].text);
        if (strcmp(found, rows[k].tracks) != 0 && strstr(found, rows[k].tracks) == NULL)
            fail_msg("row %zu: %s, not %s", k, found, rows[k].tracks);
    }
    static const char *const wrong[] = {"", "id", "id=", "dog=1", "x"};
    for (size_t k = 0; k < LENGTH(wrong); k++)
        assert_non_null(strstr(choose(wrong[k], FISH), "columns are chosen as id=NAME"));
    assert_non_null(
        strstr(choose(NULL, "3,0,1,2\n"),
               "expected a header, or columns that are chosen by number, such as id=1,"));
}

static void test_unlikely_places_of_tables_are_gaps(void **state)
{
    (void)state;
    covey_input_def def = table();
    def.columns = "id=Fish,t=2,x=4,y=5,likelihood=p";
    def.likelihood = 0.5;
    assert_string_equal(tracks_text(&def, FISH), "flock@0(0): 3 1,2\n");
    def.columns = NULL;
    assert_string_equal(
        tracks_text(&def, "id,t,x,y,likelihood\n3,0,1,2,0.4\n3,1,2,3,0.5\n3,2,2,3,\n"),
        "flock@1(1): 3 2,3\n");
    assert_non_null(strstr(tracks_text(&def, "id,t,x,y\n3,0,1,2\n"), "how likely its points are"));
    def.columns = "id=1,t=2,x=3,y=4"; // without a header
    assert_non_null(strstr(tracks_text(&def, "3,0,1,2\n"), "how likely its points are"));
    def.point = "nose";
    assert_non_null(strstr(tracks_text(&def, "3,0,1,2\n"), "no points with names, as nose"));
}

static void test_times_have_units(void **state)
{
    (void)state;
    static const char text[] = "id,t,x,y,vx,vy\n3,60,1,2,6,0\n";
    static const struct {
        covey_input_time unit;
        const char *tracks;
    } rows[] = {
        {COVEY_INPUT_TIME_OF_FILE, "flock@60(0): 3 1,2 6,0\n"},
        {COVEY_INPUT_TIME_MS, "flock@0.06(0): 3 1,2 6e+03,0\n"},
        {COVEY_INPUT_TIME_S, "flock@60(0): 3 1,2 6,0\n"},
        {COVEY_INPUT_TIME_MIN, "flock@3600(0): 3 1,2 0.1,0\n"},
        {COVEY_INPUT_TIME_H, "flock@216000(0): 3 1,2 0.00167,0\n"},
        {COVEY_INPUT_TIME_FRAMES, "flock@60(0): 3 1,2 6,0\n"},
    };
    covey_input_def def = table();
    for (size_t k = 0; k < LENGTH(rows); k++) {
        def.time = rows[k].unit;
        assert_string_equal(tracks_text(&def, text), rows[k].tracks);
    }
    assert_string_equal(tracks_text(&def, "id,t,frame,x,y\n3,0.5,7,1,2\n"), "flock@7(7): 3 1,2\n");
    static const char dated[] = "id,t,x,y\n3,2020-01-01 00:00:01,,\n3,2020-01-01 00:00:02,1,2\n"
                                "3,2020-01-01 00:00:04,1,3\n";
    def.time = COVEY_INPUT_TIME_H;
    assert_non_null(strstr(tracks_text(&def, dated), "dates count in seconds"));
    def.time = COVEY_INPUT_TIME_S; // from the first frame with an animal on
    assert_string_equal(tracks_text(&def, dated), "flock@0(1): 3 1,2\nflock@2(2): 3 1,3\n");
    def.fps = 25.0;
    assert_non_null(strstr(tracks_text(&def, text), "frames a second are of times in frames"));
    def.time = COVEY_INPUT_TIME_FRAMES;
    assert_string_equal(tracks_text(&def, text), "flock@2.4(0): 3 1,2 150,0\n");
}

static void test_headings_have_units(void **state)
{
    (void)state;
    static const struct {
        covey_input_heading unit;
        const char *heading, *tracks;
    } rows[] = {
        {COVEY_INPUT_HEADING_RADIANS, "0", "flock@0(0): 3 1,2 2,0\n"},
        {COVEY_INPUT_HEADING_DEGREES, "90", "flock@0(0): 3 1,2 0,2\n"},
        {COVEY_INPUT_HEADING_DEGREES, "180", "flock@0(0): 3 1,2 -2,0\n"},
        {COVEY_INPUT_HEADING_DEGREES, "-90", "flock@0(0): 3 1,2 0,-2\n"},
        {COVEY_INPUT_HEADING_DEGREES, "30", "flock@0(0): 3 1,2 1.73,1\n"},
        {COVEY_INPUT_HEADING_COMPASS, "90", "flock@0(0): 3 1,2 2,0\n"},
        {COVEY_INPUT_HEADING_COMPASS, "30", "flock@0(0): 3 1,2 1,1.73\n"},
        {COVEY_INPUT_HEADING_OF_FILE, "90", "from -2 pi to 2 pi"},
        {COVEY_INPUT_HEADING_COMPASS, "400", "from -360 to 360"},
    };
    covey_input_def def = table();
    for (size_t k = 0; k < LENGTH(rows); k++) {
        char text[80];
        (void)snprintf(text, sizeof text, "id,t,x,y,heading,speed\n3,0,1,2,%s,2\n",
                       rows[k].heading);
        def.heading = rows[k].unit;
        const char *found = tracks_text(&def, text);
        if (strcmp(found, rows[k].tracks) != 0 && strstr(found, rows[k].tracks) == NULL)
            fail_msg("row %zu: %s, not %s", k, found, rows[k].tracks);
    }
    assert_non_null(strstr(tracks_text(&def, "id,t,x,y\n3,0,1,2\n"), "no column of headings"));
}

static const char *note_of(const covey_input_def *def, const char *text, int index)
{
    static char note[300];
    covey_text_view bytes = {text, strlen(text)};
    covey_input_def how = *def;
    how.source = covey_text_source(&bytes);
    covey_input *input;
    const covey_frame_set *sets;
    int count = 1;
    assert_int_equal(covey_input_open(&how, &input, NULL), COVEY_OK);
    while (count > 0)
        assert_int_equal(covey_input_next(input, &sets, &count, NULL), COVEY_OK);
    const char *found = covey_input_note(input, index);
    (void)snprintf(note, sizeof note, "%s", found != NULL ? found : "none");
    covey_input_close(input);
    return note;
}

static void test_headings_without_speeds_are_noted(void **state)
{
    (void)state;
    covey_input_def def = table();
    assert_string_equal(note_of(&def, "id,t,x,y,heading\n3,0,1,2,0\n", 0),
                        "the headings are not used, as no speed stands beside them");
    assert_string_equal(note_of(&def, "id,t,x,y,heading\n3,0,1,2,0\n", 1), "none");
    assert_string_equal(note_of(&def, "id,t,x,y,heading,speed\n3,0,1,2,0,1\n", 0), "none");
    assert_string_equal(note_of(&def, "id,t,x,y,heading,vx,vy\n3,0,1,2,0,1,1\n", 0), "none");
}

// From a script of Python's math alone: geodetic to earth-fixed to east and north (WGS 84).
static void test_degrees_become_meters(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        double places[3][2];
    } rows[] = {
        {"id,t,location-long,location-lat\n3,0,179.9,-10\n3,1,-179.9,-10.2\n",
         {{-10963.930840472098, 11059.12627711945}, {10957.160003412087, -11062.54795138828}}},
        {"id,t,lon,lat,x,y,heading,ground_speed\n3,0,10,47,1,1,,\n3,1,10.02,47.01,1,1,90,3\n"
         "3,2,10.01,47.004,1,1,,\n",
         {{-760.5599791454268, -555.8059057310724},
          {760.4180631191653, 555.9034741267179},
          {0.0, -111.17092927445651}}},
    };
    for (size_t k = 0; k < LENGTH(rows); k++) {
        covey_input_def def = table();
        covey_text_view bytes = {rows[k].text, strlen(rows[k].text)};
        covey_input *input;
        const covey_frame_set *sets;
        int count = 1, frame = 0;
        def.project = true;
        def.source = covey_text_source(&bytes);
        assert_int_equal(covey_input_open(&def, &input, NULL), COVEY_OK);
        while (covey_input_next(input, &sets, &count, NULL) == COVEY_OK && count > 0) {
            for (int axis = 0; axis < 2; axis++) // lengths of the Earth have 1e-9 m of rounding
                assert_true(fabs(sets->pos[axis][0] - rows[k].places[frame][axis]) < 1e-7);
            if (k == 1 && frame == 1) { // east of there is not quite east of the middle
                assert_true(fabs(sets->vel[0][0] - 2.9999999543073868) < 1e-12);
                assert_true(fabs(sets->vel[1][0] - 0.00038296706158175153) < 1e-12);
            }
            frame++;
        }
        assert_int_equal(frame, k == 0 ? 2 : 3);
        covey_input_close(input);
    }
    covey_input_def def = table();
    def.project = true;
    assert_non_null(strstr(note_of(&def, rows[0].text, 0), "longitude 180, latitude -10.1; "));
    assert_non_null(strstr(note_of(&def, rows[0].text, 0), "farthest place is 15.57 km"));
    assert_non_null(strstr(tracks_text(&def, "id,t,lon,lat\n1,0,0,0\n1,1,30,0\n"),
                           "a plane shows at most 1000 km"));
    assert_non_null(strstr(tracks_text(&def, "id,t,lon,lat\n1,0,0,91\n"), "degrees of latitude"));
    assert_non_null(strstr(tracks_text(&def, "id,t,x,y\n1,0,0,91\n"), "location-long"));
}

static void test_a_file_has_an_animal(void **state)
{
    (void)state;
    const char *first = files_path("ada.csv"), *second = files_path("bob.2.csv");
    files_write(first, "t;x;y\n0;1;2\n1;2;2\n", 18);
    files_write(second, "# bob\nt;x;y\n0;5;2\n2;6;2\n", 24);
    const char *const files[] = {second, NULL};
    covey_input_def def = table();
    def.path = first;
    def.id_from_file = true;
    def.files = files;
    assert_string_equal(tracks_text(&def, NULL), "flock@0(0): 0 1,2 1 5,2\nflock@1(1): 0 2,2\n"
                                                 "flock@2(2): 1 6,2\n");
    covey_input *input;
    const covey_frame_set *sets;
    int count;
    assert_int_equal(covey_input_open(&def, &input, NULL), COVEY_OK);
    assert_int_equal(covey_input_next(input, &sets, &count, NULL), COVEY_OK);
    assert_string_equal(covey_input_label(input, 0), "ada");
    assert_string_equal(covey_input_label(input, 1), "bob.2");
    covey_input_close(input);
    def.path = second;
    assert_non_null(strstr(tracks_text(&def, NULL), "two files name their animal bob.2"));
    files_write(second, "t;x;z\n0;5;2\n", 12);
    def.path = first;
    assert_non_null(strstr(tracks_text(&def, NULL), "the header of the file of the first animal"));
    def.id_from_file = false;
    assert_non_null(strstr(tracks_text(&def, NULL), "several files have an animal each"));
    def = table();
    def.id_from_file = true;
    assert_non_null(strstr(tracks_text(&def, "t,x,y\n0,1,2\n"), "there is none"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_columns_are_chosen_by_name_or_number),
        cmocka_unit_test(test_unlikely_places_of_tables_are_gaps),
        cmocka_unit_test(test_times_have_units),
        cmocka_unit_test(test_headings_have_units),
        cmocka_unit_test(test_headings_without_speeds_are_noted),
        cmocka_unit_test(test_degrees_become_meters),
        cmocka_unit_test(test_a_file_has_an_animal),
    };
    return cmocka_run_group_tests(tests, files_setup, files_teardown);
}
