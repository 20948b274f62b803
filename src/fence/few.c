// SPDX-License-Identifier: MIT
// seccomp for a program of covey's own that reads a stranger's file: a list of the few calls that
// it needs, all others are refused.
#define _GNU_SOURCE
#include "fence/fence.h"

#include "fence/filter.h"

#include <errno.h>
#include <sys/prctl.h>

static const int few[] = {
    // descriptors that are open
    SYS_read,
    SYS_write,
    SYS_pread64,
    SYS_pwrite64,
    SYS_readv,
    SYS_writev,
    SYS_lseek,
    SYS_close,
    SYS_sendto,
    SYS_sendmsg,
    SYS_recvfrom,
    SYS_recvmsg,
    SYS_ppoll,
    SYS_fstat,
    SYS_newfstatat,
    SYS_fstatfs,
    SYS_ftruncate,
    SYS_fallocate,
    SYS_fcntl,
    // memory
    SYS_mmap,
    SYS_munmap,
    SYS_mremap,
    SYS_mprotect,
    SYS_madvise,
    SYS_brk,
    SYS_futex,
    // this process
    SYS_exit,
    SYS_exit_group,
    SYS_rt_sigaction,
    SYS_rt_sigprocmask,
    SYS_rt_sigreturn,
    SYS_sigaltstack,
    SYS_restart_syscall,
    SYS_getpid,
    SYS_gettid,
    SYS_getppid,
    SYS_getrusage,
    SYS_getrandom,
    SYS_sched_yield,
    SYS_clock_gettime,
    SYS_gettimeofday,
#ifdef SYS_poll
    SYS_poll,
#endif
};

enum { FEW = sizeof few / sizeof *few };

_Static_assert(2 * FEW + 64 <= COVEY_FILTER_ROOM, "the filter has room for all");

bool covey_fence_few_calls(void)
{
    const uint32_t refuse = SECCOMP_RET_ERRNO | EPERM;
    covey_filter all;
    covey_filter_begin(&all, refuse);
    for (int k = 0; k < FEW; k++) {
        covey_filter_when(&all, BPF_JEQ, (uint32_t)few[k], 0, 1);
        covey_filter_answer(&all, SECCOMP_RET_ALLOW);
    }
    covey_filter_when(&all, BPF_JEQ, SYS_prlimit64, 0, 3); // limits of this process alone
    covey_filter_load_argument(&all, 0);
    covey_filter_when(&all, BPF_JEQ, 0, 0, 1);
    covey_filter_answer(&all, SECCOMP_RET_ALLOW);
    covey_filter_answer(&all, refuse);
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && covey_filter_set(&all);
}
