// SPDX-License-Identifier: MIT
// The member tables of what only scenarios have, and what rows of all tables mean in them.
#include "scenario/keys.h"

#include "covey/mesh.h"
#include "scenario/bind.h"

#include <string.h>

#define ROW(type, member, kind, ...) COVEY_MEMBER(type, member, kind, RUNS, SIZE_MAX, __VA_ARGS__)
#define LIST(member, count, ...)                                                                   \
    COVEY_MEMBER(covey_bind_plan, member, LIST, RUNS, offsetof(covey_bind_plan, count),            \
                 .each = sizeof *((covey_bind_plan *)0)->member, __VA_ARGS__)

static const covey_member of_space[] = {
    ROW(covey_space, dim, WHOLE, .key = "dim", .initial = 2, .low = 2, .high = 3, .unit = "axes",
        .text = "The plane, or three dimensions, as any space with a depth has."),
    ROW(covey_space, size[0], NUMBER, .key = "width", .initial = 1000, .low = COVEY_MIN_SIDE,
        .high = COVEY_MAX_SIDE, .unit = "L", .text = "Width of the space."),
    ROW(covey_space, size[1], NUMBER, .key = "height", .initial = 1000, .low = COVEY_MIN_SIDE,
        .high = COVEY_MAX_SIDE, .unit = "L", .text = "Height of the space."),
    ROW(covey_space, size[2], NUMBER, .key = "depth", .initial = 1000, .low = COVEY_MIN_SIDE,
        .high = COVEY_MAX_SIDE, .unit = "L", .text = "Depth of the space, in three dimensions."),
    {0},
};

static const covey_member of_panel[] = {
    ROW(covey_bind_panel, of.of, TEXT, .key = "slider",
        .text = "Its parameter, as in --set: \"boids.noise\"."),
    ROW(covey_bind_panel, name, TEXT, .key = "name", .low = 1, .high = COVEY_PANEL_NAME - 1,
        .text = "Its name on the panel."),
    ROW(covey_bind_panel, text, TEXT, .key = "text", .low = 1, .high = COVEY_PANEL_TEXT - 1,
        .text = "What it means, or what to try."),
    ROW(covey_bind_panel, low, NUMBER, .key = "low", .text = "Where the slider begins."),
    ROW(covey_bind_panel, high, NUMBER, .key = "high", .text = "Where it ends."),
    {0},
};

static const covey_member of_sweep[] = {
    COVEY_MEMBER(covey_sweep_words, vary, LIST, RUNS, offsetof(covey_sweep_words, vary_count),
                 .key = "vary",
                 .text = "Keys that vary, and their values: 0:6:0.5, a,b,c or a list."),
    COVEY_MEMBER(covey_sweep_words, with, LIST, RUNS, offsetof(covey_sweep_words, with_count),
                 .key = "with",
                 .text = "Values that go together: [\"count=40,100:space.width=3.1,5\"]."),
    ROW(covey_sweep_words, seeds, TEXT, .key = "seeds",
        .text = "Seeds: 1:20, or with commas between."),
    ROW(covey_sweep_words, design, TEXT, .key = "design",
        .text = "grid, latin:N or random:N points."),
    ROW(covey_sweep_words, discard, TEXT, .key = "discard",
        .text = "Steps left out at the beginning, or auto."),
    ROW(covey_sweep_words, keep, TEXT, .key = "keep",
        .text = "summary, or with commas between: series, profiles, agents, trajectory."),
    ROW(covey_sweep_words, measures, TEXT, .key = "measures",
        .text = "Measures to take, with commas between, or all."),
    ROW(covey_sweep_words, until, TEXT, .key = "until",
        .text = "Ends a run once a measure is so: \"extent < 5\", or FLOCK.MEASURE."),
    {0},
};

static const covey_member of_agents[] = {
    ROW(covey_bind_agents, file, TEXT, .key = "file",
        .text = "CSV file with columns x, y and id, vx, vy or speed, heading, in three dimensions "
                "x, y, z and id, vx, vy, vz; its path begins at the folder of the scenario."),
    ROW(covey_bind_agents, hash, WHOLE, .key = "hash",
        .text = "Hash of that file; with another content it is refused."),
    COVEY_MEMBER(covey_bind_agents, pos, COLUMNS, RUNS, offsetof(covey_bind_agents, count),
                 .key = "agents", .text = "Agents one by one."),
    {0},
};

static const covey_member of_mesh[] = {
    ROW(covey_mesh_move, scale, NUMBER, .key = "scale",
        .text = "The mesh of the file is made so many times as large."),
    ROW(covey_mesh_move, turn, VECTOR, .key = "turn", .text = "How it is turned."),
    ROW(covey_mesh_move, at, VECTOR, .key = "at", .text = "Where it is moved."),
    {0},
};

