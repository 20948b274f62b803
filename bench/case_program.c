// SPDX-License-Identifier: MIT
// The formal program as a whole, text in and out, against the plain one of bench/naive.c.
#include "case.h"
#include "child.h"

#include <stdint.h>

enum { STEPS = 60 };

/// The next of the minimal standard generator (Park and Miller 1988), in (0, 1).
static double uniform(uint64_t *random)
{
    *random = *random * 16807 % 2147483647;
    return (double)*random / 2147483647.0;
}

static bool write_input(const scene *of, FILE *file)
{
    uint64_t random = 42;
    double side = scene_side(of->count, of->neighbors);
    (void)fprintf(file, "1 1 1 1 0.5 0.1 0.2 %.0f\n", of->count);
    for (int i = 0; i < (int)of->count; i++) {
        double x = side * uniform(&random), y = side * uniform(&random);
        double vx = uniform(&random) - 0.5, vy = uniform(&random) - 0.5;
        (void)fprintf(file, "%.6f %.6f %.6f %.6f\n", x, y, vx, vy);
    }
    for (int k = 0; k < STEPS; k++)
        (void)fprintf(file, "%.2f\n", SCENE_DT);
    return fflush(file) == 0;
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

/// Input, and outputs of both.
typedef struct texts {
    FILE *in, *own, *rival;
} texts;

static bool take_turns(const texts *on, const request *asked, double agent_steps, result *found)
{
    char covey[] = COVEY_PROGRAM, naive[] = COVEY_NAIVE;
    char formal[] = "formal", threads[] = "--threads", one[] = "1";
    char *own[] = {covey, formal, threads, one, NULL}, *rival[] = {naive, NULL};
    for (int k = 0; k < asked->repetitions; k++) {
        double time, rival_time;
        if (!child_run(own, on->in, on->own, &time) ||
            !child_run(rival, on->in, on->rival, &rival_time))
            return false;
        series_add(&found->time, 1e9 * time / agent_steps);
        series_add(&found->rival_time, 1e9 * rival_time / agent_steps);
        series_add(&found->ratio, rival_time / time);
    }
    return true;
}

static void close_file(FILE *file)
{
    if (file != NULL)
        (void)fclose(file);
}

bool case_program(const bench_case *self, const request *asked, result *found)
{
    texts on = {tmpfile(), tmpfile(), tmpfile()};
    found->pairs = 1.0 + self->own.neighbors;
    bool done = on.in != NULL && on.own != NULL && on.rival != NULL &&
                write_input(&self->own, on.in) &&
                take_turns(&on, asked, self->own.count * (double)STEPS, found);
    long different = done ? count_differences(on.own, on.rival) : 0;
    if (!done)
        (void)snprintf(found->note, sizeof found->note, "a program or a file failed");
    else if (different > 0) // a rival sums in another order, which may change a last decimal
        (void)snprintf(found->note, sizeof found->note, "%ld bytes of the output differ",
                       different);
    close_file(on.in);
    close_file(on.own);
    close_file(on.rival);
    return done;
}
