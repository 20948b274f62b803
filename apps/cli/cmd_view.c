// SPDX-License-Identifier: MIT
// covey view: starts the program covey-view, so that this one needs neither a window system nor
// OpenGL.
#define _POSIX_C_SOURCE 200809L
#include "commands.h"
#include "track_options.h"
#include "view_against.h"

#include <covey/base.h>

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { PATH = 4096, ARGUMENTS = 2 * (OPTIONS_MAX + REPEATS_MAX) + OPERANDS_MAX + 2 };

static const char viewer[] = "covey-view";

/// Returns the path of the program beside this one; false if the system does not give the path of
/// this one.
static bool find_beside(char path[PATH])
{
    ssize_t size = readlink("/proc/self/exe", path, PATH - sizeof viewer - 1);
    if (size <= 0)
        return false;
    path[size] = '\0';
    char *slash = strrchr(path, '/');
    (void)snprintf(slash + 1, sizeof viewer, "%s", viewer);
    return access(path, X_OK) == 0;
}

/// Runs the program of --against, if there is one; its output stands for it from then on.
static covey_status run_against(const options *given, char file[VIEW_AGAINST_PATH])
{
    static const char dialect[] = "flocks.0.dialect=";
    covey_error error = {0};
    view_against_def def = {.program = given->value[VIEW_AGAINST], .path = NULL};
    covey_status status = COVEY_OK;
    for (int k = 0; k < given->repeat_count; k++)
        if (strncmp(given->repeat[k].value, dialect, sizeof dialect - 1) == 0)
            def.dialect = given->repeat[k].value + sizeof dialect - 1;
    if (given->operand_count > 0)
        def.path = given->operands[0];
    if (def.program != NULL && def.path == NULL)
        status = covey_fail(&error, COVEY_ARG, "--against needs a case: NAME.in");
    else if (def.program != NULL)
        status = view_against_run(&def, file, &error);
    if (status != COVEY_OK)
        (void)fprintf(stderr, "covey view: %s\n", error.message);
    return status;
}

int view_run(const command *self, const options *given)
{
    char path[PATH], names[OPTIONS_MAX][32], against[VIEW_AGAINST_PATH];
    const char *words[ARGUMENTS] = {viewer};
    int count = 1;
    covey_status status = run_against(given, against);
    if (status != COVEY_OK)
        return covey_status_exit(status);
    for (int k = 0; self->options[k].name != NULL; k++) {
        if (given->value[k] == NULL || self->options[k].repeats)
            continue;
        (void)snprintf(names[k], sizeof names[k], "--%s", self->options[k].name);
        words[count++] = names[k];
        if (self->options[k].argument != NULL)
            words[count++] = k == VIEW_AGAINST ? against : given->value[k];
    }
    for (int k = 0; k < given->repeat_count; k++) {
        words[count++] = "--set";
        words[count++] = given->repeat[k].value;
    }
    if (given->operand_count > 0) {
        words[count++] = "--";
        words[count++] = given->operands[0];
    }
    words[count] = NULL;
    // exec does not change its arguments, though they are not const
    char *const *arguments = (char *const *)(uintptr_t)words; // NOLINT(performance-no-int-to-ptr)
    (void)(find_beside(path) ? execv(path, arguments) : execvp(viewer, arguments));
    (void)fprintf(stderr, "covey view: the program %s cannot be started: %s%s\n", viewer,
                  strerror(errno),
                  errno == ENOENT ? "; it is built where SDL2, libepoxy and Dear ImGui are" : "");
    return covey_status_exit(COVEY_SYSTEM);
}
