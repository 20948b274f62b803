// SPDX-License-Identifier: MIT
// Member tables: the members of the definitions of worlds, flocks, influences, responses, traits
// and schedules. Code that reads, writes, compares or copies definitions goes over these tables, so
// a member that is added here is everywhere.
#ifndef COVEY_DESCRIBE_H
#define COVEY_DESCRIBE_H

#include "covey/schedule.h"
#include "covey/world.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The type of a member. Pointers may be NULL where the definition says so.
typedef enum covey_member_kind {
    COVEY_MEMBER_NUMBER,  ///< double
    COVEY_MEMBER_WHOLE,   ///< a whole number of `size` bytes; below 0 only if it is an int
    COVEY_MEMBER_SWITCH,  ///< bool
    COVEY_MEMBER_CHOICE,  ///< an enum: the index of one of `choices()`
    COVEY_MEMBER_TEXT,    ///< const char *
    COVEY_MEMBER_VECTOR,  ///< covey_vec, L
    COVEY_MEMBER_AXES,    ///< double[COVEY_AXES]
    COVEY_MEMBER_SIZES,   ///< size_t[COVEY_AXES]
    COVEY_MEMBER_PART,    ///< a struct with the members `of`
    COVEY_MEMBER_POINTER, ///< to one struct with the members `of`; it may be NULL
    COVEY_MEMBER_LIST,    ///< to as many structs with the members `of` as `counted` says
    COVEY_MEMBER_NUMBERS, ///< const double *, as many as `counted` says, or agents
    COVEY_MEMBER_WHOLES,  ///< const uint64_t *, as many as `counted` says
    COVEY_MEMBER_CORNERS, ///< const uint32_t *, three times as many as `counted` says
    COVEY_MEMBER_COLUMNS, ///< const double *[COVEY_AXES], as many on each axis as `counted` says
    COVEY_MEMBER_GRID,    ///< const double *[COVEY_AXES], the nodes of a covey_field
    COVEY_MEMBER_PARAMS,  ///< a struct of numbers that a table of parameters describes
    COVEY_MEMBER_CODE,    ///< pointers to functions or to objects that have some
    COVEY_MEMBER_STAMP,   ///< size_t, the bytes of the definition in the program
} covey_member_kind;

/// How covey_world_restore() treats a member.
typedef enum covey_member_use {
    COVEY_MEMBER_DEFINES, ///< refuses a world in which it differs: nothing changes it later
    COVEY_MEMBER_CHANGES, ///< brings it back: it can change between two steps
    COVEY_MEMBER_STARTS,  ///< takes the state instead that came of it
    COVEY_MEMBER_RUNS,    ///< leaves it: it changes no result
} covey_member_use;

/// A member of a definition. A table ends with a row without name.
typedef struct covey_member {
    const char *name;
    covey_member_kind kind;
    covey_member_use use;
    size_t offset, size; ///< in the struct, bytes
    size_t counted;      ///< offset of the size_t that counts it; SIZE_MAX: nothing does
    double low, high;    ///< range of a number, bytes of a text or items; both 0: others say, as
                         ///< the space or a table of parameters
    const char *const *(*choices)(void);
    const struct covey_member *of;
    size_t each;       ///< bytes of a struct `of` that it points to
    const char *text;  ///< one sentence
    const char *key;   ///< in scenarios; NULL: the member has none, or stands for several
    const char *group; ///< key of the mapping that has the key; NULL: that of the definition
    const char *unit;  ///< of a number; NULL for none
    double initial;    ///< a scenario's number without the key
} covey_member;

/// A row, as COVEY_MEMBER(covey_flock_def, hard, SWITCH, DEFINES, SIZE_MAX, .text = "…").
#define COVEY_MEMBER(type, member, kind_, use_, counted_, ...)                                     \
    {                                                                                              \
        .name = #member, .kind = COVEY_MEMBER_##kind_, .use = COVEY_MEMBER_##use_,                 \
        .offset = offsetof(type, member), .size = sizeof(((type *)0)->member),                     \
        .counted = counted_, __VA_ARGS__                                                           \
    }

/// The tables, static: of a covey_world_def, covey_flock_def, covey_influence_def, covey_response,
/// covey_trait, covey_distribution, covey_schedule, covey_space and covey_field.
COVEY_API const covey_member *covey_members_world(void);
COVEY_API const covey_member *covey_members_flock(void);
COVEY_API const covey_member *covey_members_influence(void);
COVEY_API const covey_member *covey_members_response(void);
COVEY_API const covey_member *covey_members_trait(void);
COVEY_API const covey_member *covey_members_distribution(void);
COVEY_API const covey_member *covey_members_schedule(void);
COVEY_API const covey_member *covey_members_space(void);
COVEY_API const covey_member *covey_members_field(void);

/// The row of that name; NULL if there is none.
COVEY_API const covey_member *covey_member_find(const covey_member *table, const char *name);

#ifdef __cplusplus
}
#endif
#endif
