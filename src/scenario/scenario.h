// SPDX-License-Identifier: MIT
#ifndef COVEY_SCENARIO_SCENARIO_H
#define COVEY_SCENARIO_SCENARIO_H

#include "base/writer.h"
#include "core/place.h"
#include "covey/scenario.h"
#include "scenario/bind.h"

/// The content of a scenario: the tree of its text, and the definitions bound to it. Each has an
/// arena: a changed scenario is bound anew, and the old one is freed only after that succeeded.
typedef struct covey_scenario_body {
    covey_arena trees;
    covey_arena bound;
    const covey_node *root;
    covey_bind_plan plan;
} covey_scenario_body;

struct covey_scenario {
    covey_memory memory;
    covey_scenario_body now;
    covey_arena names;       ///< strings that never change
    const char *folder;      ///< or NULL
    const char *file;        ///< the file that it was read from, or NULL
    bool restores, anywhere; ///< as in covey_scenario_def
    size_t spare;            ///< as there
};

/// The state before a change, which is either restored, without memory, or freed.
void covey_scenario_put_back(covey_scenario *scenario, const covey_scenario_body *past);
void covey_scenario_forget(covey_scenario_body *past);

/// Binds `root`, a tree in `trees`, and gives both to the scenario. On failure the scenario is
/// unchanged, and the caller keeps `trees`.
covey_status covey_scenario_rebind(covey_scenario *scenario, covey_arena trees,
                                   const covey_node *root, covey_scenario_body *past,
                                   covey_report *report);

/// Does covey_scenario_set() so that it can be undone.
covey_status covey_scenario_change(covey_scenario *scenario, const char *key, const char *value,
                                   covey_scenario_body *past, covey_error *error);

/// Replaces the scenario by that of another text, in the canonical form. On failure it is
/// unchanged.
covey_status covey_scenario_take(covey_scenario *scenario, const char *text, size_t size,
                                 covey_scenario_body *past, covey_error *error);

/// covey_scenario_world() with a slice of the agents of each flock.
covey_status covey_scenario_slice(const covey_scenario *scenario, const covey_world_def *engine,
                                  covey_slice slice, covey_world **world, covey_error *error);

/// Lets the schedules begin at that step: what is before it goes.
void covey_scenario_begin_at(covey_scenario *scenario, uint64_t step);

/// Puts the folder before the names of the files that the text wants written, which are relative to
/// it. On failure (COVEY_MEMORY, COVEY_INPUT for one that is too long) the scenario is unchanged.
covey_status covey_scenario_rebase(covey_scenario *scenario, covey_report *report);

// ---- Presets ----

/// The files of the folder scenarios, made by cmake/presets.cmake; ends with a row without name.
extern const covey_preset covey_preset_table[];

/// The titles of the groups of scenarios/groups.txt; ends with NULL.
extern const char *const covey_preset_groups[];

// ---- Writing ----

void covey_out_blanks(covey_writer *out, int count);

/// Puts the shortest decimal that reads back.
void covey_out_number(covey_writer *out, double value);

/// Puts a text in double quotes, as in YAML. The text has no control characters.
void covey_out_quoted(covey_writer *out, const char *text);

#endif
