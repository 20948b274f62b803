// SPDX-License-Identifier: MIT
// Reads tables of measures. Lines that begin with # are skipped; an empty field is NaN. Sets are
// numbered in the order of their appearance.
#define _POSIX_C_SOURCE 200809L
#include "table.h"

#include "streams.h"

#include "formats/file.h"
#include "formats/gzip.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PIECE = 1 << 16 };

static covey_status fail(const command *self, const char *path, unsigned long line, const char *why)
{
    (void)fprintf(stderr, "covey %s: %s: line %lu: %s\n", self->name, path, line, why);
    return COVEY_INPUT;
}

// ---- The file ----

/// Reads all bytes of a source, with a zero behind.
static covey_status read_all(const command *self, covey_source source, char **text)
{
    size_t size = 0, room = 0, got = 1;
    *text = NULL;
    while (got > 0) {
        if (room - size < PIECE + 1) {
            room = 2 * room + PIECE + 1;
            char *grown = realloc(*text, room);
            if (grown == NULL)
                return command_no_memory(self, "the table");
            *text = grown;
        }
        covey_status status = source.read(source.context, *text + size, PIECE, &got);
        if (status == COVEY_MEMORY)
            return command_no_memory(self, "the table");
        if (status != COVEY_OK)
            return status;
        size += got;
    }
    (*text)[size] = '\0';
    return COVEY_OK;
}

static covey_status read_file(const command *self, const char *path, char **text)
{
    bool is_file = strcmp(path, "-") != 0;
    const char *kind = NULL;
    stream from = {is_file ? covey_file_open_to_read(path, &kind) : STDIN_FILENO, errno};
    if (kind != NULL) {
        (void)fprintf(stderr, "covey %s: %s: it is %s, and only files are read\n", self->name, path,
                      kind);
        return COVEY_INPUT;
    }
    covey_memory memory = covey_memory_init((covey_allocator){0});
    covey_gunzip gunzip;
    covey_gunzip_init(&gunzip, &memory, stream_source(&from));
    covey_status status =
        from.file >= 0 ? read_all(self, covey_gunzip_source(&gunzip), text) : COVEY_IO;
    if (gunzip.reason != NULL)
        (void)fprintf(stderr, "covey %s: %s: gzip: %s\n", self->name, path, gunzip.reason);
    covey_gunzip_destroy(&gunzip);
    if (status == COVEY_IO)
        (void)fprintf(stderr, "covey %s: reading %s failed: %s\n", self->name, path,
                      strerror(from.error));
    if (is_file && from.file >= 0)
        (void)close(from.file);
    return status;
}

// ---- Lines and fields, which are cut in place ----

/// Returns the next line that is no comment, and its number; NULL after the last.
static char *next_line(char **at, unsigned long *number)
{
    while (**at != '\0') {
        ++*number;
        char *line = *at, *end = line + strcspn(line, "\n");
        *at = *end == '\0' ? end : end + 1;
        *end = '\0';
        if (end > line && end[-1] == '\r')
            end[-1] = '\0';
        if (*line != '#' && *line != '\0')
            return line;
    }
    return NULL;
}

/// Cuts a line at its commas. Returns the number of all fields, of which `room` are kept.
static size_t cut(char *line, char **fields, size_t room)
{
    size_t count = 0;
    for (char *at = line; at != NULL; count++) {
        char *comma = strchr(at, ',');
        if (count < room)
            fields[count] = at;
        if (comma != NULL)
            *comma++ = '\0';
        at = comma;
    }
    return count;
}

/// Returns the number of a set by its name; TABLE_SETS if there are too many.
static size_t number_of(table *self, const char *name)
{
    for (size_t k = 0; k < TABLE_SETS; k++) {
        if (k == self->sets)
            self->set_names[self->sets++] = name;
        if (strcmp(self->set_names[k], name) == 0)
            return k;
    }
    return TABLE_SETS;
}

static const char *take_row(table *self, char *line, int set_column)
{
    char **fields = self->fields, *end;
    if (cut(line, fields, self->columns) != self->columns)
        return "a row has not as many fields as there are names";
    size_t set = number_of(self, set_column >= 0 ? fields[set_column] : "");
    if (set == TABLE_SETS)
        return "there are more than 16 sets";
    self->set[self->rows] = (unsigned char)set;
    double *values = &self->values[self->rows++ * self->columns];
    for (size_t k = 0; k < self->columns; k++) {
        values[k] = (double)NAN;
        if ((int)k == set_column || fields[k][0] == '\0')
            continue;
        values[k] = strtod(fields[k], &end);
        if (*end != '\0')
            return "a field is no number";
    }
    return NULL;
}

/// Takes the names of the columns, and makes room for at most `rows` rows.
static covey_status take_names(const command *self, char *line, size_t rows, table *found)
{
    size_t columns = line != NULL ? 1 : 0;
    for (const char *c = line; c != NULL && *c != '\0'; c++)
        columns += *c == ',';
    found->names = calloc(columns + 1, sizeof *found->names);
    found->fields = calloc(columns + 1, sizeof *found->fields);
    found->values = calloc(rows, (columns + 1) * sizeof *found->values);
    found->set = calloc(rows, sizeof *found->set);
    if (found->names == NULL || found->fields == NULL || found->values == NULL ||
        found->set == NULL)
        return command_no_memory(self, "the table");
    found->columns = line != NULL ? cut(line, found->names, columns) : 0;
    return COVEY_OK;
}

covey_status table_read(const command *self, const char *path, table *found)
{
    *found = (table){0};
    covey_status status = read_file(self, path, &found->text);
    if (status != COVEY_OK)
        return status;
    unsigned long number = 0;
    char *at = found->text, *line = next_line(&at, &number);
    size_t rows = 1;
    for (const char *c = at; *c != '\0'; c++)
        rows += *c == '\n';
    status = take_names(self, line, rows, found);
    if (status != COVEY_OK)
        return status;
    int set_column = table_column(found, "set");
    const char *wrong = NULL;
    while (wrong == NULL && (line = next_line(&at, &number)) != NULL)
        wrong = take_row(found, line, set_column);
    return wrong == NULL ? COVEY_OK : fail(self, path, number, wrong);
}

void table_free(table *self)
{
    free(self->text);
    free(self->names);
    free(self->fields);
    free(self->values);
    free(self->set);
}

int table_column(const table *self, const char *name)
{
    return table_column_of(self, name, strlen(name));
}

int table_column_of(const table *self, const char *name, size_t size)
{
    for (size_t k = 0; k < self->columns; k++)
        if (strncmp(self->names[k], name, size) == 0 && self->names[k][size] == '\0')
            return (int)k;
    return -1;
}
