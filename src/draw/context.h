// SPDX-License-Identifier: MIT
// The state that the layers of a picture share while it is drawn.
#ifndef COVEY_DRAW_CONTEXT_H
#define COVEY_DRAW_CONTEXT_H

#include "covey/draw.h"
#include "draw/painter.h"

enum { COVEY_DRAW_COPIES = 27, COVEY_DRAW_COLORS = 256 };

typedef struct covey_draw_context {
    const covey_picture *picture;
    const covey_canvas *canvas;
    covey_box box;                        ///< of the world as far as it is seen, px
    double dart;                          ///< length of an agent, px
    bool is_deep;                         ///< three dimensions
    double nearest, farthest;             ///< depths between which haze grows, L
    covey_color table[COVEY_DRAW_COLORS]; ///< of the coloring: once round, or from 0 to 1
    covey_painter painter;
} covey_draw_context;

covey_draw_context covey_context_of(const covey_picture *picture, const covey_canvas *canvas);

/// The color of the picture's theme.
covey_color covey_context_role(const covey_draw_context *context, covey_role role);

/// The color with another alpha.
covey_color covey_context_fade(covey_color color, double alpha);

/// The color of an agent, by the quantity that the picture shows.
covey_color covey_context_color(const covey_draw_context *context, int flock, size_t i);

/// Length of the darts of a flock, px.
double covey_context_dart(const covey_draw_context *context, int flock);

/// A vector in the direction of an agent: along its body axis where the view has headings, else its
/// velocity. NaN where it is unknown.
covey_vec covey_context_ahead(const covey_view *view, size_t i);

/// Finds the places where an agent at `place` with `reach` (L) around is seen: that one, and on a
/// torus its image across each seam that the reach crosses. Returns the number of places, the first
/// being `place`.
int covey_context_copies(const covey_draw_context *context, covey_vec place, double reach,
                         covey_vec copies[COVEY_DRAW_COPIES]);

/// Three dimensions: the color of what is at a depth, the paler the farther; and a color in this
/// light, which is about 1.
covey_color covey_context_haze(const covey_draw_context *context, covey_color color, double depth);
covey_color covey_context_lit(covey_color color, double light);

/// Three dimensions: a line from a to b, hazy, to the painter.
void covey_context_span(covey_draw_context *context, covey_vec a, covey_vec b, covey_color color);

/// A line from `place` along `way` (L), with its copies, to the painter.
void covey_context_line(covey_draw_context *context, covey_vec place, covey_vec way,
                        covey_color color);

/// The index of an agent in a view; false if it has none of that id.
bool covey_sense_find(const covey_view *view, covey_id id, size_t *index);

// ---- The layers, from the back to the front ----

void covey_background_draw(covey_draw_context *context); ///< paper, lattices, walls, obstacles
void covey_focus_draw_zones(covey_draw_context *context);
void covey_agents_draw(covey_draw_context *context); ///< trails, agents, forces
void covey_ground_draw(covey_draw_context *context); ///< three dimensions: ground, edges behind
void covey_ground_draw_front(covey_draw_context *context); ///< edges before all
void covey_marks_draw(covey_draw_context *context);        ///< three dimensions: walls, places
void covey_solids_draw(covey_draw_context *context);       ///< three dimensions: agents, obstacles
void covey_focus_draw_neighbors(covey_draw_context *context);
void covey_annotations_draw(covey_draw_context *context); ///< title, caption, scale bar, legend

/// Three dimensions: the height of the ground, and the width of its squares, L.
double covey_ground_level(const covey_draw_context *context);
double covey_ground_step(const covey_draw_context *context);

/// Three dimensions: an obstacle of one or two points, moved by `shift`, to the canvas.
void covey_mark_draw_solid(covey_draw_context *context, const covey_picture_mark *mark,
                           covey_vec shift);

/// A path; and, in three dimensions, a plane.
void covey_path_draw(covey_draw_context *context, const covey_picture_mark *mark);
void covey_plane_draw(covey_draw_context *context, const covey_picture_mark *mark);

/// A point of a mark.
covey_vec covey_mark_point(const covey_picture_mark *mark, size_t k);

/// How far a mark reaches from its first point, L.
double covey_mark_reach(const covey_picture_mark *mark);

/// The part of the page that the annotations leave free.
covey_box covey_annotations_area(const covey_picture *picture, const covey_canvas *canvas);

// ---- tripod.c: the axes of three dimensions ----

enum { COVEY_TRIPOD_TEXT = 40, COVEY_TRIPOD_SQUARE = 26 }; // bytes; units that a square is wide

/// Draws the directions of the axes, unless the page is small.
void covey_tripod_draw(covey_draw_context *context);

/// Draws a square of the ground, whose lower left corner is `left`, and writes its width.
void covey_tripod_square(covey_draw_context *context, covey_point left,
                         char text[COVEY_TRIPOD_TEXT]);

// ---- Three dimensions ----

// What the layers of a picture of three dimensions share: corners of boxes, and lines that end
// before the eye and at the faces of the space.

/// The corner number `k`, 0 to 7, of a box: bit 0 of k takes x from `high`, bit 1 y, bit 2 z.
covey_vec covey_deep_corner(covey_vec low, covey_vec high, int k);

/// Shortens a line to the part of it in a box; false if there is none.
bool covey_deep_clip(covey_vec low, covey_vec high, covey_vec ends[2]);

/// The part of a line before the eye, on the page; false if there is none.
bool covey_deep_line(const covey_camera *camera, covey_vec a, covey_vec b, covey_point ends[2]);

#endif
