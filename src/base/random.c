// SPDX-License-Identifier: MIT
// Random numbers as a function of (seed, step, id, stream), so that neither threads nor the order
// of agents can change them: Philox4x32 with 10 rounds (Salmon, Moraes, Dror & Shaw, "Parallel
// random numbers: as easy as 1, 2, 3", SC 2011) from Random123, with the seed as key and the other
// three as counter.
#include "covey/model.h"

#include <Random123/philox.h>

covey_bits covey_random_bits(uint64_t seed, uint64_t step, uint32_t id, uint32_t stream)
{
    philox4x32_key_t key = {{(uint32_t)seed, (uint32_t)(seed >> 32)}};
    philox4x32_ctr_t counter = {{(uint32_t)step, (uint32_t)(step >> 32), id, stream}};
    philox4x32_ctr_t bits = philox4x32_R(10, counter, key);
    return (covey_bits){{bits.v[0], bits.v[1], bits.v[2], bits.v[3]}};
}

double covey_uniform(uint64_t seed, uint64_t step, uint32_t id, uint32_t stream)
{
    covey_bits bits = covey_random_bits(seed, step, id, stream);
    uint64_t joined = (uint64_t)bits.word[0] << 32 | bits.word[1];
    return (double)(joined >> 11) * 0x1p-53;
}
