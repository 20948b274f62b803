// SPDX-License-Identifier: MIT
// Which kernel runs on this CPU.
#include "kernels/kernels.h"

#include <string.h>

typedef struct row {
    const char *name;
    covey_kernel *kernel, *single;
} row;

#define ROW(name, kernel)                                                                          \
    {                                                                                              \
        name, covey_kernels_perceive_##kernel, covey_kernels_perceive_##kernel##_single            \
    }

/// The fastest first.
static const row rows[] = {
#if defined(__x86_64__)
    ROW("avx2", avx2),
    ROW("sse2", simd),
#elif defined(__aarch64__)
    ROW("neon", simd),
#elif defined(__wasm_simd128__)
    ROW("simd128", simd),
#endif
    ROW("scalar", scalar),
    ROW("ref", ref),
};

enum { ROWS = sizeof rows / sizeof *rows };

static bool runs_here(const row *one)
{
#if defined(__x86_64__)
    return strcmp(one->name, "avx2") != 0 || __builtin_cpu_supports("avx2") != 0;
#else
    (void)one;
    return true;
#endif
}

const char *covey_kernels_name(int index)
{
    for (int k = 0; k < ROWS; k++)
        if (runs_here(&rows[k]) && index-- == 0)
            return rows[k].name;
    return NULL;
}

covey_kernel *covey_kernels_choose(const char *name, covey_precision precision)
{
    for (int k = 0; k < ROWS; k++)
        if (runs_here(&rows[k]) && (name == NULL || strcmp(name, rows[k].name) == 0))
            return precision == COVEY_PRECISION_SINGLE ? rows[k].single : rows[k].kernel;
    return NULL;
}

static bool is_plain(const char *name)
{
    return name != NULL && strcmp(name, "ref") == 0;
}

covey_kernel *covey_kernels_choose_nearest(const char *name)
{
    return is_plain(name) ? covey_kernels_perceive_nearest : covey_kernels_perceive_tree;
}

covey_kernel *covey_kernels_choose_aggregate(const char *name)
{
    return is_plain(name) ? covey_kernels_aggregate_ref : covey_kernels_aggregate_strips;
}
