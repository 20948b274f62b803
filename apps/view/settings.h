// SPDX-License-Identifier: MIT
// Settings that the viewer remembers from one time to the next.
#ifndef COVEY_VIEW_SETTINGS_H
#define COVEY_VIEW_SETTINGS_H

#include <covey/param.h>

/// Doubles, as tables of parameters have them; settings_table tells the range and purpose of each.
typedef struct settings {
    double theme, coloring, speed, trails;
    double zones, neighbors, rules, grid, forces;
    double perspective;
    double panel, plots, width, height, scale;
} settings;

extern const covey_param settings_table[];

/// The settings of a file; initial values for those missing or out of range. NULL: no file.
settings settings_read(const char *path);

/// Writes the settings, with the folder; returns false if that fails, without a message.
bool settings_write(const settings *self, const char *path);

/// $XDG_CONFIG_HOME/covey/view.conf, or ~/.config/covey/view.conf; the caller frees it. NULL where
/// there is no home.
char *settings_path(void);

#endif
