// SPDX-License-Identifier: MIT
// The outputs of cases are taken for those of a program, of which the mistakes are looked for.
// Where two are not enough, a search goes on from the sums that give most: a sum is the better the
// more cases it gives, and then the more lines of first frames, in which agents cannot spoil one
// another.
#include "check/find_dialect.h"

#include "check/explain.h"
#include "check/report.h"
#include "formal/dialect.h"

#include <string.h>

enum {
    DIALECTS = 3,
    BEAM = 8,            ///< sums that a search goes on from
    PAIRS = 1 << 20,     ///< of agents that are looked at in a case
    ALL_PAIRS = 4 << 20, ///< in all cases together
};

/// The outputs, and room to try a sum.
typedef struct search {
    const check_cases *cases;
    check_evidence *evidence; ///< of the cases with outputs
    size_t count;
    covey_mistakes_agent *room;
    int decimals;
} search;

/// A sum and what it gives.
typedef struct candidate {
    covey_variant variant;
    size_t given; ///< cases
    size_t lines; ///< of first frames
} candidate;

static covey_status no_memory(covey_error *error)
{
    return covey_fail(error, COVEY_MEMORY, "no memory to look for the dialect");
}

// ---- Outputs ----

static bool take_outputs(search *self)
{
    const check_cases *cases = self->cases;
    covey_arena *arena = cases->arena;
    size_t most = 0, left = ALL_PAIRS;
    self->evidence = covey_arena_take(arena, cases->count, sizeof *self->evidence);
    for (size_t k = 0; self->evidence != NULL && k < cases->count; k++) {
        check_case *of = &cases->items[k];
        size_t agents = of->problem.agents, steps = of->problem.steps + 1;
        if (!of->from_file)
            continue;
        if (!check_lines_read(arena, of->expected, of->expected_size, &of->answer))
            return false;
        bool small = agents <= PAIRS && agents * agents <= PAIRS / steps;
        size_t pairs = small ? agents * agents * steps : 0;
        self->evidence[self->count++] = (check_evidence){
            .problem = &of->problem,
            .answer = &of->answer,
            .conclusive = of->answer.count,
            .mute = !small || pairs > left,
            .agents = agents,
            .frames = SIZE_MAX,
        };
        left -= pairs <= left ? pairs : 0;
        most = small && agents > most ? agents : most;
    }
    self->room = covey_arena_take(arena, 2 * most, sizeof *self->room);
    return self->evidence != NULL && self->room != NULL;
}

/// Decimals of the first number that has other than three; 6 where all have three.
static int find_decimals(const search *self)
{
    for (size_t k = 0; k < self->count; k++)
        if (self->evidence[k].answer->count > 0) {
            check_line rest = self->evidence[k].answer->lines[0];
            size_t decimals = check_token_decimals(check_token_word(&rest));
            if (decimals != 3 && decimals <= 17)
                return (int)decimals;
        }
    return 6;
}

// ---- A sum ----

static bool is_same(check_line a, const char *text, size_t size)
{
    return a.size == size && memcmp(a.text, text, size) == 0;
}

/// Counts the lines of an output that a sum gives, in all frames up to the first that differs, but
/// of the first frame all. True if it gives the whole output.
static bool give_case(const search *self, const check_evidence *of, covey_variant variant,
                      size_t *lines)
{
    covey_mistakes_run run;
    size_t at = 0, steps;
    bool same = true;
    covey_mistakes_start(of->problem, variant, self->room, &run);
    steps = covey_mistakes_steps(&run);
    for (size_t step = 0, frame = 0; step < steps && same; step++) {
        bool shows = covey_mistakes_shows(&run, step);
        covey_mistakes_step(&run, step);
        for (size_t i = 0; i < of->agents && shows; i++, at++) {
            char text[COVEY_MISTAKES_LINE];
            size_t size = covey_mistakes_line(&run, &run.agents[i], text);
            bool good = at < of->answer->count && is_same(of->answer->lines[at], text, size);
            *lines += good && frame == 0;
            same = same && good;
        }
        frame += shows;
    }
    return same && at == of->answer->count;
}

