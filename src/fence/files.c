// SPDX-License-Identifier: MIT
// Landlock (Linux 5.13), a fence around files that needs no rights and no namespaces. The
// numbers are from linux/landlock.h, written down here since the header of an older system
// lacks the newer ones.
#define _GNU_SOURCE
#include "fence/fence.h"

#include <fcntl.h>
#include <linux/landlock.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <unistd.h>

/// The rights that change something, and the version of the interface that knows them all.
static const uint64_t writing = LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_REMOVE_DIR |
                                LANDLOCK_ACCESS_FS_REMOVE_FILE | LANDLOCK_ACCESS_FS_MAKE_CHAR |
                                LANDLOCK_ACCESS_FS_MAKE_DIR | LANDLOCK_ACCESS_FS_MAKE_REG |
                                LANDLOCK_ACCESS_FS_MAKE_SOCK | LANDLOCK_ACCESS_FS_MAKE_FIFO |
                                LANDLOCK_ACCESS_FS_MAKE_BLOCK | LANDLOCK_ACCESS_FS_MAKE_SYM;

/// Rights that newer versions of the interface added.
enum {
    WITH_LINKS = 2, ///< and renames from one folder to another
    WITH_CUTS = 3,  ///< truncate()
    WITH_TCP = 4,
    WITH_SIGNALS = 6,
};
static const uint64_t links = 1U << 13, cuts = 1U << 14;
static const uint64_t bind_tcp = 1U << 0, connect_tcp = 1U << 1;
static const uint64_t abstract_sockets = 1U << 0, signals = 1U << 1;

/// The rights that are forbidden unless a rule allows them; a kernel takes a longer one than it
/// knows if the rest is 0.
typedef struct ruleset {
    uint64_t files, net, scopes;
} ruleset;

static ruleset choose(long version)
{
    return (ruleset){
        .files = writing | (version >= WITH_LINKS ? links : 0) | (version >= WITH_CUTS ? cuts : 0),
        .net = version >= WITH_TCP ? bind_tcp | connect_tcp : 0,
        .scopes = version >= WITH_SIGNALS ? abstract_sockets | signals : 0,
    };
}

/// Grants rights for all files below a path.
static bool allow(int rules, const char *path, uint64_t rights)
{
    struct landlock_path_beneath_attr rule = {
        .allowed_access = rights,
        .parent_fd = open(path, O_PATH | O_CLOEXEC),
    };
    if (rule.parent_fd < 0)
        return false;
    bool added = syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &rule, 0) == 0;
    (void)close(rule.parent_fd);
    return added;
}

bool covey_fence_files(const char *folder)
{
    long version = syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);
    if (version < 1)
        return false;
    ruleset all = choose(version);
    int rules = (int)syscall(SYS_landlock_create_ruleset, &all, sizeof all, 0);
    if (rules < 0)
        return false;
    bool closed = (folder == NULL || allow(rules, folder, all.files)) &&
                  allow(rules, "/dev/null", all.files & (LANDLOCK_ACCESS_FS_WRITE_FILE | cuts)) &&
                  syscall(SYS_landlock_restrict_self, rules, 0) == 0;
    (void)close(rules);
    return closed;
}
