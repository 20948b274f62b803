// SPDX-License-Identifier: MIT
// Finds the numbers of an output that is not four numbers a line: with commas, names, headings, or
// all in one line; and writes them alike where the program does not.
#include "check/format_errors.h"

#include "base/writer.h"

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
    bool pointed; ///< of numbers with a point alone
} part;

/// Counts of the words of a line.
typedef struct tally {
    size_t numbers;
    size_t pointed; ///< of them with a point
    bool letters;   ///< there are words besides
    bool signs;     ///< and other things between them
    check_token_kind kind;
} tally;

// ---- Words ----

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
    while (at + 1 < word.size && word.text[at] == '0' && check_token_is_digit(word.text[at + 1]))
        at++;
    if (at < word.size && !check_token_is_digit(word.text[at]))
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
    return word.size < LONGEST && check_token_number((check_line){text, spell(word, text)}, value);
}

static bool is_number(check_line word)
{
    double value;
    bool begins = word.size > 0 && (word.text[0] < 'A' || check_token_is_no_number(word));
    return begins && (check_token_is_no_number(word) || read_spelled(word, &value));
}

static bool is_pointed(check_line word)
{
    return is_number(word) &&
           (memchr(word.text, '.', word.size) != NULL ||
            memchr(word.text, ',', word.size) != NULL || check_token_is_no_number(word));
}

static bool is_spaces(check_line gap)
{
    for (size_t k = 0; k < gap.size; k++)
        if (gap.text[k] != ' ')
            return false;
    return true;
}

/// The next number of a line or word beside numbers; size 0 at the end.
static check_line next_word(check_line *rest, const tally *seen)
{
    return check_token_next(rest, seen->kind).word;
}

static tally count_words(check_line line, check_token_kind kind)
{
    tally seen = {.kind = kind};
    for (;;) {
        check_token token = check_token_next(&line, kind);
        seen.signs = seen.signs || !is_spaces(token.gap);
        if (token.word.size == 0)
            return seen;
        seen.numbers += is_number(token.word);
        seen.pointed += is_pointed(token.word);
        seen.letters = seen.letters || !is_number(token.word);
    }
}

/// Looks at a line with points, or with commas in their place where that makes it an agent.
static tally look(check_line line)
{
    tally seen = count_words(line, CHECK_TOKEN_NUMBERS);
    if (seen.pointed > 0 || memchr(line.text, ',', line.size) == NULL)
        return seen;
    tally other = count_words(line, CHECK_TOKEN_COMMAS);
    bool better = other.pointed > 0 && (other.numbers == COLUMNS || seen.numbers != COLUMNS);
    return better ? other : seen;
}

// ---- Lines ----

