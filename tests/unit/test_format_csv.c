// SPDX-License-Identifier: MIT
// Tables that users bring: forms that are understood, and refusals, with their place.
#include "covey/format.h"
#include "support/streams.h"
#include "support/tracks.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#define BEYOND " (up to 9007199254740991 where covey is built with COVEY_WIDE_IDS)"

#define LENGTH(array) (sizeof(array) / sizeof(array)[0])

static const char *read_all(const char *csv, const char *format, bool differences)
{
    covey_input_def def = covey_input_def_default();
    def.format = format;
    def.differences = differences;
    def.y = COVEY_INPUT_Y_UP; // numbers as they are written
    return tracks_text(&def, csv);
}

static void check(const char *csv, const char *expected)
{
    assert_string_equal(read_all(csv, "csv", false), expected);
}

#define HEAD "id,t,x,y\n"
#define OWN "# covey 1\n# dt 0.5\nset,t,id,x,y,vx,vy,heading,speed\n# open\n# agents 2\n"
#define FRAME "a,0.5,0,1,2,3,4,0,5\na,0.5,1,5,6,7,8,0,9\n"
#define TORUS "# torus WIDTH HEIGHT, such as # torus 100 50, or with a DEPTH"

static const char two[] = "flock@0(0): 1 2,3\nflock@1(1): 1 4,5\n";

static void test_columns_are_found_by_name_in_any_order_and_case(void **state)
{
    (void)state;
    check("id,t,x,y\n1,0,2,3\n1,1,4,5\n", two);
    check("Y,X,Comment,TIME,Track\n3,2,hello,0,1\n5,4,,1,1\n", two);
    check("particle,frame,position_x,pos_y\n1,0,2,3\n1,1,4,5\n", two);
    check("agent,STEP,x,y\n1,0,2,3\n1,1,4,5\n", two);
    check("t,id,x,y,vx,vy\n0,1,2,3,-1,1e-1\n", "flock@0(0): 1 2,3 -1,0.1\n");
    check("t,id,x,y,heading\n0,1,2,3,0\n", "flock@0(0): 1 2,3\n"); // of an unknown speed
    check("t,id,x,y,heading,speed\n0,1,2,3,0,4\n", "flock@0(0): 1 2,3 4,0\n");
    check("t,frame,id,x,y\n0.5,7,1,2,3\n", "flock@0.5(7): 1 2,3\n");
    check("group,t,id,x,y\na,0,1,2,3\nb,0,1,4,5\n", "a@0(0): 1 2,3\nb@0(0): 1 4,5\n");
}

// The head of a file of Movebank.
#define MOVEBANK                                                                                   \
    "event-id,visible,timestamp,location-long,location-lat,ground-speed,heading,"                  \
    "height-above-ellipsoid,sensor-type,individual-taxon-canonical-name,tag-local-identifier,"     \
    "individual-local-identifier,study-name,utm-easting,utm-northing,utm-zone,study-timezone,"     \
    "study-local-timestamp\n"
#define EVENT(second, motion, bird, x, y)                                                          \
    "1,true,2020-01-01 00:00:0" second ".000,10.0,47.0," motion                                    \
    ",500,gps,Larus argentatus,t," bird ",example," x "," y ",32N,UTC,2020-01-01 00:00:0" second   \
    ".000\n"

static void test_headings_of_movebank_are_degrees_from_north(void **state)
{
    (void)state;
    // North, east, south, west and back; without a heading or a speed as from places.
    static const char birds[] = MOVEBANK EVENT("0", "2,0", "A", "10", "10")
        EVENT("0", "2,90", "B", "0", "0") EVENT("0", "0.5,180", "C", "5", "5")
            EVENT("0", "4,270", "D", "7", "7") EVENT("0", "4,-90", "E", "8", "8")
                EVENT("0", "2,360", "F", "9", "9") EVENT("0", ",90", "G", "0", "0")
                    EVENT("2", ",90", "G", "0", "6") EVENT("2", "1,", "A", "10", "12");
    assert_string_equal(read_all(birds, "csv", true),
                        "flock@0(0): 0 10,10 0,2 1 0,0 2,0 2 5,5 0,-0.5 3 7,7 -4,0 4 8,8 -4,0 "
                        "5 9,9 0,2 6 0,0 0,3\nflock@2(1): 0 10,12 0,1 6 0,6 0,3\n");
    check(
        MOVEBANK EVENT("0", "2,360.5", "A", "10", "10"),
        "line 2, column 44: found \"360.5\", expected heading in degrees from north, from -360 to "
        "360");
    check(
        MOVEBANK EVENT("0", "-2,10", "A", "10", "10"),
        "line 2, column 42: found \"-2\", expected ground-speed, a decimal number from 0, in m/s");
    // Places that are not in meters: a speed in m/s does not fit them.
    assert_string_equal(
        read_all("t,id,x,y,heading,ground-speed\n0,1,0,0,90,3\n1,1,0,7,90,3\n", "csv", true),
        "flock@0(0): 1 0,0 0,7\nflock@1(1): 1 0,7 0,7\n");
}

