// SPDX-License-Identifier: MIT
// Every format: written values are read bit for bit, files are locked, a run that goes on gives the
// file of a run without a break.
#define _POSIX_C_SOURCE 200809L
#include "covey/format.h"
#include "covey/world.h"
#include "support/files.h"
#include "support/world.h"

#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

enum { MOST_FORMATS = 64 };

/// The format of an index if this library has it with files; NULL for others, *end at the end.
static const covey_format *format_at(int index, bool *end)
{
    const covey_format *format = covey_format_at(index);
    *end = format == NULL;
    bool fits = format != NULL && format->built && format->writes;
    return fits && format->suffix[0] != '\0' ? format : NULL;
}

static void test_written_values_are_read_bit_for_bit(void **state)
{
    (void)state;
    bool end = false;
    int formats = 0;
    for (int k = 0; !end; k++) {
        const covey_format *format = format_at(k, &end);
        if (format == NULL || !format->reads)
            continue;
        covey_status status;
        covey_error error;
        const char *path = files_make("round", format, 20, NULL);
        assert_int_equal(files_count_frames(path, &status, &error), 21);
        assert_int_equal(status, COVEY_OK);
        covey_input_def def = covey_input_def_default();
        def.path = path;
        covey_input *input;
        const covey_frame_set *sets;
        int count;
        assert_int_equal(covey_input_open(&def, &input, &error), COVEY_OK);
        assert_int_equal(covey_input_next(input, &sets, &count, &error), COVEY_OK);
        covey_provenance told = covey_input_provenance(input), made = files_def(path).provenance;
        assert_string_equal(told.version, covey_version_text());
        assert_string_equal(told.scenario, made.scenario);
        assert_true(told.seed == made.seed && told.dt == made.dt);
        covey_input_close(input);
        formats++;
    }
    assert_true(formats >= 2);
}

/// Waits until the clock tells another second, the unit in which HDF5 stores times.
static void await_another_second(void)
{
    const time_t before = time(NULL);
    while (time(NULL) == before)
        (void)nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
}

static void test_files_of_equal_runs_are_equal_whenever_they_are_written(void **state)
{
    (void)state;
    bool end = false;
    char *first[MOST_FORMATS];
    size_t first_size[MOST_FORMATS], size;
    for (int k = 0; !end; k++) {
        const covey_format *format = format_at(k, &end);
        assert_in_range(k, 0, MOST_FORMATS - 1);
        first[k] = format == NULL
                       ? NULL
                       : files_read(files_make("early", format, 4, NULL), &first_size[k]);
    }
    await_another_second();
    end = false;
    for (int k = 0; !end; k++) {
        const covey_format *format = format_at(k, &end);
        if (format == NULL)
            continue;
        char *second = files_read(files_make("late", format, 4, NULL), &size);
        assert_int_equal(size, first_size[k]);
        assert_memory_equal(second, first[k], size);
        free(second);
        free(first[k]);
    }
}

static void test_a_refusal_of_one_file_leaves_all(void **state)
{
    (void)state;
    const covey_format *csv = covey_format_find("csv"), *xyz = covey_format_find("extxyz");
    covey_output_def defs[2] = {files_def(files_make("first", csv, 3, NULL)),
                                files_def(files_make("second", xyz, 3, NULL))};
    size_t before[2], after[2];
    covey_output *other = files_open(&defs[1]), *outputs[2];
    for (int k = 0; k < 2; k++)
        free(files_read(defs[k].path, &before[k]));
    assert_int_equal(covey_output_open_all(defs, 2, outputs, NULL), COVEY_LOCKED);
    assert_true(outputs[0] == NULL && outputs[1] == NULL);
    assert_int_equal(covey_output_close(other, NULL), COVEY_OK);
    for (int k = 0; k < 2; k++) {
        free(files_read(defs[k].path, &after[k]));
        assert_int_equal(after[k], before[k]);
    }
    assert_int_equal(covey_output_open_all(defs, 2, outputs, NULL), COVEY_OK);
    for (int k = 0; k < 2; k++)
        assert_int_equal(covey_output_close(outputs[k], NULL), COVEY_OK);
}

static void test_going_on_with_something_else_leaves_it_alone(void **state)
{
    (void)state;
    static const char note[] = "a note\nfor myself\n";
    bool end = false;
    for (int k = 0; !end; k++) {
        const covey_format *format = format_at(k, &end);
        if (format == NULL)
            continue;
        covey_output_def def = files_def(files_path_for("note", format));
        files_write(def.path, note, sizeof note - 1);
        const covey_bookmark bookmark = {.step = 0, .bytes = 7, .crc = 1};
        def.resume = &bookmark;
        covey_output *output;
        covey_error error;
        size_t size;
        assert_int_equal(covey_output_open(&def, &output, &error), COVEY_INPUT);
        assert_null(output);
        char *left = files_read(def.path, &size);
        assert_string_equal(left, note);
        free(left);
    }
}

