// SPDX-License-Identifier: MIT
// The tree in which questions find agents: packed along the curve of Hilbert (1891), which never
// jumps, so that nodes are compact. Its keys are found in the way of J. Skilling, "Programming the
// Hilbert curve" (2004): coordinates are turned bit by bit, as the curve turns, and their bits are
// woven together.
#include "core/query_tree.h"

#include <string.h>

enum { DIGIT = 11, DIGITS = 3, BINS = 1 << DIGIT };

static size_t above(size_t count)
{
    return (count + COVEY_QUERY_WIDTH - 1) / COVEY_QUERY_WIDTH;
}

/// Cuts nodes into levels, up to the one that has a single node; `first` gets the end, too.
static int cut_levels(size_t count, size_t first[COVEY_QUERY_LEVELS + 1])
{
    int levels = 0;
    first[0] = 0;
    for (size_t size = count; levels == 0 || size > 1; levels++) {
        size = above(size);
        first[levels + 1] = first[levels] + size;
    }
    return levels;
}

static size_t nodes_for(size_t room)
{
    size_t first[COVEY_QUERY_LEVELS + 1];
    return first[cut_levels(room, first)] + COVEY_QUERY_LEVELS + COVEY_QUERY_WIDTH; // read ahead
}

static size_t places_for(size_t room)
{
    return room + COVEY_QUERY_TAIL + COVEY_QUERY_WIDTH; // read ahead
}

covey_status covey_query_tree_create(covey_memory *memory, size_t room, bool deep,
                                     covey_query_tree *tree)
{
    size_t nodes = nodes_for(room);
    *tree = (covey_query_tree){.room = room, .deep = deep};
    tree->id = covey_memory_take(memory, room + COVEY_QUERY_TAIL, sizeof *tree->id);
    tree->key = covey_memory_take(memory, room, sizeof *tree->key);
    tree->spare = covey_memory_take(memory, room, sizeof *tree->spare);
    bool taken = tree->id != NULL && tree->key != NULL && tree->spare != NULL;
    for (int axis = 0; axis < (deep ? 3 : 2); axis++) {
        tree->pos[axis] = covey_memory_take(memory, places_for(room), sizeof(double));
        tree->low[axis] = covey_memory_take(memory, nodes, sizeof(double));
        tree->high[axis] = covey_memory_take(memory, nodes, sizeof(double));
        taken =
            taken && tree->pos[axis] != NULL && tree->low[axis] != NULL && tree->high[axis] != NULL;
    }
    if (taken)
        return COVEY_OK;
    covey_query_tree_destroy(memory, tree);
    return COVEY_MEMORY;
}

void covey_query_tree_destroy(covey_memory *memory, covey_query_tree *tree)
{
    size_t room = tree->room, nodes = nodes_for(room);
    covey_memory_give(memory, tree->id, room + COVEY_QUERY_TAIL, sizeof *tree->id);
    covey_memory_give(memory, tree->key, room, sizeof *tree->key);
    covey_memory_give(memory, tree->spare, room, sizeof *tree->spare);
    for (int axis = 0; axis < COVEY_AXES; axis++) {
        covey_memory_give(memory, tree->pos[axis], places_for(room), sizeof(double));
        covey_memory_give(memory, tree->low[axis], nodes, sizeof(double));
        covey_memory_give(memory, tree->high[axis], nodes, sizeof(double));
    }
    *tree = (covey_query_tree){0};
}

covey_query_agents covey_query_tree_agents(const covey_query_tree *tree, const covey_state *state)
{
    return (covey_query_agents){
        tree->count,
        {tree->pos[0], tree->pos[1], tree->pos[2]},
        tree->id,
        tree->removed > 0 ? state : NULL,
    };
}

bool covey_query_tree_add(covey_query_tree *tree, covey_id id, covey_vec pos)
{
    const double place[] = {pos.x, pos.y, pos.z};
    size_t i = tree->room + tree->tail;
    if (tree->tail == COVEY_QUERY_TAIL)
        return false;
    tree->id[i] = id;
    for (int axis = 0; axis < (tree->deep ? 3 : 2); axis++)
        tree->pos[axis][i] = place[axis];
    tree->tail++;
    return true;
}

bool covey_query_tree_remove(covey_query_tree *tree)
{
    tree->removed++;
    return tree->removed <= (tree->count + tree->tail) / 2;
}

// ---- The curve ----

/// Where a coordinate lies between the lowest and the highest: its first bits, and 0 for those that
/// are not finite.
typedef struct scale {
    double low, factor, most;
} scale;

static scale scale_of(const double *x, size_t count, int bits)
{
    double low = HUGE_VAL, high = -HUGE_VAL;
    for (size_t i = 0; i < count; i++) {
        low = x[i] < low ? x[i] : low;
        high = x[i] > high ? x[i] : high;
    }
    double most = (double)((1 << bits) - 1), factor = most / (high - low);
    return (scale){low, factor < HUGE_VAL ? factor : 0.0, most};
}

static uint32_t bits_of(scale along, double x)
{
    double place = (x - along.low) * along.factor;
    return place >= 0.0 ? (uint32_t)(place < along.most ? place : along.most) : 0;
}

