// SPDX-License-Identifier: MIT
// A library to be loaded before others (LD_PRELOAD): of the calls for memory that the program
// itself makes, not its libraries, it refuses the one whose number COVEY_REFUSE tells, from 1, and
// makes the file COVEY_REFUSED, so that a test knows that it came to it.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <sys/auxv.h>
#include <unistd.h>

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *block, size_t size);

static atomic_long calls;

static bool is_of_program(const void *caller)
{
    Dl_info program, place;
    return dladdr((const void *)getauxval(AT_ENTRY), &program) != 0 &&
           dladdr(caller, &place) != 0 && place.dli_fbase == program.dli_fbase;
}

static bool refuses(const void *caller)
{
    const char *number = getenv("COVEY_REFUSE"), *path = getenv("COVEY_REFUSED");
    if (number == NULL || path == NULL || !is_of_program(caller) || ++calls != atol(number))
        return false;
    (void)close(open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0666));
    return true;
}

void *malloc(size_t size)
{
    return refuses(__builtin_return_address(0)) ? NULL : __libc_malloc(size);
}

void *calloc(size_t count, size_t size)
{
    return refuses(__builtin_return_address(0)) ? NULL : __libc_calloc(count, size);
}

void *realloc(void *block, size_t size)
{
    return refuses(__builtin_return_address(0)) ? NULL : __libc_realloc(block, size);
}
