// SPDX-License-Identifier: MIT
// Finds the numbers of an output that is not four numbers a line: with commas, names, headings, or
// all in one line; and writes them alike where the program does not.
#include "check/slips.h"

#include "base/parse.h"
#include "base/print.h"

#include <string.h>

enum { COLUMNS = 4, DECIMALS = 3 };

/// The numbers on their way into lines.
typedef struct pick {
    char *put;   ///< where the next byte goes
    char *start; ///< of the line that is not full
    int count;   ///< of its numbers
    check_lines *numbers;
    size_t usual; ///< count of numbers in a line
    bool leads;   ///< of more than four, the first are no part of the agent
} pick;

/// The numbers of a line that are taken.
typedef struct part {
    size_t first, count;
    bool pointed; ///< of those with a point alone
} part;

/// Counts of the words of a line.
typedef struct tally {
    size_t numbers;
    size_t pointed; ///< of them with a point
    bool letters;   ///< there are words besides
    bool signs;     ///< and other things between them
    bool commas;    ///< that stand for points
} tally;

// ---- Words ----

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_part(char c)
{
    return is_digit(c) || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '.' ||
           c == '+' || c == '-';
}

/// True for a comma between two digits.
static bool is_inner_comma(check_line line, size_t at)
{
    return line.text[at] == ',' && at > 0 && at + 1 < line.size && is_digit(line.text[at - 1]) &&
           is_digit(line.text[at + 1]);
}

/// The next word of a line from *at on, which is moved behind it; size 0 at the end. Where `commas`
/// is set, those between two digits stand for points.
static check_line next_word(check_line line, bool commas, size_t *at, tally *seen)
{
    for (; *at < line.size && !is_part(line.text[*at]); (*at)++)
        seen->signs = seen->signs || line.text[*at] != ' ';
    size_t begin = *at;
    while (*at < line.size && (is_part(line.text[*at]) || (commas && is_inner_comma(line, *at))))
        (*at)++;
    return (check_line){line.text + begin, *at - begin};
}

/// Writes a number as printf does: without the sign + and zeros before its digits, with a digit and
/// a point and not a comma; exponents stay. Returns the size, at most one more than that of the
/// word.
static size_t spell(check_line word, char *text)
{
    size_t size = 0, at = 0;
    bool zero = true;
    for (size_t k = 0; k < word.size && word.text[k] != 'e' && word.text[k] != 'E'; k++)
        zero = zero && (word.text[k] < '1' || word.text[k] > '9');
    if (at < word.size && (word.text[at] == '-' || word.text[at] == '+')) {
        if (word.text[at] == '-' && !zero)
            text[size++] = '-';
        at++;
    }
    while (at + 1 < word.size && word.text[at] == '0' && is_digit(word.text[at + 1]))
        at++;
    if (at < word.size && !is_digit(word.text[at]))
        text[size++] = '0';
    for (; at < word.size; at++)
        text[size++] = (char)(word.text[at] == ',' ? '.' : word.text[at]);
    return size;
}

enum { LONGEST = 1024 };

/// Reads a word as a number once it is spelled; false for one that is longer than any number.
static bool read_spelled(check_line word, double *value)
{
    char text[LONGEST + 1];
    return word.size < LONGEST &&
           covey_parse_double(text, spell(word, text), value) == COVEY_PARSE_OK;
}

static bool is_number(check_line word)
{
    double value;
    bool begins = word.size > 0 && (word.text[0] < 'A' || check_lines_is_no_number(word));
    return begins && (check_lines_is_no_number(word) || read_spelled(word, &value));
}

static bool is_pointed(check_line word)
{
    return is_number(word) &&
           (memchr(word.text, '.', word.size) != NULL ||
            memchr(word.text, ',', word.size) != NULL || check_lines_is_no_number(word));
}

static tally count_words(check_line line, bool commas)
{
    tally seen = {.commas = commas};
    for (size_t at = 0;;) {
        check_line word = next_word(line, commas, &at, &seen);
        if (word.size == 0)
            return seen;
        seen.numbers += is_number(word);
        seen.pointed += is_pointed(word);
        seen.letters = seen.letters || !is_number(word);
    }
}

