// SPDX-License-Identifier: MIT
// Reading and writing numbers as text against the C library: as many as a million agents have.
#define _POSIX_C_SOURCE 200809L
#include "base/memory.h"
#include "base/writer.h"
#include "case.h"
#include "clocks.h"
#include "formal/reader.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { NUMBERS = 4000000 };

/// A file of numbers, four a line, and the numbers.
typedef struct numbers {
    FILE *file;
    double *value;
} numbers;

static void destroy(numbers *self)
{
    if (self->file != NULL)
        (void)fclose(self->file);
    free(self->value);
}

static bool create(int decimals, numbers *self)
{
    *self = (numbers){tmpfile(), malloc(NUMBERS * sizeof(double))};
    if (self->file == NULL || self->value == NULL)
        return false;
    for (uint32_t k = 0; k < NUMBERS; k++) {
        self->value[k] = 2000.0 * covey_uniform(7, 0, k, 0) - 1000.0;
        (void)fprintf(self->file, "%.*f%c", decimals, self->value[k], k % 4 < 3 ? ' ' : '\n');
    }
    return fflush(self->file) == 0;
}

/// Goes through all numbers once; false if that fails.
typedef bool passage(numbers *on);

static bool by_scanf(numbers *on)
{
    rewind(on->file);
    double a, b, c, d;
    for (int k = 0; k < NUMBERS; k += 4)
        if (fscanf(on->file, "%lf %lf %lf %lf", &a, &b, &c, &d) != 4) // NOLINT(cert-err34-c)
            return false;
    return true;
}

static covey_status read_file(void *context, void *bytes, size_t size, size_t *count)
{
    ssize_t got = read(*(int *)context, bytes, size);
    *count = got > 0 ? (size_t)got : 0;
    return got < 0 ? COVEY_IO : COVEY_OK;
}

static covey_status wait_for_nothing(void *unused)
{
    (void)unused;
    return COVEY_OK;
}

static bool by_reader(numbers *on)
{
    int file = fileno(on->file);
    covey_memory memory = covey_memory_init((covey_allocator){0});
    covey_error error;
    covey_reader reader;
    covey_source source = {read_file, &file};
    if (lseek(file, 0, SEEK_SET) != 0 ||
        covey_reader_create(&memory, source, wait_for_nothing, NULL, &reader) != COVEY_OK)
        return false;
    covey_status status = COVEY_OK;
    for (int k = 0; k < NUMBERS && status == COVEY_OK; k++) {
        covey_number number;
        covey_wanted wanted = {.name = "number"};
        status = covey_reader_next(&reader, wanted, &number, &error);
    }
    covey_reader_destroy(&memory, &reader);
    return status == COVEY_OK;
}

static bool by_printf(numbers *on)
{
    FILE *out = fopen("/dev/null", "w");
    if (out == NULL)
        return false;
    for (int k = 0; k < NUMBERS; k += 4)
        (void)fprintf(out, "%.3f %.3f %.3f %.3f\n", on->value[k], on->value[k + 1],
                      on->value[k + 2], on->value[k + 3]);
    return fclose(out) == 0;
}

static bool by_print(numbers *on)
{
    int out = open("/dev/null", O_WRONLY | O_CLOEXEC);
    char buffer[1 << 16];
    size_t used = 0;
    bool good = out >= 0;
    for (int k = 0; k < NUMBERS && good; k++) {
        used += covey_print_fixed3(buffer + used, on->value[k]);
        buffer[used++] = k % 4 < 3 ? ' ' : '\n';
        if (used < sizeof buffer - COVEY_PRINT_SIZE - 1)
            continue;
        good = write(out, buffer, used) >= 0;
        used = 0;
    }
    return good && close(out) == 0;
}

/// Nanoseconds a number, or less than 0.
static double timed(passage *run, numbers *on)
{
    double begin = clocks_cpu();
    bool good = run(on);
    return good ? 1e9 * (clocks_cpu() - begin) / (double)NUMBERS : -1.0;
}

/// Two passages that do the same.
typedef struct passages {
    passage *own, *rival;
} passages;

static bool take_turns(passages both, numbers *on, const request *asked, result *found)
{
    for (int k = 0; k < asked->repetitions; k++) {
        double time = timed(both.own, on), rival_time = timed(both.rival, on);
        if (time < 0 || rival_time < 0)
            return false;
        series_add(&found->time, time);
        series_add(&found->rival_time, rival_time);
        series_add(&found->ratio, rival_time / time);
    }
    return true;
}

static bool compare(passages both, int decimals, const request *asked, result *found)
{
    numbers on;
    found->unit = "number";
    found->count = NUMBERS;
    found->threads = 1;
    bool good = create(decimals, &on) && take_turns(both, &on, asked, found);
    if (!good)
        (void)snprintf(found->note, sizeof found->note, "memory or a file failed");
    destroy(&on);
    return good;
}

bool case_read(const bench_case *self, const request *asked, result *found)
{
    (void)self;
    return compare((passages){by_reader, by_scanf}, 3, asked, found);
}

bool case_long(const bench_case *self, const request *asked, result *found)
{
    (void)self;
    return compare((passages){by_reader, by_scanf}, 14, asked, found);
}

bool case_write(const bench_case *self, const request *asked, result *found)
{
    (void)self;
    return compare((passages){by_print, by_printf}, 3, asked, found);
}
