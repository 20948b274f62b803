// SPDX-License-Identifier: MIT
// Checks outputs that a text of unknown origin names: they must be in its own folder and replace no
// file of other programs.
#define _POSIX_C_SOURCE 200809L
#include "paths.h"

#include "formats/file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- Names ----

/// Returns path k of the files that a plan writes: its outputs, then its measures; NULL beyond.
static const char *written(const covey_plan *plan, size_t k)
{
    if (k < plan->outputs_count)
        return plan->outputs[k];
    return k == plan->outputs_count ? plan->measures : NULL;
}

covey_status paths_take(const command *self, const covey_scenario *scenario, paths *made)
{
    covey_plan plan = covey_scenario_plan(scenario);
    *made = (paths){.name = calloc(plan.outputs_count + 1, sizeof *made->name)};
    bool good = made->name != NULL;
    const char *name;
    for (size_t k = 0; good && (name = written(&plan, k)) != NULL; k++) {
        made->name[made->count] = strdup(name);
        good = made->name[made->count] != NULL;
        made->count += good;
    }
    return good ? COVEY_OK : command_no_memory(self, "the names of files");
}

void paths_free(paths *self)
{
    for (size_t k = 0; k < self->count; k++)
        free(self->name[k]);
    free(self->name);
    *self = (paths){0};
}

static bool has(const paths *self, const char *name)
{
    for (size_t k = 0; k < self->count; k++)
        if (strcmp(self->name[k], name) == 0)
            return true;
    return false;
}

static bool is_given(const char *const *given, const char *name)
{
    for (; *given != NULL; given++)
        if (strcmp(*given, name) == 0)
            return true;
    return false;
}

// ---- Places ----

/// Checks whether a name is in the folder of `source` or, if `works`, in the working folder.
/// COVEY_MEMORY, COVEY_IO.
static covey_status look(const char *source, bool works, const char *name, bool *inside,
                         covey_error *error)
{
    covey_memory memory = covey_memory_init((covey_allocator){0});
    char folder[4096];
    *inside = strcmp(name, "-") == 0;
    covey_status status = COVEY_OK;
    if (works && !*inside)
        status = covey_inside(&memory, "", name, inside, error);
    if (status != COVEY_OK || *inside || source == NULL || strlen(source) >= sizeof folder)
        return status;
    const char *slash = covey_inside_is_stream(source) ? NULL : strrchr(source, '/');
    size_t size = slash != NULL ? (size_t)(slash - source) + 1 : 0;
    memcpy(folder, source, size);
    folder[size] = '\0';
    return covey_inside(&memory, folder, name, inside, error);
}

bool paths_are_inside(const paths *self, const char *source, bool works)
{
    bool all = true;
    for (size_t k = 0; k < self->count; k++) {
        bool inside;
        covey_error error;
        all = look(source, works, self->name[k], &inside, &error) == COVEY_OK && inside && all;
    }
    return all;
}

static covey_status refuse(const command *self, const paths_rule *rule, const char *name,
                           const char *why)
{
    (void)fprintf(stderr,
                  "covey %s: %s names %s to be written, %s; give --allow-paths%s to have it so\n",
                  self->name, rule->source != NULL ? rule->source : "the scenario", name, why,
                  rule->works ? "" : ", or that name by -o or --measure,");
    return COVEY_INPUT;
}

covey_status paths_check(const command *self, const paths *named, const paths_rule *rule)
{
    covey_plan plan = covey_scenario_plan(rule->scenario);
    const char *name;
    for (size_t k = 0; (name = written(&plan, k)) != NULL; k++) {
        if (!has(named, name) || is_given(rule->given, name) || strcmp(name, "-") == 0)
            continue;
        bool inside, own;
        covey_error error;
        covey_status status = look(rule->source, rule->works, name, &inside, &error);
        if (status == COVEY_OK && !inside)
            return refuse(self, rule, name,
                          rule->works ? "which is outside its folder and the working folder"
                                      : "which is outside its folder");
        if (status == COVEY_OK)
            status = covey_inside_is_own(name, &own, &error);
        if (status != COVEY_OK) {
            (void)fprintf(stderr, "covey %s: %s\n", self->name, error.message);
            return status;
        }
        if (!own)
            return refuse(self, rule, name, "where something is that covey did not write");
    }
    return COVEY_OK;
}
