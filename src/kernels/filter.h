// SPDX-License-Identifier: MIT
// Filters the candidates of a lane group: keeps the ones that may be within reach of one of its
// agents.
//
// Of three candidates that a group of four visits, two are within reach of one of the four. Where a
// zone divides, visiting the third in vain costs more than finding it out beforehand, by quantized
// positions (geometry/quantized.h): coordinates in 16 bits each, eight agents in a vector of 32
// bytes (in three dimensions in two such vectors).
// A block of candidates is compared with one agent of the group after the other. Nothing branches
// on the result, neither on the number of candidates kept nor on the end of a run: such branches
// are predicted wrong so often that they would take more time than all else here.
#ifndef COVEY_KERNELS_FILTER_H
#define COVEY_KERNELS_FILTER_H

#include "geometry/quantized.h"
#include "kernels/gather.h"
#ifdef __wasm_simd128__
#include <wasm_simd128.h>
#endif

/// Candidates that are compared at once.
#if defined(__x86_64__) && defined(COVEY_FUSED)
enum { BLOCK = 8 };
#else
enum { BLOCK = 4 };
#endif

enum { BLOCKS = 64, MOST_KEPT = BLOCKS * BLOCK };

/// Indices of the candidates that were kept.
typedef struct filtered {
    size_t count;
    uint32_t index[MOST_KEPT];
} filtered;

/// A place in the runs of a group: `done` candidates of the run have been filtered.
typedef struct cursor {
    const covey_grid_run *run, *stop;
    size_t done;
} cursor;

// ---- Quantized positions ----

/// The quantized positions of a block: whole, as pairs of coordinates, and as squares of distances.
typedef uint32_t packed __attribute__((vector_size(BLOCK * sizeof(uint32_t))));
typedef uint16_t coordinates __attribute__((vector_size(BLOCK * sizeof(uint32_t))));
typedef int16_t offsets __attribute__((vector_size(BLOCK * sizeof(uint32_t))));
typedef int32_t squares __attribute__((vector_size(BLOCK * sizeof(uint32_t))));
typedef float signs __attribute__((vector_size(BLOCK * sizeof(uint32_t))));

/// x² + y² of each pair of offsets, negative where that overflows. x86-64 and WebAssembly have
/// one instruction for it.
COVEY_INLINE squares squares_of(offsets d)
{
#if defined(__x86_64__) && defined(COVEY_FUSED)
    return __builtin_ia32_pmaddwd256(d, d);
#elif defined(__x86_64__)
    return __builtin_ia32_pmaddwd128(d, d);
#elif defined(__wasm_simd128__)
    return (squares)wasm_i32x4_dot_i16x8((v128_t)d, (v128_t)d);
#else
    squares x = (squares)((packed)d << 16) >> 16, y = (squares)d >> 16;
    return (squares)((packed)x * (packed)x + (packed)y * (packed)y);
#endif
}

COVEY_INLINE squares smaller_of(squares a, squares b)
{
#if defined(__x86_64__) && defined(COVEY_FUSED) && !defined(__clang__)
    return __builtin_ia32_pminsd256(a, b);
#elif defined(__wasm_simd128__)
    return (squares)wasm_i32x4_min((v128_t)a, (v128_t)b);
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
#elif defined(__wasm_simd128__)
    return wasm_i32x4_bitmask((v128_t)inside);
#else
    const squares bit = {1, 2, 4, 8};
    squares found = inside & bit;
    return (unsigned)(found[0] | found[1] | found[2] | found[3]);
#endif
}

/// The quantized position of observer i on the grid of the candidates.
COVEY_INLINE uint32_t quantized_at(const covey_sense *sense, size_t i)
{
    if (sense->from == sense->to)
        return sense->grid->quantized[i];
    return covey_quantized(sense->grid->quantized_scale, sense->from->pos[0][i],
                           sense->from->pos[1][i]);
}

