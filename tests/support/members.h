// SPDX-License-Identifier: MIT
// For laws about the members of definitions: a world with prey, grass and hunters, influences and a
// schedule, and for every member a variant of it in which that member differs. The same world is a
// scenario, of which a variant sets keys.
#ifndef COVEY_TESTS_SUPPORT_MEMBERS_H
#define COVEY_TESTS_SUPPORT_MEMBERS_H

#include "covey/describe.h"

#define MEMBERS_DT 0.1

enum { MEMBERS_AGENTS = 12, MEMBERS_STEPS = 25 };

/// A definition with a member table.
typedef struct members_definition {
    const char *name;
    const covey_member *(*table)(void);
    size_t size;
} members_definition;

extern const members_definition members_definitions[];
extern const size_t members_definitions_count;

/// All that a world is made of; a variant changes one member of it.
typedef struct members_plan {
    covey_world_def world;
    covey_flock_def prey, hunters;
    covey_response response;
    covey_trait trait;
    covey_influence_def obstacle, mesh, flow;
    covey_field field;
    covey_schedule schedule;
} members_plan;

members_plan members_usual(void);

/// NULL if the library does not take the plan, and the error says why.
covey_world *members_make(const members_plan *all, covey_error *error);

/// The text of a scenario of members_usual().
extern const char members_scenario[];

/// Another value of a member of one definition in a plan.
typedef struct members_variant {
    const char *definition, *member;
    const char *keys; ///< that the scenario sets, as "KEY=VALUE; KEY=VALUE", or a whole scenario;
                      ///< NULL: no key has it
    void (*change)(members_plan *all);
} members_variant;

extern const members_variant members_variants[];
extern const size_t members_variants_count;

/// NULL if the member has none.
const members_variant *members_variant_of(const char *definition, const char *member);

#endif
