// SPDX-License-Identifier: MIT
// Three dimensions by the command line: tracks with a third axis, of which none is flattened, and
// runs.
#define _POSIX_C_SOURCE 200809L
#include "support/files.h"
#include "support/program.h"

#include <covey/format.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#define XYZ "1\nProperties=species:S:1:pos:R:3 Time="
#define HEAD "set,t,id,x,y,vx,vy,heading,speed"

typedef struct track {
    const char *name, *text, *option;
    const char *head; ///< of its table; NULL: it is refused
    const char *says;
} track;

static void check(const track *row)
{
    const char *path = files_path(row->name);
    files_write(path, row->text, strlen(row->text));
    program_case command = {
        .arguments = {"convert", path, "-", "--to=csv", row->option},
        .code = row->head != NULL ? 0 : 65,
        .says = row->says != NULL ? row->says : "",
    };
    if (row->head == NULL) {
        program_expect_message(&command);
        return;
    }
    char *table = program_output(&command);
    if (strncmp(table, row->head, strlen(row->head)) != 0)
        fail_msg("%s\n%s\ngives\n%s", row->name, row->text, table);
    free(table);
}

static void test_a_third_axis_is_kept_or_is_that_of_a_plane(void **state)
{
    (void)state;
    static const char plane[] = HEAD "\n", space[] = HEAD ",z,vz\n";
    static const track rows[] = {
        {"z.csv", "t,id,x,y,z\n0,0,1,2,0\n1,0,1,2,0.5\n", NULL, space, NULL},
        {"z.csv", "t,id,x,y,POSITION_Z\n0,0,1,2,3\n0,1,1,2,4\n", NULL, space, NULL},
        {"z.csv", "id,t,x,y,z\n0,0,1,2,1\n0,1,1,2,1\n1,0,5,5,2\n", NULL, space, NULL},
        {"z.csv", "t,id,x,y,vx,vy,vz\n0,0,1,2,0,0,0.1\n", NULL, NULL, "but has no column z"},
        {"z.csv", "t,id,x,y,z,vz\n0,0,1,2,7,0\n1,0,1,2,7,\n2,0,1,2,NA,0\n", NULL, plane, NULL},
        {"z.csv", "t,id,x,y,z\n0,0,1,2,7\n", "--dim=3", space, NULL},
        {"z.csv", "t,id,x,y\n0,0,1,2\n", "--dim=3", NULL, "a column z, pos_z or position_z"},
        {"z.csv", "t,id,x,y,z\n0,0,1,2,0\n1,0,1,2,0.5\n", "--dim=2", NULL,
         "line 3, column 1: z = 0.5 is not in the plane"},
        {"z.csv", "# torus 9 9\nt,id,x,y,z\n0,0,1,2,0\n1,0,1,2,0.5\n", NULL, NULL,
         "the torus has two sides"},
        {"z.csv", "# torus 9 9 9\nt,id,x,y,z\n0,0,1,2,0\n", NULL, space, NULL},
        {"z.csv", "# torus 9 9 9\nt,id,x,y\n0,0,1,2\n", NULL, NULL, "but has no column z"},
        {"z.csv", HEAD "\n# torus 9 9 9\n# agents 1\na,0,0,1,2,,,,\n", NULL, NULL,
         "a torus of three sides"},
        {"z.csv", HEAD ",z,vz\n# torus 9 9\n# agents 1\na,0,0,1,2,,,,,0,\n", NULL, NULL,
         "the torus has two sides"},
        {"z.csv", HEAD ",z,vz\n# agents 1\na,0,0,1,2,,,,,0,\n", NULL, space, NULL},
        {"z.xyz", XYZ "0\nA 1 2 0\n" XYZ "1\nA 1 2 3\n", NULL, NULL, "line 6, column 1: z = 3 is"},
        {"z.xyz", XYZ "0\nA 1 2 0\n" XYZ "1\nA 1 2 3\n", "--dim=3", space, NULL},
        {"z.xyz", XYZ "0 covey_dim=3\nA 1 2 0\n", NULL, space, NULL},
        {"z.xyz", "1\nProperties=pos:R:3:velo:R:3\n1 2 0 0 0 1\n", NULL, space, NULL},
        {"z.xyz", "2\n\nH 1 2 3\nH 1 2 4\n", NULL, space, NULL},
        {"z.xyz", "2\n\nH 1 2 3\nH 1 2 z\n", NULL, NULL, "expected a decimal number"},
        {"z.xyz", "2\nProperties=pos:R:2:z:R:1\n1 2 3\n1 2 4\n", NULL, plane, NULL},
        {"z.xyz", "2\n\nH 1 2 3\nH 1 2 3\n", NULL, plane, NULL},
    };
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++)
        check(&rows[k]);
}