static void test_headings_in_degrees_are_refused(void **state)
{
    (void)state;
    const char *hint = "expected heading in rad counterclockwise from the x axis, from -2 pi to 2 "
                       "pi: degrees times pi / 180";
    const char *bad = "t,id,x,y,heading,speed\n0,1,2,3,6.2832,1\n1,1,2,3,-90,1\n";
    assert_non_null(strstr(read_all(bad, "csv", false), "line 3, column 9: found \"-90\", "));
    assert_non_null(strstr(read_all(bad, "csv", false), hint));
    // Without a speed a heading of any unit is passed over.
    assert_string_equal(read_all("t,id,x,y,heading\n0,1,0,0,90\n1,1,0,7,90\n", "csv", true),
                        "flock@0(0): 1 0,0 0,7\nflock@1(1): 1 0,7 0,7\n");
}

static void test_separators_line_ends_quotes_and_marks_are_understood(void **state)
{
    (void)state;
    check("id;t;x;y\n1;0;2;3\n1;1;4;5\n", two);
    check("id\tt\tx\ty\n1\t0\t2\t3\n1\t1\t4\t5\n", two);
    check("id,t,x,y\r\n1,0,2,3\r\n1,1,4,5\r\n", two);
    check("id,t,x,y\r1,0,2,3\r1,1,4,5\r", two);
    check("\xef\xbb\xbfid,t,x,y\n1,0,2,3\n1,1,4,5\n", two);
    check("\"id\",\"t\",\"x\",\"y\"\n\"1\",\"0\",\"2\",\"3\"\n1,1,4,5\n", two);
    check(" id , t , x , y \n 1 , 0 , 2 , 3 \n 1 , 1 , 4 , 5 \n", two);
    check("# a note\n\nid,t,x,y\n# another, with 1,2\n1,0,2,3\n \n1,1,4,5\n\n", two);
    check("id,t,x,y\n1,0,2,3\n1,1,4,5", two); // no final newline
    check("id,t,x,y,note\n1,0,2,3,\"a,b\"\n1,1,4,5,\"c \"\"d\"\"\"\n", two);
}

// The head of TrackMate's table of spots: four lines, and LABEL and ID, which are of the spot.
#define TRACKMATE                                                                                  \
    "LABEL,ID,TRACK_ID,QUALITY,POSITION_X,POSITION_Y,POSITION_Z,POSITION_T,FRAME,VISIBILITY\n"     \
    "Label,Spot ID,Track ID,Quality,X,Y,Z,T,Frame,Visibility\n"                                    \
    "Label,Spot ID,Track ID,Quality,X,Y,Z,T,Frame,Visibility\n"                                    \
    ",,,(quality),(micron),(micron),(micron),(sec),,\n"

