// SPDX-License-Identifier: MIT
// The command line of covey: mistakes in it, help and completion, and the effect of each option of
// covey formal does.
#define _POSIX_C_SOURCE 200809L
#include "support/program.h"

#include <covey/base.h>
#include <covey/formal.h>

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#define LENGTH(array) (sizeof(array) / sizeof(array)[0])
#define SEE_FORMAL "; see covey formal --help\n"

// ---- Mistakes ----

static void test_each_mistake_in_the_arguments_has_its_message(void **state)
{
    (void)state;
    static const struct {
        const char *arguments[4];
        const char *err;
    } rows[] = {
        {{"bogus"}, "covey: there is no command \"bogus\"; see covey help\n"},
        {{""}, "covey: there is no command \"\"; see covey help\n"},
        {{"--bogus"}, "covey: there is no command \"--bogus\"; see covey help\n"},
        {{"formal", "--bogus"}, "covey formal: there is no option --bogus" SEE_FORMAL},
        {{"formal", "--thread", "2"},
         "covey formal: there is no option --thread (did you mean --threads?)" SEE_FORMAL},
        {{"formal", "--bogus=1"}, "covey formal: there is no option --bogus=1" SEE_FORMAL},
        {{"formal", "-x"}, "covey formal: there is no option -x" SEE_FORMAL},
        {{"formal", "case.in"},
         "covey formal: \"case.in\" is not read; standard input is: covey formal < "
         "case.in" SEE_FORMAL},
        {{"formal", "--", "--hash"},
         "covey formal: \"--hash\" is not read; standard input is: covey formal < "
         "--hash" SEE_FORMAL},
        {{"formal", "--dialect"}, "covey formal: --dialect needs a value, NAME" SEE_FORMAL},
        {{"formal", "--hash", "--trace"}, "covey formal: --trace needs a value, FILE" SEE_FORMAL},
        {{"formal", "--trace", "--"}, "covey formal: --trace needs a value, FILE" SEE_FORMAL},
        {{"formal", "--hash=1"}, "covey formal: --hash takes no value" SEE_FORMAL},
        {{"formal", "--dialect", "Text"},
         "covey formal: there is no dialect or difference \"Text\"; did you mean text?\n"},
        {{"formal", "--dialect="}, "covey formal: there is no dialect or difference \"\"\n"},
        {{"formal", "--format", "fixed|hex"},
         "covey formal: --format \"fixed|hex\" is none of fixed|hex" SEE_FORMAL},
        {{"formal", "--threads", "0"},
         "covey formal: --threads 0 is not a whole number from 1 to 256\n"},
        {{"formal", "--threads", "257"},
         "covey formal: --threads 257 is not a whole number from 1 to 256\n"},
        {{"formal", "--threads=-1"},
         "covey formal: --threads -1 is not a whole number from 1 to 256\n"},
        {{"formal", "--threads", "2x"},
         "covey formal: --threads 2x is not a whole number from 1 to 256\n"},
        {{"formal", "--threads", ""},
         "covey formal: --threads  is not a whole number from 1 to 256\n"},
        {{"formal", "--threads", "99999999999999999999"},
         "covey formal: --threads 99999999999999999999 is not a whole number from 1 to 256\n"},
        {{"completion"}, "covey completion: which shell? one of bash|zsh|fish\n"},
        {{"completion", "csh"},
         "covey completion: \"csh\" is none of bash|zsh|fish; see covey completion --help\n"},
        {{"help", "bogus"}, "covey help: there is no command \"bogus\"; see covey help\n"},
        {{"torus-1"},
         "covey: torus-1 is a preset, not a command: covey run torus-1, or covey view torus-1\n"},
        {{"RUN"}, "covey: there is no command \"RUN\" (did you mean run?); see covey help\n"},
        {{"version", "x"}, "covey version: unexpected \"x\"; see covey version --help\n"},
    };
    for (size_t k = 0; k < LENGTH(rows); k++) {
        program_case row = {.code = 64, .err = rows[k].err};
        memcpy(row.arguments, rows[k].arguments, sizeof rows[k].arguments);
        program_expect(&row);
    }
    process covey =
        process_run(&(process_def){.arguments = (const char *const[]){COVEY_PROGRAM, NULL}});
    assert_int_equal(covey.code, 64);
    assert_memory_equal(covey.errors.bytes, "covey: a command is missing: formal check run ", 46);
    process_free(&covey);
}

// ---- Help ----

