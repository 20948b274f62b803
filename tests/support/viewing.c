// SPDX-License-Identifier: MIT
#define _XOPEN_SOURCE 700
#include "support/viewing.h"

#include "support/files.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

int viewing_setup(void **state)
{
    if (files_setup(state) != 0 || chdir(files_path("")) != 0)
        return 1;
    return setenv("SDL_VIDEODRIVER", "offscreen", 1) != 0 ||
           setenv("XDG_RUNTIME_DIR", files_path(""), 1) != 0 ||
           setenv("XDG_CONFIG_HOME", "/dev/null", 1) != 0 ||
           // Drivers of OpenGL leak a little at their end; below, ours is told from theirs.
           setenv("LSAN_OPTIONS", "exitcode=0", 1) != 0;
}

// ---- Output of a script ----

/// With a window of this size, or NULL: as remembered.
said play_in(const char *size, const char *preset, const char *script)
{
    said all = {.count = 0};
    files_write("script", script, strlen(script));
    all.run = program_run(&(program_case){
        .arguments = {"view", preset, "--script", "script", size != NULL ? "--size" : NULL, size}});
    char *at = all.run.output.bytes;
    while (at != NULL && *at != '\0') {
        assert_true(all.count < BLOCKS);
        all.block[all.count++] = at;
        at = strstr(at, "\n\n");
        assert_non_null(at);
        at[1] = '\0';
        at += 2;
    }
    return all;
}

said play(const char *preset, const char *script)
{
    return play_in("560x420", preset, script);
}

void forget(said *all)
{
    process_free(&all->run);
}

/// The value of a name in a block, "" if it is not there; valid until the next but one call.
const char *value(const said *all, int block, const char *name)
{
    static char texts[2][512];
    static int next;
    char *text = texts[next = 1 - next];
    size_t size = strlen(name);
    text[0] = '\0';
    assert_true(block >= 0 && block < all->count);
    for (const char *at = all->block[block]; *at != '\0'; at += strcspn(at, "\n") + 1)
        if (strncmp(at, name, size) == 0 && at[size] == ' ') {
            (void)snprintf(text, sizeof texts[0], "%.*s", (int)strcspn(at + size + 1, "\n"),
                           at + size + 1);
            break;
        }
    return text;
}

// ---- One thing after the other ----

void check_deed(const said *all, int block, const deed *row)
{
    char now[512], before[512];
    (void)snprintf(now, sizeof now, "%s", value(all, block, row->name));
    (void)snprintf(before, sizeof before, "%s", value(all, block - 1, row->name));
    double a = strtod(before, NULL), b = strtod(now, NULL);
    char folder[4096], told[4200];
    assert_non_null(getcwd(folder, sizeof folder));
    (void)snprintf(told, sizeof told, "saved %s/%s", folder, row->what == SAVED ? row->value : "");
    bool good = row->what == IS      ? strcmp(now, row->value) == 0
                : row->what == SAVED ? strcmp(now, told) == 0
                : row->what == NEXT  ? b == a + 1
                : row->what == MORE  ? b > a
                : row->what == LESS  ? b < a
                                     : strcmp(now, before) != 0;
    if (!good)
        fail_msg("%s: %s was \"%s\" and is \"%s\"", row->script, row->name, before, now);
}

/// Does one after the other in one run, behind `first`.
void do_all(const char *preset, const char *first, const deed *rows, size_t count)
{
    static char script[TEXT];
    size_t used = (size_t)snprintf(script, sizeof script, "%s\nframes 1\nsay\n", first);
    for (size_t k = 0; k < count; k++)
        used += (size_t)snprintf(script + used, sizeof script - used, "%s\nframes 1\nsay\n",
                                 rows[k].script);
    assert_true(used < sizeof script);
    said all = play(preset, script);
    assert_int_equal(all.count, count + 1);
    for (size_t k = 0; k < count; k++)
        check_deed(&all, (int)k + 1, &rows[k]);
    forget(&all);
}

void expect_replay(const said *all, int block)
{
    char hash[64], file[64];
    (void)snprintf(hash, sizeof hash, "\"hash\": \"%s\"", value(all, block, "hash"));
    const char *message = value(all, block, "message");
    assert_memory_equal(message, "saved ", 6);
    (void)snprintf(file, sizeof file, "%s", message + 6);
    process run =
        program_run(&(program_case){.arguments = {"run", "--replay", file, "--json", "--quiet"}});
    assert_non_null(strstr(run.output.bytes, hash));
    process_free(&run);
}
