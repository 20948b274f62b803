// SPDX-License-Identifier: MIT
// Settings that the viewer remembers from one time to the next.
#ifndef COVEY_VIEW_SETTINGS_H
#define COVEY_VIEW_SETTINGS_H

#include <covey/param.h>

/// Doubles, as tables of parameters have them; settings_table has the range and purpose of each.
typedef struct settings {
    double theme, coloring, speed, fast, trails;
    double zones, neighbors, rules, all, grid, forces;
    double perspective, camera;
    double plot_1, plot_2, plot_3, plot_4; ///< numbers of frame_plots
    double panel, plots, width, height, scale;
} settings;

extern const covey_param settings_table[];

/// What the camera does, by the numbers of that setting; NULL after the last.
const char *const *settings_cameras(void);

/// Settings that switch what is drawn over agents, and what panels call them; names end with NULL.
typedef struct settings_overlay {
    const char *name, *shown;
} settings_overlay;

extern const settings_overlay settings_overlays[];

/// The settings of a text; initial values for settings missing or out of range. NULL: no text.
settings settings_read(const char *text);

/// Writes a line for each setting, ended by a zero.
enum { SETTINGS_TEXT = 1024 };
void settings_write(const settings *self, char text[SETTINGS_TEXT]);

// ---- Files that were opened ----

// The files that were opened last, from the newest.

enum { RECENT = 8, RECENT_NAME = 512, RECENT_TEXT = RECENT * (RECENT_NAME + 8) + 1 };

typedef struct recent {
    char name[RECENT][RECENT_NAME];
    int count;
} recent;

/// Puts a file in front; names of presets, and paths that are too long or of several lines, are
/// left out.
void recent_add(recent *self, const char *name);

/// Reads the lines "recent PATH" of a text, and writes them; other lines are ignored.
recent recent_read(const char *text);
void recent_write(const recent *self, char text[RECENT_TEXT]);

#endif
