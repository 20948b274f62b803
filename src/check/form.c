// SPDX-License-Identifier: MIT
// Finds the numbers of an output that is not four numbers a line: with commas, names, headings, or
// all in one line; and writes them alike where the program does not.
#include "check/form.h"

#include "base/parse.h"
#include "base/print.h"

#include <string.h>

enum { COLUMNS = 4, DECIMALS = 3 };

/// The numbers on their way into lines.
typedef struct pick {
    char *put;   ///< where the next byte goes
    char *start; ///< of the line that is not full
    int count;   ///< of its numbers
    covey_answer *numbers;
} pick;

/// What a line holds.
typedef struct tally {
    size_t numbers;
    size_t pointed; ///< of them with a point
    bool letters;   ///< there are words besides
    bool signs;     ///< and other things between them
} tally;

static bool is_part(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '.' ||
           c == '+' || c == '-';
}

/// The next word of a line from *at on, which is moved behind it; size 0 at the end.
static covey_answer_line next_word(covey_answer_line line, size_t *at, tally *seen)
{
    for (; *at < line.size && !is_part(line.text[*at]); (*at)++)
        seen->signs = seen->signs || line.text[*at] != ' ';
    size_t begin = *at;
    while (*at < line.size && is_part(line.text[*at]))
        (*at)++;
    return (covey_answer_line){line.text + begin, *at - begin};
}

static bool is_number(covey_answer_line word)
{
    double value;
    return covey_parse_double(word.text, word.size, &value) == COVEY_PARSE_OK ||
           covey_answer_is_no_number(word);
}

static bool is_pointed(covey_answer_line word)
{
    return is_number(word) &&
           (memchr(word.text, '.', word.size) != NULL || covey_answer_is_no_number(word));
}

static tally count_words(covey_answer_line line)
{
    tally seen = {0};
    for (size_t at = 0;;) {
        covey_answer_line word = next_word(line, &at, &seen);
        if (word.size == 0)
            return seen;
        seen.numbers += is_number(word);
        seen.pointed += is_pointed(word);
        seen.letters = seen.letters || !is_number(word);
    }
}

static void put_number(pick *to, covey_answer_line word)
{
    if (to->count > 0)
        *to->put++ = ' ';
    memcpy(to->put, word.text, word.size);
    to->put += word.size;
    if (++to->count < COLUMNS)
        return;
    to->numbers->lines[to->numbers->count++] =
        (covey_answer_line){to->start, (size_t)(to->put - to->start)};
    to->start = to->put;
    to->count = 0;
}

static void put_line(pick *to, covey_answer_line line, bool all)
{
    tally unused = {0};
    for (size_t at = 0;;) {
        covey_answer_line word = next_word(line, &at, &unused);
        if (word.size == 0)
            return;
        if (all ? is_number(word) : is_pointed(word))
            put_number(to, word);
    }
}

static void keep_sample(covey_form_found *found, covey_form_trouble trouble, covey_answer_line line)
{
    char *sample = found->sample[trouble];
    if (sample[0] != '\0')
        return;
    for (size_t k = 0; k < line.size && k < COVEY_FORM_SAMPLE - 1; k++)
        sample[k] = line.text[k] >= ' ' && line.text[k] <= '~' ? line.text[k] : '?';
    if (line.size >= COVEY_FORM_SAMPLE)
        memcpy(sample + COVEY_FORM_SAMPLE - 4, "...", 3);
}

static void take_line(pick *to, covey_answer_line line, covey_form_found *found)
{
    tally seen = count_words(line);
    bool plain = !seen.letters && !seen.signs;
    bool all = !seen.letters && seen.numbers <= COLUMNS;
    size_t taken = all ? seen.numbers : seen.pointed;
    if (taken == 0 || (seen.letters && taken != COLUMNS)) {
        keep_sample(found, COVEY_FORM_TEXT, line);
        return;
    }
    if (!plain || taken != seen.numbers)
        keep_sample(found, COVEY_FORM_SIGNS, line);
    if (taken != COLUMNS)
        keep_sample(found, COVEY_FORM_COUNT, line);
    put_line(to, line, all);
}

