// SPDX-License-Identifier: MIT
// Builds whole programs from the ways that were found for each rule, and from each way to read,
// step and print. It keeps the programs that print the same as the student's in all cases.
#include "check/reason_search.h"

#include <limits.h>
#include <string.h>

enum {
    PAIRS = 200000, ///< of agents that are looked at in a case; larger ones are left out
    PROOFS = 3000,  ///< of programs with the same parts outside of the rules
    AS_LIGHT = 2,   ///< programs that are heavier by so little are as good
    SPREAD = 60,    ///< of places in the three lists of ways together
    ONE_SLIP = 12,  ///< the weight of most of them
    ROUNDS = 3,
    FRAMES = 150, ///< of two parts outside of the rules that are looked at closely
    SLIPS = 5,    ///< of a program; what needs more to be explained is something else
};

typedef struct finding {
    reason_search search;
    check_reason *reason;
    reason_candidates rules[RULES];
    int best; ///< weight of the lightest program that prints the same
    size_t nearest, nearest_wrong;
    int nearest_weight;
} finding;

// ---- Proof ----

/// True if a program prints the same in all cases.
static bool prints_the_same(finding *self, const reason_program *program)
{
    reason_search *search = &self->search;
    for (size_t k = 0; k < search->count; k++) {
        size_t at = search->order[k];
        if (reason_item_same(&search->items[at], program, search->room))
            continue;
        memmove(search->order + 1, search->order, k * sizeof *search->order);
        search->order[0] = at;
        return false;
    }
    return true;
}

/// True if a program differs from the right one in all that another does, and in more.
static bool has_more(const reason_program *program, const reason_program *other,
                     const reason_program *right)
{
    const unsigned char *a = &program->rule[0][0], *b = &other->rule[0][0];
    const unsigned char *c = &right->rule[0][0];
    for (size_t k = 0; k < sizeof *program; k++)
        if (b[k] != c[k] && a[k] != b[k])
            return false;
    return true;
}

/// Makes right each part of a program that prints the same with it.
static reason_program reduce(finding *self, const reason_program *program)
{
    reason_program reduced = *program;
    unsigned char *parts = &reduced.rule[0][0];
    const unsigned char *right = &self->search.right.rule[0][0];
    for (size_t k = 0; k < sizeof reduced; k++) {
        unsigned char kept = parts[k];
        parts[k] = right[k];
        if (kept != right[k] && !prints_the_same(self, &reduced))
            parts[k] = kept;
    }
    return reduced;
}

static void keep_fit(finding *self, const reason_program *found)
{
    check_reason *reason = self->reason;
    const reason_program reduced = reduce(self, found), *program = &reduced;
    int weight = reason_weight(program, &self->search.right);
    if (reason_slips(program, &self->search.right) > SLIPS)
        return;
    if (self->best != INT_MAX && weight > self->best + AS_LIGHT)
        return;
    if (self->best != INT_MAX && weight + AS_LIGHT < self->best) {
        reason->fit_count = 0;
        reason->more = false;
    }
    for (size_t k = 0; k < reason->fit_count; k++)
        if (has_more(program, &reason->fits[k], &self->search.right))
            return;
    size_t kept = 0;
    for (size_t k = 0; k < reason->fit_count; k++)
        if (!has_more(&reason->fits[k], program, &self->search.right))
            reason->fits[kept++] = reason->fits[k];
    reason->fit_count = kept;
    size_t at = reason->fit_count;
    if (weight < self->best) {
        at = 0;
        self->best = weight;
    }
    reason->more = reason->more || reason->fit_count == REASON_FITS;
    if (at == REASON_FITS)
        return;
    if (reason->fit_count < REASON_FITS)
        reason->fit_count++;
    for (size_t k = reason->fit_count - 1; k > at; k--)
        reason->fits[k] = reason->fits[k - 1];
    reason->fits[at] = *program;
}

