// SPDX-License-Identifier: MIT
// Tracks in space, which covey does not measure: they are refused, never flattened.
#include "support/files.h"
#include "support/program.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

/// A third axis is lost by no reader: it is a plane, or the file is refused.
static void test_tracks_in_space_are_refused(void **state)
{
    (void)state;
    static const struct {
        const char *name, *text, *says; // NULL: it is read
    } rows[] = {
        {"z.csv", "t,id,x,y,z\n0,0,1,2,0\n1,0,1,2,0.5\n", "line 3, column 1: z = 0.5 is not in"},
        {"z.csv", "t,id,x,y,POSITION_Z\n0,0,1,2,3\n0,1,1,2,4\n", "line 3, column 1: z = 4 is"},
        {"z.csv", "id,t,x,y,z\n0,0,1,2,1\n0,1,1,2,1\n1,0,5,5,2\n", "z = 2 is not in the plane"},
        {"z.csv", "t,id,x,y,vx,vy,vz\n0,0,1,2,0,0,0.1\n", "line 2, column 1: vz = 0.1 is not"},
        {"z.csv", "t,id,x,y,z,vz\n0,0,1,2,7,0\n1,0,1,2,7,\n2,0,1,2,NA,0\n", NULL},
        {"z.xyz",
         "1\nProperties=species:S:1:pos:R:3 Time=0\nA 1 2 0\n"
         "1\nProperties=species:S:1:pos:R:3 Time=1\nA 1 2 3\n",
         "line 6, column 1: z = 3 is not"},
        {"z.xyz", "1\nProperties=pos:R:3:velo:R:3\n1 2 0 0 0 1\n", "vz = 1 is not in the plane"},
        {"z.xyz", "2\n\nH 1 2 3\nH 1 2 4\n", "line 4, column 1: z = 4 is not"},
        {"z.xyz", "2\nProperties=pos:R:2:z:R:1\n1 2 3\n1 2 4\n", NULL},
        {"z.xyz", "2\n\nH 1 2 3\nH 1 2 3\n", NULL},
    };
    static const char *const commands[][3] = {{"measure", NULL, NULL},
                                              {"convert", "-", "--to=csv"}};
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++)
        for (size_t c = 0; c < 2; c++) {
            const char *path = files_path(rows[k].name);
            files_write(path, rows[k].text, strlen(rows[k].text));
            program_case row = {
                .arguments = {commands[c][0], path, commands[c][1], commands[c][2]}};
            row.code = rows[k].says != NULL ? 65 : 0;
            row.says = rows[k].says != NULL ? rows[k].says : "";
            program_expect_message(&row);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_tracks_in_space_are_refused),
    };
    return cmocka_run_group_tests(tests, files_setup, files_teardown);
}
