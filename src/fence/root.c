// SPDX-License-Identifier: MIT
// A separate root: a mount namespace with a small file system in memory, into which the paths to
// be seen are mounted for reading. The old root is gone afterwards, and with it every path into it.
#define _GNU_SOURCE
#include "fence/root.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { PATH_ROOM = 4200 };

/// mount_setattr() of Linux 5.12, written down here since headers of older systems lack it.
enum {
    SET_ATTRIBUTES = 442,
    READ_ONLY = 1,
    NO_SET_USER = 2,
    NO_DEVICES = 4,
    NO_PROGRAMS = 8,
    WHOLE = 0x8000, ///< with the mounts below
};
typedef struct attributes {
    uint64_t set, clear, propagation, user_namespace;
} attributes;

#define OLD "/.old"
#define NO_FOLDER "/.none"
#define NO_FILE "/.nothing"

/// Takes rights away from a mount, and from the mounts inside it.
static bool restrict_mount(const char *path, uint64_t set, unsigned whole)
{
    const attributes change = {.set = set};
    return syscall(SET_ATTRIBUTES, AT_FDCWD, path, whole, &change, sizeof change) == 0;
}

/// Makes the folders above a path.
static bool make_way(const char *path)
{
    char part[PATH_ROOM];
    for (const char *at = strchr(path + 1, '/'); at != NULL; at = strchr(at + 1, '/')) {
        (void)snprintf(part, sizeof part, "%.*s", (int)(at - path), path);
        if (mkdir(part, 0755) != 0 && errno != EEXIST)
            return false;
    }
    return true;
}

/// Makes the mount point of a kind: a folder or an empty file.
static bool make_place(const char *path, mode_t kind)
{
    if (!make_way(path))
        return false;
    if (S_ISDIR(kind))
        return mkdir(path, 0755) == 0 || errno == EEXIST;
    int file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0644);
    if (file >= 0)
        (void)close(file);
    return file >= 0 || access(path, F_OK) == 0; // as in a folder that is shown already
}

static bool bind(const char *source, const char *target, uint64_t set)
{
    struct stat status;
    return stat(source, &status) == 0 && make_place(target, status.st_mode) &&
           mount(source, target, NULL, MS_BIND | MS_REC, NULL) == 0 &&
           restrict_mount(target, set, WHOLE);
}

/// Shows a file of the old root. The program lacks a file that cannot be shown, which is no danger.
static bool show(const covey_fence_shown *shown)
{
    enum { READ = READ_ONLY | NO_SET_USER | NO_DEVICES };
    char source[PATH_ROOM];
    if (shown->source == NULL) {
        if (make_way(shown->target))
            (void)!symlink(shown->link, shown->target);
        return true;
    }
    (void)snprintf(source, sizeof source, OLD "%s", shown->source);
    struct stat status;
    if (stat(source, &status) != 0 || !make_place(shown->target, status.st_mode))
        return true;
    return bind(source, shown->target, READ);
}

static bool hide(const char *path)
{
    struct stat status;
    if (stat(path, &status) != 0)
        return errno == ENOENT || errno == ENOTDIR; // as it is not shown
    const char *nothing = S_ISDIR(status.st_mode) ? NO_FOLDER : NO_FILE;
    return mount(nothing, path, NULL, MS_BIND, NULL) == 0;
}

static bool write_file(const char *path, const char *text)
{
    int file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_EXCL, 0644);
    bool good = file >= 0 && write(file, text, strlen(text)) == (ssize_t)strlen(text);
    if (file >= 0)
        (void)close(file);
    return good;
}

/// Makes the few files that programs need to look up names.
static bool write_names(const covey_fence_root_def *def)
{
    char line[PATH_ROOM + 100];
    if (mkdir("/etc", 0755) != 0 && errno != EEXIST)
        return false;
    (void)snprintf(line, sizeof line, "user:x:%u:%u::%s:/bin/sh\n", def->user, def->group,
                   def->folder);
    bool good = write_file("/etc/passwd", line);
    (void)snprintf(line, sizeof line, "user:x:%u:\n", def->group);
    return good && write_file("/etc/group", line) &&
           write_file("/etc/hosts", "127.0.0.1 localhost\n::1 localhost\n");
}

