// SPDX-License-Identifier: MIT
// Profiles by the program: found by hand, of runs and of their records.
#include "support/files.h"
#include "support/program.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static char *rows_of(const char *path)
{
    size_t size;
    char *text = files_read(path, &size);
    assert_non_null(text);
    files_drop_comments(text);
    return text;
}

/// Takes all lines without this word out of a text.
static void keep_lines(char *text, const char *word)
{
    char *to = text;
    for (char *at = text; *at != '\0';) {
        size_t size = strcspn(at, "\n");
        size += at[size] == '\n';
        const char *found = strstr(at, word);
        bool is_kept = found != NULL && found < at + size;
        if (is_kept)
            memmove(to, at, size);
        to += is_kept ? size : 0;
        at += size;
    }
    *to = '\0';
}

static void test_profiles_of_few_are_found_by_hand(void **state)
{
    (void)state;
    static const char tracks[] = "t,id,x,y,vx,vy\n0,1,0,0,1,0\n0,2,0,3,-1,0\n"
                                 "1,1,0,0,1,0\n1,2,0,3,3,0\n1,3,4,3,2,0\n";
    // at 0: u = 1, -1. At 1: u = -1, 1, 0 and c0 = 2/3: -3/2 at 3; 0 at 4 and 5.
    static const char correlation[] = "0,0,flock,correlation,3,-1,1\n"
                                      "1,1,flock,correlation,3,-1.5,1\n"
                                      "1,1,flock,correlation,5,0,2\n";
    static const char *const options[][2] = {{"--bin", "2"}, {"--link", "8"}};
    for (int k = 0; k < 2; k++) {
        char *rows = program_output(&(program_case){
            .arguments = {"measure", "-", "--profiles", options[k][0], options[k][1]},
            .with.input = tracks});
        const char *head = k == 0 ? "# link 6\n" : "# link 8\n"; // 6 is twice the distance at first
        assert_true(strncmp(rows, head, 9) == 0);
        assert_true(strncmp(rows + 9, "step,t,set,profile,x,value,count\n", 33) == 0);
        keep_lines(rows, ",correlation,");
        assert_string_equal(rows, correlation);
        free(rows);
    }
    char *sizes = program_output(&(program_case){
        .arguments = {"measure", "-", "--profiles", "--link", "3"}, .with.input = tracks});
    keep_lines(sizes, ",group_sizes,");
    assert_string_equal(sizes, "0,0,flock,group_sizes,2,1,1\n1,1,flock,group_sizes,1,1,1\n"
                               "1,1,flock,group_sizes,2,1,1\n");
    free(sizes);
}

/// A table of agents joins with the trajectory, and names agents as it does.
static void test_agents_have_rows_of_their_own(void **state)
{
    (void)state;
    static const char tracks[] = "time,animal,x,y\n0,ada,0,0\n0,bob,0,3\n0,\"c,d\",9,9\n"
                                 "1,ada,1,0\n1,bob,1,3\n1,\"c,d\",9,8\n";
    static const char rows[] =
        "# link 4\nset,t,id,cluster,cluster_size,neighbors,nearest,bearing,local_order,"
        "voronoi,label\n"
        "flock,0,0,0,2,1,3,1.5707963267948966,1,,ada\n"
        "flock,0,1,0,2,1,3,-1.5707963267948966,1,,bob\n"
        "flock,0,2,1,1,0,10.816653826391969,-0.982793723247329,1,,\"c,d\"\n"
        "flock,1,0,0,2,1,3,1.5707963267948966,1,,ada\n"
        "flock,1,1,0,2,1,3,-1.5707963267948966,1,,bob\n"
        "flock,1,2,1,1,0,9.433981132056603,-1.0121970114513341,1,,\"c,d\"\n";
    program_expect(&(program_case){.arguments = {"measure", "-", "--agents", "--link", "4"},
                                   .with.input = tracks,
                                   .out = rows});
    const char *first = files_path("one.agents"), *csv = files_path("one.csv");
    program_expect(&(program_case){.arguments = {"run", "torus-2", "--steps=4", "--every=2",
                                                 "--quiet", "-o", csv, "--measure", first}});
    char *one = rows_of(first);
    process again = program_run(&(program_case){.arguments = {"measure", csv, "--agents"}});
    files_drop_comments(again.output.bytes);
    assert_string_equal(again.output.bytes, one);
    process_free(&again);
    free(one);
}

