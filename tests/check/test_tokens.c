// SPDX-License-Identifier: MIT
// One tokenizer takes outputs apart: its words, the gaps before them and its lines lose no byte.
#include "check/tokens.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static const struct {
    const char *line;
    const char *tokens[4]; ///< of each kind: gaps and words, with "<" and ">" around words
} rows[] = {
    {"", {"", "", "", ""}},
    {"0.5 -1e+3", {"<0.5> <-1e+3>", "<0.5> <-1e+3>", "<0.5> <-1e+3>", "<0.5> <-1e+3>"}},
    {"\t1  2 ", {"\t<1>  <2> ", "\t<1>  <2> ", "\t<1>  <2> ", "\t<1>  <2> "}},
    {"(1,5, 2,)", {"<(1,5,> <2,)>", "(<1>,<5>, <2>,)", "(<1,5>, <2>,)", "(<1>,<5>, <2>,)"}},
    {"{\"v x\": 3}",
     {"<{\"v> <x\":> <3}>", "{\"<v> <x>\": <3>}", "{\"<v> <x>\": <3>}", "{<\"v x\">: <3>}"}},
    {"[\"open 1", {"<[\"open> <1>", "[\"<open> <1>", "[\"<open> <1>", "[<\"open 1>"}},
};

static void append(char *all, check_line part, const char *before, const char *behind)
{
    strcat(strncat(strcat(all, before), part.text, part.size), behind);
}

static void test_gaps_and_words_of_each_kind_are_the_line(void **state)
{
    (void)state;
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++)
        for (int kind = CHECK_TOKEN_WORDS; kind <= CHECK_TOKEN_JSON; kind++) {
            char all[64] = "";
            check_line rest = {rows[k].line, strlen(rows[k].line)};
            while (rest.size > 0) {
                check_token token = check_token_next(&rest, (check_token_kind)kind);
                append(all, token.gap, "", "");
                if (token.word.size > 0)
                    append(all, token.word, "<", ">");
            }
            assert_string_equal(all, rows[k].tokens[kind]);
            assert_int_equal(check_token_next(&rest, (check_token_kind)kind).word.size, 0);
        }
}

static void test_lines_have_their_ends(void **state)
{
    (void)state;
    static const char output[] = "a\n\nb\r\nc\r\rd";
    char all[64] = "";
    check_line rest = {output, sizeof output - 1}, end;
    while (rest.size > 0) {
        append(all, check_token_line(&rest, &end), "<", ">");
        append(all, end, "", "");
    }
    assert_string_equal(all, "<a>\n<>\n<b>\r\n<c>\r<>\r<d>");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_gaps_and_words_of_each_kind_are_the_line),
        cmocka_unit_test(test_lines_have_their_ends),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
