// SPDX-License-Identifier: MIT
// Every way to get a part of a program wrong is found, alone and with others, and no program is
// said to make a mistake that it does not make.
#include "base/writer.h"
#include "check/reason_items.h"
#include "support/mistakes.h"
#include "support/random.h"
#include "support/slips.h"
#include "support/world.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum {
    CASES = 64,
    EACH = TEST_SANITIZED ? 200 : 2, // of programs: all of them take minutes
    ROUNDS = TEST_SANITIZED ? 1 : 40,
    LINE = 4 * COVEY_PRINT_SIZE,
};

/// Prints what a program prints for a case; NULL where it leaves the finite numbers.
static char *output(const covey_problem *problem, const reason_program *program)
{
    reason_world *world = calloc(1, sizeof *world);
    char *text = malloc(problem->agents * problem->steps * LINE + 1);
    size_t used = 0;
    assert_non_null(world);
    assert_non_null(text);
    reason_start(world, problem, program);
    for (size_t step = 0; step < problem->steps; step++) {
        reason_read_time(world, step);
        reason_step(world);
        for (size_t i = 0; i < problem->agents; i++) {
            double line[4];
            reason_line(world, i, line);
            for (int k = 0; k < 4; k++) {
                double x = reason_rounded(program->step[ROUND], line[k]);
                if (!(x < 1e30 && x > -1e30)) {
                    free(text);
                    free(world);
                    return NULL;
                }
                used += covey_print_fixed3(text + used, x);
                text[used++] = k < 3 ? ' ' : '\n';
            }
        }
    }
    text[used] = '\0';
    free(world);
    return text;
}

typedef struct check {
    covey_arena arena;
    check_cases cases;
    check_evidence evidence[CASES];
    check_lines answers[CASES];
    char *outputs[CASES];
} check;

static void open_cases(check *self, int dialect)
{
    memset(self, 0, sizeof *self);
    self->cases = mistakes_builtin(&self->arena, dialect);
    assert_in_range(self->cases.count, 1, CASES);
}

static void close_cases(check *self)
{
    covey_arena_destroy(&self->arena);
}

/// Reasons about outputs, one for each case; NULL leaves a case out. Frees them.
static check_reason reason_about(check *self)
{
    covey_arena arena = {0};
    check_compare_def def = {0};
    check_reason found;
    for (size_t k = 0; k < self->cases.count; k++) {
        const covey_problem *problem = &self->cases.items[k].problem;
        const char *text = self->outputs[k] != NULL ? self->outputs[k] : "";
        assert_true(check_lines_read(&arena, text, strlen(text), &self->answers[k]));
        self->evidence[k] = (check_evidence){
            .problem = problem,
            .answer = &self->answers[k],
            .mute = self->outputs[k] == NULL,
            .conclusive = self->answers[k].count,
            .frames = SIZE_MAX,
            .agents = problem->agents,
        };
    }
    assert_int_equal(
        check_reason_find(&def, self->cases.dialect, self->evidence, self->cases.count, &found),
        COVEY_OK);
    for (size_t k = 0; k < self->cases.count; k++) {
        free(self->outputs[k]);
        self->outputs[k] = NULL;
    }
    covey_arena_destroy(&arena);
    return found;
}

static check_reason reason_of(check *self, const reason_program *program)
{
    for (size_t k = 0; k < self->cases.count; k++)
        self->outputs[k] = output(&self->cases.items[k].problem, program);
    return reason_about(self);
}

/// True if two programs print the same in all cases.
static bool is_same(const check *self, const reason_program *one, const reason_program *other)
{
    bool same = true;
    for (size_t k = 0; k < self->cases.count && same; k++) {
        char *a = output(&self->cases.items[k].problem, one);
        char *b = output(&self->cases.items[k].problem, other);
        same = a == NULL || b == NULL ? a == b : strcmp(a, b) == 0;
        free(a);
        free(b);
    }
    return same;
}

