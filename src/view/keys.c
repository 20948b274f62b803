// SPDX-License-Identifier: MIT
// The keys, in the order of the key sheet.
#include "view/input.h"

#include "view/grab.h"

#include <math.h>
#include <string.h>

void input_pause(viewer *self)
{
    const frame *now = self->now;
    bool is_over = now->recorded && now->step == now->end;
    if (is_over && !self->clock.runs && now->end > 0)
        viewer_go(self, 0.0); // plays it again
    self->clock.runs = !self->clock.runs;
    self->clock.wanted = ceil(self->clock.wanted);
}

void input_step(viewer *self)
{
    self->clock.runs = false;
    self->clock.wanted = floor(self->clock.wanted) + 1.0;
}

void input_back(viewer *self)
{
    viewer_go(self, (double)self->now->step - 1.0);
}

void input_new_seed(viewer *self)
{
    viewer_command(self, "seed %llu", (unsigned long long)(self->now->seed + 1) % 1000000000);
}

static void pause_key(viewer *self, int code)
{
    (void)code;
    input_pause(self);
}

static void step_key(viewer *self, int code)
{
    (void)code;
    input_step(self);
}

static void back_key(viewer *self, int code)
{
    (void)code;
    input_back(self);
}

static void fast_key(viewer *self, int code)
{
    (void)code;
    self->set.fast = 1.0 - self->set.fast;
}

static void restart(viewer *self, int code)
{
    (void)code;
    viewer_command(self, "restart");
}

static void new_seed(viewer *self, int code)
{
    (void)code;
    input_new_seed(self);
}

static void torus_anew(viewer *self, int code)
{
    viewer_command(self, "open torus-%d", code - '0');
}

/// As in the program that the presets are from, the flock goes on, with other weights.
static void torus(viewer *self, int code)
{
    if (self->now->recorded || strcmp(self->now->flocks[0].model->name, "torus") != 0) {
        torus_anew(self, code);
        return;
    }
    viewer_say(self, "weights of torus-%d", code - '0');
    viewer_command(self, "weights torus-%d", code - '0');
}

/// A parameter of the first flock that a pair of keys makes larger and smaller, by its names in the
/// models.
typedef struct dial {
    int up, down;
    const char *what;
    const char *names[4];
} dial;

static const dial dials[] = {
    {'Q', 'A', "separation", {"separation", "K_s", "k_s", NULL}},
    {'W', 'S', "alignment", {"alignment", "K_a", "k_a", NULL}},
    {'E', 'D', "cohesion", {"cohesion", "K_c", "k_c", NULL}},
    {'R', 'F', "radius", {"radius", NULL}},
};

/// The row of the dial's parameter and its value now; NULL where the flock has none.
static const covey_param *find_dial(const dial *of, const frame_flock *flock, double *value)
{
    const covey_param *row;
    for (int k = 0; (row = frame_param(flock, k)) != NULL; k++)
        for (const char *const *name = of->names; *name != NULL; name++)
            if (strcmp(row->name, *name) == 0) {
                *value = flock->params[k];
                return row;
            }
    return NULL;
}

/// Changes a weight by a tenth of its initial value, as a round number, or the radius by that of a
/// body: for torus boids by 1 and 5, as in the program that the presets are from.
static void turn_dial(viewer *self, int code)
{
    const dial *of = dials;
    while (of->up != code && of->down != code)
        of++;
    const frame_flock *flock = &self->now->flocks[0];
    double value = 0.0;
    const covey_param *row = find_dial(of, flock, &value);
    if (self->now->recorded || row == NULL) {
        viewer_say(self, "%s has no %s to change", flock->name, of->what);
        return;
    }
    double tenth = covey_round_number(row->initial != 0.0 ? 0.1 * fabs(row->initial) : 0.1);
    double step = !row->rule && flock->body > 0.0 ? flock->body : tenth;
    value += of->up == code ? step : -step;
    value = fmin(fmax(value, row->rule ? row->low : fmax(row->low, step)), row->high);
    viewer_say(self, "%s %.4g", row->name, value);
    viewer_param(self, 0, row, value, true);
}

static void more(viewer *self, int code)
{
    (void)code;
    viewer_command(self, "agents 10");
}

