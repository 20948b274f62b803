// SPDX-License-Identifier: MIT
// Reads H5MD: groups below /particles are sets. All sets have as many frames as the shortest of
// their datasets; if one is longer, the writer did not complete its last frame.
#include "formats/file.h"
#include "formats/h5md_wire.h"
#include "formats/plugin.h"
#include "hdf/hdf.h"

#include <errno.h>
#include <math.h>
#include <string.h>

enum { MOST_AXES = 3 };

/// A dataset with a frame along its first axis, `rows` × `width` values each.
typedef struct series {
    hid_t data; ///< 0: not there
    int rank;
    hsize_t frames, rows, width;
} series;

typedef struct group {
    int set;
    bool torus;      ///< if it is of the plane
    bool deep_torus; ///< if it is of three dimensions
    series position, velocity, id, edges;
} group;

typedef struct h5md {
    covey_memory *memory;
    covey_frame *names; ///< the frame that keeps names of sets
    const char *path;   ///< for messages
    covey_hdf_file file;
    group groups[COVEY_MAX_SETS];
    int count;
    series step, time;
    uint64_t step_every; ///< steps between frames if the file has only that
    double time_every;
    hsize_t frames, longest, next;
    double *numbers;
    uint64_t *ids; ///< of any width, so that none is cut
    size_t room;
    covey_hdf_tracks *tracks; ///< the file is of a program that tracks animals; else NULL
    covey_hdf_slp *slp;       ///< the file is a project of SLEAP; else NULL
} h5md;

// ---- Finding objects ----

static bool open_series(covey_hdf_file *file, const char *path, series *found)
{
    *found = (series){0};
    hid_t data = covey_hdf_file_dataset(file, path);
    if (data < 0)
        return false;
    hid_t space = H5Dget_space(data);
    int rank = H5Sget_simple_extent_ndims(space);
    hsize_t extent[MOST_AXES] = {1, 1, 1};
    bool good =
        rank >= 0 && rank <= MOST_AXES && H5Sget_simple_extent_dims(space, extent, NULL) >= 0;
    (void)H5Sclose(space);
    if (good)
        *found = (series){data, rank, extent[0], extent[1], extent[2]};
    return good;
}

/// Counts the strings of a type, one for each axis, that are "periodic", from x on. Programs write
/// them with a length and without, in ASCII and in UTF-8, and HDF5 converts none of these into
/// another.
static int count_periodic(hid_t attribute, hid_t stored, hid_t space)
{
    char fixed[MOST_AXES][16] = {{0}}, *free_length[MOST_AXES] = {NULL};
    bool varies = H5Tis_variable_str(stored) > 0;
    void *words = varies ? (void *)free_length : (void *)fixed;
    hid_t type = H5Tcopy(H5T_C_S1);
    (void)H5Tset_size(type, varies ? H5T_VARIABLE : sizeof fixed[0]);
    (void)H5Tset_cset(type, H5Tget_cset(stored));
    bool good = H5Aread(attribute, type, words) >= 0;
    int count = 0;
    for (int axis = 0; axis < MOST_AXES && good; axis++) {
        const char *word = varies ? free_length[axis] : fixed[axis];
        good = word != NULL && strcmp(word, "periodic") == 0;
        count += good;
    }
    if (varies)
        (void)H5Dvlen_reclaim(type, space, H5P_DEFAULT, words);
    (void)H5Tclose(type);
    return count;
}

/// Reads from the attribute `boundary` of a box how many axes are periodic, from x on; 0 if there
/// is none.
static int periodic_axes(hid_t file, const char *path)
{
    hid_t found = H5Aopen_by_name(file, path, "boundary", H5P_DEFAULT, H5P_DEFAULT);
    if (found < 0)
        return 0;
    hid_t space = H5Aget_space(found), type = H5Aget_type(found);
    hssize_t count = H5Sget_simple_extent_npoints(space);
    bool good = count >= COVEY_PLANE && count <= MOST_AXES && H5Tget_class(type) == H5T_STRING;
    int axes = good ? count_periodic(found, type, space) : 0;
    (void)H5Tclose(type);
    (void)H5Sclose(space);
    (void)H5Aclose(found);
    return axes;
}

static void join(char path[512], const char *set, const char *rest)
{
    size_t size = strlen(set), more = strlen(rest);
    memcpy(path, "particles/", 10);
    memcpy(path + 10, set, size);
    memcpy(path + 10 + size, rest, more + 1);
}

static covey_status fail(covey_error *error, const char *what)
{
    return covey_fail(error, COVEY_INPUT, "the file is no H5MD that covey can read: %s", what);
}

static covey_status fail_io(const h5md *self, covey_error *error)
{
    errno = self->file.disk.failure;
    return covey_file_fail("reading", self->path, error);
}

