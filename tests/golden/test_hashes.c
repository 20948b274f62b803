// SPDX-License-Identifier: MIT
// Constants for the last state hash and the exact output of fixed runs, so that no change of a bit
// goes unseen; and the state hash computed once more from the output, as docs/determinism.md says.
// A change of results that is meant: put the lines that the failing test prints into hashes.txt.
#include "support/frozen.h"
#include "support/golden.h"

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { CROWD = 500, CROWD_STEPS = 50, LINE_SIZE = 128 };

// ---- A larger run ----

/// The next of the minimal standard generator (Park and Miller 1988), below `bound`.
static unsigned next_random(uint64_t *state, unsigned bound)
{
    *state = *state * 16807 % 2147483647;
    return (unsigned)(*state % bound);
}

/// 500 agents on a square of side 20 and 50 steps, all rules at work. Written with whole numbers
/// alone, so that every machine writes the same.
static char *write_crowd(void)
{
    size_t size = (size_t)LINE_SIZE * (CROWD + CROWD_STEPS + 1);
    char *text = malloc(size);
    assert_non_null(text);
    size_t used = (size_t)snprintf(text, size, "3 1.5 2 2 0.7 0.3 0.05 %d\n", CROWD);
    uint64_t random = 2023;
    for (int i = 0; i < CROWD; i++) {
        unsigned x = next_random(&random, 20000), y = next_random(&random, 20000);
        unsigned vx = next_random(&random, 1000), vy = next_random(&random, 1000);
        used += (size_t)snprintf(text + used, size - used, "%u.%03u %u.%03u 0.%03u -0.%03u\n",
                                 x / 1000, x % 1000, y / 1000, y % 1000, vx, vy);
    }
    for (int k = 0; k < CROWD_STEPS; k++)
        used += (size_t)snprintf(text + used, size - used, "0.0%d\n", 1 + k % 7);
    return text;
}

// ---- Hashes ----

/// FNV-1a, 64 bits.
static uint64_t hash_text(const char *text)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (; *text != '\0'; text++)
        hash = (hash ^ (unsigned char)*text) * UINT64_C(0x100000001b3);
    return hash;
}

static uint64_t last_state_hash(const char *hashes)
{
    uint64_t hash = 0;
    const char *line = hashes;
    while (*line != '\0') {
        const char *end = strchr(line, '\n');
        hash = strtoull(strchr(line, ' '), NULL, 16);
        line = end + 1;
    }
    return hash;
}

/// "name dialect state-hash output-hash"
static void describe_run(const char *name, int dialect, const golden_run *run, char *line)
{
    (void)snprintf(line, LINE_SIZE, "%s %s %016" PRIx64 " %016" PRIx64 "\n", name,
                   student_dialect_name(dialect), last_state_hash(run->hashes),
                   hash_text(run->output));
}

/// Compares the runs of an input in all dialects with the committed lines; returns how many differ.
static int compare(const char *committed, const char *name, const char *input)
{
    int different = 0;
    for (int d = 0; d < STUDENT_DIALECTS; d++) {
        golden_run run = golden_covey(input, (student_dialect)d, COVEY_FORMAL_HEX);
        char line[LINE_SIZE];
        describe_run(name, d, &run, line);
        const char *found = strstr(committed, line);
        if (found == NULL || (found != committed && found[-1] != '\n')) {
            print_error("%s", line);
            different++;
        }
        golden_run_free(&run);
    }
    return different;
}

static void test_all_bits_are_those_committed(void **state)
{
    (void)state;
    char *table = golden_source("tests/golden/hashes.txt");
    const char *committed = frozen_rows(table);
    golden_cases cases = golden_load();
    int different = 0;
    for (size_t k = 0; k < cases.count; k++)
        different += compare(committed, cases.at[k].name, cases.at[k].input);
    char *crowd = write_crowd();
    different += compare(committed, "crowd", crowd);
    free(crowd);
    golden_free(&cases);
    free(table);
    assert_int_equal(different, 0);
}

// ---- The definition of the state hash, written a second time ----

static uint64_t mix(uint64_t h, uint64_t w)
{
    uint64_t z = (h ^ w) + UINT64_C(0x9e3779b97f4a7c15);
    z ^= z >> 30;
    z *= UINT64_C(0xbf58476d1ce4e5b9);
    z ^= z >> 27;
    z *= UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

/// Hash of a frame of exact numbers, four a line.
static uint64_t hash_frame(const char *frame)
{
    uint64_t sum = 0;
    for (uint64_t id = 0; *frame != '\0'; id++) {
        uint64_t hash = mix(0, id);
        for (int k = 0; k < 4; k++) {
            char *end;
            double value = strtod(frame, &end);
            uint64_t bits;
            memcpy(&bits, &value, sizeof bits);
            hash = mix(hash, bits);
            frame = end + 1;
        }
        sum += hash;
    }
    return sum;
}

/// The last `lines` lines of a text.
static const char *tail(const char *text, size_t lines)
{
    const char *at = text + strlen(text);
    while (at > text && (at[-1] != '\n' || lines-- > 0))
        at--;
    return at;
}

static void test_the_state_hash_can_be_computed_from_the_exact_output(void **state)
{
    (void)state;
    char *crowd = write_crowd();
    golden_run run = golden_covey(crowd, STUDENT_TEXT, COVEY_FORMAL_HEX);
    assert_int_equal(hash_frame(tail(run.output, CROWD)), last_state_hash(run.hashes));
    golden_run_free(&run);
    free(crowd);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_all_bits_are_those_committed),
        cmocka_unit_test(test_the_state_hash_can_be_computed_from_the_exact_output),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
