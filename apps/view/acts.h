// SPDX-License-Identifier: MIT
// Input: keys by a table, the mouse by the item under it.
#ifndef COVEY_VIEW_ACTS_H
#define COVEY_VIEW_ACTS_H

#include "viewer.h"

/// A key and its action. A table ends with a row without name.
typedef struct acts_key {
    const char *name; ///< as people say it
    const char *text; ///< its action, for the key sheet and the manual
    int code;         ///< of SDL; 0: told only
    bool control;     ///< with Ctrl
    void (*press)(viewer *self, int code);
    void (*release)(viewer *self, int code); ///< NULL: nothing
} acts_key;
extern const acts_key acts_keys[];

/// Actions of the mouse, for the key sheet only.
extern const acts_key acts_mouse[];

/// A key goes down or up. False if it means nothing.
bool acts_press(viewer *self, int code, bool control);
bool acts_release(viewer *self, int code);

/// The mouse on the page. Buttons: 1 left, 2 middle, 3 right; px of the window.
void acts_button(viewer *self, int button, bool down);
void acts_motion(viewer *self, double x, double y);
void acts_wheel(viewer *self, double turns);

/// The same as their keys, for the panel.
void acts_pause(viewer *self);
void acts_step(viewer *self);
void acts_new_seed(viewer *self);
void acts_save_scenario(viewer *self);
void acts_save_session(viewer *self);

#endif
