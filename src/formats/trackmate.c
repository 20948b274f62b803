// SPDX-License-Identifier: MIT
// XML of TrackMate: the tracks that it exports (<Tracks>, with a <particle> for each and its
// <detection>s), and its whole files (<TrackMate>, with <Spot>s, the <Edge>s between them that make
// tracks, and the list of tracks that are left by filters). All is read at once. Spots without a
// track are no animals.
#include "base/parse.h"
#include "formats/plugin.h"
#include "formats/xml.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct spot {
    uint64_t id; ///< of the spot
    uint64_t line;
    uint64_t track; ///< NO_TRACK: in none
    double frame, time;
    double pos[COVEY_AXES];
} spot;

#define NO_TRACK UINT64_MAX

typedef struct trackmate {
    covey_memory *memory;
    covey_xml xml;
    spot *spots; ///< by id while edges are read; then by frame and track
    size_t count, room, next;
    uint64_t *kept; ///< tracks that filters leave
    size_t kept_count, kept_room;
    bool filtered, sorted;
    bool by_frames;
    double interval; ///< T a frame in exported tracks
} trackmate;

static covey_status no_memory(covey_error *error)
{
    return covey_fail(error, COVEY_MEMORY, "out of memory: tracks of TrackMate are read whole");
}

// ---- Attributes ----

/// Reads a finite number from an attribute, or, if there is none, leaves *value as it is.
static covey_status read_number(const covey_xml *xml, const char *name, const char *expected,
                                double *value, covey_error *error)
{
    size_t size;
    const char *text = covey_xml_attribute(xml, name, &size);
    const bool good =
        text == NULL ? !isnan(*value)
                     : covey_parse_double(text, size, value) == COVEY_PARSE_OK && isfinite(*value);
    return good ? COVEY_OK : covey_xml_refuse(xml, expected, error);
}

static covey_status read_whole(const covey_xml *xml, const char *name, const char *expected,
                               uint64_t *value, covey_error *error)
{
    double number = (double)NAN;
    covey_status status = read_number(xml, name, expected, &number, error);
    if (status != COVEY_OK)
        return status;
    if (!(number >= 0.0 && number < 0x1p53 && number == floor(number)))
        return covey_xml_refuse(xml, expected, error);
    *value = (uint64_t)number;
    return COVEY_OK;
}

// ---- Spots ----

static covey_status keep(trackmate *self, const spot *one, covey_error *error)
{
    if (self->count == self->room) {
        size_t room = self->room + self->room / 2 + 64;
        spot *grown = covey_memory_grow(self->memory, self->spots, self->room, room, sizeof *grown);
        if (grown == NULL)
            return no_memory(error);
        self->spots = grown;
        self->room = room;
    }
    self->spots[self->count++] = *one;
    return COVEY_OK;
}

/// The names of the attributes of a place.
typedef struct names {
    const char *frame, *axes[COVEY_AXES], *expected;
} names;

static covey_status read_place(const covey_xml *xml, const names *of, spot *to, covey_error *error)
{
    uint64_t frame = 0;
    covey_status status = read_whole(xml, of->frame, of->expected, &frame, error);
    to->frame = (double)frame;
    to->line = xml->number;
    for (int axis = 0; axis < COVEY_AXES && status == COVEY_OK; axis++) {
        to->pos[axis] = axis == 2 ? 0.0 : (double)NAN; // a plane may have no z
        status = read_number(xml, of->axes[axis], of->expected, &to->pos[axis], error);
    }
    return status;
}

static covey_status take_detection(trackmate *self, uint64_t track, covey_error *error)
{
    static const names of = {
        "t", {"x", "y", "z"}, "a detection with a frame t and numbers x, y and z"};
    spot one = {.track = track};
    covey_status status = read_place(&self->xml, &of, &one, error);
    one.time = self->by_frames ? one.frame : one.frame * self->interval;
    return status == COVEY_OK ? keep(self, &one, error) : status;
}

static covey_status take_spot(trackmate *self, covey_error *error)
{
    static const names of = {"FRAME",
                             {"POSITION_X", "POSITION_Y", "POSITION_Z"},
                             "a Spot with a number ID, a FRAME, POSITION_X and POSITION_Y"};
    spot one = {.track = NO_TRACK};
    covey_status status = read_place(&self->xml, &of, &one, error);
    if (status == COVEY_OK)
        status = read_whole(&self->xml, "ID", of.expected, &one.id, error);
    one.time = one.frame;
    if (status == COVEY_OK && !self->by_frames)
        status = read_number(&self->xml, "POSITION_T", of.expected, &one.time, error);
    return status == COVEY_OK ? keep(self, &one, error) : status;
}

