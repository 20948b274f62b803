// SPDX-License-Identifier: MIT
// The places that a scenario, a checkpoint or a session, which may be of unknown origin, may write
// to.
#ifndef COVEY_CLI_PATHS_H
#define COVEY_CLI_PATHS_H

#include "command.h"

#include <covey/scenario.h>

/// The names of files that a text wants written, as copies; all zero is none.
typedef struct paths {
    char **name;
    size_t count;
} paths;

/// Copies the names from a scenario that no option has changed yet. COVEY_MEMORY, with a message.
covey_status paths_take(const command *self, const covey_scenario *scenario, paths *made);
void paths_free(paths *self);

/// True if the outputs of such a text are in its folder or, if `works`, in the working folder.
/// `source` is the file of the text, NULL if it has none.
bool paths_are_inside(const paths *self, const char *source, bool works);

/// Fails with COVEY_INPUT and a message if a file to be written was named by the text, not by the
/// command line, and is elsewhere or has data that covey did not write. `given` has the names on
/// the command line, up to a NULL.
typedef struct paths_rule {
    const covey_scenario *scenario; ///< after changes by options
    const char *source;
    bool works;
    const char *const *given;
} paths_rule;
covey_status paths_check(const command *self, const paths *named, const paths_rule *rule);

#endif
