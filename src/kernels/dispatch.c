// SPDX-License-Identifier: MIT
// Which kernel runs on this CPU.
#include "base/wider.h"
#include "kernels/kernels.h"

typedef struct entry {
    covey_kernel *kernel, *single, *nearest;
    int (*runs)(void); ///< true if this CPU runs them; NULL: every CPU of the architecture does
} entry;

// The small form of the two files (tools/amalgamate --small) has one kernel beside `ref`, for
// doubles.
#ifdef COVEY_SMALL
#define ENTRY(kernel, nearest, runs)                                                               \
    {                                                                                              \
        covey_kernels_perceive_##kernel, NULL, covey_kernels_perceive_##nearest, runs              \
    }
#else
#define ENTRY(kernel, nearest, runs)                                                               \
    {                                                                                              \
        covey_kernels_perceive_##kernel, covey_kernels_perceive_##kernel##_single,                 \
            covey_kernels_perceive_##nearest, runs                                                 \
    }
#endif

// With the vectors of WebAssembly that of vectors is always there; the small form has one of two.
#if !defined(__wasm_simd128__) &&                                                                  \
    (!defined(COVEY_SMALL) || !(defined(__x86_64__) || defined(__aarch64__)))
#define COVEY_HAS_SCALAR
#endif

/// The kernels of this architecture; a faster one has a higher number.
static const entry entries[] = {
    [COVEY_KERNEL_REF] = ENTRY(ref, nearest, NULL),
#if COVEY_GNU // whose vectors the others are written in
#ifdef COVEY_HAS_SCALAR
    [COVEY_KERNEL_SCALAR] = ENTRY(scalar, tree, NULL),
#endif
#if defined(__x86_64__)
    [COVEY_KERNEL_SSE2] = ENTRY(simd, tree, NULL),
#ifndef COVEY_BASELINE // one source for every CPU of the architecture: tools/amalgamate
    [COVEY_KERNEL_AVX2] = ENTRY(avx2, tree_avx2, covey_wider),
    [COVEY_KERNEL_AVX512] = ENTRY(avx512, tree_avx512, covey_masks),
#endif
#elif defined(__aarch64__)
    [COVEY_KERNEL_NEON] = ENTRY(simd, tree, NULL),
#elif defined(__wasm_simd128__)
    [COVEY_KERNEL_SIMD128] = ENTRY(simd, tree, NULL),
#endif
#endif
};

enum { ENTRIES = sizeof entries / sizeof *entries };

static bool runs_here(int kind)
{
    return kind < ENTRIES && entries[kind].kernel != NULL &&
           (entries[kind].runs == NULL || entries[kind].runs());
}

/// The entry of a kernel; NULL if this CPU does not run it.
static const entry *find(covey_kernel_kind wanted)
{
    int kind = (int)wanted;
    if (wanted == COVEY_KERNEL_FASTEST)
        for (kind = ENTRIES - 1; !runs_here(kind);)
            kind--;
    return runs_here(kind) ? &entries[kind] : NULL;
}

covey_kernel *covey_kernels_choose(covey_kernel_kind kind, covey_precision precision)
{
    const entry *found = find(kind);
    if (found == NULL)
        return NULL;
    return precision == COVEY_PRECISION_SINGLE ? found->single : found->kernel;
}

covey_kernel *covey_kernels_choose_nearest(covey_kernel_kind kind)
{
    const entry *found = find(kind);
    return found != NULL ? found->nearest : NULL;
}

covey_kernel *covey_kernels_choose_aggregate(covey_kernel_kind kind)
{
#if COVEY_GNU && !defined(COVEY_SMALL)
    if (kind != COVEY_KERNEL_REF)
        return covey_kernels_aggregate_strips;
#endif
    (void)kind;
    return covey_kernels_aggregate_ref;
}
