// SPDX-License-Identifier: MIT
// Looks for the ways to do one rule, in the cases in which no other rule acts. The force on an
// agent in the first step follows from its line, so that nearly all ways leave at the first agent.
#include "check/reason_search.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void reason_search_frame(reason_search *self, const reason_program *frame)
{
    self->frame = *frame;
    for (size_t k = 0; k < self->count; k++) {
        const covey_problem *problem = self->items[k].problem;
        reason_start(&self->worlds[k], problem, frame);
        if (problem->steps > 0) {
            reason_read_time(&self->worlds[k], 0);
            reason_begin(&self->worlds[k]);
        }
    }
}

/// The rule that acts alone in a case; RULES for several, RULES + 1 for none.
static int acts_alone(const reason_world *world)
{
    int found = RULES + 1;
    for (int rule = 0; rule < RULES; rule++)
        if (world->par[K_C + rule] != 0)
            found = found == RULES + 1 ? rule : RULES;
    return found;
}

/// True if the first frame of an item is known from its beginning on.
static bool shows_first(const reason_item *item)
{
    const check_evidence *evidence = item->evidence;
    return item->count > 0 && evidence->first_step == 0 && evidence->frames > 0 &&
           item->problem->steps > 0;
}

// ---- Parts outside of the rules ----

bool reason_search_is_curved(const reason_program *frame)
{
    int speed = frame->step[SPEED], print = frame->step[PRINT], round = frame->step[ROUND];
    int keep = frame->step[KEEP], move = frame->step[MOVE];
    bool limits = (speed >= SPEED_ONE && speed <= SPEED_UNIT) ||
                  (speed >= SPEED_TWO && speed <= SPEED_TEN) || speed == SPEED_LIMIT_BEHIND;
    return limits || print == PRINT_SORTED || print == PRINT_SPEED_ANGLE || keep == KEEP_ROUNDED ||
           keep == KEEP_ROUNDED_BEHIND || keep >= KEEP_FLOAT_FORCES || keep == KEEP_FLOAT ||
           move >= MOVE_WRAP_100 || round == ROUND_TWO_DECIMALS || round == ROUND_NO_SIGN ||
           round == ROUND_WHOLE;
}

typedef struct range {
    double low, high;
} range;

/// Narrows the force on an axis by a number of the line; false if no force is left.
static bool narrow(range *force, double seen, double slack, double at_rest, double share)
{
    double middle = (seen - at_rest) / share, half = 2.01 * slack / fabs(share);
    half += 1e-9 * fabs(middle);
    force->low = fmax(force->low, middle - half);
    force->high = fmin(force->high, middle + half);
    return force->low <= force->high;
}

/// True if some force gives the line of an agent.
static bool has_force(reason_world *world, const reason_item *item, size_t line, size_t i)
{
    static const double forces[3][2] = {{0, 0}, {1, 0}, {0, 1}};
    const double infinite = (double)INFINITY;
    range left[2] = {{-infinite, infinite}, {-infinite, infinite}};
    double numbers[3][4];
    for (int k = 0; k < 3; k++)
        reason_probe(world, i, forces[k], false, numbers[k]);
    for (int k = 0; k < 4; k++) {
        double seen = item->seen[line][k], slack = item->slack[line][k], rest = numbers[0][k];
        double x = numbers[1][k] - rest, y = numbers[2][k] - rest;
        bool by_x = fabs(x) > 1e-9, by_y = fabs(y) > 1e-9;
        if (by_x && by_y)
            continue;
        if (!by_x && !by_y && fabs(seen - rest) > 2.01 * slack + 1e-12 * fabs(rest))
            return false;
        if (by_x && !narrow(&left[0], seen, slack, rest, x))
            return false;
        if (by_y && !narrow(&left[1], seen, slack, rest, y))
            return false;
    }
    return true;
}

static size_t agent_of(const reason_search *self, const reason_item *item, size_t line)
{
    size_t i = line + item->evidence->first_agent;
    return self->frame.step[PRINT] == PRINT_REVERSED ? item->problem->agents - 1 - i : i;
}

bool reason_search_fits_frame(reason_search *self)
{
    if (reason_search_is_curved(&self->frame) || self->frame.step[RUN] == RUN_TWICE)
        return true;
    for (size_t k = 0; k < self->count; k++) {
        const reason_item *item = &self->items[k];
        if (!shows_first(item))
            continue;
        for (size_t line = 0; line < item->count && line < item->evidence->agents; line++)
            if (!has_force(&self->worlds[k], item, line, agent_of(self, item, line)))
                return false;
    }
    return true;
}

// ---- Lines that show a rule ----

static int compare_keys(const void *one, const void *other)
{
    const reason_key *a = one, *b = other;
    if (a->neighbors != b->neighbors)
        return a->neighbors > b->neighbors ? -1 : 1;
    if (a->item != b->item)
        return a->item < b->item ? -1 : 1;
    return a->line < b->line ? -1 : a->line > b->line;
}

/// True if the force on an agent comes from the flock as it starts.
static bool is_early(const reason_search *self, const reason_item *item, size_t agent)
{
    int order = self->frame.step[ORDER];
    size_t first = order == ORDER_BACKWARD ? item->problem->agents - 1 : 0;
    bool at_once = (order == ORDER_RIGHT || order >= ORDER_DRIFT_FIRST) &&
                   self->frame.step[KEEP] != KEEP_AGENTS &&
                   self->frame.step[KEEP] != KEEP_AGENTS_ON;
    return at_once || agent == first;
}

