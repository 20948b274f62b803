// SPDX-License-Identifier: MIT
// Parameter tables: one row gives a parameter its name, range, unit and sentence, everywhere.
#ifndef COVEY_PARAM_H
#define COVEY_PARAM_H

#include "covey/base.h"

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/// One parameter of a model or motion. Parameters live in a struct of doubles; `offset` is the
/// place of this one. With `choices` (a list that ends with NULL) the value is an index into that
/// list, with `whole` a whole number. A table ends with a row without name.
typedef struct covey_param {
    const char *name;
    size_t offset;
    double initial;
    double low;
    double high;
    const char *unit;
    const char *text;
    const char *const *choices;
    bool whole;
    bool rule; ///< the weight of a rule of behavior: 0 switches that off
} covey_param;

#define COVEY_PARAM(type, member, initial, low, high, unit, text)                                  \
    {                                                                                              \
#member, offsetof(type, member), initial, low, high, unit, text, NULL, false, false        \
    }
#define COVEY_PARAM_RULE(type, member, initial, low, high, unit, text)                             \
    {                                                                                              \
#member, offsetof(type, member), initial, low, high, unit, text, NULL, false, true         \
    }
#define COVEY_PARAM_WHOLE(type, member, initial, low, high, unit, text)                            \
    {                                                                                              \
#member, offsetof(type, member), initial, low, high, unit, text, NULL, true, false         \
    }
#define COVEY_PARAM_CHOICE(type, member, initial, count, choices, text)                            \
    {                                                                                              \
#member, offsetof(type, member), initial, 0, (count)-1, "", text, choices, true, false     \
    }

/// A value for a parameter by name.
typedef struct covey_setting {
    const char *name;
    double value;
} covey_setting;

/// Writes the initial value of every row into the struct `values`.
COVEY_API void covey_param_init(const covey_param *table, void *values);

/// Row called `name`; NULL if there is none, or for NULL.
COVEY_API const covey_param *covey_param_find(const covey_param *table, const char *name);

/// The first row of a table whose name the other table has, too; NULL if no row has, as in a table
/// that is NULL. A flock's model and motion share no name.
COVEY_API const covey_param *covey_param_shared(const covey_param *table, const covey_param *other);

/// Value of a row in the struct `values`.
COVEY_API double covey_param_value(const covey_param *row, const void *values);

/// Sets one parameter. COVEY_ARG for an unknown name, a value outside its range (NaN included) or
/// one that is not whole where it must be; the struct is unchanged then.
COVEY_API covey_status covey_param_set(const covey_param *table, void *values,
                                       const covey_setting *setting, covey_error *error);

/// Index of the choice called `name` among the choices of `row`, or -1.
COVEY_API int covey_param_choice(const covey_param *row, const char *name);

#ifdef __cplusplus
}
#endif
#endif
