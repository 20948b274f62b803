// SPDX-License-Identifier: MIT
// One "NAME VALUE" line for each setting.
#define _POSIX_C_SOURCE 200809L
#include "settings.h"

#include "file.h"

#include <covey/draw.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

const covey_param settings_table[] = {
    COVEY_PARAM_WHOLE(settings, theme, COVEY_THEME_DARK, 0, COVEY_THEME_DARK, "",
                      "Colors of the page."),
    COVEY_PARAM_WHOLE(settings, coloring, 0, 0, COVEY_COLORING_ID, "",
                      "What the color of an agent tells."),
    COVEY_PARAM(settings, speed, 30, 0.1, 10000, "steps/s", "Speed of time."),
    COVEY_PARAM_WHOLE(settings, trails, 0, 0, 200, "steps", "How long trails are; 0: none."),
    COVEY_PARAM_WHOLE(settings, zones, 1, 0, 1, "", "Zones of the selected agent."),
    COVEY_PARAM_WHOLE(settings, neighbors, 1, 0, 1, "", "Lines to the agents that it senses."),
    COVEY_PARAM_WHOLE(settings, rules, 1, 0, 1, "", "An arrow for each rule that moves it."),
    COVEY_PARAM_WHOLE(settings, grid, 0, 0, 1, "", "A lattice as wide as the longest radius."),
    COVEY_PARAM_WHOLE(settings, forces, 0, 0, 1, "", "An arrow at each agent: what turns it."),
    COVEY_PARAM_WHOLE(settings, perspective, 1, 0, 1, "", "What is far is small: X."),
    COVEY_PARAM_WHOLE(settings, panel, 1, 0, 1, "", "The panel is shown."),
    COVEY_PARAM_WHOLE(settings, plots, 1, 0, 1, "", "Plots in the panel."),
    COVEY_PARAM_WHOLE(settings, width, 1280, 320, 16384, "px", "Width of the window."),
    COVEY_PARAM_WHOLE(settings, height, 720, 240, 16384, "px", "Height of the window."),
    COVEY_PARAM(settings, scale, 0, 0, 8, "", "Size of texts and lines; 0: as the screen tells."),
    {0},
};

settings settings_read(const char *path)
{
    settings self;
    covey_param_init(settings_table, &self);
    file_text text = path != NULL ? file_read(path) : (file_text){0};
    for (char *line = text.bytes, *next; line != NULL && *line != '\0'; line = next) {
        next = line + strcspn(line, "\n");
        if (*next != '\0')
            *next++ = '\0';
        char *value = strchr(line, ' ');
        if (value == NULL)
            continue;
        *value = '\0';
        covey_setting setting = {line, strtod(value + 1, NULL)};
        (void)covey_param_set(settings_table, &self, &setting, NULL);
    }
    free(text.bytes);
    return self;
}

/// Makes the folders on the way to a file.
static void make_folders(const char *path)
{
    char *part = strdup(path);
    for (char *at = part; at != NULL && (at = strchr(at + 1, '/')) != NULL; *at = '/') {
        *at = '\0';
        (void)mkdir(part, 0700);
    }
    free(part);
}

bool settings_write(const settings *self, const char *path)
{
    char text[1024] = "";
    for (const covey_param *row = settings_table; row->name != NULL; row++) {
        size_t used = strlen(text);
        (void)snprintf(text + used, sizeof text - used, "%s %.9g\n", row->name,
                       covey_param_value(row, self));
    }
    make_folders(path);
    return file_write(path, text, strlen(text), NULL) == COVEY_OK;
}

char *settings_path(void)
{
    const char *folder = getenv("XDG_CONFIG_HOME"), *home = getenv("HOME");
    bool is_own = folder != NULL && folder[0] == '/';
    size_t size = (is_own ? strlen(folder) : home != NULL ? strlen(home) : 0) + 64;
    char *path = is_own || home != NULL ? malloc(size) : NULL;
    if (path != NULL)
        (void)snprintf(path, size, "%s%s/covey/view.conf", is_own ? folder : home,
                       is_own ? "" : "/.config");
    return path;
}
