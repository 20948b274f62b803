// SPDX-License-Identifier: MIT
// Whether this CPU has AVX2 and AVX-512, for clang-cl: the library of Visual C++ has nothing that
// gives it to __builtin_cpu_supports(). The bits are as in Intel's manual, CPUID and XGETBV.
// COVEY_CPUID compiles this for other systems too, where tests compare both.
#include "base/wider.h"

#if COVEY_GNU && defined(__x86_64__) && (defined(_MSC_VER) || defined(COVEY_CPUID))

#include <cpuid.h>
#include <stdint.h>

enum { // of leaf 1, ecx; of leaf 7, ebx
    FMA = 1 << 12,
    XSAVE_BY_SYSTEM = 1 << 27,
    AVX2 = 1 << 5,
    AVX512F = 1 << 16,
    AVX512DQ = 1 << 17
};
#define AVX512VL 0x80000000U

/// Registers that the system keeps for each thread: 6 for AVX, 0xe6 for AVX-512, too.
static uint32_t kept_registers(void)
{
    uint32_t low, high;
    __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    (void)high;
    return low;
}

/// True if the CPU has both sets of features and the system keeps these registers.
static int has(unsigned of_leaf_1, unsigned of_leaf_7, uint32_t registers)
{
    unsigned a, b, c, d;
    if (!__get_cpuid(1, &a, &b, &c, &d) ||
        (c & (of_leaf_1 | XSAVE_BY_SYSTEM)) != (of_leaf_1 | XSAVE_BY_SYSTEM))
        return 0;
    if (!__get_cpuid_count(7, 0, &a, &b, &c, &d) || (b & of_leaf_7) != of_leaf_7)
        return 0;
    return (kept_registers() & registers) == registers;
}

int covey_wider(void)
{
    return has(FMA, AVX2, 0x6);
}

int covey_masks(void)
{
    return has(FMA, AVX2 | AVX512F | AVX512DQ | AVX512VL, 0xe6);
}

#endif
