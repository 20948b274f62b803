// SPDX-License-Identifier: MIT
#ifndef COVEY_FORMATS_LINES_H
#define COVEY_FORMATS_LINES_H

#include "base/memory.h"
#include "covey/formal.h"

#include <stdbool.h>

/// A line without its end; valid until the next one is read.
typedef struct covey_line {
    const char *text;
    size_t size;
    uint64_t number; ///< from 1
    uint64_t end;    ///< bytes of the input up to here, with the end of the line
    bool whole;      ///< ended by \n, \r or \r\n, not by the end of the input
    bool ended;      ///< there was no line
} covey_line;

/// Lines of an input. A UTF-8 byte order mark before the first is skipped.
typedef struct covey_lines {
    covey_memory *memory;
    covey_source source;
    const char *path;          ///< of the file that is the source, or NULL
    const char *const *reason; ///< why the source says COVEY_INPUT; NULL: it never does
    char *bytes;
    size_t room;
    size_t begin;    ///< first byte not yet given
    size_t end;      ///< end of the bytes held
    uint64_t offset; ///< of bytes[0] in the input
    uint64_t number; ///< of lines given
    bool ended;
} covey_lines;

/// `path` is the name of the source in errors, NULL if the source is no file; it must outlive the
/// lines.
void covey_lines_init(covey_lines *lines, covey_memory *memory, covey_source source,
                      const char *path);
void covey_lines_destroy(covey_lines *lines);

/// Reads the next line. COVEY_MEMORY, COVEY_INPUT for a line of more than 2^28 bytes, or the status
/// of the source.
covey_status covey_lines_next(covey_lines *lines, covey_line *line, covey_error *error);

/// Reads the number of a step, a whole number from 0 on, at the beginning of a text. *used is the
/// number of its bytes.
bool covey_lines_step(const char *text, size_t size, double *step, size_t *used);

/// Writes a text in quotes, cut short, with escapes for all but plain ASCII.
enum { COVEY_LINES_QUOTED = 128 };
void covey_lines_quote(char quoted[COVEY_LINES_QUOTED], const char *text, size_t size);

/// Fails with COVEY_INPUT at a place: "line 3, column 7: found "x", expected a number". Without a
/// text, it is the end of the line that was found.
typedef struct covey_place {
    uint64_t line;
    uint64_t column;
    const char *text;
    size_t size;
} covey_place;
covey_status covey_lines_refuse(covey_place place, const char *expected, covey_error *error);

#endif
