// SPDX-License-Identifier: MIT
// Reads arrays of tracks of other programs. NaN is a gap. Frames are read in blocks, as frames of
// an array may lie side by side along its last axis.
#include "formats/body_axis.h"
#include "formats/h5md_wire.h"
#include "formats/trackers.h"
#include "hdf/hdf.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

enum { RANK = 4, MOST_NUMBERS = 1 << 22 };

static const char letters[] = "fapx"; // axes of arrays, as in covey_tracker_array

struct covey_hdf_tracks {
    covey_memory *memory;
    int set;
    const covey_tracker *tracker;
    covey_tracker found;  ///< of a file that is of none in the table
    hid_t places, scores; ///< scores of points, or -1
    hsize_t agents, axes, nodes, frames;
    hsize_t only;       ///< node that is the place; `nodes`: the mean of all
    hsize_t tail, nose; ///< nodes of the body axis; `nodes`: there is none
    double likelihood;  ///< as in covey_input_def
    double rate;        ///< frames a T
    hsize_t next;
    hsize_t block, first, held; ///< frames a block has at most; the one in memory
    double *numbers, *likely;
};

#define HOLDS_NONE "the file holds no tracks that covey can read: "

static covey_status refuse(covey_error *error, const char *why)
{
    return covey_fail(error, COVEY_INPUT, HOLDS_NONE "%s", why);
}

/// Returns the first tracker whose array is in a file, NULL if none is.
static const covey_tracker *tracker_of(covey_hdf_file *file)
{
    const covey_tracker *tracker;
    for (int k = 0; (tracker = covey_trackers_at(k)) != NULL; k++)
        if (tracker->places.name != NULL && covey_hdf_file_exists(file, tracker->places.name))
            break;
    return tracker;
}

/// True for a file of movement: netCDF-4, as xarray writes it.
static bool is_movement(covey_hdf_file *file)
{
    return covey_hdf_file_exists(file, "position") && covey_hdf_file_exists(file, "individuals") &&
           covey_hdf_file_exists(file, "space");
}

bool covey_hdf_tracks_are_in(covey_hdf_file *file)
{
    return tracker_of(file) != NULL || is_movement(file);
}

void covey_hdf_tracks_close(covey_hdf_tracks *tracks)
{
    if (tracks == NULL)
        return;
    const size_t room = (size_t)tracks->block, each = (size_t)(tracks->agents * tracks->nodes);
    covey_memory_give(tracks->memory, tracks->numbers, room * each * (size_t)tracks->axes,
                      sizeof *tracks->numbers);
    covey_memory_give(tracks->memory, tracks->likely, room * each, sizeof *tracks->likely);
    covey_memory_give(tracks->memory, tracks, 1, sizeof *tracks);
}

// ---- Opening ----

/// Reads the extents of an array, by letters of its axes, 1 where it has no such axis; false if it
/// has another rank.
static bool extents_of(hid_t data, const char *order, hsize_t extents[RANK])
{
    hsize_t found[RANK] = {0};
    const int rank = (int)strlen(order);
    hid_t space = H5Dget_space(data);
    bool good = H5Sget_simple_extent_ndims(space) == rank &&
                H5Sget_simple_extent_dims(space, found, NULL) == rank;
    (void)H5Sclose(space);
    for (int k = 0; k < RANK; k++) {
        const char *axis = strchr(order, letters[k]);
        extents[k] = axis != NULL ? found[axis - order] : 1;
    }
    return good;
}

static bool is_place(hsize_t extent)
{
    return extent == COVEY_PLANE || extent == COVEY_AXES;
}

/// Returns the axis of an array that the scale "space" is of, as netCDF-4 stores it; -1 if none is
/// known to be.
static int axis_of_space(hid_t data, int rank)
{
    hvl_t list[RANK];
    int found = -1;
    if (H5Aexists(data, "DIMENSION_LIST") <= 0)
        return -1;
    hid_t attribute = H5Aopen(data, "DIMENSION_LIST", H5P_DEFAULT);
    hid_t type = H5Aget_type(attribute), space = H5Aget_space(attribute);
    hid_t base = H5Tget_class(type) == H5T_VLEN ? H5Tget_super(type) : H5I_INVALID_HID;
    if (base >= 0 && H5Tequal(base, H5T_STD_REF_OBJ) > 0 &&
        H5Sget_simple_extent_npoints(space) == rank && H5Aread(attribute, type, list) >= 0) {
        for (int k = 0; k < rank; k++) {
            char name[16] = "";
            if (list[k].len > 0 &&
                H5Rget_name(data, H5R_OBJECT, list[k].p, name, sizeof name) > 0 &&
                strcmp(name, "/space") == 0)
                found = k;
        }
        (void)H5Dvlen_reclaim(type, space, H5P_DEFAULT, list);
    }
    if (base >= 0)
        (void)H5Tclose(base);
    (void)H5Sclose(space);
    (void)H5Tclose(type);
    (void)H5Aclose(attribute);
    return found;
}

