// SPDX-License-Identifier: MIT
// Tracks with a third axis: which are those of a plane, which are of three dimensions, and which are
// refused; none is flattened.
#include "support/files.h"
#include "support/program.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_third_axis_is_kept_or_is_that_of_a_plane),
        cmocka_unit_test(test_a_lattice_is_a_torus_of_its_axes),
    };
    return cmocka_run_group_tests(tests, files_setup, files_teardown);
}
