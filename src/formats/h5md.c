// SPDX-License-Identifier: MIT
// Writes H5MD by a helper program that uses HDF5, so that a failure or crash of that library
// becomes a message and an exit code here. Both processes share memory for the agents of a chunk;
// the helper acknowledges the last agents of a frame once it has given all of it to the operating
// system.
#define _GNU_SOURCE

#include "formats/h5md.h"
#include "formats/file.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { LOOK_S = 60 }; ///< seconds to look at a file, besides the seconds for its size

typedef struct h5md {
    covey_memory *memory;
    const covey_output_def *def;
    covey_helper helper;
    int bulk;
    void *shared; ///< memory of the bulk, or NULL
    size_t size;
    covey_wire_put told;   ///< the frame at hand
    uint64_t set, row;     ///< the next agent of it that is to be sent
    covey_wire_some piece; ///< agents that are in the bulk
} h5md;

// ---- Talking ----

static covey_status failed(const h5md *self, covey_error *error)
{
    errno = self->helper.reason;
    if (self->helper.fate == COVEY_HELPER_LOST)
        return covey_file_fail("writing", self->def->path, error);
    return covey_fail(error, COVEY_IO, "writing %.150s failed: the HDF5 library broke down",
                      self->def->path);
}

static bool send(h5md *self, covey_wire_kind kind, const void *bytes, size_t size)
{
    const covey_wire wire = {kind, (uint32_t)size};
    return covey_helper_send(&self->helper, &wire, sizeof wire) &&
           covey_helper_send(&self->helper, bytes, size);
}

/// Receives the answer of the helper, and the last frame that is kept of the file.
static covey_status take_done(h5md *self, covey_kept *last, covey_error *error)
{
    covey_wire wire = {0};
    covey_wire_done done;
    if (!covey_helper_receive(&self->helper, &wire, sizeof wire) || wire.kind != COVEY_WIRE_DONE ||
        covey_h5md_read_done(&self->helper, &done) != COVEY_OK)
        return last != NULL ? covey_h5md_read_failed(&self->helper, self->def->path, error)
                            : failed(self, error);
    if (last != NULL)
        *last = (covey_kept){done.any != 0, done.step};
    return done.status == COVEY_OK
               ? COVEY_OK
               : covey_fail(error, (covey_status)done.status, "%s", done.message);
}

static covey_status start(h5md *self, const covey_creation *creation, const char *mode, int wait_s,
                          covey_error *error)
{
    const covey_output_def *def = creation->def;
    const covey_provenance *origin = &def->provenance;
    const covey_helper_def helper = {def->helper, mode, creation->fd, self->bulk, wait_s};
    covey_status status = covey_helper_start(&self->helper, &helper, creation->memory, error);
    if (status != COVEY_OK)
        return status;
    const covey_wire_start words = {def->resume != NULL,
                                    def->resume != NULL ? def->resume->step : 0,
                                    origin->seed,
                                    origin->dt,
                                    strlen(def->path),
                                    strlen(origin->version),
                                    strlen(origin->scenario)};
    bool sent = send(self, COVEY_WIRE_START, &words, sizeof words) &&
                covey_helper_send(&self->helper, def->path, words.path_size) &&
                covey_helper_send(&self->helper, origin->version, words.version_size) &&
                covey_helper_send(&self->helper, origin->scenario, words.scenario_size);
    return sent ? COVEY_OK : failed(self, error);
}

// ---- Frames ----

/// Grows the shared memory to hold some agents. It is allocated now, as writing to it could not
/// report a failure.
static covey_status make_room(h5md *self, uint64_t size, covey_error *error)
{
    if (size <= self->size)
        return COVEY_OK;
    errno = posix_fallocate(self->bulk, 0, (off_t)size);
    if (errno == ENOMEM || errno == ENOSPC)
        return covey_fail(error, COVEY_MEMORY, "out of memory");
    if (errno != 0)
        return covey_file_fail("writing", self->def->path, error);
    void *shared = mmap(NULL, (size_t)size, PROT_READ | PROT_WRITE, MAP_SHARED, self->bulk, 0);
    if (shared == MAP_FAILED)
        return covey_fail(error, COVEY_MEMORY, "out of memory");
    if (self->shared != NULL)
        (void)munmap(self->shared, self->size);
    self->shared = shared;
    self->size = (size_t)size;
    return COVEY_OK;
}

