// SPDX-License-Identifier: MIT
// Buttons and the foot of the panel: their texts, and the actions of buttons.
#ifndef COVEY_VIEW_KNOBS_H
#define COVEY_VIEW_KNOBS_H

#include "view/viewer.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A button: its name for scripts, its text now, its tip.
typedef struct button {
    const char *name, *shown, *text;
    void (*press)(viewer *self);
    bool is_idle; ///< there is nothing to do
} button;

/// The buttons of a row; returns how many there are.
typedef enum button_row {
    BUTTONS_TIME,
    BUTTONS_PAST,
    BUTTONS_CAMERA,
    BUTTONS_PICTURE,
    BUTTONS_PLOTS,
    BUTTONS_CLEAR,
    BUTTONS_KEEP
} button_row;
enum { BUTTONS = 5 };
int buttons_of(const viewer *self, button_row row, button list[BUTTONS]);

/// The lines at the foot: hash, seed, agents, rates.
enum { BUTTONS_STATE = 256 };
void buttons_state(const viewer *self, char text[BUTTONS_STATE]);

#ifdef __cplusplus
}
#endif
#endif
