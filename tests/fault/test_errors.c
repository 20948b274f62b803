// SPDX-License-Identifier: MIT
// Calls of the system that fail, once or from then on, and reads and writes that move but a part:
// a program that says that all is well has done all, byte for byte; one that does not says why,
// ends with a code that the manual has, and leaves earlier files whole. Every
// COVEY_TEST_CALLS-th call is tried; 1 tries all (tools/proof).
#define _XOPEN_SOURCE 700
#include "support/files.h"
#include "support/inject.h"
#include "support/scenario.h"
#include "support/streams.h"
#include "support/world.h"

#include <covey/format.h>
#include <covey/run.h>

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

enum { MOST_ARGUMENTS = 12, END = 7 }; // bytes that whole pictures end with

/// A command and the files that it makes beside standard output.
typedef struct trial {
    const char *name;
    const char *arguments[MOST_ARGUMENTS];
    const char *input; ///< file on standard input, or NULL
    const char *makes; ///< or NULL
    enum { OTHER, FRAMES, GOES_ON, PICTURE, CHECKPOINT, REPORT } kind;
    bool first_alone; ///< the programs that it starts are left alone
} trial;

/// Outputs of a command: a file that may not be there, and standard output.
typedef struct content {
    int code;
    char *made, *printed;
    size_t made_size, printed_size;
} content;

typedef struct figures {
    size_t runs, complete, told, wrong;
} figures;

/// One way to fail, and where.
typedef struct failure {
    int kind; ///< row of `actions`
    bool sticky;
    size_t when;
} failure;

static const struct {
    const char *name;
    int action;
} actions[] = {
    {"EIO", EIO}, {"ENOSPC", ENOSPC}, {"EINTR", EINTR}, {"EAGAIN", EAGAIN}, {"short", INJECT_SHORT},
};
enum { ACTIONS = sizeof actions / sizeof *actions };

static const trial trials[] = {
    {"run csv", {"run", "scene.yaml", "-o", "t.csv"}, NULL, "t.csv", FRAMES, false},
    {"run extxyz", {"run", "scene.yaml", "-o", "t.xyz"}, NULL, "t.xyz", FRAMES, false},
    {"run digest", {"run", "scene.yaml", "-o", "t.digest"}, NULL, "t.digest", FRAMES, false},
    {"run h5md", {"run", "scene.yaml", "-o", "t.h5md"}, NULL, "t.h5md", FRAMES, false},
    {"run measures", {"run", "scene.yaml", "--measure", "t.csv"}, NULL, "t.csv", FRAMES, false},
    {"run checkpoint",
     {"run", "scene.yaml", "--checkpoint", "t.ckpt", "--checkpoint-every=5"},
     NULL,
     "t.ckpt",
     CHECKPOINT,
     false},
    {"run to standard output", {"run", "scene.yaml", "-o", "-"}, NULL, NULL, OTHER, false},
    {"run hashes", {"run", "scene.yaml", "--hash"}, NULL, NULL, OTHER, false},
    {"run print", {"run", "scene.yaml", "--print"}, NULL, NULL, OTHER, false},
    {"resume csv", {"run", "--resume", "csv.ckpt", "--steps=14"}, NULL, "r.csv", GOES_ON, false},
    {"resume extxyz", {"run", "--resume", "xyz.ckpt", "--steps=14"}, NULL, "r.xyz", GOES_ON, false},
    {"resume digest",
     {"run", "--resume", "digest.ckpt", "--steps=14"},
     NULL,
     "r.digest",
     GOES_ON,
     false},
    {"resume h5md", {"run", "--resume", "h5md.ckpt", "--steps=14"}, NULL, "r.h5md", GOES_ON, false},
    {"run replay", {"run", "--replay", "in.session", "-o", "t.csv"}, NULL, "t.csv", FRAMES, false},
    {"convert csv", {"convert", "in.csv", "t.xyz"}, NULL, "t.xyz", FRAMES, false},
    {"convert extxyz", {"convert", "in.xyz", "t.csv"}, NULL, "t.csv", FRAMES, false},
    {"convert h5md", {"convert", "in.h5md", "t.csv"}, NULL, "t.csv", FRAMES, false},
    {"convert streams", {"convert", "-", "-"}, "in.csv", NULL, OTHER, false},
    {"measure", {"measure", "in.csv"}, NULL, NULL, OTHER, false},
    {"measure h5md", {"measure", "in.h5md", "-o", "t.csv"}, NULL, "t.csv", FRAMES, false},
    {"plot", {"plot", "in.measures.csv", "-o", "t.png"}, NULL, "t.png", PICTURE, false},
    {"render", {"render", "in.csv", "-o", "t.svg", "--size=64x64"}, NULL, "t.svg", PICTURE, false},
    {"render film", {"render", "in.csv", "-o", "t.mp4", "--size=64x64"}, NULL, NULL, OTHER, true},
    {"formal", {"formal"}, "in.formal", NULL, OTHER, false},
    {"formal trace", {"formal", "--trace=t.csv"}, "in.formal", "t.csv", OTHER, false},
    {"check",
     {"check", "--cases=cases", "--json=t.json", "--", "/bin/cat"},
     NULL,
     "t.json",
     REPORT,
     true},
    {"list", {"list", "keys"}, NULL, NULL, OTHER, false},
    {"help", {"help", "run"}, NULL, NULL, OTHER, false},
};

