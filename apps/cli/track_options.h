// SPDX-License-Identifier: MIT
// Options of several commands about files of programs that track animals.
#ifndef COVEY_CLI_TRACK_OPTIONS_H
#define COVEY_CLI_TRACK_OPTIONS_H

#include "command.h"

#include <covey/format.h>

/// The order of their rows in the table of a command, one after another.
enum { TRACK_POINT, TRACK_LIKELIHOOD, TRACK_DECIMAL, TRACK_OPTIONS };

#define TRACK_POINT_ROW                                                                            \
    {                                                                                              \
        "point", "NAME", NULL, "point of an animal that is its place (default: their mean)", 0,    \
            false                                                                                  \
    }
#define TRACK_LIKELIHOOD_ROW                                                                       \
    {                                                                                              \
        "likelihood", "P", NULL, "points less likely than that are missing (default 0)", 0, false  \
    }
#define TRACK_DECIMAL_ROW                                                                          \
    {                                                                                              \
        "decimal", "SIGN", "point|comma", "sign of decimals in a table (default point)", 0, false  \
    }

/// Fills in an input by the options, whose rows begin at `first`. On a mistake writes a message
/// to standard error and returns false.
bool track_options_take(const command *self, const options *given, int first,
                        covey_input_def *input);

// ---- Options of covey view ----

// The options of covey view, which the program covey-view reads, too.

enum {
    VIEW_SET,
    VIEW_FPS,
    VIEW_FRAMES,
    VIEW_SCRIPT,
    VIEW_SCREENSHOT,
    VIEW_SIZE,
    VIEW_SCALE,
    VIEW_THEME,
    VIEW_THREADS,
    VIEW_ALLOW_PATHS,
    VIEW_POINT ///< and the options behind it, as in track_options.h
};

extern const option view_options[];
extern const char view_details[];

#endif
