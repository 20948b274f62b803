// SPDX-License-Identifier: MIT
// Chooses what the sandbox mounts. Paths stay as they are, so that programs find the files that
// they were installed with. Links and first lines of scripts, which strangers write, never add
// mounts beyond files that the caller named or has in PATH.
#define _XOPEN_SOURCE 700
#define _DEFAULT_SOURCE
#include "check/mounts.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PATH_ROOM = 4096, HOPS = 8 };

/// A choice under way.
typedef struct plan {
    const check_mounts_def *def;
    covey_arena *arena;
    check_mounts *mounts;
    char program[PATH_ROOM]; ///< without links
    bool failed;
} plan;

/// True if a path is a folder's or lies below it.
static bool is_below(const char *path, const char *folder)
{
    size_t size = strlen(folder);
    while (size > 0 && folder[size - 1] == '/')
        size--;
    return strncmp(path, folder, size) == 0 && (path[size] == '/' || path[size] == '\0');
}

static const char *const system_folders[] = {
    "/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/nix/store", "/gnu/store"};

static bool is_system(const char *path)
{
    for (size_t k = 0; k < sizeof system_folders / sizeof *system_folders; k++)
        if (is_below(path, system_folders[k]))
            return true;
    return false;
}

static const char *name_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash != NULL ? slash + 1 : path;
}

/// The folder of a path.
static void cut_name(const char *path, char folder[PATH_ROOM])
{
    (void)snprintf(folder, PATH_ROOM, "%s", path);
    char *slash = strrchr(folder, '/');
    if (slash != NULL)
        slash[slash == folder] = '\0';
}

/// Folders that belong to users or to the machine as a whole: nothing beside a file in one of them
/// is that file's.
static bool is_private(const plan *self, const char *folder)
{
    static const char *const shared[] = {
        "/",    "/root", "/home", "/tmp", "/var", "/var/tmp", "/etc", "/proc", "/sys",   "/dev",
        "/run", "/boot", "/srv",  "/mnt", "/opt", "/dev/shm", "/nix", "/gnu",  "/media", "/Users"};
    const char *home = self->def->home, *name = name_of(folder);
    char above[PATH_ROOM];
    cut_name(folder, above);
    bool is_home = strcmp(above, "/home") == 0 || strcmp(above, "/Users") == 0 ||
                   (home != NULL && home[0] == '/' && is_below(home, folder));
    for (size_t k = 0; k < sizeof shared / sizeof *shared; k++)
        is_home = is_home || strcmp(folder, shared[k]) == 0;
    return is_home || strcmp(name, ".local") == 0 || strcmp(name, ".cargo") == 0 ||
           strcmp(name, ".ssh") == 0 || strcmp(name, ".config") == 0;
}

static const char *keep(plan *self, const char *text)
{
    const char *kept = covey_arena_string(self->arena, text);
    self->failed = self->failed || kept == NULL;
    return kept;
}

/// True if the program, or a file of its, lies below a folder.
static bool holds_program(const plan *self, const char *folder)
{
    const char *const *arguments = self->def->arguments;
    char real[PATH_ROOM];
    if (self->def->submission != NULL && realpath(self->def->submission, real) != NULL &&
        is_below(real, folder))
        return true;
    for (int k = 0; arguments[k] != NULL; k++)
        if (arguments[k][0] == '/' && realpath(arguments[k], real) != NULL &&
            is_below(real, folder))
            return true;
    return false;
}

/// Answers beside the program are hidden one by one.
static bool is_answer(const plan *self, const char *real)
{
    char folder[PATH_ROOM];
    for (const char *const *at = self->def->answers; at != NULL && *at != NULL; at++)
        if (realpath(*at, folder) != NULL && is_below(real, folder) && !holds_program(self, folder))
            return true;
    return false;
}

// ---- Files that are shown ----

static void add_shown(plan *self, covey_fence_shown shown)
{
    check_mounts *mounts = self->mounts;
    if (mounts->shown_count < CHECK_MOUNTS_SHOWN)
        mounts->shown[mounts->shown_count++] = shown;
}

/// Shows a file or a folder, unless it is shown already.
static void show(plan *self, const char *target)
{
    char real[PATH_ROOM];
    if (target[0] != '/' || realpath(target, real) == NULL || is_answer(self, real))
        return;
    if (is_system(real) && is_system(target))
        return;
    for (size_t k = 0; k < self->mounts->shown_count; k++) {
        const covey_fence_shown *other = &self->mounts->shown[k];
        if (other->source != NULL && is_below(target, other->target) &&
            is_below(real, other->source))
            return;
    }
    add_shown(self, (covey_fence_shown){keep(self, target), keep(self, real), NULL});
}

