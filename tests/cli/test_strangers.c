// SPDX-License-Identifier: MIT
// Scenarios and checkpoints from strangers: they write in their own folder alone, over nothing that
// covey did not write, and messages do not show the files that they read.
#define _XOPEN_SOURCE 700
#include "support/files.h"
#include "support/program.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#define LENGTH(array) (sizeof(array) / sizeof(array)[0])

static char here[512];

static int setup(void **state)
{
    int failed = files_setup(state);
    if (failed != 0)
        return failed;
    (void)snprintf(here, sizeof here, "%s", files_path(""));
    return chdir(here) != 0 || mkdir("own", 0700) != 0 || mkdir("own/sub", 0700) != 0 ||
           mkdir("other", 0700) != 0 || symlink("../other", "own/out") != 0 ||
           symlink("../other/new.csv", "own/dangling.csv") != 0;
}

static int teardown(void **state)
{
    char command[2 * sizeof here + 40];
    (void)snprintf(command, sizeof command, "rm -rf '%s'own '%s'other", here, here);
    int failed = system(command);
    return files_teardown(state) + failed;
}

static void write_text(const char *path, const char *text)
{
    files_write(path, text, strlen(text));
}

static bool is_there(const char *path)
{
    struct stat about;
    return lstat(path, &about) == 0;
}

/// A scenario in the folder own, which wants these files written.
static void write_scenario(const char *wants)
{
    char text[600];
    (void)snprintf(text, sizeof text, "steps: 2\nflocks: {model: torus, count: 3}\n%s\n", wants);
    write_text("own/a.yaml", text);
}

/// The run ends with 65 and a message, and nothing lies at `lost`.
static void expect_refused(const char *wants, const char *says, const char *lost)
{
    write_scenario(wants);
    program_expect_message(
        &(program_case){.arguments = {"run", "own/a.yaml", "--quiet"}, .code = 65, .says = says});
    assert_false(is_there(lost));
}

static void test_a_scenario_writes_in_its_folder(void **state)
{
    (void)state;
    write_scenario("outputs: [run.csv, sub/run.xyz]\nmeasures: sub/order.csv");
    program_expect(&(program_case){.arguments = {"run", "own/a.yaml", "--quiet"}});
    assert_true(is_there("own/run.csv") && is_there("own/sub/run.xyz"));
    assert_true(is_there("own/sub/order.csv"));
    assert_false(is_there("run.csv"));
    // Again, over a file that covey wrote.
    program_expect(&(program_case){.arguments = {"run", "own/a.yaml", "--quiet"}});
}

static void test_a_scenario_writes_nowhere_else(void **state)
{
    (void)state;
    char absolute[700];
    (void)snprintf(absolute, sizeof absolute, "outputs: '%sother/x.csv'", here);
    static const char says[] = "to be written, which is outside its folder; give --allow-paths";
    expect_refused(absolute, says, "other/x.csv");
    static const struct {
        const char *wants, *lost;
    } rows[] = {
        {"outputs: ../x.csv", "x.csv"},
        {"outputs: [good.csv, sub/../../x.csv]", "own/good.csv"},
        {"measures: ../x", "x"},
        {"measures: {file: ../other/x}", "other/x"},
        {"outputs: out/x.csv", "other/x.csv"},
        {"outputs: dangling.csv", "other/new.csv"},
        {"outputs: out/../x.csv", "x.csv"},
    };
    for (size_t k = 0; k < LENGTH(rows); k++)
        expect_refused(rows[k].wants, says, rows[k].lost);
}

static void test_a_scenario_writes_over_nothing_of_others(void **state)
{
    (void)state;
    static const char *const contents[] = {"my notes\n", "x,y\n1,2\n", "#covey 0\n",
                                           "3\nProperties=pos:R:3\n", "\x89HDF\r\n\x1a\n other"};
    write_scenario("outputs: notes.csv");
    for (size_t k = 0; k < LENGTH(contents); k++) {
        size_t size;
        write_text("own/notes.csv", contents[k]);
        program_expect_message(&(program_case){
            .arguments = {"run", "own/a.yaml", "--quiet"},
            .code = 65,
            .says = "own/a.yaml names own/notes.csv to be written, where something is that covey "
                    "did not write; give --allow-paths, or that name by -o or --measure, to have "
                    "it so\n"});
        char *after = files_read("own/notes.csv", &size);
        assert_string_equal(after, contents[k]);
        free(after);
    }
    assert_int_equal(unlink("own/notes.csv"), 0);
    assert_int_equal(mkfifo("own/notes.csv", 0600), 0);
    program_expect_message(&(program_case){
        .arguments = {"run", "own/a.yaml", "--quiet"}, .code = 65, .says = "did not write"});
    assert_int_equal(unlink("own/notes.csv"), 0);
    write_text("own/notes.csv", "");
    program_expect(&(program_case){.arguments = {"run", "own/a.yaml", "--quiet"}});
}