/// The order of the axes of places of movement, which changed from version to version: where the
/// file does not say which are those of space, one alone may be. NULL if it is not known.
static const char *order_of_movement(hid_t data, const hsize_t *extent, int rank)
{
    if (rank != 3 && rank != RANK)
        return NULL;
    const bool second = is_place(extent[1]), last = is_place(extent[rank - 1]);
    int space = axis_of_space(data, rank);
    if (space < 0 && second != last)
        space = second ? 1 : rank - 1;
    if (space == 1 && second)
        return rank == RANK ? "fxpa" : "fxa";
    return space == rank - 1 && last ? (rank == RANK ? "fapx" : "fax") : NULL;
}

/// Finds the order of the axes of an array by their extents: that which has one of 2 or 3 is that
/// of places. MATLAB stores axes the other way round. NULL for an array of another shape.
static const char *order_of(hid_t data, bool movement)
{
    hsize_t extent[H5S_MAX_RANK] = {0};
    hid_t space = H5Dget_space(data);
    const int rank = H5Sget_simple_extent_dims(space, extent, NULL);
    (void)H5Sclose(space);
    const bool turned = H5Aexists(data, "MATLAB_class") > 0;
    if (movement)
        return order_of_movement(data, extent, rank);
    if (rank < 2 || rank > 3)
        return NULL;
    const bool first = is_place(extent[0]), last = is_place(extent[rank - 1]);
    if (!first && !last)
        return NULL;
    if (first && (turned || !last))
        return rank == 3 ? "xaf" : "xf";
    return rank == 3 ? "fax" : "fx";
}

/// Describes an array that a path names, or that of a file of movement.
static covey_status describe(covey_hdf_tracks *self, covey_hdf_file *file, const char *dataset,
                             covey_error *error)
{
    static const char words[] = "frames, animals and 2 or 3 axes";
    const bool movement = dataset == NULL;
    const char *name = movement ? "position" : dataset;
    const hid_t data = covey_hdf_file_dataset(file, name);
    if (file->refused != NULL)
        return refuse(error, file->refused);
    if (data < 0)
        return covey_fail(error, COVEY_ARG, "the file has no dataset %.100s", name);
    const char *order = order_of(data, movement);
    (void)H5Dclose(data);
    if (order == NULL)
        return covey_fail(error, COVEY_INPUT, HOLDS_NONE "%.100s is not of %s", name, words);
    self->found = (covey_tracker){.name = movement ? "movement" : "MATLAB",
                                  .places = {name, order, words},
                                  .pixels = movement,
                                  .most_axes = COVEY_AXES,
                                  .first = movement ? 0 : 1};
    if (movement) {
        const char *scores = strcmp(order, "fxpa") == 0   ? "fpa"
                             : strcmp(order, "fapx") == 0 ? "fap"
                                                          : "fa";
        self->found.scores = (covey_tracker_array){"confidence", scores, "as the places"};
        self->found.rate = "fps";
    }
    self->tracker = &self->found;
    return COVEY_OK;
}

/// Opens the scores if they are needed and there.
static covey_status open_scores(covey_hdf_tracks *self, covey_hdf_file *file, covey_error *error)
{
    const covey_tracker *of = self->tracker;
    hsize_t extents[RANK];
    if (self->likelihood <= 0.0)
        return COVEY_OK;
    if (of->scores.name != NULL && covey_hdf_file_exists(file, of->scores.name))
        self->scores = covey_hdf_file_dataset(file, of->scores.name);
    if (file->refused != NULL)
        return refuse(error, file->refused);
    if (self->scores < 0)
        return covey_fail(error, COVEY_ARG, "the file does not tell how likely its points are");
    if (extents_of(self->scores, of->scores.order, extents) && extents[0] == self->frames &&
        extents[1] == self->agents && extents[2] == self->nodes)
        return COVEY_OK;
    return covey_fail(error, COVEY_INPUT, HOLDS_NONE "%s are not of %s as %s are", of->scores.name,
                      of->scores.words, of->places.name);
}

/// Finds the node of a name.
static covey_status find_node(covey_hdf_tracks *self, covey_hdf_file *file, const char *name,
                              hsize_t *node, covey_error *error)
{
    const char *names = self->tracker->points;
    long found = names != NULL ? covey_hdf_file_find(file, names, name) : -1;
    if (found < 0 || (hsize_t)found >= self->nodes)
        return covey_fail(error, COVEY_ARG, "the file has no point %.60s", name);
    *node = (hsize_t)found;
    return COVEY_OK;
}

