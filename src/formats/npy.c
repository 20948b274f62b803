// SPDX-License-Identifier: MIT
// Tracks in arrays of numpy. A file .npy has an array of the shape (frames, animals, 2 or 3). A
// file .npz is one animal of a tracker, with arrays `frame`, `time`, `X`, `Y`, `X#wcentroid` and
// others; VIDEO_fish0.npz names all files of its folder. All is read at once. NaN is a gap, and so
// is infinity in .npz.
#define _POSIX_C_SOURCE 200809L
#include "formats/archive.h"
#include "formats/body_axis.h"
#include "formats/csv_files.h"
#include "formats/numpy.h"
#include "formats/plugin.h"
#include "formats/trackers.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

typedef struct place {
    double frame, time;
    covey_id id;
    double pos[COVEY_AXES];
    double axis[COVEY_AXES]; ///< of the body; 0: unknown
} place;

typedef struct tracks {
    covey_memory *memory;
    place *places; ///< by frame, then id
    size_t count, room, next;
    size_t rows;    ///< of animals, gaps too
    bool by_frames; ///< frames are times
    bool pixels;    ///< y points down
    double every;   ///< frames from one to the next
} tracks;

/// The arrays of an animal.
typedef struct animal {
    covey_numpy x, y, z, frame, time;
    bool has_z, has_frame, has_time, pixels;
} animal;

static covey_status no_memory(covey_error *error)
{
    return covey_fail(error, COVEY_MEMORY, "out of memory: arrays are read whole");
}

static covey_status keep(tracks *self, const place *one, covey_error *error)
{
    if (!isfinite(one->pos[0]) || !isfinite(one->pos[1]))
        return COVEY_OK;
    if (self->count == self->room) {
        size_t room = self->room + self->room / 2 + 64;
        place *grown =
            covey_memory_grow(self->memory, self->places, self->room, room, sizeof *grown);
        if (grown == NULL)
            return no_memory(error);
        self->places = grown;
        self->room = room;
    }
    self->places[self->count++] = *one;
    return COVEY_OK;
}

// ---- An array of all ----

static covey_status take_array(tracks *self, const covey_numpy *array, covey_error *error)
{
    covey_status status = COVEY_OK;
    const size_t axes = array->shape[2];
    if (array->dims != COVEY_NUMPY_DIMS || (axes != COVEY_PLANE && axes != COVEY_AXES) ||
        array->shape[1] >= UINT32_MAX)
        return covey_fail(error, COVEY_INPUT,
                          "tracks are an array of the shape (frames, animals, 2 or 3), not of %zu "
                          "dimensions with %zu numbers in the last",
                          array->dims, array->shape[array->dims - 1]);
    // A head of a few bytes can claim any number of frames without animals: these are not counted.
    const size_t frames = array->shape[1] > 0 ? array->shape[0] : 0;
    self->every = 1.0;
    for (size_t i = 0; i < frames && status == COVEY_OK; i++)
        for (size_t j = 0; j < array->shape[1] && status == COVEY_OK; j++) {
            place one = {(double)i, (double)i, (uint32_t)(j + 1), {0, 0, (double)NAN}, {0}};
            for (size_t k = 0; k < axes; k++) {
                one.pos[k] = covey_numpy_at(array, i, j, k);
                if (isinf(one.pos[k]))
                    return covey_fail(error, COVEY_INPUT,
                                      "frame %zu, animal %zu: a place is infinite; a gap is NaN", i,
                                      j + 1);
            }
            status = keep(self, &one, error);
        }
    return status;
}

// ---- Animals ----

/// Finds an array in one dimension that is as long as that of x, or is that of x.
static covey_status find(covey_archive *of, const char *name, const animal *beside,
                         covey_numpy *array, bool *there, covey_error *error)
{
    char file[88];
    covey_archive_member member;
    (void)snprintf(file, sizeof file, "%.80s.npy", name);
    covey_status status = covey_archive_find(of, file, &member, error);
    *there = member.bytes != NULL;
    if (status == COVEY_OK && *there)
        status = covey_numpy_open(member.bytes, member.size, array, error);
    if (status != COVEY_OK || !*there)
        return status;
    if (array->dims == 1 && (beside == NULL || array->shape[0] == beside->x.shape[0]))
        return COVEY_OK;
    return covey_fail(error, COVEY_INPUT, "the array %.40s has not a number for each frame", name);
}

