// SPDX-License-Identifier: MIT
#include "view/buttons.h"

#include "view/input.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static void forget(viewer *self)
{
    viewer_command(self, "forget");
}

static void go_first(viewer *self)
{
    viewer_go(self, (double)self->now->begin);
}

static void go_last(viewer *self)
{
    viewer_go(self, (double)self->now->end);
}

static void clear(viewer *self)
{
    viewer_command(self, "clear");
}

static void clear_obstacles(viewer *self)
{
    viewer_command(self, "clear obstacles");
}

static void clear_predators(viewer *self)
{
    viewer_command(self, "clear predators");
}

static void save_table(viewer *self)
{
    viewer_save(self, "save-plots", "plots", ".csv");
}

static void save_plots(viewer *self)
{
    self->requests.plots = true;
}

static void look_down(viewer *self)
{
    self->camera.azimuth = 0.0;
    self->camera.elevation = 2.0; // as far as it goes
    camera_turn(&self->camera, 0.0, 0.0);
}

static void look_level(viewer *self)
{
    self->camera.azimuth = self->camera.elevation = 0.0;
}

/// A row: how many buttons it has, and they.
typedef struct button_line {
    int count;
    button list[BUTTONS];
} button_line;

static int take(const button_line *from, button list[BUTTONS])
{
    memcpy(list, from->list, sizeof from->list);
    return from->count;
}

/// Rows that have to do with time and the camera.
static int rows_of_time(const viewer *self, button_row row, button list[BUTTONS])
{
    const bool recorded = self->now->recorded;
    const char *go = self->clock.runs ? "pause" : "run";
    const button_line rows[] = {
        [BUTTONS_TIME] = {5,
                          {{"pause", go, "Pause and go on: Space", input_pause, false},
                           {"step", "step", "One step: .", input_step, false},
                           {"restart", "restart", "From the first step, with the values of now: R",
                            input_restart, false},
                           {"new", "new", "From the first step, with another seed: N",
                            input_new_seed, recorded},
                           {"undo", "undo", "Takes back what was changed last: Ctrl+Z", input_undo,
                            self->now->undoable == 0}}},
        [BUTTONS_PAST] = {4,
                          {{"first", "first", "To the first step that is kept", go_first, false},
                           {"back", "back", "One step back: ,", input_back, false},
                           {"last", "last", "To the last step of this future", go_last, false},
                           {"forget", "forget", "Throws the other futures away", forget,
                            self->now->branches_count == 0}}},
        [BUTTONS_CAMERA] =
            {3,
             {{"above", "above", "From above: x to the right, y up", look_down, false},
              {"level", "level", "From the side: x to the right, z up", look_level, false},
              {"see all", "see all", "From where the view began: H", input_home, false}}},
    };
    return take(&rows[row], list);
}

/// All others, numbered as in button_row.
static int rows_of_things(const viewer *self, button_row row, button list[BUTTONS])
{
    const frame *now = self->now;
    const bool recorded = now->recorded;
    const char *film = self->requests.is_filmed ? "end film" : "film";
    const button_line rows[] = {
        [BUTTONS_PICTURE] =
            {3,
             {{"screenshot", "screenshot", "Writes the window as a PNG: S", input_screenshot,
               false},
              {"film", film, "Writes an MP4 of the page until it is pressed again: V", viewer_film,
               false},
              {"keys (F1)", "keys (F1)", "All keys, and what the mouse does", input_sheet, false}}},
        [BUTTONS_PLOTS] =
            {3,
             {{"enlarge", self->sheets.plots ? "close" : "enlarge", "All plots over the page: Y",
               input_plots, false},
              {"table", "table", "Writes the measures that are plotted as CSV, a row a step",
               save_table, now->series.count == 0},
              {"plots as picture", "picture", "Writes the plots as a PNG", save_plots, false}}},
        [BUTTONS_CLEAR] = {3,
                           {{"wall by clicks", self->hand.is_outlining ? "drop wall" : "draw wall",
                             "Click its corners in the picture; Enter or a double click ends: K",
                             input_outline, frame_is_deep(now)},
                            {"clear obstacles", "no obstacles", "No obstacles any more",
                             clear_obstacles, false},
                            {"clear predators", "no predators", "No predators any more",
                             clear_predators, false}}},
        [BUTTONS_KEEP] = {4,
                          {{"open", "open", "A file: Ctrl+O", input_open, false},
                           {"scenario", "scenario",
                            "Writes the state as it is now as a scenario, to begin there another "
                            "time: E",
                            input_save_scenario, recorded},
                           {"session", "session",
                            "Writes all that was done since the first step: W\n"
                            "covey run --replay gives the same bits.",
                            input_save_session, recorded},
                           {"clear", "clear", "No obstacles and predators any more: Backspace",
                            clear, recorded}}},
    };
    return take(&rows[row], list);
}

int buttons_of(const viewer *self, button_row row, button list[BUTTONS])
{
    return row <= BUTTONS_CAMERA ? rows_of_time(self, row, list) : rows_of_things(self, row, list);
}

void buttons_state(const viewer *self, char text[BUTTONS_STATE])
{
    const frame *now = self->now;
    size_t agents = 0;
    for (int k = 0; k < now->flocks_count; k++)
        agents += now->flocks[k].count;
    if (now->recorded)
        (void)snprintf(text, BUTTONS_STATE,
                       "recording of %" PRIu64 " frames\n%zu agents\n%.0f frames/s, drawn %.0f",
                       now->end + 1, agents, self->clock.rate, self->clock.frame_rate);
    else
        (void)snprintf(text, BUTTONS_STATE,
                       "hash %016" PRIx64 "\nseed %" PRIu64 ", %zu agents\n"
                       "%.0f steps/s, %.0f frames/s",
                       now->hash, now->seed, agents, self->clock.rate, self->clock.frame_rate);
}
