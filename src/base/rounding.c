// SPDX-License-Identifier: MIT
// Control words: MXCSR as in Intel's manual, volume 1, 10.2.3; FPCR as in Arm's, D19.
#include "base/rounding.h"

#include <float.h>

#if COVEY_GNU && defined(__x86_64__)

// The C library prints numbers by the rounding of the x87, whose control word (8.1.5 there) is the
// upper half of the rules.
enum { USUAL = 0x1f80, FLAGS = 0x3f }; // of MXCSR: all exceptions masked; those that came up
enum { X87 = 32, X87_MASKS = 0x3f, X87_ROUNDING = 0xc00 };

static uint64_t rules_now(void)
{
    uint16_t x87;
    __asm__ volatile("fnstcw %0" : "=m"(x87));
    return (uint64_t)x87 << X87 | __builtin_ia32_stmxcsr();
}

static uint64_t rules_of_covey(uint64_t now)
{
    uint64_t x87 = (now >> X87 | X87_MASKS) & ~(uint64_t)X87_ROUNDING;
    return x87 << X87 | (now & FLAGS) | USUAL;
}

static void set_rules(uint64_t rules)
{
    uint16_t x87 = (uint16_t)(rules >> X87);
    __asm__ volatile("fldcw %0" : : "m"(x87));
    __builtin_ia32_ldmxcsr((unsigned)rules);
}

#elif COVEY_GNU && defined(__aarch64__)

static uint64_t rules_now(void)
{
    uint64_t rules;
    __asm__ volatile("mrs %0, fpcr" : "=r"(rules));
    return rules;
}

static uint64_t rules_of_covey(uint64_t now)
{
    (void)now;
    return 0;
}

static void set_rules(uint64_t rules)
{
    __asm__ volatile("msr fpcr, %0" : : "r"(rules) : "memory");
}

#elif COVEY_GNU && !defined(__wasm__) // whose rules cannot be changed

#include <fenv.h>

static uint64_t rules_now(void)
{
    return (uint64_t)fegetround();
}

static uint64_t rules_of_covey(uint64_t now)
{
    (void)now;
    return FE_TONEAREST;
}

static void set_rules(uint64_t rules)
{
    (void)fesetround((int)rules);
}

#else

static uint64_t rules_now(void)
{
    return 0;
}

static uint64_t rules_of_covey(uint64_t now)
{
    return now;
}

static void set_rules(uint64_t rules)
{
    (void)rules;
}

#endif

covey_rounding covey_rounding_begin(void)
{
    covey_rounding before = {.rules = rules_now()};
    uint64_t rules = rules_of_covey(before.rules);
    before.changed = rules != before.rules;
    if (before.changed)
        set_rules(rules);
    return before;
}

void covey_rounding_end(const covey_rounding *before)
{
    if (before->changed)
        set_rules(before->rules);
}

bool covey_rounds_right(void)
{
    volatile double one = 1.0, half_ulp = 0x1p-53, smallest = DBL_MIN;
    double tie = one + half_ulp;             // to even: 1; upward: more
    double above_tie = one + half_ulp * 1.5; // to nearest: 1 + 2^-52; downward or to zero: 1
    double subnormal = smallest * 0.5;       // flushed: 0
    volatile double kept = subnormal;
    return tie == 1.0 && above_tie > 1.0 && kept * 2.0 == smallest;
}
