// SPDX-License-Identifier: MIT
// Writes H5MD 1.1 (de Buyl, Colberg, Höfling, Comput. Phys. Commun. 185, 2014). The file grows in
// single-writer-multiple-reader mode: HDF5 then writes in an order that leaves a readable file at
// any time, so a killed run loses at most the frame in flight. Positions are written last: a frame
// without them does not count. Disk space for a frame is reserved before HDF5 writes, as HDF5 does
// not recover from failed writes; the superblock has the end of that space as the end of the data.
#define _POSIX_C_SOURCE 200809L
#include "base/bits.h"
#include "formats/file.h"
#include "hdf/hdf.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

enum { AXES = 3, CHUNK_BYTES = 1 << 16, SLACK = 1 << 18, CHUNK_ROWS = 1 << 17 };

/// The datasets of a set, in the order of writing.
typedef enum part { EDGES, ID, VELOCITY, POSITION, PARTS } part;

static const char *const part_names[PARTS] = {"box/edges", "id", "velocity", "position"};

typedef struct group {
    char name[COVEY_SET_NAME];
    size_t count;
    uint64_t ids;      ///< hash of the ids in every frame, once one is known
    hid_t data[PARTS]; ///< 0: not stored
} group;

typedef struct h5md {
    covey_memory *memory;
    const covey_output_def *def;
    covey_hdf_file file;
    hid_t step, time; ///< of all sets
    group groups[COVEY_MAX_SETS];
    int count; ///< sets, 0 before the first frame
    bool torus, moves, started;
    int dim;
    hsize_t frames;
    uint64_t chunk_bytes; ///< of all datasets together
} h5md;

// ---- Datasets ----

/// A dataset that grows along its first axis; a frame has `rows` × `width` values, and fewer axes
/// if one of them is 0.
typedef struct shape {
    hsize_t rows, width;
    hid_t type;
    size_t size; ///< of a value
} shape;

/// Rows of a chunk: a frame is cut into equal pieces, as a chunk of HDF5 is below 4 GiB and a
/// reader of some agents should not read all.
static hsize_t rows_of_chunk(hsize_t rows)
{
    hsize_t pieces = (rows + CHUNK_ROWS - 1) / CHUNK_ROWS;
    return pieces > 1 ? (rows + pieces - 1) / pieces : rows;
}

static hid_t make_series(h5md *self, const char *path, shape of)
{
    int rank = 1 + (of.rows > 0) + (of.width > 0);
    hsize_t extent[AXES] = {0, of.rows, of.width}, most[AXES] = {H5S_UNLIMITED, of.rows, of.width};
    hsize_t frame = (of.rows > 0 ? of.rows : 1) * (of.width > 0 ? of.width : 1) * of.size;
    hsize_t rows = rows_of_chunk(of.rows);
    hsize_t chunk[AXES] = {frame < CHUNK_BYTES ? CHUNK_BYTES / frame : 1, rows, of.width};
    if (chunk[0] > 1024)
        chunk[0] = 1024;
    const uint64_t zero = 0;
    hid_t space = H5Screate_simple(rank, extent, most),
          list = covey_hdf_make_list(H5P_DATASET_CREATE);
    (void)H5Pset_chunk(list, rank, chunk);
    (void)H5Pset_fill_value(list, H5T_NATIVE_UINT64, &zero);
    (void)H5Pset_fill_time(list, H5D_FILL_TIME_ALLOC);
    hid_t made = H5Dcreate2(self->file.id, path, of.type, space, H5P_DEFAULT, list, H5P_DEFAULT);
    (void)H5Pclose(list);
    (void)H5Sclose(space);
    self->chunk_bytes += chunk[0] * frame; // equal pieces may have a few rows more
    return made;
}

// ---- The sets ----

/// Writes the path "particles/<set>/<below><name>".
static const char *path_of(char path[256], const char *set, const char *below, const char *name)
{
    path[0] = '\0';
    const char *pieces[] = {"particles/", set, "/", below, name};
    size_t used = 0;
    for (int k = 0; k < 5; k++) {
        size_t size = strlen(pieces[k]);
        memcpy(path + used, pieces[k], size + 1);
        used += size;
    }
    return path;
}

