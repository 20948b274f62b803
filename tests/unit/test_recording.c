// SPDX-License-Identifier: MIT
// Recordings in a viewer: the length at which clusters are linked is that of covey measure.
#include "view/recording.h"

#include "support/files.h"
#include "support/program.h"

#include <covey/format.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static double link_of(const char *path, double scale)
{
    covey_input_def def = covey_input_def_default();
    recording *made;
    covey_error error;
    def.path = path;
    def.scale = scale;
    assert_int_equal(recording_open(&def, 1000000, &made, &error), COVEY_OK);
    double link = made->link;
    recording_close(made);
    return link;
}

static void test_clusters_are_linked_as_the_scenario_of_the_file_says(void **state)
{
    (void)state;
    const char *path = files_path("run.csv");
    program_expect(&(program_case){
        .arguments = {"run", "torus-2", "--steps", "20", "--every", "10", "--quiet", "-o", path}});
    assert_true(link_of(path, 1.0) == 75.0); // of the preset; twice the nearest is longer
    assert_true(link_of(path, 0.5) == 37.5);
}

static void test_clusters_of_other_tracks_are_linked_at_twice_the_nearest(void **state)
{
    (void)state;
    const char *path = files_path("plain.csv");
    static const char text[] = "id,frame,x,y\n1,0,0,0\n2,0,3,4\n1,1,0,0\n2,1,3,4\n";
    files_write(path, text, sizeof text - 1);
    assert_true(fabs(link_of(path, 1.0) - 10.0) < 1e-12);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_clusters_are_linked_as_the_scenario_of_the_file_says),
        cmocka_unit_test(test_clusters_of_other_tracks_are_linked_at_twice_the_nearest),
    };
    return cmocka_run_group_tests(tests, files_setup, files_teardown);
}
