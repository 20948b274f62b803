// SPDX-License-Identifier: MIT
// Random numbers: the published answers of Philox4x32-10, the part every argument plays, and the
// distribution of the uniform numbers.
#include "covey/block.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#define LENGTH(array) (sizeof(array) / sizeof(array)[0])

typedef struct arguments {
    uint64_t seed, step;
    covey_id id;
    uint32_t stream;
} arguments;

static const arguments sample = {
    .seed = 0x0123456789abcdef,
    .step = 0x0f1e2d3c4b5a6978,
    .id = 0x13579bdf,
    .stream = 0x2468ace0,
};

static covey_bits bits_at(const arguments *a)
{
    return covey_random_bits(a->seed, a->step, a->id, a->stream);
}

static bool same(covey_bits a, covey_bits b)
{
    return memcmp(a.word, b.word, sizeof a.word) == 0;
}

// The arguments with one of their 192 bits turned over.
static arguments flipped(unsigned bit)
{
    arguments a = sample;
    if (bit < 64)
        a.seed ^= (uint64_t)1 << bit;
    else if (bit < 128)
        a.step ^= (uint64_t)1 << (bit - 64);
    else if (bit < 160)
        a.id ^= (uint32_t)1 << (bit - 128);
    else
        a.stream ^= (uint32_t)1 << (bit - 160);
    return a;
}

// The figures that the authors publish for philox4x32 with 10 rounds (kat_vectors of Random123).
static void test_bits_are_the_published_ones_of_philox(void **unused)
{
    (void)unused;
    static const struct {
        arguments at;
        covey_bits bits;
    } known[] = {
        {{0, 0, 0, 0}, {{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}}},
        {{UINT64_MAX, UINT64_MAX, UINT32_MAX, UINT32_MAX},
         {{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}}},
        {{0x299f31d0a4093822, 0x85a308d3243f6a88, 0x13198a2e, 0x03707344},
         {{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}}},
    };
    for (size_t i = 0; i < LENGTH(known); i++) {
        covey_bits bits = bits_at(&known[i].at);
        for (size_t word = 0; word < 4; word++)
            assert_int_equal(bits.word[word], known[i].bits.word[word]);
    }
}

// Each of the 192 changes flips every bit of the result with probability 1/2: of 192 · 128 bits
// half, with a standard deviation of sqrt(192 · 128)/2 = 78; five of them are allowed.
static void test_every_bit_of_every_argument_changes_half_the_bits(void **unused)
{
    (void)unused;
    covey_bits before = bits_at(&sample);
    int changed = 0;
    for (unsigned bit = 0; bit < 192; bit++) {
        arguments a = flipped(bit);
        covey_bits after = bits_at(&a);
        for (size_t i = 0; i < 128; i++)
            changed += (int)((before.word[i / 32] ^ after.word[i / 32]) >> i % 32 & 1);
    }
    assert_in_range(changed, 192 * 64 - 5 * 78, 192 * 64 + 5 * 78);
}

static void test_all_changes_of_one_bit_lead_to_different_results(void **unused)
{
    (void)unused;
    covey_bits bits[193] = {bits_at(&sample)};
    for (unsigned i = 0; i < 192; i++) {
        arguments a = flipped(i);
        bits[i + 1] = bits_at(&a);
        for (unsigned j = 0; j <= i; j++)
            assert_false(same(bits[i + 1], bits[j]));
    }
}

static void test_exchanged_arguments_lead_to_different_results(void **unused)
{
    (void)unused;
    static const arguments exchanged[] = {
        {1, 2, 3, 4},
        {2, 1, 3, 4},
        {3, 2, 1, 4},
        {4, 2, 3, 1},
        {1, 3, 2, 4},
        {1, 4, 3, 2},
        {1, 2, 4, 3},
        {(uint64_t)1 << 32, 2, 3, 4},
        {1, (uint64_t)2 << 32, 3, 4},
    };
    for (size_t i = 0; i < LENGTH(exchanged); i++)
        for (size_t j = 0; j < i; j++)
            assert_false(same(bits_at(&exchanged[i]), bits_at(&exchanged[j])));
}

