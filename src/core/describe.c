// SPDX-License-Identifier: MIT
// The member tables of all definitions.
#include "covey/describe.h"

#include <stdint.h>
#include <string.h>

#define ROW(type, member, kind, use, counted, low, high, choices, of, each, text)                  \
    {                                                                                              \
#member, COVEY_MEMBER_##kind, COVEY_MEMBER_##use, offsetof(type, member),                  \
            sizeof(((type *)0)->member), counted, low, high, choices, of, each, text               \
    }
#define PLAIN(type, member, kind, use, text)                                                       \
    ROW(type, member, kind, use, SIZE_MAX, 0, 0, NULL, NULL, 0, text)
#define RANGE(type, member, kind, use, low, high, text)                                            \
    ROW(type, member, kind, use, SIZE_MAX, low, high, NULL, NULL, 0, text)
#define CHOICE(type, member, use, names, text)                                                     \
    ROW(type, member, CHOICE, use, SIZE_MAX, 0, 0, names, NULL, 0, text)
#define PART(type, member, use, table, text)                                                       \
    ROW(type, member, PART, use, SIZE_MAX, 0, 0, NULL, table, 0, text)
#define POINTER(type, member, use, table, text)                                                    \
    ROW(type, member, POINTER, use, SIZE_MAX, 0, 0, NULL, table, sizeof *((type *)0)->member, text)
#define COUNTED(type, member, kind, use, count, table, text)                                       \
    ROW(type, member, kind, use, offsetof(type, count), 0, 0, NULL, table,                         \
        sizeof *((type *)0)->member, text)

static const covey_member of_space[] = {
    CHOICE(covey_space, kind, DEFINES, covey_space_names, "Open, or how its edges act."),
    RANGE(covey_space, dim, WHOLE, DEFINES, 0, 3, "Axes: 2 or 3; 0 is 2."),
    RANGE(covey_space, size, AXES, DEFINES, COVEY_MIN_SIDE, COVEY_MAX_SIDE, "Its sides, L."),
    {0},
};

static const covey_member of_world[] = {
    PART(covey_world_def, space, DEFINES, of_space, "Where agents move."),
    PLAIN(covey_world_def, seed, WHOLE, DEFINES, "All random numbers come from it."),
    CHOICE(covey_world_def, precision, DEFINES, covey_precision_names, "Digits of the state."),
    RANGE(covey_world_def, threads, WHOLE, RUNS, 1, COVEY_MAX_THREADS, "Threads of a step."),
    CHOICE(covey_world_def, kernel, RUNS, covey_kernel_names, "How neighbors are searched."),
    CHOICE(covey_world_def, dense, DEFINES, covey_dense_names, "How zones sum."),
    PLAIN(covey_world_def, executor, CODE, RUNS, "Runs the tasks of a step."),
    PLAIN(covey_world_def, allocator, CODE, RUNS, "Gives memory."),
    PLAIN(covey_world_def, stop, CODE, RUNS, "Ends a step early."),
    PLAIN(covey_world_def, stop_context, CODE, RUNS, "The argument of `stop`."),
    {0},
};

static const covey_member of_response[] = {
    PLAIN(covey_response, to, TEXT, DEFINES, "The flock that is sensed."),
    CHOICE(covey_response, rule, DEFINES, covey_response_rules, "What the agents do."),
    PLAIN(covey_response, radius, NUMBER, STARTS, "How far they sense it, L."),
    PLAIN(covey_response, weight, NUMBER, STARTS, "How strongly they do it."),
    PLAIN(covey_response, blind_angle, NUMBER, STARTS, "Behind, where they sense none, rad."),
    PLAIN(covey_response, lead, NUMBER, STARTS, "How far they look ahead, T."),
    {0},
};

static const covey_member of_distribution[] = {
    CHOICE(covey_distribution, kind, STARTS, covey_distribution_names, "Its shape."),
    PLAIN(covey_distribution, first, NUMBER, STARTS, "A mean, or the lower end."),
    PLAIN(covey_distribution, second, NUMBER, STARTS, "A deviation, or the upper end."),
    PLAIN(covey_distribution, low, NUMBER, STARTS, "No number is below it."),
    PLAIN(covey_distribution, high, NUMBER, STARTS, "No number is above it."),
    {0},
};

static const covey_member of_trait[] = {
    PLAIN(covey_trait, name, TEXT, CHANGES, "The parameter."),
    PART(covey_trait, from, STARTS, of_distribution, "Agents that join draw from it."),
    PLAIN(covey_trait, values, NUMBERS, STARTS, "Values of the first agents."),
    {0},
};

static const covey_member of_setting[] = {
    PLAIN(covey_setting, name, TEXT, STARTS, "The parameter."),
    PLAIN(covey_setting, value, NUMBER, STARTS, "Its value."),
    {0},
};