static void test_tables_of_trackers_are_read_as_they_are(void **state)
{
    (void)state;
    // Spots of a track side by side; the third is in no track.
    check(TRACKMATE "ID40,40,7,1.5,2,3,0,0,0,1\nID41,41,7,1.5,4,5,0,0.5,1,1\n"
                    "ID50,50,,1.5,9,9,0,0,0,1\nID42,42,8,1.5,6,7,0,0.5,1,1\n",
          "flock@0(0): 7 2,3\nflock@0.5(1): 7 4,5 8 6,7\n");
    // Only lines of names are passed over.
    check(TRACKMATE "ID40,40,7,1.5,2,3,0,0,0,1\nID41,41,7,1.5,X,5,0,0.5,1,1\n",
          "line 6, column 15: found \"X\", expected x, a decimal number");
    // trackpy: sorted by particle, the index of the frame besides.
    check("frame,y,x,mass,size,ecc,frame,particle\n"
          "0,3,2,10,1,0.1,0,1\n1,5,4,10,1,0.1,1,1\n0,1,1,10,1,0.1,0,3\n",
          "flock@0(0): 1 2,3 3 1,1\nflock@1(1): 1 4,5\n");
    // Movebank, as a file of R's move has it too.
    check("event-id,timestamp,location-long,location-lat,individual-local-identifier,utm-easting,"
          "utm-northing\n"
          "11,2009-05-27 14:00:00.000,-89.74,-1.37,4264-84830852,195000.5,9847000\n"
          "12,2009-05-27 14:00:01.500,-89.74,-1.37,4264-84830852,195002,9847001\n",
          "flock@0(0): 0 195000,9.847e+06\nflock@1.5(1): 0 195002,9.847e+06\n");
    check("individual.local.identifier,timestamp,utm.easting,utm.northing\n"
          "1,1970-01-01T00:00:07Z,2,3\n",
          "flock@0(0): 1 2,3\n");
    // Dates count from the earliest, wherever it stands, and have its rounding: 5 a second, not
    // 4.9999988.
    assert_string_equal(read_all("timestamp,id,x,y\n2009-05-27 14:00:00.400,b,2,0\n"
                                 "2009-05-27 14:00:00.600,b,3,0\n2009-05-27 14:00:00.200,a,1,0\n"
                                 "2009-05-27 14:00:00.400,a,2,0\n",
                                 "csv", true),
                        "flock@0(0): 1 1,0 5,0\nflock@0.2(1): 0 2,0 5,0 1 2,0 5,0\n"
                        "flock@0.4(2): 0 3,0 5,0\n");
    check("timestamp,id,x,y\n2009-05-27 14:00:00,a,2,0\n7,a,3,0\n",
          "line 3, column 1: found \"7\", expected t, a date and time as in the rows before");
    check("timestamp,id,x,y\n7,a,3,0\n2009-05-27 14:00:00,a,2,0\n",
          "line 3, column 1: found \"2009-05-27 14:00:00\", expected t, a number as in the rows "
          "before");
    // The column "track" names the animal; "id" often numbers the rows.
    check("id,track,t,x,y\n40,1,0,2,3\n41,1,1,4,5\n", two);
    check("track,id,t,x,y\n1,40,0,2,3\n1,41,1,4,5\n", two);
}

static void test_rows_go_animal_by_animal_or_in_any_order(void **state)
{
    (void)state;
    check(HEAD "1,0,2,3\n1,1,4,5\n2,0,6,7\n2,1,8,9\n",
          "flock@0(0): 1 2,3 2 6,7\nflock@1(1): 1 4,5 2 8,9\n");
    check(HEAD "2,1,8,9\n1,1,4,5\n2,0,6,7\n1,0,2,3\n",
          "flock@0(0): 1 2,3 2 6,7\nflock@1(1): 1 4,5 2 8,9\n");
    check(HEAD "1,0,2,3\n1,1,4,5\n2,0,6,7\n1,0,8,9\n",
          "line 5, column 1: agent 1 of set flock is there twice at this time, the first on line "
          "2");
    // Rows behind a mistake may belong to any frame.
    check(HEAD "1,0,2,3\n1,1,4,5\n2,0,6,7\n1,x,8,9\n",
          "line 5, column 3: found \"x\", expected t, a decimal number or a date and time");
    // With words, numbers are still as the words come.
    check(HEAD "b,1,1,1\na,0,2,2\nb,0,3,3\n", "flock@0(0): 0 3,3 1 2,2\nflock@1(1): 0 1,1\n");
}

static void test_frames_tell_the_time_where_times_do_not_increase(void **state)
{
    (void)state;
    check("t,frame,id,x,y\n0,3,1,2,3\n0,4,1,4,5\n", "flock@3(3): 1 2,3\nflock@4(4): 1 4,5\n");
    check("t,step,id,x,y\n-0.1,1,1,4,5\n0,0,1,2,3\n", two);
    check("t,step,id,x,y\n0.5,8,1,4,5\n0,0,1,2,3\n", "flock@0(0): 1 2,3\nflock@0.5(8): 1 4,5\n");
}