/// The third coordinate of observer i on that grid.
COVEY_INLINE uint32_t depth_at(const covey_sense *sense, size_t i)
{
    if (sense->from == sense->to)
        return sense->grid->depth[i];
    return covey_quantized_depth(sense->grid->quantized_scale, sense->from->pos[2][i]);
}

// ---- Blocks ----

typedef uint32_t quartet __attribute__((vector_size(4 * sizeof(uint32_t))));

/// The first candidates of blocks. The last block of a run may reach beyond the end of the run.
typedef struct blocks {
    size_t count;
    uint32_t at[BLOCKS];
} blocks;

/// Cuts the candidates behind the cursor into blocks, as many as there is room for. It writes four
/// blocks at a time even if the run ends before: runs are short, and a loop with one block at a
/// time would be predicted wrong at the end of each.
COVEY_INLINE void cut_blocks(cursor *place, blocks *all)
{
    const quartet steps = {0, BLOCK, 2 * BLOCK, 3 * BLOCK};
    const uint32_t most = 4 * BLOCK;
    size_t count = 0;
    while (place->run < place->stop && count <= BLOCKS - 4) {
        uint32_t first = (uint32_t)(place->run->begin + place->done);
        uint32_t length = (uint32_t)place->run->end - first;
        quartet at = first + steps;
        memcpy(all->at + count, &at, sizeof at);
        bool ends = length <= most;
        count += ((ends ? length : most) + BLOCK - 1) / BLOCK;
        place->done = ends ? 0 : place->done + most;
        place->run += ends;
    }
    all->count = count;
}

/// True if a run lies beyond a seam of the torus.
COVEY_INLINE bool is_turned(const covey_grid_run *run, bool deep)
{
    return (run->turn[0] | run->turn[1] | (deep ? run->turn[2] : 0)) != 0;
}

/// Counts the candidates of the group and finds out if they can be filtered. They can if the grid
/// is quantized, no run is seen around the torus, and each run ends so far before the next one that
/// a block beyond its end meets no candidate of the next. The agents that it does meet there are
/// out of reach: if one is kept, the visit adds nothing for it.
COVEY_INLINE void check_runs(lane_group *lanes, bool deep)
{
    size_t next = lanes->sense->to->count;
    bool can = lanes->sense->grid->quantized_scale > 0.0;
    lanes->candidates = 0;
    for (const covey_grid_run *run = lanes->run + lanes->runs; run-- > lanes->run;
         next = run->begin) {
        can &= !is_turned(run, deep) && run->end + BLOCK - 1 <= next;
        lanes->candidates += run->end - run->begin;
    }
    lanes->can_filter = can;
}

// ---- Filtering ----

// The numbers of the bits that are set, for all sets of bits 0 … k - 1 and `...` beyond them.
#define SETS_1(...) {__VA_ARGS__}, {0, __VA_ARGS__},
#define SETS_2(...) SETS_1(__VA_ARGS__) SETS_1(1, __VA_ARGS__)
#define SETS_3(...) SETS_2(__VA_ARGS__) SETS_2(2, __VA_ARGS__)
#define SETS_4(...) SETS_3(__VA_ARGS__) SETS_3(3, __VA_ARGS__)
#define SETS_5(...) SETS_4(__VA_ARGS__) SETS_4(4, __VA_ARGS__)
#define SETS_6(...) SETS_5(__VA_ARGS__) SETS_5(5, __VA_ARGS__)
#define SETS_7(...) SETS_6(__VA_ARGS__) SETS_6(6, __VA_ARGS__)

/// For each result of comparing a block, the numbers of the candidates that it keeps, in ascending
/// order and followed by zeros. This takes the place of a branch for each candidate.
#if defined(__x86_64__) && defined(COVEY_FUSED)
static const uint8_t sets[1 << BLOCK][BLOCK] = {
    {0}, {0}, SETS_1(1) SETS_2(2) SETS_3(3) SETS_4(4) SETS_5(5) SETS_6(6) SETS_7(7)};
