// SPDX-License-Identifier: MIT
// Random numbers as a function of (seed, step, id, stream), so that neither threads nor the order
// of agents can change them: Philox4x32 with 10 rounds (Salmon, Moraes, Dror & Shaw, "Parallel
// random numbers: as easy as 1, 2, 3", SC 2011) from Random123, with the seed as key and the other
// three as counter.
#include "base/random.h"

#include "base/wider.h"

#include <Random123/philox.h>

COVEY_INLINE covey_bits bits_of(uint64_t seed, uint64_t step, uint32_t id, uint32_t stream)
{
    philox4x32_key_t key = {{(uint32_t)seed, (uint32_t)(seed >> 32)}};
    philox4x32_ctr_t counter = {{(uint32_t)step, (uint32_t)(step >> 32), id, stream}};
    philox4x32_ctr_t bits = philox4x32_R(10, counter, key);
    return (covey_bits){{bits.v[0], bits.v[1], bits.v[2], bits.v[3]}};
}

/// The first 53 bits as a fraction: 31 and 22 of them, as vectors have no wider whole numbers to
/// make doubles of.
COVEY_INLINE double uniform_of(covey_bits bits)
{
    int32_t upper = (int32_t)(bits.word[0] >> 1);
    int32_t lower = (int32_t)((bits.word[0] & 1) << 21 | bits.word[1] >> 11);
    return (double)upper * 0x1p-31 + (double)lower * 0x1p-53;
}

covey_bits covey_random_bits(uint64_t seed, uint64_t step, uint32_t id, uint32_t stream)
{
    return bits_of(seed, step, id, stream);
}

double covey_uniform(uint64_t seed, uint64_t step, uint32_t id, uint32_t stream)
{
    return uniform_of(bits_of(seed, step, id, stream));
}

COVEY_INLINE void covey_random_uniforms_body(const covey_block *agents, uint32_t stream,
                                             double *restrict x)
{
    uint64_t seed = agents->any->seed, step = agents->any->step;
    for (size_t k = 0; k < agents->count; k++)
        x[k] = uniform_of(bits_of(seed, step, agents->id[k], stream));
}

COVEY_WIDER(void, covey_random_uniforms,
            (const covey_block *agents, uint32_t stream, double *restrict x), (agents, stream, x))
