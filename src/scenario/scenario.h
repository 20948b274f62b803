// SPDX-License-Identifier: MIT
#ifndef COVEY_SCENARIO_SCENARIO_H
#define COVEY_SCENARIO_SCENARIO_H

#include "scenario/bind.h"

/// The text's tree, and what it was bound to. Each has an arena: a changed scenario is bound anew,
/// and the old one goes only after that worked. What never changes has one, too.
struct covey_scenario {
    covey_memory memory;
    covey_node_arena trees;
    covey_node_arena bound;
    const covey_node *root;
    covey_node_arena names;
    const char *folder; ///< or NULL
    const char *file;   ///< that it was read from, or NULL
    bool restores;      ///< as in covey_scenario_def
    covey_bind_plan plan;
};

/// Binds `root` and makes it the scenario's tree. On failure the scenario is as before.
covey_status covey_scenario_rebind(covey_scenario *scenario, const covey_node *root,
                                   covey_report *report);

/// Makes it the scenario of another text, in the canonical form. On failure it is as before.
covey_status covey_scenario_take(covey_scenario *scenario, const char *text, size_t size,
                                 covey_error *error);

#endif
