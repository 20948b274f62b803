// SPDX-License-Identifier: MIT
// The panel beside the picture, the key sheet and all texts. One at a time.
#ifndef COVEY_VIEW_PANEL_H
#define COVEY_VIEW_PANEL_H

#include "view/viewer.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Fonts are files of TrueType that can be read; NULL: a plain one. `unit` as in covey_picture.
/// Needs a current context of OpenGL. False where that does not do.
typedef struct panel_def {
    const char *font, *strong_font;
    double unit;
} panel_def;
bool panel_create(const panel_def *def);
void panel_destroy(void);

/// Which keys edit texts; panel_create() calls it.
void panel_map_keys(void);

/// The state of mouse and keys, px of the window; buttons 1 left, 2 middle, 3 right; `key` is a
/// scan code of SDL below 512.
void panel_mouse(double x, double y);
void panel_button(int button, bool down);
void panel_wheel(double turns);
void panel_text(const char *text);
void panel_key(int key, bool down, bool control);
bool panel_wants_mouse(void);
bool panel_wants_keys(void);

/// A frame: begin; show; the page is drawn, with labels; end, which draws the panel
/// over it. `show` sets the viewer's page.
void panel_begin(double width, double height, double seconds);
void panel_show(viewer *self);
void panel_end(void);

/// The surface under the panel, which is not drawn with it.
covey_color panel_paper(void);

/// A text on the page, px of the window.
void panel_label(void *unused, const covey_label *label);
double panel_label_width(void *unused, const covey_label *label);

/// Where a control was in the last frame, px of the window. False if there is none of that name;
/// one that is out of sight is scrolled to, and is there a frame later.
bool panel_find(const char *name, covey_box *box);

#ifdef __cplusplus
}
#endif
#endif
