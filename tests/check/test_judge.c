// SPDX-License-Identifier: MIT
// Programs with slips that are on no list: a report about them is true, or says nothing.
#include "check/explain.h"
#include "check/report.h"
#include "support/check.h"
#include "support/mistakes.h"
#include "support/slips.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { CASES = 64, TEXT = 1 << 16 };

typedef struct check {
    covey_arena arena;
    check_cases cases;
    check_report report;
    char *outputs[CASES];
    char text[TEXT]; ///< the report in words
} check;

static void put_text(check *self)
{
    covey_memory memory = covey_memory_init((covey_allocator){0});
    covey_text text = {.memory = &memory};
    check_report_put(&text, &self->report);
    assert_in_range(text.size, 1, TEXT - 1);
    memcpy(self->text, text.bytes, text.size);
    self->text[text.size] = '\0';
    covey_text_destroy(&text);
}

/// Checks a program with two slips on the built-in cases.
static void begin(check *self, int one, int other)
{
    static const check_outcome_kind kinds[] = {
        [SLIPS_END] = CHECK_OUTCOME_ENDED,
        [SLIPS_CRASH] = CHECK_OUTCOME_KILLED,
        [SLIPS_TIMEOUT] = CHECK_OUTCOME_TIMEOUT,
        [SLIPS_FAIL] = CHECK_OUTCOME_ENDED,
    };
    check_outcome outcomes[CASES] = {0};
    check_def def = {0};
    self->arena = (covey_arena){0};
    self->cases = mistakes_builtin(&self->arena, 0);
    for (size_t k = 0; k < self->cases.count; k++) {
        slips_end end;
        self->outputs[k] = slips_run(self->cases.items[k].input, one, other, &end);
        outcomes[k] = (check_outcome){
            .kind = kinds[end],
            .value = end == SLIPS_CRASH ? 11 : end == SLIPS_FAIL,
            .output = self->outputs[k],
            .output_size = strlen(self->outputs[k]),
            .errors = "",
        };
    }
    assert_int_equal(check_outcomes(&def, &self->cases, outcomes, &self->report, NULL), COVEY_OK);
    put_text(self);
}

static void end(check *self)
{
    for (size_t k = 0; k < self->cases.count; k++)
        free(self->outputs[k]);
    covey_arena_destroy(&self->arena);
}

static int find_slip(const char *name)
{
    for (int k = 0; slips_get(k) != NULL; k++)
        if (strcmp(slips_get(k)->name, name) == 0)
            return k;
    fail_msg("no slip is called %s", name);
    return 0;
}

// ---- True facts ----

/// A program: the names that fit it, and the letters of its mistakes.
typedef struct truth {
    char names[256];
    char parts[32];
} truth;

static truth truth_of(int one, int other)
{
    const slips_info *a = slips_get(one), *b = slips_get(other);
    truth made;
    (void)snprintf(made.names, sizeof made.names, " %s %s ", a->names, b->names);
    (void)snprintf(made.parts, sizeof made.parts, "%s%s", a->parts, b->parts);
    return made;
}

static bool has_name(const truth *real, const char *name)
{
    char word[64];
    (void)snprintf(word, sizeof word, " %s ", name);
    return strstr(real->names, word) != NULL;
}

static bool has_part(const truth *real, const char *letters)
{
    return strpbrk(real->parts, letters) != NULL;
}

/// True if a program of that dialect with these mistakes is told from this one by nothing.
static bool names_truth(const truth *real, const covey_variant *variant)
{
    bool right = variant->dialect == 0 || has_name(real, covey_formal_dialect(variant->dialect));
    for (int k = 0; k < COVEY_MISTAKES; k++)
        if (variant->mistakes & COVEY_MISTAKE_BIT(k))
            right = right && has_name(real, covey_mistakes_info(k)->name);
    return right;
}

