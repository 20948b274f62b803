// SPDX-License-Identifier: MIT
// Lists of things that have a name: models, motions, influences, formats, groups of measures. Each
// thing is a structure whose first member is its name.
#ifndef COVEY_BASE_REGISTRY_H
#define COVEY_BASE_REGISTRY_H

#include <stddef.h>
#include <string.h>

typedef struct covey_registry {
    const void *const *entries;
    int count;
} covey_registry;

/// The registry of an array of `const void *`.
#define COVEY_REGISTRY(array)                                                                      \
    {                                                                                              \
        (array), (int)(sizeof(array) / sizeof *(array))                                            \
    }

/// The entry with a number; NULL beyond both ends.
static inline const void *covey_registry_at(const covey_registry *registry, int index)
{
    return index >= 0 && index < registry->count ? registry->entries[index] : NULL;
}

/// The entry called `name`; NULL if there is none, or for NULL.
static inline const void *covey_registry_find(const covey_registry *registry, const char *name)
{
    for (int k = 0; k < registry->count && name != NULL; k++)
        if (strcmp(*(const char *const *)registry->entries[k], name) == 0)
            return registry->entries[k];
    return NULL;
}

#endif