/// Two agents around a torus of ten, three a frame, one of them unseen in the last but one frame.
/// The first heading of each is that of the way to the second place, and no turn.
static void test_lags_go_around_seams(void **state)
{
    (void)state;
    static const char tracks[] = "t,id,x,y\n0,1,8,1\n0,2,8,2\n1,1,11,1\n1,2,1,2\n"
                                 "2,1,14,1\n3,1,17,1\n3,2,7,2\n";
    program_expect(
        &(program_case){.arguments = {"measure", "-", "--torus", "10,10", "--lags", "2"},
                        .with.input = tracks,
                        .out = "set,profile,lag,value,count\nflock,displacement,1,9,4\n"
                               "flock,displacement,2,36,2\nflock,relative_displacement,1,0,2\n"
                               "flock,heading_memory,1,1,2\nflock,heading_memory,2,1,1\n"
                               "flock,diffusion,1,2.25,4\nflock,diffusion,2,4.5,2\n"
                               "flock,turning_rate,1,0,2\nflock,turning_rate,2,0,1\n"
                               "flock,turning_rate_sd,1,0,2\nflock,turning_rate_sd,2,0,1\n"});
    program_expect_message(&(program_case){.arguments = {"measure", "-", "--lags", "5"},
                                           .with.input = "t,id,x,y\n0,1,0,0\n1,1,1,0\n2.5,1,3,0\n",
                                           .code = 65,
                                           .says = "the frame at 2.5 is due at 2"});
    program_expect_message(&(program_case){.arguments = {"measure", "-", "--lags", "1001"},
                                           .with.input = tracks,
                                           .code = 64,
                                           .says = "--lags 1001"});
}

/// Frames of a clock at 0, 1, 2, 60 and 200 s: the last two are behind gaps.
static void test_lags_of_dated_tracks_skip_gaps(void **state)
{
    (void)state;
    static const char tracks[] =
        "timestamp,id,x,y\n2009-05-27 14:00:00,1,0,0\n2009-05-27 14:00:01,1,1,0\n"
        "2009-05-27 14:00:02,1,2,0\n2009-05-27 14:01:00,1,60,0\n2009-05-27 14:03:20,1,200,0\n";
    program_expect(&(program_case){.arguments = {"measure", "-", "--lags", "2"},
                                   .with.input = tracks,
                                   .out =
                                       "set,profile,lag,value,count\nflock,displacement,1,1,2\n"
                                       "flock,displacement,2,4,1\n"
                                       "flock,heading_memory,1,1,1\n"
                                       "flock,diffusion,1,0.25,2\nflock,diffusion,2,0.5,1\n"
                                       "flock,turning_rate,1,0,1\nflock,turning_rate_sd,1,0,1\n"});
}

/// Agent 2 turns a frame after agent 1, in a step of a clock that ticks every half.
static void test_delays_tell_which_agent_leads(void **state)
{
    (void)state;
    static const char tracks[] =
        "t,id,x,y,vx,vy\n0,1,0,0,1,0\n0,2,5,5,1,0\n0.5,1,1,0,0,1\n0.5,2,6,5,1,0\n"
        "1,1,1,1,-1,0\n1,2,6,6,0,1\n1.5,1,0,1,0,-1\n1.5,2,5,6,-1,0\n";
    program_expect(&(program_case){.arguments = {"measure", "-", "--delays", "2"},
                                   .with.input = tracks,
                                   .out = "set,a,b,delay,correlation,count\n"
                                          "flock,1,2,0.5,1,3\n"});
    program_expect_message(&(program_case){.arguments = {"measure", "-", "--delays", "0"},
                                           .with.input = tracks,
                                           .code = 64,
                                           .says = "--delays 0"});
    program_expect_message(
        &(program_case){.arguments = {"measure", "-", "--delays", "2", "-o", "/dev/full"},
                        .with.input = tracks,
                        .code = 74,
                        .says = "cannot write /dev/full"});
}

/// The second turns to the left by a right angle while it doubles its speed.
static void test_motion_is_told_frame_by_frame(void **state)
{
    (void)state;
    static const char tracks[] = "t,id,x,y,vx,vy\n0,1,0,0,1,0\n0,2,5,5,1,0\n0.5,1,1,0,1,0\n"
                                 "0.5,2,6,5,0,2\n1,2,6,6,0,2\n";
    program_expect(&(program_case){
        .arguments = {"measure", "-", "--motion"},
        .with.input = tracks,
        .out = "set,t,id,speed,acceleration,turning_rate\nflock,0,1,1,,\nflock,0,2,1,,\n"
               "flock,0.5,1,1,0,0\nflock,0.5,2,2,4.47213595499958,3.141592653589793\n"
               "flock,1,2,2,0,0\n"});
    program_expect_message(
        &(program_case){.arguments = {"measure", "-", "--motion", "-o", "/dev/full"},
                        .with.input = tracks,
                        .code = 74,
                        .says = "cannot write /dev/full"});
}

