// SPDX-License-Identifier: MIT
// A row for each program, and how some name columns of points.
#include "formats/trackers.h"

#include <string.h>

static const char small[] = "xyz", large[] = "XYZ";

/// DeepLabCut: "x", "likelihood".
static int deeplabcut_column(covey_csv_field name, covey_csv_field *of)
{
    const char *axis = name.size == 1 ? memchr(small, name.text[0], COVEY_AXES) : NULL;
    bool scores = covey_csv_fields_is(name, "likelihood");
    *of = name;
    return axis != NULL ? (int)(axis - small) : scores ? COVEY_TRACKER_SCORE : COVEY_AXES;
}

/// SLEAP: "NODE.x", "NODE.score".
static int sleap_column(covey_csv_field name, covey_csv_field *of)
{
    static const char score[] = ".score";
    size_t size = name.size, end = sizeof score - 1;
    bool dotted = size > 2 && name.text[size - 2] == '.';
    bool scores = size > end && memcmp(name.text + size - end, score, end) == 0;
    const char *axis = dotted ? memchr(small, name.text[size - 1], COVEY_AXES) : NULL;
    *of = (covey_csv_field){.text = name.text, .size = size - (scores ? end : 2)};
    return axis != NULL ? (int)(axis - small) : scores ? COVEY_TRACKER_SCORE : COVEY_AXES;
}

/// TRex: "X#SOURCE (UNIT)", "X (UNIT)".
static int trex_column(covey_csv_field name, covey_csv_field *of)
{
    const char *unit = memchr(name.text, '(', name.size);
    size_t size = unit != NULL ? (size_t)(unit - name.text) : name.size;
    while (size > 0 && name.text[size - 1] == ' ')
        size--;
    const char *axis = size > 0 ? memchr(large, name.text[0], COVEY_AXES) : NULL;
    if (axis == NULL || (size > 1 && name.text[1] != '#') || size == 2 ||
        (size == 1 && unit == NULL))
        return COVEY_AXES;
    *of = (covey_csv_field){.text = name.text + 2, .size = size > 1 ? size - 2 : 0};
    return (int)(axis - large);
}

/// idtracker.ai: "x12", of agent 12.
static int idtracker_column(covey_csv_field name, covey_csv_field *of)
{
    bool numbered = name.size > 1 && name.size < 11;
    const char *axis = numbered ? memchr(small, name.text[0], COVEY_AXES) : NULL;
    for (size_t k = 1; k < name.size && axis != NULL; k++)
        if (name.text[k] < '0' || name.text[k] > '9')
            axis = NULL;
    if (axis == NULL)
        return COVEY_AXES;
    size_t begin = 1; // behind zeros in front
    while (begin + 1 < name.size && name.text[begin] == '0')
        begin++;
    *of = (covey_csv_field){.text = name.text + begin, .size = name.size - begin};
    return (int)(axis - small);
}

/// Where several columns may be the id of an agent, the name that comes first here counts: the ids
/// of other things, such as spots, are often called id.
static const covey_tracker trackers[] = {
    {.name = "DeepLabCut",
     .head = "scorer",
     .column = deeplabcut_column,
     .pixels = true,
     .wide = true},
    {.name = "TrackMate",
     .marks = {" track_id ", " position_x "},
     .names = {[COVEY_CSV_ID] = " track_id trackid ",
               [COVEY_CSV_TIME] = " position_t ",
               [COVEY_CSV_X] = " position_x ",
               [COVEY_CSV_Y] = " position_y ",
               [COVEY_CSV_Z] = " position_z "},
     .heads = 3, // names, short names, units
     .pixels = true},
    {.name = "SLEAP",
     .names = {[COVEY_CSV_ID] = " track ", [COVEY_CSV_STEP] = " frame_idx "},
     .column = sleap_column,
     .ids = true,
     .pixels = true,
     .places = {"tracks", "axpf", "tracks, 2 axes, nodes and frames"},
     .scores = {"point_scores", "apf", "tracks, nodes and frames"},
     .points = "node_names",
     .most_axes = COVEY_PLANE},
    {.name = "trackpy",
     .marks = {" particle ", " frame ", " x "},
     .names = {[COVEY_CSV_ID] = " particle "},
     .pixels = true},
    {.name = "Movebank",
     .marks = {" utm_easting "},
     .names = {[COVEY_CSV_ID] = " individual_local_identifier ",
               [COVEY_CSV_TIME] = " timestamp ",
               [COVEY_CSV_X] = " utm_easting ",
               [COVEY_CSV_Y] = " utm_northing ",
               [COVEY_CSV_GROUND_SPEED] = " ground_speed "},
     .compass = true},
    {.name = "TRex",
     .column = trex_column,
     .time = "time (s)",
     .infinite = true,
     .pixels = true,
     .files = {"_fish", "_id"},
     .centers = {"wcentroid", "pcentroid", "head"},
     .nameless = "head",
     .arrays = "XYZ#"},
    {.name = "idtracker.ai",
     .column = idtracker_column,
     .wide = true,
     .pixels = true,
     .places = {"trajectories", "fax", "frames, animals and 2 or 3 axes"},
     .rate = "frames_per_second",
     .most_axes = COVEY_AXES,
     .first = 1},
    {.name = "any other program",
     .names = {[COVEY_CSV_SET] = " set flock group ",
               [COVEY_CSV_TIME] = " t time seconds ",
               [COVEY_CSV_STEP] = " frame step ",
               [COVEY_CSV_ID] = " individual animal fish bird agent id ",
               [COVEY_CSV_X] = " x pos_x ",
               [COVEY_CSV_Y] = " y pos_y ",
               [COVEY_CSV_Z] = " z pos_z ",
               [COVEY_CSV_VX] = " vx vel_x velocity_x ",
               [COVEY_CSV_VY] = " vy vel_y velocity_y ",
               [COVEY_CSV_VZ] = " vz vel_z velocity_z ",
               [COVEY_CSV_HEADING] = " heading ",
               [COVEY_CSV_SPEED] = " speed ",
               [COVEY_CSV_LIKELIHOOD] = " likelihood "}},
};

const covey_tracker *covey_trackers_at(int k)
{
    const int count = (int)(sizeof trackers / sizeof *trackers);
    return k < count ? &trackers[k] : NULL;
}
