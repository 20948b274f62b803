// SPDX-License-Identifier: MIT
// Where a scenario, a checkpoint or a session, which may be a stranger's, lets covey write.
#ifndef COVEY_CLI_PATHS_H
#define COVEY_CLI_PATHS_H

#include "command.h"

#include <covey/scenario.h>

/// The names of files that a text wants written, as copies; all zero: none.
typedef struct paths {
    char **name;
    size_t count;
} paths;

/// Takes the names from a scenario that no option has changed yet. COVEY_MEMORY, which is said.
covey_status paths_take(const command *self, const covey_scenario *scenario, paths *made);
void paths_free(paths *self);

/// True if the outputs of such a text lie in its folder, `source` being the file that it is
/// in (NULL: none), or, where `works` says so, in the working folder.
bool paths_are_inside(const paths *self, const char *source, bool works);

/// Fails with COVEY_INPUT, and says why, if a file that is to be written was named by the text and
/// not by the command line, and lies elsewhere or would be lost though covey did not write it.
/// `given` are names on the command line, up to a NULL.
typedef struct paths_rule {
    const covey_scenario *scenario; ///< as the options have changed it
    const char *source;
    bool works;
    const char *const *given;
} paths_rule;
covey_status paths_check(const command *self, const paths *named, const paths_rule *rule);

#endif
