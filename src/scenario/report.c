// SPDX-License-Identifier: MIT
// Reports mistakes in a scenario: a sentence, its place, the nearest word that would be valid, and
// the line with a caret.
#include "scenario/report.h"

#include "base/writer.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { WORD_SIZE = 40, LINE_COLUMNS = 84, FEW_WORDS = 12 };

covey_status covey_report_fail(covey_report *report, covey_node_span at, const char *format, ...)
{
    report->error = (covey_error){.status = COVEY_INPUT, .line = at.line, .column = at.column};
    report->at = at;
    report->note[0] = '\0';
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(report->error.message, sizeof report->error.message, format, arguments);
    va_end(arguments);
    return COVEY_INPUT;
}

covey_status covey_report_memory(covey_report *report)
{
    report->at = (covey_node_span){0};
    report->note[0] = '\0';
    return covey_fail(&report->error, COVEY_MEMORY, "no memory for the scenario");
}

void covey_report_note(covey_report *report, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(report->note, sizeof report->note, format, arguments);
    va_end(arguments);
}

// ---- Words ----

void covey_report_add(covey_report_words *words, const char *word)
{
    if (words->count < COVEY_REPORT_WORDS)
        words->word[words->count++] = word;
}

void covey_report_add_all(covey_report_words *words, const char *const *list)
{
    for (; list != NULL && *list != NULL; list++)
        covey_report_add(words, *list);
}

void covey_report_add_table(covey_report_words *words, const covey_param *table)
{
    for (; table != NULL && table->name != NULL; table++)
        covey_report_add(words, table->name);
}

bool covey_report_knows(const covey_report_words *words, const char *word)
{
    for (int k = 0; k < words->count; k++)
        if (strcmp(words->word[k], word) == 0)
            return true;
    return false;
}

static int lower(char c)
{
    return c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c;
}

static int least(int a, int b)
{
    return a < b ? a : b;
}

/// Returns the number of letters to be removed, added, changed or swapped with the next one to make
/// b of a; each letter changes at most once (G. Navarro, "A guided tour to approximate string
/// matching", 2001).
static int distance(const char *a, const char *b)
{
    int rows[3][WORD_SIZE + 1];
    int *before = rows[0], *last = rows[1], *row = rows[2];
    int columns = (int)strlen(b);
    for (int j = 0; j <= columns; j++)
        before[j] = last[j] = j;
    for (int i = 1; a[i - 1] != '\0'; i++) {
        row[0] = i;
        for (int j = 1; j <= columns; j++) {
            int differs = lower(a[i - 1]) != lower(b[j - 1]);
            row[j] = least(least(last[j], row[j - 1]) + 1, last[j - 1] + differs);
            if (i > 1 && j > 1 && lower(a[i - 1]) == lower(b[j - 2]) &&
                lower(a[i - 2]) == lower(b[j - 1]))
                row[j] = least(row[j], before[j - 2] + 1);
        }
        int *oldest = before;
        before = last;
        last = row;
        row = oldest;
    }
    return last[columns];
}

/// Returns the word of the list that `word` was probably meant to be, or NULL: up to a third of its
/// letters may be missing, added, changed or swapped with their neighbor, in upper or lower case.
static const char *find_nearest(const covey_report_words *words, const char *word)
{
    size_t size = strlen(word);
    if (size > WORD_SIZE)
        return NULL;
    const char *nearest = NULL;
    int shortest = WORD_SIZE;
    for (int k = 0; k < words->count; k++) {
        size_t other = strlen(words->word[k]), most = (size > other ? size : other) / 3;
        size_t gap = size > other ? size - other : other - size;
        if (other > WORD_SIZE || gap > most)
            continue;
        int far = distance(word, words->word[k]);
        if (far <= (int)most && far < shortest) {
            shortest = far;
            nearest = words->word[k];
        }
    }
    return nearest;
}

static void note_words(covey_report *report, const covey_report_words *words)
{
    static const char head[] = "possible here: ";
    size_t used = sizeof head - 1, room = sizeof report->note;
    memcpy(report->note, head, sizeof head);
    for (int k = 0; k < words->count; k++) {
        size_t size = strlen(words->word[k]);
        if (used + size + 6 > room)
            break;
        int put =
            snprintf(report->note + used, room - used, "%s%s", k > 0 ? ", " : "", words->word[k]);
        used += (size_t)put;
    }
}

/// If a value has no line, no note can be shown under it: its message has the note, if there is
/// room.
static void tell_note(covey_report *report)
{
    size_t used = strlen(report->error.message), room = sizeof report->error.message - used;
    if (strlen(report->note) + 2 < room)
        (void)snprintf(report->error.message + used, room, "; %s", report->note);
}

