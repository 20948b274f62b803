// SPDX-License-Identifier: MIT
#ifndef COVEY_CHECK_FORM_H
#define COVEY_CHECK_FORM_H

#include "check/answer.h"

/// Ways in which an output is not four numbers a line.
typedef enum covey_form_trouble {
    COVEY_FORM_TEXT,     ///< lines without an agent, such as "Frame 1:"
    COVEY_FORM_SIGNS,    ///< commas, brackets, names or counts beside the four numbers of a line
    COVEY_FORM_COUNT,    ///< lines with more or fewer numbers than four
    COVEY_FORM_JSON,     ///< names and brackets of JSON
    COVEY_FORM_DECIMALS, ///< numbers with three decimals here and other ones there
    COVEY_FORM_COMMAS,   ///< commas where points should stand
    COVEY_FORM_SPELLING, ///< numbers without a digit before the point, or with the sign +
    COVEY_FORM_PADDING,  ///< other than one space between numbers, or blanks before them
    COVEY_FORM_TROUBLES,
} covey_form_trouble;

enum { COVEY_FORM_SAMPLE = 48 };

/// The first line of each trouble, cut short; "": there is none.
typedef struct covey_form_found {
    char sample[COVEY_FORM_TROUBLES][COVEY_FORM_SAMPLE];
    const char *name[COVEY_FORM_TROUBLES]; ///< of the case with that line
    size_t cases[COVEY_FORM_TROUBLES];     ///< that have such lines
} covey_form_found;

/// Picks the numbers out of an output, four a line, spelled as printf does, and adds what stood in
/// the way. A word is a number of an agent where it has a point or where all words of its line are
/// numbers; of lines that all have a few more than four, the counter or time before them, or what
/// follows, is left out. Everything belongs to the arena. False where there is no memory.
bool covey_form_pick(covey_arena *arena, const covey_answer *answer, covey_answer *numbers,
                     covey_form_found *found);

/// Keeps the first line of an output, as it was printed, in which blanks are not single spaces.
void covey_form_keep_spacing(const char *output, size_t size, covey_form_found *found);

/// Adds the troubles of one case to those of all. The name is not copied.
void covey_form_add(covey_form_found *all, const covey_form_found *one, const char *name);

/// The decimals that numbers have, over as many outputs as are added: begin with {0}.
typedef struct covey_form_decimals {
    size_t first; ///< of the first number
    bool seen;    ///< there is a number
    bool vary;    ///< another number has more or fewer, or an exponent
} covey_form_decimals;

/// Adds the decimals of an output that was picked.
void covey_form_add_decimals(const covey_answer *numbers, covey_form_decimals *decimals);

/// Writes all numbers of an output that was picked with three decimals, as they are where digits
/// are missing, and keeps the first line with a number that had others. What is written belongs to
/// the arena. False where there is no memory.
bool covey_form_round(covey_arena *arena, covey_answer *numbers, covey_form_found *found);

/// True if there is any trouble.
bool covey_form_is_wrong(const covey_form_found *found);

/// True if every line is four numbers, however they are written.
bool covey_form_has_four(const covey_form_found *found);

#endif
