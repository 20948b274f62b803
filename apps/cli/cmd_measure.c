// SPDX-License-Identifier: MIT
// covey measure: the measures of recorded tracks.
#include "commands.h"
#include "tracks.h"

#include <float.h>
#include <stdio.h>
#include <stdlib.h>

enum { OUTPUT, FROM, LINK };

const option measure_options[] = {
    [OUTPUT] = {"output", "FILE", NULL, "where to write (default: standard output)", 'o', false},
    [FROM] = {"from", "FORMAT", NULL, "format of the file (default: by its suffix)", 0, false},
    [LINK] = {"link", "D", NULL, "agents this near are of one cluster (default 1)", 0, false},
    {0},
};

const char measure_details[] =
    "Reads a trajectory of covey or any CSV file with columns for agent, time and place, found by\n"
    "their names (id, t, x, y and many others), in any order of rows; tables of TrackMate and\n"
    "trackpy are read as they are. Velocities that are missing are made up from consecutive\n"
    "places. Lengths are in the units of the file, pixels or metres.\n"
    "\n"
    "example:\n"
    "  covey measure tracks.csv --link 40 -o measures.csv\n";

int measure_run(const command *self, const options *given)
{
    covey_input_def input = covey_input_def_default();
    input.path = given->operands[0];
    input.format = given->value[FROM];
    input.differences = true;
    covey_output_def output = covey_output_def_default();
    output.path = given->value[OUTPUT] != NULL ? given->value[OUTPUT] : "-";
    output.format = "measures";
    if (given->value[LINK] != NULL) {
        char *end;
        output.link = strtod(given->value[LINK], &end);
        if (*end != '\0' || end == given->value[LINK] ||
            !(output.link >= 0.0 && output.link <= DBL_MAX)) {
            (void)fprintf(stderr, "covey measure: --link %s is no distance\n", given->value[LINK]);
            return EXIT_USAGE;
        }
    }
    return tracks_copy(self, &input, &output);
}
