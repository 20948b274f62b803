// SPDX-License-Identifier: MIT
// Traces, reads and takes files from other processes.
#include "attack.h"

int main(void)
{
    char byte;
    struct iovec here = {&byte, 1}, there = {(void *)&finds, 1};
    pid_t child = fork();
    if (child == 0) {
        pause();
        _exit(0);
    }
    const pid_t processes[] = {1, getppid(), child};
    for (int k = 0; k < 3; k++) {
        attempt("attach", ptrace(PTRACE_ATTACH, processes[k], NULL, NULL));
        attempt("seize", ptrace(PTRACE_SEIZE, processes[k], NULL, NULL));
        attempt("read", process_vm_readv(processes[k], &here, 1, &there, 1, 0));
        attempt("write", process_vm_writev(processes[k], &here, 1, &there, 1, 0));
        int handle = (int)syscall(434, processes[k], 0); // pidfd_open
        attempt("take a file", syscall(438, handle, 0, 0));
        attempt("compare", syscall(SYS_kcmp, getpid(), processes[k], 0, 0, 0));
    }
    attempt("be traced", ptrace(PTRACE_TRACEME, 0, NULL, NULL));
    kill(child, SIGKILL);
    return end();
}
