// SPDX-License-Identifier: MIT
// The trace as a table for people: exact for a small flock, true to the frames for all cases and
// dialects, and refused for agents and steps that the input does not have.
#include "support/check.h"
#include "support/files.h"
#include "support/program.h"

#include <covey/formal.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define LENGTH(array) (sizeof(array) / sizeof(array)[0])

// Agents 1 and 2 are 4 apart, 1 and 3 are 8, 2 and 3 are sqrt(80).
#define INPUT "8 4 0.125 4 2 8 4 3\n0 0 1 0\n4 0 0 2\n0 -8 -1 -1\n0\n0.5\n"

static void test_a_table_has_each_neighbor_and_what_it_adds(void **state)
{
    (void)state;
    program_expect(&(program_case){
        .arguments = {"formal", "--trace", "-", "--trace-format", "table", "--agent", "1", "--step",
                      "2"},
        .with.input = INPUT,
        .out = "step 2, dt = 0.5, agent 1 of 3\n"
               "                                                   x               y\n"
               "velocity v                                  1.000000        0.000000\n"
               "position p                                  0.000000        0.000000\n"
               "cohesion, d <= r_c = 8: P_j - P_i of each neighbor\n"
               "  agent 2 at 4.000000                       4.000000        0.000000\n"
               "  agent 3 at 8.000000                       0.000000       -8.000000\n"
               "  P_CM - P_i, their mean                    2.000000       -4.000000\n"
               "  F_c, divided by r_c                       0.250000       -0.500000\n"
               "separation, 0 < d <= r_s = 4: push of each neighbor\n"
               "  agent 2 at 4.000000                      -0.250000        0.000000\n"
               "  their sum                                -0.250000        0.000000\n"
               "  F_s, clamped to F_Smax                   -0.125000        0.000000\n"
               "alignment, d <= r_a = 4: velocity of each neighbor\n"
               "  agent 1 itself                            1.000000        0.000000\n"
               "  agent 2 at 4.000000                       0.000000        2.000000\n"
               "  F_a, their mean                           0.500000        1.000000\n"
               "together, with K_c = 2, K_s = 8, K_a = 4\n"
               "  K_c F_c                                   0.500000       -1.000000\n"
               "  K_s F_s                                  -1.000000        0.000000\n"
               "  K_a F_a                                   2.000000        4.000000\n"
               "  F, their sum                              1.500000        3.000000\n"
               "new velocity: v + F dt                      1.750000        1.500000\n"
               "new position: p + new v dt                  0.875000        0.750000\n"});
}

/// Reads tables and the frames beside them: the new state is that of the frame, forces add up to
/// their sum, and what neighbors add is the sum or mean of each rule.
static const char reader[] =
    "import sys, re\n"
    "frames = open(sys.argv[1]).read().split('\\n')\n"
    "tables = [t for t in open(sys.argv[2]).read().strip().split('\\n\\n') if t]\n"
    "tables.sort(key=lambda t: [int(w) for w in re.findall(r'^step (\\d+).* agent (\\d+)', "
    "t)[0]])\n"
    "assert len(tables) == len([f for f in frames if f]), (len(tables), len(frames))\n"
    "for table, frame in zip(tables, frames):\n"
    "    rows, shares, rule = {}, {}, ''\n"
    "    for line in table.split('\\n')[2:]:\n"
    "        name = line[:36].strip()\n"
    "        if 'agent ' in name:\n"
    "            shares.setdefault(rule, []).append([float(w) for w in line[36:].split()])\n"
    "        elif re.match('cohesion|separation|alignment|together', name):\n"
    "            rule = name.split(',')[0]\n"
    "        else:\n"
    "            rows[rule + ' ' + name.split(',')[0]] = [float(w) for w in line[36:].split()]\n"
    "    def near(a, b, within): assert abs(a - b) <= within * max(1, abs(b)), (table, a, b)\n"
    "    for axis in 0, 1:\n"
    "        near(rows['together new position: p + new v dt'][axis], float(frame.split()[axis]), "
    "6e-4)\n"
    "        near(rows['together new velocity: v + F dt'][axis], float(frame.split()[2 + axis]), "
    "6e-4)\n"
    "        near(sum(rows['together K_%s F_%s' % (k, k)][axis] for k in 'csa'),\n"
    "             rows['together F'][axis], 5e-6)\n"
    "        for rule, name in ('cohesion', 'P_CM - P_i'), ('alignment', 'F_a'):\n"
    "            found = [s[axis] for s in shares.get(rule, [[0, 0]])]\n"
    "            near(sum(found) / len(found), rows[rule + ' ' + name][axis], 5e-6)\n"
    "        found = sum(s[axis] for s in shares.get('separation', []))\n"
    "        if 'separation their sum' in rows:\n"
    "            near(found, rows['separation their sum'][axis], 5e-5)\n";

