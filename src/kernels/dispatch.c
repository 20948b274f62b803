// SPDX-License-Identifier: MIT
// Which kernel runs on this CPU.
#include "kernels/kernels.h"

#include <string.h>

static bool has_avx2(void)
{
#if defined(__x86_64__)
    return __builtin_cpu_supports("avx2") != 0;
#else
    return false;
#endif
}

covey_kernel *covey_kernels_choose(const char *name)
{
    bool avx2 = has_avx2();
    if (name == NULL)
        return avx2 ? covey_kernels_perceive_avx2 : covey_kernels_perceive_wide;
    if (strcmp(name, "ref") == 0)
        return covey_kernels_perceive_ref;
    if (strcmp(name, "wide") == 0)
        return covey_kernels_perceive_wide;
    if (strcmp(name, "avx2") == 0 && avx2)
        return covey_kernels_perceive_avx2;
    return NULL;
}

covey_kernel *covey_kernels_choose_nearest(const char *name)
{
    bool plain = name != NULL && strcmp(name, "ref") == 0;
    return plain ? covey_kernels_perceive_nearest : covey_kernels_perceive_tree;
}
