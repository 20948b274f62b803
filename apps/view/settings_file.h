// SPDX-License-Identifier: MIT
// The file of the settings.
#ifndef COVEY_VIEW_SETTINGS_FILE_H
#define COVEY_VIEW_SETTINGS_FILE_H

#include "view/settings.h"

/// The settings of a file; initial values where it cannot be read. NULL: no file.
settings settings_file_read(const char *path);

/// Writes the settings, with the folder; returns false if that fails, without a message.
bool settings_file_write(const settings *self, const char *path);

/// $XDG_CONFIG_HOME/covey/view.conf, or ~/.config/covey/view.conf; the caller frees it. NULL where
/// there is no home.
char *settings_file_path(void);

#endif
