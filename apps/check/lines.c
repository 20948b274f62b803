// SPDX-License-Identifier: MIT
// Brings an output into canonical form and remembers the changes.
#include "check/lines.h"

#include <stdint.h>
#include <string.h>

/// An output on its way into canonical form.
typedef struct scan {
    const char *next, *end;
    char *put; ///< where the next canonical byte goes
    check_lines *answer;
} scan;

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

static bool is_zero(const char *word, size_t size)
{
    for (size_t k = 0; k < size; k++)
        if (word[k] != '0' && word[k] != '.')
            return false;
    return size > 0;
}

static void put_word(scan *at, const char *word, size_t size)
{
    if (size > 1 && word[0] == '-' && is_zero(word + 1, size - 1)) {
        at->answer->forms |= CHECK_LINES_MINUS_ZERO;
        word++;
        size--;
    }
    memcpy(at->put, word, size);
    at->put += size;
}

/// Puts the words of text[0 … size) with one space between.
static void put_words(scan *at, const char *text, size_t size)
{
    size_t k = 0;
    while (k < size) {
        size_t blanks = k, word;
        while (k < size && is_blank(text[k]))
            k++;
        if (k == size) {
            at->answer->forms |= CHECK_LINES_BLANKS;
            break;
        }
        bool is_first = blanks == 0;
        bool is_plain = is_first ? k == 0 : k - blanks == 1 && text[blanks] == ' ';
        at->answer->forms |= is_plain ? 0 : CHECK_LINES_SPACING;
        if (!is_first)
            *at->put++ = ' ';
        for (word = k; k < size && !is_blank(text[k]);)
            k++;
        put_word(at, text + word, k - word);
    }
}

/// Takes one line and its end.
static void take_line(scan *at)
{
    const char *text = at->next;
    while (at->next < at->end && *at->next != '\n' && *at->next != '\r')
        at->next++;
    size_t size = (size_t)(at->next - text);
    if (at->next == at->end)
        at->answer->forms |= CHECK_LINES_NO_END;
    if (at->next < at->end && *at->next == '\r') {
        at->answer->forms |= CHECK_LINES_CRLF;
        at->next += at->end - at->next > 1 && at->next[1] == '\n';
    }
    at->next += at->next < at->end;
    char *start = at->put;
    put_words(at, text, size);
    if (at->put == start)
        at->answer->forms |= CHECK_LINES_EMPTY_LINES;
    else
        at->answer->lines[at->answer->count++] = (check_line){start, (size_t)(at->put - start)};
}

bool check_lines_read(covey_arena *arena, const char *bytes, size_t size, check_lines *answer)
{
    size_t lines = 1;
    for (size_t k = 0; k < size; k++)
        lines += bytes[k] == '\n' || bytes[k] == '\r';
    *answer = (check_lines){.lines = covey_arena_take(arena, lines, sizeof *answer->lines)};
    scan at = {bytes, bytes + size, covey_arena_take(arena, size + 1, 2), answer};
    if (answer->lines == NULL || at.put == NULL)
        return false;
    while (at.next < at.end)
        take_line(&at);
    return true;
}

check_line check_lines_word(check_line line, size_t *at)
{
    size_t begin = *at + (*at > 0 && *at < line.size); // over the space before
    size_t end = begin;
    while (end < line.size && line.text[end] != ' ')
        end++;
    *at = end;
    return (check_line){line.text + begin, end - begin};
}

bool check_lines_is_no_number(check_line word)
{
    size_t sign = word.size > 0 && (word.text[0] == '-' || word.text[0] == '+');
    if (word.size - sign < 3)
        return false;
    const char *text = word.text + sign;
    return memcmp(text, "nan", 3) == 0 || memcmp(text, "inf", 3) == 0 ||
           memcmp(text, "NaN", 3) == 0 || memcmp(text, "Inf", 3) == 0;
}

const char *check_lines_form_words(int bit)
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
