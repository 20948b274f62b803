// SPDX-License-Identifier: MIT
#ifndef CHECK_PAGE_H
#define CHECK_PAGE_H

#include "formats/text.h"

/// Begins a page that loads nothing, up to the body. `script` is the only script that may run in
/// it, as Content-Security-Policy names it, "sha256-..."; NULL: none.
void check_page_begin(covey_text *text, const char *script);
void check_page_end(covey_text *text);

/// Puts a text that has been written to `lines`, made safe, and empties it.
void check_page_safe(covey_text *text, covey_text *lines);

/// Puts a name on one line, made safe.
void check_page_name(covey_text *text, const char *name);

/// Puts the lines of a report as paragraphs, as deep as they are set in; a line that is set in far
/// goes on with the one before.
void check_page_paragraphs(covey_text *text, const covey_text *lines);

#endif