static void test_runs_whose_dt_is_not_positive_are_read(void **state)
{
    (void)state;
#define RUN(dt) "# covey 1\n# dt " dt "\nset,t,id,x,y,vx,vy,heading,speed\n# agents 1\n"
    check(RUN("0") "a,0,1,2,3,,,,\na,0,1,4,5,,,,\n", "a@0(0): 1 2,3\na@0(1): 1 4,5\n");
    check(RUN("-0.5") "a,0,1,2,3,,,,\na,-1,1,4,5,,,,\n", "a@0(0): 1 2,3\na@-1(2): 1 4,5\n");
    check(RUN("-0.5") "a,0,1,2,3,,,,\na,1,1,4,5,,,,\n",
          "a@0(0): 1 2,3\nline 6, column 3: found \"1\", expected a time that goes on as dt tells; "
          "good up to time 0 (step 0)");
}

static void test_agents_without_a_place_are_not_there(void **state)
{
    (void)state;
    check("id,t,x,y\n1,0,2,3\n2,0,,\n1,1,NA,5\n1,2,4,nan\n1,3,4,5\n2,3,NaN,NA\n",
          "flock@0(0): 1 2,3\nflock@3(3): 1 4,5\n");
}

static void test_rows_of_a_frame_may_come_in_any_order(void **state)
{
    (void)state;
    check("id,t,x,y\n3,0,0,0\n1,0,2,3\n2,0,1,1\n4294967295,1,4,5\n0,1,9,9\n",
          "flock@0(0): 1 2,3 2 1,1 3 0,0\nflock@1(1): 0 9,9 4294967295 4,5\n");
    check("id,t,x,y\n3.0,0,0,0\n1e0,0,2,3\n", "flock@0(0): 1 2,3 3 0,0\n");
}

static void test_words_for_agents_are_numbered_as_they_come(void **state)
{
    (void)state;
    static const char csv[] = "id,t,x,y\nanna,0,1,1\n\"Bob B\",0,2,2\n17,1,3,3\nanna,1,4,4\n";
    check(csv, "flock@0(0): 0 1,1 1 2,2\nflock@1(1): 0 4,4 2 3,3\n");
    tape in = {.bytes = csv, .size = sizeof csv - 1};
    covey_input_def def = covey_input_def_default();
    def.format = "csv";
    def.source = tape_source(&in);
    covey_input *input;
    const covey_frame_set *sets;
    int count;
    assert_int_equal(covey_input_open(&def, &input, NULL), COVEY_OK);
    assert_int_equal(covey_input_next(input, &sets, &count, NULL), COVEY_OK);
    assert_string_equal(covey_input_label(input, 0), "anna");
    assert_string_equal(covey_input_label(input, 1), "Bob B");
    assert_null(covey_input_label(input, 9));
    covey_input_close(input);
}

