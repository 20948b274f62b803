// SPDX-License-Identifier: MIT
// Random numbers as a function of (seed, step, id, stream), so that neither threads nor the order
// of agents can change them: Philox4x32 with 10 rounds (Salmon, Moraes, Dror & Shaw, "Parallel
// random numbers: as easy as 1, 2, 3", SC 2011), with the seed as key and the other three as
// counter.
#include "base/wider.h"
#include "covey/block.h"

/// One round: two products of 64 bits, whose halves change places and are mixed with the key.
COVEY_INLINE covey_bits round_of(covey_bits c, uint32_t key_0, uint32_t key_1)
{
    uint64_t first = (uint64_t)c.word[0] * 0xd2511f53U;
    uint64_t third = (uint64_t)c.word[2] * 0xcd9e8d57U;
    return (covey_bits){{
        (uint32_t)(third >> 32) ^ c.word[1] ^ key_0,
        (uint32_t)third,
        (uint32_t)(first >> 32) ^ c.word[3] ^ key_1,
        (uint32_t)first,
    }};
}

/// The bits of an id beyond 32. They go where a step has its own beyond 2^43, which no run reaches.
COVEY_INLINE uint32_t high_of(covey_id id)
{
    return (uint32_t)((uint64_t)id >> 32) << 11;
}

COVEY_INLINE covey_bits bits_of(uint64_t seed, uint64_t step, covey_id id, uint32_t stream)
{
    covey_bits c = {{(uint32_t)step, (uint32_t)(step >> 32) ^ high_of(id), (uint32_t)id, stream}};
    uint32_t key_0 = (uint32_t)seed, key_1 = (uint32_t)(seed >> 32);
    COVEY_UNROLL(10) // or blocks of agents would not become vectors
    for (int round = 0; round < 10; round++) {
        c = round_of(c, key_0, key_1);
        key_0 += 0x9e3779b9U; // the golden ratio
        key_1 += 0xbb67ae85U; // sqrt(3) - 1
    }
    return c;
}

/// The first 53 bits as a fraction: 31 and 22 of them, as vectors have no wider whole numbers to
/// make doubles of.
COVEY_INLINE double uniform_of(covey_bits bits)
{
    int32_t upper = (int32_t)(bits.word[0] >> 1);
    int32_t lower = (int32_t)((bits.word[0] & 1) << 21 | bits.word[1] >> 11);
    return (double)upper * 0x1p-31 + (double)lower * 0x1p-53;
}

covey_bits covey_random_bits(uint64_t seed, uint64_t step, covey_id id, uint32_t stream)
{
    return bits_of(seed, step, id, stream);
}

double covey_uniform(uint64_t seed, uint64_t step, covey_id id, uint32_t stream)
{
    return uniform_of(bits_of(seed, step, id, stream));
}

COVEY_BODY void find_uniforms_body(const covey_block *agents, uint32_t stream, double *restrict x)
{
    uint64_t seed = agents->any->seed, step = agents->any->step;
    for (size_t k = 0; k < agents->count; k++)
        x[k] = uniform_of(bits_of(seed, step, agents->id[k], stream));
}

COVEY_WIDER(static void, find_uniforms, (const covey_block *agents, uint32_t stream, double *x),
            (agents, stream, x))

void covey_block_uniforms(const covey_block *agents, uint32_t stream, double *x)
{
    if (agents != NULL && x != NULL)
        find_uniforms(agents, stream, x);
}