/// Moves bit k to 2 k.
static uint32_t spread_two(uint32_t bits)
{
    bits = (bits | bits << 8) & 0x00ff00ffU;
    bits = (bits | bits << 4) & 0x0f0f0f0fU;
    bits = (bits | bits << 2) & 0x33333333U;
    return (bits | bits << 1) & 0x55555555U;
}

/// Moves bit k to 3 k.
static uint32_t spread_three(uint32_t bits)
{
    bits = (bits | bits << 16) & 0x030000ffU;
    bits = (bits | bits << 8) & 0x0300f00fU;
    bits = (bits | bits << 4) & 0x030c30c3U;
    return (bits | bits << 2) & 0x09249249U;
}

enum { TURNED = 64 }; // places at a time, so that their loops are worth vectors

/// Where some places lie on each axis, in bits.
typedef struct places {
    uint32_t on[COVEY_AXES][TURNED];
} places;

/// Turns one axis as the curve turns at a bit: where the bit is set, the lower bits of the first
/// axis are mirrored, elsewhere they change places with its own.
COVEY_BODY void turn_places_body(int bit, uint32_t *COVEY_RESTRICT first,
                                 uint32_t *COVEY_RESTRICT own)
{
    const uint32_t lower = ((uint32_t)1 << bit) - 1;
    for (int k = 0; k < TURNED; k++) {
        uint32_t set = 0U - (own[k] >> bit & 1);
        uint32_t change = (first[k] ^ own[k]) & lower & ~set;
        first[k] ^= change | (lower & set);
        own[k] ^= change;
    }
}
COVEY_WIDER(static void, turn_places, (int bit, uint32_t *first, uint32_t *own), (bit, first, own))

/// Mirrors the lower bits of the first axis where a bit is set.
COVEY_BODY void mirror_first_body(int bit, uint32_t *first)
{
    const uint32_t lower = ((uint32_t)1 << bit) - 1;
    for (int k = 0; k < TURNED; k++)
        first[k] ^= lower & (0U - (first[k] >> bit & 1));
}
COVEY_WIDER(static void, mirror_first, (int bit, uint32_t *first), (bit, first))

/// Flips bits of an axis where those of another are set.
COVEY_BODY void flip_bits_body(const uint32_t *COVEY_RESTRICT other, uint32_t *COVEY_RESTRICT own)
{
    for (int k = 0; k < TURNED; k++)
        own[k] ^= other[k];
}
COVEY_WIDER(static void, flip_bits, (const uint32_t *other, uint32_t *own), (other, own))

/// Makes each bit the parity of the bits above it.
COVEY_BODY void add_above_body(const uint32_t *COVEY_RESTRICT bits, uint32_t *COVEY_RESTRICT odd)
{
    for (int k = 0; k < TURNED; k++) {
        uint32_t sum = bits[k] >> 1;
        sum ^= sum >> 1;
        sum ^= sum >> 2;
        sum ^= sum >> 4;
        odd[k] = sum ^ sum >> 8;
    }
}
COVEY_WIDER(static void, add_above, (const uint32_t *bits, uint32_t *odd), (bits, odd))

/// Turns the places so that their bits, woven together, are keys along the curve.
static void turn_all(int axes, int bits, places *of)
{
    uint32_t odd[TURNED];
    for (int bit = bits - 1; bit > 0; bit--) {
        mirror_first(bit, of->on[0]);
        for (int axis = 1; axis < axes; axis++)
            turn_places(bit, of->on[0], of->on[axis]);
    }
    for (int axis = 1; axis < axes; axis++)
        flip_bits(of->on[axis - 1], of->on[axis]);
    add_above(of->on[axes - 1], odd);
    for (int axis = 0; axis < axes; axis++)
        flip_bits(odd, of->on[axis]);
}

/// Keys in the upper half of each word, indices of the agents in the lower.
static void find_keys(const covey_state *state, uint64_t *key)
{
    bool deep = covey_state_is_deep(state);
    int bits = deep ? 10 : 16, axes = deep ? 3 : 2;
    scale along[COVEY_AXES] = {{0}};
    places of = {{{0}}};
    for (int axis = 0; axis < axes; axis++)
        along[axis] = scale_of(state->pos[axis], state->count, bits);
    for (size_t begin = 0; begin < state->count; begin += TURNED) {
        size_t rest = state->count - begin, count = rest < TURNED ? rest : TURNED;
        for (int axis = 0; axis < axes; axis++)
            for (size_t k = 0; k < count; k++)
                of.on[axis][k] = bits_of(along[axis], state->pos[axis][begin + k]);
        turn_all(axes, bits, &of);
        for (size_t k = 0; k < count; k++) {
            uint32_t x = of.on[0][k], y = of.on[1][k], z = of.on[2][k];
            uint32_t code = deep ? spread_three(x) << 2 | spread_three(y) << 1 | spread_three(z)
                                 : spread_two(x) << 1 | spread_two(y);
            key[begin + k] = (uint64_t)code << 32 | (begin + k);
        }
    }
}