static const covey_member of_plan[] = {
    ROW(covey_bind_plan, plan.title, TEXT, .key = "title", .high = COVEY_BIND_TITLE_SIZE,
        .text = "What the scenario is about, in one line."),
    ROW(covey_bind_plan, plan.space, PART, .key = "space", .text = "Where agents move."),
    ROW(covey_bind_plan, plan.seed, WHOLE, .key = "seed", .initial = 1,
        .text = "Of all random numbers."),
    ROW(covey_bind_plan, plan.dt, NUMBER, .key = "dt", .initial = 0.1, .low = -1e9, .high = 1e9,
        .unit = "T", .text = "Length of a step."),
    ROW(covey_bind_plan, plan.steps, WHOLE, .key = "steps", .initial = 1000, .high = 1e15,
        .unit = "steps", .text = "Length of the run."),
    ROW(covey_bind_plan, plan.every, WHOLE, .key = "every", .initial = 1, .low = 1, .high = 1e15,
        .unit = "steps",
        .text = "Outputs and measures are written every so many steps, and at the last one."),
    ROW(covey_bind_plan, plan.dense, CHOICE, .key = "dense", .choices = covey_dense_names,
        .text = "How zones that only sum are summed: pair by pair, or whole parts of a crowd at "
                "once, which is faster from some thousand neighbors on and has hashes of its own."),
    ROW(covey_bind_plan, plan.order, CHOICE, .key = "order", .choices = covey_order_names,
        .text = "All agents move together, by the state that the step before has left, or one "
                "after another, each by the state of that moment: by ascending id, or in an order "
                "drawn anew each step; with turn_in_turn all turn like that, then all move."),
    ROW(covey_bind_plan, plan.precision, CHOICE, .key = "precision",
        .choices = covey_precision_names,
        .text = "Of the numbers that are calculated with: 16 digits or 7, and faster."),
    LIST(flocks, flocks_count, .key = "flocks", .low = 1, .high = COVEY_MAX_FLOCKS,
         .unit = "flocks", .text = "The flocks."),
    LIST(influences, influences_count, .key = "influences", .high = 100000, .unit = "influences",
         .text = "What acts on them."),
    LIST(schedules, schedules_count, .key = "schedule", .high = COVEY_MAX_SCHEDULES,
         .unit = "schedules", .text = "A parameter that changes with the step."),
    LIST(panel, panel_count, .key = "panel", .high = COVEY_MAX_PANEL, .unit = "items",
         .text = "A slider that viewers show, or a text between sliders."),
    LIST(plan.outputs, plan.outputs_count, .key = "outputs", .high = 64, .unit = "outputs",
         .text = "Files of the trajectory; their suffixes tell the formats, their paths begin at "
                 "the working folder."),
    ROW(covey_bind_plan, plan.measures, TEXT, .group = "measures", .key = "file", .low = 1,
        .high = COVEY_BIND_FILE_SIZE,
        .text = "Where the measures are written; the path begins at the working folder."),
    ROW(covey_bind_plan, plan.link, NUMBER, .group = "measures", .key = "link", .initial = 1,
        .high = 1e15, .unit = "L", .text = "Agents at this distance or nearer are in one cluster."),
    ROW(covey_bind_plan, plan.bin, NUMBER, .group = "measures", .key = "bin", .high = 1e15,
        .unit = "L", .text = "Width of the bins of profiles; 0 stands for a quarter of link."),
    ROW(covey_bind_plan, sweep, PART, .key = "sweep", .text = "The plan of covey sweep."),
    {0},
};

const covey_member *covey_keys_plan(void)
{
    return of_plan;
}

const covey_member *covey_keys_space(void)
{
    return of_space;
}

const covey_member *covey_keys_panel(void)
{
    return of_panel;
}

const covey_member *covey_keys_sweep(void)
{
    return of_sweep;
}

const covey_member *covey_keys_agents(void)
{
    return of_agents;
}

const covey_member *covey_keys_mesh(void)
{
    return of_mesh;
}

// ---- Rows ----

bool covey_keys_is_in(const covey_member *row, const char *group)
{
    if (row->key == NULL || row->group == NULL || group == NULL)
        return row->key != NULL && row->group == group;
    return strcmp(row->group, group) == 0;
}

bool covey_keys_is_number(const covey_member *row)
{
    bool ranged = row->kind == COVEY_MEMBER_NUMBER || row->kind == COVEY_MEMBER_WHOLE;
    return row->kind == COVEY_MEMBER_SWITCH || row->kind == COVEY_MEMBER_CHOICE ||
           (ranged && row->low < row->high);
}

covey_param covey_keys_param(const covey_member *row)
{
    static const char *const no_yes[] = {"no", "yes", NULL};
    covey_param param = {.name = row->key,
                         .initial = row->initial,
                         .low = row->low,
                         .high = row->high,
                         .unit = row->unit,
                         .text = row->text,
                         .whole = row->kind != COVEY_MEMBER_NUMBER};
    if (row->kind == COVEY_MEMBER_SWITCH)
        param.choices = no_yes;
    else if (row->kind == COVEY_MEMBER_CHOICE)
        param.choices = row->choices();
    for (int k = 0; param.choices != NULL && param.choices[k] != NULL; k++)
        param.high = k;
    return param;
}