static const char *const leftovers[] = {"t.csv",      "t.xyz", "t.digest", "t.h5md",
                                        "t.ckpt",     "t.png", "t.svg",    "t.json",
                                        "t.ckpt.new", "t.mp4", "kept",     "kept.csv"};

// ---- Runs ----

static bool has_frames(const trial *self)
{
    return self->kind == FRAMES || self->kind == GOES_ON;
}

/// The name of the checkpoint that a run goes on from, or NULL.
static const char *resumed(const trial *self)
{
    return self->kind == GOES_ON ? self->arguments[2] : NULL;
}

static void copy(const char *from, const char *to)
{
    size_t size;
    char *bytes = files_read(from, &size);
    assert_non_null(bytes);
    files_write(to, bytes, size);
    free(bytes);
}

/// A run that goes on changes its file and its checkpoint: they are kept under other names.
static void restore(const trial *self)
{
    char name[64];
    const char *const names[] = {self->makes, self->arguments[2]};
    for (int k = 0; k < 2; k++) {
        (void)snprintf(name, sizeof name, "%s.first", names[k]);
        copy(name, names[k]);
    }
}

static inject_result run(const trial *self, inject_def *def)
{
    const char *arguments[MOST_ARGUMENTS + 3] = {COVEY_PROGRAM};
    size_t count = 1;
    for (int k = 0; k < MOST_ARGUMENTS && self->arguments[k] != NULL; k++) {
        arguments[count++] = self->arguments[k];
        if (k == 0 && strcmp(self->arguments[0], "run") == 0) {
            arguments[count++] = "--quiet";
            arguments[count++] = "--threads=1";
        }
    }
    for (size_t k = 0; k < sizeof leftovers / sizeof *leftovers; k++)
        (void)unlink(leftovers[k]);
    if (resumed(self) != NULL)
        restore(self);
    def->arguments = arguments;
    def->input = self->input;
    def->output = "out.txt";
    def->errors = "err.txt";
    def->calls = INJECT_FILES;
    def->first_alone = self->first_alone;
    def->keep = has_frames(self) ? self->makes : NULL;
    def->kept = "kept";
    return inject_run(def);
}

static content take_content(const trial *self)
{
    content taken = {0};
    taken.printed = files_read("out.txt", &taken.printed_size);
    if (self->makes != NULL)
        taken.made = files_read(self->makes, &taken.made_size);
    return taken;
}

static void free_content(content *taken)
{
    free(taken->made);
    free(taken->printed);
}

static bool same(const char *a, size_t a_size, const char *b, size_t b_size)
{
    return (a == NULL) == (b == NULL) && a_size == b_size &&
           (a == NULL || memcmp(a, b, a_size) == 0);
}

/// A file of H5MD as CSV, which is easier compared; NULL if it holds nothing that can be read.
static char *read_frames(const char *path, bool is_h5md, size_t *size)
{
    if (!is_h5md)
        return files_read(path, size);
    const char *const words[] = {COVEY_PROGRAM, "convert", "--from=h5md", path, "kept.csv", NULL};
    inject_def def = {.arguments = words, .output = "out2.txt", .errors = "err2.txt"};
    (void)unlink("kept.csv");
    inject_result result = inject_run(&def);
    return result.code == 0 || result.code == 65 ? files_read("kept.csv", size) : NULL;
}

// ---- Judging ----

/// True if the frames that were there at the first failure still are, and none that is wrong.
static bool keeps_frames(const trial *self, bool sticky, const content *wanted)
{
    bool is_h5md = strstr(self->makes, ".h5md") != NULL;
    size_t before_size = 0, after_size = 0;
    char *before = read_frames("kept", is_h5md, &before_size);
    char *after = read_frames(self->makes, is_h5md, &after_size);
    bool good = before == NULL || (after != NULL && after_size >= before_size &&
                                   memcmp(before, after, before_size) == 0);
    if (good && !is_h5md && after != NULL)
        good = after_size <= wanted->made_size && memcmp(after, wanted->made, after_size) == 0 &&
               (sticky || after_size == 0 || after[after_size - 1] == '\n');
    free(before);
    free(after);
    return good;
}

