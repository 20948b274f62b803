// SPDX-License-Identifier: MIT
// The matrix of flocks: which responses each has to each, itself included, as switches with
// weights; and which its model senses.
#ifndef COVEY_VIEW_MATRIX_H
#define COVEY_VIEW_MATRIX_H

#include "view/viewer.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { MATRIX_RULES = COVEY_RESPONSE_AVOID + 1 };

/// Rule `rule` of covey_response_rules() in flock `flock` for flock `other`.
typedef struct matrix_cell {
    int flock, other, rule;
} matrix_cell;

/// The response of a cell; NULL where it is off.
const frame_response *matrix_find(const frame *now, matrix_cell cell);

/// True if the model of a flock senses that flock, whatever the matrix says.
bool matrix_model_senses(const frame *now, int flock, int other);

/// Switches a cell: on with the numbers that it had when it was switched off, or with such as fit
/// the world.
void matrix_switch(viewer *self, matrix_cell cell, bool is_on);

/// Gives a response another weight; without `first` as a part of the change before.
void matrix_weight(viewer *self, matrix_cell cell, double weight, bool first);

/// Bodies of a flock that are hard do not overlap; one without bodies cannot be.
void matrix_hard(viewer *self, int flock, bool is_hard);

#ifdef __cplusplus
}
#endif
#endif