// ---- Tracks ----

static int by_id(const void *a, const void *b)
{
    const spot *p = a, *q = b;
    return (p->id > q->id) - (p->id < q->id);
}

/// Puts a spot, which an edge names, into a track.
static covey_status put_into(trackmate *self, const char *name, uint64_t track, covey_error *error)
{
    static const char expected[] = "an Edge between two spots, of which no other track has one";
    spot wanted = {.id = 0};
    covey_status status = read_whole(&self->xml, name, expected, &wanted.id, error);
    if (status != COVEY_OK)
        return status;
    if (!self->sorted && self->count > 0)
        qsort(self->spots, self->count, sizeof *self->spots, by_id);
    self->sorted = true;
    spot *found =
        self->count > 0 ? bsearch(&wanted, self->spots, self->count, sizeof wanted, by_id) : NULL;
    if (found == NULL || (found->track != NO_TRACK && found->track != track))
        return covey_xml_refuse(&self->xml, expected, error);
    found->track = track;
    return COVEY_OK;
}

static covey_status keep_track(trackmate *self, covey_error *error)
{
    if (self->kept_count == self->kept_room) {
        size_t room = 2 * self->kept_room + 16;
        uint64_t *grown =
            covey_memory_grow(self->memory, self->kept, self->kept_room, room, sizeof *grown);
        if (grown == NULL)
            return no_memory(error);
        self->kept = grown;
        self->kept_room = room;
    }
    return read_whole(&self->xml, "TRACK_ID", "a TrackID with a number TRACK_ID",
                      &self->kept[self->kept_count++], error);
}

// ---- Files ----

/// Takes an element of exported tracks; *track is the number of the one that is open, from 1.
static covey_status take_exported(trackmate *self, uint64_t *track, covey_error *error)
{
    if (covey_xml_is(&self->xml, "particle"))
        ++*track;
    if (!covey_xml_is(&self->xml, "detection"))
        return COVEY_OK;
    return *track > 0 ? take_detection(self, *track - 1, error)
                      : covey_xml_refuse(&self->xml, "a particle around detections", error);
}

/// Takes an element of a whole file.
static covey_status take_model(trackmate *self, uint64_t *track, covey_error *error)
{
    const covey_xml *xml = &self->xml;
    if (covey_xml_is(xml, "Spot"))
        return take_spot(self, error);
    if (covey_xml_is(xml, "Track"))
        return read_whole(xml, "TRACK_ID", "a Track with a number TRACK_ID", track, error);
    self->filtered = self->filtered || covey_xml_is(xml, "FilteredTracks");
    if (covey_xml_is(xml, "TrackID") && self->filtered)
        return keep_track(self, error);
    if (!covey_xml_is(xml, "Edge"))
        return COVEY_OK;
    covey_status status = put_into(self, "SPOT_SOURCE_ID", *track, error);
    return status == COVEY_OK ? put_into(self, "SPOT_TARGET_ID", *track, error) : status;
}

static covey_status read_all(trackmate *self, covey_error *error)
{
    covey_xml *xml = &self->xml;
    uint64_t track = 0;
    covey_status status = covey_xml_next(xml, error);
    if (status == COVEY_OK && xml->ended)
        return covey_fail(error, COVEY_INPUT, "the file has no tags: expected XML of TrackMate");
    const bool exported = status == COVEY_OK && covey_xml_is(xml, "Tracks");
    if (status == COVEY_OK && !exported && !covey_xml_is(xml, "TrackMate"))
        return covey_xml_refuse(xml, "Tracks or TrackMate, as in XML of TrackMate", error);
    self->interval = 1.0;
    if (exported)
        status =
            read_number(xml, "frameInterval", "a number frameInterval", &self->interval, error);
    self->interval = self->interval > 0.0 ? self->interval : 1.0;
    while (status == COVEY_OK && !xml->ended) {
        status = covey_xml_next(xml, error);
        if (status == COVEY_OK && !xml->ended)
            status =
                exported ? take_exported(self, &track, error) : take_model(self, &track, error);
        if (covey_xml_is(xml, exported ? "/Tracks" : "/TrackMate"))
            return status;
    }
    return status != COVEY_OK ? status
                              : covey_fail(error, COVEY_INPUT, "the file is cut: it ends before %s",
                                           exported ? "</Tracks>" : "</TrackMate>");
}

