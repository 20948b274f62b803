// SPDX-License-Identifier: MIT
#ifndef CHECK_FORMAT_ERRORS_H
#define CHECK_FORMAT_ERRORS_H

#include "check/lines.h"

/// Ways in which an output is not four numbers a line.
typedef enum check_format_error {
    CHECK_FORMAT_TEXT,     ///< lines without an agent, such as "Frame 1:"
    CHECK_FORMAT_SIGNS,    ///< commas, brackets, names or counts beside the four numbers of a line
    CHECK_FORMAT_COUNT,    ///< lines with more or fewer numbers than four
    CHECK_FORMAT_JSON,     ///< names and brackets of JSON
    CHECK_FORMAT_DECIMALS, ///< numbers with three decimals here and other ones there
    CHECK_FORMAT_COMMAS,   ///< commas where points should stand
    CHECK_FORMAT_SPELLING, ///< numbers without a digit before the point, or with the sign +
    CHECK_FORMAT_PADDING,  ///< other than one space between numbers, or blanks before them
    CHECK_FORMAT_ERRORS,
} check_format_error;

/// The first line with each format error, cut short; "": there is none.
typedef struct check_format_errors {
    char sample[CHECK_FORMAT_ERRORS][CHECK_TOKEN_SHOWN];
    const char *name[CHECK_FORMAT_ERRORS]; ///< of the case with that line
    size_t cases[CHECK_FORMAT_ERRORS];     ///< that have such lines
} check_format_errors;

/// Picks the numbers out of an output, four a line, spelled as printf does, and records format
/// errors. A word is a number of an agent where it has a point or where all words of its line
/// are numbers; of lines that all have a few more than four, the counter or time before them, or
/// the words behind, are left out. Everything belongs to the arena. False where there is no memory.
bool check_format_pick(covey_arena *arena, const check_lines *answer, check_lines *numbers,
                       check_format_errors *found);

/// Keeps the first line of an output, as it was printed, in which blanks are not single spaces.
void check_format_add_spacing(const char *output, size_t size, check_format_errors *found);

/// Adds the format errors of a case to the errors of all cases. The name is not copied.
void check_format_add(check_format_errors *all, const check_format_errors *one, const char *name);

/// The decimals that numbers have, over as many outputs as are added: begin with {0}.
typedef struct check_decimals {
    size_t first; ///< of the first number
    bool seen;    ///< there is a number
    bool vary;    ///< another number has more or fewer, or an exponent
} check_decimals;

/// Adds the decimals of an output that was picked.
void check_format_add_decimals(const check_lines *numbers, check_decimals *decimals);

/// Writes all numbers of an output that was picked with three decimals, as they are where digits
/// are missing, and keeps the first line with a number that had others. The text belongs to
/// the arena. False where there is no memory.
bool check_format_round(covey_arena *arena, check_lines *numbers, check_format_errors *found);

/// True if there is any format error.
bool check_format_is_wrong(const check_format_errors *found);

/// True if every line is four numbers, however they are written.
bool check_format_has_four(const check_format_errors *found);

#endif
