// SPDX-License-Identifier: MIT
#ifndef COVEY_SCENARIO_BIND_H
#define COVEY_SCENARIO_BIND_H

#include "covey/scenario.h"
#include "covey/schedule.h"
#include "formats/file.h"
#include "scenario/keys.h"

enum { COVEY_BIND_TITLE_SIZE = 200, COVEY_BIND_FILE_SIZE = 1000 }; // bytes

/// Agents that are listed one by one, or nodes of a grid with their vectors.
typedef struct covey_bind_agents {
    const char *file; ///< or NULL
    const char *path; ///< of that file, its folder included; NULL if it was not read
    uint64_t hash;    ///< of that file
    size_t count;
    double *pos[COVEY_AXES];
    double *vel[COVEY_AXES]; ///< NULL: as the placement says
} covey_bind_agents;

/// A flock with all its values, stored in the arena.
typedef struct covey_bind_flock {
    covey_flock_def def; ///< the first member, as in the structs below: rows count from it
    const covey_node *node;
    const covey_model *model;
    const covey_motion *motion;
    void *params;        ///< the model's struct
    void *motion_params; ///< the motion's
    covey_bind_agents agents;
} covey_bind_flock;

typedef struct covey_bind_influence {
    covey_influence_def def;
    const covey_node *node;
    const covey_influence *kind;
    void *params;
    covey_bind_agents nodes; ///< of its grid
    size_t number;           ///< in the world
} covey_bind_influence;

typedef struct covey_bind_schedule {
    covey_schedule def; ///< its influence is the index of one in the list
    const covey_node *node;
    char *of; ///< key of the parameter, in full
    const covey_param *row;
    uint64_t *steps; ///< of the definition
    double *values;
} covey_bind_schedule;

/// An item of the panel.
typedef struct covey_bind_panel {
    covey_bind_schedule of;  ///< its parameter alone; of.row NULL: a text alone
    const char *name, *text; ///< "" for none
    double low, high;        ///< NaN: not set
} covey_bind_panel;

/// A scenario in which every value is set and valid.
typedef struct covey_bind_plan {
    covey_plan plan;
    covey_bind_flock *flocks;
    size_t flocks_count;
    covey_bind_influence *influences;
    size_t influences_count;
    covey_bind_schedule *schedules;
    size_t schedules_count;
    covey_sweep_words sweep;
    covey_bind_panel *panel;
    size_t panel_count;
    uint32_t *order; ///< of the world: indices of influences by their numbers
} covey_bind_plan;

/// State of binding: memory for the results, the folder of files, the report.
typedef struct covey_bind {
    covey_arena *arena;
    covey_memory *memory;
    const char *folder;
    bool restores; ///< files of agents with a hash are not read
    bool anywhere; ///< files of agents may lie outside the folder
    covey_report *report;
    const covey_bind_plan *plan;
} covey_bind;

/// Makes a scenario of a tree. COVEY_INPUT, COVEY_MEMORY, COVEY_IO.
covey_status covey_bind_scenario(covey_bind *self, const covey_node *root, covey_bind_plan *plan);

// ---- Parts, each in a separate file ----

/// Bind an item of a list of the plan, in the order flocks, influences, schedules, panel.
covey_status covey_bind_flock_item(covey_bind *self, const covey_node *node, void *flock);
covey_status covey_bind_influence_item(covey_bind *self, const covey_node *node, void *item);
covey_status covey_bind_schedule_item(covey_bind *self, const covey_node *node, void *item);
covey_status covey_bind_panel_item(covey_bind *self, const covey_node *node, void *item);

/// Binds the responses of all flocks, which have their names.
covey_status covey_bind_sees(covey_bind *self, const covey_node *list, covey_bind_plan *plan);

/// Numbers the influences as a world does: those that are solid for all flocks come first.
covey_status covey_bind_influence_order(covey_bind *self, const covey_node *list,
                                        covey_bind_plan *plan);

/// Binds the parameters of which each agent has its own value, and sets them to their typical
/// ones; *plain becomes the flock without these.
covey_status covey_bind_traits(covey_bind *self, const covey_node *node, covey_bind_flock *flock,
                               const covey_node **plain);

/// Fails if a list of values does not have one for each agent; their number is known.
covey_status covey_bind_traits_count(covey_bind *self, const covey_bind_flock *flock);

/// Binds the plan of a sweep.
covey_status covey_bind_sweep(covey_bind *self, const covey_node *map, covey_bind_plan *plan);

