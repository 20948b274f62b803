// SPDX-License-Identifier: MIT
#ifndef BENCH_MACHINE_H
#define BENCH_MACHINE_H

#include <stdbool.h>

/// The peak of one core. A vector is four doubles, for every set of instructions.
typedef struct machine {
    double add;      ///< additions, vectors per ns
    double multiply; ///< multiplications, vectors per ns
    double
        mixed; ///< additions, multiplications and logic as a candidate needs them, in the same mix
    double divide;  ///< divisions, vectors per ns
    double root;    ///< square roots, vectors per ns
    double l1;      ///< loads from the first cache, bytes per ns (GB/s)
    double l2;      ///< loads from the second cache
    double memory;  ///< copying in main memory, bytes read and bytes written
    double l2_size; ///< of the second cache, bytes
} machine;

/// Measures this machine, in about two seconds. False if memory is short.
bool machine_measure(machine *self);

#endif