/// Finds the nodes that are wanted: the place, and the ends of the body axis.
static covey_status find_points(covey_hdf_tracks *self, covey_hdf_file *file,
                                const covey_opening *opening, covey_error *error)
{
    covey_body_axis axis;
    covey_status status = COVEY_OK;
    self->only = self->tail = self->nose = self->nodes;
    if (opening->point != NULL)
        status = find_node(self, file, opening->point, &self->only, error);
    if (status != COVEY_OK || opening->axis == NULL)
        return status;
    status = covey_body_axis_read_points(opening->axis, &axis, error);
    if (status == COVEY_OK)
        status = find_node(self, file, axis.tail, &self->tail, error);
    return status == COVEY_OK ? find_node(self, file, axis.nose, &self->nose, error) : status;
}

static covey_status open_places(covey_hdf_tracks *self, covey_hdf_file *file, bool by_frames,
                                covey_error *error)
{
    const covey_tracker *of = self->tracker;
    hsize_t extents[RANK];
    self->places = covey_hdf_file_dataset(file, of->places.name);
    if (file->refused != NULL)
        return refuse(error, file->refused);
    if (self->places < 0 || !extents_of(self->places, of->places.order, extents) ||
        extents[3] < COVEY_PLANE || extents[3] > of->most_axes)
        return covey_fail(error, COVEY_INPUT, HOLDS_NONE "%s are not of %s", of->places.name,
                          of->places.words);
    self->frames = extents[0];
    self->agents = extents[1];
    self->nodes = extents[2];
    self->axes = extents[3];
    double rate = 0.0;
    if (!by_frames && of->rate != NULL && covey_hdf_file_attribute(file, of->rate, &rate) &&
        rate > 0.0 && isfinite(rate))
        self->rate = rate;
    return COVEY_OK;
}

/// Takes room for a block of frames.
static covey_status make_room(covey_hdf_tracks *self, const covey_hdf_file *file,
                              covey_error *error)
{
    if (self->agents > UINT32_MAX || self->nodes > MOST_NUMBERS ||
        self->agents * self->nodes * self->axes > MOST_NUMBERS)
        return refuse(error, "it tells of more than 4 million numbers a frame");
    if (!file->trusted && self->agents > covey_wire_most_agents(file->disk.size))
        return refuse(error, "it tells of more agents than it has bytes for");
    hsize_t frame = self->agents * self->nodes * self->axes;
    self->block = frame > 0 ? MOST_NUMBERS / frame : 1;
    self->block = self->block < self->frames ? self->block : self->frames;
    size_t each = (size_t)(self->agents * self->nodes), room = (size_t)self->block;
    self->numbers =
        covey_memory_take(self->memory, room * each * (size_t)self->axes, sizeof *self->numbers);
    if (self->scores >= 0)
        self->likely = covey_memory_take(self->memory, room * each, sizeof *self->likely);
    bool good = self->numbers != NULL && (self->scores < 0 || self->likely != NULL);
    return good ? COVEY_OK : covey_fail(error, COVEY_MEMORY, "out of memory");
}

covey_status covey_hdf_tracks_open(covey_hdf_file *file, const covey_opening *opening,
                                   covey_hdf_tracks **tracks, covey_error *error)
{
    static const char name[] = "flock";
    covey_hdf_tracks *self = covey_memory_take(opening->memory, 1, sizeof *self);
    *tracks = self;
    if (self == NULL)
        return covey_fail(error, COVEY_MEMORY, "out of memory");
    *self = (covey_hdf_tracks){.memory = opening->memory,
                               .set = covey_frame_set_number(opening->frame, name, strlen(name)),
                               .tracker = tracker_of(file),
                               .scores = -1,
                               .likelihood = opening->likelihood,
                               .rate = 1.0};
    covey_status status = COVEY_OK;
    if (opening->dataset != NULL || self->tracker == NULL)
        status = describe(self, file, opening->dataset, error);
    if (status == COVEY_OK)
        status = open_places(self, file, opening->by_frames, error);
    if (status == COVEY_OK)
        status = find_points(self, file, opening, error);
    if (status == COVEY_OK)
        status = open_scores(self, file, error);
    return status == COVEY_OK ? make_room(self, file, error) : status;
}

// ---- Frames ----

/// Finds the extents of a block by axes of its array, and how far apart its numbers are along the
/// axis of each letter. Returns the rank.
static int lay_out(const covey_hdf_tracks *self, const char *order, hsize_t size[RANK],
                   hsize_t strides[RANK])
{
    const hsize_t extents[RANK] = {self->held, self->agents, self->nodes, self->axes};
    const int rank = (int)strlen(order);
    hsize_t stride = 1;
    for (int axis = rank - 1; axis >= 0; axis--) {
        ptrdiff_t k = strchr(letters, order[axis]) - letters;
        strides[k] = stride;
        size[axis] = extents[k];
        stride *= extents[k];
    }
    return rank;
}