/// True if the program is found, or what prints the same.
static bool is_named(const check *self, const check_reason *found, const reason_program *program)
{
    for (size_t k = 0; k < found->fit_count; k++)
        if (memcmp(&found->fits[k], program, sizeof *program) == 0)
            return true;
    return found->fit_count > 0 && is_same(self, &found->fits[0], program);
}

/// True if something is said to be sure that is another rule than the program's.
static bool is_misled(const check *self, const check_reason *found, const reason_program *program)
{
    if (found->fit_count > 0)
        return !is_named(self, found, program);
    for (int rule = 0; rule < RULES && found->has_states; rule++) {
        reason_program real = found->right, said = found->right;
        memcpy(real.rule[rule], program->rule[rule], RULE_PARTS);
        memcpy(said.rule[rule], found->near.rule[rule], RULE_PARTS);
        memcpy(real.step, program->step, STEP_PARTS);
        memcpy(said.step, program->step, STEP_PARTS);
        if (found->state[rule] == REASON_WRONG && !is_same(self, &real, &said))
            return true;
    }
    return false;
}

static void print_name(const reason_program *program, const char *what)
{
    check_reason_finding findings[REASON_FINDINGS];
    const reason_program right = reason_right(0);
    size_t count = check_reason_list(program, &right, 0, findings);
    print_message("%s:", what);
    for (size_t k = 0; k < count; k++)
        print_message(" %s", findings[k].name);
    print_message("\n");
}

// ---- Alone ----

static void expect_found(check *self, const reason_program *program)
{
    const reason_program right = reason_right(self->cases.dialect);
    if (is_same(self, program, &right))
        return; // no case shows it
    check_reason found = reason_of(self, program);
    if (!is_named(self, &found, program))
        print_name(program, "not found");
    assert_true(is_named(self, &found, program));
}

static void test_every_way_is_found_alone(void **state)
{
    (void)state;
    static check self;
    int way = 0;
    open_cases(&self, 0);
    for (int of = 0; of <= STEP; of++)
        for (int part = 0; part < (of == STEP ? STEP_PARTS : RULE_PARTS); part++)
            for (int row = 1; row < reason_count(of, part); row++) {
                reason_program program = reason_right(0);
                if (way++ % EACH != 0 || (of != STEP && reason_is_idle(of, part, row)))
                    continue;
                if (of == STEP)
                    program.step[part] = (unsigned char)row;
                else
                    program.rule[of][part] = (unsigned char)row;
                expect_found(&self, &program);
            }
    close_cases(&self);
}

/// Of a list that says nothing, the words of a finding would be empty.
static void test_every_way_has_words_and_a_name(void **state)
{
    (void)state;
    const reason_program right = reason_right(0);
    for (int of = 0; of <= STEP; of++)
        for (int part = 0; part < (of == STEP ? STEP_PARTS : RULE_PARTS); part++)
            for (int row = 1; row < reason_count(of, part); row++) {
                check_reason_finding findings[REASON_FINDINGS];
                reason_program program = right;
                if (of == STEP)
                    program.step[part] = (unsigned char)row;
                else
                    program.rule[of][part] = (unsigned char)row;
                assert_int_equal(check_reason_list(&program, &right, 0, findings), 1);
                assert_in_range(strlen(findings[0].words), 10, sizeof findings[0].words - 2);
                assert_in_range(strlen(findings[0].name), 3, sizeof findings[0].name - 2);
                assert_null(strpbrk(findings[0].words, "@$#"));
                if (of != STEP || part != TAKE)
                    assert_in_range(reason_get(of, part, row).weight, 10, 13);
            }
}

// ---- Together ----

static void draw_slip(reason_program *program, int of)
{
    for (;;) {
        int part = random_below(of == STEP ? STEP_PARTS : RULE_PARTS);
        int count = reason_count(of, part);
        int row = count > 1 ? 1 + random_below(count - 1) : 0;
        if (row == 0 || (of == STEP && part == TAKE))
            continue;
        if (of != STEP && (reason_is_idle(of, part, row) || program->rule[of][part] != 0 ||
                           (part == FACTOR && row == FACTOR_GONE)))
            continue;
        if (of == STEP)
            program->step[part] = (unsigned char)row;
        else
            program->rule[of][part] = (unsigned char)row;
        return;
    }
}

