// SPDX-License-Identifier: MIT
// The influences of a world for a panel: sliders and switches made from their tables of parameters,
// and the orders that add, change and remove them.
#ifndef COVEY_VIEW_SCENERY_H
#define COVEY_VIEW_SCENERY_H

#include "view/slider.h"
#include "view/viewer.h"

#ifdef __cplusplus
extern "C" {
#endif

/// So many influences have sliders, the first ones of the scenario's list.
enum { SCENERY = 24 };

/// The sliders of an influence: its rows are the rows of its table.
typedef struct scenery_item {
    const covey_influence *kind; ///< NULL: none
    int handle;
    slider of[FRAME_PARAMS];
} scenery_item;

/// The sliders of all; starts all zero.
typedef struct scenery {
    uint64_t loaded; ///< world that they belong to
    scenery_item items[SCENERY];
} scenery;

/// Follows a frame: sliders go with their influence where one before it is removed.
void scenery_follow(scenery *self, const frame *now);

/// True for a parameter that means something in this world: in the plane, none along z.
bool scenery_is_meant(const frame *now, const covey_param *row);

/// Sets a parameter of influence `k`, as viewer_param() does that of a flock.
void scenery_param(viewer *self, int k, const covey_param *row, double value, bool first);
void scenery_remove(viewer *self, int k);

/// An influence is off while all of its strengths are 0: its weight, or the parts of its push.
/// Switching it on brings back those that it had, where it had any.
bool scenery_has_switch(const covey_influence *kind);
bool scenery_is_on(const frame_influence *item);
void scenery_switch(viewer *self, int k, const scenery_item *track);

/// Names of the kinds that scenery_add() makes in this world, with a NULL behind the last.
void scenery_kinds(const frame *now, const char *list[SLIDER_LIST]);

/// Adds an influence in the middle of the view, as large and strong as this world asks for.
void scenery_add(viewer *self, const char *kind);

/// Walls around the world as one switch: takes all away, or places them around the space, in an
/// open one around the agents.
bool scenery_is_bounded(const frame *now);
void scenery_bound(viewer *self, bool on);

#ifdef __cplusplus
}
#endif
#endif
