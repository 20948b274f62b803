// SPDX-License-Identifier: MIT
// Hostile submissions, tests/check/hostile: each is told where the answers, another submission, a
// home, sockets and files of others are, and finds nothing, touches nothing and leaves nothing;
// the user of covey check. Programs that find something print FOUND on standard error.
#define _GNU_SOURCE
#include "check/sandbox.h"
#include "support/check.h"
#include "support/files.h"

#include <arpa/inet.h>
#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <cmocka.h>

#define HOSTILE COVEY_SOURCE_DIR "/tests/check/hostile"
enum { LEAST = 27, ROOM = 16384 };

static char folder[4096];
static int port;

static void shell(const char *format, ...) __attribute__((format(printf, 1, 2)));
static void shell(const char *format, ...)
{
    char command[ROOM];
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(command, sizeof command, format, arguments);
    va_end(arguments);
    if (!check_shell(command))
        fail_msg("%s", command);
}

// ---- Targets ----

static void listen_at(int family, const void *address, socklen_t size)
{
    int listener = socket(family, SOCK_STREAM | SOCK_CLOEXEC, 0);
    assert_true(listener >= 0);
    assert_int_equal(bind(listener, address, size), 0);
    assert_int_equal(listen(listener, 8), 0);
    struct sockaddr_in bound;
    size = sizeof bound;
    if (family == AF_INET && getsockname(listener, (struct sockaddr *)&bound, &size) == 0)
        port = ntohs(bound.sin_port);
}

/// Listens at a named, an abstract and a local address, until the end of the test.
static void listen_everywhere(void)
{
    struct sockaddr_un named = {.sun_family = AF_UNIX}, abstract = named;
    struct sockaddr_in local = {.sin_family = AF_INET};
    local.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    (void)snprintf(named.sun_path, sizeof named.sun_path, "%s/socket", folder);
    int size =
        snprintf(abstract.sun_path + 1, sizeof abstract.sun_path - 1, "covey-%ld", (long)getpid());
    listen_at(AF_UNIX, &named, sizeof named);
    listen_at(AF_UNIX, &abstract,
              (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + (size_t)size));
    listen_at(AF_INET, &local, sizeof local);
}

/// Files that all users may read and write: nothing but the fences keeps a program from them.
static void lay_out(void)
{
    shell("cd %s && mkdir hand hand/other cases home tmp bin && echo x >outside && "
          "echo x >home/secret && cp " COVEY_PROGRAM " bin/covey && "
          "printf '#!/bin/sh\\nexit 0\\n' >hand/other/flock && "
          "printf '1 0 0 0 1 0 0 2\\n0 0.5 0 0\\n0 -0.5 0 0\\n0.125\\n' >cases/worked.in && "
          "printf '0.000 0.484 0.000 -0.125\\n0.000 -0.484 0.000 0.125\\n' >cases/worked.out && "
          "chmod -R a+rwX . && chmod 755 hand/other/flock && chmod 1777 tmp",
          folder);
    listen_everywhere();
}

/// Puts a submission into a folder of its own as ./flock, with all it needs to know.
static void hand_in(const char *file, char name[256])
{
    (void)snprintf(name, 256, "%s", file);
    *strrchr(name, '.') = '\0';
    shell("cd %s/hand && mkdir %s && cp " HOSTILE "/attack.py %s && cd %s && "
          "ln -s ../other link-to-other && ln -s ../../cases/worked.out link-to-answer && "
          "printf \"CASES='%s/cases'\\nOTHER='%s/hand/other'\\nOUTSIDE='%s/outside'\\n"
          "USER_HOME='%s/home'\\nCOVEY='%s/bin/covey'\\nSOCKET='%s/socket'\\n"
          "ABSTRACT='covey-%ld'\\nPORT=%d\\nPARENT=%ld\\n\" | tee targets.py >targets.sh",
          folder, name, name, name, folder, folder, folder, folder, folder, folder, (long)getpid(),
          port, (long)getpid());
    if (strstr(file, ".c") != NULL)
        shell("cc -w -o %s/hand/%s/flock " HOSTILE "/%s", folder, name, file);
    else
        shell("cp " HOSTILE "/%s %s/hand/%s/flock", file, folder, name);
    shell("chmod -R a+rX %s/hand/%s && chmod 777 %s/hand/%s && chmod 755 %s/hand/%s/flock", folder,
          name, folder, name, folder, name);
}

// ---- Running ----