static bool can_resume(const char *path)
{
    const char *const words[] = {COVEY_PROGRAM, "run", "--resume", path, "--quiet", NULL};
    inject_def def = {.arguments = words, .output = "out2.txt", .errors = "err2.txt"};
    return access(path, F_OK) != 0 || inject_run(&def).code == 0;
}

/// Names the mistake in the end of a run, or NULL.
static const char *judge(const trial *self, const inject_result *result, bool sticky,
                         const content *wanted)
{
    content found = take_content(self);
    size_t said = 0;
    free(files_read("err.txt", &said));
    bool complete = same(found.made, found.made_size, wanted->made, wanted->made_size) &&
                    same(found.printed, found.printed_size, wanted->printed, wanted->printed_size);
    if (self->kind == PICTURE) // letters may be of another font
        complete = found.made_size > END && wanted->made_size > END &&
                   same(found.made + found.made_size - END, END,
                        wanted->made + wanted->made_size - END, END);
    if (self->kind == REPORT) // a program that cannot be started is an outcome of its case
        complete = complete || (found.printed != NULL && found.made != NULL &&
                                strstr(found.printed, "cannot be started") != NULL &&
                                strstr(found.made, "\n}\n") != NULL);
    bool is_lock = strcmp(result->call, "flock") == 0;
    // A reader of H5MD that cannot say a word more is as one that crashes.
    bool is_helper = strstr(self->name, "h5md") != NULL && strcmp(result->call, "sendto") == 0;
    const char *wrong = NULL;
    if (result->hung)
        wrong = "it hangs";
    else if (result->signal != 0)
        wrong = "a signal ended it";
    else if (result->code == wanted->code && !complete)
        wrong = "it says that all is well, and it is not";
    else if (result->code != wanted->code && result->code != 71 && result->code != 74 &&
             !(result->code == 75 && (is_lock || sticky)) && !(result->code == 65 && is_helper))
        wrong = "no such code";
    else if (result->code != wanted->code && said == 0)
        wrong = "no message";
    else if (result->code != 0 && has_frames(self) && !keeps_frames(self, sticky, wanted))
        wrong = "earlier frames are not whole";
    else if (result->code != 0 && self->kind == CHECKPOINT && !can_resume(self->makes))
        wrong = "the checkpoint is not whole";
    else if (result->code != 0 && resumed(self) != NULL && !can_resume(resumed(self)))
        wrong = "the run cannot go on";
    else if (result->code != 0 && self->kind == PICTURE && !sticky && !complete &&
             found.made != NULL && strcmp(result->call, "unlink") != 0)
        wrong = "half a picture";
    free_content(&found);
    return wrong;
}

static void tell(const trial *self, const char *action, const inject_result *result, size_t when,
                 const char *wrong)
{
    size_t size = 0;
    char *said = files_read("err.txt", &size);
    print_error("%s, %s, %s %zu: code %d, signal %d: %s: %.300s\n", self->name, action,
                result->call, when, result->code, result->signal, wrong, said);
    free(said);
}

/// Runs with a failure, unless such a call does not come this time.
static void fail_at(const trial *self, const failure *at, const content *wanted, figures *counts)
{
    char action[24];
    inject_def def = {.action = actions[at->kind].action, .when = at->when, .sticky = at->sticky};
    inject_result result = run(self, &def);
    if (!result.reached)
        return;
    const char *wrong = judge(self, &result, at->sticky, wanted);
    (void)snprintf(action, sizeof action, "%s %s", actions[at->kind].name,
                   at->sticky ? "sticky" : "once");
    counts->runs++;
    counts->complete += result.code == wanted->code;
    counts->told += result.code > wanted->code;
    counts->wrong += wrong != NULL;
    if (wrong != NULL)
        tell(self, action, &result, at->when, wrong);
}

static bool is_built(const trial *self)
{
    const char *chosen = getenv("COVEY_TEST_TRIAL");
    if (chosen != NULL && strstr(self->name, chosen) == NULL)
        return false;
    return strstr(self->name, "h5md") == NULL || covey_format_find("h5md")->built;
}

