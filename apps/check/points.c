// SPDX-License-Identifier: MIT
// The points of a program by a rubric.
#include "check/explain.h"
#include "check/report.h"
#include "check/rubric.h"

#include <stdio.h>
#include <string.h>

// ---- Counting ----

/// True if a case of an item is right.
static bool is_right(const check_report *report, const check_rubric_item *item, size_t k)
{
    return item->hidden ? report->hidden[item->cases[k]] : report->verdicts[item->cases[k]].passed;
}

/// The share of the points that is earned, 0 … 1.
static double find_share(const check_report *report, const check_rubric_item *item,
                         check_points *points)
{
    if (item->rule < CHECK_RULES)
        return check_passed(report) || report->rules.rule[item->rule] == CHECK_RULE_RIGHT;
    for (size_t k = 0; k < item->count; k++)
        points->right += is_right(report, item, k);
    if (item->whole)
        return points->right == item->count;
    return (double)points->right / (double)item->count;
}

covey_status check_points_find(check_report *report)
{
    const check_rubric *rubric = report->cases->rubric;
    if (rubric == NULL)
        return COVEY_OK;
    report->points = covey_arena_take(report->cases->arena, rubric->count, sizeof *report->points);
    if (report->points == NULL)
        return COVEY_MEMORY;
    for (size_t k = 0; k < rubric->count; k++) {
        const check_rubric_item *item = &rubric->items[k];
        check_points *points = &report->points[k];
        for (size_t before = 0; before < k; before++)
            points->withheld =
                points->withheld || (item->needs[before] &&
                                     report->points[before].earned < rubric->items[before].points);
        double share = find_share(report, item, points);
        points->earned = points->withheld ? 0 : share * item->points;
    }
    return COVEY_OK;
}

double check_points_sum(const check_report *report)
{
    const check_rubric *rubric = report->cases->rubric;
    double sum = 0;
    for (size_t k = 0; rubric != NULL && k < rubric->count; k++)
        sum += report->points[k].earned;
    return sum;
}

double check_points_most(const check_cases *cases)
{
    return cases->rubric != NULL ? cases->rubric->points : 0;
}

size_t check_points_hidden(const check_cases *cases)
{
    return cases->hidden != NULL ? cases->hidden->count : 0;
}

// ---- Words ----

void check_points_number(covey_text *text, double points)
{
    char number[64];
    (void)snprintf(number, sizeof number, "%.2f", points);
    size_t size = strlen(number);
    while (number[size - 1] == '0')
        size--;
    number[number[size - 1] == '.' ? size - 1 : size] = '\0';
    covey_text_string(text, number);
}

/// Names the items that an item waits for.
static void put_needs(covey_text *text, const check_report *report, size_t item)
{
    const check_rubric *rubric = report->cases->rubric;
    const char *before = "; it counts only with all points of ";
    for (size_t k = 0; k < item; k++)
        if (rubric->items[item].needs[k] && report->points[k].earned < rubric->items[k].points) {
            covey_text_string(text, before);
            check_escape_line(text, rubric->items[k].name, strlen(rubric->items[k].name));
            before = " and ";
        }
}

void check_points_reason(covey_text *text, const check_report *report, size_t item)
{
    const check_rubric_item *of = &report->cases->rubric->items[item];
    if (of->rule < CHECK_RULES) {
        bool right = check_passed(report) || report->rules.rule[of->rule] == CHECK_RULE_RIGHT;
        bool wrong = report->rules.rule[of->rule] == CHECK_RULE_WRONG;
        covey_text_string(text, check_rules_name(of->rule));
        covey_text_string(text, right   ? " is right"
                                : wrong ? " is wrong"
                                        : " does not show in what the program prints");
    } else {
        covey_text_integer(text, report->points[item].right);
        covey_text_string(text, " of ");
        check_explain_count(text, of->count, of->hidden ? "hidden case" : "case");
        covey_text_string(text, " right");
    }
    if (report->points[item].withheld)
        put_needs(text, report, item);
}

/// Letters of a name, at most so many.
static int count_letters(const char *name, int most)
{
    int count = 0;
    for (; *name != '\0' && count < most; name++)
        count += ((unsigned char)*name & 0xc0) != 0x80;
    return count;
}

void check_points_put(covey_text *text, const check_report *report)
{
    enum { WIDEST = 40 };
    const check_rubric *rubric = report->cases->rubric;
    int width = 0;
    if (rubric == NULL)
        return;
    for (size_t k = 0; k < rubric->count; k++) {
        int letters = count_letters(rubric->items[k].name, WIDEST);
        width = letters > width ? letters : width;
    }
    check_put(text, "\nPoints: ");
    check_points_number(text, check_points_sum(report));
    check_put(text, " of ");
    check_points_number(text, rubric->points);
    check_put(text, "\n");
    for (size_t k = 0; k < rubric->count; k++) {
        const char *name = rubric->items[k].name;
        check_put(text, "  ");
        check_escape_line(text, name, strlen(name));
        check_put(text, "%*s  ", width - count_letters(name, WIDEST), "");
        check_points_number(text, report->points[k].earned);
        check_put(text, " of ");
        check_points_number(text, rubric->items[k].points);
        check_put(text, ": ");
        check_points_reason(text, report, k);
        check_put(text, "\n");
    }
}
