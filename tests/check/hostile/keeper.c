// SPDX-License-Identifier: MIT
// Changes the limits of the processes that keep it, and how they share the processors.
#include "attack.h"

/// A call that takes a process by its number, for the parent and for the first of all.
static void attack(pid_t keeper)
{
    struct rlimit none = {0, 0};
    struct sched_param least = {0};
    cpu_set_t all;
    memset(&all, 0xff, sizeof all);
    attempt("limit of memory", prlimit(keeper, RLIMIT_AS, &none, NULL));
    attempt("limit of files", prlimit(keeper, RLIMIT_NOFILE, &none, NULL));
    attempt("limit of time", prlimit(keeper, RLIMIT_CPU, &none, NULL));
    attempt("reading a limit", prlimit(keeper, RLIMIT_NOFILE, NULL, &none));
    attempt("processors", sched_setaffinity(keeper, sizeof all, &all));
    attempt("scheduler", sched_setscheduler(keeper, SCHED_IDLE, &least));
    attempt("priority", setpriority(PRIO_PROCESS, keeper, 19));
    attempt("priority of input and output", syscall(SYS_ioprio_set, 1, keeper, 3 << 13));
}

int main(void)
{
    struct rlimit own;
    attack(getppid());
    attack(1);
    attempt("priority of the user", setpriority(PRIO_USER, 0, 19));
    attempt("priority of the group", setpriority(PRIO_PGRP, 0, 19));
    if (getrlimit(RLIMIT_NOFILE, &own) != 0 || setrlimit(RLIMIT_NOFILE, &own) != 0)
        attempt("no limits of its own", 0);
    return end();
}