static void show_link(plan *self, const char *target, const char *text)
{
    add_shown(self, (covey_fence_shown){keep(self, target), NULL, keep(self, text)});
}

/// Shows a folder of the system, or the link that stands for it.
static void show_system(plan *self, const char *path)
{
    char text[PATH_ROOM];
    ssize_t size = readlink(path, text, sizeof text - 1);
    if (size > 0) {
        text[size] = '\0';
        show_link(self, path, text);
    } else if (access(path, F_OK) == 0)
        add_shown(self, (covey_fence_shown){keep(self, path), keep(self, path), NULL});
}

/// Shows the files of /etc that programs in common languages cannot do without.
static void show_settings(plan *self)
{
    static const char *const whole[] = {
        "alternatives",    "ld.so.cache", "ld.so.conf", "ld.so.conf.d", "localtime", "perl",
        "ssl/openssl.cnf", "R",           "julia",      "mono",         "dotnet"};
    char path[PATH_ROOM];
    for (size_t k = 0; k < sizeof whole / sizeof *whole; k++) {
        (void)snprintf(path, sizeof path, "/etc/%s", whole[k]);
        show_system(self, path);
    }
    DIR *entries = opendir("/etc");
    for (const struct dirent *entry; entries != NULL && (entry = readdir(entries)) != NULL;) {
        (void)snprintf(path, sizeof path, "/etc/%s", entry->d_name);
        if (strncmp(entry->d_name, "java", 4) == 0 || strncmp(entry->d_name, "python", 6) == 0)
            show_system(self, path);
    }
    if (entries != NULL)
        (void)closedir(entries);
}

/// Shows a file with the folder that it lies in, or alone where that is a home or the like.
static void show_place(plan *self, const char *path)
{
    char folder[PATH_ROOM], real[PATH_ROOM];
    cut_name(path, folder);
    if (realpath(folder, real) == NULL)
        return;
    if (!is_private(self, folder) && !is_private(self, real)) {
        show(self, folder);
        return;
    }
    self->mounts->lone_file = true;
    show(self, path);
}

/// Reads where a link leads.
static bool follow(char path[PATH_ROOM])
{
    char text[PATH_ROOM], folder[PATH_ROOM];
    ssize_t size = readlink(path, text, sizeof text - 1);
    if (size <= 0)
        return false;
    text[size] = '\0';
    cut_name(path, folder);
    int made = text[0] == '/' ? snprintf(path, PATH_ROOM, "%s", text)
                              : snprintf(path, PATH_ROOM, "%s/%s", folder, text);
    return made > 0 && made < PATH_ROOM;
}

/// Shows a file that an argument names; of a link of the caller's, the file at its end, too, but
/// nothing beside it.
static void show_file(plan *self, const char *path)
{
    char at[PATH_ROOM];
    if (self->def->submission != NULL) { // beside it lie other submissions
        if (!is_below(path, self->def->submission))
            show(self, path);
        return;
    }
    show_place(self, path);
    (void)snprintf(at, sizeof at, "%s", path);
    for (int hop = 0; hop < HOPS && follow(at); hop++)
        show(self, at);
}

static void show_argument(plan *self, const char *path)
{
    struct stat status;
    if (path[0] != '/' || stat(path, &status) != 0 || is_system(path))
        return;
    if (!S_ISDIR(status.st_mode))
        show_file(self, path);
    else if (!is_private(self, path) &&
             (self->def->submission == NULL || !is_below(self->def->submission, path)))
        show(self, path);
}

// ---- Files that run the program ----

/// True if a program lies where the caller looks for programs.
static bool is_installed(const plan *self, const char *path)
{
    char folder[PATH_ROOM];
    cut_name(path, folder);
    size_t size = strlen(folder);
    for (const char *at = self->def->path; at != NULL && *at != '\0';) {
        size_t part = strcspn(at, ":");
        if (part == size && strncmp(at, folder, size) == 0)
            return true;
        at += part + (at[part] == ':');
    }
    return false;
}

