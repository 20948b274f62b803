// SPDX-License-Identifier: MIT
// Buttons, plots and the foot of the panel: their texts, and the actions of buttons.
#ifndef COVEY_VIEW_KNOBS_H
#define COVEY_VIEW_KNOBS_H

#include "viewer.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A button: its name for scripts, its text now, its tip.
typedef struct knob {
    const char *name, *shown, *text;
    void (*press)(viewer *self);
    bool is_idle; ///< there is nothing to do
} knob;

/// The buttons of a row; returns how many there are.
typedef enum knob_row { KNOBS_TIME, KNOBS_PICTURE, KNOBS_KEEP } knob_row;
enum { KNOBS = 5 };
int knobs_of(const viewer *self, knob_row row, knob list[KNOBS]);

/// A plot: its name, its title, and the value at its top, which leaves room for the title.
typedef struct knob_plot {
    const char *name;
    char label[64];
    float top;
    const float *values; ///< of the series
    int count;
} knob_plot;
knob_plot knobs_plot(const frame_series *series, frame_plot which);

/// The lines at the foot: hash, seed, agents, rates.
enum { KNOBS_STATE = 256 };
void knobs_state(const viewer *self, char text[KNOBS_STATE]);

#ifdef __cplusplus
}
#endif
#endif
