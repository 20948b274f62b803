// SPDX-License-Identifier: MIT
// The keys of scenarios: rows of member tables. The tables of definitions are in the core; those
// of what only scenarios have are here.
#ifndef COVEY_SCENARIO_KEYS_H
#define COVEY_SCENARIO_KEYS_H

#include "covey/describe.h"
#include "scenario/report.h"

/// The members of a covey_bind_plan, which are the keys of a scenario, of the numbers of a
/// covey_space, and of a covey_bind_panel, covey_sweep_words, covey_bind_agents and
/// covey_mesh_move.
const covey_member *covey_keys_plan(void);
const covey_member *covey_keys_space(void);
const covey_member *covey_keys_panel(void);
const covey_member *covey_keys_sweep(void);
const covey_member *covey_keys_agents(void);
const covey_member *covey_keys_mesh(void);

/// True if the row has a key in a mapping: `group` is NULL for that of the definition itself.
bool covey_keys_is_in(const covey_member *row, const char *group);

/// True for a number, choice or switch of which the row says everything.
bool covey_keys_is_number(const covey_member *row);

/// Such a row as a parameter, by its key.
covey_param covey_keys_param(const covey_member *row);

/// The value of a number, choice or switch in a definition.
double covey_keys_value(const covey_member *row, const void *base);
void covey_keys_store(const covey_member *row, void *base, double value);

/// The text, or another pointer, that a definition has.
const void *covey_keys_pointer(const covey_member *row, const void *base);

/// The items of a list.
size_t covey_keys_count(const covey_member *row, const void *base);

/// Sets all numbers of a mapping to their initial values.
void covey_keys_init(const covey_member *table, const char *group, void *base);

/// Adds the keys of a mapping, or of the mappings in it.
void covey_keys_add(covey_report_words *words, const covey_member *table, const char *group);

/// The key that a word alone, in place of the mapping of that key, is the value of.
const char *covey_keys_short(const char *key);

/// True for the keys of a scenario with lists, which take an item alone, too.
bool covey_keys_is_list(const char *key);

/// True for a row of three dimensions only, by its name: z, depth, up, pitch, pitch_spread. In the
/// plane it is not printed, and texts may not have it.
bool covey_keys_is_deep(const covey_param *row);

#endif
