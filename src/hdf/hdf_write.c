// SPDX-License-Identifier: MIT
// Writes H5MD 1.1 (de Buyl, Colberg, Höfling, Comput. Phys. Commun. 185, 2014). The file grows in
// single-writer-multiple-reader mode: HDF5 then writes in an order that leaves a readable file at
// any time, so a killed run loses at most the frame in flight. Positions are written last: a frame
// without them does not count. Disk space for a frame is reserved before HDF5 writes, as HDF5 does
// not recover from failed writes; the superblock has the end of that space as the end of the data.
#define _POSIX_C_SOURCE 200809L
#include "formats/file.h"
#include "formats/h5md_wire.h"
#include "hdf/hdf_writer.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

enum { AXES = 3 };

// ---- Datasets ----

/// A dataset that grows along its first axis; a frame has `rows` × `width` values, and fewer axes
/// if one of them is 0.
typedef struct shape {
    hsize_t rows, width;
    hid_t type;
    size_t size; ///< of a value
} shape;

static hid_t make_series(covey_hdf_writer *self, const char *path, shape of)
{
    int rank = 1 + (of.rows > 0) + (of.width > 0);
    hsize_t extent[AXES] = {0, of.rows, of.width}, most[AXES] = {H5S_UNLIMITED, of.rows, of.width};
    hsize_t frame = (of.rows > 0 ? of.rows : 1) * (of.width > 0 ? of.width : 1) * of.size;
    hsize_t rows = covey_wire_rows(of.rows);
    hsize_t chunk[AXES] = {frame < COVEY_HDF_CHUNK ? COVEY_HDF_CHUNK / frame : 1, rows, of.width};
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

const char *covey_hdf_part_name(int part)
{
    static const char *const names[COVEY_HDF_PARTS] = {"box/edges", "id", "velocity", "position"};
    return names[part];
}

const char *covey_hdf_path(char path[256], const char *set, const char *below, const char *name)
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

static bool make_part(covey_hdf_writer *self, covey_hdf_group *to, int which, const char *first)
{
    const shape shapes[COVEY_HDF_PARTS] = {
        [COVEY_HDF_EDGES] = {AXES, AXES, H5T_IEEE_F64LE, 8},
        [COVEY_HDF_ID] = {to->count, 0, COVEY_HDF_FILED_ID, sizeof(covey_id)},
        [COVEY_HDF_VELOCITY] = {to->count, AXES, H5T_IEEE_F64LE, 8},
        [COVEY_HDF_POSITION] = {to->count, AXES, H5T_IEEE_F64LE, 8},
    };
    char path[256], target[256];
    const char *name = covey_hdf_part_name(which);
    if (!covey_hdf_make_group(self->file.id, covey_hdf_path(path, to->name, name, ""), false))
        return false;
    to->data[which] =
        make_series(self, covey_hdf_path(path, to->name, name, "/value"), shapes[which]);
    return to->data[which] >= 0 &&
           H5Lcreate_hard(self->file.id, covey_hdf_path(target, first, "step", ""), self->file.id,
                          covey_hdf_path(path, to->name, name, "/step"), H5P_DEFAULT,
                          H5P_DEFAULT) >= 0 &&
           H5Lcreate_hard(self->file.id, covey_hdf_path(target, first, "time", ""), self->file.id,
                          covey_hdf_path(path, to->name, name, "/time"), H5P_DEFAULT,
                          H5P_DEFAULT) >= 0;
}

static bool make_box(covey_hdf_writer *self, const covey_hdf_group *to)
{
    static const int dimension = AXES;
    char boundary[AXES][9] = {"none", "none", "none"}, path[256];
    for (int axis = 0; axis < self->dim && self->torus; axis++)
        memcpy(boundary[axis], "periodic", 9);
    (void)covey_hdf_path(path, to->name, "box", "");
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
static bool make_clock(covey_hdf_writer *self, const char *first)
{
    char path[256];
    self->step =
        make_series(self, covey_hdf_path(path, first, "step", ""), (shape){0, 0, H5T_STD_U64LE, 8});
    self->time = make_series(self, covey_hdf_path(path, first, "time", ""),
                             (shape){0, 0, H5T_IEEE_F64LE, 8});
    return self->step >= 0 && self->time >= 0;
}

bool covey_hdf_start(covey_hdf_writer *self)
{
    self->started =
        H5Fflush(self->file.id, H5F_SCOPE_LOCAL) >= 0 && H5Fstart_swmr_write(self->file.id) >= 0;
    return self->started && covey_hdf_disk_release(&self->file.disk);
}

static bool make_sets(covey_hdf_writer *self, const covey_hdf_set *sets, int count)
{
    const char *first = sets[0].name;
    char path[256];
    bool good = true;
    for (int k = 0; k < count && good; k++) {
        covey_hdf_group *to = &self->groups[k];
        memcpy(to->name, sets[k].name, strlen(sets[k].name) + 1);
        to->count = sets[k].count;
        good = covey_hdf_make_group(self->file.id, covey_hdf_path(path, to->name, "", ""), false) &&
               (k > 0 || make_clock(self, first)) && make_box(self, to);
        for (int which = 0; which < COVEY_HDF_PARTS && good; which++)
            if ((which != COVEY_HDF_EDGES || self->torus) &&
                (which != COVEY_HDF_VELOCITY || self->moves))
                good = make_part(self, to, which, first);
    }
    self->count = count;
    return good &&
           H5Ldelete(self->file.id, covey_hdf_path(path, first, "step", ""), H5P_DEFAULT) >= 0 &&
           H5Ldelete(self->file.id, covey_hdf_path(path, first, "time", ""), H5P_DEFAULT) >= 0 &&
           covey_hdf_start(self);
}

// ---- Disk space ----

covey_status covey_hdf_fail(covey_hdf_writer *self, covey_error *error)
{
    errno = self->file.disk.failure;
    if (errno != 0)
        return covey_file_fail("writing", self->def->path, error);
    return covey_fail(error, COVEY_IO, "HDF5 failed to write %.120s", self->def->path);
}

covey_status covey_hdf_reserve(covey_hdf_writer *self, uint64_t size, covey_error *error)
{
    covey_hdf_disk *disk = &self->file.disk;
    uint64_t wanted = disk->end + size;
    if (wanted <= disk->reserved)
        return COVEY_OK;
    bool good = covey_hdf_disk_reserve(disk, wanted + COVEY_HDF_SLACK);
    return good ? COVEY_OK : covey_file_fail("writing", self->def->path, error);
}

// ---- Frames ----

/// Makes room for one more frame in a dataset.
static bool extend(const covey_hdf_writer *self, hid_t data)
{
    hid_t space = H5Dget_space(data);
    hsize_t extent[AXES] = {0};
    int rank = H5Sget_simple_extent_dims(space, extent, NULL);
    (void)H5Sclose(space);
    extent[0] = self->frames + 1;
    return rank > 0 && H5Dset_extent(data, extent) >= 0;
}

/// Writes rows `first` to `first` + `count` - 1 of the last frame of a dataset; all of it if
/// `count` is 0.
static bool write_rows(const covey_hdf_writer *self, hid_t data, hid_t type, size_t first,
                       size_t count, const void *values)
{
    hid_t space = H5Dget_space(data);
    hsize_t extent[AXES] = {0}, begin[AXES] = {self->frames, first};
    int rank = H5Sget_simple_extent_dims(space, extent, NULL);
    extent[0] = 1;
    if (count > 0)
        extent[1] = count;
    hid_t some = H5Screate_simple(rank, extent, NULL);
    bool good = H5Sselect_hyperslab(space, H5S_SELECT_SET, begin, NULL, extent, NULL) >= 0 &&
                H5Dwrite(data, type, some, space, H5P_DEFAULT, values) >= 0;
    (void)H5Sclose(some);
    (void)H5Sclose(space);
    return good;
}

/// Appends one frame to a small dataset, and hands it to the operating system.
static bool append(const covey_hdf_writer *self, hid_t data, hid_t type, const void *values)
{
    return extend(self, data) && write_rows(self, data, type, 0, 0, values) && H5Dflush(data) >= 0;
}

/// Begins the set that is next: a file has its agents only once they are flushed.
static bool open_set(covey_hdf_writer *self)
{
    const covey_hdf_group *to = &self->groups[self->set];
    const double *size = self->space.size;
    const double edges[AXES][AXES] = {
        {size[0], 0, 0}, {0, size[1], 0}, {0, 0, self->dim == AXES ? size[2] : 1}};
    self->row = 0;
    self->ids = 0;
    return (!self->torus || append(self, to->data[COVEY_HDF_EDGES], H5T_NATIVE_DOUBLE, edges)) &&
           extend(self, to->data[COVEY_HDF_ID]) &&
           (!self->moves || extend(self, to->data[COVEY_HDF_VELOCITY])) &&
           extend(self, to->data[COVEY_HDF_POSITION]);
}

/// Hands the agents of a set to the operating system, positions last.
static bool flush_set(const covey_hdf_writer *self)
{
    const covey_hdf_group *to = &self->groups[self->set];
    return H5Dflush(to->data[COVEY_HDF_ID]) >= 0 &&
           (!self->moves || H5Dflush(to->data[COVEY_HDF_VELOCITY]) >= 0) &&
           H5Dflush(to->data[COVEY_HDF_POSITION]) >= 0;
}

static bool cut(hid_t data, hsize_t frames)
{
    hsize_t extent[H5S_MAX_RANK] = {0};
    hid_t space = H5Dget_space(data);
    (void)H5Sget_simple_extent_dims(space, extent, NULL);
    (void)H5Sclose(space);
    if (extent[0] == frames)
        return true;
    extent[0] = frames;
    return H5Dset_extent(data, extent) >= 0;
}

bool covey_hdf_cut(const covey_hdf_writer *self)
{
    bool good = cut(self->step, self->frames) && cut(self->time, self->frames);
    for (int k = 0; k < self->count; k++)
        for (int which = 0; which < COVEY_HDF_PARTS; which++)
            if (self->groups[k].data[which] > 0)
                good = good && cut(self->groups[k].data[which], self->frames);
    return good;
}

static covey_status refuse_agents(const covey_hdf_writer *self, int set,
                                  const covey_hdf_frame *frame, covey_error *error)
{
    static const char why[] = "H5MD holds the same sets with the same agents in every frame";
    const covey_hdf_set *now = &frame->sets[set];
    const covey_hdf_group *first = &self->groups[set];
    if (frame->count == self->count && strcmp(now->name, first->name) == 0 &&
        now->count != first->count)
        return covey_fail(error, COVEY_ARG,
                          "%s, but %s has %zu at step %llu and had %zu in the first frame: "
                          "CSV and XYZ can hold both",
                          why, now->name, now->count, (unsigned long long)frame->step,
                          first->count);
    return covey_fail(error, COVEY_ARG, "%s, others come at step %llu: CSV and XYZ can hold both",
                      why, (unsigned long long)frame->step);
}

static covey_status check_sets(const covey_hdf_writer *self, const covey_hdf_frame *frame,
                               covey_error *error)
{
    bool torus = frame->space.kind == COVEY_SPACE_TORUS;
    for (int k = 0; k < frame->count; k++) {
        const covey_hdf_set *set = &frame->sets[k];
        if (set->count == 0)
            return covey_fail(error, COVEY_ARG, "H5MD cannot hold the empty set %s", set->name);
        if (self->count == 0)
            continue;
        const covey_hdf_group *to = &self->groups[k];
        if (frame->count != self->count || set->count != to->count ||
            strcmp(set->name, to->name) != 0 || torus != self->torus ||
            covey_space_dim(&frame->space) != self->dim ||
            (self->frames > 0 && set->ids != 0 && set->ids != to->ids))
            return refuse_agents(self, k, frame, error);
        if (!self->moves && set->moves)
            return covey_fail(error, COVEY_ARG, "H5MD holds velocities from the first frame on");
    }
    return COVEY_OK;
}

static covey_status make_room(covey_hdf_writer *self, const covey_hdf_frame *frame,
                              covey_error *error)
{
    uint64_t bytes = self->chunk_bytes;
    for (int k = 0; k < frame->count && self->count == 0; k++)
        bytes += frame->sets[k].count * (uint64_t)64 + 5 * COVEY_HDF_CHUNK;
    return covey_hdf_reserve(self, 2 * bytes + COVEY_HDF_SLACK + self->file.disk.reserved / 64,
                             error);
}

static bool begin_sets(covey_hdf_writer *self, const covey_hdf_frame *frame)
{
    self->torus = frame->space.kind == COVEY_SPACE_TORUS;
    self->dim = covey_space_dim(&frame->space);
    self->moves = false;
    for (int k = 0; k < frame->count; k++)
        self->moves = self->moves || frame->sets[k].moves;
    return make_sets(self, frame->sets, frame->count);
}

covey_status covey_hdf_write_begin(void *own, const covey_hdf_frame *frame, covey_error *error)
{
    covey_hdf_writer *self = own;
    covey_status status = check_sets(self, frame, error);
    if (status == COVEY_OK)
        status = make_room(self, frame, error);
    if (status != COVEY_OK)
        return status;
    bool good = self->count > 0 || begin_sets(self, frame);
    self->open = good;
    self->set = 0;
    self->space = frame->space;
    good = good && append(self, self->step, H5T_NATIVE_UINT64, &frame->step) &&
           append(self, self->time, H5T_NATIVE_DOUBLE, &frame->time) && open_set(self);
    return good && self->file.disk.failure == 0 ? COVEY_OK : covey_hdf_fail(self, error);
}

/// Ends the set at hand, and the frame if it was the last. COVEY_ARG for agents that were not the
/// agents of the frames before.
static covey_status end_set(covey_hdf_writer *self, covey_error *error)
{
    covey_hdf_group *to = &self->groups[self->set];
    if (self->frames > 0 && self->ids != to->ids) {
        self->open = !covey_hdf_cut(self);
        return covey_fail(error, COVEY_ARG,
                          "H5MD holds the same sets with the same agents in every frame: some of "
                          "%s are others now, which CSV and XYZ can hold",
                          to->name);
    }
    to->ids = self->ids;
    if (!flush_set(self))
        return covey_hdf_fail(self, error);
    self->set++;
    self->open = self->set < self->count;
    self->frames += !self->open;
    return !self->open || open_set(self) ? COVEY_OK : covey_hdf_fail(self, error);
}

covey_status covey_hdf_write_some(void *own, const covey_hdf_piece *piece, covey_error *error)
{
    covey_hdf_writer *self = own;
    const covey_hdf_group *to = &self->groups[self->set];
    if (!self->open || piece->count > to->count - self->row)
        return covey_fail(error, COVEY_ARG, "the frame has fewer agents than come");
    self->ids = covey_wire_hash_ids(self->ids, piece->id, piece->count);
    bool good = write_rows(self, to->data[COVEY_HDF_ID], COVEY_HDF_TYPE_OF_ID, self->row,
                           piece->count, piece->id) &&
                (!self->moves || write_rows(self, to->data[COVEY_HDF_VELOCITY], H5T_NATIVE_DOUBLE,
                                            self->row, piece->count, piece->vel)) &&
                write_rows(self, to->data[COVEY_HDF_POSITION], H5T_NATIVE_DOUBLE, self->row,
                           piece->count, piece->pos);
    self->row += piece->count;
    if (!good || self->file.disk.failure != 0)
        return covey_hdf_fail(self, error);
    covey_status status = self->row < to->count ? COVEY_OK : end_set(self, error);
    return self->file.disk.failure == 0 ? status : covey_hdf_fail(self, error);
}

// ---- Opening and closing ----

static covey_status open_new(covey_hdf_writer *self, covey_error *error)
{
    covey_hdf_disk *disk = &self->file.disk;
    disk->held = true;
    covey_status status = covey_hdf_reserve(self, COVEY_HDF_SLACK, error); // before HDF5 writes
    if (status != COVEY_OK)
        return status;
    disk->reserved = disk->end = 0; // the file is emptied
    self->file.id = covey_hdf_file_create(disk);
    if (self->file.id < 0)
        return covey_hdf_fail(self, error);
    status = covey_hdf_reserve(self, COVEY_HDF_SLACK, error);
    if (status == COVEY_OK &&
        (!covey_hdf_make_origin(self->file.id, &self->def->provenance) || disk->failure != 0))
        status = covey_hdf_fail(self, error);
    return status;
}

covey_status covey_hdf_write_finish(void *own, covey_error *error)
{
    covey_hdf_writer *self = own;
    covey_hdf_disk *disk = &self->file.disk;
    covey_status status = COVEY_OK;
    disk->reserved = 0;
    bool opened = self->file.id > 0, good = disk->failure == 0;
    if (opened && good && self->open)
        good = covey_hdf_cut(self);
    if (opened && good) // the datasets are closed too
        good = H5Fclose(self->file.id) >= 0 && disk->failure == 0 && covey_hdf_disk_release(disk) &&
               covey_hdf_disk_finish(disk);
    if (opened && !good)
        status = covey_hdf_fail(self, error);
    covey_memory_give(self->memory, self, 1, sizeof *self);
    return status;
}

covey_status covey_hdf_write_create(const covey_creation *creation, void **own, covey_error *error)
{
    covey_hdf_writer *self = covey_memory_take(creation->memory, 1, sizeof *self);
    if (self == NULL)
        return covey_fail(error, COVEY_MEMORY, "out of memory");
    *self = (covey_hdf_writer){
        .memory = creation->memory, .def = creation->def, .file.disk.fd = creation->fd};
    *own = self;
    return self->def->resume != NULL ? covey_hdf_resume(self, error) : open_new(self, error);
}
