// SPDX-License-Identifier: MIT
// Finds cases in which right programs may differ: an agent within rounding of a circle, a printed
// value within rounding of half a unit, a direction that is nothing but rounding. Numbers of few
// binary digits are exempt in the first step, since every program computes with them exactly.
#include "check/cases.h"

#include <math.h>
#include <string.h>

// Rows of the table of dialects.
enum { SUITE2023 = 1, UNIT = 2 };

enum { ROUNDS = 4 };

/// Forces may be off by this share.
static const double jitter = 1e-13;

/// Positions and velocities may be off by this share of the largest of them.
static const double doubt = 1e-12;

/// A flock before or after a step.
typedef struct state {
    const covey_problem *problem;
    const covey_mistakes_agent *agents;
    int dialect;
    bool first; ///< as it stands in the input
    double scale;
} state;

/// True for up to twelve binary digits on either side of the point: sums and squares are exact.
static bool is_short(double x)
{
    return fabs(x) < 4096 && x * 4096 == floor(x * 4096);
}

static bool is_near(const state *self, double a, double b)
{
    return fabs(a - b) <= 10 * doubt * self->scale;
}

static void widen(state *self)
{
    for (size_t i = 0; i < self->problem->agents; i++) {
        const covey_mistakes_agent *a = &self->agents[i];
        self->scale = fmax(self->scale, fmax(fabs(a->x), fabs(a->y)));
        self->scale = fmax(self->scale, fmax(fabs(a->vx), fabs(a->vy)));
    }
}

// ---- Before a step ----

static bool is_exact(const state *self, size_t i)
{
    return self->first && is_short(self->agents[i].x) && is_short(self->agents[i].y);
}

/// True if every program agrees which rules see a neighbor, and to which side it is.
static bool is_pair_clear(const state *self, size_t i, size_t j)
{
    const double radii[] = {self->problem->r_c, self->problem->r_s, self->problem->r_a};
    double dx = self->agents[j].x - self->agents[i].x, dy = self->agents[j].y - self->agents[i].y;
    double d = sqrt(dx * dx + dy * dy);
    bool exact = is_exact(self, i) && is_exact(self, j);
    if (self->first && d == 0)
        return true;
    for (int k = 0; k < 3; k++)
        if (is_near(self, d, radii[k]) && !(exact && is_short(radii[k])))
            return false;
    bool level = is_near(self, dx, 0) || is_near(self, dy, 0);
    return self->first || !(is_near(self, d, 0) || (level && self->dialect == SUITE2023));
}

/// True unless the center of mass is so near that rounding alone gives the direction to it.
static bool is_center_clear(const state *self, size_t i)
{
    double x = 0, y = 0;
    bool exact = is_exact(self, i), apart = false;
    for (size_t j = 0; j < self->problem->agents; j++) {
        double dx = self->agents[j].x - self->agents[i].x;
        double dy = self->agents[j].y - self->agents[i].y;
        if (j == i || sqrt(dx * dx + dy * dy) > self->problem->r_c)
            continue;
        x += dx;
        y += dy;
        exact = exact && is_exact(self, j);
        apart = apart || dx != 0 || dy != 0;
    }
    return !apart || exact || !is_near(self, x, 0) || !is_near(self, y, 0);
}

/// True unless the product that one dialect's clamp compares is near the limit, where the force
/// jumps.
static bool is_clamp_clear(const state *self, size_t i)
{
    double x = 0, y = 0;
    for (size_t j = 0; j < self->problem->agents; j++) {
        double dx = self->agents[j].x - self->agents[i].x;
        double dy = self->agents[j].y - self->agents[i].y;
        double d = sqrt(dx * dx + dy * dy);
        if (d == 0 || d > self->problem->r_s)
            continue;
        x += ((dx > 0) - (dx < 0)) / d;
        y += ((dy > 0) - (dy < 0)) / d;
    }
    return !is_near(self, fabs(x * y), self->problem->f_max) || x == 0 || y == 0;
}

static bool is_start_clear(const state *self)
{
    for (size_t i = 0; i < self->problem->agents; i++) {
        for (size_t j = 0; j < i; j++)
            if (!is_pair_clear(self, i, j))
                return false;
        if ((self->dialect == UNIT && !is_center_clear(self, i)) ||
            (self->dialect == SUITE2023 && !is_clamp_clear(self, i)))
            return false;
    }
    return true;
}

// ---- After a step ----

/// True unless a value lies half way between two decimals, as far as a program can know.
static bool is_value_clear(const state *self, double value)
{
    double thousands = fabs(value) * 1000;
    return fabs(thousands - floor(thousands) - 0.5) > 1000 * doubt * self->scale;
}

static bool is_end_clear(const state *self)
{
    for (size_t i = 0; i < self->problem->agents; i++) {
        const covey_mistakes_agent *a = &self->agents[i];
        if (!is_value_clear(self, a->x) || !is_value_clear(self, a->y) ||
            !is_value_clear(self, a->vx) || !is_value_clear(self, a->vy))
            return false;
    }
    return true;
}

static bool keeps_away(int dialect, const check_case *made, covey_mistakes_agent *room)
{
    covey_mistakes_run run;
    state at = {.problem = &made->problem, .dialect = dialect, .scale = 1};
    covey_mistakes_start(&made->problem, (covey_variant){.dialect = dialect}, room, &run);
    for (size_t step = 0; step < made->problem.steps; step++) {
        at.agents = run.agents;
        at.first = step == 0;
        widen(&at);
        if (!is_start_clear(&at))
            return false;
        covey_mistakes_step(&run, step);
        at.agents = run.agents;
        widen(&at);
        if (!is_end_clear(&at))
            return false;
    }
    return true;
}

// ---- Forces that are a little off ----

static bool prints_the_same(covey_variant variant, const check_case *made,
                            covey_mistakes_agent *room)
{
    covey_mistakes_run run;
    const char *expected = made->expected;
    covey_mistakes_start(&made->problem, variant, room, &run);
    for (size_t step = 0; step < made->problem.steps; step++) {
        covey_mistakes_step(&run, step);
        for (size_t i = 0; i < made->problem.agents; i++) {
            char line[COVEY_MISTAKES_LINE];
            size_t size = covey_mistakes_line(&run, &run.agents[i], line);
            if (strncmp(line, expected, size) != 0)
                return false;
            expected += strcspn(expected, "\n") + 1;
        }
    }
    return true;
}

bool check_cases_is_unambiguous(int dialect, const check_case *made, covey_mistakes_agent *room)
{
    bool clear = keeps_away(dialect, made, room);
    for (int round = 1; round <= ROUNDS && clear; round++) {
        covey_variant variant = {.dialect = dialect, .jitter = jitter * round};
        clear = prints_the_same(variant, made, room);
    }
    return clear;
}
