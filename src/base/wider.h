// SPDX-License-Identifier: MIT
// Whole files for AVX2, or for the masks of AVX-512.
#ifndef COVEY_BASE_WIDER_H
#define COVEY_BASE_WIDER_H

#include "covey/base.h"

#if defined(__x86_64__)

/// True if this CPU moreover has the masks of AVX-512 for vectors of that length.
static inline int covey_masks(void)
{
    return covey_wider() && __builtin_cpu_supports("avx512f") &&
           __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq");
}

// Around all of a file that is for such CPUs. Compilers fuse only operations written as fused, here
// as everywhere (-ffp-contract=off).
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

#endif
#endif
