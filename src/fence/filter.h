// SPDX-License-Identifier: MIT
// Building blocks of seccomp filters: BPF instructions that look at a system call and answer.
#ifndef COVEY_FENCE_FILTER_H
#define COVEY_FENCE_FILTER_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE // syscall()
#endif

#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <unistd.h>

// The architecture of calls, 0 if it is none that is known, and the first number of a second table.
#if defined(__x86_64__)
#define COVEY_FILTER_MACHINE AUDIT_ARCH_X86_64
#define COVEY_FILTER_FOREIGN 0x40000000U // x32
#elif defined(__aarch64__)
#define COVEY_FILTER_MACHINE AUDIT_ARCH_AARCH64
#define COVEY_FILTER_FOREIGN UINT32_MAX
#elif defined(__s390x__)
#define COVEY_FILTER_MACHINE AUDIT_ARCH_S390X
#define COVEY_FILTER_FOREIGN UINT32_MAX
#else
#define COVEY_FILTER_MACHINE 0U
#define COVEY_FILTER_FOREIGN UINT32_MAX
#endif

#define COVEY_FILTER_FIELD(member) (uint32_t) offsetof(struct seccomp_data, member)

enum { COVEY_FILTER_ROOM = 256 };

typedef struct covey_filter {
    struct sock_filter at[COVEY_FILTER_ROOM];
    unsigned short size;
} covey_filter;

static inline void covey_filter_add(covey_filter *to, struct sock_filter step)
{
    to->at[to->size++] = step;
}

static inline void covey_filter_load(covey_filter *to, uint32_t field)
{
    covey_filter_add(to, (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, field));
}

static inline void covey_filter_load_number(covey_filter *to)
{
    covey_filter_load(to, COVEY_FILTER_FIELD(nr));
}

/// Loads the lower half of an argument of the call.
static inline void covey_filter_load_argument(covey_filter *to, uint32_t index)
{
    const uint32_t low_half = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__ ? 4 : 0;
    covey_filter_load(to, COVEY_FILTER_FIELD(args) + 8 * index + low_half);
}

static inline void covey_filter_answer(covey_filter *to, uint32_t action)
{
    covey_filter_add(to, (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, action));
}

/// Goes on `yes` or `no` instructions after the next by comparing the loaded value.
static inline void covey_filter_when(covey_filter *to, unsigned compares, uint32_t value,
                                     uint8_t yes, uint8_t no)
{
    const uint16_t code = (uint16_t)(BPF_JMP | BPF_K | compares);
    covey_filter_add(to, (struct sock_filter)BPF_JUMP(code, value, yes, no));
}

/// Begins a filter: calls of other tables than this machine's get `action`, as their numbers mean
/// other things. The number of the call is loaded then.
static inline void covey_filter_begin(covey_filter *to, uint32_t action)
{
    to->size = 0;
    covey_filter_load(to, COVEY_FILTER_FIELD(arch));
    covey_filter_when(to, BPF_JEQ, COVEY_FILTER_MACHINE, 1, 0);
    covey_filter_answer(to, action);
    covey_filter_load_number(to);
    covey_filter_when(to, BPF_JGE, COVEY_FILTER_FOREIGN, 0, 1);
    covey_filter_answer(to, action);
}

/// Puts a filter to work. False where the kernel has none, or this machine is not known.
static inline bool covey_filter_set(covey_filter *all)
{
    const struct sock_fprog program = {all->size, all->at};
    return COVEY_FILTER_MACHINE != 0 &&
           syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &program) == 0;
}

#endif
