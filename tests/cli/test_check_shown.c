// SPDX-License-Identifier: MIT
// What covey check shows of the first wrong number: neighbors with distances, the force of a rule
// beside the right one, and how much is said of a mistake.
#include "support/check.h"
#include "support/files.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#define LENGTH(array) (sizeof(array) / sizeof(array)[0])

/// Separation and alignment; agent 1 has neighbors at 2, 1.5 and 2.5, and one at 6, too far away.
#define CROWD "1 3 100 3 0 2 1 5\n0 0 0 0\n2 0 0 1\n-1.5 0 0 0\n0 2.5 1 0\n0 6 0 0\n0.5\n"

static process judge(const char *output, const char *input)
{
    check_write(files_path("mine.out"), output);
    check_write(files_path("case.in"), input);
    return CHECK(1, "--output", files_path("mine.out"), files_path("case.in"));
}

static void test_neighbors_stand_in_the_order_of_their_distance(void **state)
{
    (void)state;
    process covey = judge("9.000 0.000 0.000 0.000\n", CROWD);
    check_text(covey.output.bytes, "  its neighbors: 3 at 1.5, 2 at 2, 4 at 2.5\n");
    check_output(&covey, "  before that step it is at 0 0, with the velocity 0 0\n");
    covey = judge("9.000 0.000 0.000 0.000\n", "1 1 1 1 1 1 1 2\n0 0 0 0\n5 5 0 0\n0.5\n");
    check_output(&covey, "  no other agent is within a radius\n");
    covey = judge("9 9 9 9\n", "0 8 1 0 0 1 0 9\n0 0 0 0\n8 0 0 0\n7 0 0 0\n6 0 0 0\n5 0 0 0\n"
                               "4 0 0 0\n3 0 0 0\n2 0 0 0\n1 0 0 0\n1\n");
    check_output(&covey, "  its neighbors: 9 at 1, 8 at 2, 7 at 3, 6 at 4, 5 at 5, 4 at 6, and 2 "
                         "farther away\n");
}

/// In the second step the agent is where the first step left it.
static void test_the_state_is_that_of_the_wrong_step(void **state)
{
    (void)state;
    process covey = judge("1.000 0.000 1.000 0.000\n7.000 0.000 1.000 0.000\n",
                          "1 1 1 1 0 0 0 1\n0 0 1 0\n1\n1\n");
    check_output(&covey, "  before that step it is at 1 0, with the velocity 1 0\n");
}

/// Separation is averaged over three neighbors.
static void test_the_force_of_one_rule_stands_beside_the_right_one(void **state)
{
    (void)state;
    process covey = CHECK(1, "--", COVEY_STUDENT, "0", "12", "0");
    check_output(&covey,
                 "  > separation  K_s F_s             -0.461193    -0.303904   sees agents 2 3 4   "
                 "<- does not fit\n"
                 "                yours               -0.152778    -0.100000   give or take "
                 "0.0014\n");
}

/// A mistake of the step is none of a force, and two rules that act cannot be told apart.
static void test_no_force_is_called_yours_where_no_rule_is_alone(void **state)
{
    (void)state;
    process covey = CHECK(1, "--", COVEY_STUDENT, "0", "2", "0");
    check_text(covey.output.bytes, "  > what does not fit is the step");
    assert_null(strstr(covey.output.bytes, "yours  "));
    process_free(&covey);
    covey = judge("9.000 8.000 7.000 6.000\n", CROWD);
    assert_null(strstr(covey.output.bytes, "yours  "));
    process_free(&covey);
    covey = judge("9.000 8.000 7.000 6.000\n", "1 3 9 3 0 2 0 2\n0 0 0 0\n2 0 0 1\n0.5\n");
    check_output(&covey, "                yours               14.000000    12.000000   give");
}