static void test_each_format_of_covey_may_be_written_over(void **state)
{
    (void)state;
    static const char *const wants[] = {"outputs: again.csv", "outputs: again.xyz",
                                        "outputs: again.digest", "outputs: again.h5md",
                                        "measures: again"};
    for (size_t k = 0; k < LENGTH(wants); k++) {
        write_scenario(wants[k]);
        for (int time = 0; time < 2; time++)
            program_expect(&(program_case){.arguments = {"run", "own/a.yaml", "--quiet"}});
    }
}

static void test_the_command_line_may_name_anything(void **state)
{
    (void)state;
    write_scenario("outputs: ../x.csv\nmeasures: ../order");
    program_expect(&(program_case){.arguments = {"run", "own/a.yaml", "--quiet", "-o",
                                                 "own/../x.csv", "--measure", "own/../order"}});
    assert_int_equal(unlink("x.csv"), 0);
    program_expect(&(program_case){.arguments = {"run", "own/a.yaml", "--quiet", "--allow-paths"}});
    assert_int_equal(unlink("x.csv"), 0);
    program_expect(&(program_case){.arguments = {"run", "own/a.yaml", "--quiet", "--set",
                                                 "outputs=[y.csv]", "--set", "measures=~"}});
    assert_int_equal(unlink("y.csv"), 0);
    program_expect_message(
        &(program_case){.arguments = {"run", "own/a.yaml", "--quiet", "-o", "x.csv"},
                        .code = 65,
                        .says = "names own/../order to be written"});
    assert_false(is_there("x.csv"));
    write_scenario("outputs: keep.csv");
    write_text("own/keep.csv", "mine\n");
    program_expect(
        &(program_case){.arguments = {"run", "own/a.yaml", "--quiet", "-o", "own/keep.csv"}});
    assert_int_equal(unlink("own/keep.csv"), 0);
    assert_int_equal(unlink("order"), 0);
}

// ---- Checkpoints ----

static void test_a_run_goes_on_where_its_command_began(void **state)
{
    (void)state;
    write_scenario("outputs: gone.csv");
    program_expect(
        &(program_case){.arguments = {"run", "own/a.yaml", "--quiet", "-o", "here.csv", "--measure",
                                      "own/sub/m", "--checkpoint", "other/run.ckpt"}});
    program_expect(&(program_case){
        .arguments = {"run", "--resume", "other/run.ckpt", "--steps", "4", "--quiet"}});
    program_expect(&(program_case){
        .arguments = {"run", "own/a.yaml", "--quiet", "--checkpoint", "other/run.ckpt"}});
    program_expect(&(program_case){
        .arguments = {"run", "--resume", "other/run.ckpt", "--steps", "4", "--quiet"}});
    assert_true(is_there("own/gone.csv"));
    assert_int_equal(unlink("here.csv"), 0);
}

static void test_a_checkpoint_writes_nowhere_else(void **state)
{
    (void)state;
    size_t size, left;
    write_scenario("");
    program_expect(&(program_case){.arguments = {"run", "own/a.yaml", "--quiet", "-o", "x.csv",
                                                 "--checkpoint", "own/run.ckpt"}});
    char *before = files_read("x.csv", &size);
    assert_int_equal(chdir("own"), 0);
    assert_int_equal(rename("../x.csv", "../../covey-stranger.csv"), 0);
    assert_int_equal(symlink("../../covey-stranger.csv", "x.csv"), 0);
    const program_case row = {.arguments = {"run", "--resume", "run.ckpt", "--steps", "4"},
                              .code = 65,
                              .says = "run.ckpt names x.csv to be written, which is outside its "
                                      "folder and the working folder; give --allow-paths to"};
    program_expect_message(&row);
    char *after = files_read("../../covey-stranger.csv", &left);
    assert_true(left == size && memcmp(before, after, size) == 0);
    free(before);
    free(after);
    program_expect(&(program_case){
        .arguments = {"run", "--resume", "run.ckpt", "--steps", "4", "--quiet", "--allow-paths"}});
    assert_int_equal(unlink("x.csv") + unlink("../../covey-stranger.csv") + chdir(here), 0);
}

// ---- Files that are read ----

static void test_a_table_outside_the_folder_is_not_read(void **state)
{
    (void)state;
    static const char secret[] = "root:secret:1\nmore:secret\n";
    static const char *const names[] = {"../table.csv", "link.csv", "out/table.csv"};
    write_text("table.csv", secret);
    write_text("other/table.csv", secret);
    assert_int_equal(symlink("../table.csv", "own/link.csv"), 0);
    for (size_t k = 0; k < LENGTH(names) + 1; k++) {
        char text[700], path[600];
        (void)snprintf(path, sizeof path, "%stable.csv", here);
        (void)snprintf(text, sizeof text, "flocks: {model: torus, place: {file: '%s'}}\n",
                       k < LENGTH(names) ? names[k] : path);
        write_text("own/a.yaml", text);
        for (int allowed = 0; allowed < 2; allowed++) {
            process run = program_run(&(program_case){
                .arguments = {"run", "own/a.yaml", "--quiet", allowed ? "--allow-paths" : NULL},
                .code = 65});
            assert_null(strstr(run.errors.bytes, "secret"));
            assert_true((strstr(run.errors.bytes, "outside the folder") != NULL) == !allowed);
            process_free(&run);
        }
    }
    write_text("table.csv", "x,y\n1,2\n");
    program_expect(&(program_case){
        .arguments = {"run", "own/a.yaml", "--quiet", "--allow-paths", "--steps", "1"}});
    assert_int_equal(unlink("table.csv"), 0);
}

