// SPDX-License-Identifier: MIT
// Asks for io_uring, which does work that other calls may not, and for other rare parts of the
// kernel.
#include "attack.h"

int main(void)
{
    static char room[4096];
    attempt("io_uring_setup", syscall(425, 8, room));
    attempt("io_uring_enter", syscall(426, 0, 0, 0, 0, NULL, 0));
    attempt("io_uring_register", syscall(427, 0, 0, NULL, 0));
    attempt("add_key", syscall(SYS_add_key, "user", "x", "x", 1, -3));
    attempt("request_key", syscall(SYS_request_key, "user", "x", NULL, -3));
    attempt("keyctl", syscall(SYS_keyctl, 0, -3, 1));
    attempt("bpf", syscall(SYS_bpf, 0, room, sizeof room));
    attempt("perf_event_open", syscall(SYS_perf_event_open, room, 0, -1, -1, 0));
    attempt("userfaultfd", syscall(SYS_userfaultfd, 0));
    attempt("fanotify", syscall(SYS_fanotify_init, 0, 0));
    attempt("syslog", syscall(SYS_syslog, 3, room, sizeof room));
    attempt("memfd_secret", syscall(447, 0));
    return end();
}
