// SPDX-License-Identifier: MIT
#ifndef COVEY_CHECK_ANSWER_H
#define COVEY_CHECK_ANSWER_H

#include "check/arena.h"

#include <stdbool.h>

/// Ways in which an output is not of the form that was asked for, though its numbers are.
typedef enum covey_form {
    COVEY_FORM_CRLF = 1,         ///< lines end with \r\n or \r
    COVEY_FORM_BLANKS = 2,       ///< blanks at the ends of lines
    COVEY_FORM_NO_END = 4,       ///< the last line does not end
    COVEY_FORM_MINUS_ZERO = 8,   ///< a zero has a sign
    COVEY_FORM_SPACING = 16,     ///< other than one space between numbers, or blanks before them
    COVEY_FORM_EMPTY_LINES = 32, ///< lines with nothing in them
} covey_form;

/// The first four are harmless: they do not count as differences, except where all must be exact.
#define COVEY_FORM_HARMLESS                                                                        \
    (COVEY_FORM_CRLF | COVEY_FORM_BLANKS | COVEY_FORM_NO_END | COVEY_FORM_MINUS_ZERO)

/// A line without its end.
typedef struct covey_answer_line {
    const char *text;
    size_t size;
} covey_answer_line;

/// An output in canonical form: no empty lines, one space between words, zeros without sign.
typedef struct covey_answer {
    covey_answer_line *lines;
    size_t count;
    unsigned forms; ///< of enum covey_form, what was made canonical
} covey_answer;

/// Takes an output apart. Everything belongs to the arena. False where there is no memory.
bool covey_answer_read(covey_arena *arena, const char *bytes, size_t size, covey_answer *answer);

/// The next word of a line at *at, which is moved behind it; size 0 at the end.
covey_answer_line covey_answer_word(covey_answer_line line, size_t *at);

/// True for what programs print instead of a number.
bool covey_answer_is_no_number(covey_answer_line word);

/// What the bits of `forms` mean, in words: a text for each bit, NULL beyond the last.
const char *covey_answer_form(int bit);

#endif
