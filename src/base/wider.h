// SPDX-License-Identifier: MIT
// Whole files for AVX2, or for the masks of AVX-512, and macros for extensions of gcc.
#ifndef COVEY_BASE_WIDER_H
#define COVEY_BASE_WIDER_H

#include "covey/base.h"

// COVEY_UNROLL(count): stands before a loop of so many turns that has to be unrolled.
#define COVEY_PRAGMA(text) _Pragma(#text)
#if COVEY_GNU
#define COVEY_UNROLL(count) COVEY_PRAGMA(GCC unroll count)
#define COVEY_APART __attribute__((__noinline__)) // no copies in the functions that call it
#else
#define COVEY_UNROLL(count)
#define COVEY_APART
#endif

#if COVEY_GNU && defined(__x86_64__)

/// True if this CPU moreover has the masks of AVX-512 for vectors of that length.
#if defined(_MSC_VER) || defined(COVEY_CPUID)
int covey_masks(void);
#else
static inline int covey_masks(void)
{
    return covey_wider() && __builtin_cpu_supports("avx512f") &&
           __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq");
}
#endif

// Around all of a file that is for such CPUs. Compilers fuse only operations written as fused, here
// as everywhere (-ffp-contract=off).
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

#endif
#endif
