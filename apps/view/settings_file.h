// SPDX-License-Identifier: MIT
// The file of the settings.
#ifndef COVEY_VIEW_SETTINGS_FILE_H
#define COVEY_VIEW_SETTINGS_FILE_H

#include "view/recent.h"
#include "view/settings.h"

/// The settings of a file, and into `files`, which may be NULL, those that were opened; initial
/// values where it cannot be read. NULL: no file.
settings settings_file_read(const char *path, recent *files);

/// Writes the settings and the files that were opened, with the folder; returns false if that
/// fails, without a message.
bool settings_file_write(const settings *self, const recent *files, const char *path);

/// $XDG_CONFIG_HOME/covey/view.conf, or ~/.config/covey/view.conf; the caller frees it. NULL where
/// there is no home.
char *settings_file_path(void);

#endif
