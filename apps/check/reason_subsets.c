// SPDX-License-Identifier: MIT
// Which agents a program sees where no known way to choose neighbors explains it: of the few agents
// of a small case every subset is tried as the neighbors of an agent.
#include "check/reason_search.h"

#include <math.h>
#include <string.h>

enum { MOST = 12, PAIRS_KEPT = 256 };

/// An agent and another one, and whether the rule should see it and does.
typedef struct pair {
    size_t item, agent, other;
    bool should, does;
    double d;
} pair;

typedef struct subsets {
    reason_search *search;
    int rule;
    pair pairs[PAIRS_KEPT];
    size_t count;
} subsets;

/// The agents of a subset, a bit for each of the flock, in the order of the list.
static void fill(const reason_world *world, int rule, size_t agent, unsigned bits,
                 reason_seen *seen)
{
    seen->count = 0;
    for (size_t j = 0; j < world->n; j++)
        if (j == agent ? rule == ALIGNMENT : (bits >> j & 1) != 0)
            seen->list[seen->count++] = (unsigned char)j;
}

static bool explains(subsets *self, const reason_key *key, unsigned bits)
{
    reason_search *search = self->search;
    reason_world *world = &search->worlds[key->item];
    reason_seen seen;
    double f[2], numbers[4];
    fill(world, self->rule, key->agent, bits, &seen);
    reason_force(world, self->rule, search->right.rule[self->rule], key->agent, &seen, f);
    reason_probe(world, key->agent, f, true, numbers);
    return reason_item_has(&search->items[key->item], key->line, search->frame.step[ROUND],
                           numbers);
}

static int count_bits(unsigned bits)
{
    int count = 0;
    for (; bits != 0; bits &= bits - 1)
        count++;
    return count;
}

static void keep_pairs(subsets *self, const reason_key *key, unsigned right, unsigned found)
{
    const reason_world *world = &self->search->worlds[key->item];
    const reason_agent *a = &world->now[key->agent];
    for (size_t j = 0; j < world->n && self->count < PAIRS_KEPT; j++) {
        const reason_agent *b = &world->now[j];
        if (j != key->agent)
            self->pairs[self->count++] = (pair){
                .item = key->item,
                .agent = key->agent,
                .other = j,
                .should = (right >> j & 1) != 0,
                .does = (found >> j & 1) != 0,
                .d = hypot(b->x - a->x, b->y - a->y),
            };
    }
}

/// Finds the agents that one agent sees; false if no subset explains its line. Of several subsets
/// that is the one nearest to the right one, if it is alone in that.
static bool find_one(subsets *self, const reason_key *key)
{
    const reason_world *world = &self->search->worlds[key->item];
    reason_seen seen;
    unsigned right = 0, best = 0, all = 1U << world->n, self_bit = 1U << key->agent;
    int least = MOST + 1, ways = 0;
    reason_look(world, self->rule, self->search->right.rule[self->rule], key->agent, &seen);
    for (size_t k = 0; k < seen.count; k++)
        right |= seen.list[k] != key->agent ? 1U << seen.list[k] : 0;
    for (unsigned bits = 0; bits < all; bits++) {
        int off = count_bits(bits ^ right);
        if ((bits & self_bit) != 0 || off > least || !explains(self, key, bits))
            continue;
        ways = off < least ? 1 : ways + 1;
        least = off;
        best = bits;
    }
    if (ways == 1)
        keep_pairs(self, key, right, best);
    return ways > 0;
}

// ---- What the unseen have in common ----

static bool is_farthest(const subsets *self, const pair *of)
{
    for (size_t k = 0; k < self->count; k++) {
        const pair *other = &self->pairs[k];
        if (other->item == of->item && other->agent == of->agent && other->does &&
            other->d >= of->d)
            return false;
    }
    return true;
}

static bool holds(const subsets *self, int property, const pair *of)
{
    const reason_world *world = &self->search->worlds[of->item];
    const reason_agent *a = &world->now[of->agent], *b = &world->now[of->other];
    const bool values[] = {
        of->other > of->agent,
        of->other<of->agent, of->other == 0, of->other + 1 == world->n, of->d == 0,
                  is_farthest(self, of), b->x<a->x, b->x> a->x, b->y<a->y, b->y> a->y, of->d> 1,
    };
    return values[property];
}

/// Words for what is so of all neighbors that are not seen and of none that is; NULL if nothing is.
static const char *find_common(const subsets *self)
{
    static const char *const words[] = {
        "stand behind the agent in the list",
        "stand before the agent in the list",
        "are the first agent of the list",
        "are the last agent of the list",
        "are on the same place",
        "are farther than all that are seen",
        "have a smaller x",
        "have a larger x",
        "have a smaller y",
        "have a larger y",
        "are farther than 1",
    };
    for (int property = 0; property < (int)(sizeof words / sizeof *words); property++) {
        bool fits = true;
        for (size_t k = 0; k < self->count && fits; k++)
            fits = !self->pairs[k].should ||
                   holds(self, property, &self->pairs[k]) != self->pairs[k].does;
        if (fits)
            return words[property];
    }
    return NULL;
}

bool reason_subsets_find(reason_search *search, int rule, check_reason_set *found)
{
    subsets self = {.search = search, .rule = rule};
    *found = (check_reason_set){0};
    reason_search_keys(search, rule);
    for (size_t k = 0; k < search->key_count; k++) {
        const reason_world *world = &search->worlds[search->keys[k].item];
        if (world->n <= MOST && !find_one(&self, &search->keys[k]))
            return false;
    }
    size_t unseen = 0;
    for (size_t k = self.count; k-- > 0;) {
        const pair *one = &self.pairs[k];
        unseen += one->should && !one->does;
        if (one->should == one->does || (found->is_known && !one->should))
            continue;
        *found = (check_reason_set){
            .is_known = true,
            .sees = one->does,
            .agent = one->agent,
            .other = one->other,
            .name = search->items[one->item].evidence->name,
        };
    }
    if (found->is_known && unseen > 1)
        found->common = find_common(&self);
    return found->is_known;
}
