// SPDX-License-Identifier: MIT
// Items are sorted along a Morton curve through the middles of their boxes and cut into leaves of
// equal length: a tree that is built fast, needs no pointers and is the same on every machine.
#include "base/boxtree.h"

#include "base/minmax.h"

enum { LEAF = 4, DEPTH = 40 };

// ---- Memory ----

static size_t leaves_for(size_t count)
{
    size_t leaves = 1;
    while (leaves * LEAF < count)
        leaves *= 2;
    return leaves;
}

bool covey_boxtree_reserve(covey_memory *memory, size_t room, covey_boxtree *tree)
{
    if (room <= tree->room)
        return true;
    covey_boxtree grown = {.room = room, .leaves = 1};
    grown.box = covey_memory_take(memory, room, sizeof *grown.box);
    grown.node = covey_memory_take(memory, 2 * leaves_for(room), sizeof *grown.node);
    grown.place = covey_memory_take(memory, room, sizeof *grown.place);
    grown.leaf = covey_memory_take(memory, room, sizeof *grown.leaf);
    if (grown.box == NULL || grown.node == NULL || grown.place == NULL || grown.leaf == NULL) {
        covey_boxtree_destroy(memory, &grown);
        return false;
    }
    covey_boxtree_destroy(memory, tree);
    *tree = grown;
    return true;
}

void covey_boxtree_destroy(covey_memory *memory, covey_boxtree *tree)
{
    covey_memory_give(memory, tree->box, tree->room, sizeof *tree->box);
    covey_memory_give(memory, tree->node, 2 * leaves_for(tree->room), sizeof *tree->node);
    covey_memory_give(memory, tree->place, tree->room, sizeof *tree->place);
    covey_memory_give(memory, tree->leaf, tree->room, sizeof *tree->leaf);
    *tree = (covey_boxtree){0};
}

// ---- Building ----

static void join(const covey_boxtree_box *one, covey_boxtree_box *all)
{
    for (int axis = 0; axis < COVEY_BOX_AXES; axis++) {
        all->low[axis] = covey_smaller(one->low[axis], all->low[axis]);
        all->high[axis] = covey_larger(one->high[axis], all->high[axis]);
    }
}

static double middle(const covey_boxtree_box *box, int axis)
{
    return 0.5 * box->low[axis] + 0.5 * box->high[axis];
}

/// Spreads the lowest 21 bits of x, three places apart: halves of it, halves of these, and so on.
static uint64_t spread(uint64_t x)
{
    x = (x | x << 32) & 0x001f00000000ffff;
    x = (x | x << 16) & 0x001f0000ff0000ff;
    x = (x | x << 8) & 0x100f00f00f00f00f;
    x = (x | x << 4) & 0x10c30c30c30c30c3;
    return (x | x << 2) & 0x1249249249249249;
}

/// The number of a cell, one of 2^21 from `low` to `high`; 0 for NaN.
static uint64_t cell(double x, double low, double high)
{
    const double cells = 0x1p21;
    double share = (x - low) / (high - low) * cells;
    if (!(share >= 0.0))
        return 0;
    return share < cells ? (uint64_t)share : (uint64_t)cells - 1;
}

static void set_codes(covey_boxtree *tree)
{
    covey_boxtree_box all = covey_box_empty();
    for (size_t k = 0; k < tree->count; k++) {
        covey_boxtree_box point;
        for (int axis = 0; axis < COVEY_BOX_AXES; axis++)
            point.low[axis] = point.high[axis] = middle(&tree->box[k], axis);
        join(&point, &all);
    }
    for (size_t k = 0; k < tree->count; k++) {
        uint64_t code = 0;
        for (int axis = 0; axis < COVEY_BOX_AXES; axis++) {
            double x = middle(&tree->box[k], axis);
            code |= spread(cell(x, all.low[axis], all.high[axis])) << axis;
        }
        tree->place[k] = (covey_boxtree_place){code, (uint32_t)k};
    }
}

static bool is_before(covey_boxtree_place a, covey_boxtree_place b)
{
    return a.code < b.code || (a.code == b.code && a.item < b.item);
}

static void sink(covey_boxtree_place *heap, size_t k, size_t count)
{
    covey_boxtree_place moved = heap[k];
    for (size_t child = 2 * k + 1; child < count; child = 2 * k + 1) {
        if (child + 1 < count && is_before(heap[child], heap[child + 1]))
            child++;
        if (!is_before(moved, heap[child]))
            break;
        heap[k] = heap[child];
        k = child;
    }
    heap[k] = moved;
}

/// Heapsort: it needs no room, and as long for every order.
static void sort(covey_boxtree_place *place, size_t count)
{
    for (size_t k = count / 2; k > 0; k--)
        sink(place, k - 1, count);
    for (size_t k = count; k > 1; k--) {
        covey_boxtree_place last = place[k - 1];
        place[k - 1] = place[0];
        place[0] = last;
        sink(place, 0, k - 1);
    }
}

static void set_leaf(covey_boxtree *tree, size_t leaf)
{
    covey_boxtree_box all = covey_box_empty();
    covey_boxtree_range range = covey_boxtree_leaf(tree, tree->leaves + leaf);
    for (size_t k = range.begin; k < range.end; k++)
        join(&tree->box[tree->place[k].item], &all);
    tree->node[tree->leaves + leaf] = all;
}

static void set_node(covey_boxtree *tree, size_t node)
{
    tree->node[node] = tree->node[2 * node];
    join(&tree->node[2 * node + 1], &tree->node[node]);
}

