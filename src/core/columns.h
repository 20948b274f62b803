// SPDX-License-Identifier: MIT
// Columns of numbers, one for each agent of a block, all at once.
#ifndef COVEY_CORE_COLUMNS_H
#define COVEY_CORE_COLUMNS_H

#include <stdbool.h>
#include <stddef.h>

/// total[k] += x[k]
void covey_columns_add(const double *x, size_t count, double *total);

/// The sum of the numbers of a whole block, all of them whole ones: exact in any order.
void covey_columns_total(const double *x, double *total);

/// x[k] -= value
void covey_columns_lower(double value, size_t count, double *x);

/// most[k] becomes x[k] where that is more.
void covey_columns_raise(const double *x, size_t count, double *most);

/// x[k] becomes the float next to it; see covey_single_round().
void covey_columns_round(size_t count, double *x);

/// x[k] becomes 0 where it is `value`.
void covey_columns_clear(double value, size_t count, double *x);

/// Whether any number is not 0, whether all are finite, whether two that follow one another are the
/// same in both columns.
void covey_columns_any(const double *x, size_t count, bool *any);
void covey_columns_finite(const double *x, size_t count, bool *finite);
void covey_columns_repeat(const double *x, const double *y, size_t count, bool *repeat);

/// Whether any two numbers of fewer than `most` places apart are the same.
void covey_columns_meet(const double *x, size_t count, size_t most, bool *meet);

/// Whether any number is `value`.
void covey_columns_hold(const double *x, double value, size_t count, bool *hold);

/// True if low < x[k] <= high for all.
void covey_columns_within(const double *x, double low, double high, size_t count, bool *within);

/// *low and *high become the least and the largest of all numbers and of themselves.
void covey_columns_extent(const double *x, size_t count, double *low, double *high);

/// outside[k] becomes 1 unless 0 < x[k] < size.
void covey_columns_outside(const double *x, double size, size_t count, double *outside);

#endif
