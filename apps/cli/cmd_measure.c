// SPDX-License-Identifier: MIT
// covey measure: the measures of recorded tracks.
#include "commands.h"
#include "convert.h"
#include "frame_tables.h"
#include "track_options.h"

#include "formats/plugin.h"

#include <covey/measure.h>

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    OUTPUT,
    FROM,
    PROFILES,
    AGENTS,
    LAGS,
    DELAYS,
    MAP,
    MOTION,
    CENTER,
    PLACES,
    FORCES,
    LINK,
    BIN,
    UNITS,
    TRACK = UNITS + TRACK_UNIT_COUNT
};

const option measure_options[] = {
    [OUTPUT] = {"output", "FILE", NULL, "where to write (default: standard output)", 'o', false},
    [FROM] = {"from", "FORMAT", NULL, "format of the file (default: by its suffix)", 0, false},
    [PROFILES] = {"profiles", NULL, NULL, "write profiles over distance instead of the table", 0,
                  false},
    [AGENTS] = {"agents", NULL, NULL, "write a row for each agent instead of the table", 0, false},
    [LAGS] = {"lags", "N", NULL, "write profiles over time, for 1 to N frames between", 0, false},
    [DELAYS] = {"delays", "N", NULL, "write which agents follow which, up to N frames later", 0,
                false},
    [MAP] = {"map", "D", NULL, "write where neighbors stand, up to this distance", 0, false},
    [MOTION] = {"motion", NULL, NULL,
                "write speed, acceleration and turning rate of each agent in each frame", 0, false},
    [CENTER] = {"center", NULL, NULL, "write the center of each group and how it moves as one", 0,
                false},
    [PLACES] = {"places", NULL, NULL, "write the place of each agent in its group, front to back",
                0, false},
    [FORCES] = {"forces", "D", NULL,
                "write accelerations by bearing and distance of a neighbor, up to this distance", 0,
                false},
    [BIN] = {"bin", "D", NULL,
             "width of a bin of a profile (default: a quarter of link) or map (a 20th)", 0, false},
    [LINK] = {"link", "D", NULL, "agents this near are of one cluster (default: see below)", 0,
              false},
    TRACK_FPS_ROW(UNITS, "fps"),
    TRACK_SPACE_ROWS(UNITS),
    TRACK_FILE_ROWS(TRACK),
    {0},
};

const char measure_details[] =
    "Reads a trajectory of covey or any CSV file with columns for agent, time and place, found by\n"
    "their names (id, t, x, y, z and many others), in any order of rows; tables of TrackMate,\n"
    "trackpy, DeepLabCut, SLEAP, TRex and idtracker.ai are read as they are. Velocities that are "
    "missing are made up from consecutive\n"
    "places. Lengths and times are in the units of the file, pixels and frames or meters and\n"
    "seconds, unless --scale and --fps turn them into yours; --link and --torus are in yours. The "
    "y\n"
    "axis of a picture points down: that of the trackers named is mirrored, so that left turns "
    "are\n"
    "counterclockwise; --y-down does so for other tables of pixels.\n"
    "Clusters are linked as in the run that the file is of, where covey wrote it, or at twice the\n"
    "mean distance to the nearest agent at first, and so are the bins of profiles chosen.\n"
    "\n"
    "examples:\n"
    "  covey measure tracks.csv --link 40 -o measures.csv\n"
    "  covey measure spots.csv --fps 25 --scale 0.4 --link 15\n"
    "  covey measure mice.csv --point nose --likelihood 0.6 --fps 30\n"
    "  covey measure tracks.csv --profiles --bin 5 -o tracks.profiles\n"
    "  covey measure tracks.csv --link 15 -o tracks.agents\n"
    "  covey measure tracks.csv --fps 25 --lags 100 -o lags.csv\n"
    "  covey measure pigeons.csv --delays 50 -o leaders.csv\n"
    "  covey measure fish.csv --map 30 --bin 1.5 -o neighbors.csv\n"
    "  covey measure tracks.csv --motion -o motion.csv\n"
    "  covey measure fish.csv --forces 30 --bin 2 -o forces.csv\n";

/// Returns the format: the one that an option or the name of the file asks for, else measures.
static const char *find_format(const options *given)
{
    static const char *const others[] = {"profiles", "agents"};
    const char *path = given->value[OUTPUT];
    const covey_format *told = path != NULL ? covey_format_of(path) : NULL;
    for (int k = 0; k < 2; k++)
        if (given->value[PROFILES + k] != NULL ||
            (told != NULL && strcmp(told->name, others[k]) == 0))
            return others[k];
    return "measures";
}

