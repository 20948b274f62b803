// SPDX-License-Identifier: MIT
// Reads H5MD by the helper, which sends plain frames from behind its fence. Nothing that it sends
// is trusted: sizes are compared with that of the file. If the caller trusts the file, this process
// reads it, with the same code from a module that is loaded then.
#define _DEFAULT_SOURCE
#include "formats/file.h"
#include "formats/h5md.h"
#include "formats/h5md_wire.h"
#include "formats/helper.h"

#include <dlfcn.h>
#include <errno.h>
#include <string.h>
#include <sys/stat.h>

typedef struct h5md {
    covey_memory *memory;
    const char *path;
    uint64_t size; ///< of the file
    const covey_h5md_module *module;
    void *own; ///< the module's
    covey_helper helper;
} h5md;

// ---- A helper that fails ----

covey_status covey_h5md_read_failed(const covey_helper *helper, const char *path,
                                    covey_error *error)
{
    errno = helper->reason;
    if (helper->fate == COVEY_HELPER_LOST)
        return covey_file_fail("reading", path, error);
    if (helper->fate == COVEY_HELPER_ENDED && covey_helper_is_cut_off(helper))
        return covey_fail(error, COVEY_SYSTEM, "the helper that reads it was killed or cut off");
    return covey_fail(error, COVEY_INPUT, "the HDF5 library failed on it: damaged, or made to be");
}

static covey_status failed(const h5md *self, covey_error *error)
{
    return covey_h5md_read_failed(&self->helper, self->path, error);
}

covey_status covey_h5md_read_done(covey_helper *helper, covey_wire_done *done)
{
    if (!covey_helper_receive(helper, done, sizeof *done) || done->status > COVEY_INTERRUPTED)
        return COVEY_INPUT;
    char *end = memchr(done->message, '\0', sizeof done->message - 1);
    done->message[sizeof done->message - 1] = '\0';
    for (char *at = done->message; *at != '\0' && at != end; at++)
        if ((unsigned char)*at < ' ' || *at == 0x7f)
            *at = '?';
    return COVEY_OK;
}

/// Takes the answer that the helper sends instead of a frame. A helper that has too little memory
/// means a damaged file: its memory is set by the size of the file.
static covey_status take_done(h5md *self, covey_error *error)
{
    covey_wire_done done;
    if (covey_h5md_read_done(&self->helper, &done) != COVEY_OK)
        return failed(self, error);
    if (done.status == COVEY_MEMORY)
        return covey_fail(error, COVEY_INPUT,
                          "the file takes more memory than its size lets expect");
    bool told = done.status == COVEY_INPUT || done.status == COVEY_IO || done.status == COVEY_ARG;
    if (!told || done.message[0] == '\0')
        return failed(self, error);
    return covey_fail(error, (covey_status)done.status, "%s", done.message);
}

// ---- The head ----

static covey_status take_text(h5md *self, covey_text *text, uint64_t size, covey_error *error)
{
    char piece[1024];
    if (size > self->size)
        return failed(self, error);
    for (uint64_t left = size; left > 0;) {
        size_t part = left < sizeof piece ? (size_t)left : sizeof piece;
        if (!covey_helper_receive(&self->helper, piece, part) || memchr(piece, '\0', part) != NULL)
            return failed(self, error);
        covey_text_put(text, piece, part);
        left -= part;
    }
    if (size > 0 && covey_text_end(text) == NULL)
        return covey_fail(error, COVEY_MEMORY, "out of memory");
    return COVEY_OK;
}

static covey_status take_head(h5md *self, covey_frame *frame, covey_error *error)
{
    covey_wire wire;
    covey_wire_head head;
    char name[COVEY_SET_NAME];
    covey_names *names = frame->names;
    if (!covey_helper_receive(&self->helper, &wire, sizeof wire))
        return failed(self, error);
    if (wire.kind == COVEY_WIRE_DONE)
        return take_done(self, error);
    if (wire.kind != COVEY_WIRE_HEAD || !covey_helper_receive(&self->helper, &head, sizeof head) ||
        head.sets > COVEY_MAX_SETS)
        return failed(self, error);
    names->provenance.seed = head.seed;
    names->provenance.dt = head.dt;
    covey_status status = take_text(self, &names->version, head.version_size, error);
    if (status == COVEY_OK)
        status = take_text(self, &names->scenario, head.scenario_size, error);
    for (uint64_t k = 0; k < head.sets && status == COVEY_OK; k++) {
        bool good = covey_helper_receive(&self->helper, name, sizeof name) && name[0] != '\0' &&
                    memchr(name, '\0', sizeof name) != NULL &&
                    covey_frame_set_number(frame, name, strlen(name)) == (int)k;
        status = good ? COVEY_OK : failed(self, error);
    }
    return status;
}

// ---- Frames ----

static covey_status take_rows(h5md *self, uint64_t count, covey_frame *frame, covey_error *error)
{
    covey_status status = COVEY_OK;
    for (; count > 0 && status == COVEY_OK; count--) {
        covey_wire_row from;
        if (!covey_helper_receive(&self->helper, &from, sizeof from) ||
            from.set >= (uint32_t)frame->names->count)
            return failed(self, error);
        covey_row row = {.set = (int)from.set, .id = from.id};
        for (int axis = 0; axis < COVEY_AXES; axis++) {
            row.pos[axis] = from.pos[axis];
            row.vel[axis] = from.vel[axis];
            row.axis[axis] = from.axis[axis];
        }
        status = covey_frame_add(frame, &row, error);
    }
    return status;
}

