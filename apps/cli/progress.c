// SPDX-License-Identifier: MIT
// Draws the progress line: bar, share, steps, rate, time left.
#define _POSIX_C_SOURCE 200809L
#include "progress.h"

#include "streams.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

enum { BAR = 24, LINE = 200 };

#define SECONDS_BETWEEN 0.1

double progress_now(void)
{
    struct timespec time;
    (void)clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

progress progress_start(bool wanted, uint64_t first, uint64_t steps, uint64_t agents)
{
    double now = progress_now();
    return (progress){
        .shown = wanted && isatty(STDERR_FILENO),
        .started = now,
        .drawn = now,
        .first = first,
        .steps = steps,
        .agents = agents,
        .noun = "step",
    };
}

static int columns(void)
{
    struct winsize size;
    if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0)
        return 80;
    return size.ws_col;
}

/// Writes a number such as "516 k".
static void print_rate(char *to, size_t size, double rate)
{
    static const char *const prefixes[] = {"", " k", " M", " G"};
    int k = 0;
    for (; rate >= 999.5 && k < 3; k++)
        rate /= 1000.0;
    (void)snprintf(to, size, k == 0 ? "%.0f%s" : "%.3g%s", rate, prefixes[k]);
}

/// Writes a time such as "3:07" or "12:03:07".
static void print_time(char *to, size_t size, double seconds)
{
    double minutes = floor(seconds / 60.0), hours = floor(minutes / 60.0);
    int second = (int)(seconds - 60.0 * minutes), minute = (int)(minutes - 60.0 * hours);
    if (hours > 0.0)
        (void)snprintf(to, size, "%.0f:%02d:%02d", hours, minute, second);
    else
        (void)snprintf(to, size, "%d:%02d", minute, second);
}

/// Draws the bar in the columns that the numbers leave.
static void draw(const progress *line, uint64_t step, double now)
{
    double share = line->steps > 0 ? (double)step / (double)line->steps : 1.0;
    double seconds = now - line->started, taken = (double)(step - line->first);
    double left = taken > 0.0 ? seconds / taken * (double)(line->steps - step) : 0.0;
    char bar[BAR + 4] = "", rate[32], rest[32], text[LINE];
    print_rate(rate, sizeof rate, seconds > 0.0 ? taken * (double)line->agents / seconds : 0.0);
    print_time(rest, sizeof rest, left);
    int size = snprintf(text, sizeof text, "%3.0f %%  %s %llu of %llu  %s %s%ss/s  %s left",
                        floor(100.0 * share), line->noun, (unsigned long long)step,
                        (unsigned long long)line->steps, rate, line->agents > 1 ? "agent " : "",
                        line->noun, rest);
    int room = columns() - 1 - size - 3, cells = room > BAR ? BAR : room;
    for (int k = 0; k < cells && cells >= 4; k++)
        bar[k + 1] = k < (int)(share * cells) ? '=' : ' ';
    if (cells >= 4) {
        bar[0] = '[';
        memcpy(bar + cells + 1, "] ", 3);
    }
    streams_open_line(true);
    (void)fprintf(stderr, "\r%s%.*s\033[K", bar, columns() - 1 - (int)strlen(bar), text);
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
    if (line->shown)
        (void)fputs("\r\033[K", stderr);
    streams_open_line(false);
    line->shown = false;
}