/// Finds x, y and z of a point, as a tracker names them. *there is false without x.
static covey_status find_place(covey_archive *of, const covey_tracker *tracker, const char *point,
                               animal *found, bool *there, covey_error *error)
{
    char name[80];
    const char *letters = tracker->arrays;
    found->pixels = tracker->pixels;
    bool named = point[0] != '\0' && strcmp(point, tracker->nameless) != 0, has_y = false;
    (void)snprintf(name, sizeof name, "%c%s%.60s", letters[0], named ? letters + COVEY_AXES : "",
                   named ? point : "");
    covey_status status = find(of, name, NULL, &found->x, there, error);
    if (status != COVEY_OK || !*there)
        return status;
    name[0] = letters[1];
    status = find(of, name, found, &found->y, &has_y, error);
    if (status == COVEY_OK && !has_y)
        return covey_fail(error, COVEY_INPUT, "there is no array %s.npy in it", name);
    name[0] = letters[2];
    return status == COVEY_OK ? find(of, name, found, &found->z, &found->has_z, error) : status;
}

/// The first center of a tracker that is there, as in its tables; or the point that is asked for.
static covey_status find_animal(covey_archive *of, const char *point, animal *found,
                                covey_error *error)
{
    const char *const asked[] = {point, NULL};
    const covey_tracker *tracker;
    bool there = false;
    covey_status status = COVEY_OK;
    for (int k = 0; (tracker = covey_trackers_at(k)) != NULL; k++)
        for (const char *const *name = point != NULL ? asked : tracker->centers;
             tracker->arrays != NULL && *name != NULL && !there && status == COVEY_OK; name++)
            status = find_place(of, tracker, *name, found, &there, error);
    if (status == COVEY_OK && !there && point != NULL)
        return covey_fail(error, COVEY_ARG, "there is no point %.60s in it", point);
    if (status == COVEY_OK && !there)
        return covey_fail(error, COVEY_INPUT, "there are no arrays X and Y in it");
    if (status == COVEY_OK)
        status = find(of, "frame", found, &found->frame, &found->has_frame, error);
    if (status == COVEY_OK)
        status = find(of, "time", found, &found->time, &found->has_time, error);
    return status;
}

static void place_at(const animal *from, size_t i, double pos[COVEY_AXES])
{
    pos[0] = covey_numpy_at(&from->x, i, 0, 0);
    pos[1] = covey_numpy_at(&from->y, i, 0, 0);
    pos[2] = from->has_z ? covey_numpy_at(&from->z, i, 0, 0) : (double)NAN;
}

/// Finds the tail and the nose of an animal.
static covey_status find_ends(covey_archive *of, const char *text, const animal *found,
                              animal ends[2], covey_error *error)
{
    covey_body_axis axis;
    covey_status status = covey_body_axis_read_points(text, &axis, error);
    const char *const names[2] = {axis.tail, axis.nose};
    for (int k = 0; k < 2 && status == COVEY_OK; k++) {
        status = find_animal(of, names[k], &ends[k], error);
        if (status == COVEY_OK && ends[k].x.shape[0] != found->x.shape[0])
            return covey_fail(error, COVEY_INPUT, "the point %.60s has not a place for each frame",
                              names[k]);
    }
    return status;
}