static int by_number(const void *a, const void *b)
{
    const uint64_t *p = a, *q = b;
    return (*p > *q) - (*p < *q);
}

/// Drops the spots that are in no track, or in one that filters took away.
static void drop(trackmate *self)
{
    size_t count = 0;
    if (self->kept_count > 0)
        qsort(self->kept, self->kept_count, sizeof *self->kept, by_number);
    for (size_t i = 0; i < self->count; i++) {
        const spot *one = &self->spots[i];
        const bool left = !self->filtered || (self->kept_count > 0 &&
                                              bsearch(&one->track, self->kept, self->kept_count,
                                                      sizeof one->track, by_number) != NULL);
        if (one->track != NO_TRACK && left)
            self->spots[count++] = *one;
    }
    self->count = count;
}

static int by_frame(const void *a, const void *b)
{
    const spot *p = a, *q = b;
    if (p->frame != q->frame)
        return p->frame < q->frame ? -1 : 1;
    return (p->track > q->track) - (p->track < q->track);
}

static bool is_flat(const trackmate *self)
{
    for (size_t i = 1; i < self->count; i++)
        if (self->spots[i].pos[2] != self->spots[0].pos[2])
            return false;
    return true;
}

/// Refuses two spots of a track in a frame, as of cells that divide, and numbers too large for ids.
static covey_status check(const trackmate *self, covey_error *error)
{
    for (size_t k = 0; k < self->count; k++) {
        const spot *one = &self->spots[k];
        if (one->track > COVEY_MAX_ID)
            return covey_fail(error, COVEY_INPUT, "a track has the number %" PRIu64, one->track);
        if (k > 0 && one->frame == one[-1].frame && one->track == one[-1].track)
            return covey_fail(error, COVEY_INPUT,
                              "line %" PRIu64 ", column 1: track %" PRIu64
                              " has two spots in frame "
                              "%.0f, another one on line %" PRIu64 ": it divides or merges",
                              one->line, one->track, one->frame, one[-1].line);
    }
    return COVEY_OK;
}

static void close_tracks(void *own)
{
    trackmate *self = own;
    covey_xml_destroy(&self->xml);
    covey_memory_give(self->memory, self->spots, self->room, sizeof *self->spots);
    covey_memory_give(self->memory, self->kept, self->kept_room, sizeof *self->kept);
    covey_memory_give(self->memory, self, 1, sizeof *self);
}

static covey_status open_tracks(const covey_opening *opening, void **own, covey_error *error)
{
    trackmate *self = covey_memory_take(opening->memory, 1, sizeof *self);
    *own = self;
    if (self == NULL)
        return no_memory(error);
    *self = (trackmate){.memory = opening->memory, .by_frames = opening->by_frames};
    covey_xml_init(&self->xml, self->memory, opening->lines);
    covey_status status = read_all(self, error);
    if (status != COVEY_OK)
        return status;
    drop(self);
    if (self->count == 0)
        return covey_fail(error, COVEY_INPUT, "there are no tracks in it");
    qsort(self->spots, self->count, sizeof *self->spots, by_frame);
    covey_names *found = opening->frame->names;
    if (found->dim == 0)
        found->dim = is_flat(self) ? COVEY_PLANE : COVEY_AXES;
    return check(self, error);
}

static covey_status next_frame(void *own, covey_frame *frame, covey_error *error)
{
    trackmate *self = own;
    covey_status status = COVEY_OK;
    if (self->next == self->count)
        return COVEY_OK;
    const spot *first = &self->spots[self->next];
    const double none = (double)NAN;
    const int set = covey_frame_set_number(frame, "flock", 5);
    frame->step = (uint64_t)first->frame;
    frame->time = first->time;
    frame->space = covey_space_open();
    frame->pixels = frame->numbered = true;
    frame->every = 1.0;
    for (; self->next < self->count && status == COVEY_OK; self->next++) {
        const spot *one = &self->spots[self->next];
        if (one->frame != first->frame)
            break;
        covey_row row = {.set = set,
                         .id = (covey_id)one->track,
                         .line = one->line,
                         .pos = {one->pos[0], one->pos[1], one->pos[2]},
                         .vel = {none, none, none}};
        status = covey_frame_add(frame, &row, error);
    }
    return status;
}

const covey_format_plugin covey_format_trackmate = {
    .about = {.name = "trackmate",
              .title = "XML of TrackMate: its tracks, or its whole files",
              .suffix = ".xml",
              .reads = true,
              .built = true},
    .open = open_tracks,
    .next = next_frame,
    .close = close_tracks,
};