/// Puts vectors of three axes: in the plane the third component is 0, missing vectors are NaN.
static void interleave(double *to, const double *const from[COVEY_AXES], int dim, size_t begin,
                       size_t end)
{
    for (size_t i = begin; i < end; i++)
        for (int axis = 0; axis < COVEY_AXES; axis++)
            *to++ = axis >= dim ? 0.0 : from[axis] != NULL ? from[axis][i] : (double)NAN;
}

static covey_wire_put describe(const covey_frame_set *sets, int count)
{
    covey_wire_put told = {
        .step = sets[0].step,
        .time = sets[0].time,
        .torus = sets[0].space.kind == COVEY_SPACE_TORUS,
        .dim = (uint64_t)covey_space_dim(&sets[0].space),
        .count = (uint64_t)count,
    };
    memcpy(told.sides, sets[0].space.size, sizeof told.sides);
    for (int k = 0; k < count; k++) {
        memcpy(told.sets[k].name, sets[k].set, strlen(sets[k].set) + 1);
        told.sets[k].count = sets[k].count;
        told.sets[k].moves = sets[k].vel[0] != NULL || sets[k].id == NULL;
        if (sets[k].id != NULL)
            told.sets[k].ids = covey_wire_hash_ids(0, sets[k].id, sets[k].count);
    }
    return told;
}

static covey_status begin(void *own, const covey_frame_set *sets, int count, covey_error *error)
{
    h5md *self = own;
    uint64_t most = 0;
    self->told = describe(sets, count);
    self->set = self->row = self->piece.count = 0;
    for (int k = 0; k < count; k++) {
        uint64_t rows = covey_wire_rows(sets[k].count);
        most = rows > most ? rows : most;
    }
    covey_status status = make_room(self, covey_wire_bulk_of(most), error);
    if (status != COVEY_OK)
        return status;
    self->piece.room = covey_wire_rows(sets[0].count);
    if (!send(self, COVEY_WIRE_PUT, &self->told, sizeof self->told))
        return failed(self, error);
    return take_done(self, NULL, error);
}

/// Lets the helper write the agents that are in the bulk.
static covey_status pass_on(h5md *self, covey_error *error)
{
    if (!send(self, COVEY_WIRE_SOME, &self->piece, sizeof self->piece))
        return failed(self, error);
    covey_status status = take_done(self, NULL, error);
    self->row += self->piece.count;
    self->piece.count = 0;
    if (self->row == self->told.sets[self->set].count) {
        self->row = 0;
        self->set++;
        if (self->set < self->told.count)
            self->piece.room = covey_wire_rows(self->told.sets[self->set].count);
    }
    return status;
}

/// Copies agents from index `at` of a set on into the bulk, as many as it has room for. Returns
/// their number.
static size_t copy(h5md *self, const covey_frame_set *set, size_t at)
{
    covey_wire_some *piece = &self->piece;
    uint64_t left = self->told.sets[self->set].count - self->row - piece->count,
             most = piece->room - piece->count;
    most = left < most ? left : most;
    size_t some = set->count - at < most ? set->count - at : (size_t)most;
    double *numbers = self->shared;
    covey_id *ids = (covey_id *)(void *)(numbers + 6 * piece->room);
    const int dim = covey_space_dim(&set->space);
    interleave(numbers + 3 * piece->count, set->pos, dim, at, at + some);
    interleave(numbers + 3 * (piece->room + piece->count), set->vel, dim, at, at + some);
    memcpy(ids + piece->count, set->id + at, some * sizeof *ids);
    piece->count += some;
    return some;
}