static candidate try_sum(const search *self, covey_variant variant)
{
    candidate tried = {.variant = variant};
    for (size_t k = 0; k < self->count; k++)
        tried.given +=
            !self->evidence[k].mute && give_case(self, &self->evidence[k], variant, &tried.lines);
    return tried;
}

static bool is_better(const candidate *a, const candidate *b)
{
    return a->given != b->given ? a->given > b->given : a->lines > b->lines;
}

// ---- The search ----

/// The best sums of as many differences.
typedef struct beam {
    candidate best[BEAM];
    size_t count;
} beam;

static void keep(beam *to, const candidate *tried)
{
    size_t at = to->count;
    for (size_t k = 0; k < to->count; k++)
        if (to->best[k].variant.mistakes == tried->variant.mistakes &&
            to->best[k].variant.choice == tried->variant.choice &&
            to->best[k].variant.dialect == tried->variant.dialect)
            return;
    while (at > 0 && is_better(tried, &to->best[at - 1]))
        at--;
    if (at == BEAM)
        return;
    to->count += to->count < BEAM;
    memmove(&to->best[at + 1], &to->best[at], (to->count - 1 - at) * sizeof to->best[at]);
    to->best[at] = *tried;
}

static bool fits_in(covey_mistake_set mistakes, int difference)
{
    for (int k = 0; k < COVEY_MISTAKES; k++)
        if ((mistakes & COVEY_MISTAKE_BIT(k)) != 0 && !covey_mistakes_go_together(k, difference))
            return false;
    return (mistakes & COVEY_MISTAKE_BIT(difference)) == 0;
}

/// Tries a sum with each difference more.
static void extend(const search *self, const candidate *from, beam *to)
{
    for (int k = 0; k < COVEY_MISTAKES; k++) {
        covey_variant variant = from->variant;
        if (!fits_in(variant.mistakes, k))
            continue;
        int choices = covey_mistakes_choices(COVEY_MISTAKE_BIT(k));
        variant.mistakes |= COVEY_MISTAKE_BIT(k);
        for (int choice = 0; choice < choices; choice++) {
            variant.choice = choices > 1 ? choice : variant.choice;
            candidate tried = try_sum(self, variant);
            keep(to, &tried);
        }
    }
}

/// Goes on until all outputs are given, or no difference gives more.
static candidate search_on(const search *self)
{
    beam at = {.count = 0};
    for (int dialect = 0; dialect < DIALECTS; dialect++) {
        candidate plain = try_sum(
            self, (covey_variant){.dialect = dialect, .decimals = self->decimals, .digits = 6});
        keep(&at, &plain);
    }
    candidate best = at.best[0];
    for (int depth = 0; depth < CHECK_FIND_MOST && best.given < self->count; depth++) {
        beam next = {.count = 0};
        for (size_t k = 0; k < at.count; k++)
            extend(self, &at.best[k], &next);
        if (next.count == 0 || (depth > 1 && !is_better(&next.best[0], &best)))
            break;
        best = is_better(&next.best[0], &best) ? next.best[0] : best;
        at = next;
    }
    return best;
}

covey_status check_find_dialect(check_cases *cases, check_find *found, covey_error *error)
{
    search self = {.cases = cases};
    check_diagnosis diagnosis;
    check_cases by = {.dialect = 0};
    *found = (check_find){0};
    if (cases->from_files == 0)
        return covey_fail(error, COVEY_INPUT, "no case has an output, NAME.out beside NAME.in");
    if (!take_outputs(&self) || check_diagnose_by(&(check_compare_def){0}, &by, self.evidence,
                                                  self.count, &diagnosis) != COVEY_OK)
        return no_memory(error);
    found->cases = self.count;
    self.decimals = find_decimals(&self);
    found->fit_count = diagnosis.fit_count;
    found->fit_total = diagnosis.fit_total;
    for (size_t k = 0; k < diagnosis.fit_count; k++)
        found->fits[k] = diagnosis.fits[k].variant;
    if (found->fit_count > 0)
        return COVEY_OK;
    candidate best = search_on(&self);
    found->near = best.variant;
    found->near_cases = best.given;
    if (best.given == self.count) {
        found->fits[0] = best.variant;
        found->fit_count = found->fit_total = 1;
    }
    return COVEY_OK;
}

