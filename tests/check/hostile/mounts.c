// SPDX-License-Identifier: MIT
// Leaves its root, or lifts the mounts over something.
#include "attack.h"

static int live(void *unused)
{
    (void)unused;
    return 0;
}

int main(int count, char **arguments)
{
    static char stack[65536], path[8192];
    (void)count;
    attempt("unshare", unshare(CLONE_NEWUSER | CLONE_NEWNS));
    attempt("unshare mounts", unshare(CLONE_NEWNS));
    attempt("unshare processes", unshare(CLONE_NEWPID));
    attempt("clone", clone(live, stack + sizeof stack, CLONE_NEWUSER | SIGCHLD, NULL));
    unsigned long long clone3[11] = {CLONE_NEWUSER | CLONE_NEWNS, 0, 0, 0, SIGCHLD};
    long child = syscall(435, clone3, sizeof clone3);
    if (child == 0)
        _exit(0);
    attempt("clone3", child);
    attempt("setns", setns(open("/proc/1/ns/mnt", O_RDONLY), 0));
    attempt("mount", mount("none", ".", "tmpfs", 0, NULL));
    attempt("bind", mount("/", ".", NULL, MS_BIND, NULL));
    attempt("remount", mount(NULL, "/", NULL, MS_REMOUNT | MS_BIND, NULL));
    snprintf(path, sizeof path, "%s", arguments[0]);
    for (char *slash; (slash = strrchr(path, '/')) != NULL; *slash = '\0')
        attempt(path, umount2(path, MNT_DETACH));
    attempt("umount", umount2("/usr", MNT_DETACH));
    attempt("pivot_root", syscall(SYS_pivot_root, ".", "."));
    mkdir("jail", 0700);
    attempt("chroot", chroot("jail"));
    attempt("open_tree", syscall(428, AT_FDCWD, "/", 1));
    attempt("move_mount", syscall(429, AT_FDCWD, "/usr", AT_FDCWD, ".", 0));
    attempt("fsopen", syscall(430, "tmpfs", 0));
    attempt("fspick", syscall(433, AT_FDCWD, "/", 0));
    attempt("mount_setattr", syscall(442, AT_FDCWD, "/", 0, path, 32));
    for (int k = 0; k < 64 && chdir("..") == 0; k++)
        ;
    struct stat up, root;
    int seen = stat(".", &up) == 0 && stat("/", &root) == 0;
    attempt("above", seen && up.st_ino != root.st_ino ? 0 : -1);
    return end();
}
