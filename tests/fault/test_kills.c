// SPDX-License-Identifier: MIT
// A run that is killed at any of the calls that change something, and the run that resumes it: it
// is never stuck, and its files are those of a run without a break, byte for byte. Every
// COVEY_TEST_CALLS-th call is tried; 1 tries all (tools/proof).
#define _XOPEN_SOURCE 700
#include "support/files.h"
#include "support/inject.h"
#include "support/world.h"

#include <covey/format.h>

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

enum { MOST_FILES = 7, MOST_ARGUMENTS = 24 };

/// All that a run writes. H5MD is compared as a table of all that is in it: where something stands
/// in such a file is another matter after a break.
static const char *files[MOST_FILES + 1] = {"run.csv",          "run.xyz",  "run.digest",
                                            "run.measures.csv", "run.ckpt", "run.profiles"};
static const char *outputs[] = {"run.csv", "run.h5md", "run.xyz", "run.digest", "run.profiles"};
static bool has_h5md;

typedef struct content {
    char *bytes[MOST_FILES];
    size_t size[MOST_FILES];
} content;

typedef struct campaign {
    const char *name;
    int action;
    size_t kills, fresh, resumed, wrong; ///< runs that resumed, by their result
} campaign;

// ---- Runs ----

static void put_first(const char *arguments[MOST_ARGUMENTS], const char *steps)
{
    static const char *const before[] = {COVEY_PROGRAM,
                                         "run",
                                         "scene.yaml",
                                         "--quiet",
                                         "--threads=1",
                                         "--measure=run.measures.csv",
                                         "--checkpoint=run.ckpt",
                                         "--checkpoint-every=5"};
    size_t count = 0;
    for (size_t k = 0; k < sizeof before / sizeof *before; k++)
        arguments[count++] = before[k];
    for (size_t k = 0; k < sizeof outputs / sizeof *outputs; k++) {
        if (strcmp(outputs[k], "run.h5md") == 0 && !has_h5md)
            continue;
        arguments[count++] = "-o";
        arguments[count++] = outputs[k];
    }
    arguments[count++] = "--steps";
    arguments[count++] = steps;
    arguments[count] = NULL;
}

static const char *const going_on[] = {COVEY_PROGRAM, "run", "--resume",    "run.ckpt", "--quiet",
                                       "--steps",     "24",  "--threads=1", NULL};

static inject_result run(const char *const *arguments, int action, size_t when)
{
    inject_def def = {.arguments = arguments, .output = "out.txt", .errors = "err.txt"};
    def.action = action;
    def.when = when;
    return inject_run(&def);
}

/// Runs to the end; false, and says why, if that fails.
static bool run_whole(const char *const *arguments, const char *why, size_t when)
{
    inject_result result = run(arguments, 0, 0);
    size_t size;
    char *said = files_read("err.txt", &size);
    if (result.code != 0)
        print_error("%s %zu: then code %d, signal %d%s: %.300s\n", why, when, result.code,
                    result.signal, result.hung ? ", hung" : "", said);
    free(said);
    return result.code == 0;
}

static void clean(void)
{
    static const char *const all[] = {"run.csv",          "run.h5md", "run.xyz",      "run.digest",
                                      "run.measures.csv", "run.ckpt", "run.ckpt.new", "h5md.csv"};
    for (size_t k = 0; k < sizeof all / sizeof *all; k++)
        (void)unlink(all[k]);
}

// ---- Files ----

/// Contents of the files; NULL where a file does not exist.
static content take_content(void)
{
    static const char *const converts[] = {COVEY_PROGRAM, "convert", "run.h5md", "h5md.csv", NULL};
    content taken = {0};
    (void)unlink("h5md.csv");
    if (has_h5md)
        (void)run(converts, 0, 0);
    for (int k = 0; files[k] != NULL; k++)
        taken.bytes[k] = files_read(files[k], &taken.size[k]);
    return taken;
}

static void free_content(content *taken)
{
    for (int k = 0; k < MOST_FILES; k++)
        free(taken->bytes[k]);
}

/// True if the files are as they should be; says which are not.
static bool check_content(const content *expected, const char *why, size_t when)
{
    content found = take_content();
    bool good = access("run.ckpt.new", F_OK) != 0;
    for (int k = 0; files[k] != NULL; k++) {
        bool same = found.bytes[k] != NULL && found.size[k] == expected->size[k] &&
                    memcmp(found.bytes[k], expected->bytes[k], found.size[k]) == 0;
        if (!same)
            print_error("%s %zu: %s has other bytes: %zu, wanted %zu\n", why, when, files[k],
                        found.size[k], expected->size[k]);
        good = good && same;
    }
    free_content(&found);
    return good;
}

static content take_whole(const char *const *arguments)
{
    assert_true(run_whole(arguments, "whole run", 0));
    content taken = take_content();
    for (int k = 0; files[k] != NULL; k++)
        assert_non_null(taken.bytes[k]);
    return taken;
}

// ---- Campaigns ----

static content wanted; ///< in the end
static const char *first[MOST_ARGUMENTS];

/// Resumes after a kill: from the checkpoint if there is one, else anew.
static void go_on(campaign *self, const char *call, size_t when)
{
    char why[120];
    (void)snprintf(why, sizeof why, "%s, %s", self->name, call);
    bool resumes = access("run.ckpt", F_OK) == 0;
    bool good =
        run_whole(resumes ? going_on : first, why, when) && check_content(&wanted, why, when);
    self->kills++;
    self->wrong += !good;
    self->resumed += resumes;
    self->fresh += !resumes;
}

