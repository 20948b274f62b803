// SPDX-License-Identifier: MIT
// Finds the files that a command names, since programs are run in separate folders.
#define _POSIX_C_SOURCE 200809L
#include "check/command.h"

#include "formats/file.h"

#include <dirent.h>
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PATH_ROOM = 4096 };

/// True for a file that can be executed. Where the system cannot say, *failure is errno.
static bool is_program(const char *path, int *failure)
{
    struct stat status;
    bool there;
    if (!covey_file_ask(path, &status, &there))
        *failure = errno;
    return there && S_ISREG(status.st_mode) && access(path, X_OK) == 0;
}

/// The path of a word seen from a folder.
static void join(const char *folder, const char *word, char path[PATH_ROOM])
{
    while (strncmp(word, "./", 2) == 0)
        word += 2;
    if (word[0] == '/')
        (void)snprintf(path, PATH_ROOM, "%s", word);
    else
        (void)snprintf(path, PATH_ROOM, "%s/%s", folder, word);
}

/// Says why a word is no program; `failure` is errno, where the system could not say, else 0.
static covey_status refuse(const char *word, const char *path, int failure, covey_error *error)
{
    struct stat status;
    errno = failure;
    if (failure != 0)
        return covey_file_fail("asking for", path, error);
    if (stat(path, &status) == 0 && S_ISREG(status.st_mode))
        return covey_fail(error, COVEY_INPUT,
                          "%s cannot be executed: build it, or name what runs it, as in "
                          "covey check -- python3 flock.py",
                          word);
    return covey_fail(error, COVEY_INPUT, "there is no program %s that can be executed", word);
}

static bool find_in_path(const char *path, const char *word, char found[PATH_ROOM], int *failure)
{
    for (const char *at = path; at != NULL && *at != '\0';) {
        size_t size = strcspn(at, ":");
        (void)snprintf(found, PATH_ROOM, "%.*s/%s", (int)size, at, word);
        if (size > 0 && at[0] == '/' && is_program(found, failure))
            return true;
        at += size + (at[size] == ':');
    }
    return false;
}

static bool find_program(const check_command_def *def, const char *word, char found[PATH_ROOM],
                         int *failure)
{
    if (strchr(word, '/') == NULL && find_in_path(def->path, word, found, failure))
        return true;
    join(def->folder, word, found);
    return is_program(found, failure);
}

covey_status check_command_resolve(const check_command_def *def, covey_arena *arena,
                                   const char *const **arguments, covey_error *error)
{
    const char **made = covey_arena_take(arena, (size_t)def->count + 1, sizeof *made);
    char path[PATH_ROOM];
    if (made == NULL)
        return covey_fail(error, COVEY_MEMORY, "no memory for the command");
    for (int k = 0; k < def->count; k++) {
        const char *word = def->words[k];
        bool found = true;
        int failure = 0;
        if (k == 0 && !find_program(def, word, path, &failure))
            return refuse(word, path, failure, error);
        if (k > 0) {
            join(def->folder, word, path);
            found = word[0] != '\0' && word[0] != '-' && access(path, F_OK) == 0;
        }
        made[k] = covey_arena_string(arena, found ? path : word);
        if (made[k] == NULL)
            return covey_fail(error, COVEY_MEMORY, "no memory for the command");
    }
    *arguments = made;
    return COVEY_OK;
}

covey_status check_command_guess(const char *folder, covey_arena *arena, const char **word,
                                 covey_error *error)
{
    char path[PATH_ROOM], only[PATH_ROOM];
    int count = 0, failure = 0;
    DIR *entries = opendir(folder);
    for (const struct dirent *entry; entries != NULL && (entry = readdir(entries)) != NULL;) {
        join(folder, entry->d_name, path);
        if (is_program(path, &failure) && count++ == 0)
            (void)snprintf(only, sizeof only, "./%s", entry->d_name);
    }
    if (entries != NULL)
        (void)closedir(entries);
    join(folder, "a.out", path);
    *word = is_program(path, &failure) ? "./a.out" : NULL;
    if (*word != NULL || count != 1)
        return COVEY_OK;
    *word = covey_arena_string(arena, only);
    return *word != NULL ? COVEY_OK : covey_fail(error, COVEY_MEMORY, "no memory for the command");
}
