// SPDX-License-Identifier: MIT
// Drawing: pictures of flocks as calls of a canvas, which any backend can be.
//
// covey_picture_draw() turns const views of flocks, with obstacles and overlays, into a few calls
// of a covey_canvas: a struct of callbacks, which write a file (covey/image.h), fill a window, or
// record the calls in a test. Agents, trails and arrows come as arrays, some thousand in a call,
// so that a hundred thousand cost a backend a hundred calls.
//
// Lengths on the page are pixels (px), x to the right, y down, 0 at the upper left corner. Part of
// covey_draw, which allocates only where it says so.
#ifndef COVEY_DRAW_H
#define COVEY_DRAW_H

#include "covey/world.h"

#ifdef __cplusplus
extern "C" {
#endif

// ---- The canvas ----

/// A color: sRGB, 0 … 255 each; a = 255 covers all. Not multiplied with a.
typedef struct covey_color {
    uint8_t r, g, b, a;
} covey_color;

typedef struct covey_point {
    float x, y; ///< px
} covey_point;

/// An arrowhead around (x, y) that points along the unit vector (dx, dy). For the length s its
/// corners are, along the vector and across it: (0.6, 0) (-0.4, 0.32) (-0.2, 0) (-0.4, -0.32),
/// times s.
typedef struct covey_dart {
    float x, y;   ///< px
    float dx, dy; ///< on the page: y down
    covey_color color;
} covey_dart;

typedef struct covey_disc {
    float x, y, radius; ///< px
    covey_color color;
} covey_disc;

/// A line from a to b with round ends.
typedef struct covey_segment {
    covey_point a, b;
    covey_color color;
} covey_segment;

/// A face, or a part of one, of a solid of three dimensions.
typedef struct covey_triangle {
    covey_point a, b, c;
    covey_color color;
} covey_triangle;

typedef struct covey_box {
    double x, y, width, height; ///< px; (x, y) is the upper left corner
} covey_box;

/// Which point of a text its place is: on the base line, at its start, middle or end.
typedef enum covey_anchor {
    COVEY_ANCHOR_START,
    COVEY_ANCHOR_MIDDLE,
    COVEY_ANCHOR_END
} covey_anchor;

typedef struct covey_label {
    double x, y; ///< px
    double size; ///< height of the font, px
    covey_anchor anchor;
    bool strong; ///< bold
    covey_color color;
    const char *text; ///< UTF-8, one line
} covey_label;

/// Where things are drawn, one over the other in the order of the calls. Arrays and texts are valid
/// during the call alone. A backend that fails remembers it and says so when it is asked for the
/// result. Every function is needed but the last.
typedef struct covey_canvas {
    void *context;                                   ///< first argument of all that follows
    void (*clear)(void *context, covey_color color); ///< all of the page
    /// From now on nothing outside the box is drawn; NULL: all of the page.
    void (*clip)(void *context, const covey_box *box);
    void (*darts)(void *context, const covey_dart *darts, size_t count, double length);
    /// Filled where width is 0, else rings of that width, half of it on each side of the radius.
    void (*discs)(void *context, const covey_disc *discs, size_t count, double width);
    void (*segments)(void *context, const covey_segment *segments, size_t count, double width);
    /// Filled; simple, but not always convex.
    void (*polygon)(void *context, const covey_point *points, size_t count, covey_color color);
    void (*label)(void *context, const covey_label *label);
    /// How long a text is, px.
    double (*label_width)(void *context, const covey_label *label);
    /// Filled, one over the other. NULL: they are drawn as polygons, one in a call.
    void (*triangles)(void *context, const covey_triangle *triangles, size_t count);
} covey_canvas;

// ---- Colors ----

typedef enum covey_theme { COVEY_THEME_LIGHT, COVEY_THEME_DARK } covey_theme;

/// The fact about an agent that its color shows.
typedef enum covey_coloring {
    COVEY_COLORING_HEADING, ///< its direction of flight, on a cycle of colors
    COVEY_COLORING_SPEED,
    COVEY_COLORING_CLUSTER, ///< its cluster of linked agents
    COVEY_COLORING_KIND,    ///< its flock
    COVEY_COLORING_ID,
    COVEY_COLORING_DOING, ///< the longest share in its intent: covey/doing.h
} covey_coloring;

/// "heading", "speed", "cluster", "kind", "id", "doing"; and "light", "dark". End with NULL.
COVEY_API const char *const *covey_coloring_names(void);
COVEY_API const char *const *covey_theme_names(void);

/// The parts of a page that have one color each.
typedef enum covey_role {
    COVEY_ROLE_PAPER,    ///< behind all
    COVEY_ROLE_INK,      ///< texts
    COVEY_ROLE_MUTED,    ///< texts of less weight, borders, agents that have no color
    COVEY_ROLE_FAINT,    ///< lattices
    COVEY_ROLE_OBSTACLE, ///< solid influences
    COVEY_ROLE_HUNTER,   ///< predators
    COVEY_ROLE_MARK,     ///< overlays of the selected agent
} covey_role;
COVEY_API covey_color covey_palette_role(covey_theme theme, covey_role role);

/// A color for an angle (rad): a cycle without break whose opposite directions differ in lightness
/// or from yellow to blue, which nearly all people can distinguish. For numbers from 0 to 1: from
/// dark to bright. For things of different kinds: one of 7, over and over, after Okabe and Ito
/// 2008, "Color universal design".
COVEY_API covey_color covey_palette_cycle(covey_theme theme, double angle);
COVEY_API covey_color covey_palette_ramp(covey_theme theme, double share);
COVEY_API covey_color covey_palette_kind(covey_theme theme, size_t index);

/// The color of a deed of covey_world_doing(): rules have the colors that covey_palette_kind()
/// gives their numbers.
COVEY_API covey_color covey_palette_doing(covey_theme theme, int doing);

// ---- The camera ----

typedef enum covey_projection {
    COVEY_PROJECTION_ORTHOGRAPHIC, ///< lengths are the same near and far
    COVEY_PROJECTION_PERSPECTIVE,  ///< far agents are small
} covey_projection;

/// "orthographic", "perspective". End with NULL.
COVEY_API const char *const *covey_projection_names(void);

/// From where a world of three dimensions is seen. With azimuth 0 and elevation π/2 it is seen from
/// above as the plane is: x to the right, y up.
typedef struct covey_orbit {
    covey_projection projection;
    double azimuth;   ///< rad, how far the eye goes around the z axis, counterclockwise from above
    double elevation; ///< rad, of the eye above the ground: -π/2 … π/2
    double zoom;      ///< 1: all is seen; above 0
} covey_orbit;

/// Perspective, at 30° around and 22° above the ground.
COVEY_API covey_orbit covey_orbit_default(void);

/// Which part of the space is where on the page. All but the first three are 0 in the plane.
typedef struct covey_camera {
    covey_vec center; ///< L, in the middle of the area
    double scale;     ///< px a L, at the center
    covey_box area;
    // ---- three dimensions ----
    covey_vec right, up, toward; ///< unit vectors: along the page's x, up the page, to the eye
    double eye;                  ///< L, from the center to the eye; 0: infinitely far, orthographic
    covey_vec low, high;         ///< L, corners of the box that is shown
} covey_camera;

/// A camera that shows all from `low` to `high` in the area, as large as it goes.
COVEY_API covey_camera covey_camera_fit(covey_box area, covey_vec low, covey_vec high);

/// The same in three dimensions: all that a box from `low` to `high` holds when it turns around the
/// z axis, so that the size does not change with the azimuth; then nearer by the zoom.
COVEY_API covey_camera covey_camera_orbit(covey_box area, covey_vec low, covey_vec high,
                                          const covey_orbit *orbit);

/// True for a camera of covey_camera_orbit().
COVEY_API bool covey_camera_is_deep(const covey_camera *camera);

/// A place as it is seen.
typedef struct covey_sight {
    covey_point point;
    double depth; ///< L, how far behind the center; negative before it. 0 in the plane
    double scale; ///< px a L, there
} covey_sight;

/// Looks at a place; false if it is behind the eye, or so near before it that it has no size, and
/// then *sight is where it would be at that distance.
COVEY_API bool covey_camera_look(const covey_camera *camera, covey_vec place, covey_sight *sight);

/// Where a place is on the page, and the place of a point of the page: in three dimensions as far
/// from the eye as the center.
COVEY_API covey_point covey_camera_point(const covey_camera *camera, covey_vec place);
COVEY_API covey_vec covey_camera_place(const covey_camera *camera, double x, double y);

/// The largest of 1, 2, 5 times a power of ten that is not above `most`, which is positive and
/// finite: lengths of scale bars, steps of axes.
COVEY_API double covey_round_number(double most);

// ---- Trails ----

/// Where the agents of a flock were in some frames.
typedef struct covey_trail covey_trail;

/// Of at most `length` frames, 1 … 100,000. The caller owns it; COVEY_ARG, COVEY_MEMORY.
COVEY_API covey_status covey_trail_create(size_t length, covey_allocator allocator,
                                          covey_trail **trail, covey_error *error);
COVEY_API void covey_trail_destroy(covey_trail *trail); ///< NULL is fine

/// Copies the view as a frame, which takes the place of the oldest if there is no room. The trail
/// stays as before on COVEY_MEMORY.
COVEY_API covey_status covey_trail_add(covey_trail *trail, const covey_view *view,
                                       covey_error *error);

/// Says that the next frame, or the view that is drawn next, is `elapsed` (T, >= 0) later than the
/// frame that was added last. So agents that the space `respawn` put elsewhere meanwhile are known:
/// no line joins the two places, and that change of velocity is 0. Before it is called, none are.
COVEY_API void covey_trail_pace(covey_trail *trail, double elapsed);

/// By how much the velocity of each agent of `view` has changed since the frame that was added
/// last; 0 for an agent that was not there or has no velocity. L/T, `view->count` of them.
COVEY_API void covey_trail_changes(const covey_trail *trail, const covey_view *view,
                                   covey_vec *changes);

// ---- The picture ----

/// A flock to draw. All that it points to must stay valid until the picture is drawn.
typedef struct covey_picture_flock {
    covey_view view;
    const char *name;
    double body;              ///< radius of an agent, L
    int prey;                 ///< number of the flock that it hunts in the picture; -1: none
    const covey_trail *trail; ///< drawn behind the agents; NULL: none
    const covey_vec *forces;  ///< an arrow for each agent of the view; NULL: none
    const uint32_t *clusters; ///< covey_picture_clusters(), for that coloring; NULL: no colors
    const uint8_t *doing;     ///< covey_world_doing(), for that coloring; NULL: no colors
    uint64_t done; ///< deeds of frames before, as covey_picture_done() returns them: the legend has
                   ///< these too, so that its size stays from frame to frame
    const covey_model *model; ///< whose rules that legend names; or NULL
    // ---- for each of its agents, as covey_picture_focus has it for one ----
    const covey_zone *zones;
    int zones_count;
    bool shows_zones;     ///< circles without their blind angles
    bool shows_neighbors; ///< in the time of a look at all agents for each
} covey_picture_flock;

typedef enum covey_mark_kind {
    COVEY_MARK_SOLID, ///< a point, a segment or a filled polygon with a rim of `radius` around: in
                      ///< three dimensions a sphere, a capsule or the edges of a face
    COVEY_MARK_BOX,   ///< walls around the box between two points
    COVEY_MARK_PLACE, ///< a goal or pointer: a point and how far around it reaches
    COVEY_MARK_ROOM,  ///< a round wall: its center and `radius`
    COVEY_MARK_PATH,  ///< a line through points, `radius` wide on each side
    COVEY_MARK_PLANE, ///< three dimensions: a point of a plane, and one straight above it; drawn as
                      ///< far as it is in the box that the camera shows
} covey_mark_kind;

/// An influence to draw.
typedef struct covey_picture_mark {
    covey_mark_kind kind;
    size_t count; ///< of points
    const double *points[COVEY_AXES];
    double own[COVEY_AXES][2]; ///< used where `points` are NULL; of a box, which has 8 points, the
                               ///< number k stands for own[axis][k >> axis & 1]
    double radius;             ///< L
    const uint32_t *triangles; ///< of a mesh or box: three numbers of points each, instead of an
                               ///< outline, drawn without its rim
    size_t triangles_count;
    bool closed; ///< of a path: the last point leads to the first
    bool smooth; ///< of a path: a curve leads through all points
} covey_picture_mark;

/// The one agent whose zones and neighbors are shown.
typedef struct covey_picture_focus {
    int flock; ///< -1: none
    covey_id id;
    const covey_zone *zones; ///< of its model
    int zones_count;
    bool shows_zones;
    bool shows_neighbors;
} covey_picture_focus;

/// All that is drawn on a page. Start from covey_picture_default().
typedef struct covey_picture {
    double width, height; ///< of the page, px
    double unit;          ///< px for each pixel of a plain screen: strokes and texts grow with it
    covey_theme theme;
    covey_coloring coloring;
    covey_camera camera;
    covey_space space;
    const covey_picture_flock *flocks;
    int flocks_count;
    const covey_picture_mark *marks;
    size_t marks_count;
    covey_picture_focus focus;
    double grid;       ///< width of a lattice of cells, L; 0: none
    double top_speed;  ///< L/T that has the end of the ramp of speeds
    double force;      ///< the force (L/T²) whose arrow is 24 units long; 0: none are drawn
    double link;       ///< agents so near are in one cluster, L: named in the legend
    const char *arrow; ///< named in the legend: the meaning of an arrow of 24 units; NULL: none
    bool furnished;    ///< with title, caption, scale bar and legend, unless the page is too small
    const char *title; ///< upper left
    const char *caption;       ///< upper right: the time
    covey_allocator allocator; ///< for the order of agents from far to near, in three dimensions
} covey_picture;

/// An empty page of 1280 × 720 px in light colors, agents colored by heading, furnished.
COVEY_API covey_picture covey_picture_default(void);

/// The part of the page that the furniture leaves to the camera; depends on everything that the
/// legend says, not on the camera. The canvas is asked for widths of texts alone.
COVEY_API covey_box covey_picture_area(const covey_picture *picture, const covey_canvas *canvas);

/// Draws a page. The same picture gives the same calls. A picture of three dimensions is one whose
/// space has three and whose camera is of covey_camera_orbit(). Its agents are small solids that
/// point where they fly, drawn from far to near, the farther the paler; their order is all that
/// is allocated, and without memory for it they come in the order of their flocks.
COVEY_API void covey_picture_draw(const covey_picture *picture, const covey_canvas *canvas);

/// A flock of a world, without trail, forces and clusters, valid as long as covey_world_view(); and
/// an influence of a world, valid as long as covey_world_influence(). False for an influence that
/// is nowhere in particular, such as wind, or a kind of one's own.
COVEY_API covey_picture_flock covey_picture_flock_of(const covey_world *world, int flock);
COVEY_API bool covey_picture_mark_of(const covey_world *world, int handle,
                                     covey_picture_mark *mark);

/// An agent that another one senses.
typedef struct covey_picture_neighbor {
    int flock;        ///< its number in the picture
    size_t i;         ///< its index in the view of that flock
    covey_vec offset; ///< L, from the agent that senses it
} covey_picture_neighbor;
typedef void covey_picture_visit(void *context, const covey_picture_neighbor *neighbor);

/// Calls `visit`, which may be NULL, for each agent that the agent of `focus` senses in the zones
/// there, once for each however many zones it is in; and returns how many there are. 0 where the
/// picture has no such agent. Time grows with the number of agents; nothing is allocated.
COVEY_API size_t covey_picture_neighbors(const covey_picture *picture,
                                         const covey_picture_focus *focus,
                                         covey_picture_visit *visit, void *context);

/// Numbers the clusters of a view, linked at `link` (L, >= 0), for each agent: 0 for an agent
/// alone, then from 1 in the order of the lowest ids, so that a cluster keeps its number, and its
/// color, while it keeps its agents. COVEY_ARG, COVEY_MEMORY.
COVEY_API covey_status covey_picture_clusters(const covey_view *view, double link,
                                              covey_allocator allocator, uint32_t *clusters,
                                              covey_error *error);

/// The deeds of `count` agents as bits, as in covey_picture_flock.done. NULL: none.
COVEY_API uint64_t covey_picture_done(const uint8_t *doing, size_t count);

// ---- Plots ----

/// A line of a panel: values over times, NaN where there is none.
typedef struct covey_plot_line {
    const double *times;
    const double *values;
    size_t count;
    size_t color; ///< as covey_palette_kind() numbers them
} covey_plot_line;

typedef struct covey_plot_panel {
    const char *title;
    const char *unit; ///< "": a pure number
    bool is_share;    ///< the axis goes from 0 to 1
    const covey_plot_line *lines;
    size_t lines_count;
    const char *axis; ///< the name of a separate axis, as "speed (L/T)"; NULL: that of times
    bool is_bars;     ///< a value is a bar from its time to the next; the last one has no bar
} covey_plot_panel;

/// Small panels over one time axis. Start from covey_plot_default().
typedef struct covey_plot {
    double width, height; ///< px
    double unit;          ///< as in covey_picture
    covey_theme theme;
    const char *title;
    const char *time_unit;
    const covey_plot_panel *panels;
    size_t panels_count;
    const char *const *names; ///< of the colors, written above the panels if there are several
    size_t names_count;
    const char *axis; ///< the name of times
    bool is_small;    ///< narrow rims and small numbers, without titles and names of axes
} covey_plot;

COVEY_API covey_plot covey_plot_default(void); ///< an empty one of 800 × 600 px
COVEY_API void covey_plot_draw(const covey_plot *plot, const covey_canvas *canvas);

#ifdef __cplusplus
}
#endif
#endif
