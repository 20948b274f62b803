// SPDX-License-Identifier: MIT
// Settings of the viewer: written, read, and wrong lines of the file left out.
#define _XOPEN_SOURCE 700
#include "file.h"

#include "support/files.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static void test_settings_are_remembered(void **unused)
{
    (void)unused;
    assert_int_equal(setenv("XDG_CONFIG_HOME", files_path("config"), 1), 0);
    char *path = settings_file_path();
    settings set = settings_file_read(path, NULL); // there is none yet
    for (const covey_param *row = settings_table; row->name != NULL; row++)
        assert_true(covey_param_value(row, &set) == row->initial);
    set.theme = 0;
    set.width = 777;
    set.speed = 12.5;
    recent files = {.count = 0}, found;
    for (int k = 0; k < RECENT + 3; k++) {
        char name[32];
        (void)snprintf(name, sizeof name, "/no/place/%d.csv", k % (RECENT + 1));
        recent_add(&files, name);
    }
    recent_add(&files, "torus-0"); // a preset is in the list of presets
    assert_true(settings_file_write(&set, &files, path));
    settings again = settings_file_read(path, &found);
    assert_memory_equal(&again, &set, sizeof set);
    assert_int_equal(found.count, RECENT);
    static const int order[RECENT] = {1, 0, 8, 7, 6, 5, 4, 3};
    for (int k = 0; k < RECENT; k++) {
        assert_int_equal(atoi(found.name[k] + sizeof "/no/place/" - 1), order[k]);
        assert_string_equal(found.name[k], files.name[k]);
    }
    assert_int_equal(unlink(path), 0);
    free(path);
    assert_int_equal(rmdir(files_path("config/covey")) + rmdir(files_path("config")), 0);
}

static void test_wrong_lines_leave_the_settings_as_they_were(void **unused)
{
    (void)unused;
    static const char text[] = "theme 7\nwidth nan\nspeed\nweight 3\n\nheight 480\ntrails 1e9";
    const char *path = files_path("view.conf");
    files_write(path, text, sizeof text - 1);
    settings set = settings_file_read(path, NULL);
    for (const covey_param *row = settings_table; row->name != NULL; row++)
        assert_true(covey_param_value(row, &set) ==
                    (strcmp(row->name, "height") == 0 ? 480 : row->initial));
    assert_int_equal(unlink(path), 0);
}

static void set_or_not(const char *name, const char *text)
{
    assert_int_equal(text != NULL ? setenv(name, text, 1) : unsetenv(name), 0);
}

static void test_there_is_a_place_for_them(void **unused)
{
    (void)unused;
    static const struct {
        const char *config, *home, *path;
    } rows[] = {{"/a", "/b", "/a/covey/view.conf"},
                {"no/place", "/b", "/b/.config/covey/view.conf"},
                {NULL, "/b", "/b/.config/covey/view.conf"},
                {NULL, NULL, NULL}};
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        set_or_not("XDG_CONFIG_HOME", rows[k].config);
        set_or_not("HOME", rows[k].home);
        char *path = settings_file_path();
        assert_true((path == NULL) == (rows[k].path == NULL));
        if (path != NULL)
            assert_string_equal(path, rows[k].path);
        free(path);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_settings_are_remembered),
        cmocka_unit_test(test_wrong_lines_leave_the_settings_as_they_were),
        cmocka_unit_test(test_there_is_a_place_for_them),
    };
    return cmocka_run_group_tests(tests, files_setup, files_teardown);
}
