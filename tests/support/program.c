// SPDX-License-Identifier: MIT
#include "support/program.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

void program_start(process *self, const program_case *row)
{
    const char *words[PROGRAM_MAX_ARGUMENTS + 2] = {COVEY_PROGRAM};
    for (int k = 0; k < PROGRAM_MAX_ARGUMENTS; k++)
        words[k + 1] = row->arguments[k];
    if (row->arguments[0] == NULL)
        words[1] = "formal";
    process_def def = row->with;
    def.arguments = words;
    process_start(self, &def);
}

/// Says which case it is that fails.
static void describe(const program_case *row)
{
    print_error("covey");
    for (int k = 0; k < PROGRAM_MAX_ARGUMENTS && row->arguments[k] != NULL; k++)
        print_error(" %s", row->arguments[k]);
    print_error("\n--- input\n%.200s\n", row->with.input != NULL ? row->with.input : "");
}

static bool is_text(const char *expected, const process_text *text)
{
    size_t size = expected != NULL ? strlen(expected) : 0;
    return text->size == size && (size == 0 || memcmp(text->bytes, expected, size) == 0);
}

static void check_text(const program_case *row, const char *name, const char *expected,
                       const process_text *text)
{
    if (is_text(expected, text))
        return;
    describe(row);
    print_error("--- %s\n%s\n--- expected\n%s\n", name, text->size > 0 ? text->bytes : "",
                expected != NULL ? expected : "");
    fail();
}

process program_run(const program_case *row)
{
    process self;
    program_start(&self, row);
    process_finish(&self);
    if (self.code == row->code)
        return self;
    describe(row);
    print_error("--- exit code %d or signal %d%s instead of code %d\n%s\n", self.code, self.signal,
                self.out_of_time ? " (killed, too slow)" : "", row->code,
                self.errors.size > 0 ? self.errors.bytes : "");
    fail();
    return self;
}

void program_expect(const program_case *row)
{
    process self = program_run(row);
    check_text(row, "standard output", row->out, &self.output);
    check_text(row, "standard error", row->err, &self.errors);
    process_free(&self);
}

void program_expect_message(const program_case *row)
{
    process self = program_run(row);
    if (self.errors.bytes == NULL || strstr(self.errors.bytes, row->says) == NULL) {
        describe(row);
        fail_msg("\"%s\" is not in: %s", row->says, self.errors.bytes);
    }
    process_free(&self);
}

char *program_output(const program_case *row)
{
    process covey = program_run(row);
    if (covey.errors.size > 0)
        fail_msg("%s", covey.errors.bytes);
    char *output = covey.output.bytes;
    covey.output.bytes = NULL;
    process_free(&covey);
    return output;
}
