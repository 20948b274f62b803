// SPDX-License-Identifier: MIT
// A canvas of OpenGL 3.3. Arrays go to the graphics card as they are; its vertices pull the values
// they need, three for each dart or triangle and six for each disc or segment, and its fragments
// smooth the edges. Labels are left to the owner of the canvas.
#ifndef COVEY_VIEW_GL_H
#define COVEY_VIEW_GL_H

#include <covey/draw.h>

typedef struct gl_canvas gl_canvas;

/// The callbacks that draw texts.
typedef struct gl_labels {
    void (*draw)(void *context, const covey_label *label);
    double (*width)(void *context, const covey_label *label);
    void *context;
} gl_labels;

/// Needs a current context of OpenGL 3.3 or later; COVEY_SYSTEM where that does not do,
/// COVEY_MEMORY.
covey_status gl_create(const gl_labels *labels, gl_canvas **made, covey_error *error);
void gl_destroy(gl_canvas *self); ///< NULL is fine

/// From now on the page is this part of a window whose height is `window`, all px.
void gl_begin(gl_canvas *self, const covey_box *page, double window);
/// Ends a frame that is shown: waits, for a second at most, until the one before it is drawn. A
/// driver keeps all arrays of frames that are not drawn yet, and where no screen slows down the
/// program that draws, nothing else limits their number.
void gl_end(gl_canvas *self);
/// Fills a box of the window, px, with one color: cheaper than a polygon.
void gl_fill(const covey_box *box, double window, covey_color color);

const covey_canvas *gl_canvas_of(gl_canvas *self);

/// All px of a window as RGB from the upper left corner on; the caller frees them. NULL without
/// memory.
unsigned char *gl_read(int width, int height);

#endif
