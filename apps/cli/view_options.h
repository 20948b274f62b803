// SPDX-License-Identifier: MIT
// The options of covey view, which the program covey-view reads, too.
#ifndef COVEY_CLI_VIEW_OPTIONS_H
#define COVEY_CLI_VIEW_OPTIONS_H

#include "command.h"

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