/// Tries a whole program; returns whether it was run.
static bool try_program(finding *self, const reason_program *program)
{
    int weight = reason_weight(program, &self->search.right);
    if (self->best != INT_MAX && weight > self->best + AS_LIGHT)
        return false;
    if (prints_the_same(self, program))
        keep_fit(self, program);
    return true;
}

/// Counts the cases in which a program prints the same, and keeps it if no other has more.
static void measure(finding *self, const reason_program *program)
{
    reason_search *search = &self->search;
    size_t same = 0, wrong = 0;
    for (size_t k = 0; k < search->count; k++) {
        bool one = reason_item_same(&search->items[k], program, search->room);
        same += one;
        wrong += one && !search->items[k].right;
    }
    int weight = reason_weight(program, &search->right);
    if (same == search->count)
        keep_fit(self, program);
    bool better = same > self->nearest || (same == self->nearest && weight < self->nearest_weight);
    if (!better)
        return;
    self->nearest = same;
    self->nearest_wrong = wrong;
    self->nearest_weight = weight;
    self->reason->near = *program;
}

// ---- Whole programs ----

/// Tries the ways of the three rules with one another, those at the heads of their lists first.
static void compose(finding *self, const reason_program *frame)
{
    const reason_candidates *c = &self->rules[COHESION], *s = &self->rules[SEPARATION];
    const reason_candidates *a = &self->rules[ALIGNMENT];
    reason_program program = *frame;
    size_t left = PROOFS;
    for (size_t sum = 0; sum <= SPREAD && left > 0; sum++)
        for (size_t i = 0; i <= sum && i < c->count && left > 0; i++)
            for (size_t j = 0; i + j <= sum && j < s->count && left > 0; j++) {
                size_t k = sum - i - j;
                if (k >= a->count)
                    continue;
                memcpy(program.rule[COHESION], c->list[i].parts, RULE_PARTS);
                memcpy(program.rule[SEPARATION], s->list[j].parts, RULE_PARTS);
                memcpy(program.rule[ALIGNMENT], a->list[k].parts, RULE_PARTS);
                left -= try_program(self, &program);
            }
}

/// Looks for whole programs with these parts outside of the rules.
static void try_frame(finding *self, const reason_program *frame, int depth)
{
    bool all = true;
    if (reason_weight(frame, &self->search.right) > self->best)
        return;
    reason_search_frame(&self->search, frame);
    if (!reason_search_fits_frame(&self->search))
        return;
    for (int rule = 0; rule < RULES && all; rule++) {
        reason_search_rule(&self->search, rule, depth, &self->rules[rule]);
        all = self->rules[rule].count > 0;
    }
    if (!all)
        return;
    compose(self, frame);
    reason_program first = *frame;
    for (int rule = 0; rule < RULES; rule++)
        memcpy(first.rule[rule], self->rules[rule].list[0].parts, RULE_PARTS);
    if (self->reason->fit_count == 0)
        measure(self, &first);
}

/// `curved`: those in which no force follows from a line, so that nothing rules them out early.
static void try_one_part(finding *self, bool curved)
{
    const reason_program *right = &self->search.right;
    for (int part = STEP_PARTS - 1; part >= 0; part--)
        for (int row = 0; row < reason_count(STEP, part); row++) {
            reason_program frame = *right;
            frame.step[part] = (unsigned char)row;
            bool mixed = part == TAKE && reason_get(STEP, part, row).weight > ONE_SLIP;
            if (row != right->step[part] && reason_search_is_curved(&frame) == curved)
                try_frame(self, &frame, mixed ? 1 : 2);
        }
}

static void try_rows_of_two(finding *self, int a, int b, int *left)
{
    for (int one = 1; one < reason_count(STEP, a); one++)
        for (int other = 1; other < reason_count(STEP, b) && *left > 0; other++) {
            reason_program frame = self->search.right;
            frame.step[a] = (unsigned char)one;
            frame.step[b] = (unsigned char)other;
            reason_search_frame(&self->search, &frame);
            if (!reason_search_fits_frame(&self->search))
                continue;
            try_frame(self, &frame, 1);
            (*left)--;
        }
}