/// Draws programs with so many slips in each of so many rules, some with one outside of them.
static void expect_mostly_named(int slips, int rules, int least)
{
    static check self;
    int named = 0, misled = 0, shown = 0;
    const reason_program right = reason_right(0);
    open_cases(&self, 0);
    for (int round = 0; round < ROUNDS; round++) {
        reason_program program = right;
        int first = random_below(RULES);
        for (int k = 0; k < rules; k++)
            for (int slip = 0; slip < slips; slip++)
                draw_slip(&program, (first + k) % RULES);
        if (round % 4 == 0)
            draw_slip(&program, STEP);
        if (is_same(&self, &program, &right))
            continue;
        shown++;
        check_reason found = reason_of(&self, &program);
        bool good = is_named(&self, &found, &program), bad = is_misled(&self, &found, &program);
        named += good;
        misled += bad;
        if (bad)
            print_name(&program, "misled");
    }
    print_message("%d slips in %d rules: %d of %d named, %d misled\n", slips, rules, named, shown,
                  misled);
    assert_true(TEST_SANITIZED || 100 * named >= least * shown); // few say nothing
    assert_true(TEST_SANITIZED || 50 * misled <= shown);
    close_cases(&self);
}

static void test_slips_of_several_rules_are_found_apart(void **state)
{
    (void)state;
    random_state = 11;
    expect_mostly_named(1, 2, 85);
    expect_mostly_named(1, 3, 85);
    expect_mostly_named(2, 1, 80);
    expect_mostly_named(2, 2, 70);
}

/// Real students often add forces once for each neighbor, and make slips besides.
static void test_slips_behind_a_loop_over_neighbors_are_found(void **state)
{
    (void)state;
    static check self;
    int named = 0, misled = 0;
    open_cases(&self, 0);
    random_state = 12;
    for (int round = 0; round < ROUNDS; round++) {
        reason_program program = reason_right(0);
        for (int rule = 0; rule < RULES; rule++)
            program.rule[rule][FACTOR] = FACTOR_COUNT;
        for (int k = 0; k <= round % 3; k++)
            draw_slip(&program, k);
        check_reason found = reason_of(&self, &program);
        bool bad = is_misled(&self, &found, &program);
        named += is_named(&self, &found, &program);
        misled += bad;
        if (bad)
            print_name(&program, "misled");
    }
    print_message("loops: %d of %d named, %d misled\n", named, (int)ROUNDS, misled);
    assert_true(TEST_SANITIZED || named * 100 >= ROUNDS * 80);
    assert_true(TEST_SANITIZED || misled * 50 <= ROUNDS);
    close_cases(&self);
}

// ---- Right programs, and programs of others ----

static void test_a_right_program_is_not_accused(void **state)
{
    (void)state;
    static check self;
    for (int dialect = 0; dialect < STUDENT_DIALECTS; dialect++) {
        open_cases(&self, dialect);
        const reason_program right = reason_right(dialect);
        student_def student = mistakes_student_def(mistakes_variant(dialect, 0));
        for (size_t k = 0; k < self.cases.count; k++) {
            char *mine = output(&self.cases.items[k].problem, &right);
            self.outputs[k] = student_run_def(self.cases.items[k].input, &student);
            assert_string_equal(mine, self.outputs[k]);
            free(mine);
        }
        check_reason found = reason_about(&self);
        assert_int_equal(found.wrong, 0);
        assert_false(check_reason_tells(&found));
        close_cases(&self);
    }
}

