// SPDX-License-Identifier: MIT
// How fast the formal program is: as a whole against bench/naive.c, its text against scanf and
// printf, and an agent's step at three sizes. Times of a machine wander, so rivals take turns, and
// the smallest and the median of several ratios are shown; all times are CPU time.
// bench_formal [REPETITIONS]
#define _POSIX_C_SOURCE 200809L
#define _DEFAULT_SOURCE // wait4, NOLINT(bugprone-reserved-identifier)
#include "base/memory.h"
#include "base/parse.h"
#include "base/print.h"
#include "covey/covey.h"
#include "formal/reader.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { MOST_REPETITIONS = 99, NUMBERS = 4000000 };

static int repetitions = 5;

static void fail(const char *what)
{
    perror(what);
    exit(1);
}

static void check(covey_status status, const covey_error *error)
{
    if (status == COVEY_OK)
        return;
    (void)fprintf(stderr, "%s\n", error->message);
    exit(1);
}

static double cpu_seconds(void)
{
    struct timespec time;
    if (clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time) != 0)
        fail("clock_gettime");
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static int compare_doubles(const void *a, const void *b)
{
    double left = *(const double *)a, right = *(const double *)b;
    return (left > right) - (left < right);
}

/// Times or ratios of several repetitions.
typedef struct series {
    double value[MOST_REPETITIONS];
    int count;
} series;

static double least(series *self)
{
    qsort(self->value, (size_t)self->count, sizeof *self->value, compare_doubles);
    return self->value[0];
}

static double median(series *self)
{
    qsort(self->value, (size_t)self->count, sizeof *self->value, compare_doubles);
    return self->value[self->count / 2];
}

/// The next of the minimal standard generator (Park and Miller 1988), in (0, 1).
static double uniform(uint64_t *random)
{
    *random = *random * 16807 % 2147483647;
    return (double)*random / 2147483647.0;
}

/// Side of the square on which `count` agents have so many neighbors each within distance 1.
static double side_for(double count, double neighbors)
{
    return sqrt(count * 3.141592653589793 / neighbors);
}

static FILE *temporary(void)
{
    FILE *file = tmpfile();
    if (file == NULL)
        fail("tmpfile");
    return file;
}

// ---- Programs ----

static FILE *write_input(int count, int steps, double neighbors)
{
    FILE *file = temporary();
    uint64_t random = 42;
    double side = side_for(count, neighbors);
    (void)fprintf(file, "1 1 1 1 0.5 0.1 0.2 %d\n", count);
    for (int i = 0; i < count; i++) {
        double x = side * uniform(&random), y = side * uniform(&random);
        double vx = uniform(&random) - 0.5, vy = uniform(&random) - 0.5;
        (void)fprintf(file, "%.6f %.6f %.6f %.6f\n", x, y, vx, vy);
    }
    for (int k = 0; k < steps; k++)
        (void)fprintf(file, "0.01\n");
    if (fflush(file) != 0)
        fail("writing the input");
    return file;
}

