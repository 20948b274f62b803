// SPDX-License-Identifier: MIT
// Programs that do harm: hostile DEED MARK. By the mark the test finds processes that are left.
#define _GNU_SOURCE
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <arpa/inet.h>

static void wait_for_ever(void)
{
    for (;;)
        (void)pause();
}

static void bomb(void)
{
    for (;;)
        (void)fork();
}

/// Prints how many processes it can start.
static void start_many(void)
{
    enum { ENOUGH = 1000 };
    int count = 0;
    for (pid_t child = 1; child > 0 && count<ENOUGH; count += child> 0) {
        child = fork();
        if (child == 0)
            wait_for_ever();
    }
    printf("%d\n", count);
}

static void flood(void)
{
    static char block[1 << 16];
    memset(block, '1', sizeof block);
    while (write(STDOUT_FILENO, block, sizeof block) > 0)
        ;
}

static void loop(void)
{
    for (volatile unsigned long k = 0;; k++)
        ;
}

/// Leaves the work to others, of which each has less than a whole share of the time.
static void share_loop(void)
{
    for (int k = 0; k < 7; k++)
        if (fork() == 0)
            loop();
    wait_for_ever();
}

/// Starts one short process after another.
static void loop_in_children(void)
{
    for (;;) {
        if (fork() == 0) {
            for (volatile unsigned long k = 0; k < 10000000; k++)
                ;
            _exit(0);
        }
        (void)wait(NULL);
    }
}

/// Sleeps longer than a quarter of a second, as a program does that has to wait for a processor.
static void sleep_long(void)
{
    (void)usleep(700000);
    (void)puts("slept");
}

/// Waits for ever beside other programs in a folder that it keeps; returns when it comes again.
static void wait_once(void)
{
    if (mkdir("waited", 0700) == 0)
        wait_for_ever();
    (void)puts("alone");
}

static void be_stubborn(void)
{
    for (int number = 1; number < NSIG; number++)
        (void)signal(number, SIG_IGN);
    (void)setsid();
    loop();
}

/// Leaves a process behind that has left its group, session, parent and output.
static void leave_a_daemon(void)
{
    if (fork() == 0) {
        (void)setsid();
        if (fork() == 0) {
            for (int file = 0; file < 16; file++)
                (void)close(file);
            wait_for_ever();
        }
        _exit(0);
    }
}

static void close_output(void)
{
    (void)close(STDOUT_FILENO);
    (void)close(STDERR_FILENO);
    wait_for_ever();
}

static void litter(void)
{
    static char block[1 << 16];
    int file = open("large", O_WRONLY | O_CREAT, 0600);
    (void)mkdirat(AT_FDCWD, "deep", 0);
    (void)signal(SIGXFSZ, SIG_IGN);
    long written = 0;
    for (ssize_t put; (put = write(file, block, sizeof block)) > 0;)
        written += put;
    printf("%ld\n", written);
}

/// Prints whether a file can be made in the folder above, which the caller may write to; and
/// whether one can be made, renamed and removed here.
static void trespass(void)
{
    int there = open("../trespassed", O_WRONLY | O_CREAT, 0600);
    bool here = mkdir("a", 0700) == 0 && close(open("a/b", O_WRONLY | O_CREAT, 0600)) == 0 &&
                rename("a/b", "b") == 0 && truncate("b", 0) == 0 && unlink("b") == 0 &&
                rmdir("a") == 0 && open("/dev/null", O_WRONLY) >= 0;
    printf("%d %d\n", there >= 0, here);
}

static void eat_memory(void)
{
    size_t size = (size_t)1 << 30;
    char *much = malloc(size);
    if (much == NULL)
        abort();
    memset(much, 1, size);
    printf("%d\n", much[size / 2]);
}

static void read_system_files(void)
{
    char text[256];
    FILE *file = fopen("/etc/passwd", "r");
    while (file != NULL && fgets(text, sizeof text, file) != NULL)
        (void)fputs(text, stdout);
}

/// Prints whether a packet can be sent to another machine.
static void use_network(void)
{
    struct sockaddr_in there = {.sin_family = AF_INET, .sin_port = htons(9)};
    there.sin_addr.s_addr = htonl(0xc0000201); // 192.0.2.1, an address for documents
    int out = socket(AF_INET, SOCK_DGRAM, 0);
    printf("%d\n", sendto(out, "x", 1, 0, (struct sockaddr *)&there, sizeof there) == 1);
}

/// Prints whether a signal to its group reaches only processes that it started.
static void lead(void)
{
    printf("%d\n", getpgrp() == getpid() && getsid(0) == getpid());
}

static void crash(void)
{
    (void)raise(SIGSEGV);
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        void (*run)(void);
    } deeds[] = {
        {"bomb", bomb},
        {"many", start_many},
        {"flood", flood},
        {"loop", loop},
        {"share", share_loop},
        {"children", loop_in_children},
        {"sleep", sleep_long},
        {"once", wait_once},
        {"stubborn", be_stubborn},
        {"daemon", leave_a_daemon},
        {"close", close_output},
        {"litter", litter},
        {"trespass", trespass},
        {"memory", eat_memory},
        {"read", read_system_files},
        {"network", use_network},
        {"lead", lead},
        {"crash", crash},
        {"abort", abort},
    };
    for (size_t k = 0; argc > 1 && k < sizeof deeds / sizeof *deeds; k++)
        if (strcmp(deeds[k].name, argv[1]) == 0)
            deeds[k].run();
    return 0;
}
