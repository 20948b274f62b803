// SPDX-License-Identifier: MIT
// Who of a group's candidates is worth more than a look: only those that one of the group may hold.
// Their spots tell, which are small: a block of candidates is compared with one agent of the group
// after the other.
#ifndef COVEY_KERNELS_WIDE_PICK_H
#define COVEY_KERNELS_WIDE_PICK_H

#include "core/spot.h"
#include "kernels/wide_group.h"

#if defined(__x86_64__) && defined(COVEY_FUSED)
enum { BLOCK = 8 };
#else
enum { BLOCK = 4 };
#endif

enum { BLOCKS = 64, PICKS = BLOCKS * BLOCK };

/// Candidates by their indices.
typedef struct picked {
    size_t count;
    uint32_t index[PICKS];
} picked;

/// How far a way through the runs has come: candidates `done` of the run at hand.
typedef struct walk {
    const covey_run *run, *stop;
    size_t done;
} walk;

// ---- Spots ----

/// Those of a block, as they are, as pairs of coordinates, and as squares of distances.
typedef uint32_t spots __attribute__((vector_size(BLOCK * sizeof(uint32_t))));
typedef uint16_t coordinates __attribute__((vector_size(BLOCK * sizeof(uint32_t))));
typedef int16_t offsets __attribute__((vector_size(BLOCK * sizeof(uint32_t))));
typedef int32_t squares __attribute__((vector_size(BLOCK * sizeof(uint32_t))));
typedef float signs __attribute__((vector_size(BLOCK * sizeof(uint32_t))));

/// x² + y² of each pair; negative where that overflows.
COVEY_INLINE squares squares_of(offsets d)
{
#if defined(__x86_64__) && defined(COVEY_FUSED)
    return __builtin_ia32_pmaddwd256(d, d);
#elif defined(__x86_64__)
    return __builtin_ia32_pmaddwd128(d, d);
#else
    squares x = (squares)((spots)d << 16) >> 16, y = (squares)d >> 16;
    return (squares)((spots)x * (spots)x + (spots)y * (spots)y);
#endif
}

/// A bit for each lane of a comparison.
COVEY_INLINE unsigned bits_of(squares inside)
{
#if defined(__x86_64__) && defined(COVEY_FUSED)
    return (unsigned)__builtin_ia32_movmskps256((signs)inside);
#elif defined(__x86_64__)
    return (unsigned)__builtin_ia32_movmskps((signs)inside);
#else
    const squares bit = {1, 2, 4, 8};
    squares found = inside & bit;
    return (unsigned)(found[0] | found[1] | found[2] | found[3]);
#endif
}

/// The spot of agent i of those who look, on the grid of those who are looked at.
COVEY_INLINE uint32_t spot_at(const covey_sense *sense, size_t i)
{
    if (sense->from == sense->to)
        return sense->grid->spot[i];
    return covey_spot(sense->grid->spot_scale, sense->from->pos[0][i], sense->from->pos[1][i]);
}

// ---- Blocks ----

typedef uint32_t quartet __attribute__((vector_size(4 * sizeof(uint32_t))));

/// BLOCK candidates each, or the last of their run: where they begin, and how many are left there.
typedef struct blocks {
    size_t count;
    uint32_t at[BLOCKS], left[BLOCKS];
} blocks;

/// Cuts what is left of the way into blocks, as many as there is room for. Four are written even if
/// only some count: runs are short, and it takes long to be wrong about where the next one ends.
COVEY_INLINE void cut_blocks(walk *way, blocks *made)
{
    const quartet steps = {0, BLOCK, 2 * BLOCK, 3 * BLOCK};
    const uint32_t most = 4 * BLOCK;
    size_t count = 0;
    while (way->run < way->stop && count <= BLOCKS - 4) {
        uint32_t first = (uint32_t)(way->run->begin + way->done);
        uint32_t length = (uint32_t)way->run->end - first;
        quartet at = first + steps, left = length - steps;
        memcpy(made->at + count, &at, sizeof at);
        memcpy(made->left + count, &left, sizeof left);
        bool ends = length <= most;
        count += ((ends ? length : most) + BLOCK - 1) / BLOCK;
        way->done = ends ? 0 : way->done + most;
        way->run += ends;
    }
    made->count = count;
}

// ---- Picking ----

/// Who is in sets of four: the numbers of the bits that are set in 0, 1 … 15, from `k` on.
#define SETS(k)                                                                                    \
    {                                                                                              \
        {0}, {k}, {k + 1}, {k, k + 1}, {k + 2}, {k, k + 2}, {k + 1, k + 2}, {k, k + 1, k + 2},     \
            {k + 3}, {k, k + 3}, {k + 1, k + 3}, {k, k + 1, k + 3}, {k + 2, k + 3},                \
            {k, k + 2, k + 3}, {k + 1, k + 2, k + 3}, {k, k + 1, k + 2, k + 3},                    \
    }

static const uint32_t sets[2][16][4] = {SETS(0), SETS(4)};

/// Writes down those of the first or second four of a block that the bits tell, and more behind
/// them. Returns how many.
COVEY_INLINE size_t note(int half, unsigned bits_set, uint32_t at, uint32_t *index)
{
    quartet found;
    memcpy(&found, sets[half][bits_set], sizeof found);
    found += at;
    memcpy(index, &found, sizeof found);
    return (size_t)__builtin_popcount(bits_set);
}

/// Picks from blocks of candidates those whose spots are nearer than `bound` to any of the group's.
COVEY_INLINE void look_at(const group *lanes, int32_t bound, const blocks *some, picked *all)
{
    const uint32_t *spot = lanes->sense->grid->spot;
    const spots none = {0};
    const squares most = bound - (squares)none;
    coordinates here[LANES];
    UNROLL for (int lane = 0; lane < LANES; lane++)
    {
        size_t used = lane < lanes->used ? (size_t)lane : 0;
        here[lane] = (coordinates)(spot_at(lanes->sense, lanes->first + used) - none);
    }
    size_t count = 0;
    for (size_t b = 0; b < some->count; b++) {
        uint32_t at = some->at[b], left = some->left[b];
        coordinates there;
        memcpy(&there, spot + at, sizeof there);
        squares inside = squares_of((offsets)(there - here[0])) < most;
        UNROLL for (int lane = 1; lane < LANES; lane++) inside |=
            squares_of((offsets)(there - here[lane])) < most;
        unsigned found = bits_of(inside) & (left < BLOCK ? (1u << left) - 1 : (1u << BLOCK) - 1);
        count += note(0, found & 15, at, all->index + count);
        if (BLOCK > 4)
            count += note(1, found >> 4, at, all->index + count);
    }
    all->count = count;
}

/// Picks of the next candidates on the way, all of them on this side of the seam.
COVEY_INLINE void pick(const group *lanes, int32_t bound, walk *way, picked *all)
{
    blocks some;
    cut_blocks(way, &some);
    look_at(lanes, bound, &some, all);
}

#endif
