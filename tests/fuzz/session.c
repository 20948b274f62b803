// SPDX-License-Identifier: MIT
// Any bytes as a session file. A refusal has a message and, where it is of the text, a line; an
// accepted session steps with its commands, and its record is accepted again and comes to the same
// state. Memory is given back.
#define _GNU_SOURCE
#include "covey/session.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
const char *__lsan_default_suppressions(void);

/// libfyaml 0.7.12 forgets a buffer where a long quoted text does not end.
const char *__lsan_default_suppressions(void)
{
    return "leak:libfyaml.so";
}

enum { MOST_BYTES = 1 << 20, STEPS = 4 };

static void require(bool holds)
{
    if (!holds)
        abort();
}

// ---- Memory: a mebibyte, so that no scenario takes long ----

static void *resize(void *context, void *block, size_t old_size, size_t new_size)
{
    size_t *used = context;
    if (new_size > old_size && new_size - old_size > MOST_BYTES - *used)
        return NULL;
    *used = *used - old_size + new_size;
    if (new_size > 0)
        return realloc(block, new_size);
    free(block);
    return NULL;
}

// ---- Files ----

typedef struct text {
    char bytes[MOST_BYTES];
    size_t size;
} text;

static covey_status append(void *context, const void *bytes, size_t size)
{
    text *to = context;
    if (size > sizeof to->bytes - to->size)
        return COVEY_IO;
    memcpy(to->bytes + to->size, bytes, size);
    to->size += size;
    return COVEY_OK;
}

static covey_status open_session(const void *bytes, size_t size, size_t *used,
                                 covey_session **session, covey_error *error)
{
    char path[40];
    covey_world_def engine = covey_world_def_default();
    int file = memfd_create("session", 0);
    require(file >= 0 && write(file, bytes, size) == (ssize_t)size);
    (void)snprintf(path, sizeof path, "/proc/self/fd/%d", file);
    engine.threads = 1;
    engine.allocator = (covey_allocator){resize, used};
    covey_status status = covey_session_open(path, &engine, session, error);
    (void)close(file);
    return status;
}

static covey_status play(covey_session *session, uint64_t steps, covey_error *error)
{
    covey_status status = covey_session_catch_up(session, error);
    for (uint64_t step = 0; step < steps && status == COVEY_OK; step++) {
        status = covey_session_step(session, error);
        if (status == COVEY_OK)
            status = covey_session_catch_up(session, error);
    }
    require(status == COVEY_OK || error->message[0] != '\0');
    require(status == COVEY_OK || status == COVEY_INPUT || status == COVEY_MEMORY ||
            status == COVEY_DIVERGED || status == COVEY_ARG);
    return status;
}

/// Reads the record of a session that took `steps`, and comes to its state.
static void check_written(const covey_session *session, uint64_t steps)
{
    static text written;
    size_t used = 0;
    covey_session *again;
    covey_error error = {0};
    written.size = 0;
    covey_status status = covey_session_write(session, (covey_sink){append, &written}, NULL);
    if (status != COVEY_OK)
        return; // too long
    status = open_session(written.bytes, written.size, &used, &again, &error);
    require(status == COVEY_OK || status == COVEY_MEMORY);
    if (status == COVEY_OK && play(again, steps, &error) == COVEY_OK)
        require(covey_world_hash(covey_session_world(again)) ==
                covey_world_hash(covey_session_world(session)));
    covey_session_destroy(again);
    require(used == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    size_t used = 0;
    covey_session *session;
    covey_error error = {0};
    covey_status status = open_session(data, size, &used, &session, &error);
    require(status == COVEY_OK || (session == NULL && error.status == status));
    require(status == COVEY_OK || status == COVEY_INPUT || status == COVEY_MEMORY ||
            status == COVEY_IO || status == COVEY_ARG);
    require(status == COVEY_OK || error.message[0] != '\0');
    if (status == COVEY_OK) {
        uint64_t steps, hash;
        require(covey_session_end(session, &steps, &hash));
        steps = steps < STEPS ? steps : STEPS;
        if (play(session, steps, &error) == COVEY_OK)
            check_written(session, steps);
    }
    covey_session_destroy(session);
    require(used == 0);
    return 0;
}
