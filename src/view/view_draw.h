// SPDX-License-Identifier: MIT
// The picture of a viewer, on any canvas.
#ifndef COVEY_VIEW_DRAW_H
#define COVEY_VIEW_DRAW_H

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

#endif