static void test_a_file_has_one_writer(void **state)
{
    (void)state;
    bool end = false;
    for (int k = 0; !end; k++) {
        const covey_format *format = format_at(k, &end);
        if (format == NULL)
            continue;
        covey_bookmark marks[4];
        covey_output_def def = files_def(files_make("locked", format, 3, marks));
        def.resume = &marks[3];
        covey_output *first = files_open(&def), *second;
        covey_error error;
        size_t before, after;
        free(files_read(def.path, &before));
        def.resume = NULL; // would empty the file
        assert_int_equal(covey_output_open(&def, &second, &error), COVEY_LOCKED);
        assert_int_equal(covey_status_exit(error.status), 75);
        free(files_read(def.path, &after));
        assert_int_equal(after, before);
        assert_int_equal(covey_output_close(first, NULL), COVEY_OK);
        assert_int_equal(covey_output_close(files_open(&def), NULL), COVEY_OK);
    }
}

static volatile sig_atomic_t held; ///< a file that this program has locked

static void let_go(int signal)
{
    (void)signal;
    (void)flock(held, LOCK_UN);
}

static void test_a_lock_that_was_waited_for_leaves_no_error(void **state)
{
    (void)state;
    if (!covey_format_find("h5md")->built)
        skip();
    covey_output_def def = files_def(files_path("waits.h5md"));
    const struct sigaction freeing = {.sa_handler = let_go};
    const struct itimerval soon = {.it_value = {.tv_usec = 50000}}; // the lock is tried for longer
    covey_output *output;
    covey_error error = {0};
    held = open(def.path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    assert_true(held >= 0 && flock(held, LOCK_EX) == 0);
    assert_int_equal(sigaction(SIGALRM, &freeing, NULL), 0);
    assert_int_equal(setitimer(ITIMER_REAL, &soon, NULL), 0);
    assert_int_equal(covey_output_open(&def, &output, &error), COVEY_OK);
    assert_int_equal(error.status, COVEY_OK);
    assert_string_equal(error.message, "");
    assert_int_equal(covey_output_close(output, NULL), COVEY_OK);
    (void)close(held);
}

// ---- Known bytes ----

static const covey_id tiny_ids[] = {1, 0};
static const double tiny_x[] = {0.1, -1e300}, tiny_y[] = {5, 0};
static const double tiny_vx[] = {-1, 3}, tiny_vy[] = {-0.0, 4};

static void check_bytes(const char *name, covey_space space, const char *expected)
{
    covey_output_def def = covey_output_def_default();
    def.path = files_path(name);
    def.provenance = (covey_provenance){"0.0.0", "say: \"hi\"\n", 7, 0.5};
    covey_output *output = files_open(&def);
    covey_frame_set set = {.set = "birds",
                           .space = space,
                           .count = 2,
                           .id = tiny_ids,
                           .pos = {tiny_x, tiny_y},
                           .vel = {tiny_vx, tiny_vy}};
    for (set.step = 0; set.step < 4; set.step += 3) {
        set.time = 0.5 * (double)set.step;
        assert_int_equal(covey_output_put(output, &set, 1, NULL), COVEY_OK);
    }
    assert_int_equal(covey_output_close(output, NULL), COVEY_OK);
    size_t size;
    char *bytes = files_read(def.path, &size);
    assert_string_equal(bytes, expected);
    free(bytes);
}

static void test_csv_has_the_documented_bytes(void **state)
{
    (void)state;
    check_bytes("tiny.csv", covey_space_torus(10, 20.5),
                "# covey 0.0.0\n# seed 7\n# dt 0.5\n# | say: \"hi\"\n"
                "set,t,id,x,y,vx,vy,heading,speed\n# torus 10 20.5\n# agents 2\n"
                "birds,0,0,-1e+300,0,3,4,0.9272952180016122,5\n"
                "birds,0,1,0.1,5,-1,-0,3.141592653589793,1\n"
                "birds,1.5,0,-1e+300,0,3,4,0.9272952180016122,5\n"
                "birds,1.5,1,0.1,5,-1,-0,3.141592653589793,1\n");
}

static void test_extxyz_has_the_documented_bytes(void **state)
{
    (void)state;
    check_bytes("tiny.xyz", covey_space_torus(10, 20.5),
                "2\nLattice=\"10 0 0 0 20.5 0 0 0 1\" "
                "Properties=species:S:1:pos:R:3:velo:R:3:id:I:1 pbc=\"T T F\" Time=0 step=0 "
                "covey=\"0.0.0\" seed=7 dt=0.5 scenario=\"say: \\\"hi\\\"\\n\"\n"
                "birds -1e+300 0 0 3 4 0 0\nbirds 0.1 5 0 -1 -0 0 1\n"
                "2\nLattice=\"10 0 0 0 20.5 0 0 0 1\" "
                "Properties=species:S:1:pos:R:3:velo:R:3:id:I:1 pbc=\"T T F\" Time=1.5 step=3\n"
                "birds -1e+300 0 0 3 4 0 0\nbirds 0.1 5 0 -1 -0 0 1\n");
}

static void test_an_open_plane_has_no_lattice(void **state)
{
    (void)state;
    check_bytes("open.xyz", covey_space_open(),
                "2\nProperties=species:S:1:pos:R:3:velo:R:3:id:I:1 pbc=\"F F F\" Time=0 step=0 "
                "covey=\"0.0.0\" seed=7 dt=0.5 scenario=\"say: \\\"hi\\\"\\n\"\n"
                "birds -1e+300 0 0 3 4 0 0\nbirds 0.1 5 0 -1 -0 0 1\n"
                "2\nProperties=species:S:1:pos:R:3:velo:R:3:id:I:1 pbc=\"F F F\" Time=1.5 step=3\n"
                "birds -1e+300 0 0 3 4 0 0\nbirds 0.1 5 0 -1 -0 0 1\n");
}

static void test_csv_tells_the_space_where_any_side_differs(void **state)
{
    (void)state;
    covey_output_def def = files_def(files_path("sides.csv"));
    def.provenance.version = "";
    covey_output *output = files_open(&def);
    const covey_space spaces[] = {covey_space_torus(10, 20), covey_space_torus(10, 20),
                                  covey_space_torus(10, 30), covey_space_torus(11, 30),
                                  covey_space_open()};
    for (uint64_t step = 0; step < sizeof spaces / sizeof *spaces; step++) {
        const covey_frame_set set = {.set = "a",
                                     .step = step,
                                     .time = (double)step,
                                     .space = spaces[step],
                                     .count = 1,
                                     .id = tiny_ids,
                                     .pos = {tiny_x, tiny_y}};
        assert_int_equal(covey_output_put(output, &set, 1, NULL), COVEY_OK);
    }
    assert_int_equal(covey_output_close(output, NULL), COVEY_OK);
    size_t size;
    char *bytes = files_read(def.path, &size), told[200] = "";
    for (char *line = strtok(bytes, "\n"); line != NULL; line = strtok(NULL, "\n"))
        if (line[0] == '#')
            (void)strcat(told, line);
    assert_string_equal(told, "# torus 10 20# agents 1# torus 10 30# torus 11 30# open");
    free(bytes);
}

// ---- Digest and null ----

/// The flocks of a world as sets.
static void sets_of(const covey_world *world, covey_frame_set sets[2])
{
    for (int k = 0; k < 2; k++) {
        covey_view view = covey_world_view(world, k);
        sets[k] = (covey_frame_set){.set = k == 0 ? "a" : "b",
                                    .step = view.step,
                                    .time = (double)view.step,
                                    .space = view.space,
                                    .count = view.count,
                                    .id = view.id,
                                    .pos = {view.pos[0], view.pos[1]},
                                    .vel = {view.vel[0], view.vel[1]}};
    }
}

static void test_digest_is_the_hash_of_the_world(void **state)
{
    (void)state;
    covey_world_def world_def = covey_world_def_default();
    covey_world *world = test_world_create(&world_def);
    covey_flock_def flock = covey_flock_def_default();
    flock.count = 50;
    (void)test_world_add(world, &flock);
    flock.name = "other";
    flock.count = 7;
    (void)test_world_add(world, &flock);
    covey_output_def def = files_def(files_path("x.digest"));
    def.provenance = (covey_provenance){"0.0.0", "say: \"hi\"\n", 7, 0.5};
    covey_output *output = files_open(&def);
    char expected[300] = "# covey 0.0.0\n# seed 7\n# dt 0.5\n# | say: \"hi\"\n";
    for (int k = 0; k < 3; k++) {
        covey_frame_set sets[2];
        sets_of(world, sets);
        assert_int_equal(covey_output_put(output, sets, 2, NULL), COVEY_OK);
        size_t used = strlen(expected);
        (void)snprintf(expected + used, sizeof expected - used, "%d %016llx\n", k,
                       (unsigned long long)covey_world_hash(world));
        test_world_steps(world, 1, 0.1);
    }
    assert_int_equal(covey_output_close(output, NULL), COVEY_OK);
    size_t size;
    char *bytes = files_read(def.path, &size);
    assert_string_equal(bytes, expected);
    free(bytes);
    covey_world_destroy(world);
}

static void test_null_takes_everything_and_makes_no_file(void **state)
{
    (void)state;
    int count = files_count();
    covey_output_def def = files_def(NULL);
    def.format = "null";
    covey_output *output = files_open(&def);
    files_put(output, 0, 3);
    assert_int_equal(covey_output_close(output, NULL), COVEY_OK);
    assert_int_equal(files_count(), count);
}

// ---- Refusals ----

static void test_frames_that_a_file_cannot_hold_are_refused(void **state)
{
    (void)state;
    covey_output_def def = files_def(files_path("refused.csv"));
    covey_output *output = files_open(&def);
    files_put(output, 5, 5);
    static const covey_id twice[] = {1, 1};
    static const double nan[] = {(double)NAN, 0};
    const covey_frame_set good = {
        .set = "a", .step = 6, .time = 0.75, .count = 2, .id = tiny_ids, .pos = {tiny_x, tiny_y}};
    static const double still[] = {0, 0}, endless[] = {0, (double)INFINITY};
    covey_frame_set bad[10] = {good, good, good, good, good, good, good, good, good, good};
    bad[0].set = "a,b";
    bad[1].set = "";
    bad[2].set = NULL;
    bad[3].step = 5;
    bad[4].id = twice;
    bad[5].pos[1] = nan;
    bad[6].set = ".";
    bad[7].set = "a b";
    bad[8].vel[0] = bad[9].vel[1] = still;
    bad[8].vel[1] = bad[9].vel[0] = endless;
    size_t before, after;
    free(files_read(def.path, &before));
    for (int k = 0; k < 10; k++)
        assert_int_equal(covey_output_put(output, &bad[k], 1, NULL), COVEY_ARG);
    covey_frame_set same[2] = {good, good};
    assert_int_equal(covey_output_put(output, same, 2, NULL), COVEY_ARG);
    assert_int_equal(covey_output_put(output, same, 0, NULL), COVEY_ARG);
    assert_int_equal(covey_output_put(output, same, 17, NULL), COVEY_ARG);
    free(files_read(def.path, &after));
    assert_int_equal(after, before);
    assert_int_equal(covey_output_put(output, &good, 1, NULL), COVEY_OK);
    assert_int_equal(covey_output_close(output, NULL), COVEY_OK);
    assert_int_equal(covey_output_close(NULL, NULL), COVEY_OK);
}

static void test_unknown_formats_are_refused(void **state)
{
    (void)state;
    covey_output *output;
    covey_input *input;
    covey_error error;
    covey_output_def def = files_def(files_path("x.gif"));
    assert_int_equal(covey_output_open(&def, &output, &error), COVEY_ARG);
    def.format = "gif";
    assert_int_equal(covey_output_open(&def, &output, &error), COVEY_ARG);
    assert_string_equal(error.message, "there is no format called gif");
    covey_input_def in = covey_input_def_default();
    in.path = files_path("x.digest");
    assert_int_equal(covey_input_open(&in, &input, &error), COVEY_ARG);
    in.path = files_path("missing.csv");
    assert_int_equal(covey_input_open(&in, &input, &error), COVEY_IO);
    assert_ptr_equal(covey_format_of("a.csv"), covey_format_find("csv"));
    assert_null(covey_format_of(".csv"));
    assert_null(covey_format_at(-1));
    const covey_format *h5md = covey_format_find("h5md");
    def.format = "h5md";
    if (!h5md->built) {
        assert_int_equal(covey_output_open(&def, &output, &error), COVEY_ARG);
        assert_string_equal(error.message, "this covey was built without the format h5md");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_written_values_are_read_bit_for_bit),
        cmocka_unit_test(test_files_of_equal_runs_are_equal_whenever_they_are_written),
        cmocka_unit_test(test_a_refusal_of_one_file_leaves_all),
        cmocka_unit_test(test_going_on_with_something_else_leaves_it_alone),
        cmocka_unit_test(test_a_file_has_one_writer),
        cmocka_unit_test(test_a_lock_that_was_waited_for_leaves_no_error),
        cmocka_unit_test(test_csv_has_the_documented_bytes),
        cmocka_unit_test(test_extxyz_has_the_documented_bytes),
        cmocka_unit_test(test_an_open_plane_has_no_lattice),
        cmocka_unit_test(test_csv_tells_the_space_where_any_side_differs),
        cmocka_unit_test(test_digest_is_the_hash_of_the_world),
        cmocka_unit_test(test_null_takes_everything_and_makes_no_file),
        cmocka_unit_test(test_frames_that_a_file_cannot_hold_are_refused),
        cmocka_unit_test(test_unknown_formats_are_refused),
    };
    return cmocka_run_group_tests(tests, files_setup, files_teardown);
}