static bool make_part(h5md *self, group *to, int which, const char *first)
{
    const shape shapes[PARTS] = {
        [EDGES] = {AXES, AXES, H5T_IEEE_F64LE, 8},
        [ID] = {to->count, 0, H5T_STD_U32LE, 4},
        [VELOCITY] = {to->count, AXES, H5T_IEEE_F64LE, 8},
        [POSITION] = {to->count, AXES, H5T_IEEE_F64LE, 8},
    };
    char path[256], target[256];
    const char *name = part_names[which];
    if (!covey_hdf_make_group(self->file.id, path_of(path, to->name, name, ""), false))
        return false;
    to->data[which] = make_series(self, path_of(path, to->name, name, "/value"), shapes[which]);
    return to->data[which] >= 0 &&
           H5Lcreate_hard(self->file.id, path_of(target, first, "step", ""), self->file.id,
                          path_of(path, to->name, name, "/step"), H5P_DEFAULT, H5P_DEFAULT) >= 0 &&
           H5Lcreate_hard(self->file.id, path_of(target, first, "time", ""), self->file.id,
                          path_of(path, to->name, name, "/time"), H5P_DEFAULT, H5P_DEFAULT) >= 0;
}

static bool make_box(h5md *self, const group *to)
{
    static const int dimension = AXES;
    char boundary[AXES][9] = {"none", "none", "none"}, path[256];
    for (int axis = 0; axis < self->dim && self->torus; axis++)
        memcpy(boundary[axis], "periodic", 9);
    (void)path_of(path, to->name, "box", "");
    hid_t type = covey_hdf_make_string(sizeof boundary[0]);
    bool good = covey_hdf_make_group(self->file.id, path, false) &&
                covey_hdf_make_attribute(self->file.id, path, "dimension",
                                         (covey_hdf_content){H5T_NATIVE_INT, 0, &dimension}) &&
                covey_hdf_make_attribute(self->file.id, path, "boundary",
                                         (covey_hdf_content){type, AXES, boundary}) &&
                (self->dim < AXES ||
                 covey_hdf_make_attribute(self->file.id, path, COVEY_HDF_DIM,
                                          (covey_hdf_content){H5T_NATIVE_INT, 0, &dimension}));
    (void)H5Tclose(type);
    return good;
}

/// Makes the datasets of step and time, which all elements share by hard links.
static bool make_clock(h5md *self, const char *first)
{
    char path[256];
    self->step =
        make_series(self, path_of(path, first, "step", ""), (shape){0, 0, H5T_STD_U64LE, 8});
    self->time =
        make_series(self, path_of(path, first, "time", ""), (shape){0, 0, H5T_IEEE_F64LE, 8});
    return self->step >= 0 && self->time >= 0;
}

/// Starts the mode in which the file can be read at any time; no objects can be made after that.
static bool start(h5md *self)
{
    self->started =
        H5Fflush(self->file.id, H5F_SCOPE_LOCAL) >= 0 && H5Fstart_swmr_write(self->file.id) >= 0;
    return self->started && covey_hdf_disk_release(&self->file.disk);
}

static bool make_sets(h5md *self, const covey_hdf_set *sets, int count)
{
    const char *first = sets[0].name;
    char path[256];
    bool good = true;
    for (int k = 0; k < count && good; k++) {
        group *to = &self->groups[k];
        memcpy(to->name, sets[k].name, strlen(sets[k].name) + 1);
        to->count = sets[k].count;
        good = covey_hdf_make_group(self->file.id, path_of(path, to->name, "", ""), false) &&
               (k > 0 || make_clock(self, first)) && make_box(self, to);
        for (int which = 0; which < PARTS && good; which++)
            if ((which != EDGES || self->torus) && (which != VELOCITY || self->moves))
                good = make_part(self, to, which, first);
    }
    self->count = count;
    return good && H5Ldelete(self->file.id, path_of(path, first, "step", ""), H5P_DEFAULT) >= 0 &&
           H5Ldelete(self->file.id, path_of(path, first, "time", ""), H5P_DEFAULT) >= 0 &&
           start(self);
}

