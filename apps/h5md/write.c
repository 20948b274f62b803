// SPDX-License-Identifier: MIT
// The writer opens a file, adds frames to it and closes it, with an answer to each request.
#define _DEFAULT_SOURCE
#include "server.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { WORK_S = 600 }; ///< seconds of processor time for one request

static const covey_kept nothing = {0};

/// Answers that there is no memory, and ends.
static void lack_memory(server *self)
{
    covey_error error;
    (void)covey_fail(&error, COVEY_MEMORY, "out of memory");
    server_done(self, COVEY_MEMORY, &error, &nothing);
    _exit(0);
}

static char *receive_text(server *self, uint64_t size)
{
    char *text = size < SIZE_MAX ? malloc((size_t)size + 1) : NULL;
    if (text == NULL)
        lack_memory(self);
    server_receive(self, text, (size_t)size);
    text[size] = '\0';
    return text;
}

static covey_output_def receive_def(server *self)
{
    covey_wire wire;
    covey_wire_start start;
    covey_output_def def = {0};
    server_receive(self, &wire, sizeof wire);
    if (wire.kind != COVEY_WIRE_START)
        _exit(covey_status_exit(COVEY_ARG));
    server_receive(self, &start, sizeof start);
    covey_bookmark *resume = calloc(1, sizeof *resume);
    if (resume == NULL)
        lack_memory(self);
    resume->step = start.resume_step;
    def.resume = start.resume != 0 ? resume : NULL;
    def.provenance.seed = start.seed;
    def.provenance.dt = start.dt;
    def.path = receive_text(self, start.path_size);
    def.provenance.version = receive_text(self, start.version_size);
    def.provenance.scenario = receive_text(self, start.scenario_size);
    return def;
}

/// The shared memory to which the program writes agents.
typedef struct bulk {
    unsigned char *bytes;
    size_t size;
} bulk;

static bool map(bulk *to, uint64_t size)
{
    if (size <= to->size)
        return true;
    if (to->bytes != NULL)
        (void)munmap(to->bytes, to->size);
    *to = (bulk){0};
    void *bytes = mmap(NULL, (size_t)size, PROT_READ, MAP_SHARED, COVEY_WIRE_BULK, 0);
    if (bytes == MAP_FAILED)
        return false;
    *to = (bulk){bytes, (size_t)size};
    return true;
}

static void put(server *self, void *own)
{
    covey_wire_put told;
    covey_error error = {0};
    server_receive(self, &told, sizeof told);
    covey_hdf_frame frame = {
        .step = told.step,
        .time = told.time,
        .space = {.kind = told.torus != 0 ? COVEY_SPACE_TORUS : COVEY_SPACE_OPEN,
                  .dim = (int)told.dim,
                  .size = {told.sides[0], told.sides[1], told.sides[2]}},
        .count = (int)told.count,
    };
    for (uint64_t k = 0; k < told.count; k++) {
        const covey_wire_set *set = &told.sets[k];
        frame.sets[k] = (covey_hdf_set){set->name, (size_t)set->count, set->moves != 0, set->ids};
    }
    covey_status status = covey_hdf_write_begin(own, &frame, &error);
    server_done(self, status, &error, &nothing);
}

static void put_some(server *self, void *own, bulk *from)
{
    covey_wire_some told;
    covey_error error = {0};
    server_receive(self, &told, sizeof told);
    covey_status status = COVEY_OK;
    if (map(from, covey_wire_bulk_of(told.room))) {
        const double *numbers = (const double *)(const void *)from->bytes;
        const covey_hdf_piece piece = {
            .count = (size_t)told.count,
            .pos = numbers,
            .vel = numbers + 3 * told.room,
            .id = (const covey_id *)(const void *)(numbers + 6 * told.room),
        };
        status = covey_hdf_write_some(own, &piece, &error);
    } else
        status = covey_fail(&error, COVEY_MEMORY, "out of memory");
    server_done(self, status, &error, &nothing);
}

static void serve(server *self, void *own)
{
    covey_wire wire;
    covey_error error = {0};
    bulk shared = {0};
    for (;;) {
        server_renew(WORK_S);
        server_receive(self, &wire, sizeof wire);
        if (wire.kind == COVEY_WIRE_PUT)
            put(self, own);
        else if (wire.kind == COVEY_WIRE_SOME)
            put_some(self, own, &shared);
        else
            break;
    }
    if (wire.kind != COVEY_WIRE_CLOSE)
        _exit(covey_status_exit(COVEY_ARG));
    covey_status status = covey_hdf_write_finish(own, &error);
    server_done(self, status, &error, &nothing);
    _exit(0);
}

void server_write(server *self, bool looks)
{
    covey_memory memory = covey_memory_init((covey_allocator){0});
    covey_output_def def = receive_def(self);
    covey_error error = {0};
    covey_kept last = {0};
    void *own = NULL;
    const covey_creation creation = {&memory, &def, COVEY_WIRE_FILE};
    covey_status status = looks ? covey_hdf_write_look(&creation, &last, &error)
                                : covey_hdf_write_create(&creation, &own, &error);
    server_done(self, status, &error, &last);
    if (looks || own == NULL)
        _exit(0);
    serve(self, own);
}
