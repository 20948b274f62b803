// SPDX-License-Identifier: MIT
// Splits lines of a table into fields; reads separators, quotes, blanks.
#include "formats/csv_fields.h"

#include "base/parse.h"

#include <math.h>
#include <string.h>

enum { LONGEST_FIELD = 65536, LONGEST_COMMA = 1024 };

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

bool covey_csv_fields_blank(const covey_line *line)
{
    for (size_t k = 0; k < line->size; k++)
        if (!is_blank(line->text[k]))
            return false;
    return true;
}

/// True if a line has several words.
static bool has_blanks_inside(const covey_line *line)
{
    size_t begin = 0, end = line->size;
    while (begin < end && is_blank(line->text[begin]))
        begin++;
    while (end > begin && is_blank(line->text[end - 1]))
        end--;
    for (size_t k = begin; k < end; k++)
        if (is_blank(line->text[k]))
            return true;
    return false;
}

covey_status covey_csv_fields_separate(covey_csv_fields *fields, covey_error *error)
{
    static const char candidates[] = "\t;,";
    const covey_line *line = &fields->line;
    size_t most = 0;
    fields->separator = ',';
    for (int k = 0; k < (fields->comma ? 2 : 3); k++) {
        size_t count = 0;
        for (size_t at = 0; at < line->size; at++)
            count += line->text[at] == candidates[k];
        if (count > most) {
            most = count;
            fields->separator = candidates[k];
        }
    }
    covey_csv_field all = {line->text, line->size, 1, false};
    if (most == 0 && has_blanks_inside(line)) {
        fields->separator = ' ';
        return COVEY_OK;
    }
    return most > 0 || !fields->comma
               ? COVEY_OK
               : covey_csv_fields_refuse(
                     fields, all, "fields that ; or tabs part, as decimals have commas", error);
}

covey_status covey_csv_fields_refuse(const covey_csv_fields *fields, covey_csv_field field,
                                     const char *expected, covey_error *error)
{
    covey_place place = {fields->line.number, field.column, field.text, field.size};
    return covey_lines_refuse(place, expected, error);
}

static covey_csv_field trimmed(const covey_line *line, const char *begin, const char *end)
{
    while (begin < end && is_blank(*begin))
        begin++;
    while (end > begin && is_blank(end[-1]))
        end--;
    return (covey_csv_field){begin, (size_t)(end - begin), (uint64_t)(begin - line->text) + 1,
                             false};
}

/// Returns the end of the field that begins at `text`: its separator, or the end of the line. Sets
/// *open if quotes are not closed.
static const char *field_end(const char *text, const char *end, char separator, bool *open)
{
    const char *p = text;
    while (p < end && is_blank(*p) && *p != separator)
        p++;
    *open = false;
    if (p < end && *p == '"')
        do
            *open ^= *p++ == '"';
        while (p < end && (*open || *p == '"'));
    while (p < end && *p != separator && !(separator == ' ' && *p == '\t'))
        p++;
    return p;
}

/// Where blanks part fields: returns the last one of those behind a field; `end` if they end the
/// line.
static const char *blanks_end(const char *text, const char *end)
{
    while (text < end && is_blank(*text))
        text++;
    return text < end ? text - 1 : end;
}

static void unquote(covey_csv_field *at)
{
    if (at->size >= 2 && at->text[0] == '"' && at->text[at->size - 1] == '"') {
        at->text++;
        at->column++;
        at->size -= 2;
        at->quoted = true;
    }
}

covey_status covey_csv_fields_split(covey_csv_fields *fields, covey_error *error)
{
    const covey_line *line = &fields->line;
    const char *end = line->text + line->size;
    fields->count = 0;
    for (const char *begin = line->text;; begin++) {
        bool open;
        while (fields->separator == ' ' && begin < end && is_blank(*begin))
            begin++;
        const char *stop = field_end(begin, end, fields->separator, &open);
        covey_csv_field found = trimmed(line, begin, stop);
        if (open)
            return covey_csv_fields_refuse(fields, found, "quotes that end on the same line",
                                           error);
        if (fields->count == COVEY_CSV_MOST_COLUMNS)
            return covey_csv_fields_refuse(fields, found, "at most 4096 columns", error);
        unquote(&found);
        fields->field[fields->count++] = found;
        begin = stop = fields->separator == ' ' ? blanks_end(stop, end) : stop;
        if (stop == end)
            return COVEY_OK;
    }
}

bool covey_csv_fields_is(covey_csv_field field, const char *word)
{
    return field.size == strlen(word) && memcmp(field.text, word, field.size) == 0;
}

bool covey_csv_fields_missing(covey_csv_field field)
{
    static const char *const words[] = {"", "na", "nan", "none"};
    char small[8];
    if (field.size >= sizeof small)
        return false;
    for (size_t k = 0; k < field.size; k++) {
        char c = field.text[k];
        small[k] = c >= 'A' && c <= 'Z' ? (char)(c + 'a' - 'A') : c;
    }
    small[field.size] = '\0';
    for (size_t k = 0; k < sizeof words / sizeof words[0]; k++)
        if (strcmp(small, words[k]) == 0)
            return true;
    return false;
}

static bool is_infinite(covey_csv_field field)
{
    size_t sign = field.size > 0 && (field.text[0] == '-' || field.text[0] == '+');
    return field.size == sign + 3 && memcmp(field.text + sign, "inf", 3) == 0;
}

bool covey_csv_fields_number(const covey_csv_fields *fields, covey_csv_field field, double *value)
{
    *value = (double)NAN;
    if (covey_csv_fields_missing(field) || (fields->infinite && is_infinite(field)))
        return true;
    if (!fields->comma)
        return field.size <= LONGEST_FIELD &&
               covey_parse_double(field.text, field.size, value) == COVEY_PARSE_OK;
    char copy[LONGEST_COMMA];
    if (field.size > sizeof copy || memchr(field.text, '.', field.size) != NULL)
        return false;
    memcpy(copy, field.text, field.size);
    char *comma = memchr(copy, ',', field.size);
    if (comma != NULL)
        *comma = '.';
    return covey_parse_double(copy, field.size, value) == COVEY_PARSE_OK;
}

const char *covey_csv_fields_expected(const covey_csv_fields *fields, covey_csv_field field)
{
    const char *sign = memchr(field.text, fields->comma ? '.' : ',', field.size);
    if (fields->comma)
        return sign != NULL ? "a decimal number with a comma, not a point" : "a decimal number";
    return sign != NULL ? "a decimal number with a point, not a comma" : "a decimal number";
}

bool covey_csv_fields_match(covey_csv_field field, const char *text, size_t size, bool any_case)
{
    bool same = field.size == size;
    for (size_t k = 0; k < size && same; k++) {
        const char a = field.text[k], b = text[k];
        bool letters = any_case && ((a ^ b) == 0x20) && (a | 0x20) >= 'a' && (a | 0x20) <= 'z';
        same = a == b || letters;
    }
    return same;
}