/// Looks at a line with points, or with commas in their place where that makes it an agent.
static tally look(check_line line)
{
    tally seen = count_words(line, false);
    if (seen.pointed > 0 || memchr(line.text, ',', line.size) == NULL)
        return seen;
    tally other = count_words(line, true);
    bool better = other.pointed > 0 && (other.numbers == COLUMNS || seen.numbers != COLUMNS);
    return better ? other : seen;
}

// ---- Lines ----

static void put_number(pick *to, check_line word)
{
    if (to->count > 0)
        *to->put++ = ' ';
    if (check_lines_is_no_number(word)) {
        memcpy(to->put, word.text, word.size);
        to->put += word.size;
    } else {
        to->put += spell(word, to->put);
    }
    if (++to->count < COLUMNS)
        return;
    to->numbers->lines[to->numbers->count++] =
        (check_line){to->start, (size_t)(to->put - to->start)};
    to->start = to->put;
    to->count = 0;
}

/// Puts some numbers of a line, those with a point or all, from the `first` on.
static void put_line(pick *to, check_line line, const tally *seen, part taken)
{
    tally unused = {0};
    for (size_t at = 0, k = 0;;) {
        check_line word = next_word(line, seen->commas, &at, &unused);
        if (word.size == 0)
            return;
        if (!(taken.pointed ? is_pointed(word) : is_number(word)))
            continue;
        if (k >= taken.first && k < taken.first + taken.count)
            put_number(to, word);
        k++;
    }
}

static void keep_sample(check_slips *found, check_slip trouble, check_line line)
{
    char *sample = found->sample[trouble];
    if (sample[0] != '\0')
        return;
    for (size_t k = 0; k < line.size && k < CHECK_SLIP_SAMPLE - 1; k++)
        sample[k] = line.text[k] >= ' ' && line.text[k] <= '~' ? line.text[k] : '?';
    if (line.size >= CHECK_SLIP_SAMPLE)
        memcpy(sample + CHECK_SLIP_SAMPLE - 4, "...", 3);
}

/// True if a number is not spelled as printf does.
static bool is_misspelled(check_line word)
{
    char text[LONGEST + 1];
    if (check_lines_is_no_number(word) || word.size >= LONGEST || !is_number(word))
        return false;
    size_t size = spell(word, text);
    return size != word.size || memcmp(text, word.text, size) != 0;
}

static void keep_spelling(check_slips *found, check_line line, const tally *seen)
{
    tally unused = {0};
    if (seen->commas)
        keep_sample(found, CHECK_SLIP_COMMAS, line);
    for (size_t at = 0; !seen->commas;) {
        check_line word = next_word(line, false, &at, &unused);
        if (word.size == 0)
            return;
        if (is_misspelled(word))
            keep_sample(found, CHECK_SLIP_SPELLING, line);
    }
}

/// Which numbers of a line are an agent's, if most lines have so many; none of a line that is no
/// agent.
static part choose(const tally *seen, size_t usual, bool leads)
{
    size_t rest = seen->numbers > COLUMNS ? seen->numbers - COLUMNS : 0;
    bool aside = rest > 0 && rest < COLUMNS && seen->numbers == usual;
    if (seen->pointed == COLUMNS && (seen->letters || rest > 0))
        return (part){.count = COLUMNS, .pointed = true};
    if (aside)
        return (part){.count = COLUMNS, .first = leads ? rest : 0};
    if (seen->letters)
        return (part){.count = seen->numbers == COLUMNS ? COLUMNS : 0};
    if (usual == COLUMNS && rest == 0 && seen->numbers < COLUMNS)
        return (part){0};
    if (rest > 0)
        return (part){.count = seen->pointed, .pointed = true};
    return (part){.count = seen->numbers};
}

static void take_line(pick *to, check_line line, check_slips *found)
{
    tally seen = look(line);
    part taken = choose(&seen, to->usual, to->leads);
    bool plain = !seen.letters && (!seen.signs || seen.commas);
    if (taken.count == 0) {
        keep_sample(found, CHECK_SLIP_TEXT, line);
        return;
    }
    if (!plain || taken.count != seen.numbers)
        keep_sample(found, CHECK_SLIP_SIGNS, line);
    if (taken.count != COLUMNS)
        keep_sample(found, CHECK_SLIP_COUNT, line);
    keep_spelling(found, line, &seen);
    put_line(to, line, &seen, taken);
}

