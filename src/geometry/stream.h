// SPDX-License-Identifier: MIT
// Stores that go past the caches, where the CPU has such: the memory that they overwrite is not
// fetched first. For arrays that are too large to stay in the caches until they are read again.
#ifndef COVEY_GEOMETRY_STREAM_H
#define COVEY_GEOMETRY_STREAM_H

#include "base/wider.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/// Writes x, past the caches if `far`. Other threads may see it after covey_stream_end() only.
COVEY_INLINE void covey_stream_put(double *to, double x, bool far)
{
#if COVEY_GNU && defined(__x86_64__)
    if (far) {
#if defined(__clang__)
        __builtin_nontemporal_store(x, to);
#else
        long long bits;
        memcpy(&bits, &x, sizeof bits);
        __builtin_ia32_movnti64((long long *)(void *)to, bits);
#endif
        return;
    }
#endif
    (void)far;
    *to = x;
}

/// Writes a column, past the caches if `far`. Other threads may see it after covey_stream_end()
/// only.
COVEY_INLINE void covey_stream_column(double *to, const double *x, size_t count, bool far)
{
    size_t done = 0;
#if COVEY_GNU && defined(__x86_64__)
    typedef double pair __attribute__((vector_size(2 * sizeof(double))));
    if (far && count > 0 && (uintptr_t)to % sizeof(pair) != 0) { // stores of pairs are aligned
        covey_stream_put(to, x[0], far);
        done = 1;
    }
    for (; far && done + 2 <= count; done += 2) {
        pair next;
        memcpy(&next, x + done, sizeof next);
#if defined(__clang__)
        __builtin_nontemporal_store(next, (pair *)(void *)(to + done));
#else
        __builtin_ia32_movntpd(to + done, next);
#endif
    }
#endif
    (void)far;
    memcpy(to + done, x + done, (count - done) * sizeof *to);
}

COVEY_INLINE void covey_stream_end(bool far)
{
#if COVEY_GNU && defined(__x86_64__)
    if (far)
        __builtin_ia32_sfence();
#endif
    (void)far;
}

#endif