covey_status covey_report_unknown(covey_report *report, covey_node_span at, const char *noun,
                                  const char *word, const covey_report_words *words)
{
    char quoted[COVEY_REPORT_QUOTED];
    const char *nearest = find_nearest(words, word);
    covey_report_fail(report, at, "there is no %s %s%s%s%s%s%s", noun,
                      covey_report_quote(quoted, word, strlen(word)),
                      words->where != NULL ? " " : "", words->where != NULL ? words->where : "",
                      nearest != NULL ? "; did you mean " : "", nearest != NULL ? nearest : "",
                      nearest != NULL ? "?" : "");
    if (words->count > 0)
        note_words(report, words);
    if (at.line == 0 && nearest == NULL && words->count <= FEW_WORDS)
        tell_note(report);
    return COVEY_INPUT;
}

// ---- Parts of messages ----

static bool continues_letter(char c)
{
    return ((unsigned char)c & 0xc0u) == 0x80u;
}

const char *covey_report_quote(char quoted[COVEY_REPORT_QUOTED], const char *text, size_t size)
{
    size_t most = COVEY_REPORT_QUOTED - 6, kept = size;
    if (size > most)
        for (kept = most; kept > 0 && continues_letter(text[kept]); kept--)
            ;
    char *end = quoted;
    *end++ = '"';
    for (size_t k = 0; k < kept; k++) {
        unsigned char c = (unsigned char)text[k];
        *end++ = c < 0x20 || c == 0x7f ? '?' : text[k];
    }
    if (kept < size) {
        memcpy(end, "...", 3);
        end += 3;
    }
    *end++ = '"';
    *end = '\0';
    return quoted;
}

static const char *shortest(char text[40], double value)
{
    char digits[COVEY_PRINT_SIZE];
    size_t size = covey_print_shortest(digits, value);
    size = size < 39 ? size : 39;
    memcpy(text, digits, size);
    text[size] = '\0';
    return text;
}

const char *covey_report_range(const covey_param *row, char range[100])
{
    char low[40], high[40];
    bool least_given = row->low > -1e300, most_given = row->high < 1e300;
    const char *unit = row->unit != NULL ? row->unit : "", *gap = unit[0] != '\0' ? " " : "";
    if (least_given && most_given)
        (void)snprintf(range, 100, "from %s to %s%s%s", shortest(low, row->low),
                       shortest(high, row->high), gap, unit);
    else if (least_given)
        (void)snprintf(range, 100, "%s%s%s or more", shortest(low, row->low), gap, unit);
    else
        (void)snprintf(range, 100, "any number%s%s%s", unit[0] != '\0' ? " (" : "", unit,
                       unit[0] != '\0' ? ")" : "");
    return range;
}

// ---- The whole report ----

/// Returns the beginning of line number `line` and its number of bytes.
static size_t find_line(const covey_report_source *source, uint32_t line, size_t *size)
{
    size_t begin = 0;
    for (uint32_t k = 1; k < line && begin < source->size; begin++)
        k += source->text[begin] == '\n';
    size_t end = begin;
    while (end < source->size && source->text[end] != '\n' && source->text[end] != '\r')
        end++;
    *size = end - begin;
    return begin;
}

typedef struct page {
    char *buffer;
    size_t size, used;
} page;

static void put(page *to, char c)
{
    if (to->used + 1 < to->size)
        to->buffer[to->used++] = c;
}

static void put_text(page *to, const char *text)
{
    for (; *text != '\0'; text++)
        put(to, *text);
}

/// Puts up to LINE_COLUMNS letters of the line around the place, and carets under it.
static void put_line(page *to, const covey_report *report, const covey_report_source *source)
{
    char head[32];
    size_t size, begin = find_line(source, report->at.line, &size);
    uint32_t first =
        report->at.column > LINE_COLUMNS / 2 ? report->at.column - LINE_COLUMNS / 2 : 1;
    (void)snprintf(head, sizeof head, "%5u | ", (unsigned)report->at.line);
    put_text(to, head);
    uint32_t column = 0;
    for (size_t k = 0; k < size; k++) {
        char c = source->text[begin + k];
        column += !continues_letter(c);
        if (column >= first && column < first + LINE_COLUMNS)
            put(to, (unsigned char)c < 0x20 || c == 0x7f ? ' ' : c);
    }
    put_text(to, "\n      | ");
    for (uint32_t k = first; k < report->at.column; k++)
        put(to, ' ');
    put(to, '^');
    for (uint32_t k = 1; k < report->at.width && report->at.column + k <= column &&
                         report->at.column + k < first + LINE_COLUMNS;
         k++)
        put(to, '~');
    put(to, '\n');
}

void covey_report_render(const covey_report *report, const covey_report_source *source,
                         char *buffer, size_t size)
{
    if (buffer == NULL || size == 0)
        return;
    page to = {.buffer = buffer, .size = size};
    char place[64] = ": ";
    if (report->at.line > 0)
        (void)snprintf(place, sizeof place, ":%u:%u: ", (unsigned)report->at.line,
                       (unsigned)report->at.column);
    put_text(&to, source->name);
    put_text(&to, place);
    put_text(&to, report->error.message);
    put(&to, '\n');
    if (report->at.line > 0)
        put_line(&to, report, source);
    if (report->note[0] != '\0') {
        put_text(&to, report->note);
        put(&to, '\n');
    }
    buffer[to.used] = '\0';
}
