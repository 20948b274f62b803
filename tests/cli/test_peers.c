// SPDX-License-Identifier: MIT
// tools/peers: its list has the pages of docs/peers; it sees an original that agrees and originals
// that do not, made here (peers/); and originals whose checkouts COVEY_PEERS names, in folders with
// their names, do as tools/peers.d/peers.ini says.
#define _POSIX_C_SOURCE 200809L
#include "support/files.h"
#include "support/process.h"

#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <cmocka.h>

#define PEERS COVEY_SOURCE_DIR "/tools/peers"
#define MADE COVEY_SOURCE_DIR "/tests/cli/peers"

/// Runs tools/peers with up to three arguments and expects an exit code.
static process run(int code, const char *one, const char *two, const char *three)
{
    const char *const arguments[] = {PEERS, one, two, three, NULL};
    process peers = process_run(&(process_def){.arguments = arguments, .native = true});
    if (peers.code != code)
        fail_msg("tools/peers %s: %d\n%s%s", one != NULL ? one : "", peers.code, peers.output.bytes,
                 peers.errors.bytes);
    return peers;
}

/// The same with the originals that are made here; its two streams have to hold these parts.
static void expect(int code, const char *name, const char *only, const char *out, const char *err)
{
    assert_int_equal(setenv("PEERS_DRIVERS", MADE, 1), 0);
    process peers = run(code, name, files_path("."), only);
    assert_int_equal(unsetenv("PEERS_DRIVERS"), 0);
    if (strstr(peers.output.bytes, out) == NULL || strstr(peers.errors.bytes, err) == NULL)
        fail_msg("tools/peers %s prints no '%s%s':\n%s%s", name, out, err, peers.output.bytes,
                 peers.errors.bytes);
    process_free(&peers);
}

static int setup(void **state)
{
    return files_setup(state) != 0 || setenv("COVEY", COVEY_PROGRAM, 1) != 0 ? -1 : 0;
}

static void put_checkout(void)
{
    files_write(files_path("here.txt"), "here\n", 5);
}

// ---- Pages ----

static void expect_page(const char *name)
{
    char path[4096], link[256];
    struct stat is;
    (void)snprintf(path, sizeof path, COVEY_SOURCE_DIR "/docs/peers/%s.md", name);
    if (stat(path, &is) != 0)
        fail_msg("tools/peers lists %s, and there is no docs/peers/%s.md", name, name);
    (void)snprintf(link, sizeof link, "](../peers/%s.md)", name);
    char *index = files_read(COVEY_SOURCE_DIR "/docs/models/peers.md", &(size_t){0});
    if (index == NULL || strstr(index, link) == NULL)
        fail_msg("docs/models/peers.md has no link to docs/peers/%s.md", name);
    free(index);
}

static void test_the_list_has_the_pages_and_every_page_is_in_the_list(void **state)
{
    (void)state;
    process peers = run(0, NULL, NULL, NULL);
    char *page = files_read(COVEY_SOURCE_DIR "/docs/models/peers.md", &(size_t){0});
    assert_non_null(page);
    if (strstr(page, peers.output.bytes) == NULL)
        fail_msg("docs/models/peers.md does not show\n%s", peers.output.bytes);
    free(page);
    char list[8192] = "\n";
    int count = 0;
    (void)snprintf(list + 1, sizeof list - 1, "%s", peers.output.bytes);
    for (const char *line = list; (line = strchr(line, '\n')) != NULL && *++line != '\0';)
        if (*line != ' ') {
            char name[64];
            (void)snprintf(name, sizeof name, "%.*s", (int)strcspn(line, " "), line);
            expect_page(name);
            count++;
        }
    assert_true(count >= 4);
    DIR *pages = opendir(COVEY_SOURCE_DIR "/docs/peers");
    assert_non_null(pages);
    for (struct dirent *entry; (entry = readdir(pages)) != NULL;) {
        char line[300];
        if (entry->d_name[0] == '.')
            continue;
        count--;
        (void)snprintf(line, sizeof line, "\n%.*s ", (int)strcspn(entry->d_name, "."),
                       entry->d_name);
        if (strstr(list, line) == NULL)
            fail_msg("docs/peers/%s is of no program that tools/peers lists", entry->d_name);
    }
    (void)closedir(pages);
    assert_int_equal(count, 0);
    process_free(&peers);
}

