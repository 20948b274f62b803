// SPDX-License-Identifier: MIT
// Random numbers for a test program of one thread, the same in every run.
#ifndef COVEY_TESTS_SUPPORT_RANDOM_H
#define COVEY_TESTS_SUPPORT_RANDOM_H

#include <stdint.h>
#include <stdlib.h>

/// splitmix64 (Steele, Lea, Flood 2014)
static inline uint64_t random_next(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    return z ^ z >> 31;
}

static uint64_t random_state;

static inline uint64_t random_bits(void)
{
    return random_next(&random_state);
}

static inline int random_below(int limit)
{
    return (int)(random_bits() % (uint64_t)limit);
}

/// How many random cases to try: COVEY_TEST_RANDOM, by default 100,000.
static inline long random_count(void)
{
    const char *text = getenv("COVEY_TEST_RANDOM");
    return text != NULL ? atol(text) : 100000;
}

#endif
