// SPDX-License-Identifier: MIT
#ifndef CHECK_LINES_H
#define CHECK_LINES_H

#include "base/arena.h"
#include "check/tokens.h"

/// What is changed in an output on the way to its canonical form.
typedef enum check_lines_change {
    CHECK_LINES_CRLF = 1,         ///< lines end with \r\n or \r
    CHECK_LINES_BLANKS = 2,       ///< blanks at the ends of lines
    CHECK_LINES_NO_END = 4,       ///< the last line does not end
    CHECK_LINES_MINUS_ZERO = 8,   ///< a zero has a sign
    CHECK_LINES_SPACING = 16,     ///< other than one space between numbers, or blanks before them
    CHECK_LINES_EMPTY_LINES = 32, ///< lines with nothing in them
} check_lines_change;

/// The first four are harmless: they do not count as differences, except where all must be exact.
#define CHECK_LINES_HARMLESS                                                                       \
    (CHECK_LINES_CRLF | CHECK_LINES_BLANKS | CHECK_LINES_NO_END | CHECK_LINES_MINUS_ZERO)

/// An output in canonical form: no empty lines, one space between words, zeros without sign.
typedef struct check_lines {
    check_line *lines;
    size_t count;
    unsigned changes; ///< of enum check_lines_change
} check_lines;

/// Takes an output apart. Everything belongs to the arena. False where there is no memory.
bool check_lines_read(covey_arena *arena, const char *bytes, size_t size, check_lines *answer);

/// A text for each bit of `changes`, NULL beyond the last.
const char *check_lines_change_words(int bit);

#endif