void reason_search_keys(reason_search *self, int rule)
{
    self->key_count = 0;
    self->is_seen = false;
    for (size_t k = 0; k < self->count; k++) {
        const reason_item *item = &self->items[k];
        if (!shows_first(item) || acts_alone(&self->worlds[k]) != rule ||
            self->frame.step[PRINT] == PRINT_SORTED || self->frame.step[RUN] == RUN_TWICE)
            continue;
        for (size_t line = 0;
             line < item->count && line < item->evidence->agents && self->key_count < REASON_KEYS;
             line++) {
            reason_seen seen;
            size_t agent = agent_of(self, item, line);
            if (!is_early(self, item, agent))
                continue;
            reason_look(&self->worlds[k], rule, self->right.rule[rule], agent, &seen);
            self->keys[self->key_count++] = (reason_key){k, line, agent, seen.count};
        }
    }
    qsort(self->keys, self->key_count, sizeof *self->keys, compare_keys);
}

// ---- One way ----

static void look(reason_search *self, int rule, const unsigned char *parts)
{
    if (self->is_seen && memcmp(self->sets, parts, sizeof self->sets) == 0)
        return;
    for (size_t k = 0; k < self->key_count; k++)
        reason_look(&self->worlds[self->keys[k].item], rule, parts, self->keys[k].agent,
                    &self->seen[k]);
    memcpy(self->sets, parts, sizeof self->sets);
    self->is_seen = true;
}

static bool explains_keys(reason_search *self, int rule, const unsigned char *parts)
{
    bool carried = reason_carries_sum(parts[GATHER]) || reason_carries_count(parts[GATHER]);
    unsigned char used[RULE_PARTS];
    memcpy(used, parts, sizeof used);
    if (rule == SEPARATION && self->frame.step[LIMIT] == LIMIT_FORCE && parts[CLAMP] == CLAMP_RIGHT)
        used[CLAMP] = CLAMP_NONE;
    look(self, rule, parts);
    for (size_t k = 0; k < self->key_count; k++) {
        const reason_key *key = &self->keys[k];
        reason_world *world = &self->worlds[key->item];
        double f[2], numbers[4];
        if (carried && key->agent > 0)
            continue;
        if (carried)
            memset(world->sum, 0, sizeof world->sum);
        if (carried)
            memset(world->count, 0, sizeof world->count);
        reason_force(world, rule, used, key->agent, &self->seen[k], f);
        reason_probe(world, key->agent, f, true, numbers);
        if (!reason_item_has(&self->items[key->item], key->line, self->frame.step[ROUND], numbers))
            return false;
    }
    return true;
}

static bool explains_items(reason_search *self, int rule, const unsigned char *parts)
{
    reason_program program = self->frame;
    memcpy(program.rule[rule], parts, RULE_PARTS);
    for (size_t k = 0; k < self->count; k++)
        if (acts_alone(&self->worlds[k]) == rule &&
            !reason_item_same(&self->items[k], &program, self->room))
            return false;
    return true;
}

static void keep(reason_candidates *found, const unsigned char *parts, int weight)
{
    size_t at = found->count;
    while (at > 0 && weight < found->list[at - 1].weight)
        at--;
    if (at == REASON_CANDIDATES)
        return;
    if (found->count < REASON_CANDIDATES)
        found->count++;
    for (size_t k = found->count - 1; k > at; k--)
        found->list[k] = found->list[k - 1];
    memcpy(found->list[at].parts, parts, RULE_PARTS);
    found->list[at].weight = weight;
}

/// True if a rule is left out and has another part wrong, which does not show then.
static bool is_hidden(const unsigned char *parts, const unsigned char *right)
{
    int wrong = 0;
    for (int part = 0; part < RULE_PARTS; part++)
        wrong += parts[part] != right[part];
    return parts[FACTOR] == FACTOR_GONE && wrong > 1;
}

/// Tries all ways with `depth` more parts wrong, from part `first` on.
static void try_parts(reason_search *self, int rule, int first, int depth, unsigned char *parts,
                      reason_candidates *found)
{
    const unsigned char *right = self->right.rule[rule];
    if (depth == 0) {
        if (!is_hidden(parts, right) && explains_keys(self, rule, parts) &&
            explains_items(self, rule, parts))
            keep(found, parts, reason_rule_weight(rule, parts, right));
        return;
    }
    for (int part = first; part < RULE_PARTS; part++) {
        int rows = reason_count(rule, part);
        for (int row = 0; row < rows; row++) {
            if (row == right[part] || reason_is_idle(rule, part, row))
                continue;
            parts[part] = (unsigned char)row;
            try_parts(self, rule, part + 1, depth - 1, parts, found);
        }
        parts[part] = right[part];
    }
}

void reason_search_rule(reason_search *self, int rule, int depth, reason_candidates *found)
{
    unsigned char parts[RULE_PARTS];
    *found = (reason_candidates){0};
    reason_search_keys(self, rule);
    for (size_t k = 0; k < self->key_count; k++)
        found->lines += self->keys[k].neighbors > (rule == ALIGNMENT);
    for (int wrong = 0; wrong <= depth && (wrong <= 1 || found->count == 0); wrong++) {
        memcpy(parts, self->right.rule[rule], sizeof parts);
        size_t before = found->count;
        try_parts(self, rule, 0, wrong, parts, found);
        found->depth = before == 0 && found->count > 0 ? wrong : found->depth;
        if (self->key_count == 0)
            return; // nothing shows it: only the right way and those next to it are of use
    }
}