/// Tries two parts outside of the rules that are wrong at once. A pair is left out where no force
/// on some agent would give the line that was printed for it.
static void try_two_parts(finding *self)
{
    int left = FRAMES;
    for (int a = TAKE + 1; a < STEP_PARTS; a++)
        for (int b = a + 1; b < STEP_PARTS; b++)
            try_rows_of_two(self, a, b, &left);
}

// ---- From the nearest program on ----

static void try_changes(finding *self, const reason_program *from)
{
    for (int of = 0; of <= STEP; of++)
        for (int part = 0; part < (of == STEP ? STEP_PARTS : RULE_PARTS); part++)
            for (int row = 0; row < reason_count(of, part); row++) {
                reason_program changed = *from;
                unsigned char *at = of == STEP ? &changed.step[part] : &changed.rule[of][part];
                if (*at == row || (of != STEP && reason_is_idle(of, part, row)))
                    continue;
                *at = (unsigned char)row;
                measure(self, &changed);
            }
}

/// Changes a part of all rules alike.
static void try_changes_of_all(finding *self, const reason_program *from)
{
    for (int part = REACH; part < RULE_PARTS; part++) {
        bool shared = part <= WHO || part == FACTOR || part == PLUS || part == AXIS;
        for (int row = 1; shared && row < reason_count(COHESION, part); row++) {
            reason_program changed = *from;
            for (int rule = 0; rule < RULES; rule++)
                if (!reason_is_idle(rule, part, row))
                    changed.rule[rule][part] = (unsigned char)row;
            measure(self, &changed);
        }
    }
}

/// Changes the nearest program part by part as long as it explains more.
static void improve(finding *self)
{
    for (int round = 0; round < ROUNDS && self->reason->fit_count == 0; round++) {
        reason_program from = self->reason->near;
        size_t before = self->nearest;
        try_changes(self, &from);
        try_changes_of_all(self, &from);
        if (self->nearest == before)
            return;
    }
}

/// Makes right each part of the nearest program without which it explains as many cases.
static void prune_near(finding *self)
{
    reason_program *near = &self->reason->near;
    const unsigned char *right = &self->search.right.rule[0][0];
    for (size_t k = 0; k < sizeof *near; k++) {
        reason_program less = *near;
        (&less.rule[0][0])[k] = right[k];
        size_t same = 0;
        for (size_t at = 0; at < self->search.count; at++)
            same += reason_item_same(&self->search.items[at], &less, self->search.room);
        if (same >= self->nearest)
            *near = less;
    }
}

// ---- What is sure where no program explains all ----

/// True if no other way is nearly as light.
static bool is_alone(const reason_candidates *found)
{
    return found->count == 1 || found->list[1].weight > found->list[0].weight + AS_LIGHT;
}

static void find_states(finding *self, const reason_candidates plain[RULES])
{
    enum { LEAST = 4 };
    check_reason *reason = self->reason;
    reason->near = reason->right;
    for (int rule = 0; rule < RULES; rule++) {
        const reason_candidates *found = &plain[rule];
        reason_state *state = &reason->state[rule];
        *state = REASON_UNKNOWN;
        if (found->lines < LEAST)
            *state = REASON_SILENT;
        else if (found->count > 0 && found->list[0].weight == 0)
            *state = REASON_RIGHT;
        else if (found->count > 0 && found->depth <= 2 && is_alone(found))
            *state = REASON_WRONG;
        if (*state == REASON_WRONG)
            memcpy(reason->near.rule[rule], found->list[0].parts, RULE_PARTS);
    }
    reason_search_frame(&self->search, &reason->right);
    for (int rule = 0; rule < RULES; rule++)
        if (reason->state[rule] == REASON_UNKNOWN)
            (void)reason_subsets_find(&self->search, rule, &reason->sets[rule]);
}

