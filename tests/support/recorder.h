// SPDX-License-Identifier: MIT
// A canvas that notes what is drawn, a line for each thing:
//
//     clear COLOR
//     clip X Y WIDTH HEIGHT, or "clip none"
//     dart X Y DX DY LENGTH COLOR
//     disc X Y RADIUS WIDTH COLOR
//     line X Y X Y WIDTH COLOR
//     polygon COUNT X Y … COLOR
//     label X Y SIZE ANCHOR COLOR TEXT
//
// Pixels have two decimals; colours are eight hexadecimal digits, alpha last. A letter is 0.6 times
// as wide as the font is high.
#ifndef COVEY_TESTS_SUPPORT_RECORDER_H
#define COVEY_TESTS_SUPPORT_RECORDER_H

#include <covey/draw.h>

enum { RECORDER_ROOM = 1 << 22 };

typedef struct recorder {
    covey_canvas canvas;
    size_t calls;
    size_t size;
    char text[RECORDER_ROOM];
} recorder;

/// An empty one; the caller frees it.
recorder *recorder_create(void);
void recorder_clear(recorder *self);

/// Number of lines that begin with `start`, and of those that also end with `end`.
size_t recorder_count(const recorder *self, const char *start);
size_t recorder_count_of(const recorder *self, const char *start, const char *end);

/// The line number `index`, from 0, of those that begin with `start`; fails the test if there are
/// not so many.
const char *recorder_line(const recorder *self, const char *start, size_t index);

/// The first label with this text, or NULL.
const char *recorder_label(const recorder *self, const char *text);

/// A colour as the lines have it, in a buffer of which 8 are valid at a time.
const char *recorder_color(covey_color color);

#endif
