// SPDX-License-Identifier: MIT
#ifndef COVEY_CLI_VIEW_AGAINST_H
#define COVEY_CLI_VIEW_AGAINST_H

#include "command.h"

#include <covey/base.h>

enum { VIEW_AGAINST_PATH = 32 };

typedef struct view_against_def {
    const char *program; ///< a command
    const char *path;    ///< of the case
    const char *dialect; ///< NULL: text
} view_against_def;

/// Runs a program on a case behind the fences and limits of covey check, and names a file that a
/// program started from here can read: a line "right", or "wrong STEP AGENT" and a sentence, both
/// from 1; then the numbers that were printed, as covey check reads them, four a line. COVEY_ARG
/// for an unknown dialect or no command, COVEY_INPUT where there is no such program or it printed
/// no numbers, and as check_program().
covey_status view_against_run(const view_against_def *def, char file[VIEW_AGAINST_PATH],
                              covey_error *error);

#endif
