// SPDX-License-Identifier: MIT
// Memory of several processes together: control groups (Linux 4.5; before, the hierarchy "memory")
// where they may be made, and a look at each process where not.
#define _GNU_SOURCE
#include "check/inside.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define NAME "covey-check-"

/// Where a kind of hierarchy is, and the names of its limits.
typedef struct hierarchy {
    const char *line; ///< beginning of its line in /proc/self/cgroup, behind the number
    const char *mounted[2];
    const char *limit, *swap;
} hierarchy;

static const hierarchy hierarchies[] = {
    {"::", {"/sys/fs/cgroup", "/sys/fs/cgroup/unified"}, "memory.max", "memory.swap.max"},
    {":memory:",
     {"/sys/fs/cgroup/memory", NULL},
     "memory.limit_in_bytes",
     "memory.memsw.limit_in_bytes"},
};

static bool put(const char *folder, const char *name, const char *text)
{
    char path[CHECK_CGROUP_PATH + 64];
    (void)snprintf(path, sizeof path, "%s/%s", folder, name);
    int file = open(path, O_WRONLY | O_CLOEXEC);
    bool good = file >= 0 && write(file, text, strlen(text)) == (ssize_t)strlen(text);
    if (file >= 0)
        (void)close(file);
    return good;
}

/// Removes groups that killed runs left: the process in their name has ended.
static void clear(const char *parent)
{
    char path[CHECK_CGROUP_PATH + 300];
    DIR *entries = opendir(parent);
    for (const struct dirent *entry; entries != NULL && (entry = readdir(entries)) != NULL;) {
        if (strncmp(entry->d_name, NAME, strlen(NAME)) != 0)
            continue;
        pid_t maker = (pid_t)strtol(entry->d_name + strlen(NAME), NULL, 10);
        (void)snprintf(path, sizeof path, "%s/%s", parent, entry->d_name);
        if (maker > 0 && kill(maker, 0) != 0 && errno == ESRCH)
            (void)rmdir(path);
    }
    if (entries != NULL)
        (void)closedir(entries);
}

static bool make_below(const hierarchy *kind, const char *parent, size_t bytes,
                       char path[CHECK_CGROUP_PATH])
{
    char number[32];
    clear(parent);
    int size = snprintf(path, CHECK_CGROUP_PATH, "%s/" NAME "%ld", parent, (long)getpid());
    if (size < 0 || size >= CHECK_CGROUP_PATH || mkdir(path, 0755) != 0)
        return false;
    (void)snprintf(number, sizeof number, "%zu", bytes);
    if (put(path, kind->limit, number)) {
        (void)put(path, kind->swap, kind->line[0] == ':' && kind->line[1] == ':' ? "0" : number);
        (void)put(path, "memory.oom.group", "1");
        return true;
    }
    (void)rmdir(path);
    return false;
}

/// Tries below a group, then beside it: one that has processes cannot share out limits.
static bool make_at(const hierarchy *kind, const char *mounted, const char *own, size_t bytes,
                    char path[CHECK_CGROUP_PATH])
{
    char parent[CHECK_CGROUP_PATH];
    int size = snprintf(parent, sizeof parent, "%s%s", mounted, own);
    if (size < 0 || size >= (int)sizeof parent)
        return false;
    if (make_below(kind, parent, bytes, path))
        return true;
    char *slash = strrchr(parent, '/');
    if (slash == NULL || (size_t)(slash - parent) < strlen(mounted))
        return false;
    *slash = '\0';
    return make_below(kind, parent, bytes, path);
}

bool check_cgroup_make(size_t bytes, char path[CHECK_CGROUP_PATH])
{
    char line[CHECK_CGROUP_PATH];
    FILE *own = fopen("/proc/self/cgroup", "re");
    bool made = false;
    while (!made && own != NULL && fgets(line, sizeof line, own) != NULL) {
        line[strcspn(line, "\n")] = '\0';
        const char *colon = strchr(line, ':');
        for (size_t k = 0; colon != NULL && k < 2 && !made; k++) {
            const hierarchy *kind = &hierarchies[k];
            const char *group = colon + strlen(kind->line);
            if (strncmp(colon, kind->line, strlen(kind->line)) != 0)
                continue;
            for (size_t at = 0; at < 2 && kind->mounted[at] != NULL && !made; at++)
                made = make_at(kind, kind->mounted[at], strcmp(group, "/") == 0 ? "" : group, bytes,
                               path);
        }
    }
    if (own != NULL)
        (void)fclose(own);
    return made;
}

bool check_cgroup_join(const char *path)
{
    return put(path, "cgroup.procs", "0");
}

void check_cgroup_remove(const char *path)
{
    (void)rmdir(path);
}

// ---- Without groups ----

/// A number of kilobytes behind a name in a file of /proc.
static size_t read_kilobytes(const char *path, const char *name)
{
    char line[256];
    unsigned long value = 0;
    FILE *file = fopen(path, "re");
    while (file != NULL && fgets(line, sizeof line, file) != NULL)
        if (strncmp(line, name, strlen(name)) == 0)
            value = strtoul(line + strlen(name), NULL, 10);
    if (file != NULL)
        (void)fclose(file);
    return (size_t)value;
}

/// Sums up a number of every process but the first.
static size_t sum(const char *file, const char *name)
{
    char path[300];
    size_t kilobytes = 0;
    DIR *processes = opendir("/proc");
    for (const struct dirent *entry; processes != NULL && (entry = readdir(processes)) != NULL;) {
        if (!isdigit((unsigned char)entry->d_name[0]) || strcmp(entry->d_name, "1") == 0)
            continue;
        (void)snprintf(path, sizeof path, "/proc/%s/%s", entry->d_name, file);
        kilobytes += read_kilobytes(path, name);
    }
    if (processes != NULL)
        (void)closedir(processes);
    return kilobytes << 10;
}

size_t check_cgroup_measure(size_t most)
{
    size_t quick = sum("status", "VmRSS:");
    return quick <= most ? quick : sum("smaps_rollup", "Pss:");
}