/// Opens an element of a set, one with frames or one that is the same in all; false if it exists
/// and cannot be opened.
static bool open_optional(covey_hdf_file *file, const char *set, const char *element, series *found)
{
    char rest[64] = "/", path[512];
    size_t size = strlen(element);
    memcpy(rest + 1, element, size + 1);
    join(path, set, rest);
    *found = (series){0};
    if (!covey_hdf_file_exists(file, path))
        return file->refused == NULL;
    memcpy(rest + 1 + size, "/value", 7);
    char value[512];
    join(value, set, rest);
    return open_series(file, covey_hdf_file_exists(file, value) ? value : path, found);
}

static bool find_group(h5md *self, const char *name)
{
    char path[512];
    if (strlen(name) >= COVEY_SET_NAME || self->count == COVEY_MAX_SETS)
        return false;
    group *to = &self->groups[self->count++];
    to->set = covey_frame_set_number(self->names, name, strlen(name));
    join(path, name, "/position/value");
    if (to->set < 0 || !open_series(&self->file, path, &to->position) || to->position.rank != 3 ||
        to->position.width < COVEY_PLANE || to->position.width > MOST_AXES)
        return false;
    join(path, name, "/box");
    int periodic = periodic_axes(self->file.id, path);
    to->torus = periodic >= COVEY_PLANE;
    to->deep_torus = periodic == COVEY_AXES;
    if (self->names->names->dim == 0 && covey_hdf_file_dim(&self->file, name) == COVEY_AXES)
        self->names->names->dim = COVEY_AXES;
    return open_optional(&self->file, name, "velocity", &to->velocity) &&
           open_optional(&self->file, name, "id", &to->id) &&
           open_optional(&self->file, name, "box/edges", &to->edges);
}

static herr_t visit(hid_t place, const char *name, const H5L_info_t *about, void *context)
{
    (void)place;
    (void)about;
    return find_group(context, name) ? 0 : -1;
}

/// Opens the sets, in the order of writing if the file has it, else by name.
static bool find_groups(h5md *self)
{
    hid_t particles = H5Gopen2(self->file.id, "particles", H5P_DEFAULT);
    hid_t list = H5Gget_create_plist(particles);
    unsigned order = 0;
    (void)H5Pget_link_creation_order(list, &order);
    H5_index_t index = (order & H5P_CRT_ORDER_TRACKED) != 0 ? H5_INDEX_CRT_ORDER : H5_INDEX_NAME;
    bool good = H5Literate(particles, index, H5_ITER_INC, NULL, visit, self) >= 0;
    (void)H5Pclose(list);
    (void)H5Gclose(particles);
    return good;
}

static void count_frames(h5md *self, const series *of, int rank)
{
    if (of->data <= 0 || of->rank != rank)
        return;
    self->frames = of->frames < self->frames ? of->frames : self->frames;
    self->longest = of->frames > self->longest ? of->frames : self->longest;
}

static void find_frames(h5md *self)
{
    self->frames = self->groups[0].position.frames;
    for (int k = 0; k < self->count; k++) {
        const group *of = &self->groups[k];
        count_frames(self, &of->position, 3);
        count_frames(self, &of->velocity, 3);
        count_frames(self, &of->id, 2);
        count_frames(self, &of->edges, 3);
    }
    count_frames(self, &self->step, 1);
    count_frames(self, &self->time, 1);
}

static void find_clock(h5md *self)
{
    char path[512];
    const char *first = self->names->names->name[self->groups[0].set];
    join(path, first, "/position/step");
    (void)open_series(&self->file, path, &self->step);
    if (self->step.rank == 0 &&
        !covey_hdf_file_number(&self->file, path, H5T_NATIVE_UINT64, &self->step_every))
        self->step_every = 1;
    join(path, first, "/position/time");
    (void)open_series(&self->file, path, &self->time);
    if (self->time.rank == 0 &&
        !covey_hdf_file_number(&self->file, path, H5T_NATIVE_DOUBLE, &self->time_every))
        self->time_every = 1.0;
}

/// Reads the provenance from files of covey; false without memory.
static bool read_origin(h5md *self)
{
    covey_names *names = self->names->names;
    (void)covey_hdf_file_string(&self->file, "covey/version", &names->version);
    (void)covey_hdf_file_string(&self->file, "covey/scenario", &names->scenario);
    (void)covey_hdf_file_number(&self->file, "covey/seed", H5T_NATIVE_UINT64,
                                &names->provenance.seed);
    (void)covey_hdf_file_number(&self->file, "covey/dt", H5T_NATIVE_DOUBLE, &names->provenance.dt);
    return !names->version.failed && !names->scenario.failed;
}

// ---- Reading ----