static const char *const commands[] = {"formal", "list", "completion", "help", "version"};
static const char *const formal_options[] = {"dialect", "threads", "format",       "hash",
                                             "stats",   "trace",   "trace-format", "agent",
                                             "step",    "explain"};

/// Runs `covey A B` and returns its output, which must not be empty. The caller frees it.
static char *output_of(const char *a, const char *b)
{
    char *output = program_output(&(program_case){.arguments = {a, b}});
    assert_true(output != NULL && output[0] != '\0');
    return output;
}

static void check_holds(const char *text, const char *before, const char *word)
{
    char wanted[120];
    (void)snprintf(wanted, sizeof wanted, "%s%s", before, word);
    if (strstr(text, wanted) == NULL)
        fail_msg("\"%s\" is missing in:\n%s", wanted, text);
}

static void test_help_and_version_tell_all(void **state)
{
    (void)state;
    char *overview = output_of("help", NULL), *same = output_of("--help", NULL);
    assert_string_equal(overview, same);
    for (size_t k = 0; k < LENGTH(commands); k++) {
        check_holds(overview, "\n  ", commands[k]);
        char *help = output_of("help", commands[k]), *own = output_of(commands[k], "--help");
        assert_string_equal(help, own);
        check_holds(help, "usage: covey ", commands[k]);
        for (size_t o = 0; k == 0 && o < LENGTH(formal_options); o++)
            check_holds(help, "\n  --", formal_options[o]);
        free(help);
        free(own);
    }
    free(overview);
    free(same);
    char version[80];
    (void)snprintf(version, sizeof version, "covey %s\n", covey_version_text());
    program_expect(&(program_case){.arguments = {"version"}, .out = version});
    program_expect(&(program_case){.arguments = {"--version"}, .out = version});
}

static void test_completion_knows_every_command_and_option(void **state)
{
    (void)state;
    static const char *const shells[] = {"bash", "zsh", "fish"};
    static const char *const dashes[] = {" --", " '--", " -l "};
    for (size_t k = 0; k < LENGTH(shells); k++) {
        char *script = output_of("completion", shells[k]);
        for (size_t c = 0; c < LENGTH(commands); c++)
            check_holds(script, "", commands[c]);
        for (size_t o = 0; o < LENGTH(formal_options); o++)
            check_holds(script, dashes[k], formal_options[o]);
        free(script);
    }
}

/// Returns the output of bash for two scripts, one after the other; the caller frees it.
static char *bash(const char *first, const char *second)
{
    size_t size = strlen(first) + strlen(second) + 1;
    char *input = malloc(size);
    assert_non_null(input);
    (void)snprintf(input, size, "%s%s", first, second);
    process shell = process_run(&(process_def){
        .arguments = (const char *const[]){"bash", NULL}, .native = true, .input = input});
    assert_int_equal(shell.code, 0);
    assert_int_equal(shell.errors.size, 0);
    char *output = strdup(shell.output.bytes);
    assert_non_null(output);
    process_free(&shell);
    free(input);
    return output;
}

static void test_bash_completes_what_the_script_says(void **state)
{
    (void)state;
    static const struct {
        const char *words;
        const char *completed;
    } rows[] = {
        {"covey ''", "--help --version formal check run measure sweep stats convert render plot "
                     "view list completion help "
                     "version\n"},
        {"covey fo", "formal\n"},
        {"covey formal --d", "--dialect\n"},
        {"covey formal --dialect ''", "text suite2023 unit\n"},
        {"covey formal --format h", "hex\n"},
        {"covey completion z", "zsh\n"},
        {"covey help v", "view version\n"},
        {"covey formal --trace /et", "/etc\n"},
        {"covey run vicsek-", "vicsek-disordered vicsek-ordered vicsek-vectorial\n"},
        {"covey run torus-2 --checkpoint-", "--checkpoint-every\n"},
        {"covey run torus-2 -o /et", "/etc\n"},
        {"covey run torus-2 -o a.csv --output /et", "/etc\n"},
        {"covey run torus-2 --seed ''", "\n"},
        {"covey run /et", "/etc\n"},
        {"covey measure /et", "/etc\n"},
        {"covey render vicsek-", "vicsek-disordered vicsek-ordered vicsek-vectorial\n"},
        {"covey render /et", "/etc\n"},
        {"covey render torus-2 --color s", "speed\n"},
        {"covey plot /et", "/etc\n"},
        {"covey convert /etc/passwd /et", "/etc\n"},
    };
    char *script = output_of("completion", "bash");
    for (size_t k = 0; k < LENGTH(rows); k++) {
        char use[200];
        (void)snprintf(use, sizeof use,
                       "COMP_WORDS=(%s); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _covey; "
                       "echo \"${COMPREPLY[@]}\"\n",
                       rows[k].words);
        char *completed = bash(script, use);
        assert_string_equal(completed, rows[k].completed);
        free(completed);
    }
    free(script);
}