static void test_no_byte_of_a_table_is_shown(void **state)
{
    (void)state;
    static const char *const tables[] = {
        "secret\n",
        "secret,x,y\nsecret,1,2\nx,3\n",
        "x,y\n1,secret\n",
        "x,y,secret,vx\n1,2,3,4\n",
        "set,x,y\nsecret,1,2\nb,1,2\n",
        "set,id,x,y\nsecret,1,2,3\n",
        "\"secret\n",
        "x,y\n1,2,secret\n",
        "# torus 1,secret\nx,y\n1,2\n",
        "id,x,y\nsecret,1,q",
        "set,id,x,y\nsecret,0,2,3\nsecret,0,2,3\n",
        "x,y\n1,\", expected secret\n",
    };
    write_text("own/a.yaml", "flocks: {model: torus, place: {file: table.csv}}\n");
    for (size_t k = 0; k < LENGTH(tables); k++) {
        write_text("own/table.csv", tables[k]);
        process run =
            program_run(&(program_case){.arguments = {"run", "own/a.yaml", "--quiet"}, .code = 65});
        if (strstr(run.errors.bytes, "secret") != NULL)
            print_error("table %zu: %s", k, run.errors.bytes);
        assert_null(strstr(run.errors.bytes, "secret"));
        process_free(&run);
    }
}

static void test_pipes_and_devices_are_refused_at_once(void **state)
{
    (void)state;
    assert_int_equal(mkfifo("pipe.csv", 0600), 0);
    assert_int_equal(symlink("/dev/zero", "zero.csv"), 0);
    assert_int_equal(symlink("/dev/zero", "zero.h5md"), 0);
    static const char *const rows[][5] = {
        {"run", "./pipe.csv"},
        {"run", "--resume", "pipe.csv"},
        {"run", "--replay", "pipe.csv"},
        {"measure", "pipe.csv"},
        {"convert", "pipe.csv", "x.xyz"},
        {"plot", "pipe.csv", "-o", "x.png"},
        {"run", "./zero.csv"},
        {"run", "--resume", "/dev/zero"},
        {"run", "--replay", "/dev/zero"},
        {"measure", "zero.csv"},
        {"measure", "zero.h5md"},
        {"convert", "zero.csv", "x.xyz"},
        {"plot", "zero.csv", "-o", "x.png"},
    };
    for (size_t k = 0; k < LENGTH(rows); k++) {
        program_case row = {.code = 65, .says = ", and only files are read"};
        memcpy(row.arguments, rows[k], sizeof rows[k]);
        row.with.memory = process_can_limit_memory() ? (size_t)1 << 29 : 0;
        program_expect_message(&row);
    }
    program_expect_message(
        &(program_case){.arguments = {"render", "pipe.csv", "-o", "x.png"},
                        .code = 64,
                        .says = "pipe.csv cannot be read twice, as it has to be: use a file"});
    write_text("table.csv", "flocks: {model: torus, place: {file: pipe.csv}}\n");
    program_expect_message(
        &(program_case){.arguments = {"run", "./table.csv"}, .code = 65, .says = "a named pipe"});
    assert_int_equal(unlink("pipe.csv") + unlink("zero.csv") + unlink("zero.h5md"), 0);
    assert_int_equal(unlink("table.csv"), 0);
}

static void test_a_pipe_of_the_shell_is_read(void **state)
{
    (void)state;
    program_expect(&(program_case){
        .arguments = {"convert", "--from", "csv", "--to", "csv", "/dev/stdin", "-"},
        .with = {.input = "t,id,x,y\n0,0,1,2\n"},
        .out = "set,t,id,x,y,vx,vy,heading,speed\n# agents 1\nflock,0,0,1,2,,,,\n"});
    program_expect(&(program_case){.arguments = {"run", "/dev/stdin", "--quiet"},
                                   .with = {.input = "steps: 1\nflocks: {model: torus}\n"
                                                     "outputs: piped.csv\n"}});
    assert_int_equal(unlink("piped.csv"), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_scenario_writes_in_its_folder),
        cmocka_unit_test(test_a_scenario_writes_nowhere_else),
        cmocka_unit_test(test_a_scenario_writes_over_nothing_of_others),
        cmocka_unit_test(test_each_format_of_covey_may_be_written_over),
        cmocka_unit_test(test_the_command_line_may_name_anything),
        cmocka_unit_test(test_a_run_goes_on_where_its_command_began),
        cmocka_unit_test(test_a_checkpoint_writes_nowhere_else),
        cmocka_unit_test(test_a_table_outside_the_folder_is_not_read),
        cmocka_unit_test(test_no_byte_of_a_table_is_shown),
        cmocka_unit_test(test_pipes_and_devices_are_refused_at_once),
        cmocka_unit_test(test_a_pipe_of_the_shell_is_read),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