/// The slips were written apart from the lists of ways.
static void test_slips_of_other_programs_are_found(void **state)
{
    (void)state;
    static check self;
    int named = 0, near = 0, all = 0;
    open_cases(&self, 0);
    for (int slip = 1; slips_get(slip) != NULL; slip++) {
        slips_end end = SLIPS_END;
        if (slip % EACH != 0 || strpbrk(slips_get(slip)->parts, "fx") != NULL)
            continue;
        for (size_t k = 0; k < self.cases.count && end == SLIPS_END; k++)
            self.outputs[k] = slips_run(self.cases.items[k].input, slip, 0, &end);
        check_reason found = reason_about(&self);
        if (found.wrong == 0)
            continue; // no case shows it
        all++;
        named += found.fit_count > 0;
        near += found.fit_count == 0 && found.is_near;
        if (found.fit_count == 0)
            print_message("%s: %s\n", slips_get(slip)->name, found.is_near ? "near" : "unknown");
    }
    print_message("%d slips: %d named, %d near\n", all, named, near);
    assert_true(TEST_SANITIZED || named * 100 >= all * 90);
    close_cases(&self);
}

/// Digits that no program prints are not explained.
static void test_what_no_program_prints_is_not_named(void **state)
{
    (void)state;
    static check self;
    open_cases(&self, 0);
    const reason_program right = reason_right(0);
    for (size_t k = 0; k < self.cases.count; k++) {
        self.outputs[k] = output(&self.cases.items[k].problem, &right);
        for (char *c = self.outputs[k]; *c != '\0'; c++)
            *c = *c == '7' ? '8' : *c;
    }
    check_reason found = reason_about(&self);
    assert_int_equal(found.fit_count, 0);
    assert_false(found.is_near);
    assert_false(check_reason_tells(&found));
    close_cases(&self);
}

// ---- Neighbors that no list has ----

/// The output of a program in which agent 1 does not see agent 2 in separation, for a case of one
/// step.
static char *output_without(const covey_problem *problem, const reason_program *right)
{
    char *all = output(problem, right), *first;
    double *start = malloc((4 * problem->agents + 1) * sizeof *start);
    assert_non_null(start);
    memcpy(start, problem->start, 4 * problem->agents * sizeof *start);
    start[4] = start[5] = 1e6;
    covey_problem far = *problem;
    far.start = start;
    first = output(&far, right);
    size_t mine = strcspn(first, "\n"), others = strcspn(all, "\n");
    char *made = malloc(mine + strlen(all) + 1);
    assert_non_null(made);
    memcpy(made, first, mine);
    strcpy(made + mine, all + others);
    free(start);
    free(first);
    free(all);
    return made;
}

static void test_an_agent_that_is_not_seen_is_named(void **state)
{
    (void)state;
    static check self;
    open_cases(&self, 0);
    const reason_program right = reason_right(0);
    for (size_t k = 0; k < self.cases.count; k++) {
        const covey_problem *problem = &self.cases.items[k].problem;
        bool blind = problem->k_s != 0 && problem->k_c == 0 && problem->k_a == 0;
        if (problem->steps == 1 && problem->agents > 1)
            self.outputs[k] = blind ? output_without(problem, &right) : output(problem, &right);
    }
    check_reason found = reason_about(&self);
    const check_reason_set *set = &found.sets[SEPARATION];
    assert_int_equal(found.fit_count, 0);
    assert_true(found.has_states && set->is_known && !set->sees);
    assert_int_equal(set->agent, 0);
    assert_int_equal(set->other, 1);
    assert_false(found.sets[COHESION].is_known || found.sets[ALIGNMENT].is_known);
    covey_memory memory = covey_memory_init((covey_allocator){0});
    covey_text text = {.memory = &memory};
    check_reason_put(&text, &found, 0, self.cases.count, false);
    assert_non_null(strstr(covey_text_end(&text), "agent 1 does not see agent 2 in a first step"));
    covey_text_destroy(&text);
    close_cases(&self);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_an_agent_that_is_not_seen_is_named),
        cmocka_unit_test(test_every_way_is_found_alone),
        cmocka_unit_test(test_every_way_has_words_and_a_name),
        cmocka_unit_test(test_slips_of_several_rules_are_found_apart),
        cmocka_unit_test(test_slips_behind_a_loop_over_neighbors_are_found),
        cmocka_unit_test(test_a_right_program_is_not_accused),
        cmocka_unit_test(test_slips_of_other_programs_are_found),
        cmocka_unit_test(test_what_no_program_prints_is_not_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
