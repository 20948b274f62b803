// SPDX-License-Identifier: MIT
// XML of TrackMate: exported tracks and whole files, as its manual shows them, and damaged ones.
#define _POSIX_C_SOURCE 200809L
#include "covey/format.h"
#include "support/tracks.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define LENGTH(array) (sizeof(array) / sizeof(array)[0])

static covey_input_def xml(void)
{
    covey_input_def def = covey_input_def_default();
    def.format = "trackmate";
    return def;
}

#define EXPORTED                                                                                   \
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!-- a > b, \"<Tracks>\" -->\n"                   \
    "<Tracks nTracks=\"2\" spaceUnits=\"pixel\" frameInterval=\"0.5\" timeUnits=\"sec\">\n"        \
    "  <particle nSpots=\"2\">\n    <detection t=\"0\" x=\"1.5\" y=\"2\" z=\"0.0\" />\n"           \
    "    <detection t=\"2\" x='4' y='3'\n z=\"0\"/>\n  </particle>\n"                              \
    "  <particle nSpots=\"1\"><detection z=\"0\" y=\"-6\" x=\"5e0\" t=\"2\"></detection>"          \
    "</particle>\n</Tracks>\n"

#define SPOT(id, frame, x, time)                                                                   \
    "<Spot ID=\"" id "\" name=\"a &gt; <b>\" FRAME=\"" frame "\" POSITION_X=\"" x                  \
    "\" POSITION_Y=\"2\" POSITION_Z=\"0.0\" POSITION_T=\"" time "\" QUALITY=\"NaN\" />\n"
#define EDGE(from, to) "<Edge SPOT_SOURCE_ID=\"" from "\" SPOT_TARGET_ID=\"" to "\" />\n"
#define TRACK(id, edges) "<Track name=\"T\" TRACK_ID=\"" id "\">\n" edges "</Track>\n"
#define MODEL(tracks, filtered)                                                                    \
    "<TrackMate version=\"7.11\">\n<Log><![CDATA[ <Spot ID=\"1\"/> ]]></Log>\n<Model>\n"           \
    "<AllSpots nspots=\"5\">\n<SpotsInFrame frame=\"0\">\n" SPOT("30", "0", "1", "0.0")            \
        SPOT("20", "0", "11", "0.0")                                                               \
            SPOT("10", "0", "99", "0.0") "</SpotsInFrame>\n<SpotsInFrame frame=\"1\">\n" SPOT(     \
                "21", "1", "2", "0.25")                                                            \
                SPOT("31", "1", "12", "0.25") "</SpotsInFrame>\n</AllSpots>\n<AllTracks>\n" tracks \
                                              "</AllTracks>\n" filtered                            \
                                              "</Model>\n<Settings />\n</TrackMate>\n"
#define TWO TRACK("0", EDGE("30", "21")) TRACK("7", EDGE("31", "20"))

static void test_exported_tracks_and_whole_files_are_read(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        double fps;
        const char *tracks;
    } rows[] = {
        {EXPORTED, 0, "flock@0(0): 0 1.5,-2\nflock@1(2): 0 4,-3 1 5,6\n"},
        {EXPORTED, 10, "flock@0(0): 0 1.5,-2\nflock@0.2(2): 0 4,-3 1 5,6\n"},
        {MODEL(TWO, ""), 0, "flock@0(0): 0 1,-2 7 11,-2\nflock@0.25(1): 0 2,-2 7 12,-2\n"},
        {MODEL(TWO, "<FilteredTracks><TrackID TRACK_ID=\"7\" /></FilteredTracks>"), 0,
         "flock@0(0): 7 11,-2\nflock@0.25(1): 7 12,-2\n"},
        {MODEL(TWO, "<FilteredTracks />"), 0, "there are no tracks in it"},
        {MODEL("", ""), 0, "there are no tracks in it"},
        {MODEL(TRACK("0", EDGE("30", "99")), ""), 0, "expected an Edge between two spots"},
        {MODEL(TRACK("0", EDGE("30", "21")) TRACK("1", EDGE("30", "31")), ""), 0,
         "of which no other track has one"},
        {MODEL(TRACK("0", EDGE("30", "21") EDGE("30", "31")), ""), 0,
         "track 0 has two spots in frame 1, another one on line "},
        {"", 0, "the file has no tags: expected XML of TrackMate"},
        {"id,t,x,y\n1,2,3,4\n", 0, "the file has no tags"},
        {"<html></html>", 0, "line 1, column 1: found \"html\", expected Tracks or TrackMate"},
        {"<Tracks><detection t=\"0\" x=\"1\" y=\"1\"/></Tracks>", 0, "a particle around"},
        {"<Tracks><particle><detection t=\"0\" x=\"1\" y=\"NaN\"/></particle></Tracks>", 0,
         "expected a detection with a frame t and numbers x, y and z"},
        {"<Tracks><particle><detection t=\"0.5\" x=\"1\" y=\"1\"/></particle></Tracks>", 0,
         "expected a detection with a frame t"},
        {"<Tracks><particle><detection x=\"1\" y=\"1\"/></particle></Tracks>", 0,
         "expected a detection with a frame t"},
        {"<Tracks><particle>\n<detection x=\"1", 0, "line 2, column 1: found \"detection x="},
        {"<Tracks><particle>\n", 0, "the file is cut: it ends before </Tracks>"},
    };
    for (size_t k = 0; k < LENGTH(rows); k++) {
        covey_input_def def = xml();
        def.fps = rows[k].fps;
        const char *found = tracks_text(&def, rows[k].text);
        if (strcmp(found, rows[k].tracks) != 0 && strstr(found, rows[k].tracks) == NULL)
            fail_msg("row %zu: %s", k, found);
    }
}

static void test_tracks_in_space_have_three_axes(void **state)
{
    (void)state;
    covey_input_def def = xml();
    assert_string_equal(tracks_text(&def, "<Tracks><particle><detection t=\"0\" x=\"1\" y=\"2\" "
                                          "z=\"3\"/><detection t=\"1\" x=\"1\" y=\"2\" z=\"4\"/>"
                                          "</particle></Tracks>"),
                        "flock@0(0): 0 1,2,3\nflock@1(1): 0 1,2,4\n");
}

/// No cut of a file is read as a whole one.
static void test_every_cut_is_refused(void **state)
{
    (void)state;
    static const char *const texts[] = {EXPORTED, MODEL(TWO, "")};
    for (size_t k = 0; k < LENGTH(texts); k++) {
        const size_t size = strlen(texts[k]);
        for (size_t cut = 0; cut + 2 < size; cut++) { // without the last ">\n"
            char *text = strndup(texts[k], cut);
            covey_input_def def = xml();
            assert_null(strstr(tracks_text(&def, text), "flock"));
            free(text);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_exported_tracks_and_whole_files_are_read),
        cmocka_unit_test(test_tracks_in_space_have_three_axes),
        cmocka_unit_test(test_every_cut_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
