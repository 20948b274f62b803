// SPDX-License-Identifier: MIT
// The processes below this one, as /proc shows them: their processor time, and their end.
#define _GNU_SOURCE
#include "check/family.h"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>

/// What /proc/PID/stat says of a process.
typedef struct facts {
    int parent;               ///< 0: there is no such process
    unsigned long long ticks; ///< of processor time, with that of children that it has waited for
} facts;

static facts read_facts(pid_t process)
{
    char path[64], text[1024];
    facts read_ones = {0};
    unsigned long own[2] = {0};
    long children[2] = {0};
    (void)snprintf(path, sizeof path, "/proc/%d/stat", (int)process);
    int file = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t size = file >= 0 ? read(file, text, sizeof text - 1) : -1;
    if (file >= 0)
        (void)close(file);
    if (size <= 0)
        return read_ones;
    text[size] = '\0';
    const char *name_end = strrchr(text, ')'); // names may hold anything
    if (name_end != NULL &&
        sscanf(name_end, ") %*c %d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu %ld %ld", // NOLINT
               &read_ones.parent, &own[0], &own[1], &children[0], &children[1]) == 5)
        read_ones.ticks = (unsigned long long)own[0] + own[1] + (unsigned long)children[0] +
                          (unsigned long)children[1];
    return read_ones;
}

static bool descends(pid_t process, pid_t from)
{
    for (int depth = 0; process > 1 && depth < 4096; depth++) {
        process = read_facts(process).parent;
        if (process == from)
            return true;
    }
    return false;
}

/// The next process below this one; 0 behind the last.
static pid_t next_below(DIR *processes)
{
    for (const struct dirent *entry; (entry = readdir(processes)) != NULL;) {
        pid_t process = (pid_t)strtol(entry->d_name, NULL, 10);
        if (process > 1 && descends(process, getpid()))
            return process;
    }
    return 0;
}

void check_family_kill(void)
{
    DIR *processes = opendir("/proc");
    if (processes == NULL)
        return;
    for (pid_t process; (process = next_below(processes)) != 0;)
        (void)kill(process, SIGKILL);
    (void)closedir(processes);
}

static double seconds_of(struct timeval time)
{
    return (double)time.tv_sec + 1e-6 * (double)time.tv_usec;
}

double check_family_time(void)
{
    struct rusage ended; // read first: a child that ends meanwhile must not count twice
    unsigned long long ticks = 0;
    (void)getrusage(RUSAGE_CHILDREN, &ended);
    DIR *processes = opendir("/proc");
    if (processes != NULL) {
        for (pid_t process; (process = next_below(processes)) != 0;)
            ticks += read_facts(process).ticks;
        (void)closedir(processes);
    }
    return seconds_of(ended.ru_utime) + seconds_of(ended.ru_stime) +
           (double)ticks / (double)sysconf(_SC_CLK_TCK);
}

// ---- The limit ----

static double now(void)
{
    struct timespec time;
    (void)clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

check_family_watch check_family_watch_from_now(double seconds)
{
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    return (check_family_watch){
        .seconds = seconds,
        .from = now() + seconds / (double)(processors > 1 ? processors : 1),
    };
}

/// Looks twice: a process that ends during a look may count for itself and for its parent.
bool check_family_passes(check_family_watch *watch)
{
    if (watch->passed || now() < watch->from || check_family_time() <= watch->seconds ||
        check_family_time() <= watch->seconds)
        return false;
    watch->passed = true;
    return true;
}
