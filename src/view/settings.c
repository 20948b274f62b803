// SPDX-License-Identifier: MIT
// One "NAME VALUE" line for each setting.
#include "view/settings.h"

#include "view/frame.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const covey_param settings_table[] = {
    COVEY_PARAM_WHOLE(settings, theme, COVEY_THEME_DARK, 0, COVEY_THEME_DARK, "",
                      "Colors of the page."),
    COVEY_PARAM_WHOLE(settings, coloring, 0, 0, COVEY_COLORING_DOING, "",
                      "What the color of an agent tells."),
    COVEY_PARAM(settings, speed, 30, 0.1, 10000, "steps/s", "Speed of time."),
    COVEY_PARAM_WHOLE(settings, fast, 0, 0, 1, "", "As many steps as can be taken: M."),
    COVEY_PARAM_WHOLE(settings, trails, 0, 0, 200, "steps", "How long trails are; 0: none."),
    COVEY_PARAM_WHOLE(settings, zones, 1, 0, 1, "", "Zones of the selected agent."),
    COVEY_PARAM_WHOLE(settings, neighbors, 1, 0, 1, "", "Lines to the agents that it senses."),
    COVEY_PARAM_WHOLE(settings, rules, 1, 0, 1, "", "An arrow for each rule that moves it."),
    COVEY_PARAM_WHOLE(settings, all, 0, 0, 1, "",
                      "Zones, neighbors and arrows of all agents, in worlds of up to 500."),
    COVEY_PARAM_WHOLE(settings, grid, 0, 0, 1, "", "A lattice as wide as the longest radius."),
    COVEY_PARAM_WHOLE(settings, forces, 0, 0, 1, "", "An arrow at each agent: what turns it."),
    COVEY_PARAM_WHOLE(settings, perspective, 1, 0, 1, "", "What is far is small: X."),
    COVEY_PARAM_WHOLE(settings, camera, 0, 0, 2, "",
                      "All is seen; the view stays as it is; or it follows the selected agent."),
    COVEY_PARAM_WHOLE(settings, plot_1, 0, 0, PLOT_KINDS - 1, "", "What is plotted: polarization."),
    COVEY_PARAM_WHOLE(settings, plot_2, 1, 0, PLOT_KINDS - 1, "", "Milling, or another number."),
    COVEY_PARAM_WHOLE(settings, plot_3, 2, 0, PLOT_KINDS - 1, "", "Spacing, or another number."),
    COVEY_PARAM_WHOLE(settings, plot_4, 5, 0, PLOT_KINDS - 1, "", "Clusters, or another number."),
    COVEY_PARAM_WHOLE(settings, panel, 1, 0, 1, "", "The panel is shown."),
    COVEY_PARAM_WHOLE(settings, plots, 1, 0, 1, "", "Plots in the panel."),
    COVEY_PARAM_WHOLE(settings, width, 1280, 320, 16384, "px", "Width of the window."),
    COVEY_PARAM_WHOLE(settings, height, 720, 240, 16384, "px", "Height of the window."),
    COVEY_PARAM(settings, scale, 0, 0, 8, "", "Size of texts and lines; 0: as the screen tells."),
    {0},
};

const char *const *settings_cameras(void)
{
    static const char *const names[] = {"all", "fixed", "follow", NULL};
    return names;
}

const settings_overlay settings_overlays[] = {
    {"zones", "zones"},
    {"neighbors", "neighbors"},
    {"rules", "rules"},
    {"forces", "forces of all"},
    {"all", "of all agents"},
    {"grid", "grid"},
    {NULL, NULL},
};

/// Takes a line of `size` bytes; one that is none of a setting changes nothing.
static void take_line(settings *self, const char *line, size_t size)
{
    char words[128];
    if (size >= sizeof words)
        return;
    memcpy(words, line, size);
    words[size] = '\0';
    char *value = strchr(words, ' ');
    if (value == NULL)
        return;
    *value = '\0';
    covey_setting setting = {words, strtod(value + 1, NULL)};
    (void)covey_param_set(settings_table, self, &setting, NULL);
}

settings settings_read(const char *text)
{
    settings self;
    covey_param_init(settings_table, &self);
    while (text != NULL && *text != '\0') {
        size_t size = strcspn(text, "\n");
        take_line(&self, text, size);
        text += size + (text[size] != '\0');
    }
    return self;
}

void settings_write(const settings *self, char text[SETTINGS_TEXT])
{
    size_t used = 0;
    for (const covey_param *row = settings_table; row->name != NULL; row++) {
        int size = snprintf(text + used, SETTINGS_TEXT - used, "%s %.9g\n", row->name,
                            covey_param_value(row, self));
        used += size > 0 ? (size_t)size : 0;
    }
}
