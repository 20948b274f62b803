// SPDX-License-Identifier: MIT
// Takes outputs apart: lines, words, numbers.
#include "check/tokens.h"

#include "base/parse.h"

#include <string.h>

/// True if a word of that kind has the byte k of a text.
static bool is_part(check_line text, size_t k, check_token_kind kind)
{
    char c = text.text[k];
    if (kind == CHECK_TOKEN_WORDS)
        return c != ' ' && c != '\t';
    if (kind == CHECK_TOKEN_COMMAS && c == ',')
        return k > 0 && k + 1 < text.size && check_token_is_digit(text.text[k - 1]) &&
               check_token_is_digit(text.text[k + 1]);
    return check_token_is_digit(c) || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ||
           c == '.' || c == '+' || c == '-';
}

/// Takes some bytes from the rest.
static check_line take(check_line *rest, size_t size)
{
    check_line taken = {rest->text, size};
    *rest = (check_line){rest->text + size, rest->size - size};
    return taken;
}

check_token check_token_next(check_line *rest, check_token_kind kind)
{
    check_token token;
    size_t size = 0;
    bool quoted = false;
    while (size < rest->size && !quoted && !is_part(*rest, size, kind)) {
        quoted = kind == CHECK_TOKEN_JSON && rest->text[size] == '"';
        size += !quoted;
    }
    token.gap = take(rest, size);
    size = quoted;
    while (size < rest->size && (quoted ? rest->text[size] != '"' : is_part(*rest, size, kind)))
        size++;
    token.word = take(rest, size + (quoted && size < rest->size));
    return token;
}

check_line check_token_word(check_line *rest)
{
    return check_token_next(rest, CHECK_TOKEN_WORDS).word;
}

check_line check_token_line(check_line *rest, check_line *end)
{
    size_t size = 0;
    while (size < rest->size && rest->text[size] != '\n' && rest->text[size] != '\r')
        size++;
    check_line line = take(rest, size);
    bool both = rest->size > 1 && rest->text[0] == '\r' && rest->text[1] == '\n';
    *end = take(rest, (rest->size > 0) + (size_t)both);
    return line;
}

bool check_token_is_same(check_line a, check_line b)
{
    return a.size == b.size && memcmp(a.text, b.text, a.size) == 0;
}

bool check_token_is_no_number(check_line word)
{
    size_t sign = word.size > 0 && (word.text[0] == '-' || word.text[0] == '+');
    if (word.size - sign < 3)
        return false;
    const char *text = word.text + sign;
    return memcmp(text, "nan", 3) == 0 || memcmp(text, "inf", 3) == 0 ||
           memcmp(text, "NaN", 3) == 0 || memcmp(text, "Inf", 3) == 0;
}

bool check_token_number(check_line word, double *value)
{
    return covey_parse_double(word.text, word.size, value) == COVEY_PARSE_OK;
}

size_t check_token_decimals(check_line word)
{
    const char *point = memchr(word.text, '.', word.size);
    return point != NULL ? word.size - (size_t)(point - word.text) - 1 : 0;
}

void check_token_show(check_line line, char shown[CHECK_TOKEN_SHOWN])
{
    size_t size = line.size < CHECK_TOKEN_SHOWN - 1 ? line.size : CHECK_TOKEN_SHOWN - 1;
    for (size_t k = 0; k < size; k++)
        shown[k] = line.text[k] >= ' ' && line.text[k] <= '~' ? line.text[k] : '?';
    shown[size] = '\0';
}
