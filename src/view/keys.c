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

static void fast_key(viewer *self)
{
    self->set.fast = 1.0 - self->set.fast;
}

void input_restart(viewer *self)
{
    viewer_command(self, "restart");
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
    double step = !row->rule && flock->def.body > 0.0 ? flock->def.body : tenth;
    value += of->up == code ? step : -step;
    value = fmin(fmax(value, row->rule ? row->low : fmax(row->low, step)), row->high);
    viewer_say(self, "%s %.4g", row->name, value);
    viewer_param(self, 0, row, value, true);
}

static void more(viewer *self)
{
    viewer_command(self, "agents 10");
}

static void fewer(viewer *self)
{
    viewer_command(self, "agents -10");
}

static void slower(viewer *self, int code)
{
    self->set.speed *= code == '[' ? 1.0 / 1.5 : 1.5;
    self->set.speed = fmin(fmax(self->set.speed, 0.1), 10000.0);
    viewer_say(self, "%.3g steps a second", self->set.speed);
}

static void predator(viewer *self)
{
    covey_vec place = viewer_place(self, self->hand.mouse_x, self->hand.mouse_y);
    char at[VIEWER_PLACE];
    viewer_name_place(self, place, " ", at);
    viewer_command(self, "predator %s", at);
}

static void obstacle(viewer *self)
{
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
static void clear(viewer *self)
{
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

static void end_outline(viewer *self)
{
    if (self->hand.is_outlining)
        grab_end_outline(self);
}

void input_undo(viewer *self)
{
    viewer_command(self, "undo");
}

static void next_color(viewer *self)
{
    self->set.coloring = fmod(self->set.coloring + 1.0, (double)COVEY_COLORING_DOING + 1.0);
}

static void other_theme(viewer *self)
{
    self->set.theme = 1.0 - self->set.theme;
}

/// In a narrow window there is no panel until it is asked for.
static void panel_key(viewer *self)
{
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

static void trail(viewer *self)
{
    self->set.trails = self->set.trails > 0.0 ? 0.0 : 25.0;
}

void input_home(viewer *self)
{
    camera_look(&self->camera);
}

static void project(viewer *self)
{
    if (frame_is_deep(self->now))
        self->set.perspective = 1.0 - self->set.perspective;
    else
        viewer_say(self, "this world is a plane: it has no perspective");
}

void input_screenshot(viewer *self)
{
    self->requests.shot = true;
}

void input_save_scenario(viewer *self)
{
    viewer_save(self, "save-scenario", "flock", ".yaml");
}

void input_save_session(viewer *self)
{
    viewer_save(self, "save-session", "flock", ".session");
}

void input_sheet(viewer *self)
{
    self->sheets.keys = !self->sheets.keys;
}

void input_open(viewer *self)
{
    self->sheets.files = !self->sheets.files;
}

static void leave(viewer *self)
{
    self->selected_flock = -1;
    self->hand.is_outlining = false;
    self->sheets.keys = self->sheets.files = self->sheets.plots = self->sheets.gallery = false;
}

void input_gallery(viewer *self)
{
    self->sheets.gallery = !self->sheets.gallery;
}

void input_plots(viewer *self)
{
    self->sheets.plots = !self->sheets.plots;
}

static void full_screen(viewer *self)
{
    self->requests.is_full = !self->requests.is_full;
}

static void quit(viewer *self)
{
    self->requests.ends = true;
}

const input_key input_keys[] = {
    {"Space", "pause and go on", ' ', false, .act = input_pause},
    {".", "one step", '.', false, .act = input_step},
    {",", "one step back", ',', false, .act = input_back},
    {"M", "as fast as it can, and back", 'm', false, .act = fast_key},
    {"R", "restart with the same seed", 'r', false, .act = input_restart},
    {"N", "restart with a new seed", 'n', false, .act = input_new_seed},
    {"1 to 6", "torus boids: weights of that scenario, as they fly", '1', false, .press = torus},
    {"0", "the default weights", '0', false, .press = torus},
    {"", "", '2', false, .press = torus},
    {"", "", '3', false, .press = torus},
    {"", "", '4', false, .press = torus},
    {"", "", '5', false, .press = torus},
    {"", "", '6', false, .press = torus},
    {"Ctrl+0 to 6", "that torus scenario from its first step", '1', true, .press = torus_anew},
    {"", "", '0', true, .press = torus_anew},
    {"", "", '2', true, .press = torus_anew},
    {"", "", '3', true, .press = torus_anew},
    {"", "", '4', true, .press = torus_anew},
    {"", "", '5', true, .press = torus_anew},
    {"", "", '6', true, .press = torus_anew},
    {"Shift+Q and A", "more and less separation", 'Q', false, .press = turn_dial},
    {"Shift+W and S", "more and less alignment", 'W', false, .press = turn_dial},
    {"Shift+E and D", "more and less cohesion", 'E', false, .press = turn_dial},
    {"Shift+R and F", "a longer and a shorter radius", 'R', false, .press = turn_dial},
    {"", "", 'A', false, .press = turn_dial},
    {"", "", 'S', false, .press = turn_dial},
    {"", "", 'D', false, .press = turn_dial},
    {"", "", 'F', false, .press = turn_dial},
    {"+ and -", "ten agents more, or fewer", '+', false, .act = more},
    {"", "", '=', false, .act = more},
    {"", "", INPUT_PAD_PLUS, false, .act = more},
    {"", "", '-', false, .act = fewer},
    {"", "", INPUT_PAD_MINUS, false, .act = fewer},
    {"[ and ]", "slower, faster", '[', false, .press = slower},
    {"", "", ']', false, .press = slower},
    {"P", "a predator at the pointer", 'p', false, .act = predator},
    {"O", "an obstacle at the pointer", 'o', false, .act = obstacle},
    {"K", "a wall by clicks: its corners, then Enter", 'k', false, .act = input_outline},
    {"Enter", "ends the wall: a segment, or a polygon", INPUT_ENTER, false, .act = end_outline},
    {"A", "hold: the pointer attracts", 'a', false, .press = attract, .release = let_go},
    {"D", "hold: the pointer drives away", 'd', false, .press = attract, .release = let_go},
    {"Arrows", "steer the selected agent, or the first; 3-D: go round", INPUT_UP, false,
     .press = steer, .release = steer_no_more},
    {"", "", INPUT_DOWN, false, .press = steer, .release = steer_no_more},
    {"", "", INPUT_LEFT, false, .press = steer, .release = steer_no_more},
    {"", "", INPUT_RIGHT, false, .press = steer, .release = steer_no_more},
    {"Backspace", "no obstacles and predators any more; of a wall by clicks: a corner",
     INPUT_BACKSPACE, false, .act = clear},
    {"Ctrl+Z", "take back what was changed last", 'z', true, .act = input_undo},
    {"C", "next coloring", 'c', false, .act = next_color},
    {"T", "light or dark", 't', false, .act = other_theme},
    {"L", "trails", 'l', false, .act = trail},
    {"Z", "zones of the selected agent", 'z', false, .press = overlay},
    {"B", "lines to its neighbors", 'b', false, .press = overlay},
    {"U", "arrows of the rules that move it", 'u', false, .press = overlay},
    {"I", "zones, neighbors and rules of all agents", 'i', false, .press = overlay},
    {"F", "forces of all", 'f', false, .press = overlay},
    {"G", "grid as wide as the longest radius", 'g', false, .press = overlay},
    {"Y", "plots, enlarged", 'y', false, .act = input_plots},
    {"H", "see all again", 'h', false, .act = input_home},
    {"X", "3-D: perspective on and off", 'x', false, .act = project},
    {"S", "screenshot", 's', false, .act = input_screenshot},
    {"V", "film on and off", 'v', false, .act = viewer_film},
    {"J", "the presets, with pictures", 'j', false, .act = input_gallery},
    {"Ctrl+O", "open a file", 'o', true, .act = input_open},
    {"W", "save the session", 'w', false, .act = input_save_session},
    {"E", "save the state as a scenario", 'e', false, .act = input_save_scenario},
    {"Tab", "panel on and off", INPUT_TAB, false, .act = panel_key},
    {"F11", "full screen, and back", INPUT_F11, false, .act = full_screen},
    {"F1", "this list", INPUT_F1, false, .act = input_sheet},
    {"Esc", "select no agent, close lists and plots", INPUT_ESCAPE, false, .act = leave},
    {"Ctrl+Q", "quit", 'q', true, .act = quit},
    {0},
};

const input_key input_mouse[] = {
    {.name = "Left click", .text = "select an agent and follow it"},
    {.name = "Left drag",
     .text = "moves an obstacle, goal or wall; else a new obstacle; 3-D: go round"},
    {.name = "Right click", .text = "a predator; on an obstacle or predator: remove it"},
    {.name = "Middle drag", .text = "move the view"},
    {.name = "Wheel", .text = "zoom"},
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
            if (row->act != NULL)
                row->act(self);
            else
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
