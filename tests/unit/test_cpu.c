// SPDX-License-Identifier: MIT
// Where the compiler's library does not tell of AVX2 and AVX-512, covey asks the CPU.
#define COVEY_CPUID
#define covey_wider asked_wider
#define covey_masks asked_masks
#include "base/cpu.c"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

#include <cmocka.h>

static void test_the_cpu_tells_the_same_as_the_compilers_library(void **unused)
{
    (void)unused;
#if defined(__x86_64__)
    bool wider = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
    bool masks = wider && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") &&
                 __builtin_cpu_supports("avx512dq");
    assert_int_equal(asked_wider() != 0, wider);
    assert_int_equal(asked_masks() != 0, masks);
#else
    skip();
#endif
}

static void test_features_that_no_cpu_has_are_not_found(void **unused)
{
    (void)unused;
#if defined(__x86_64__)
    assert_int_equal(has(0, 0, 0), 1);
    assert_int_equal(has(0, 0, 1U << 31), 0);
    // Bit 16 of that leaf is reserved, 0 on all CPUs.
    assert_int_equal(has(1U << 16, 0, 0), 0);
#else
    skip();
#endif
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_cpu_tells_the_same_as_the_compilers_library),
        cmocka_unit_test(test_features_that_no_cpu_has_are_not_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
