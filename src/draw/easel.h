// SPDX-License-Identifier: MIT
// The state that the layers of a picture share while it is drawn.
#ifndef COVEY_DRAW_EASEL_H
#define COVEY_DRAW_EASEL_H

#include "draw/painter.h"

enum { COVEY_EASEL_COPIES = 9, COVEY_EASEL_COLORS = 256 };

typedef struct covey_easel {
    const covey_picture *picture;
    const covey_canvas *canvas;
    covey_box box;                         ///< of the world as far as it is seen, px
    double dart;                           ///< length of an agent, px
    covey_color table[COVEY_EASEL_COLORS]; ///< of the coloring: once round, or from 0 to 1
    covey_painter painter;
} covey_easel;

covey_easel covey_easel_of(const covey_picture *picture, const covey_canvas *canvas);

/// The color of the picture's theme.
covey_color covey_easel_role(const covey_easel *easel, covey_role role);

/// The color with another alpha.
covey_color covey_easel_fade(covey_color color, double alpha);

/// The color of an agent, by the quantity that the picture shows.
covey_color covey_easel_color(const covey_easel *easel, int flock, size_t i);

/// Length of the darts of a flock, px.
double covey_easel_dart(const covey_easel *easel, int flock);

/// Where an agent at `place` with `reach` (L) around is seen: there, and on a torus wherever that
/// reach goes over the seam. Returns the number of places, the first being `place`.
int covey_easel_copies(const covey_easel *easel, covey_vec place, double reach,
                       covey_vec copies[COVEY_EASEL_COPIES]);

/// A line from `place` along `way` (L), with its copies, to the painter.
void covey_easel_line(covey_easel *easel, covey_vec place, covey_vec way, covey_color color);

// ---- The layers, from the back to the front ----

void covey_scenery_draw(covey_easel *easel); ///< paper, lattices, walls, solid obstacles
void covey_focus_draw_zones(covey_easel *easel);
void covey_agents_draw(covey_easel *easel); ///< trails, agents, forces
void covey_focus_draw_neighbors(covey_easel *easel);
void covey_furniture_draw(covey_easel *easel); ///< title, caption, scale bar, legend

/// The part of the page that the furniture leaves free.
covey_box covey_furniture_area(const covey_picture *picture, const covey_canvas *canvas);

#endif
