// SPDX-License-Identifier: MIT
#ifndef CHECK_SLIPS_H
#define CHECK_SLIPS_H

#include "check/lines.h"

/// Ways in which an output is not four numbers a line.
typedef enum check_slip {
    CHECK_SLIP_TEXT,     ///< lines without an agent, such as "Frame 1:"
    CHECK_SLIP_SIGNS,    ///< commas, brackets, names or counts beside the four numbers of a line
    CHECK_SLIP_COUNT,    ///< lines with more or fewer numbers than four
    CHECK_SLIP_JSON,     ///< names and brackets of JSON
    CHECK_SLIP_DECIMALS, ///< numbers with three decimals here and other ones there
    CHECK_SLIP_COMMAS,   ///< commas where points should stand
    CHECK_SLIP_SPELLING, ///< numbers without a digit before the point, or with the sign +
    CHECK_SLIP_PADDING,  ///< other than one space between numbers, or blanks before them
    CHECK_SLIPS,
} check_slip;

/// The first line of each trouble, cut short; "": there is none.
typedef struct check_slips {
    char sample[CHECK_SLIPS][CHECK_TOKEN_SHOWN];
    const char *name[CHECK_SLIPS]; ///< of the case with that line
    size_t cases[CHECK_SLIPS];     ///< that have such lines
} check_slips;

/// Picks the numbers out of an output, four a line, spelled as printf does, and adds the troubles
/// on the way. A word is a number of an agent where it has a point or where all words of its line
/// are numbers; of lines that all have a few more than four, the counter or time before them, or
/// the words behind, are left out. Everything belongs to the arena. False where there is no memory.
bool check_slips_pick(covey_arena *arena, const check_lines *answer, check_lines *numbers,
                      check_slips *found);

/// Keeps the first line of an output, as it was printed, in which blanks are not single spaces.
void check_slips_keep_spacing(const char *output, size_t size, check_slips *found);

/// Adds the troubles of one case to those of all. The name is not copied.
void check_slips_add(check_slips *all, const check_slips *one, const char *name);

/// The decimals that numbers have, over as many outputs as are added: begin with {0}.
typedef struct check_decimals {
    size_t first; ///< of the first number
    bool seen;    ///< there is a number
    bool vary;    ///< another number has more or fewer, or an exponent
} check_decimals;

/// Adds the decimals of an output that was picked.
void check_slips_add_decimals(const check_lines *numbers, check_decimals *decimals);

/// Writes all numbers of an output that was picked with three decimals, as they are where digits
/// are missing, and keeps the first line with a number that had others. The text belongs to
/// the arena. False where there is no memory.
bool check_slips_round(covey_arena *arena, check_lines *numbers, check_slips *found);

/// True if there is any trouble.
bool check_slips_is_wrong(const check_slips *found);

/// True if every line is four numbers, however they are written.
bool check_slips_has_four(const check_slips *found);

#endif
