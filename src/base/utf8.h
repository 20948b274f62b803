// SPDX-License-Identifier: MIT
#ifndef COVEY_BASE_UTF8_H
#define COVEY_BASE_UTF8_H

#include <stddef.h>

/// Bytes of the letter that text[0 … size) begins with, at least one byte; 0 where it is not UTF-8,
/// or a control other than tab and line end.
size_t covey_utf8_size(const char *text, size_t size);

#endif
