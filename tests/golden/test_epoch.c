// SPDX-License-Identifier: MIT
// The results epoch counts the entries "Results change" of CHANGELOG.md, and no frozen hash changes
// without a new one.
#include "covey/base.h"
#include "support/frozen.h"
#include "support/golden.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/// An entry is these two words with a colon or a full stop behind them; the head of CHANGELOG.md
/// has them in quotation marks. Anything else is an entry that would not be counted.
static void test_the_epoch_is_the_number_of_entries(void **unused)
{
    (void)unused;
    static const char words[] = "Results change";
    char *text = golden_source("CHANGELOG.md");
    int count = 0;
    assert_null(strstr(text, "Results\n"));
    for (const char *at = text; (at = strstr(at, words)) != NULL; at += sizeof words - 1) {
        const char behind = at[sizeof words - 1];
        if (behind != ':' && behind != '.' && behind != '"')
            fail_msg("CHANGELOG.md: \"%.60s\" is no entry: it goes on with : or .", at);
        count += behind != '"';
    }
    free(text);
    if (count != covey_results_epoch())
        fail_msg("CHANGELOG.md has %d entries \"Results change\", and COVEY_RESULTS_EPOCH in "
                 "include/covey/base.h is %d",
                 count, covey_results_epoch());
}

#define A "a 0123456789abcdef 0123456789abcdef\n"
#define A_CHANGED "a 0123456789abcdef 0123456789abcdee\n"
#define AB "a b 0123456789abcdef 0123456789abcdef\n"
#define AB_CHANGED "a b 1123456789abcdef 0123456789abcdef\n"

static void test_a_hash_changes_with_the_epoch_alone(void **unused)
{
    (void)unused;
    static const struct {
        const char *table, *rows;
        int epoch;
        bool refuses;
    } cases[] = {
        {"# results 7\n" A AB, A AB, 7, false},
        {"# results 7\n" A AB, A_CHANGED AB, 7, true},
        {"# results 7\n" A AB, A AB_CHANGED, 7, true},
        {"# results 7\n" A AB, AB_CHANGED A, 7, true}, // in any order
        {"# results 7\n" A AB, A_CHANGED AB_CHANGED, 8, false},
        {"# results 7\n" A AB, A_CHANGED AB, 6, true}, // the epoch has fallen
        {"# results 7\n" A, AB A, 7, false},           // a new row
        {"# results 7\n" A, AB A_CHANGED, 7, true},
        {"# results 7\n" A AB, A, 7, false}, // one that went
        {A, A_CHANGED, 7, true},             // without its first line
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        char why[FROZEN_WHY] = "";
        if (frozen_refuses(cases[k].table, cases[k].rows, cases[k].epoch, why) != cases[k].refuses)
            fail_msg("row %zu: \"%s\"", k, why);
        assert_true((strstr(why, "COVEY_RESULTS_EPOCH") != NULL) == cases[k].refuses);
    }
}

static void test_every_frozen_table_is_of_this_epoch(void **unused)
{
    (void)unused;
    static const char *const tables[] = {"presets", "options", "hashes"};
    for (size_t k = 0; k < sizeof tables / sizeof *tables; k++) {
        char path[64];
        (void)snprintf(path, sizeof path, "tests/golden/%s.txt", tables[k]);
        char *table = golden_source(path);
        assert_true(frozen_rows(table)[0] != '\0');
        free(table);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_epoch_is_the_number_of_entries),
        cmocka_unit_test(test_a_hash_changes_with_the_epoch_alone),
        cmocka_unit_test(test_every_frozen_table_is_of_this_epoch),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
