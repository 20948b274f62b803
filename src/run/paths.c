// SPDX-License-Identifier: MIT
// Checks that a run does not write to a file that it reads or writes elsewhere. Two paths lead to
// one file if device and inode are the same, or, if there is no file yet, those of the folder and
// the name.
#define _DEFAULT_SOURCE
#include "run/frames.h"

#include "base/memory.h"
#include "formats/file.h"

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { NAME_SIZE = 256 };

/// The target of a path. Two unknown targets never count as equal: devices, pipes, paths without a
/// folder.
typedef struct target {
    bool known;
    bool there;
    dev_t device; ///< of the file, or of its folder if there is no file
    ino_t inode;
    char name[NAME_SIZE]; ///< in the folder
} target;

/// Splits a path without a file into its folder and its name.
static void look_at_folder(char *path, target *to)
{
    struct stat about;
    char *slash = strrchr(path, '/');
    const char *name = slash == NULL ? path : slash + 1, *folder = slash == NULL ? "." : path;
    size_t size = strlen(name);
    if (size == 0 || size >= NAME_SIZE)
        return;
    memcpy(to->name, name, size + 1);
    if (slash == path)
        folder = "/";
    else if (slash != NULL)
        *slash = '\0';
    if (stat(folder, &about) != 0)
        return;
    to->known = true;
    to->device = about.st_dev;
    to->inode = about.st_ino;
}

static covey_status look(covey_text *text, const char *path, target *to, covey_error *error)
{
    struct stat about;
    *to = (target){.known = false};
    bool is_stream = strcmp(path, "-") == 0;
    if (is_stream ? fstat(STDOUT_FILENO, &about) == 0 : stat(path, &about) == 0) {
        to->known = S_ISREG(about.st_mode);
        to->there = true;
        to->device = about.st_dev;
        to->inode = about.st_ino;
    } else if (covey_file_target(path, text) == NULL)
        return covey_fail(error, COVEY_MEMORY, "out of memory");
    else
        look_at_folder(text->bytes, to);
    return COVEY_OK;
}

static covey_status compare(covey_text *text, const char *a, const char *b, bool *same,
                            covey_error *error)
{
    target first, second;
    covey_status status = look(text, a, &first, error);
    if (status == COVEY_OK)
        status = look(text, b, &second, error);
    *same = strcmp(a, b) == 0;
    if (status != COVEY_OK || *same)
        return status;
    *same = first.known && second.known && first.there == second.there &&
            first.device == second.device && first.inode == second.inode &&
            strcmp(first.name, second.name) == 0;
    return COVEY_OK;
}

/// The files that a run writes: outputs, measures, checkpoint; NULL if there is none.
static const char *written_file(const covey_run_def *def, const covey_plan *plan, size_t k)
{
    if (k < plan->outputs_count)
        return plan->outputs[k];
    return k == plan->outputs_count ? plan->measures : def->checkpoint;
}

/// The files that a run reads, up to a NULL. The last one is the checkpoint from which it resumes.
static const char *read_file(const covey_run_def *def, int k)
{
    int count = 0;
    while (covey_scenario_file(def->scenario, count) != NULL)
        count++;
    if (k == count)
        return def->resume_path;
    return k < count ? covey_scenario_file(def->scenario, k) : NULL;
}

static covey_status check_read(const covey_run_def *def, covey_text *text, const char *path,
                               covey_error *error)
{
    const char *from;
    for (int k = 0; (from = read_file(def, k)) != NULL; k++) {
        bool same;
        if (path == def->checkpoint && from == def->resume_path)
            continue;
        covey_status status = compare(text, path, from, &same, error);
        if (status != COVEY_OK)
            return status;
        if (same && strcmp(path, from) == 0)
            return covey_fail(error, COVEY_ARG, "%.200s is read by the run and cannot be written",
                              path);
        if (same)
            return covey_fail(error, COVEY_ARG,
                              "%.90s is the same file as %.90s, which the run reads", path, from);
    }
    return COVEY_OK;
}

static covey_status check_written(covey_text *text, const char *path, const char *before,
                                  covey_error *error)
{
    bool same;
    covey_status status = compare(text, path, before, &same, error);
    if (status != COVEY_OK || !same)
        return status;
    if (strcmp(path, before) == 0)
        return covey_fail(error, COVEY_ARG, "%.200s is to be written twice", path);
    return covey_fail(error, COVEY_ARG, "%.90s and %.90s are the same file, to be written twice",
                      before, path);
}

covey_status covey_paths_check(const covey_run_def *def, covey_error *error)
{
    covey_memory memory = covey_memory_init(def->engine.allocator);
    covey_text text = {.memory = &memory};
    covey_plan plan = covey_scenario_plan(def->scenario);
    covey_status status = COVEY_OK;
    for (size_t k = 0; k < plan.outputs_count + 2 && status == COVEY_OK; k++) {
        const char *path = written_file(def, &plan, k);
        if (path == NULL)
            continue;
        status = check_read(def, &text, path, error);
        for (size_t other = 0; other < k && status == COVEY_OK; other++)
            if (written_file(def, &plan, other) != NULL)
                status = check_written(&text, path, written_file(def, &plan, other), error);
    }
    covey_text_destroy(&text);
    return status;
}
