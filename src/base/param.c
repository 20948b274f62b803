// SPDX-License-Identifier: MIT
// Reading and setting parameters through their table.
#include "covey/param.h"

#include "base/misuse.h"

#include <math.h>
#include <string.h>

static double *slot(const covey_param *row, void *values)
{
    return (double *)(void *)((char *)values + row->offset);
}

void covey_param_init(const covey_param *table, void *values)
{
    if (table == NULL || values == NULL)
        return;
    for (const covey_param *row = table; row->name != NULL; row++)
        *slot(row, values) = row->initial;
}

const covey_param *covey_param_find(const covey_param *table, const char *name)
{
    for (const covey_param *row = table; row != NULL && name != NULL && row->name != NULL; row++)
        if (strcmp(row->name, name) == 0)
            return row;
    return NULL;
}

const covey_param *covey_param_shared(const covey_param *table, const covey_param *other)
{
    for (const covey_param *row = table; row != NULL && row->name != NULL; row++)
        if (covey_param_find(other, row->name) != NULL)
            return row;
    return NULL;
}

double covey_param_value(const covey_param *row, const void *values)
{
    if (row == NULL || values == NULL)
        return (double)NAN;
    return *(const double *)(const void *)((const char *)values + row->offset);
}

covey_status covey_param_set(const covey_param *table, void *values, const covey_setting *setting,
                             covey_error *error)
{
    if (table == NULL || values == NULL || setting == NULL)
        return covey_missing(error, __func__);
    const covey_param *row = covey_param_find(table, setting->name);
    if (row == NULL)
        return covey_fail(error, COVEY_ARG, "there is no parameter called %s",
                          setting->name != NULL ? setting->name : "(NULL)");
    double value = setting->value;
    if (!(value >= row->low && value <= row->high))
        return covey_fail(error, COVEY_ARG, "%s = %g is outside [%g, %g]", row->name, value,
                          row->low, row->high);
    if (row->whole && value != floor(value))
        return covey_fail(error, COVEY_ARG, "%s = %g is not a whole number", row->name, value);
    *slot(row, values) = value;
    return COVEY_OK;
}

int covey_param_choice(const covey_param *row, const char *name)
{
    if (row == NULL || name == NULL)
        return -1;
    for (int i = 0; row->choices != NULL && row->choices[i] != NULL; i++)
        if (strcmp(row->choices[i], name) == 0)
            return i;
    return -1;
}