/// Reads frame `next` of a series, or all of a series that does not change.
static bool read_series(const h5md *self, const series *from, int rank, hid_t type, void *values)
{
    if (from->rank < rank)
        return H5Dread(from->data, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values) >= 0;
    hsize_t begin[MOST_AXES] = {self->next}, size[MOST_AXES] = {1, from->rows, from->width};
    hid_t space = H5Dget_space(from->data), one = H5Screate_simple(from->rank, size, NULL);
    bool good = H5Sselect_hyperslab(space, H5S_SELECT_SET, begin, NULL, size, NULL) >= 0 &&
                H5Dread(from->data, type, one, space, H5P_DEFAULT, values) >= 0;
    (void)H5Sclose(one);
    (void)H5Sclose(space);
    return good;
}

static bool read_space(const h5md *self, const group *of, covey_frame *frame)
{
    double edges[MOST_AXES * MOST_AXES] = {0};
    const series *from = &of->edges;
    covey_space *space = &frame->space;
    *space = covey_space_open();
    frame->deep = covey_space_deep(*space, 0.0);
    if (!of->torus || from->data <= 0)
        return !of->torus;
    // The extents are [frames][d][d] or [d][d] for vectors of edges, and [d] for sides. [frames][d]
    // looks the same as [d][d] and is not read.
    hsize_t width = from->rank == 3 ? from->width : from->rank == 2 ? from->rows : 0;
    bool fits = from->rank == 3   ? from->rows == width && width <= MOST_AXES
                : from->rank == 2 ? from->frames == width && width <= MOST_AXES
                                  : from->rank == 1 && from->frames <= MOST_AXES;
    if (!fits || !read_series(self, from, 3, H5T_NATIVE_DOUBLE, edges))
        return false;
    *space = covey_space_torus(edges[0], from->rank == 1 ? edges[1] : edges[width + 1]);
    hsize_t axes = from->rank == 1 ? from->frames : width;
    double depth = from->rank == 1 ? edges[2] : edges[2 * width + 2];
    if (of->deep_torus && axes == MOST_AXES)
        frame->deep = covey_space_deep(*space, depth);
    return space->size[0] > 0.0 && space->size[1] > 0.0;
}

static covey_status make_room(h5md *self, size_t count, covey_error *error)
{
    if (count <= self->room && self->ids != NULL)
        return COVEY_OK;
    covey_memory_give(self->memory, self->numbers, self->room, 2 * MOST_AXES * sizeof(double));
    covey_memory_give(self->memory, self->ids, self->room, sizeof(uint64_t));
    self->room = count;
    self->numbers = covey_memory_take(self->memory, count, 2 * MOST_AXES * sizeof(double));
    self->ids = covey_memory_take(self->memory, count, sizeof(uint64_t));
    bool good = self->numbers != NULL && self->ids != NULL;
    return good ? COVEY_OK : covey_fail(error, COVEY_MEMORY, "out of memory");
}

/// True if a group has velocities of the shape of its positions.
static bool moves(const group *of)
{
    return of->velocity.data > 0 && of->velocity.rank == 3 &&
           of->velocity.rows == of->position.rows && of->velocity.width == of->position.width;
}

static bool has_ids(const group *of)
{
    return of->id.data > 0 && (of->id.rank == 2   ? of->id.rows == of->position.rows
                               : of->id.rank == 1 ? of->id.frames == of->position.rows
                                                  : false);
}

static covey_status read_group(h5md *self, const group *of, covey_frame *frame, covey_error *error)
{
    size_t count = (size_t)of->position.rows, width = (size_t)of->position.width;
    covey_status status = make_room(self, count, error);
    if (status != COVEY_OK)
        return status;
    double *pos = self->numbers, *vel = pos + MOST_AXES * count;
    bool good = read_series(self, &of->position, 3, H5T_NATIVE_DOUBLE, pos) &&
                (!moves(of) || read_series(self, &of->velocity, 3, H5T_NATIVE_DOUBLE, vel)) &&
                (!has_ids(of) || read_series(self, &of->id, 2, H5T_NATIVE_UINT64, self->ids)) &&
                read_space(self, of, frame);
    if (!good)
        return covey_fail(error, COVEY_INPUT, "HDF5 cannot read frame %llu",
                          (unsigned long long)self->next + 1);
    for (size_t i = 0; i < count && status == COVEY_OK; i++) {
        const double none = (double)NAN;
        uint64_t id = has_ids(of) ? self->ids[i] : i;
        if (id > COVEY_MAX_ID)
            return covey_fail(error, COVEY_INPUT,
                              "frame %llu has the agent %llu, not " COVEY_ID_BEYOND,
                              (unsigned long long)self->next + 1, (unsigned long long)id);
        covey_row row = {.set = of->set, .id = (covey_id)id};
        row.pos[2] = row.vel[2] = none;
        for (size_t axis = 0; axis < width; axis++) {
            row.pos[axis] = pos[width * i + axis];
            row.vel[axis] = moves(of) ? vel[width * i + axis] : none;
        }
        status = covey_frame_add(frame, &row, error);
    }
    return status;
}