/// Lists the words that a script of `covey completion` gives to the functions of its shell, one a
/// line: bash reads them as the shell would, `before` being their stand-ins.
static char *words_given(const char *shell, const char *before)
{
    char *script = output_of("completion", shell);
    char *words = bash(before, script);
    free(script);
    return words;
}

static void test_texts_reach_zsh_and_fish_whole(void **state)
{
    (void)state;
    char *fish = words_given("fish", "complete() { printf '%s\n' \"$@\"; }\n");
    check_holds(fish, "\n", "write the report as JUnit's XML to FILE\n");
    check_holds(fish, "\n", "list what there is: models, presets, parameters\n");
    free(fish);
    static const char zsh_of[] = "shift() { :; }\n"
                                 "_arguments() { printf '%%s\\n' \"$@\"; }\n"
                                 "words=(all covey %s) CURRENT=3\n";
    static const char *const rows[][2] = {
        {"check", "--junit[write the report as JUnit's XML to FILE]:FILE:_files\n"},
        {"formal", "--format[three decimals, or exact as %a (default fixed)]:NAME:( fixed hex)\n"},
        {"render", "--frames[frames A to B (default for films: all)]:A\\:B:\n"},
        {"run", "*-o[write the trajectory; its suffix names the format; may be repeated]:FILE:"
                "_files\n"},
    };
    for (size_t k = 0; k < LENGTH(rows); k++) {
        char before[200];
        (void)snprintf(before, sizeof before, zsh_of, rows[k][0]);
        char *zsh = words_given("zsh", before);
        check_holds(zsh, "\n", rows[k][1]);
        free(zsh);
    }
}

// ---- Options of covey formal ----

// d = 5, K_s = 25, F_Smax = 1: 1/d is not clamped, K_s/d is, and the dialects differ in direction.
#define DIALECTS "0 5 1 0 0 25 0 2\n0 0 0 0\n3 4 0 0\n1\n"

static void test_dialects_differ_as_they_say(void **state)
{
    (void)state;
    static const char *const rows[][2] = {
        {"text", "-3.000 -4.000 -3.000 -4.000\n6.000 8.000 3.000 4.000\n"},
        {"suite2023", "-5.000 -5.000 -5.000 -5.000\n8.000 9.000 5.000 5.000\n"},
        {"unit", "-0.600 -0.800 -0.600 -0.800\n3.600 4.800 0.600 0.800\n"},
    };
    program_expect(&(program_case){.with.input = DIALECTS, .out = rows[0][1]});
    for (int k = 0; k < (int)LENGTH(rows); k++) {
        program_expect(&(program_case){.arguments = {"formal", "--dialect", rows[k][0]},
                                       .with.input = DIALECTS,
                                       .out = rows[k][1]});
        assert_string_equal(covey_formal_dialect(k), rows[k][0]);
        program_expect(
            &(program_case){.arguments = {"formal", "--explain", "--dialect", rows[k][0]},
                            .out = covey_formal_rules(k)});
        assert_memory_equal(covey_formal_rules(k), rows[k][0], strlen(rows[k][0]));
    }
    assert_null(covey_formal_dialect((int)LENGTH(rows)));
    assert_null(covey_formal_rules(-1));
}

static void test_hex_is_exact(void **state)
{
    (void)state;
    program_expect(&(program_case){
        .arguments = {"formal", "--format=hex"},
        .with.input = "0 0 0 0 0 0 0 2\n0.1 -0 1 -1.5\n5e-324 1.7976931348623157e308 0 3\n0\n",
        .out = "0x1.999999999999ap-4 -0x0p+0 0x1p+0 -0x1.8p+0\n"
               "0x0.0000000000001p-1022 0x1.fffffffffffffp+1023 0x0p+0 0x1.8p+1\n"});
}