// ---- The runner ----

static void test_an_original_that_agrees_is_off_by_nothing(void **state)
{
    (void)state;
    put_checkout();
    expect(0, "straight", "alone",
           "  by the same state  places 0.0e+00, velocities 0.0e+00; 0 of 64 beyond 0\n"
           "  in turn            places 0.0e+00, velocities 0.0e+00; 0 of 64 beyond 0\n"
           "  free               places apart by 1e-06 never, 1 never\n",
           "");
    expect(0, "straight", "one by one",
           "  by ascending id    places 0.0e+00, velocities 0.0e+00; 0 of", "");
    // It flies on where covey's agents come back at the other side, which is the same place.
    expect(0, "straight", "torus", "; 0 of 64 beyond 1e-12\n", "");
}

static void test_an_original_that_is_off_is_seen(void **state)
{
    (void)state;
    put_checkout();
    expect(1, "slow", "alone", "; 64 of 64 beyond 1e-12\n", "");
    expect(1, "lost", "alone", "places 0.0e+00, velocities nan; 64 of 64 beyond 1e-12\n", "");
    expect(0, "straight", "flock", "  differs: the flock turns, the original does not\n", "");
    // A difference that is announced and is not there is none, either.
    expect(1, "slow", "called different", "; 0 of 64 beyond 1\n", "");
    expect(1, "slow", NULL, "called different: ", "");
}

static void test_bad_input_gets_one_clear_message(void **state)
{
    (void)state;
    (void)remove(files_path("here.txt"));
    expect(66, "straight", NULL, "", "here.txt is missing: straight needs a checkout of here\n");
    put_checkout();
    expect(64, "gulls", NULL, "", "no original is called 'gulls'; tools/peers lists them\n");
    expect(64, "straight", "gulls", "",
           "straight has no case 'gulls'; it has alone, torus, one by one, flock\n");
    expect(64, "-h", NULL, "", "usage: tools/peers [NAME [CHECKOUT [CASE]]]\n");
    expect(1, "silent", NULL, "", "the original stopped, see the lines above\n");
    expect(69, "absent", NULL, "", "no-such-program: No such file or directory\n");
    expect(69, "shut", NULL, "", "shut cannot be run: no machine has what it needs\n");
    assert_int_equal(setenv("COVEY", "/no/covey", 1), 0);
    expect(69, "straight", NULL, "", "/no/covey: No such file or directory; COVEY says where");
    assert_int_equal(setenv("COVEY", COVEY_PROGRAM, 1), 0);
}

// ---- The originals themselves ----

static void test_originals_in_checkouts_do_as_the_table_says(void **state)
{
    (void)state;
    const char *all = getenv("COVEY_PEERS");
    DIR *checkouts = all != NULL ? opendir(all) : NULL;
    if (checkouts == NULL)
        skip();
    for (struct dirent *entry; (entry = readdir(checkouts)) != NULL;) {
        if (entry->d_name[0] == '.')
            continue;
        char command[4096];
        (void)snprintf(command, sizeof command, PEERS " %s", entry->d_name);
        if (system(command) != 0) // NOLINT(cert-env33-c): it may take minutes
            fail_msg("%s", command);
    }
    (void)closedir(checkouts);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_list_has_the_pages_and_every_page_is_in_the_list),
        cmocka_unit_test(test_an_original_that_agrees_is_off_by_nothing),
        cmocka_unit_test(test_an_original_that_is_off_is_seen),
        cmocka_unit_test(test_bad_input_gets_one_clear_message),
        cmocka_unit_test(test_originals_in_checkouts_do_as_the_table_says),
    };
    return cmocka_run_group_tests(tests, setup, files_teardown);
}
