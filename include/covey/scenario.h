// SPDX-License-Identifier: MIT
// Scenarios: YAML texts that describe whole runs. docs/scenarios.md explains the format; its keys
// come from the parameter tables of models, motions, influences and placements, so a row added
// there is understood here.
#ifndef COVEY_SCENARIO_H
#define COVEY_SCENARIO_H

#include "covey/describe.h"
#include "covey/formal.h"
#include "covey/schedule.h"

#ifdef __cplusplus
extern "C" {
#endif

#define COVEY_SCENARIO_MAX_BYTES ((size_t)1 << 24) ///< of a text
#define COVEY_SCENARIO_MAX_NODES ((size_t)1 << 21) ///< values in it, with copies made by aliases
#define COVEY_SCENARIO_MAX_DEPTH 16                ///< of lists and mappings

typedef struct covey_scenario covey_scenario;

/// How a scenario is read. Start from covey_scenario_def_default().
typedef struct covey_scenario_def {
    const char *name;   ///< of the text in reports; covey_scenario_open() uses the path
    const char *folder; ///< where files named in the text are looked for; NULL: they are refused.
                        ///< covey_scenario_open() uses the folder of the path
    bool anywhere;      ///< such files may lie outside that folder, too
    bool restores;      ///< the world will be covey_world_restore()d: files of agents that have a
                        ///< hash, as in the canonical form, are not read, and agents are anywhere
    char *report;       ///< receives the error in full, lines separated by \n: place and sentence,
    size_t report_size; ///< the line with a caret under the place, the expected values; always
                        ///< ends with a zero, empty after success; NULL: none
    covey_allocator allocator;
    size_t spare; ///< agents that each flock of a world has memory for beyond its count, for
                  ///< covey_world_spawn()
} covey_scenario_def;

/// Called "scenario", files refused, no report, malloc.
COVEY_API covey_scenario_def covey_scenario_def_default(void);

/// Reads a scenario from `size` bytes of UTF-8, which are copied. The caller owns *scenario until
/// covey_scenario_destroy(); it is NULL on failure. COVEY_INPUT with line and column, COVEY_MEMORY,
/// COVEY_IO for a file that is named there and cannot be read. A file of agents outside the folder,
/// wherever its name leads, is COVEY_INPUT, and no message shows bytes of one.
COVEY_API covey_status covey_scenario_read(const covey_scenario_def *def, const char *text,
                                           size_t size, covey_scenario **scenario,
                                           covey_error *error);

/// The same from a file. Names of outputs and measures in it begin at its folder, too: they have
/// its path before them from then on.
COVEY_API covey_status covey_scenario_open(const covey_scenario_def *def, const char *path,
                                           covey_scenario **scenario, covey_error *error);

/// Frees a scenario. NULL is fine.
COVEY_API void covey_scenario_destroy(covey_scenario *scenario);

/// Changes one value, as if the text had it. `key` is a path whose words are joined by points: a
/// key of the text ("dt", "space.width", "influences.0.radius"), a flock's name and a key of that
/// flock ("boids.separation", "boids.place.speed"), or a key or parameter that some flock has, for
/// the first such flock ("separation", "count"). `value` is YAML: a word, a number, or a whole
/// section as in "{kind: torus, width: 100, height: 100}". The number behind the last item of a
/// list adds one, and the value ~ takes an item away; that of the only item may be left out. On
/// failure (COVEY_INPUT, COVEY_MEMORY, COVEY_IO) the scenario is as before; the error's line is 0
/// where the value itself is wrong, else that of the text which does not go with it.
COVEY_API covey_status covey_scenario_set(covey_scenario *scenario, const char *key,
                                          const char *value, covey_error *error);

/// Writes the scenario as YAML in its canonical form: every key and parameter with its value, in
/// one order, numbers as short as they read back to the same bits. Reading it gives the same run,
/// also with later versions' initial values, and printing that gives the same bytes. Agents from a
/// file stay in it; its hash is written, and another content is refused. The sink's statuses.
COVEY_API covey_status covey_scenario_print(const covey_scenario *scenario, covey_sink sink);

/// Makes the world at step 0: solid influences on all flocks first, so that agents keep clear of
/// them, then the flocks, then the other influences, each in the order of the text. `engine` gives
/// threads, kernel, executor and allocator; the rest of it is not used. The caller
/// owns *world. As covey_world_create(); COVEY_INPUT, with line and column, for a flock or
/// influence that covey_world_add() or covey_world_influence_add() does not take.
COVEY_API covey_status covey_scenario_world(const covey_scenario *scenario,
                                            const covey_world_def *engine, covey_world **world,
                                            covey_error *error);

/// The space, time and files of a run. Strings and lists are valid until the scenario is changed or
/// destroyed.
typedef struct covey_plan {
    const char *title; ///< "" for none
    covey_space space;
    uint64_t seed;
    covey_precision precision;
    double dt;      ///< T
    uint64_t steps; ///< of the whole run
    uint64_t every; ///< outputs and measures after so many steps each, at step 0 and last
    covey_dense dense;
    covey_order order;
    const char *const *outputs; ///< files; their suffixes name the formats
    size_t outputs_count;
    const char *measures; ///< file of the measures; NULL: none wanted
    double link;          ///< agents at this distance or nearer are in one cluster, L
    double bin;           ///< width of the bins of profiles, L; 0: a quarter of link
} covey_plan;
COVEY_API covey_plan covey_scenario_plan(const covey_scenario *scenario);

/// The files that the scenario was read from: its own if covey_scenario_open() read it, then the
/// files of agents and of vectors. NULL beyond the last; valid until the scenario is changed or
/// destroyed.
COVEY_API const char *covey_scenario_file(const covey_scenario *scenario, int index);

/// The number of flocks, and the definition that covey_scenario_world() adds for each: valid until
/// the scenario is changed or destroyed. The name is NULL beyond the last.
COVEY_API int covey_scenario_flocks(const covey_scenario *scenario);
COVEY_API covey_flock_def covey_scenario_flock(const covey_scenario *scenario, int index);

/// An influence that covey_scenario_world() adds, the item `index` of the list, and its number in
/// that world, where influences that are solid for all come first: covey_world_influence_at() gives
/// its handle. The kind is NULL beyond the last.
COVEY_API covey_influence_def covey_scenario_influence(const covey_scenario *scenario, int index,
                                                       int *number);

/// A schedule that covey_scenario_world() adds, the item `index` of the list; its influence is the
/// number that covey_scenario_influence() gives. Without points beyond the last. Valid until the
/// scenario is changed or destroyed.
COVEY_API covey_schedule covey_scenario_schedule(const covey_scenario *scenario, int index);

/// The plan of a sweep that a scenario brings along, as texts of the options of `covey sweep`; NULL
/// where it does not say, and no `vary` without one.
typedef struct covey_sweep_words {
    const char *const *vary; ///< "KEY=VALUES" each
    size_t vary_count;
    const char *const *with; ///< "KEY=VALUES:KEY=VALUES" each
    size_t with_count;
    const char *seeds, *design, *discard, *keep, *measures, *until;
} covey_sweep_words;

/// Valid until the scenario is changed or destroyed. A run does not read it.
COVEY_API covey_sweep_words covey_scenario_sweep(const covey_scenario *scenario);

/// An item of the panel: a slider of the scenario's own for viewers, or a text between sliders.
#define COVEY_MAX_PANEL 32
#define COVEY_PANEL_NAME 64  ///< bytes of a name, the zero behind it included
#define COVEY_PANEL_TEXT 400 ///< and of a text
typedef struct covey_panel_item {
    const char *key;        ///< as covey_scenario_set() takes it, "boids.noise"; NULL: a text alone
    int flock, influence;   ///< one of which has the parameter, by its index; the other is -1
    const covey_param *row; ///< of the parameter
    const char *param;      ///< its name
    const char *name;       ///< on the panel; "" for a text alone
    const char *text;       ///< "" for none
    double low, high;       ///< ends of the slider; NaN: as the viewer finds fit
} covey_panel_item;

/// The item of a number; without key and text beyond the last. Valid until the scenario is changed
/// or destroyed.
COVEY_API covey_panel_item covey_scenario_panel(const covey_scenario *scenario, int index);

/// Writes a JSON Schema (draft-07, which editors know best) of scenarios: keys, types, ranges,
/// initial values, units, choices. The sink's statuses.
COVEY_API covey_status covey_scenario_schema(covey_sink sink);

/// Keys with values that are of the scenario itself, not of a model or another plug-in. Static.
typedef struct covey_section {
    const char *name; ///< "run" for keys at the top, else the key that they are below
    const char *title;
    const covey_member *(*members)(void); ///< a table that has the keys
    const char *group;                    ///< as its rows have it
} covey_section;

/// The sections; NULL beyond the last. And a key of one, as a parameter; without name beyond the
/// last.
COVEY_API const covey_section *covey_section_at(int index);
COVEY_API covey_param covey_section_param(const covey_section *section, int index);

/// A scenario that is part of the library: scenarios/NAME.yaml of the sources. Static strings.
typedef struct covey_preset {
    const char *name;
    const char *text; ///< ends with a zero that `size` does not count
    size_t size;
    const char *title; ///< as covey_plan has it
    int group;         ///< the number of its group; all of three dimensions are in one
} covey_preset;

/// The presets in alphabetical order; NULL beyond the last. And the one of a name, or NULL.
COVEY_API const covey_preset *covey_preset_at(int index);
COVEY_API const covey_preset *covey_preset_find(const char *name);

/// The title of a group of presets, by the texts that they are from; NULL beyond the last.
COVEY_API const char *covey_preset_group(int group);

#ifdef __cplusplus
}
#endif
#endif