static void test_differences_are_velocities(void **state)
{
    (void)state;
    // 1: from the frame before, at first from the one after; 2: never in two frames in a row.
    assert_string_equal(
        read_all("id,t,x,y\n1,0,0,0\n2,0,5,5\n1,2,4,2\n1,3,5,0\n2,3,9,9\n", "csv", true),
        "flock@0(0): 1 0,0 2,1 2 5,5 nan,nan\nflock@2(1): 1 4,2 2,1\n"
        "flock@3(2): 1 5,0 1,-2 2 9,9 nan,nan\n");
    // On the torus by the shortest way.
    assert_string_equal(
        read_all("# covey 0\nset,t,id,x,y,vx,vy,heading,speed\n# torus 10 10\n# agents 1\n"
                 "a,0,0,9,1,,,,\na,1,0,1,9,,,,\n",
                 "csv", true),
        "a@0(0): 0 9,1 2,-2\na@1(1): 0 1,9 2,-2\n");
    // Tables of others tell the torus above their header as well as below it.
    assert_string_equal(
        read_all("# torus 10 10\r\nid,t,x,y\r\n7,0,9,1\r\n7,1,1,9\r\n", "csv", true),
        "flock@0(0): 7 9,1 2,-2\nflock@1(1): 7 1,9 2,-2\n");
    assert_string_equal(read_all("# torus 9 9\n# open\nid,t,x,y\n# a torus, 10 wide\n7,0,9,1\n"
                                 "# toruses 3\n# torus\n7,1,1,9\n# torus of 10\n",
                                 "csv", true),
                        "flock@0(0): 7 9,1 -8,8\nflock@1(1): 7 1,9 -8,8\n");
    // Those that are known stay, and others beside them are made.
    assert_string_equal(read_all("id,t,x,y,vx,vy\n1,0,0,0,7,8\n2,0,1,1,NA,8\n1,1,4,2,7,8\n"
                                 "2,1,3,4,,\n3,1,0,0,,\n",
                                 "csv", true),
                        "flock@0(0): 1 0,0 7,8 2 1,1 2,3\n"
                        "flock@1(1): 1 4,2 7,8 2 3,4 2,3 3 0,0 nan,nan\n");
    assert_string_equal(read_all("id,t,x,y,vx,vy\n1,0,0,0,7,8\n1,1,4,2,7,8\n", "csv", true),
                        "flock@0(0): 1 0,0 7,8\nflock@1(1): 1 4,2 7,8\n");
    // A failure behind does not hide good rows.
    assert_string_equal(read_all("id,t,x,y\n1,0,0,0\n1,1,1,1\n1,2,2,2\n1,x,3,3\n", "csv", true),
                        "flock@0(0): 1 0,0 1,1\nflock@1(1): 1 1,1 1,1\nline 5, column 3: found "
                        "\"x\", expected t, a "
                        "decimal number or a date and time; good up to time 1 (step 1)");
}

typedef struct bad {
    const char *csv;
    const char *message;
} bad;

static void test_bad_tables_are_refused_with_the_place(void **state)
{
    (void)state;
    static const bad cases[] = {
        {"", "the file has no header: expected a line such as set,t,id,x,y,vx,vy,heading,speed"},
        {"1,2,3,4\n", "line 1, column 1: found \"1,2,3,4\", expected a header, or columns "
                      "that are chosen by number, such as id=1,t=2,x=3,y=4"},
        {"id,x,y\n", "line 1, column 1: found \"id,x,y\", expected a column t, time, frame or "
                     "step"},
        {"id,t,y\n", "line 1, column 1: found \"id,t,y\", expected a column x, pos_x or "
                     "position_x"},
        {"\nid,t,x\n", "line 2, column 1: found \"id,t,x\", expected a column y, pos_y or "
                       "position_y"},
        {"id,t,x,y,pos_x\n", "line 1, column 10: found \"pos_x\", expected no second column of the "
                             "same meaning"},
        {"id,t,location-long,location-lat\n",
         "line 1, column 1: found \"id,t,location-long,locat\"..., expected columns x and y as "
         "lengths, such as utm-easting and utm-northing: degrees are none, unless they are "
         "projected"},
        {"frame,y,x,frame,particle\n0,1,2,0,5\n1,1,2,0,5\n",
         "line 3, column 7: found \"0\", expected the same as in the first column of this name"},
        {HEAD "1,0,2\n", "line 2, column 6: found the end of the line, expected as many fields as "
                         "the header has"},
        {HEAD "1,0,2,3,4\n", "line 2, column 9: found \"4\", expected the end of the line after as "
                             "many fields as the header has"},
        {HEAD "1,0,a,3\n", "line 2, column 5: found \"a\", expected x, a decimal number"},
        {HEAD "1,0,2,1e999\n", "line 2, column 7: found \"1e999\", expected y, a decimal number"},
        {HEAD "1,0,0x1,3\n", "line 2, column 5: found \"0x1\", expected x, a decimal number"},
        {"id;t;x;y\n1;0;2,5;3\n", "line 2, column 5: found \"2,5\", expected a decimal number with "
                                  "a point, not a comma"},
        {HEAD "1,,2,3\n", "line 2, column 3: found the end of the line, expected t, a decimal "
                          "number or a date and time"},
        {HEAD "1,inf,2,3\n", "line 2, column 3: found \"inf\", expected t, a decimal number or a "
                             "date and time"},
        {HEAD "-1,0,2,3\n", "line 2, column 1: found \"-1\", expected id, a whole number from 0 to "
                            "4294967295"},
        {HEAD "1.5,0,2,3\n", "line 2, column 1: found \"1.5\", expected id, a whole number from 0 "
                             "to 4294967295"},
        {HEAD "4294967296,0,2,3\n", "line 2, column 1: found \"4294967296\", expected id, a whole "
                                    "number from 0 to 4294967295" BEYOND},
        {HEAD "1,0,2,3\nanna,0,2,3\n", "line 3, column 1: found \"anna\", expected id, a whole "
                                       "number from 0 to 4294967295"},
        {"id,frame,x,y\n1,0.5,2,3\n", "line 2, column 3: found \"0.5\", expected frame, a whole "
                                      "number from 0"},
        {HEAD "1,0,\"2,3\n", "line 2, column 5: found \"\"2,3\", expected quotes that end on the "
                             "same line"},
        {HEAD "1,0,2,3\n2,0,0,0\n1,0,4,5\n", "line 4, column 1: agent 1 of set flock is there "
                                             "twice at this time, the first on line 2"},
        {"# torus 10,50\n" HEAD, "line 1, column 1: found \"# torus 10,50\", expected " TORUS},
        {"# torus 10 50,,\n" HEAD, "line 1, column 1: found \"# torus 10 50,,\", expected " TORUS},
        {"#torus: 10 50\n" HEAD, "line 1, column 1: found \"#torus: 10 50\", expected " TORUS},
        {HEAD "# torus 10 0\n", "line 2, column 1: found \"# torus 10 0\", expected " TORUS},
        {HEAD "1,0,2,3\n1,1,2,3\n# torus 10\n1,2,2,3\n",
         "flock@0(0): 1 2,3\nline 4, column 1: found \"# torus 10\", expected " TORUS
         "; good up to time 0 (step 0)"},
        {OWN FRAME "a,0,0,1,2,3,4,0,5\n",
         "a@0.5(1): 0 1,2 3,4 1 5,6 7,8\nline 8, column 3: found \"0\", expected a later time than "
         "that of the rows before; good up to time 0.5 (step 1)"},
        {OWN "a,0.5,0,1,2,3,4,0,5\na,1,1,5,6,7,8,0,9\n", "a frame has 1 of 2 agents"},
    };
    for (size_t k = 0; k < LENGTH(cases); k++)
        check(cases[k].csv, cases[k].message);
}