static void fail_everywhere(const trial *self, size_t every, size_t *turn, figures *sum)
{
    inject_def none = {0};
    inject_result result = run(self, &none);
    content wanted = take_content(self);
    figures counts = {0};
    wanted.code = result.code;
    if (result.code != 0 && result.code != 1) {
        tell(self, "nothing", &result, 0, "it fails by itself");
        fail();
    }
    for (int kind = 0; kind < 2 * ACTIONS; kind++) {
        if (kind % 2 == 1 && self->kind == REPORT)
            continue; // no program could be started, which is no answer
        size_t least = every < result.calls ? every : result.calls;
        failure at = {kind / 2, kind % 2 == 1, 1 + (*turn += 7) % least};
        for (; at.when <= result.calls; at.when += every)
            fail_at(self, &at, &wanted, &counts);
    }
    print_message("%s: %zu calls; %zu runs, %zu complete, %zu told, %zu wrong\n", self->name,
                  result.calls, counts.runs, counts.complete, counts.told, counts.wrong);
    sum->runs += counts.runs;
    sum->wrong += counts.wrong;
    free_content(&wanted);
}

static void test_a_call_that_fails_is_told_or_made_good(void **state)
{
    (void)state;
    if (!inject_works())
        skip();
    size_t every = test_amount("COVEY_TEST_CALLS", 1000), turn = 0;
    figures sum = {0};
    for (size_t k = 0; k < sizeof trials / sizeof *trials; k++)
        if (is_built(&trials[k]))
            fail_everywhere(&trials[k], every, &turn, &sum);
    print_message("all: %zu runs, %zu wrong\n", sum.runs, sum.wrong);
    assert_int_equal(sum.wrong, 0);
}

// ---- Set-up ----

static void make(const char *const *arguments)
{
    inject_def def = {.arguments = arguments, .output = "out.txt", .errors = "err.txt"};
    assert_int_equal(inject_run(&def).code, 0);
}
#define MAKE(...) make((const char *const[]){COVEY_PROGRAM, __VA_ARGS__, NULL})

static void make_session(void)
{
    covey_scenario *scenario = scenario_read("flocks: {model: torus, count: 5}\nsteps: 6\n");
    covey_session *session;
    covey_world_def engine = covey_world_def_default();
    static page written;
    assert_int_equal(covey_session_create(scenario, &engine, &session, NULL), COVEY_OK);
    assert_int_equal(covey_session_do(session, "set separation 20", NULL), COVEY_OK);
    for (int step = 0; step < 6; step++)
        assert_int_equal(covey_session_step(session, NULL), COVEY_OK);
    assert_int_equal(covey_session_write(session, page_sink(&written), NULL), COVEY_OK);
    files_write("in.session", written.bytes, written.size);
    covey_session_destroy(session);
}

/// A file of a run and its checkpoint, which are kept under other names.
static void make_half(const char *format)
{
    char file[16], checkpoint[24], kept[64];
    (void)snprintf(file, sizeof file, "r.%s", format);
    (void)snprintf(checkpoint, sizeof checkpoint, "%s.ckpt", format);
    MAKE("run", "scene.yaml", "--quiet", "-o", file, "--checkpoint", checkpoint);
    (void)snprintf(kept, sizeof kept, "%s.first", file);
    copy(file, kept);
    (void)snprintf(kept, sizeof kept, "%s.first", checkpoint);
    copy(checkpoint, kept);
}

static int set_up(void **state)
{
    static const char scene[] = "space: {kind: torus, width: 30, height: 20}\n"
                                "flocks: {model: torus, count: 5}\nsteps: 10\n";
    static const char formal[] = "1 1 1 1 0 0 0 2\n1 2 3 4\n5 6 7 8\n1\n0\n2\n1\n";
    if (files_setup(state) != 0 || chdir(files_path("")) != 0)
        return 1;
    if (!inject_works())
        return 0;
    files_write("scene.yaml", scene, sizeof scene - 1);
    files_write("in.formal", formal, sizeof formal - 1);
    make_session();
    MAKE("run", "scene.yaml", "--quiet", "-o", "in.csv", "-o", "in.xyz", "--measure",
         "in.measures.csv");
    make_half("csv");
    make_half("xyz");
    make_half("digest");
    MAKE("check", "--make", "cases", "1");
    if (!covey_format_find("h5md")->built)
        return 0;
    MAKE("convert", "in.csv", "in.h5md");
    make_half("h5md");
    return 0;
}

static int tear_down(void **state)
{
    (void)!system("rm -rf cases");
    return files_teardown(state);
}

int main(void)
{
    (void)setvbuf(stdout, NULL, _IONBF, 0); // long campaigns are watched
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_call_that_fails_is_told_or_made_good),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
