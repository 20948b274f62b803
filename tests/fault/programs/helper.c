// SPDX-License-Identifier: MIT
// A program in the place of covey-h5md that behaves as one that a file made to harm has taken over.
// How is told by the last byte of the file that it is given; as a writer it crashes at the first
// frame.
#define _DEFAULT_SOURCE
#include "formats/h5md_wire.h"

#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void put(const void *bytes, size_t size)
{
    if (write(COVEY_WIRE_TALK, bytes, size) != (ssize_t)size)
        _exit(1);
}

static void put_wire(uint32_t kind, uint32_t size)
{
    const covey_wire wire = {kind, size};
    put(&wire, sizeof wire);
}

static void get(void *bytes, size_t size)
{
    for (size_t at = 0; at < size;) {
        ssize_t got = read(COVEY_WIRE_TALK, (char *)bytes + at, size - at);
        if (got <= 0)
            _exit(0);
        at += (size_t)got;
    }
}

static void put_head(uint64_t scenario, uint64_t sets)
{
    const covey_wire_head head = {.scenario_size = scenario, .sets = sets};
    char name[COVEY_SET_NAME] = "a";
    put_wire(COVEY_WIRE_HEAD, sizeof head);
    put(&head, sizeof head);
    if (sets == 1)
        put(name, sizeof name);
}

static void put_frame(uint64_t count, uint32_t set)
{
    const covey_wire_frame frame = {.count = count};
    const covey_wire_row row = {.pos = {(double)NAN, (double)INFINITY}, .set = set};
    put_wire(COVEY_WIRE_FRAME, sizeof frame);
    put(&frame, sizeof frame);
    put(&row, sizeof row);
}

static void crash(void)
{
    (void)signal(SIGSEGV, SIG_DFL);
    (void)raise(SIGSEGV);
}

static void put_done(uint32_t status, const char *message)
{
    covey_wire_done done = {.status = status};
    memset(done.message, 'x', sizeof done.message); // without an end
    if (message != NULL)
        memcpy(done.message, message, strlen(message) + 1);
    put_wire(COVEY_WIRE_DONE, sizeof done);
    put(&done, sizeof done);
}

static void fail_writing(void)
{
    covey_wire wire;
    covey_wire_start start;
    char text[4096];
    get(&wire, sizeof wire);
    get(&start, sizeof start);
    get(text, (size_t)(start.path_size + start.version_size + start.scenario_size) % sizeof text);
    put_done(COVEY_OK, "");
    get(&wire, sizeof wire);
    crash();
}

int main(int count, char **words)
{
    char how = 0, noise[4096];
    if (lseek(COVEY_WIRE_FILE, -1, SEEK_END) >= 0 && read(COVEY_WIRE_FILE, &how, 1) != 1)
        return 1;
    if (how == 's') // silent from the beginning
        return 0;
    put_wire(COVEY_WIRE_READY, how == 'v' ? 99 : COVEY_WIRE_VERSION);
    if (count > 1 && strcmp(words[1], COVEY_WIRE_WRITE) == 0)
        fail_writing();
    memset(noise, 0x5a, sizeof noise);
    if (how == 'c')
        crash();
    if (how == 'x') // as if from outside
        (void)raise(SIGKILL);
    if (how == 'h')
        (void)pause();
    if (how == 'g')
        put(noise, sizeof noise);
    if (how == 'z')
        put_head(UINT64_MAX / 2, 0);
    if (how == 'm')
        put_head(0, UINT64_MAX);
    if (how == 'e')
        put_done(COVEY_INPUT, "red \033[31m\n");
    if (how == 'l')
        put_done(COVEY_INPUT, NULL);
    if (how == 'o')
        put_done(COVEY_OK, "");
    if (how == 'u')
        put_done(4000000000U, "");
    if (strchr("bkn", how) != NULL)
        put_head(0, 1);
    if (how == 'b')
        put_frame((uint64_t)1 << 60, 0);
    if (how == 'k')
        put_frame(1, 7);
    if (how == 'n')
        put_frame(1, 0);
    return 0;
}
