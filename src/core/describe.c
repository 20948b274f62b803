// SPDX-License-Identifier: MIT
// The member tables of all definitions.
#include "covey/describe.h"

#include <stdint.h>
#include <string.h>

#define PLAIN(type, member, kind, use, ...)                                                        \
    COVEY_MEMBER(type, member, kind, use, SIZE_MAX, __VA_ARGS__)
#define RANGE(type, member, kind, use, from, to, ...)                                              \
    COVEY_MEMBER(type, member, kind, use, SIZE_MAX, .low = from, .high = to, __VA_ARGS__)
#define CHOICE(type, member, use, names, ...)                                                      \
    COVEY_MEMBER(type, member, CHOICE, use, SIZE_MAX, .choices = names, __VA_ARGS__)
#define PART(type, member, use, table, ...)                                                        \
    COVEY_MEMBER(type, member, PART, use, SIZE_MAX, .of = table, __VA_ARGS__)
#define POINTER(type, member, use, table, ...)                                                     \
    COVEY_MEMBER(type, member, POINTER, use, SIZE_MAX, .of = table,                                \
                 .each = sizeof *((type *)0)->member, __VA_ARGS__)
#define COUNTED(type, member, kind, use, count, table, ...)                                        \
    COVEY_MEMBER(type, member, kind, use, offsetof(type, count), .of = table,                      \
                 .each = sizeof *((type *)0)->member, __VA_ARGS__)

#define STAMP(type)                                                                                \
    COVEY_MEMBER(type, size, STAMP, RUNS, SIZE_MAX, .text = "Bytes of it in the program.")

static const covey_member of_space[] = {
    CHOICE(covey_space, kind, DEFINES, covey_space_names, .text = "Open, or how its edges act."),
    RANGE(covey_space, dim, WHOLE, DEFINES, 0, 3, .text = "Axes: 2 or 3; 0 is 2."),
    RANGE(covey_space, size, AXES, DEFINES, COVEY_MIN_SIDE, COVEY_MAX_SIDE,
          .text = "Its sides, L."),
    {0},
};

static const covey_member of_world[] = {
    STAMP(covey_world_def),
    PART(covey_world_def, space, DEFINES, of_space, .text = "Where agents move."),
    PLAIN(covey_world_def, seed, WHOLE, DEFINES, .text = "All random numbers come from it."),
    CHOICE(covey_world_def, precision, DEFINES, covey_precision_names,
           .text = "Digits of the state."),
    RANGE(covey_world_def, threads, WHOLE, RUNS, 1, COVEY_MAX_THREADS,
          .text = "Threads of a step."),
    CHOICE(covey_world_def, kernel, RUNS, covey_kernel_names,
           .text = "How neighbors are searched."),
    CHOICE(covey_world_def, dense, DEFINES, covey_dense_names, .text = "How zones sum."),
    PLAIN(covey_world_def, executor, CODE, RUNS, .text = "Runs the tasks of a step."),
    PLAIN(covey_world_def, allocator, CODE, RUNS, .text = "Gives memory."),
    PLAIN(covey_world_def, stop, CODE, RUNS, .text = "Ends a step early."),
    PLAIN(covey_world_def, stop_context, CODE, RUNS, .text = "The argument of `stop`."),
    CHOICE(covey_world_def, order, DEFINES, covey_order_names,
           .text = "In which order agents move."),
    {0},
};

static const covey_member of_response[] = {
    PLAIN(covey_response, to, TEXT, DEFINES, .text = "The flock that is sensed."),
    CHOICE(covey_response, rule, DEFINES, covey_response_rules, .key = "rule",
           .text = "What the agents do."),
    PLAIN(covey_response, radius, NUMBER, STARTS, .text = "How far they sense it, L."),
    PLAIN(covey_response, weight, NUMBER, STARTS, .text = "How strongly they do it."),
    PLAIN(covey_response, blind_angle, NUMBER, STARTS,
          .text = "Behind, where they sense none, rad."),
    PLAIN(covey_response, lead, NUMBER, STARTS, .text = "How far they look ahead, T."),
    {0},
};

static const covey_member of_distribution[] = {
    CHOICE(covey_distribution, kind, STARTS, covey_distribution_names, .text = "Its shape."),
    PLAIN(covey_distribution, first, NUMBER, STARTS, .text = "A mean, or the lower end."),
    PLAIN(covey_distribution, second, NUMBER, STARTS, .text = "A deviation, or the upper end."),
    PLAIN(covey_distribution, low, NUMBER, STARTS, .text = "No number is below it."),
    PLAIN(covey_distribution, high, NUMBER, STARTS, .text = "No number is above it."),
    {0},
};

static const covey_member of_trait[] = {
    PLAIN(covey_trait, name, TEXT, CHANGES, .text = "The parameter."),
    PART(covey_trait, from, STARTS, of_distribution, .text = "Agents that join draw from it."),
    PLAIN(covey_trait, values, NUMBERS, STARTS, .text = "Values of the first agents."),
    {0},
};

static const covey_member of_setting[] = {
    PLAIN(covey_setting, name, TEXT, STARTS, .text = "The parameter."),
    PLAIN(covey_setting, value, NUMBER, STARTS, .text = "Its value."),
    {0},
};