static void test_hash_gives_a_line_a_step_on_standard_error(void **state)
{
    (void)state;
    process covey = program_run(&(program_case){
        .arguments = {"formal", "--hash"}, .with.input = "0 0 0 0 0 0 0 1 1 2 3 4\n0\n1\n0\n"});
    assert_string_equal(covey.output.bytes, "1.000 2.000 3.000 4.000\n4.000 6.000 3.000 4.000\n"
                                            "4.000 6.000 3.000 4.000\n");
    uint64_t hashes[3];
    const char *line = covey.errors.bytes;
    for (int k = 0; k < 3; k++) {
        char again[40];
        int step;
        assert_int_equal(sscanf(line, "%d %" SCNx64, &step, &hashes[k]), 2);
        int size = snprintf(again, sizeof again, "%d %016" PRIx64 "\n", k + 1, hashes[k]);
        assert_memory_equal(line, again, (size_t)size);
        line += size;
    }
    assert_string_equal(line, "");
    assert_true(hashes[0] != hashes[1]);
    assert_true(hashes[1] == hashes[2]);
    process_free(&covey);
}

static void test_stats_end_the_run_and_leave_the_output_alone(void **state)
{
    (void)state;
    process covey = program_run(&(program_case){
        .arguments = {"formal", "--stats", "--threads", "2"}, .with.input = DIALECTS "0\n0\n"});
    assert_int_equal(process_lines(&covey.output), 6);
    check_holds(covey.errors.bytes, "", "agents   2 (steps: 3, threads: 2)\n");
    check_holds(covey.errors.bytes, "\n", "time ");
    check_holds(covey.errors.bytes, "\n", "pairs ");
    check_holds(covey.errors.bytes, "\n", "memory ");
    assert_null(strstr(covey.errors.bytes, "advice"));
    process_free(&covey);
}

/// Agents at one point all sense each other.
static void test_stats_of_a_crowd_give_advice(void **state)
{
    (void)state;
    enum { AGENTS = 501 };
    char input[100 + 8 * AGENTS];
    int used = snprintf(input, sizeof input, "1 0 0 1 1 0 1 %d\n", AGENTS);
    for (int k = 0; k < AGENTS; k++)
        used += snprintf(input + used, sizeof input - (size_t)used, "0 0 0 0\n");
    (void)snprintf(input + used, sizeof input - (size_t)used, "0\n");
    process covey =
        program_run(&(program_case){.arguments = {"formal", "--stats"}, .with.input = input});
    check_holds(covey.errors.bytes, "\n",
                "advice   501 neighbors of an agent are only summed: a "
                "scenario with dense: aggregate may be faster\n");
    process_free(&covey);
}

/// A crowd of `agents` with all forces on, in which each has some ten neighbors, and `steps`
/// time steps. The caller frees it.
static char *make_crowd(int agents, int steps)
{
    size_t room = 100 + (size_t)agents * 60 + (size_t)steps * 8;
    char *text = malloc(room);
    assert_non_null(text);
    size_t used = (size_t)snprintf(text, room, "2 1 5 1.5 0.7 0.3 0.1 %d\n", agents);
    uint32_t random = 1;
    double value[4];
    for (int k = 0; k < 4 * agents; k++) {
        random = random * 1664525 + 1013904223;
        value[k % 4] = random / 4294967296.0;
        if (k % 4 == 3)
            used += (size_t)snprintf(text + used, room - used, "%.9f %.9f %.9f %.9f\n",
                                     60 * value[0], 60 * value[1], value[2], value[3]);
    }
    for (int k = 0; k < steps; k++)
        used += (size_t)snprintf(text + used, room - used, "0.05\n");
    return text;
}

static void test_threads_change_no_byte(void **state)
{
    (void)state;
    static const char *const threads[] = {"1", "2", "3", "8", "64"};
    char *input = make_crowd(3000, 5);
    process first = {0};
    for (size_t k = 0; k < LENGTH(threads); k++) {
        process covey = program_run(&(program_case){
            .arguments = {"formal", "--hash", "--format", "hex", "--threads", threads[k]},
            .with.input = input});
        assert_int_equal(process_lines(&covey.output), 5 * 3000);
        assert_int_equal(process_lines(&covey.errors), 5);
        if (k == 0) {
            first = covey;
            continue;
        }
        assert_string_equal(covey.output.bytes, first.output.bytes);
        assert_string_equal(covey.errors.bytes, first.errors.bytes);
        process_free(&covey);
    }
    process_free(&first);
    free(input);
}

// ---- The trace ----

