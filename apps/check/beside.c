// SPDX-License-Identifier: MIT
// The surroundings of the first wrong number: the agent before the step, its neighbors with their
// distances, and the force of a rule in the program beside the right one.
#include "check/beside.h"

#include "check/report.h"

#include <math.h>
#include <stdio.h>

enum { SHOWN = 6, RULES = 3 };

static unsigned find_rules(const covey_problem *problem, double d)
{
    bool pushes = d > 0 && d <= problem->r_s;
    return (d <= problem->r_c ? 1U : 0U) | (pushes ? 2U : 0U) | (d <= problem->r_a ? 4U : 0U);
}

/// Puts a neighbor at its place among the nearest, of which `count` are known.
static void insert(check_neighbor *nearest, size_t count, size_t most, check_neighbor found)
{
    size_t at = count < most ? count : most;
    while (at > 0 && nearest[at - 1].distance > found.distance) {
        if (at < most)
            nearest[at] = nearest[at - 1];
        at--;
    }
    if (at < most)
        nearest[at] = found;
}

size_t check_beside_neighbors(const check_report *report, check_neighbor *nearest, size_t most)
{
    if (report->first == NULL || report->forces.before == NULL)
        return 0;
    const covey_problem *problem = &report->first->subject->problem;
    const covey_mistakes_agent *all = report->forces.before;
    size_t self = report->first->wrong.agent, count = 0;
    double reach = fmax(problem->r_c, fmax(problem->r_s, problem->r_a));
    for (size_t j = 0; j < problem->agents; j++) {
        double dx = all[j].x - all[self].x, dy = all[j].y - all[self].y;
        double d = sqrt(dx * dx + dy * dy);
        if (j == self || !(d <= reach))
            continue;
        insert(nearest, count, most, (check_neighbor){j, d, find_rules(problem, d)});
        count++;
    }
    return count;
}

/// The only rule with a gain, or -1.
static int find_alone(const covey_problem *problem)
{
    const double gain[RULES] = {problem->k_c, problem->k_s, problem->k_a};
    int alone = -1, count = 0;
    for (int rule = 0; rule < RULES; rule++)
        if (gain[rule] != 0) {
            alone = rule;
            count++;
        }
    return count == 1 ? alone : -1;
}

int check_beside_rule(const check_report *report)
{
    if (report->first == NULL || !report->forces.is_used_known)
        return -1;
    unsigned marks = check_report_marks(report), move = 1U << CHECK_FORCE_POSITION;
    for (int rule = 0; rule < RULES; rule++)
        if (marks == 1U << rule)
            return rule;
    bool fits = report->diagnosis.fit_count == 1;
    bool forces = marks == 1U << CHECK_FORCE_SUM || (!fits && (marks & move) == 0);
    return forces ? find_alone(&report->first->subject->problem) : -1;
}

void check_beside_force(const check_report *report, int rule, double force[2])
{
    const check_forces *forces = &report->forces;
    for (int axis = 0; axis < 2; axis++)
        force[axis] =
            forces->used[axis] - forces->force[CHECK_FORCE_SUM][axis] + forces->force[rule][axis];
}

static void put_number(covey_text *text, const char *before, double value)
{
    char digits[64];
    (void)snprintf(digits, sizeof digits, "%.5g", value + 0.0);
    covey_text_string(text, before);
    covey_text_string(text, digits);
}

static void put_neighbors(covey_text *text, const check_report *report)
{
    check_neighbor nearest[SHOWN];
    size_t count = check_beside_neighbors(report, nearest, SHOWN);
    covey_text_string(text, count > 0 ? "  its neighbors:" : "  no other agent is within a radius");
    for (size_t k = 0; k < count && k < SHOWN; k++) {
        covey_text_string(text, k > 0 ? ", " : " ");
        covey_text_integer(text, nearest[k].agent + 1);
        put_number(text, " at ", nearest[k].distance);
    }
    if (count > SHOWN) {
        covey_text_string(text, ", and ");
        covey_text_integer(text, count - SHOWN);
        covey_text_string(text, " farther away");
    }
    covey_text_string(text, "\n");
}

void check_beside_put(covey_text *text, const check_report *report)
{
    if (report->forces.before == NULL)
        return;
    size_t self = report->first->wrong.agent;
    const covey_mistakes_agent *agent = &report->forces.before[self];
    covey_text_string(text, "  before that step it is at");
    put_number(text, " ", agent->x);
    put_number(text, " ", agent->y);
    put_number(text, ", with the velocity ", agent->vx);
    put_number(text, " ", agent->vy);
    covey_text_string(text, "\n");
    put_neighbors(text, report);
}