bool covey_form_pick(covey_arena *arena, const covey_answer *answer, covey_answer *numbers,
                     covey_form_found *found)
{
    size_t size = 1;
    for (size_t k = 0; k < answer->count; k++)
        size += answer->lines[k].size + 1; // a space may stand where no byte did
    size_t most = size / COLUMNS + 1;
    *numbers = (covey_answer){.lines = covey_arena_take(arena, most, sizeof *numbers->lines)};
    pick to = {.put = covey_arena_take(arena, size, 1), .numbers = numbers};
    to.start = to.put;
    if (numbers->lines == NULL || to.put == NULL)
        return false;
    for (size_t k = 0; k < answer->count; k++)
        take_line(&to, answer->lines[k], found);
    return true;
}

// ---- Decimals ----

/// The decimals of a number; SIZE_MAX with an exponent, which no decimals of others are.
static size_t decimals_of(covey_answer_line word)
{
    const char *point = memchr(word.text, '.', word.size);
    if (memchr(word.text, 'e', word.size) != NULL || memchr(word.text, 'E', word.size) != NULL)
        return SIZE_MAX;
    return point != NULL ? word.size - (size_t)(point - word.text) - 1 : 0;
}

void covey_form_add_decimals(const covey_answer *numbers, covey_form_decimals *decimals)
{
    for (size_t line = 0; line < numbers->count; line++)
        for (size_t at = 0; at < numbers->lines[line].size;) {
            covey_answer_line word = covey_answer_word(numbers->lines[line], &at);
            if (covey_answer_is_no_number(word))
                continue;
            size_t here = decimals_of(word);
            decimals->first = decimals->seen ? decimals->first : here;
            decimals->seen = true;
            decimals->vary = decimals->vary || here != decimals->first || here == SIZE_MAX;
        }
}

/// Writes one number with three decimals; what is no finite number stays.
static covey_answer_line round_word(covey_arena *arena, covey_answer_line word)
{
    char text[COVEY_PRINT_SIZE];
    double value;
    if (covey_parse_double(word.text, word.size, &value) != COVEY_PARSE_OK)
        return word;
    size_t size = covey_print_fixed3(text, value);
    char *kept = covey_arena_take(arena, size, 1);
    if (kept != NULL)
        memcpy(kept, text, size);
    return (covey_answer_line){kept, size};
}

/// The same for the words of a line, which has as many as an agent. False where there is no memory.
static bool round_line(covey_arena *arena, covey_answer_line *line)
{
    covey_answer_line words[COLUMNS] = {{0}};
    size_t at = 0, size = COLUMNS;
    for (int k = 0; k < COLUMNS; k++) {
        words[k] = round_word(arena, covey_answer_word(*line, &at));
        if (words[k].text == NULL)
            return false;
        size += words[k].size;
    }
    pick to = {.put = covey_arena_take(arena, size, 1), .numbers = &(covey_answer){.lines = line}};
    to.start = to.put;
    for (int k = 0; k < COLUMNS && to.put != NULL; k++)
        put_number(&to, words[k]);
    return to.put != NULL;
}

static bool has_three(covey_answer_line line)
{
    for (size_t at = 0; at < line.size;) {
        covey_answer_line word = covey_answer_word(line, &at);
        if (decimals_of(word) != DECIMALS && !covey_answer_is_no_number(word))
            return false;
    }
    return true;
}

bool covey_form_round(covey_arena *arena, covey_answer *numbers, covey_form_found *found)
{
    for (size_t k = 0; k < numbers->count; k++) {
        if (has_three(numbers->lines[k]))
            continue;
        keep_sample(found, COVEY_FORM_DECIMALS, numbers->lines[k]);
        if (!round_line(arena, &numbers->lines[k]))
            return false;
    }
    return true;
}

// ---- Troubles ----

bool covey_form_is_wrong(const covey_form_found *found)
{
    return !covey_form_has_four(found) || found->sample[COVEY_FORM_DECIMALS][0] != '\0';
}

bool covey_form_has_four(const covey_form_found *found)
{
    for (int k = 0; k < COVEY_FORM_DECIMALS; k++)
        if (found->sample[k][0] != '\0')
            return false;
    return true;
}
