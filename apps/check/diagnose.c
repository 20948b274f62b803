// SPDX-License-Identifier: MIT
// Runs every program that a student may have written over the cases and keeps the ones that print
// the same. Each leaves a case at the first line that differs, nearly always one of the first.
#include "check/diagnose.h"

#include <string.h>

enum {
    DIALECTS = 3,
    PAIRS = 60000,        ///< of agents that a hypothesis may look at in all cases together
    MOST_PAIRS = 1 << 20, ///< in a single frame
};

/// State of a search for programs that print the same.
typedef struct search {
    const check_compare_def *def;
    check_evidence *evidence;
    size_t *steps; ///< to compare of each; 0: none
    size_t count;
    size_t telling; ///< cases with conclusive lines
    bool *right;    ///< of each: a program without mistakes explains it
    covey_mistakes_agent *room;
    check_diagnosis *diagnosis;
    size_t bare;                   ///< wrong cases that the dialect at hand explains,
    size_t single[COVEY_MISTAKES]; ///< and with a single mistake
    covey_variant from;            ///< the program without mistakes that is changed,
    const char *dialect;           ///< the name of its dialect,
    bool other;                    ///< and whether that is not the dialect of the cases
    int decimals;
    int digits;
} search;

// ---- Compared lines ----

/// True if a case counts against programs: it has lines, or none where there should be none.
static bool is_conclusive(const check_evidence *evidence)
{
    return !evidence->mute &&
           (evidence->conclusive > 0 || (!evidence->open && evidence->agents == 0));
}

/// Shares the pairs out; returns the most agents of a case that is compared.
static size_t plan(search *self)
{
    size_t left = PAIRS, most = 0;
    for (size_t k = 0; k < self->count; k++) {
        const covey_problem *problem = self->evidence[k].problem;
        size_t agents = problem->agents;
        if (self->evidence[k].mute)
            continue;
        size_t pairs = agents < 2 * MOST_PAIRS ? agents * agents + 1 : MOST_PAIRS + 1;
        size_t steps = left / pairs < problem->steps ? left / pairs : problem->steps;
        if (steps == 0 && self->diagnosis->cases == 0 && pairs <= MOST_PAIRS)
            steps = 1;
        self->steps[k] = steps;
        left -= steps * pairs < left ? steps * pairs : left;
        self->diagnosis->cases += steps > 0 && is_conclusive(&self->evidence[k]);
        self->telling += steps > 0 && self->evidence[k].conclusive > 0 && !self->evidence[k].mute;
        self->diagnosis->large += steps == 0 && problem->steps > 0;
        most = steps > 0 && agents > most ? agents : most;
    }
    return most;
}

/// Decimals of the first number that has any; 6 where all numbers have three.
static int find_decimals(const search *self)
{
    for (size_t k = 0; k < self->count; k++) {
        const check_lines *answer = self->evidence[k].answer;
        check_line rest = answer->count > 0 ? answer->lines[0] : (check_line){"", 0};
        while (rest.size > 0) {
            size_t decimals = check_token_decimals(check_token_word(&rest));
            if (decimals != 3 && decimals <= 17)
                return (int)decimals;
        }
    }
    return 6;
}

static int count_digits(check_line word)
{
    int count = 0;
    for (size_t k = 0; k < word.size && word.text[k] != 'e' && word.text[k] != 'E'; k++) {
        bool digit = check_token_is_digit(word.text[k]);
        count += digit && (count > 0 || word.text[k] != '0');
    }
    return count;
}

/// The most significant digits of a number, 1 … 17.
static int find_digits(const search *self)
{
    int most = 1;
    for (size_t k = 0; k < self->count; k++) {
        const check_lines *answer = self->evidence[k].answer;
        for (size_t line = 0; line < answer->count && most < 17; line++)
            for (check_line rest = answer->lines[line]; rest.size > 0;) {
                int count = count_digits(check_token_word(&rest));
                most = count > most ? count : most;
            }
    }
    return most < 17 ? most : 17;
}

// ---- One hypothesis ----

/// The lines of an answer that are compared, and how far that has come.
typedef struct reading {
    const check_evidence *evidence;
    size_t line, most;
    bool more; ///< the program prints more than these
} reading;

