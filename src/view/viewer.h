// SPDX-License-Identifier: MIT
// The viewer without its window: the picture, the selection, the controls, and time.
#ifndef COVEY_VIEW_VIEWER_H
#define COVEY_VIEW_VIEWER_H

#include "view/camera.h"
#include "view/frame.h"
#include "view/settings.h"
#include "view/sim.h"

#define VIEW_FILM_RATE 30.0 ///< frames of a film a second

enum { HELD = 256 };

/// The action of the mouse between press and release.
typedef enum viewer_drag {
    DRAG_NOTHING,
    DRAG_OBSTACLE,
    DRAG_VIEW,
    DRAG_ORBIT,
    DRAG_GRAB ///< an influence
} viewer_drag;

/// The part of an influence that the mouse has hold of.
typedef enum viewer_part {
    PART_POINT, ///< one of its points, or the place that its parameters give
    PART_RIM,   ///< how far it reaches
    PART_SIDE,  ///< 0 left, 1 right, 2 bottom, 3 top
    PART_BODY,  ///< all of its points
} viewer_part;

typedef struct viewer_grab {
    int influence; ///< of the frame
    viewer_part part;
    int which;         ///< point, or side
    covey_vec place;   ///< where it was at first, of a body its first point, L
    covey_vec pressed; ///< where the mouse took it, L
    covey_vec last;    ///< where the mouse took it to last, L
    double across;     ///< of a side: the one across at first, L
    bool has_moved;
} viewer_grab;

/// Corners of a wall that is being drawn by clicks.
enum { VIEWER_CORNERS = 64 };

/// The numbers of a response that was switched off.
typedef struct viewer_kept {
    uint64_t loaded;
    int flock;
    frame_response response;
} viewer_kept;
enum { VIEWER_KEPT = 32 };

/// Time as it is wanted and as it is drawn.
typedef struct viewer_clock {
    bool runs;
    double wanted, shown; ///< steps: the time wanted, and the time drawn
    double rate;          ///< steps a second that are taken, smoothed
    double frame_rate;    ///< frames a second, smoothed
    uint64_t frames;
} viewer_clock;

/// The part of the window that has the picture, px of the window.
typedef struct viewer_page {
    covey_box box;
    double window_height;
    bool is_narrow;      ///< the window says so: the panel would cover half of it
    bool panel_is_asked; ///< for, though it is
    double unit;
} viewer_page;

/// Mouse and held keys.
typedef struct viewer_hand {
    double mouse_x, mouse_y; ///< px of the window
    viewer_drag drag;
    double press_x, press_y;
    viewer_grab grab;
    bool is_outlining; ///< clicks add corners
    covey_vec corners[VIEWER_CORNERS];
    int corners_count;
    int pull;                                  ///< 1: the pointer attracts, -1: repels
    int forward, left;                         ///< of the arrow keys
    char held_pointer[HELD], held_steer[HELD]; ///< the values that the world has
} viewer_hand;

/// Lists over the page that are open.
typedef struct viewer_sheets {
    bool keys;
    bool files;   ///< to open
    bool plots;   ///< enlarged
    bool gallery; ///< the presets with pictures
} viewer_sheets;

/// Requests to the window, and what it says of them.
typedef struct viewer_requests {
    bool film;       ///< one is to begin or to end
    bool is_filmed;  ///< the window says so
    bool film_due;   ///< the page is the next frame of the film
    bool is_resized; ///< the window is to be as large as the settings say
    bool is_full;    ///< the window is to fill the screen
    bool is_busy;    ///< the window says so: pictures of presets are being made
    bool shot;       ///< a picture of the window
    bool plots;      ///< a picture of the plots
    bool ends;
} viewer_requests;