#else
static const uint32_t sets[1 << BLOCK][BLOCK] = {{0}, {0}, SETS_1(1) SETS_2(2) SETS_3(3)};
#endif

COVEY_INLINE packed numbers_in(unsigned set)
{
#if defined(__x86_64__) && defined(COVEY_FUSED) && !defined(__clang__)
    typedef long long halves __attribute__((vector_size(16)));
    typedef char bytes __attribute__((vector_size(16)));
    long long numbers;
    memcpy(&numbers, sets[set], sizeof numbers);
    return (packed)__builtin_ia32_pmovzxbd256((bytes)(halves){numbers, 0});
#elif defined(__x86_64__) && defined(COVEY_FUSED)
    typedef uint8_t bytes __attribute__((vector_size(BLOCK)));
    bytes numbers;
    memcpy(&numbers, sets[set], sizeof numbers);
    return __builtin_convertvector(numbers, packed);
#else
    packed numbers;
    memcpy(&numbers, sets[set], sizeof numbers);
    return numbers;
#endif
}

/// The quantized positions of the group's agents, each in all places of a block. Lanes that are not
/// used hold those of the agents that follow: candidates near to them are kept in vain.
COVEY_INLINE void spread_quantized(const lane_group *lanes, coordinates here[LANES])
{
    const packed none = {0};
    UNROLL for (int lane = 0; lane < LANES; lane++) here[lane] =
        (coordinates)(quantized_at(lanes->sense, lanes->first + (size_t)lane) - none);
}

/// Their third coordinates.
COVEY_INLINE void spread_depths(const lane_group *lanes, coordinates here[LANES])
{
    const packed none = {0};
    UNROLL for (int lane = 0; lane < LANES; lane++) here[lane] =
        (coordinates)(depth_at(lanes->sense, lanes->first + (size_t)lane) - none);
}

/// The squared distances, along two axes, of a block from one of the agents.
COVEY_INLINE squares squares_from(coordinates here, coordinates there)
{
    return squares_of((offsets)(there - here));
}

/// Keeps a candidate of the blocks if its quantized position is nearer than `bound` to that of any
/// agent of the group: the smallest of the squared distances to the agents is compared. Each block
/// writes BLOCK indices and the next one overwrites the ones that do not count.
COVEY_INLINE void filter_blocks(const lane_group *lanes, bool deep, int32_t bound,
                                const blocks *some, filtered *kept)
{
    const covey_grid *grid = lanes->sense->grid;
    const packed none = {0};
    const squares most = bound - (squares)none;
    coordinates here[LANES], depth[LANES];
    spread_quantized(lanes, here);
    if (deep)
        spread_depths(lanes, depth);
    size_t count = 0;
    for (size_t b = 0; b < some->count; b++) {
        uint32_t at = some->at[b];
        coordinates there, below;
        memcpy(&there, grid->quantized + at, sizeof there);
        if (deep)
            memcpy(&below, grid->depth + at, sizeof below);
        squares least = most;
        UNROLL for (int lane = 0; lane < LANES; lane++)
        {
            squares here_to = squares_from(here[lane], there);
            if (deep)
                here_to = (squares)((packed)here_to + (packed)squares_from(depth[lane], below));
            least = lane == 0 ? here_to : smaller_of(here_to, least);
        }
        unsigned found = bits_of(least < most);
        packed index = numbers_in(found) + at;
        memcpy(kept->index + count, &index, sizeof index);
        count += (size_t)__builtin_popcount(found);
    }
    kept->count = count;
}

/// Filters the next candidates behind the cursor. `bound` is a limit of squared distances between
/// quantized positions.
COVEY_INLINE void filter(const lane_group *lanes, bool deep, int32_t bound, cursor *place,
                         filtered *kept)
{
    blocks some;
    cut_blocks(place, &some);
    filter_blocks(lanes, deep, bound, &some, kept);
}

#endif
