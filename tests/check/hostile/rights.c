// SPDX-License-Identifier: MIT
// Wants to be root, to set the clock, to make devices.
#include "attack.h"

int main(void)
{
    struct timespec now = {1000000000, 0};
    struct timeval then = {1000000000, 0};
    struct timex adjust = {.modes = ADJ_OFFSET};
    struct rlimit most = {RLIM_INFINITY, RLIM_INFINITY};
    struct sched_param first = {1};
    if (getuid() != 0) {
        attempt("setuid", setuid(0));
        attempt("setresuid", setresuid(0, 0, 0));
        attempt("setgid", setgid(0));
    }
    attempt("setgroups", syscall(SYS_setgroups, 0, NULL));
    attempt("root", geteuid() == 0 || getuid() == 0 ? 0 : -1);
    attempt("new rights", prctl(PR_SET_NO_NEW_PRIVS, 0, 0, 0, 0));
    attempt("system", system("su -c true </dev/null >/dev/null 2>&1") == 0 ? 0 : -1);
    attempt("clock_settime", clock_settime(CLOCK_REALTIME, &now));
    attempt("settimeofday", settimeofday(&then, NULL));
    attempt("adjtimex", adjtimex(&adjust));
    attempt("sethostname", sethostname("x", 1));
    attempt("reboot", syscall(SYS_reboot, 0xfee1dead, 672274793, 0, NULL));
    attempt("disk", mknod("disk", S_IFBLK | 0600, makedev(8, 0)));
    attempt("memory", mknod("memory", S_IFCHR | 0600, makedev(1, 1)));
    attempt("limits", setrlimit(RLIMIT_NPROC, &most));
    attempt("files", setrlimit(RLIMIT_FSIZE, &most));
    attempt("priority", setpriority(PRIO_PROCESS, 0, -20));
    attempt("real time", sched_setscheduler(0, SCHED_FIFO, &first));
    attempt("swap", syscall(SYS_swapon, "disk", 0));
    attempt("module", syscall(SYS_init_module, "", 0, ""));
    return end();
}