/// Shows the installation of a program: the folder above "bin", or its own.
static void show_installation(plan *self, const char *path)
{
    static const char *const of_programs[] = {"bin", "sbin", "shims", "libexec"};
    char folder[PATH_ROOM], real[PATH_ROOM];
    cut_name(path, folder);
    for (size_t k = 0; k < sizeof of_programs / sizeof *of_programs; k++)
        if (strcmp(name_of(folder), of_programs[k]) == 0) {
            cut_name(path, folder);
            cut_name(folder, real);
            (void)snprintf(folder, sizeof folder, "%s", real);
            break;
        }
    bool is_whole =
        realpath(folder, real) != NULL && !is_private(self, folder) && !is_private(self, real);
    show(self, is_whole ? folder : path);
}

/// Finds a program in the caller's PATH.
static bool find(const plan *self, const char *name, char found[PATH_ROOM])
{
    for (const char *at = self->def->path; at != NULL && *at != '\0';) {
        size_t part = strcspn(at, ":");
        int size = snprintf(found, PATH_ROOM, "%.*s/%s", (int)part, at, name);
        if (at[0] == '/' && size < PATH_ROOM && access(found, X_OK) == 0)
            return true;
        at += part + (at[part] == ':');
    }
    return false;
}

/// Reads the program that the first line of a script names: by its path, or for "env" by its name.
static bool read_script(const plan *self, const char *path, char found[PATH_ROOM])
{
    char line[256], word[256] = "";
    FILE *file = fopen(path, "re");
    size_t size = file != NULL ? fread(line, 1, sizeof line - 1, file) : 0;
    if (file != NULL)
        (void)fclose(file);
    line[size] = '\0';
    if (size < 3 || strncmp(line, "#!", 2) != 0)
        return false;
    line[strcspn(line, "\n")] = '\0';
    if (sscanf(line + 2, " %255s", found) != 1) // NOLINT(cert-err34-c): words
        return false;
    if (strcmp(name_of(found), "env") != 0)
        return true;
    const char *rest = strstr(line, "env") + 3;
    rest += strspn(rest, " \t");
    if (strncmp(rest, "-S", 2) == 0)
        rest += 2;
    return sscanf(rest, " %255s", word) == 1 && // NOLINT(cert-err34-c): words
           strchr(word, '/') == NULL && find(self, word, found);
}

/// Shows an installed program with its installation, its links and the interpreter that its first
/// line names.
static void show_program(plan *self, const char *path)
{
    char at[PATH_ROOM], next[PATH_ROOM];
    (void)snprintf(at, sizeof at, "%s", path);
    for (int hop = 0; hop < HOPS; hop++) {
        if (!is_system(at))
            show_installation(self, at);
        (void)snprintf(next, sizeof next, "%s", at);
        bool goes_on = follow(next) || (read_script(self, at, next) && is_installed(self, next));
        if (!goes_on)
            return;
        (void)snprintf(at, sizeof at, "%s", next);
    }
}

static void show_first(plan *self, const char *path)
{
    char script[PATH_ROOM];
    bool is_own = self->def->submission != NULL && is_below(path, self->def->submission);
    if (!is_own && (is_system(path) || is_installed(self, path))) {
        show_program(self, path);
        return;
    }
    show_file(self, path);
    if (read_script(self, path, script) && is_installed(self, script))
        show_program(self, script);
}

// ---- Files that are hidden ----

/// Hides a path wherever it would be seen.
static void hide(plan *self, const char *path)
{
    char real[PATH_ROOM], target[2 * PATH_ROOM];
    check_mounts *mounts = self->mounts;
    if (realpath(path, real) == NULL)
        return;
    for (size_t k = 0; k < mounts->shown_count; k++) {
        const covey_fence_shown *shown = &mounts->shown[k];
        if (shown->source == NULL || !is_below(real, shown->source))
            continue;
        (void)snprintf(target, sizeof target, "%s%s", shown->target, real + strlen(shown->source));
        self->failed = self->failed || mounts->hidden_count == CHECK_MOUNTS_HIDDEN;
        if (!self->failed)
            mounts->hidden[mounts->hidden_count++] = keep(self, target);
    }
}

/// Hides files that may be covey's own parts, unless the caller shows or runs them.
static void hide_own(plan *self, const char *path)
{
    char real[PATH_ROOM], with[PATH_ROOM];
    const char *shown = self->def->with;
    if (realpath(path, real) == NULL || strcmp(real, self->program) == 0)
        return;
    if (shown == NULL || realpath(shown, with) == NULL || !is_below(real, with))
        hide(self, path);
}

