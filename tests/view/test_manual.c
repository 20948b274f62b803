// SPDX-License-Identifier: MIT
// The manual has what the key sheet has, row by row.
#include "acts.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support/golden.h"

static void expect_rows(const char *manual, const acts_key *rows)
{
    const char *at = manual;
    for (const acts_key *row = rows; row->name != NULL; row++) {
        char entry[256];
        if (row->name[0] == '\0')
            continue;
        (void)snprintf(entry, sizeof entry, "\n*%s*\n\t%s\n", row->name, row->text);
        at = strstr(at, entry);
        if (at == NULL)
            fail_msg("man/covey-view.1.scd has not, or not in its place:%s", entry);
    }
}

static void test_the_manual_has_the_key_sheet_in_its_order(void **unused)
{
    (void)unused;
    char *manual = golden_read(COVEY_SOURCE_DIR "/man/covey-view.1.scd");
    assert_non_null(manual);
    expect_rows(manual, acts_mouse);
    expect_rows(manual, acts_keys);
    free(manual);
}

static void test_no_key_has_two_meanings(void **unused)
{
    (void)unused;
    for (const acts_key *a = acts_keys; a->name != NULL; a++)
        for (const acts_key *b = a + 1; b->name != NULL; b++)
            assert_false(a->code == b->code && a->control == b->control);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_manual_has_the_key_sheet_in_its_order),
        cmocka_unit_test(test_no_key_has_two_meanings),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