/// Finds the parameter that a key like boids.noise or influences.0.weight names, and the key in
/// full.
covey_status covey_bind_parameter(covey_bind *self, const covey_node *node, const char *text,
                                  covey_bind_schedule *item);

/// True for influences that are solid for all flocks: flocks are placed among them.
bool covey_bind_comes_first(const covey_bind_influence *item);

/// Binds the points and triangles of a mesh, given as lists or in a file.
covey_status covey_bind_mesh(covey_bind *self, const covey_node *node, covey_bind_influence *item);

/// Loads a file that a node names, which lies in the folder of the scenario. The caller frees it;
/// *place is its path.
covey_status covey_bind_load(covey_bind *self, const covey_node *node, const char *name,
                             size_t most, const char **place, covey_loaded *file);

/// Binds placement parameters, and agents given as a list or in a file. `node` may be NULL.
covey_status covey_bind_place(covey_bind *self, const covey_node *node, covey_bind_flock *flock);

/// Binds agents of a file, or of a list of positions or positions and velocities; `hash` may be
/// NULL. A file that is passed over has as many agents as `agents` counts.
covey_status covey_bind_file(covey_bind *self, const covey_node *node, const covey_node *hash,
                             covey_bind_agents *agents);
covey_status covey_bind_agents_of(covey_bind *self, const covey_node *list,
                                  covey_bind_agents *agents);

/// Binds the grid of vectors of an influence that has one.
covey_status covey_bind_grid(covey_bind *self, const covey_node *node, covey_bind_influence *item);

// ---- Values ----

/// Fails unless the node is a mapping of known keys, each at most once. Messages name the node by
/// `noun`: "key in NOUN".
covey_status covey_bind_keys(covey_bind *self, const covey_node *node, const char *noun,
                             const covey_report_words *words);

/// Sets the struct `values` from the children of a mapping that have the names of rows.
covey_status covey_bind_table(covey_bind *self, const covey_node *map, const covey_param *table,
                              void *values);

/// Sets the numbers and lines of text in a mapping of a definition, by the rows of its table. The
/// keys are those of the definition itself, or of its mapping `group`.
covey_status covey_bind_members(covey_bind *self, const covey_node *map, const covey_member *table,
                                const char *group, void *base);

/// Adds the keys that a flock of that model and motion takes.
void covey_bind_flock_keys(const covey_bind_flock *flock, covey_report_words *words);

/// Reads a value of a row: a number in its range, or the index of a choice.
covey_status covey_bind_row(covey_bind *self, const covey_node *node, const covey_param *row,
                            double *value);

/// Reads a finite number.
covey_status covey_bind_number(covey_bind *self, const covey_node *node, const char *name,
                               double *value);

/// Reads a text of one line without control characters, of 1 … most bytes, or 0 too if `empty`.
typedef struct covey_bind_limits {
    size_t most;
    bool empty;
} covey_bind_limits;
covey_status covey_bind_text(covey_bind *self, const covey_node *node, const char *name,
                             covey_bind_limits limits, const char **text);

/// Reads a word of a set. Messages name it by `noun`: "there is no NOUN x".
covey_status covey_bind_word(covey_bind *self, const covey_node *node, const char *noun,
                             const covey_report_words *words);

/// Reads the mapping `group` of a definition, or its first key alone: sets its numbers and texts.
covey_status covey_bind_group(covey_bind *self, const covey_node *node, const covey_member *table,
                              const char *group, void *base);

/// Reads a mapping, or a scalar that stands for a mapping with that value for `key`.
const covey_node *covey_bind_short(covey_bind *self, const covey_node *node, const char *key);

/// Allocates the struct of a table with initial values; NULL without memory.
void *covey_bind_params(covey_bind *self, const covey_param *table, size_t size);

/// The axes of the space, 2 or 3; it is known once the run is bound.
int covey_bind_dim(const covey_bind *self);

/// Fails in the plane if the mapping has a row of three dimensions only.
covey_status covey_bind_flat(covey_bind *self, const covey_node *map, const covey_param *table);

/// Reads the points of an influence: [x, y], or [x, y, z] in three dimensions.
covey_status covey_bind_points(covey_bind *self, const covey_node *list, covey_influence_def *def);

/// Writes the rows of a table and their values to `settings`; returns the place behind.
covey_setting *covey_bind_settings(const covey_param *table, const void *values,
                                   covey_setting *settings);

/// Returns the number of rows of a table; 0 for NULL.
size_t covey_bind_rows(const covey_param *table);

#endif
