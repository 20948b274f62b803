// SPDX-License-Identifier: MIT
// Which rule is wrong? In the first frame of a case in which one rule alone has a gain, nothing but
// that rule can be: no other adds a force, and nothing is carried over from a step before.
#include "check/check.h"

#include <math.h>
#include <string.h>

enum {
    COLUMNS = 4,
    VELOCITY = 2,    ///< the first column of it
    PAIRS = 1 << 20, ///< of agents that a run may look at
};

const char *check_rules_name(int rule)
{
    static const char *const names[CHECK_RULES] = {"cohesion", "separation", "alignment"};
    return names[rule];
}

// ---- Right programs ----

static double *find_gain(covey_problem *problem, int rule)
{
    return rule == CHECK_RULE_COHESION     ? &problem->k_c
           : rule == CHECK_RULE_SEPARATION ? &problem->k_s
                                           : &problem->k_a;
}

/// The same problem with the gains of some rules, a bit for each, set to 0.
static covey_problem without(const covey_problem *problem, unsigned rules)
{
    covey_problem changed = *problem;
    for (int rule = 0; rule < CHECK_RULES; rule++)
        if (rules >> rule & 1U)
            *find_gain(&changed, rule) = 0;
    return changed;
}

/// The rules that have a gain.
static unsigned find_gained(const covey_problem *problem)
{
    covey_problem copy = *problem;
    unsigned rules = 0;
    for (int rule = 0; rule < CHECK_RULES; rule++)
        rules |= (unsigned)(*find_gain(&copy, rule) != 0) << rule;
    return rules;
}

/// How many of the steps are calculated within bounds.
static size_t find_steps(const covey_problem *problem, size_t steps)
{
    size_t agents = problem->agents, most = PAIRS;
    if (agents > 0)
        most = agents < PAIRS ? PAIRS / agents / agents : 0;
    steps = steps < problem->steps ? steps : problem->steps;
    return steps < most ? steps : most;
}

static bool are_alike(const covey_mistakes_run *one, const covey_mistakes_run *other)
{
    for (size_t i = 0; i < one->problem->agents; i++) {
        char mine[COVEY_MISTAKES_LINE], yours[COVEY_MISTAKES_LINE];
        size_t size = covey_mistakes_line(one, &one->agents[i], mine);
        if (covey_mistakes_line(other, &other->agents[i], yours) != size ||
            memcmp(mine, yours, size) != 0)
            return false;
    }
    return true;
}

covey_status check_rules_acts(const covey_problem *problem, int dialect, int rule, size_t steps,
                              bool *acts)
{
    covey_arena arena = {0};
    covey_problem changed = without(problem, 1U << rule);
    covey_variant variant = {.dialect = dialect};
    covey_mistakes_run whole, part;
    size_t known = find_steps(problem, steps);
    *acts = (find_gained(problem) >> rule & 1U) != 0;
    if (!*acts || known < (steps < problem->steps ? steps : problem->steps))
        return COVEY_OK;
    covey_mistakes_agent *room = covey_arena_take(&arena, 4 * problem->agents, sizeof *room);
    if (room == NULL)
        return COVEY_MEMORY;
    covey_mistakes_start(problem, variant, room, &whole);
    covey_mistakes_start(&changed, variant, room + 2 * problem->agents, &part);
    *acts = false;
    for (size_t step = 0; step < known && !*acts; step++) {
        covey_mistakes_step(&whole, step);
        covey_mistakes_step(&part, step);
        *acts = !are_alike(&whole, &part);
    }
    covey_arena_destroy(&arena);
    return COVEY_OK;
}

// ---- Frames ----

/// True for a number that is not off by more than rounding or float can do.
static bool is_close(double expected, check_line word)
{
    double value;
    return !check_token_is_no_number(word) && check_token_number(word, &value) &&
           fabs(value - expected) <= 0.00101 + 1e-5 * fabs(expected);
}

/// The columns of a line, a bit for each, that are not as expected.
static unsigned find_wrong(const double expected[COLUMNS], check_line line)
{
    unsigned wrong = 0;
    for (int column = 0; column < COLUMNS; column++)
        wrong |= (unsigned)!is_close(expected[column], check_token_word(&line)) << column;
    return wrong;
}

static bool read_line(check_line line, double numbers[COLUMNS])
{
    for (int column = 0; column < COLUMNS; column++)
        if (!check_token_number(check_token_word(&line), &numbers[column]))
            return false;
    return true;
}

