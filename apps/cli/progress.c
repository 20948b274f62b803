// SPDX-License-Identifier: MIT
// The progress line: bar, share, steps, rate, time left.
#define _POSIX_C_SOURCE 200809L
#include "progress.h"

#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

enum { BAR = 24, LINE = 100 };

#define SECONDS_BETWEEN 0.1

double progress_now(void)
{
    struct timespec time;
    (void)clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

progress progress_start(bool wanted, uint64_t first, uint64_t steps, uint64_t agents)
{
    return (progress){
        .shown = wanted && isatty(STDERR_FILENO),
        .started = progress_now(),
        .first = first,
        .steps = steps,
        .agents = agents,
    };
}

static int columns(void)
{
    struct winsize size;
    if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0)
        return 80;
    return size.ws_col;
}

/// "1.2 M" and the like.
static void print_rate(char *to, size_t size, double rate)
{
    const char *prefix = "kMG";
    if (rate < 1000.0) {
        (void)snprintf(to, size, "%.0f", rate);
        return;
    }
    rate /= 1000.0;
    for (; rate >= 1000.0 && prefix[1] != '\0'; prefix++)
        rate /= 1000.0;
    (void)snprintf(to, size, "%.3g %c", rate, *prefix);
}

static void draw(const progress *line, uint64_t step, double now)
{
    double share = line->steps > 0 ? (double)step / (double)line->steps : 1.0;
    double seconds = now - line->started, taken = (double)(step - line->first);
    double left = taken > 0.0 ? seconds / taken * (double)(line->steps - step) : 0.0;
    char bar[BAR + 1], rate[32], text[LINE + 64];
    int filled = (int)(share * BAR);
    memset(bar, ' ', BAR);
    memset(bar, '=', (size_t)filled);
    bar[BAR] = '\0';
    print_rate(rate, sizeof rate, seconds > 0.0 ? taken * (double)line->agents / seconds : 0.0);
    (void)snprintf(text, sizeof text,
                   "[%s] %3.0f %%  step %llu of %llu  %sagent-steps/s  %d:%02d left", bar,
                   100.0 * share, (unsigned long long)step, (unsigned long long)line->steps, rate,
                   (int)(left / 60.0), (int)left % 60);
    (void)fprintf(stderr, "\r%.*s\033[K", columns() - 1, text);
    (void)fflush(stderr);
}

void progress_step(progress *line, uint64_t step)
{
    if (!line->shown)
        return;
    double now = progress_now();
    if (now - line->drawn < SECONDS_BETWEEN)
        return;
    line->drawn = now;
    draw(line, step, now);
}

void progress_end(progress *line)
{
    if (line->shown && line->drawn > 0.0)
        (void)fputs("\r\033[K", stderr);
    line->shown = false;
}
