// SPDX-License-Identifier: MIT
// Exchanges bytes with the program that started this one. That program may end at any time: its end
// of the socket is closed then, or, if another process has a copy of it, the parent of this process
// changes.
#define _GNU_SOURCE
#include "server.h"

#include <errno.h>
#include <poll.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

enum { LOOK_MS = 1000, TRIES = 20000 };

static void await(server *self, short event)
{
    struct pollfd wait = {.fd = COVEY_WIRE_TALK, .events = event};
    for (int tries = 0; tries < TRIES;) {
        int came = poll(&wait, 1, LOOK_MS);
        if (came > 0)
            return;
        if (getppid() != self->parent)
            _exit(0);
        if (came < 0)
            tries++;
    }
    _exit(covey_status_exit(COVEY_SYSTEM));
}

static void pass_on(server *self, const unsigned char *bytes, size_t size)
{
    int tries = 0;
    while (size > 0) {
        await(self, POLLOUT);
        ssize_t put = send(COVEY_WIRE_TALK, bytes, size, MSG_NOSIGNAL | MSG_DONTWAIT);
        if (put > 0) {
            bytes += put;
            size -= (size_t)put;
            tries = 0;
        } else if ((put < 0 && errno != EINTR && errno != EAGAIN) || ++tries > TRIES)
            _exit(covey_status_exit(COVEY_CLOSED));
    }
}

void server_flush(server *self)
{
    pass_on(self, self->buffer, self->out);
    self->out = 0;
}

void server_send(server *self, const void *bytes, size_t size)
{
    if (size > sizeof self->buffer - self->out)
        server_flush(self);
    if (size > sizeof self->buffer) {
        pass_on(self, bytes, size);
        return;
    }
    memcpy(self->buffer + self->out, bytes, size);
    self->out += size;
}

void server_receive(server *self, void *bytes, size_t size)
{
    char *to = bytes;
    int tries = 0;
    while (size > 0) {
        await(self, POLLIN);
        ssize_t got = recv(COVEY_WIRE_TALK, to, size, MSG_DONTWAIT);
        if (got > 0) {
            to += got;
            size -= (size_t)got;
            tries = 0;
        } else if (got == 0 || (errno != EINTR && errno != EAGAIN) || ++tries > TRIES)
            _exit(covey_status_exit(COVEY_CLOSED));
    }
}

void server_done(server *self, covey_status status, const covey_error *error,
                 const covey_kept *last)
{
    const covey_wire wire = {COVEY_WIRE_DONE, sizeof(covey_wire_done)};
    covey_wire_done done = {.status = status, .any = last->any, .step = last->step};
    if (status != COVEY_OK)
        memcpy(done.message, error->message, sizeof done.message);
    server_send(self, &wire, sizeof wire);
    server_send(self, &done, sizeof done);
    server_flush(self);
}

void server_renew(uint64_t seconds)
{
    struct rusage used;
    struct rlimit limit;
    if (getrusage(RUSAGE_SELF, &used) != 0 || getrlimit(RLIMIT_CPU, &limit) != 0)
        return;
    rlim_t wanted = (rlim_t)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) + seconds + 2;
    limit.rlim_cur = wanted < limit.rlim_max ? wanted : limit.rlim_max;
    (void)setrlimit(RLIMIT_CPU, &limit);
}
