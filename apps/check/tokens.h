// SPDX-License-Identifier: MIT
#ifndef CHECK_TOKENS_H
#define CHECK_TOKENS_H

#include <stdbool.h>
#include <stddef.h>

/// A part of an output: a line without its end, or a word.
typedef struct check_line {
    const char *text;
    size_t size;
} check_line;

/// What makes a word.
typedef enum check_token_kind {
    CHECK_TOKEN_WORDS,   ///< all between blanks
    CHECK_TOKEN_NUMBERS, ///< letters, digits, points and signs
    CHECK_TOKEN_COMMAS,  ///< the same, and commas between two digits
    CHECK_TOKEN_JSON,    ///< as of NUMBERS, or a text with its quotes
} check_token_kind;

typedef struct check_token {
    check_line gap;  ///< before the word
    check_line word; ///< size 0: the rest has none
} check_token;

/// Takes the next word, and all before it, from the rest of a line.
check_token check_token_next(check_line *rest, check_token_kind kind);

/// Takes the next of all words between blanks.
check_line check_token_word(check_line *rest);

/// Takes the next line from the rest of an output, with its end: "\n", "\r\n", "\r", or "".
check_line check_token_line(check_line *rest, check_line *end);

bool check_token_is_same(check_line a, check_line b);

static inline bool check_token_is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/// True for words that programs print instead of a number: nan, inf.
bool check_token_is_no_number(check_line word);

/// Reads a number. False for other words.
bool check_token_number(check_line word, double *value);

/// The number of bytes behind the point; 0 without a point.
size_t check_token_decimals(check_line word);

enum { CHECK_TOKEN_SHOWN = 48 };

/// Copies the beginning of a line, with question marks for all that is not ASCII.
void check_token_show(check_line line, char shown[CHECK_TOKEN_SHOWN]);

#endif