/// Reads the block of an array.
static bool read_part(hid_t data, const char *order, const covey_hdf_tracks *self, double *values)
{
    hsize_t begin[RANK] = {0}, size[RANK], strides[RANK];
    const int rank = lay_out(self, order, size, strides);
    begin[strcspn(order, "f")] = self->first;
    hid_t space = H5Dget_space(data), part = H5Screate_simple(rank, size, NULL);
    bool good = H5Sselect_hyperslab(space, H5S_SELECT_SET, begin, NULL, size, NULL) >= 0 &&
                H5Dread(data, H5T_NATIVE_DOUBLE, part, space, H5P_DEFAULT, values) >= 0;
    (void)H5Sclose(part);
    (void)H5Sclose(space);
    return good;
}

/// Reads the block that has the next frame, unless it is in memory.
static bool read_block(covey_hdf_tracks *self)
{
    if (self->held > 0 && self->next < self->first + self->held)
        return true;
    hsize_t left = self->frames - self->next;
    self->first = self->next;
    self->held = left < self->block ? left : self->block;
    const covey_tracker *of = self->tracker;
    return read_part(self->places, of->places.order, self, self->numbers) &&
           (self->scores < 0 || read_part(self->scores, of->scores.order, self, self->likely));
}

/// The mean of the points of an agent that are known in the next frame, or of one node if `only` is
/// one; NaN if none is.
static void find_place(const covey_hdf_tracks *self, hsize_t agent, hsize_t only,
                       double pos[COVEY_AXES])
{
    const hsize_t frame = self->next - self->first;
    hsize_t size[RANK], to[RANK] = {0}, score[RANK] = {0};
    double sum[COVEY_AXES] = {0.0, 0.0, 0.0}, count = 0.0;
    (void)lay_out(self, self->tracker->places.order, size, to);
    if (self->likely != NULL)
        (void)lay_out(self, self->tracker->scores.order, size, score);
    for (hsize_t node = 0; node < self->nodes; node++) {
        bool known = only == self->nodes || only == node;
        if (self->likely != NULL)
            known = known && self->likely[frame * score[0] + agent * score[1] + node * score[2]] >=
                                 self->likelihood;
        double at[COVEY_AXES] = {0.0, 0.0, 0.0};
        for (hsize_t axis = 0; axis < self->axes; axis++) {
            at[axis] = self->numbers[frame * to[0] + agent * to[1] + node * to[2] + axis * to[3]];
            known = known && !isnan(at[axis]);
        }
        for (hsize_t axis = 0; axis < self->axes && known; axis++)
            sum[axis] += at[axis];
        count += known;
    }
    for (hsize_t axis = 0; axis < COVEY_AXES; axis++)
        pos[axis] = count > 0.0 && axis < self->axes ? sum[axis] / count : (double)NAN;
}

/// The body axis of an agent; 0 where it is unknown.
static void find_axis(const covey_hdf_tracks *self, hsize_t agent, double axis[COVEY_AXES])
{
    double tail[COVEY_AXES], nose[COVEY_AXES];
    if (self->tail == self->nodes)
        return;
    find_place(self, agent, self->tail, tail);
    find_place(self, agent, self->nose, nose);
    covey_body_axis_between(tail, nose, axis);
}

static covey_status read_frame(covey_hdf_tracks *self, covey_frame *frame, covey_error *error)
{
    const double none = (double)NAN;
    covey_status status = COVEY_OK;
    if (!read_block(self))
        return covey_fail(error, COVEY_INPUT, "HDF5 cannot read frame %llu",
                          (unsigned long long)self->next + 1);
    frame->step = self->next;
    frame->time = (double)self->next / self->rate;
    frame->space = covey_space_open();
    frame->pixels = self->tracker->pixels;
    frame->numbered = true;
    frame->every = 1.0;
    frame->deep = covey_space_deep(frame->space, 0.0);
    for (hsize_t agent = 0; agent < self->agents && status == COVEY_OK; agent++) {
        covey_row row = {.set = self->set, .vel = {none, none, none}};
        row.id = (covey_id)agent + self->tracker->first;
        find_place(self, agent, self->only, row.pos);
        find_axis(self, agent, row.axis);
        if (!isnan(row.pos[0]))
            status = covey_frame_add(frame, &row, error);
    }
    self->next++;
    return status;
}

covey_status covey_hdf_tracks_next(covey_hdf_tracks *tracks, covey_frame *frame, covey_error *error)
{
    covey_status status = COVEY_OK;
    // A frame without agents is skipped.
    while (status == COVEY_OK && frame->count == 0 && tracks->next < tracks->frames)
        status = read_frame(tracks, frame, error);
    return status;
}