static void fewer(viewer *self, int code)
{
    (void)code;
    viewer_command(self, "agents -10");
}

static void slower(viewer *self, int code)
{
    self->set.speed *= code == '[' ? 1.0 / 1.5 : 1.5;
    self->set.speed = fmin(fmax(self->set.speed, 0.1), 10000.0);
    viewer_say(self, "%.3g steps a second", self->set.speed);
}

static void predator(viewer *self, int code)
{
    (void)code;
    covey_vec place = viewer_place(self, self->hand.mouse_x, self->hand.mouse_y);
    char at[VIEWER_PLACE];
    viewer_name_place(self, place, " ", at);
    viewer_command(self, "predator %s", at);
}

static void obstacle(viewer *self, int code)
{
    (void)code;
    viewer_obstacle(self, viewer_place(self, self->hand.mouse_x, self->hand.mouse_y),
                    0.5 * self->now->reach);
}

static void attract(viewer *self, int code)
{
    self->hand.pull = code == 'a' ? 1 : -1;
}

static void let_go(viewer *self, int code)
{
    (void)code;
    self->hand.pull = 0;
}

/// Marks the agent that it steers.
static void steer(viewer *self, int code)
{
    const frame_flock *first = &self->now->flocks[0];
    if (self->selected_flock < 0 && !frame_is_deep(self->now) && first->count > 0) {
        self->selected_flock = 0;
        self->selected = first->id[0];
    }
    self->hand.forward += (code == INPUT_UP) - (code == INPUT_DOWN);
    self->hand.left += (code == INPUT_LEFT) - (code == INPUT_RIGHT);
    self->hand.forward = self->hand.forward > 1    ? 1
                         : self->hand.forward < -1 ? -1
                                                   : self->hand.forward;
    self->hand.left = self->hand.left > 1 ? 1 : self->hand.left < -1 ? -1 : self->hand.left;
}

static void steer_no_more(viewer *self, int code)
{
    if (code == INPUT_UP || code == INPUT_DOWN)
        self->hand.forward = 0;
    else
        self->hand.left = 0;
}

/// While a wall is drawn, its last corner.
static void clear(viewer *self, int code)
{
    (void)code;
    if (self->hand.is_outlining) {
        self->hand.corners_count -= self->hand.corners_count > 0;
        return;
    }
    viewer_command(self, "clear");
}

void input_outline(viewer *self)
{
    if (frame_is_deep(self->now) || self->now->recorded) {
        viewer_say(self, "walls are drawn in the plane, not in recordings");
        return;
    }
    self->hand.is_outlining = !self->hand.is_outlining;
    self->hand.corners_count = 0;
    if (self->hand.is_outlining)
        viewer_say(self, "click the corners of a wall; Enter or a double click ends it");
}

static void outline(viewer *self, int code)
{
    (void)code;
    input_outline(self);
}

static void end_outline(viewer *self, int code)
{
    (void)code;
    if (self->hand.is_outlining)
        grab_end_outline(self);
}

static void undo(viewer *self, int code)
{
    (void)code;
    viewer_command(self, "undo");
}

static void next_color(viewer *self, int code)
{
    (void)code;
    self->set.coloring = fmod(self->set.coloring + 1.0, (double)COVEY_COLORING_DOING + 1.0);
}

static void other_theme(viewer *self, int code)
{
    (void)code;
    self->set.theme = 1.0 - self->set.theme;
}

/// In a narrow window there is no panel until it is asked for.
static void panel_key(viewer *self, int code)
{
    (void)code;
    if (self->page.is_narrow)
        self->page.panel_is_asked = !self->page.panel_is_asked;
    else
        self->set.panel = 1.0 - self->set.panel;
}

/// The key of an overlay switches it.
static void overlay(viewer *self, int code)
{
    double *which = code == 'z'   ? &self->set.zones
                    : code == 'b' ? &self->set.neighbors
                    : code == 'g' ? &self->set.grid
                    : code == 'u' ? &self->set.rules
                    : code == 'i' ? &self->set.all
                                  : &self->set.forces;
    *which = 1.0 - *which;
}

static void trail(viewer *self, int code)
{
    (void)code;
    self->set.trails = self->set.trails > 0.0 ? 0.0 : 25.0;
}