/// `ends` are tail and nose, or NULL.
static covey_status take_animal(tracks *self, const animal *from, const animal *ends, covey_id id,
                                covey_error *error)
{
    covey_status status = COVEY_OK;
    for (size_t i = 0; i < from->x.shape[0] && status == COVEY_OK; i++) {
        place one = {.frame = from->has_frame ? covey_numpy_at(&from->frame, i, 0, 0) : (double)i,
                     .id = id};
        double tail[COVEY_AXES], nose[COVEY_AXES];
        place_at(from, i, one.pos);
        if (ends != NULL) {
            place_at(&ends[0], i, tail);
            place_at(&ends[1], i, nose);
            covey_body_axis_between(tail, nose, one.axis);
        }
        one.time = from->has_time ? covey_numpy_at(&from->time, i, 0, 0) : one.frame;
        if (!(one.frame >= 0.0 && one.frame < 0x1p53 && floor(one.frame) == one.frame))
            return covey_fail(error, COVEY_INPUT,
                              "frames are whole numbers from 0 on: number %zu is %g", i, one.frame);
        if (!isfinite(one.time))
            return covey_fail(error, COVEY_INPUT, "the time of frame %g is not finite", one.frame);
        status = keep(self, &one, error);
    }
    for (size_t i = 1; from->has_frame && i < from->x.shape[0]; i++)
        self->every = fmin(self->every, fabs(covey_numpy_at(&from->frame, i, 0, 0) -
                                             covey_numpy_at(&from->frame, i - 1, 0, 0)));
    if (!from->has_frame)
        self->every = 1.0;
    self->rows += from->x.shape[0];
    self->pixels = from->pixels;
    return status;
}

// ---- Files ----

static covey_status read_whole(covey_memory *memory, int fd, const char *path, void **bytes,
                               size_t *size, covey_error *error)
{
    struct stat about;
    size_t count = 0;
    *bytes = NULL;
    if (fstat(fd, &about) != 0)
        return covey_file_fail("reading", path, error);
    if (!S_ISREG(about.st_mode))
        return covey_fail(error, COVEY_INPUT, "arrays of numpy are read from regular files");
    *size = (size_t)about.st_size;
    *bytes = covey_memory_take(memory, *size, 1);
    if (*bytes == NULL)
        return no_memory(error);
    if (!covey_file_read_at(fd, *bytes, *size, 0, &count))
        return covey_file_fail("reading", path, error);
    return count == *size ? COVEY_OK : covey_fail(error, COVEY_INPUT, "the file became shorter");
}

static covey_status take_bytes(tracks *self, const void *bytes, size_t size,
                               const covey_opening *opening, covey_id id, covey_error *error)
{
    covey_status status;
    if (covey_archive_is(bytes, size)) {
        animal found = {.has_z = false}, ends[2] = {{.has_z = false}, {.has_z = false}};
        covey_archive archive = {.memory = self->memory, .bytes = bytes, .size = size};
        status = find_animal(&archive, opening->point, &found, error);
        if (status == COVEY_OK && opening->axis != NULL)
            status = find_ends(&archive, opening->axis, &found, ends, error);
        if (status == COVEY_OK)
            status = take_animal(self, &found, opening->axis != NULL ? ends : NULL, id, error);
        covey_archive_close(&archive);
        return status;
    }
    covey_numpy array;
    if (opening->point != NULL || opening->axis != NULL)
        return covey_fail(error, COVEY_ARG, "an array of tracks has no points of agents");
    status = covey_numpy_open(bytes, size, &array, error);
    return status == COVEY_OK ? take_array(self, &array, error) : status;
}

static covey_status take_file(tracks *self, const covey_opening *opening, int fd, const char *path,
                              covey_id id, covey_error *error)
{
    void *bytes;
    size_t size = 0;
    covey_status status = read_whole(self->memory, fd, path, &bytes, &size, error);
    if (status == COVEY_OK)
        status = take_bytes(self, bytes, size, opening, id, error);
    covey_memory_give(self->memory, bytes, size, 1);
    return status;
}

/// The files of the other animals; a failure names the file.
static covey_status take_others(tracks *self, const covey_opening *opening,
                                const covey_csv_files *files, covey_error *error)
{
    covey_status status = COVEY_OK;
    for (size_t k = 0; k < files->count && status == COVEY_OK; k++) {
        const char *path = files->paths.bytes + files->list[k].path;
        covey_error found = {0};
        covey_file file = {.fd = -1};
        status = covey_file_open(&file, path, &found);
        if (status == COVEY_OK)
            status = take_file(self, opening, file.fd, path, files->list[k].id, &found);
        (void)covey_file_close(&file, NULL);
        if (status != COVEY_OK)
            (void)covey_fail(error, status, "%.120s: %.300s", path, found.message);
    }
    return status;
}

