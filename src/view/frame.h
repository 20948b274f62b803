// SPDX-License-Identifier: MIT
// A copy of the world after a step, so that the world can go on while it is drawn.
#ifndef COVEY_VIEW_FRAME_H
#define COVEY_VIEW_FRAME_H

#include "view/recording.h"

#include <covey/draw.h>
#include <covey/history.h>
#include <covey/measure.h>
#include <covey/session.h>

enum {
    FRAME_PARAMS = 64, ///< of model and motion
    FRAME_SERIES = 240,
    FRAME_RULES = 8,
    FRAME_WATCHED = 500, ///< agents of all flocks, at most, whose rules are in a frame for all
    FRAME_TEXT = 512
};

/// What can be plotted: measures by their number, and the histograms behind them.
enum { PLOTS = 4 };
typedef enum frame_histogram {
    PLOT_SPEEDS = COVEY_MAX_MEASURES,
    PLOT_HEADINGS,
    PLOT_NEIGHBORS,
    PLOT_KINDS
} frame_histogram;

/// What is plotted, of which flock.
typedef struct frame_plots {
    int flock;
    int of[PLOTS];
} frame_plots;

/// What a flock does about another one, besides what its model does.
typedef struct frame_response {
    int other;          ///< number of that flock
    covey_response def; ///< without texts
} frame_response;

typedef struct frame_flock {
    char name[COVEY_NAME_SIZE];
    const covey_model *model;
    const covey_motion *motion;
    double params[FRAME_PARAMS]; ///< of the model's table, then of the motion's
    covey_flock_def def;         ///< numbers and switches; texts and lists are NULL
    int prey;
    covey_zone zones[COVEY_MAX_ZONES];
    int zones_count;
    size_t count, room;
    covey_id *id;                              ///< ascending
    double *pos[COVEY_AXES], *vel[COVEY_AXES]; ///< in the order of ids
    double *heading[COVEY_AXES];               ///< as in covey_view, if `has_headings`
    bool has_headings;
    uint32_t *order;            ///< scratch
    int sees[COVEY_MAX_FLOCKS]; ///< rule of its first response to each flock; -1: none
    frame_response responses[COVEY_MAX_ZONES]; ///< all of them
    int responses_count;
    uint64_t caught; ///< agents, since the world was made
    // ---- rules of all agents, where they are watched ----
    covey_vec *pushes; ///< of agent i by rule k: pushes[i × rules_count + k]
    size_t pushes_room;
    int rules_count; ///< 0: they are not
    // ---- what agents do, where that is asked for ----
    uint8_t *doing; ///< of covey_doing, and scratch behind
    size_t doing_room;
    bool is_doing; ///< it is known
} frame_flock;

/// An influence, in the order of the scenario's list.
typedef struct frame_influence {
    const covey_influence *kind;
    int handle;              ///< in the world
    int flock;               ///< the only one that it acts on; -1: all
    covey_picture_mark mark; ///< of one point: in mark.own; more: points[axis]
    bool is_seen;
    double params[FRAME_PARAMS];
    double *points[COVEY_AXES]; ///< in one block
    size_t points_count;
    uint32_t *triangles; ///< of a mesh
} frame_influence;

/// An item of the scenario's panel: a slider, or with row NULL a text alone.
typedef struct frame_panel {
    char key[256];
    const covey_param *row;
    char name[COVEY_PANEL_NAME], text[COVEY_PANEL_TEXT];
    double low, high; ///< NaN: as fits the parameter
    double value;
} frame_panel;

/// The force of a rule on the watched agent, in the measure of its model.
typedef struct frame_rule {
    const char *name;
    covey_vec push;
} frame_rule;

/// The last values of the measures that are plotted; NaN where one was not measured, or is a
/// histogram.
typedef struct frame_series {
    frame_plots plots;
    double values[PLOTS][FRAME_SERIES];
    double steps[FRAME_SERIES]; ///< ascending
    double times[FRAME_SERIES]; ///< T
    int count;
} frame_series;