/// The ways of each rule in a program that is right outside of them.
static bool try_plain(finding *self, reason_candidates plain[RULES])
{
    const reason_program *right = &self->search.right;
    reason_search_frame(&self->search, right);
    if (!reason_search_fits_frame(&self->search))
        return false;
    bool all = true;
    reason_program first = *right;
    for (int rule = 0; rule < RULES; rule++) {
        reason_search_rule(&self->search, rule, 3, &plain[rule]);
        all = all && plain[rule].count > 0;
        if (plain[rule].count > 0)
            memcpy(first.rule[rule], plain[rule].list[0].parts, RULE_PARTS);
    }
    memcpy(self->rules, plain, RULES * sizeof *plain);
    if (all)
        compose(self, right);
    if (self->reason->fit_count == 0)
        measure(self, &first);
    return true;
}

// ---- All ----

static bool begin(finding *self, covey_arena *arena, const check_compare_def *def,
                  const check_evidence *evidence, size_t count)
{
    reason_search *search = &self->search;
    search->arena = arena;
    search->items = covey_arena_take(arena, count, sizeof *search->items);
    search->worlds = covey_arena_take(arena, count, sizeof *search->worlds);
    search->order = covey_arena_take(arena, count, sizeof *search->order);
    search->room = covey_arena_take(arena, 1, sizeof *search->room);
    if (search->items == NULL || search->worlds == NULL || search->order == NULL ||
        search->room == NULL)
        return false;
    for (size_t k = 0; k < count; k++) {
        const covey_problem *problem = evidence[k].problem;
        size_t agents = problem->agents;
        reason_item *item = &search->items[search->count];
        if (evidence[k].mute || evidence[k].conclusive == 0 || agents > REASON_AGENTS ||
            problem->steps > PAIRS / (agents * agents + 1))
            continue;
        if (!reason_item_read(arena, def, &evidence[k], item))
            return false;
        search->order[search->count] = search->count;
        item->right = reason_item_same(item, &search->right, search->room);
        self->reason->wrong += !item->right;
        search->count++;
    }
    self->reason->cases = search->count;
    return true;
}

static void find(finding *self)
{
    check_reason *reason = self->reason;
    reason_candidates plain[RULES];
    bool has_plain = try_plain(self, plain);
    if (self->best > ONE_SLIP)
        try_one_part(self, false);
    if (self->best > ONE_SLIP)
        try_one_part(self, true);
    if (reason->fit_count == 0)
        improve(self);
    if (reason->fit_count == 0)
        try_two_parts(self);
    reason->explained = reason->fit_count > 0 ? reason->cases : self->nearest;
    reason->explained_wrong = reason->fit_count > 0 ? reason->wrong : self->nearest_wrong;
    size_t right = reason->cases - reason->wrong;
    size_t lost = right - (reason->explained - reason->explained_wrong);
    size_t explained = reason->explained_wrong;
    if (reason->fit_count == 0)
        prune_near(self);
    bool is_simple = reason_slips(&reason->near, &self->search.right) <= SLIPS;
    reason->is_near = is_simple && explained > 2 && lost == 0 && 3 * explained >= 2 * reason->wrong;
    reason->has_states = reason->fit_count == 0 && !reason->is_near && has_plain;
    if (reason->has_states)
        find_states(self, plain);
}

covey_status check_reason_find(const check_compare_def *def, int dialect,
                               const check_evidence *evidence, size_t count, check_reason *reason)
{
    covey_arena arena = {0};
    *reason = (check_reason){.asked = true, .right = reason_right(dialect)};
    reason->near = reason->right;
    finding *self = covey_arena_take(&arena, 1, sizeof *self);
    covey_status status = COVEY_MEMORY;
    if (self != NULL) {
        *self = (finding){.reason = reason, .best = INT_MAX, .nearest_weight = INT_MAX};
        self->search.right = reason->right;
        status = begin(self, &arena, def, evidence, count) ? COVEY_OK : COVEY_MEMORY;
    }
    if (status == COVEY_OK && reason->wrong > 0)
        find(self);
    covey_arena_destroy(&arena);
    return status;
}
