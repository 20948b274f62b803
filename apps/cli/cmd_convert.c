// SPDX-License-Identifier: MIT
// covey convert: a trajectory from one format to another.
#include "commands.h"
#include "convert.h"
#include "track_options.h"

enum { FROM, TO, DIFFERENCES, DIM, POINT };

const option convert_options[] = {
    [FROM] = {"from", "FORMAT", NULL, "format of A (default: by its suffix)", 0, false},
    [TO] = {"to", "FORMAT", NULL, "format of B (default: by its suffix)", 0, false},
    [DIFFERENCES] = {"differences", NULL, NULL,
                     "make up missing velocities from places in consecutive frames", 0, false},
    [DIM] = {"dim", "N", NULL, "axes of A, 2 or 3 (default: from the file)", 0, false},
    [POINT] = TRACK_POINT_ROW,
    [POINT + TRACK_LIKELIHOOD] = TRACK_LIKELIHOOD_ROW,
    [POINT + TRACK_DECIMAL] = TRACK_DECIMAL_ROW,
    {0},
};

const char convert_details[] =
    "A or B may be - for standard input or output, as CSV without --from or --to. See covey list\n"
    "formats.\n"
    "\n"
    "example:\n"
    "  covey convert run.h5md run.csv\n";

int convert_run(const command *self, const options *given)
{
    const char *from = given->operands[0], *to = given->operands[1];
    covey_input_def input = covey_input_def_default();
    input.path = from;
    input.format = given->value[FROM];
    input.differences = given->value[DIFFERENCES] != NULL;
    if (!convert_dim(self, given->value[DIM], &input.dim) ||
        !track_options_take(self, given, POINT, &input))
        return EXIT_USAGE;
    covey_output_def output = covey_output_def_default();
    output.path = to;
    output.format = given->value[TO];
    return convert_copy(self, &input, &output);
}