static bool make_devices(const char *folder)
{
    static const char *const names[] = {"null", "zero", "full", "random", "urandom"};
    static const char *const links[][2] = {{"/proc/self/fd", "/dev/fd"},
                                           {"/proc/self/fd/0", "/dev/stdin"},
                                           {"/proc/self/fd/1", "/dev/stdout"},
                                           {"/proc/self/fd/2", "/dev/stderr"}};
    char source[64], target[64];
    if (mkdir("/dev", 0755) != 0)
        return false;
    for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
        (void)snprintf(source, sizeof source, OLD "/dev/%s", names[k]);
        (void)snprintf(target, sizeof target, "/dev/%s", names[k]);
        if (!bind(source, target, NO_SET_USER | NO_PROGRAMS))
            return false;
    }
    for (size_t k = 0; k < sizeof links / sizeof *links; k++)
        if (symlink(links[k][0], links[k][1]) != 0)
            return false;
    return symlink(folder, "/dev/shm") == 0; // so that shared memory counts as files
}

/// Mounts /proc with only the processes that the program may trace, so without the first (Linux
/// 5.8).
static bool mount_processes(void)
{
    const unsigned long flags = MS_NOSUID | MS_NODEV | MS_NOEXEC;
    return mkdir("/proc", 0755) == 0 &&
           (mount("proc", "/proc", "proc", flags, "hidepid=ptraceable") == 0 ||
            mount("proc", "/proc", "proc", flags, "hidepid=2") == 0);
}

static bool make_folder(const covey_fence_root_def *def)
{
    enum { WRITE = NO_SET_USER | NO_DEVICES };
    char source[PATH_ROOM];
    (void)snprintf(source, sizeof source, OLD "%s", def->folder);
    if (def->keeps)
        return bind(source, def->folder, WRITE);
    return make_place(def->folder, S_IFDIR) && chmod(def->folder, 0700) == 0 &&
           chown(def->folder, def->user, def->group) == 0 &&
           mount(def->folder, def->folder, NULL, MS_BIND, NULL) == 0 &&
           restrict_mount(def->folder, WRITE, 0);
}

/// Makes an empty file system in memory the root, with the old root below it.
static bool change_root(const covey_fence_root_def *def)
{
    static const char stage[] = "/usr"; // any folder will do: the mount moves on from there
    char options[100];
    (void)snprintf(options, sizeof options, "size=%zu,nr_inodes=%zu,mode=0755", def->bytes,
                   def->files);
    return unshare(CLONE_NEWNS) == 0 && mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) == 0 &&
           mount("covey", stage, "tmpfs", MS_NOSUID | MS_NODEV, options) == 0 &&
           chdir(stage) == 0 && mkdir(&OLD[1], 0700) == 0 &&
           syscall(SYS_pivot_root, ".", &OLD[1]) == 0 && chdir("/") == 0;
}

static bool leave_old_root(void)
{
    return umount2(OLD, MNT_DETACH) == 0 && rmdir(OLD) == 0 &&
           restrict_mount("/", READ_ONLY | NO_SET_USER | NO_DEVICES, 0);
}

bool covey_fence_root(const covey_fence_root_def *def)
{
    (void)umask(022);
    if (!change_root(def) || mkdir(NO_FOLDER, 0555) != 0 || !write_file(NO_FILE, ""))
        return false;
    for (size_t k = 0; k < def->shown_count; k++)
        if (!show(&def->shown[k]))
            return false;
    if (!write_names(def) || !make_devices(def->folder) || !mount_processes() || !make_folder(def))
        return false;
    for (size_t k = 0; k < def->hidden_count; k++)
        if (!hide(def->hidden[k]))
            return false;
    return leave_old_root();
}
