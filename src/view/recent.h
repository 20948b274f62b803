// SPDX-License-Identifier: MIT
// The files that were opened last, from the newest.
#ifndef COVEY_VIEW_RECENT_H
#define COVEY_VIEW_RECENT_H

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