static void put_number(pick *to, check_line word)
{
    if (to->count > 0)
        *to->put++ = ' ';
    if (check_token_is_no_number(word)) {
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

/// Puts some numbers of a line, numbers with a point or all, from the `first` on.
static void put_line(pick *to, check_line line, const tally *seen, part taken)
{
    size_t k = 0;
    for (check_line word; (word = next_word(&line, seen)).size > 0;) {
        if (!(taken.pointed ? is_pointed(word) : is_number(word)))
            continue;
        if (k >= taken.first && k < taken.first + taken.count)
            put_number(to, word);
        k++;
    }
}

static void keep_sample(check_format_errors *found, check_format_error error, check_line line)
{
    char *sample = found->sample[error];
    if (sample[0] != '\0')
        return;
    check_token_show(line, sample);
    if (line.size >= CHECK_TOKEN_SHOWN)
        memcpy(sample + CHECK_TOKEN_SHOWN - 4, "...", 3);
}

/// True if a number is not spelled as printf does.
static bool is_misspelled(check_line word)
{
    char text[LONGEST + 1];
    if (check_token_is_no_number(word) || word.size >= LONGEST || !is_number(word))
        return false;
    return !check_token_is_same((check_line){text, spell(word, text)}, word);
}

static void keep_spelling(check_format_errors *found, check_line line, const tally *seen)
{
    bool commas = seen->kind == CHECK_TOKEN_COMMAS;
    check_line rest = line;
    if (commas)
        keep_sample(found, CHECK_FORMAT_COMMAS, line);
    for (check_line word; !commas && (word = next_word(&rest, seen)).size > 0;)
        if (is_misspelled(word))
            keep_sample(found, CHECK_FORMAT_SPELLING, line);
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

static void take_line(pick *to, check_line line, check_format_errors *found)
{
    tally seen = look(line);
    part taken = choose(&seen, to->usual, to->leads);
    bool plain = !seen.letters && (!seen.signs || seen.kind == CHECK_TOKEN_COMMAS);
    if (taken.count == 0) {
        keep_sample(found, CHECK_FORMAT_TEXT, line);
        return;
    }
    if (!plain || taken.count != seen.numbers)
        keep_sample(found, CHECK_FORMAT_SIGNS, line);
    if (taken.count != COLUMNS)
        keep_sample(found, CHECK_FORMAT_COUNT, line);
    keep_spelling(found, line, &seen);
    put_line(to, line, &seen, taken);
}

/// Most frequent numbers-per-line, if small.
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
        tally seen = look(answer->lines[k]);
        double value = 0;
        check_line rest = answer->lines[k], word = next_word(&rest, &seen);
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
        if (check_token_is_same((check_line){names[k], strlen(names[k])}, key))
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

static check_line unquote(check_line word)
{
    bool closed = word.size > 1 && word.text[word.size - 1] == '"';
    return (check_line){word.text + 1, word.size - 1 - closed};
}

/// Puts the numbers of a line of JSON but those that are named and no part of an agent. `key`: the
/// name that the next number has, from the line before on.
static void put_json(pick *to, check_line line, check_line *key)
{
    while (line.size > 0) {
        check_token token = check_token_next(&line, CHECK_TOKEN_JSON);
        check_line word = token.word;
        if (memchr(token.gap.text, '[', token.gap.size) != NULL ||
            memchr(token.gap.text, '{', token.gap.size) != NULL)
            *key = (check_line){"", 0};
        if (word.size == 0)
            return;
        if (is_number(word) && !is_aside(*key))
            put_number(to, word);
        *key = word.text[0] == '"' ? unquote(word) : (check_line){"", 0};
    }
}

bool check_format_pick(covey_arena *arena, const check_lines *answer, check_lines *numbers,
                       check_format_errors *found)
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
        keep_sample(found, CHECK_FORMAT_JSON, answer->lines[0]);
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

void check_format_add_spacing(const char *output, size_t size, check_format_errors *found)
{
    for (check_line all = {output, size}, end; all.size > 0;) {
        check_line line = check_token_line(&all, &end), rest = line;
        bool odd = false, inside = false;
        while (rest.size > 0) {
            check_token token = check_token_next(&rest, CHECK_TOKEN_WORDS);
            odd = odd || token.gap.size > inside || !is_spaces(token.gap);
            inside = inside || token.word.size > 0;
        }
        if (odd && inside)
            keep_sample(found, CHECK_FORMAT_PADDING, line);
    }
}

void check_format_add(check_format_errors *all, const check_format_errors *one, const char *name)
{
    for (int k = 0; k < CHECK_FORMAT_ERRORS; k++) {
        if (one->sample[k][0] == '\0')
            continue;
        if (all->cases[k]++ > 0)
            continue;
        memcpy(all->sample[k], one->sample[k], CHECK_TOKEN_SHOWN);
        all->name[k] = name;
    }
}

// ---- Decimals ----

/// The decimals of a number; SIZE_MAX with an exponent, which no decimals of others are.
static size_t decimals_of(check_line word)
{
    if (memchr(word.text, 'e', word.size) != NULL || memchr(word.text, 'E', word.size) != NULL)
        return SIZE_MAX;
    return check_token_decimals(word);
}

void check_format_add_decimals(const check_lines *numbers, check_decimals *decimals)
{
    for (size_t line = 0; line < numbers->count; line++)
        for (check_line rest = numbers->lines[line]; rest.size > 0;) {
            check_line word = check_token_word(&rest);
            if (check_token_is_no_number(word))
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
    if (!check_token_number(word, &value))
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
    check_line rest = *line;
    size_t size = COLUMNS;
    for (int k = 0; k < COLUMNS; k++) {
        words[k] = round_word(arena, check_token_word(&rest));
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
    while (line.size > 0) {
        check_line word = check_token_word(&line);
        if (decimals_of(word) != DECIMALS && !check_token_is_no_number(word))
            return false;
    }
    return true;
}

bool check_format_round(covey_arena *arena, check_lines *numbers, check_format_errors *found)
{
    for (size_t k = 0; k < numbers->count; k++) {
        if (has_three(numbers->lines[k]))
            continue;
        keep_sample(found, CHECK_FORMAT_DECIMALS, numbers->lines[k]);
        if (!round_line(arena, &numbers->lines[k]))
            return false;
    }
    return true;
}

// ---- Results ----

bool check_format_is_wrong(const check_format_errors *found)
{
    for (int k = 0; k < CHECK_FORMAT_ERRORS; k++)
        if (found->sample[k][0] != '\0')
            return true;
    return false;
}

bool check_format_has_four(const check_format_errors *found)
{
    for (int k = 0; k < CHECK_FORMAT_DECIMALS; k++)
        if (found->sample[k][0] != '\0')
            return false;
    return true;
}