#define LATTICE(side)                                                                              \
    "1\nLattice=\"2 0 0 0 " side " 0 0 0 1\" Properties=pos:R:2 pbc=\"T T F\"\n0.5 0.5\n"

static void test_a_torus_that_no_space_can_be_is_refused(void **state)
{
    (void)state;
    static const char good[] = "flock@0(0): 0 0.5,0.5\n";
    assert_string_equal(read_all(LATTICE("1e200"), "extxyz", false), good);
    assert_string_equal(read_all(LATTICE("1e-200"), "extxyz", false), good);
    assert_string_equal(read_all(LATTICE("1.1e200"), "extxyz", false),
                        "no space has a side of 1.1e+200");
    assert_string_equal(read_all(LATTICE("9e-201"), "extxyz", false),
                        "no space has a side of 9e-201");
}

static void test_ids_may_be_written_as_decimals_up_to_the_largest(void **state)
{
    (void)state;
    check(HEAD "4294967295.0,0,2,3\n0.0,0,4,5\n", "flock@0(0): 0 4,5 4294967295 2,3\n");
    check(HEAD "4294967296.0,0,2,3\n", "line 2, column 1: found \"4294967296.0\", expected id, a "
                                       "whole number from 0 to 4294967295" BEYOND);
}

static void test_a_failure_comes_after_the_good_frames(void **state)
{
    (void)state;
    check(HEAD "1,0,2,3\n1,0.5,4,5\n1,1,a,6\n",
          "flock@0(0): 1 2,3\nline 4, column 5: found \"a\", expected x, a decimal number; good up "
          "to time 0 (step 0)");
}

