// SPDX-License-Identifier: MIT
// Which rule is wrong, in a sentence.
#include "check/explain.h"
#include "check/report.h"

#include <string.h>

enum { ALL = (1 << CHECK_RULES) - 1 };

unsigned check_rules_wrong(const check_rules *rules)
{
    unsigned wrong = 0, unknown = 0;
    if (rules->base == CHECK_RULE_WRONG)
        return 0;
    for (int rule = 0; rule < CHECK_RULES; rule++) {
        wrong |= (unsigned)(rules->rule[rule] == CHECK_RULE_WRONG) << rule;
        unknown |= (unsigned)(rules->rule[rule] == CHECK_RULE_UNKNOWN) << rule;
    }
    wrong |= rules->whole & unknown;
    return wrong == ALL ? 0 : wrong;
}

/// The rules that are known to be in a state, a bit for each.
static unsigned find_in(const check_rules *rules, check_rule_state state)
{
    unsigned found = 0;
    for (int rule = 0; rule < CHECK_RULES; rule++)
        found |= (unsigned)(rules->rule[rule] == state) << rule;
    return found;
}

static bool is_one(unsigned rules)
{
    return (rules & (rules - 1)) == 0;
}

/// "cohesion, separation and alignment".
static void put_rules(covey_text *text, unsigned rules)
{
    for (int rule = 0; rule < CHECK_RULES; rule++) {
        unsigned bit = 1U << rule, later = rules & ~(2 * bit - 1);
        if ((rules & bit) == 0)
            continue;
        check_put(text, "%s%s", check_rules_name(rule),
                  later == 0      ? ""
                  : is_one(later) ? " and "
                                  : ", ");
    }
}

static void put_state(covey_text *text, unsigned rules, const char *words)
{
    put_rules(text, rules);
    check_put(text, " %s %s", is_one(rules) ? "is" : "are", words);
}

static void put_names(covey_text *text, const char *const *names, size_t count, const char *state)
{
    for (size_t k = 0; k < count && k < CHECK_RULES_SHOWN; k++) {
        covey_text_string(text, k == 0 ? state : ", ");
        check_escape_line(text, names[k], strlen(names[k]));
    }
    check_put(text, count > CHECK_RULES_SHOWN ? " and more" : "");
}

static void put_right(covey_text *text, const check_rules *rules)
{
    if (rules->sum == CHECK_RULE_WRONG) {
        check_put(text, "each rule is right for itself, and wherever several act, numbers are "
                        "wrong: look at how their forces are added");
    } else if (rules->mixed_count > 0) {
        check_put(text, "each rule is right for itself; where several act, numbers are wrong in ");
        put_names(text, rules->mixed, rules->mixed_count, "");
    } else {
        check_put(text,
                  "cohesion, separation and alignment are right in the first step, each for "
                  "itself%s",
                  rules->sum == CHECK_RULE_RIGHT ? " and together" : "");
    }
}

/// Wrong rules, then right ones, then rules that no case shows.
static void put_each(covey_text *text, const check_rules *rules, unsigned wrong)
{
    unsigned right = find_in(rules, CHECK_RULE_RIGHT), rest = ALL & ~wrong & ~right;
    if (wrong != 0)
        put_state(text, wrong, "wrong");
    if (right != 0) {
        check_put(text, wrong != 0 ? "; " : "");
        put_state(text, right, "right");
    }
    if (rest == 0)
        return;
    check_put(text, "; no case shows ");
    put_rules(text, rest);
    check_put(text, " alone");
}

bool check_explain_is_absent(const check_report *report)
{
    enum { FEW = 3 };
    const check_diagnosis *found = &report->diagnosis;
    bool few = found->fit_count > 0 && found->fit_total <= FEW;
    return report->rules.absent != 0 && report->unsteady == NULL && !few;
}

void check_explain_absent(covey_text *text, const check_report *report)
{
    unsigned absent = report->rules.absent;
    if (check_rules_are_all(report, absent)) {
        check_put(text, "no force acts on any agent");
    } else {
        put_rules(text, absent);
        check_put(text, is_one(absent) ? " adds no force" : " add no force");
    }
}

/// True for a program that follows a dialect, this or another, or prints what its rules do not
/// give: its numbers say nothing about the rules.
static bool hides_rules(const check_report *report)
{
    const check_diagnosis *found = &report->diagnosis;
    covey_mistake_set mistakes = found->fit_count > 0 ? found->fits[0].variant.mistakes : 0;
    bool prints = found->fit_count > 0 && mistakes == 0;
    for (int k = 0; k < COVEY_MISTAKES; k++)
        prints = prints || ((mistakes & COVEY_MISTAKE_BIT(k)) != 0 &&
                            covey_mistakes_info(k)->part == COVEY_PART_OUTPUT);
    return prints;
}

void check_explain_rules(covey_text *text, const check_report *report)
{
    const check_rules *rules = &report->rules;
    unsigned wrong = check_rules_wrong(rules);
    bool known = find_in(rules, CHECK_RULE_UNKNOWN) != ALL || wrong != 0;
    if (report->first == NULL || report->unsteady != NULL || hides_rules(report) ||
        check_explain_is_absent(report))
        return;
    if (rules->base == CHECK_RULE_WRONG)
        check_put(text, "numbers are wrong even where all gains are 0: look first at how your "
                        "program reads, uses the gains, steps and prints");
    else if (find_in(rules, CHECK_RULE_WRONG) == ALL)
        check_put(text,
                  "cohesion, separation and alignment are wrong: look first at what they share, "
                  "such as distances, the sum and the time step");
    else if (find_in(rules, CHECK_RULE_RIGHT) == ALL)
        put_right(text, rules);
    else if (known)
        put_each(text, rules, wrong);
}

void check_explain_rules_cases(covey_text *text, const check_report *report)
{
    const check_rules *rules = &report->rules;
    bool both = rules->wrong_count > 0 && rules->right_count > 0;
    if (rules->wrong_count + rules->right_count == 0 || rules->base == CHECK_RULE_WRONG)
        return;
    check_put(text, "  In the first step of cases of one rule alone: ");
    put_names(text, rules->wrong, rules->wrong_count, "wrong in ");
    check_put(text, both ? "; " : "");
    put_names(text, rules->right, rules->right_count, "right in ");
    check_put(text, ".\n");
}
