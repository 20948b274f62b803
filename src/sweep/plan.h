// SPDX-License-Identifier: MIT
// The plan of a sweep: a scenario, the keys that vary, seeds, and the runs that follow from them.
// Run k is the same in every process, so that processes need only agree on numbers.
#ifndef COVEY_SWEEP_PLAN_H
#define COVEY_SWEEP_PLAN_H

#include "base/values.h"
#include "covey/scenario.h"

enum { COVEY_SWEEP_VARIABLES = 16, COVEY_SWEEP_RUNS = 10000000 };

/// A value as text: what covey_scenario_set() takes.
typedef char covey_sweep_value[COVEY_VALUES_WORD];

/// A key that varies: through a list of values or, in latin and random designs, from low to high.
typedef struct covey_sweep_variable {
    char key[COVEY_NAME_SIZE * 2];
    covey_sweep_value *values;
    size_t count, room; ///< 0: a range
    double low, high;
    bool whole; ///< of a range: values are rounded down to whole numbers, high included
    bool leads; ///< the first of keys whose values go together
    bool tied;  ///< its values go together with those of the key before it, one by one
} covey_sweep_variable;

/// What a file keeps of each run besides its statistics; bits.
typedef enum covey_sweep_keep {
    COVEY_SWEEP_KEEP_SERIES = 1,     ///< the measures of all samples
    COVEY_SWEEP_KEEP_PROFILES = 2,   ///< profiles, means over samples
    COVEY_SWEEP_KEEP_AGENTS = 4,     ///< all agents of the last state, with their measures
    COVEY_SWEEP_KEEP_TRAJECTORY = 8, ///< all agents of all samples
} covey_sweep_keep;

/// A condition that ends a run at the first sample at which it holds.
typedef struct covey_sweep_until {
    char text[COVEY_NAME_SIZE * 3]; ///< "sheep.extent < 5"; "": there is none
    int flock, measure;
    bool below, same; ///< < and <=, and else > and >=; <= and >=
    double number;
} covey_sweep_until;

/// Discard of covey_sweep_plan: MSER-5 finds it.
#define COVEY_SWEEP_AUTO UINT64_MAX

typedef struct covey_sweep_plan {
    char *scenario; ///< in the canonical form, with all changes but those of the keys
    char flocks[COVEY_MAX_FLOCKS][COVEY_NAME_SIZE]; ///< their names
    int flocks_count;
    const char *folder; ///< where files named in it are looked for; the caller's
    bool anywhere;
    covey_sweep_variable variables[COVEY_SWEEP_VARIABLES];
    size_t variables_count;
    uint64_t *seeds;
    size_t seeds_count;
    covey_values_design design;
    uint64_t points;   ///< of a latin or random design
    uint64_t discard;  ///< steps at the beginning that count in no statistic; or COVEY_SWEEP_AUTO
    uint64_t every;    ///< measures are taken every so many steps
    uint64_t measures; ///< bit k: measure k is taken
    unsigned keeps;    ///< covey_sweep_keep
    covey_sweep_until until;
    int dim;              ///< of the space, 2 or 3
    uint64_t part, parts; ///< this file has the runs whose number modulo parts is part - 1
} covey_sweep_plan;

/// A grid of one point and no seeds; every 1, all measures, part 1 of 1.
covey_sweep_plan covey_sweep_plan_default(void);
void covey_sweep_plan_free(covey_sweep_plan *plan);

/// Sets the design from "grid", "latin:N" or "random:N". COVEY_ARG.
covey_status covey_sweep_plan_design(covey_sweep_plan *plan, const char *text, covey_error *error);

/// Adds a variable from "KEY=VALUES", after the design is set. VALUES are words, numbers and
/// ranges low:high:step, with commas between; or low:high in a latin or random design. COVEY_ARG,
/// COVEY_MEMORY.
covey_status covey_sweep_plan_vary(covey_sweep_plan *plan, const char *text, covey_error *error);

/// Adds variables whose values go together from "KEY=VALUES:KEY=VALUES", as many values of each, in
/// a grid. Where the same keys are there by another such text, it adds to their values. COVEY_ARG,
/// COVEY_MEMORY.
covey_status covey_sweep_plan_with(covey_sweep_plan *plan, const char *text, covey_error *error);

/// Sets what is kept from "summary", or from words with commas between: "series,profiles".
/// COVEY_ARG.
covey_status covey_sweep_plan_keep(covey_sweep_plan *plan, const char *text, covey_error *error);

/// Sets the condition from "[FLOCK.]MEASURE < NUMBER", once flocks are known by
/// covey_sweep_plan_try(). COVEY_ARG.
covey_status covey_sweep_plan_until(covey_sweep_plan *plan, const char *text, covey_error *error);

/// Sets the seeds from whole numbers and ranges first:last, with commas between. COVEY_ARG,
/// COVEY_MEMORY.
covey_status covey_sweep_plan_seeds(covey_sweep_plan *plan, const char *text, covey_error *error);

/// Takes the scenario and its flocks, leaves measures out that its space does not have, tries all
/// values of all variables on it, and finds which ranges are of whole numbers. It leaves the
/// scenario changed. COVEY_ARG with the value that is refused, COVEY_MEMORY.
covey_status covey_sweep_plan_try(covey_sweep_plan *plan, covey_scenario *scenario,
                                  covey_error *error);

/// Finds a value of a key that is written otherwise, too: 1 and 1.0 are the same.
bool covey_sweep_same_value(const char *one, const char *other);

/// The first variable behind the variables that are tied to `k`.
size_t covey_sweep_group_end(const covey_sweep_plan *plan, size_t k);

/// Number of points: runs that differ by their seeds alone are of one.
uint64_t covey_sweep_points_of(const covey_sweep_plan *plan);

/// Number of runs of all parts.
uint64_t covey_sweep_runs(const covey_sweep_plan *plan);

/// True if this part has run `number`.
bool covey_sweep_has(const covey_sweep_plan *plan, uint64_t number);

/// Writes the value of variable `k` in run `number`; returns the seed of that run.
void covey_sweep_value_of(const covey_sweep_plan *plan, uint64_t number, size_t k,
                          covey_sweep_value value);
uint64_t covey_sweep_seed_of(const covey_sweep_plan *plan, uint64_t number);

/// Applies the values and the seed of a run to its scenario. Statuses of covey_scenario_set().
covey_status covey_sweep_apply(const covey_sweep_plan *plan, uint64_t number,
                               covey_scenario *scenario, covey_error *error);

/// Writes the plan as text, line by line "key value", into memory that the caller frees; all that
/// decides which rows the finished sweep has, but for `part`. NULL without memory.
char *covey_sweep_plan_text(const covey_sweep_plan *plan);

#endif
