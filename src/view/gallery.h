// SPDX-License-Identifier: MIT
// The presets with titles, in groups, with a small picture each. Pictures are made a bit at a time,
// from the worlds themselves, once the gallery is shown.
#ifndef COVEY_VIEW_GALLERY_H
#define COVEY_VIEW_GALLERY_H

#include "view/sketch.h"

#include <covey/scenario.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { GALLERY = 128 };
#define GALLERY_WIDTH 160.0 ///< units of a picture
#define GALLERY_HEIGHT 100.0

/// A preset with its picture.
typedef struct gallery_card {
    const covey_preset *preset;
    bool is_drawn; ///< or cannot be
    sketch picture;
} gallery_card;

/// All presets, group by group. Starts all zero.
typedef struct gallery {
    int count;
    gallery_card cards[GALLERY];
    covey_theme theme; ///< of the pictures
    // ---- the picture that is being made ----
    int at; ///< card
    covey_scenario *scenario;
    covey_world *world; ///< NULL: none
    uint64_t steps;     ///< that are left
} gallery;

void gallery_free(gallery *self);

/// Lists all presets, if that was not done before; another theme begins all pictures anew.
void gallery_begin(gallery *self, covey_theme theme);

/// Works on the picture of the first card from `first` to the one before `end` that has none, for
/// as long as a small part of a frame lasts. True while there is one.
bool gallery_work(gallery *self, int first, int end);

#ifdef __cplusplus
}
#endif
#endif