// ---- Words ----

static void put_name(covey_text *text, const covey_variant *variant)
{
    char name[COVEY_DIALECT_NAME];
    covey_dialect_name(variant, name);
    covey_text_string(text, name);
}

static void put_command(covey_text *text, const covey_variant *variant, const char *folder)
{
    covey_text_string(text, "  covey check --dialect ");
    put_name(text, variant);
    covey_text_string(text, " --cases ");
    check_escape_line(text, folder, strlen(folder));
    covey_text_string(text, " -- ./flock\n");
}

/// A line for each output that a sum does not give, with the first difference.
static covey_status put_rest(covey_text *text, check_cases *cases, const covey_variant *variant)
{
    char name[COVEY_DIALECT_NAME];
    check_cases by = *cases;
    covey_dialect_name(variant, name);
    by.dialect = variant->dialect;
    by.sum = variant->mistakes != 0 ? name : NULL;
    for (size_t k = 0; k < cases->count; k++) {
        const check_case *of = &cases->items[k];
        check_case_def def = {.name = of->name, .input = of->input, .input_size = of->input_size};
        check_cases_output output = {"", 0};
        check_verdict verdict = {.subject = of, .outcome = {.kind = CHECK_OUTCOME_ENDED}};
        if (!of->from_file)
            continue;
        covey_status status = check_cases_run(&by, &def, false, &output, NULL);
        if ((status != COVEY_OK && status != COVEY_DIVERGED) ||
            !check_lines_read(cases->arena, output.text, output.size, &verdict.answer))
            return COVEY_MEMORY;
        verdict.difference = check_compare(&(check_compare_def){0}, &of->answer, &verdict.answer,
                                           of->problem.agents);
        if (verdict.difference.kind == CHECK_DIFFERENCE_NONE)
            continue;
        covey_text_string(text, "  ");
        check_escape_line(text, of->name, strlen(of->name));
        covey_text_string(text, ": ");
        check_explain_verdict(text, &verdict);
        covey_text_string(text, "\n");
    }
    return COVEY_OK;
}

covey_status check_find_put(covey_text *text, check_cases *cases, const check_find *found,
                            const char *folder)
{
    check_escape_line(text, folder, strlen(folder));
    covey_text_string(text, ": ");
    check_explain_count(text, found->cases, "case");
    covey_text_string(text, " with an output\n");
    if (found->fit_count == 1) {
        covey_text_string(text, "The dialect is ");
        put_name(text, &found->fits[0]);
        covey_text_string(text, ".\n");
        put_command(text, &found->fits[0], folder);
        return COVEY_OK;
    }
    if (found->fit_count > 1) {
        covey_text_string(text,
                          "The dialect is one of these, which the cases do not tell apart:\n");
        for (size_t k = 0; k < found->fit_count; k++) {
            covey_text_string(text, "  ");
            put_name(text, &found->fits[k]);
            covey_text_string(text, "\n");
        }
        if (found->fit_total > found->fit_count) {
            covey_text_string(text, "  and ");
            covey_text_integer(text, found->fit_total - found->fit_count);
            covey_text_string(text, " more\n");
        }
        put_command(text, &found->fits[0], folder);
        return COVEY_OK;
    }
    covey_text_string(text, "No dialect gives all of them. The nearest is ");
    put_name(text, &found->near);
    covey_text_string(text, ", which gives ");
    covey_text_integer(text, found->near_cases);
    covey_text_string(text, ". It does not give:\n");
    return put_rest(text, cases, &found->near);
}
