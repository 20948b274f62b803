// SPDX-License-Identifier: MIT
// Users and rights of programs that root runs.
#define _GNU_SOURCE
#include "check/rights.h"

#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <linux/capability.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

/// Keeps root's right to read and search, and gives up all others, behind a change of user.
static bool keep_reading(void)
{
    enum { BIT = 1 << CAP_DAC_READ_SEARCH };
    struct __user_cap_header_struct head = {.version = _LINUX_CAPABILITY_VERSION_3};
    struct __user_cap_data_struct rights[_LINUX_CAPABILITY_U32S_3] = {{BIT, BIT, BIT}};
    return syscall(SYS_capset, &head, rights) == 0 &&
           prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_RAISE, CAP_DAC_READ_SEARCH, 0, 0) == 0;
}

bool check_rights_change(check_rights_user user)
{
    if (user.id == 0)
        return true;
    (void)prctl(PR_SET_KEEPCAPS, user.reads_all, 0, 0, 0);
    return setgroups(0, NULL) == 0 && setresgid(user.id, user.id, user.id) == 0 &&
           setresuid(user.id, user.id, user.id) == 0 && (!user.reads_all || keep_reading());
}

bool check_rights_drop(void)
{
    struct __user_cap_header_struct head = {.version = _LINUX_CAPABILITY_VERSION_3};
    struct __user_cap_data_struct none[_LINUX_CAPABILITY_U32S_3] = {{0, 0, 0}};
    return syscall(SYS_capset, &head, none) == 0;
}

enum { SEEN = 64 }; // arguments and folders that are looked at

/// The files that root has to look at as another user, each seen from a folder that the other may
/// not be able to reach.
typedef struct looks {
    int folder[SEEN];
    const char *path[SEEN];
    int rights[SEEN];
    int count;
} looks;

static void add_look(looks *all, int folder, const char *path, int rights)
{
    if (all->count == SEEN)
        return;
    all->folder[all->count] = folder;
    all->path[all->count] = path;
    all->rights[all->count++] = rights;
}

/// Adds a path in the folder that is shown there; all other paths are the system's.
static void add_seen(looks *all, const check_mounts *mounts, const char *path, int rights)
{
    for (size_t k = mounts->shown_count; k-- > 0;) {
        const covey_fence_shown *shown = &mounts->shown[k];
        size_t size = strlen(shown->target);
        if (shown->source == NULL || strncmp(path, shown->target, size) != 0 ||
            (path[size] != '/' && path[size] != '\0'))
            continue;
        int folder = open(shown->source, O_PATH | O_CLOEXEC);
        add_look(all, folder, path + size + (path[size] == '/'), rights);
        return;
    }
    add_look(all, AT_FDCWD, path, rights);
}

static void look_for(looks *all, const char *const *arguments, const check_mounts *mounts)
{
    char here[4096]; // all of the path: some folder on it may be closed
    if (mounts == NULL && getcwd(here, sizeof here) != NULL)
        add_look(all, AT_FDCWD, strdup(here), R_OK | X_OK);
    for (int k = 0; arguments[k] != NULL; k++) {
        int rights = k == 0 ? R_OK | X_OK : R_OK;
        if (k > 0 && (arguments[k][0] != '/' || access(arguments[k], F_OK) != 0))
            continue;
        if (mounts != NULL)
            add_seen(all, mounts, arguments[k], rights);
        else
            add_look(all, AT_FDCWD, arguments[k], rights);
    }
}

/// Becomes the user and tests its rights; to be called in a separate process.
static bool may_run(check_rights_user user, const char *const *arguments,
                    const check_mounts *mounts)
{
    looks all = {.count = 0};
    look_for(&all, arguments, mounts);
    if (!check_rights_change(user) || all.count == 0)
        return false;
    for (int k = 0; k < all.count; k++) {
        const char *path = all.path[k];
        if (path == NULL || faccessat(all.folder[k], path, all.rights[k],
                                      AT_EACCESS | (path[0] == '\0' ? AT_EMPTY_PATH : 0)) != 0)
            return false;
    }
    return true;
}

bool check_rights_suffice(check_rights_user user, const char *const *arguments,
                          const check_mounts *mounts)
{
    int status = 0;
    pid_t child = fork();
    if (child == 0)
        _exit(!may_run(user, arguments, mounts));
    pid_t ended = child;
    while (child > 0 && (ended = waitpid(child, &status, 0)) < 0 && errno == EINTR)
        ;
    if (ended < 0)
        return false;
    errno = 0;
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}
