// SPDX-License-Identifier: MIT
// seccomp for a program of covey's own that reads a stranger's file: a list of the few calls that
// it needs, all others are refused.
#define _GNU_SOURCE
#include "fence/few.h"

#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__x86_64__)
enum { MACHINE = AUDIT_ARCH_X86_64 };
#elif defined(__aarch64__)
enum { MACHINE = AUDIT_ARCH_AARCH64 };
#elif defined(__s390x__)
enum { MACHINE = AUDIT_ARCH_S390X };
#else
enum { MACHINE = 0 };
#endif

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

#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
#define LOW_HALF 4
#else
#define LOW_HALF 0
#endif
#define FIELD(member) (uint32_t) offsetof(struct seccomp_data, member)

static struct sock_filter load(uint32_t field)
{
    return (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, field);
}

static struct sock_filter answer(uint32_t action)
{
    return (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, action);
}

/// Goes on `yes` or `no` instructions after the next.
static struct sock_filter when(uint32_t value, uint8_t yes, uint8_t no)
{
    return (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, yes, no);
}

bool covey_fence_few_calls(void)
{
    const uint32_t refuse = SECCOMP_RET_ERRNO | EPERM, allow = SECCOMP_RET_ALLOW;
    struct sock_filter filter[2 * FEW + 16];
    unsigned short size = 0;
    filter[size++] = load(FIELD(arch));
    filter[size++] = when((uint32_t)MACHINE, 1, 0);
    filter[size++] = answer(refuse);
    filter[size++] = load(FIELD(nr)); // numbers of x32 are none of these
    for (int k = 0; k < FEW; k++) {
        filter[size++] = when((uint32_t)few[k], 0, 1);
        filter[size++] = answer(allow);
    }
    filter[size++] = when(SYS_prlimit64, 0, 3); // limits of this process alone
    filter[size++] = load(FIELD(args) + LOW_HALF);
    filter[size++] = when(0, 0, 1);
    filter[size++] = answer(allow);
    filter[size++] = answer(refuse);
    const struct sock_fprog program = {size, filter};
    return MACHINE != 0 && prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
           syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &program) == 0;
}