typedef struct viewer {
    sim *world;
    const frame *now; ///< the newest frame
    settings set;
    uint64_t opened, loaded, jumps; ///< of the frame that the rest belongs to
    char message[FRAME_TEXT];
    uint64_t messages;
    double message_left; ///< s that it is still shown

    viewer_clock clock;
    viewer_page page;
    viewer_camera camera;
    viewer_hand hand;
    viewer_sheets sheets;
    viewer_requests requests;

    int selected_flock; ///< -1: none
    covey_id selected;
    trails past;
    recent files;                  ///< that were opened
    bool is_unseen;                ///< predators are there that the first flock does not see
    bool is_unknown;               ///< a recording is to have the color of what agents do
    int plotted;                   ///< the flock that is measured
    viewer_kept kept[VIEWER_KEPT]; ///< the last ones
    int kept_next;
} viewer;

/// Starts on an open sim, whose first frame is taken. `files` were opened before; or NULL.
void viewer_init(viewer *self, sim *world, const settings *set, const recent *files);
void viewer_free(viewer *self);

/// Gives the world an order, of at most so many bytes: there is room for a wall of all corners.
enum { VIEWER_ORDER = 8192 };
void viewer_command(viewer *self, const char *format, ...) COVEY_PRINTF(2, 3);

/// Sets a parameter of a flock; without `first` as a part of the change before, as within one pull
/// of a slider.
void viewer_param(viewer *self, int flock, const covey_param *row, double value, bool first);

/// The same for a part of the scenario with parameters, such as "influences.0".
void viewer_set(viewer *self, const char *owner, const covey_param *row, double value, bool first);

/// The same for the parameter that a key of the scenario names, as "boids.noise".
void viewer_set_key(viewer *self, const char *key, const covey_param *row, double value,
                    bool first);

/// Pauses, and goes to a step that was taken, as near as there is one.
void viewer_go(viewer *self, double step);

/// Shows a sentence for some seconds.
void viewer_say(viewer *self, const char *format, ...) COVEY_PRINTF(2, 3);

/// Lets `seconds` go by: the goal, the newest frame, held keys. With `settles`, waits for the
/// world, so that the frame is the one that is due; else the world works on meanwhile, to where the
/// next frame will be if it is as long.
void viewer_advance(viewer *self, double seconds, bool settles);

/// The halves of that, for a window without threads, which works between them: the first asks
/// the world for what is due once `seconds` have gone by, and returns the number of steps; the
/// second takes the newest frame.
double viewer_ask(viewer *self, double seconds, bool settles);
void viewer_take(viewer *self, double seconds);

/// True if the next picture is the same unless there is input: time stands still, no key is held,
/// no message is shown, and the camera rests.
bool viewer_is_still(const viewer *self);

/// The place in the world of a point in px of the window.
covey_vec viewer_place(const viewer *self, double x, double y);

/// A place as orders and points have it, such as "10, 20" or in three dimensions "10, 20, 30".
enum { VIEWER_PLACE = 96 };
void viewer_name_place(const viewer *self, covey_vec place, const char *comma,
                       char text[VIEWER_PLACE]);

/// Position of the selected agent as it is drawn; false if none is selected.
bool viewer_selected(const viewer *self, covey_vec *place);

/// Opens a preset or a file, as sim_order() does.
void viewer_open(viewer *self, const char *name);

/// Asks the window for a film of the page, or for the end of the one that runs.
void viewer_film(viewer *self);

/// Places an obstacle of this radius (L).
void viewer_obstacle(viewer *self, covey_vec place, double radius);

/// True if a right click would remove an obstacle or a predator.
bool viewer_is_thing(const viewer *self, covey_vec place);

/// Orders that a session or scenario be saved under a name that is not taken.
void viewer_save(viewer *self, const char *order, const char *name, const char *suffix);

/// Time by which drawn positions lie before those of the frame, T.
double viewer_lag(const viewer *self);

// ---- The hand ----

// The hand on a viewer: what held keys and the mouse do as time goes by.

/// Gives the world the orders of what is held: a pointer, a steered agent, a part of an influence;
/// in three dimensions the arrow keys move the view.
void hand_act(viewer *self, double seconds);

#endif