static void test_uniform_is_the_first_53_bits_exactly(void **unused)
{
    (void)unused;
    for (uint32_t id = 0; id < 1000; id++) {
        covey_bits bits = covey_random_bits(1, 2, id, 3);
        double u = covey_uniform(1, 2, id, 3);
        assert_true(u >= 0.0 && u < 1.0);
        double rest = u * 0x1p32 - bits.word[0];
        assert_true(rest * 0x1p21 == (double)(bits.word[1] >> 11));
    }
    // The first and the third published answer.
    assert_true(covey_uniform(0, 0, 0, 0) == 0x1.989fa35785a70p-2);
    assert_true(covey_uniform(0x299f31d0a4093822, 0x85a308d3243f6a88, 0x13198a2e, 0x03707344) ==
                0x1.a2d9fc1329fb9p-1);
}

// Compiled for wider vectors too; 0 to 64 agents end in every part of a vector.
static void test_blocks_have_the_numbers_of_their_agents(void **unused)
{
    (void)unused;
    covey_id id[COVEY_BLOCK];
    covey_agent any = {.seed = 0x0123456789abcdef, .step = 0xfedcba9876543210};
    for (uint32_t k = 0; k < COVEY_BLOCK; k++)
        id[k] = k % 2 == 0 ? 0x7ffffff0 + k : UINT32_MAX - k;
    for (size_t count = 0; count <= COVEY_BLOCK; count++) {
        covey_block agents = {.count = count, .any = &any, .id = id};
        double x[COVEY_BLOCK + 1];
        x[count] = 7.0;
        covey_block_uniforms(&agents, 0x80000001, x);
        for (size_t k = 0; k < count; k++)
            assert_true(x[k] == covey_uniform(any.seed, any.step, id[k], 0x80000001));
        assert_true(x[count] == 7.0);
    }
}

// Sums over n numbers u - 1/2 and over products of neighbors, along one argument. Mean 0 has the
// standard deviation sqrt(1/12n), variance 1/12 has sqrt((1/80 - 1/144)/n) = sqrt(1/180n), the
// covariance of neighbors 0 has sqrt(1/144n). Five of them are allowed.
static void check_moments(uint64_t steps, covey_id ids, uint32_t streams)
{
    const double n = 100000.0;
    double mean = 0.0;
    double variance = 0.0;
    double covariance = 0.0;
    double last = 0.0;
    for (uint32_t i = 0; i < 100000; i++) {
        double u = covey_uniform(7, i * steps, i * ids, i * streams) - 0.5;
        mean += u / n;
        variance += u * u / n;
        covariance += u * last / n;
        last = u;
    }
    assert_true(fabs(mean) < 5.0 * sqrt(1.0 / (12.0 * n)));
    assert_true(fabs(variance - 1.0 / 12.0) < 5.0 * sqrt(1.0 / (180.0 * n)));
    assert_true(fabs(covariance) < 5.0 * sqrt(1.0 / (144.0 * n)));
}

static void test_uniform_has_mean_and_variance_along_every_argument(void **unused)
{
    (void)unused;
    check_moments(1, 0, 0);
    check_moments(0, 1, 0);
    check_moments(0, 0, 1);
}

// Counts in 64 bins: chi-square has 63 degrees of freedom, mean 63 and standard deviation
// sqrt(126); five of them are allowed.
static void test_uniform_fills_all_bins_alike(void **unused)
{
    (void)unused;
    int counts[64] = {0};
    for (uint32_t id = 0; id < 64000; id++)
        counts[(int)(64.0 * covey_uniform(1, 0, id, 0))]++;
    double chi_square = 0.0;
    for (size_t i = 0; i < 64; i++)
        chi_square += (counts[i] - 1000.0) * (counts[i] - 1000.0) / 1000.0;
    assert_true(fabs(chi_square - 63.0) < 5.0 * sqrt(126.0));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bits_are_the_published_ones_of_philox),
        cmocka_unit_test(test_every_bit_of_every_argument_changes_half_the_bits),
        cmocka_unit_test(test_all_changes_of_one_bit_lead_to_different_results),
        cmocka_unit_test(test_exchanged_arguments_lead_to_different_results),
        cmocka_unit_test(test_uniform_is_the_first_53_bits_exactly),
        cmocka_unit_test(test_blocks_have_the_numbers_of_their_agents),
        cmocka_unit_test(test_uniform_has_mean_and_variance_along_every_argument),
        cmocka_unit_test(test_uniform_fills_all_bins_alike),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