// ---- Disk space ----

/// Fails with COVEY_IO, and the reason of the disk if it has one.
static covey_status fail_io(h5md *self, covey_error *error)
{
    errno = self->file.disk.failure;
    if (errno != 0)
        return covey_file_fail("writing", self->def->path, error);
    return covey_fail(error, COVEY_IO, "HDF5 failed to write %.120s", self->def->path);
}

/// Reserves disk space for the next `size` bytes of the file.
static covey_status reserve(h5md *self, uint64_t size, covey_error *error)
{
    covey_hdf_disk *disk = &self->file.disk;
    uint64_t wanted = disk->end + size;
    if (wanted <= disk->reserved)
        return COVEY_OK;
    bool good = covey_hdf_disk_reserve(disk, wanted + SLACK);
    return good ? COVEY_OK : covey_file_fail("writing", self->def->path, error);
}

// ---- Frames ----

/// Appends one frame to a dataset, and hands it to the operating system.
static bool append(const h5md *self, hid_t data, hid_t type, const void *values)
{
    hid_t space = H5Dget_space(data);
    hsize_t extent[AXES] = {0}, begin[AXES] = {self->frames};
    int rank = H5Sget_simple_extent_dims(space, extent, NULL);
    (void)H5Sclose(space);
    extent[0] = self->frames + 1;
    if (rank < 1 || H5Dset_extent(data, extent) < 0)
        return false;
    space = H5Dget_space(data);
    extent[0] = 1;
    hid_t one = H5Screate_simple(rank, extent, NULL);
    bool good = H5Sselect_hyperslab(space, H5S_SELECT_SET, begin, NULL, extent, NULL) >= 0 &&
                H5Dwrite(data, type, one, space, H5P_DEFAULT, values) >= 0;
    (void)H5Sclose(one);
    (void)H5Sclose(space);
    return good && H5Dflush(data) >= 0;
}

static bool append_set(h5md *self, const group *to, const covey_hdf_set *set,
                       const covey_space *space)
{
    const double edges[AXES][AXES] = {{space->size[0], 0, 0},
                                      {0, space->size[1], 0},
                                      {0, 0, self->dim == AXES ? space->size[2] : 1}};
    return (!self->torus || append(self, to->data[EDGES], H5T_NATIVE_DOUBLE, edges)) &&
           append(self, to->data[ID], H5T_NATIVE_UINT32, set->id) &&
           (!self->moves || append(self, to->data[VELOCITY], H5T_NATIVE_DOUBLE, set->vel)) &&
           append(self, to->data[POSITION], H5T_NATIVE_DOUBLE, set->pos);
}

/// Hashes ids; `hash` is 0 before the first id. All frames must have the same hash, as programs
/// that read H5MD identify agents by their row.
static uint64_t hash_ids(uint64_t hash, const uint32_t *id, size_t count)
{
    for (size_t i = 0; i < count; i++)
        hash = covey_hash_word(hash, id[i]);
    return hash;
}

static covey_status check_sets(const h5md *self, const covey_hdf_frame *frame, covey_error *error)
{
    bool torus = frame->space.kind == COVEY_SPACE_TORUS;
    for (int k = 0; k < frame->count; k++) {
        const covey_hdf_set *set = &frame->sets[k];
        if (set->count == 0)
            return covey_fail(error, COVEY_ARG, "H5MD cannot hold the empty set %s", set->name);
        if (self->count == 0)
            continue;
        const group *to = &self->groups[k];
        if (frame->count != self->count || set->count != to->count ||
            strcmp(set->name, to->name) != 0 || torus != self->torus ||
            covey_space_dim(&frame->space) != self->dim ||
            (self->frames > 0 && hash_ids(0, set->id, set->count) != to->ids))
            return covey_fail(error, COVEY_ARG,
                              "H5MD holds the same sets with the same agents in every frame");
        if (!self->moves && set->moves)
            return covey_fail(error, COVEY_ARG, "H5MD holds velocities from the first frame on");
    }
    return COVEY_OK;
}

