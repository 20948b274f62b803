// SPDX-License-Identifier: MIT
#include "support/tracks.h"

#include "support/files.h"
#include "support/process.h"
#include "support/streams.h"

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#define PYTHON "/usr/bin/python3" // Debian's, which has Debian's h5py

enum { MODULE_IS_MISSING = 77 };

const char *tracks_text(const covey_input_def *def, const char *text)
{
    static char out[4000];
    tape in = {.bytes = text, .size = text != NULL ? strlen(text) : 0, .piece = 7};
    covey_input_def how = *def;
    if (text != NULL)
        how.source = tape_source(&in);
    covey_input *input;
    covey_error error = {0};
    size_t used = 0;
    out[0] = '\0';
    const covey_frame_set *sets;
    int count = 1;
    covey_status status = covey_input_open(&how, &input, &error);
    while (status == COVEY_OK && count > 0) {
        status = covey_input_next(input, &sets, &count, &error);
        for (int k = 0; k < count; k++) {
            used += (size_t)snprintf(out + used, sizeof out - used, "%s@%g(%d):", sets[k].set,
                                     sets[k].time, (int)sets[k].step);
            for (size_t i = 0; i < sets[k].count; i++) {
                used += (size_t)snprintf(out + used, sizeof out - used, " %" COVEY_PRI_ID " %g,%g",
                                         sets[k].id[i], sets[k].pos[0][i], sets[k].pos[1][i]);
                if (sets[k].pos[2] != NULL)
                    used +=
                        (size_t)snprintf(out + used, sizeof out - used, ",%g", sets[k].pos[2][i]);
                if (sets[k].vel[0] != NULL)
                    used += (size_t)snprintf(out + used, sizeof out - used, " %.3g,%.3g",
                                             sets[k].vel[0][i], sets[k].vel[1][i]);
            }
            used += (size_t)snprintf(out + used, sizeof out - used, "\n");
        }
    }
    if (status != COVEY_OK) {
        assert_true(status == COVEY_INPUT || status == COVEY_ARG);
        assert_int_equal(error.status, status);
        (void)snprintf(out + used, sizeof out - used, "%s", error.message);
        covey_error again = {0};
        if (input != NULL)
            assert_int_equal(covey_input_next(input, &sets, &count, &again), status);
    }
    covey_input_close(input);
    return out;
}

const char *tracks_make(const char *kind)
{
    const char *path = files_path("tracks.h5");
    const char *const words[] = {PYTHON, COVEY_SOURCE_DIR "/tests/support/write_tracks.py", kind,
                                 path, NULL};
    if (access(PYTHON, X_OK) != 0)
        return NULL;
    process run = process_run(&(process_def){.arguments = words, .native = true});
    if (run.code != 0 && run.code != MODULE_IS_MISSING)
        fail_msg("%s", run.errors.bytes);
    bool made = run.code == 0;
    process_free(&run);
    return made ? path : NULL;
}
