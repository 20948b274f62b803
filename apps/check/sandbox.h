// SPDX-License-Identifier: MIT
#ifndef CHECK_SANDBOX_H
#define CHECK_SANDBOX_H

#include "check/mounts.h"
#include "check/rights.h"

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/// The program to start, and its limits. Texts must outlive the start alone.
typedef struct check_sandbox_def {
    const char *const *arguments; ///< the program's absolute path and its arguments, ended by NULL
    const char *folder;           ///< absolute; it works there, and writes nowhere else
    const check_mounts *mounts;   ///< all that it sees besides; NULL: all that its user may see
    bool keeps;                   ///< with mounts: the files of the folder are there, and stay
    double seconds; ///< of processor time of all its processes; a message says that they are over
    size_t memory;  ///< bytes of data of a process, and of memory of all; 0: no limit
    check_rights_user user;
    bool plain;   ///< no namespaces, even where the kernel allows them
    bool strict;  ///< a fence that cannot be had is a failure
    bool grouped; ///< not to be set: a group limits the memory of all its processes
} check_sandbox_def;

/// A keeper process, and in its keeping a program and all that the program starts.
typedef struct check_sandbox {
    pid_t keeper;
    int in, out, err; ///< our ends of the program's standard streams; -1: closed
    int report;       ///< messages; ends when nothing of the program is left
} check_sandbox;

/// What a program may do, in sets of bits.
typedef enum check_permission {
    CHECK_PERMISSION_READ = 1,          ///< read all files that its user may
    CHECK_PERMISSION_WRITE = 2,         ///< write outside of its folder
    CHECK_PERMISSION_NETWORK = 4,       ///< use the network
    CHECK_PERMISSION_CALL = 8,          ///< make any system call
    CHECK_PERMISSION_UNFENCED = 15,     ///< all of these: no fence is up
    CHECK_PERMISSION_READ_AS_ROOT = 16, ///< read with root's right
    CHECK_PERMISSION_LONE_FILE = 32,    ///< see a file, but not the files beside it
} check_permission;

typedef enum check_sandbox_event {
    CHECK_SANDBOX_FENCED, ///< a fence is up; value: the permission that it takes away
    CHECK_SANDBOX_FAILED, ///< it cannot be started; value: errno
    CHECK_SANDBOX_ENDED,  ///< value: as of waitpid()
    CHECK_SANDBOX_SPENT,  ///< it has had more processor time than its limit
    CHECK_SANDBOX_BROKEN, ///< the keeper cannot wait for it any more; value: errno
} check_sandbox_event;

/// A message of a keeper.
typedef struct check_sandbox_message {
    int event;
    int value;
} check_sandbox_message;

/// Starts a program. Our ends do not block. False if the system refuses, with errno.
bool check_sandbox_start(const check_sandbox_def *def, check_sandbox *sandbox);

/// Reads a message of a keeper: 1, or 0 at the end of the reports, or -1 with errno.
int check_sandbox_read(const check_sandbox *sandbox, check_sandbox_message *message);

/// Asks the keeper to end everything; the end of `report` says that it is done.
void check_sandbox_stop(const check_sandbox *sandbox);

/// Waits for the keeper after the end of `report` and closes our ends.
void check_sandbox_finish(check_sandbox *sandbox);

/// True if this system can give a program a separate root. errno is 0, or says why that cannot
/// be found out.
bool check_sandbox_has_roots(void);

/// True if this system has all fences: no network, no writing outside, a separate root, refused
/// calls. errno as above.
bool check_sandbox_has_fences(void);

#endif