static covey_status make_room(h5md *self, const covey_hdf_frame *frame, covey_error *error)
{
    uint64_t bytes = self->chunk_bytes;
    for (int k = 0; k < frame->count && self->count == 0; k++)
        bytes += frame->sets[k].count * (uint64_t)64 + 5 * CHUNK_BYTES;
    return reserve(self, 2 * bytes + SLACK + self->file.disk.reserved / 64, error);
}

static bool begin_sets(h5md *self, const covey_hdf_frame *frame)
{
    self->torus = frame->space.kind == COVEY_SPACE_TORUS;
    self->dim = covey_space_dim(&frame->space);
    self->moves = false;
    for (int k = 0; k < frame->count; k++)
        self->moves = self->moves || frame->sets[k].moves;
    return make_sets(self, frame->sets, frame->count);
}

covey_status covey_hdf_write_put(void *own, const covey_hdf_frame *frame, covey_error *error)
{
    h5md *self = own;
    covey_status status = check_sets(self, frame, error);
    if (status == COVEY_OK)
        status = make_room(self, frame, error);
    if (status != COVEY_OK)
        return status;
    bool good = self->count > 0 || begin_sets(self, frame);
    good = good && append(self, self->step, H5T_NATIVE_UINT64, &frame->step) &&
           append(self, self->time, H5T_NATIVE_DOUBLE, &frame->time);
    for (int k = 0; k < frame->count && good; k++) {
        self->groups[k].ids = hash_ids(0, frame->sets[k].id, frame->sets[k].count);
        good = append_set(self, &self->groups[k], &frame->sets[k], &frame->space);
    }
    self->frames += good;
    return good && self->file.disk.failure == 0 ? COVEY_OK : fail_io(self, error);
}

// ---- Resuming ----

/// Opens the sets of a file; false if covey did not write them so.
static bool find_set(h5md *self, const char *name)
{
    if (self->count == COVEY_MAX_SETS || strlen(name) >= COVEY_SET_NAME)
        return false;
    group *to = &self->groups[self->count];
    memcpy(to->name, name, strlen(name) + 1);
    char path[256];
    for (int which = 0; which < PARTS; which++) {
        (void)path_of(path, name, part_names[which], "/value");
        if (covey_hdf_file_exists(&self->file, path))
            to->data[which] = covey_hdf_file_dataset(&self->file, path);
    }
    if (to->data[POSITION] <= 0 || to->data[ID] <= 0)
        return false;
    hid_t space = H5Dget_space(to->data[POSITION]);
    hsize_t extent[AXES] = {0};
    bool good = H5Sget_simple_extent_ndims(space) == AXES &&
                H5Sget_simple_extent_dims(space, extent, NULL) >= 0;
    (void)H5Sclose(space);
    to->count = (size_t)extent[1];
    self->torus = to->data[EDGES] > 0;
    self->dim = covey_hdf_file_dim(&self->file, name);
    self->moves = to->data[VELOCITY] > 0;
    self->chunk_bytes += to->count * (uint64_t)64 + 5 * CHUNK_BYTES;
    self->count++;
    return good;
}

static herr_t visit_set(hid_t place, const char *name, const H5L_info_t *about, void *context)
{
    (void)place;
    (void)about;
    return find_set(context, name) ? 0 : -1;
}

static bool find_sets(h5md *self)
{
    if (!covey_hdf_file_exists(&self->file, "particles"))
        return false;
    hid_t particles = H5Gopen2(self->file.id, "particles", H5P_DEFAULT);
    bool good = H5Literate(particles, H5_INDEX_CRT_ORDER, H5_ITER_INC, NULL, visit_set, self) >= 0;
    (void)H5Gclose(particles);
    if (!good || self->count == 0)
        return good;
    char path[256];
    (void)path_of(path, self->groups[0].name, "position/step", "");
    self->step = covey_hdf_file_dataset(&self->file, path);
    (void)path_of(path, self->groups[0].name, "position/time", "");
    self->time = covey_hdf_file_dataset(&self->file, path);
    return self->step >= 0 && self->time >= 0;
}

