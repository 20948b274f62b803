// SPDX-License-Identifier: MIT
#include "view_options.h"

const option view_options[] = {
    [VIEW_FRAMES] = {"frames", "K", NULL, "show K frames, 60 a second, and end", 0, false},
    [VIEW_SCRIPT] = {"script", "FILE", NULL, "do what a script says instead of a person", 0, false},
    [VIEW_SCREENSHOT] = {"screenshot", "FILE", NULL, "write the last frame as a PNG", 0, false},
    [VIEW_SIZE] = {"size", "WxH", NULL, "size of the window (default: as the last time)", 0, false},
    [VIEW_SCALE] = {"scale", "S", NULL, "size of texts and lines (default: as the screen tells)", 0,
                    false},
    [VIEW_THEME] = {"theme", "light|dark", "light|dark", "colors", 0, false},
    [VIEW_THREADS] = {"threads", "N", NULL, "threads to use (default: one per processor)", 0,
                      false},
    [VIEW_ALLOW_PATHS] = {"allow-paths", NULL, NULL,
                          "let scenarios name files of agents outside their folder", 0, false},
    {0},
};

const char view_details[] =
    "SCENARIO is the name of a preset (covey list presets) or a YAML file; without one it is\n"
    "torus-0. F1 shows keys and mouse. Without a screen: SDL_VIDEODRIVER=offscreen.\n"
    "\n"
    "examples:\n"
    "  covey view\n"
    "  covey view couzin-mill\n"
    "  SDL_VIDEODRIVER=offscreen covey view torus-5 --frames 600 --screenshot flock.png\n";