typedef struct frame {
    uint64_t step, seed, hash;
    double time;   ///< T
    double dt;     ///< 0: of a recording, which has no time between its frames
    bool recorded; ///< a frame of a recording: `step` is its number, and nothing can be changed
    covey_vec low, high; ///< L, of a recording: corners of the box that all its frames are seen in
    bool rests;          ///< the world was opened to be looked at step by step
    double link; ///< agents so near are in one cluster, L; where the scenario does not say, the
                 ///< first flock's reach
    double reach, speed, push; ///< of the first flock, as scale_of() returns
    covey_space space;
    char title[FRAME_TEXT];
    char name[FRAME_TEXT]; ///< of the preset or file
    int flocks_count;
    frame_flock flocks[COVEY_MAX_FLOCKS];
    size_t influences_count, influences_room;
    frame_influence *influences;
    frame_panel panel[COVEY_MAX_PANEL];
    int panel_count; ///< 0: the scenario has none; all parameters are shown
    size_t undoable;
    uint64_t begin, end;                       ///< the steps that can be gone to
    int branches_count;                        ///< other futures that are kept
    uint64_t branches[COVEY_HISTORY_BRANCHES]; ///< the last step of each
    uint64_t opened;                           ///< how many worlds have been opened
    uint64_t jumps;           ///< how many times time did not go on step by step, opening too
    uint64_t loaded;          ///< how many of them were not restarts of the one before
    uint64_t messages;        ///< how many there have been
    char message[FRAME_TEXT]; ///< the last one
    bool failed;              ///< no further step: the world diverged
    frame_series series;
    int watched_flock; ///< -1: none
    covey_id watched;
    frame_rule rules[FRAME_RULES];
    int rules_count;
} frame;

/// Calculates the shares of the rules in the intent of one agent; none without a session.
void frame_watch(frame *self, covey_session *session, int flock, covey_id id);

/// The same for all agents of a frame that was copied; of none with more than FRAME_WATCHED, or
/// without a session.
void frame_watch_all(frame *self, covey_session *session);

/// The name of rule `k` of a flock's model, NULL behind the last.
const char *frame_rule_name(const frame_flock *flock, int k);

/// Copies the present state of a session; series, message and name are left. False without memory.
bool frame_copy(frame *self, covey_session *session);

/// The same for a frame of a recording. What the file does not have, as zones, obstacles and
/// bodies, is that of the session, which may be NULL.
bool frame_record(frame *self, covey_session *session, const recording *from, size_t number);
void frame_free(frame *self);

/// Finds the index of an agent in the arrays of a flock; false if the flock has none of that id.
bool frame_find(const frame_flock *flock, covey_id id, size_t *index);

/// True for a world of three dimensions.
bool frame_is_deep(const frame *self);

/// Where agent `i` of a flock was a time `lag` before the frame, had it flown straight on.
covey_vec frame_place(const frame *self, int flock, size_t i, double lag);

/// A view of a flock.
covey_view frame_view(const frame *self, int flock);

/// Row k of the tables of a flock's model and motion, NULL behind the last.
const covey_param *frame_param(const frame_flock *flock, int k);

/// The longest radius that agents are sensed from, L; 0 if there is none.
double frame_reach(const frame *self);

// ---- Trails ----

// Places of agents in the frames before, for trails and changes of velocity.

typedef struct trails {
    covey_trail *of[COVEY_MAX_FLOCKS];
    covey_vec *changes[COVEY_MAX_FLOCKS]; ///< of velocity, L/T²
    size_t known[COVEY_MAX_FLOCKS];       ///< agents whose change is known
    size_t room[COVEY_MAX_FLOCKS];
    size_t length;
    uint64_t step; ///< of the frame before this one
    double time;   ///< its time, T
    bool has_step;
} trails;

/// Takes a new frame. `length` frames are kept; with `changes`, those since the frame before are
/// found. Without memory there are no trails.
void trails_add(trails *self, const frame *now, size_t length, bool changes);
void trails_clear(trails *self);

#endif