/// The first sentence of a report that is not so; NULL: all are.
static const char *find_lie(const check *self, const truth *real)
{
    static const struct {
        const char *sentence, *parts;
    } rows[] = {
        {"Every case in which cohesion acts", "c"},
        {"Every case in which separation acts", "s"},
        {"Every case in which alignment acts", "a"},
        {"is carried over", "mrcsa"},
        {"its velocity is right and its position is not", "mo"},
        {"what does not fit is the step", "m"},
        {"this looks like rounding", "o"},
        {"what they share", "mrocsa"},
        {"even where all gains are 0", "mroxcsa"},
        {"look at how their forces are added", "m"},
    };
    const check_diagnosis *found = &self->report.diagnosis;
    unsigned marks = check_report_marks(&self->report);
    if (found->fit_count > 0 && found->fits[0].cost > 0 &&
        !names_truth(real, &found->fits[0].variant))
        return "a mistake that is not made";
    if (found->fit_count > 0 && found->fits[0].cost == 0 && has_part(real, "csamro") &&
        !has_part(real, "x"))
        return "right numbers";
    if (found->near_count > 0 && !names_truth(real, &found->near[0].variant))
        return "a mistake that is near";
    for (int term = 0; term < CHECK_FORCE_SUM && found->fit_count == 0; term++)
        if ((marks >> term & 1U) != 0 && strchr(real->parts, "csa"[term]) == NULL)
            return "a rule that does not fit";
    unsigned wrong = check_rules_wrong(&self->report.rules);
    for (int rule = 0; rule < CHECK_RULES; rule++)
        if ((wrong >> rule & 1U) != 0 && strchr(real->parts, "csa"[rule]) == NULL)
            return "a rule that is not wrong";
    for (int rule = 0; rule < CHECK_RULES && check_explain_is_absent(&self->report); rule++)
        if ((self->report.rules.absent >> rule & 1U) != 0 &&
            strchr(real->parts, "csa"[rule]) == NULL)
            return "a rule that adds no force";
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++)
        if (strstr(self->text, rows[k].sentence) != NULL && !has_part(real, rows[k].parts))
            return rows[k].sentence;
    if (strstr(self->text, "looks like float") != NULL && !has_name(real, "float"))
        return "float";
    return NULL;
}

// ---- Which rule ----

/// The rules of a slip, a bit for each; 0 if something else is wrong besides.
static unsigned rules_of(const slips_info *slip)
{
    unsigned rules = 0;
    for (const char *part = slip->parts; *part != '\0'; part++) {
        const char *rule = strchr("csa", *part);
        if (rule == NULL)
            return 0;
        rules |= 1U << (rule - "csa");
    }
    return rules;
}

/// Rules that are called right though they are not, where another one is called wrong.
static unsigned find_cleared(const check_rules *rules, unsigned real)
{
    unsigned cleared = 0;
    for (int rule = 0; rule < CHECK_RULES; rule++)
        cleared |= (unsigned)(rules->rule[rule] == CHECK_RULE_RIGHT) << rule;
    return check_rules_wrong(rules) != 0 ? cleared & real : 0;
}

/// Counts of programs with slips in one or two rules, and of those whose rules were found.
typedef struct finds {
    int all, found, lies;
} finds;

static void find_rules(const check *self, const slips_info *slip, finds *to)
{
    const check_rules *rules = &self->report.rules;
    unsigned real = rules_of(slip), wrong = check_rules_wrong(rules);
    if (real == 0 || real == 7)
        return;
    bool lie = (wrong & ~real) != 0 || find_cleared(rules, real) != 0;
    if (lie || wrong != real)
        print_message("%s: %u for %u\n", slip->name, wrong, real);
    to->lies += lie;
    to->found += wrong == real;
    to->all++;
}

/// And the rules that are wrong are found, and no other.
static void test_nothing_is_said_of_a_slip_that_is_not_so(void **state)
{
    (void)state;
    static check self;
    int count = 0, lies = 0;
    finds rules = {0};
    while (slips_get(count) != NULL)
        count++;
    for (int one = 1; one < count; one++) {
        truth real = truth_of(one, 0);
        begin(&self, one, 0);
        const char *lie = find_lie(&self, &real);
        if (lie != NULL)
            print_message("%s: %s\n", slips_get(one)->name, lie);
        lies += lie != NULL;
        find_rules(&self, slips_get(one), &rules);
        end(&self);
    }
    assert_int_equal(lies, 0);
    assert_int_equal(rules.lies, 0);
    assert_true(rules.found >= rules.all * 9 / 10);
}

// ---- Forms that are overlooked, and shown once ----

static void expect_text(const check *self, const char *part)
{
    check_text(self->text, part);
}

static void test_a_form_is_one_finding_and_hides_no_numbers(void **state)
{
    (void)state;
    static check self;
    static const struct {
        const char *slip, *form;
    } rows[] = {
        {"decimal commas", "  Some numbers have a comma where a point should stand, such as "
                           "\"0,000 0,484 0,000 -0,125\" in case worked; {N-2} more alike.\n"},
        {"JSON", "  The output is JSON, such as \"[{\"x\": 0.000, \"y\": 0.484, \"vx\": 0.000, "},
        {"JSON in many lines", "  The output is JSON, such as \"[ {\" in case worked; {N-2} more"},
        {"no zero before the point", "such as \".000 .484 .000 -.125\" in case worked; 1"},
        {"a sign before all", "such as \"+0.000 +0.484 +0.000 -0.125\" in case worked; {N-2} more"},
        {"exponents", "such as \"0.000000e+00 4.843750e-01 "},
        {"%8.3f", "such as \"   0.000    0.484    0.000   -0.125\" in case worked; 2"},
        {"the time before each line", "such as \"0.125 0.000 0.484 0.000 -0.125\" in case worked"},
        {"the time step before each frame", "not of an agent, such as \"0.125\" in case worked"},
    };
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        int form = find_slip(rows[k].slip), wrong = find_slip("mean of positions");
        begin(&self, form, 0);
        expect_text(&self, rows[k].form);
        if (strcmp(rows[k].slip, "exponents") != 0) { // which lose digits
            expect_text(&self, "right numbers in a wrong form\n");
            expect_text(&self, "Diagnosis: the numbers of your program are right.\n");
        }
        end(&self);
        begin(&self, form, wrong); // the numbers behind it are judged
        expect_text(&self, rows[k].form);
        assert_non_null(self.report.first);
        assert_string_equal(self.report.first->subject->name, "alignment");
        end(&self);
    }
}

