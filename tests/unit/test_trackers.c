// SPDX-License-Identifier: MIT
// The table of trackers: each row has a file here in each of its formats, which is found to be of
// that tracker and of no other.
#include "formats/trackers.h"

#include "support/files.h"
#include "support/tracks.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#define LENGTH(array) (sizeof(array) / sizeof(array)[0])

/// A table, or a kind of tests/support/write_tracks.py, and what is read of it: as it is written,
/// and mirrored if places are of pictures.
typedef struct example {
    const char *tracker, *format, *file, *tracks, *mirrored;
} example;

static const example examples[] = {
    {"DeepLabCut", "csv", "scorer,n,n\nbodyparts,nose,nose\ncoords,x,y\n0,1,2\n",
     "flock@0(0): 0 1,2\n", "flock@0(0): 0 1,-2\n"},
    {"TrackMate", "csv", "TRACK_ID,POSITION_X,POSITION_Y,FRAME\nTrack ID,X,Y,Frame\n7,1,2,0\n",
     "flock@0(0): 7 1,2\n", "flock@0(0): 7 1,-2\n"},
    {"SLEAP", "csv", "track,frame_idx,head.x,head.y,head.score\ntrack_0,0,1,2,0.9\n",
     "flock@0(0): 0 1,2\n", "flock@0(0): 0 1,-2\n"},
    {"SLEAP", "h5md", "sleap",
     "flock@0(0): 0 0.5,-0.5 1 10.5,-0.5\nflock@1(1): 0 1.5,1.5 1 11.5,1.5\n"
     "flock@2(2): 0 2.5,3.5\nflock@3(3): 0 3,6\n",
     "flock@0(0): 0 0.5,0.5 1 10.5,0.5\nflock@1(1): 0 1.5,-1.5 1 11.5,-1.5\n"
     "flock@2(2): 0 2.5,-3.5\nflock@3(3): 0 3,-6\n"},
    {"trackpy", "csv", ",y,x,mass,frame,particle\n0,2,1,10,0,7\n", "flock@0(0): 7 1,2\n",
     "flock@0(0): 7 1,-2\n"},
    {"Movebank", "csv",
     "individual-local-identifier,timestamp,utm-easting,utm-northing,heading,ground-speed\n"
     "gull,2020-01-01 00:00:00,1,2,90,3\n",
     "flock@0(0): 0 1,2 3,0\n", NULL},
    {"TRex", "csv", "frame,X#wcentroid (cm),Y#wcentroid (cm)\n0,1,2\n1,inf,inf\n",
     "flock@0(0): 0 1,2\n", "flock@0(0): 0 1,-2\n"},
    {"TRex", "npy", "trex", "flock@0(0): 0 0,0\nflock@1(1): 0 1,2\n",
     "flock@0(0): 0 0,0\nflock@1(1): 0 1,-2\n"},
    {"idtracker.ai", "csv", "seconds,x1,y1,x2,y2\n0,1,2,nan,nan\n", "flock@0(0): 1 1,2\n",
     "flock@0(0): 1 1,-2\n"},
    {"idtracker.ai", "h5md", "idtracker",
     "flock@0(0): 1 0,0 2 10,0\nflock@0.04(1): 1 1,2 2 11,2\nflock@0.08(2): 1 2,4\n"
     "flock@0.12(3): 1 3,6\n",
     "flock@0(0): 1 0,0 2 10,0\nflock@0.04(1): 1 1,-2 2 11,-2\nflock@0.08(2): 1 2,-4\n"
     "flock@0.12(3): 1 3,-6\n"},
    {"any other program", "csv", "t,id,x,y\n0,7,1,2\n", "flock@0(0): 7 1,2\n", NULL},
};

/// The example of a row in a format; fails without one.
static const example *example_of(const covey_tracker *tracker, const char *format)
{
    for (size_t k = 0; k < LENGTH(examples); k++)
        if (strcmp(examples[k].tracker, tracker->name) == 0 &&
            strcmp(examples[k].format, format) == 0)
            return &examples[k];
    fail_msg("the tracker %s has no example in the format %s", tracker->name, format);
    return NULL;
}

