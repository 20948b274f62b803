// SPDX-License-Identifier: MIT
// Helpers that hostile submissions in C share.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <sys/time.h>
#include <sys/timex.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static int finds;

/// A call that does not fail is a find.
static void attempt(const char *name, long result)
{
    if (result < 0)
        return;
    fprintf(stderr, "FOUND %s\n", name);
    finds++;
}

static int end(void)
{
    if (finds == 0)
        fprintf(stderr, "\nnothing found\n");
    return 0;
}
