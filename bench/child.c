// SPDX-License-Identifier: MIT
// Other programs, and their CPU time.
#define _POSIX_C_SOURCE 200809L
#define _DEFAULT_SOURCE // wait4, NOLINT(bugprone-reserved-identifier)
#include "child.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

static void become(char *const *arguments, int in, int out)
{
    int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
    bool ready = nowhere >= 0 && lseek(in, 0, SEEK_SET) == 0 && ftruncate(out, 0) == 0 &&
                 lseek(out, 0, SEEK_SET) == 0 && dup2(in, STDIN_FILENO) >= 0 &&
                 dup2(out, STDOUT_FILENO) >= 0 && dup2(nowhere, STDERR_FILENO) >= 0;
    if (ready)
        (void)execvp(arguments[0], arguments);
    _exit(127);
}

bool child_run(char *const *arguments, FILE *in, FILE *out, double *seconds)
{
    int from = in != NULL ? fileno(in) : open("/dev/null", O_RDONLY | O_CLOEXEC);
    (void)fflush(NULL);
    pid_t child = fork();
    if (child == 0)
        become(arguments, from, fileno(out));
    if (in == NULL)
        (void)close(from);
    int status = 0;
    struct rusage usage;
    if (child < 0 || wait4(child, &status, 0, &usage) != child || status != 0)
        return false;
    *seconds = (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
               1e-6 * (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec);
    rewind(out);
    return true;
}