/// Reads an example as it is written, and as its tracker means it.
static void check_read(const covey_tracker *tracker, const example *of)
{
    covey_input_def def = covey_input_def_default();
    bool table = strcmp(of->format, "csv") == 0;
    def.format = of->format;
    def.path = table ? NULL : tracks_make(of->file);
    assert_true(tracker->pixels == (of->mirrored != NULL));
    if ((!table && def.path == NULL) || !covey_format_find(of->format)->built)
        return;
    const char *text = table ? of->file : NULL;
    assert_string_equal(tracks_text(&def, text), tracker->pixels ? of->mirrored : of->tracks);
    def.y = COVEY_INPUT_Y_UP;
    assert_string_equal(tracks_text(&def, text), of->tracks);
    def.y = COVEY_INPUT_Y_DOWN;
    if (tracker->pixels)
        assert_string_equal(tracks_text(&def, text), of->mirrored);
    else
        assert_string_not_equal(tracks_text(&def, text), of->tracks);
}

/// All rows but the last, which is of tables of no tracker, are asked for each table.
static void test_a_table_is_of_its_tracker_and_of_no_other(void **state)
{
    (void)state;
    static covey_csv_fields header;
    const covey_tracker *tracker, *other;
    for (int k = 0; (tracker = covey_trackers_at(k)) != NULL; k++) {
        const example *of = example_of(tracker, "csv");
        header.line = (covey_line){of->file, strcspn(of->file, "\n"), 1, 0, true, false};
        covey_csv_columns columns;
        assert_int_equal(covey_csv_fields_separate(&header, NULL), COVEY_OK);
        assert_int_equal(covey_csv_fields_split(&header, NULL), COVEY_OK);
        assert_int_equal(covey_csv_columns_find(&columns, &header, false, NULL), COVEY_OK);
        assert_string_equal(columns.tracker->name, tracker->name);
        for (int j = 0; (other = covey_trackers_at(j)) != NULL && covey_trackers_at(j + 1); j++)
            assert_int_equal(covey_csv_columns_are_of(&columns, &header, false, other), j == k);
        check_read(tracker, of);
    }
}

static void test_arrays_are_of_their_tracker(void **state)
{
    (void)state;
    const covey_tracker *tracker;
    for (int k = 0; (tracker = covey_trackers_at(k)) != NULL; k++) {
        if (tracker->places.name != NULL)
            check_read(tracker, example_of(tracker, "h5md"));
        if (tracker->arrays != NULL)
            check_read(tracker, example_of(tracker, "npy"));
    }
}

/// Fails if a row behind row k has a word of its names of a role, too.
static void check_names(int k, int role)
{
    const covey_tracker *other;
    const char *at = covey_trackers_at(k)->names[role];
    while (at != NULL && at[1] != '\0') {
        char word[40] = " ";
        size_t size = strcspn(at + 1, " ");
        assert_true(at[0] == ' ' && size > 0 && size + 3 <= sizeof word);
        memcpy(word + 1, at + 1, size);
        memcpy(word + 1 + size, " ", 2);
        at += 1 + size;
        assert_non_null(strchr(at, ' '));
        for (int j = k + 1; (other = covey_trackers_at(j)) != NULL; j++)
            if (other->names[role] != NULL && strstr(other->names[role], word) != NULL)
                fail_msg("%s and %s both have the name%s", covey_trackers_at(k)->name, other->name,
                         word);
    }
}

static void test_a_name_of_a_column_is_in_one_row(void **state)
{
    (void)state;
    for (int k = 0; covey_trackers_at(k) != NULL; k++)
        for (int role = 0; role < COVEY_CSV_ROLES; role++)
            check_names(k, role);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_table_is_of_its_tracker_and_of_no_other),
        cmocka_unit_test(test_arrays_are_of_their_tracker),
        cmocka_unit_test(test_a_name_of_a_column_is_in_one_row),
    };
    return cmocka_run_group_tests(tests, files_setup, files_teardown);
}