/// The first sees the second ahead and to the left; the second sees it behind.
static void test_maps_tell_where_neighbors_stand(void **state)
{
    (void)state;
    static const char tracks[] = "t,id,x,y,vx,vy\n0,1,1,1,1,0\n0,2,12,1.1,1,0\n";
    program_case job = {
        .arguments = {"measure", "-", "--map", "2", "--bin", "1", "--torus", "10,10"},
        .with.input = tracks};
    process covey = program_run(&job);
    assert_int_equal(covey.code, 0);
    assert_non_null(strstr(covey.output.bytes, "set,bearing,distance,density,count\nflock,-3.05"));
    assert_non_null(strstr(covey.output.bytes, "\nflock,0.0872664625997,1.5,1.9098593171027"));
    int lines = 0, seen = 0;
    for (const char *at = covey.output.bytes; (at = strchr(at, '\n')) != NULL; at++) {
        lines++;
        seen += at[-1] == '1' && at[-2] == ',';
    }
    assert_true(lines == 1 + 72 && seen == 2);
    process_free(&covey);
    program_expect_message(
        &(program_case){.arguments = {"measure", "-", "--map", "6", "--torus", "10,10"},
                        .with.input = tracks,
                        .code = 65,
                        .says = "a map to the distance 6 is too large"});
    program_expect_message(
        &(program_case){.arguments = {"measure", "-", "--map", "6", "--bin", "0.001"},
                        .with.input = tracks,
                        .code = 64,
                        .says = "--map 6 has 1 to 1000 bins"});
    program_expect_message(&(program_case){.arguments = {"measure", "-", "--map", "0"},
                                           .with.input = tracks,
                                           .code = 64,
                                           .says = "--map 0"});
}

/// A run writes the same profiles on any number of threads, and its recording gives them again.
static void test_profiles_of_a_run_are_those_of_its_recording(void **state)
{
    (void)state;
    const char *first = files_path("one.profiles"), *second = files_path("two.profiles"),
               *csv = files_path("recorded.csv");
    program_expect(&(program_case){.arguments = {"run", "couzin-mill", "--steps=20", "--every=10",
                                                 "--quiet", "--threads=1", "-o", csv, "--set",
                                                 "measures.bin=0.5", "--measure", first}});
    program_expect(
        &(program_case){.arguments = {"run", "couzin-mill", "--steps=20", "--every=10", "--quiet",
                                      "--threads=3", "-o", second, "--set", "measures.bin=0.5"}});
    char *one = rows_of(first), *two = rows_of(second);
    assert_true(strncmp(one, "step,t,set,profile,x,value,count\n0,0,couzin,correlation,", 56) == 0);
    assert_non_null(strstr(one, "\n20,"));
    assert_string_equal(one, two);
    process covey = program_run(&(program_case){.arguments = {"measure", csv, "--profiles"}});
    files_drop_comments(covey.output.bytes);
    assert_string_equal(covey.output.bytes, one);
    process_free(&covey);
    program_expect(&(program_case){.arguments = {"measure", csv, "--bin=1", "-o", second}});
    char *wider = rows_of(second);
    assert_true(strlen(wider) < strlen(one));
    assert_non_null(strstr(wider, ",correlation,0.5,"));
    free(one);
    free(two);
    free(wider);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_profiles_of_few_are_found_by_hand),
        cmocka_unit_test(test_agents_have_rows_of_their_own),
        cmocka_unit_test(test_lags_go_around_seams),
        cmocka_unit_test(test_lags_of_dated_tracks_skip_gaps),
        cmocka_unit_test(test_delays_tell_which_agent_leads),
        cmocka_unit_test(test_motion_is_told_frame_by_frame),
        cmocka_unit_test(test_maps_tell_where_neighbors_stand),
        cmocka_unit_test(test_profiles_of_a_run_are_those_of_its_recording),
    };
    return cmocka_run_group_tests(tests, files_setup, files_teardown);
}