/// Does a step and compares its frame with the answer.
static bool explains_step(const search *self, covey_mistakes_run *run, size_t step, reading *at)
{
    const check_evidence *evidence = at->evidence;
    bool shows = covey_mistakes_shows(run, step) && step >= evidence->first_step &&
                 step - evidence->first_step < evidence->frames;
    for (size_t i = 0; i < run->problem->agents; i++) {
        const covey_mistakes_agent *agent = covey_mistakes_move(run, step, i);
        char text[COVEY_MISTAKES_LINE];
        if (!shows || i - evidence->first_agent >= evidence->agents) // an earlier one wraps around
            continue;
        at->more = at->line == at->most;
        if (at->more)
            return true;
        check_line mine = {text, covey_mistakes_line(run, agent, text)};
        if (!check_compare_lines(self->def, mine, evidence->answer->lines[at->line++]))
            return false;
    }
    covey_mistakes_settle(run);
    return true;
}

/// True if a variant prints the conclusive lines, or with `all` just the output and no more.
static bool explains(const search *self, covey_variant variant, size_t k, bool all)
{
    const check_evidence *evidence = &self->evidence[k];
    reading at = {.evidence = evidence,
                  .most = all ? evidence->answer->count : evidence->conclusive};
    bool whole = self->steps[k] == evidence->problem->steps;
    covey_mistakes_run run;
    covey_mistakes_start(evidence->problem, variant, self->room, &run);
    size_t steps = whole ? covey_mistakes_steps(&run) : self->steps[k];
    for (size_t step = 0; step < steps && !at.more; step++)
        if (!explains_step(self, &run, step, &at))
            return false;
    bool ends = !at.more || (!all && evidence->open);
    return !whole || (at.line == at.most && ends);
}

static void keep_near(check_diagnosis *diagnosis, const check_hypothesis *tried)
{
    size_t at = diagnosis->near_count;
    while (at > 0 && (tried->explained > diagnosis->near[at - 1].explained ||
                      (tried->explained == diagnosis->near[at - 1].explained &&
                       tried->cost < diagnosis->near[at - 1].cost)))
        at--;
    if (at == CHECK_DIAGNOSIS_NEAR)
        return;
    if (diagnosis->near_count < CHECK_DIAGNOSIS_NEAR)
        diagnosis->near_count++;
    for (size_t k = diagnosis->near_count - 1; k > at; k--)
        diagnosis->near[k] = diagnosis->near[k - 1];
    diagnosis->near[at] = *tried;
}

/// Compares two hypotheses: above 0 if the first is the better explanation, 0 if both are as good.
static int compare_fits(const check_hypothesis *one, const check_hypothesis *other)
{
    size_t mine = one->also + one->ends, others = other->also + other->ends;
    if (mine != others)
        return mine > others ? 1 : -1;
    return other->cost - one->cost;
}

/// True if a fit is the same program, which a sum without its only difference is: then the one that
/// follows another dialect stays, as that says more.
static bool is_known(check_diagnosis *diagnosis, const check_hypothesis *tried)
{
    for (size_t k = 0; k < diagnosis->fit_count; k++) {
        check_hypothesis *fit = &diagnosis->fits[k];
        if (fit->variant.dialect != tried->variant.dialect ||
            fit->variant.mistakes != tried->variant.mistakes ||
            fit->variant.choice != tried->variant.choice)
            continue;
        if (tried->other)
            *fit = *tried;
        return true;
    }
    return false;
}

static void keep_fit(check_diagnosis *diagnosis, const check_hypothesis *tried)
{
    covey_mistake_set mistakes = tried->changed;
    if (diagnosis->fit_count > 0 && compare_fits(tried, &diagnosis->fits[0]) < 0)
        return;
    if (diagnosis->fit_count > 0 && compare_fits(tried, &diagnosis->fits[0]) > 0)
        diagnosis->fit_count = 0;
    if (diagnosis->fit_count == 0) {
        diagnosis->fit_total = 0;
        diagnosis->shared = mistakes;
        diagnosis->parts = 0;
    }
    if (is_known(diagnosis, tried))
        return;
    if (diagnosis->fit_count < CHECK_DIAGNOSIS_FITS)
        diagnosis->fits[diagnosis->fit_count++] = *tried;
    diagnosis->fit_total++;
    diagnosis->shared &= mistakes;
    for (int k = 0; k < COVEY_MISTAKES; k++)
        if (mistakes & COVEY_MISTAKE_BIT(k))
            diagnosis->parts |= 1U << covey_mistakes_info(k)->part;
}

