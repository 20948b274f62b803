// SPDX-License-Identifier: MIT
// Ids only grow and are never given twice, so a table over all ids would grow with them. The index
// has as many seats as the flock has room for, and half as many again: ids are their own seats at
// first and are hashed when they have grown beyond the seats.
#include "geometry/index.h"

#include <string.h>

static size_t seats_for(size_t room)
{
    return room + room / 2 + 1;
}

covey_status covey_index_create(covey_memory *memory, size_t room, covey_index *index)
{
    *index = (covey_index){.seats = seats_for(room)};
    index->id = covey_memory_take(memory, index->seats, sizeof *index->id);
    index->place = covey_memory_take(memory, index->seats, sizeof *index->place);
    if (index->id == NULL || index->place == NULL)
        return COVEY_MEMORY;
    covey_index_fill(index, NULL, 0);
    return COVEY_OK;
}

void covey_index_destroy(covey_memory *memory, covey_index *index)
{
    covey_memory_give(memory, index->id, index->seats, sizeof *index->id);
    covey_memory_give(memory, index->place, index->seats, sizeof *index->place);
    *index = (covey_index){0};
}

/// The seat where the search for an id begins. The mixing is that of a 32-bit finalizer (Wellons
/// 2018, "Prospecting for hash functions"), so that ids in any pattern spread over all seats.
static size_t home_of(const covey_index *index, covey_id id)
{
    uint32_t folded = (uint32_t)id ^ (uint32_t)((uint64_t)id >> 32) * UINT32_C(0x9e3779b9);
    uint32_t mixed = (folded ^ folded >> 16) * UINT32_C(0x21f0aaad);
    mixed = (mixed ^ mixed >> 15) * UINT32_C(0xd35a2d97);
    return (size_t)((uint64_t)mixed * index->seats >> 32);
}

static size_t next_seat(const covey_index *index, size_t seat)
{
    return seat + 1 < index->seats ? seat + 1 : 0;
}

/// The seat of an id that has one.
static size_t seat_of(const covey_index *index, covey_id id)
{
    if (!index->hashed)
        return id;
    size_t seat = home_of(index, id);
    while (index->id[seat] != id)
        seat = next_seat(index, seat);
    return seat;
}

static void take_seat(covey_index *index, covey_id id, size_t i)
{
    size_t seat = index->hashed ? home_of(index, id) : id;
    while (index->place[seat] != COVEY_INDEX_NONE)
        seat = next_seat(index, seat);
    index->id[seat] = id;
    index->place[seat] = (uint32_t)i;
}

void covey_index_fill(covey_index *index, const covey_id *id, size_t count)
{
    index->hashed = index->next > index->seats;
    memset(index->place, 0xff, index->seats * sizeof *index->place);
    for (size_t i = 0; i < count; i++)
        take_seat(index, id[i], i);
}

uint32_t covey_index_find(const covey_index *index, covey_id id)
{
    if (!index->hashed)
        return id < index->seats ? index->place[id] : COVEY_INDEX_NONE;
    size_t seat = home_of(index, id);
    while (index->place[seat] != COVEY_INDEX_NONE && index->id[seat] != id)
        seat = next_seat(index, seat);
    return index->place[seat];
}

void covey_index_add(covey_index *index, const covey_id *id, size_t i)
{
    if (index->next <= id[i])
        index->next = (uint64_t)id[i] + 1;
    if (!index->hashed && index->next > index->seats)
        covey_index_fill(index, id, i + 1);
    else
        take_seat(index, id[i], i);
}

/// True if the id at `seat` would be found at the seat `hole`; its search begins at `home`.
static bool may_move(size_t home, size_t hole, size_t seat)
{
    return hole < seat ? home <= hole || home > seat : home <= hole && home > seat;
}

void covey_index_remove(covey_index *index, covey_id id)
{
    size_t hole = seat_of(index, id);
    if (index->hashed)
        for (size_t seat = next_seat(index, hole); index->place[seat] != COVEY_INDEX_NONE;
             seat = next_seat(index, seat)) {
            if (!may_move(home_of(index, index->id[seat]), hole, seat))
                continue;
            index->id[hole] = index->id[seat];
            index->place[hole] = index->place[seat];
            hole = seat;
        }
    index->place[hole] = COVEY_INDEX_NONE;
}

void covey_index_note(covey_index *index, const covey_id *id, size_t begin, size_t end)
{
    for (size_t i = begin; i < end; i++)
        index->place[seat_of(index, id[i])] = (uint32_t)i;
}
