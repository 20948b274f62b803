// SPDX-License-Identifier: MIT
#ifndef CHECK_ESCAPE_H
#define CHECK_ESCAPE_H

#include "formats/text.h"

/// Names and lines of strangers (of folders, files, cases, programs, their output), each kind of
/// text in its own way. JSON has formats/json.h.

/// A line for a terminal, which must take no orders from it: all that is no letter, and the end of
/// a line, shows as a question mark.
void check_escape_line(covey_text *text, const char *bytes, size_t size);

/// The same for a whole text: ends of lines stay.
void check_escape_lines(covey_text *text, const char *bytes, size_t size);

/// A cell of a table in CSV, in quotes. A text that a program of tables would take for a
/// formula gets an apostrophe before it.
void check_escape_csv(covey_text *text, const char *string);

/// A text as it stands in XML and in HTML.
void check_escape_xml(covey_text *text, const char *string);

#endif