/// A process that is killed alone is a failure of the program that started it, which says so.
static void check_end(campaign *self, const inject_result *result, size_t when)
{
    bool told = result->code == 74 || result->code == 71;
    bool good = result->first_killed ? result->signal == SIGKILL : told;
    if (good && !result->hung)
        return;
    print_error("%s, %s %zu: code %d, signal %d%s\n", self->name, result->call, when, result->code,
                result->signal, result->hung ? ", hung" : "");
    self->wrong++;
}

/// Kills a run that starts from the files of `prepare`, at one call after the other; each campaign
/// at other calls, so that few kills are everywhere.
static void kill_everywhere(campaign *self, const char *const *arguments, void (*prepare)(void))
{
    static size_t campaigns_before;
    size_t every = test_amount("COVEY_TEST_CALLS", 37);
    size_t first_call = 1 + (every / 2 + campaigns_before++ * every * 3 / 8) % every;
    for (size_t when = first_call;; when += every) {
        prepare();
        inject_result result = run(arguments, self->action, when);
        if (!result.reached) {
            assert_int_equal(result.code, 0);
            break;
        }
        check_end(self, &result, when);
        go_on(self, result.call, when);
    }
    print_message("%s: %zu kills; %zu went on from a checkpoint, %zu anew, %zu wrong\n", self->name,
                  self->kills, self->resumed, self->fresh, self->wrong);
    assert_true(self->resumed > 0);
    assert_int_equal(self->wrong, 0);
}

static void test_a_run_that_is_killed_at_any_call_can_go_on(void **state)
{
    (void)state;
    if (!inject_works())
        skip();
    clean();
    wanted = take_whole(first);
    campaign campaigns[] = {{"killed", INJECT_KILL, 0, 0, 0, 0},
                            {"killed within", INJECT_TEAR, 0, 0, 0, 0},
                            {"all killed", INJECT_FALL, 0, 0, 0, 0}};
    for (size_t k = 0; k < sizeof campaigns / sizeof *campaigns; k++)
        kill_everywhere(&campaigns[k], first, clean);
    free_content(&wanted);
}

// ---- Resumes ----

static content half; ///< files of a run to step 12
static char *half_h5md;
static size_t half_h5md_size;

static void restore_half(void)
{
    clean();
    for (int k = 0; files[k] != NULL; k++)
        if (strcmp(files[k], "h5md.csv") != 0)
            files_write(files[k], half.bytes[k], half.size[k]);
    if (has_h5md)
        files_write("run.h5md", half_h5md, half_h5md_size);
}

static void test_a_run_that_goes_on_and_is_killed_at_any_call_can_go_on(void **state)
{
    (void)state;
    if (!inject_works())
        skip();
    const char *arguments[MOST_ARGUMENTS];
    put_first(arguments, "12");
    clean();
    half = take_whole(arguments);
    if (has_h5md)
        half_h5md = files_read("run.h5md", &half_h5md_size);
    wanted = take_whole(going_on);
    campaign campaigns[] = {{"resume killed", INJECT_KILL, 0, 0, 0, 0},
                            {"resume killed within", INJECT_TEAR, 0, 0, 0, 0},
                            {"resume, all killed", INJECT_FALL, 0, 0, 0, 0}};
    for (size_t k = 0; k < sizeof campaigns / sizeof *campaigns; k++)
        kill_everywhere(&campaigns[k], going_on, restore_half);
    free_content(&half);
    free_content(&wanted);
    free(half_h5md);
}

// ---- Three dimensions ----

/// Replaces the scene of the other tests.
static void test_a_run_in_three_dimensions_that_is_killed_can_go_on(void **state)
{
    (void)state;
    static const char scene[] = "space: {kind: torus, width: 30, height: 20, depth: 10}\n"
                                "flocks: {model: reynolds, count: 11}\n"
                                "every: 3\n";
    if (!inject_works())
        skip();
    files_write("scene.yaml", scene, sizeof scene - 1);
    clean();
    wanted = take_whole(first);
    campaign deep = {"in three dimensions, killed", INJECT_KILL, 0, 0, 0, 0};
    kill_everywhere(&deep, first, clean);
    free_content(&wanted);
}

// ---- Set-up ----

static int set_up(void **state)
{
    static const char scene[] = "space: {kind: torus, width: 30, height: 20}\n"
                                "flocks:\n"
                                "  - {name: boids, model: torus, count: 9}\n"
                                "  - {name: hawks, model: predator, hunts: boids, count: 2}\n"
                                "every: 3\n";
    if (files_setup(state) != 0 || chdir(files_path("")) != 0)
        return 1;
    if (!inject_works())
        return 0;
    files_write("scene.yaml", scene, sizeof scene - 1);
    has_h5md = covey_format_find("h5md")->built;
    if (has_h5md)
        files[MOST_FILES - 1] = "h5md.csv";
    put_first(first, "24");
    return 0;
}

int main(void)
{
    (void)setvbuf(stdout, NULL, _IONBF, 0); // long campaigns are watched
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_run_that_is_killed_at_any_call_can_go_on),
        cmocka_unit_test(test_a_run_that_goes_on_and_is_killed_at_any_call_can_go_on),
        cmocka_unit_test(test_a_run_in_three_dimensions_that_is_killed_can_go_on),
    };
    return cmocka_run_group_tests(tests, set_up, files_teardown);
}