/// The count of numbers that most lines have, as far as there are few.
static size_t find_usual(const check_lines *answer)
{
    enum { MOST = 2 * COLUMNS };
    size_t counts[MOST + 1] = {0}, usual = 0;
    for (size_t k = 0; k < answer->count; k++) {
        tally seen = look(answer->lines[k]);
        if (seen.numbers <= MOST && seen.numbers > 0)
            counts[seen.numbers]++;
    }
    for (size_t k = 1; k <= MOST; k++)
        if (counts[k] > counts[usual] || (counts[k] == counts[usual] && k == COLUMNS))
            usual = k;
    return usual;
}

/// True if the first number of each line counts something or is the time: whole, or never less than
/// the one before, or mostly the same.
static bool is_counter(const check_lines *answer, size_t usual)
{
    bool whole = true, rises = true;
    size_t lines = 0, same = 0;
    double before = 0;
    for (size_t k = 0; k < answer->count; k++) {
        tally seen = look(answer->lines[k]), unused = {0};
        size_t at = 0;
        double value = 0;
        check_line word = next_word(answer->lines[k], seen.commas, &at, &unused);
        if (seen.numbers != usual || !read_spelled(word, &value))
            continue;
        whole = whole && !is_pointed(word);
        rises = rises && value >= before;
        same += lines++ > 0 && value == before;
        before = value;
    }
    return whole || rises || 2 * same >= lines;
}

// ---- JSON ----

/// True for names of values that are no part of an agent's state.
static bool is_aside(check_line key)
{
    static const char *const names[] = {"step",  "frame", "time", "t",     "dt", "id",
                                        "agent", "index", "i",    "count", "n",  "N"};
    for (size_t k = 0; k < sizeof names / sizeof *names; k++)
        if (strlen(names[k]) == key.size && memcmp(names[k], key.text, key.size) == 0)
            return true;
    return false;
}

/// True for an output with braces or brackets around it and names in quotes.
static bool is_json(const check_lines *answer)
{
    if (answer->count == 0 || (answer->lines[0].text[0] != '{' && answer->lines[0].text[0] != '['))
        return false;
    for (size_t k = 0; k < answer->count; k++)
        if (memchr(answer->lines[k].text, '"', answer->lines[k].size) != NULL)
            return true;
    return false;
}

/// Puts the numbers of a line of JSON but those that are named and no part of an agent. `key`: the
/// name that the next number has, from the line before on.
static void put_json(pick *to, check_line line, check_line *key)
{
    for (size_t at = 0; at < line.size;) {
        char c = line.text[at];
        if (c == '"') {
            size_t begin = ++at;
            while (at < line.size && line.text[at] != '"')
                at++;
            *key = (check_line){line.text + begin, at - begin};
        } else if (is_part(c)) {
            tally unused = {0};
            check_line word = next_word(line, false, &at, &unused);
            if (is_number(word) && !is_aside(*key))
                put_number(to, word);
            *key = (check_line){"", 0};
            continue;
        } else if (c == '[' || c == '{') {
            *key = (check_line){"", 0};
        }
        at++;
    }
}

bool check_slips_pick(covey_arena *arena, const check_lines *answer, check_lines *numbers,
                      check_slips *found)
{
    size_t size = 1;
    for (size_t k = 0; k < answer->count; k++)
        size += 2 * answer->lines[k].size + 1; // a space or a zero may stand where no byte did
    size_t most = size / COLUMNS + 1;
    *numbers = (check_lines){.lines = covey_arena_take(arena, most, sizeof *numbers->lines)};
    pick to = {.put = covey_arena_take(arena, size, 1), .numbers = numbers};
    to.start = to.put;
    if (numbers->lines == NULL || to.put == NULL)
        return false;
    if (is_json(answer)) {
        check_line key = {"", 0};
        keep_sample(found, CHECK_SLIP_JSON, answer->lines[0]);
        for (size_t k = 0; k < answer->count; k++)
            put_json(&to, answer->lines[k], &key);
        return true;
    }
    to.usual = find_usual(answer);
    to.leads = to.usual > COLUMNS && is_counter(answer, to.usual);
    for (size_t k = 0; k < answer->count; k++)
        take_line(&to, answer->lines[k], found);
    return true;
}