static void home(viewer *self, int code)
{
    (void)code;
    camera_look(&self->camera);
}

static void project(viewer *self, int code)
{
    (void)code;
    if (frame_is_deep(self->now))
        self->set.perspective = 1.0 - self->set.perspective;
    else
        viewer_say(self, "this world is a plane: it has no perspective");
}

static void screenshot(viewer *self, int code)
{
    (void)code;
    self->requests.shot = true;
}

static void film(viewer *self, int code)
{
    (void)code;
    viewer_film(self);
}

void input_save_scenario(viewer *self)
{
    viewer_save(self, "save-scenario", "flock", ".yaml");
}

void input_save_session(viewer *self)
{
    viewer_save(self, "save-session", "flock", ".session");
}

static void save_scenario(viewer *self, int code)
{
    (void)code;
    input_save_scenario(self);
}

static void save_session(viewer *self, int code)
{
    (void)code;
    input_save_session(self);
}

static void key_sheet(viewer *self, int code)
{
    (void)code;
    self->sheets.keys = !self->sheets.keys;
}

static void open_file(viewer *self, int code)
{
    (void)code;
    self->sheets.files = !self->sheets.files;
}

static void leave(viewer *self, int code)
{
    (void)code;
    self->selected_flock = -1;
    self->hand.is_outlining = false;
    self->sheets.keys = self->sheets.files = self->sheets.plots = self->sheets.gallery = false;
}

void input_gallery(viewer *self)
{
    self->sheets.gallery = !self->sheets.gallery;
}

static void show_gallery(viewer *self, int code)
{
    (void)code;
    input_gallery(self);
}

void input_plots(viewer *self)
{
    self->sheets.plots = !self->sheets.plots;
}

static void plots(viewer *self, int code)
{
    (void)code;
    input_plots(self);
}

static void full_screen(viewer *self, int code)
{
    (void)code;
    self->requests.is_full = !self->requests.is_full;
}

static void quit(viewer *self, int code)
{
    (void)code;
    self->requests.ends = true;
}