static void test_every_cut_of_an_own_file_keeps_the_whole_frames(void **state)
{
    (void)state;
    static const char whole[] = OWN FRAME "a,2,0,1,2,3,4,0,5\na,2,1,5,6,7,8,0,9\n";
    static const char first[] = "a@0.5(1): 0 1,2 3,4 1 5,6 7,8\n";
    size_t head = sizeof OWN - 1, end = sizeof(OWN FRAME) - 1;
    for (size_t size = head; size < sizeof whole; size++) {
        char cut[sizeof whole];
        memcpy(cut, whole, size);
        cut[size] = '\0';
        const char *read = read_all(cut, "csv", false);
        assert_int_equal(strncmp(read, first, sizeof first - 1) == 0, size >= end);
        bool clean = size == head || size == end || size == sizeof whole - 1;
        assert_int_equal(strstr(read, "line") == NULL && strstr(read, "cut") == NULL, clean);
    }
    check(OWN FRAME "a,2,0,1,2,3,4,0,5\n", "a@0.5(1): 0 1,2 3,4 1 5,6 7,8\nthe file is cut: its "
                                           "last frame has 1 of 2 agents; good up to time 0.5 "
                                           "(step 1)");
}

static void test_every_cut_of_extended_xyz_keeps_the_whole_frames(void **state)
{
    (void)state;
    static const char frame[] = "1\nProperties=species:S:1:pos:R:2:id:I:1 Time=0 covey=\"1\"\n"
                                "a 1 2 33\n";
    static const char whole[] = "1\nProperties=species:S:1:pos:R:2:id:I:1 Time=0 covey=\"1\"\n"
                                "a 1 2 33\n1\nProperties=id:I:1:pos:R:3 Time=2 step=8\n4 5 6 0\n";
    for (size_t size = 1; size < sizeof whole; size++) {
        char cut[sizeof whole];
        memcpy(cut, whole, size);
        cut[size] = '\0';
        const char *read = read_all(cut, "extxyz", false);
        bool first = strncmp(read, "a@0(0): 33 1,2\n", 15) == 0;
        assert_int_equal(first, size >= sizeof frame - 1);
        bool clean = size == sizeof frame - 1 || size == sizeof whole - 1;
        assert_int_equal(strstr(read, "line") == NULL && strstr(read, "cut") == NULL, clean);
    }
    assert_string_equal(read_all(whole, "extxyz", false), "a@0(0): 33 1,2\nflock@2(8): 4 5,6\n");
}

static void test_velocities_of_extended_xyz_have_both_components(void **state)
{
    (void)state;
    static const char text[] = "1\nProperties=id:I:1:pos:R:2:velo:R:1 Time=0\n1 2 3 4\n";
    assert_string_equal(read_all(text, "extxyz", false),
                        "line 2, column 12: found \"id:I:1:pos:R:2:velo:R:1\", expected places and "
                        "velocities with two columns or three");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_columns_are_found_by_name_in_any_order_and_case),
        cmocka_unit_test(test_headings_of_movebank_are_degrees_from_north),
        cmocka_unit_test(test_headings_in_degrees_are_refused),
        cmocka_unit_test(test_separators_line_ends_quotes_and_marks_are_understood),
        cmocka_unit_test(test_tables_of_trackers_are_read_as_they_are),
        cmocka_unit_test(test_rows_go_animal_by_animal_or_in_any_order),
        cmocka_unit_test(test_frames_tell_the_time_where_times_do_not_increase),
        cmocka_unit_test(test_runs_whose_dt_is_not_positive_are_read),
        cmocka_unit_test(test_agents_without_a_place_are_not_there),
        cmocka_unit_test(test_rows_of_a_frame_may_come_in_any_order),
        cmocka_unit_test(test_words_for_agents_are_numbered_as_they_come),
        cmocka_unit_test(test_differences_are_velocities),
        cmocka_unit_test(test_bad_tables_are_refused_with_the_place),
        cmocka_unit_test(test_a_torus_that_no_space_can_be_is_refused),
        cmocka_unit_test(test_ids_may_be_written_as_decimals_up_to_the_largest),
        cmocka_unit_test(test_a_failure_comes_after_the_good_frames),
        cmocka_unit_test(test_every_cut_of_an_own_file_keeps_the_whole_frames),
        cmocka_unit_test(test_every_cut_of_extended_xyz_keeps_the_whole_frames),
        cmocka_unit_test(test_velocities_of_extended_xyz_have_both_components),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