void check_slips_keep_spacing(const char *output, size_t size, check_slips *found)
{
    for (size_t begin = 0, end; begin < size; begin = end + 1) {
        end = begin;
        bool odd = false, inside = false;
        while (end < size && output[end] != '\n' && output[end] != '\r') {
            bool blank = output[end] == ' ' || output[end] == '\t';
            bool next = end + 1 < size && (output[end + 1] == ' ' || output[end + 1] == '\t');
            odd = odd || output[end] == '\t' || (blank && (!inside || next));
            inside = inside || !blank;
            end++;
        }
        if (odd && inside)
            keep_sample(found, CHECK_SLIP_PADDING, (check_line){output + begin, end - begin});
    }
}

void check_slips_add(check_slips *all, const check_slips *one, const char *name)
{
    for (int k = 0; k < CHECK_SLIPS; k++) {
        if (one->sample[k][0] == '\0')
            continue;
        if (all->cases[k]++ > 0)
            continue;
        memcpy(all->sample[k], one->sample[k], CHECK_SLIP_SAMPLE);
        all->name[k] = name;
    }
}

// ---- Decimals ----

/// The decimals of a number; SIZE_MAX with an exponent, which no decimals of others are.
static size_t decimals_of(check_line word)
{
    const char *point = memchr(word.text, '.', word.size);
    if (memchr(word.text, 'e', word.size) != NULL || memchr(word.text, 'E', word.size) != NULL)
        return SIZE_MAX;
    return point != NULL ? word.size - (size_t)(point - word.text) - 1 : 0;
}

void check_slips_add_decimals(const check_lines *numbers, check_decimals *decimals)
{
    for (size_t line = 0; line < numbers->count; line++)
        for (size_t at = 0; at < numbers->lines[line].size;) {
            check_line word = check_lines_word(numbers->lines[line], &at);
            if (check_lines_is_no_number(word))
                continue;
            size_t here = decimals_of(word);
            decimals->first = decimals->seen ? decimals->first : here;
            decimals->seen = true;
            decimals->vary = decimals->vary || here != decimals->first || here == SIZE_MAX;
        }
}

/// Writes one number with three decimals; other words stay.
static check_line round_word(covey_arena *arena, check_line word)
{
    char text[COVEY_PRINT_SIZE];
    double value;
    if (covey_parse_double(word.text, word.size, &value) != COVEY_PARSE_OK)
        return word;
    size_t size = covey_print_fixed3(text, value);
    char *kept = covey_arena_take(arena, size, 1);
    if (kept != NULL)
        memcpy(kept, text, size);
    return (check_line){kept, size};
}

/// Rounds the words of a line, which has as many as an agent. False where there is no memory.
static bool round_line(covey_arena *arena, check_line *line)
{
    check_line words[COLUMNS] = {{0}};
    size_t at = 0, size = COLUMNS;
    for (int k = 0; k < COLUMNS; k++) {
        words[k] = round_word(arena, check_lines_word(*line, &at));
        if (words[k].text == NULL)
            return false;
        size += words[k].size;
    }
    pick to = {.put = covey_arena_take(arena, size, 1), .numbers = &(check_lines){.lines = line}};
    to.start = to.put;
    for (int k = 0; k < COLUMNS && to.put != NULL; k++)
        put_number(&to, words[k]);
    return to.put != NULL;
}

static bool has_three(check_line line)
{
    for (size_t at = 0; at < line.size;) {
        check_line word = check_lines_word(line, &at);
        if (decimals_of(word) != DECIMALS && !check_lines_is_no_number(word))
            return false;
    }
    return true;
}

bool check_slips_round(covey_arena *arena, check_lines *numbers, check_slips *found)
{
    for (size_t k = 0; k < numbers->count; k++) {
        if (has_three(numbers->lines[k]))
            continue;
        keep_sample(found, CHECK_SLIP_DECIMALS, numbers->lines[k]);
        if (!round_line(arena, &numbers->lines[k]))
            return false;
    }
    return true;
}

// ---- Troubles ----

bool check_slips_is_wrong(const check_slips *found)
{
    for (int k = 0; k < CHECK_SLIPS; k++)
        if (found->sample[k][0] != '\0')
            return true;
    return false;
}

bool check_slips_has_four(const check_slips *found)
{
    for (int k = 0; k < CHECK_SLIP_DECIMALS; k++)
        if (found->sample[k][0] != '\0')
            return false;
    return true;
}
