// SPDX-License-Identifier: MIT
// covey-h5md runs HDF5 in a separate process. covey starts it with a file and a socket; it reads
// the file, or writes the frames that it receives, behind a fence: if the library fails on a
// damaged or hostile file, it has access to that file, some memory and some time, and to nothing
// else.
#define _GNU_SOURCE
#include "server.h"

#include "fence/fence.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

enum {
    MEMORY = 512 << 20, ///< bytes that a reader may take beside the bytes for a large file
    A_BYTE = 8,         ///< bytes of memory for each byte of the file
    PAGE_TEXT = 64,
};

/// Closes all other descriptors, and ignores signals for the program: the helper ends when the
/// socket does.
static void shut_off(int first)
{
    static const int ignored[] = {SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGPIPE, SIGXFSZ};
    (void)syscall(SYS_close_range, first, ~0U, 0);
    for (size_t k = 0; k < sizeof ignored / sizeof *ignored; k++)
        (void)signal(ignored[k], SIG_IGN);
    const struct rlimit none = {0, 0};
    (void)setrlimit(RLIMIT_CORE, &none);
}

/// Returns the bytes of address space that this process has: a sanitizer takes very many.
static uint64_t used_memory(void)
{
    char text[PAGE_TEXT] = "";
    int file = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
    ssize_t size = file < 0 ? 0 : read(file, text, sizeof text - 1);
    if (file >= 0)
        (void)close(file);
    return size > 0 ? strtoull(text, NULL, 10) * (uint64_t)sysconf(_SC_PAGESIZE) : 0;
}

static void limit_memory(uint64_t size)
{
    struct rlimit limit;
    uint64_t most = used_memory() + MEMORY + A_BYTE * size;
    if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_max < most)
        return;
    limit.rlim_cur = limit.rlim_max = most;
    (void)setrlimit(RLIMIT_AS, &limit);
}

int main(int count, char **words)
{
    struct stat about;
    const char *mode = count == 2 ? words[1] : "";
    bool writes = strcmp(mode, COVEY_WIRE_WRITE) == 0, reads = strcmp(mode, COVEY_WIRE_READ) == 0,
         looks = strcmp(mode, COVEY_WIRE_LOOK) == 0;
    int kind = 0;
    socklen_t kind_size = sizeof kind;
    if ((!writes && !reads && !looks) ||
        getsockopt(COVEY_WIRE_TALK, SOL_SOCKET, SO_TYPE, &kind, &kind_size) != 0 ||
        fstat(COVEY_WIRE_FILE, &about) != 0) {
        (void)fprintf(stderr, "covey-h5md: covey starts this program where it needs HDF5\n");
        return covey_status_exit(COVEY_ARG);
    }
    shut_off(writes ? COVEY_WIRE_BULK + 1 : COVEY_WIRE_BULK);
    if (!covey_hdf_file_begin())
        _exit(covey_status_exit(COVEY_SYSTEM));
    if (!writes)
        limit_memory((uint64_t)about.st_size);
    server_renew(covey_wire_seconds((uint64_t)about.st_size));
    (void)prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    (void)covey_fence_files(NULL);
    (void)covey_fence_few_calls();
    server self = {.parent = getppid(), .size = (uint64_t)about.st_size};
    const covey_wire ready = {COVEY_WIRE_READY, COVEY_WIRE_VERSION};
    server_send(&self, &ready, sizeof ready);
    server_flush(&self);
    if (reads)
        server_read(&self);
    server_write(&self, looks);
    _exit(0); // skip the exit handlers of HDF5, which would touch the file again
}
