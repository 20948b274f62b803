// SPDX-License-Identifier: MIT
#ifndef COVEY_SCENARIO_TABLES_H
#define COVEY_SCENARIO_TABLES_H

#include "covey/param.h"

#include <stdbool.h>

/// The tables of the keys with numbers that are in no registry.
typedef struct covey_tables_run {
    double dt, steps, every, dense, precision;
} covey_tables_run;

typedef struct covey_tables_space {
    double dim, width, height, depth;
} covey_tables_space;

typedef struct covey_tables_flock {
    double count, body, hard;
} covey_tables_flock;

typedef struct covey_tables_catch {
    double radius, births;
} covey_tables_catch;

typedef struct covey_tables_schedule {
    double form;
} covey_tables_schedule;

typedef struct covey_tables_measures {
    double link, bin;
} covey_tables_measures;

extern const covey_param covey_tables_of_run[];
extern const covey_param covey_tables_of_space[];
extern const covey_param covey_tables_of_flock[];
extern const covey_param covey_tables_of_catch[];
extern const covey_param covey_tables_of_schedule[];
extern const covey_param covey_tables_of_measures[];

/// True for a row of three dimensions only, by its name: z, depth, up, pitch, pitch_spread. In the
/// plane it is not printed, and texts may not have it.
bool covey_tables_is_deep(const covey_param *row);

/// The other keys, in the order of the canonical form; each list ends with NULL.
extern const char *const covey_tables_root_keys[];
extern const char *const covey_tables_flock_keys[];
extern const char *const covey_tables_place_keys[];
extern const char *const covey_tables_influence_keys[];
extern const char *const covey_tables_schedule_keys[];
extern const char *const covey_tables_sweep_keys[];
extern const char *const covey_tables_panel_keys[];
extern const char *const covey_tables_mesh_keys[]; ///< of influences that are meshes, moreover

#endif
