// SPDX-License-Identifier: MIT
// seccomp: a filter of system calls. It lists the calls to refuse, since programs in any language
// must run behind it; a call of another architecture's table is refused, too, as its numbers mean
// other things.
#define _GNU_SOURCE
#include "fence/fence.h"

#include "fence/filter.h"

#include <errno.h>
#include <sched.h>
#include <sys/socket.h>

/// Calls with a number that newer headers name: all architectures share it (Linux 5.1 on).
enum {
    CALL_IO_URING_SETUP = 425,
    CALL_IO_URING_ENTER = 426,
    CALL_IO_URING_REGISTER = 427,
    CALL_OPEN_TREE = 428,
    CALL_MOVE_MOUNT = 429,
    CALL_FSOPEN = 430,
    CALL_FSCONFIG = 431,
    CALL_FSMOUNT = 432,
    CALL_FSPICK = 433,
    CALL_CLONE3 = 435,
    CALL_PIDFD_GETFD = 438,
    CALL_MOUNT_SETATTR = 442,
    CALL_QUOTACTL_FD = 443,
    CALL_MEMFD_SECRET = 447,
    CALL_OPEN_TREE_ATTR = 467,
};

static const int refused[] = {
    CALL_IO_URING_SETUP,
    CALL_IO_URING_ENTER,
    CALL_IO_URING_REGISTER,
    SYS_ptrace,
    SYS_process_vm_readv,
    SYS_process_vm_writev,
    CALL_PIDFD_GETFD,
    SYS_kcmp,
    SYS_msgget,
    SYS_msgsnd,
    SYS_msgrcv,
    SYS_msgctl,
    SYS_semget,
#ifdef SYS_semop // s390x has semtimedop alone
    SYS_semop,
#endif
    SYS_semtimedop,
    SYS_semctl,
    SYS_shmget,
    SYS_shmat,
    SYS_shmctl,
    SYS_mq_open,
    SYS_mq_unlink,
    SYS_add_key,
    SYS_request_key,
    SYS_keyctl,
    SYS_bpf,
    SYS_perf_event_open,
    SYS_userfaultfd,
    SYS_unshare,
    SYS_setns,
    SYS_mount,
    SYS_umount2,
    SYS_pivot_root,
    SYS_chroot,
    CALL_OPEN_TREE,
    CALL_MOVE_MOUNT,
    CALL_FSOPEN,
    CALL_FSCONFIG,
    CALL_FSMOUNT,
    CALL_FSPICK,
    CALL_MOUNT_SETATTR,
    CALL_OPEN_TREE_ATTR,
    CALL_QUOTACTL_FD,
    CALL_MEMFD_SECRET,
    SYS_name_to_handle_at,
    SYS_open_by_handle_at,
    SYS_init_module,
    SYS_finit_module,
    SYS_delete_module,
    SYS_kexec_load,
    SYS_fanotify_init,
    SYS_vhangup,
    SYS_lookup_dcookie,
    SYS_reboot,
    SYS_swapon,
    SYS_swapoff,
    SYS_acct,
    SYS_quotactl,
    SYS_syslog,
    SYS_settimeofday,
    SYS_clock_settime,
    SYS_clock_adjtime,
    SYS_adjtimex,
    SYS_sethostname,
    SYS_setdomainname,
#ifdef SYS_kexec_file_load
    SYS_kexec_file_load,
#endif
#ifdef __x86_64__
    SYS_iopl,
    SYS_ioperm,
    SYS_modify_ldt,
    SYS_uselib,
#endif
};

enum { REFUSED = sizeof refused / sizeof *refused };

_Static_assert(2 * REFUSED + 100 <= COVEY_FILTER_ROOM, "the filter has room for all");

#ifdef __s390x__
#define CLONE_FLAGS 1 // the argument of clone() that holds its flags
#else
#define CLONE_FLAGS 0
#endif

/// Refuses a call that asks for new namespaces. The flags of clone3() lie in memory, where no
/// filter looks: libraries take clone() where it is not there.
static void refuse_namespaces(covey_filter *to, uint32_t refuse)
{
    const uint32_t namespaces = CLONE_NEWNS | CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNET |
                                CLONE_NEWIPC | CLONE_NEWUTS | CLONE_NEWCGROUP;
    covey_filter_when(to, BPF_JEQ, CALL_CLONE3, 0, 1);
    covey_filter_answer(to, SECCOMP_RET_ERRNO | ENOSYS);
    covey_filter_when(to, BPF_JEQ, SYS_clone, 0, 4);
    covey_filter_load_argument(to, CLONE_FLAGS);
    covey_filter_when(to, BPF_JSET, namespaces, 0, 1);
    covey_filter_answer(to, refuse);
    covey_filter_load_number(to);
}