/// A lattice is a torus on three axes only if it is periodic on all of them.
static void test_a_lattice_is_a_torus_of_its_axes(void **state)
{
    (void)state;
    static const struct {
        const char *about, *space;
    } rows[] = {
        {"Lattice=\"9 0 0 0 8 0 0 0 7\"", "# torus 9 8 7\n"},
        {"Lattice=\"9 0 0 0 8 0 0 0 7\" pbc=\"T T T\"", "# torus 9 8 7\n"},
        {"Lattice=\"9 0 0 0 8 0 0 0 7\" pbc=\"T T F\"", ",z,vz\n# agents 2\n"},
        {"Lattice=\"9 0 0 0 8 0 0 1 7\" pbc=\"T T T\"", ",z,vz\n# agents 2\n"},
        {"", ",z,vz\n# agents 2\n"},
    };
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        const char *path = files_path("lattice.xyz");
        char text[200];
        (void)snprintf(text, sizeof text, "2\n%s Properties=pos:R:3\n1 2 3\n1 2 4\n",
                       rows[k].about);
        files_write(path, text, strlen(text));
        char *table =
            program_output(&(program_case){.arguments = {"convert", path, "-", "--to=csv"}});
        if (strstr(table, rows[k].space) == NULL)
            fail_msg("%s gives\n%s", rows[k].about, table);
        free(table);
    }
}

/// Velocities are made up along the shortest way, across the seam of z, too.
static void test_differences_have_three_axes(void **state)
{
    (void)state;
    static const char text[] = "# torus 9 9 9\nt,id,x,y,z\n0,0,1,2,8.5\n1,0,1,2,0.5\n"
                               "2,0,1,4,12.5\n";
    program_expect(&(program_case){.arguments = {"convert", "--differences", "-", "-"},
                                   .with.input = text,
                                   .out = HEAD ",z,vz\n# torus 9 9 9\n# agents 1\n"
                                               "flock,0,0,1,2,0,0,0,1,8.5,1\n"
                                               "flock,1,0,1,2,0,0,0,1,0.5,1\n"
                                               "flock,2,0,1,4,0,2,1.5707963267948966,"
                                               "3.605551275463989,12.5,3\n"});
}

// ---- Runs ----

static void write_file(const char *path, const char *text)
{
    files_write(path, text, strlen(text));
}

static void expect_same(const char *a, const char *b)
{
    size_t size, other;
    char *first = files_read(a, &size), *second = files_read(b, &other);
    if (size != other || memcmp(first, second, size) != 0)
        fail_msg("%s and %s differ", a, b);
    free(first);
    free(second);
}

/// A run writes all formats; each becomes each of the others, byte for byte, and has the measures
/// and hashes of the run.
static void check_round_trips(const char *scene)
{
    static const char *const names[] = {"run.csv", "run.xyz", "run.h5md"};
    size_t formats = covey_format_find("h5md")->built ? 3 : 2;
    write_file("scene.yaml", scene);
    program_expect(
        &(program_case){.arguments = {"run", "scene.yaml", "--quiet", "-o", names[0], "-o",
                                      names[1], "-o", formats == 3 ? names[2] : "other.csv", "-o",
                                      "run.digest", "--measure", "run.measures"}});
    for (size_t from = 0; from < formats; from++) {
        for (size_t to = 0; to < formats; to++) {
            char path[40];
            (void)snprintf(path, sizeof path, "copy%s", strchr(names[to], '.'));
            program_expect(&(program_case){.arguments = {"convert", names[from], path}});
            expect_same(names[to], path);
        }
        program_expect(&(program_case){.arguments = {"convert", names[from], "copy.digest"}});
        expect_same("run.digest", "copy.digest");
        char *run =
            program_output(&(program_case){.arguments = {"measure", names[from], "--link", "1"}});
        size_t size;
        char *told = files_read("run.measures", &size);
        assert_non_null(strstr(run, ",milling_axis_z,elongation,correlation_length,hull_volume\n"));
        assert_string_equal(strrchr(run, ','), strrchr(told, ',')); // the last number
        free(run);
        free(told);
    }
}

