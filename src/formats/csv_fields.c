// SPDX-License-Identifier: MIT
// Splits lines of a table into fields; reads separators, quotes, blanks.
#include "formats/csv_fields.h"

#include <string.h>

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

char covey_csv_fields_separator(const covey_line *line)
{
    static const char candidates[] = "\t;,";
    size_t most = 0;
    char found = ',';
    for (int k = 0; k < 3; k++) {
        size_t count = 0;
        for (size_t at = 0; at < line->size; at++)
            count += line->text[at] == candidates[k];
        if (count > most) {
            most = count;
            found = candidates[k];
        }
    }
    return found;
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
    while (p < end && *p != separator)
        p++;
    return p;
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
        const char *stop = field_end(begin, end, fields->separator, &open);
        covey_csv_field found = trimmed(line, begin, stop);
        if (open)
            return covey_csv_fields_refuse(fields, found, "quotes that end on the same line",
                                           error);
        if (fields->count == COVEY_CSV_MOST_COLUMNS)
            return covey_csv_fields_refuse(fields, found, "at most 256 columns", error);
        unquote(&found);
        fields->field[fields->count++] = found;
        begin = stop;
        if (stop == end)
            return COVEY_OK;
    }
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
