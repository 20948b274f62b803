// SPDX-License-Identifier: MIT
// Finds formats in the list of the user, then in that of the library.
#include "base/registry.h"

#include "formats/gzip.h"
#include "formats/plugin.h"

#define ENTRY(name) extern const covey_format_plugin covey_format_##name;
#include "formats/formats.def"
#undef ENTRY

static const void *const list[] = {
#define ENTRY(name) &covey_format_##name,
#include "formats/formats.def"
#undef ENTRY
};

static const covey_registry formats = COVEY_REGISTRY(list);
_Static_assert(offsetof(covey_format_plugin, about.name) == 0, "the name comes first");

static char small(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c + 'a' - 'A') : c;
}

/// True if the first `size` bytes of a path end in a suffix, in any case: instruments and old disks
/// write .CSV.
static bool ends_with(const char *path, size_t size, const char *suffix)
{
    size_t end = strlen(suffix);
    if (end == 0 || size <= end)
        return false;
    for (size_t k = 0; k < end; k++)
        if (small(path[size - end + k]) != suffix[k])
            return false;
    return true;
}

/// True if a path ends in the suffix of a format, or in a dot and its name; of text also with .gz
/// behind it.
static bool tells(const char *path, const covey_format *format)
{
    size_t size = strlen(format->name), length = strlen(path);
    if (format->put != NULL && covey_gzip_is_named(path))
        length -= 3;
    return ends_with(path, length, format->suffix) ||
           (length > size + 1 && ends_with(path, length, format->name) &&
            path[length - size - 1] == '.');
}

/// True if a path ends in a suffix, which may be NULL.
static bool has_suffix(const char *path, const char *suffix)
{
    return path != NULL && suffix != NULL && ends_with(path, strlen(path), suffix);
}

static const covey_format_plugin *told_by(const char *path)
{
    for (int k = 0; k < formats.count; k++) {
        const covey_format_plugin *plugin = covey_registry_at(&formats, k);
        bool also = has_suffix(path, plugin->also) || has_suffix(path, plugin->project);
        if (also || tells(path, &plugin->about))
            return plugin;
    }
    return NULL;
}

const covey_format *covey_format_at(int index)
{
    const covey_format_plugin *found = covey_registry_at(&formats, index);
    return found != NULL ? &found->about : NULL;
}

const covey_format *covey_format_find(const char *name)
{
    const covey_format_plugin *found = covey_registry_find(&formats, name);
    return found != NULL ? &found->about : NULL;
}

const covey_format *covey_format_of(const char *path)
{
    if (path == NULL)
        return NULL;
    const covey_format_plugin *found = told_by(path);
    return found != NULL ? &found->about : NULL;
}

covey_status covey_format_registry_writes(const covey_format_plugin *plugin, const char *path,
                                          covey_error *error)
{
    if (!plugin->about.writes)
        return covey_fail(error, COVEY_ARG, "the format %s cannot be written", plugin->about.name);
    if (has_suffix(path, plugin->project))
        return covey_fail(error, COVEY_ARG, "files %s are only read, not written", plugin->project);
    return COVEY_OK;
}

bool covey_format_misnames(const char *path, const char *table)
{
    const covey_format *named = covey_format_of(path);
    return named != NULL && strcmp(named->name, "csv") != 0 && strcmp(named->name, table) != 0;
}

// ---- Formats of the user ----

static covey_status check_own(const covey_format *format, covey_error *error)
{
    if (format->name != NULL && format->name[0] != '\0' && format->suffix != NULL &&
        format->put != NULL)
        return COVEY_OK;
    return covey_fail(error, COVEY_ARG,
                      "a format of your own needs a name, a suffix and a function to put frames");
}

/// Finds a format of the user; *found stays NULL if none fits.
static covey_status find_own(const covey_format *const *own, const char *name, const char *path,
                             const covey_format **found, covey_error *error)
{
    for (; own != NULL && *own != NULL && *found == NULL; own++) {
        covey_status status = check_own(*own, error);
        if (status != COVEY_OK)
            return status;
        bool fits = name != NULL ? strcmp(name, (*own)->name) == 0 : tells(path, *own);
        *found = fits ? *own : NULL;
    }
    return COVEY_OK;
}

covey_status covey_format_registry_find(const char *name, const char *path,
                                        const covey_format *const *own, covey_format_plugin *plugin,
                                        covey_error *error)
{
    if (name == NULL && path == NULL)
        return covey_fail(error, COVEY_ARG, "a file needs a path or a format");
    const covey_format *yours = NULL;
    covey_status status = find_own(own, name, path, &yours, error);
    if (status != COVEY_OK)
        return status;
    if (yours != NULL) {
        *plugin = (covey_format_plugin){.about = *yours};
        plugin->about.writes = plugin->about.built = plugin->headings = true;
        plugin->about.reads = false;
        return COVEY_OK;
    }
    const covey_format_plugin *found =
        name != NULL ? covey_registry_find(&formats, name) : told_by(path);
    if (found == NULL && name != NULL)
        return covey_fail(error, COVEY_ARG, "there is no format called %.60s", name);
    if (found == NULL)
        return covey_fail(error, COVEY_ARG, "the name %.120s has no suffix of a format", path);
    if (!found->about.built)
        return covey_fail(error, COVEY_ARG, "this covey was built without the format %s",
                          found->about.name);
    *plugin = *found;
    return COVEY_OK;
}