/// Hides the files whose names begin with covey's in a folder of programs or libraries.
static void hide_own_in(plan *self, const char *folder)
{
    char path[PATH_ROOM + 300];
    DIR *entries = opendir(folder);
    for (const struct dirent *entry; entries != NULL && (entry = readdir(entries)) != NULL;) {
        const char *name = entry->d_name;
        name += strncmp(name, "lib", 3) == 0 ? 3 : 0;
        (void)snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        if (strncmp(name, "covey", 5) == 0)
            hide_own(self, path);
    }
    if (entries != NULL)
        (void)closedir(entries);
}

static void hide_covey(plan *self)
{
    static const char *const places[] = {"bin",
                                         "lib",
                                         "lib64",
                                         "libexec",
                                         "lib/x86_64-linux-gnu",
                                         "lib/aarch64-linux-gnu",
                                         "lib/s390x-linux-gnu"};
    char own[PATH_ROOM], folder[PATH_ROOM], path[PATH_ROOM + 64];
    if (realpath("/proc/self/exe", own) == NULL)
        return;
    hide_own(self, own);
    cut_name(own, folder);
    if (!is_system(folder))
        hide_own_in(self, folder);
    cut_name(folder, own);
    const char *const prefixes[] = {"/usr", "/usr/local", is_system(own) ? NULL : own};
    for (size_t k = 0; k < 3 && prefixes[k] != NULL; k++)
        for (size_t place = 0; place < sizeof places / sizeof *places; place++) {
            (void)snprintf(path, sizeof path, "%s/%s", prefixes[k], places[place]);
            hide_own_in(self, path);
        }
}

static bool is_case(const char *name)
{
    size_t size = strlen(name);
    return (size > 3 && strcmp(name + size - 3, ".in") == 0) ||
           (size > 4 && strcmp(name + size - 4, ".out") == 0);
}

/// Hides a folder of cases, or only the cases where the program lies in that folder.
static void hide_answers(plan *self, const char *folder)
{
    char real[PATH_ROOM], path[PATH_ROOM + 300];
    if (realpath(folder, real) == NULL)
        return;
    if (!holds_program(self, real)) {
        hide(self, real);
        return;
    }
    DIR *entries = opendir(real);
    for (const struct dirent *entry; entries != NULL && (entry = readdir(entries)) != NULL;) {
        (void)snprintf(path, sizeof path, "%s/%s", real, entry->d_name);
        if (is_case(entry->d_name))
            hide(self, path);
    }
    if (entries != NULL)
        (void)closedir(entries);
}

// ---- All ----

static int by_target(const void *a, const void *b)
{
    return strcmp(((const covey_fence_shown *)a)->target, ((const covey_fence_shown *)b)->target);
}

bool check_mounts_choose(const check_mounts_def *def, covey_arena *arena, check_mounts *mounts)
{
    plan self = {.def = def, .arena = arena, .mounts = mounts};
    mounts->shown_count = mounts->hidden_count = 0;
    mounts->lone_file = false;
    if (realpath(def->arguments[0], self.program) == NULL)
        self.program[0] = '\0';
    for (size_t k = 0; k < sizeof system_folders / sizeof *system_folders; k++)
        show_system(&self, system_folders[k]);
    show_settings(&self);
    if (def->submission != NULL)
        show(&self, def->submission);
    if (def->with != NULL)
        show(&self, def->with);
    show_first(&self, def->arguments[0]);
    for (size_t k = 1; def->arguments[k] != NULL; k++)
        show_argument(&self, def->arguments[k]);
    if (self.failed)
        return false;
    hide_covey(&self);
    for (const char *const *at = def->answers; at != NULL && *at != NULL; at++)
        hide_answers(&self, *at);
    for (const char *const *at = def->hidden; at != NULL && *at != NULL; at++)
        hide(&self, *at);
    qsort(mounts->shown, mounts->shown_count, sizeof *mounts->shown, by_target);
    return !self.failed;
}

const char *check_mounts_source(const check_mounts *mounts, const char *path, covey_arena *arena)
{
    char source[2 * PATH_ROOM];
    for (size_t k = mounts->shown_count; k-- > 0;) {
        const covey_fence_shown *shown = &mounts->shown[k];
        if (shown->source == NULL || !is_below(path, shown->target))
            continue;
        (void)snprintf(source, sizeof source, "%s%s", shown->source, path + strlen(shown->target));
        return covey_arena_string(arena, source);
    }
    return NULL;
}