static covey_status read_frame(h5md *self, covey_frame *frame, covey_error *error)
{
    if (self->next == self->frames && self->longest > self->frames)
        return covey_fail(error, COVEY_INPUT, "the file is cut: frame %llu of %llu is not whole",
                          (unsigned long long)self->frames + 1, (unsigned long long)self->longest);
    if (self->next == self->frames)
        return COVEY_OK;
    frame->step = self->step_every * self->next;
    frame->time = self->time_every * (double)self->next;
    bool good = (self->step.rank != 1 ||
                 read_series(self, &self->step, 1, H5T_NATIVE_UINT64, &frame->step)) &&
                (self->time.rank != 1 ||
                 read_series(self, &self->time, 1, H5T_NATIVE_DOUBLE, &frame->time));
    covey_status status = good ? COVEY_OK : fail(error, "its steps and times");
    for (int k = 0; k < self->count && status == COVEY_OK; k++)
        status = read_group(self, &self->groups[k], frame, error);
    self->next++;
    return status;
}

covey_status covey_hdf_read_next(void *own, covey_frame *frame, covey_error *error)
{
    h5md *self = own;
    covey_status status = self->tracks != NULL ? covey_hdf_tracks_next(self->tracks, frame, error)
                          : self->slp != NULL  ? covey_hdf_slp_next(self->slp, frame, error)
                                               : read_frame(self, frame, error);
    return self->file.disk.failure == 0 ? status : fail_io(self, error);
}

// ---- Opening ----

void covey_hdf_read_close(void *own)
{
    h5md *self = own;
    covey_hdf_tracks_close(self->tracks);
    covey_hdf_slp_close(self->slp);
    if (self->file.id > 0)
        (void)H5Fclose(self->file.id); // closes the datasets too
    covey_memory_give(self->memory, self->numbers, self->room, 2 * MOST_AXES * sizeof(double));
    covey_memory_give(self->memory, self->ids, self->room, sizeof(uint64_t));
    covey_memory_give(self->memory, self, 1, sizeof *self);
}

/// Fails if a frame takes more memory than the size of the file allows.
static bool is_too_large(const h5md *self)
{
    uint64_t agents = 0;
    for (int k = 0; k < self->count; k++) {
        if (self->groups[k].position.rows > UINT32_MAX)
            return true;
        agents += self->groups[k].position.rows;
    }
    return !self->file.trusted && agents > covey_wire_most_agents(self->file.disk.size);
}

static covey_status open_file(h5md *self, const covey_opening *opening, covey_error *error)
{
    covey_hdf_file *file = &self->file;
    file->id = covey_hdf_file_open(&file->disk, false);
    if (file->disk.failure != 0)
        return fail_io(self, error);
    if (file->id < 0)
        return fail(error, "HDF5 cannot open it");
    const bool own = covey_hdf_file_exists(file, "particles");
    if (opening->dataset != NULL || (!own && covey_hdf_tracks_are_in(file))) {
        covey_status status = covey_hdf_tracks_open(file, opening, &self->tracks, error);
        return file->disk.failure == 0 ? status : fail_io(self, error);
    }
    if (!own && covey_hdf_slp_is_in(file)) {
        covey_status status = covey_hdf_slp_open(file, opening, &self->slp, error);
        return file->disk.failure == 0 ? status : fail_io(self, error);
    }
    if (!read_origin(self))
        return covey_fail(error, COVEY_MEMORY, "out of memory");
    bool found = covey_hdf_file_exists(file, "particles") && find_groups(self);
    if (found && self->count > 0) { // 0: a run that was killed before its first frame
        find_clock(self);
        find_frames(self);
    }
    if (file->disk.failure != 0)
        return fail_io(self, error);
    if (file->refused != NULL)
        return fail(error, file->refused);
    if (!found)
        return fail(error, "there are no particles with positions");
    if (opening->point != NULL || opening->axis != NULL || opening->likelihood > 0.0)
        return covey_fail(error, COVEY_ARG, "the file has no points of agents");
    return is_too_large(self) ? fail(error, "it tells of more agents than it has bytes for")
                              : COVEY_OK;
}

covey_status covey_hdf_read_open(const covey_opening *opening, void **own, covey_error *error)
{
    h5md *self = covey_memory_take(opening->memory, 1, sizeof *self);
    *own = self;
    if (self == NULL)
        return covey_fail(error, COVEY_MEMORY, "out of memory");
    self->memory = opening->memory;
    self->names = opening->frame;
    self->path = opening->path;
    self->file.disk.fd = opening->fd;
    self->file.trusted = opening->trusted;
    return open_file(self, opening, error);
}