static void test_tables_agree_with_frames_in_all_cases_and_dialects(void **state)
{
    (void)state;
    check_write(files_path("read.py"), reader);
    for (int k = 0; covey_formal_dialect(k) != NULL; k++) {
        char command[2048];
        const char *dialect = covey_formal_dialect(k);
        (void)snprintf(command, sizeof command,
                       "cd %s && covey check --save cases && for c in cases/*.in; do "
                       "covey formal --dialect %s --trace tables --trace-format table <$c >frames "
                       "&& " PYTHON " read.py frames tables || exit 1; done",
                       files_path(""), dialect);
        assert_true(check_shell(command));
    }
    static const char *const made[] = {"read.py", "cases", "tables", "frames"};
    for (size_t k = 0; k < LENGTH(made); k++)
        check_remove(made[k]);
}

/// Rows of CSV can be chosen, too; without a choice the file is the same as ever.
static void test_an_agent_and_a_step_can_be_chosen_in_both_formats(void **state)
{
    (void)state;
    static const struct {
        const char *const words[6];
        size_t lines;
    } rows[] = {
        {{"--agent", "2"}, 3},
        {{"--step", "1"}, 4},
        {{"--step", "2", "--agent", "3"}, 2},
        {{"--trace-format", "csv"}, 7},
        {{NULL}, 7},
        {{"--trace-format", "table"}, 2 * (25 + 24 + 22) - 1},
    };
    for (size_t k = 0; k < LENGTH(rows); k++) {
        program_case run = {.arguments = {"formal", "--trace", "-"}, .with.input = INPUT};
        for (size_t word = 0; rows[k].words[word] != NULL; word++)
            run.arguments[3 + word] = rows[k].words[word];
        char *output = program_output(&run);
        size_t lines = 0;
        for (const char *at = output; *at != '\0'; at++)
            lines += *at == '\n';
        assert_int_equal(lines, rows[k].lines);
        free(output);
    }
}

static void test_bad_choices_are_refused(void **state)
{
    (void)state;
#define WHOLE " is not a whole number from 1 to 1000000000\n"
    static const struct {
        const char *const words[6];
        const char *message;
    } rows[] = {
        {{"--trace", "-", "--agent", "0"}, "--agent 0" WHOLE},
        {{"--trace", "-", "--agent", "1.5"}, "--agent 1.5" WHOLE},
        {{"--trace", "-", "--step", "-1"}, "--step -1" WHOLE},
        {{"--trace", "-", "--step", "first"}, "--step first" WHOLE},
        {{"--trace", "-", "--agent", "4"}, "agent 4 cannot be traced: the input has 3 agents\n"},
        {{"--agent", "1"}, "--agent needs --trace FILE\n"},
        {{"--step", "1"}, "--step needs --trace FILE\n"},
        {{"--trace-format", "table"}, "--trace-format needs --trace FILE\n"},
        {{"--trace", "-", "--trace-format", "html"},
         "--trace-format \"html\" is none of csv|table; see covey formal --help\n"},
    };
    for (size_t k = 0; k < LENGTH(rows); k++) {
        char message[160];
        (void)snprintf(message, sizeof message, "covey formal: %s", rows[k].message);
        program_case run = {
            .arguments = {"formal"}, .with.input = INPUT, .code = 64, .err = message};
        for (size_t word = 0; rows[k].words[word] != NULL; word++)
            run.arguments[1 + word] = rows[k].words[word];
        program_expect(&run);
    }
    program_case late = {
        .arguments = {"formal", "--trace", "-", "--trace-format", "table", "--step", "3"},
        .with.input = INPUT,
        .code = 64,
        .err = "covey formal: step 3 cannot be traced: the input has 2 steps\n"};
    program_expect(&late);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_table_has_each_neighbor_and_what_it_adds),
        cmocka_unit_test(test_tables_agree_with_frames_in_all_cases_and_dialects),
        cmocka_unit_test(test_an_agent_and_a_step_can_be_chosen_in_both_formats),
        cmocka_unit_test(test_bad_choices_are_refused),
    };
    return cmocka_run_group_tests(tests, check_setup, files_teardown);
}
