// SPDX-License-Identifier: MIT
#ifndef CHECK_REASON_ITEMS_H
#define CHECK_REASON_ITEMS_H

#include "check/reason_parts.h"

/// A case with the numbers that the program at hand printed for it.
typedef struct reason_item {
    const covey_problem *problem;
    const check_evidence *evidence;
    double (*seen)[4];  ///< of each line that counts
    double (*slack)[4]; ///< how far a number may be off, by its last digit
    size_t count;       ///< of lines
    bool right;         ///< a right program prints the same
} reason_item;

/// Takes an output apart. False where there is no memory.
bool reason_item_read(covey_arena *arena, const check_compare_def *def,
                      const check_evidence *evidence, reason_item *item);

/// True if a line has these numbers.
bool reason_item_has(const reason_item *item, size_t line, int round, const double numbers[4]);

/// True if a program prints the same. `room` is any world.
bool reason_item_same(const reason_item *item, const reason_program *program, reason_world *room);

#endif
