// SPDX-License-Identifier: MIT
// The table of a class: for a terminal and as CSV.
#include "check/batch.h"
#include "check/explain.h"
#include "check/report.h"
#include "check/rubric.h"

#include <stdio.h>
#include <string.h>

enum { NAME_LEAST = 24, NAME_MOST = 48 }; ///< columns of names

const char *check_batch_state_name(check_batch_state state)
{
    static const char *const names[] = {
        [CHECK_BATCH_RIGHT] = "right",       [CHECK_BATCH_WRONG] = "wrong",
        [CHECK_BATCH_CRASH] = "crash",       [CHECK_BATCH_TIMEOUT] = "timeout",
        [CHECK_BATCH_NO_BUILD] = "no-build", [CHECK_BATCH_NO_FILE] = "no-file",
    };
    return names[state];
}

void check_batch_group_name(int group, char name[CHECK_BATCH_GROUP])
{
    int letter = (group - 1) % 26, turn = (group - 1) / 26;
    if (group == 0)
        name[0] = '\0';
    else if (turn == 0)
        (void)snprintf(name, CHECK_BATCH_GROUP, "%c", 'A' + letter);
    else
        (void)snprintf(name, CHECK_BATCH_GROUP, "%c%d", 'A' + letter, turn + 1);
}

static int width_of(const char *name)
{
    int width = 0;
    for (; *name != '\0'; name++)
        width += ((unsigned char)*name & 0xc0) != 0x80;
    return width;
}

/// The width of the column of names: that of the longest, within limits.
static int find_width(const check_batch *batch)
{
    int most = NAME_LEAST;
    for (size_t k = 0; k < batch->count; k++) {
        int width = width_of(batch->rows[k].name);
        most = width > most ? width : most;
    }
    return most < NAME_MOST ? most : NAME_MOST;
}

size_t check_batch_right(const check_batch_row *row)
{
    return row->trouble == NULL ? row->report.passed : 0;
}

double check_batch_points(const check_batch_row *row)
{
    return row->trouble == NULL && row->report.points != NULL ? check_points_sum(&row->report) : 0;
}

double check_batch_share(const check_batch_row *row, const check_cases *of)
{
    size_t cases = of->count;
    if (of->rubric != NULL)
        return check_batch_points(row) / check_points_most(of);
    return cases > 0 ? (double)check_batch_right(row) / (double)cases : 0;
}

void check_batch_put_result(covey_text *text, const check_batch_row *row)
{
    if (row->trouble != NULL)
        covey_text_string(text, row->trouble);
    else
        check_explain_summary(text, &row->report);
}

/// Returns the text of check_batch_put_result() with a zero behind, "" out of memory; destroy
/// `room` afterwards.
static const char *result(covey_text *room, const check_batch_row *row)
{
    check_batch_put_result(room, row);
    const char *end = covey_text_end(room);
    return end != NULL ? end : "";
}

const check_report *check_batch_unfenced(const check_batch *batch)
{
    for (size_t k = 0; k < batch->count; k++)
        if (batch->rows[k].trouble == NULL && !check_fenced(&batch->rows[k].report))
            return &batch->rows[k].report;
    return NULL;
}

/// The points of a submission in a column.
static void put_points(covey_text *text, const check_batch_row *row)
{
    enum { WIDTH = 6 };
    size_t start = text->size;
    check_points_number(text, check_batch_points(row));
    for (size_t k = text->size - start; k < WIDTH; k++)
        covey_text_string(text, " ");
    covey_text_string(text, "  ");
}

void check_batch_put(covey_text *text, const check_batch *batch, const check_cases *cases)
{
    const check_report *unfenced = check_batch_unfenced(batch);
    if (unfenced != NULL) {
        check_explain_fence(text, unfenced);
        covey_text_string(text, "\n");
    }
    char line[320], group[CHECK_BATCH_GROUP];
    int width = find_width(batch);
    (void)snprintf(line, sizeof line, "%-*s %9s  %s%-5s  %-8s  %s\n", width, "submission", "right",
                   cases->rubric != NULL ? "points  " : "", "alike", "state", "result");
    covey_text_string(text, line);
    for (size_t k = 0; k < batch->count; k++) {
        const check_batch_row *row = &batch->rows[k];
        check_batch_group_name(row->group, group);
        check_escape_line(text, row->name, strlen(row->name));
        int pad = width - width_of(row->name);
        (void)snprintf(line, sizeof line, "%*s %4zu/%-4zu  ", pad > 0 ? pad : 0, "",
                       check_batch_right(row), cases->count);
        covey_text_string(text, line);
        if (cases->rubric != NULL)
            put_points(text, row);
        (void)snprintf(line, sizeof line, "%-5s  ", group);
        covey_text_string(text, line);
        (void)snprintf(line, sizeof line, "%-8s  ", check_batch_state_name(row->state));
        covey_text_string(text, line);
        check_batch_put_result(text, row);
        covey_text_string(text, "\n");
    }
}

// ---- CSV ----

/// The heads of the columns of points: the sum, what is possible, and each item.
static void put_points_heads(covey_text *text, const check_cases *cases)
{
    const check_rubric *rubric = cases->rubric;
    covey_text_string(text, rubric != NULL ? ",points,points_possible" : "");
    for (size_t k = 0; rubric != NULL && k < rubric->count; k++) {
        covey_text_string(text, ",");
        check_escape_csv(text, rubric->items[k].name);
    }
    covey_text_string(text, "\n");
}

static void put_points_cells(covey_text *text, const check_batch_row *row, const check_cases *cases)
{
    const check_rubric *rubric = cases->rubric;
    if (rubric != NULL) {
        covey_text_string(text, ",");
        check_points_number(text, check_batch_points(row));
        covey_text_string(text, ",");
        check_points_number(text, rubric->points);
    }
    for (size_t k = 0; rubric != NULL && k < rubric->count; k++) {
        covey_text_string(text, ",");
        check_points_number(text, row->trouble == NULL ? row->report.points[k].earned : 0);
    }
    covey_text_string(text, "\n");
}

void check_batch_csv(covey_text *text, const check_batch *batch, const check_cases *cases)
{
    char numbers[80], group[CHECK_BATCH_GROUP];
    covey_text_string(text, "submission,right,cases,passed,alike,state,result,fenced");
    put_points_heads(text, cases);
    for (size_t k = 0; k < batch->count; k++) {
        const check_batch_row *row = &batch->rows[k];
        covey_text sentence = {.memory = text->memory};
        check_batch_group_name(row->group, group);
        (void)snprintf(numbers, sizeof numbers, ",%zu,%zu,%d,%s,", check_batch_right(row),
                       cases->count, row->trouble == NULL && check_is_right(&row->report), group);
        check_escape_csv(text, row->name);
        covey_text_string(text, numbers);
        covey_text_string(text, check_batch_state_name(row->state));
        covey_text_string(text, ",");
        check_escape_csv(text, result(&sentence, row));
        bool fenced = row->trouble != NULL || check_fenced(&row->report);
        covey_text_string(text, fenced ? ",1" : ",0");
        put_points_cells(text, row, cases);
        covey_text_destroy(&sentence);
    }
}