static bool cut(hid_t data, hsize_t frames)
{
    hsize_t extent[H5S_MAX_RANK] = {0};
    hid_t space = H5Dget_space(data);
    (void)H5Sget_simple_extent_dims(space, extent, NULL);
    (void)H5Sclose(space);
    extent[0] = frames;
    return H5Dset_extent(data, extent) >= 0;
}

/// Counts the complete frames up to the step to keep, and finds the last of them.
static hsize_t count_kept(const h5md *self, covey_kept *last)
{
    hsize_t whole = covey_hdf_file_extent(self->step), kept = 0;
    hsize_t timed = covey_hdf_file_extent(self->time);
    whole = timed < whole ? timed : whole;
    for (int k = 0; k < self->count; k++)
        for (int which = 0; which < PARTS; which++)
            if (self->groups[k].data[which] > 0) {
                hsize_t extent = covey_hdf_file_extent(self->groups[k].data[which]);
                whole = extent < whole ? extent : whole;
            }
    hid_t space = H5Dget_space(self->step), one = H5Screate(H5S_SCALAR);
    for (; kept < whole; kept++) {
        uint64_t step = UINT64_MAX;
        if (H5Sselect_elements(space, H5S_SELECT_SET, 1, &kept) < 0 ||
            H5Dread(self->step, H5T_NATIVE_UINT64, one, space, H5P_DEFAULT, &step) < 0 ||
            step > self->def->resume->step || (kept > 0 && step <= last->step))
            break;
        *last = (covey_kept){true, step};
    }
    (void)H5Sclose(one);
    (void)H5Sclose(space);
    return kept;
}

/// Hashes the ids of the first frame that is kept, which those of all frames must match.
static bool read_ids(group *to)
{
    enum { SOME = 1024 };
    uint32_t id[SOME];
    hid_t space = H5Dget_space(to->data[ID]);
    hsize_t extent[H5S_MAX_RANK] = {0};
    bool good = H5Sget_simple_extent_ndims(space) == 2 &&
                H5Sget_simple_extent_dims(space, extent, NULL) >= 0 && extent[1] == to->count;
    to->ids = 0;
    for (hsize_t begin[2] = {0}; begin[1] < to->count && good; begin[1] += SOME) {
        hsize_t left = to->count - begin[1], size[2] = {1, left < SOME ? left : SOME};
        hid_t some = H5Screate_simple(2, size, NULL);
        good = H5Sselect_hyperslab(space, H5S_SELECT_SET, begin, NULL, size, NULL) >= 0 &&
               H5Dread(to->data[ID], H5T_NATIVE_UINT32, some, space, H5P_DEFAULT, id) >= 0;
        (void)H5Sclose(some);
        if (good)
            to->ids = hash_ids(to->ids, id, (size_t)size[1]);
    }
    (void)H5Sclose(space);
    return good;
}

static bool cut_all(h5md *self)
{
    if (self->count == 0)
        return true;
    covey_kept last = {0};
    self->frames = count_kept(self, &last);
    bool good = cut(self->step, self->frames) && cut(self->time, self->frames);
    for (int k = 0; k < self->count && self->frames > 0; k++)
        good = good && read_ids(&self->groups[k]);
    for (int k = 0; k < self->count; k++)
        for (int which = 0; which < PARTS; which++)
            if (self->groups[k].data[which] > 0)
                good = good && cut(self->groups[k].data[which], self->frames);
    return good && start(self);
}

/// Fails with COVEY_INPUT if the file is that of another run.
static covey_status check_origin(h5md *self, covey_error *error)
{
    const covey_provenance *origin = &self->def->provenance;
    covey_text scenario = {.memory = self->memory};
    uint64_t seed = 0;
    double dt = 0.0;
    bool good = covey_hdf_file_number(&self->file, "covey/seed", H5T_NATIVE_UINT64, &seed) &&
                covey_hdf_file_number(&self->file, "covey/dt", H5T_NATIVE_DOUBLE, &dt) &&
                covey_hdf_file_string(&self->file, "covey/scenario", &scenario) &&
                seed == origin->seed && dt == origin->dt &&
                strcmp(scenario.bytes, origin->scenario) == 0;
    bool lacks_memory = scenario.failed;
    covey_text_destroy(&scenario);
    if (lacks_memory)
        return covey_fail(error, COVEY_MEMORY, "out of memory");
    return good ? COVEY_OK
                : covey_fail(error, COVEY_INPUT,
                             "%.120s is the file of another run: its scenario, "
                             "seed or dt differ from those of this one",
                             self->def->path);
}

