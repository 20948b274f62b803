// SPDX-License-Identifier: MIT
// Arrays in HDF5 that a path names, as in files of MATLAB 7.3, and files of movement. Places are
// those of write_tracks.py: node n of animal a in frame f is at (10 a + f + n, 2 f - n).
#include "covey/format.h"
#include "support/files.h"
#include "support/tracks.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define LENGTH(array) (sizeof(array) / sizeof(array)[0])
#define LAST "flock@2(2): 1 2,4\nflock@3(3): 1 3,6\n"
#define ALL "flock@0(0): 1 0,0 2 10,0\nflock@1(1): 1 1,2 2 11,2\n" LAST
#define ONE "flock@0(0): 1 0,0\nflock@1(1): 1 1,2\n" LAST

static void test_arrays_are_found_by_their_path(void **state)
{
    (void)state;
    static const char *const rows[][2] = {
        {"fish/all", ALL},
        {"/fish/all", ALL},
        {"fish/one", ONE},
        {"fish/rows", ONE},
        {"fish/square", "fish/square is not of frames, animals and 2 or 3 axes"},
        {"fish", "the file has no dataset fish"},
        {"dog", "the file has no dataset dog"},
    };
    covey_input_def def = covey_input_def_default();
    def.format = "h5md";
    def.path = tracks_make("matlab");
    if (def.path == NULL || !covey_format_find("h5md")->built)
        skip();
    for (size_t k = 0; k < LENGTH(rows); k++) {
        def.dataset = rows[k][0];
        const char *found = tracks_text(&def, NULL);
        if (strcmp(found, rows[k][1]) != 0 && strstr(found, rows[k][1]) == NULL)
            fail_msg("%s: %s", rows[k][0], found);
    }
    size_t size;
    char *bytes = files_read(def.path, &size);
    for (size_t cut = 0; cut < size; cut += size / 23) { // no cut crashes or is read as a whole
        const char *path = files_path("cut.h5");
        files_write(path, bytes, cut);
        covey_input_def part = def;
        part.path = path;
        part.dataset = "fish/all";
        assert_string_not_equal(tracks_text(&part, NULL), ALL);
    }
    free(bytes);
    def.format = "csv";
    assert_non_null(strstr(tracks_text(&def, "id,t,x,y\n1,0,0,0\n"), "csv has no datasets"));
}

static void test_files_of_movement_are_read(void **state)
{
    (void)state;
    static const char wanted[] = "flock@0(0): 0 0.5,-0.5 1 10.5,-0.5\n"
                                 "flock@0.1(1): 0 1,2 1 11.5,1.5\nflock@0.2(2): 0 2.5,3.5\n"
                                 "flock@0.3(3): 0 3,6\n";
    static const char *const kinds[] = {"movement", "movement-old"};
    for (size_t k = 0; k < LENGTH(kinds); k++) {
        covey_input_def def = covey_input_def_default();
        def.format = "h5md";
        def.y = COVEY_INPUT_Y_UP;
        def.likelihood = 0.6; // node 1 of animal 0 in frame 1 has 0.5
        def.path = tracks_make(kinds[k]);
        if (def.path == NULL || !covey_format_find("h5md")->built)
            skip();
        assert_string_equal(tracks_text(&def, NULL), wanted);
        def.y = COVEY_INPUT_Y_OF_FILE;
        def.likelihood = 0.0;
        def.fps = 1.0;
        assert_non_null(strstr(tracks_text(&def, NULL), "flock@1(1): 0 1.5,-1.5 1 11.5,-1.5\n"));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_arrays_are_found_by_their_path),
        cmocka_unit_test(test_files_of_movement_are_read),
    };
    return cmocka_run_group_tests(tests, files_setup, files_teardown);
}
