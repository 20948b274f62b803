// SPDX-License-Identifier: MIT
#include "track_options.h"

const option view_options[] = {
    [VIEW_SET] = {"set", "KEY=VALUE", NULL, "change a value of the scenario; may be repeated", 0,
                  true},
    [VIEW_AGAINST] = {"against", "COMMAND", NULL, "show the flock of this program beside a case", 0,
                      false},
    [VIEW_FPS] = {"fps", "F", NULL, "frames a second of tracks: times are frame numbers over it", 0,
                  false},
    [VIEW_FRAMES] = {"frames", "K", NULL, "show K frames, 60 a second, and end", 0, false},
    [VIEW_SCRIPT] = {"script", "FILE", NULL, "do what a script says instead of a person", 0, false},
    [VIEW_SCREENSHOT] = {"screenshot", "FILE", NULL, "write the last frame as a PNG", 0, false},
    [VIEW_SIZE] = {"size", "WxH", NULL, "size of the window (default: as the last time)", 0, false},
    [VIEW_SCALE] = {"scale", "S", NULL, "size of texts and lines (default: that of the screen)", 0,
                    false},
    [VIEW_THEME] = {"theme", "light|dark", "light|dark", "colors", 0, false},
    [VIEW_THREADS] = {"threads", "N", NULL, "threads to use (default: one per processor)", 0,
                      false},
    [VIEW_ALLOW_PATHS] = {"allow-paths", NULL, NULL,
                          "let scenarios name files of agents outside their folder", 0, false},
    TRACK_FILE_ROWS(VIEW_TRACK),
    {0},
};

const char view_details[] =
    "NAME is a preset (covey list presets), without it torus-0; or a file: a scenario in YAML, a\n"
    "session, a checkpoint, a case of the formal assignment (NAME.in), or a trajectory or table\n"
    "of tracks (covey list formats). Files can also be dropped on the window, or opened by "
    "Ctrl+O.\n"
    "F1 shows keys and mouse. Without a screen: SDL_VIDEODRIVER=offscreen.\n"
    "\n"
    "examples:\n"
    "  covey view\n"
    "  covey view couzin-mill --set flocks.0.count=50\n"
    "  covey view tracks.csv --fps 25\n"
    "  covey view case.in --against 'python3 mine.py'\n"
    "  SDL_VIDEODRIVER=offscreen covey view torus-5 --frames 600 --screenshot flock.png\n";