static const covey_member of_flock[] = {
    STAMP(covey_flock_def),
    PLAIN(covey_flock_def, name, TEXT, CHANGES, .key = "name",
          .text = "How the flock is called; the model's name unless given."),
    PLAIN(covey_flock_def, model, TEXT, DEFINES, .key = "model", .text = "How its agents decide."),
    PLAIN(covey_flock_def, custom_model, CODE, RUNS, .text = "A model of the program instead."),
    PLAIN(covey_flock_def, motion, TEXT, DEFINES, .key = "motion", .text = "How its agents move."),
    PLAIN(covey_flock_def, custom_motion, CODE, RUNS, .text = "A motion of the program instead."),
    PLAIN(covey_flock_def, hunts, TEXT, CHANGES, .key = "hunts",
          .text = "Name of the flock, listed before, that this one preys on."),
    RANGE(covey_flock_def, catches, NUMBER, DEFINES, 0, 1e15, .group = "catch", .key = "radius",
          .initial = 1, .unit = "L",
          .text = "Prey that ends a step this near is caught; 0: none is."),
    PLAIN(covey_flock_def, births, SWITCH, DEFINES, .group = "catch", .key = "births",
          .text = "For each that is caught another one begins elsewhere."),
    COUNTED(covey_flock_def, responses, LIST, DEFINES, responses_count, of_response, .key = "sees",
            .text = "What its agents do about other flocks."),
    RANGE(covey_flock_def, count, WHOLE, STARTS, 0, COVEY_WIDE_IDS ? 1e12 : 1e9, .key = "count",
          .initial = 100, .unit = "agents", .text = "Number of agents."),
    PLAIN(covey_flock_def, capacity, WHOLE, DEFINES, .text = "Agents that there is memory for."),
    RANGE(covey_flock_def, body, NUMBER, DEFINES, 0, 1e15, .key = "body", .unit = "L",
          .text = "Radius of an agent."),
    PLAIN(covey_flock_def, hard, SWITCH, DEFINES, .key = "hard",
          .text = "Bodies of hard flocks do not overlap."),
    RANGE(covey_flock_def, hard_passes, WHOLE, DEFINES, 1, 1000, .key = "hard_passes",
          .initial = 32, .text = "Most times that a step moves hard bodies apart."),
    RANGE(covey_flock_def, layers, WHOLE, DEFINES, 0, 4294967295.0, .key = "layers",
          .text = "Bits of the layers in which others avoid it; 0: all."),
    RANGE(covey_flock_def, mask, WHOLE, DEFINES, 0, 4294967295.0, .key = "mask",
          .initial = 4294967295.0,
          .text = "Bits of the layers whose influences act on it, and "
                  "whose flocks its agents avoid."),
    COUNTED(covey_flock_def, settings, LIST, STARTS, settings_count, of_setting,
            .text = "Parameters of model and motion."),
    COUNTED(covey_flock_def, traits, LIST, CHANGES, traits_count, of_trait,
            .text = "Parameters of which each agent has a value."),
    COUNTED(covey_flock_def, pos, COLUMNS, STARTS, count, NULL, .text = "Places at first, L."),
    COUNTED(covey_flock_def, vel, COLUMNS, STARTS, count, NULL,
            .text = "Velocities at first, L/T."),
    PLAIN(covey_flock_def, place, PARAMS, STARTS, .key = "place", .text = "Where agents begin."),
    {0},
};

static const covey_member of_field[] = {
    PLAIN(covey_field, low, VECTOR, CHANGES, .text = "The first node, L."),
    PLAIN(covey_field, cell, VECTOR, CHANGES, .text = "The distance of nodes, L."),
    PLAIN(covey_field, count, SIZES, CHANGES, .text = "Nodes on each axis."),
    PLAIN(covey_field, value, GRID, CHANGES, .text = "The vectors."),
    {0},
};

static const covey_member of_influence[] = {
    STAMP(covey_influence_def),
    PLAIN(covey_influence_def, kind, TEXT, CHANGES, .key = "kind", .text = "What it does."),
    PLAIN(covey_influence_def, custom_kind, CODE, RUNS, .text = "A kind of the program instead."),
    PLAIN(covey_influence_def, flock, TEXT, CHANGES, .key = "flock",
          .text = "Name of the only flock that it acts on."),
    COUNTED(covey_influence_def, points, COLUMNS, CHANGES, points_count, NULL, .key = "points",
            .text = "Its outline, L."),
    COUNTED(covey_influence_def, triangles, CORNERS, CHANGES, triangles_count, NULL,
            .key = "triangles", .text = "Corners of its triangles."),
    POINTER(covey_influence_def, field, CHANGES, of_field, .key = "nodes",
            .text = "Its grid of vectors."),
    RANGE(covey_influence_def, layers, WHOLE, CHANGES, 0, 4294967295.0, .key = "layers",
          .text = "Bits of its layers; it acts on flocks whose mask has one; 0: all."),
    COUNTED(covey_influence_def, settings, LIST, STARTS, settings_count, of_setting,
            .text = "Its parameters."),
    {0},
};

static const covey_member of_schedule[] = {
    PLAIN(covey_schedule, flock, WHOLE, CHANGES,
          .text = "Whose parameter changes; -1: an influence's."),
    PLAIN(covey_schedule, influence, WHOLE, CHANGES,
          .text = "The handle of that influence, or -1."),
    PLAIN(covey_schedule, name, TEXT, CHANGES, .key = "set", .text = "The parameter."),
    CHOICE(covey_schedule, form, CHANGES, covey_schedule_names, .key = "form",
           .text = "Straight from value to value, or each value until the next one's step."),
    COUNTED(covey_schedule, steps, WHOLES, CHANGES, count, NULL, .key = "steps",
            .text = "Steps of the points."),
    COUNTED(covey_schedule, values, NUMBERS, CHANGES, count, NULL, .key = "values",
            .text = "Values of the points."),
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
