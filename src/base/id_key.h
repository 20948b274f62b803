// SPDX-License-Identifier: MIT
// A number and an id that are compared as one: by the number first. With narrow ids one word holds
// both.
#ifndef COVEY_BASE_ID_KEY_H
#define COVEY_BASE_ID_KEY_H

#include "covey/base.h"

#if COVEY_WIDE_IDS
typedef struct covey_id_key {
    uint32_t number;
    covey_id id;
} covey_id_key;

static inline covey_id_key covey_id_key_of(uint32_t number, covey_id id)
{
    return (covey_id_key){number, id};
}

static inline bool covey_id_key_before(covey_id_key a, covey_id_key b)
{
    return a.number < b.number || (a.number == b.number && a.id < b.id);
}
#else
typedef uint64_t covey_id_key;

static inline covey_id_key covey_id_key_of(uint32_t number, covey_id id)
{
    return (uint64_t)number << 32 | id;
}

static inline bool covey_id_key_before(covey_id_key a, covey_id_key b)
{
    return a < b;
}
#endif

#endif