static covey_status take_frame(h5md *self, covey_frame *frame, covey_error *error)
{
    covey_wire wire;
    covey_wire_frame head;
    if (!covey_helper_receive(&self->helper, &wire, sizeof wire))
        return failed(self, error);
    if (wire.kind == COVEY_WIRE_END)
        return COVEY_OK;
    if (wire.kind == COVEY_WIRE_DONE)
        return take_done(self, error);
    if (wire.kind != COVEY_WIRE_FRAME || !covey_helper_receive(&self->helper, &head, sizeof head) ||
        head.count > covey_wire_most_agents(self->size))
        return failed(self, error);
    frame->step = head.step;
    frame->time = head.time;
    frame->pixels = head.pixels != 0;
    frame->numbered = true;
    frame->every = head.every > 0.0 ? head.every : 0.0;
    const covey_space plane = covey_space_torus(head.sides[0], head.sides[1]);
    frame->space = head.torus != 0 ? plane : covey_space_open();
    frame->deep =
        covey_space_deep(head.deep_torus != 0 ? plane : covey_space_open(), head.sides[2]);
    if (frame->names->dim == 0 && head.dim == COVEY_AXES)
        frame->names->dim = COVEY_AXES;
    return take_rows(self, head.count, frame, error);
}

covey_status covey_h5md_read_next(void *own, covey_frame *frame, covey_error *error)
{
    h5md *self = own;
    return self->module != NULL ? self->module->next(self->own, frame, error)
                                : take_frame(self, frame, error);
}

// ---- Opening ----

/// Loads the module; it stays, as HDF5 cannot be unloaded.
static covey_status load(h5md *self, const char *helper, covey_error *error)
{
    covey_text path = {.memory = self->memory};
    covey_status status = COVEY_OK;
    if (helper == NULL)
        status = covey_helper_find("covey-h5md.so", &path, error);
    else {
        covey_text_string(&path, helper);
        covey_text_string(&path, ".so");
        if (covey_text_end(&path) == NULL)
            status = covey_fail(error, COVEY_MEMORY, "out of memory");
    }
    void *module = status == COVEY_OK ? dlopen(path.bytes, RTLD_NOW | RTLD_LOCAL) : NULL;
    const covey_h5md_module *found = module != NULL ? dlsym(module, COVEY_H5MD_MODULE) : NULL;
    if (status == COVEY_OK && (found == NULL || found->version != COVEY_WIRE_VERSION))
        status = covey_fail(error, COVEY_SYSTEM, "%.150s cannot be loaded, or is not of this covey",
                            path.bytes);
    covey_text_destroy(&path);
    if (status == COVEY_OK)
        self->module = found;
    return status;
}

static covey_status open_file(h5md *self, const covey_opening *opening, covey_error *error)
{
    covey_status status = covey_super_check(opening->fd, self->path, &self->size, error);
    if (status == COVEY_OK && opening->trusted && COVEY_WITH_MODULES) {
        status = load(self, opening->helper, error);
        return status == COVEY_OK ? self->module->open(opening, &self->own, error) : status;
    }
    const covey_helper_def def = {.path = opening->helper,
                                  .mode = COVEY_WIRE_READ,
                                  .file = opening->fd,
                                  .bulk = -1,
                                  .wait_s = (int)covey_wire_seconds(self->size)};
    covey_wire_ask ask = {.likelihood = opening->likelihood, .by_frames = opening->by_frames};
    if (opening->point != NULL && strlen(opening->point) >= sizeof ask.point)
        return covey_fail(error, COVEY_ARG, "the file has no point %.60s...", opening->point);
    if (opening->dataset != NULL && strlen(opening->dataset) >= sizeof ask.dataset)
        return covey_fail(error, COVEY_ARG, "the file has no dataset %.60s...", opening->dataset);
    if (opening->dataset != NULL)
        memcpy(ask.dataset, opening->dataset, strlen(opening->dataset));
    if (opening->axis != NULL && strlen(opening->axis) >= sizeof ask.axis)
        return covey_fail(error, COVEY_ARG, "the file has no points %.60s...", opening->axis);
    if (opening->axis != NULL)
        memcpy(ask.axis, opening->axis, strlen(opening->axis));
    if (opening->point != NULL)
        memcpy(ask.point, opening->point, strlen(opening->point));
    if (status == COVEY_OK)
        status = covey_helper_start(&self->helper, &def, self->memory, error);
    if (status == COVEY_OK && !covey_helper_send(&self->helper, &ask, sizeof ask))
        self->helper.fate = COVEY_HELPER_WORKS; // it may have written an answer before it ended
    return status == COVEY_OK ? take_head(self, opening->frame, error) : status;
}

covey_status covey_h5md_read_open(const covey_opening *opening, void **own, covey_error *error)
{
    struct stat about = {0};
    bool is_file = opening->path != NULL && strcmp(opening->path, "-") != 0;
    if (is_file && fstat(opening->fd, &about) != 0)
        return covey_file_fail("reading", opening->path, error);
    if (!is_file || !S_ISREG(about.st_mode))
        return covey_fail(error, COVEY_ARG, "the format h5md is read from a regular file");
    h5md *self = covey_memory_take(opening->memory, 1, sizeof *self);
    *own = self;
    if (self == NULL)
        return covey_fail(error, COVEY_MEMORY, "out of memory");
    self->memory = opening->memory;
    self->path = opening->path;
    return open_file(self, opening, error);
}

void covey_h5md_read_close(void *own)
{
    h5md *self = own;
    if (self->module != NULL && self->own != NULL)
        self->module->close(self->own);
    covey_helper_end(&self->helper, false);
    covey_memory_give(self->memory, self, 1, sizeof *self);
}
