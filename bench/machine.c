// SPDX-License-Identifier: MIT
// The peak of one core of this machine, measured: so many independent operations that none waits
// for another, the best of several tries. Without AVX2 a vector takes as many instructions as it
// takes.
#define _DEFAULT_SOURCE // sysconf's caches, NOLINT(bugprone-reserved-identifier)
#include "machine.h"

#include "base/wider.h"
#include "clocks.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef double wide __attribute__((vector_size(32)));
typedef int64_t bits __attribute__((vector_size(32)));

#if defined(__x86_64__)
#define AVX2 __attribute__((target("avx2")))
#else
#define AVX2
#endif

enum { TRIES = 40, LANES = 4, CHAINS = 12, SMALL = 64 };

#define COPIED ((size_t)1 << 26) // bytes, more than caches hold

/// The data of a probe.
typedef struct work {
    double one;    ///< 1, which the compiler does not know
    double *array; ///< numbers near 1
    size_t count;
    long rounds;
    double sink; ///< where results go, lest they be left out
} work;

#define EACH12(X) X(0) X(1) X(2) X(3) X(4) X(5) X(6) X(7) X(8) X(9) X(10) X(11)

#define DECLARE(k) wide v##k = {one, one + k, one, one};
#define ADD(k) v##k += c;
#define MULTIPLY(k) v##k *= c;
#define LOAD(k) v##k += at[k];
#define SUM(k) total += v##k[0] + v##k[3];

COVEY_INLINE void add(work *on)
{
    double one = on->one, total = 0;
    wide c = {one, one, one, one};
    EACH12(DECLARE)
    for (long round = 0; round < on->rounds; round++) {
        EACH12(ADD)
    }
    EACH12(SUM)
    on->sink = total;
}

COVEY_INLINE void multiply(work *on)
{
    double one = on->one, total = 0;
    wide c = {one, one, one, one};
    EACH12(DECLARE)
    for (long round = 0; round < on->rounds; round++) {
        EACH12(MULTIPLY)
    }
    EACH12(SUM)
    on->sink = total;
}

enum { MIXED = 12 }; // operations, beside loads

/// The work of every candidate: offsets, their square, a comparison, a count, sums over candidates
/// inside. Each operation waits for the one before, those of other candidates do not.
COVEY_INLINE void mixed(work *on)
{
    double one = on->one;
    wide zero = {0}, c = {one, one, one, one}, sum_x = zero, sum_y = zero;
    bits count = {0};
    for (long round = 0; round < on->rounds; round++)
        for (size_t k = 0; k < SMALL; k++) {
            wide x = on->array[k] - zero - c, y = on->array[SMALL - 1 - k] - zero - c;
            wide square = x * x + y * y;
            bits inside = square <= c;
            wide share = (wide)(inside & (bits)c);
            count += inside;
            sum_x += x * share;
            sum_y += y * share;
        }
    on->sink = sum_x[0] + sum_y[3] + (double)count[1];
}

COVEY_INLINE void load(work *on)
{
    double one = on->one, total = 0;
    EACH12(DECLARE)
    const void *array = on->array;
    const wide *first = array, *end = first + on->count / LANES;
    for (long round = 0; round < on->rounds; round++)
        for (const wide *at = first; at < end; at += CHAINS) {
            EACH12(LOAD)
        }
    EACH12(SUM)
    on->sink = total;
}

COVEY_INLINE void divide(work *on)
{
    double result[SMALL];
    for (long round = 0; round < on->rounds; round++) {
        for (int k = 0; k < SMALL; k++)
            result[k] = on->one / on->array[k];
        on->sink += result[round % SMALL];
    }
}

COVEY_INLINE void root(work *on)
{
    double result[SMALL];
    for (long round = 0; round < on->rounds; round++) {
        for (int k = 0; k < SMALL; k++)
            result[k] = sqrt(on->array[k]);
        on->sink += result[round % SMALL];
    }
}

COVEY_INLINE void copy(work *on)
{
    memcpy(on->array + on->count, on->array, on->count * sizeof *on->array);
    on->sink = on->array[2 * on->count - 1];
}

typedef void probe(work *on);

/// A probe compiled for every CPU of the architecture and for AVX2.
#define BOTH(name)                                                                                 \
    static void name##_plain(work *on)                                                             \
    {                                                                                              \
        name(on);                                                                                  \
    }                                                                                              \
    AVX2 static void name##_avx2(work *on)                                                         \
    {                                                                                              \
        name(on);                                                                                  \
    }
BOTH(add)
BOTH(multiply)
BOTH(mixed)
BOTH(load)
BOTH(divide)
BOTH(root)
BOTH(copy)

static int has_avx2(void)
{
#if defined(__x86_64__)
    return __builtin_cpu_supports("avx2") != 0;
#else
    return 0;
#endif
}

#define PICK(name) (has_avx2() ? name##_avx2 : name##_plain)

/// Best rate of a probe that does `each` things a round, in things per ns.
static double best(probe *run, work on, double each)
{
    double least = 0;
    for (int k = 0; k < TRIES; k++) {
        double begin = clocks_cpu();
        run(&on);
        double time = 1e9 * (clocks_cpu() - begin);
        least = k == 0 || time < least ? time : least;
    }
    return each * (double)on.rounds / least;
}

static void measure_core(machine *self, double *array)
{
    work on = {.one = 1.0, .array = array, .count = SMALL};
    for (int k = 0; k < SMALL; k++)
        array[k] = 1.0 + k / 97.0;
    on.rounds = 500000;
    self->add = best(PICK(add), on, CHAINS);
    self->multiply = best(PICK(multiply), on, CHAINS);
    on.rounds = 100000;
    self->mixed = best(PICK(mixed), on, (double)MIXED * (double)SMALL);
    self->divide = best(PICK(divide), on, (double)SMALL / (double)LANES);
    self->root = best(PICK(root), on, (double)SMALL / (double)LANES);
}

/// Bytes per ns that are loaded from the first `size` bytes of an array.
static double measure_loads(double *array, double size)
{
    size_t group = LANES * CHAINS * sizeof(double);
    size_t groups = (size_t)(size / (double)group);
    work on = {.one = 1.0, .array = array, .count = groups * LANES * CHAINS};
    double bytes = (double)(groups * group);
    on.rounds = (long)(2e8 / bytes) + 1;
    return best(PICK(load), on, bytes);
}

static double cache_size(int name, double otherwise)
{
    long size = sysconf(name);
    return size > 0 ? (double)size : otherwise;
}

bool machine_measure(machine *self)
{
    self->l2_size = cache_size(_SC_LEVEL2_CACHE_SIZE, 262144.0);
    double *array = aligned_alloc(64, 2 * COPIED);
    if (array == NULL)
        return false;
    memset(array, 0, 2 * COPIED);
    work on = {.array = array, .count = COPIED / sizeof *array, .rounds = 1};
    self->memory = best(PICK(copy), on, 2.0 * COPIED);
    self->l1 = measure_loads(array, 0.5 * cache_size(_SC_LEVEL1_DCACHE_SIZE, 32768.0));
    self->l2 = measure_loads(array, 0.5 * self->l2_size);
    measure_core(self, array);
    free(array);
    return true;
}