static void test_each_format_becomes_each_other_byte_for_byte(void **state)
{
    (void)state;
    static const char rest[] = "\nsteps: 12\nevery: 4\nflocks:\n"
                               "  - {model: reynolds, count: 20}\n"
                               "  - {model: reynolds, name: b, count: 3}\n";
    char scene[300];
    (void)snprintf(scene, sizeof scene, "space: {kind: torus, width: 30, height: 20, depth: 10}%s",
                   rest);
    check_round_trips(scene);
    (void)snprintf(scene, sizeof scene, "space: {dim: 3}%s", rest);
    check_round_trips(scene);
    // A flat flock in space stays one of three dimensions.
    check_round_trips("space: {dim: 3}\nsteps: 2\nflocks: {model: reynolds, place: {agents: "
                      "[[0, 0, 0, 1, 0, 0], [1, 0, 0, 1, 0, 0]]}}\n");
}

static void test_the_canonical_form_reads_back(void **state)
{
    (void)state;
    static const char scene[] =
        "space: {kind: open, dim: 3}\n"
        "flocks:\n"
        "  - {model: reynolds, count: 3, place: {kind: disc, z: 5, pitch: -0.5, pitch_spread: 1}}\n"
        "  - {model: reynolds, name: b, place: {agents: [[1, 2, 3], [4, 5, 6]]}}\n"
        "  - {model: reynolds, name: c, place: {file: start.csv}}\n";
    write_file("scene.yaml", scene);
    write_file("start.csv", "x,y,z,vx,vy,vz\n1,2,3,4,5,6\n");
    char *first = program_output(&(program_case){.arguments = {"run", "scene.yaml", "--print"}});
    static const char *const parts[] = {"space: {kind: open, dim: 3}\n", "      z: 5\n",
                                        "      pitch_spread: 1\n", "        - [1, 2, 3]\n"};
    for (size_t k = 0; k < sizeof parts / sizeof *parts; k++)
        if (strstr(first, parts[k]) == NULL)
            fail_msg("no %s in %s", parts[k], first);
    write_file("again.yaml", first);
    char *second = program_output(&(program_case){.arguments = {"run", "again.yaml", "--print"}});
    assert_string_equal(first, second);
    free(second);
    write_file("flat.yaml",
               "space: {kind: torus, width: 9, height: 9}\nflocks: {model: reynolds}\n");
    second = program_output(
        &(program_case){.arguments = {"run", "flat.yaml", "--set", "space.depth=7", "--print"}});
    assert_non_null(strstr(second, "space: {kind: torus, width: 9, height: 9, depth: 7}\n"));
    free(first);
    free(second);
}

static void test_a_session_in_space_is_replayed(void **state)
{
    (void)state;
    static const char session[] = "# covey session 2\n"
                                  "space: {kind: torus, width: 9, height: 9, depth: 9}\n"
                                  "flocks: {name: boids, model: reynolds, count: 20}\n"
                                  "...\n"
                                  "2 set boids.count 25\n"
                                  "4 set separation 3\n"
                                  "9 end ";
    char text[500], hash[17];
    (void)snprintf(text, sizeof text, "%s0\n", session);
    write_file("wrong.session", text);
    process run = program_run(
        &(program_case){.arguments = {"run", "--replay", "wrong.session", "--quiet"}, .code = 65});
    const char *at = strstr(run.errors.bytes, "its replay with ");
    assert_non_null(at);
    (void)snprintf(hash, sizeof hash, "%s", at + strlen("its replay with "));
    process_free(&run);
    (void)snprintf(text, sizeof text, "%s%s\n", session, hash);
    write_file("good.session", text);
    program_expect(&(program_case){
        .arguments = {"run", "--replay", "good.session", "--quiet", "-o", "r.csv"}});
    char *table = program_output(&(program_case){.arguments = {"convert", "r.csv", "-"}});
    assert_non_null(strstr(table, "speed,z,vz\n# torus 9 9 9\n"));
    free(table);
    (void)snprintf(text, sizeof text, "%.*s1 set space.depth 8\n3 end 0\n",
                   (int)(strstr(session, "2 set") - session), session);
    write_file("deeper.session", text);
    program_expect_message(&(program_case){.arguments = {"run", "--replay", "deeper.session"},
                                           .code = 65,
                                           .says = "a session keeps its space"});
}

static int setup(void **state)
{
    return files_setup(state) != 0 || chdir(files_path("")) != 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_third_axis_is_kept_or_is_that_of_a_plane),
        cmocka_unit_test(test_a_lattice_is_a_torus_of_its_axes),
        cmocka_unit_test(test_differences_have_three_axes),
        cmocka_unit_test(test_each_format_becomes_each_other_byte_for_byte),
        cmocka_unit_test(test_the_canonical_form_reads_back),
        cmocka_unit_test(test_a_session_in_space_is_replayed),
    };
    return cmocka_run_group_tests(tests, setup, files_teardown);
}
