// SPDX-License-Identifier: MIT
// The picture of a viewer, on any canvas.
#ifndef COVEY_VIEW_DRAW_H
#define COVEY_VIEW_DRAW_H

#include "view/frame.h"
#include "view/viewer.h"

typedef struct view_draw view_draw;

/// Memory of pictures; NULL where there is none. The caller owns it.
view_draw *view_draw_create(void);
void view_draw_destroy(view_draw *self); ///< NULL is fine

/// A page of these px, drawn for viewer `of`; sets its camera if `is_window`.
typedef struct view_draw_page {
    double width, height, unit;
    bool is_window;
} view_draw_page;
void view_draw_draw(view_draw *self, viewer *of, const view_draw_page *page,
                    const covey_canvas *canvas);

// ---- Forces of rules ----

// The force of each rule on the selected agent, or on all, as arrows.

/// A scale: the force that has an arrow of 24 units, 0 where there is none yet, and its text for
/// the legend.
typedef struct rules_scale {
    double push;
    char text[64];
} rules_scale;

/// Follows the forces that are drawn. It stays while the longest arrow is of a fair length, so that
/// arrows of one step can be compared with the arrows of another. True if there are arrows.
bool rules_follow(rules_scale *self, const viewer *of);

/// Draws the arrows over a picture of the viewer.
void rules_draw(const viewer *of, const rules_scale *scale, const covey_picture *picture,
                const covey_canvas *canvas);

// ---- Wind ----

// The wind of a world as a field of arrows.

/// The sum of all winds that blow on every flock, in the measure of intents.
covey_vec wind_of(const frame *now);

/// Draws arrows on a lattice of the page, as long as the wind is strong; none without wind.
void wind_draw(const frame *now, const covey_picture *picture, const covey_canvas *canvas);

#endif