/// Lists the folder in a file beside it.
static void note_state(const char *to)
{
    shell("cd %s && find . -printf '%%p %%y %%s %%m %%U %%T@ %%l\\n' | sort >%s.%s && cat outside "
          "home/secret cases/* hand/*/flock | cksum >>%s.%s",
          folder, folder, to, folder, to);
}

static void check_state(const char *name)
{
    char command[ROOM];
    note_state("after");
    (void)snprintf(command, sizeof command, "diff %s.before %s.after >&2", folder, folder);
    if (!check_shell(command))
        fail_msg("%s: it changed something", name);
}

/// Processes that have something of the folder in their command line.
static int count_left(void)
{
    int count = 0;
    DIR *processes = opendir("/proc");
    assert_non_null(processes);
    for (const struct dirent *entry; (entry = readdir(processes)) != NULL;) {
        char path[300], text[4096];
        (void)snprintf(path, sizeof path, "/proc/%s/cmdline", entry->d_name);
        FILE *file = fopen(path, "r");
        size_t size = file != NULL ? fread(text, 1, sizeof text, file) : 0;
        if (file != NULL)
            (void)fclose(file);
        count += memmem(text, size, folder, strlen(folder)) != NULL;
    }
    (void)closedir(processes);
    return count;
}

/// Runs covey check on a submission, as root or as an ordinary user, with one case.
static process grade(const char *name, bool as_user)
{
    char covey[4200], cases[4200], program[4600], home[4200], temporary[4200], path[4300];
    (void)snprintf(covey, sizeof covey, "%s/bin/covey", folder);
    (void)snprintf(cases, sizeof cases, "%s/cases", folder);
    (void)snprintf(program, sizeof program, "%s/hand/%s/flock", folder, name);
    (void)snprintf(home, sizeof home, "HOME=%s/home", folder);
    (void)snprintf(temporary, sizeof temporary, "TMPDIR=%s/tmp", folder);
    (void)snprintf(path, sizeof path, "PATH=%s/bin:/usr/bin:/bin", folder);
    const char *seconds = strcmp(name, "clock") == 0 ? "1" : "60";
    const char *const all[] = {
        "setpriv", "--reuid", "4242", "--regid",      "4242",  "--clear-groups", "env",
        home,      temporary, path,   covey,          "check", "--strict",       "--memory-limit",
        "256",     "--jobs",  "1",    "--time-limit", seconds, "--cases",        cases,
        "--",      program,   NULL};
    return process_run(&(process_def){.arguments = all + (as_user ? 0 : 6), .native = true});
}

static void check_report(const char *name, const process *covey)
{
    static const char *const ends[] = {"nothing found", "SIGKILL", "out of time"};
    const char *report = covey->output.bytes;
    bool ended = false;
    for (size_t k = 0; k < sizeof ends / sizeof *ends; k++)
        ended = ended || strstr(report, ends[k]) != NULL;
    if (!ended || strstr(report, "FOUND") != NULL || covey->code != 1)
        fail_msg("%s: exit code %d\n%s%s", name, covey->code, report, covey->errors.bytes);
    for (size_t k = 0; k < covey->output.size; k++)
        if ((unsigned char)report[k] < ' ' && report[k] != '\n')
            fail_msg("%s: the report has a control", name);
}

static void run_all(bool as_user)
{
    int count = 0;
    struct dirent **files;
    int all = scandir(HOSTILE, &files, NULL, alphasort);
    assert_true(all > 0);
    for (int k = 0; k < all; k++) {
        char name[256];
        const char *file = files[k]->d_name;
        if (file[0] != '.' && strncmp(file, "attack.", 7) != 0) {
            hand_in(file, name);
            if (as_user)
                shell("chown -R 4242:4242 %s", folder);
            note_state("before");
            for (int turn = 0; turn < (strcmp(name, "next_run") == 0 ? 2 : 1); turn++) {
                process covey = grade(name, as_user);
                check_report(name, &covey);
                process_free(&covey);
            }
            assert_int_equal(count_left(), 0);
            check_state(name);
            shell("rm -r %s/hand/%s", folder, name);
            count++;
        }
        free(files[k]);
    }
    free(files);
    assert_true(count >= LEAST);
}

static bool can_fence(void)
{
    return getenv("COVEY_RUN") == NULL && check_sandbox_has_roots();
}

static void test_hostile_submissions_find_touch_and_leave_nothing(void **state)
{
    (void)state;
    if (!can_fence())
        skip(); // this system gives programs no root of their own
    run_all(false);
}

