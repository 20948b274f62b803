// SPDX-License-Identifier: MIT
// Included before all sources of libfyaml, and behind its own header fy-parse.h: no file of a page
// is a terminal, and faults within the parser, such as no memory, are shown by what it returns and
// not by a text for each of its functions.
#ifndef STUB_ALONE_H
#define STUB_ALONE_H

#include <unistd.h>

#define isatty(file) 0

#undef fyp_error
#define fyp_error(parser, ...) ((void)(parser))
#undef fyr_error
#define fyr_error(reader, ...) ((void)(reader))

#endif
