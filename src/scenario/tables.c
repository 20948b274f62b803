// SPDX-License-Identifier: MIT
// The tables of the keys of a scenario that are in no registry.
#include "scenario/tables.h"

#include "core/names.h"
#include "covey/scenario.h"

#include <string.h>

const covey_param covey_tables_of_run[] = {
    COVEY_PARAM(covey_tables_run, dt, 0.1, -1e9, 1e9, "T", "Length of a step."),
    COVEY_PARAM_WHOLE(covey_tables_run, steps, 1000, 0, 1e15, "steps", "Length of the run."),
    COVEY_PARAM_WHOLE(covey_tables_run, every, 1, 1, 1e15, "steps",
                      "Outputs and measures are written every so many steps, and at the last one."),
    COVEY_PARAM_CHOICE(
        covey_tables_run, dense, 0, 2, covey_names_dense,
        "How zones that only sum are summed: pair by pair, or whole parts of a crowd "
        "at once, which is faster from some thousand neighbors on and has hashes of "
        "its own."),
    COVEY_PARAM_CHOICE(covey_tables_run, precision, 0, 2, covey_names_precision,
                       "Of the numbers that are calculated with: 16 digits or 7, and faster."),
    {0},
};

const covey_param covey_tables_of_space[] = {
    COVEY_PARAM_WHOLE(covey_tables_space, dim, 2, 2, 3, "axes",
                      "The plane, or three dimensions, as any space with a depth has."),
    COVEY_PARAM(covey_tables_space, width, 1000, COVEY_MIN_SIDE, COVEY_MAX_SIDE, "L",
                "Width of the space."),
    COVEY_PARAM(covey_tables_space, height, 1000, COVEY_MIN_SIDE, COVEY_MAX_SIDE, "L",
                "Height of the space."),
    COVEY_PARAM(covey_tables_space, depth, 1000, COVEY_MIN_SIDE, COVEY_MAX_SIDE, "L",
                "Depth of the space, in three dimensions."),
    {0},
};

static const char *const no_yes[] = {"no", "yes", NULL};

const covey_param covey_tables_of_flock[] = {
    COVEY_PARAM_WHOLE(covey_tables_flock, count, 100, 0, COVEY_WIDE_IDS ? 1e12 : 1e9, "agents",
                      "Number of agents."),
    COVEY_PARAM(covey_tables_flock, body, 0, 0, 1e15, "L", "Radius of an agent."),
    COVEY_PARAM_CHOICE(covey_tables_flock, hard, 0, 2, no_yes,
                       "Bodies of hard flocks do not overlap."),
    {0},
};

const covey_param covey_tables_of_catch[] = {
    COVEY_PARAM(covey_tables_catch, radius, 1, 0, 1e15, "L",
                "Prey that ends a step this near is caught; 0: none is."),
    COVEY_PARAM_CHOICE(covey_tables_catch, births, 0, 2, no_yes,
                       "For each that is caught another one begins elsewhere."),
    {0},
};

const covey_param covey_tables_of_schedule[] = {
    COVEY_PARAM_CHOICE(covey_tables_schedule, form, 0, 2, covey_names_schedule,
                       "Straight from value to value, or each value until the next one's step."),
    {0},
};

const covey_param covey_tables_of_measures[] = {
    COVEY_PARAM(covey_tables_measures, link, 1, 0, 1e15, "L",
                "Agents at this distance or nearer are in one cluster."),
    COVEY_PARAM(covey_tables_measures, bin, 0, 0, 1e15, "L",
                "Width of the bins of profiles; 0 stands for a quarter of link."),
    {0},
};

static const covey_section sections[] = {
    {"run", "How long, how exact, how often written.", covey_tables_of_run},
    {"space", "How large the space is.", covey_tables_of_space},
    {"flocks", "How many agents, and how large.", covey_tables_of_flock},
    {"catch", "How a flock catches the one that it hunts.", covey_tables_of_catch},
    {"schedule", "How a parameter changes with the step.", covey_tables_of_schedule},
    {"measures", "What clusters and the bins of profiles are.", covey_tables_of_measures},
};

bool covey_tables_is_deep(const covey_param *row)
{
    static const char *const names[] = {"z", "depth", "up", "pitch", "pitch_spread"};
    bool found = false;
    for (size_t k = 0; k < sizeof names / sizeof *names; k++)
        found = found || strcmp(row->name, names[k]) == 0;
    return found;
}

const covey_section *covey_section_at(int index)
{
    int count = sizeof sections / sizeof *sections;
    return index >= 0 && index < count ? &sections[index] : NULL;
}

const char *const covey_tables_root_keys[] = {"title",      "space",    "seed",  "flocks",
                                              "influences", "schedule", "panel", "outputs",
                                              "measures",   "sweep",    NULL};
const char *const covey_tables_flock_keys[] = {"name",  "model", "motion", "hunts",
                                               "catch", "sees",  "place",  NULL};
const char *const covey_tables_place_keys[] = {"file", "hash", "agents", NULL};
const char *const covey_tables_influence_keys[] = {"kind",  "flock", "points",
                                                   "nodes", "file",  NULL};
const char *const covey_tables_schedule_keys[] = {"set", "steps", "values", NULL};
const char *const covey_tables_sweep_keys[] = {"vary", "seeds",    "design", "discard",
                                               "keep", "measures", NULL};
const char *const covey_tables_panel_keys[] = {"slider", "name", "text", "low", "high", NULL};
const char *const covey_tables_mesh_keys[] = {"triangles", "file", "scale", "turn", "at", NULL};
