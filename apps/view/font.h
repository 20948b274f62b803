// SPDX-License-Identifier: MIT
// Files of fonts.
#ifndef COVEY_VIEW_FONT_H
#define COVEY_VIEW_FONT_H

#include <stdbool.h>

/// The file of a plain or bold font without serifs, which the caller frees; NULL if none can be
/// read.
char *font_find(bool is_strong);

#endif