static int by_frame(const void *a, const void *b)
{
    const place *p = a, *q = b;
    if (p->frame != q->frame)
        return p->frame < q->frame ? -1 : 1;
    return (p->id > q->id) - (p->id < q->id);
}

/// Refuses two places of an animal in a frame.
static covey_status check_places(const tracks *self, covey_error *error)
{
    for (size_t k = 1; k < self->count; k++) {
        const place *one = &self->places[k];
        if (one->frame == one[-1].frame && one->id == one[-1].id)
            return covey_fail(error, COVEY_INPUT,
                              "frame %.0f of agent %" COVEY_PRI_ID " is there twice", one->frame,
                              one->id);
    }
    return COVEY_OK;
}

static void close_tracks(void *own)
{
    tracks *self = own;
    covey_memory_give(self->memory, self->places, self->room, sizeof *self->places);
    covey_memory_give(self->memory, self, 1, sizeof *self);
}

static covey_status open_tracks(const covey_opening *opening, void **own, covey_error *error)
{
    tracks *self = covey_memory_take(opening->memory, 1, sizeof *self);
    *own = self;
    if (self == NULL)
        return no_memory(error);
    *self = (tracks){.memory = opening->memory, .by_frames = opening->by_frames, .every = HUGE_VAL};
    if (opening->path == NULL)
        return covey_fail(error, COVEY_ARG, "arrays of numpy are read from files alone");
    if (opening->likelihood > 0.0)
        return covey_fail(error, COVEY_ARG, "arrays of numpy have no likelihood of points");
    covey_csv_files files;
    covey_id id = 0;
    covey_csv_files_init(&files, self->memory);
    covey_status status = covey_csv_files_find(&files, opening->path, &id, error);
    if (status == COVEY_OK)
        status = take_file(self, opening, opening->fd, opening->path, id, error);
    if (status == COVEY_OK)
        status = take_others(self, opening, &files, error);
    covey_csv_files_destroy(&files);
    if (status == COVEY_OK && self->count == 0 && self->rows > 0)
        return covey_fail(error, COVEY_INPUT, "none of %zu places is finite", self->rows);
    if (self->count > 0)
        qsort(self->places, self->count, sizeof *self->places, by_frame);
    return status == COVEY_OK ? check_places(self, error) : status;
}

static covey_status next_frame(void *own, covey_frame *frame, covey_error *error)
{
    tracks *self = own;
    covey_status status = COVEY_OK;
    if (self->next == self->count)
        return COVEY_OK;
    const place *first = &self->places[self->next];
    int set = covey_frame_set_number(frame, "flock", 5);
    frame->step = (uint64_t)first->frame;
    frame->time = self->by_frames ? first->frame : first->time;
    frame->space = covey_space_open();
    frame->pixels = self->pixels;
    frame->numbered = true;
    frame->every = isfinite(self->every) ? self->every : 0.0;
    for (; self->next < self->count && status == COVEY_OK; self->next++) {
        const place *one = &self->places[self->next];
        if (one->frame != first->frame)
            break;
        const double unknown = (double)NAN;
        covey_row row = {.set = set,
                         .id = one->id,
                         .pos = {one->pos[0], one->pos[1], one->pos[2]},
                         .vel = {unknown, unknown, unknown},
                         .axis = {one->axis[0], one->axis[1], one->axis[2]}};
        status = covey_frame_add(frame, &row, error);
    }
    return status;
}

const covey_format_plugin covey_format_npy = {
    .about = {.name = "npy",
              .title = "arrays of numpy: tracks of TRex (.npz) and arrays of places (.npy)",
              .suffix = ".npy",
              .reads = true,
              .built = true},
    .open = open_tracks,
    .next = next_frame,
    .close = close_tracks,
    .also = ".npz",
    .points = true,
};
