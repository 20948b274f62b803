// SPDX-License-Identifier: MIT
// Input: keys by a table, the mouse by the item under it.
#ifndef COVEY_VIEW_INPUT_H
#define COVEY_VIEW_INPUT_H

#include "view/viewer.h"

/// Codes of keys: the character in ASCII, letters small or with Shift large, and these. A letter
/// that has no meaning with Shift means what it means without.
typedef enum input_code {
    INPUT_BACKSPACE = 8,
    INPUT_TAB = 9,
    INPUT_ENTER = 13,
    INPUT_ESCAPE = 27,
    INPUT_UP = 256,
    INPUT_DOWN,
    INPUT_LEFT,
    INPUT_RIGHT,
    INPUT_F1,
    INPUT_F11,
    INPUT_PAD_PLUS,
    INPUT_PAD_MINUS
} input_code;

/// A key and its action. A table ends with a row without name.
typedef struct input_key {
    const char *name; ///< as people say it
    const char *text; ///< its action, for the key sheet and the manual
    int code;         ///< an input_code; 0: only listed
    bool control;     ///< with Ctrl
    void (*act)(viewer *self);
    void (*press)(viewer *self, int code);   ///< instead, where several keys are alike
    void (*release)(viewer *self, int code); ///< NULL: nothing
} input_key;
extern const input_key input_keys[];

/// Actions of the mouse, for the key sheet only.
extern const input_key input_mouse[];

/// A key goes down or up. False if it means nothing.
bool input_press(viewer *self, int code, bool control);
bool input_release(viewer *self, int code);

/// The mouse on the page. Buttons: 1 left, 2 middle, 3 right; px of the window.
void input_button(viewer *self, int button, bool down);
void input_motion(viewer *self, double x, double y);
void input_wheel(viewer *self, double turns);

/// The actions of these keys, for buttons of the panel.
void input_pause(viewer *self);
void input_step(viewer *self);
void input_back(viewer *self);
void input_restart(viewer *self);
void input_new_seed(viewer *self);
void input_undo(viewer *self);
void input_home(viewer *self); ///< sees all again
void input_screenshot(viewer *self);
void input_open(viewer *self);  ///< shows the list of files, and back
void input_sheet(viewer *self); ///< shows the keys, and back
void input_save_scenario(viewer *self);
void input_save_session(viewer *self);
void input_outline(viewer *self); ///< begins a wall by clicks, or drops it
void input_plots(viewer *self);   ///< enlarges them, and back
void input_gallery(viewer *self); ///< shows the presets, and back

#endif
