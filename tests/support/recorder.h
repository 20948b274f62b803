// SPDX-License-Identifier: MIT
// A canvas that records all drawing, a line for each item:
//
//     clear COLOR
//     clip X Y WIDTH HEIGHT, or "clip none"
//     dart X Y DX DY LENGTH COLOR
//     disc X Y RADIUS WIDTH COLOR
//     line X Y X Y WIDTH COLOR
//     polygon COUNT X Y … COLOR
//     face X Y X Y X Y COLOR, a triangle
//     label X Y SIZE ANCHOR COLOR TEXT
//
// Pixels have two decimals; colors are eight hexadecimal digits, alpha last. A letter is 0.6 times
// as wide as the font is high.
#ifndef COVEY_TESTS_SUPPORT_RECORDER_H
#define COVEY_TESTS_SUPPORT_RECORDER_H

#include "support/view.h"

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

/// A color as the lines have it, in a buffer of which 8 are valid at a time.
const char *recorder_color(covey_color color);

// ---- A page to draw on ----

/// A torus of 100 x 50 on a bare page of 1000 x 500 px: 10 px a L, (x, y) at (10 x, 500 - 10 y).
/// 14 px are the longest dart of few agents.
typedef struct recorder_page {
    recorder *recorder;
    test_agents agents[2];
    covey_picture_flock flocks[2];
    covey_picture picture;
} recorder_page;

/// Set-up and tear-down of a test; the page is its state.
int recorder_page_create(void **state);
int recorder_page_destroy(void **state);

/// Draws the agents that are there; those of the second flock hunt.
const recorder *recorder_page_draw(recorder_page *self);

/// Adds an agent to the first flock.
void recorder_page_add(recorder_page *self, double x, double y, covey_vec velocity);

#endif
