// SPDX-License-Identifier: MIT
// The forces of one agent in one step, from the trace of the protocol, beside the force that the
// printed velocity stands for: F = (v' - v) / dt.
#include "check/forces.h"

#include "base/parse.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// Columns of the trace, from 0; see covey_trace_head().
enum { COHESION_NEIGHBORS = 3, FC = 8, FS = 12, FA = 14, F = 16, COLUMNS = 18 };

/// Half a unit of the third decimal.
static const double half_digit = 0.0005;

typedef struct fields {
    const char *text[COLUMNS];
    size_t size[COLUMNS];
} fields;

static const char *find_row(const char *trace, const check_difference *at)
{
    char start[48];
    (void)snprintf(start, sizeof start, "\n%zu,%zu,", at->step + 1, at->agent + 1);
    const char *row = strstr(trace, start);
    return row != NULL ? row + 1 : NULL;
}

static void split(const char *row, fields *found)
{
    for (int k = 0; k < COLUMNS; k++) {
        size_t size = 0;
        while (row[size] != ',' && row[size] != '\n' && row[size] != '\0')
            size++;
        found->text[k] = row;
        found->size[k] = size;
        row += size + (row[size] == ',');
    }
}

static double number(const fields *row, int column)
{
    double value = 0;
    (void)covey_parse_double(row->text[column], row->size[column], &value);
    return value;
}

static void keep_force(const fields *row, int column, double gain, double force[2])
{
    for (int axis = 0; axis < 2; axis++)
        force[axis] = gain * number(row, column + axis);
}

static void keep_neighbors(const fields *row, int column, char room[64])
{
    enum { SHOWN = 56 };
    size_t size = row->size[column] < SHOWN ? row->size[column] : SHOWN;
    (void)snprintf(room, 64, "%.*s%s", (int)size, row->text[column],
                   size < row->size[column] ? "..." : "");
}

/// Reads the agent in the output, and finds the force that its velocity stands for.
static void find_used(const check_case *at, const check_difference *difference,
                      const check_lines *got, check_forces *forces)
{
    const covey_mistakes_agent *before = &forces->before[difference->agent];
    double dt = at->problem.dt[difference->step], *v = forces->printed;
    check_line line = got->lines[difference->line];
    for (int k = 0; k < 4; k++)
        if (!check_token_number(check_token_word(&line), &v[k]))
            return;
    forces->is_printed_known = true;
    forces->is_used_known = dt != 0;
    if (dt == 0)
        return;
    forces->used[0] = (v[2] - before->vx) / dt;
    forces->used[1] = (v[3] - before->vy) / dt;
    forces->doubt = half_digit / fabs(dt);
}

/// True if the rest that is not explained lies along this term.
static bool lies_along(const double rest[2], const double term[2], double doubt)
{
    double length = sqrt(term[0] * term[0] + term[1] * term[1]);
    double aside = fabs(rest[0] * term[1] - rest[1] * term[0]);
    return length > 0 && aside <= 1.5 * doubt * length;
}

/// The one term that explains the rest by being too long or too short; FORCE if it is none or not
/// clear which, NONE if only digits are wrong.
static check_force find_wrong(const check_forces *forces, const check_difference *difference)
{
    const double *right = forces->force[CHECK_FORCE_SUM];
    double rest[2] = {forces->used[0] - right[0], forces->used[1] - right[1]};
    check_force found = CHECK_FORCE_SUM;
    int acting = 0, last = CHECK_FORCE_SUM, along = 0;
    if (fabs(rest[0]) <= 1.5 * forces->doubt && fabs(rest[1]) <= 1.5 * forces->doubt)
        return check_compare_is_float(difference) ? CHECK_FORCE_NONE : CHECK_FORCE_POSITION;
    for (int k = 0; k < CHECK_FORCE_SUM; k++) {
        const double *term = forces->force[k];
        if (term[0] == 0 && term[1] == 0)
            continue;
        acting++;
        last = k;
        if (lies_along(rest, term, forces->doubt)) {
            found = (check_force)k;
            along++;
        }
    }
    if (acting == 1)
        return (check_force)last;
    return along == 1 ? found : CHECK_FORCE_SUM;
}

/// Calculates all agents before and after the step of the difference, in a program without
/// mistakes.
static bool find_states(check_cases *cases, const check_case *at,
                        const check_difference *difference, check_forces *forces)
{
    size_t count = at->problem.agents;
    covey_mistakes_agent *room = covey_arena_take(cases->arena, 3 * count, sizeof *room);
    covey_mistakes_run run;
    if (room == NULL)
        return false;
    covey_mistakes_agent *before = room + 2 * count;
    covey_mistakes_start(&at->problem, (covey_variant){.dialect = cases->dialect}, room, &run);
    for (size_t step = 0; step < difference->step; step++)
        covey_mistakes_step(&run, step);
    memcpy(before, run.agents, count * sizeof *before);
    covey_mistakes_step(&run, difference->step);
    forces->before = before;
    forces->after = run.agents;
    return true;
}

covey_status check_forces_find(check_cases *cases, const check_case *at,
                               const check_difference *difference, const check_lines *got,
                               check_forces *forces)
{
    *forces = (check_forces){.wrong = CHECK_FORCE_NONE};
    if (cases->sum != NULL)
        return COVEY_OK; // which has no trace
    check_case_def def = {.name = at->name, .input = at->input, .input_size = at->input_size};
    check_cases_output trace;
    covey_status status = check_cases_run(cases, &def, true, &trace, NULL);
    if (status != COVEY_OK)
        return status;
    const char *row = find_row(trace.text, difference);
    if (row == NULL)
        return COVEY_OK;
    if (!find_states(cases, at, difference, forces))
        return COVEY_MEMORY;
    fields found;
    split(row, &found);
    bool gained = strcmp(covey_formal_dialect(cases->dialect), "unit") == 0; // K_s is in F_s there
    keep_force(&found, FC, at->problem.k_c, forces->force[CHECK_FORCE_COHESION]);
    keep_force(&found, FS, gained ? 1 : at->problem.k_s, forces->force[CHECK_FORCE_SEPARATION]);
    keep_force(&found, FA, at->problem.k_a, forces->force[CHECK_FORCE_ALIGNMENT]);
    keep_force(&found, F, 1, forces->force[CHECK_FORCE_SUM]);
    for (int rule = 0; rule < 3; rule++)
        keep_neighbors(&found, COHESION_NEIGHBORS + 2 * rule, forces->neighbors[rule]);
    find_used(at, difference, got, forces);
    if (forces->is_used_known)
        forces->wrong = find_wrong(forces, difference);
    return COVEY_OK;
}