void covey_boxtree_fit(covey_boxtree *tree)
{
    if (tree->room == 0)
        return;
    for (size_t leaf = 0; leaf < tree->leaves; leaf++)
        set_leaf(tree, leaf);
    for (size_t node = tree->leaves - 1; node > 0; node--)
        set_node(tree, node);
}

void covey_boxtree_build(size_t count, covey_boxtree *tree)
{
    tree->count = count;
    tree->leaves = leaves_for(count);
    if (tree->room == 0)
        return;
    set_codes(tree);
    sort(tree->place, count);
    for (size_t leaf = 0; leaf < tree->leaves; leaf++) {
        covey_boxtree_range range = covey_boxtree_leaf(tree, tree->leaves + leaf);
        for (size_t k = range.begin; k < range.end; k++)
            tree->leaf[tree->place[k].item] = (uint32_t)leaf;
    }
    covey_boxtree_fit(tree);
}

static bool is_within(const covey_boxtree_box *box, const covey_boxtree_box *all)
{
    bool within = true;
    for (int axis = 0; axis < COVEY_BOX_AXES; axis++)
        within = within && box->low[axis] >= all->low[axis] && box->high[axis] <= all->high[axis];
    return within;
}

void covey_boxtree_move(covey_boxtree *tree, size_t item, const covey_boxtree_box *box)
{
    tree->box[item] = *box;
    for (size_t node = tree->leaves + tree->leaf[item]; node > 0; node /= 2) {
        if (is_within(box, &tree->node[node]))
            break; // and so it is within the boxes above
        join(box, &tree->node[node]);
    }
}

// ---- Finding ----

/// Shellsort with gaps of 4^k: the lists are short.
static void sort_items(uint32_t *item, size_t count)
{
    for (size_t gap = 64; gap > 0; gap /= 4)
        for (size_t k = gap; k < count; k++) {
            uint32_t moved = item[k];
            size_t to = k;
            for (; to >= gap && item[to - gap] > moved; to -= gap)
                item[to] = item[to - gap];
            item[to] = moved;
        }
}

/// The number of the lowest bit of a word that is not 0.
static uint32_t lowest_bit(uint64_t word)
{
    uint32_t bit = 0;
    for (int half = 32; half > 0; half /= 2)
        if ((word & (((uint64_t)1 << half) - 1)) == 0) {
            word >>= half;
            bit += (uint32_t)half;
        }
    return bit;
}

/// Numbers that a set of bits has room for.
enum { WORD = 64, WORDS = 64 };

/// Sorts items from `low` on through a set of bits, which is faster where they lie close together.
static size_t sort_close(uint32_t *item, size_t count, uint32_t low, size_t words)
{
    uint64_t bits[WORDS];
    size_t kept = 0;
    for (size_t k = 0; k < words; k++)
        bits[k] = 0;
    for (size_t k = 0; k < count; k++)
        bits[(item[k] - low) / WORD] |= (uint64_t)1 << ((item[k] - low) % WORD);
    for (size_t k = 0; k < words; k++)
        for (uint64_t word = bits[k]; word != 0; word &= word - 1)
            item[kept++] = low + (uint32_t)(k * WORD) + lowest_bit(word);
    return kept;
}

void covey_finds_end(covey_finds *found)
{
    enum { FEW = 8 };
    size_t kept = 0;
    uint32_t low = UINT32_MAX, high = 0;
    for (size_t k = 0; k < found->count; k++) {
        low = found->item[k] < low ? found->item[k] : low;
        high = found->item[k] > high ? found->item[k] : high;
    }
    if (found->count > FEW && high - low < WORD * WORDS) {
        found->count = sort_close(found->item, found->count, low, (high - low) / WORD + 1);
        return;
    }
    sort_items(found->item, found->count);
    for (size_t k = 0; k < found->count; k++)
        if (k == 0 || found->item[k] != found->item[k - 1])
            found->item[kept++] = found->item[k];
    found->count = kept;
}

/// Where there is no room left, the higher half goes: a later search begins there.
static void make_room(covey_finds *found)
{
    covey_finds_end(found);
    if (found->count <= COVEY_FINDS / 2)
        return;
    found->count = COVEY_FINDS / 2;
    found->last = found->item[COVEY_FINDS / 2 - 1];
    found->more = true;
}

void covey_finds_add(covey_finds *found, uint32_t item)
{
    if (item < found->from || item > found->last)
        return;
    if (found->count == COVEY_FINDS)
        make_room(found);
    if (item > found->last)
        return;
    found->item[found->count++] = item;
}

static void find_in_leaf(const covey_boxtree *tree, size_t node, const covey_boxtree_box *box,
                         covey_finds *found)
{
    covey_boxtree_range range = covey_boxtree_leaf(tree, node);
    for (size_t k = range.begin; k < range.end; k++) {
        uint32_t item = tree->place[k].item;
        if (covey_box_meets(&tree->box[item], box))
            covey_finds_add(found, item);
    }
}

void covey_boxtree_find(const covey_boxtree *tree, const covey_boxtree_box *box, covey_finds *found)
{
    size_t stack[DEPTH], top = 0;
    if (tree->count == 0)
        return;
    stack[top++] = 1;
    while (top > 0) {
        size_t node = stack[--top];
        if (!covey_box_meets(&tree->node[node], box))
            continue;
        if (node >= tree->leaves) {
            find_in_leaf(tree, node, box, found);
            continue;
        }
        stack[top++] = 2 * node + 1;
        stack[top++] = 2 * node;
    }
}