const input_key input_keys[] = {
    {"Space", "pause and go on", ' ', false, pause_key, NULL},
    {".", "one step", '.', false, step_key, NULL},
    {",", "one step back", ',', false, back_key, NULL},
    {"M", "as fast as it can, and back", 'm', false, fast_key, NULL},
    {"R", "restart with the same seed", 'r', false, restart, NULL},
    {"N", "restart with a new seed", 'n', false, new_seed, NULL},
    {"1 to 6", "torus boids: weights of that scenario, as they fly", '1', false, torus, NULL},
    {"0", "the default weights", '0', false, torus, NULL},
    {"", "", '2', false, torus, NULL},
    {"", "", '3', false, torus, NULL},
    {"", "", '4', false, torus, NULL},
    {"", "", '5', false, torus, NULL},
    {"", "", '6', false, torus, NULL},
    {"Ctrl+0 to 6", "that torus scenario from its first step", '1', true, torus_anew, NULL},
    {"", "", '0', true, torus_anew, NULL},
    {"", "", '2', true, torus_anew, NULL},
    {"", "", '3', true, torus_anew, NULL},
    {"", "", '4', true, torus_anew, NULL},
    {"", "", '5', true, torus_anew, NULL},
    {"", "", '6', true, torus_anew, NULL},
    {"Shift+Q and A", "more and less separation", 'Q', false, turn_dial, NULL},
    {"Shift+W and S", "more and less alignment", 'W', false, turn_dial, NULL},
    {"Shift+E and D", "more and less cohesion", 'E', false, turn_dial, NULL},
    {"Shift+R and F", "a longer and a shorter radius", 'R', false, turn_dial, NULL},
    {"", "", 'A', false, turn_dial, NULL},
    {"", "", 'S', false, turn_dial, NULL},
    {"", "", 'D', false, turn_dial, NULL},
    {"", "", 'F', false, turn_dial, NULL},
    {"+ and -", "ten agents more, or fewer", '+', false, more, NULL},
    {"", "", '=', false, more, NULL},
    {"", "", INPUT_PAD_PLUS, false, more, NULL},
    {"", "", '-', false, fewer, NULL},
    {"", "", INPUT_PAD_MINUS, false, fewer, NULL},
    {"[ and ]", "slower, faster", '[', false, slower, NULL},
    {"", "", ']', false, slower, NULL},
    {"P", "a predator at the pointer", 'p', false, predator, NULL},
    {"O", "an obstacle at the pointer", 'o', false, obstacle, NULL},
    {"K", "a wall by clicks: its corners, then Enter", 'k', false, outline, NULL},
    {"Enter", "ends the wall: a segment, or a polygon", INPUT_ENTER, false, end_outline, NULL},
    {"A", "hold: the pointer attracts", 'a', false, attract, let_go},
    {"D", "hold: the pointer drives away", 'd', false, attract, let_go},
    {"Arrows", "steer the selected agent, or the first; 3-D: go round", INPUT_UP, false, steer,
     steer_no_more},
    {"", "", INPUT_DOWN, false, steer, steer_no_more},
    {"", "", INPUT_LEFT, false, steer, steer_no_more},
    {"", "", INPUT_RIGHT, false, steer, steer_no_more},
    {"Backspace", "no obstacles and predators any more; of a wall by clicks: a corner",
     INPUT_BACKSPACE, false, clear, NULL},
    {"Ctrl+Z", "take back what was changed last", 'z', true, undo, NULL},
    {"C", "next coloring", 'c', false, next_color, NULL},
    {"T", "light or dark", 't', false, other_theme, NULL},
    {"L", "trails", 'l', false, trail, NULL},
    {"Z", "zones of the selected agent", 'z', false, overlay, NULL},
    {"B", "lines to its neighbors", 'b', false, overlay, NULL},
    {"U", "arrows of the rules that move it", 'u', false, overlay, NULL},
    {"I", "zones, neighbors and rules of all agents", 'i', false, overlay, NULL},
    {"F", "forces of all", 'f', false, overlay, NULL},
    {"G", "grid as wide as the longest radius", 'g', false, overlay, NULL},
    {"Y", "plots, enlarged", 'y', false, plots, NULL},
    {"H", "see all again", 'h', false, home, NULL},
    {"X", "3-D: perspective on and off", 'x', false, project, NULL},
    {"S", "screenshot", 's', false, screenshot, NULL},
    {"V", "film on and off", 'v', false, film, NULL},
    {"J", "the presets, with pictures", 'j', false, show_gallery, NULL},
    {"Ctrl+O", "open a file", 'o', true, open_file, NULL},
    {"W", "save the session", 'w', false, save_session, NULL},
    {"E", "save the state as a scenario", 'e', false, save_scenario, NULL},
    {"Tab", "panel on and off", INPUT_TAB, false, panel_key, NULL},
    {"F11", "full screen, and back", INPUT_F11, false, full_screen, NULL},
    {"F1", "this list", INPUT_F1, false, key_sheet, NULL},
    {"Esc", "select no agent, close lists and plots", INPUT_ESCAPE, false, leave, NULL},
    {"Ctrl+Q", "quit", 'q', true, quit, NULL},
    {0},
};

const input_key input_mouse[] = {
    {"Left click", "select an agent and follow it", 0, false, NULL, NULL},
    {"Left drag", "moves an obstacle, goal or wall; else a new obstacle; 3-D: go round", 0, false,
     NULL, NULL},
    {"Right click", "a predator; on an obstacle or predator: remove it", 0, false, NULL, NULL},
    {"Middle drag", "move the view", 0, false, NULL, NULL},
    {"Wheel", "zoom", 0, false, NULL, NULL},
    {0},
};

/// The code without Shift.
static int plain(int code)
{
    return code >= 'A' && code <= 'Z' ? code - 'A' + 'a' : code;
}

static bool press(viewer *self, int code, bool control)
{
    for (const input_key *row = input_keys; row->name != NULL; row++)
        if (row->code == code && row->control == control) {
            row->press(self, code);
            return true;
        }
    return false;
}

bool input_press(viewer *self, int code, bool control)
{
    return press(self, code, control) || (plain(code) != code && press(self, plain(code), control));
}

bool input_release(viewer *self, int code)
{
    for (const input_key *row = input_keys; row->name != NULL; row++)
        if (row->code == plain(code) && row->release != NULL) {
            row->release(self, plain(code));
            return true;
        }
    return false;
}
