// SPDX-License-Identifier: MIT
// Goes on with an H5MD file of covey: finds its sets, and cuts off frames behind the one to keep.
#include "formats/file.h"
#include "formats/h5md_wire.h"
#include "hdf/hdf_writer.h"

#include <errno.h>
#include <string.h>

enum { AXES = 3 };

/// Opens the sets of a file; false if covey did not write them so.
static bool find_set(covey_hdf_writer *self, const char *name)
{
    if (self->count == COVEY_MAX_SETS || strlen(name) >= COVEY_SET_NAME)
        return false;
    covey_hdf_group *to = &self->groups[self->count];
    memcpy(to->name, name, strlen(name) + 1);
    char path[256];
    for (int which = 0; which < COVEY_HDF_PARTS; which++) {
        (void)covey_hdf_path(path, name, covey_hdf_part_name(which), "/value");
        if (covey_hdf_file_exists(&self->file, path))
            to->data[which] = covey_hdf_file_dataset(&self->file, path);
    }
    if (to->data[COVEY_HDF_POSITION] <= 0 || to->data[COVEY_HDF_ID] <= 0)
        return false;
    hid_t space = H5Dget_space(to->data[COVEY_HDF_POSITION]);
    hsize_t extent[AXES] = {0};
    bool good = H5Sget_simple_extent_ndims(space) == AXES &&
                H5Sget_simple_extent_dims(space, extent, NULL) >= 0;
    (void)H5Sclose(space);
    to->count = (size_t)extent[1];
    self->torus = to->data[COVEY_HDF_EDGES] > 0;
    self->dim = covey_hdf_file_dim(&self->file, name);
    self->moves = to->data[COVEY_HDF_VELOCITY] > 0;
    self->chunk_bytes += to->count * (uint64_t)64 + 5 * COVEY_HDF_CHUNK;
    self->count++;
    return good;
}

static herr_t visit_set(hid_t place, const char *name, const H5L_info_t *about, void *context)
{
    (void)place;
    (void)about;
    return find_set(context, name) ? 0 : -1;
}

static bool find_sets(covey_hdf_writer *self)
{
    if (!covey_hdf_file_exists(&self->file, "particles"))
        return false;
    hid_t particles = H5Gopen2(self->file.id, "particles", H5P_DEFAULT);
    bool good = H5Literate(particles, H5_INDEX_CRT_ORDER, H5_ITER_INC, NULL, visit_set, self) >= 0;
    (void)H5Gclose(particles);
    if (!good || self->count == 0)
        return good;
    char path[256];
    (void)covey_hdf_path(path, self->groups[0].name, "position/step", "");
    self->step = covey_hdf_file_dataset(&self->file, path);
    (void)covey_hdf_path(path, self->groups[0].name, "position/time", "");
    self->time = covey_hdf_file_dataset(&self->file, path);
    return self->step >= 0 && self->time >= 0;
}

/// Counts the complete frames up to the step to keep, and finds the last of them.
static hsize_t count_kept(const covey_hdf_writer *self, covey_kept *last)
{
    hsize_t whole = covey_hdf_file_extent(self->step), kept = 0;
    hsize_t timed = covey_hdf_file_extent(self->time);
    whole = timed < whole ? timed : whole;
    for (int k = 0; k < self->count; k++)
        for (int which = 0; which < COVEY_HDF_PARTS; which++)
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

/// Hashes the ids of the first frame that is kept, which the ids of all frames must match.
static bool read_ids(covey_hdf_group *to)
{
    enum { SOME = 1024 };
    covey_id id[SOME];
    hid_t space = H5Dget_space(to->data[COVEY_HDF_ID]);
    hsize_t extent[H5S_MAX_RANK] = {0};
    bool good = H5Sget_simple_extent_ndims(space) == 2 &&
                H5Sget_simple_extent_dims(space, extent, NULL) >= 0 && extent[1] == to->count;
    to->ids = 0;
    for (hsize_t begin[2] = {0}; begin[1] < to->count && good; begin[1] += SOME) {
        hsize_t left = to->count - begin[1], size[2] = {1, left < SOME ? left : SOME};
        hid_t some = H5Screate_simple(2, size, NULL);
        good = H5Sselect_hyperslab(space, H5S_SELECT_SET, begin, NULL, size, NULL) >= 0 &&
               H5Dread(to->data[COVEY_HDF_ID], COVEY_HDF_TYPE_OF_ID, some, space, H5P_DEFAULT,
                       id) >= 0;
        (void)H5Sclose(some);
        if (good)
            to->ids = covey_wire_hash_ids(to->ids, id, (size_t)size[1]);
    }
    (void)H5Sclose(space);
    return good;
}

static bool cut_all(covey_hdf_writer *self)
{
    if (self->count == 0)
        return true;
    covey_kept last = {0};
    self->frames = count_kept(self, &last);
    bool good = true;
    for (int k = 0; k < self->count && self->frames > 0; k++)
        good = good && read_ids(&self->groups[k]);
    good = good && covey_hdf_cut(self);
    return good && covey_hdf_start(self);
}

/// Fails with COVEY_INPUT if the file is that of another run.
static covey_status check_origin(covey_hdf_writer *self, covey_error *error)
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

static covey_status damaged(const covey_hdf_writer *self, covey_error *error)
{
    return covey_fail(error, COVEY_INPUT, "%.120s is damaged: HDF5 cannot go on with it",
                      self->def->path);
}

/// Fails unless the open file is of this run; opens its sets.
static covey_status take_up(covey_hdf_writer *self, covey_error *error)
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

covey_status covey_hdf_resume(covey_hdf_writer *self, covey_error *error)
{
    covey_hdf_disk *disk = &self->file.disk;
    self->file.id = covey_hdf_file_open(disk, true);
    covey_status status = take_up(self, error);
    disk->reserved = disk->size;
    if (status == COVEY_OK)
        status = covey_hdf_reserve(self, COVEY_HDF_SLACK, error);
    if (status != COVEY_OK || cut_all(self))
        return status;
    return disk->failure != 0 ? covey_hdf_fail(self, error) : damaged(self, error);
}

covey_status covey_hdf_write_look(const covey_creation *creation, covey_kept *last,
                                  covey_error *error)
{
    covey_hdf_writer self = {
        .memory = creation->memory, .def = creation->def, .file.disk.fd = creation->fd};
    self.file.id = covey_hdf_file_open(&self.file.disk, false);
    covey_status status = take_up(&self, error);
    if (status == COVEY_OK && self.count > 0)
        (void)count_kept(&self, last);
    errno = self.file.disk.failure;
    return errno == 0 ? status : covey_file_fail("reading", self.def->path, error);
}
