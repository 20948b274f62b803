// SPDX-License-Identifier: MIT
// However long the viewer runs, it keeps no more than a frame or two.
#define _DEFAULT_SOURCE
#include "support/files.h"
#include "support/program.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <sys/resource.h>

#include <cmocka.h>

static int setup(void **state)
{
    return files_setup(state) != 0 || setenv("SDL_VIDEODRIVER", "offscreen", 1) != 0 ||
           setenv("XDG_RUNTIME_DIR", files_path(""), 1) != 0;
}

/// The most memory that a run of the viewer, or any before it, has had at a time, KiB.
static long memory_of(const char *frames)
{
    struct rusage used;
    process run = program_run(
        &(program_case){.arguments = {"view", "torus-0", "--size", "560x420", "--frames", frames}});
    process_free(&run);
    assert_int_equal(getrusage(RUSAGE_CHILDREN, &used), 0);
    return used.ru_maxrss;
}

/// The arrays of a frame of this size, most of them letters of the panel, are some 500 KiB in the
/// driver. Of 400 frames it kept 120 to 290 MiB without a wait; pools and threads
/// differ by about 1 MiB from one run to another.
static void test_more_frames_do_not_take_more_memory(void **unused)
{
    (void)unused;
    if (!process_can_limit_memory())
        skip(); // sanitizers keep freed memory
    long few = memory_of("100"), many = memory_of("500");
    if (many > few + 16 * 1024)
        fail_msg("%ld KiB at 100 frames, %ld KiB at 500", few, many);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_more_frames_do_not_take_more_memory),
    };
    return cmocka_run_group_tests(tests, setup, files_teardown);
}
