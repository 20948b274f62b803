// SPDX-License-Identifier: MIT
// Outputs as numbers, and whether a simulated program prints the same.
#include "check/reason_items.h"

#include "base/writer.h"

#include <float.h>
#include <math.h>

bool reason_item_read(covey_arena *arena, const check_compare_def *def,
                      const check_evidence *evidence, reason_item *item)
{
    size_t count = evidence->mute ? 0 : evidence->conclusive;
    *item = (reason_item){.problem = evidence->problem, .evidence = evidence};
    item->seen = covey_arena_take(arena, count, sizeof *item->seen);
    item->slack = covey_arena_take(arena, count, sizeof *item->slack);
    if (item->seen == NULL || item->slack == NULL)
        return false;
    for (; item->count < count; item->count++) {
        check_line rest = evidence->answer->lines[item->count];
        for (int k = 0; k < 4; k++) {
            check_line word = check_token_word(&rest);
            double *x = &item->seen[item->count][k];
            if (!check_token_number(word, x))
                return true; // what stands behind is not compared
            double half = 0.5 * pow(10, -(double)check_token_decimals(word));
            item->slack[item->count][k] = fmax(half, def->tolerance);
        }
    }
    return true;
}

/// The number of a line as it was printed.
static check_line word_at(const reason_item *item, size_t line, int column)
{
    check_line rest = item->evidence->answer->lines[line], word = check_token_word(&rest);
    for (int k = 0; k < column; k++)
        word = check_token_word(&rest);
    return word;
}

bool reason_item_has(const reason_item *item, size_t line, int round, const double numbers[4])
{
    for (int k = 0; k < 4; k++) {
        double x = reason_rounded(round, numbers[k]), slack = item->slack[line][k];
        double off = fabs(x - item->seen[line][k]), doubt = 1e-7 * slack + 1e-13 * fabs(x);
        if (!(off <= slack + doubt))
            return false;
        if (off < slack - doubt)
            continue;
        char text[COVEY_PRINT_SIZE]; // half way between two decimals
        check_line mine = {text, covey_print_fixed3(text, x)}, word = word_at(item, line, k);
        if (check_token_decimals(word) == 3 && !check_token_is_same(mine, word))
            return false;
    }
    return true;
}

static bool is_finite(const double numbers[4])
{
    double size = fabs(numbers[0]) + fabs(numbers[1]) + fabs(numbers[2]) + fabs(numbers[3]);
    return size <= DBL_MAX;
}

bool reason_item_same(const reason_item *item, const reason_program *program, reason_world *room)
{
    const check_evidence *evidence = item->evidence;
    const covey_problem *problem = item->problem;
    size_t line = 0;
    reason_start(room, problem, program);
    for (size_t step = 0; step < problem->steps; step++) {
        reason_read_time(room, step);
        reason_step(room);
        if (step < evidence->first_step || step - evidence->first_step >= evidence->frames)
            continue;
        for (size_t i = 0; i < problem->agents; i++) {
            double numbers[4];
            if (i - evidence->first_agent >= evidence->agents) // an earlier one wraps around
                continue;
            if (line == item->count)
                return evidence->open;
            reason_line(room, i, numbers);
            if (!is_finite(numbers) ||
                !reason_item_has(item, line++, program->step[ROUND], numbers))
                return false;
        }
    }
    return line == item->count && (evidence->open || line == evidence->conclusive);
}
