// SPDX-License-Identifier: MIT
// Functions that are compiled twice where that gives wider vectors: for what every CPU of the
// architecture has, and for AVX2. They are loops in plain C with the same bits from both.
#ifndef COVEY_BASE_WIDER_H
#define COVEY_BASE_WIDER_H

/// Expanded in place, whatever the instruction set there.
#define COVEY_INLINE static inline __attribute__((always_inline))

// COVEY_WIDER defines the function `name` by its body, name##_body; `type` is void, or static void.
// Parameters and arguments stand in parentheses.

#if defined(__x86_64__)

/// True if this CPU has AVX2, and fused multiplication and addition, as nearly every CPU
/// with AVX2 has.
static inline int covey_wider(void)
{
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
}

// Around all of a file that is for such CPUs. Compilers fuse only what is written as fused, here as
// everywhere (-ffp-contract=off).
#if defined(__clang__)
#define COVEY_WIDER_BEGIN                                                                          \
    _Pragma("clang attribute push(__attribute__((target(\"avx2,fma\"))), apply_to = function)")
#define COVEY_WIDER_END _Pragma("clang attribute pop")
#else
#define COVEY_WIDER_BEGIN _Pragma("GCC push_options") _Pragma("GCC target(\"avx2,fma\")")
#define COVEY_WIDER_END _Pragma("GCC pop_options")
#endif

#define COVEY_WIDER(type, name, parameters, arguments)                                             \
    static __attribute__((target("avx2"))) void name##_wider parameters                            \
    {                                                                                              \
        name##_body arguments;                                                                     \
    }                                                                                              \
    type name parameters                                                                           \
    {                                                                                              \
        if (covey_wider())                                                                         \
            name##_wider arguments;                                                                \
        else                                                                                       \
            name##_body arguments;                                                                 \
    }
#else

#define COVEY_WIDER(type, name, parameters, arguments)                                             \
    type name parameters                                                                           \
    {                                                                                              \
        name##_body arguments;                                                                     \
    }

#endif
#endif
