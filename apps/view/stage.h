// SPDX-License-Identifier: MIT
// The picture of a viewer, on any canvas.
#ifndef COVEY_VIEW_STAGE_H
#define COVEY_VIEW_STAGE_H

#include "viewer.h"

typedef struct stage stage;

/// Memory of pictures; NULL where there is none. The caller owns it.
stage *stage_create(void);
void stage_destroy(stage *self); ///< NULL is fine

/// A page of these px, drawn for viewer `of`; sets its camera if `is_window`.
typedef struct stage_page {
    double width, height, unit;
    bool is_window;
} stage_page;
void stage_draw(stage *self, viewer *of, const stage_page *page, const covey_canvas *canvas);

#endif
