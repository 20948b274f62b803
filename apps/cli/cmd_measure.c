// SPDX-License-Identifier: MIT
// covey measure: the measures of recorded tracks.
#include "commands.h"
#include "convert.h"

#include <float.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { OUTPUT, FROM, PROFILES, LINK, BIN, FPS, SCALE, TORUS };

const option measure_options[] = {
    [OUTPUT] = {"output", "FILE", NULL, "where to write (default: standard output)", 'o', false},
    [FROM] = {"from", "FORMAT", NULL, "format of the file (default: by its suffix)", 0, false},
    [PROFILES] = {"profiles", NULL, NULL, "write profiles over distance instead of the table", 0,
                  false},
    [BIN] = {"bin", "D", NULL, "width of a bin of a profile (default: a quarter of link)", 0,
             false},
    [LINK] = {"link", "D", NULL, "agents this near are of one cluster (default: see below)", 0,
              false},
    [FPS] = {"fps", "F", NULL, "frames a second: times are frame numbers over it", 0, false},
    [SCALE] = {"scale", "S", NULL, "units a pixel: lengths of the file times it", 0, false},
    [TORUS] = {"torus", "W,H", NULL, "recorded on a torus of these sides", 0, false},
    {0},
};

const char measure_details[] =
    "Reads a trajectory of covey or any CSV file with columns for agent, time and place, found by\n"
    "their names (id, t, x, y and many others), in any order of rows; tables of TrackMate and\n"
    "trackpy are read as they are. Velocities that are missing are made up from consecutive\n"
    "places. Lengths and times are in the units of the file, pixels and frames or meters and\n"
    "seconds, unless --scale and --fps turn them into yours; --link and --torus are in yours.\n"
    "Clusters are linked as in the run that the file is of, where covey wrote it, or at 1, and so\n"
    "are the bins of profiles chosen.\n"
    "\n"
    "examples:\n"
    "  covey measure tracks.csv --link 40 -o measures.csv\n"
    "  covey measure spots.csv --fps 25 --scale 0.4 --link 15\n"
    "  covey measure tracks.csv --profiles --bin 5 -o tracks.profiles\n";

/// Returns the format: profiles if an option or the name of the file asks for them, else measures.
static const char *find_format(const options *given)
{
    const char *path = given->value[OUTPUT];
    const covey_format *told = path != NULL ? covey_format_of(path) : NULL;
    bool profiles =
        given->value[PROFILES] != NULL || (told != NULL && strcmp(told->name, "profiles") == 0);
    return profiles ? "profiles" : "measures";
}

/// Reads the side at `text`, which ends with `stop`; false if it is not valid.
static bool read_side(const char *text, char stop, double *side)
{
    char *end;
    *side = strtod(text, &end);
    return end != text && *end == stop && *side >= COVEY_MIN_SIDE && *side <= COVEY_MAX_SIDE;
}

static bool take_torus(const options *given, covey_space *space)
{
    const char *text = given->value[TORUS], *comma = strchr(text, ',');
    *space = covey_space_torus(0, 0);
    if (read_side(text, ',', &space->size[0]) && read_side(comma + 1, '\0', &space->size[1]))
        return true;
    (void)fprintf(stderr, "covey measure: --torus %s is no width,height\n", text);
    return false;
}

int measure_run(const command *self, const options *given)
{
    covey_input_def input = covey_input_def_default();
    input.path = given->operands[0];
    input.format = given->value[FROM];
    input.differences = true;
    covey_output_def output = covey_output_def_default();
    output.path = given->value[OUTPUT] != NULL ? given->value[OUTPUT] : "-";
    output.format = find_format(given);
    real link = {0.0, DBL_MAX, -1.0, "no distance"};
    real bin = {0.0, DBL_MAX, -1.0, "no width"};
    real fps = {DBL_MIN, DBL_MAX, input.fps, "no positive number"};
    real scale = {DBL_MIN, DBL_MAX, input.scale, "no positive number"};
    covey_space space;
    if (!options_real(self, "link", given->value[LINK], &link) ||
        !options_real(self, "bin", given->value[BIN], &bin) ||
        !options_real(self, "fps", given->value[FPS], &fps) ||
        !options_real(self, "scale", given->value[SCALE], &scale))
        return EXIT_USAGE;
    output.link = link.value;
    output.bin = bin.value;
    input.fps = fps.value;
    input.scale = scale.value;
    if (given->value[TORUS] != NULL) {
        if (!take_torus(given, &space))
            return EXIT_USAGE;
        input.space = &space;
    }
    return convert_copy(self, &input, &output);
}