// r_c = 8, r_s = r_a = 4. Agents 1 and 2 are 4 apart, 1 and 3 are 8, 2 and 3 are sqrt(80). Agent 1:
//   F_c = mean((4, 0), (0, -8)) / 8 = (1/4, -1/2)
//   F_s = -(1, 0) / 4, clamped to 1/8
//   F_a = mean((1, 0), (0, 2)) = (1/2, 1)
//   F = 2 F_c + 8 F_s + 4 F_a = (1/2 - 1 + 2, -1 + 4)
// The first time step is 0, so the second finds the same.
#define TRACED "8 4 0.125 4 2 8 4 3\n0 0 1 0\n4 0 0 2\n0 -8 -1 -1\n0\n0\n"
#define TRACE_HEAD                                                                                 \
    "step,agent,cohesion_count,cohesion_neighbors,separation_count,separation_neighbors,"          \
    "alignment_count,alignment_neighbors,Fc_x,Fc_y,Fs_sum_x,Fs_sum_y,Fs_x,Fs_y,Fa_x,Fa_y,F_x,F_"   \
    "y\n"
#define TRACE_ROWS(step)                                                                           \
    step ",1,2,2 3,1,2,2,1 2,0.25,-0.5,-0.25,0,-0.125,0,0.5,1,1.5,3\n" step                        \
         ",2,1,1,1,1,2,1 2,-0.5,0,0.25,0,0.125,0,0.5,1,2,4\n" step                                 \
         ",3,1,1,0,,1,3,0,1,0,0,0,0,-1,-1,-4,-2\n"

static void test_the_trace_holds_every_neighbor_and_force(void **state)
{
    (void)state;
    program_expect(&(program_case){
        .arguments = {"formal", "--trace", "/dev/stderr"},
        .with.input = TRACED,
        .out = "0.000 0.000 1.000 0.000\n4.000 0.000 0.000 2.000\n0.000 -8.000 -1.000 -1.000\n"
               "0.000 0.000 1.000 0.000\n4.000 0.000 0.000 2.000\n0.000 -8.000 -1.000 -1.000\n",
        .err = TRACE_HEAD TRACE_ROWS("1") TRACE_ROWS("2")});
}

static void test_the_trace_replaces_the_file(void **state)
{
    (void)state;
    static const char expected[] = TRACE_HEAD TRACE_ROWS("1") TRACE_ROWS("2");
    char name[] = "/tmp/covey-trace-XXXXXX", found[2 * sizeof expected] = {0};
    int number = mkstemp(name);
    assert_true(number >= 0);
    memset(found, '#', sizeof found - 1);
    assert_int_equal(write(number, found, sizeof found), sizeof found);
    process covey = program_run(
        &(program_case){.arguments = {"formal", "--trace", name}, .with.input = TRACED});
    process_free(&covey);
    assert_int_equal(pread(number, found, sizeof found, 0), sizeof expected - 1);
    assert_memory_equal(found, expected, sizeof expected - 1);
    (void)close(number);
    (void)unlink(name);
}

static void test_the_trace_shows_the_forces_that_ended_a_run(void **state)
{
    (void)state;
    program_expect(&(program_case){
        .arguments = {"formal", "--trace", "/dev/stderr"},
        .with.input = "0 0 0 0 0 0 1e308 1\n0 0 10 -10\n1\n",
        .code = 70,
        .err = TRACE_HEAD "1,1,0,,0,,1,1,0,0,0,0,0,0,10,-10,inf,-inf\n"
                          "covey formal: step 1: agent 1 of 1 left the range of finite numbers\n"});
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_each_mistake_in_the_arguments_has_its_message),
        cmocka_unit_test(test_help_and_version_tell_all),
        cmocka_unit_test(test_completion_knows_every_command_and_option),
        cmocka_unit_test(test_bash_completes_what_the_script_says),
        cmocka_unit_test(test_texts_reach_zsh_and_fish_whole),
        cmocka_unit_test(test_dialects_differ_as_they_say),
        cmocka_unit_test(test_hex_is_exact),
        cmocka_unit_test(test_hash_gives_a_line_a_step_on_standard_error),
        cmocka_unit_test(test_stats_end_the_run_and_leave_the_output_alone),
        cmocka_unit_test(test_stats_of_a_crowd_give_advice),
        cmocka_unit_test(test_threads_change_no_byte),
        cmocka_unit_test(test_the_trace_holds_every_neighbor_and_force),
        cmocka_unit_test(test_the_trace_replaces_the_file),
        cmocka_unit_test(test_the_trace_shows_the_forces_that_ended_a_run),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
