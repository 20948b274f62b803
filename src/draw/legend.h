// SPDX-License-Identifier: MIT
// The legend: the meaning of the colors and signs of a picture.
#ifndef COVEY_DRAW_LEGEND_H
#define COVEY_DRAW_LEGEND_H

#include "draw/context.h"

/// One entry: a sample, drawn in a box that is `sample` units wide, and its meaning.
typedef struct covey_legend_entry {
    void (*draw)(covey_draw_context *context, const struct covey_legend_entry *self, covey_box box);
    double sample;
    covey_color color;
    char text[96];
} covey_legend_entry;

enum { COVEY_LEGEND_DOING = 20, COVEY_LEGEND_ROOM = COVEY_MAX_FLOCKS + 12 + COVEY_LEGEND_DOING };

typedef struct covey_legend {
    const covey_draw_context *context;
    int count;
    covey_legend_entry entries[COVEY_LEGEND_ROOM];
} covey_legend;

/// The entries of the picture; valid as long as the context.
covey_legend covey_legend_of(const covey_draw_context *context);

#endif