static covey_status some(void *own, const covey_frame_set *set, covey_error *error)
{
    h5md *self = own;
    covey_status status = COVEY_OK;
    for (size_t at = 0; at < set->count && status == COVEY_OK;) {
        at += copy(self, set, at);
        bool last = self->row + self->piece.count == self->told.sets[self->set].count;
        if (last || self->piece.count == self->piece.room)
            status = pass_on(self, error);
    }
    return status;
}

static covey_status store(void *own, const covey_frame_set *sets, int count, covey_error *error)
{
    covey_status status = begin(own, sets, count, error);
    for (int k = 0; k < count && status == COVEY_OK; k++)
        status = some(own, &sets[k], error);
    return status;
}

// ---- Opening and closing ----

static covey_status look(const covey_creation *creation, covey_kept *last, covey_error *error)
{
    uint64_t size = 0;
    if (lseek(creation->fd, 0, SEEK_END) == 0)
        return COVEY_OK;
    covey_error found = {0};
    covey_status status = covey_super_check(creation->fd, creation->def->path, &size, &found);
    if (status == COVEY_INPUT)
        return covey_fail(error, status, "%.120s is no H5MD file of covey", creation->def->path);
    if (status != COVEY_OK) {
        if (error != NULL)
            *error = found;
        return status;
    }
    h5md *self = covey_memory_take(creation->memory, 1, sizeof *self);
    if (self == NULL)
        return covey_fail(error, COVEY_MEMORY, "out of memory");
    *self = (h5md){.memory = creation->memory, .def = creation->def, .bulk = -1};
    status = start(self, creation, COVEY_WIRE_LOOK, LOOK_S + (int)covey_wire_seconds(size), error);
    if (status == COVEY_OK)
        status = take_done(self, last, error);
    covey_helper_end(&self->helper, false);
    covey_memory_give(creation->memory, self, 1, sizeof *self);
    return status;
}

static covey_status finish(void *own, covey_error *error)
{
    h5md *self = own;
    covey_status status = COVEY_OK;
    bool works = self->helper.pid > 0 && self->helper.fate == COVEY_HELPER_WORKS;
    if (works && !send(self, COVEY_WIRE_CLOSE, NULL, 0))
        status = failed(self, error);
    else if (works)
        status = take_done(self, NULL, error);
    covey_helper_end(&self->helper, status == COVEY_OK && works);
    if (self->shared != NULL)
        (void)munmap(self->shared, self->size);
    if (self->bulk >= 0)
        (void)close(self->bulk);
    covey_memory_give(self->memory, self, 1, sizeof *self);
    return status;
}

static covey_status create(const covey_creation *creation, void **own, covey_error *error)
{
    h5md *self = covey_memory_take(creation->memory, 1, sizeof *self);
    if (self == NULL)
        return covey_fail(error, COVEY_MEMORY, "out of memory");
    *self = (h5md){.memory = creation->memory, .def = creation->def};
    self->bulk = memfd_create("covey", MFD_CLOEXEC);
    covey_status status = COVEY_OK;
    if (self->bulk < 0)
        status = covey_fail(error, COVEY_SYSTEM, "memory cannot be shared: %s", strerror(errno));
    if (status == COVEY_OK)
        status = start(self, creation, COVEY_WIRE_WRITE, 0, error);
    if (status == COVEY_OK)
        status = take_done(self, NULL, error);
    if (status == COVEY_OK) {
        *own = self;
        return COVEY_OK;
    }
    (void)finish(self, NULL);
    return status;
}

const covey_format_plugin covey_format_h5md = {
    .about = {.name = "h5md",
              .title = "H5MD 1.1 (HDF5), for MDAnalysis and h5py",
              .suffix = ".h5md",
              .reads = true,
              .writes = true,
              .built = COVEY_WITH_H5MD,
              .fixed = true},
    .look = look,
    .create = create,
    .store = store,
    .store_begin = begin,
    .store_some = some,
    .finish = finish,
    .open = covey_h5md_read_open,
    .next = covey_h5md_read_next,
    .close = covey_h5md_read_close,
    .also = ".h5",
    .project = ".slp",
    .points = true,
};
