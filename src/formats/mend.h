// SPDX-License-Identifier: MIT
// The tracks of all animals in memory, between a file and its frames: gaps are filled, times made
// even, places smoothed.
#ifndef COVEY_FORMATS_MEND_H
#define COVEY_FORMATS_MEND_H

#include "formats/frame.h"

enum { COVEY_MEND_NOTES = 3, COVEY_MEND_NOTE = 160 };

/// A frame: its places are those of points with its number.
typedef struct covey_mend_moment {
    double key, time;
    uint64_t step;
    bool breaks; ///< frames are missing before it
} covey_mend_moment;

/// An agent in a frame.
typedef struct covey_mend_point {
    size_t moment;
    int set;
    covey_id id;
    double pos[COVEY_AXES], vel[COVEY_AXES];
    double axis[COVEY_AXES]; ///< as in covey_row
} covey_mend_point;

typedef struct covey_mend {
    covey_memory *memory;
    int fill, smooth; ///< these three as in covey_input_def
    double resample;
    covey_mend_point
        *points; ///< at first by frames, then by set, agent and frame, at last by frames
    size_t count, room;
    covey_mend_moment *moments; ///< ascending
    size_t moments_count, moments_room;
    covey_space space;
    bool numbered, pixels;
    double every; ///< between the keys of frames that follow one another
    size_t next, next_moment;
    char notes[COVEY_MEND_NOTES][COVEY_MEND_NOTE];
    int notes_count;
} covey_mend;

/// True if a definition asks for any of it.
bool covey_mend_is_wanted(const covey_input_def *def);

/// COVEY_ARG for numbers that are out of range. Must be destroyed in any case.
covey_status covey_mend_init(covey_mend *series, covey_memory *memory, const covey_input_def *def,
                             covey_error *error);
void covey_mend_destroy(covey_mend *series);

/// Takes the next frame of the file, which is finished. COVEY_INPUT for frames of different spaces;
/// COVEY_MEMORY.
covey_status covey_mend_take(covey_mend *series, const covey_frame *frame, covey_error *error);

/// Does the work once all frames are taken. COVEY_INPUT for more than 10^8 places; COVEY_MEMORY.
covey_status covey_mend_finish(covey_mend *series, covey_error *error);

/// Adds the rows of the next frame; none behind the last. COVEY_MEMORY.
covey_status covey_mend_next(covey_mend *series, covey_frame *frame, covey_error *error);

// ---- Parts ----

/// Orders of points for qsort(): by set, agent and frame; and by frame, set and agent.
int covey_mend_by_agent(const void *a, const void *b);
int covey_mend_by_moment(const void *a, const void *b);

/// Adds a point. COVEY_MEMORY.
covey_status covey_mend_add(covey_mend *series, const covey_mend_point *point, covey_error *error);

/// The place of a point `part` of the way from one to the next, by the shortest path.
covey_vec covey_mend_between(const covey_mend *series, const covey_mend_point *from,
                             const covey_mend_point *to, double part);

/// The body axis of a point `part` of the way from one to the next, unknown where one is.
void covey_mend_turn(const covey_mend_point *from, const covey_mend_point *to, double part,
                     double axis[COVEY_AXES]);

/// True if the body axis of a point is known.
bool covey_mend_has_axis(const covey_mend_point *point);

/// Writes a note.
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
void covey_mend_say(covey_mend *series, const char *format, ...);

/// Of the series by set, agent and frame: smooths it, or makes its times even.
covey_status covey_mend_smooth(covey_mend *series, covey_error *error);
covey_status covey_mend_resample(covey_mend *series, covey_error *error);

#endif
