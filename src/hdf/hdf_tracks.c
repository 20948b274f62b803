// SPDX-License-Identifier: MIT
// Reads tracks of other programs:
//   SLEAP         tracks (tracks × 2 × nodes × frames), point_scores (tracks × nodes × frames) and
//                 node_names; NaN where a node is not seen
//   idtracker.ai  trajectories (frames × animals × 2), the attribute frames_per_second
// Frames are read in blocks, as those of SLEAP lie side by side along the last axis.
#include "formats/h5md_wire.h"
#include "hdf/hdf.h"

#include <math.h>
#include <string.h>

enum { RANK = 4, SLEAP_AXES = 2, MOST_NUMBERS = 1 << 22 };

struct covey_hdf_tracks {
    covey_memory *memory;
    int set;
    bool sleap;
    hid_t places, scores; ///< scores of points, or -1
    hsize_t agents, axes, nodes, frames;
    hsize_t only;      ///< node that is the place; `nodes`: the mean of all
    double likelihood; ///< as in covey_input_def
    double rate;       ///< frames a T
    hsize_t next;
    hsize_t block, first, held; ///< frames a block has at most; the one in memory
    double *numbers, *likely;
};

static covey_status refuse(covey_error *error, const char *why)
{
    return covey_fail(error, COVEY_INPUT, "the file holds no tracks that covey can read: %s", why);
}

bool covey_hdf_tracks_are_in(covey_hdf_file *file)
{
    return covey_hdf_file_exists(file, "tracks") || covey_hdf_file_exists(file, "trajectories");
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

/// The extents of a dataset of that rank; false if it has another.
static bool extents_of(hid_t data, int rank, hsize_t extents[RANK])
{
    hid_t space = H5Dget_space(data);
    bool good = H5Sget_simple_extent_ndims(space) == rank &&
                H5Sget_simple_extent_dims(space, extents, NULL) == rank;
    (void)H5Sclose(space);
    return good;
}

/// Opens the scores if they are needed and there.
static covey_status open_scores(covey_hdf_tracks *self, covey_hdf_file *file, covey_error *error)
{
    hsize_t extents[RANK] = {0};
    if (self->likelihood <= 0.0)
        return COVEY_OK;
    if (self->sleap && covey_hdf_file_exists(file, "point_scores"))
        self->scores = covey_hdf_file_dataset(file, "point_scores");
    if (file->refused != NULL)
        return refuse(error, file->refused);
    if (self->scores < 0)
        return covey_fail(error, COVEY_ARG, "the file does not tell how likely its points are");
    if (extents_of(self->scores, RANK - 1, extents) && extents[0] == self->agents &&
        extents[1] == self->nodes && extents[2] == self->frames)
        return COVEY_OK;
    return refuse(error, "point_scores are not of tracks, nodes and frames as tracks are");
}

/// Finds the node that is wanted.
static covey_status find_point(covey_hdf_tracks *self, covey_hdf_file *file, const char *point,
                               covey_error *error)
{
    self->only = self->nodes;
    if (point == NULL)
        return COVEY_OK;
    long found = self->sleap ? covey_hdf_file_find(file, "node_names", point) : -1;
    if (found < 0 || (hsize_t)found >= self->nodes)
        return covey_fail(error, COVEY_ARG, "the file has no point %.60s", point);
    self->only = (hsize_t)found;
    return COVEY_OK;
}

static covey_status open_sleap(covey_hdf_tracks *self, covey_hdf_file *file, covey_error *error)
{
    hsize_t extents[RANK] = {0};
    self->places = covey_hdf_file_dataset(file, "tracks");
    if (file->refused != NULL)
        return refuse(error, file->refused);
    if (self->places < 0 || !extents_of(self->places, RANK, extents) || extents[1] != SLEAP_AXES)
        return refuse(error, "tracks are not of tracks, 2 axes, nodes and frames");
    self->agents = extents[0];
    self->axes = SLEAP_AXES;
    self->nodes = extents[2];
    self->frames = extents[3];
    return COVEY_OK;
}

static covey_status open_idtracker(covey_hdf_tracks *self, covey_hdf_file *file, bool by_frames,
                                   covey_error *error)
{
    hsize_t extents[RANK] = {0};
    self->places = covey_hdf_file_dataset(file, "trajectories");
    if (file->refused != NULL)
        return refuse(error, file->refused);
    if (self->places < 0 || !extents_of(self->places, RANK - 1, extents) ||
        extents[2] < COVEY_PLANE || extents[2] > COVEY_AXES)
        return refuse(error, "trajectories are not of frames, animals and 2 or 3 axes");
    self->frames = extents[0];
    self->agents = extents[1];
    self->axes = extents[2];
    self->nodes = 1;
    double rate = 0.0;
    if (!by_frames && covey_hdf_file_attribute(file, "frames_per_second", &rate) && rate > 0.0 &&
        isfinite(rate))
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
                               .sleap = covey_hdf_file_exists(file, "tracks"),
                               .scores = -1,
                               .likelihood = opening->likelihood,
                               .rate = 1.0};
    covey_status status = self->sleap ? open_sleap(self, file, error)
                                      : open_idtracker(self, file, opening->by_frames, error);
    if (status == COVEY_OK)
        status = find_point(self, file, opening->point, error);
    if (status == COVEY_OK)
        status = open_scores(self, file, error);
    return status == COVEY_OK ? make_room(self, file, error) : status;
}