/// Each level says what the one before says, and more; where the mistake is stays in all of them.
static void test_hints_say_as_much_as_was_asked_for(void **state)
{
    (void)state;
    static const struct {
        const char *level, *has, *more;
    } rows[] = {
        {"1", "  It is in the force of cohesion.\n", "It counts the agent"},
        {"2",
         "  It counts the agent itself in the center of mass. (cohesion-with-self)\n    Hint: ",
         "The assignment"},
        {"3", "(cohesion-with-self)\n    The assignment: Cohesion: the neighbors", "--hints"},
    };
    for (size_t k = 0; k < LENGTH(rows); k++) {
        process covey = CHECK(1, "--hints", rows[k].level, "--", COVEY_STUDENT, "0", "7", "0");
        assert_null(strstr(covey.output.bytes, rows[k].more));
        check_text(covey.output.bytes, "  > cohesion    K_c F_c");
        check_output(&covey, rows[k].has);
    }
    process covey = CHECK(64, "--hints", "4", "--", COVEY_STUDENT, "0", "7", "0");
    process_free(&covey);
}

/// Where several mistakes fit, the lowest level names none of them either.
static void test_the_lowest_hint_names_no_mistake_of_several(void **state)
{
    (void)state;
    check_write(files_path("mine.out"), "-2.000 0.000 -2.000 0.000\n2.500 0.000 2.000 0.000\n"
                                        "0.000 1.000 0.000 0.000\n");
    check_write(files_path("case.in"), "1 1 9 1 0 1 0 3\n0 0 0 0\n0.5 0 0 0\n0 1 0 0\n1\n");
    process covey =
        CHECK(1, "--hints", "1", "--output", files_path("mine.out"), files_path("case.in"));
    assert_null(strstr(covey.output.bytes, "strict"));
    check_output(&covey, "or in two of them.\n  - in the force of separation\n");
    check_remove("mine.out");
    check_remove("case.in");
}

/// A page needs no other file; names and output of a stranger are no tags in it.
static void test_a_page_draws_the_wrong_number_and_makes_names_safe(void **state)
{
    (void)state;
    check_write(files_path("mine.out"), "<script>alert(1)</script>\n9 8 7 6\n");
    check_write(files_path("<b>.in"), "1 3 9 3 0 2 0 2\n0 0 0 0\n2 0 0 1\n0.5\n");
    process covey = CHECK(1, "--html", files_path("r.html"), "--output", files_path("mine.out"),
                          files_path("<b>.in"));
    process_free(&covey);
    size_t size;
    char *page = files_read(files_path("r.html"), &size);
    static const char *const absent[] = {"<script", "<b>", "http:", "https:", "src=\"", "href="};
    for (size_t k = 0; k < LENGTH(absent); k++)
        assert_null(strstr(page, absent[k]));
    check_text(page, "&lt;b&gt;.in");
    free(page);
    covey = CHECK(1, "--html", files_path("r.html"), "--", COVEY_STUDENT, "0", "12", "0");
    process_free(&covey);
    page = files_read(files_path("r.html"), &size);
    check_text(page, "<svg viewBox=");
    check_text(page, "class=\"m tip\"");
    check_text(page, "<td>in your program</td><td class=\"n\">-0.152778</td>");
    check_text(page, "It divides separation by the number of neighbors.");
    free(page);
    check_remove("r.html");
    check_remove("mine.out");
    assert_int_equal(unlink(files_path("<b>.in")), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_neighbors_stand_in_the_order_of_their_distance),
        cmocka_unit_test(test_the_state_is_that_of_the_wrong_step),
        cmocka_unit_test(test_the_force_of_one_rule_stands_beside_the_right_one),
        cmocka_unit_test(test_no_force_is_called_yours_where_no_rule_is_alone),
        cmocka_unit_test(test_hints_say_as_much_as_was_asked_for),
        cmocka_unit_test(test_the_lowest_hint_names_no_mistake_of_several),
        cmocka_unit_test(test_a_page_draws_the_wrong_number_and_makes_names_safe),
    };
    return cmocka_run_group_tests(tests, check_setup, files_teardown);
}