/// Counts the cases that a variant explains to the end, apart for those with and without
/// lines.
static size_t count_ends(const search *self, covey_variant variant, bool conclusive)
{
    size_t count = 0;
    for (size_t k = 0; k < self->count; k++) {
        const check_evidence *evidence = &self->evidence[k];
        count += !evidence->mute && evidence->open && is_conclusive(evidence) == conclusive &&
                 self->steps[k] > 0 && explains(self, variant, k, true);
    }
    return count;
}

/// Counts the cases whose conclusive lines a variant gives.
static void count_explained(const search *self, check_hypothesis *tried)
{
    for (size_t k = 0; k < self->count; k++) {
        if (self->steps[k] == 0 || !is_conclusive(&self->evidence[k]))
            continue;
        bool good = explains(self, tried->variant, k, false);
        tried->explained += good;
        if (tried->cost == 0)
            self->right[k] = good;
        tried->newly += good && !self->right[k];
    }
}

/// The most wrong cases that a part of a hypothesis explains: the dialect or a mistake alone.
static size_t count_without(const search *self, const check_hypothesis *tried)
{
    covey_mistake_set mistakes = tried->changed;
    size_t most = mistakes != 0 ? self->bare : 0;
    bool single = (mistakes & (mistakes - 1)) == 0;
    for (int k = 0; k < COVEY_MISTAKES && !single; k++)
        if ((mistakes & COVEY_MISTAKE_BIT(k)) && self->single[k] > most)
            most = self->single[k];
    return most;
}

/// True if it explains more than half of the wrong cases, and of those that each part of it leaves
/// wrong, and if nothing speaks against it: the right cases are right in it, too.
static bool is_near(const search *self, const check_hypothesis *tried)
{
    const check_diagnosis *diagnosis = self->diagnosis;
    size_t wrong = diagnosis->cases - diagnosis->right, without = count_without(self, tried);
    return tried->explained - tried->newly == diagnosis->right && 2 * tried->newly > wrong &&
           tried->newly > without && 2 * (tried->newly - without) > wrong - without;
}

/// Keeps the cases that a dialect or a single mistake in it explains.
static void keep_part(search *self, const check_hypothesis *tried)
{
    covey_mistake_set mistakes = tried->changed;
    if (mistakes == 0)
        self->bare = tried->newly;
    for (int k = 0; k < COVEY_MISTAKES; k++)
        if (mistakes == COVEY_MISTAKE_BIT(k) && tried->newly > self->single[k])
            self->single[k] = tried->newly;
}

static void try_variant(search *self, covey_variant variant)
{
    check_diagnosis *diagnosis = self->diagnosis;
    check_hypothesis tried = {
        .variant = variant,
        .changed = variant.mistakes ^ self->from.mistakes,
        .dialect = self->dialect,
        .other = self->other,
        .cost = self->other,
    };
    for (covey_mistake_set rest = tried.changed; rest != 0; rest &= rest - 1)
        tried.cost++;
    count_explained(self, &tried);
    keep_part(self, &tried);
    diagnosis->tried++;
    if (tried.cost == 0)
        diagnosis->right = tried.explained;
    if (tried.explained == diagnosis->cases && self->telling > 0) {
        tried.also = count_ends(self, tried.variant, false);
        tried.ends = count_ends(self, tried.variant, true);
        keep_fit(diagnosis, &tried);
    } else if (is_near(self, &tried)) {
        keep_near(diagnosis, &tried);
    }
}

/// True if a program can have these differences and mistakes at once.
static bool go_together(covey_mistake_set mistakes)
{
    for (int a = 0; a < COVEY_MISTAKES; a++)
        for (int b = 0; b < a; b++)
            if ((mistakes & COVEY_MISTAKE_BIT(a)) != 0 && (mistakes & COVEY_MISTAKE_BIT(b)) != 0 &&
                !covey_mistakes_go_together(a, b))
                return false;
    return true;
}

