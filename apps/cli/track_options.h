// SPDX-License-Identifier: MIT
// Options of several commands about files of programs that track animals.
#ifndef COVEY_CLI_TRACK_OPTIONS_H
#define COVEY_CLI_TRACK_OPTIONS_H

#include "command.h"

#include <covey/format.h>

/// The order of their rows in the table of a command, one after another: those of files, and those
/// of units and space.
enum {
    TRACK_Y_DOWN,
    TRACK_Y_UP,
    TRACK_POINT,
    TRACK_LIKELIHOOD,
    TRACK_DECIMAL,
    TRACK_COLUMNS,
    TRACK_TIME_UNIT,
    TRACK_ID_FROM,
    TRACK_COMPASS,
    TRACK_DEGREES,
    TRACK_PROJECT,
    TRACK_FILL,
    TRACK_SMOOTH,
    TRACK_RESAMPLE,
    TRACK_DATASET,
    TRACK_AXIS,
    TRACK_COUNT
};
enum { TRACK_FPS, TRACK_SCALE, TRACK_TORUS, TRACK_DIM, TRACK_UNIT_COUNT };

/// Rows of the table of a command, from `first` on.
#define TRACK_FPS_ROW(first, name)                                                                 \
    [(first) + TRACK_FPS] = {                                                                      \
        name, "F", NULL, "frames a second of tracks: times are frame numbers over it", 0, false}

#define TRACK_SPACE_ROWS(first)                                                                    \
    [(first) +                                                                                     \
        TRACK_SCALE] = {"scale", "S",  NULL, "units a pixel: lengths of the file times it",        \
                        0,       false},                                                           \
        [(first) + TRACK_TORUS] = {"torus", "W,H[,D]", NULL, "recorded on a torus of these sides", \
                                   0,       false},                                                \
        [(first) + TRACK_DIM] = {                                                                  \
            "dim", "N", NULL, "axes of the file, 2 or 3 (default: from the file)", 0, false}

#define TRACK_FILE_ROWS(first)                                                                     \
    [(first) +                                                                                     \
        TRACK_Y_DOWN] = {"y-down",                                                                 \
                         NULL,                                                                     \
                         NULL,                                                                     \
                         "y of the file points down, as in pictures: mirror it (default: "         \
                         "for trackers of pictures)",                                              \
                         0,                                                                        \
                         false},                                                                   \
        [(first) +                                                                                 \
            TRACK_Y_UP] = {"y-up", NULL, NULL, "y of the file points up: leave it as it is",       \
                           0,      false},                                                         \
        [(first) +                                                                                 \
            TRACK_POINT] = {"point", "NAME",                                                       \
                            NULL,    "point of an animal that is its place (default: their mean)", \
                            0,       false},                                                       \
        [(first) + TRACK_LIKELIHOOD] = {"likelihood",                                              \
                                        "P",                                                       \
                                        NULL,                                                      \
                                        "points less likely than that are missing (default 0)",    \
                                        0,                                                         \
                                        false},                                                    \
        [(first) + TRACK_DECIMAL] = {"decimal",                                                    \
                                     "SIGN",                                                       \
                                     "point|comma",                                                \
                                     "sign of decimals in a table (default point)",                \
                                     0,                                                            \
                                     false},                                                       \
        [(first) +                                                                                 \
            TRACK_COLUMNS] = {"columns",                                                           \
                              "LIST",                                                              \
                              NULL,                                                                \
                              "columns of a table, by names or numbers: id=Fish,t=2,x=3,y=4",      \
                              0,                                                                   \
                              false},                                                              \
        [(first) + TRACK_TIME_UNIT] = {"time-unit",                                                \
                                       "UNIT",                                                     \
                                       "ms|s|min|h|frames",                                        \
                                       "unit of the times of the file: they become seconds",       \
                                       0,                                                          \
                                       false},                                                     \
        [(first) + TRACK_ID_FROM] = {"id-from",                                                    \
                                     "WHERE",                                                      \
                                     "column|file",                                                \
                                     "file: a file has one animal, which is called as it is",      \
                                     0,                                                            \
                                     false},                                                       \
        [(first) +                                                                                 \
            TRACK_COMPASS] = {"compass", NULL,                                                     \
                              NULL,      "headings of a table are degrees clockwise from north",   \
                              0,         false},                                                   \
        [(first) + TRACK_DEGREES] = {"degrees",                                                    \
                                     NULL,                                                         \
                                     NULL,                                                         \
                                     "headings of a table are degrees counterclockwise from x",    \
                                     0,                                                            \
                                     false},                                                       \
        [(first) +                                                                                 \
            TRACK_PROJECT] = {"project",                                                           \
                              NULL,                                                                \
                              NULL,                                                                \
                              "places are degrees of longitude and latitude: make them meters",    \
                              0,                                                                   \
                              false},                                                              \
        [(first) +                                                                                 \
            TRACK_FILL] = {"fill",                                                                 \
                           "N",                                                                    \
                           NULL,                                                                   \
                           "put an animal that is missing in up to N frames on a straight way",    \
                           0,                                                                      \
                           false},                                                                 \
        [(first) +                                                                                 \
            TRACK_SMOOTH] = {"smooth", "W",                                                        \
                             NULL,     "take places and velocities of parabolas through W frames", \
                             0,        false},                                                     \
        [(first) + TRACK_RESAMPLE] = {"resample", "DT",                                            \
                                      NULL,       "take places at common times, DT apart",         \
                                      0,          false},                                          \
        [(first) +                                                                                 \
            TRACK_DATASET] = {"dataset", "PATH",                                                   \
                              NULL,      "array of places in HDF5, as in files of MATLAB 7.3",     \
                              0,         false},                                                   \
        [(first) +                                                                                 \
            TRACK_AXIS] = {"axis", "TAIL:NOSE",                                                    \
                           NULL,   "two points of an animal, or heading, a column: its direction", \
                           0,      false}

/// Takes the files that are read, the operands but for `behind` at the end: several need --id-from
/// file. On a mistake it writes a message to standard error and returns false.
bool track_options_take_paths(const command *self, options *given, int behind,
                              covey_input_def *input);

/// Fill in an input by the options, whose rows begin at `first`; `space` is where its torus is
/// kept. On a mistake they write a message to standard error and return false.
bool track_options_take_file(const command *self, const options *given, int first,
                             covey_input_def *input);
bool track_options_take_units(const command *self, const options *given, int first,
                              covey_input_def *input, covey_space *space);

/// Says on standard error what reading made of a file and might surprise: that its y axis was
/// mirrored because of the program that wrote it, where no option asks for that, and all notes.
void track_options_say(const command *self, const covey_input_def *from, const covey_input *input);

// ---- Options of covey view ----

// The options of covey view, which the program covey-view reads, too.

enum {
    VIEW_SET,
    VIEW_AGAINST,
    VIEW_FPS,
    VIEW_FRAMES,
    VIEW_SCRIPT,
    VIEW_SCREENSHOT,
    VIEW_SIZE,
    VIEW_SCALE,
    VIEW_THEME,
    VIEW_THREADS,
    VIEW_ALLOW_PATHS,
    VIEW_TRACK ///< and the options of files behind it
};

extern const option view_options[];
extern const char view_details[];

#endif
