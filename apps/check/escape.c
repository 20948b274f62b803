// SPDX-License-Identifier: MIT
// Texts of strangers are written so that no reader takes them for commands, formulas or tags.
#include "check/report.h"

#include "base/parse.h"

#include <stdbool.h>
#include <string.h>

/// True for letters that turn the direction of letters behind them, or hide: a line would look like
/// another one.
static bool misleads(const char *letter, size_t size)
{
    static const char *const ranges[][2] = {{"\xe2\x80\x8b", "\xe2\x80\x8f"},  // U+200B … U+200F
                                            {"\xe2\x80\xa8", "\xe2\x80\xae"},  // U+2028 … U+202E
                                            {"\xe2\x81\xa0", "\xe2\x81\xaf"},  // U+2060 … U+206F
                                            {"\xef\xbb\xbf", "\xef\xbb\xbf"}}; // U+FEFF
    for (size_t k = 0; size == 3 && k < sizeof ranges / sizeof *ranges; k++)
        if (memcmp(letter, ranges[k][0], 3) >= 0 && memcmp(letter, ranges[k][1], 3) <= 0)
            return true;
    return false;
}

static void put_letters(covey_text *text, const char *bytes, size_t size, bool ends)
{
    for (size_t letter; size > 0; bytes += letter, size -= letter) {
        letter = covey_utf8_size(bytes, size);
        bool good =
            letter > 0 && !misleads(bytes, letter) && *bytes != '\r' && (*bytes != '\n' || ends);
        covey_text_put(text, good ? bytes : "?", good ? letter : 1);
        letter += letter == 0;
    }
}

void check_escape_line(covey_text *text, const char *bytes, size_t size)
{
    put_letters(text, bytes, size, false);
}

void check_escape_lines(covey_text *text, const char *bytes, size_t size)
{
    put_letters(text, bytes, size, true);
}

void check_escape_csv(covey_text *text, const char *string)
{
    covey_text_string(text, *string != '\0' && strchr("=+-@\t\r", *string) != NULL ? "\"'" : "\"");
    for (size_t size = strlen(string), letter; size > 0; string += letter, size -= letter) {
        letter = covey_utf8_size(string, size);
        covey_text_string(text, *string == '"' ? "\"" : "");
        covey_text_put(text, letter > 0 && *string != '\n' ? string : "?", letter > 0 ? letter : 1);
        letter += letter == 0;
    }
    covey_text_string(text, "\"");
}

void check_escape_xml(covey_text *text, const char *string)
{
    for (size_t size = strlen(string), letter; size > 0; string += letter, size -= letter) {
        const char *name = *string == '&'   ? "&amp;"
                           : *string == '<' ? "&lt;"
                           : *string == '>' ? "&gt;"
                           : *string == '"' ? "&quot;"
                                            : NULL;
        letter = covey_utf8_size(string, size);
        if (name == NULL && letter > 0)
            covey_text_put(text, string, letter);
        else
            covey_text_string(text, name != NULL ? name : "?");
        letter += letter == 0;
    }
}
