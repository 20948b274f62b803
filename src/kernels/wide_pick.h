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
    const covey_grid_run *run, *stop;
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

COVEY_INLINE squares smaller_of(squares a, squares b)
{
#if defined(__x86_64__) && defined(COVEY_FUSED) && !defined(__clang__)
    return __builtin_ia32_pminsd256(a, b);
#else
    squares below = a < b;
    return (a & below) | (b & ~below);
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

/// BLOCK candidates each, from where a block begins; the last of a run may reach beyond its end.
typedef struct blocks {
    size_t count;
    uint32_t at[BLOCKS];
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
        quartet at = first + steps;
        memcpy(made->at + count, &at, sizeof at);
        bool ends = length <= most;
        count += ((ends ? length : most) + BLOCK - 1) / BLOCK;
        way->done = ends ? 0 : way->done + most;
        way->run += ends;
    }
    made->count = count;
}

/// Counts the group's candidates and finds out if they can be picked: if they have spots, are all
/// on this side of the seam, and nobody that a block meets beyond the end of a run is one of them.
/// Who it meets there is out of reach then, and sums do not change if it is picked.
COVEY_INLINE void look_over_runs(group *lanes)
{
    size_t next = lanes->sense->to->count;
    bool can = lanes->sense->grid->spot_scale > 0.0;
    lanes->candidates = 0;
    for (const covey_grid_run *run = lanes->run + lanes->runs; run-- > lanes->run;
         next = run->begin) {
        can &= (run->turn[0] | run->turn[1]) == 0 && run->end + BLOCK - 1 <= next;
        lanes->candidates += run->end - run->begin;
    }
    lanes->can_pick = can;
}

// ---- Picking ----

// The numbers of a set's bits, for all sets of bits 0 … k - 1 and `...` beyond them.
#define SETS_1(...) {__VA_ARGS__}, {0, __VA_ARGS__},
#define SETS_2(...) SETS_1(__VA_ARGS__) SETS_1(1, __VA_ARGS__)
#define SETS_3(...) SETS_2(__VA_ARGS__) SETS_2(2, __VA_ARGS__)
#define SETS_4(...) SETS_3(__VA_ARGS__) SETS_3(3, __VA_ARGS__)
#define SETS_5(...) SETS_4(__VA_ARGS__) SETS_4(4, __VA_ARGS__)
#define SETS_6(...) SETS_5(__VA_ARGS__) SETS_5(5, __VA_ARGS__)
#define SETS_7(...) SETS_6(__VA_ARGS__) SETS_6(6, __VA_ARGS__)

/// Who is in a set: the numbers of the bits that are set in 0, 1, 2 …
#if defined(__x86_64__) && defined(COVEY_FUSED)
static const uint8_t sets[1 << BLOCK][BLOCK] = {
    {0}, {0}, SETS_1(1) SETS_2(2) SETS_3(3) SETS_4(4) SETS_5(5) SETS_6(6) SETS_7(7)};
#else
static const uint32_t sets[1 << BLOCK][BLOCK] = {{0}, {0}, SETS_1(1) SETS_2(2) SETS_3(3)};
#endif

COVEY_INLINE spots who_is_in(unsigned set)
{
#if defined(__x86_64__) && defined(COVEY_FUSED) && !defined(__clang__)
    typedef long long halves __attribute__((vector_size(16)));
    typedef char bytes __attribute__((vector_size(16)));
    long long numbers;
    memcpy(&numbers, sets[set], sizeof numbers);
    return (spots)__builtin_ia32_pmovzxbd256((bytes)(halves){numbers, 0});
#elif defined(__x86_64__) && defined(COVEY_FUSED)
    typedef uint8_t bytes __attribute__((vector_size(BLOCK)));
    bytes numbers;
    memcpy(&numbers, sets[set], sizeof numbers);
    return __builtin_convertvector(numbers, spots);
#else
    spots numbers;
    memcpy(&numbers, sets[set], sizeof numbers);
    return numbers;
#endif
}

/// The spots of the group's agents, each for all of a block; in lanes that are not used those of
/// whoever follows.
COVEY_INLINE void spread_spots(const group *lanes, coordinates here[LANES])
{
    const spots none = {0};
    UNROLL for (int lane = 0; lane < LANES; lane++) here[lane] =
        (coordinates)(spot_at(lanes->sense, lanes->first + (size_t)lane) - none);
}

/// Picks from blocks of candidates those whose spots are nearer than `bound` to any of the group's.
/// BLOCK of them are written, even if fewer count.
COVEY_INLINE void look_at(const group *lanes, int32_t bound, const blocks *some, picked *all)
{
    const uint32_t *spot = lanes->sense->grid->spot;
    const spots none = {0};
    const squares most = bound - (squares)none;
    coordinates here[LANES];
    spread_spots(lanes, here);
    size_t count = 0;
    for (size_t b = 0; b < some->count; b++) {
        uint32_t at = some->at[b];
        coordinates there;
        memcpy(&there, spot + at, sizeof there);
        squares least = squares_of((offsets)(there - here[0]));
        UNROLL for (int lane = 1; lane < LANES; lane++) least =
            smaller_of(squares_of((offsets)(there - here[lane])), least);
        unsigned found = bits_of(least < most);
        spots index = who_is_in(found) + at;
        memcpy(all->index + count, &index, sizeof index);
        count += (size_t)__builtin_popcount(found);
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