double covey_keys_value(const covey_member *row, const void *base)
{
    const unsigned char *at = (const unsigned char *)base + row->offset;
    double number;
    uint64_t whole;
    int32_t small;
    bool is_on;
    if (row->kind == COVEY_MEMBER_NUMBER)
        return memcpy(&number, at, sizeof number), number;
    if (row->kind == COVEY_MEMBER_SWITCH)
        return memcpy(&is_on, at, sizeof is_on), (double)is_on;
    if (row->size == sizeof whole)
        return memcpy(&whole, at, sizeof whole), (double)whole;
    memcpy(&small, at, sizeof small);
    return row->high > INT32_MAX ? (double)(uint32_t)small : (double)small;
}

void covey_keys_store(const covey_member *row, void *base, double value)
{
    unsigned char *at = (unsigned char *)base + row->offset;
    if (row->kind == COVEY_MEMBER_NUMBER)
        memcpy(at, &value, sizeof value);
    else if (row->kind == COVEY_MEMBER_SWITCH)
        memcpy(at, &(bool){value != 0.0}, sizeof(bool));
    else if (row->size == sizeof(uint64_t))
        memcpy(at, &(uint64_t){(uint64_t)value}, sizeof(uint64_t));
    else if (row->high > INT32_MAX)
        memcpy(at, &(uint32_t){(uint32_t)value}, sizeof(uint32_t));
    else
        memcpy(at, &(int32_t){(int32_t)value}, sizeof(int32_t));
}

const void *covey_keys_pointer(const covey_member *row, const void *base)
{
    const void *pointer;
    memcpy(&pointer, (const unsigned char *)base + row->offset, sizeof pointer);
    return pointer;
}

size_t covey_keys_count(const covey_member *row, const void *base)
{
    size_t count;
    memcpy(&count, (const unsigned char *)base + row->counted, sizeof count);
    return count;
}

void covey_keys_init(const covey_member *table, const char *group, void *base)
{
    for (const covey_member *row = table; row->name != NULL; row++)
        if (covey_keys_is_in(row, group) && covey_keys_is_number(row))
            covey_keys_store(row, base, row->initial);
}

// ---- Mappings ----

void covey_keys_add(covey_report_words *words, const covey_member *table, const char *group)
{
    for (const covey_member *row = table; row->name != NULL; row++) {
        bool is_below = group == NULL && row->group != NULL;
        const char *word = is_below ? row->group : row->key;
        if (word != NULL && (is_below || covey_keys_is_in(row, group)) &&
            !covey_report_knows(words, word))
            covey_report_add(words, word);
    }
}

const char *covey_keys_short(const char *key)
{
    const covey_member *const tables[] = {of_plan, covey_members_flock()};
    for (size_t k = 0; k < sizeof tables / sizeof *tables; k++)
        for (const covey_member *row = tables[k]; row->name != NULL; row++)
            if (covey_keys_is_in(row, key))
                return row->key;
    return "kind";
}

bool covey_keys_is_list(const char *key)
{
    bool found = false;
    for (const covey_member *row = of_plan; row->name != NULL; row++)
        found = found || (row->kind == COVEY_MEMBER_LIST && strcmp(row->key, key) == 0);
    return found;
}

bool covey_keys_is_deep(const covey_param *row)
{
    static const char *const names[] = {"z", "depth", "up", "pitch", "pitch_spread"};
    bool found = false;
    for (size_t k = 0; k < sizeof names / sizeof *names; k++)
        found = found || strcmp(row->name, names[k]) == 0;
    return found;
}

// ---- Sections ----

static const covey_section sections[] = {
    {"run", "How long, how exact, how often written.", covey_keys_plan, NULL},
    {"space", "How large the space is.", covey_keys_space, NULL},
    {"flocks", "How many agents, and how large.", covey_members_flock, NULL},
    {"catch", "How a flock catches the one that it hunts.", covey_members_flock, "catch"},
    {"schedule", "How a parameter changes with the step.", covey_members_schedule, NULL},
    {"measures", "What clusters and the bins of profiles are.", covey_keys_plan, "measures"},
};

const covey_section *covey_section_at(int index)
{
    int count = sizeof sections / sizeof *sections;
    return index >= 0 && index < count ? &sections[index] : NULL;
}

covey_param covey_section_param(const covey_section *section, int index)
{
    const covey_member *row = section != NULL && index >= 0 ? section->members() : NULL;
    for (; row != NULL && row->name != NULL; row++)
        if (covey_keys_is_in(row, section->group) && covey_keys_is_number(row) && index-- == 0)
            return covey_keys_param(row);
    return (covey_param){.name = NULL};
}