/// Changes the program by a set, in every way to make the mistakes of it.
static void try_set(search *self, covey_mistake_set changes)
{
    covey_mistake_set kept = self->from.mistakes & ~changes, made = changes & ~self->from.mistakes;
    covey_variant variant = self->from;
    variant.mistakes = kept | made;
    if (kept != 0 && !go_together(variant.mistakes))
        return;
    if ((kept & COVEY_MISTAKE_BIT(COVEY_MISTAKE_DECIMALS)) == 0)
        variant.decimals = self->decimals;
    if ((kept & COVEY_MISTAKE_BIT(COVEY_MISTAKE_SIGNIFICANT)) == 0)
        variant.digits = self->digits;
    int choices = covey_mistakes_choices(made);
    if (choices == 1) {
        try_variant(self, variant);
        return;
    }
    for (variant.choice = 0; variant.choice < choices; variant.choice++)
        try_variant(self, variant);
}

/// Cohesion of length 1 does not depend on whether the agent counts itself: no mistake there.
static bool is_mistake(int dialect, int mistake)
{
    return strcmp(covey_formal_dialect(dialect), "unit") != 0 ||
           mistake != COVEY_MISTAKE_COHESION_WITH_SELF;
}

/// Tries the program of a dialect, and every change and every two of it.
static void try_dialect(search *self, covey_variant from, const char *dialect, bool other)
{
    memset(self->single, 0, sizeof self->single);
    self->from = from;
    self->dialect = dialect;
    self->other = other;
    try_set(self, 0);
    for (int a = 0; a < COVEY_MISTAKES; a++)
        if (is_mistake(from.dialect, a))
            try_set(self, COVEY_MISTAKE_BIT(a));
    for (int a = 0; a < COVEY_MISTAKES; a++)
        for (int b = 0; b < a; b++)
            if (covey_mistakes_go_together(a, b))
                try_set(self, COVEY_MISTAKE_BIT(a) | COVEY_MISTAKE_BIT(b));
}

/// Tries all dialects, that of the cases first.
static void try_all(search *self, const check_cases *cases)
{
    bool sum = cases->sum != NULL;
    try_dialect(self, check_cases_variant(cases), check_cases_dialect(cases), false);
    for (int other = 0; other < DIALECTS; other++)
        if (sum || other != cases->dialect)
            try_dialect(self, (covey_variant){.dialect = other}, covey_formal_dialect(other), true);
}

static void mark_explained(const search *self)
{
    const check_hypothesis *fit = &self->diagnosis->fits[0];
    for (size_t k = 0; k < self->count; k++) {
        bool asks = self->diagnosis->fit_count > 0 && self->steps[k] > 0;
        self->evidence[k].explained = asks && explains(self, fit->variant, k, true);
        self->diagnosis->reach += self->evidence[k].explained;
    }
}

covey_status check_diagnose(const check_compare_def *def, int dialect, check_evidence *evidence,
                            size_t count, check_diagnosis *diagnosis)
{
    return check_diagnose_by(def, &(check_cases){.dialect = dialect}, evidence, count, diagnosis);
}

covey_status check_diagnose_by(const check_compare_def *def, const check_cases *cases,
                               check_evidence *evidence, size_t count, check_diagnosis *diagnosis)
{
    covey_arena arena = {0};
    *diagnosis = (check_diagnosis){0};
    search self = {def, evidence, .count = count, .diagnosis = diagnosis};
    self.steps = covey_arena_take(&arena, count, sizeof *self.steps);
    self.right = covey_arena_take(&arena, count, sizeof *self.right);
    size_t most = self.steps != NULL ? plan(&self) : 0;
    self.room = covey_arena_take(&arena, 2 * most, sizeof *self.room);
    self.decimals = find_decimals(&self);
    self.digits = find_digits(&self);
    bool failed = self.steps == NULL || self.right == NULL || self.room == NULL;
    if (!failed && diagnosis->large < count) {
        try_all(&self, cases);
        mark_explained(&self);
        diagnosis->near_count = diagnosis->fit_count > 0 ? 0 : diagnosis->near_count;
    }
    covey_arena_destroy(&arena);
    return failed ? COVEY_MEMORY : COVEY_OK;
}