/// Sorts keys digit by digit, lowest first; equal ones stay in their order. They end in `spare`.
static void sort_keys(uint64_t *key, uint64_t *spare, size_t count)
{
    for (int digit = 0; digit < DIGITS; digit++) {
        int shift = 32 + digit * DIGIT;
        uint32_t place[BINS] = {0}, sum = 0;
        for (size_t i = 0; i < count; i++)
            place[key[i] >> shift & (BINS - 1)]++;
        for (size_t k = 0; k < BINS; k++) {
            uint32_t size = place[k];
            place[k] = sum;
            sum += size;
        }
        for (size_t i = 0; i < count; i++)
            spare[place[key[i] >> shift & (BINS - 1)]++] = key[i];
        uint64_t *sorted = spare;
        spare = key;
        key = sorted;
    }
}

// ---- The boxes ----

/// Boxes of the nodes of a level on one axis, from the extents of the nodes below.
static void box_level(const covey_query_tree *tree, int level, int axis)
{
    const double *lows = level > 0 ? tree->low[axis] : tree->pos[axis];
    const double *highs = level > 0 ? tree->high[axis] : tree->pos[axis];
    for (size_t node = tree->first[level]; node < tree->first[level + 1]; node++) {
        covey_query_range below = covey_query_tree_below(tree, level, node);
        double low = HUGE_VAL, high = -HUGE_VAL;
        for (size_t k = below.begin; k < below.end; k++) {
            low = lows[k] < low ? lows[k] : low;
            high = highs[k] > high ? highs[k] : high;
        }
        tree->low[axis][node] = low;
        tree->high[axis][node] = high;
    }
}

void covey_query_tree_fill(covey_query_tree *tree, const covey_state *state)
{
    tree->count = state->count;
    tree->removed = tree->tail = 0;
    tree->levels = cut_levels(state->count, tree->first);
    find_keys(state, tree->key);
    sort_keys(tree->key, tree->spare, state->count);
    const uint64_t *sorted = tree->spare;
    for (size_t i = 0; i < state->count; i++)
        tree->id[i] = state->id[(uint32_t)sorted[i]];
    for (int axis = 0; axis < (tree->deep ? 3 : 2); axis++) {
        for (size_t i = 0; i < state->count; i++)
            tree->pos[axis][i] = state->pos[axis][(uint32_t)sorted[i]];
        for (int level = 0; level < tree->levels; level++)
            box_level(tree, level, axis);
    }
}

// ---- Agents that are put elsewhere ----

static void put_at(covey_query_tree *tree, size_t i, covey_vec pos)
{
    const double on[] = {pos.x, pos.y, pos.z};
    for (int axis = 0; axis < (tree->deep ? 3 : 2); axis++)
        tree->pos[axis][i] = on[axis];
}

static bool has_inside(const covey_query_tree *tree, size_t node, covey_vec pos)
{
    const double on[] = {pos.x, pos.y, pos.z};
    bool inside = true;
    for (int axis = 0; axis < (tree->deep ? 3 : 2); axis++)
        inside = inside && tree->low[axis][node] <= on[axis] && on[axis] <= tree->high[axis][node];
    return inside;
}

/// The place of an agent below a leaf, or SIZE_MAX.
static size_t find_below(const covey_query_tree *tree, size_t leaf, covey_id id)
{
    covey_query_range below = covey_query_tree_below(tree, 0, leaf);
    for (size_t i = below.begin; i < below.end; i++)
        if (tree->id[i] == id)
            return i;
    return SIZE_MAX;
}

/// The place in the tree of an agent at a position, or SIZE_MAX.
static size_t find_place(const covey_query_tree *tree, covey_id id, covey_vec pos)
{
    struct {
        size_t node;
        int level;
    } stack[COVEY_QUERY_STACK];
    size_t size = 0, found = SIZE_MAX;
    if (tree->count > 0) {
        stack[size].node = tree->first[tree->levels] - 1;
        stack[size++].level = tree->levels - 1;
    }
    while (size > 0 && found == SIZE_MAX) {
        size_t node = stack[--size].node;
        int level = stack[size].level;
        if (!has_inside(tree, node, pos))
            continue;
        if (level == 0)
            found = find_below(tree, node, id);
        covey_query_range below = covey_query_tree_below(tree, level, node);
        for (size_t k = below.begin; k < below.end && level > 0; k++) {
            stack[size].node = k;
            stack[size++].level = level - 1;
        }
    }
    return found;
}

bool covey_query_tree_move(covey_query_tree *tree, covey_id id, covey_vec from, covey_vec to)
{
    const double none = (double)NAN;
    covey_query_range tail = covey_query_tree_tail(tree);
    for (size_t i = tail.begin; i < tail.end; i++)
        if (tree->id[i] == id) {
            put_at(tree, i, to);
            return true;
        }
    if (tree->tail == COVEY_QUERY_TAIL)
        return false;
    size_t place = find_place(tree, id, from);
    if (place == SIZE_MAX)
        return false;
    put_at(tree, place, (covey_vec){none, none, none});
    return covey_query_tree_add(tree, id, to);
}
