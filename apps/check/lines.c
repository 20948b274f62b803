// SPDX-License-Identifier: MIT
// Brings an output into canonical form and records the changes.
#include "check/lines.h"

#include <stdint.h>
#include <string.h>

/// An output on its way into canonical form.
typedef struct scan {
    char *put; ///< where the next canonical byte goes
    check_lines *answer;
} scan;

static bool is_zero(check_line word)
{
    for (size_t k = 0; k < word.size; k++)
        if (word.text[k] != '0' && word.text[k] != '.')
            return false;
    return word.size > 0;
}

static void put_word(scan *to, check_line word)
{
    if (word.size > 1 && word.text[0] == '-' &&
        is_zero((check_line){word.text + 1, word.size - 1})) {
        to->answer->changes |= CHECK_LINES_MINUS_ZERO;
        word = (check_line){word.text + 1, word.size - 1};
    }
    memcpy(to->put, word.text, word.size);
    to->put += word.size;
}

/// Puts the words of a line with one space between.
static void put_words(scan *to, check_line line)
{
    for (bool is_first = true; line.size > 0; is_first = false) {
        check_token token = check_token_next(&line, CHECK_TOKEN_WORDS);
        if (token.word.size == 0) {
            to->answer->changes |= CHECK_LINES_BLANKS;
            break;
        }
        bool is_plain =
            is_first ? token.gap.size == 0 : token.gap.size == 1 && token.gap.text[0] == ' ';
        to->answer->changes |= is_plain ? 0 : CHECK_LINES_SPACING;
        if (!is_first)
            *to->put++ = ' ';
        put_word(to, token.word);
    }
}

static void put_line(scan *to, check_line line, check_line end)
{
    char *start = to->put;
    if (end.size == 0)
        to->answer->changes |= CHECK_LINES_NO_END;
    else if (end.text[0] == '\r')
        to->answer->changes |= CHECK_LINES_CRLF;
    put_words(to, line);
    if (to->put == start)
        to->answer->changes |= CHECK_LINES_EMPTY_LINES;
    else
        to->answer->lines[to->answer->count++] = (check_line){start, (size_t)(to->put - start)};
}

bool check_lines_read(covey_arena *arena, const char *bytes, size_t size, check_lines *answer)
{
    size_t lines = 1;
    for (size_t k = 0; k < size; k++)
        lines += bytes[k] == '\n' || bytes[k] == '\r';
    *answer = (check_lines){.lines = covey_arena_take(arena, lines, sizeof *answer->lines)};
    scan to = {covey_arena_take(arena, size + 1, 2), answer};
    if (answer->lines == NULL || to.put == NULL)
        return false;
    for (check_line rest = {bytes, size}, end; rest.size > 0;) {
        check_line line = check_token_line(&rest, &end);
        put_line(&to, line, end);
    }
    return true;
}

const char *check_lines_change_words(int bit)
{
    static const char *const words[] = {
        "lines end with CR LF",
        "there are blanks at the ends of lines",
        "the last line has no end",
        "zeros have a minus sign",
        "numbers are not parted by one space",
        "there are empty lines",
    };
    return bit >= 0 && bit < (int)(sizeof words / sizeof *words) ? words[bit] : NULL;
}
