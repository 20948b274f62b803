// SPDX-License-Identifier: MIT
// What a teacher gives points for: items of a file in YAML, each for cases or for a rule.
#ifndef CHECK_RUBRIC_H
#define CHECK_RUBRIC_H

#include "check/check.h"
#include "check/settings.h"

/// Points for some cases, or for a rule.
typedef struct check_rubric_item {
    const char *name;
    double points;
    int rule;                ///< CHECK_RULES: points are for cases
    const covey_node *words; ///< names of cases, or patterns; of the file
    size_t *cases;           ///< numbers of the cases, in the list that the item is for
    size_t count;
    bool whole;  ///< all of them must be right
    bool hidden; ///< its cases are counted, and shown nowhere
    bool *needs; ///< of each item before: this one counts only if that has all its points
} check_rubric_item;

typedef struct check_rubric {
    check_settings file;
    const char *title; ///< or NULL
    check_rubric_item *items;
    size_t count;
    double points; ///< of all items together
    const covey_node *hints;
    double seconds, memory, output; ///< limits: seconds, megabytes, kilobytes; 0: not set
} check_rubric;

/// Reads a rubric. As check_settings_read(), whose message is in rubric->file.
covey_status check_rubric_read(check_rubric *rubric, const char *path, covey_arena *arena,
                               covey_error *error);

/// Finds the cases of each item, and moves the hidden ones to a list of their own. COVEY_INPUT for
/// a case that is not there, or hidden in one item and not in another, and for a rule that no case
/// shows; COVEY_MEMORY.
covey_status check_rubric_apply(check_rubric *rubric, check_cases *cases, covey_error *error);

/// How much the report on an attempt says, from 1; `otherwise` where the rubric does not say.
check_hints check_rubric_hints(const check_rubric *rubric, size_t attempt, check_hints otherwise);

/// Writes the JSON Schema of rubrics.
void check_rubric_schema(covey_text *text);

// ---- Points of a program ----

/// The points of an item.
typedef struct check_points {
    double earned;
    size_t right;  ///< of its cases
    bool withheld; ///< an item that it needs does not have all its points
} check_points;

/// Counts the points of a report, whose verdicts and rules are known. COVEY_MEMORY.
covey_status check_points_find(check_report *report);

/// The points that a program got for all items, and the most that it can get; 0 without a rubric.
double check_points_sum(const check_report *report);
double check_points_most(const check_cases *cases);

/// Puts a number of points, with two decimals at most.
void check_points_number(covey_text *text, double points);

/// Puts the points of an item in words: "3 of 4 cases", "2 of 3 hidden cases", "the rule is right".
void check_points_reason(covey_text *text, const check_report *report, size_t item);

/// Puts the points of all items for people, behind an empty line; nothing without a rubric.
void check_points_put(covey_text *text, const check_report *report);

/// The number of hidden cases.
size_t check_points_hidden(const check_cases *cases);

#endif