/// The numbers of an answer, and which of them it has.
static const check_lines *find_numbers(const check_report *report, size_t k,
                                       check_frame_shape *shape)
{
    const check_verdict *verdict = &report->verdicts[k];
    *shape = check_frame_layout_of(verdict->passed ? CHECK_FRAMES_PLAIN : report->frame_layout,
                                   &verdict->subject->problem);
    return verdict->passed ? &verdict->answer : &verdict->numbers;
}

/// The velocities of the first frame of a case: right, wrong, or not there.
static check_rule_state judge_frame(const check_report *report, size_t k)
{
    const check_verdict *verdict = &report->verdicts[k];
    check_frame_shape shape;
    const check_lines *numbers = find_numbers(report, k, &shape);
    if (shape.first_step > 0 || verdict->subject->odd || verdict->subject->problem.steps == 0)
        return CHECK_RULE_UNKNOWN;
    size_t there = numbers->count < shape.agents ? numbers->count : shape.agents;
    for (size_t i = 0; i < there; i++) {
        double expected[COLUMNS];
        if (read_line(verdict->subject->answer.lines[shape.first_agent + i], expected) &&
            find_wrong(expected, numbers->lines[i]) >> VELOCITY != 0)
            return CHECK_RULE_WRONG;
    }
    return there > 0 && there == shape.agents ? CHECK_RULE_RIGHT : CHECK_RULE_UNKNOWN;
}

/// Takes a case into account: one that is wrong outweighs all that are right.
static void add(check_rule_state *state, check_rule_state found)
{
    if (found > *state)
        *state = found;
}

static void keep_name(const char *names[CHECK_RULES_SHOWN], size_t *count, const char *name)
{
    if (*count < CHECK_RULES_SHOWN)
        names[*count] = name;
    (*count)++;
}

/// Counts the rules of a set, and finds the last of them.
static int count_rules(unsigned rules, int *last)
{
    int count = 0;
    for (int rule = 0; rule < CHECK_RULES; rule++)
        if (rules >> rule & 1U) {
            count++;
            *last = rule;
        }
    return count;
}

/// Puts a case of one rule to its account. A right one counts only if the rule acts there.
static covey_status add_single(check_report *report, size_t k, int rule, check_rule_state found)
{
    check_rules *rules = &report->rules;
    const check_case *of = report->verdicts[k].subject;
    bool acts = false;
    covey_status status = check_rules_acts(&of->problem, report->cases->dialect, rule, 1, &acts);
    if (found == CHECK_RULE_UNKNOWN || (found == CHECK_RULE_RIGHT && !acts))
        return status;
    add(&rules->rule[rule], found);
    if (found == CHECK_RULE_WRONG)
        keep_name(rules->wrong, &rules->wrong_count, of->name);
    else
        keep_name(rules->right, &rules->right_count, of->name);
    return status;
}

/// Counts a case in which several rules act.
static covey_status add_composed(check_report *report, size_t k, size_t *right)
{
    check_rules *rules = &report->rules;
    const check_case *of = report->verdicts[k].subject;
    check_rule_state found = judge_frame(report, k);
    int acting = 0;
    covey_status status = COVEY_OK;
    for (int rule = 0; rule < CHECK_RULES && status == COVEY_OK; rule++) {
        bool acts;
        status = check_rules_acts(&of->problem, report->cases->dialect, rule, 1, &acts);
        acting += status == COVEY_OK && acts;
    }
    *right += acting > 1 && found == CHECK_RULE_RIGHT;
    if (acting > 1 && found == CHECK_RULE_WRONG)
        keep_name(rules->mixed, &rules->mixed_count, of->name);
    return status;
}

/// Sets `right` to the number of right cases in which several rules act.
static covey_status add_frames(check_report *report, size_t *right)
{
    covey_status status = COVEY_OK;
    for (size_t k = 0; k < report->cases->count && status == COVEY_OK; k++) {
        int rule = 0,
            count = count_rules(find_gained(&report->verdicts[k].subject->problem), &rule);
        if (count == 0)
            add(&report->rules.base, judge_frame(report, k));
        else if (count == 1)
            status = add_single(report, k, rule, judge_frame(report, k));
        else
            status = add_composed(report, k, right);
    }
    return status;
}

// ---- Whole outputs ----

/// Cases that are right and wrong.
typedef struct tally {
    size_t right, wrong;
} tally;

static void add_verdict(tally *to, const check_verdict *verdict)
{
    bool right = verdict->passed || verdict->right_numbers;
    to->right += right;
    to->wrong += !right && !verdict->unfinished && !verdict->subject->odd;
}

