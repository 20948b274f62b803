// SPDX-License-Identifier: MIT
#ifndef COVEY_FENCE_FENCE_H
#define COVEY_FENCE_FENCE_H

#include <stdbool.h>

/// Fences of a process that runs a stranger's program or reads a stranger's file. Each holds from
/// the call on, for the process and for all its descendants, cannot be taken back, and needs
/// PR_SET_NO_NEW_PRIVS. Each returns false where the kernel does not have it; nothing is changed
/// then. Public headers know nothing of them.

/// Files can be made, changed and removed below one folder alone, or nowhere if it is NULL;
/// /dev/null can be opened besides, and reading is as before. Newer kernels also refuse TCP and
/// signals to processes outside. Landlock, Linux 5.13.
bool covey_fence_files(const char *folder);

/// System calls that reach other processes, other machines or the kernel's rarer parts fail with
/// EPERM: sockets that are not of the internet (a network namespace is for internet sockets),
/// io_uring, ptrace and its kin, messages, semaphores and memory with keys, keys, BPF, new
/// namespaces, mounts, limits of other processes, and the share of the processors that the parent
/// of the calling process, its keeper, has. seccomp, Linux 3.5.
bool covey_fence_calls(void);

/// Memory that outlives its processes cannot be taken: memfd_create() and shmget() fail with
/// ENOSYS. For systems where no limit counts such memory. seccomp.
bool covey_fence_shared_memory(void);

/// From here on this process can work with the descriptors it has and with memory, and do nothing
/// else: no files are opened, no processes, sockets or programs started, no signals sent. Refused
/// calls fail with EPERM. Sets PR_SET_NO_NEW_PRIVS itself. seccomp.
bool covey_fence_few_calls(void);

#endif