/// Refuses the name of a trajectory for a table.
static bool is_table(const options *given)
{
    const char *path = given->value[OUTPUT];
    if (!covey_format_misnames(path, find_format(given)))
        return true;
    (void)fprintf(stderr,
                  "covey measure: %s is named as a trajectory of format %s, and this is a table: "
                  "name it .csv\n",
                  path, covey_format_of(path)->name);
    return false;
}

/// Reads what is asked for of a map: its bins are as wide as --bin, or nearly.
static bool take_map(const command *self, const options *given, double bin, frame_tables_job *job)
{
    real reach = {DBL_MIN, DBL_MAX, 0.0, "no distance"};
    const int row = job->kind == FRAME_TABLES_FORCES ? FORCES : MAP;
    const char *name = measure_options[row].name, *text = given->value[row];
    if (!options_real(self, name, text, &reach))
        return false;
    double rings = bin > 0.0 ? floor(reach.value / bin + 0.5) : 20.0;
    if (!(rings >= 1.0 && rings <= COVEY_MAX_POINTS)) {
        (void)fprintf(stderr, "covey %s: --%s %s has 1 to %d bins: --bin %g makes %.0f\n",
                      self->name, name, text, COVEY_MAX_POINTS, bin, rings);
        return false;
    }
    job->reach = reach.value;
    job->most = (size_t)rings;
    return true;
}

/// The table of several frames that is asked for; false if none is.
static bool find_job(const options *given, frame_tables_job *job)
{
    static const struct {
        int option;
        frame_tables_kind kind;
    } rows[] = {{LAGS, FRAME_TABLES_LAGS},     {DELAYS, FRAME_TABLES_DELAYS},
                {MAP, FRAME_TABLES_MAP},       {MOTION, FRAME_TABLES_MOTION},
                {CENTER, FRAME_TABLES_CENTER}, {PLACES, FRAME_TABLES_PLACES},
                {FORCES, FRAME_TABLES_FORCES}};
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++)
        if (given->value[rows[k].option] != NULL) {
            job->kind = rows[k].kind;
            return true;
        }
    return false;
}

/// Refuses two tables at once: one file has one.
static bool asks_for_one_table(const options *given)
{
    int first = -1;
    for (int k = PROFILES; k <= FORCES; k++) {
        if (given->value[k] == NULL)
            continue;
        if (first >= 0) {
            (void)fprintf(stderr, "covey measure: --%s and --%s are two tables: ask for one\n",
                          measure_options[first].name, measure_options[k].name);
            return false;
        }
        first = k;
    }
    return true;
}

int measure_run(const command *self, const options *given)
{
    covey_input_def input = covey_input_def_default();
    options mine = *given;
    input.format = given->value[FROM];
    input.differences = true;
    covey_space space;
    if (!asks_for_one_table(given) || !is_table(given) ||
        !track_options_take_units(self, given, UNITS, &input, &space) ||
        !track_options_take_file(self, given, TRACK, &input) ||
        !track_options_take_paths(self, &mine, 0, &input))
        return EXIT_USAGE;
    covey_output_def output = covey_output_def_default();
    output.path = given->value[OUTPUT] != NULL ? given->value[OUTPUT] : "-";
    output.format = find_format(given);
    real link = {0.0, DBL_MAX, -1.0, "no distance"};
    real bin = {0.0, DBL_MAX, -1.0, "no width"};
    whole lags = {1, COVEY_MAX_POINTS, 1}, delays = lags;
    if (!options_real(self, "link", given->value[LINK], &link) ||
        !options_real(self, "bin", given->value[BIN], &bin) ||
        !options_whole(self, "lags", given->value[LAGS], &lags) ||
        !options_whole(self, "delays", given->value[DELAYS], &delays))
        return EXIT_USAGE;
    output.link = link.value;
    output.bin = bin.value;
    frame_tables_job job = {.path = output.path};
    if (!find_job(given, &job))
        return convert_copy(self, &input, &output);
    job.most = (size_t)(job.kind == FRAME_TABLES_DELAYS ? delays.value : lags.value);
    if ((job.kind == FRAME_TABLES_MAP || job.kind == FRAME_TABLES_FORCES) &&
        !take_map(self, given, bin.value, &job))
        return EXIT_USAGE;
    return frame_tables_run(self, &input, &job);
}