/// Without a case of one rule: a rule is wrong if every case in which it acts is, and other cases
/// are all right.
static covey_status add_whole(check_report *report, int rule)
{
    tally with = {0, 0}, others = {0, 0};
    for (size_t k = 0; k < report->cases->count; k++) {
        const check_verdict *verdict = &report->verdicts[k];
        bool acts;
        if (verdict->outcome.kind == CHECK_OUTCOME_NOT_RUN)
            return COVEY_OK; // not all is known
        if (verdict->subject->answer.count == 0)
            continue; // nothing is right where nothing is printed
        covey_status status = check_rules_acts(&verdict->subject->problem, report->cases->dialect,
                                               rule, SIZE_MAX, &acts);
        if (status != COVEY_OK)
            return status;
        add_verdict(acts ? &with : &others, verdict);
    }
    if (with.right == 0 && with.wrong > 0 && others.wrong == 0 && others.right > 0)
        report->rules.whole |= 1U << rule;
    return COVEY_OK;
}

// ---- Rules that add nothing ----

/// True if a program prints, as far as it comes, the numbers of a right one in which some rules
/// have no gain. `room` is for two states of the agents.
static bool prints_without(const check_report *report, size_t k, unsigned rules,
                           covey_mistakes_agent *room)
{
    check_frame_shape shape;
    const check_lines *numbers = find_numbers(report, k, &shape);
    const covey_problem *problem = &report->verdicts[k].subject->problem;
    covey_problem changed = without(problem, rules);
    covey_mistakes_run run;
    size_t line = 0;
    covey_mistakes_start(&changed, check_cases_variant(report->cases), room, &run);
    for (size_t step = 0; step < problem->steps && line < numbers->count; step++) {
        covey_mistakes_step(&run, step);
        for (size_t i = 0; i < shape.agents && step >= shape.first_step; i++) {
            const covey_mistakes_agent *agent = &run.agents[shape.first_agent + i];
            const double expected[COLUMNS] = {agent->x, agent->y, agent->vx, agent->vy};
            if (line < numbers->count && find_wrong(expected, numbers->lines[line++]) != 0)
                return false;
        }
    }
    return line == numbers->count;
}

/// True if that is so in all cases, in one of which that set shows.
static bool is_without(const check_report *report, unsigned rules, covey_mistakes_agent *room)
{
    bool shows = false;
    for (size_t k = 0; k < report->cases->count; k++) {
        const check_verdict *verdict = &report->verdicts[k];
        if (verdict->subject->odd || verdict->outcome.kind != CHECK_OUTCOME_ENDED)
            continue;
        if (!prints_without(report, k, rules, room))
            return false;
        shows = shows || !prints_without(report, k, 0, room);
    }
    return shows;
}

/// The fewest rules that a program lacks, and all that have a gain if it lacks them all.
static covey_status find_absent(check_report *report)
{
    static const unsigned sets[] = {1, 2, 4, 3, 5, 6, 7};
    covey_arena arena = {0};
    size_t most = 0;
    for (size_t k = 0; k < report->cases->count; k++) {
        const covey_problem *problem = &report->verdicts[k].subject->problem;
        if (find_steps(problem, SIZE_MAX) < problem->steps)
            return COVEY_OK;
        most = problem->agents > most ? problem->agents : most;
    }
    covey_mistakes_agent *room = covey_arena_take(&arena, 2 * most, sizeof *room);
    if (room == NULL)
        return COVEY_MEMORY;
    for (size_t set = 0; set < sizeof sets / sizeof *sets && report->rules.absent == 0; set++)
        if (is_without(report, sets[set], room))
            report->rules.absent = sets[set];
    covey_arena_destroy(&arena);
    return COVEY_OK;
}

bool check_rules_are_all(const check_report *report, unsigned rules)
{
    for (size_t k = 0; k < report->cases->count; k++)
        if ((find_gained(&report->verdicts[k].subject->problem) & ~rules) != 0)
            return false;
    return true;
}

// ---- All ----

covey_status check_rules_find(check_report *report)
{
    check_rules *rules = &report->rules;
    size_t together = 0;
    bool right = true;
    *rules = (check_rules){0};
    if (report->cases->strange)
        return COVEY_OK;
    covey_status status = add_frames(report, &together);
    for (int rule = 0; rule < CHECK_RULES && status == COVEY_OK; rule++) {
        right = right && rules->rule[rule] == CHECK_RULE_RIGHT;
        status = add_whole(report, rule);
    }
    if (rules->mixed_count > 1 && together == 0 && right)
        rules->sum = CHECK_RULE_WRONG;
    else if (rules->mixed_count == 0 && together > 0)
        rules->sum = CHECK_RULE_RIGHT;
    return status == COVEY_OK ? find_absent(report) : status;
}
