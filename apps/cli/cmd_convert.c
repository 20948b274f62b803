// SPDX-License-Identifier: MIT
// covey convert: a trajectory from one format to another.
#include "commands.h"
#include "convert.h"
#include "track_options.h"

enum { FROM, TO, DIFFERENCES, UNITS, TRACK = UNITS + TRACK_UNIT_COUNT };

const option convert_options[] = {
    [FROM] = {"from", "FORMAT", NULL, "format of A (default: by its suffix)", 0, false},
    [TO] = {"to", "FORMAT", NULL, "format of B (default: by its suffix)", 0, false},
    [DIFFERENCES] = {"differences", NULL, NULL,
                     "make up missing velocities from places in consecutive frames", 0, false},
    TRACK_FPS_ROW(UNITS, "fps"),
    TRACK_SPACE_ROWS(UNITS),
    TRACK_FILE_ROWS(TRACK),
    {0},
};

const char convert_details[] =
    "A or B may be - for standard input or output, as CSV without --from or --to. See covey list\n"
    "formats.\n"
    "\n"
    "Lengths and times stay as they are, unless --scale and --fps turn pixels and frames into\n"
    "your units.\n"
    "\n"
    "examples:\n"
    "  covey convert run.h5md run.csv\n"
    "  covey convert fish.analysis.h5 fish.csv --fps 30 --scale 0.05\n";

int convert_run(const command *self, const options *given)
{
    const char *to = given->operands[given->operand_count - 1];
    options mine = *given;
    covey_input_def input = covey_input_def_default();
    input.format = given->value[FROM];
    input.differences = given->value[DIFFERENCES] != NULL;
    covey_space space;
    if (!track_options_take_units(self, given, UNITS, &input, &space) ||
        !track_options_take_file(self, given, TRACK, &input) ||
        !track_options_take_paths(self, &mine, 1, &input))
        return EXIT_USAGE;
    covey_output_def output = covey_output_def_default();
    output.path = to;
    output.format = given->value[TO];
    return convert_copy(self, &input, &output);
}
