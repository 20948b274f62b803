// SPDX-License-Identifier: MIT
// Scenarios that are part of the library.
#include "scenario/scenario.h"

#include <string.h>

const covey_preset *covey_preset_at(int index)
{
    for (int k = 0; index >= 0 && covey_preset_table[k].name != NULL; k++)
        if (k == index)
            return &covey_preset_table[k];
    return NULL;
}

const char *covey_preset_group(int group)
{
    for (int k = 0; group >= 0 && covey_preset_groups[k] != NULL; k++)
        if (k == group)
            return covey_preset_groups[k];
    return NULL;
}

const covey_preset *covey_preset_find(const char *name)
{
    if (name == NULL)
        return NULL;
    for (const covey_preset *row = covey_preset_table; row->name != NULL; row++)
        if (strcmp(row->name, name) == 0)
            return row;
    return NULL;
}
