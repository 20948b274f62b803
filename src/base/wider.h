// SPDX-License-Identifier: MIT
// Functions that are compiled twice where that gives wider vectors: for what every CPU of the
// architecture has, and for AVX2. They are loops in plain C with the same bits from both. And whole
// files for AVX2, or for the masks of AVX-512.
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

/// True if this CPU moreover has the masks of AVX-512 for vectors of that length.
static inline int covey_masks(void)
{
    return covey_wider() && __builtin_cpu_supports("avx512f") &&
           __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq");
}

// Around all of a file that is for such CPUs. Compilers fuse only what is written as fused, here as
// everywhere (-ffp-contract=off).
#define COVEY_PRAGMA(text) _Pragma(#text)
#if defined(__clang__)
#define COVEY_TARGET_BEGIN(features)                                                               \
    COVEY_PRAGMA(clang attribute push(__attribute__((target(features))), apply_to = function))
#define COVEY_TARGET_END COVEY_PRAGMA(clang attribute pop)
#else
#define COVEY_TARGET_BEGIN(features)                                                               \
    COVEY_PRAGMA(GCC push_options) COVEY_PRAGMA(GCC target(features))
#define COVEY_TARGET_END COVEY_PRAGMA(GCC pop_options)
#endif
#define COVEY_WIDER_BEGIN COVEY_TARGET_BEGIN("avx2,fma")
#define COVEY_MASKS_BEGIN COVEY_TARGET_BEGIN("avx2,fma,avx512f,avx512vl,avx512dq")

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