// ---- Frames ----

/// Reads a part of a dataset that begins at a frame; `axis` is that of frames.
static bool read_part(hid_t data, int rank, int axis, const covey_hdf_tracks *self, double *values)
{
    hsize_t begin[RANK] = {0}, size[RANK] = {0};
    if (!extents_of(data, rank, size))
        return false;
    begin[axis] = self->first;
    size[axis] = self->held;
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
    if (!self->sleap)
        return read_part(self->places, RANK - 1, 0, self, self->numbers);
    return read_part(self->places, RANK, RANK - 1, self, self->numbers) &&
           (self->scores < 0 || read_part(self->scores, RANK - 1, RANK - 2, self, self->likely));
}

/// The mean of the points of an agent that are known in the next frame, NaN if none is.
static void find_place(const covey_hdf_tracks *self, hsize_t agent, double pos[COVEY_AXES])
{
    const hsize_t frame = self->next - self->first, nodes = self->nodes;
    double sum[COVEY_AXES] = {0.0, 0.0, 0.0}, count = 0.0;
    for (hsize_t node = 0; node < nodes; node++) {
        bool known = self->only == nodes || self->only == node;
        if (self->likely != NULL)
            known = known &&
                    self->likely[(agent * nodes + node) * self->held + frame] >= self->likelihood;
        double at[COVEY_AXES] = {0.0, 0.0, 0.0};
        for (hsize_t axis = 0; axis < self->axes; axis++) {
            hsize_t place = self->sleap
                                ? ((agent * self->axes + axis) * nodes + node) * self->held + frame
                                : (frame * self->agents + agent) * self->axes + axis;
            at[axis] = self->numbers[place];
            known = known && !isnan(at[axis]);
        }
        for (hsize_t axis = 0; axis < self->axes && known; axis++)
            sum[axis] += at[axis];
        count += known;
    }
    for (hsize_t axis = 0; axis < COVEY_AXES; axis++)
        pos[axis] = count > 0.0 && axis < self->axes ? sum[axis] / count : (double)NAN;
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
    frame->deep = covey_space_deep(frame->space, 0.0);
    for (hsize_t agent = 0; agent < self->agents && status == COVEY_OK; agent++) {
        covey_row row = {.set = self->set, .vel = {none, none, none}};
        row.id = (covey_id)agent + !self->sleap; // idtracker.ai counts from 1
        find_place(self, agent, row.pos);
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