/// Runs a program from one file to another and returns its CPU time.
static double run(char *const *arguments, FILE *in, FILE *out)
{
    if (fseek(in, 0, SEEK_SET) != 0 || fseek(out, 0, SEEK_SET) != 0)
        fail("seeking");
    (void)fflush(stdout);
    pid_t child = fork();
    if (child < 0)
        fail("fork");
    if (child == 0) {
        if (lseek(fileno(in), 0, SEEK_SET) == 0 && ftruncate(fileno(out), 0) == 0 &&
            dup2(fileno(in), STDIN_FILENO) >= 0 && dup2(fileno(out), STDOUT_FILENO) >= 0)
            execv(arguments[0], arguments);
        _exit(127);
    }
    int status;
    struct rusage usage;
    if (wait4(child, &status, 0, &usage) != child || status != 0) {
        (void)fprintf(stderr, "%s failed\n", arguments[0]);
        exit(1);
    }
    return (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
           1e-6 * (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec);
}

/// Bytes in which two outputs differ, a difference in length included.
static long count_differences(FILE *a, FILE *b)
{
    rewind(a);
    rewind(b);
    long different = 0;
    for (;;) {
        int left = getc(a), right = getc(b);
        if (left == EOF && right == EOF)
            return different;
        different += left != right;
    }
}

static void compare_programs(double neighbors)
{
    enum { AGENTS = 2000, STEPS = 60 };
    char covey[] = COVEY_PROGRAM, naive[] = COVEY_NAIVE;
    char formal[] = "formal", threads[] = "--threads", one[] = "1";
    char *covey_arguments[] = {covey, formal, threads, one, NULL};
    char *naive_arguments[] = {naive, NULL};
    FILE *in = write_input(AGENTS, STEPS, neighbors);
    FILE *covey_out = temporary(), *naive_out = temporary();
    series ratios = {0}, covey_times = {0}, naive_times = {0};
    for (int k = 0; k < repetitions; k++) {
        double fast = run(covey_arguments, in, covey_out);
        double slow = run(naive_arguments, in, naive_out);
        covey_times.value[covey_times.count++] = fast;
        naive_times.value[naive_times.count++] = slow;
        ratios.value[ratios.count++] = slow / fast;
    }
    printf("%9.0f %12.3f %12.3f %10.1f %10.1f %12ld\n", neighbors, median(&naive_times),
           median(&covey_times), least(&ratios), median(&ratios),
           count_differences(covey_out, naive_out));
    (void)fclose(in);
    (void)fclose(covey_out);
    (void)fclose(naive_out);
}

// ---- Text ----

/// A file of numbers, four a line, and the numbers.
typedef struct numbers {
    FILE *file;
    double *value;
    char *text; ///< room for all of them as text
} numbers;

static numbers write_numbers(int digits)
{
    numbers made = {temporary(), malloc(NUMBERS * sizeof(double)),
                    malloc((size_t)NUMBERS * COVEY_PRINT_SIZE / 8)};
    if (made.value == NULL || made.text == NULL)
        fail("memory");
    uint64_t random = 7;
    for (int k = 0; k < NUMBERS; k++) {
        double x = 2000.0 * uniform(&random) - 1000.0;
        made.value[k] = x;
        (void)fprintf(made.file, digits == 3 ? "%.3f%c" : "%.17g%c", x, k % 4 < 3 ? ' ' : '\n');
    }
    if (fflush(made.file) != 0)
        fail("writing numbers");
    return made;
}

static void free_numbers(const numbers *made)
{
    (void)fclose(made->file);
    free(made->value);
    free(made->text);
}

static double time_scanf(const numbers *made)
{
    rewind(made->file);
    double start = cpu_seconds(), a, b, c, d;
    for (int k = 0; k < NUMBERS; k += 4)
        if (fscanf(made->file, "%lf %lf %lf %lf", &a, &b, &c, &d) != 4) // NOLINT(cert-err34-c)
            fail("fscanf");
    return cpu_seconds() - start;
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

/// The reader of the protocol, from the file on.
static double time_reader(const numbers *made)
{
    int file = fileno(made->file);
    if (lseek(file, 0, SEEK_SET) != 0)
        fail("lseek");
    covey_memory memory = covey_memory_init((covey_allocator){0});
    covey_error error;
    covey_reader reader;
    double start = cpu_seconds();
    check(covey_reader_create(&memory, (covey_source){read_file, &file}, wait_for_nothing, NULL,
                              &reader),
          &error);
    for (int k = 0; k < NUMBERS; k++) {
        covey_number number;
        covey_wanted wanted = {.name = "number"};
        check(covey_reader_next(&reader, wanted, &number, &error), &error);
    }
    covey_reader_destroy(&memory, &reader);
    return cpu_seconds() - start;
}

/// Text in memory to doubles alone.
static double time_parse(const numbers *made)
{
    rewind(made->file);
    size_t size = fread(made->text, 1, (size_t)NUMBERS * COVEY_PRINT_SIZE / 8, made->file);
    double start = cpu_seconds();
    const char *at = made->text, *end = made->text + size;
    while (at < end) {
        const char *token = at;
        double value;
        while (*at > ' ')
            at++;
        if (covey_parse_double(token, (size_t)(at - token), &value) != COVEY_PARSE_OK)
            fail("covey_parse_double");
        at++;
    }
    return cpu_seconds() - start;
}

static double time_printf(const numbers *made)
{
    FILE *out = fopen("/dev/null", "w");
    if (out == NULL)
        fail("/dev/null");
    double start = cpu_seconds();
    for (int k = 0; k < NUMBERS; k += 4)
        (void)fprintf(out, "%.3f %.3f %.3f %.3f\n", made->value[k], made->value[k + 1],
                      made->value[k + 2], made->value[k + 3]);
    (void)fclose(out);
    return cpu_seconds() - start;
}

static double time_print(const numbers *made)
{
    int out = open("/dev/null", O_WRONLY | O_CLOEXEC);
    if (out < 0)
        fail("/dev/null");
    double start = cpu_seconds();
    char buffer[1 << 16];
    size_t used = 0;
    for (int k = 0; k < NUMBERS; k++) {
        used += covey_print_fixed3(buffer + used, made->value[k]);
        buffer[used++] = k % 4 < 3 ? ' ' : '\n';
        if (used < sizeof buffer - COVEY_PRINT_SIZE - 1)
            continue;
        if (write(out, buffer, used) < 0)
            fail("write");
        used = 0;
    }
    (void)close(out);
    return cpu_seconds() - start;
}

typedef double timing(const numbers *made);

static void compare_text(const char *what, const numbers *made, timing *slow, timing *fast)
{
    series slow_times = {0}, fast_times = {0}, ratios = {0};
    for (int k = 0; k < repetitions; k++) {
        double fast_time = fast(made), slow_time = slow(made);
        fast_times.value[fast_times.count++] = fast_time;
        slow_times.value[slow_times.count++] = slow_time;
        ratios.value[ratios.count++] = slow_time / fast_time;
    }
    printf("%-40s %9.1f %9.1f %10.1f %10.1f\n", what, 1e9 * median(&slow_times) / NUMBERS,
           1e9 * median(&fast_times) / NUMBERS, least(&ratios), median(&ratios));
}

static void compare_texts(void)
{
    numbers short_ones = write_numbers(3);
    compare_text("reading 3 decimals, scanf / reader", &short_ones, time_scanf, time_reader);
    compare_text("reading 3 decimals, scanf / parse alone", &short_ones, time_scanf, time_parse);
    compare_text("writing 3 decimals, printf / print", &short_ones, time_printf, time_print);
    free_numbers(&short_ones);
    numbers long_ones = write_numbers(17);
    compare_text("reading 17 digits, scanf / reader", &long_ones, time_scanf, time_reader);
    free_numbers(&long_ones);
}

// ---- Sizes ----

static covey_world *make_world(size_t count, double neighbors)
{
    covey_error error;
    covey_world_def def = covey_world_def_default();
    covey_world *world;
    check(covey_world_create(&def, &world, &error), &error);
    covey_setting settings[] = {{"r_c", 1},   {"r_s", 1},   {"r_a", 1},
                                {"K_c", 0.5}, {"K_s", 0.1}, {"K_a", 0.2}};
    covey_flock_def flock = covey_flock_def_default();
    flock.settings = settings;
    flock.settings_count = sizeof settings / sizeof *settings;
    flock.count = count;
    flock.place.width = flock.place.height = side_for((double)count, neighbors);
    flock.place.x = flock.place.y = 0.5 * flock.place.width;
    int number;
    check(covey_world_add(world, &flock, &number, &error), &error);
    return world;
}

static void step(covey_world *world)
{
    check(covey_world_step(world, 0.01), covey_world_error(world));
}

/// Nanoseconds an agent and step; returns the smallest.
static double measure_size(size_t count)
{
    covey_world *world = make_world(count, 20);
    for (int k = 0; k < 3; k++)
        step(world);
    covey_stats before = covey_world_stats(world);
    series times = {0};
    int steps = (int)(200000 / count) + 1; // in one measurement, which lasts long enough to be read
    for (int k = 0; k < 2 * repetitions; k++) {
        double start = cpu_seconds();
        for (int n = 0; n < steps; n++)
            step(world);
        times.value[times.count++] = 1e9 * (cpu_seconds() - start) / (double)count / steps;
    }
    covey_stats after = covey_world_stats(world);
    double agent_steps = (double)(after.agent_steps - before.agent_steps);
    printf("%9zu %12.1f %12.1f %12.1f %12.0f\n", count, least(&times), median(&times),
           (double)(after.pairs - before.pairs) / agent_steps,
           (double)after.agent_bytes / (double)count);
    covey_world_destroy(world);
    return least(&times);
}

static void compare_sizes(void)
{
    double least_of_all = 0, most_of_all = 0;
    for (size_t count = 10000; count <= 1000000; count *= 10) {
        double time = measure_size(count);
        least_of_all = least_of_all == 0 || time < least_of_all ? time : least_of_all;
        most_of_all = time > most_of_all ? time : most_of_all;
    }
    printf("largest / smallest: %.2f (goal: at most 1.5)\n", most_of_all / least_of_all);
}

int main(int argc, char **argv)
{
    if (argc > 1)
        repetitions = (int)strtol(argv[1], NULL, 10);
    if (argc > 2 || repetitions < 1 || repetitions > MOST_REPETITIONS / 2) {
        (void)fprintf(stderr, "usage: bench_formal [REPETITIONS]\n");
        return 64;
    }
    printf("covey %s, %d repetitions, CPU time, one thread\n\n", covey_version(), repetitions);
    printf("2,000 agents, 60 steps, text in and out (goal: ratio at least 30 at 20 neighbors)\n"
           "neighbors    naive, s     covey, s  ratio min     median  other bytes\n");
    compare_programs(7);
    compare_programs(20);
    compare_programs(60);
    printf("\n4,000,000 numbers, as 1,000,000 agents have (goals: reading 5, writing 8)\n"
           "%-40s %9s %9s %10s %10s\n",
           "", "libc, ns", "covey, ns", "ratio min", "median");
    compare_texts();
    printf("\nsteps through the library, 20 neighbors\n"
           "   agents   ns, min   ns, median   pairs/agent  bytes/agent\n");
    compare_sizes();
    return 0;
}
