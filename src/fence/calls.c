// SPDX-License-Identifier: MIT
// seccomp: a filter of system calls. It lists the calls to refuse, since programs in any language
// must run behind it; a call of another architecture's table is refused, too, as its numbers mean
// other things.
#define _GNU_SOURCE
#include "fence/fence.h"

#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__x86_64__)
enum { MACHINE = AUDIT_ARCH_X86_64, FIRST_FOREIGN = 0x40000000 }; // numbers of x32 begin there
#elif defined(__aarch64__)
enum { MACHINE = AUDIT_ARCH_AARCH64, FIRST_FOREIGN = 0 };
#elif defined(__s390x__)
enum { MACHINE = AUDIT_ARCH_S390X, FIRST_FOREIGN = 0 };
#else
enum { MACHINE = 0, FIRST_FOREIGN = 0 };
#endif

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

#define FIELD(member) (uint32_t) offsetof(struct seccomp_data, member)
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
#define LOW_HALF 4
#else
#define LOW_HALF 0
#endif
#ifdef __s390x__
#define CLONE_FLAGS 1 // the argument of clone() that holds its flags
#else
#define CLONE_FLAGS 0
#endif

static const struct sock_filter load_number = BPF_STMT(BPF_LD | BPF_W | BPF_ABS, FIELD(nr));

/// Loads the lower half of an argument of the call.
static struct sock_filter load_argument(uint32_t index)
{
    return (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS,
                                        FIELD(args) + 8 * index + LOW_HALF);
}

static struct sock_filter answer(uint32_t action)
{
    return (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, action);
}

/// Goes on `yes` or `no` instructions after the next by comparing what was loaded.
static struct sock_filter when(uint16_t compares, uint32_t value, uint8_t yes, uint8_t no)
{
    return (struct sock_filter)BPF_JUMP((uint16_t)(BPF_JMP | BPF_K | compares), value, yes, no);
}

/// A filter under way.
typedef struct filter {
    struct sock_filter at[2 * REFUSED + 64];
    unsigned short size;
} filter;

static void add(filter *to, struct sock_filter step)
{
    to->at[to->size++] = step;
}

/// Refuses calls of other tables than this machine's.
static void refuse_foreign(filter *to, uint32_t refuse)
{
    add(to, (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, FIELD(arch)));
    add(to, when(BPF_JEQ, (uint32_t)MACHINE, 1, 0));
    add(to, answer(refuse));
    add(to, load_number);
    if (FIRST_FOREIGN != 0) {
        add(to, when(BPF_JGE, FIRST_FOREIGN, 0, 1));
        add(to, answer(refuse));
    }
}

/// Refuses a call that asks for new namespaces. The flags of clone3() lie in memory, where no
/// filter looks: libraries take clone() where it is not there.
static void refuse_namespaces(filter *to, uint32_t refuse)
{
    const uint32_t namespaces = CLONE_NEWNS | CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNET |
                                CLONE_NEWIPC | CLONE_NEWUTS | CLONE_NEWCGROUP;
    add(to, when(BPF_JEQ, CALL_CLONE3, 0, 1));
    add(to, answer(SECCOMP_RET_ERRNO | ENOSYS));
    add(to, when(BPF_JEQ, SYS_clone, 0, 4));
    add(to, load_argument(CLONE_FLAGS));
    add(to, when(BPF_JSET, namespaces, 0, 1));
    add(to, answer(refuse));
    add(to, load_number);
}

/// Refuses sockets but those of the internet and pairs that are connected for good: a pair for
/// datagrams can send to any name.
static void refuse_sockets(filter *to, uint32_t refuse)
{
    enum { TYPES = 0xf };
    add(to, when(BPF_JEQ, SYS_socketpair, 0, 5));
    add(to, load_argument(1));
    add(to, (struct sock_filter)BPF_STMT(BPF_ALU | BPF_AND | BPF_K, TYPES));
    add(to, when(BPF_JEQ, SOCK_DGRAM, 0, 1));
    add(to, answer(refuse));
    add(to, load_number);
    add(to, when(BPF_JEQ, SYS_socket, 0, 5));
    add(to, load_argument(0));
    add(to, when(BPF_JEQ, AF_INET, 2, 0));
    add(to, when(BPF_JEQ, AF_INET6, 1, 0));
    add(to, answer(refuse));
    add(to, load_number);
}

/// Refuses what types for others at a terminal.
static void refuse_typing(filter *to, uint32_t refuse)
{
    enum { PUSH_INPUT = 0x5412, CONSOLE = 0x541c }; // TIOCSTI, TIOCLINUX
    add(to, when(BPF_JEQ, SYS_ioctl, 0, 5));
    add(to, load_argument(1));
    add(to, when(BPF_JEQ, PUSH_INPUT, 1, 0));
    add(to, when(BPF_JEQ, CONSOLE, 0, 1));
    add(to, answer(refuse));
    add(to, load_number);
}

static bool set(const filter *all)
{
    const struct sock_fprog program = {all->size, (struct sock_filter *)(uintptr_t)all->at};
    return MACHINE != 0 && syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &program) == 0;
}

bool covey_fence_calls(void)
{
    const uint32_t refuse = SECCOMP_RET_ERRNO | EPERM;
    filter all = {.size = 0};
    refuse_foreign(&all, refuse);
    for (int k = 0; k < REFUSED; k++) {
        add(&all, when(BPF_JEQ, (uint32_t)refused[k], 0, 1));
        add(&all, answer(refuse));
    }
    refuse_namespaces(&all, refuse);
    refuse_sockets(&all, refuse);
    refuse_typing(&all, refuse);
    add(&all, answer(SECCOMP_RET_ALLOW));
    return set(&all);
}

bool covey_fence_shared_memory(void)
{
    const uint32_t absent = SECCOMP_RET_ERRNO | ENOSYS;
    filter all = {.size = 0};
    refuse_foreign(&all, absent);
    add(&all, when(BPF_JEQ, SYS_memfd_create, 1, 0));
    add(&all, when(BPF_JEQ, SYS_shmget, 0, 1));
    add(&all, answer(absent));
    add(&all, answer(SECCOMP_RET_ALLOW));
    return set(&all);
}
