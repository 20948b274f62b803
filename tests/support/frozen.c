// SPDX-License-Identifier: MIT
#include "support/frozen.h"

#include "covey/base.h"
#include "support/golden.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { ROW = 256, HASHES = 2 * 17 }; ///< bytes of two hashes, each with the blank before it

/// The epoch in the first line; a number above all others if there is none.
static int epoch_of(const char *table)
{
    int epoch;
    return sscanf(table, "# results %d\n", &epoch) == 1 ? epoch : INT32_MAX;
}

static const char *behind_line(const char *text)
{
    const char *end = strchr(text, '\n');
    return end != NULL ? end + 1 : text + strlen(text);
}

const char *frozen_rows(const char *table)
{
    if (epoch_of(table) != covey_results_epoch())
        fail_msg("the table begins with \"%.*s\" and not with \"# results %d\": write it anew",
                 (int)strcspn(table, "\n"), table, covey_results_epoch());
    return behind_line(table);
}

/// The row with the key of the `size` bytes at `row`, or NULL.
static const char *same_key(const char *rows, const char *row, size_t size)
{
    if (size < HASHES)
        return NULL;
    for (; *rows != '\0'; rows = behind_line(rows))
        if (strcspn(rows, "\n") == size && memcmp(rows, row, size - HASHES) == 0)
            return rows;
    return NULL;
}

bool frozen_refuses(const char *table, const char *rows, int epoch, char why[FROZEN_WHY])
{
    const int before = epoch_of(table);
    if (epoch > before)
        return false;
    for (const char *row = table; *row != '\0'; row = behind_line(row)) {
        const size_t size = strcspn(row, "\n");
        const char *now = row[0] == '#' ? NULL : same_key(rows, row, size);
        if (now == NULL || memcmp(now, row, size) == 0)
            continue;
        (void)snprintf(why, FROZEN_WHY,
                       "%.*s: its hash changes, and the results epoch is still %d. If results are "
                       "to change, add an entry \"Results change: \" with the reason to "
                       "CHANGELOG.md, raise COVEY_RESULTS_EPOCH in include/covey/base.h to the "
                       "number of such entries, build, and write the table again",
                       (int)(size - HASHES), row, epoch);
        return true;
    }
    return false;
}

void frozen_write(const char *name, const char *rows)
{
    char path[ROW], why[FROZEN_WHY];
    (void)snprintf(path, sizeof path, "tests/golden/%s", name);
    char *before = golden_source(path);
    bool refuses = frozen_refuses(before, rows, covey_results_epoch(), why);
    free(before);
    if (refuses)
        fail_msg("%s: %s", path, why);
    char whole[4096];
    (void)snprintf(whole, sizeof whole, "%s/%s", COVEY_SOURCE_DIR, path);
    FILE *file = fopen(whole, "w");
    assert_non_null(file);
    assert_true(fprintf(file, "# results %d\n%s", covey_results_epoch(), rows) > 0);
    assert_int_equal(fclose(file), 0);
}