/// Refuses sockets except internet sockets and pairs that are connected for good: a pair for
/// datagrams can send to any name.
static void refuse_sockets(covey_filter *to, uint32_t refuse)
{
    enum { TYPES = 0xf };
    covey_filter_when(to, BPF_JEQ, SYS_socketpair, 0, 5);
    covey_filter_load_argument(to, 1);
    covey_filter_add(to, (struct sock_filter)BPF_STMT(BPF_ALU | BPF_AND | BPF_K, TYPES));
    covey_filter_when(to, BPF_JEQ, SOCK_DGRAM, 0, 1);
    covey_filter_answer(to, refuse);
    covey_filter_load_number(to);
    covey_filter_when(to, BPF_JEQ, SYS_socket, 0, 5);
    covey_filter_load_argument(to, 0);
    covey_filter_when(to, BPF_JEQ, AF_INET, 2, 0);
    covey_filter_when(to, BPF_JEQ, AF_INET6, 1, 0);
    covey_filter_answer(to, refuse);
    covey_filter_load_number(to);
}

/// Refuses calls that type for others at a terminal.
static void refuse_typing(covey_filter *to, uint32_t refuse)
{
    enum { PUSH_INPUT = 0x5412, CONSOLE = 0x541c }; // TIOCSTI, TIOCLINUX
    covey_filter_when(to, BPF_JEQ, SYS_ioctl, 0, 5);
    covey_filter_load_argument(to, 1);
    covey_filter_when(to, BPF_JEQ, PUSH_INPUT, 1, 0);
    covey_filter_when(to, BPF_JEQ, CONSOLE, 0, 1);
    covey_filter_answer(to, refuse);
    covey_filter_load_number(to);
}

/// Refuses a call whose argument is another number than `only`.
static void refuse_others(covey_filter *to, uint32_t refuse, uint32_t call, uint32_t argument,
                          uint32_t only)
{
    covey_filter_when(to, BPF_JEQ, call, 0, 4);
    covey_filter_load_argument(to, argument);
    covey_filter_when(to, BPF_JEQ, only, 1, 0);
    covey_filter_answer(to, refuse);
    covey_filter_load_number(to);
}

/// Refuses a call whose argument is a number.
static void refuse_one(covey_filter *to, uint32_t refuse, uint32_t call, uint32_t argument,
                       uint32_t number)
{
    covey_filter_when(to, BPF_JEQ, call, 0, 4);
    covey_filter_load_argument(to, argument);
    covey_filter_when(to, BPF_JEQ, number, 0, 1);
    covey_filter_answer(to, refuse);
    covey_filter_load_number(to);
}

/// Refuses calls that change the limits of other processes, or how the keeper, or all processes of
/// its user, share the processors. Threads change how they share them themselves by their numbers.
static void refuse_keeper(covey_filter *to, uint32_t refuse)
{
    enum { ONE_PROCESS = 0, ONE_PROCESS_IO = 1 };
    static const uint32_t shares[] = {SYS_sched_setaffinity, SYS_sched_setscheduler,
                                      SYS_sched_setparam, SYS_sched_setattr};
    const uint32_t keeper = (uint32_t)getppid();
    refuse_others(to, refuse, SYS_prlimit64, 0, 0);
    for (size_t k = 0; k < sizeof shares / sizeof *shares; k++)
        refuse_one(to, refuse, shares[k], 0, keeper);
    refuse_others(to, refuse, SYS_setpriority, 0, ONE_PROCESS);
    refuse_one(to, refuse, SYS_setpriority, 1, keeper);
    refuse_others(to, refuse, SYS_ioprio_set, 0, ONE_PROCESS_IO);
    refuse_one(to, refuse, SYS_ioprio_set, 1, keeper);
}

bool covey_fence_calls(void)
{
    const uint32_t refuse = SECCOMP_RET_ERRNO | EPERM;
    covey_filter all;
    covey_filter_begin(&all, refuse);
    for (int k = 0; k < REFUSED; k++) {
        covey_filter_when(&all, BPF_JEQ, (uint32_t)refused[k], 0, 1);
        covey_filter_answer(&all, refuse);
    }
    refuse_namespaces(&all, refuse);
    refuse_sockets(&all, refuse);
    refuse_typing(&all, refuse);
    refuse_keeper(&all, refuse);
    covey_filter_answer(&all, SECCOMP_RET_ALLOW);
    return covey_filter_set(&all);
}

bool covey_fence_shared_memory(void)
{
    const uint32_t absent = SECCOMP_RET_ERRNO | ENOSYS;
    covey_filter all;
    covey_filter_begin(&all, absent);
    covey_filter_when(&all, BPF_JEQ, SYS_memfd_create, 1, 0);
    covey_filter_when(&all, BPF_JEQ, SYS_shmget, 0, 1);
    covey_filter_answer(&all, absent);
    covey_filter_answer(&all, SECCOMP_RET_ALLOW);
    return covey_filter_set(&all);
}