static covey_status damaged(const h5md *self, covey_error *error)
{
    return covey_fail(error, COVEY_INPUT, "%.120s is damaged: HDF5 cannot go on with it",
                      self->def->path);
}

// ---- Opening and closing ----

static covey_status open_new(h5md *self, covey_error *error)
{
    covey_hdf_disk *disk = &self->file.disk;
    disk->held = true;
    covey_status status = reserve(self, SLACK, error); // before HDF5 writes
    if (status != COVEY_OK)
        return status;
    disk->reserved = disk->end = 0; // the file is emptied
    self->file.id = covey_hdf_file_create(disk);
    if (self->file.id < 0)
        return fail_io(self, error);
    status = reserve(self, SLACK, error);
    if (status == COVEY_OK &&
        (!covey_hdf_make_origin(self->file.id, &self->def->provenance) || disk->failure != 0))
        status = fail_io(self, error);
    return status;
}

/// Fails unless the open file is of this run; opens its sets.
static covey_status take_up(h5md *self, covey_error *error)
{
    const char *path = self->def->path;
    errno = self->file.disk.failure;
    if (errno != 0)
        return covey_file_fail("reading", path, error);
    covey_status status = COVEY_OK;
    if (self->file.id < 0 || !covey_hdf_file_exists(&self->file, "covey/seed"))
        status = covey_fail(error, COVEY_INPUT, "%.120s is no H5MD file of covey", path);
    if (status == COVEY_OK)
        status = check_origin(self, error);
    if (status == COVEY_OK && !find_sets(self))
        status = damaged(self, error);
    errno = self->file.disk.failure;
    return errno == 0 ? status : covey_file_fail("reading", path, error);
}

static covey_status open_old(h5md *self, covey_error *error)
{
    covey_hdf_disk *disk = &self->file.disk;
    self->file.id = covey_hdf_file_open(disk, true);
    covey_status status = take_up(self, error);
    disk->reserved = disk->size;
    if (status == COVEY_OK)
        status = reserve(self, SLACK, error);
    if (status != COVEY_OK || cut_all(self))
        return status;
    return disk->failure != 0 ? fail_io(self, error) : damaged(self, error);
}

covey_status covey_hdf_write_finish(void *own, covey_error *error)
{
    h5md *self = own;
    covey_hdf_disk *disk = &self->file.disk;
    covey_status status = COVEY_OK;
    disk->reserved = 0;
    bool opened = self->file.id > 0, good = disk->failure == 0;
    if (opened && good) // the datasets are closed too
        good = H5Fclose(self->file.id) >= 0 && disk->failure == 0 && covey_hdf_disk_release(disk) &&
               covey_hdf_disk_finish(disk);
    if (opened && !good)
        status = fail_io(self, error);
    covey_memory_give(self->memory, self, 1, sizeof *self);
    return status;
}

covey_status covey_hdf_write_look(const covey_creation *creation, covey_kept *last,
                                  covey_error *error)
{
    h5md self = {.memory = creation->memory, .def = creation->def, .file.disk.fd = creation->fd};
    self.file.id = covey_hdf_file_open(&self.file.disk, false);
    covey_status status = take_up(&self, error);
    if (status == COVEY_OK && self.count > 0)
        (void)count_kept(&self, last);
    errno = self.file.disk.failure;
    return errno == 0 ? status : covey_file_fail("reading", self.def->path, error);
}

covey_status covey_hdf_write_create(const covey_creation *creation, void **own, covey_error *error)
{
    h5md *self = covey_memory_take(creation->memory, 1, sizeof *self);
    if (self == NULL)
        return covey_fail(error, COVEY_MEMORY, "out of memory");
    *self = (h5md){.memory = creation->memory, .def = creation->def, .file.disk.fd = creation->fd};
    *own = self;
    return self->def->resume != NULL ? open_old(self, error) : open_new(self, error);
}
