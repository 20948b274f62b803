// SPDX-License-Identifier: MIT
// Damaged H5MD files by the hundreds: bytes are changed at random, in half of the files with the
// checksums of HDF5 made right again, so that the damage is not found by those. Each file is read
// or refused; no process hangs or takes much memory, and the program that reads stays alive.
// COVEY_TEST_MUTANTS is how many, by default a hundred and a half.
#define _GNU_SOURCE
#include "support/files.h"
#include "support/process.h"
#include "support/world.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#define PYTHON "/usr/bin/python3"

enum {
    MUTANTS = 100,
    LONGEST = 4096, ///< of a block with a checksum
    BLOCKS = 600,
    MOST_KIB = 1 << 20, ///< 1 GiB
};

static uint64_t random_state = 20261122;

static size_t below(size_t limit)
{
    return test_below(&random_state, limit);
}

// ---- Checksums ----

static uint32_t turn(uint32_t x, int by)
{
    return x << by | x >> (32 - by);
}

/// Jenkins' lookup3, as HDF5 has it over its metadata.
static uint32_t check_of(const unsigned char *bytes, size_t size)
{
    uint32_t s[3];
    s[0] = s[1] = s[2] = 0xdeadbeef + (uint32_t)size;
    static const int turns[6] = {4, 6, 8, 16, 19, 4};
    static const int last[7] = {14, 11, 25, 16, 4, 14, 24};
    for (; size > 12; size -= 12, bytes += 12) {
        for (int k = 0; k < 12; k++)
            s[k / 4] += (uint32_t)bytes[k] << (8 * (k % 4));
        for (int k = 0; k < 6; k++) {
            uint32_t *a = &s[k % 3], *b = &s[(k + 1) % 3], *c = &s[(k + 2) % 3];
            *a = (*a - *c) ^ turn(*c, turns[k]);
            *c += *b;
        }
    }
    for (size_t k = 0; k < size; k++)
        s[k / 4] += (uint32_t)bytes[k] << (8 * (k % 4));
    for (int k = 0; k < 7 && size > 0; k++) {
        uint32_t *to = &s[(k + 2) % 3], from = s[(k + 1) % 3];
        *to = (*to ^ from) - turn(from, last[k]);
    }
    return s[2];
}

