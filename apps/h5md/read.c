// SPDX-License-Identifier: MIT
// The reader sends all frames of the file, in their order, without requests.
#define _DEFAULT_SOURCE
#include "server.h"

#include <string.h>
#include <unistd.h>

static const covey_kept nothing = {0};

static const char *text_of(const covey_text *text)
{
    return text->size > 0 ? text->bytes : "";
}

static void send_head(server *self, const covey_names *names)
{
    const covey_wire wire = {COVEY_WIRE_HEAD, sizeof(covey_wire_head)};
    const covey_wire_head head = {names->provenance.seed, names->provenance.dt, names->version.size,
                                  names->scenario.size, (uint64_t)names->count};
    server_send(self, &wire, sizeof wire);
    server_send(self, &head, sizeof head);
    server_send(self, text_of(&names->version), names->version.size);
    server_send(self, text_of(&names->scenario), names->scenario.size);
    for (int k = 0; k < names->count; k++)
        server_send(self, names->name[k], COVEY_SET_NAME);
    server_flush(self);
}

static void send_frame(server *self, const covey_frame *frame)
{
    const covey_wire wire = {COVEY_WIRE_FRAME, sizeof(covey_wire_frame)};
    const covey_wire_frame head = {
        frame->step,
        frame->time,
        frame->space.kind == COVEY_SPACE_TORUS,
        frame->deep.kind == COVEY_SPACE_TORUS,
        (uint64_t)frame->names->dim,
        frame->pixels,
        frame->every,
        {frame->space.size[0], frame->space.size[1], frame->deep.size[2]},
        frame->count};
    server_send(self, &wire, sizeof wire);
    server_send(self, &head, sizeof head);
    for (size_t k = 0; k < frame->count; k++) {
        const covey_row *from = &frame->rows[k];
        const covey_wire_row row = {{from->pos[0], from->pos[1], from->pos[2]},
                                    {from->vel[0], from->vel[1], from->vel[2]},
                                    {from->axis[0], from->axis[1], from->axis[2]},
                                    (uint32_t)from->set,
                                    from->id};
        server_send(self, &row, sizeof row);
    }
    server_flush(self);
}

void server_read(server *self)
{
    covey_memory memory = covey_memory_init((covey_allocator){0});
    covey_error error = {0};
    covey_names names = {.version.memory = &memory, .scenario.memory = &memory};
    covey_frame frame;
    void *own = NULL;
    covey_frame_init(&frame, &memory, &names);
    covey_wire_ask ask;
    server_receive(self, &ask, sizeof ask);
    ask.point[sizeof ask.point - 1] = '\0';
    ask.axis[sizeof ask.axis - 1] = '\0';
    ask.dataset[sizeof ask.dataset - 1] = '\0';
    const covey_opening opening = {.memory = &memory,
                                   .path = "the file",
                                   .fd = COVEY_WIRE_FILE,
                                   .frame = &frame,
                                   .point = ask.point[0] != '\0' ? ask.point : NULL,
                                   .axis = ask.axis[0] != '\0' ? ask.axis : NULL,
                                   .dataset = ask.dataset[0] != '\0' ? ask.dataset : NULL,
                                   .likelihood = ask.likelihood,
                                   .by_frames = ask.by_frames != 0};
    covey_status status = covey_hdf_read_open(&opening, &own, &error);
    if (status == COVEY_OK)
        send_head(self, &names);
    while (status == COVEY_OK) {
        server_renew(covey_wire_seconds(self->size));
        covey_frame_clear(&frame);
        status = covey_hdf_read_next(own, &frame, &error);
        if (status == COVEY_OK && frame.count == 0) {
            const covey_wire end = {COVEY_WIRE_END, 0};
            server_send(self, &end, sizeof end);
            server_flush(self);
            _exit(0);
        }
        if (status == COVEY_OK)
            send_frame(self, &frame);
    }
    server_done(self, status, &error, &nothing);
    _exit(0);
}
