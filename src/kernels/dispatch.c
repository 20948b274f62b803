// SPDX-License-Identifier: MIT
// Chooses the kernels that run on this CPU.
#include "base/wider.h"
#include "kernels/kernels.h"

#include <string.h>

typedef struct entry {
    const char *name;
    covey_kernel *kernel, *single, *nearest;
    int (*runs)(void); ///< true if this CPU runs them; NULL: every CPU of the architecture does
} entry;

#define ENTRY(name, kernel, nearest, runs)                                                         \
    {                                                                                              \
        name, covey_kernels_perceive_##kernel, covey_kernels_perceive_##kernel##_single,           \
            covey_kernels_perceive_##nearest, runs                                                 \
    }

/// The fastest first.
static const entry entries[] = {
#if defined(__x86_64__)
    ENTRY("avx512", avx512, tree_avx512, covey_masks),
    ENTRY("avx2", avx2, tree_avx2, covey_wider),
    ENTRY("sse2", simd, tree, NULL),
#elif defined(__aarch64__)
    ENTRY("neon", simd, tree, NULL),
#elif defined(__wasm_simd128__)
    ENTRY("simd128", simd, tree, NULL),
#endif
    ENTRY("scalar", scalar, tree, NULL),
    ENTRY("ref", ref, nearest, NULL),
};

enum { ENTRIES = sizeof entries / sizeof *entries };

static bool runs_here(const entry *one)
{
    return one->runs == NULL || one->runs();
}

const char *covey_kernels_name(int index)
{
    for (int k = 0; k < ENTRIES; k++)
        if (runs_here(&entries[k]) && index-- == 0)
            return entries[k].name;
    return NULL;
}

static const entry *find(const char *name)
{
    for (int k = 0; k < ENTRIES; k++)
        if (runs_here(&entries[k]) && (name == NULL || strcmp(name, entries[k].name) == 0))
            return &entries[k];
    return NULL;
}

covey_kernel *covey_kernels_choose(const char *name, covey_precision precision)
{
    const entry *found = find(name);
    if (found == NULL)
        return NULL;
    return precision == COVEY_PRECISION_SINGLE ? found->single : found->kernel;
}

covey_kernel *covey_kernels_choose_nearest(const char *name)
{
    const entry *found = find(name);
    return found != NULL ? found->nearest : NULL;
}

covey_kernel *covey_kernels_choose_aggregate(const char *name)
{
    return name != NULL && strcmp(name, "ref") == 0 ? covey_kernels_aggregate_ref
                                                    : covey_kernels_aggregate_strips;
}