static void test_frames_and_agents_are_found_where_they_stand(void **state)
{
    (void)state;
    static check self;
    static const struct {
        const char *slip;
        check_frame_layout layout;
    } rows[] = {
        {"the frame before each step", CHECK_FRAMES_BEFORE},
        {"not the first frame", CHECK_FRAMES_NO_FIRST_FRAME},
        {"each frame twice", CHECK_FRAMES_TWICE},
        {"not the first agent", CHECK_FRAMES_NO_FIRST_AGENT},
        {"not the last agent", CHECK_FRAMES_NO_LAST_AGENT},
        {"an agent of zeros at the end", CHECK_FRAMES_LINE_BEHIND},
    };
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        int slip = find_slip(rows[k].slip);
        begin(&self, slip, 0);
        assert_int_equal(self.report.frame_layout, rows[k].layout);
        assert_int_equal(self.report.diagnosis.fits[0].cost, 0);
        assert_true(self.report.diagnosis.fit_count > 0);
        expect_text(&self, check_frame_layout_words(rows[k].layout));
        end(&self);
        begin(&self, slip, find_slip("cohesion divided by count + 1"));
        assert_int_equal(self.report.frame_layout, rows[k].layout);
        expect_text(&self, "(cohesion-with-self)\n");
        end(&self);
    }
}

/// Programs of the tests' own make them, not the simulator that the diagnosis runs.
static void test_mistakes_of_other_programs_are_named(void **state)
{
    (void)state;
    static check self;
    static const char *const slips[] = {
        "velocities in place",
        "the first dt for all steps",
        "sum of velocities",
        "unit mean velocity",
        "the center itself is the force",
        "away from the center",
        "separation of offsets not divided at all",
        "always of length F_Smax",
        "prints vx vy x y",
        "the whole force clamped",
        "cohesion divided by N",
        "sum of velocities divided by N",
        "loops to n - 1: the last is no neighbor",
    };
    for (size_t k = 0; k < sizeof slips / sizeof *slips; k++) {
        char named[64];
        int slip = find_slip(slips[k]);
        (void)snprintf(named, sizeof named, "(%s)\n", slips_get(slip)->names);
        begin(&self, slip, 0);
        expect_text(&self, named);
        end(&self);
    }
    begin(&self, find_slip("velocity is the force"), 0); // one finding, not two listed mistakes
    expect_text(&self, "your program makes one mistake.\n");
    expect_text(&self, "(kick-force)\n");
    end(&self);
}

/// Output before a crash tells of mistakes, too.
static void test_output_before_a_crash_is_judged(void **state)
{
    (void)state;
    static check self;
    static const char *const ends[] = {"crashes in the second step", "crashes at the end",
                                       "hangs in the third step", "ends with 1"};
    for (size_t k = 0; k < sizeof ends / sizeof *ends; k++) {
        begin(&self, find_slip(ends[k]), find_slip("cohesion divided by count + 1"));
        expect_text(&self, "\nNot finished: ");
        expect_text(&self, "(cohesion-with-self)\n");
        end(&self);
        begin(&self, find_slip(ends[k]), find_slip("alignment divided by r_a"));
        assert_int_equal(self.report.diagnosis.fit_count, 0); // no case is right by its silence
        end(&self);
    }
    begin(&self, find_slip("crashes at the end"), 0);
    expect_text(&self, "Diagnosis: the numbers of your program are right wherever");
    end(&self);
    begin(&self, find_slip("crashes at the end"), find_slip("sum of velocities"));
    assert_non_null(self.report.first); // though no case came to its end
    end(&self);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_nothing_is_said_of_a_slip_that_is_not_so),
        cmocka_unit_test(test_a_form_is_one_finding_and_hides_no_numbers),
        cmocka_unit_test(test_frames_and_agents_are_found_where_they_stand),
        cmocka_unit_test(test_mistakes_of_other_programs_are_named),
        cmocka_unit_test(test_output_before_a_crash_is_judged),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