static const covey_member of_flock[] = {
    PLAIN(covey_flock_def, name, TEXT, CHANGES, "Its name, of it alone in the world."),
    PLAIN(covey_flock_def, model, TEXT, DEFINES, "How its agents decide."),
    PLAIN(covey_flock_def, custom_model, CODE, RUNS, "A model of the program instead."),
    PLAIN(covey_flock_def, motion, TEXT, DEFINES, "How its agents move."),
    PLAIN(covey_flock_def, custom_motion, CODE, RUNS, "A motion of the program instead."),
    PLAIN(covey_flock_def, hunts, TEXT, CHANGES, "Its prey, until that flock is removed."),
    RANGE(covey_flock_def, catches, NUMBER, DEFINES, 0, 1e15, "Prey this near is caught, L."),
    PLAIN(covey_flock_def, births, SWITCH, DEFINES, "Another one begins for each caught."),
    COUNTED(covey_flock_def, responses, LIST, DEFINES, responses_count, of_response,
            "What its agents do about other flocks."),
    COUNTED(covey_flock_def, settings, LIST, STARTS, settings_count, of_setting,
            "Parameters of model and motion."),
    COUNTED(covey_flock_def, traits, LIST, CHANGES, traits_count, of_trait,
            "Parameters of which each agent has a value."),
    PLAIN(covey_flock_def, count, WHOLE, STARTS, "Agents at first."),
    PLAIN(covey_flock_def, capacity, WHOLE, DEFINES, "Agents that there is memory for."),
    RANGE(covey_flock_def, body, NUMBER, DEFINES, 0, 1e9, "Radius of an agent, L."),
    PLAIN(covey_flock_def, hard, SWITCH, DEFINES, "Bodies do not overlap."),
    COUNTED(covey_flock_def, pos, COLUMNS, STARTS, count, NULL, "Places at first, L."),
    COUNTED(covey_flock_def, vel, COLUMNS, STARTS, count, NULL, "Velocities at first, L/T."),
    PLAIN(covey_flock_def, place, PARAMS, STARTS, "Where agents begin."),
    {0},
};

static const covey_member of_field[] = {
    PLAIN(covey_field, low, VECTOR, CHANGES, "The first node, L."),
    PLAIN(covey_field, cell, VECTOR, CHANGES, "The distance of nodes, L."),
    PLAIN(covey_field, count, SIZES, CHANGES, "Nodes on each axis."),
    PLAIN(covey_field, value, GRID, CHANGES, "The vectors."),
    {0},
};

static const covey_member of_influence[] = {
    PLAIN(covey_influence_def, kind, TEXT, CHANGES, "What it does."),
    PLAIN(covey_influence_def, custom_kind, CODE, RUNS, "A kind of the program instead."),
    PLAIN(covey_influence_def, flock, TEXT, CHANGES, "The only flock that it acts on."),
    COUNTED(covey_influence_def, settings, LIST, STARTS, settings_count, of_setting,
            "Its parameters."),
    COUNTED(covey_influence_def, points, COLUMNS, CHANGES, points_count, NULL, "Its outline, L."),
    COUNTED(covey_influence_def, triangles, CORNERS, CHANGES, triangles_count, NULL,
            "Corners of its triangles."),
    POINTER(covey_influence_def, field, CHANGES, of_field, "Its grid of vectors."),
    {0},
};

static const covey_member of_schedule[] = {
    PLAIN(covey_schedule, flock, WHOLE, CHANGES, "Whose parameter changes; -1: an influence's."),
    PLAIN(covey_schedule, influence, WHOLE, CHANGES, "The handle of that influence, or -1."),
    PLAIN(covey_schedule, name, TEXT, CHANGES, "The parameter."),
    CHOICE(covey_schedule, form, CHANGES, covey_schedule_names, "Between the points."),
    COUNTED(covey_schedule, steps, WHOLES, CHANGES, count, NULL, "Steps of the points."),
    COUNTED(covey_schedule, values, NUMBERS, CHANGES, count, NULL, "Values of the points."),
    {0},
};

const covey_member *covey_members_world(void)
{
    return of_world;
}

const covey_member *covey_members_flock(void)
{
    return of_flock;
}

const covey_member *covey_members_influence(void)
{
    return of_influence;
}

const covey_member *covey_members_response(void)
{
    return of_response;
}

const covey_member *covey_members_trait(void)
{
    return of_trait;
}

const covey_member *covey_members_distribution(void)
{
    return of_distribution;
}

const covey_member *covey_members_schedule(void)
{
    return of_schedule;
}

const covey_member *covey_members_space(void)
{
    return of_space;
}

const covey_member *covey_members_field(void)
{
    return of_field;
}

const covey_member *covey_member_find(const covey_member *table, const char *name)
{
    for (const covey_member *row = table; row != NULL && name != NULL && row->name != NULL; row++)
        if (strcmp(row->name, name) == 0)
            return row;
    return NULL;
}
