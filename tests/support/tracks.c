// SPDX-License-Identifier: MIT
#include "support/tracks.h"

#include "support/streams.h"

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

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
