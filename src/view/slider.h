// SPDX-License-Identifier: MIT
// Sliders of the panel: their ranges, initial values and texts.
#ifndef COVEY_VIEW_SLIDER_H
#define COVEY_VIEW_SLIDER_H

#include "view/frame.h"
#include "view/viewer.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { SLIDER_FORMAT = 64, SLIDER_TEXT = 512 };

/// The slider of a parameter.
typedef struct slider {
    double base;        ///< the first value of the parameter, to which a double click returns
    double least, most; ///< ends; they move out to a value beyond them, never back
    double on;          ///< weight of a rule while it was last on
} slider;

/// The sliders of a flock: its rows are frame_param()'s.
typedef struct slider_rack {
    const covey_model *model;
    const covey_motion *motion;
    slider of[FRAME_PARAMS];
} slider_rack;

/// The sliders of all flocks; starts all zero.
typedef struct sliders {
    uint64_t loaded; ///< world that they belong to
    int count;       ///< of flocks; one that comes where another went has new sliders
    slider_rack flocks[COVEY_MAX_FLOCKS];
    slider panel[COVEY_MAX_PANEL]; ///< of the items of the scenario's panel
    const covey_param *rows[COVEY_MAX_PANEL];
} sliders;

/// Follows a frame: new sliders for a world just loaded and for another model, room for values.
void sliders_follow(sliders *self, const frame *now);

/// The slider of a parameter with this value in a world, and room for a value that it comes to.
slider slider_begin(const covey_param *row, double value, const frame *now);
void slider_follow(slider *self, const covey_param *row, double value);

/// Puts a value that comes from a slider among the values that the parameter can have.
double slider_value(const covey_param *row, double value);

/// How a value is written, for printf with one double, without % of its own in names and units.
void slider_format(const covey_param *row, double value, char format[SLIDER_FORMAT]);

/// The meaning of a parameter, its range, and the value that models begin with.
void slider_mean(const covey_param *row, char text[SLIDER_TEXT]);

/// The same, and the first value, with the hands of the window that a slider answers to.
void slider_explain(const slider *self, const covey_param *row, char text[SLIDER_TEXT]);

/// Names of the presets or of the models that a first flock can have, with a NULL behind the last;
/// at most SLIDER_LIST - 1. Returns the number of `now` among them, or -1.
enum { SLIDER_LIST = 128 };
int slider_presets(const char *now, const char *list[SLIDER_LIST]);
int slider_models(const covey_model *now, const char *list[SLIDER_LIST]);

/// Names of the motions that can move a flock, in the same way, and the title of one.
int slider_motions(const frame_flock *now, const char *list[SLIDER_LIST]);
void slider_motion_title(const char *motion, char title[SLIDER_TEXT]);

/// The title of a preset, "" for none.
void slider_title(const char *preset, char title[SLIDER_TEXT]);

// ---- All sliders back ----

// All parameters of all flocks back to the values that the world was opened with, as one change.

/// True if a parameter is another than when the world was opened, or its model chosen.
bool restore_has_work(const viewer *of, const sliders *from);

/// Sets these parameters back, to be taken back by one `undo`.
void restore_all(viewer *self, const sliders *from);

#ifdef __cplusplus
}
#endif
#endif