static uint32_t word_at(const unsigned char *bytes)
{
    return (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 |
           (uint32_t)bytes[3] << 24;
}

/// A file, and where the blocks with checksums are in it.
typedef struct base {
    unsigned char *bytes;
    size_t size;
    struct {
        size_t at, size;
    } blocks[BLOCKS];
    size_t count;
} base;

static bool is_name(const unsigned char *bytes)
{
    static const char names[][5] = {"\x89HDF", "OHDR", "OCHK", "FRHP", "FHDB", "FHIB", "BTHD",
                                    "BTLF",    "BTIN", "EAHD", "EAIB", "EASB", "EADB", "FAHD",
                                    "FADB",    "FSHD", "FSSE", "SMTB", "SMLI"};
    for (size_t k = 0; k < sizeof names / sizeof *names; k++)
        if (memcmp(bytes, names[k], 4) == 0)
            return true;
    return false;
}

static void find_blocks(base *self)
{
    for (size_t at = 0; at + 8 < self->size && self->count < BLOCKS; at++) {
        if (!is_name(self->bytes + at))
            continue;
        for (size_t size = 8; size < LONGEST && at + size + 4 <= self->size; size++)
            if (check_of(self->bytes + at, size) == word_at(self->bytes + at + size)) {
                self->blocks[self->count].at = at;
                self->blocks[self->count++].size = size;
                break;
            }
    }
}

static void mend_checksums(const base *self, unsigned char *bytes)
{
    for (size_t k = self->count; k-- > 0;) {
        unsigned char *block = bytes + self->blocks[k].at;
        uint32_t check = check_of(block, self->blocks[k].size);
        for (int byte = 0; byte < 4; byte++)
            block[self->blocks[k].size + (size_t)byte] = (unsigned char)(check >> (8 * byte));
    }
}

// ---- Mutants ----

/// Draws a place, mostly inside the metadata of HDF5, where the file has these.
static size_t place(const base *self)
{
    if (self->count == 0 || below(4) == 0)
        return below(self->size < 4096 || below(2) ? self->size : 4096);
    size_t k = below(self->count);
    return self->blocks[k].at + below(self->blocks[k].size);
}

static void change(const base *self, unsigned char *bytes)
{
    static const unsigned char odd[] = {0, 1, 0x7f, 0x80, 0xff, 0xfe, 2, 8};
    size_t at = place(self), width = (size_t)1 << below(4), from = below(self->size);
    switch (below(6)) {
    case 0:
        bytes[at] ^= (unsigned char)(1 << below(8));
        break;
    case 1:
        bytes[at] = (unsigned char)below(256);
        break;
    case 2:
        bytes[at] = odd[below(sizeof odd)];
        break;
    case 3:
        for (size_t k = 0; k < width && at + k < self->size; k++)
            bytes[at + k] = odd[below(2) ? 4 : 0];
        break;
    case 4: // another place's bytes
        for (size_t k = 0; k < width && at + k < self->size && from + k < self->size; k++)
            bytes[at + k] = bytes[from + k];
        break;
    default:
        bytes[at] = (unsigned char)(bytes[at] + 1 + below(4));
    }
}

/// A damaged copy in a file; returns its size.
static void make_mutant(const base *self, const char *path)
{
    unsigned char *bytes = malloc(self->size);
    assert_non_null(bytes);
    memcpy(bytes, self->bytes, self->size);
    size_t size = self->size;
    for (size_t changes = 1 + below(4); changes > 0; changes--)
        change(self, bytes);
    if (below(2) == 0)
        mend_checksums(self, bytes);
    if (below(16) == 0)
        size = below(size);
    files_write(path, bytes, size);
    free(bytes);
}

// ---- Reading them ----

typedef struct tally {
    size_t read, refused, crashed;
    double longest;
} tally;

static double now(void)
{
    struct timespec time;
    (void)clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static void read_mutant(const char *path, tally *all)
{
    covey_input_def def = covey_input_def_default();
    covey_input *input;
    const covey_frame_set *sets;
    covey_error error = {0};
    int count = 1;
    double begin = now();
    def.path = path;
    covey_status status = covey_input_open(&def, &input, &error);
    while (status == COVEY_OK && count > 0)
        status = covey_input_next(input, &sets, &count, &error);
    covey_input_close(input);
    if (status != COVEY_OK && status != COVEY_INPUT)
        fail_msg("%s: status %d, %s", path, (int)status, error.message);
    double took = now() - begin;
    all->longest = took > all->longest ? took : all->longest;
    all->read += status == COVEY_OK;
    all->refused += status == COVEY_INPUT;
    all->crashed += strstr(error.message, "the HDF5 library failed on it") != NULL;
}

/// Half of them are read, half are resumed, which looks at them first.
static void resume_mutant(const char *path)
{
    covey_output_def def = files_def(path);
    covey_output *output;
    covey_error error = {0};
    const covey_bookmark kept = {.step = 5};
    def.resume = &kept;
    covey_status status = covey_output_open(&def, &output, &error);
    if (status == COVEY_OK) {
        covey_frame_set sets[MADE_SETS];
        files_frame(6, sets);
        status = covey_output_put(output, sets, MADE_SETS, &error);
        covey_status closed = covey_output_close(output, &error);
        status = status == COVEY_OK ? closed : status;
    }
    if (status != COVEY_OK && status != COVEY_INPUT && status != COVEY_IO && status != COVEY_ARG)
        fail_msg("%s: status %d, %s", path, (int)status, error.message);
}

static void read_mutants(base *self, size_t count)
{
    tally all = {0};
    const char *path = files_path("mutant.h5md");
    find_blocks(self);
    for (size_t k = 0; k < count; k++) {
        make_mutant(self, path);
        read_mutant(path, &all);
        if (k % 8 == 0)
            resume_mutant(path);
    }
    struct rusage children;
    assert_int_equal(getrusage(RUSAGE_CHILDREN, &children), 0);
    print_message("%zu mutants of %zu bytes, %zu checksums: %zu read, %zu refused, %zu of these by "
                  "the end of the helper; the longest %.1f s, the most memory %ld MiB\n",
                  count, self->size, self->count, all.read, all.refused, all.crashed, all.longest,
                  children.ru_maxrss / 1024);
    assert_true(all.refused > count / 10 || count < 100);
    assert_true(children.ru_maxrss < MOST_KIB);
    free(self->bytes);
}

static void test_damaged_files_of_covey_are_read_or_refused(void **state)
{
    (void)state;
    covey_output_def def = files_def(files_path("whole.h5md"));
    covey_output *output;
    assert_int_equal(covey_output_open(&def, &output, NULL), COVEY_OK);
    files_put(output, 0, 8);
    assert_int_equal(covey_output_close(output, NULL), COVEY_OK);
    base self = {0};
    self.bytes = (unsigned char *)files_read(def.path, &self.size);
    read_mutants(&self, test_amount("COVEY_TEST_MUTANTS", MUTANTS));
}

static void test_damaged_files_of_three_dimensions_are_read_or_refused(void **state)
{
    (void)state;
    static const double numbers[6][3] = {{1, 2, 3}, {4, 5, 6}, {7, 8, 9},
                                         {0, 1, 0}, {1, 0, 1}, {2, 3, 4}};
    static const covey_id ids[3] = {0, 1, 2};
    covey_output_def def = files_def(files_path("deep.h5md"));
    covey_output *output;
    def.dim = COVEY_AXES;
    assert_int_equal(covey_output_open(&def, &output, NULL), COVEY_OK);
    for (uint64_t step = 0; step < 9; step++) {
        const covey_frame_set set = {
            .set = "school",
            .step = step,
            .time = (double)step,
            .space = covey_space_deep(covey_space_torus(20, 15), 10),
            .count = 3,
            .id = ids,
            .pos = {numbers[0], numbers[1], numbers[2]},
            .vel = {numbers[3], numbers[4], numbers[5]},
        };
        assert_int_equal(covey_output_put(output, &set, 1, NULL), COVEY_OK);
    }
    assert_int_equal(covey_output_close(output, NULL), COVEY_OK);
    base self = {0};
    self.bytes = (unsigned char *)files_read(def.path, &self.size);
    read_mutants(&self, test_amount("COVEY_TEST_MUTANTS", MUTANTS) / 4);
}

static void test_damaged_files_of_others_are_read_or_refused(void **state)
{
    (void)state;
    const char *path = files_path("theirs.h5md");
    const char *const words[] = {PYTHON, COVEY_SOURCE_DIR "/tests/support/write_h5md.py", "gzip",
                                 path, NULL};
    if (access(PYTHON, X_OK) != 0)
        skip();
    process run = process_run(&(process_def){.arguments = words, .native = true});
    int code = run.code;
    process_free(&run);
    if (code != 0)
        skip();
    base self = {0};
    self.bytes = (unsigned char *)files_read(path, &self.size);
    read_mutants(&self, test_amount("COVEY_TEST_MUTANTS", MUTANTS) / 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_damaged_files_of_covey_are_read_or_refused),
        cmocka_unit_test(test_damaged_files_of_three_dimensions_are_read_or_refused),
        cmocka_unit_test(test_damaged_files_of_others_are_read_or_refused),
    };
    if (!covey_format_find("h5md")->built)
        return 0;
    return cmocka_run_group_tests(tests, files_setup, files_teardown);
}