static void test_neither_do_they_where_an_ordinary_user_runs_them(void **state)
{
    (void)state;
    if (!can_fence() || geteuid() != 0)
        skip(); // no fences, or it was an ordinary user already
    run_all(true);
}

/// Runs covey check as root without the right to make namespaces.
static process grade_without_roots(const char *const *rest)
{
    const char *all[32] = {"setpriv", "--bounding-set", "-sys_admin", COVEY_PROGRAM, "check"};
    size_t count = 5;
    for (; *rest != NULL; rest++)
        all[count++] = *rest;
    return process_run(&(process_def){.arguments = all, .native = true});
}
#define GRADE(...) grade_without_roots((const char *const[]){__VA_ARGS__, NULL})

static void test_missing_fences_are_reported_first_or_refused(void **state)
{
    (void)state;
    static const char first[] = "not fenced: on this system the program could read what its user "
                                "may read";
    char cases[4200], json[4200], junit[4200], csv[4200], html[4200], class[4200];
    if (!can_fence() || geteuid() != 0)
        skip(); // no rights to give up
    (void)snprintf(cases, sizeof cases, "%s/cases", folder);
    (void)snprintf(json, sizeof json, "%s/r.json", folder);
    (void)snprintf(junit, sizeof junit, "%s/r.xml", folder);
    (void)snprintf(csv, sizeof csv, "%s/r.csv", folder);
    (void)snprintf(html, sizeof html, "%s/r.html", folder);
    (void)snprintf(class, sizeof class, "%s/hand", folder);
    process covey = GRADE("--cases", cases, "--json", json, "--junit", junit, "--", "/bin/true");
    assert_int_equal(strncmp(covey.output.bytes, first, strlen(first)), 0);
    process_free(&covey);
    shell("grep -q '\"fenced\": false' %s && grep -q 'name=\"fenced\" value=\"false\"' %s", json,
          junit);
    covey = GRADE("--cases", cases, "--batch", class, "--csv", csv, "--html", html);
    assert_int_equal(strncmp(covey.output.bytes, first, strlen(first)), 0);
    process_free(&covey);
    shell("grep -q '^\"other\",.*,0$' %s && grep -q '<strong>%s' %s", csv, first, html);
    shell("rm %s %s %s %s", json, junit, csv, html);
    covey = GRADE("--strict", "--cases", cases, "--", "/bin/true");
    assert_int_equal(covey.code, 71);
    check_text(covey.errors.bytes, "so nothing is run");
    process_free(&covey);
}

/// In a class, builds and runs see their own submission alone.
static void test_submissions_of_a_class_do_not_find_one_another(void **state)
{
    (void)state;
    char name[256], class[4200], cases[4200], page[4200];
    if (!can_fence())
        skip();
    hand_in("others.sh", name);
    (void)snprintf(class, sizeof class, "%s/hand", folder);
    (void)snprintf(cases, sizeof cases, "%s/cases", folder);
    (void)snprintf(page, sizeof page, "%s/page.html", folder);
    process covey = CHECK(1, "--strict", "--batch", class, "--cases", cases, "--html", page,
                          "--build", "sh ./flock 2>found; ! grep FOUND found", "--", "./flock");
    assert_null(strstr(covey.output.bytes, "does not build"));
    process_free(&covey);
    size_t size;
    char *html = files_read(page, &size);
    check_text(html, "nothing found");
    assert_null(strstr(html, "FOUND"));
    free(html);
    shell("rm -r %s/hand/%s %s", folder, name, page);
}

static int set_up(void **state)
{
    if (check_setup(state) != 0)
        return 1;
    (void)snprintf(folder, sizeof folder, "%s", files_path(""));
    folder[strlen(folder) - 1] = '\0';
    lay_out();
    return 0;
}

static int tear_down(void **state)
{
    shell("chown -R %ld %s; cd %s && rm -r hand cases home tmp bin outside socket; "
          "rm -f %s.before %s.after",
          (long)geteuid(), folder, folder, folder, folder);
    return files_teardown(state);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_hostile_submissions_find_touch_and_leave_nothing),
        cmocka_unit_test(test_missing_fences_are_reported_first_or_refused),
        cmocka_unit_test(test_submissions_of_a_class_do_not_find_one_another),
        cmocka_unit_test(test_neither_do_they_where_an_ordinary_user_runs_them),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
