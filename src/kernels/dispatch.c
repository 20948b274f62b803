// SPDX-License-Identifier: MIT
// Which kernel runs on this CPU.
#include "base/wider.h"
#include "kernels/kernels.h"

#include <string.h>

typedef struct row {
    const char *name;
    covey_kernel *kernel, *single, *nearest;
    int (*runs)(void); ///< true if this CPU does; NULL: every CPU of the architecture
} row;

#define ROW(name, kernel, nearest, runs)                                                           \
    {                                                                                              \
        name, covey_kernels_perceive_##kernel, covey_kernels_perceive_##kernel##_single,           \
            covey_kernels_perceive_##nearest, runs                                                 \
    }

/// The fastest first.
static const row rows[] = {
#if defined(__x86_64__)
    ROW("avx512", avx512, tree_avx512, covey_masks),
    ROW("avx2", avx2, tree_avx2, covey_wider),
    ROW("sse2", simd, tree, NULL),
#elif defined(__aarch64__)
    ROW("neon", simd, tree, NULL),
#elif defined(__wasm_simd128__)
    ROW("simd128", simd, tree, NULL),
#endif
    ROW("scalar", scalar, tree, NULL),
    ROW("ref", ref, nearest, NULL),
};

enum { ROWS = sizeof rows / sizeof *rows };

static bool runs_here(const row *one)
{
    return one->runs == NULL || one->runs();
}

const char *covey_kernels_name(int index)
{
    for (int k = 0; k < ROWS; k++)
        if (runs_here(&rows[k]) && index-- == 0)
            return rows[k].name;
    return NULL;
}

static const row *find(const char *name)
{
    for (int k = 0; k < ROWS; k++)
        if (runs_here(&rows[k]) && (name == NULL || strcmp(name, rows[k].name) == 0))
            return &rows[k];
    return NULL;
}

covey_kernel *covey_kernels_choose(const char *name, covey_precision precision)
{
    const row *found = find(name);
    if (found == NULL)
        return NULL;
    return precision == COVEY_PRECISION_SINGLE ? found->single : found->kernel;
}

covey_kernel *covey_kernels_choose_nearest(const char *name)
{
    const row *found = find(name);
    return found != NULL ? found->nearest : NULL;
}

covey_kernel *covey_kernels_choose_aggregate(const char *name)
{
    return name != NULL && strcmp(name, "ref") == 0 ? covey_kernels_aggregate_ref
                                                    : covey_kernels_aggregate_strips;
}
