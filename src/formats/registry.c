// SPDX-License-Identifier: MIT
// The list of formats.
#include "formats/plugin.h"

#include <string.h>

#define COVEY_FORMAT(name) extern const covey_format_plugin covey_format_##name;
#include "formats/formats.def"
#undef COVEY_FORMAT

static const covey_format_plugin *const plugins[] = {
#define COVEY_FORMAT(name) &covey_format_##name,
#include "formats/formats.def"
#undef COVEY_FORMAT
};

enum { COUNT = sizeof plugins / sizeof plugins[0] };

static char small(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c + 'a' - 'A') : c;
}

/// In any case: instruments and old disks write .CSV.
static bool ends_with(const char *path, const char *suffix)
{
    size_t size = strlen(path), end = strlen(suffix);
    if (end == 0 || size <= end)
        return false;
    for (size_t k = 0; k < end; k++)
        if (small(path[size - end + k]) != suffix[k])
            return false;
    return true;
}

/// A path tells a format by its suffix, or by a dot and its name.
static bool tells(const char *path, const covey_format *format)
{
    size_t size = strlen(format->name), length = strlen(path);
    return ends_with(path, format->suffix) ||
           (length > size + 1 && ends_with(path, format->name) && path[length - size - 1] == '.');
}

static const covey_format_plugin *called(const char *name)
{
    for (int k = 0; k < COUNT; k++)
        if (strcmp(plugins[k]->about.name, name) == 0)
            return plugins[k];
    return NULL;
}

static const covey_format_plugin *told_by(const char *path)
{
    for (int k = 0; k < COUNT; k++)
        if (tells(path, &plugins[k]->about))
            return plugins[k];
    return NULL;
}

const covey_format *covey_format_at(int index)
{
    return index >= 0 && index < COUNT ? &plugins[index]->about : NULL;
}

const covey_format *covey_format_find(const char *name)
{
    if (name == NULL)
        return NULL;
    const covey_format_plugin *found = called(name);
    return found != NULL ? &found->about : NULL;
}

const covey_format *covey_format_of(const char *path)
{
    if (path == NULL)
        return NULL;
    const covey_format_plugin *found = told_by(path);
    return found != NULL ? &found->about : NULL;
}

covey_status covey_format_registry_find(const char *name, const char *path,
                                        const covey_format_plugin **plugin, covey_error *error)
{
    if (name == NULL && path == NULL)
        return covey_fail(error, COVEY_ARG, "a file needs a path or a format");
    *plugin = name != NULL ? called(name) : told_by(path);
    if (*plugin == NULL && name != NULL)
        return covey_fail(error, COVEY_ARG, "there is no format called %.60s", name);
    if (*plugin == NULL)
        return covey_fail(error, COVEY_ARG, "the name %.120s tells no format", path);
    if (!(*plugin)->about.built)
        return covey_fail(error, COVEY_ARG, "this covey was built without the format %s",
                          (*plugin)->about.name);
    return COVEY_OK;
}
